package store

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"oneiros/store/storetest"
)

// TestBackup makes backups while four matches are played. Each backup shows every
// match at one moment. No other file is left in the folder.
func TestBackup(t *testing.T) {
	t.Parallel()
	path := storetest.File(t)
	dir := filepath.Dir(path)
	s, err := Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	stop := make(chan struct{})
	var wait sync.WaitGroup
	var begun sync.WaitGroup
	for i := range 4 {
		m := startMatch(t, s, fmt.Sprint("match", i), uint64(100+i))
		begun.Add(1)
		wait.Go(func() {
			for n := 1; ; n++ {
				if err := s.Matches().AppendInput(t.Context(), newStep(m, n, uint64(n), []byte(fmt.Sprint(n)))); err != nil {
					t.Error(err)
				}
				if n == 1 {
					begun.Done()
				}
				select {
				case <-stop:
					return
				default:
				}
			}
		})
	}
	begun.Wait()
	copies := filepath.Join(dir, "copies")
	if err := os.Mkdir(copies, 0o700); err != nil {
		t.Fatal(err)
	}
	for i := range 3 {
		to := filepath.Join(copies, "copy.db")
		if err := Backup(t.Context(), path, to, i > 0); err != nil {
			t.Fatal(err)
		}
		before, err := os.ReadFile(to)
		if err != nil {
			t.Fatal(err)
		}
		if err := Backup(t.Context(), path, to, false); !errors.Is(err, fs.ErrExist) {
			t.Errorf("a backup was overwritten: %v", err)
		}
		if after, err := os.ReadFile(to); err != nil || !bytes.Equal(before, after) {
			t.Errorf("the refused backup changed the file: %v", err)
		}
		if info, err := os.Stat(to); err != nil || info.Mode().Perm()&0o077 != 0 {
			t.Errorf("other users may read the backup: %v, %v", info.Mode(), err)
		}
		checkFree(t, to)
		// Restore it beside the database that is in use. It has its own lease.
		again := filepath.Join(dir, fmt.Sprintf("again%d.db", i))
		if old, err := Restore(t.Context(), to, again, false); err != nil || old != "" {
			t.Fatalf("restore: %q, %v", old, err)
		}
		goOn(t, again, fmt.Sprintf("backup %d", i))
	}
	close(stop)
	wait.Wait()
	if err := s.Close(); err != nil {
		t.Error(err)
	}
	if list := names(readFiles(t, copies)); !cmp.Equal(list, []string{"copy.db"}) {
		t.Errorf("the folder holds %v", list)
	}
}

