package store

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"
)

// news is what a store told of its troubles.
type news struct {
	err   error
	since time.Time
}

func watch(s *Store) chan news {
	told := make(chan news, 100)
	s.WatchDisk(func(err error, since time.Time) { told <- news{err, since} })
	return told
}

// TestWatch takes the disk away in each way and gives it back: it is told of once,
// nothing is half-written, and once there is room it is told of that.
func TestWatch(t *testing.T) {
	for name, c := range map[string]struct {
		take, give func(t *testing.T, s *Store)
		want       error
	}{
		"full": {
			func(t *testing.T, s *Store) {
				var pages int
				if err := s.reads.Get(&pages, `PRAGMA page_count`); err != nil {
					t.Fatal(err)
				}
				pragma(t, s, fmt.Sprintf("max_page_count = %d", pages+2))
			},
			func(t *testing.T, s *Store) { pragma(t, s, "max_page_count = 1000000") },
			ErrFull,
		},
		"read-only": {
			func(t *testing.T, s *Store) { pragma(t, s, "query_only = 1") },
			func(t *testing.T, s *Store) { pragma(t, s, "query_only = 0") },
			ErrReadOnly,
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := open(t)
			m := live(t, s, "match", 5)
			told := watch(s)
			c.take(t, s)
			before := time.Now()
			big := bytes.Repeat([]byte("dream "), 10_000)
			for range 3 { // the trouble is the same
				if err := s.AppendInput(t.Context(), step(m, 1, 0, big)); !errors.Is(err, c.want) || !Unwritable(err) {
					t.Fatalf("it was written: %v", err)
				}
			}
			if n := <-told; !errors.Is(n.err, c.want) || n.since.Before(before) {
				t.Errorf("told of %v since %v", n.err, n.since)
			}
			again := watch(s) // who asks later is told too
			if n := <-again; !errors.Is(n.err, c.want) {
				t.Errorf("told later of %v", n.err)
			}
			if log, err := s.Inputs(t.Context(), m.ID); err != nil || len(log) != 0 {
				t.Errorf("half of an input was kept: %v, %v", log, err)
			}
			c.give(t, s)
			if n := <-again; n.err != nil {
				t.Errorf("there is room, and it tells of %v", n.err)
			}
			if err := s.AppendInput(t.Context(), step(m, 1, 0, big)); err != nil {
				t.Errorf("there is room again: %v", err)
			}
			if len(told)+len(again) > 0 {
				t.Error("it was told of more than once")
			}
			var rest string
			if err := s.reads.Get(&rest, `SELECT room FROM lease`); err != nil || rest != "" {
				t.Errorf("the trial left %d bytes, %v", len(rest), err)
			}
		})
	}
}

// TestFullDisk fills a small file system of its own.
func TestFullDisk(t *testing.T) {
	dir := t.TempDir()
	if out, err := exec.Command("mount", "-t", "tmpfs", "-o", "size=2m", "tmpfs", dir).CombinedOutput(); err != nil {
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
	m := live(t, s, "match", 5)
	told := watch(s)
	// The disk is somebody else's by half, and fills up while it is written.
	ballast := filepath.Join(dir, "ballast")
	if err := os.WriteFile(ballast, make([]byte, 1<<20), 0o600); err != nil {
		t.Fatal(err)
	}
	kept := 0
	position := bytes.Repeat([]byte("dream "), 2000)
	for err == nil {
		if err = s.AppendInput(t.Context(), step(m, kept+1, 0, position)); err == nil {
			kept++
		}
		if kept > 1000 {
			t.Fatal("the disk takes everything")
		}
	}
	if !errors.Is(err, ErrFull) {
		t.Errorf("the disk is full after %d inputs, and the error is %v", kept, err)
	}
	if n := <-told; !Unwritable(n.err) {
		t.Errorf("told of %v", n.err)
	}
	log, err := s.Inputs(t.Context(), m.ID)
	if err != nil || len(log) != kept {
		t.Errorf("%d inputs were acknowledged, %d are there, %v", kept, len(log), err)
	}
	if got, err := s.Match(t.Context(), m.ID); err != nil || got.Position.N != kept {
		t.Errorf("after %d inputs the position is %+v, %v", kept, got.Position, err)
	}
	if err := os.Remove(ballast); err != nil {
		t.Fatal(err)
	}
	if n := <-told; n.err != nil {
		t.Errorf("there is room, and it tells of %v", n.err)
	}
	if err := s.AppendInput(t.Context(), step(m, kept+1, 0, position)); err != nil {
		t.Errorf("there is room again: %v", err)
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
	// Closed and opened it is whole.
	if s, err = Open(t.Context(), filepath.Join(dir, "oneiros.db")); err != nil {
		t.Fatal(err)
	}
	if log, err := s.Inputs(t.Context(), m.ID); err != nil || len(log) != kept+1 {
		t.Errorf("%d inputs of %d, %v", len(log), kept+1, err)
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
}
