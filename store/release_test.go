package store_test

import (
	"context"
	"database/sql"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"oneiros/games"
	"oneiros/games/all"
	"oneiros/games/gametest"
	"oneiros/games/record"
	"oneiros/store"
)

// releases are the database versions of all releases. Each one is a file
// testdata/VERSION.sql. To add the current version, run this command and then add
// the version to the list:
//
//	go test ./store -run TestReleases -keep 0005
var releases = []string{
	"0001",
	"0005",
}

var keep = flag.String("keep", "", "write a database to testdata under this version")

// The matches in the database of a release.
const (
	going   = "going00000" // When I Dream for five, live
	ended   = "ended00000" // over, with results
	waiting = "waiting000" // a lobby
	inputs  = 40           // of the live match
)

var began = time.UnixMilli(1_790_000_000_000)

// seats returns the five people of a match.
func seats() []store.Player {
	var list []store.Player
	for i, name := range []string{"Аня", "Boris", "Вера", "Gleb *bold* @everyone", "Даша"} {
		list = append(list, store.Player{
			User: uint64(700 + i), Name: name, Locale: []string{"ru", "en-US"}[i%2], Seat: i, Ready: i > 0,
			Joined: began.Add(time.Duration(i) * time.Second), Press: uint64(70 + i),
		})
	}
	return list
}

// play lets automatic players go on with a match for n inputs or to its end, and
// saves each input. When no person can move, the deadline passes.
func play(t *testing.T, s *store.Store, rec store.Match, m games.Match, n int) games.Match {
	t.Helper()
	for range n {
		st := m.Status()
		if st.Over {
			return m
		}
		in := games.Input{N: m.N() + 1, At: m.At() + time.Second, Kind: games.KindExpire, Seat: games.Nobody}
		for i := range m.Seats() {
			seat := games.Seat((i + in.N) % m.Seats())
			if move, ok := m.Choose(seat, games.Normal); ok {
				in.Kind, in.Seat, in.Move = games.KindPlay, seat, move
				break
			}
		}
		if in.Kind == games.KindExpire || st.Due > 0 && in.At >= st.Due {
			in = games.Input{N: in.N, At: max(st.Due, m.At()), Kind: games.KindExpire, Seat: games.Nobody}
		}
		next, err := m.Do(in)
		if err != nil {
			t.Fatalf("input %+v: %v", in, err)
		}
		m = next
		snap := m.Snapshot()
		turns := make([]int, 1+m.Seats())
		turns[0] = in.N
		step := store.Step{
			Match: rec.ID, Rev: rec.Rev, Input: in, Press: uint64(1000 + in.N),
			Position: store.Position{N: in.N, Version: snap.Version, At: in.At, Clock: in.At + 300*time.Millisecond, Turns: turns, Data: snap.Position},
		}
		if st := m.Status(); st.Over {
			step.End = &store.End{At: began.Add(time.Hour), Expires: began.Add(25 * time.Hour)}
			for i, score := range st.Scores {
				step.End.Results = append(step.End.Results, store.Result{
					Seat: i, Game: rec.Game, Guild: rec.Guild, User: rec.Players[i].User, Score: score, Won: slices.Contains(st.Winners, games.Seat(i)),
				})
			}
		}
		if err := s.Matches().AppendInput(t.Context(), step); err != nil {
			t.Fatal(err)
		}
	}
	return m
}

// fill writes the content of the database of a release.
func fill(t *testing.T, s *store.Store) {
	t.Helper()
	ctx := t.Context()
	game, ok := all.Find("when-i-dream")
	if !ok {
		t.Fatal("When I Dream is missing")
	}
	options, err := game.Info().Complete(map[string]string{"words": "ru"})
	if err != nil {
		t.Fatal(err)
	}
	for i, id := range []string{going, ended, waiting} {
		m := store.Match{
			ID: id, Guild: 1, Channel: uint64(50 + i), Game: "when-i-dream", Phase: store.Lobby, Lang: "ru", Host: 700,
			Chosen: map[string]string{"words": "ru"}, Options: options, Created: began, ClockSaved: began,
			Expires: began.Add(30 * time.Minute), Players: seats(),
		}
		if err := s.Matches().CreateMatch(ctx, m); err != nil {
			t.Fatal(err)
		}
		if id == waiting {
			continue
		}
		seed := games.Seed{byte(i + 1), 2, 3}
		dealt, err := game.Deal(seed, games.Table{Seats: 5, Options: options})
		if err != nil {
			t.Fatal(err)
		}
		snap := dealt.Snapshot()
		m.Phase, m.Seats, m.Seed, m.Started, m.Expires = store.Live, 5, seed, began.Add(time.Minute), time.Time{}
		m.Position = &store.Position{Version: snap.Version, Turns: make([]int, 6), Data: snap.Position}
		if err := s.Matches().SaveMatch(ctx, m); err != nil {
			t.Fatal(err)
		}
		m.Rev++
		n := inputs
		if id == ended {
			n = 1 << 20
		}
		play(t, s, m, dealt, n)
	}
	if err := s.Matches().SaveClocks(ctx, began.Add(2*time.Minute), []store.Clock{{Match: going, Clock: time.Hour}}); err != nil {
		t.Fatal(err)
	}
	for _, f := range []store.Surface{
		{Owner: store.MatchOwner(going), Kind: store.Board, Channel: 50, Message: 500, Digest: "digest", Lang: "ru"},
		{Owner: store.MatchOwner(going), Kind: store.Panel, User: 701, Channel: 50, Message: 501, App: 3, Token: "token", Expires: began.Add(time.Hour), Path: "help", Lang: "en"},
	} {
		if err := s.Surfaces().SaveSurface(ctx, f); err != nil {
			t.Fatal(err)
		}
	}
	if err := errors.Join(s.SaveGuild(ctx, store.Guild{ID: 1, Lang: "ru"}), s.SaveUser(ctx, store.User{ID: 701, Lang: "en"})); err != nil {
		t.Fatal(err)
	}
}

