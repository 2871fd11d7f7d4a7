package store

import (
	"encoding/json"
	"fmt"
)

// wordsErased is how erasing a person changes what they wrote.
const wordsErased = "other words take the place of a player's, or the whole log goes"

var positionsTable = Declare(Table{
	Name: "positions", Row: "position", Sum: "position", Key: []string{"match", "n"}, Match: "match",
	Columns: []Column{
		{Name: "match", Type: Text}, {Name: "n"}, {Name: "version"}, {Name: "at"}, {Name: "clock"}, {Name: "turns", Type: Text},
		{Name: "position", Type: Bytes, Has: Replaced, Why: wordsErased}, {Name: "due", Later: true}, {Name: "awaits", Later: true},
	},
	early:  true,
	before: `coalesce((SELECT i.checksum FROM inputs i WHERE i.match = r.match AND i.n = r.n), 0)`,
	latest: `r.n = (SELECT max(n) FROM positions p WHERE p.match = r.match)`,
})

// positionsKept is how many positions of a match collect before the old ones are
// deleted together.
const positionsKept = 16

// positionColumns returns the columns of a position, with its checksum. head is the
// checksum of the input that led to it.
func positionColumns(match string, p Position, head int64) ([]any, error) {
	turns, err := json.Marshal(p.Turns)
	if err != nil {
		return nil, fmt.Errorf("encode the turns: %w", err)
	}
	columns := []any{match, p.N, p.Version, int64(p.At), int64(p.Clock), string(turns), p.Data, int64(p.Due), p.Awaits}
	return append(columns, positionsTable.of(append(columns, head)...)), nil
}

func insertPosition(t tx, columns []any) error {
	if _, err := t.exec(`INSERT INTO positions (match, n, version, at, clock, turns, position, due, awaits, checksum) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
		columns...); err != nil {
		return fmt.Errorf("save the position: %w", err)
	}
	return nil
}
