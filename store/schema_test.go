package store

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/pressly/goose/v3"

	"oneiros/games"
	"oneiros/games/gametest"
	"oneiros/migrations"
	"oneiros/store/storetest"
)

func TestNewerIsUntouched(t *testing.T) {
	t.Parallel()
	path := storetest.File(t)
	dir := filepath.Dir(path)
	s, err := Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.writer.conn.ExecContext(t.Context(), `INSERT INTO goose_db_version (version_id, is_applied) VALUES (9999, 1)`); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	before := readFiles(t, dir)
	if _, err := Open(t.Context(), path); !errors.Is(err, ErrNewer) {
		t.Fatalf("open a newer database: %v", err)
	}
	if from, to, err := Migrate(t.Context(), path); !errors.Is(err, ErrNewer) || from != 9999 || to >= from {
		t.Fatalf("migrate a newer database from %d to %d: %v", from, to, err)
	}
	if d := cmp.Diff(before, readFiles(t, dir)); d != "" {
		t.Errorf("the newer database was touched:\n%s", d)
	}
}

// TestRefused opens files that are not a whole database. They are refused by name,
// and nothing is changed.
func TestRefused(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		make func(t *testing.T, path string)
		want error
	}{
		"empty": {func(t *testing.T, path string) {
			if err := os.WriteFile(path, nil, 0o600); err != nil {
				t.Fatal(err)
			}
		}, ErrEmpty},
		"log without a database": {func(t *testing.T, path string) {
			if err := os.WriteFile(path+"-wal", []byte("frames"), 0o600); err != nil {
				t.Fatal(err)
			}
		}, ErrMissing},
		"another program": {func(t *testing.T, path string) {
			if err := createDatabase(t.Context(), path); err != nil {
				t.Fatal(err)
			}
			if _, err := openRaw(t, path).ExecContext(t.Context(), `CREATE TABLE songs (name TEXT)`); err != nil {
				t.Fatal(err)
			}
		}, ErrDamaged},
		"a migration is missing": {func(t *testing.T, path string) {
			if _, _, err := Migrate(t.Context(), path); err != nil {
				t.Fatal(err)
			}
			if _, err := openRaw(t, path).ExecContext(t.Context(), `DELETE FROM goose_db_version WHERE version_id IN (2, 3)`); err != nil {
				t.Fatal(err)
			}
		}, ErrIncomplete},
		"the last migration is not recorded": {func(t *testing.T, path string) {
			if _, _, err := Migrate(t.Context(), path); err != nil {
				t.Fatal(err)
			}
			if _, err := openRaw(t, path).ExecContext(t.Context(), `DELETE FROM goose_db_version WHERE version_id = (SELECT max(version_id) FROM goose_db_version)`); err != nil {
				t.Fatal(err)
			}
		}, ErrIncomplete},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			path := filepath.Join(dir, "oneiros.db")
			t.Run("make", func(t *testing.T) { c.make(t, path) })
			before := readFiles(t, dir)
			if _, _, err := SchemaVersion(t.Context(), path); !errors.Is(err, c.want) {
				t.Errorf("the version: %v", err)
			}
			if _, err := Open(t.Context(), path); !errors.Is(err, c.want) {
				t.Errorf("open: %v", err)
			}
			if _, err := OpenReadOnly(t.Context(), path); !errors.Is(err, c.want) {
				t.Errorf("open for reading: %v", err)
			}
			if err := Backup(t.Context(), path, path+".copy", false); !errors.Is(err, c.want) {
				t.Errorf("back up: %v", err)
			}
			if d := cmp.Diff(before, readFiles(t, dir)); d != "" {
				t.Errorf("something was changed:\n%s", d)
			}
		})
	}
}

// TestIncompleteNames names the migrations that are missing.
func TestIncompleteNames(t *testing.T) {
	t.Parallel()
	err := error(&IncompleteError{5, []int64{2, 3}})
	if want := "the database has version 5, and migration 2 3 is missing in it"; err.Error() != want {
		t.Errorf("%q, want %q", err, want)
	}
	err = &IncompleteError{7, []int64{8}}
	if want := "the database says that it has version 7, but it has what migration 8 makes"; err.Error() != want {
		t.Errorf("%q, want %q", err, want)
	}
}

// TestCreateTwice: a second process that creates the same database changes nothing.
func TestCreateTwice(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	path := filepath.Join(dir, "oneiros.db")
	link := filepath.Join(dir, "link.db")
	if err := os.Symlink("oneiros.db", link); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{link, path, link} {
		if err := createDatabase(t.Context(), name); err != nil {
			t.Fatal(err)
		}
		checkNames(t, dir, "link.db", "oneiros.db")
		if has, _, err := SchemaVersion(t.Context(), path); has != 0 || err != nil {
			t.Errorf("version %d, %v", has, err)
		}
	}
	s, err := Open(t.Context(), link)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
	checkNames(t, dir, "link.db", "oneiros.db")
}

