package store

import (
	"context"
	"database/sql"
)

// tx runs statements in the current transaction.
type tx struct{ w *writer }

// prepared returns a statement that is prepared once for the life of the writer.
func (t tx) prepared(query string) (*sql.Stmt, error) {
	st := t.w.stmts[query]
	if st == nil {
		var err error
		if st, err = t.w.conn.PrepareContext(context.Background(), query); err != nil {
			return nil, classify(err)
		}
		t.w.stmts[query] = st
	}
	return st, nil
}

// holdsLease reports whether the lease is ours.
func (t tx) holdsLease() (bool, error) {
	st, err := t.prepared(`SELECT count(*) FROM lease WHERE holder = ?`)
	if err != nil {
		return false, err
	}
	var n int
	if err := st.QueryRowContext(context.Background(), t.w.leaseID).Scan(&n); err != nil {
		return false, classify(err)
	}
	return n == 1, nil
}

// exec runs a statement and returns how many rows it changed.
func (t tx) exec(query string, args ...any) (int64, error) {
	st, err := t.prepared(query)
	if err != nil {
		return 0, err
	}
	r, err := st.ExecContext(context.Background(), args...)
	if err != nil {
		return 0, classify(err)
	}
	n, err := r.RowsAffected()
	if err != nil {
		return 0, classify(err)
	}
	return n, nil
}

// numbers reads a column of numbers in the transaction.
func (t tx) numbers(query string, args ...any) (list []int64, err error) {
	rows, err := t.w.conn.QueryContext(context.Background(), query, args...)
	if err != nil {
		return nil, classify(err)
	}
	defer rows.Close() // Err tells all that Close could
	for rows.Next() {
		var n int64
		if err := rows.Scan(&n); err != nil {
			return nil, classify(err)
		}
		list = append(list, n)
	}
	return list, classify(rows.Err())
}

// QueryContext reads in the transaction, with a statement that is not kept.
func (t tx) QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error) {
	return t.w.conn.QueryContext(ctx, query, args...)
}

// QueryRowContext is QueryContext for one row.
func (t tx) QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row {
	return t.w.conn.QueryRowContext(ctx, query, args...)
}

// ExecContext writes in the transaction, with a statement that is not kept.
func (t tx) ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error) {
	return t.w.conn.ExecContext(ctx, query, args...)
}
