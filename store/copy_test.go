package store

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"oneiros/games/gametest"
	"oneiros/store/storetest"
)

// errNoLinks is what a file system without hard links answers.
var errNoLinks = &os.LinkError{Op: "link", Err: errors.ErrUnsupported}

func noLink(string, string) error { return errNoLinks }

// checkNames checks which files a folder holds.
func checkNames(t *testing.T, dir string, want ...string) {
	t.Helper()
	list, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, f := range list {
		got = append(got, f.Name())
	}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("the folder holds %v, want %v", got, want)
	}
}

// TestBackupWithoutLinks makes a backup where the file system has no hard links. It
// appears under its name, and it replaces no file that appeared meanwhile.
func TestBackupWithoutLinks(t *testing.T) {
	t.Parallel()
	s, _, path, _ := copied(t)
	dir := t.TempDir()
	to := filepath.Join(dir, "copy.db")
	files := fileSystem{noLink, os.Rename}
	if err := files.backup(t.Context(), path, to, false); err != nil {
		t.Fatal(err)
	}
	checkNames(t, dir, "copy.db")
	checkInputs(t, to, 0)
	other := filepath.Join(dir, "other.db")
	files.link = func(string, string) error { // another process makes the file at this moment
		if err := os.WriteFile(other, []byte("mine"), 0o600); err != nil {
			t.Error(err)
		}
		return errNoLinks
	}
	if err := files.backup(t.Context(), path, other, false); !errors.Is(err, fs.ErrExist) {
		t.Errorf("back up over a file: %v", err)
	}
	if b, err := os.ReadFile(other); string(b) != "mine" {
		t.Errorf("the file was replaced: %d bytes, %v", len(b), err)
	}
	checkNames(t, dir, "copy.db", "other.db")
	if err := s.Close(); err != nil {
		t.Error(err)
	}
}

// TestRestoreWithoutLinks keeps the old database by renaming it.
func TestRestoreWithoutLinks(t *testing.T) {
	t.Parallel()
	s, m, path, backup := copied(t)
	if err := s.Matches().AppendInput(t.Context(), newStep(m, 1, 0, []byte("later"))); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	files := fileSystem{noLink, os.Rename}
	old, err := files.restore(t.Context(), backup, path, true)
	if err != nil || old != path+".old" {
		t.Fatalf("the old database is %q, %v", old, err)
	}
	checkNames(t, filepath.Dir(path), "copy.db", "oneiros.db", "oneiros.db.old")
	checkInputs(t, path, 0)
	checkInputs(t, old, 1)
}

// TestRestoreFailsInTheMiddle lets the last rename fail, with hard links and
// without. The database has its name and its content again, and no other file is
// left.
func TestRestoreFailsInTheMiddle(t *testing.T) {
	t.Parallel()
	for name, link := range map[string]func(string, string) error{"links": os.Link, "no links": noLink} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s, m, path, backup := copied(t)
			if err := s.Matches().AppendInput(t.Context(), newStep(m, 1, 0, []byte("later"))); err != nil {
				t.Fatal(err)
			}
			if err := s.Close(); err != nil {
				t.Fatal(err)
			}
			broken := errors.New("the rename is broken")
			files := fileSystem{link, func(from, to string) error {
				if strings.Contains(from, tempPrefix) {
					return broken
				}
				return os.Rename(from, to)
			}}
			if old, err := files.restore(t.Context(), backup, path, true); !errors.Is(err, broken) || old != "" {
				t.Errorf("the old database is %q, %v", old, err)
			}
			checkNames(t, filepath.Dir(path), "copy.db", "oneiros.db")
			checkInputs(t, path, 1)
		})
	}
}

// TestRestoreOverDamage replaces a database whose lease cannot be read.
func TestRestoreOverDamage(t *testing.T) {
	t.Parallel()
	s, _, path, backup := copied(t)
	var page int
	if err := s.reads.Get(&page, `SELECT rootpage FROM sqlite_master WHERE name = 'lease'`); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	_, err = f.WriteAt(bytes.Repeat([]byte{0xff}, 4096), int64(page-1)*4096)
	if err := errors.Join(err, f.Close()); err != nil {
		t.Fatal(err)
	}
	if _, err := Restore(t.Context(), backup, path, true); err != nil {
		t.Fatalf("restore over a damaged database: %v", err)
	}
	checkInputs(t, path, 0)
}