// TestReleases opens a database of each release with the current code. Nothing is
// missing, and its live match can be played to the end.
func TestReleases(t *testing.T) {
	t.Parallel()
	if *keep != "" {
		path := filepath.Join(t.TempDir(), "oneiros.db")
		s, err := store.Open(t.Context(), path)
		if err != nil {
			t.Fatal(err)
		}
		fill(t, s)
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
		dump(t, path, filepath.Join("testdata", *keep+".sql"))
	}
	kept, err := filepath.Glob("testdata/*.sql")
	if err != nil || len(kept) != len(releases) {
		t.Fatalf("%d files for %d releases, %v", len(kept), len(releases), err)
	}
	for _, release := range releases {
		t.Run(release, func(t *testing.T) {
			t.Parallel()
			path := filepath.Join(t.TempDir(), "oneiros.db")
			load(t, filepath.Join("testdata", release+".sql"), path)
			has, wants, err := store.SchemaVersion(t.Context(), path)
			if err != nil || fmt.Sprintf("%04d", has) != release {
				t.Fatalf("the database has version %d, %v", has, err)
			}
			s, err := store.Open(t.Context(), path)
			if err != nil {
				t.Fatal(err)
			}
			// Later releases differ from the first one in what was migrated, and not in how it
			// is played.
			checkContent(t, s, release == releases[0] || gametest.Whole())
			if err := s.Close(); err != nil {
				t.Fatal(err)
			}
			if has, _, err := store.SchemaVersion(t.Context(), path); err != nil || has != wants {
				t.Errorf("after opening it has version %d of %d, %v", has, wants, err)
			}
		})
	}
}

// checkContent checks everything that fill wrote. It goes on with the live match, and ends
// it if it is asked to.
func checkContent(t *testing.T, s *store.Store, toTheEnd bool) {
	t.Helper()
	ctx := t.Context()
	for id, phase := range map[string]store.Phase{going: store.Live, ended: store.Over, waiting: store.Lobby} {
		m, err := s.Matches().Match(ctx, id)
		if err != nil {
			t.Fatal(err)
		}
		if m.Phase != phase || m.Guild != 1 || m.Host != 700 || m.Lang != "ru" || m.Chosen["words"] != "ru" || m.Options["night"] != "300" || !m.Created.Equal(began) {
			t.Errorf("match %s is %+v", id, m)
		}
		want := seats()
		if len(m.Players) != len(want) {
			t.Fatalf("match %s has %d players", id, len(m.Players))
		}
		for i, p := range m.Players {
			// Columns that were added later have their own tests.
			got := store.Player{User: p.User, Name: p.Name, Locale: p.Locale, Seat: p.Seat, Ready: p.Ready, Joined: p.Joined, Press: p.Press}
			if d := cmp.Diff(want[i], got); d != "" {
				t.Errorf("match %s, seat %d:\n%s", id, i, d)
			}
		}
	}
	list, err := s.Surfaces().Surfaces(ctx, going)
	if err != nil || len(list) != 2 || list[0].Message != 500 || list[1].Token != "token" || list[1].Path != "help" || list[1].User != 701 {
		t.Errorf("surfaces %+v, %v", list, err)
	}
	if g, err := s.Settings().Guild(ctx, 1); err != nil || g.Lang != "ru" {
		t.Errorf("the server chose %+v, %v", g, err)
	}
	if u, err := s.Settings().User(ctx, 701); err != nil || u.Lang != "en" {
		t.Errorf("the person chose %+v, %v", u, err)
	}
	results, err := s.Matches().Results(ctx, ended)
	if err != nil || len(results) != 5 {
		t.Errorf("results %+v, %v", results, err)
	}
	wrote, err := s.Matches().Match(ctx, ended)
	if err != nil {
		t.Fatal(err)
	}
	wid, _ := all.Find(wrote.Game)
	// What rules ask players has changed since some versions. Such a log is kept, and played
	// again by a release of its version.
	again := wid.Replays(wrote.Position.Version, wrote.Options)
	if again {
		replays(t, s, ended)
	}

	m, err := s.Matches().Match(ctx, going)
	if err != nil {
		t.Fatal(err)
	}
	presses, err := s.Matches().PressIDs(ctx, going)
	if err != nil || len(presses) != inputs || m.Position == nil || m.Position.N != inputs || m.Position.Turns[0] != inputs || m.Clock != time.Hour {
		t.Fatalf("the live match stands at %+v with %d presses, %v", m, len(presses), err)
	}
	if again {
		replays(t, s, going)
	}
	game, _ := all.Find(m.Game)
	now, err := game.Load(games.Snapshot{
		Game: m.Game, Version: m.Position.Version, Seed: m.Seed, Seats: m.Seats, Options: m.Options,
		N: m.Position.N, At: m.Position.At, Position: m.Position.Data,
	})
	if err != nil {
		t.Fatalf("load the live match: %v", err)
	}
	if !toTheEnd {
		play(t, s, m, now, inputs)
		if again {
			replays(t, s, going)
		}
		return
	}
	if last := play(t, s, m, now, 1<<20); !last.Status().Over {
		t.Error("the live match does not end")
	}
	if again {
		replays(t, s, going)
	}
	if results, err := s.Matches().Results(ctx, going); err != nil || len(results) != 5 {
		t.Errorf("the live match ended with the results %v, %v", results, err)
	}
}

