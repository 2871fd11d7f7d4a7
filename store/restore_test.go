package store

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"oneiros/games/gametest"
	"oneiros/store/storetest"
)

// copied creates a database with a live match, and a backup of it.
func copied(t *testing.T) (s *Store, m Match, path, backup string) {
	t.Helper()
	path = storetest.File(t)
	backup = filepath.Join(filepath.Dir(path), "copy.db")
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

// checkInputs checks how many inputs the match has in a database.
func checkInputs(t *testing.T, path string, want int) {
	t.Helper()
	r, err := OpenReadOnly(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	if log, err := r.Matches().Inputs(t.Context(), "match"); err != nil || len(log) != want {
		t.Errorf("%s has %d inputs, %v", filepath.Base(path), len(log), err)
	}
	if err := r.Close(); err != nil {
		t.Error(err)
	}
}

// TestRestoreOver puts a backup in the place of a database, but not while a process
// writes it. The old database is kept, even a damaged one.
func TestRestoreOver(t *testing.T) {
	gametest.NotShort(t)
	t.Parallel()
	s, m, path, backup := copied(t)
	if err := s.Matches().AppendInput(t.Context(), newStep(m, 1, 0, []byte("later"))); err != nil {
		t.Fatal(err)
	}
	if _, err := Restore(t.Context(), backup, path, false); !errors.Is(err, fs.ErrExist) {
		t.Errorf("restore over a database: %v", err)
	}
	var held *HeldError
	if _, err := Restore(t.Context(), backup, path, true); !errors.As(err, &held) {
		t.Errorf("restore while a process writes: %v", err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	old, err := Restore(t.Context(), backup, path, true)
	if err != nil || old != path+".old" {
		t.Fatalf("the old database is %q, %v", old, err)
	}
	checkInputs(t, path, 0)
	checkInputs(t, old, 1)
	if err := os.WriteFile(path, bytes.Repeat([]byte("damage"), 1000), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path+"-wal", []byte("left behind"), 0o600); err != nil {
		t.Fatal(err)
	}
	again, err := Restore(t.Context(), backup, path, true)
	if err != nil || again != path+".old.2" {
		t.Fatalf("the damaged database is %q, %v", again, err)
	}
	checkInputs(t, path, 0)
	checkInputs(t, old, 1) // unchanged: only this one has the input
	if err := CheckIntegrity(t.Context(), path); err != nil {
		t.Errorf("the restored database is damaged: %v", err)
	}
}

// TestRestoreBesideLeftovers restores where the database is missing but its side
// files are not. They do not become a part of the restored database.
func TestRestoreBesideLeftovers(t *testing.T) {
	t.Parallel()
	s, m, path, backup := copied(t)
	for n := 1; n < 30; n++ {
		if err := s.Matches().AppendInput(t.Context(), newStep(m, n, 0, bytes.Repeat([]byte("dream"), 1000))); err != nil {
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
		t.Fatalf("the old database is %q, %v", old, err)
	}
	if err := CheckIntegrity(t.Context(), path); err != nil {
		t.Errorf("the restored database is damaged: %v", err)
	}
	checkInputs(t, path, 0)
	if !bytes.Equal(readFiles(t, filepath.Dir(path))["oneiros.db.old-wal"], left["oneiros.db-wal"]) {
		t.Error("the log of the missing database was not kept")
	}
}
