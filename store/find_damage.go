package store

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/jmoiron/sqlx"
)

// FindDamage reads all rows of a database and checks their checksums. It
// returns an error for each match with damage, and one for the settings. It changes
// no row, like [CheckIntegrity]. The database has to be of this version.
func FindDamage(ctx context.Context, at string, options ...Option) (list []*DamageError, err error) {
	db, err := connectReadOnly(ctx, at, 1)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	read, err := db.BeginTxx(ctx, nil)
	if err != nil {
		return nil, fmt.Errorf("find damage: %w", classify(err))
	}
	defer read.Rollback() // it wrote nothing, so its error loses nothing
	if list, err = findDamage(ctx, read, checked(tablesOf(leaseRequest{}.with(options)))); err != nil {
		return nil, fmt.Errorf("find damage: %w", err)
	}
	return list, nil
}

func findDamage(ctx context.Context, read *sqlx.Tx, tables []*Table) (list []*DamageError, err error) {
	found := map[string]*DamageError{}
	add := func(match any, what string) {
		id, _ := match.(string) // anything else is damage too, and has no name
		if found[id] == nil {
			found[id] = &DamageError{Match: id}
			list = append(list, found[id])
		}
		found[id].add(what)
	}
	last := map[string]map[any]any{inputsTable.Name: {}, positionsTable.Name: {}}
	compared := map[any]bool{}
	next := map[any]int64{} // the number that the next input of a match must have
	for _, c := range tables {
		from := c
		if !onPostgres(read) && slices.ContainsFunc(mendedRows, func(m *Table) bool { return m.Name == c.Name }) {
			from = c.unindexed() // a damaged index is no damage of a row
		}
		err := from.read(ctx, read, "", nil, func(r checkedRow) error {
			var match any
			switch {
			case c.Loose:
				match = r.columns[slices.Index(c.summed, c.Match)]
			case c.Match != "":
				match = r.key[0]
			}
			if !r.holds() {
				add(match, c.describe(r))
			}
			if c.Name == inputsTable.Name {
				if n := next[match] + 1; r.key[1] != any(n) {
					add(match, fmt.Sprintf("input %d is missing", n))
				}
				next[match], _ = r.key[1].(int64)
			}
			if last[c.Name] != nil {
				last[c.Name][match] = r.key[1]
			}
			return nil
		})
		if errors.Is(err, ErrDamaged) {
			add(nil, fmt.Sprintf("the table %s cannot be read to its end", c.Name))
		} else if err != nil {
			return nil, err
		}
	}
	for _, lasts := range last {
		for match := range lasts {
			in, pos := last[inputsTable.Name][match], last[positionsTable.Name][match]
			if !sameNumber(in, pos) && !compared[match] {
				add(match, fmt.Sprintf("the log ends with input %v, and the position is %v", number(in), number(pos)))
			}
			compared[match] = true
		}
	}
	err = findLoose(ctx, read, tables, func(match any, table string) { add(match, "it has no row, but rows of "+table) })
	return list, err
}

// findLoose finds rows of matches that have no row themselves.
func findLoose(ctx context.Context, read *sqlx.Tx, tables []*Table, add func(match any, table string)) error {
	matches := "(SELECT +id FROM matches NOT INDEXED)" // without an index that may be damaged
	if onPostgres(read) {
		matches = "(SELECT id FROM matches)"
	}
	for _, c := range tables {
		if c.Match != "match" {
			continue
		}
		var ids []any
		if err := read.SelectContext(ctx, &ids, `SELECT DISTINCT match FROM `+c.Name+` WHERE match NOT IN `+matches); err != nil {
			return classify(err)
		}
		for _, id := range ids {
			add(id, c.Name)
		}
	}
	return nil
}
