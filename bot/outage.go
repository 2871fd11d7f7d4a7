package bot

import (
	"errors"
	"sync"
	"time"

	"oneiros/bot/savelog"
	"oneiros/bot/table"
	"oneiros/store"
)

// blackout is how long the gateway, or a server, may be away before clocks stop.
// They stop as of the moment at which it was lost.
const blackout = 10 * time.Second

// outage stops the clocks of all tables while the gateway is lost or nothing can be
// saved.
type outage struct {
	tables *table.Tables
	log    savelog.Log

	mu    sync.Mutex
	since time.Time   // when the gateway was lost; zero while it is there
	timer *time.Timer // until that is too long ago
}

// gatewayLost notes that there is no gateway since a moment.
func (o *outage) gatewayLost(since time.Time) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if !o.since.IsZero() {
		return
	}
	o.since = since
	o.timer = time.AfterFunc(time.Until(since.Add(blackout)), func() {
		o.mu.Lock()
		defer o.mu.Unlock()
		if !o.since.Equal(since) {
			return
		}
		o.log.Warn().Time("since", since).Msg("stop clocks: gateway lost")
		o.tables.Halt(table.HaltGateway, since)
	})
}

// gatewayFound notes that something came from the gateway. It is called before that
// is handled, so a press that was delivered late meets a clock that runs.
func (o *outage) gatewayFound() {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.since.IsZero() {
		return
	}
	o.since = time.Time{}
	o.timer.Stop()
	o.tables.Unhalt(table.HaltGateway)
}

// disk is told when nothing can be saved, and since when; and, without an error,
// that saving works again. Meanwhile no save that fails is logged, only their number
// at the end.
func (o *outage) disk(err error, since time.Time) {
	var moved *store.MovedError
	switch {
	case err == nil:
		o.log.Warn().Int64("failed", o.log.Skipped()).Msg("start clocks: save works again")
		o.tables.Unhalt(table.HaltDisk)
		o.tables.Unhalt(table.HaltMoved)
	case errors.As(err, &moved):
		o.log.Error().Str("file", moved.Path).Str("todo", movedTodo).Msg("stop clocks: database file removed or replaced")
		o.tables.Halt(table.HaltMoved, since)
		o.tables.Unhalt(table.HaltDisk)
	default:
		o.log.Error().Err(err).Msg("stop clocks: save failed")
		o.tables.Halt(table.HaltDisk, since)
		o.tables.Unhalt(table.HaltMoved)
	}
}

// movedTodo tells the operator what to do about a database file that has no name.
const movedTodo = "put the file back under its name; if it was deleted or replaced, stop the bot: it saves everything to a file beside it that ends in .rescued, for oneiros restore"
