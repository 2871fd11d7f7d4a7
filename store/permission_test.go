package store

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"oneiros/games/gametest"
)

// checkPrivate checks that only the owner can open the files of a folder.
func checkPrivate(t *testing.T, dir string, want int) {
	t.Helper()
	list, err := os.ReadDir(dir)
	if err != nil || len(list) != want {
		t.Errorf("the folder holds %v, %v", list, err)
	}
	for _, f := range list {
		if info, err := f.Info(); err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("%s has the mode %v, %v", f.Name(), info.Mode(), err)
		}
	}
}

// TestPrivate creates a database, and opens one that every person could read.
func TestPrivate(t *testing.T) {
	gametest.NotShort(t)
	t.Parallel()
	s, m, path, backup := copied(t)
	checkPrivate(t, filepath.Dir(path), 4) // the database, two sidecars, the backup
	if err := s.Matches().AppendInput(t.Context(), newStep(m, 1, 0, []byte("1"))); err != nil {
		t.Fatal(err)
	}
	for _, f := range []string{path, path + "-wal", path + "-shm"} {
		if err := os.Chmod(f, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	// The first store is still open, as if its process had been killed.
	again, err := OpenWhenFree(t.Context(), path, func(Holder) {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	checkPrivate(t, filepath.Dir(path), 4)
	if err := again.Close(); err != nil {
		t.Error(err)
	}
	if err := os.Chmod(path, 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := Restore(t.Context(), backup, path, true); err != nil {
		t.Fatal(err)
	}
	checkPrivate(t, filepath.Dir(path), 3) // the database, the old one, the backup
}

// TestExposed lists the files and the folder that others can open.
func TestExposed(t *testing.T) {
	t.Parallel()
	s, _, path, _ := copied(t)
	dir := filepath.Dir(path)
	check := func(want ...string) {
		t.Helper()
		list, err := Exposed(path)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, e := range list {
			got = append(got, strings.TrimPrefix(filepath.Base(e.Path), filepath.Base(dir))+" "+e.Mode.String()+" "+e.Mend)
		}
		if strings.Join(got, "\n") != strings.Join(want, "\n") {
			t.Errorf("exposed are %q, want %q", got, want)
		}
	}
	if err := os.Chmod(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	check() // others may list the folder
	for name, mode := range map[string]fs.FileMode{path: 0o640, path + "-wal": 0o602, dir: 0o775} {
		if err := os.Chmod(name, mode); err != nil {
			t.Fatal(err)
		}
	}
	check("oneiros.db -rw-r----- chmod 600 \""+path+"\"", "oneiros.db-wal -rw-----w- chmod 600 \""+path+"-wal\"",
		" -rwxrwxr-x chmod go-w \""+dir+"\"")
	if err := s.Close(); err != nil {
		t.Error(err)
	}
}
