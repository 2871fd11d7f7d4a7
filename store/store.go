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
// # One process
//
// A process writes only while it holds the lease, a row of the database that says
// who does. Whoever holds it raises a number in it once a second; whoever wants it
// waits until that number stands still for five seconds, or takes it at once where
// the system tells that the process has ended. Every transaction looks first
// whether the lease is still ours: a process that was suspended and finds another
// one in its place writes nothing any more, and [Store.LeaseLost] tells it. Whatever
// the clocks of machines say plays no part in it. Reading needs no lease: see
// [OpenReadOnly].
//
// Rejected: a lock on a file (it says nothing to a process that was suspended on
// another machine, and is gone with the file); moments instead of a number (two
// clocks would have to agree).
//
// # When the disk takes nothing
//
// A full disk, a read-only one, one that fails and a database that somebody else
// keeps locked are all the same to who plays: nothing can be saved. What could not
// be kept was not acknowledged, so nothing is lost. [Store.WatchDisk] tells of it once,
// and once again when there is room: a trial that is written and taken back each
// second, larger than what a table writes, so that it does not say yes to what the
// next position would find full again.
//
// # Back-ups
//
// A back-up is made by VACUUM INTO: one statement on a reading connection, which
// sees the database at one moment however long it takes and however much is
// written meanwhile. SQLite's own backup interface begins anew whenever another
// process writes, which a running bot does each second.
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
	ErrConflict  = errors.New("somebody else wrote this match")                // reload and try again
	ErrTaken     = errors.New("another match is in this place")                // of CreateMatch and SaveMatch
	ErrNotFound  = errors.New("there is no such record")                       // of the methods that read one
	ErrNewer     = errors.New("the database was written by a newer version")   // of Open; nothing was touched
	ErrOlder     = errors.New("the database was written by an older version")  // of OpenReadOnly; nothing was touched
	ErrFull      = errors.New("the disk is full")                              // nothing of it was kept
	ErrReadOnly  = errors.New("the database is read-only")                     // nothing of it was kept
	ErrBusy      = errors.New("another process keeps the database locked")     // nothing of it was kept
	ErrDisk      = errors.New("the disk cannot be read or written")            // nothing of it was kept
	ErrLeaseLost = errors.New("another process has taken the database over")   // nothing of it was kept, nor will be
	ErrDamaged   = errors.New("the file is damaged or not a database of ours") // of any method
	ErrSameFile  = errors.New("that is the database itself")                   // of Backup; nothing was touched
	ErrClosed    = errors.New("the store is closed")                           // of any method
)

// Unwritable reports whether an error means that nothing can be saved at present:
// the disk is full, read-only or failing, or the database is locked. It passes by
// itself when that does.
func Unwritable(err error) bool {
	for _, e := range []error{ErrFull, ErrReadOnly, ErrBusy, ErrDisk} {
		if errors.Is(err, e) {
			return true
		}
	}
	return false
}

// Store is an open database. Any number of goroutines may use it.
type Store struct {
	guilds recent[Guild]
	users  recent[User]
	reads  *sqlx.DB
	writes *sqlx.DB // nil for one that only reads
	writer *writer  // likewise
	guard  *guard   // likewise
	close  sync.Once
}

// Open opens the database in a file to read and write it, makes it when there is
// none, and brings it to this version. A database of a newer version is a
// [NewerError] and untouched. A database that another process writes is a
// [HeldError]; when the process has ended without giving it back, that may take
// some seconds to be known.
func Open(ctx context.Context, path string) (*Store, error) { return begin(ctx, path, nil) }

// OpenWhenFree is Open, but waits for another process that writes the database to end.
// It tells of that process once.
func OpenWhenFree(ctx context.Context, path string, waiting func(Holder)) (*Store, error) {
	return begin(ctx, path, waiting)
}

