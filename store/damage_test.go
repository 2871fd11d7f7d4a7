package store

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"oneiros/games"
	"oneiros/games/gametest"
	"oneiros/store/storetest"
)

// fillTables writes rows of every table: live matches, one that is over, one that is
// stopped and a lobby, with messages, results, notes and settings.
func fillTables(t testing.TB, s *Store, matches int) {
	t.Helper()
	ctx := t.Context()
	for i := range matches {
		m := startMatch(t, s, fmt.Sprintf("match%02d", i), uint64(100+i))
		for n := 1; n <= 20; n++ {
			st := newStep(m, n, uint64(n), []byte(fmt.Sprintf(`{"n":%d,"cards":[%s]}`, n, strings.Repeat("7,", 300)+"7")))
			if i == 1 && n == 20 {
				st.End = &End{At: m.Created.Add(time.Minute), Expires: m.Created.Add(time.Hour), Results: []Result{
					{Seat: 0, Game: "test", Guild: 1, User: 7, Score: 3}, {Seat: 1, Game: "test", Guild: 1, User: 8, Score: 5, Won: true},
				}}
			}
			if n == 10 {
				next := m
				next.Position, next.Notes = nil, []Note{{N: 1, At: m.Created, What: "table.note.away", Who: []uint64{7}}}
				next.Motion = &Motion{Kind: "pause", Seat: -1, Yes: []int{0}, Until: m.Created}
				st.Record = &next
			}
			if err := s.Matches().AppendInput(ctx, st); err != nil {
				t.Fatal(err)
			}
			if n == 10 {
				m.Rev++
			}
		}
		if i == 2 {
			m.Phase, m.Position = Void, nil
			if err := s.Matches().SaveMatch(ctx, m); err != nil {
				t.Fatal(err)
			}
		}
		if err := s.Surfaces().SaveSurface(ctx, Surface{Owner: MatchOwner(m.ID), Kind: Board, Channel: 5, Message: uint64(50 + i), Digest: "digest", Lang: "ru"}); err != nil {
			t.Fatal(err)
		}
	}
	now := time.UnixMilli(1_790_000_000_000)
	if err := errors.Join(
		s.Matches().SaveClocks(ctx, now.Add(time.Hour), []Clock{{"match00", time.Hour}}),
		s.Matches().CreateMatch(ctx, Match{ID: "lobby", Channel: 7, Phase: Lobby, Created: now, Players: []Player{{User: 9, Name: "Вера"}}}),
		s.SaveGuild(ctx, Guild{ID: 1, Lang: "ru"}),
		s.Guilds().GuildRemoved(ctx, 1, now),
		s.Guilds().GuildRemoved(ctx, 2, now),
		s.Guilds().GuildReturned(ctx, 2),
		s.SaveGuild(ctx, Guild{ID: 1, Lang: "en", Home: Home{Threads: true}}),
		s.SaveUser(ctx, User{ID: 7, Lang: "ru", DMClosed: now}),
		s.Lessons().SaveLessons(ctx, 7, "test", "thing", "other"),
		s.Rows(ServerChoices).Put(ctx, Row{1, "boards", "no"}), s.Rows(PersonChoices).Put(ctx, Row{7, "listed", "no"}),
		s.Rows(Bars).Put(ctx, Row{1, 7, now.UnixMilli(), "noise", now.UnixMilli()}), s.Rows(Bars).Put(ctx, Row{1, 12, 0, "", now.UnixMilli()}),
		s.Rows(Avoided).Put(ctx, Row{7, 8, now.UnixMilli()}), s.Rows(Avoided).Put(ctx, Row{7, 12, now.UnixMilli()}),
		s.Rows(PrivateTables).Put(ctx, Row{"lobby", 1, 70}), s.Rows(PrivateGuests).Put(ctx, Row{"lobby", 7}), s.Rows(NotebookEntries).Put(ctx, Row{"match00", 7, 0, 1, "trusted", "nightmare", "Вера"}),
		s.Rows(FilterWords).Put(ctx, Row{1, "море", 0}), s.Rows(VoiceStates).Put(ctx, Row{1, 7}),
		saveAuditEntry(ctx, s, AuditEntry{Guild: 1, At: now, Action: "setting", User: 7, Key: "threads", Old: "no", New: "yes"}),
		s.Greetings().AddGreeting(ctx, Greeting{Guild: 1, At: now, State: GreetingKept, Lacks: 1 << 44}),
		saveAuditEntry(ctx, s, AuditEntry{Guild: 1, At: now, Action: "kick", User: 7, Target: 12, Match: "match00"}),
		s.SaveCalls(ctx, Call{Guild: 1, User: 7, Games: []string{"test"}, From: 18, To: 24, Zone: 180, Every: time.Hour, Called: now}),
		s.Presets().SavePreset(ctx, Preset{Guild: 1, Name: "quick", Game: "test", Options: map[string]string{"clock": "30"}, Author: 7}, false),
		s.Packs().SavePack(ctx, Pack{Guild: 1, ID: "sea", Game: "test", Value: "# Море\nволна", Entries: 1, Code: "code", Created: now}),
		s.Summaries().SaveSummary(ctx, "match01", 1, games.Summary{Roles: []games.RoleCount{{Role: "moth", Times: 1}}}),
		s.Presets().SavePreset(ctx, Preset{Guild: 1, Name: "slow", Game: "test", Author: 12}, false),
		s.Nights().SaveNight(ctx, Night{Guild: 1, ID: "night", Channel: 5, Game: "test", Host: 7, HostName: "Вера", At: now, State: NightPlanned}, Surface{Owner: NightOwner(1, "night"), Kind: NightMessage, Channel: 5, Message: 6}),
		s.Nights().SaveNight(ctx, Night{Guild: 1, ID: "later", Channel: 5, Press: 70, Game: "test", Host: 12, HostName: "Глеб", At: now, State: NightPlanned}),
		s.Series().SaveSeries(ctx, Series{Guild: 1, ID: "night", Channel: 5, Game: "test", Host: 7, HostName: "Вера", Days: 64, Weeks: 1, Minute: 1200, Zone: "Europe/Moscow", Begins: "2026-09-21", State: SeriesRunning, Announced: now}),
		s.Rows(attendanceTable).Put(ctx, Row{"match00", 7, 1, "night", now.UnixMilli()}), s.Rows(attendanceTable).Put(ctx, Row{"match01", 12, 1, "night", now.UnixMilli()}),
		s.Nights().AnswerNight(ctx, 1, "night", Guest{User: 12, Name: "Глеб", Answer: "yes", Press: 71}),
		s.Nights().AnswerNight(ctx, 1, "night", Guest{User: 7, Name: "Вера", Answer: "yes", Press: 72}),
		s.Erasures().RequestErasure(ctx, 12, now), // an author and host
		s.Erasures().RequestErasure(ctx, 9, now),
		s.Boards().SaveShownBoards(ctx, []ShownBoard{{Match: "match00", Message: 50, Digest: "digest"}}),
		s.Sessions().SaveGatewaySession(ctx, GatewaySession{Shard: 3, Shards: 40, ID: "session", Seq: 77, Address: "wss://gateway.discord.gg", Token: "digest", Away: []uint64{8}, Saved: now}),
	); err != nil {
		t.Fatal(err)
	}
}

