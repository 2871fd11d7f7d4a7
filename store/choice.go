package store

import (
	"context"
	"database/sql"
)

// ServerChoices and PersonChoices are what servers and people chose about features, by the name
// of the setting. Who chose nothing has no row.
var (
	ServerChoices = Declare(Table{
		Name: "server_choices", Row: "choice of server", Sum: "server choice", Key: []string{"guild", "name"},
		Columns: []Column{{Name: "guild", Has: OfServer}, {Name: "name", Type: Text}, {Name: "value", Type: Text}},
	})
	PersonChoices = Declare(Table{
		Name: "person_choices", Row: "choice of person", Sum: "person choice", Key: []string{"user_id", "name"},
		Columns: []Column{{Name: "user_id", Has: OfPerson}, {Name: "name", Type: Text, Has: WithPerson}, {Name: "value", Type: Text, Has: WithPerson}},
		Export:  &Export{Name: "choices", Order: "name", Fields: []Field{{Name: "setting", SQL: "name"}, {Name: "chosen", SQL: "value"}}},
	})
)

// moveChoices makes rows of the two choices that were columns once, and takes the columns away.
// A row that was damaged before stays marked as damaged. The tables are those of that step,
// whatever has become of them since.
func moveChoices(ctx context.Context, t *sql.Tx) error {
	for _, m := range []struct {
		from, column, to, owner, name string
		sum                           string
		before, after                 []string // what the checksums cover with the column, and without
		added                         int      // of them, later ones
		choice                        string   // begins the checksum of the rows
	}{
		{
			from: "guilds", column: "no_boards", to: "server_choices", owner: "guild", name: "boards", sum: "guild",
			before: []string{"guild", "lang", "removed", "people", "no_boards", "home"}, after: []string{"guild", "lang", "removed", "people", "home"}, added: 2,
			choice: "server choice",
		},
		{
			from: "users", column: "unlisted", to: "person_choices", owner: "user_id", name: "listed", sum: "user",
			before: []string{"user_id", "lang", "remind", "direct", "closed", "unlisted", "holiday"}, after: []string{"user_id", "lang", "remind", "direct", "closed", "holiday"}, added: 1,
			choice: "person choice",
		},
	} {
		old := Table{Name: m.from, Sum: m.sum, Key: []string{m.owner}, sum: "checksum", summed: m.before, added: m.added + 1}
		now := old
		now.summed, now.added = m.after, m.added
		var owners []any // whose rows hold
		err := old.read(ctx, t, "r."+m.column+" <> 0", nil, func(r checkedRow) error {
			if r.holds() {
				owners = append(owners, r.key[0])
			}
			return nil
		})
		if err != nil {
			return err
		}
		for _, statement := range []string{
			`INSERT INTO ` + m.to + ` (` + m.owner + `, name, value, checksum) SELECT ` + m.owner + `, '` + m.name + `', 'no', 0 FROM ` + m.from + ` WHERE ` + m.column + ` <> 0`,
			`ALTER TABLE ` + m.from + ` DROP COLUMN ` + m.column,
		} {
			if _, err := t.ExecContext(ctx, statement); err != nil {
				return classify(err)
			}
		}
		for _, owner := range owners {
			if err := now.fill(ctx, t, "r."+m.owner+" = ?", []any{owner}); err != nil {
				return err
			}
		}
		choices := Table{Name: m.to, Sum: m.choice, Key: []string{m.owner, "name"}, sum: "checksum", summed: []string{m.owner, "name", "value"}}
		if err := choices.fill(ctx, t, "", nil); err != nil {
			return err
		}
	}
	return nil
}
