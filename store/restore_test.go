package store

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
)

// copied is a database with a match that has begun, and where it and its back-up
// are.
func copied(t *testing.T) (s *Store, m Match, path, backup string) {
	t.Helper()
	dir := t.TempDir()
	path, backup = filepath.Join(dir, "oneiros.db"), filepath.Join(dir, "copy.db")
	s, err := Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	m = startMatch(t, s, "match", 5)
	if err := Backup(t.Context(), path, backup, false); err != nil {
		t.Fatal(err)
	}
	return s, m, path, backup
}

// inputs says how many inputs the match has in a database.
func inputs(t *testing.T, path string, want int) {
	t.Helper()
	r, err := OpenReadOnly(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	if log, err := r.Inputs(t.Context(), "match"); err != nil || len(log) != want {
		t.Errorf("%s has %d inputs, %v", filepath.Base(path), len(log), err)
	}
	if err := r.Close(); err != nil {
		t.Error(err)
	}
}

// TestRestoreOver puts a back-up in the place of a database: not while somebody
// writes it, and what was there is kept, also what is damaged.
func TestRestoreOver(t *testing.T) {
	t.Parallel()
	s, m, path, backup := copied(t)
	if err := s.AppendInput(t.Context(), newStep(m, 1, 0, []byte("later"))); err != nil {
		t.Fatal(err)
	}
	if _, err := Restore(t.Context(), backup, path, false); !errors.Is(err, fs.ErrExist) {
		t.Errorf("restored over a database: %v", err)
	}
	var held *HeldError
	if _, err := Restore(t.Context(), backup, path, true); !errors.As(err, &held) {
		t.Errorf("restored under a process that writes: %v", err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	old, err := Restore(t.Context(), backup, path, true)
	if err != nil || old != path+".old" {
		t.Fatalf("restored, and the former one is %q, %v", old, err)
	}
	inputs(t, path, 0)
	inputs(t, old, 1)
	if err := os.WriteFile(path, bytes.Repeat([]byte("damage"), 1000), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path+"-wal", []byte("left behind"), 0o600); err != nil {
		t.Fatal(err)
	}
	again, err := Restore(t.Context(), backup, path, true)
	if err != nil || again != path+".old.2" {
		t.Fatalf("a damaged database is not replaced, or is %q: %v", again, err)
	}
	inputs(t, path, 0)
	inputs(t, old, 1) // as it was: the only one that has it
	if err := CheckIntegrity(t.Context(), path); err != nil {
		t.Errorf("what was restored is not sound: %v", err)
	}
}

// TestRestoreBesideLeftovers restores where the database is missing and what
// SQLite kept beside it is not: none of that becomes a part of what is restored.
func TestRestoreBesideLeftovers(t *testing.T) {
	t.Parallel()
	s, m, path, backup := copied(t)
	for n := 1; n < 30; n++ {
		if err := s.AppendInput(t.Context(), newStep(m, n, 0, bytes.Repeat([]byte("dream"), 1000))); err != nil {
			t.Fatal(err)
		}
	}
	left := readFiles(t, filepath.Dir(path))
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	for _, end := range []string{"-wal", "-shm"} {
		if err := os.WriteFile(path+end, left["oneiros.db"+end], 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if old, err := Restore(t.Context(), backup, path, false); err != nil || old != "" {
		t.Fatalf("restored, and the former one is %q, %v", old, err)
	}
	if err := CheckIntegrity(t.Context(), path); err != nil {
		t.Errorf("what was restored is not sound: %v", err)
	}
	inputs(t, path, 0)
	if !bytes.Equal(readFiles(t, filepath.Dir(path))["oneiros.db.old-wal"], left["oneiros.db-wal"]) {
		t.Error("the log of the missing database is gone")
	}
}
