package store

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/jmoiron/sqlx"
)

// The store's SQL is that of SQLite. PostgreSQL differs in two points that every
// statement has: it numbers its parameters, and it takes no bool for an integer. A
// connection changes both, so that no other code has to know.

func connectorDB(c driver.Connector, readOnly bool) *sql.DB {
	return sql.OpenDB(&postgresConnector{Connector: c, readOnly: readOnly})
}

// postgresConnector opens the connections of a pool. A pool that had one before waits for
// a server that is away for a moment: see [patience].
type postgresConnector struct {
	driver.Connector
	readOnly bool

	reached  atomic.Bool
	patience patience
}

// Connect opens a connection.
func (c *postgresConnector) Connect(ctx context.Context) (driver.Conn, error) {
	for {
		conn, err := c.Connector.Connect(ctx)
		if err == nil {
			c.reached.Store(true)
			c.patience.renew()
			return &postgresConn{conn.(*stdlib.Conn), c.readOnly}, nil
		}
		if !c.reached.Load() || isTimeout(err) || !c.patience.wait(ctx) {
			return nil, err
		}
	}
}

// postgresConn is a connection that takes the store's SQL.
type postgresConn struct {
	*stdlib.Conn
	readOnly bool
}

// lost returns the error of a query. What only reads is asked again by database/sql when
// the connection was lost, because nothing can happen twice.
func (c *postgresConn) lost(ctx context.Context, err error) error {
	if err == nil || !c.readOnly || !c.Conn.Conn().IsClosed() || ctx.Err() != nil || isTimeout(err) {
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
	return rows, c.lost(ctx, err)
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
