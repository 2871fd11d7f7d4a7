package store

import (
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5/pgconn"
	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// classify wraps an error of the driver with the error of this package that its code means.
// It returns any other error unchanged.
func classify(err error) error {
	var e *sqlite.Error
	if !errors.As(err, &e) {
		return classifyPostgres(err)
	}
	switch e.Code() {
	case sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY, sqlite3.SQLITE_CONSTRAINT_ROWID:
		return fmt.Errorf("%w: %w", ErrConflict, err)
	case sqlite3.SQLITE_CONSTRAINT_UNIQUE:
		return fmt.Errorf("%w: %w", ErrTaken, err) // matches_place is the only unique index
	}
	switch e.Code() & 0xff { // the low byte is the primary code
	case sqlite3.SQLITE_FULL:
		return fmt.Errorf("%w: %w", ErrFull, err)
	case sqlite3.SQLITE_READONLY:
		return fmt.Errorf("%w: %w", ErrReadOnly, err)
	case sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED:
		return fmt.Errorf("%w: %w", ErrBusy, err)
	case sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CANTOPEN:
		return fmt.Errorf("%w: %w", ErrDisk, err)
	case sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB:
		return fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	return err
}

// isLost reports whether err is the end of a connection that worked before.
func isLost(err error) bool {
	var e *pgconn.PgError
	if errors.As(err, &e) && e.Severity != "FATAL" && e.Severity != "PANIC" {
		return false // the server refuses one statement
	}
	return errors.Is(classify(err), ErrUnreachable) && !errors.As(err, new(*pgconn.ConnectError)) && !isTimeout(err)
}
