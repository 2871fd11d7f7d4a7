package timing

import (
	"errors"
	"slices"
	"time"

	"oneiros/bot/table/incident"
	"oneiros/bot/table/people"
	"oneiros/games"
	"oneiros/store"
)

// Absent are the seats of a match that no person plays, what is played for them, and who is
// reminded.
type Absent struct{ m *Match }

// Absent are the seats of the match that no person plays.
func (m *Match) Absent() Absent { return Absent{m} }

// attendance is what a table knows of people who do nothing. None of it is saved:
// after a restart the time under way does not count.
type attendance struct {
	set     time.Duration                // match clock at which the deadline that is on was set
	excused bool                         // a part of the time since then was an outage, a pause or a restart
	loaded  bool                         // the match was read from the store since then
	acted   map[games.Seat]bool          // whose owner did something since then, and since it was read
	missed  map[games.Seat]time.Time     // when a seat last missed a deadline
	since   map[games.Seat]time.Duration // awaited seats that nobody plays: the match clock since which
	thinks  map[games.Seat]time.Duration // automatic players among them: how long each thinks
	played  time.Duration                // match clock of the last automatic move
	stuckAt map[games.Seat]int           // seats without an automatic move: the input after which
	fails   bool                         // the automatic player panicked

	shown time.Duration // match clock at which everybody last saw something happen
	look  time.Duration // how long people look at it, at a table that is not faster

	asked int                 // the input after which waits was asked
	waits map[games.Seat]bool // seats whose automatic player lets the others go on

	seesEnd map[uint64]bool // people who want to see the end at once
}

// newAttendance begins at a moment of the match clock, in the middle of what is
// under way.
func newAttendance(set time.Duration) attendance {
	return attendance{
		set: set, excused: true,
		acted: map[games.Seat]bool{}, missed: map[games.Seat]time.Time{},
		since: map[games.Seat]time.Duration{}, thinks: map[games.Seat]time.Duration{}, stuckAt: map[games.Seat]int{},
		seesEnd: map[uint64]bool{},
	}
}

// counts are those of the seats whose turn a deadline ended that count as missed.
func (a *attendance) counts(m *store.Match, ended []games.Seat) []games.Seat {
	return slices.DeleteFunc(slices.Clone(ended), func(s games.Seat) bool { return a.acted[s] || people.Unattended(m, s) })
}

// countMissed is what an input changes among people: who missed a deadline, and
// who is there after all. It is nil when it changes nothing.
func countMissed(m *store.Match, in Step, missed []games.Seat, now time.Time) *store.Match {
	next := in.Next
	edit := func() *store.Match {
		if next == nil {
			c := people.Clone(*m)
			next = &c
		}
		return next
	}
	if in.Kind.IsMove() && !in.Auto {
		if i, err := people.Owner(m, in.Seat); err == nil && m.Players[i].Missed > 0 {
			people.Wake(edit(), i, now)
		}
	}
	for _, seat := range missed {
		i, err := people.Owner(edit(), seat)
		if err != nil {
			continue // they leave with this input
		}
		p := &next.Players[i]
		p.Missed++
		if p.Missed < people.MaxMissed {
			people.AddNote(next, now, "table.note.away", p.User)
			continue
		}
		p.Asleep = true
		people.AddNote(next, now, "table.note.asleep", p.User)
	}
	return next
}

// note takes note of an input that was made. The argument was is how the match
// looked before it, and the argument is tells how it looks after it.
func (a *attendance) note(in Step, was, is games.Status, ended, missed []games.Seat, now time.Time) {
	for _, seat := range missed {
		a.missed[seat] = now
	}
	switch {
	case in.Kind == games.KindPlay && in.Auto:
		a.played = in.At
		if _, thinks := a.thinks[in.Seat]; thinks { // they think about their next move anew
			delete(a.since, in.Seat)
			delete(a.thinks, in.Seat)
		}
	case in.Kind == games.KindPlay && in.Held:
	case in.Kind.IsMove():
		a.acted[in.Seat] = true
	case in.Kind == games.KindExpire && len(ended) == 0 && slices.Equal(was.Awaits, is.Awaits):
		return // the clock passed a mark
	}
	if in.Kind == games.KindExpire { // what is asked now is new to automatic players
		for seat := range a.thinks {
			delete(a.since, seat)
			delete(a.thinks, seat)
		}
	}
	if in.Kind == games.KindExpire || was.Due != is.Due {
		a.set, a.excused, a.loaded = in.At, false, false
		clear(a.acted)
	}
}

