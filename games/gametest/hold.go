package gametest

import (
	"slices"

	"oneiros/games"
)

// waiting is what a play knows of words that wait for a moderator: the match before them, and
// the inputs since then, the held move first.
type waiting struct {
	before games.Match
	log    []games.Input
}

// withhold has the words of some moves wait, where the game lets them: of all moves, until some words
// were shown and some were withheld.
func withhold(p *play, in games.Input) games.Input {
	if in.Kind != games.KindPlay || !p.game.Holds() || !p.m.Holds(in.Move) {
		return in
	}
	if luck := p.r.IntN(2) == 0; luck || p.shows == 0 || p.withholds == 0 {
		in.Kind = games.KindHold
	}
	return in
}

// decides is a moderator's decision about words that wait. It is false while none comes.
func decides(p *play, in games.Input) (games.Input, bool) {
	if _, waits := p.m.Held(); !waits {
		return in, false
	}
	due := p.m.Wakes()
	if due == 0 {
		p.fail(Deadlines, "words wait for a moderator without a deadline")
	}
	kind := []games.Kind{games.KindShow, games.KindWithhold, games.KindExpire}[p.r.IntN(3)]
	if kind == games.KindShow && p.shows > 0 && p.withholds == 0 {
		kind = games.KindWithhold
	}
	if kind == games.KindExpire || due > 0 && in.At >= due {
		return in, false
	}
	in.Kind, in.Seat = kind, games.Nobody
	return in, true
}

// held checks an input about words that wait. While they wait no player is awaited for them.
// Once they are withheld, the match plays again as it went, without them.
func held(p *play, in games.Input, next games.Match) {
	was, waited := p.m.Held()
	_, waits := next.Held()
	switch {
	case in.Kind == games.KindHold:
		p.holds++
		p.waiting = waiting{before: p.m}
		if !waits {
			p.fail(Holding, "%s, and no words wait", shown(in))
			return
		}
		if len(next.Status().Awaits) > 0 {
			p.fail(Holding, "%s, and seats %v are awaited", shown(in), next.Status().Awaits)
		}
		read := next.Pages(in.Seat.Viewer())("")
		if len(read.Form) > 0 {
			p.fail(Holding, "%s, and its player is shown a form", shown(in))
		}
	case !waited:
		return
	}
	p.waiting.log = append(p.waiting.log, in)
	if !waited || waits {
		return
	}
	if in.Kind == games.KindShow {
		p.shows++
		return
	}
	p.withholds++
	forgets(p, was, next)
}

// forgets checks that the position after words were withheld is the one of the log without
// them.
func forgets(p *play, was games.Held, next games.Match) {
	m, log := p.waiting.before, slices.Clone(p.waiting.log)
	log[0].Move = p.m.Unsaid()
	for _, in := range log {
		after, err := m.Do(in)
		if err != nil {
			p.fail(Holding, "without the words that %q withheld, %s: %v", was.Words, shown(in), err)
			return
		}
		m = after
	}
	if !same(m, next) {
		p.fail(Holding, "the withheld words %q are in the position: %s", was.Words, difference(m, next))
	}
}
