package gametest

import (
	"slices"

	"oneiros/games"
)

// raced checks that a player can make a move that races while a race is on. All
// other inputs get early timestamps because of the race. The table holds the
// moves, so its tests show that any order of arrival gives the same log.
func (p *play) raced() {
	if !p.m.Racing() {
		return
	}
	for s, list := range p.moves {
		if !p.gone[s] && slices.ContainsFunc(list, p.m.Races) {
			p.races++
			return
		}
	}
	p.fail(Racing, "a race is on, and nobody can make a move that races")
}

// exercised checks that what a game says it has was met in some match.
func (t *table) exercised() {
	if t.game.Races() && t.races == 0 {
		t.fail(Exercised, "the rules are a Racer, and no race was met")
	}
	if t.game.Drafts() && t.drafts == 0 {
		t.fail(Exercised, "the rules are a Drafter, and no draft move was met")
	}
	if t.game.Holds() && (t.shows == 0 || t.withholds == 0) {
		t.fail(Exercised, "the rules are a Holder, and of held words %d were shown and %d withheld", t.shows, t.withholds)
	}
}

// drafted checks that a draft move, which was made, concerns its own seat alone.
func (p *play) drafted(in games.Input, next games.Match) {
	if in.Kind != games.KindPlay || !p.m.Drafts(in.Move) {
		return
	}
	p.drafts++
	if a, b := status(p.m), status(next); a != b {
		p.fail(Drafting, "%s changes the status: %s | %s", shown(in), a, b)
	}
	if p.m.Racing() != next.Racing() {
		p.fail(Drafting, "%s begins or ends a race", shown(in))
	}
	for v := range games.Viewers(p.seats) {
		seat, seated := v.Seat()
		if seated && seat == in.Seat {
			continue
		}
		a, errA := p.m.View(v)
		b, errB := next.View(v)
		if errA == nil && errB == nil && string(a) != string(b) {
			p.fail(Drafting, "%s changes the view of %s: %s", shown(in), v, differs(a, b))
		}
		if seated && !slices.Equal(p.m.Moves(seat), next.Moves(seat)) {
			p.fail(Drafting, "%s changes the moves of %s", shown(in), v)
		}
	}
}
