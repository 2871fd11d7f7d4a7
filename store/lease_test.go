package store

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestOneProcess opens a database twice: the second that wants to write is told
// who does, one that reads is welcome, and who waits has its turn.
func TestOneProcess(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "oneiros.db")
	first, err := Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	m := live(t, first, "match", 5)
	var held *HeldError
	if _, err := Open(t.Context(), path); !errors.As(err, &held) || held.Holder.PID != os.Getpid() || time.Since(held.Holder.Since) > time.Hour {
		t.Fatalf("a second process opened it, %v", err)
	}
	if _, _, err := Migrate(t.Context(), path); err != nil {
		t.Errorf("there is nothing to migrate, and nobody is asked: %v", err)
	}

	reader, err := OpenReadOnly(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	if err := first.AppendInput(t.Context(), step(m, 1, 0, []byte("{}"))); err != nil {
		t.Errorf("written beside a reader: %v", err)
	}
	if log, err := reader.Inputs(t.Context(), "match"); err != nil || len(log) != 1 {
		t.Errorf("a reader sees %v, %v", log, err)
	}
	if h, ok, err := reader.LeaseHolder(t.Context()); !ok || h.PID != os.Getpid() || err != nil {
		t.Errorf("a reader sees the holder %+v, %v, %v", h, ok, err)
	}
	if err := reader.AppendInput(t.Context(), step(m, 2, 0, nil)); !errors.Is(err, ErrReadOnly) {
		t.Errorf("a reader wrote: %v", err)
	}
	if err := reader.Close(); err != nil {
		t.Error(err)
	}

	told := make(chan Holder, 10)
	opened := make(chan error, 1)
	go func() {
		second, err := OpenWhenFree(t.Context(), path, func(h Holder) { told <- h })
		if err == nil {
			err = errors.Join(second.SaveUser(t.Context(), User{ID: 1, Lang: "ru"}), second.Close())
		}
		opened <- err
	}()
	if h := <-told; h.PID != os.Getpid() {
		t.Errorf("it waits for %+v", h)
	}
	if err := first.AppendInput(t.Context(), step(m, 2, 0, []byte("{}"))); err != nil {
		t.Errorf("written while another waits: %v", err)
	}
	if err := first.Close(); err != nil {
		t.Error(err)
	}
	if err := <-opened; err != nil {
		t.Errorf("who waited was not let in: %v", err)
	}
	if len(told) > 0 {
		t.Error("it was told twice whom it waits for")
	}
}

func TestWaitingEnds(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "oneiros.db")
	s, err := Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	if _, err := OpenWhenFree(ctx, path, func(Holder) { stop() }); !errors.Is(err, context.Canceled) {
		t.Errorf("who is asked to end waits on: %v", err)
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
}

// TestSuspendedInACommit: a process that was suspended in the middle of a commit
// keeps the lock of the database, whatever its lease says. Whoever waits is told
// for whom, once, and gets the database when the lock is free and the lease lapses.
func TestSuspendedInACommit(t *testing.T) {
	t.Parallel()
	path := haunted(t, "other-boot pid:[1] 5")
	unlock := locked(t, path)
	db, err := connect(t.Context(), path, 1, pragmas)
	if err != nil {
		t.Fatal(err)
	}
	conn, err := db.DB.Conn(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := conn.ExecContext(t.Context(), "PRAGMA busy_timeout = 1"); err != nil {
		t.Fatal(err)
	}
	told := 0
	err = take(t.Context(), conn, "heir", func(h Holder) {
		if told++; h.Host != "elsewhere" || h.PID != 1<<30 {
			t.Errorf("it waits for %+v", h)
		}
		unlock()
	})
	if err != nil || told != 1 {
		t.Errorf("told %d times for whom it waits: %v", told, err)
	}
	if err := errors.Join(conn.Close(), db.Close()); err != nil {
		t.Error(err)
	}
}

// holder writes a lease, as a process of this database would.
func holder(t *testing.T, path, id, process string, pid int) {
	t.Helper()
	db, err := connect(t.Context(), path, 1, pragmas)
	if err != nil {
		t.Fatal(err)
	}
	_, err = db.Exec(`UPDATE lease SET holder = ?, host = 'elsewhere', pid = ?, process = ?, since = 1, beat = beat + 1`, id, pid, process)
	if err := errors.Join(err, db.Close()); err != nil {
		t.Fatal(err)
	}
}

// haunted is a database whose lease a process holds that is not there.
func haunted(t *testing.T, process string) (path string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "oneiros.db")
	s, err := Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	holder(t, path, "ghost", process, 1<<30)
	return path
}

