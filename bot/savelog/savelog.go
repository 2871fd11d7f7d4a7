// Package savelog logs what could not be saved.
//
// While the disk takes nothing, every table and every panel fails to save, and
// tries again. The store reports such an outage once. So the log has one line at
// its beginning, with the cause, and one at its end, with the number of saves that
// failed meanwhile. Any other failure has a line of its own.
//
// The package is one for all of the bot, because tables, surfaces and deeds save
// side by side and count together.
package savelog

import (
	"errors"
	"sync/atomic"

	"github.com/rs/zerolog"

	"oneiros/store"
)

// Log is a log with a count of what was not logged. Copies share the count. The
// zero Log logs nothing.
type Log struct {
	zerolog.Logger
	skipped *atomic.Int64
}

// New makes a Log.
func New(log zerolog.Logger) Log { return Log{log, new(atomic.Int64)} }

// Failed begins the line of a write to the store that failed, or of a read: a server
// that is away gives nothing, too. When nothing can be saved at present, it counts the
// failure and returns nil, which logs nothing. It does the same when another process
// has taken over the database, which ends this one, or the shard.
func (l Log) Failed(err error) *zerolog.Event {
	if l.skipped != nil && (store.Unwritable(err) || errors.Is(err, store.ErrLeaseLost) || errors.Is(err, store.ErrShardLost)) {
		l.skipped.Add(1)
		return nil
	}
	return l.Error().Err(err)
}

// Skipped is how many failures were not logged since the last call.
func (l Log) Skipped() int64 {
	if l.skipped == nil {
		return 0
	}
	return l.skipped.Swap(0)
}