// filledFiles are databases with rows of every table, by the number of matches.
var filledFiles struct {
	mu    sync.Mutex
	files map[int][]byte
}

// filled makes a database with rows of every table.
func filled(t *testing.T, matches int) string {
	t.Helper()
	path := storetest.File(t)
	filledFiles.mu.Lock()
	defer filledFiles.mu.Unlock()
	if file := filledFiles.files[matches]; file != nil {
		if err := os.WriteFile(path, file, 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	s, err := Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	fillTables(t, s, matches)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	file, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if filledFiles.files == nil {
		filledFiles.files = map[int][]byte{}
	}
	filledFiles.files[matches] = file
	return path
}

// checkWhole checks that a database has no damage.
func checkWhole(t *testing.T, path string) {
	t.Helper()
	list, err := FindDamage(t.Context(), path)
	if err != nil || len(list) > 0 {
		t.Errorf("damage in a whole database: %v, %v", list, err)
	}
}

// TestWhole: what the store wrote in any way has the right checksums, and so has a
// copy.
func TestWhole(t *testing.T) {
	t.Parallel()
	storetest.OnBoth(t, func(t *testing.T, place string) {
		s, err := Open(t.Context(), place)
		if err != nil {
			t.Fatal(err)
		}
		fillTables(t, s, 4)
		checkWhole(t, place)
		if !IsPostgres(place) {
			if err := Backup(t.Context(), place, place+".copy", false); err != nil {
				t.Fatal(err)
			}
			checkWhole(t, place+".copy")
		}
		if err := s.Close(); err != nil {
			t.Error(err)
		}
		checkWhole(t, place)
	})
}

// flip inverts one bit of a value, as a broken disk or memory does.
func flip(r *rand.Rand, v any) any {
	switch v := v.(type) {
	case int64:
		return v ^ 1<<r.IntN(63)
	case string:
		return string(flipBytes(r, []byte(v)))
	case []byte:
		return flipBytes(r, v)
	}
	return int64(1) // NULL
}

func flipBytes(r *rand.Rand, b []byte) []byte {
	if len(b) == 0 {
		return []byte{1}
	}
	b = bytes.Clone(b)
	b[r.IntN(len(b))] ^= 1 << r.IntN(8)
	return b
}

// TestFlips inverts one bit in every column of every table in turn. Each one is
// found under the name of its match, and no other match is named.
func TestFlips(t *testing.T) {
	gametest.NotShort(t)
	t.Parallel()
	path := filled(t, 4)
	db := openRaw(t, path)
	db.SetMaxOpenConns(1)
	if _, err := db.Exec(`PRAGMA foreign_keys = 0`); err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(1, 2))
	for _, c := range checked(declared) {
		for _, column := range append([]string{c.sum}, c.summed...) {
			flipColumn(t, db, path, c, column, r)
		}
	}
	checkWhole(t, path) // each flip was taken back
}

// flipColumn flips a bit in one row, looks for it, and takes it back.
func flipColumn(t *testing.T, db *sql.DB, path string, c *Table, column string, r *rand.Rand) {
	t.Helper()
	var n int
	if err := db.QueryRow(`SELECT count(*) FROM ` + c.Name).Scan(&n); err != nil || n == 0 {
		t.Fatalf("%s has %d rows, %v", c.Name, n, err)
	}
	values, to := make([]any, len(c.Key)+1), make([]any, len(c.Key)+1)
	for i := range to {
		to[i] = &values[i]
	}
	if err := db.QueryRow(`SELECT `+strings.Join(c.Key, ", ")+`, `+column+` FROM `+c.Name+` LIMIT 1 OFFSET ?`, r.IntN(n)).Scan(to...); err != nil {
		t.Fatal(err)
	}
	was, key := values[len(c.Key)], values[:len(c.Key)]
	match := ""
	switch {
	case c.Loose: // no column of the key has it, and there may be none
		var of sql.NullString
		if err := db.QueryRow(`SELECT `+c.Match+` FROM `+c.Name+` WHERE `+strings.Join(c.Key, " = ? AND ")+" = ?", key...).Scan(&of); err != nil {
			t.Fatal(err)
		}
		match = of.String
	case c.Match != "":
		match = key[0].(string)
	}
	now := flip(r, was)
	update := func(from, to any) {
		t.Helper()
		where, args := strings.Join(c.Key, " = ? AND ")+" = ?", append([]any{to}, key...)
		for i, k := range c.Key {
			if k == column {
				args[i+1] = from
			}
		}
		if _, err := db.Exec(`UPDATE `+c.Name+` SET `+column+` = ? WHERE `+where, args...); err != nil {
			t.Fatalf("%s.%s from %v to %v: %v", c.Name, column, from, to, err)
		}
	}
	update(was, now)
	list, err := FindDamage(t.Context(), path)
	if err != nil || len(list) == 0 {
		t.Errorf("%s.%s from %v to %v: %v, %v", c.Name, column, was, now, list, err)
	}
	named := false
	for _, d := range list {
		named = named || d.Match == match
		if c.Match != column && d.Match != match {
			t.Errorf("a flip in %s.%s of match %q names %v", c.Name, column, match, d)
		}
	}
	if !named && c.Match != column {
		t.Errorf("a flip in %s.%s of match %q names %v", c.Name, column, match, list)
	}
	update(now, was)
}

// TestLostRows deletes inputs and positions from the end and from the middle.
func TestLostRows(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ query, want string }{
		"the last inputs":    {`DELETE FROM inputs WHERE match = 'match00' AND n > 18`, "the log ends with input 18, and the position is 20"},
		"all inputs":         {`DELETE FROM inputs WHERE match = 'match00'`, "position 20"},
		"the last positions": {`DELETE FROM positions WHERE match = 'match00' AND n > 17`, "the log ends with input 20, and the position is 17"},
		"an input":           {`DELETE FROM inputs WHERE match = 'match00' AND n = 5`, "input 5 is missing"},
		"the match":          {`DELETE FROM matches WHERE id = 'match00'`, "it has no row"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			path := filled(t, 4)
			s, err := Open(t.Context(), path)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := s.writer.conn.ExecContext(t.Context(), `PRAGMA foreign_keys = 0`); err != nil {
				t.Fatal(err)
			}
			if _, err := s.writer.conn.ExecContext(t.Context(), c.query); err != nil {
				t.Fatal(err)
			}
			list, err := FindDamage(t.Context(), path)
			if err != nil || len(list) != 1 || list[0].Match != "match00" || !strings.Contains(list[0].Error(), c.want) {
				t.Errorf("found %v, %v", list, err)
			}
			_, err = s.Matches().Match(t.Context(), "match00")
			if damage := new(DamageError); name != "an input" && name != "the match" && !errors.As(err, &damage) {
				t.Errorf("read the match: %v", err)
			}
			if _, err := s.Matches().Match(t.Context(), "match01"); err != nil {
				t.Errorf("read another match: %v", err)
			}
			if err := s.Close(); err != nil {
				t.Error(err)
			}
		})
	}
}

