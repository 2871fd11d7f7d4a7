package store

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"oneiros/games/gametest"
	"oneiros/store/storetest"
)

// report is what WatchDisk reported.
type report struct {
	err   error
	since time.Time
}

func watch(s *Store) chan report {
	reports := make(chan report, 1000)
	s.WatchDisk(func(err error, since time.Time) { reports <- report{err, since} })
	return reports
}

// limitPages leaves room for a few pages in the database, as a full disk does.
func limitPages(t *testing.T, s *Store) {
	t.Helper()
	var pages int
	if err := s.reads.Get(&pages, `PRAGMA page_count`); err != nil {
		t.Fatal(err)
	}
	pragma(t, s, fmt.Sprintf("max_page_count = %d", pages+2))
}

// TestWatchDisk lets saving fail in two ways. The store reports the trouble once
// and its end once, and nothing is half saved.
func TestWatchDisk(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		fail, mend func(t *testing.T, s *Store)
		want       error
	}{
		"full":      {limitPages, func(t *testing.T, s *Store) { pragma(t, s, "max_page_count = 1000000") }, ErrFull},
		"read-only": {func(t *testing.T, s *Store) { pragma(t, s, "query_only = 1") }, func(t *testing.T, s *Store) { pragma(t, s, "query_only = 0") }, ErrReadOnly},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := openFast(t, storetest.File(t))
			m := startMatch(t, s, "match", 5)
			first := watch(s)
			before := time.Now()
			c.fail(t, s)
			big := bytes.Repeat([]byte("dream "), 10_000)
			for range 3 { // it is the same trouble
				if err := s.Matches().AppendInput(t.Context(), newStep(m, 1, 0, big)); !errors.Is(err, c.want) || !Unwritable(err) {
					t.Fatalf("append: %v", err)
				}
			}
			if r := <-first; !errors.Is(r.err, c.want) || r.since.Before(before) || r.since.After(time.Now()) {
				t.Errorf("reported %v since %v", r.err, r.since)
			}
			second := watch(s) // a later watcher learns it too
			if r := <-second; !errors.Is(r.err, c.want) || r.since.Before(before) {
				t.Errorf("reported later: %v since %v", r.err, r.since)
			}
			if log, err := s.Matches().Inputs(t.Context(), m.ID); err != nil || len(log) != 0 {
				t.Errorf("half of an input was saved: %v, %v", log, err)
			}
			c.mend(t, s)
			if r := <-second; r.err != nil || r.since.Before(before) {
				t.Errorf("after the end it reports %v since %v", r.err, r.since)
			}
			if err := s.Matches().AppendInput(t.Context(), newStep(m, 1, 0, big)); err != nil {
				t.Errorf("append after the end: %v", err)
			}
			if len(first)+len(second) > 0 {
				t.Error("it reported more than once")
			}
			third := watch(s) // nothing is wrong now
			var left string
			if err := s.reads.Get(&left, `SELECT room FROM lease`); err != nil || left != "" {
				t.Errorf("the test write left %d bytes, %v", len(left), err)
			}
			if err := s.Close(); err != nil {
				t.Error(err)
			}
			if len(third) > 0 {
				t.Error("it reports a trouble that is over")
			}
		})
	}
}

