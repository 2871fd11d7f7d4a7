package store

import (
	"bytes"
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/jmoiron/sqlx"
)

// The store's SQL is that of SQLite. PostgreSQL differs in two points that every
// statement has: it numbers its parameters, and it takes no bool for an integer. A
// connection changes both, so that no other code has to know.

func connectorDB(c driver.Connector, pool postgresPool) *sql.DB {
	return sql.OpenDB(&postgresConnector{Connector: c, pool: pool})
}

// postgresConnector opens the connections of a pool. A pool that had one before waits for
// a server that is away for a moment: see [patience].
type postgresConnector struct {
	driver.Connector
	pool postgresPool

	reached  atomic.Bool
	patience patience
	silences atomic.Int64 // how often a connection was silent for too long
}

// Connect opens a connection.
func (c *postgresConnector) Connect(ctx context.Context) (driver.Conn, error) {
	for {
		conn, err := c.Connector.Connect(ctx)
		if err == nil {
			c.reached.Store(true)
			c.patience.renew()
			return &postgresConn{Conn: conn.(*stdlib.Conn), of: c, silences: c.silences.Load()}, nil
		}
		if !c.reached.Load() || isTimeout(err) || !c.patience.wait(ctx) {
			return nil, err
		}
	}
}

// A connection of a pool that was not used for askAfter is asked whether it lives, and is
// dead when it does not answer within askWithin.
const (
	askAfter  = time.Second // the driver's
	askWithin = time.Second
)

// postgresConn is a connection that takes the store's SQL.
type postgresConn struct {
	*stdlib.Conn
	of       *postgresConnector
	silences int64 // of its pool when it was opened
}

// ResetSession is called before a connection of the pool is used again. A firewall that
// forgets one connection forgets others with it, and tells no client. So after one was silent,
// no caller waits for those that were opened before.
func (c *postgresConn) ResetSession(ctx context.Context) error {
	if c.silences != c.of.silences.Load() {
		return driver.ErrBadConn
	}
	short, stop := context.WithTimeout(ctx, askWithin)
	defer stop()
	err := c.Conn.ResetSession(short)
	if err != nil && short.Err() != nil && ctx.Err() == nil {
		c.of.silences.Add(1)
	}
	return err
}

// lost returns the error of a query. What only reads is asked again by database/sql when
// the connection was lost, because nothing can happen twice.
func (c *postgresConn) lost(ctx context.Context, err error) error {
	switch {
	case err == nil || !c.of.pool.readOnly || !c.Conn.Conn().IsClosed() || ctx.Err() != nil:
		return err
	case isTimeout(err):
		c.of.silences.Add(1)
		return err
	}
	return fmt.Errorf("%w: %w", driver.ErrBadConn, err)
}

// PrepareContext prepares a statement.
func (c *postgresConn) PrepareContext(ctx context.Context, query string) (driver.Stmt, error) {
	st, err := c.Conn.PrepareContext(ctx, numbered(query))
	if err != nil {
		return nil, err
	}
	return postgresStmt{st.(*stdlib.Stmt)}, nil
}

// ExecContext runs a statement.
func (c *postgresConn) ExecContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Result, error) {
	if strings.Contains(query, "?") {
		query = numbered(query)
		flagsToNumbers(args)
	}
	return c.Conn.ExecContext(ctx, query, args)
}

// QueryContext runs a query.
func (c *postgresConn) QueryContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Rows, error) {
	if strings.Contains(query, "?") {
		query = numbered(query)
		flagsToNumbers(args)
	}
	rows, err := c.Conn.QueryContext(ctx, query, args)
	if err == nil && c.of.pool.readOnly && !c.of.pool.patient {
		rows, err = readWhole(rows)
	}
	return rows, c.lost(ctx, err)
}

// wholeRows are an answer that has arrived. A connection that is lost in the middle of an
// answer is an error of the query then, and database/sql asks again.
type wholeRows struct {
	columns []string
	rows    [][]driver.Value
}

