package bot

import (
	"compress/gzip"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"oneiros/bot/chance/chancetest"
	"oneiros/bot/discord"
	"oneiros/bot/localcord"
	"oneiros/bot/table"
	"oneiros/games"
	"oneiros/games/all"
	"oneiros/store"
)

// remake says how a database is kept for these tests.
const remake = "go run .ci/schema.go writes it; see docs/develop.md"

// schemas are the databases of earlier versions: files VERSION.sql.gz, or VERSION-COMMIT.sql.gz
// of a commit of which the program was built. Beside each one is its Discord. Each was left by
// a kill, while people and automatic players played.
func schemas(t *testing.T) (names []string) {
	t.Helper()
	files, err := filepath.Glob("testdata/schemas/*.sql.gz")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		names = append(names, strings.TrimSuffix(filepath.Base(f), ".sql.gz"))
	}
	return names
}

// TestSchemaIsKept: what changes the database comes with a database of its version, which later
// versions are tried with.
func TestSchemaIsKept(t *testing.T) {
	latest, err := store.LatestSchema()
	if err != nil {
		t.Fatal(err)
	}
	newest := 0
	for _, name := range schemas(t) {
		var version int
		if _, err := fmt.Sscanf(name, "%04d", &version); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		newest = max(newest, version)
	}
	if int64(newest) != latest {
		t.Errorf("the newest database in testdata/schemas has version %d, the program has %d: %s", newest, latest, remake)
	}
}

// An earlier database is what was kept of one.
type earlier struct {
	name    string
	at      time.Time           // when it was left
	rows    map[string][]string // by table
	columns map[string][]string // by table
	matches map[string]string   // their phases
	inputs  map[string]int      // of each match
}

