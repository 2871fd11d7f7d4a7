package store

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"oneiros/store/storetest"
)

// rename renames files or fails the test.
func rename(t *testing.T, pairs ...string) {
	t.Helper()
	for i := 0; i < len(pairs); i += 2 {
		if err := os.Rename(pairs[i], pairs[i+1]); err != nil {
			t.Fatal(err)
		}
	}
}

// TestMoved takes the name of an open file away in several ways. Nothing is
// acknowledged until the right file has its name again.
func TestMoved(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		file string
		move func(t *testing.T, path string)
		back func(t *testing.T, path string)
	}{
		"renamed": {
			"", func(t *testing.T, path string) { rename(t, path, path+".away") },
			func(t *testing.T, path string) { rename(t, path+".away", path) },
		},
		"replaced": {
			"", func(t *testing.T, path string) {
				rename(t, path, path+".away")
				if err := createDatabase(t.Context(), path); err != nil {
					t.Fatal(err)
				}
			},
			func(t *testing.T, path string) { rename(t, path+".away", path) },
		},
		"log renamed": {
			"-wal", func(t *testing.T, path string) { rename(t, path+"-wal", path+".away") },
			func(t *testing.T, path string) { rename(t, path+".away", path+"-wal") },
		},
		"index renamed": {
			"-shm", func(t *testing.T, path string) { rename(t, path+"-shm", path+".away") },
			func(t *testing.T, path string) { rename(t, path+".away", path+"-shm") },
		},
		"folder renamed": {
			"", func(t *testing.T, path string) { rename(t, filepath.Dir(path), filepath.Dir(path)+".away") },
			func(t *testing.T, path string) { rename(t, filepath.Dir(path)+".away", filepath.Dir(path)) },
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := filepath.Join(t.TempDir(), "data")
			if err := os.Mkdir(dir, 0o700); err != nil {
				t.Fatal(err)
			}
			path := filepath.Join(dir, "oneiros.db")
			s := openFast(t, path)
			m := startMatch(t, s, "match", 5)
			if err := s.Matches().AppendInput(t.Context(), newStep(m, 1, 0, []byte("1"))); err != nil {
				t.Fatal(err)
			}
			reports := watch(s)
			c.move(t, path)
			var moved *MovedError
			if r := <-reports; !errors.As(r.err, &moved) || moved.Path != path+c.file || !Unwritable(r.err) {
				t.Errorf("reported %v", r.err)
			}
			if err := s.Trouble(); !errors.Is(err, ErrMoved) {
				t.Errorf("the trouble is %v", err)
			}
			if err := s.Matches().AppendInput(t.Context(), newStep(m, 2, 0, []byte("2"))); !errors.Is(err, ErrMoved) {
				t.Errorf("append: %v", err)
			}
			c.back(t, path)
			if r := <-reports; r.err != nil {
				t.Errorf("the file is back, and it reports %v", r.err)
			}
			if err := s.Matches().AppendInput(t.Context(), newStep(m, 2, 0, []byte("2"))); err != nil {
				t.Errorf("append when the file is back: %v", err)
			}
			if err := s.Trouble(); err != nil {
				t.Errorf("the trouble is %v", err)
			}
			if err := s.Close(); err != nil {
				t.Error(err)
			}
			checkInputs(t, path, 2)
		})
	}
}

// TestMovedDuringCommit takes the name away while a transaction is under way. It is
// not acknowledged.
func TestMovedDuringCommit(t *testing.T) {
	t.Parallel()
	path := storetest.File(t)
	s, err := Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	m := startMatch(t, s, "match", 5)
	err = s.writer.write(t.Context(), func(w tx) error {
		rename(t, path, path+".away")
		_, err := w.exec(`UPDATE matches SET host = 9 WHERE id = ?`, m.ID)
		return err
	})
	if !errors.Is(err, ErrMoved) {
		t.Errorf("the write: %v", err)
	}
	rename(t, path+".away", path)
	if err := s.Close(); err != nil {
		t.Error(err)
	}
}

