package table

import (
	"slices"
	"time"

	"oneiros/games"
)

// Patience is how long a match waits at a deadline for somebody who plays alone. After
// it the deadline passes as others do, since a match that was forgotten has to end. It is
// as long as Discord lets a panel live without a press.
const Patience = 15 * time.Minute

// patience is the wait for a person who plays alone. None of it is saved. After a
// restart nobody knows what they did since the deadline was set, so it passes.
type patience struct {
	waits bool      // the clock stands just before the deadline
	since time.Time // since when
	spent int       // the number of the input for which there is none left; 0 for none
	asked int       // the number of the input for which ends was asked
	ends  bool      // the deadline ends the turn of the seat that is awaited
}

// alone is the seat of the only person, who plays with automatic players. It is Nobody
// when there are other people, or when that person is away.
func alone(m *match) games.Seat {
	list := people(&m.rec)
	if len(list) != 1 || list[0].Asleep || lastAuto(&m.rec) < 0 {
		return games.Nobody
	}
	return games.Seat(list[0].Seat)
}

// forgives reports whether the match waits at the next deadline: a person who plays
// alone would miss it, and it would end nobody else's turn. While people read or talk the
// clock goes on. It goes on too when the person did something since the deadline was
// set: the deadline may be the moment at which that has its effect.
func forgives(m *match) bool {
	s := &m.pos.status
	if turnTime(m) > 0 || m.pos.match == nil || s.Break || m.pos.racing || len(s.Awaits) != 1 || m.patience.spent == m.pos.match.N()+1 {
		return false
	}
	seat := s.Awaits[0]
	return seat == alone(m) && !m.away.acted[seat] && !m.away.loaded && ends(m, seat)
}

// ends reports whether the next deadline ends the turn of a seat. A mark of a clock ends
// nobody's. It is tried once after each input.
func ends(m *match, seat games.Seat) bool {
	p := &m.patience
	if n := m.pos.match.N() + 1; p.asked != n {
		p.asked, p.ends = n, false
		err := m.guard(func() error {
			in := m.input(games.KindExpire, games.Nobody, m.pos.wakes)
			after, err := m.pos.match.Do(in)
			if err != nil {
				return err
			}
			p.ends = slices.Contains(m.pos.endedTurns(in, m.pos.turnsAfter(in, after, see(after))), seat)
			return nil
		})
		p.ends = p.ends && err == nil
	}
	return p.ends
}

// bePatient stops the clock just before a deadline that a person who plays alone would
// miss, or lets it run again. It reports whether it changed that.
func bePatient(m *match, now time.Time) bool {
	p := &m.patience
	if p.waits {
		over := !now.Before(p.since.Add(Patience))
		if !over && forgives(m) && m.rec.Phase == Live && m.rec.Paused == "" && len(m.halts) == 0 {
			return false
		}
		if over {
			p.spent = m.pos.match.N() + 1
		}
		goOn(m, now)
		return true
	}
	due, timed := m.deadline()
	if !timed || !forgives(m) || m.clockAt(now) < due {
		return false
	}
	m.clock.at, m.clock.since = max(due-1, m.clock.floor, m.pos.match.At()), now
	p.waits, p.since = true, now
	return true
}

// goOn lets the clock run again that stood for a person who plays alone.
func goOn(m *match, now time.Time) {
	if m.patience.waits {
		m.patience.waits = false
		m.clock.since, m.clock.floor = now, m.clock.at
	}
}