func begin(ctx context.Context, path string, waiting func(Holder)) (opened *Store, err error) {
	has, wants, err := SchemaVersion(ctx, path)
	if err != nil {
		return nil, err
	}
	if has > wants {
		return nil, &NewerError{has, wants}
	}
	writes, err := connect(ctx, path, 1, pragmas+"&_txlock=immediate")
	if err != nil {
		return nil, err
	}
	w := &writer{id: newHolder()}
	s := &Store{writes: writes, writer: w}
	defer func() {
		if err == nil {
			return
		}
		if s.reads != nil {
			err = errors.Join(err, s.reads.Close())
		}
		err = errors.Join(err, writes.Close())
	}()
	// Who writes an older database is asked before it is changed.
	if has >= leaseStep {
		if err := hold(ctx, writes, w.id, waiting); err != nil {
			return nil, err
		}
	}
	if has < wants {
		if err := migrate(ctx, writes, has, wants); err != nil {
			return nil, err
		}
	}
	if has < leaseStep {
		if err := hold(ctx, writes, w.id, waiting); err != nil {
			return nil, err
		}
	}
	if s.reads, err = connect(ctx, path, 4, pragmas+"&_pragma=query_only(1)"); err != nil {
		return nil, err
	}
	if err := w.start(ctx, writes); err != nil {
		return nil, err
	}
	s.guard = newGuard(w)
	return s, nil
}

// hold takes the lease on a connection of the pool.
func hold(ctx context.Context, db *sqlx.DB, id string, waiting func(Holder)) error {
	conn, err := db.DB.Conn(ctx)
	if err != nil {
		return fmt.Errorf("open the writing connection: %w", known(err))
	}
	return errors.Join(take(ctx, conn, id, waiting), conn.Close())
}

// OpenReadOnly opens the database in a file to read it, also while a process writes it.
// It changes nothing: a database of another version is [ErrOlder] or a
// [NewerError], and [ErrNotFound] when there is none. The methods that write are
// [ErrReadOnly].
func OpenReadOnly(ctx context.Context, path string) (*Store, error) {
	has, wants, err := SchemaVersion(ctx, path)
	switch {
	case err != nil:
		return nil, err
	case has == 0:
		return nil, fmt.Errorf("open database: %w", ErrNotFound)
	case has < wants:
		return nil, fmt.Errorf("database of version %d, this is version %d: %w", has, wants, ErrOlder)
	case has > wants:
		return nil, &NewerError{has, wants}
	}
	reads, err := connect(ctx, path, 4, "_pragma=busy_timeout(5000)&_pragma=query_only(1)")
	if err != nil {
		return nil, err
	}
	return &Store{reads: reads}, nil
}

// LeaseLost is closed when another process has taken the database over: this one
// writes nothing any more.
func (s *Store) LeaseLost() <-chan struct{} { return s.writer.lost }

// Close ends the store once everything that was begun is saved, and gives the
// lease back.
func (s *Store) Close() error {
	var err error
	s.close.Do(func() {
		if s.writer != nil {
			s.guard.close()
			err = s.writer.close()
		}
		err = errors.Join(err, s.reads.Close())
		if s.writes != nil {
			err = errors.Join(err, s.writes.Close())
		}
	})
	return err
}

// pragmas stand in the DSN, because a PRAGMA that is run once reaches one
// connection of a pool. A checkpoint at 4000 pages instead of 1000 writes the
// pages that every input touches a quarter as often.
const pragmas = "_pragma=busy_timeout(5000)&_pragma=journal_mode(WAL)&_pragma=synchronous(FULL)&_pragma=foreign_keys(1)&_pragma=wal_autocheckpoint(4000)"

// connect opens a pool of at most n connections to the file.
func connect(ctx context.Context, path string, n int, query string) (*sqlx.DB, error) {
	db, err := sqlx.ConnectContext(ctx, "sqlite", dsn(path, query))
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
	case sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CANTOPEN:
		return fmt.Errorf("%w: %w", ErrDisk, err)
	case sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB:
		return fmt.Errorf("%w: %w", ErrDamaged, err)
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
