package timing

import (
	"bytes"
	"slices"
	"time"

	"oneiros/bot/table/people"
	"oneiros/games"
	"oneiros/games/pace"
)

// Seen is what of a match decides which buttons are stale and what is awaited.
type Seen struct {
	Status games.Status
	Wakes  time.Duration // when the clock has something to do; may be secret
	Racing bool
	moves  [][]string
}

// See looks at a match. It calls code of the game.
func See(m games.Match) Seen {
	s := Seen{Status: m.Status(), Wakes: wakes(m), Racing: m.Racing()}
	for i := range m.Seats() {
		s.moves = append(s.moves, m.Moves(games.Seat(i)))
	}
	return s
}

// wakes is when the clock has something to do. At a table by days that is every beat. The
// time before it passes at any hour, and it must not show whether there is something to
// do.
func wakes(m games.Match) time.Duration {
	if beat := m.Status().Beat; beat > 0 && pace.Length(m.Snapshot().Options) > 0 {
		return beat
	}
	return m.Wakes()
}

// Position is a match as it stands at its table.
type Position struct {
	Match games.Match // nil in the lobby, and when it cannot be read
	Seen
	Turns  []int       // turn numbers: the public's, then each seat's
	raised []time.Time // when each of them was last raised, or could first be seen here
	outrun []outrun    // public pages that racing presses replaced a moment ago
}

// outrun is a public page that a racing press replaced while other people who saw
// it were pressing too.
type outrun struct {
	Match games.Match
	Turns []int
	until time.Time // when it was replaced
}

// Races reports whether a move takes part in a race. The race
// is on, or its page was still shown when the move was made. It calls code of the
// game.
func (p *Position) Races(move string, made time.Time) bool {
	return p.Match.Races(move) || slices.ContainsFunc(p.outrun, func(o outrun) bool {
		return !made.After(o.until) && o.Match.Races(move)
	})
}

// Outran reports whether a racing press replaced a public page a moment ago.
func (p *Position) Outran() bool { return len(p.outrun) > 0 }

// OutrunUntil is until when a press on such a page may still arrive; zero for none.
func (p *Position) OutrunUntil() time.Time {
	if n := len(p.outrun); n > 0 {
		return p.outrun[n-1].until.Add(Grace)
	}
	return time.Time{}
}

// contested reports whether a racing press that is on its way may claim a moment
// that has passed.
func (p *Position) contested(now time.Time) bool {
	n := len(p.outrun)
	return p.Racing || n > 0 && now.Sub(p.outrun[n-1].until) < RaceWindow
}

// Notation is the move that a press makes. It calls code of the game.
func (p *Position) Notation(r *people.Action, seat games.Seat) (string, error) {
	if r.Form == nil {
		return r.Move, nil
	}
	return p.Match.Fill(seat.Viewer(), r.Form.Path, r.Form.Answers)
}

// Drafts reports whether a press changes only a draft of its seat.
func (p *Position) Drafts(r *people.Action, seat games.Seat) bool {
	move, err := p.Notation(r, seat)
	return err == nil && p.Match.Drafts(move)
}

// Stale reports whether a press was meant for a page that has changed since.
func (p *Position) Stale(r *people.Action, made time.Time, seat games.Seat, typing time.Duration) bool {
	if r.Typed && made.Before(p.raised[1+seat].Add(typing)) {
		return true
	}
	switch {
	case r.Turn == people.AnyTurn:
		return false
	case !r.Board:
		return r.Turn != p.Turns[1+seat]
	case r.Turn == p.Turns[0]:
		return false
	}
	return !slices.ContainsFunc(p.outrun, func(o outrun) bool {
		return o.Turns[0] == r.Turn && o.Turns[1+seat] == p.Turns[1+seat] && !made.After(o.until) && o.Match.Races(r.Move)
	})
}

// turnsAfter are the turn numbers after an input, which led to a match that looks like
// is. Those that the input made stale are raised. It calls code of the game.
func (p *Position) turnsAfter(in games.Input, m games.Match, is Seen) []int {
	turns := slices.Clone(p.Turns)
	if !m.SameToPublic(p.Match) {
		turns[0]++
	}
	for i := range is.moves {
		acted := in.Kind.IsMove() && in.Seat == games.Seat(i)
		switch {
		case acted && p.Match.Drafts(in.Move):
		case acted || !slices.Equal(p.moves[i], is.moves[i]):
			turns[1+i]++
		}
	}
	return turns
}

// advance makes the position the one after an input. raced reports whether the
// Input raced.
func (p *Position) advance(m games.Match, is Seen, turns []int, raced bool, now time.Time) {
	p.outrun = slices.DeleteFunc(p.outrun, func(o outrun) bool { return now.Sub(o.until) > Grace })
	switch {
	case turns[0] == p.Turns[0]:
	case raced:
		p.outrun = append(p.outrun, outrun{p.Match, p.Turns, now})
	default:
		p.outrun = nil
	}
	p.Match, p.Seen = m, is
	p.setTurns(turns, now)
}

// setTurns sets the turn numbers, and notes when each of them was raised.
func (p *Position) setTurns(turns []int, now time.Time) {
	was := p.Turns
	if len(p.raised) != len(turns) {
		was, p.raised = nil, make([]time.Time, len(turns))
	}
	for i, n := range turns {
		if i >= len(was) || was[i] != n {
			p.raised[i] = now
		}
	}
	p.Turns = turns
}

// Showed notes that the owner of a seat sees it for the first time.
func (p *Position) Showed(seat games.Seat, now time.Time) { p.raised[1+seat] = now }

// endedTurns lists the awaited seats whose turn a deadline ended. None are where
// the clock only passed a mark.
func (p *Position) endedTurns(in games.Input, turns []int) (list []games.Seat) {
	if in.Kind != games.KindExpire {
		return nil
	}
	for _, seat := range p.Status.Awaits {
		if int(seat)+1 < len(turns) && turns[1+seat] != p.Turns[1+seat] {
			list = append(list, seat)
		}
	}
	return list
}

// Changes reports whether an input would change anything. A move that was made
// already and is not shown yet changes nothing.
func (p *Position) Changes(in games.Input) bool {
	m, err := p.Match.Do(in)
	return err != nil || !bytes.Equal(m.Snapshot().Position, p.Match.Snapshot().Position)
}
