package store

import (
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/jmoiron/sqlx"

	"oneiros/store/storetest"
)

// TestCalls: the person who was called longest ago comes first, and a server's calls are erased
// with it.
func TestCalls(t *testing.T) {
	t.Parallel()
	storetest.OnBoth(t, func(t *testing.T, place string) {
		s := openStore(t, place)
		ctx, at := t.Context(), time.UnixMilli(1_790_000_000_000)
		first := Call{Guild: 1, User: 9, Games: []string{"a", "b"}, From: 18, To: 24, Zone: -210, Every: time.Hour}
		first.City = "Asia/Kolkata"
		second := Call{Guild: 1, User: 8, Every: time.Hour, Called: at}
		if err := s.SaveCalls(ctx, second, first, Call{Guild: 2, User: 8}); err != nil {
			t.Fatal(err)
		}
		list := func(want ...Call) {
			t.Helper()
			got, err := s.Calls().Calls(ctx, 1)
			if d := cmp.Diff(want, got); d != "" || err != nil {
				t.Errorf("%v:\n%s", err, d)
			}
		}
		list(first, second)
		first.Called = at.Add(time.Hour)
		if called, err := s.Calls().SaveCalled(ctx, 1, first.Called, 7, 9); err != nil || !cmp.Equal(called, []uint64{9}) {
			t.Errorf("called are %v, %v; 7 no longer wants to be", called, err)
		}
		list(second, first)
		if c, ok, err := s.Calls().Call(ctx, 1, 9); err != nil || !ok || !cmp.Equal(c, first) {
			t.Errorf("%+v, %v, %v", c, ok, err)
		}
		if c, ok, err := s.Calls().Call(ctx, 1, 7); err != nil || ok || c.User != 7 {
			t.Errorf("of somebody who did not ask: %+v, %v, %v", c, ok, err)
		}
		if err := s.Calls().DeleteCall(ctx, 1, 8); err != nil {
			t.Fatal(err)
		}
		list(first)
		if err := s.Guilds().GuildRemoved(ctx, 1, at); err != nil {
			t.Fatal(err)
		}
		if done, err := s.Guilds().EraseGuild(ctx, 1, at.Add(time.Hour)); err != nil || !done {
			t.Fatal(done, err)
		}
		if got, err := s.Calls().Calls(ctx, 1); err != nil || len(got) != 0 {
			t.Errorf("of an erased server: %v, %v", got, err)
		}
	})
}

// TestCallsGetCities: calls of the version before have no city, and hold as before.
func TestCallsGetCities(t *testing.T) {
	t.Parallel()
	for name, fresh := range map[string]func(testing.TB) string{
		"sqlite":   func(t testing.TB) string { return filepath.Join(t.TempDir(), "oneiros.db") },
		"postgres": storetest.Postgres,
	} {
		t.Run(name, func(t *testing.T) {
			place := fresh(t)
			raw, driver := openRaw(t, place), "sqlite"
			if IsPostgres(place) {
				driver = postgresDriver
			}
			steps, err := newMigrations(sqlx.NewDb(raw, driver))
			if err != nil {
				t.Fatal(err)
			}
			if _, err := steps.UpTo(t.Context(), 36); err != nil {
				t.Fatal(err)
			}
			if _, err := raw.Exec(`INSERT INTO calls (guild, user_id, games, from_hour, to_hour, zone, every, called, checksum) VALUES (1, 7, '["x"]', 18, 24, 180, 3600000000000, 0, $1)`,
				checksum("call", []any{1, 7, `["x"]`, 18, 24, 180, 3600000000000, 0})); err != nil {
				t.Fatal(err)
			}
			s := openStore(t, place)
			want := Call{Guild: 1, User: 7, Games: []string{"x"}, From: 18, To: 24, Zone: 180, Every: time.Hour}
			if c, ok, err := s.Calls().Call(t.Context(), 1, 7); err != nil || !ok || !cmp.Equal(c, want) {
				t.Errorf("%+v, %v, %v", c, ok, err)
			}
			want.City = "Europe/Moscow"
			if err := s.SaveCalls(t.Context(), want); err != nil {
				t.Fatal(err)
			}
			if c, ok, err := s.Calls().Call(t.Context(), 1, 7); err != nil || !ok || !cmp.Equal(c, want) {
				t.Errorf("%+v, %v, %v", c, ok, err)
			}
			if list, err := FindDamage(t.Context(), place); err != nil || len(list) > 0 {
				t.Errorf("damage: %v, %v", list, err)
			}
		})
	}
}

// TestWants counts hours in the person's own day.
func TestWants(t *testing.T) {
	at := time.Date(2026, 11, 22, 22, 30, 0, 0, time.UTC)
	for name, c := range map[string]struct {
		call Call
		want bool
	}{
		"always":             {Call{}, true},
		"this game":          {Call{Games: []string{"x"}}, true},
		"another game":       {Call{Games: []string{"y"}}, false},
		"called lately":      {Call{Every: time.Hour, Called: at.Add(-time.Minute)}, false},
		"called long ago":    {Call{Every: time.Hour, Called: at.Add(-time.Hour)}, true},
		"in the evening":     {Call{From: 18, To: 24}, true},
		"in the morning":     {Call{From: 6, To: 10}, false},
		"over midnight":      {Call{From: 21, To: 2}, true},
		"next day elsewhere": {Call{From: 6, To: 10, Zone: 8*60 + 30}, true},
		"evening elsewhere":  {Call{From: 18, To: 24, Zone: -7 * 60}, false},
		"in a city":          {Call{From: 4, To: 5, City: "Asia/Kolkata", Zone: 180}, true}, // where it is four o'clock
		"an hour before it":  {Call{From: 3, To: 4, City: "Asia/Kolkata"}, false},
		"the hour is over":   {Call{From: 20, To: 22}, false},
	} {
		if got := c.call.Wants("x", at); got != c.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}