var pastClues = regexp.MustCompile(`,"clues":\[\{"seat":\d+,"word":"[^"]*"\}(,\{"seat":\d+,"word":"[^"]*"\})*\]`)

// replays plays the log of a match again. It must lead to the saved position.
func replays(t *testing.T, s *store.Store, id string) {
	t.Helper()
	m, err := s.Matches().Match(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	log, err := s.Matches().Inputs(t.Context(), id)
	if err != nil || len(log) != m.Position.N {
		t.Fatalf("match %s: %d inputs, its position is after %d, %v", id, len(log), m.Position.N, err)
	}
	game, _ := all.Find(m.Game)
	r, err := record.Make(game, m.Seed, games.Table{Seats: m.Seats, Options: m.Options}, log, false)
	if err != nil {
		t.Fatalf("match %s: %v", id, err)
	}
	last := r.Deal.Position
	if n := len(r.Inputs); n > 0 {
		last = r.Inputs[n-1].Position
	}
	// A position of an older release does not hold the clues of the cards that are
	// gone. Automatic players use them until the night is over.
	bare := func(position []byte) string { return pastClues.ReplaceAllString(string(position), "") }
	if bare(last) != bare(m.Position.Data) {
		t.Errorf("match %s: %d inputs do not lead to the saved position", id, len(log))
	}
}

// raw opens a database without the store.
func raw(t *testing.T, place string) *sql.DB {
	t.Helper()
	driver, name := "sqlite", "file:"+filepath.ToSlash(place)
	if store.IsPostgres(place) {
		driver, name = "pgx", place
	}
	db, err := sql.Open(driver, name)
	if err != nil {
		t.Fatal(err)
	}
	return db
}

// load creates a database from SQL.
func load(t *testing.T, text, path string) {
	t.Helper()
	b, err := os.ReadFile(text)
	if err != nil {
		t.Fatal(err)
	}
	db := raw(t, path)
	if _, err := db.ExecContext(t.Context(), string(b)); err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
}

// dump writes a database as SQL.
func dump(t *testing.T, path, text string) {
	t.Helper()
	db := raw(t, path)
	var b strings.Builder
	b.WriteString("BEGIN;\n")
	column := func(query string) []string {
		rows, err := db.QueryContext(context.Background(), query)
		if err != nil {
			t.Fatalf("%s: %v", query, err)
		}
		var list []string
		for rows.Next() {
			var s string
			if err := rows.Scan(&s); err != nil {
				t.Fatal(err)
			}
			list = append(list, s)
		}
		if err := errors.Join(rows.Err(), rows.Close()); err != nil {
			t.Fatal(err)
		}
		return list
	}
	for _, table := range column(`SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY rowid`) {
		b.WriteString(column(`SELECT sql FROM sqlite_master WHERE name = '` + table + `'`)[0] + ";\n")
		fields := column(`SELECT 'quote("' || name || '")' FROM pragma_table_info('` + table + `')`)
		for _, values := range column(`SELECT ` + strings.Join(fields, ` || ', ' || `) + ` FROM "` + table + `"`) {
			fmt.Fprintf(&b, "INSERT INTO \"%s\" VALUES (%s);\n", table, values)
		}
	}
	for _, index := range column(`SELECT sql FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL ORDER BY rowid`) {
		b.WriteString(index + ";\n")
	}
	b.WriteString("COMMIT;\n")
	if err := errors.Join(db.Close(), os.WriteFile(text, []byte(b.String()), 0o644)); err != nil {
		t.Fatal(err)
	}
}
