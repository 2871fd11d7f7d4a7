package table

import (
	"context"
	"slices"
	"time"

	"oneiros/bot/discord"
	"oneiros/store"
)

// matchClock is a match clock. Whether it runs is said by the table.
type matchClock struct {
	at    time.Duration // the clock at since
	since time.Time
	floor time.Duration // where it began to run the last time
}

// Why all clocks may stand.
const (
	HaltGateway = "table.halt.gateway" // nothing reaches us from Discord
	HaltDisk    = "table.halt.disk"    // nothing can be saved
	HaltMoved   = "table.halt.moved"   // the database file was removed or replaced
	HaltGuild   = "table.halt.guild"   // the server cannot be reached
)

// halt is a reason why all clocks stand, or those of one server.
type halt struct {
	reason string
	since  time.Time
	guild  discord.ID // 0 for all
}

// Halt stops all match clocks until Unhalt is called with the same reason, a key of
// this package's catalogue. Since the given moment nobody could be expected to
// play. The clocks go back to it, though never behind an input. Deadlines that were
// missed after it do not count. Later calls with the same reason change nothing. A
// halt is not saved: a restart ends it.
func (h *Tables) Halt(reason string, since time.Time) { h.halt(halt{reason, since, 0}) }

// HaltGuild is Halt for the tables of one server.
func (h *Tables) HaltGuild(guild discord.ID, reason string, since time.Time) {
	h.halt(halt{reason, since, guild})
}

func (h *Tables) halt(why halt) {
	h.mu.Lock()
	defer h.mu.Unlock()
	old := *h.halts.Load()
	if slices.ContainsFunc(old, func(o halt) bool { return o.reason == why.reason && o.guild == why.guild }) {
		return
	}
	list := append(slices.Clone(old), why)
	h.halts.Store(&list)
	h.signalAll()
}

// Unhalt takes a reason away. When none is left, the clocks go on.
func (h *Tables) Unhalt(reason string) { h.unhalt(reason, 0) }

// UnhaltGuild is Unhalt for the tables of one server.
func (h *Tables) UnhaltGuild(guild discord.ID, reason string) { h.unhalt(reason, guild) }

func (h *Tables) unhalt(reason string, guild discord.ID) {
	h.mu.Lock()
	defer h.mu.Unlock()
	old := *h.halts.Load()
	list := slices.DeleteFunc(slices.Clone(old), func(o halt) bool { return o.reason == reason && o.guild == guild })
	if len(list) == len(old) {
		return
	}
	h.halts.Store(&list)
	h.signalAll()
}

// signalAll tells all tables that the halts changed. h.mu is held.
func (h *Tables) signalAll() {
	for _, t := range h.tables {
		select {
		case t.signal <- struct{}{}:
		default: // it was told before and has not looked yet
		}
	}
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
	h.mu.RLock()
	for _, t := range h.tables {
		if s := t.state.Load(); s.Running {
			clocks = append(clocks, store.Clock{Match: s.ID, Clock: s.Now(now)})
		}
	}
	h.mu.RUnlock()
	return h.conf.Store.SaveClocks(context.Background(), now, clocks)
}

// running reports whether the match clock runs.
func (m *match) running() bool {
	return m.rec.Phase == Live && m.rec.Paused == "" && m.unread == "" && len(m.halts) == 0
}

// clockAt is the match clock at a moment.
func (m *match) clockAt(at time.Time) time.Duration {
	if !m.running() {
		return m.clock.at
	}
	return m.clock.at + at.Sub(m.clock.since)
}

// timeOf is the moment at which the match clock reaches at, while it runs.
func (m *match) timeOf(at time.Duration) time.Time {
	return m.clock.since.Add(at - m.clock.at)
}

// deadline is the next deadline, and whether there is one.
func (m *match) deadline() (time.Duration, bool) {
	s := &m.pos.status
	return s.Due, m.running() && s.Due > 0 && !s.Over
}

// applyHalts stops or starts the clock as the halts say.
func (t *table) applyHalts() {
	list := slices.DeleteFunc(slices.Clone(*t.tables.halts.Load()), func(o halt) bool {
		return o.guild != 0 && uint64(o.guild) != t.rec.Guild
	})
	if slices.Equal(list, t.halts) {
		return
	}
	now := time.Now()
	ran, at, free := t.running(), t.clockAt(now), len(t.halts) == 0
	t.halts = list
	if !free && len(list) > 0 { // one more reason, or one fewer
		t.publish()
		return
	}
	t.away.excused = true
	if free {
		t.haltedSince = slices.MinFunc(list, func(a, b halt) int { return a.since.Compare(b.since) }).since
	}
	if free && ran {
		t.stopClock(at, now)
		return
	}
	t.clock = matchClock{at, now, at}
	if t.running() { // it goes on, and people are told for how long it stood
		t.resumed, t.outage = now, now.Sub(t.haltedSince)
	}
	t.publish()
}

// stopClock stops a clock that has run until at. It goes back to the moment since
// which nobody could play, and what was missed after that does not count.
func (t *table) stopClock(at time.Duration, now time.Time) {
	since := t.haltedSince
	t.clock.at = min(at, max(t.clock.at+since.Sub(t.clock.since), t.clock.floor, t.rec.Position.Clock))
	t.clock.since = now
	next := clone(t.rec)
	t.away.forgive(&next, since, now)
	if next.Phase == Live {
		tidy(&next, now)
	}
	if err := t.save(next, now); err != nil {
		// The full disk may be why the clocks stand. It is saved with the next input.
		t.log.Failed(err).Str("match", t.rec.ID).Msg("save stopped clock failed")
		t.rec, t.dirty = next, true
		t.publish()
	}
}
