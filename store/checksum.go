package store

import (
	"context"
	"database/sql"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"math"
	"slices"
	"strings"
	"sync"
)

// checksumSchema is the version of the database that has all checksums.
const checksumSchema = 7

// checksum is made of two CRC-32 with different polynomials, over the kind of a row
// and its columns. It finds every flipped bit, and every other accident but one in
// 2^64. SHA-256 would find forgeries too, but it costs twenty times as much for a
// position, and who can write the database can write checksums.
func checksum(kind string, columns []any) int64 {
	d := digests.Get().(*digest)
	defer digests.Put(d)
	d.high, d.low = 0, 0
	d.text = append(append(d.text[:0], kind...), 0)
	for _, c := range columns {
		switch v := c.(type) {
		case int64:
			d.number('i', uint64(v))
		case int:
			d.number('i', uint64(v))
		case uint64:
			d.number('i', v)
		case bool:
			if v {
				d.number('i', 1)
			} else {
				d.number('i', 0)
			}
		case string:
			d.number('s', uint64(len(v)))
			d.text = append(d.text, v...)
		case []byte:
			d.number('s', uint64(len(v)))
			d.add(d.text) // a position is long, so it is not copied
			d.add(v)
			d.text = d.text[:0]
		case float64: // no column holds one, unless a bit was flipped
			d.number('f', math.Float64bits(v))
		case nil:
			d.number('s', 0)
		default:
			panic(fmt.Sprintf("checksum of a %T", c))
		}
	}
	d.add(d.text)
	return int64(uint64(d.high)<<32 | uint64(d.low))
}

// digest is a checksum that is being made.
type digest struct {
	high, low uint32
	text      []byte // what is not yet in it
}

var digests = sync.Pool{New: func() any { return new(digest) }}

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

func (d *digest) add(text []byte) {
	d.high = crc32.Update(d.high, castagnoli, text)
	d.low = crc32.Update(d.low, crc32.IEEETable, text)
}

// number adds a number with a letter for its kind.
func (d *digest) number(kind byte, n uint64) {
	d.text = binary.BigEndian.AppendUint64(append(d.text, kind), n)
}

// checkedRows says how the rows of a table are checked. In the SQL the table is
// called r.
type checkedRows struct {
	kind    string   // begins the digest, so that rows of two tables differ
	name    string   // what a person calls such a row
	table   string   // the table
	match   string   // the column with the match, or empty
	key     []string // the primary key; its last column names the row
	before  string   // SQL of another checksum that goes into this one, or empty
	columns []string // what is checked besides before, in order
	added   int      // how many of the last columns came after checksumSchema
	late    bool     // the table came after checksumSchema
	sum     string   // the column of the checksum
	latest  string   // SQL that leaves only what a restart needs, or empty
}

// matchColumnNames are the columns of a match without id, rev and the clock.
var matchColumnNames = []string{"guild", "channel", "thread", "own", "place", "game", "phase", "lang", "host", "chosen", "options",
	"seed", "seats", "paused", "incident", "former", "seating", "created", "started", "ended", "expires", "motion", "strength", "people", "secret", "presses"}

