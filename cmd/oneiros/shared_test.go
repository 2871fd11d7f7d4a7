//go:build unix

package main

import (
	"errors"
	"strings"
	"syscall"
	"testing"
	"time"

	"oneiros/games/all"
	"oneiros/games/gametest"
	"oneiros/store"
	"oneiros/store/storetest"
)

// processes is how many processes share the database.
func (g *guild) processes() int {
	g.t.Helper()
	db, err := store.OpenReadOnly(g.ctx, g.path)
	if err != nil {
		g.t.Fatal(err)
	}
	n, err := store.NewShards(db).Processes(g.ctx)
	if err := errors.Join(err, db.Close()); err != nil {
		g.t.Fatal(err)
	}
	return n
}

// TestSharedProcesses: a process stands by. It takes over when the one that plays is
// killed, suspended or told to end. The match goes on with the same session, and nothing
// acknowledged is missing. The one that was suspended writes nothing when it wakes up.
func TestSharedProcesses(t *testing.T) {
	gametest.NotShort(t)
	t.Parallel()
	began := time.Now()
	g := newGuild(t, all.Games[0].Info().Min)
	g.path = storetest.Postgres(t)
	g.env = []string{variable(sharedKey) + "=true"}
	g.lenient = true // one that lost its shards says so
	g.start()
	g.sit(all.Games[0].Info())
	g.move()
	for _, end := range []struct {
		by   syscall.Signal
		code int
	}{{syscall.SIGKILL, -1}, {syscall.SIGSTOP, 1}, {syscall.SIGTERM, 0}} {
		old, before := g.process, g.connected.Load()
		g.second()
		g.until("the second does not join", func() bool { return g.processes() == 2 })
		g.move()
		if err := old.Process.Signal(end.by); err != nil {
			t.Fatal(err)
		}
		g.until("the second does not take over after "+end.by.String(), func() bool { return g.connected.Load() > before })
		g.move()
		_, log, _ := g.saved()
		if end.by == syscall.SIGSTOP {
			if err := old.Process.Signal(syscall.SIGCONT); err != nil {
				t.Fatal(err)
			}
		}
		if code := ended(t, old); code != end.code {
			t.Errorf("after %v it exits with %d:\n%s", end.by, code, g.output.String())
		}
		if _, now, _ := g.saved(); len(now) < len(log) {
			t.Errorf("after %v the log has %d inputs, and had %d", end.by, len(now), len(log))
		}
		g.move()
	}
	if n := g.local.Gateway().Identifies(); n != 1 {
		t.Errorf("%d IDENTIFYs", n)
	}
	if said := g.output.String(); strings.Count(said, "oneiros: another process has taken the database over") != 1 {
		t.Errorf("they say:\n%s", said)
	}
	g.up = time.Since(began)
	g.crash()
	g.move()
}
