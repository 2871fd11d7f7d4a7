package store

import (
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/jmoiron/sqlx"

	"oneiros/store/storetest"
)

// TestChoicesAreMoved: what servers and people chose while it stood in columns is kept as
// rows. A row that was damaged is found afterwards, too, and nothing else is.
func TestChoicesAreMoved(t *testing.T) {
	t.Parallel()
	for name, fresh := range map[string]func(testing.TB) string{
		"sqlite":   func(t testing.TB) string { return filepath.Join(t.TempDir(), "oneiros.db") },
		"postgres": storetest.Postgres,
	} {
		t.Run(name, func(t *testing.T) { choicesAreMoved(t, fresh(t)) })
	}
}

// choicesAreMoved moves the choices of a database in which there is nothing yet.
func choicesAreMoved(t *testing.T, place string) {
	ctx := t.Context()
	raw, driver := openRaw(t, place), "sqlite"
	if IsPostgres(place) {
		driver = postgresDriver
	}
	steps, err := newMigrations(sqlx.NewDb(raw, driver))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := steps.UpTo(ctx, 29); err != nil {
		t.Fatal(err)
	}
	insert := func(query string, args ...any) {
		t.Helper()
		if _, err := raw.ExecContext(ctx, query, args...); err != nil {
			t.Fatal(err)
		}
	}
	home := `{"threads":true}`
	const guilds = `INSERT INTO guilds (guild, lang, removed, people, no_boards, home, checksum) VALUES ($1, $2, $3, $4, $5, $6, $7)`
	insert(guilds, 2, "ru", 0, 1, 0, home, checksum("guild", []any{2, "ru", 0, "people", 1, "home", home}))                 // shows boards
	insert(guilds, 3, "en", 0, 1, 1, home, checksum("guild", []any{3, "en", 0, "people", 1, "no_boards", 1, "home", home})) // shows none
	insert(guilds, 1, "", 0, 0, 1, "", 5)                                                                                   // shows none, damaged
	const users = `INSERT INTO users (user_id, lang, remind, direct, closed, unlisted, holiday, checksum) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`
	insert(users, 7, "ru", "off", 70, 0, 0, 0, checksum("user", []any{7, "ru", "off", 70, 0}))
	insert(users, 8, "en", "", 80, 9, 1, 1000, checksum("user", []any{8, "en", "", 80, 9, "unlisted", int64(1), "holiday", int64(1000)}))

	s := openStore(t, place)
	for _, test := range []struct {
		table  *Table
		column string
		want   []Row
	}{
		{ServerChoices, "boards", []Row{{int64(1), "boards", "no"}, {int64(3), "boards", "no"}}},
		{PersonChoices, "listed", []Row{{int64(8), "listed", "no"}}},
	} {
		list, err := s.Rows(test.table).List(ctx, With{"name": test.column})
		if d := cmp.Diff(test.want, list); d != "" || err != nil {
			t.Errorf("%s: %v\n%s", test.table.Name, err, d)
		}
	}
	if g, err := s.Settings().Guild(ctx, 3); err != nil || !cmp.Equal(g, Guild{ID: 3, Lang: "en", PeopleOnly: true, Home: Home{Threads: true}}) {
		t.Errorf("the settings of a server are %+v, %v", g, err)
	}
	if u, err := s.Settings().User(ctx, 8); err != nil || u != (User{ID: 8, Lang: "en", DMChannel: 80, DMClosed: time.UnixMilli(9), Holiday: time.UnixMilli(1000)}) {
		t.Errorf("the settings of a person are %+v, %v", u, err)
	}
	if list, err := FindDamage(ctx, place); err != nil || len(list) != 1 || !strings.Contains(list[0].Error(), "settings of server") {
		t.Errorf("damage: %v, %v", list, err)
	}
	// A person who is erased has no choice left, and a server has none.
	if err := s.Erasures().RequestErasure(ctx, 8, time.Now()); err != nil {
		t.Fatal(err)
	}
	if err := s.Guilds().EraseGuildNow(ctx, 3); err != nil {
		t.Fatal(err)
	}
	for table, left := range map[*Table]int{ServerChoices: 1, PersonChoices: 0} {
		list, err := s.Rows(table).List(ctx, With{"value": "no"})
		if err != nil || len(list) != left {
			t.Errorf("%s: %v, %v", table.Name, list, err)
		}
	}
}

// TestListAny: a condition may have several values for a column.
func TestListAny(t *testing.T) {
	t.Parallel()
	storetest.OnBoth(t, func(t *testing.T, place string) {
		s := openStore(t, place)
		rows := s.Rows(PersonChoices)
		for user := range uint64(6) {
			if err := rows.Put(t.Context(), Row{user, "colour", map[bool]string{true: "red", false: "blue"}[user%2 == 0]}); err != nil {
				t.Fatal(err)
			}
		}
		list, err := rows.List(t.Context(), With{"user_id": []uint64{1, 2, 4, 9}, "value": "red"})
		if d := cmp.Diff([]Row{{int64(2), "colour", "red"}, {int64(4), "colour", "red"}}, list); d != "" || err != nil {
			t.Errorf("%v\n%s", err, d)
		}
		for _, ids := range [][]uint64{{}, make([]uint64, 501)} {
			if list, err := rows.List(t.Context(), With{"user_id": ids}); err == nil {
				t.Errorf("of %d: %v", len(ids), list)
			}
		}
	})
}
