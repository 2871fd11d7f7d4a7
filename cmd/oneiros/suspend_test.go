//go:build unix

package main

import (
	"bytes"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"oneiros/games/all"
	"oneiros/games/gametest"
)

// TestSuspended suspends the bot as a closed laptop does. Another process takes
// the database over; when the first wakes up it writes nothing, says why and ends.
func TestSuspended(t *testing.T) {
	gametest.NotShort(t)
	t.Parallel()
	g := newGuild(t, all.Games[0].Info().Min)
	g.start()
	g.sit(all.Games[0].Info())
	g.move()
	first, began := g.process, g.began
	for { // but not in the middle of a commit, whose lock no person could break
		if err := first.Process.Signal(syscall.SIGSTOP); err != nil {
			t.Fatal(err)
		}
		g.until("the first does not stop", func() bool { return stopped(t, first.Process.Pid) })
		if g.unlocked() {
			break
		}
		if err := first.Process.Signal(syscall.SIGCONT); err != nil {
			t.Fatal(err)
		}
	}
	before := g.connected.Load()
	g.second()
	g.until("the second does not come", func() bool { return g.connected.Load() > before })
	g.up = g.up + g.began.Sub(began)
	g.move()
	_, log, _ := g.saved()
	if err := first.Process.Signal(syscall.SIGCONT); err != nil {
		t.Fatal(err)
	}
	if code := ended(t, first); code != 1 {
		t.Errorf("the first exits with %d", code)
	}
	if said := g.output.String(); strings.Count(said, "oneiros: another process has taken the database over") != 1 {
		t.Errorf("the two say:\n%s", said)
	}
	g.output.Reset()
	if _, now, _ := g.saved(); len(now) != len(log) {
		t.Errorf("the log has %d inputs, and had %d before the first woke up", len(now), len(log))
	}
	g.move()
	g.lenient = true
	g.crash()
}

// stopped reports whether all threads of a process stand still. A signal that stops
// them is under way for as long as a busy machine takes. Where nothing shows this,
// the test is skipped.
func stopped(t *testing.T, pid int) bool {
	t.Helper()
	tasks, err := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/stat", pid))
	if err != nil {
		t.Fatal(err)
	}
	if len(tasks) == 0 {
		t.Skip("nothing tells here whether a process stands still")
	}
	for _, task := range tasks {
		stat, err := os.ReadFile(task)
		if err != nil {
			continue // the thread has ended
		}
		_, rest, _ := strings.Cut(string(stat[bytes.LastIndexByte(stat, ')')+1:]), " ")
		if !strings.HasPrefix(rest, "T") {
			return false
		}
	}
	return true
}

// unlocked reports whether the database can be written at this moment.
func (g *guild) unlocked() bool {
	g.t.Helper()
	db, err := sql.Open("sqlite", "file:"+filepath.ToSlash(g.path)+"?_txlock=immediate&_pragma=busy_timeout(100)")
	if err != nil {
		g.t.Fatal(err)
	}
	tx, err := db.BeginTx(g.ctx, nil)
	free := err == nil
	if free {
		err = tx.Rollback()
	} else {
		err = nil // it is locked
	}
	if err := errors.Join(err, db.Close()); err != nil {
		g.t.Fatal(err)
	}
	return free
}