// TestDamagedMatch: reading a damaged match names the damage and returns the rest.
// Reading any other match works.
func TestDamagedMatch(t *testing.T) {
	t.Parallel()
	damages := []struct{ query, what string }{
		{`UPDATE positions SET position = 'x' || substr(position, 2) WHERE match = $1 AND n = 20`, "position 20"},
		{`UPDATE matches SET host = host + 1 WHERE id = $1`, "row"},
		{`UPDATE matches SET chosen = '{' WHERE id = $1`, "row"},
		{`UPDATE matches SET own = 'x' WHERE id = $1`, "row"},
		{`UPDATE matches SET clock = clock + 1 WHERE id = $1`, "clock"},
		{`UPDATE players SET seat = seat + 2 WHERE match = $1 AND user_id = 8`, "player 8"},
		{`UPDATE notes SET what = 'x' WHERE match = $1`, "note 1"},
		{`UPDATE inputs SET move = 'play 8c' WHERE match = $1 AND n = 20`, "input 20"},
	}
	storetest.OnBoth(t, func(t *testing.T, place string) {
		const before = 3 // one that is played, one that is over and one that is stopped
		s := openStore(t, place)
		fillTables(t, s, before+len(damages))
		raw := openRaw(t, place) // the writer may be in the middle of a transaction of its own
		for i, c := range damages {
			if IsPostgres(place) && strings.Contains(c.query, "own = 'x'") {
				continue // a column of PostgreSQL keeps its kind
			}
			id := fmt.Sprintf("match%02d", before+i)
			if _, err := s.Matches().Match(t.Context(), id); err != nil {
				t.Errorf("read a match while others are damaged: %v", err)
			}
			if _, err := raw.ExecContext(t.Context(), c.query, id); err != nil {
				t.Fatal(err)
			}
			var damage *DamageError
			m, err := s.Matches().Match(t.Context(), id)
			if !errors.As(err, &damage) || !errors.Is(err, ErrDamaged) || damage.Match != id || damage.What[0] != c.what || m.ID != id {
				t.Errorf("%s: read %q, %v", c.query, m.ID, err)
			}
			_, err = s.Matches().Inputs(t.Context(), id)
			if inLog := strings.HasPrefix(c.what, "input"); inLog != errors.As(err, &damage) {
				t.Errorf("%s: read the log: %v", c.query, err)
			}
		}
		for i := range before {
			if _, err := s.Matches().Match(t.Context(), fmt.Sprintf("match%02d", i)); err != nil {
				t.Errorf("read another match: %v", err)
			}
		}
	})
}