// TestRescue deletes an open database. When it is closed, everything that was
// acknowledged is in a file beside it, and that file can be restored.
func TestRescue(t *testing.T) {
	t.Parallel()
	path := storetest.File(t)
	s, err := Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	m := startMatch(t, s, "match", 5)
	if err := s.Matches().AppendInput(t.Context(), newStep(m, 1, 0, []byte("1"))); err != nil {
		t.Fatal(err)
	}
	for _, suffix := range []string{"", "-wal", "-shm"} {
		if err := os.Remove(path + suffix); err != nil {
			t.Fatal(err)
		}
	}
	var moved *MovedError
	if err := s.Close(); !errors.As(err, &moved) || moved.Rescued != path+".rescued" || !strings.Contains(err.Error(), moved.Rescued) {
		t.Fatalf("close: %v", err)
	}
	checkNames(t, filepath.Dir(path), "oneiros.db.rescued")
	checkPrivate(t, filepath.Dir(path), 1)
	if _, err := Restore(t.Context(), moved.Rescued, path, false); err != nil {
		t.Fatal(err)
	}
	checkInputs(t, path, 1)
}

// TestReplaced puts a backup in the place of an open database. After the end that
// file is as it was, and the rest is saved beside it.
func TestReplaced(t *testing.T) {
	t.Parallel()
	path, backup := storetest.File(t), filepath.Join(t.TempDir(), "backup.db")
	dir := filepath.Dir(path)
	s, err := Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	m := startMatch(t, s, "match", 5)
	if err := s.Matches().AppendInput(t.Context(), newStep(m, 1, 0, []byte("1"))); err != nil {
		t.Fatal(err)
	}
	if err := Backup(t.Context(), path, backup, false); err != nil {
		t.Fatal(err)
	}
	for n := 2; n <= 9; n++ {
		if err := s.Matches().AppendInput(t.Context(), newStep(m, n, 0, []byte("more"))); err != nil {
			t.Fatal(err)
		}
	}
	rename(t, backup, path)
	var moved *MovedError
	if err := s.Close(); !errors.As(err, &moved) || moved.Rescued != path+".rescued" {
		t.Fatalf("close: %v", err)
	}
	checkNames(t, dir, "oneiros.db", "oneiros.db.rescued")
	if err := CheckIntegrity(t.Context(), path); err != nil {
		t.Errorf("the file in its place: %v", err)
	}
	checkInputs(t, path, 1)
	checkInputs(t, moved.Rescued, 9)
}

// TestCloseBesideAnother closes a store whose database was replaced by one that is
// in use. That one keeps its write-ahead log.
func TestCloseBesideAnother(t *testing.T) {
	t.Parallel()
	path := storetest.File(t)
	first, err := Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	startMatch(t, first, "first", 5)
	rename(t, path, path+".away", path+"-wal", path+".away-wal", path+"-shm", path+".away-shm")
	second, err := Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	m := startMatch(t, second, "match", 5)
	if err := second.Matches().AppendInput(t.Context(), newStep(m, 1, 0, []byte("1"))); err != nil {
		t.Fatal(err)
	}
	// The first store does not read what has its name now.
	if _, err := first.Matches().Match(t.Context(), "first"); err != nil {
		t.Errorf("read a moved database: %v", err)
	}
	var held []interface{ Close() error }
	for range 4 { // the pool needs new connections
		c, err := first.reads.Conn(t.Context())
		if err != nil {
			if !errors.Is(err, ErrMoved) {
				t.Errorf("open another connection: %v", err)
			}
			break
		}
		held = append(held, c)
	}
	if len(held) == 4 {
		t.Error("the pool opened connections to another database")
	}
	for _, c := range held {
		if err := c.Close(); err != nil {
			t.Error(err)
		}
	}
	if err := first.Close(); !errors.Is(err, ErrMoved) {
		t.Errorf("close: %v", err)
	}
	if err := second.Matches().AppendInput(t.Context(), newStep(m, 2, 0, []byte("2"))); err != nil {
		t.Errorf("append to the database in its place: %v", err)
	}
	if err := second.Close(); err != nil {
		t.Error(err)
	}
	checkInputs(t, path, 2)
	old, err := OpenReadOnly(t.Context(), path+".away")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := old.Matches().Match(t.Context(), "first"); err != nil {
		t.Errorf("read the moved database after the end: %v", err)
	}
	if err := old.Close(); err != nil {
		t.Error(err)
	}
}