func readWhole(from driver.Rows) (driver.Rows, error) {
	w := &wholeRows{columns: from.Columns()}
	for {
		row := make([]driver.Value, len(w.columns))
		err := from.Next(row)
		if err == io.EOF {
			return w, from.Close()
		}
		if err != nil {
			return nil, errors.Join(err, from.Close())
		}
		for i, v := range row {
			if b, ok := v.([]byte); ok {
				row[i] = bytes.Clone(b)
			}
		}
		w.rows = append(w.rows, row)
	}
}

// Columns are the names of the columns.
func (w *wholeRows) Columns() []string { return w.columns }

// Close has nothing to do.
func (w *wholeRows) Close() error { return nil }

// Next is the next row.
func (w *wholeRows) Next(to []driver.Value) error {
	if len(w.rows) == 0 {
		return io.EOF
	}
	copy(to, w.rows[0])
	w.rows = w.rows[1:]
	return nil
}

// BeginTx begins a transaction.
func (c *postgresConn) BeginTx(ctx context.Context, options driver.TxOptions) (driver.Tx, error) {
	tx, err := c.Conn.BeginTx(ctx, options)
	return tx, c.lost(ctx, err)
}

// postgresStmt is a prepared statement of the store.
type postgresStmt struct{ *stdlib.Stmt }

// ExecContext runs the statement.
func (s postgresStmt) ExecContext(ctx context.Context, args []driver.NamedValue) (driver.Result, error) {
	flagsToNumbers(args)
	return s.Stmt.ExecContext(ctx, args)
}

// QueryContext runs the query.
func (s postgresStmt) QueryContext(ctx context.Context, args []driver.NamedValue) (driver.Rows, error) {
	flagsToNumbers(args)
	return s.Stmt.QueryContext(ctx, args)
}

var numberedQueries sync.Map // by the query with question marks

// numbered returns a query with $1, $2 and so on in place of question marks.
func numbered(query string) string {
	if q, ok := numberedQueries.Load(query); ok {
		return q.(string)
	}
	q := sqlx.Rebind(sqlx.DOLLAR, query)
	numberedQueries.Store(query, q)
	return q
}

func flagsToNumbers(args []driver.NamedValue) {
	for i, a := range args {
		if flag, ok := a.Value.(bool); ok {
			args[i].Value = int64(0)
			if flag {
				args[i].Value = int64(1)
			}
		}
	}
}

// raw calls do with the driver's connection.
func raw(conn *sql.Conn, do func(*pgx.Conn) error) error {
	return conn.Raw(func(c any) error { return do(c.(*postgresConn).Conn.Conn()) })
}

// isPostgres reports whether a connection is of PostgreSQL.
func isPostgres(conn *sql.Conn) (is bool) {
	_ = conn.Raw(func(c any) error { // a closed connection tells it with its next statement
		_, is = c.(*postgresConn)
		return nil
	})
	return is
}

// readTogether runs do in a transaction that reads, so that all it reads is of one moment.
// If the connection is lost in the middle, it runs do again: see [patience].
func readTogether(ctx context.Context, db *sqlx.DB, do func(*sqlx.Tx) error) error {
	var p patience
	for {
		err := readOnce(ctx, db, do)
		if !isLost(err) || !p.wait(ctx) {
			return err
		}
	}
}

func readOnce(ctx context.Context, db *sqlx.DB, do func(*sqlx.Tx) error) error {
	read, err := db.BeginTxx(ctx, &sql.TxOptions{ReadOnly: true})
	if err != nil {
		return err
	}
	defer read.Rollback() // it wrote nothing, so its error loses nothing
	return do(read)
}

// postgresDriver is the name by which sqlx knows a pool of PostgreSQL.
const postgresDriver = "pgx"

// onPostgres reports whether a pool is of PostgreSQL.
func onPostgres(db interface{ DriverName() string }) bool { return db.DriverName() == postgresDriver }

// postgresPool says what a pool is for.
type postgresPool struct {
	conns    int
	readOnly bool
	patient  bool                 // statements may take any time, such as those of a migration
	notice   func(*pgconn.Notice) // told of what the server remarks; nil for no listener
}