// TestCopyReasons lets copies fail. The error names the reason and the side that
// it concerns, and no file is left.
func TestCopyReasons(t *testing.T) {
	t.Parallel()
	s, m, path, _ := copied(t)
	for n := 1; n < 30; n++ {
		if err := s.Matches().AppendInput(t.Context(), newStep(m, n, 0, bytes.Repeat([]byte("dream"), 1000))); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for i := len(b) / 2; i < len(b); i++ {
		b[i] ^= 0xa5
	}
	damaged := filepath.Join(t.TempDir(), "damaged.db")
	if err := os.WriteFile(damaged, b, 0o600); err != nil {
		t.Fatal(err)
	}
	ended, end := context.WithCancel(t.Context())
	end()
	for name, c := range map[string]struct {
		ctx    context.Context
		path   string
		want   error
		source bool
	}{
		"damaged": {t.Context(), damaged, ErrDamaged, true},
		"missing": {t.Context(), path + ".none", ErrNotFound, true},
		"SIGTERM": {ended, path, context.Canceled, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			var source *SourceError
			err := Backup(c.ctx, c.path, filepath.Join(dir, "copy.db"), false)
			if !errors.Is(err, c.want) || errors.Is(err, fs.ErrNotExist) {
				t.Errorf("back up: %v", err)
			}
			if c.source && !errors.As(err, &source) {
				t.Errorf("back up does not name the source: %v", err)
			}
			if _, err := Restore(c.ctx, c.path, filepath.Join(dir, "oneiros.db"), false); !errors.Is(err, c.want) {
				t.Errorf("restore: %v", err)
			}
			checkNames(t, dir)
		})
	}
	if err := Backup(t.Context(), path, filepath.Join(path, "copy.db"), false); err == nil || errors.As(err, new(*SourceError)) {
		t.Errorf("back up into a file: %v", err)
	}
}

// TestCopyInterrupted ends a copy in the middle, as SIGTERM does.
func TestCopyInterrupted(t *testing.T) {
	gametest.NotShort(t)
	t.Parallel()
	path := storetest.File(t)
	s, err := Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	m := startMatch(t, s, "match", 5)
	for n := 1; n < 6; n++ {
		if err := s.Matches().AppendInput(t.Context(), newStep(m, n, 0, bytes.Repeat([]byte("dream"), 1<<20))); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for tries := 1; ; tries++ {
		ctx, end := context.WithCancel(t.Context())
		go func() { // ends the copy once its file grows
			for ctx.Err() == nil {
				list, _ := filepath.Glob(filepath.Join(dir, tempPrefix+"*"))
				for _, f := range list {
					if info, err := os.Stat(f); err == nil && info.Size() > 1<<20 {
						end()
					}
				}
			}
		}()
		err := Backup(ctx, path, filepath.Join(dir, "copy.db"), true)
		end()
		if err == nil && tries < 100 { // it had ended before the other goroutine looked
			continue
		}
		if !errors.Is(err, context.Canceled) {
			t.Errorf("back up: %v", err)
		}
		if err := os.Remove(filepath.Join(dir, "copy.db")); err != nil && !errors.Is(err, fs.ErrNotExist) { // of an earlier try
			t.Error(err)
		}
		checkNames(t, dir)
		return
	}
}

// TestAbandonedCopies: a copy removes what killed processes left, and nothing that
// may belong to a living process.
func TestAbandonedCopies(t *testing.T) {
	t.Parallel()
	machine, started := inspectProcess(os.Getpid())
	if machine == "" {
		t.Skip("nothing identifies a process on this system")
	}
	s, _, path, _ := copied(t)
	killed := exec.Command("sleep", "3600")
	if err := killed.Start(); err != nil {
		t.Fatal(err)
	}
	_, killedAt := inspectProcess(killed.Process.Pid)
	if err := killed.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	killed.Wait() // it was killed: that is its error
	name := func(pid int, started, machine string) string {
		return tempPrefix + strconv.Itoa(pid) + "-" + started + "-" + digestOfMachine(machine) + "-1"
	}
	dir := t.TempDir()
	stale := time.Now().Add(-2 * abandonedAfter)
	for file, keep := range map[string]bool{
		name(killed.Process.Pid, killedAt, machine):              false,
		name(killed.Process.Pid, killedAt, machine) + "-journal": false,
		name(os.Getpid(), "1", machine):                          false, // an earlier process with our number
		name(os.Getpid(), started, machine):                      true,
		name(killed.Process.Pid, killedAt, "another machine"):    true,
		tempPrefix + "123":                                       true,
		"mine.db":                                                true,
	} {
		for _, old := range []bool{false, true} {
			f := filepath.Join(dir, file)
			if err := os.WriteFile(f, nil, 0o600); err != nil {
				t.Fatal(err)
			}
			if old {
				if err := os.Chtimes(f, stale, stale); err != nil {
					t.Fatal(err)
				}
				keep = file == "mine.db" || file == name(os.Getpid(), started, machine)
			}
			if err := Backup(t.Context(), path, filepath.Join(dir, "copy.db"), true); err != nil {
				t.Fatal(err)
			}
			if _, err := os.Stat(f); (err == nil) != keep {
				t.Errorf("%s, old %v: keep %v, %v", file, old, keep, err)
			}
		}
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
}
