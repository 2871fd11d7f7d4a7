package main

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"testing/synctest"
	"time"
)

// TestRepeat: backups count from the latest one that is there, also after a restart.
func TestRepeat(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		begun := time.Now()
		var at []time.Duration
		note := func() error { at = append(at, time.Since(begun)); return nil }
		ctx, stop := context.WithTimeout(t.Context(), 60*time.Hour)
		defer stop()
		// The latest backup is four hours old.
		if err := repeat(ctx, begun.Add(-4*time.Hour), 24*time.Hour, note); err != nil {
			t.Fatal(err)
		}
		if want := []time.Duration{20 * time.Hour, 44 * time.Hour}; !slices.Equal(at, want) {
			t.Errorf("backups after %v, want %v", at, want)
		}
	})
	synctest.Test(t, func(t *testing.T) {
		begun := time.Now()
		failed := errors.New("no room")
		// There is none yet, so the first comes at once. A failure ends all.
		if err := repeat(t.Context(), time.Time{}, time.Hour, func() error { return failed }); !errors.Is(err, failed) || time.Since(begun) != 0 {
			t.Errorf("after %v: %v", time.Since(begun), err)
		}
		// A latest backup in the future, by a clock that was wrong, delays it for no more
		// than the time between two.
		stopped := errors.New("stop")
		if err := repeat(t.Context(), begun.Add(1000*time.Hour), time.Hour, func() error { return stopped }); !errors.Is(err, stopped) || time.Since(begun) != time.Hour {
			t.Errorf("after %v: %v", time.Since(begun), err)
		}
	})
}

// TestBackupAfterOneOfTheFuture: the backup that was just made stays, though a clock that
// was wrong has named another one by a later moment.
func TestBackupAfterOneOfTheFuture(t *testing.T) {
	t.Parallel()
	path, folder := filepath.Join(t.TempDir(), "oneiros.db"), t.TempDir()
	environ := []string{"ONEIROS_STORE_PATH=" + path}
	says := func(args ...string) {
		t.Helper()
		var out, errs bytes.Buffer
		if code := run(args, environ, &out, &errs); code != 0 {
			t.Fatalf("%v ends with %d: %s", args, code, errs.String())
		}
	}
	says("migrate")
	const past, future, other = "oneiros-20000101T000000.000Z.db", "oneiros-99990101T000000.000Z.db", "notes.txt"
	for keep, want := range map[string][]string{"1": nil, "2": {future}, "3": {past, future}} {
		for _, name := range []string{past, future, other} {
			if err := os.WriteFile(filepath.Join(folder, name), nil, 0o600); err != nil {
				t.Fatal(err)
			}
		}
		says("backup", "--keep", keep, folder)
		files, err := os.ReadDir(folder)
		if err != nil {
			t.Fatal(err)
		}
		made, others := "", []string(nil)
		for _, f := range files {
			switch name := f.Name(); name {
			case other:
			case past, future:
				others = append(others, name)
			default:
				made = name
			}
		}
		if made == "" || len(files) != len(want)+2 || !slices.Equal(others, want) {
			t.Errorf("--keep %s leaves %v, want the one just made and %v", keep, files, want)
		}
		if err := os.Remove(filepath.Join(folder, made)); made == "" || err != nil {
			t.Fatalf("the one just made: %v", err)
		}
	}
	for name, want := range map[string]string{past: past, future: "", "": ""} {
		empty := t.TempDir()
		if name != "" {
			if err := os.WriteFile(filepath.Join(empty, name), nil, 0o600); err != nil {
				t.Fatal(err)
			}
		}
		at, err := latestBackup(empty, time.Date(2030, 1, 1, 0, 0, 0, 0, time.UTC))
		if err != nil || want == "" != at.IsZero() || want != "" && at.Format(dated) != want {
			t.Errorf("with %q the latest one is of %v: %v", name, at, err)
		}
	}
}