// forgive takes back in a record what was missed since a moment.
func (a *attendance) forgive(next *store.Match, since, now time.Time) {
	for seat, when := range a.missed {
		i, err := people.Owner(next, seat)
		if err != nil || when.Before(since) {
			continue
		}
		p := &next.Players[i]
		if p.Missed--; p.Missed < people.MaxMissed && p.Asleep && p.Holiday.IsZero() {
			p.Asleep = false
			people.AddNote(next, now, "table.note.back", p.User)
		}
		p.Missed = max(p.Missed, 0)
		delete(a.missed, seat)
	}
}

// await notes which seats are awaited though no person plays them, and since when.
// thought is how long an automatic player at a seat thinks, or 0 where none sits.
func (a *attendance) await(seats []games.Seat, now time.Duration, thought func(games.Seat) time.Duration) {
	for seat := range a.since {
		if _, thinks := a.thinks[seat]; !slices.Contains(seats, seat) || thinks != (thought(seat) > 0) {
			delete(a.since, seat)
			delete(a.thinks, seat)
		}
	}
	for _, seat := range seats {
		if _, ok := a.since[seat]; ok {
			continue
		}
		a.since[seat] = now
		if d := thought(seat); d > 0 {
			a.thinks[seat] = d
		}
	}
}

// next is the seat that is played automatically next, and when. n is the number
// of the last input.
func (a *attendance) next(n int, w waits) (seat games.Seat, at time.Duration, ok bool) {
	for s, since := range a.since {
		if stuckAt, stuck := a.stuckAt[s]; stuck && stuckAt == n {
			continue
		}
		when := w.at(max(since, a.played), w.pace)
		if thought, thinks := a.thinks[s]; thinks {
			when = w.at(since, thought) // several think at the same time
		}
		if !ok || when < at || when == at && s < seat {
			seat, at, ok = s, when, true
		}
	}
	return seat, at, ok
}

// halfway is the moment of the match clock at which half of a deadline has passed.
// It also tells whether that is worth a reminder.
func (a *attendance) halfway(due time.Duration) (time.Duration, bool) {
	half := (due - a.set) / 2
	return a.set + half, half >= MinReminder
}

// waitsFor lists the seats for which the bot has to play. No person plays them. The
// table awaits them, or their automatic player wants to act on its own.
func (a Absent) waitsFor() []games.Seat {
	if a.m.Pos.Match == nil || a.m.Rec.Phase != store.Live {
		return nil
	}
	list := slices.DeleteFunc(slices.Clone(a.m.Pos.Status.Awaits), func(s games.Seat) bool { return !people.Unattended(&a.m.Rec, s) })
	if !a.m.Game.Waits() {
		return list
	}
	for i := range a.m.Pos.Match.Seats() {
		if s := games.Seat(i); !slices.Contains(a.m.Pos.Status.Awaits, s) && people.Unattended(&a.m.Rec, s) && !lets(a.m, s) {
			list = append(list, s)
		}
	}
	return list
}

// lets reports whether the automatic player of a seat that nobody awaits lets the
// others go on. It is asked once after each input.
func lets(m *Match, seat games.Seat) bool {
	a := &m.away
	if n := m.Pos.Match.N(); a.waits == nil || a.asked != n {
		a.asked, a.waits = n, map[games.Seat]bool{}
	}
	waits, ok := a.waits[seat]
	if !ok {
		waits = true
		m.Absent().choosing(func() { waits = m.Pos.Match.Waits(seat, games.Strength(m.Rec.Strength)) })
		a.waits[seat] = waits
	}
	return waits
}

// choosing asks the automatic player, unless it panicked before.
func (a Absent) choosing(ask func()) {
	if a.m.away.fails {
		return
	}
	err := a.m.Try(func() error { ask(); return nil })
	var p *incident.Panicked
	a.m.away.fails = errors.As(err, &p) // it was logged, and would be again
}