// TestDamageStays: the end of a match does not hide that its row was damaged.
func TestDamageStays(t *testing.T) {
	t.Parallel()
	storetest.OnBoth(t, func(t *testing.T, place string) {
		s := openStore(t, place)
		m := startMatch(t, s, "match", 5)
		if _, err := openRaw(t, place).ExecContext(t.Context(), `UPDATE matches SET host = 99`); err != nil {
			t.Fatal(err)
		}
		st := newStep(m, 1, 0, []byte("last"))
		st.End = &End{At: m.Created, Expires: m.Created}
		if err := s.Matches().AppendInput(t.Context(), st); err != nil {
			t.Fatal(err)
		}
		if _, err := s.Matches().Match(t.Context(), m.ID); !errors.Is(err, ErrDamaged) {
			t.Errorf("read the match: %v", err)
		}
	})
}

// TestChainAfterRestart: a store that did not write the last input goes on with the
// chain.
func TestChainAfterRestart(t *testing.T) {
	t.Parallel()
	storetest.OnBoth(t, func(t *testing.T, place string) {
		var m Match
		for n := 1; n <= 3; n++ {
			s, err := Open(t.Context(), place)
			if err != nil {
				t.Fatal(err)
			}
			if n == 1 {
				m = startMatch(t, s, "match", 5)
			}
			if err := s.Matches().AppendInput(t.Context(), newStep(m, n, 0, []byte("x"))); err != nil {
				t.Fatal(err)
			}
			if err := s.Matches().AppendInput(t.Context(), newStep(m, n+2, 0, []byte("x"))); !errors.Is(err, ErrConflict) {
				t.Errorf("append with a gap: %v", err)
			}
			if err := s.Close(); err != nil {
				t.Fatal(err)
			}
		}
		checkWhole(t, place)
	})
}

