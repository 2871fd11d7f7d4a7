package store

import (
	"context"
	"errors"
	"fmt"
)

// loadedTables are what a restart reads of a match. Inputs come before positions, which
// build on them.
var loadedTables = []*Table{matchesTable, clocksTable, playersTable, notesTable, inputsTable, positionsTable}

// checkLoaded checks what a restart reads of a match. A nil result means that
// nothing is damaged. An error of the database that reads it is damage too, if it
// concerns the content.
func checkLoaded(ctx context.Context, from queryer, match string) (*DamageError, error) {
	found := &DamageError{Match: match}
	last := map[string]any{} // the highest input and position
	for _, c := range loadedTables {
		where := "r." + c.Match + " = ?"
		if c.latest != "" {
			where += " AND " + c.latest
		}
		err := c.read(ctx, from, where, []any{match}, func(r checkedRow) error {
			last[c.Name] = r.key[len(r.key)-1]
			if !r.holds() {
				found.add(c.describe(r))
			}
			return nil
		})
		if errors.Is(err, ErrDamaged) {
			found.add(fmt.Sprintf("%s cannot be read", c.Name))
		} else if err != nil {
			return nil, err
		}
	}
	if in, pos := last[inputsTable.Name], last[positionsTable.Name]; !sameNumber(in, pos) {
		found.add(fmt.Sprintf("the log ends with input %v, and the position is %v", number(in), number(pos)))
	}
	if len(found.What) == 0 {
		return nil, nil
	}
	return found, nil
}

// number is the number of an input in a message. It is 0 where there is no input.
func number(v any) any {
	if v == nil {
		return int64(0)
	}
	return v
}

func sameNumber(a, b any) bool { return number(a) == number(b) }