// TestMigrateLocked: a migration that cannot write is an error, unless another
// process has done it meanwhile.
func TestMigrateLocked(t *testing.T) {
	gametest.NotShort(t)
	t.Parallel()
	path := filepath.Join(t.TempDir(), "oneiros.db")
	if err := createDatabase(t.Context(), path); err != nil {
		t.Fatal(err)
	}
	db, err := connect(t.Context(), path, 1, "_pragma=busy_timeout(1)")
	if err != nil {
		t.Fatal(err)
	}
	unlock := locked(t, path)
	if err := migrate(t.Context(), db, 0, 5); !errors.Is(err, ErrBusy) {
		t.Errorf("migrate a locked database: %v", err)
	}
	unlock()
	if _, _, err := Migrate(t.Context(), path); err != nil {
		t.Fatal(err)
	}
	// This process still believes that the database is empty.
	if err := migrate(t.Context(), db, 0, 5); err != nil {
		t.Errorf("migrate again: %v", err)
	}
	if err := db.Close(); err != nil {
		t.Error(err)
	}
}

// firstVersion creates an empty database of version 1.
func firstVersion(t *testing.T) (path string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "oneiros.db")
	db := openRaw(t, path)
	steps, err := goose.NewProvider(goose.DialectSQLite3, db, migrations.Files)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := steps.UpTo(t.Context(), 1); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestMigrateFromFirstVersion opens a database of version 1 with a live match.
func TestMigrateFromFirstVersion(t *testing.T) {
	t.Parallel()
	path := firstVersion(t)
	db := openRaw(t, path)
	for _, q := range []string{
		`INSERT INTO matches VALUES ('old', 1, 5, 0, 0, 5, 'test', 'live', 'ru', 7, '{}', '{"goal":"3"}', x'` +
			`0102030405060708091011121314151617181920212223242526272829303132` + `', 2, 90, 1000, '', '', '', 'null', 1000, 1000, 0, 0, 4)`,
		`INSERT INTO players VALUES ('old', 7, 'Аня', 'ru', 0, 1, 1000, 11), ('old', 8, 'Boris', 'en-US', 1, 0, 1000, 0),
			('old', 9, 'left', 'ru', -1, 0, 1000, 12)`,
		`INSERT INTO inputs VALUES ('old', 1, 80, 'play', 0, 'add 1', 13), ('old', 2, 90, 'expire', -1, '', 0)`,
		`INSERT INTO positions VALUES ('old', 2, 1, 90, 90, '[1,2,1]', '{"n":2}')`,
	} {
		if _, err := db.ExecContext(t.Context(), q); err != nil {
			t.Fatal(err)
		}
	}
	if has, wants, err := SchemaVersion(t.Context(), path); has != 1 || wants < 2 || err != nil {
		t.Fatalf("version %d of %d, %v", has, wants, err)
	}
	s, err := Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}()
	m, err := s.Matches().Match(t.Context(), "old")
	if err != nil {
		t.Fatal(err)
	}
	at := time.UnixMilli(1000)
	want := []Player{
		{User: 7, Name: "Аня", Locale: "ru", Seat: 0, Ready: true, Joined: at, Press: 11},
		{User: 8, Name: "Boris", Locale: "en-US", Seat: 1, Joined: at},
		{User: 9, Name: "left", Locale: "ru", Seat: -1, Joined: at, Press: 12},
	}
	if d := cmp.Diff(want, m.Players); d != "" || m.Motion != nil || m.Notes != nil || m.Rev != 4 {
		t.Errorf("the match is %+v, the players differ:\n%s", m, d)
	}
	if m.Position == nil || m.Position.N != 2 || string(m.Position.Data) != `{"n":2}` || m.Seed == (games.Seed{}) {
		t.Errorf("the position is %+v", m.Position)
	}
	if auto, err := s.Matches().AutomaticInputs(t.Context(), "old"); err != nil || len(auto) != 0 {
		t.Errorf("automatic inputs %v, %v", auto, err)
	}
	// The match goes on.
	m.Players[1].Asleep = true
	m.Notes = []Note{{N: 1, At: at, What: "table.note.asleep", Who: []uint64{8}}}
	m.Position = nil
	if err := s.Matches().SaveMatch(t.Context(), m); err != nil {
		t.Fatal(err)
	}
	m.Rev++
	if err := s.Matches().AppendInput(t.Context(), newStep(m, 3, 14, []byte("3"))); err != nil {
		t.Error(err)
	}
	log, err := s.Matches().Inputs(t.Context(), "old")
	if err != nil || len(log) != 3 || log[0].Move != "add 1" || log[1].Seat != games.Nobody {
		t.Errorf("the log is %v, %v", log, err)
	}
}
