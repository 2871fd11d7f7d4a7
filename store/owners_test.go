package store

import (
	"cmp"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/jmoiron/sqlx"

	gocmp "github.com/google/go-cmp/cmp"

	"oneiros/store/storetest"
)

// TestOwnersAreGiven: the messages of matches are kept, and so are those of nights, which stood
// in columns. A row that was damaged is found afterwards, too, and nothing else is.
func TestOwnersAreGiven(t *testing.T) {
	t.Parallel()
	for name, fresh := range map[string]func(testing.TB) string{
		"sqlite":   func(t testing.TB) string { return filepath.Join(t.TempDir(), "oneiros.db") },
		"postgres": storetest.Postgres,
	} {
		t.Run(name, func(t *testing.T) { ownersAreGiven(t, fresh(t)) })
	}
}

// ownersAreGiven gives owners to the messages of a database in which there is nothing yet.
func ownersAreGiven(t *testing.T, place string) {
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
	insert(`INSERT INTO matches (id, guild, channel, thread, own, place, game, phase, lang, host, chosen, options, seats, clock, seen, paused, incident, former, seating, created, started, ended, expires, rev)
		VALUES ('match', 1, 5, 0, 0, 5, 'somnia', 'live', 'ru', 7, '{}', '{}', 2, 0, 0, '', '', '', '[]', 0, 0, 0, 0, 1)`)
	const surfaces = `INSERT INTO surfaces (match, kind, user_id, seat, channel, message, app, token, expires, path, shown, lang, follow_up, checksum) VALUES ('match', $1, $2, -1, 5, $3, 9, $4, $5, $6, $7, 'ru', $8, $9)`
	sum := func(kind string, user, message int, token string, expires int, path, shown string, later ...any) int64 {
		return checksum("surface", append([]any{"match", kind, user, -1, 5, message, 9, token, expires, path, shown, "ru"}, later...))
	}
	insert(surfaces, Board, 0, 50, "", 0, "", "digest", 0, sum(Board, 0, 50, "", 0, "", "digest"))
	insert(surfaces, OldBoard, 0, 0, "", 0, "", "", 0, sum(OldBoard, 0, 0, "", 0, "", ""))
	insert(surfaces, Panel, 7, 51, "secret", 1000, "scores", "", 1, sum(Panel, 7, 51, "secret", 1000, "scores", "", "follow_up", 1))
	insert(surfaces, Reminder, 8, 52, "", 0, "3", "", 0, 5) // damaged
	const nights = `INSERT INTO nights (guild, id, channel, message, event, press, game, options, thread, host, host_name, lang, at, state, match, ended, host_username, checksum)
		VALUES (2, $1, 6, $2, $3, 30, 'somnia', '{}', 0, 7, 'Anna', 'ru', 5000, 'planned', '', 0, $4, $5)`
	night := func(id string, message, event int, later ...any) int64 {
		return checksum("night", append([]any{2, id, 6, message, event, 30, "somnia", "{}", 0, 7, "Anna", "ru", 5000, "planned", "", 0}, later...))
	}
	insert(nights, "a", 60, 61, "anna", night("a", 60, 61, "host_username", "anna"))
	insert(nights, "b", 0, 1, "", night("b", 0, 1)) // its event is intended
	insert(nights, "c", 62, 0, "", 5)               // damaged

	s := openStore(t, place)
	of := MatchOwner("match")
	got, err := s.Surfaces().Surfaces(ctx, "match")
	want := []Surface{
		{Owner: of, Kind: Board, State: Sent, Channel: 5, Message: 50, App: 9, Digest: "digest", Lang: "ru"},
		{Owner: of, Kind: OldBoard, State: Intended, Channel: 5, App: 9, Lang: "ru"},
		{Owner: of, Kind: Reminder, User: 8, State: Sent, Channel: 5, Message: 52, App: 9, Path: "3", Lang: "ru"},
		{Owner: of, Kind: Panel, User: 7, State: Sent, Channel: 5, Message: 51, App: 9, Token: "secret", Expires: time.UnixMilli(1000), Path: "scores", Lang: "ru", FollowUp: true},
	}
	slices.SortFunc(want, func(a, b Surface) int { return cmp.Compare(a.Kind, b.Kind) })
	if d := gocmp.Diff(want, got); d != "" || err != nil {
		t.Errorf("of the match: %v\n%s", err, d)
	}
	kept, err := s.Surfaces().KeptSurfaces(ctx)
	of = NightOwner(2, "a")
	if d := gocmp.Diff([]Surface{
		{Owner: of, Kind: NightMessage, State: Sent, Channel: 6, Message: 60},
		{Owner: of, Kind: NightEvent, State: Sent, Message: 61},
		{Owner: NightOwner(2, "b"), Kind: NightMessage, State: Intended, Channel: 6},
		{Owner: NightOwner(2, "b"), Kind: NightEvent, State: Intended},
		{Owner: NightOwner(2, "c"), Kind: NightMessage, State: Sent, Channel: 6, Message: 62},
	}, kept); d != "" || err != nil {
		t.Errorf("of nights: %v\n%s", err, d)
	}
	var damaged []string
	list, err := FindDamage(ctx, place)
	for _, d := range list {
		if !strings.Contains(d.Error(), "it has no row") && d.Match != "match" || strings.Contains(d.Error(), "message nudge") {
			damaged = append(damaged, d.Error())
		}
	}
	if err != nil || len(damaged) != 2 || !strings.Contains(strings.Join(damaged, "\n"), "message nudge") || !strings.Contains(strings.Join(damaged, "\n"), "night of server c") {
		t.Errorf("damage: %q, %v", damaged, err)
	}
	if list, err := s.Nights().NightsOn(ctx, 2); err != nil || len(list) != 3 || list[0].HostUsername != "anna" {
		t.Errorf("nights: %+v, %v", list, err)
	}
	// What a server owns is erased with it, and a match takes its messages along.
	if err := s.Guilds().EraseGuildNow(ctx, 2); err != nil {
		t.Fatal(err)
	}
	if err := s.Matches().EraseMatch(ctx, "match"); err != nil {
		t.Fatal(err)
	}
	var left int
	if err := raw.QueryRowContext(ctx, `SELECT count(*) FROM surfaces`).Scan(&left); err != nil || left != 0 {
		t.Errorf("%d messages are left, %v", left, err)
	}
}

