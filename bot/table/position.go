package table

import (
	"bytes"
	"slices"
	"time"

	"oneiros/games"
	"oneiros/games/pace"
)

// seen is what of a match decides which buttons are stale and what is awaited.
type seen struct {
	status games.Status
	wakes  time.Duration // may be secret; see wakes
	moves  [][]string
	racing bool
}

// see looks at a match. It calls code of the game.
func see(m games.Match) seen {
	s := seen{status: m.Status(), wakes: wakes(m), racing: m.Racing()}
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

// position is a match as it stands at its table.
type position struct {
	match games.Match // nil in the lobby, and when it cannot be read
	seen
	turns  []int       // turn numbers: the public's, then each seat's
	raised []time.Time // when each of them was last raised, or could first be seen here
	outrun []outrun    // public pages that racing presses replaced a moment ago
}

// outrun is a public page that a racing press replaced while other people who saw
// it were pressing too.
type outrun struct {
	match games.Match
	turns []int
	until time.Time // when it was replaced
}

// races reports whether a move takes part in a race. The race
// is on, or its page was still shown when the move was made. It calls code of the
// game.
func (p *position) races(move string, made time.Time) bool {
	return p.match.Races(move) || slices.ContainsFunc(p.outrun, func(o outrun) bool {
		return !made.After(o.until) && o.match.Races(move)
	})
}

// contested reports whether a racing press that is on its way may claim a moment
// that has passed.
func (p *position) contested(now time.Time) bool {
	n := len(p.outrun)
	return p.racing || n > 0 && now.Sub(p.outrun[n-1].until) < RaceWindow
}

// notation is the move that a press makes. It calls code of the game.
func (p *position) notation(r *request, seat games.Seat) (string, error) {
	if r.Form == nil {
		return r.Move, nil
	}
	return p.match.Fill(seat.Viewer(), r.Form.Path, r.Form.Answers)
}

// drafts reports whether a press changes only a draft of its seat.
func (p *position) drafts(r *request, seat games.Seat) bool {
	move, err := p.notation(r, seat)
	return err == nil && p.match.Drafts(move)
}

// stale reports whether a press was meant for a page that has changed since.
func (p *position) stale(r *request, seat games.Seat, typing time.Duration) bool {
	if r.Typed && r.at.Before(p.raised[1+seat].Add(typing)) {
		return true
	}
	switch {
	case r.Turn == AnyTurn:
		return false
	case !r.Board:
		return r.Turn != p.turns[1+seat]
	case r.Turn == p.turns[0]:
		return false
	}
	return !slices.ContainsFunc(p.outrun, func(o outrun) bool {
		return o.turns[0] == r.Turn && o.turns[1+seat] == p.turns[1+seat] && !r.at.After(o.until) && o.match.Races(r.Move)
	})
}

// turnsAfter are the turn numbers after an input, which led to a match that looks like
// is. Those that the input made stale are raised. It calls code of the game.
func (p *position) turnsAfter(in games.Input, m games.Match, is seen) []int {
	turns := slices.Clone(p.turns)
	if !m.SameToPublic(p.match) {
		turns[0]++
	}
	for i := range is.moves {
		acted := in.Kind.IsMove() && in.Seat == games.Seat(i)
		switch {
		case acted && p.match.Drafts(in.Move):
		case acted || !slices.Equal(p.moves[i], is.moves[i]):
			turns[1+i]++
		}
	}
	return turns
}

// advance makes the position the one after an input. raced reports whether the
// input raced.
func (p *position) advance(m games.Match, is seen, turns []int, raced bool, now time.Time) {
	p.outrun = slices.DeleteFunc(p.outrun, func(o outrun) bool { return now.Sub(o.until) > Grace })
	switch {
	case turns[0] == p.turns[0]:
	case raced:
		p.outrun = append(p.outrun, outrun{p.match, p.turns, now})
	default:
		p.outrun = nil
	}
	p.match, p.seen = m, is
	p.setTurns(turns, now)
}

// setTurns sets the turn numbers, and notes when each of them was raised.
func (p *position) setTurns(turns []int, now time.Time) {
	was := p.turns
	if len(p.raised) != len(turns) {
		was, p.raised = nil, make([]time.Time, len(turns))
	}
	for i, n := range turns {
		if i >= len(was) || was[i] != n {
			p.raised[i] = now
		}
	}
	p.turns = turns
}

// endedTurns lists the awaited seats whose turn a deadline ended. None are where
// the clock only passed a mark.
func (p *position) endedTurns(in games.Input, turns []int) (list []games.Seat) {
	if in.Kind != games.KindExpire {
		return nil
	}
	for _, seat := range p.status.Awaits {
		if int(seat)+1 < len(turns) && turns[1+seat] != p.turns[1+seat] {
			list = append(list, seat)
		}
	}
	return list
}

// changes reports whether an input would change anything. A move that was made
// already and is not shown yet changes nothing.
func (p *position) changes(in games.Input) bool {
	m, err := p.match.Do(in)
	return err != nil || !bytes.Equal(m.Snapshot().Position, p.match.Snapshot().Position)
}