// unpack reads a compressed file.
func unpack(t *testing.T, path string) []byte {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	b, err := io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// query gives the first column of a query of a database file.
func query(t *testing.T, path, statement string) (list []string) {
	t.Helper()
	db, err := sql.Open("sqlite", "file:"+filepath.ToSlash(path))
	if err != nil {
		t.Fatal(err)
	}
	rows, err := db.QueryContext(context.Background(), statement)
	if err != nil {
		t.Fatalf("%s: %v", statement, err)
	}
	for rows.Next() {
		var s string
		if err := rows.Scan(&s); err != nil {
			t.Fatal(err)
		}
		list = append(list, s)
	}
	if err := errors.Join(rows.Err(), rows.Close(), db.Close()); err != nil {
		t.Fatal(err)
	}
	return list
}

// alive are the tables that change while matches go on, or by a start. What becomes of the
// matches is looked at by itself.
var alive = []string{
	"matches", "players", "inputs", "positions", "results", "notes", "surfaces", "lessons", "commits", // by playing
	"goose_db_version", "lease", "processes", "shards", "hearing", "starts", "gateway_sessions", "identify_turns", "shown_boards", "sweeps", // by a start
}

// quoted are the rows of a table with some of its columns.
func quoted(t *testing.T, path, table string, columns []string) []string {
	t.Helper()
	var fields []string
	for _, c := range columns {
		fields = append(fields, `quote("`+c+`")`)
	}
	return query(t, path, `SELECT `+strings.Join(fields, ` || ', ' || `)+` AS r FROM "`+table+`" ORDER BY r`)
}

// makeEarlier writes a kept database and its Discord to files, and reads what was in them.
func makeEarlier(t *testing.T, name, path, dir string) *earlier {
	t.Helper()
	e := &earlier{name: name, rows: map[string][]string{}, columns: map[string][]string{}, matches: map[string]string{}, inputs: map[string]int{}}
	db, err := sql.Open("sqlite", "file:"+filepath.ToSlash(path))
	if err != nil {
		t.Fatal(err)
	}
	_, err = db.ExecContext(context.Background(), string(unpack(t, filepath.Join("testdata/schemas", name+".sql.gz"))))
	err = errors.Join(err, db.Close(), os.WriteFile(filepath.Join(dir, "journal.jsonl"), unpack(t, filepath.Join("testdata/schemas", name+".jsonl.gz")), 0o600))
	if err != nil {
		t.Fatal(err)
	}
	for _, kept := range query(t, path, `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'`) {
		if !slices.Contains(alive, kept) {
			e.columns[kept] = query(t, path, `SELECT name FROM pragma_table_info('`+kept+`')`)
			e.rows[kept] = quoted(t, path, kept, e.columns[kept])
		}
	}
	for _, row := range query(t, path, `SELECT id || ' ' || phase || ' ' || (SELECT count(*) FROM inputs WHERE match = id) FROM matches`) {
		var id, phase string
		var n int
		if _, err := fmt.Sscan(row, &id, &phase, &n); err != nil {
			t.Fatal(err)
		}
		e.matches[id], e.inputs[id] = phase, n
	}
	var ms int64
	if _, err := fmt.Sscan(query(t, path, `SELECT max(seen) FROM matches`)[0], &ms); err != nil {
		t.Fatal(err)
	}
	e.at = time.UnixMilli(ms)
	return e
}

// TestSchemas brings up the bot on the database of each version that was kept, as a kill left
// it. Each match goes on, or is cancelled with words. Nights, and what people and servers
// chose, stand as they were.
func TestSchemas(t *testing.T) {
	names := schemas(t)
	if len(names) == 0 {
		t.Fatal("no database is kept in testdata/schemas: " + remake)
	}
	for _, name := range names {
		t.Run(name, func(t *testing.T) {
			var e *earlier
			dir, path := t.TempDir(), database(t)
			before := func(t *testing.T) string {
				e = makeEarlier(t, name, path, dir)
				time.Sleep(time.Until(e.at.Add(time.Minute)))
				return path
			}
			virtualFrom(t, chancetest.Source(t), localcord.Config{Dir: dir}, "ru", before, func(c *Config) { c.Games = all.Games }, func(t *testing.T, w *town) {
				time.Sleep(10 * time.Second)
				e.stands(t, path)
				e.goesOn(w)
				w.stop()
			})
			if err := store.CheckIntegrity(t.Context(), path); err != nil {
				t.Error(err)
			}
			if list, err := store.FindDamage(t.Context(), path); err != nil || len(list) > 0 {
				t.Errorf("damage: %v, %v", list, err)
			}
		})
	}
}

// stands compares what was kept with what is there now.
func (e *earlier) stands(t *testing.T, path string) {
	t.Helper()
	for _, some := range []string{"nights", "night_guests", "users", "guilds"} {
		if len(e.rows[some]) == 0 {
			t.Errorf("nothing was kept of the %s", some)
		}
	}
	for name, rows := range e.rows {
		if d := cmp.Diff(rows, quoted(t, path, name, e.columns[name])); d != "" {
			t.Errorf("%s:\n%s", name, d)
		}
	}
}

// goesOn looks at the matches that were kept, and has a player move in each that was live.
func (e *earlier) goesOn(w *town) {
	w.t.Helper()
	var live []string
	for _, match := range slices.Sorted(maps.Keys(e.matches)) {
		s := w.look(match)
		game := s.Game.Info().Name
		if len(w.boardsSent(0, match)) == 0 {
			w.t.Errorf("%s: the board of %s is not drawn anew", match, game)
		}
		switch was := e.matches[match]; {
		case was == string(store.Lobby) && s.Phase == table.Lobby:
		case was == string(store.Live) && s.Phase == table.Void:
			if s.VoidReason.IsZero() {
				w.t.Errorf("%s of %s was cancelled without a reason", match, game)
			}
		case was == string(store.Live) && s.Phase == table.Live:
			if s.Incident != "" || s.Match == nil || s.Match.N() < e.inputs[match] {
				w.t.Errorf("%s of %s: incident %q, paused %q, and it had %d inputs", match, game, s.Incident, s.Paused, e.inputs[match])
				continue
			}
			if !s.Paused.IsZero() { // people slept, and their board says so
				w.resumes(s)
			}
			live = append(live, match)
		default:
			w.t.Errorf("%s of %s was %s and is %s", match, game, was, s.Phase)
		}
	}
	for range 300 {
		if live = slices.DeleteFunc(live, w.movesOnce); len(live) == 0 {
			return
		}
		time.Sleep(time.Second)
	}
	w.t.Errorf("no person can move in %s", live)
}

// resumes has a player go on with a match that stands.
func (w *town) resumes(s *table.State) {
	w.t.Helper()
	for _, p := range s.Players {
		if who := w.named(p.ID); who != "" {
			w.does(w.person(who).Command(w.ctx, localcord.ID(s.CurrentChannel().String()), "table resume", nil))
			break
		}
	}
	if now := w.look(s.ID); !now.Paused.IsZero() {
		w.t.Errorf("%s of %s does not go on: %q", s.ID, s.Game.Info().Name, now.Paused)
	}
}

// movesOnce has a person make a move in a match, if there is one who can.
func (w *town) movesOnce(match string) bool {
	w.t.Helper()
	s := w.look(match)
	if s.Phase != table.Live {
		w.t.Errorf("%s of %s is %s before a person could move", match, s.Game.Info().Name, s.Phase)
		return true
	}
	w.here = localcord.ID(s.CurrentChannel().String())
	for i, p := range s.Players {
		who := w.named(p.ID)
		move, ok := s.Match.Choose(games.Seat(i), games.Normal)
		if who == "" || !ok {
			continue
		}
		asked := w.dream(who, "panel", nil)
		if asked.Message == nil { // a busy machine answers for the time being; ask again
			continue
		}
		reply, err := w.movesOn(asked.Message, who, s, games.Seat(i), move)
		if err != nil {
			w.t.Fatalf("%s %s in %s: %v", who, move, s.Game.Info().Name, err)
		}
		time.Sleep(100 * time.Millisecond)
		if after := w.look(match); after.Match.N() > s.Match.N() && (reply.Message == nil || !has(reply.Message, "⚠")) {
			return true
		}
		w.t.Logf("%s %s in %s is answered with %+v", who, move, s.Game.Info().Name, *reply)
	}
	return false
}

// named is the name of a person of the town, empty for an automatic player.
func (w *town) named(id discord.ID) string {
	for _, p := range w.srv.Users() {
		if string(p.ID()) == id.String() {
			return p.Name()
		}
	}
	return ""
}
