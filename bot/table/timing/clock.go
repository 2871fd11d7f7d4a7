package timing

import (
	"math"
	"slices"
	"time"

	"oneiros/bot/discord"
	"oneiros/bot/table/people"
	"oneiros/games"
	"oneiros/games/pace"
	"oneiros/store"
)

// A Clock is the clock of a match, and what it is asked.
type Clock struct{ m *Match }

// Clock is the clock of the match.
func (m *Match) Clock() Clock { return Clock{m} }

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
func rateOf(m *Match) rate {
	r := rate{m.clock.speed, never, pace.Halves(m.Rec.Options)}
	s := &m.Pos.Status
	if r.speed > 1 && m.TurnTime() == 0 && !s.Break && slices.ContainsFunc(people.Awake(&m.Rec), func(p store.Player) bool { return m.clock.quick>>p.Seat&1 == 0 && asks(m, games.Seat(p.Seat)) }) {
		r.slow = s.Beat
	}
	return r
}

// quickSeats are the seats of people for whom a program presses, as bits.
func quickSeats(m *Match) (bits uint64) {
	if m.clock.speed <= 1 || m.PlaysItself == nil {
		return 0
	}
	for _, p := range people.Awake(&m.Rec) {
		if m.PlaysItself(discord.ID(p.User)) {
			bits |= 1 << p.Seat
		}
	}
	return bits
}

// asks reports whether the match asks a seat for something: it awaits the seat, or the seat
// may act while others do.
func asks(m *Match, seat games.Seat) bool {
	return slices.Contains(m.Pos.Status.Awaits, seat) || m.Game.Waits() && int(seat) < len(m.Pos.moves) && len(m.Pos.moves[seat]) > 0
}

// Running reports whether the match clock runs.
func (c Clock) Running() bool {
	return c.m.Rec.Phase == store.Live && c.m.Rec.Paused == "" && c.m.Unread == "" && !c.m.Halted && !c.m.patience.waits
}

// At is the match clock at a moment.
func (c Clock) At(at time.Time) time.Duration {
	if !c.Running() {
		return c.m.clock.at
	}
	return c.runsTo(at)
}

// runsTo is where a match clock is at a moment that has run since it was last saved.
func (c Clock) runsTo(at time.Time) time.Duration {
	return rateOf(c.m).after(c.m.clock.at, hoursOf(c.m).between(c.m.clock.since, at))
}

// TimeOf is the moment at which the match clock reaches at, while it runs.
func (c Clock) TimeOf(at time.Duration) time.Time {
	return hoursOf(c.m).after(c.m.clock.since, rateOf(c.m).time(c.m.clock.at, at))
}

// Deadline is when the clock has something to do, and whether there is something. It may
// be secret; see wakes.
func (c Clock) Deadline() (time.Duration, bool) {
	return c.m.Pos.Wakes, c.Running() && c.m.Pos.Wakes > 0 && !c.m.Pos.Status.Over
}

// Run is how a match clock runs from one change of the match to the next.
type Run struct {
	rate  rate
	hours hours         // in which the clock runs until next
	next  time.Duration // the next deadline, or a beat that everybody may know of
	later pace.Hours    // those of the table
}

// Run is how the clock runs now, and where it is since when.
func (c Clock) Run() (r Run, at time.Duration, since time.Time) {
	return Run{rateOf(c.m), hoursOf(c.m), publicDeadline(c.m), pace.HoursOf(c.m.Rec.Options)}, c.m.clock.at, c.m.clock.since
}

// Clock is where a clock is at a moment that was at a place since another.
func (r Run) Clock(at time.Duration, since, now time.Time) time.Duration {
	return max(r.rate.after(at, r.Between(since, now)), at)
}

// Between is how much of a time the clock takes for its own.
func (r Run) Between(a, b time.Time) time.Duration { return r.hours.between(a, b) }

// When is the moment at which a clock that was at a place since a moment reaches another.
func (r Run) When(from time.Duration, since time.Time, at time.Duration) time.Time {
	if due := r.next; at > due && due >= from {
		// What comes after the next deadline is counted in the hours, even if that
		// deadline comes at any hour.
		return hours{r.later, r.hours.by}.after(r.hours.after(since, r.rate.time(from, due)), r.rate.time(due, at))
	}
	return r.hours.after(since, r.rate.time(from, at))
}

// StandAt puts the clock somewhere, from where it goes on.
func (c Clock) StandAt(at time.Duration, now time.Time) {
	c.m.clock.at, c.m.clock.since, c.m.clock.floor = at, now, at
}

// StopSince stops a clock that has run until at. It goes back to the moment since which nobody
// could play, and what was missed after that does not count: the record says so then.
func (c Clock) StopSince(since time.Time, at time.Duration, now time.Time) store.Match {
	c.m.clock.at = min(at, max(c.runsTo(since), c.m.clock.floor, c.m.Rec.Position.Clock))
	c.m.clock.since = now
	next := people.Clone(c.m.Rec)
	c.m.away.forgive(&next, since, now)
	return next
}

// Stood is for how long the clock would have run since a saved moment.
func (c Clock) Stood(saved, now time.Time) time.Duration {
	return max(hoursOf(c.m).between(c.m.Dates.Here(saved), now), 0)
}
