package store

import (
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"oneiros/store/storetest"
)

// TestCopyBetween copies a database with rows of every table from SQLite to PostgreSQL,
// on to another PostgreSQL and back. What it held is there, and live matches go on.
func TestCopyBetween(t *testing.T) {
	t.Parallel()
	path := filled(t, 4)
	places := []string{path, storetest.Postgres(t), postgres(t), filepath.Join(t.TempDir(), "back.db")}
	for i, to := range places[1:] {
		list, err := Copy(t.Context(), places[i], to)
		if err != nil {
			t.Fatalf("copy %d: %v", i, err)
		}
		for _, table := range list {
			if table.Rows == 0 {
				t.Errorf("the test has no rows of %s: fillTables of damage_test.go lacks one", table.Table)
			}
		}
		if _, err := Copy(t.Context(), path, to); !errors.Is(err, ErrNotEmpty) {
			t.Errorf("copy over a copy: %v", err)
		}
		checkWhole(t, to)
	}
	was, is := openStore(t, path), openStore(t, places[len(places)-1])
	live, err := was.Matches().MatchesByPhase(t.Context(), Live)
	if err != nil || len(live) == 0 {
		t.Fatalf("live matches %v, %v", live, err)
	}
	for _, id := range live {
		before, err := was.Matches().Match(t.Context(), id)
		if err != nil {
			t.Fatal(err)
		}
		after, err := is.Matches().Match(t.Context(), id)
		if d := cmp.Diff(before, after); d != "" || err != nil {
			t.Errorf("match %s, %v:\n%s", id, err, d)
		}
		after.Position = nil
		if err := is.Matches().AppendInput(t.Context(), newStep(after, before.Position.N+1, 0, []byte("{}"))); err != nil {
			t.Errorf("match %s does not go on: %v", id, err)
		}
	}
}

// TestCopyRefuses: a copy changes nothing where it cannot be whole.
func TestCopyRefuses(t *testing.T) {
	t.Parallel()
	path, place := filled(t, 2), storetest.Postgres(t)
	s := openFast(t, path)
	var source *SourceError
	if _, err := Copy(t.Context(), path, place); !errors.As(err, &source) || !errors.As(err, new(*HeldError)) {
		t.Errorf("copy while a process writes: %v", err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := Copy(t.Context(), filepath.Join(t.TempDir(), "none.db"), place); !errors.As(err, &source) || !errors.Is(err, ErrNotFound) {
		t.Errorf("copy a missing database: %v", err)
	}
	if has, _, err := SchemaVersion(t.Context(), place); has != 0 || err != nil {
		t.Errorf("the target has version %d, %v", has, err)
	}
	// A number that PostgreSQL's column cannot hold, as a flipped bit makes it.
	if _, err := openRaw(t, path).Exec(`UPDATE results SET score = 1 << 40`); err != nil {
		t.Fatal(err)
	}
	if _, err := Copy(t.Context(), path, place); err == nil || !strings.Contains(err.Error(), "copy the table results") {
		t.Errorf("copy what does not fit: %v", err)
	}
	target := openStore(t, place)
	if ids, err := target.Guilds().Guilds(t.Context()); err != nil || len(ids) != 0 {
		t.Errorf("half of it was copied: %v, %v", ids, err)
	}
}

// TestCompare: a copy in which anything differs is found out.
func TestCompare(t *testing.T) {
	t.Parallel()
	path := filled(t, 2)
	place := postgres(t)
	if _, err := Copy(t.Context(), path, place); err != nil {
		t.Fatal(err)
	}
	lite, postgres := openRaw(t, path), openRaw(t, place)
	for _, change := range []string{
		`UPDATE positions SET position = 'x'::bytea || position WHERE n = 20`, `UPDATE players SET seat = seat + 1`,
		`DELETE FROM notes`, `UPDATE guilds SET lang = lang || ' '`, `UPDATE results SET won = 1 - won`, `UPDATE matches SET seed = NULL`,
	} {
		changed, err := postgres.Begin()
		if err != nil {
			t.Fatal(err)
		}
		if _, err := changed.Exec(change); err != nil {
			t.Fatal(err)
		}
		if _, err := compare(t.Context(), lite, changed, lasting(declared)); err == nil {
			t.Errorf("%s: no difference was found", change)
		}
		if err := changed.Rollback(); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := compare(t.Context(), lite, postgres, lasting(declared)); err != nil {
		t.Error(err)
	}
}
