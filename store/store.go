// Package store keeps matches, what they are shown on, and what people chose.
//
// # Nothing acknowledged is lost
//
// Whatever a method reported as done is on the disk: SQLite in WAL mode with
// synchronous FULL. An input, the position after it and, when it ended the match,
// the results are one transaction, whose key (match, n) makes a second writer
// notice that it is one: [ErrConflict] says reload and try again.
//
// # One writer
//
// SQLite has one writer, so the store has one: a goroutine with a connection of
// its own, which commits everything that waits for it as one transaction. A
// commit costs one flush of the disk however much is in it. While one is under
// way the next group grows; a group smaller than the one before waits for the
// others a fraction of a millisecond, because whoever was answered together
// comes back together; who is alone never waits. When anything in a group fails,
// the group is undone and each of it is tried by itself, so that nobody's
// conflict is another's.
//
// Readers have a pool of connections of their own and see only what was
// committed.
//
// Rejected: a savepoint for each part of a group (two statements more for each
// input, for the sake of what hardly ever happens); the position in the match's
// row (three times as much to write); a separate file for each match (as many
// flushes as matches); prepared bulk inserts of many rows (SQL that is built).
//
// # Types
//
// Records are plain data. Ids of Discord are uint64 and 0 is none; match clocks
// are [time.Duration]; moments are [time.Time] to the millisecond and the zero
// time is none.
package store

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"path/filepath"
	"sync"
	"time"

	"github.com/jmoiron/sqlx"
	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// What a caller can do something about. Anything else is a fault of the database.
var (
	ErrConflict = errors.New("somebody else wrote this match")                // reload and try again
	ErrTaken    = errors.New("another match is in this place")                // of Create and Save
	ErrNone     = errors.New("there is no such record")                       // of the methods that read one
	ErrNewer    = errors.New("the database was written by a newer version")   // of Open; nothing was touched
	ErrFull     = errors.New("the disk is full")                              // nothing of it was kept
	ErrReadOnly = errors.New("the database is read-only")                     // nothing of it was kept
	ErrBusy     = errors.New("another process holds the database")            // nothing of it was kept
	ErrNotOurs  = errors.New("the file is damaged or not a database of ours") // of any method
	ErrClosed   = errors.New("the store is closed")                           // of any method
)

// Store is an open database. Any number of goroutines may use it.
type Store struct {
	guilds recent[Guild]
	users  recent[User]
	reads  *sqlx.DB
	writes *sqlx.DB
	writer *writer
	close  sync.Once
}

// Open opens the database in a file, makes it when there is none, and brings it
// to this version. A database of a newer version is [ErrNewer] and untouched.
func Open(ctx context.Context, path string) (*Store, error) {
	if _, _, err := Migrate(ctx, path); err != nil {
		return nil, err
	}
	writes, err := connect(ctx, path, 1, "_txlock=immediate")
	if err != nil {
		return nil, err
	}
	reads, err := connect(ctx, path, 4, "_pragma=query_only(1)")
	if err != nil {
		return nil, errors.Join(err, writes.Close())
	}
	w, err := newWriter(ctx, writes)
	if err != nil {
		return nil, errors.Join(err, reads.Close(), writes.Close())
	}
	return &Store{reads: reads, writes: writes, writer: w}, nil
}

// Close ends the store once everything that was begun is saved.
func (s *Store) Close() error {
	var err error
	s.close.Do(func() {
		err = errors.Join(s.writer.close(), s.reads.Close(), s.writes.Close())
	})
	return err
}

// pragmas stand in the DSN, because a PRAGMA that is run once reaches one
// connection of a pool. A checkpoint at 4000 pages instead of 1000 writes the
// pages that every input touches a quarter as often.
const pragmas = "_pragma=busy_timeout(5000)&_pragma=journal_mode(WAL)&_pragma=synchronous(FULL)&_pragma=foreign_keys(1)&_pragma=wal_autocheckpoint(4000)"

// connect opens a pool of at most n connections to the file.
func connect(ctx context.Context, path string, n int, more string) (*sqlx.DB, error) {
	db, err := sqlx.ConnectContext(ctx, "sqlite", dsn(path, pragmas+"&"+more))
	if err != nil {
		return nil, fmt.Errorf("open database: %w", known(err))
	}
	db.SetMaxOpenConns(n)
	db.SetMaxIdleConns(n)
	return db, nil
}

func dsn(path, query string) string {
	u := url.URL{Path: filepath.ToSlash(path)}
	return "file:" + u.EscapedPath() + "?" + query
}

// known adds to an error of the driver the error of ours that its code means.
func known(err error) error {
	var e *sqlite.Error
	if !errors.As(err, &e) {
		return err
	}
	switch e.Code() {
	case sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY, sqlite3.SQLITE_CONSTRAINT_ROWID:
		return fmt.Errorf("%w: %w", ErrConflict, err)
	case sqlite3.SQLITE_CONSTRAINT_UNIQUE:
		return fmt.Errorf("%w: %w", ErrTaken, err) // the one unique index
	}
	switch e.Code() & 0xff { // the low byte is the kind, the rest says more
	case sqlite3.SQLITE_FULL:
		return fmt.Errorf("%w: %w", ErrFull, err)
	case sqlite3.SQLITE_READONLY:
		return fmt.Errorf("%w: %w", ErrReadOnly, err)
	case sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED:
		return fmt.Errorf("%w: %w", ErrBusy, err)
	case sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB:
		return fmt.Errorf("%w: %w", ErrNotOurs, err)
	}
	return err
}

// milli is a moment as it is stored; the zero time is 0.
func milli(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.UnixMilli()
}

// moment is the inverse of milli.
func moment(ms int64) time.Time {
	if ms == 0 {
		return time.Time{}
	}
	return time.UnixMilli(ms)
}
