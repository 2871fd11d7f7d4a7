package store

import (
	"database/sql"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"testing"
	"time"

	"oneiros/games"
	"oneiros/migrations"
	"oneiros/store/storetest"
)

// newStore opens a new database of SQLite.
func newStore(t testing.TB) *Store {
	t.Helper()
	return openStore(t, storetest.File(t))
}

// postgres is a new database of PostgreSQL.
func postgres(t testing.TB) (place string) {
	t.Helper()
	return storetest.Shared(t).Database(t)
}

// openStore opens a store that is closed with the test.
func openStore(t testing.TB, place string) *Store {
	t.Helper()
	s, err := Open(t.Context(), place)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

// startMatch creates a live match of two in a channel.
func startMatch(t testing.TB, s *Store, id string, channel uint64) Match {
	t.Helper()
	now := time.UnixMilli(1_790_000_000_000)
	m := Match{
		ID: id, Guild: 1, Channel: channel, Game: "test", Phase: Lobby, Lang: "ru", Host: 7,
		Chosen: map[string]string{"sand": "30"}, Options: games.Options{"sand": "30", "goal": "3"},
		Secret:  games.Secret{4, 5, 6},
		Created: now, ClockSaved: now, Expires: now.Add(time.Hour),
		Players: []Player{{User: 7, Name: "Аня", Locale: "ru", Username: "anya", Joined: now, Press: 70}, {User: 8, Name: "Boris", Locale: "en-US", Seat: 1, Joined: now, Ready: true}},
	}
	if err := s.Matches().CreateMatch(t.Context(), m); err != nil {
		t.Fatal(err)
	}
	m.Phase, m.Seats, m.Seed, m.Started, m.Expires = Live, 2, games.Seed{1, 2, 3}, now, time.Time{}
	m.Presses = []uint64{70, 1<<63 + 5}
	m.Position = &Position{Version: 1, Turns: []int{0, 0, 0}, Data: []byte(`{"n":0}`)}
	if err := s.Matches().SaveMatch(t.Context(), m); err != nil {
		t.Fatal(err)
	}
	m.Rev++
	return m
}

// newStep returns input n of a match.
func newStep(m Match, n int, press uint64, data []byte) Step {
	at := time.Duration(n) * time.Second
	return Step{
		Match: m.ID, Rev: m.Rev, Press: press,
		Input:    games.Input{N: n, At: at, Kind: games.KindPlay, Seat: games.Seat(n % 2), Move: "play 7c"},
		Position: Position{N: n, Version: 1, At: at, Clock: at + time.Millisecond, Turns: []int{n, n, 0}, Data: data},
	}
}

func readFiles(t *testing.T, dir string) map[string][]byte {
	t.Helper()
	list, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	all := map[string][]byte{}
	for _, f := range list {
		b, err := os.ReadFile(filepath.Join(dir, f.Name()))
		if err != nil {
			t.Fatal(err)
		}
		all[f.Name()] = b
	}
	return all
}

// openRaw opens a database without the store.
func openRaw(t *testing.T, at string) *sql.DB {
	t.Helper()
	db, err := connectRaw(t, at)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	return db
}

// connectRaw is openRaw for a database that the test closes.
func connectRaw(t *testing.T, at string) (*sql.DB, error) {
	if !IsPostgres(at) {
		return sql.Open("sqlite", dsn(at, pragmas))
	}
	db, err := connectPostgres(t.Context(), at, postgresPool{conns: 2})
	if err != nil {
		return nil, err
	}
	return db.DB, nil
}

// pragma runs a PRAGMA on the writing connection.
func pragma(t *testing.T, s *Store, p string) {
	t.Helper()
	if _, err := s.writer.conn.ExecContext(t.Context(), "PRAGMA "+p); err != nil {
		t.Fatal(err)
	}
}

// stepBack takes out of a database what the migrations after a version made. They make tables
// with their indexes and add columns, and change nothing else that was there before.
func stepBack(t *testing.T, place string, to int) {
	t.Helper()
	files, err := fs.Glob(migrations.Files, "*.sql")
	if err != nil {
		t.Fatal(err)
	}
	db := openRaw(t, place)
	for _, name := range slices.Backward(files) {
		var number int
		if _, err := fmt.Sscanf(name, "%d_", &number); err != nil {
			t.Fatal(err)
		}
		if number <= to {
			break
		}
		b, err := fs.ReadFile(migrations.Files, name)
		if err != nil {
			t.Fatal(err)
		}
		for _, column := range adds.FindAllSubmatch(b, -1) {
			if _, err := db.Exec("ALTER TABLE " + string(column[1]) + " DROP COLUMN " + string(column[2])); err != nil {
				t.Fatal(err)
			}
		}
		if alters.Match(adds.ReplaceAll(b, nil)) {
			t.Fatalf("%s changes what was there before: this test cannot step back behind it", name)
		}
		for _, table := range creates.FindAllSubmatch(b, -1) {
			if _, err := db.Exec("DROP TABLE " + string(table[1])); err != nil {
				t.Fatal(err)
			}
		}
	}
	if _, err := db.Exec(fmt.Sprint("DELETE FROM goose_db_version WHERE version_id > ", to)); err != nil {
		t.Fatal(err)
	}
}

var (
	creates = regexp.MustCompile(`(?m)^CREATE TABLE (\w+)`)
	adds    = regexp.MustCompile(`(?m)^ALTER TABLE (\w+) ADD COLUMN (\w+)`)
	alters  = regexp.MustCompile(`(?m)^(ALTER|UPDATE|INSERT|DELETE|DROP) `)
)
