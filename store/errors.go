package store

import (
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5/pgconn"
)

// These are the errors that a caller can act on. Any other error is a fault of the
// database. After ErrFull, ErrReadOnly, ErrBusy, ErrDisk, ErrUnreachable and
// ErrLeaseLost nothing of the call was saved. After ErrNewer, ErrOlder, ErrEmpty, ErrMissing,
// ErrIncomplete and ErrSameFile nothing was touched.
var (
	// ErrConflict: read the match again and retry.
	ErrConflict = errors.New("another writer changed this match")
	// ErrTaken: CreateMatch and SaveMatch allow one open match in a place.
	ErrTaken = errors.New("another match is open in this channel")
	// ErrNotFound: there is no such match or database.
	ErrNotFound = errors.New("no such record")
	ErrNewer    = errors.New("a newer version of the program wrote the database")
	ErrOlder    = errors.New("an older version of the program wrote the database")
	ErrFull     = errors.New("the disk is full")
	ErrReadOnly = errors.New("the database is read-only")
	ErrBusy     = errors.New("another process keeps the database locked")
	ErrDisk     = errors.New("the disk cannot be read or written")
	// ErrUnreachable: PostgreSQL does not answer, or it refuses this process.
	ErrUnreachable = errors.New("the database cannot be reached")
	// ErrIndex: the rows are there, and an index does not find them. REINDEX mends it.
	ErrIndex = errors.New("an index of the database does not fit its rows")
	// ErrMoved is the kind of a MovedError. If the file lost its name during the
	// call, it was saved in the file that was moved.
	ErrMoved = errors.New("the database was removed or replaced while it was open")
	// ErrLeaseLost: this process will never write again.
	ErrLeaseLost = errors.New("another process has taken over the database")
	// ErrShardLost: the shard has another owner, or this process has it anew.
	ErrShardLost = errors.New("another process has this shard")
	// ErrChangedSession: no process of the bot has written the saved session like that.
	ErrChangedSession = errors.New("the row of the saved session was changed")
	ErrDamaged        = errors.New("the file is damaged or is not a database of Oneiros")
	// ErrEmpty: a database is never empty, not even a new one.
	ErrEmpty = errors.New("the file is empty")
	// ErrMissing: the write-ahead log may hold what players did.
	ErrMissing = errors.New("the database is missing, but its write-ahead log is there")
	// ErrIncomplete is the kind of an IncompleteError.
	ErrIncomplete = errors.New("a migration of the database is missing")
	// ErrStillRead: VACUUM removes nothing that a session of PostgreSQL may still read.
	ErrStillRead = errors.New("another session of PostgreSQL still reads what was erased")
	// ErrSameFile: a backup cannot replace its own source.
	ErrSameFile = errors.New("the file is the database itself")
	ErrClosed   = errors.New("the store is closed")
	// ErrNotEmpty: a database is copied only to one that holds nothing.
	ErrNotEmpty = errors.New("the database holds something already")
	// ErrPostgres: PostgreSQL has its own tools for that.
	ErrPostgres = errors.New("this is done by PostgreSQL's own tools")
)

// Unwritable reports whether err means that nothing can be saved at present. The
// disk is full, read-only or broken, the database is locked or cannot be reached, or
// its file was moved.
// The store recovers by itself when that is over.
func Unwritable(err error) bool {
	for _, e := range []error{ErrFull, ErrReadOnly, ErrBusy, ErrDisk, ErrUnreachable, ErrMoved} {
		if errors.Is(err, e) {
			return true
		}
	}
	return false
}

// FromServer reports whether PostgreSQL, or the way to it, is why err happened. No disk of
// this machine has to do with it then.
func FromServer(err error) bool {
	return errors.Is(err, ErrUnreachable) || errors.Is(err, ErrShardLost) || errors.As(err, new(*pgconn.PgError))
}

// NewerError is the error of a database that a newer version of the program wrote.
// The database was not touched.
type NewerError struct {
	Has   int64 // the version of the database
	Wants int64 // the newest version that this program knows
}

// Error names both versions.
func (e *NewerError) Error() string {
	return fmt.Sprintf("the database has version %d, and this program knows versions up to %d", e.Has, e.Wants)
}

// Unwrap returns [ErrNewer].
func (e *NewerError) Unwrap() error { return ErrNewer }