// TestMessagesOfNoMatch: a message of another owner is erased with its server or its person, and
// listed by the shard of its server.
func TestMessagesOfNoMatch(t *testing.T) {
	t.Parallel()
	storetest.OnBoth(t, func(t *testing.T, place string) {
		s := openStore(t, place)
		day := DayOwner(0, time.UnixMilli(1_790_000_000_000))
		for _, f := range []Surface{
			{Owner: ServerOwner(1), Kind: "greeting", Channel: 5, Message: 50},
			{Owner: ServerOwner(1), Kind: "greeting", User: 7, Channel: 5, Message: 51, Lang: "ru"},
			{Owner: ServerOwner(1), Kind: "greeting", User: 8, State: Gone, Message: 52},
			{Owner: day, Kind: "dream"},
		} {
			if err := s.Surfaces().SaveSurface(t.Context(), f); err != nil {
				t.Fatal(err)
			}
		}
		kinds := func() (list []string) {
			all, err := s.Surfaces().KeptSurfaces(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			for _, f := range all {
				list = append(list, f.ID+" "+f.Kind+" "+string(f.State))
			}
			return list
		}
		if p, err := s.Erasures().Person(t.Context(), 7, func(uint64) time.Time { return time.Time{} }); err != nil || !slices.ContainsFunc(p.Kept, func(k KeptRows) bool {
			return k.Export.Name == "messages" && len(k.Rows) == 1 && strings.Contains(string(k.Rows[0]), `"message":"51"`)
		}) {
			t.Errorf("the file of a person: %+v, %v", p.Kept, err)
		}
		if err := s.Erasures().RequestErasure(t.Context(), 7, time.Now()); err != nil {
			t.Fatal(err)
		}
		if done, err := s.Erasures().FinishErasure(t.Context(), 7, time.Now()); !done || err != nil {
			t.Errorf("the erasing is not finished: %v", err)
		}
		if d := gocmp.Diff([]string{"day/0/2026-09-21 dream intended", "server/1 greeting sent", "server/1 greeting gone"}, kinds()); d != "" {
			t.Errorf("without a person: %s", d)
		}
		if err := s.Guilds().EraseGuildNow(t.Context(), 1); err != nil {
			t.Fatal(err)
		}
		if d := gocmp.Diff([]string{"day/0/2026-09-21 dream intended"}, kinds()); d != "" {
			t.Errorf("without a server: %s", d)
		}
	})
}