// goOn opens a restored database of TestBackup. Each match is at one moment, and it
// can go on.
func goOn(t *testing.T, path, name string) {
	t.Helper()
	s, err := Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	for i := range 4 {
		m, err := s.Matches().Match(t.Context(), fmt.Sprint("match", i))
		if err != nil {
			t.Fatal(err)
		}
		log, err := s.Matches().Inputs(t.Context(), m.ID)
		if err != nil || len(log) == 0 || m.Position.N != len(log) || string(m.Position.Data) != fmt.Sprint(len(log)) {
			t.Errorf("%s: %s has %d inputs and the position %+v, %v", name, m.ID, len(log), m.Position, err)
		}
		if err := s.Matches().AppendInput(t.Context(), newStep(m, len(log)+1, 0, []byte("on"))); err != nil {
			t.Errorf("%s: append to the restored match: %v", name, err)
		}
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
}

// checkFree checks that no person holds the lease of a database.
func checkFree(t *testing.T, path string) {
	t.Helper()
	r, err := OpenReadOnly(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	var holder string
	if err := r.reads.Get(&holder, `SELECT holder FROM lease`); err != nil || holder != "" {
		t.Errorf("%q holds the lease, %v", holder, err)
	}
	if err := r.Close(); err != nil {
		t.Error(err)
	}
}

// TestBackupOfFirstVersion copies a database from before there was a lease.
func TestBackupOfFirstVersion(t *testing.T) {
	t.Parallel()
	path := firstVersion(t)
	if err := Backup(t.Context(), path, path+".copy", false); err != nil {
		t.Fatal(err)
	}
	old, err := Restore(t.Context(), path+".copy", path, true)
	if err != nil || old != path+".old" {
		t.Errorf("the old database is %q, %v", old, err)
	}
	for _, f := range []string{path, path + ".copy", path + ".old"} {
		if has, _, err := SchemaVersion(t.Context(), f); has != 1 || err != nil {
			t.Errorf("%s has version %d, %v", filepath.Base(f), has, err)
		}
	}
}

func names(m map[string][]byte) []string {
	var list []string
	for n := range m {
		list = append(list, n)
	}
	return list
}

func TestBackupFails(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	text := filepath.Join(dir, "notes.txt")
	if err := os.WriteFile(text, bytes.Repeat([]byte("a dream of a database\n"), 100), 0o600); err != nil {
		t.Fatal(err)
	}
	to := filepath.Join(dir, "copy.db")
	if err := Backup(t.Context(), filepath.Join(dir, "none.db"), to, false); !errors.Is(err, ErrNotFound) {
		t.Errorf("back up a missing database: %v", err)
	}
	if err := Backup(t.Context(), text, to, false); !errors.Is(err, ErrDamaged) {
		t.Errorf("back up a text file: %v", err)
	}
	if _, err := Restore(t.Context(), text, to, false); !errors.Is(err, ErrDamaged) {
		t.Errorf("restore a text file: %v", err)
	}
	if list := names(readFiles(t, dir)); !cmp.Equal(list, []string{"notes.txt"}) {
		t.Errorf("the folder holds %v", list)
	}
}

// TestBackupOntoItself makes a backup under several names of the database that is
// open.
func TestBackupOntoItself(t *testing.T) {
	t.Parallel()
	path := storetest.File(t)
	dir := filepath.Dir(path)
	s, err := Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	m := startMatch(t, s, "match", 5)
	link := filepath.Join(dir, "link.db")
	if err := os.Symlink("oneiros.db", link); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ path, to string }{
		{path, path},
		{path, filepath.Join(dir, "..", filepath.Base(dir), "oneiros.db")},
		{path, link},
		{link, path},
		{path, path + "-wal"},
		{path, path + "-shm"},
		{path, path + "-journal"}, // does not exist
		{link, path + "-journal"},
	} {
		for _, replace := range []bool{false, true} {
			if err := Backup(t.Context(), c.path, c.to, replace); !errors.Is(err, ErrSameFile) {
				t.Errorf("back up %s to %s, replace %v: %v", c.path, c.to, replace, err)
			}
		}
	}
	if err := s.Matches().AppendInput(t.Context(), newStep(m, 1, 0, []byte("on"))); err != nil {
		t.Error(err)
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
	if err := CheckIntegrity(t.Context(), path); err != nil {
		t.Error(err)
	}
	if err := Backup(t.Context(), path, path+"-wal", true); !errors.Is(err, ErrSameFile) {
		t.Errorf("back up to the log of a closed database: %v", err)
	}
}

// TestBackupBesideLeftovers makes a backup beside the log of an older database with
// the same name. That log does not become a part of the backup.
func TestBackupBesideLeftovers(t *testing.T) {
	t.Parallel()
	path := storetest.File(t)
	to := filepath.Join(filepath.Dir(path), "copy.db")
	s, err := Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	m := startMatch(t, s, "match", 5)
	if err := s.Matches().AppendInput(t.Context(), newStep(m, 1, 0, []byte("before"))); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(to+"-wal", readFiles(t, filepath.Dir(path))["oneiros.db-wal"], 0o600); err != nil {
		t.Fatal(err)
	}
	if err := s.Matches().AppendInput(t.Context(), newStep(m, 2, 0, []byte("after"))); err != nil {
		t.Fatal(err)
	}
	if err := Backup(t.Context(), path, to, false); !errors.Is(err, fs.ErrExist) {
		t.Errorf("back up beside a log: %v", err)
	}
	if err := Backup(t.Context(), path, to, true); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
	r, err := OpenReadOnly(t.Context(), to)
	if err != nil {
		t.Fatal(err)
	}
	if log, err := r.Matches().Inputs(t.Context(), "match"); err != nil || len(log) != 2 {
		t.Errorf("the backup has %d inputs, %v", len(log), err)
	}
	if err := r.Close(); err != nil {
		t.Error(err)
	}
}

// TestDamaged damages all but the first pages of a database.
func TestDamaged(t *testing.T) {
	t.Parallel()
	path := storetest.File(t)
	s, err := Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	m := startMatch(t, s, "match", 5)
	for n := 1; n < 30; n++ {
		if err := s.Matches().AppendInput(t.Context(), newStep(m, n, 0, bytes.Repeat([]byte("dream"), 1000))); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if err := CheckIntegrity(t.Context(), path); err != nil {
		t.Fatalf("check a good database: %v", err)
	}
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for i := 4096 * 2; i < len(b); i++ {
		b[i] ^= 0xa5
	}
	if err := os.WriteFile(path, b, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := CheckIntegrity(t.Context(), path); !errors.Is(err, ErrDamaged) {
		t.Errorf("check a damaged database: %v", err)
	}
	if err := Backup(t.Context(), path, path+".copy", false); !errors.Is(err, ErrDamaged) {
		t.Errorf("back up a damaged database: %v", err)
	}
	if _, err := os.Stat(path + ".copy"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a backup was made: %v", err)
	}
}