// TestFindDamageEnds: the search ends with its context.
func TestFindDamageEnds(t *testing.T) {
	t.Parallel()
	path := storetest.File(t)
	ctx, end := context.WithCancel(t.Context())
	end()
	if _, err := FindDamage(ctx, path); !errors.Is(err, context.Canceled) {
		t.Errorf("find damage: %v", err)
	}
}

// content returns all rows that have a checksum, as text.
func content(t *testing.T, path string) string {
	t.Helper()
	db, err := connect(t.Context(), path, 1, "_pragma=query_only(1)")
	if err != nil {
		return err.Error()
	}
	defer db.Close()
	var b strings.Builder
	for _, c := range checked(declared) {
		err := c.read(t.Context(), db, "", nil, func(r checkedRow) error {
			fmt.Fprintf(&b, "%s %v %q\n", c.Sum, r.stored, r.columns)
			return nil
		})
		if err != nil {
			fmt.Fprintln(&b, err)
		}
	}
	return b.String()
}

// TestFlipsInTheFile inverts random bits of the file of a database with twenty
// matches. Each one is found, unless everything that is stored reads as before.
func TestFlipsInTheFile(t *testing.T) {
	gametest.NotShort(t)
	t.Parallel()
	path := filled(t, 20)
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	before := content(t, path)
	flips := 25
	if testing.Short() {
		flips = 10
	}
	r := rand.New(rand.NewPCG(7, uint64(flips)))
	named, structure, refused, harmless := 0, 0, 0, 0
	for range flips {
		at := filepath.Join(t.TempDir(), "oneiros.db")
		if err := os.WriteFile(at, flipBytes(r, whole), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, _, err := SchemaVersion(t.Context(), at); err != nil {
			refused++
			continue
		}
		integrity := CheckIntegrity(t.Context(), at)
		list, err := FindDamage(t.Context(), at)
		switch {
		case len(list) > 0:
			named++
		case integrity != nil || err != nil:
			structure++
		case content(t, at) == before:
			harmless++
		default:
			t.Error("stored rows changed, and nothing was found")
		}
	}
	t.Logf("of %d flips %d name their match, %d break the structure, %d are refused, %d change nothing stored", flips, named, structure, refused, harmless)
}

// TestAddedColumns: rows from before a column was added keep their checksums, and a
// bit of the column that is flipped later is found.
func TestAddedColumns(t *testing.T) {
	before := guildsTable.first()
	row := []any{int64(4), "ru", int64(0)}
	if old, now := before.of(row...), guildsTable.of(append(row, int64(0), "")...); old != now {
		t.Errorf("the checksum of an old row was %d and is %d", old, now)
	}
	sums := map[int64]bool{}
	for _, v := range []any{int64(0), int64(1), int64(2), true, nil, "x", []byte("x"), 1.5} {
		sums[guildsTable.of(append(row, v, "")...)] = true
	}
	// 1 and true are the same, so are 0 and nil; a text and a blob too.
	if len(sums) != 5 {
		t.Errorf("%d checksums", len(sums))
	}
}
