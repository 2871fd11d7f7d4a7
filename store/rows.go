package store

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Rows are the rows of one table, for a feature that needs no SQL of its own. What is saved
// has a checksum if the table has them, and belongs to the shard of the store.
type Rows struct {
	of    *connections
	table *Table
}

// Rows returns the rows of a table, which the database has: see [WithTables].
func (s *Store) Rows(t *Table) Rows { return Rows{&s.connections, t} }

// Row is a row: the values of all columns, in the order of the declaration. A number is an
// int64 when it was read.
type Row []any

// Put saves a row in place of the one with its key.
func (r Rows) Put(ctx context.Context, row Row) error {
	if len(row) != len(r.table.Columns) {
		return fmt.Errorf("save a %s: %d values for %d columns", r.table.Row, len(row), len(r.table.Columns))
	}
	if err := r.of.write(ctx, func(t tx) error { return t.put(r.table, row...) }); err != nil {
		return fmt.Errorf("save a %s: %w", r.table.Row, err)
	}
	return nil
}

// With is a condition: each column has the value, or one of the values of a []uint64, of which
// there are at most 500.
type With map[string]any

// sql is the condition. A column that the table does not have is an error.
func (w With) sql(t *Table) (where string, args []any, err error) {
	var list []string
	for _, c := range t.Columns {
		switch v := w[c.Name].(type) {
		case nil:
		case []uint64:
			if len(v) == 0 || len(v) > 500 {
				return "", nil, fmt.Errorf("table %s: %d values of %s", t.Name, len(v), c.Name)
			}
			list = append(list, c.Name+" IN (?"+strings.Repeat(", ?", len(v)-1)+")")
			for _, one := range v {
				args = append(args, one)
			}
		default:
			list, args = append(list, c.Name+" = ?"), append(args, v)
		}
	}
	if len(list) != len(w) || len(w) == 0 {
		return "", nil, fmt.Errorf("table %s: want one or more of its columns, not %q", t.Name, slices.Sorted(maps.Keys(w))) // a value may be the id of a person
	}
	return strings.Join(list, " AND "), args, nil
}

// Delete deletes rows. It is no error if there is none.
func (r Rows) Delete(ctx context.Context, with With) error {
	where, args, err := with.sql(r.table)
	if err == nil {
		err = r.of.write(ctx, func(t tx) error {
			_, err := t.exec(`DELETE FROM `+r.table.Name+` WHERE `+where, args...)
			return err
		})
	}
	if err != nil {
		return fmt.Errorf("delete a %s: %w", r.table.Row, err)
	}
	return nil
}

// List reads rows in the order of their keys.
func (r Rows) List(ctx context.Context, with With) (list []Row, err error) {
	where, args, err := with.sql(r.table)
	if err != nil {
		return nil, err
	}
	return r.list(ctx, where, args)
}

// OfServers reads the rows of all servers, or of those of the shard, in the order of their keys. The
// table has a column "guild".
func (r Rows) OfServers(ctx context.Context) ([]Row, error) {
	mine, args := r.of.ofShard()
	return r.list(ctx, `guild <> 0`+mine, args)
}

func (r Rows) list(ctx context.Context, where string, args []any) (list []Row, err error) {
	var names []string
	for _, c := range r.table.Columns {
		names = append(names, c.Name)
	}
	rows, err := r.of.reads.QueryContext(ctx, `SELECT `+strings.Join(names, ", ")+` FROM `+r.table.Name+` WHERE `+where+` ORDER BY `+strings.Join(r.table.Key, ", "), args...)
	if err != nil {
		return nil, fmt.Errorf("list each %s: %w", r.table.Row, classify(err))
	}
	defer rows.Close() // Err tells all that Close could
	values, to := make(Row, len(names)), make([]any, len(names))
	for i := range values {
		to[i] = &values[i]
	}
	for rows.Next() {
		if err := rows.Scan(to...); err != nil {
			return nil, fmt.Errorf("list each %s: %w", r.table.Row, classify(err))
		}
		row := slices.Clone(values)
		for i, c := range r.table.Columns {
			if b, ok := row[i].([]byte); ok && c.Type == Text { // a database may hand out a text as bytes
				row[i] = string(b)
			}
		}
		list = append(list, row)
	}
	return list, classify(rows.Err())
}