// TestLittleRoom: the disk has room for a heartbeat and not for a position. The
// trouble is not over then.
func TestLittleRoom(t *testing.T) {
	t.Parallel()
	s := openFast(t, storetest.File(t))
	m := startMatch(t, s, "match", 5)
	reports := watch(s)
	limitPages(t, s)
	if err := s.Matches().AppendInput(t.Context(), newStep(m, 1, 0, bytes.Repeat([]byte("dream "), 10_000))); !errors.Is(err, ErrFull) {
		t.Fatalf("append: %v", err)
	}
	<-reports
	var was, now int64
	if err := s.reads.Get(&was, `SELECT beat FROM lease`); err != nil {
		t.Fatal(err)
	}
	for now < was+5 {
		if err := s.reads.Get(&now, `SELECT beat FROM lease`); err != nil {
			t.Fatal(err)
		}
	}
	if len(reports) > 0 {
		t.Errorf("it reports %v", <-reports)
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
}

// TestFullDisk fills a small file system.
func TestFullDisk(t *testing.T) {
	gametest.NotShort(t)
	t.Parallel()
	dir := t.TempDir()
	if out, err := exec.Command("mount", "-t", "tmpfs", "-o", "size=4m", "tmpfs", dir).CombinedOutput(); err != nil {
		t.Skipf("no file system can be mounted here: %v %s", err, out)
	}
	t.Cleanup(func() {
		if out, err := exec.Command("umount", dir).CombinedOutput(); err != nil {
			t.Errorf("umount: %v %s", err, out)
		}
	})
	s, err := Open(t.Context(), filepath.Join(dir, "oneiros.db"))
	if err != nil {
		t.Fatal(err)
	}
	m := startMatch(t, s, "match", 5)
	reports := watch(s)
	// Another file takes half of the disk.
	ballast := filepath.Join(dir, "ballast")
	if err := os.WriteFile(ballast, make([]byte, 2<<20), 0o600); err != nil {
		t.Fatal(err)
	}
	saved := 0
	position := bytes.Repeat([]byte("dream "), 2000)
	for err == nil {
		if err = s.Matches().AppendInput(t.Context(), newStep(m, saved+1, 0, position)); err == nil {
			saved++
		}
		if saved > 1000 {
			t.Fatal("the disk is never full")
		}
	}
	if !errors.Is(err, ErrFull) {
		t.Errorf("after %d inputs the error is %v", saved, err)
	}
	if r := <-reports; !Unwritable(r.err) {
		t.Errorf("reported %v", r.err)
	}
	before := names(readFiles(t, dir))
	if err := Backup(t.Context(), filepath.Join(dir, "oneiros.db"), filepath.Join(dir, "copy.db"), false); !errors.Is(err, ErrFull) || errors.Is(err, fs.ErrNotExist) {
		t.Errorf("back up to a full disk: %v", err)
	}
	if after := names(readFiles(t, dir)); len(after) != len(before) {
		t.Errorf("the folder holds %v, before the copy %v", after, before)
	}
	log, err := s.Matches().Inputs(t.Context(), m.ID)
	if err != nil || len(log) != saved {
		t.Errorf("%d inputs were acknowledged, %d are there, %v", saved, len(log), err)
	}
	if got, err := s.Matches().Match(t.Context(), m.ID); err != nil || got.Position.N != saved {
		t.Errorf("after %d inputs the position is %+v, %v", saved, got.Position, err)
	}
	if err := os.Remove(ballast); err != nil {
		t.Fatal(err)
	}
	if r := <-reports; r.err != nil {
		t.Errorf("there is room, and it reports %v", r.err)
	}
	if err := s.Matches().AppendInput(t.Context(), newStep(m, saved+1, 0, position)); err != nil {
		t.Errorf("append with room: %v", err)
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
	// After a restart nothing is missing.
	if s, err = Open(t.Context(), filepath.Join(dir, "oneiros.db")); err != nil {
		t.Fatal(err)
	}
	if log, err := s.Matches().Inputs(t.Context(), m.ID); err != nil || len(log) != saved+1 {
		t.Errorf("%d inputs of %d, %v", len(log), saved+1, err)
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
}

func TestFull(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	m := startMatch(t, s, "match", 5)
	limitPages(t, s)
	big := bytes.Repeat([]byte("dream "), 10_000)
	if err := s.Matches().AppendInput(t.Context(), newStep(m, 1, 0, big)); !errors.Is(err, ErrFull) {
		t.Fatalf("large position: %v", err)
	}
	if log, err := s.Matches().Inputs(t.Context(), m.ID); err != nil || len(log) != 0 {
		t.Errorf("half of an input was saved: %v, %v", log, err)
	}
	if err := s.Matches().AppendInput(t.Context(), newStep(m, 1, 0, []byte("small"))); err != nil {
		t.Errorf("small position: %v", err)
	}
	pragma(t, s, "max_page_count = 1000000")
	if err := s.Matches().AppendInput(t.Context(), newStep(m, 2, 0, big)); err != nil {
		t.Errorf("append with room: %v", err)
	}
}

func TestReadOnly(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	m := startMatch(t, s, "match", 5)
	pragma(t, s, "query_only = 1")
	if err := s.Matches().AppendInput(t.Context(), newStep(m, 1, 0, nil)); !errors.Is(err, ErrReadOnly) {
		t.Errorf("append: %v", err)
	}
	pragma(t, s, "query_only = 0")
	if err := s.Matches().AppendInput(t.Context(), newStep(m, 1, 0, []byte("{}"))); err != nil {
		t.Errorf("append when it is writable again: %v", err)
	}
}

func TestBusy(t *testing.T) {
	t.Parallel()
	path := storetest.File(t)
	s, err := Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	m := startMatch(t, s, "match", 5)
	unlock := locked(t, path)
	pragma(t, s, "busy_timeout = 1")
	if err := s.Matches().AppendInput(t.Context(), newStep(m, 1, 0, []byte("{}"))); !errors.Is(err, ErrBusy) {
		t.Errorf("append while it is locked: %v", err)
	}
	unlock()
	if err := s.Matches().AppendInput(t.Context(), newStep(m, 1, 0, []byte("{}"))); err != nil {
		t.Errorf("append when it is free again: %v", err)
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
}

// locked locks a database as a process does that writes it.
func locked(t *testing.T, path string) (unlock func()) {
	t.Helper()
	db, err := connect(t.Context(), path, 1, pragmas+"&_txlock=immediate")
	if err != nil {
		t.Fatal(err)
	}
	tx, err := db.Begin()
	if err != nil {
		t.Fatal(err)
	}
	return func() {
		t.Helper()
		if err := errors.Join(tx.Rollback(), db.Close()); err != nil {
			t.Error(err)
		}
	}
}
