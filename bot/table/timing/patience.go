package timing

import (
	"slices"
	"time"

	"oneiros/bot/table/people"
	"oneiros/games"
	"oneiros/store"
)

// Patience is how long a match waits for each decision of a person who plays alone. After
// it the clock runs to the deadline, since a match that was forgotten has to end. It is as
// long as Discord lets a panel live without a press.
const Patience = 15 * time.Minute

// Alone is the wait for a person who plays alone.
type Alone struct{ m *Match }

// Alone is the wait of the match for a person who plays alone.
func (m *Match) Alone() Alone { return Alone{m} }

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
func alone(m *Match) games.Seat {
	list := people.Persons(&m.Rec)
	if len(list) != 1 || list[0].Asleep || people.LastAuto(&m.Rec) < 0 && !m.Game.Plays() {
		return games.Nobody
	}
	return games.Seat(list[0].Seat)
}

// Decides reports whether the match waits for a decision of the person who plays alone,
// and for nothing else. Whoever has no move, or a move before a mark, waits for the moment
// at which an earlier one has its effect.
func (a Alone) Decides() bool {
	if a.m.TurnTime() > 0 || a.m.Rec.Phase != store.Live || a.m.Pos.Status.Mark || a.m.Pos.Match == nil || a.m.Pos.Racing || len(a.m.Pos.Status.Awaits) != 1 || a.m.patience.spent == a.m.Pos.Match.N()+1 {
		return false
	}
	seat := a.m.Pos.Status.Awaits[0]
	return seat == alone(a.m) && len(a.m.Pos.moves[seat]) > 0
}

// Calm reports whether no time is shown for a decision: it takes as long as it takes. Sand
// that is a part of the game runs and is shown, until it has run out.
func (a Alone) Calm() bool {
	if a.m.Rec.Paused != "" || a.m.Unread != "" || a.m.Halted {
		return false
	}
	return a.m.patience.waits || a.Decides() && !a.m.Pos.Status.Sand
}

// ends reports whether the next deadline ends the turn of a seat. A mark of a clock ends
// nobody's. It is tried once after each input.
func ends(m *Match, seat games.Seat) bool {
	p := &m.patience
	if n := m.Pos.Match.N() + 1; p.asked != n {
		p.asked, p.ends = n, false
		err := m.Try(func() error {
			in := m.Input(games.KindExpire, games.Nobody, m.Pos.Wakes)
			after, err := m.Pos.Match.Do(in)
			if err != nil {
				return err
			}
			p.ends = slices.Contains(m.Pos.endedTurns(in, m.Pos.turnsAfter(in, after, See(after))), seat)
			return nil
		})
		p.ends = p.ends && err == nil
	}
	return p.ends
}

// StandsFrom is the moment of the match clock from which the clock stands for the person
// who decides, and whether it will. Before it, the clock runs to a beat, or until the sand
// has run out, or while an automatic player acts by itself. Sand ends the turn of a person
// who did something while it ran: it is the game. Whoever did nothing may not be there.
func (a Alone) StandsFrom() (time.Duration, bool) {
	s := &a.m.Pos.Status
	switch {
	case !a.Decides():
		return 0, false
	case s.Sand:
		there := a.m.away.acted[s.Awaits[0]] && a.m.patience.idle != a.m.Pos.Wakes
		return a.m.Pos.Wakes, !there && ends(a.m, s.Awaits[0])
	case a.m.Pos.Wakes <= s.Beat: // the beat itself has something to do
		return 0, false
	default:
		return s.Beat, !someActs(a.m)
	}
}

// someActs reports whether an automatic player is about to act. One whose move changes
// nothing waits for the next input.
func someActs(m *Match) bool {
	n := m.Pos.Match.N()
	return slices.ContainsFunc(m.Absent().waitsFor(), func(s games.Seat) bool {
		at, stuck := m.away.stuckAt[s]
		return !stuck || at != n
	})
}

// Look stops the clock for a person who decides, or lets it run again. It reports
// whether it changed that.
func (a Alone) Look(now time.Time) bool {
	p := &a.m.patience
	from, stands := a.StandsFrom()
	if p.waits {
		over := !now.Before(p.since.Add(Patience))
		if !over && stands && a.m.Rec.Paused == "" && !a.m.Halted {
			return false
		}
		if over {
			p.spent = a.m.Pos.Match.N() + 1
		}
		a.Resume(now)
		return true
	}
	if _, timed := a.m.Clock().Deadline(); !timed || !stands || a.m.Clock().At(now) < from {
		return false
	}
	a.m.clock.at, a.m.clock.since = max(min(a.m.Clock().At(now), a.m.Pos.Wakes-1), a.m.clock.floor, a.m.Pos.Match.At()), now
	p.waits, p.since = true, now
	if a.m.Pos.Status.Sand {
		p.idle = a.m.Pos.Wakes
	}
	return true
}

// Resume lets the clock run again that stood for a person who plays alone.
func (a Alone) Resume(now time.Time) {
	if a.m.patience.waits {
		a.m.patience.waits = false
		a.m.clock.since, a.m.clock.floor = now, a.m.clock.at
	}
}

// TurnSand turns sand anew that has run out while the clock stood for a person who played
// alone, because another person sits down. Their turn would end at once: they were told that
// the clock stands. It goes back to the last input, and what they miss does not count.
func (a Alone) TurnSand(now time.Time) {
	p := &a.m.patience
	if alone(a.m) == games.Nobody || p.idle == 0 || p.idle != a.m.Pos.Wakes || a.m.Pos.Match == nil {
		return
	}
	a.Resume(now)
	p.idle = 0
	a.m.clock.at, a.m.clock.since, a.m.clock.floor = a.m.Pos.Match.At(), now, a.m.Pos.Match.At()
	a.m.away.excused = true
}

// Ends is when the clock runs again that stands for a person who plays alone, and
// whether it stands so.
func (a Alone) Ends() (at time.Time, waits bool) {
	return a.m.patience.since.Add(Patience), a.m.patience.waits
}

// IsThere notes that a person has pressed something.
func (a Alone) IsThere(now time.Time) { a.m.patience.since = now }

// Holds reports whether the clock stands on though a person presses: they play alone, and a
// draft is no move yet.
func (a Alone) Holds(r *people.Action, seat games.Seat) bool {
	return a.m.patience.waits && a.m.Rec.Paused == "" && a.m.Pos.Drafts(r, seat)
}