var (
	checkedMatch = &checkedRows{
		kind: "match", name: "row", table: "matches", match: "id", key: []string{"id"},
		columns: append([]string{"id", "rev"}, matchColumnNames...), added: 4, sum: "checksum",
	}
	checkedClock = &checkedRows{
		kind: "clock", name: "clock", table: "matches", match: "id", key: []string{"id"}, columns: []string{"id", "clock", "seen"}, sum: "clock_checksum",
	}
	checkedInputs = &checkedRows{
		kind: "input", name: "input", table: "inputs", match: "match", key: []string{"match", "n"},
		before:  `coalesce((SELECT b.checksum FROM inputs b WHERE b.match = r.match AND b.n = r.n - 1), 0)`,
		columns: []string{"match", "n", "at", "kind", "seat", "move", "press", "auto", "erased"}, added: 1, sum: "checksum",
		latest: `r.n >= (SELECT max(n) FROM positions p WHERE p.match = r.match)`,
	}
	checkedPositions = &checkedRows{
		kind: "position", name: "position", table: "positions", match: "match", key: []string{"match", "n"},
		before:  `coalesce((SELECT i.checksum FROM inputs i WHERE i.match = r.match AND i.n = r.n), 0)`,
		columns: []string{"match", "n", "version", "at", "clock", "turns", "position", "due", "awaits"}, added: 2, sum: "checksum",
		latest: `r.n = (SELECT max(n) FROM positions p WHERE p.match = r.match)`,
	}
	checkedPlayers = &checkedRows{
		kind: "player", name: "player", table: "players", match: "match", key: []string{"match", "user_id"},
		columns: []string{"match", "user_id", "name", "locale", "seat", "ready", "joined", "press", "asleep", "missed", "barred", "gone", "had", "automatic", "holiday", "username"},
		added:   3, sum: "checksum",
	}
	checkedNotes = &checkedRows{
		kind: "note", name: "note", table: "notes", match: "match", key: []string{"match", "n"},
		columns: []string{"match", "n", "at", "what", "who"}, sum: "checksum",
	}
	checkedResults = &checkedRows{
		kind: "result", name: "result of seat", table: "results", match: "match", key: []string{"match", "seat"},
		columns: []string{"match", "seat", "game", "guild", "user_id", "score", "won", "ended", "automatic"}, added: 1, sum: "checksum",
	}
	checkedSurfaces = &checkedRows{
		kind: "surface", name: "message", table: "surfaces", match: "match", key: []string{"match", "user_id", "kind"},
		columns: []string{"match", "kind", "user_id", "seat", "channel", "message", "app", "token", "expires", "path", "shown", "lang", "follow_up"},
		added:   1, sum: "checksum",
	}
	checkedGuilds = &checkedRows{
		kind: "guild", name: "settings of server", table: "guilds", key: []string{"guild"}, columns: []string{"guild", "lang", "removed", "people", "no_boards", "home"}, added: 3, sum: "checksum",
	}
	checkedUsers = &checkedRows{
		kind: "user", name: "settings of person", table: "users", key: []string{"user_id"},
		columns: []string{"user_id", "lang", "remind", "direct", "closed", "unlisted", "holiday"}, added: 2, sum: "checksum",
	}
	checkedLessons = &checkedRows{
		kind: "lesson", name: "lesson of person", table: "lessons", key: []string{"game", "thing", "user_id"},
		columns: []string{"user_id", "game", "thing"}, late: true, sum: "checksum",
	}
	checkedSummaries = &checkedRows{
		kind: "summary", name: "summary", table: "summaries", match: "match", key: []string{"match"},
		columns: []string{"match", "version", "summary"}, late: true, sum: "checksum",
	}
	checkedCalls = &checkedRows{
		kind: "call", name: "call of person", table: "calls", key: []string{"guild", "user_id"},
		columns: []string{"guild", "user_id", "games", "from_hour", "to_hour", "zone", "every", "called"}, late: true, sum: "checksum",
	}
	checkedPresets = &checkedRows{
		kind: "preset", name: "preset of server", table: "presets", key: []string{"guild", "name"}, columns: []string{"guild", "name", "game", "options", "author"}, late: true, sum: "checksum",
	}
	checkedPacks = &checkedRows{
		kind: "pack", name: "pack of server", table: "packs", key: []string{"guild", "id"},
		columns: []string{"guild", "id", "game", "value", "entries", "code", "draft", "created"}, late: true, sum: "checksum",
	}
	checkedNights = &checkedRows{
		kind: "night", name: "night of server", table: "nights", key: []string{"guild", "id"},
		columns: []string{"guild", "id", "channel", "message", "event", "press", "game", "options", "thread", "host", "host_name", "lang", "at", "state", "match", "ended", "host_username"}, added: 1, late: true, sum: "checksum",
	}
	checkedNightGuests = &checkedRows{
		kind: "guest", name: "guest of night", table: "night_guests", key: []string{"guild", "night", "user_id"},
		columns: []string{"guild", "night", "user_id", "name", "locale", "answer", "press", "username"}, added: 1, late: true, sum: "checksum",
	}
	checkedGatewaySessions = &checkedRows{
		kind: "gateway session", name: "gateway session of shard", table: "gateway_sessions", key: []string{"shard"},
		columns: []string{"shard", "shards", "session", "seq", "address", "token", "app", "bot", "guilds", "away", "clean", "saved"}, late: true, sum: "checksum",
	}

	checkedShownBoards = &checkedRows{
		kind: "shown board", name: "what the board shows", table: "shown_boards", match: "match", key: []string{"match"}, columns: []string{"match", "message", "digest"}, late: true, sum: "checksum",
	}
	checkedErasures = &checkedRows{
		kind: "erasure", name: "erasure", table: "erasures", key: []string{"kind", "id"}, columns: []string{"kind", "id", "asked"}, late: true, sum: "checksum",
	}

	// loadedRows are what a restart reads of a match. savedRows are all that is
	// checked. Inputs come before positions, which build on them.
	loadedRows = []*checkedRows{checkedMatch, checkedClock, checkedPlayers, checkedNotes, checkedInputs, checkedPositions}
	savedRows  = append(loadedRows, checkedResults, checkedSurfaces, checkedGuilds, checkedUsers, checkedLessons, checkedSummaries, checkedCalls, checkedPresets, checkedPacks, checkedNights, checkedNightGuests, checkedGatewaySessions, checkedShownBoards, checkedErasures)
)

