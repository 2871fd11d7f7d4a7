package store

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"oneiros/store/storetest"
)

func TestOpen(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "a #name, with 100%?.db")
	if has, wants, err := SchemaVersion(t.Context(), path); has != 0 || wants < 1 || err != nil {
		t.Fatalf("without a file: version %d of %d, %v", has, wants, err)
	}
	if _, err := os.Stat(path); !errors.Is(err, os.ErrNotExist) {
		t.Fatalf("SchemaVersion created the file: %v", err)
	}
	from, to, err := Migrate(t.Context(), path)
	if from != 0 || to < 1 || err != nil {
		t.Fatalf("migrated from %d to %d, %v", from, to, err)
	}
	if has, wants, err := SchemaVersion(t.Context(), path); has != to || wants != to || err != nil {
		t.Fatalf("after the migration: version %d of %d, %v", has, wants, err)
	}
	for range 2 { // the second time nothing has to be done
		s, err := Open(t.Context(), path)
		if err != nil {
			t.Fatal(err)
		}
		for pragma, want := range map[string]string{"journal_mode": "wal", "synchronous": "2", "foreign_keys": "1", "busy_timeout": "5000"} {
			var got string
			if err := s.writer.conn.QueryRowContext(t.Context(), "PRAGMA "+pragma).Scan(&got); err != nil || got != want {
				t.Errorf("%s is %q, not %q: %v", pragma, got, want, err)
			}
		}
		if _, err := s.reads.Exec(`DELETE FROM matches`); !errors.Is(classify(err), ErrReadOnly) {
			t.Errorf("the reading connections can write: %v", err)
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

func TestNotADatabase(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "notes.txt")
	if err := os.WriteFile(path, bytes.Repeat([]byte("a dream of a database\n"), 100), 0o600); err != nil {
		t.Fatal(err)
	}
	before, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Open(t.Context(), path); !errors.Is(err, ErrDamaged) {
		t.Errorf("open a text file: %v", err)
	}
	if after, err := os.ReadFile(path); err != nil || !bytes.Equal(before, after) {
		t.Errorf("the text file was changed: %v", err)
	}
}

func TestOpenReadOnly(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "oneiros.db")
	if _, err := OpenReadOnly(t.Context(), path); !errors.Is(err, ErrNotFound) {
		t.Errorf("open a missing database: %v", err)
	}
	if _, err := os.Stat(path); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("opening created a file: %v", err)
	}
	release, err := os.ReadFile("testdata/0001.sql")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := openRaw(t, path).Exec(string(release)); err != nil {
		t.Fatal(err)
	}
	if _, err := OpenReadOnly(t.Context(), path); !errors.Is(err, ErrOlder) {
		t.Errorf("open an older database: %v", err)
	}
	_, err = openRaw(t, path).Exec(`INSERT INTO goose_db_version (version_id, is_applied) VALUES (9999, 1)`)
	if err != nil {
		t.Fatal(err)
	}
	_, newer := OpenReadOnly(t.Context(), path)
	known, err := knownVersions()
	if err != nil {
		t.Fatal(err)
	}
	if want := fmt.Sprintf("up to %d", slices.Max(known)); !errors.Is(newer, ErrNewer) || !strings.Contains(newer.Error(), "version 9999") || !strings.Contains(newer.Error(), want) {
		t.Errorf("the error is %v", newer)
	}
}

func TestClose(t *testing.T) {
	t.Parallel()
	storetest.OnBoth(t, func(t *testing.T, place string) {
		s, err := Open(t.Context(), place)
		if err != nil {
			t.Fatal(err)
		}
		m := startMatch(t, s, "match", 5)
		canceled, stop := context.WithCancel(t.Context())
		stop()
		if err := s.Matches().AppendInput(canceled, newStep(m, 1, 0, nil)); !errors.Is(err, context.Canceled) {
			t.Errorf("append with a canceled context: %v", err)
		}
		var wait sync.WaitGroup
		for range 4 {
			wait.Go(func() {
				for {
					err := s.SaveUser(t.Context(), User{ID: 1, Lang: "ru"})
					if errors.Is(err, ErrClosed) {
						return
					}
					if err != nil {
						t.Error(err)
						return
					}
				}
			})
		}
		if err := s.Close(); err != nil {
			t.Error(err)
		}
		wait.Wait()
		if err := s.Close(); err != nil {
			t.Errorf("second Close: %v", err)
		}
	})
}
