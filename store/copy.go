package store

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/binary"
	"errors"
	"fmt"
	"strings"

	"github.com/jmoiron/sqlx"
)

// CopiedTable tells what of a table is in both databases after a copy.
type CopiedTable struct {
	Table string
	Rows  int
}

// Copy copies a database to an empty one, of the same kind or of the other. Then it
// reads both and compares them, and returns what they hold. Live matches go on in the
// copy, with what their clocks had.
//
// It holds both leases, so no process may write either of them meanwhile: that is a
// [HeldError]. All of it is copied or nothing. A database that holds something already
// is [ErrNotEmpty]. An error that concerns the source is a [SourceError]; one of an
// older version is [ErrOlder].
func Copy(ctx context.Context, from, to string, options ...Option) (list []CopiedTable, err error) {
	source, err := openSource(ctx, from, options)
	if err != nil {
		return nil, &SourceError{err}
	}
	defer func() { err = errors.Join(err, source.Close()) }()
	target, err := Open(ctx, to, options...)
	if err != nil {
		return nil, fmt.Errorf("copy: %w", err)
	}
	defer func() { err = errors.Join(err, target.Close()) }()
	read, err := source.reads.BeginTxx(ctx, &sql.TxOptions{ReadOnly: true})
	if err != nil {
		return nil, &SourceError{fmt.Errorf("copy: %w", classify(err))}
	}
	defer read.Rollback() // it wrote nothing, so its error loses nothing
	err = target.writer.write(ctx, func(t tx) error {
		for _, table := range lasting(target.tables) {
			if err := copyTable(ctx, read, t, table.Name); err != nil {
				return fmt.Errorf("copy the table %s: %w", table.Name, err)
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return compare(ctx, read, target.reads, lasting(target.tables))
}

// openSource opens a database that is copied. It takes the lease, so that no process
// writes meanwhile.
func openSource(ctx context.Context, from string, options []Option) (*Store, error) {
	r, err := OpenReadOnly(ctx, from) // it neither creates nor migrates
	if err != nil {
		return nil, err
	}
	if err := r.Close(); err != nil {
		return nil, err
	}
	return Open(ctx, from, options...)
}

// copyTable copies the rows of a table in the current transaction.
func copyTable(ctx context.Context, from *sqlx.Tx, t tx, table string) error {
	var there int
	if err := t.QueryRowContext(ctx, `SELECT count(*) FROM (SELECT 1 FROM `+table+` LIMIT 1) r`).Scan(&there); err != nil {
		return classify(err)
	}
	if there > 0 {
		return ErrNotEmpty
	}
	return eachRow(ctx, from, table, func(columns []string, values []any) error {
		_, err := t.exec(`INSERT INTO `+table+` (`+strings.Join(columns, ", ")+`) VALUES (?`+strings.Repeat(", ?", len(columns)-1)+`)`, values...)
		return err
	})
}

// eachRow calls do for each row of a table. The values are valid until it returns.
func eachRow(ctx context.Context, from queryer, table string, do func(columns []string, values []any) error) error {
	rows, err := from.QueryContext(ctx, `SELECT * FROM `+table)
	if err != nil {
		return classify(err)
	}
	defer rows.Close() // Err tells all that Close could
	columns, err := rows.Columns()
	if err != nil {
		return classify(err)
	}
	values, to := make([]any, len(columns)), make([]any, len(columns))
	for i := range values {
		to[i] = &values[i]
	}
	for rows.Next() {
		if err := rows.Scan(to...); err != nil {
			return classify(err)
		}
		if err := do(columns, values); err != nil {
			return err
		}
	}
	return classify(rows.Err())
}

// compare reads both databases and returns what they hold. A difference is an error.
func compare(ctx context.Context, a, b queryer, tables []*Table) (list []CopiedTable, err error) {
	for _, t := range tables {
		table := t.Name
		before, err := digestTable(ctx, a, table)
		if err != nil {
			return nil, &SourceError{fmt.Errorf("compare the table %s: %w", table, err)}
		}
		after, err := digestTable(ctx, b, table)
		if err != nil {
			return nil, fmt.Errorf("compare the table %s: %w", table, err)
		}
		if before != after {
			return nil, fmt.Errorf("compare the table %s: %d rows were copied, and %d other ones are there", table, before.rows, after.rows)
		}
		list = append(list, CopiedTable{table, before.rows})
	}
	return list, nil
}

// tableDigest stands for all rows of a table, in any order: databases sort text in
// different ways.
type tableDigest struct {
	rows int
	sum  [4]uint64
}

func digestTable(ctx context.Context, from queryer, table string) (d tableDigest, err error) {
	var text []byte
	err = eachRow(ctx, from, table, func(columns []string, values []any) error {
		text = text[:0]
		for i, v := range values {
			text = fmt.Appendf(text, "%d:%s", len(columns[i]), columns[i])
			switch v := v.(type) {
			case nil:
				text = append(text, 'n')
			case []byte: // a database may hand out a text as bytes
				text = append(fmt.Appendf(text, "t%d:", len(v)), v...)
			case string:
				text = append(fmt.Appendf(text, "t%d:", len(v)), v...)
			default:
				text = fmt.Appendf(text, "v%v;", v)
			}
		}
		sum := sha256.Sum256(text)
		for i := range d.sum {
			d.sum[i] += binary.BigEndian.Uint64(sum[8*i:])
		}
		d.rows++
		return nil
	})
	return d, err
}