// query returns the SQL that reads the key, the stored checksum and the columns.
func (c *checkedRows) query(where string) string {
	list := append([]string{}, c.key...)
	list = append(list, c.sum)
	list = append(list, c.columns...)
	text := "SELECT r." + strings.Join(list, ", r.")
	if c.before != "" {
		text += ", " + c.before
	}
	text += " FROM " + c.table + " r"
	if where != "" {
		text += " WHERE " + where
	}
	return text + " ORDER BY r." + strings.Join(c.key, ", r.")
}

// checkedRow is a row that was read to be checked.
type checkedRow struct {
	key     []any
	stored  any // an int64, unless it is damaged
	want    int64
	columns []any // valid until the next row; the last one is before, if there is one
}

func (r checkedRow) holds() bool { return r.stored == any(r.want) }

// queryer is a connection, a pool or a transaction.
type queryer interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
}

// read calls do for each row that a condition leaves.
func (c *checkedRows) read(ctx context.Context, from queryer, where string, args []any, do func(checkedRow) error) error {
	rows, err := from.QueryContext(ctx, c.query(where), args...)
	if err != nil {
		return classify(err)
	}
	defer rows.Close() // Err tells all that Close could
	n := len(c.key) + 1 + len(c.columns)
	if c.before != "" {
		n++
	}
	values, to := make([]any, n), make([]any, n)
	for i := range values {
		to[i] = &values[i]
	}
	for rows.Next() {
		if err := rows.Scan(to...); err != nil {
			return classify(err)
		}
		columns := values[len(c.key)+1:]
		row := checkedRow{append([]any{}, values[:len(c.key)]...), values[len(c.key)], c.of(columns...), columns}
		if err := do(row); err != nil {
			return err
		}
	}
	return classify(rows.Err())
}

// change changes a row and computes its checksum again. A row that was damaged
// before stays marked as damaged.
func (c *checkedRows) change(t tx, where string, key any, update func() error) error {
	held := true
	err := c.read(context.Background(), t.w.conn, where, []any{key}, func(r checkedRow) error {
		held = r.holds()
		return nil
	})
	if err != nil {
		return err
	}
	if err := update(); err != nil || !held {
		return err
	}
	return c.fill(context.Background(), t.w.conn, where, []any{key})
}

// changeAll is change for several rows, which the condition need not leave afterwards.
func (c *checkedRows) changeAll(t tx, where string, arg any, update func() error) error {
	var keys [][]any
	err := c.read(context.Background(), t.w.conn, where, []any{arg}, func(r checkedRow) error {
		if r.holds() {
			keys = append(keys, slices.Clone(r.key))
		}
		return nil
	})
	if err != nil {
		return err
	}
	if err := update(); err != nil {
		return err
	}
	for _, key := range keys {
		if err := c.fill(context.Background(), t.w.conn, "r."+strings.Join(c.key, " = ? AND r.")+" = ?", key); err != nil {
			return err
		}
	}
	return nil
}

// fill computes the checksums of the rows that a condition leaves.
func (c *checkedRows) fill(ctx context.Context, t execQueryer, where string, args []any) error {
	type update struct {
		sum int64
		key []any
	}
	var list []update
	var before int64 // of the chain
	err := c.read(ctx, t, where, args, func(r checkedRow) error {
		if c.table == checkedInputs.table { // what is stored is not the chain yet
			r.columns[len(r.columns)-1] = before
			r.want = c.of(r.columns...)
			before = r.want
		}
		list = append(list, update{r.want, r.key})
		return nil
	})
	if err != nil {
		return err
	}
	query := "UPDATE " + c.table + " SET " + c.sum + " = ? WHERE " + strings.Join(c.key, " = ? AND ") + " = ?"
	for _, u := range list {
		if _, err := t.ExecContext(ctx, query, append([]any{u.sum}, u.key...)...); err != nil {
			return classify(err)
		}
	}
	return nil
}

// execQueryer is a transaction or a connection.
type execQueryer interface {
	queryer
	ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
}

// of returns the checksum of a row with these columns, in the order of c.columns.
// For a table that builds on another checksum, that one is the last of them.
//
// A column that was added later counts only where it is not zero. So the checksums of
// rows from before it hold.
func (c *checkedRows) of(columns ...any) int64 {
	if c.added == 0 {
		return checksum(c.kind, columns)
	}
	known := len(c.columns) - c.added
	list := append([]any{}, columns[:known]...)
	for i, column := range columns[known:len(c.columns)] {
		if !isZero(column) {
			list = append(list, c.columns[known+i], column)
		}
	}
	return checksum(c.kind, append(list, columns[len(c.columns):]...))
}

// isZero reports whether a column has the value that it has in rows from before it.
func isZero(column any) bool {
	switch v := column.(type) {
	case nil:
		return true
	case bool:
		return !v
	case int:
		return v == 0
	case int64:
		return v == 0
	case string:
		return v == ""
	default:
		return false
	}
}

// first is how rows were checked when all of them got their first checksum.
func (c *checkedRows) first() *checkedRows {
	then := *c
	then.columns, then.added = c.columns[:len(c.columns)-c.added], 0
	return &then
}
