package table

import (
	"context"
	"hash/crc32"
	"slices"
	"time"

	"oneiros/bot/discord"
	"oneiros/games"
	"oneiros/store"
)

// matchClock is a match clock. Whether it runs is said by the table.
type matchClock struct {
	speed speed         // while no person is asked; see rate
	quick uint64        // the seats whose people need no time of their own, as bits; as it was at since
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

// rate is how fast a match clock runs, from one change of the match to the next.
type rate struct {
	speed speed         // until slow
	slow  time.Duration // where on the clock it becomes as fast as the time of day
}

// never is a moment that no match clock reaches.
const never = time.Duration(1 << 62)

// after is where a clock that is at from is after a time.
func (r rate) after(from, d time.Duration) time.Duration {
	if from >= r.slow {
		return from + d
	}
	if fast := r.time(from, r.slow); d > fast {
		return r.slow + d - fast
	}
	return min(from+r.speed.clock(d), r.slow)
}

// time is how long a clock takes from one place to another. It is never too short.
func (r rate) time(from, to time.Duration) time.Duration {
	if from >= r.slow {
		return to - from
	}
	return r.speed.time(min(to, r.slow)-from) + max(to-r.slow, 0)
}

// rateOf is how fast the match clock runs from now on. A person who is asked for a move has
// the time that the game gives: the clock is as fast as the time of day then. Times to read
// or to talk in pass faster, and so does the time before a beat. At a table by days a
// person has hours, also where they pass faster.
func rateOf(m *match) rate {
	r := rate{m.clock.speed, never}
	s := &m.pos.status
	if r.speed > 1 && turnTime(m) == 0 && !s.Break && slices.ContainsFunc(awake(&m.rec), func(p store.Player) bool { return m.clock.quick>>p.Seat&1 == 0 && asks(m, games.Seat(p.Seat)) }) {
		r.slow = s.Beat
	}
	return r
}

// quickSeats are the seats of people for whom a program presses, as bits.
func quickSeats(m *match) (bits uint64) {
	if m.clock.speed <= 1 || m.playsItself == nil {
		return 0
	}
	for _, p := range awake(&m.rec) {
		if m.playsItself(discord.ID(p.User)) {
			bits |= 1 << p.Seat
		}
	}
	return bits
}

// asks reports whether the match asks a seat for something: it awaits the seat, or the seat
// may act while others do.
func asks(m *match, seat games.Seat) bool {
	return slices.Contains(m.pos.status.Awaits, seat) || m.game.Waits() && int(seat) < len(m.pos.moves) && len(m.pos.moves[seat]) > 0
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
	return m.runsTo(at)
}

// runsTo is where a match clock is at a moment that has run since it was last saved.
func (m *match) runsTo(at time.Time) time.Duration {
	return rateOf(m).after(m.clock.at, hoursOf(m).Between(m.clock.since, at))
}

// timeOf is the moment at which the match clock reaches at, while it runs.
func (m *match) timeOf(at time.Duration) time.Time {
	return hoursOf(m).After(m.clock.since, rateOf(m).time(m.clock.at, at))
}

// deadline is when the clock has something to do, and whether there is something. It may
// be secret; see wakes.
func (m *match) deadline() (time.Duration, bool) {
	return m.pos.wakes, m.running() && m.pos.wakes > 0 && !m.pos.status.Over
}
