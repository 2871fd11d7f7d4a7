package table

import (
	"errors"
	"slices"
	"time"

	"oneiros/bot/table/incident"
	"oneiros/bot/table/people"
	"oneiros/games"
	"oneiros/store"
)

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

	holidays int                 // the input after which the store was asked who is on holiday, plus one
	asked    int                 // the input after which waits was asked
	waits    map[games.Seat]bool // seats whose automatic player lets the others go on

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
func countMissed(m *store.Match, in step, missed []games.Seat, now time.Time) *store.Match {
	next := in.next
	edit := func() *store.Match {
		if next == nil {
			c := people.Clone(*m)
			next = &c
		}
		return next
	}
	if in.Kind.IsMove() && !in.auto {
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
		if p.Missed < MaxMissed {
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
func (a *attendance) note(in step, was, is games.Status, ended, missed []games.Seat, now time.Time) {
	for _, seat := range missed {
		a.missed[seat] = now
	}
	switch {
	case in.Kind == games.KindPlay && in.auto:
		a.played = in.At
		if _, thinks := a.thinks[in.Seat]; thinks { // they think about their next move anew
			delete(a.since, in.Seat)
			delete(a.thinks, in.Seat)
		}
	case in.Kind == games.KindPlay && in.held:
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
		if p.Missed--; p.Missed < MaxMissed && p.Asleep && p.Holiday.IsZero() {
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
func (m *match) waitsFor() []games.Seat {
	if m.pos.match == nil || m.rec.Phase != Live {
		return nil
	}
	list := slices.DeleteFunc(slices.Clone(m.pos.status.Awaits), func(s games.Seat) bool { return !people.Unattended(&m.rec, s) })
	if !m.game.Waits() {
		return list
	}
	for i := range m.pos.match.Seats() {
		if s := games.Seat(i); !slices.Contains(m.pos.status.Awaits, s) && people.Unattended(&m.rec, s) && !lets(m, s) {
			list = append(list, s)
		}
	}
	return list
}

// lets reports whether the automatic player of a seat that nobody awaits lets the
// others go on. It is asked once after each input.
func lets(m *match, seat games.Seat) bool {
	a := &m.away
	if n := m.pos.match.N(); a.waits == nil || a.asked != n {
		a.asked, a.waits = n, map[games.Seat]bool{}
	}
	waits, ok := a.waits[seat]
	if !ok {
		waits = true
		m.choosing(func() { waits = m.pos.match.Waits(seat, games.Strength(m.rec.Strength)) })
		a.waits[seat] = waits
	}
	return waits
}

// choosing asks the automatic player, unless it panicked before.
func (m *match) choosing(ask func()) {
	if m.away.fails {
		return
	}
	err := m.guard(func() error { ask(); return nil })
	var p *incident.Panicked
	m.away.fails = errors.As(err, &p) // it was logged, and would be again
}

// nextAutoplay is the moment of the match clock of the next automatic move, and
// whether there is one. It is a pace after its seat was awaited or left, or after
// the last such move, and not before people have looked at what happened. Those moments
// are public. They tell nothing of the move, nor of what others did in secret.
func (m *match) nextAutoplay() (time.Duration, bool) {
	switch {
	case !m.running() || m.pos.match == nil:
		return 0, false
	case fastForwards(m):
		return m.pos.match.At() + FastPace, !m.pos.status.Over && (len(m.away.since) > 0 || m.pos.wakes > 0)
	case len(m.away.since) == 0:
		return 0, false
	}
	if m.game.Plays() {
		_, at, ok := m.away.next(m.pos.match.N(), waitsOf(m))
		return at, ok
	}
	due, timed := m.deadline()
	if !timed || m.held() > 0 || len(m.away.since) < len(m.pos.status.Awaits) {
		return 0, false // while a race is on, anybody may act
	}
	at := m.away.played
	for _, since := range m.away.since {
		at = max(at, since)
	}
	at = waitsOf(m).at(at, m.tempo.Pace)
	return at, at < due
}

// autoplay makes the next automatic move, or plays the deadline that waits for
// sleepwalkers only, or for nobody while people want to see the end. The error is the store's.
func (t *table) autoplay(now time.Time) error {
	err := t.again(func() error {
		at, ok := t.nextAutoplay()
		if !ok || t.clockAt(now) < at+t.held() {
			return nil // another process has played it
		}
		seat, _, some := t.away.next(t.pos.match.N(), waitsOf(&t.match))
		if !t.game.Plays() || !some {
			if t.pos.wakes == 0 {
				return nil
			}
			in := t.input(games.KindExpire, games.Nobody, t.clockAt(now))
			in.At = max(in.At, t.pos.wakes) // the clock skips what is left
			return t.step(step{Input: in, auto: true}, now)
		}
		if t.held() == 0 {
			at = t.clockAt(now)
		}
		for _, move := range automaticMoves(&t.match, seat) {
			in := t.input(games.KindPlay, seat, at)
			in.Move = move
			if !t.pos.changes(in) {
				// It is not made again and again. It takes the time that it would take.
				t.away.stuckAt[seat], t.away.played = t.pos.match.N(), in.At
				return nil
			}
			err := t.step(step{Input: in, auto: true}, now)
			if _, refused := games.Refused(err); !refused {
				return err
			}
		}
		t.away.stuckAt[seat] = t.pos.match.N() // the seat waits for its deadline
		return nil
	})
	return t.storeError(err, "automatic move")
}

// automaticMoves are what an automatic player tries for a seat: its own choice, then
// every legal move. Where nobody awaits the seat it is its own choice alone.
func automaticMoves(m *match, seat games.Seat) []string {
	var list []string
	m.choosing(func() {
		if move, ok := m.pos.match.Choose(seat, games.Strength(m.rec.Strength)); ok {
			list = append(list, move)
		}
	})
	if !slices.Contains(m.pos.status.Awaits, seat) {
		return list
	}
	return append(list, m.pos.match.Moves(seat)...)
}

// reminder is the moment of the match clock at which awaited people are reminded,
// and whether there is one. Whoever plays alone keeps nobody waiting.
func (m *match) reminder() (time.Duration, bool) {
	_, timed := m.deadline()
	half, worth := m.away.halfway(m.pos.status.Due)
	if turnTime(m) > 0 {
		half = min(half, m.away.set+m.clock.speed.clock(DaysReminder))
	}
	return half, timed && worth && !m.pos.status.Break && alone(m) == games.Nobody
}

// toRemind lists the awaited seats whose owners can be reminded because their time is worth a
// word, and of these the late ones, that have used half of it. What their owners did in secret
// meanwhile does not count: the lists are public.
func (m *match) toRemind(now time.Time) (late, awaited []games.Seat) {
	half, ok := m.reminder()
	if !ok {
		return nil, nil
	}
	awaited = m.awaitedPeople()
	if m.clockAt(now) >= half {
		late = awaited
	}
	return late, awaited
}

// awaitedPeople lists the awaited seats whose owners play themselves.
func (m *match) awaitedPeople() []games.Seat {
	return slices.DeleteFunc(slices.Clone(m.pos.status.Awaits), func(s games.Seat) bool { return people.Unattended(&m.rec, s) })
}

// nextReminder is when somebody has to be reminded, and whether that is still to
// come.
func (m *match) nextReminder() (time.Duration, bool) {
	at, ok := m.reminder()
	return at, ok && m.clockAt(time.Now()) < at && len(m.awaitedPeople()) > 0
}
