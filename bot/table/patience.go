package table

import (
	"slices"
	"time"

	"oneiros/bot/table/people"
	"oneiros/games"
)

// Patience is how long a match waits for each decision of a person who plays alone. After
// it the clock runs to the deadline, since a match that was forgotten has to end. It is as
// long as Discord lets a panel live without a press.
const Patience = 15 * time.Minute

// patience is the wait for a person who plays alone. The clock stands while they decide,
// before each step of a turn. It follows from the position alone and nothing of it is
// saved, so after a restart, a pause or an outage the match waits as before.
type patience struct {
	waits bool          // the clock stands
	since time.Time     // since when
	spent int           // the number of the input for which there is none left; 0 for none
	idle  time.Duration // the end of a sand at which the clock has stood; 0 for none
	asked int           // the number of the input for which ends was asked
	ends  bool          // the deadline ends the turn of the seat that is awaited
}

// alone is the seat of the only person, who plays with automatic players: they sat down, or
// they go on with seats that people have left. It is Nobody when there are other people, or
// when that person is away.
func alone(m *match) games.Seat {
	list := people.Persons(&m.rec)
	if len(list) != 1 || list[0].Asleep || people.LastAuto(&m.rec) < 0 && !m.game.Plays() {
		return games.Nobody
	}
	return games.Seat(list[0].Seat)
}

// decidesAlone reports whether the match waits for a decision of the person who plays alone,
// and for nothing else. Whoever has no move, or a move before a mark, waits for the moment
// at which an earlier one has its effect.
func decidesAlone(m *match) bool {
	if turnTime(m) > 0 || m.rec.Phase != Live || m.pos.status.Mark || m.pos.match == nil || m.pos.racing || len(m.pos.status.Awaits) != 1 || m.patience.spent == m.pos.match.N()+1 {
		return false
	}
	seat := m.pos.status.Awaits[0]
	return seat == alone(m) && len(m.pos.moves[seat]) > 0
}

// calm reports whether no time is shown for a decision: it takes as long as it takes. Sand
// that is a part of the game runs and is shown, until it has run out.
func calm(m *match) bool {
	if m.rec.Paused != "" || m.unread != "" || len(m.halts) > 0 {
		return false
	}
	return m.patience.waits || decidesAlone(m) && !m.pos.status.Sand
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

// standsFrom is the moment of the match clock from which the clock stands for the person
// who decides, and whether it will. Before it, the clock runs to a beat, or until the sand
// has run out, or while an automatic player acts by itself. Sand ends the turn of a person
// who did something while it ran: it is the game. Whoever did nothing may not be there.
func standsFrom(m *match) (time.Duration, bool) {
	s := &m.pos.status
	switch {
	case !decidesAlone(m):
		return 0, false
	case s.Sand:
		there := m.away.acted[s.Awaits[0]] && m.patience.idle != m.pos.wakes
		return m.pos.wakes, !there && ends(m, s.Awaits[0])
	case m.pos.wakes <= s.Beat: // the beat itself has something to do
		return 0, false
	default:
		return s.Beat, !someActs(m)
	}
}

// someActs reports whether an automatic player is about to act. One whose move changes
// nothing waits for the next input.
func someActs(m *match) bool {
	n := m.pos.match.N()
	return slices.ContainsFunc(m.waitsFor(), func(s games.Seat) bool {
		at, stuck := m.away.stuckAt[s]
		return !stuck || at != n
	})
}

// bePatient stops the clock for a person who decides, or lets it run again. It reports
// whether it changed that.
func bePatient(m *match, now time.Time) bool {
	p := &m.patience
	from, stands := standsFrom(m)
	if p.waits {
		over := !now.Before(p.since.Add(Patience))
		if !over && stands && m.rec.Paused == "" && len(m.halts) == 0 {
			return false
		}
		if over {
			p.spent = m.pos.match.N() + 1
		}
		goOn(m, now)
		return true
	}
	if _, timed := m.deadline(); !timed || !stands || m.clockAt(now) < from {
		return false
	}
	m.clock.at, m.clock.since = max(min(m.clockAt(now), m.pos.wakes-1), m.clock.floor, m.pos.match.At()), now
	p.waits, p.since = true, now
	if m.pos.status.Sand {
		p.idle = m.pos.wakes
	}
	return true
}

// goOn lets the clock run again that stood for a person who plays alone.
func goOn(m *match, now time.Time) {
	if m.patience.waits {
		m.patience.waits = false
		m.clock.since, m.clock.floor = now, m.clock.at
	}
}

// turnSand turns sand anew that has run out while the clock stood for a person who played
// alone, because another person sits down. Their turn would end at once: they were told that
// the clock stands. It goes back to the last input, and what they miss does not count.
func turnSand(m *match, now time.Time) {
	p := &m.patience
	if alone(m) == games.Nobody || p.idle == 0 || p.idle != m.pos.wakes || m.pos.match == nil {
		return
	}
	goOn(m, now)
	p.idle = 0
	m.clock.at, m.clock.since, m.clock.floor = m.pos.match.At(), now, m.pos.match.At()
	m.away.excused = true
}
