package table

import (
	"context"
	"hash/crc32"
	"math"
	"slices"
	"time"

	"oneiros/bot/discord"
	"oneiros/bot/table/people"
	"oneiros/games"
	"oneiros/games/pace"
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
// for 1. Below 1 it is slower.
type speed float64

// clock is how far the clock runs in a time.
func (s speed) clock(d time.Duration) time.Duration {
	if s == 0 || s == 1 {
		return d
	}
	return time.Duration(math.Floor(float64(d) * float64(s)))
}

// time is how long the clock takes to run so far. It is never too short.
func (s speed) time(d time.Duration) time.Duration {
	if s == 0 || s == 1 {
		return d
	}
	long := math.Ceil(float64(d) / float64(s))
	if long >= float64(never) {
		return never
	}
	n := time.Duration(long)
	for s.clock(n) < d { // floating-point numbers round
		n++
	}
	return n
}

// rate is how fast a match clock runs, from one change of the match to the next.
type rate struct {
	speed  speed         // until slow
	slow   time.Duration // where on the clock it becomes as fast as the time of day
	halves int           // of the time of day that the clock takes for its own: 2 but for a table with more time, see [pace.Halves]
}

// never is a moment that no match clock reaches.
const never = time.Duration(1 << 62)

// after is where a clock that is at from is after a time.
func (r rate) after(from, d time.Duration) time.Duration {
	d = d * 2 / time.Duration(max(r.halves, 2))
	if from >= r.slow {
		return from + d
	}
	if fast := r.quick(from, r.slow); d > fast {
		return r.slow + d - fast
	}
	return min(from+r.speed.clock(d), r.slow)
}

// time is how long a clock takes from one place to another. It is never too short.
func (r rate) time(from, to time.Duration) time.Duration {
	d, more := r.quick(from, to), time.Duration(max(r.halves, 2)-2)
	return d + (d*more+more%2)/2
}

// quick is time without more time.
func (r rate) quick(from, to time.Duration) time.Duration {
	if from >= r.slow {
		return to - from
	}
	return r.speed.time(min(to, r.slow)-from) + max(to-r.slow, 0)
}

// rateOf is how fast the match clock runs from now on. A person who is asked for a move has
// the time that the game gives: the clock is as fast as the time of day then. Times to read
// or to talk in pass faster, and so does the time before a beat. At a table by days a
// person has hours, also where they pass faster. A slow clock is slow for all.
func rateOf(m *match) rate {
	r := rate{m.clock.speed, never, pace.Halves(m.rec.Options)}
	s := &m.pos.status
	if r.speed > 1 && turnTime(m) == 0 && !s.Break && slices.ContainsFunc(people.Awake(&m.rec), func(p store.Player) bool { return m.clock.quick>>p.Seat&1 == 0 && asks(m, games.Seat(p.Seat)) }) {
		r.slow = s.Beat
	}
	return r
}

// quickSeats are the seats of people for whom a program presses, as bits.
func quickSeats(m *match) (bits uint64) {
	if m.clock.speed <= 1 || m.playsItself == nil {
		return 0
	}
	for _, p := range people.Awake(&m.rec) {
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
// a minute of a day is not missed. It sleeps through seconds in which no clock has its turn.
func (h *Tables) saveClocks() {
	began := time.Now()
	timer := time.NewTimer(time.Second)
	defer timer.Stop()
	failing := false
	for turn, some := h.nextTurn(0); ; {
		due := began.Add(time.Duration(1+turn) * time.Second)
		if some {
			timer.Reset(time.Until(due))
		} else {
			timer.Stop()
		}
		select {
		case <-timer.C:
		case <-h.ran:
		case <-h.quit:
			return
		}
		next := int(time.Since(began) / time.Second)
		if some && !time.Now().Before(due) {
			err := h.saveClocksOf(turn)
			if err != nil && !failing { // once, and not once a second
				h.conf.Log.Failed(err).Msg("save match clocks failed")
			}
			failing = err != nil
			next = max(turn+1, int(time.Since(began)/time.Second))
		}
		turn, some = h.nextTurn(next)
	}
}

// tellRunning tells saveClocks of a clock that runs and did not before.
func tellRunning(ran chan<- struct{}, before, now *State) {
	if now.Running && (before == nil || !before.Running) {
		tell(ran)
	}
}

// allClocks is every clock's turn.
const allClocks = -1

// daysTurns is in how many seconds the clock of a table by days has its turn.
const daysTurns = 60

// saveClocksOf saves the clocks whose turn it is.
func (h *Tables) saveClocksOf(turn int) error {
	now := time.Now()
	return h.conf.Stores.Matches.SaveClocks(context.Background(), h.conf.Clock.Saved(now), h.clocksInTurn(now, turn))
}

// turnOf is the turn of a match, of so many turns.
func turnOf(match string, turns int) int {
	return int(crc32.ChecksumIEEE([]byte(match)) % uint32(turns))
}

// clocksInTurn are the running clocks whose turn it is.
func (d *directory) clocksInTurn(now time.Time, turn int) []store.Clock {
	live, days := d.running()
	var clocks []store.Clock
	add := func(list []*State, turns int) {
		for _, s := range list {
			if turn == allClocks || turns <= 1 || turnOf(s.ID, turns) == turn%turns {
				clocks = append(clocks, store.Clock{Match: s.ID, Clock: s.Now(now)})
			}
		}
	}
	add(live, (len(live)+mostClocks-1)/mostClocks)
	add(days, daysTurns)
	return clocks
}

// running are the tables whose clocks run, those by days apart.
func (d *directory) running() (live, days []*State) {
	d.mu.RLock()
	defer d.mu.RUnlock()
	for _, e := range d.tables {
		switch s := e.state.Load(); {
		case !s.Running:
		case s.Turn > 0:
			days = append(days, s)
		default:
			live = append(live, s)
		}
	}
	return live, days
}

// nextTurn is the first turn from a turn on at which a clock is to be saved, and whether
// there is one.
func (d *directory) nextTurn(from int) (turn int, some bool) {
	d.mu.RLock()
	defer d.mu.RUnlock()
	for _, e := range d.tables {
		s := e.state.Load()
		if !s.Running {
			continue
		}
		if s.Turn == 0 {
			return from, true // if they are many, nearly every second has one
		}
		wait := (turnOf(s.ID, daysTurns) - from%daysTurns + daysTurns) % daysTurns
		if !some || from+wait < turn {
			turn, some = from+wait, true
		}
	}
	return turn, some
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
	return rateOf(m).after(m.clock.at, hoursOf(m).between(m.clock.since, at))
}

// timeOf is the moment at which the match clock reaches at, while it runs.
func (m *match) timeOf(at time.Duration) time.Time {
	return hoursOf(m).after(m.clock.since, rateOf(m).time(m.clock.at, at))
}

// deadline is when the clock has something to do, and whether there is something. It may
// be secret; see wakes.
func (m *match) deadline() (time.Duration, bool) {
	return m.pos.wakes, m.running() && m.pos.wakes > 0 && !m.pos.status.Over
}