// Next is the moment of the match clock of the next automatic move, and
// whether there is one. It is a pace after its seat was awaited or left, or after
// the last such move, and not before people have looked at what happened. Those moments
// are public. They tell nothing of the move, nor of what others did in secret.
func (a Absent) Next(now time.Time) (time.Duration, bool) {
	switch {
	case !a.m.Clock().Running() || a.m.Pos.Match == nil:
		return 0, false
	case fastForwards(a.m):
		return a.m.Pos.Match.At() + FastPace, !a.m.Pos.Status.Over && (len(a.m.away.since) > 0 || a.m.Pos.Wakes > 0)
	case len(a.m.away.since) == 0:
		return 0, false
	}
	if a.m.Game.Plays() {
		_, at, ok := a.m.away.next(a.m.Pos.Match.N(), waitsOf(a.m))
		return at, ok
	}
	due, timed := a.m.Clock().Deadline()
	if !timed || a.m.Clock().Held(now) > 0 || len(a.m.away.since) < len(a.m.Pos.Status.Awaits) {
		return 0, false // while a race is on, anybody may act
	}
	at := a.m.away.played
	for _, since := range a.m.away.since {
		at = max(at, since)
	}
	at = waitsOf(a.m).at(at, a.m.Tempo.Pace)
	return at, at < due
}

// Moves are what an automatic player tries for a seat: its own choice, then
// every legal move. Where nobody awaits the seat it is its own choice alone.
func (a Absent) Moves(seat games.Seat) []string {
	var list []string
	a.choosing(func() {
		if move, ok := a.m.Pos.Match.Choose(seat, games.Strength(a.m.Rec.Strength)); ok {
			list = append(list, move)
		}
	})
	if !slices.Contains(a.m.Pos.Status.Awaits, seat) {
		return list
	}
	return append(list, a.m.Pos.Match.Moves(seat)...)
}

// reminder is the moment of the match clock at which awaited people are reminded,
// and whether there is one. Whoever plays alone keeps nobody waiting.
func (a Absent) reminder() (time.Duration, bool) {
	_, timed := a.m.Clock().Deadline()
	half, worth := a.m.away.halfway(a.m.Pos.Status.Due)
	if a.m.TurnTime() > 0 {
		half = min(half, a.m.away.set+a.m.clock.speed.clock(DaysReminder))
	}
	return half, timed && worth && !a.m.Pos.Status.Break && alone(a.m) == games.Nobody
}

// ToRemind lists the awaited seats whose owners can be reminded because their time is worth a
// word, and of these the late ones, that have used half of it. What their owners did in secret
// meanwhile does not count: the lists are public.
func (a Absent) ToRemind(now time.Time) (late, awaited []games.Seat) {
	half, ok := a.reminder()
	if !ok {
		return nil, nil
	}
	awaited = a.awaited()
	if a.m.Clock().At(now) >= half {
		late = awaited
	}
	return late, awaited
}

// awaited lists the awaited seats whose owners play themselves.
func (a Absent) awaited() []games.Seat {
	return slices.DeleteFunc(slices.Clone(a.m.Pos.Status.Awaits), func(s games.Seat) bool { return people.Unattended(&a.m.Rec, s) })
}

// NextReminder is when somebody has to be reminded, and whether that is still to
// come.
func (a Absent) NextReminder(now time.Time) (time.Duration, bool) {
	at, ok := a.reminder()
	return at, ok && a.m.Clock().At(now) < at && len(a.awaited()) > 0
}

// Await notes who is awaited though no person plays them.
func (a Absent) Await(now time.Time) { a.m.away.await(a.waitsFor(), a.m.Clock().At(now), a.thought) }

// Seat is the seat that is played automatically next, and whether there is one.
func (a Absent) Seat() (games.Seat, bool) {
	seat, _, some := a.m.away.next(a.m.Pos.Match.N(), waitsOf(a.m))
	return seat, some
}

// Stick notes that an automatic player has no move that changes anything before the next input.
// One that was found takes the time that it would take.
func (a Absent) Stick(seat games.Seat) { a.m.away.stuckAt[seat] = a.m.Pos.Match.N() }

// Played notes an automatic move that was not made, at a moment of the match clock.
func (a Absent) Played(at time.Duration) { a.m.away.played = at }

// Excuse has the deadline that is on not count as missed.
func (a Absent) Excuse() { a.m.away.excused = true }

// WantsEnd notes that a person wants to see the end at once.
func (a Absent) WantsEnd(user uint64) { a.m.away.seesEnd[user] = true }