// TestLapse opens a database whose holder gave no sign of life any more: at once
// when the system tells that it has ended, and after the lapse when it was on
// another machine.
func TestLapse(t *testing.T) {
	t.Parallel()
	here, began := process(os.Getpid())
	if here == "" {
		t.Log("nothing tells here whether a process has ended")
		here, began = "nowhere", "0"
	}
	tells := here != "nowhere"
	for name, c := range map[string]struct {
		process string
		pid     int
		ended   bool
	}{
		"the process has ended":             {here + " " + began, 1 << 30, tells},
		"its number is another process's":   {here + " 1", os.Getpid(), tells},
		"it was on another machine":         {"other-boot pid:[1] 5", 1 << 30, false},
		"nobody can tell where it was":      {"", 1 << 30, false},
		"it lives, and writes another file": {here + " " + began, os.Getpid(), false},
	} {
		if got := ended(c.process, c.pid); got != c.ended {
			t.Errorf("%s: it has ended: %v", name, got)
		}
	}
	for name, c := range map[string]struct {
		process string
		atOnce  bool
	}{
		"ended":     {here + " " + began, tells},
		"elsewhere": {"other-boot pid:[1] 5", false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			path := haunted(t, c.process)
			began := time.Now()
			s, err := Open(t.Context(), path)
			if err != nil {
				t.Fatal(err)
			}
			if took := time.Since(began); !c.atOnce && took < lapse {
				t.Errorf("the lease was taken after %v of silence", took)
			}
			if err := s.SaveUser(t.Context(), User{ID: 1}); err != nil {
				t.Error(err)
			}
			if err := s.Close(); err != nil {
				t.Error(err)
			}
		})
	}
}

// TestFenced takes a database away from a process that was suspended: nothing that
// it had in hand is written, and nothing ever after.
func TestFenced(t *testing.T) {
	path := filepath.Join(t.TempDir(), "oneiros.db")
	s, err := Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	m := live(t, s, "match", 5)
	select {
	case <-s.LeaseLost():
		t.Fatal("it is lost before it is")
	default:
	}
	holder(t, path, "another", "", 1)
	for name, write := range map[string]func() error{
		"an input":  func() error { return s.AppendInput(t.Context(), step(m, 1, 0, []byte("{}"))) },
		"a change":  func() error { return s.SaveMatch(t.Context(), m) },
		"a clock":   func() error { return s.SaveClocks(t.Context(), m.Created, []Clock{{"match", time.Hour}}) },
		"a choice":  func() error { return s.SaveGuild(t.Context(), Guild{ID: 9, Lang: "ru"}) },
		"a surface": func() error { return s.SaveSurface(t.Context(), Surface{Match: "match", Kind: Board}) },
		"a table":   func() error { return s.CreateMatch(t.Context(), Match{ID: "new", Channel: 77, Phase: Lobby}) },
	} {
		if err := write(); !errors.Is(err, ErrLeaseLost) {
			t.Errorf("%s was written by who lost the lease: %v", name, err)
		}
	}
	<-s.LeaseLost()
	if err := s.Close(); err != nil {
		t.Errorf("close what is lost: %v", err)
	}
	r, err := OpenReadOnly(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	var who string
	var clock int64
	if err := errors.Join(r.reads.Get(&who, `SELECT holder FROM lease`), r.reads.Get(&clock, `SELECT max(clock) FROM matches`)); err != nil {
		t.Error(err)
	}
	if who != "another" || clock != 0 {
		t.Errorf("the holder is %q and the clock at %d", who, clock)
	}
	if log, err := r.Inputs(t.Context(), "match"); err != nil || len(log) != 0 {
		t.Errorf("the log is %v, %v", log, err)
	}
	if err := r.Close(); err != nil {
		t.Error(err)
	}
}

// TestGuardFindsOut loses the lease while nothing is written: the process is told
// all the same.
func TestGuardFindsOut(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "oneiros.db")
	s, err := Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	holder(t, path, "another", "", 1)
	<-s.LeaseLost()
	if err := s.Close(); err != nil {
		t.Error(err)
	}
}

func TestRead(t *testing.T) {
	path := filepath.Join(t.TempDir(), "oneiros.db")
	if _, err := OpenReadOnly(t.Context(), path); !errors.Is(err, ErrNotFound) {
		t.Errorf("read what is not there: %v", err)
	}
	if _, err := os.Stat(path); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("reading made a file: %v", err)
	}
	s, err := Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.writer.conn.ExecContext(t.Context(), `DELETE FROM goose_db_version WHERE version_id > 1`); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := OpenReadOnly(t.Context(), path); !errors.Is(err, ErrOlder) {
		t.Errorf("read an older database: %v", err)
	}
	var newer error = &NewerError{9, 3}
	if !errors.Is(newer, ErrNewer) || !strings.Contains(newer.Error(), "version 9") || !strings.Contains(newer.Error(), "up to 3") {
		t.Errorf("the error is %v", newer)
	}
}
