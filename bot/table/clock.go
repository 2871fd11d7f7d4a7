package table

import (
	"context"
	"hash/crc32"
	"slices"
	"time"

	"oneiros/store"
)

// matchClock is a match clock. Whether it runs is said by the table.
type matchClock struct {
	speed speed
	at    time.Duration // the clock at since
	since time.Time
	floor time.Duration // where it began to run the last time
}

// speed is how many times as fast as the time of day a match clock runs; 0 stands
// for 1.
type speed int

// clock is how far the clock runs in a time.
func (s speed) clock(d time.Duration) time.Duration { return d * time.Duration(max(s, 1)) }

// time is how long the clock takes to run so far. It is never too short.
func (s speed) time(d time.Duration) time.Duration {
	n := time.Duration(max(s, 1))
	if d > 0 {
		d += n - 1
	}
	return d / n
}

// mostClocks is how many clocks are saved in a second. Where more run, each is saved every
// few seconds. After a kill people have that much more time, and nobody loses any.
const mostClocks = 500

// saveClocks saves the clocks of the running matches, each once a second as long as they
// are few, until the tables are closed. Those of tables by days it saves once a minute:
// nobody misses a minute of a day.
func (h *Tables) saveClocks() {
	every := time.NewTicker(time.Second)
	defer every.Stop()
	failing := false
	for turn := 0; ; turn++ {
		select {
		case <-every.C:
			err := h.saveClocksOf(turn)
			if err != nil && !failing { // once, and not once a second
				h.conf.Log.Failed(err).Msg("save match clocks failed")
			}
			failing = err != nil
		case <-h.quit:
			return
		}
	}
}

// allClocks is every clock's turn.
const allClocks = -1

// daysTurns is in how many seconds the clock of a table by days has its turn.
const daysTurns = 60

// saveClocksOf saves the clocks whose turn it is.
func (h *Tables) saveClocksOf(turn int) error {
	now := time.Now()
	clocks := h.runningClocks(now, false)
	clocks = inTurn(clocks, turn, (len(clocks)+mostClocks-1)/mostClocks)
	clocks = append(clocks, inTurn(h.runningClocks(now, true), turn, daysTurns)...)
	return h.conf.Store.SaveClocks(context.Background(), now, clocks)
}

// inTurn are those of the clocks whose turn it is, of so many turns.
func inTurn(clocks []store.Clock, turn, turns int) []store.Clock {
	if turns <= 1 || turn == allClocks {
		return clocks
	}
	return slices.DeleteFunc(clocks, func(c store.Clock) bool {
		return int(crc32.ChecksumIEEE([]byte(c.Match))%uint32(turns)) != turn%turns
	})
}

// runningClocks are the clocks that run: those of tables by days, or all others.
func (d *directory) runningClocks(now time.Time, byDays bool) (clocks []store.Clock) {
	d.mu.RLock()
	defer d.mu.RUnlock()
	for _, e := range d.tables {
		if s := e.state.Load(); s.Running && (s.Turn > 0) == byDays {
			clocks = append(clocks, store.Clock{Match: s.ID, Clock: s.Now(now)})
		}
	}
	return clocks
}

// running reports whether the match clock runs.
func (m *match) running() bool {
	return m.rec.Phase == Live && m.rec.Paused == "" && m.unread == "" && len(m.halts) == 0 && !m.patience.waits
}

// clockAt is the match clock at a moment.
func (m *match) clockAt(at time.Time) time.Duration {
	if !m.running() {
		return m.clock.at
	}
	return m.clock.at + ran(m, m.clock.since, at)
}

// ran is how far a running match clock runs from one moment to another.
func ran(m *match, from, to time.Time) time.Duration {
	return m.clock.speed.clock(hoursOf(m).Between(from, to))
}

// timeOf is the moment at which the match clock reaches at, while it runs.
func (m *match) timeOf(at time.Duration) time.Time {
	return hoursOf(m).After(m.clock.since, m.clock.speed.time(at-m.clock.at))
}

// deadline is when the clock has something to do, and whether there is something. It may
// be secret; see wakes.
func (m *match) deadline() (time.Duration, bool) {
	return m.pos.wakes, m.running() && m.pos.wakes > 0 && !m.pos.status.Over
}
