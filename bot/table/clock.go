package table

import (
	"context"
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

// saveClocks saves the clocks of all running matches once a second, until the
// tables are closed.
func (h *Tables) saveClocks() {
	every := time.NewTicker(time.Second)
	defer every.Stop()
	failing := false
	for {
		select {
		case <-every.C:
			err := h.saveClocksOnce()
			if err != nil && !failing { // once, and not once a second
				h.conf.Log.Failed(err).Msg("save match clocks failed")
			}
			failing = err != nil
		case <-h.quit:
			return
		}
	}
}

func (h *Tables) saveClocksOnce() error {
	now := time.Now()
	var clocks []store.Clock
	h.directory.mu.RLock()
	for _, e := range h.tables {
		if s := e.state.Load(); s.Running {
			clocks = append(clocks, store.Clock{Match: s.ID, Clock: s.Now(now)})
		}
	}
	h.directory.mu.RUnlock()
	return h.conf.Store.SaveClocks(context.Background(), now, clocks)
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
	return m.clock.at + m.clock.speed.clock(at.Sub(m.clock.since))
}

// timeOf is the moment at which the match clock reaches at, while it runs.
func (m *match) timeOf(at time.Duration) time.Time {
	return m.clock.since.Add(m.clock.speed.time(at - m.clock.at))
}

// deadline is the next deadline, and whether there is one.
func (m *match) deadline() (time.Duration, bool) {
	s := &m.pos.status
	return s.Due, m.running() && s.Due > 0 && !s.Over
}
