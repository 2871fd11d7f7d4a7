package store

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"strings"
)

// An index says nothing that the rows do not say, so it can be made anew from them.
// Until then rows are not found, and a match can be neither read nor stopped.

// mendedRows are the rows whose indexes a start compares with them. The index of
// positions is not among them: its rows are long, and a start that misses one says
// so by itself.
var mendedRows = []*Table{matchesTable, playersTable}

// mendIndexes makes damaged indexes anew, and names their tables.
func mendIndexes(ctx context.Context, db execQueryer) (mended []string, err error) {
	for _, c := range mendedRows {
		done, err := c.mendIndex(ctx, db)
		if err != nil {
			return nil, fmt.Errorf("mend the indexes of %s: %w", c.Name, err)
		}
		if done {
			mended = append(mended, c.Name)
		}
	}
	return mended, nil
}

// mendIndex makes the indexes of a table anew if they do not fit its rows, and
// reports whether it did. It touches nothing of a table whose rows are damaged too:
// they may be what is wrong, and a backup mends both.
func (c *Table) mendIndex(ctx context.Context, db execQueryer) (bool, error) {
	problems, err := integrity(ctx, db, `integrity_check(`+c.Name+`)`)
	if err != nil || !onlyIndexes(problems) {
		return false, ignoreDamage(err)
	}
	whole := true
	err = c.unindexed().read(ctx, db, "", nil, func(r checkedRow) error {
		whole = whole && r.holds()
		return nil
	})
	if err != nil || !whole {
		return false, ignoreDamage(err)
	}
	if _, err := db.ExecContext(ctx, `REINDEX `+c.Name); err != nil {
		return false, classify(err)
	}
	return true, nil
}

// unindexed reads the rows of a table in which an index may be damaged.
func (c *Table) unindexed() *Table {
	all := *c
	all.Name = "(SELECT * FROM " + c.Name + " NOT INDEXED)"
	return &all
}

// ignoreDamage is for damage that is found, and told match by match, elsewhere.
func ignoreDamage(err error) error {
	if errors.Is(err, ErrDamaged) {
		return nil
	}
	return err
}

// integrity returns what a check of SQLite finds.
func integrity(ctx context.Context, db queryer, check string) (problems []string, err error) {
	rows, err := db.QueryContext(ctx, `PRAGMA `+check)
	if err != nil {
		return nil, classify(err)
	}
	defer rows.Close() // Err tells all that Close could
	for rows.Next() {
		var line string
		if err := rows.Scan(&line); err != nil {
			return nil, classify(err)
		}
		if line != "ok" {
			problems = append(problems, strings.Split(line, "\n")...)
		}
	}
	return problems, classify(rows.Err())
}

// ofIndex is what SQLite says of an index that does not fit the rows.
var ofIndex = regexp.MustCompile(`^(row \d+ missing from index|wrong # of entries in index|non-unique entry in index|rowid not at end-of-record for row \d+ of index|row \d+ values differ from index) `)

// onlyIndexes reports whether all problems that SQLite found are of indexes, and
// there are some.
func onlyIndexes(problems []string) bool {
	for _, p := range problems {
		if !ofIndex.MatchString(p) {
			return false
		}
	}
	return len(problems) > 0
}
