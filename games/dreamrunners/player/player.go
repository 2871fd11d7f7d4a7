// Package player is the automatic player of Dream Runners, in three strengths.
//
// # Why it stands apart
//
// It is given what any player is given: a [view.View] and the legal moves. It does not import the
// position, so it can not cheat, and whoever tunes it changes neither rules nor pages.
//
// # How it plays
//
// The player looks through the table of exact layouts. In each of them it puts
// the segment of its own that brings the most into every slot. It thinks in points of
// calm.
//
// An easy one looks at a few layouts and thinks that a shard is a shard. A normal one
// looks at most of them and knows which shards it needs. A strong one looks at all of them.
// It buys as a good person does, by what the segment can do. To reckon every dream that may
// come with it and without it would bring 15 points more, and no player plays so.
//
// How soon it is ready depends on its strength and on chance, never on what the dream is
// worth to it. It lays piece by piece, and then it looks at its work for some presses. Once
// the sand runs it lays all at once and is ready at the next press.
package player

import (
	"math/rand/v2"
	"slices"

	"oneiros/games"
	"oneiros/games/dreamrunners/kit"
	"oneiros/games/dreamrunners/view"
)

// skill is what a strength does differently.
type skill struct {
	layouts   int  // of the table that it looks at
	counts    bool // knows which shards it needs
	looks     int  // presses before it is ready
	moreLooks int  // at most, besides
}

// RelaxedLooks is how many presses a player takes at least in a relaxed match: some two
// minutes at the usual pace. Nothing hurries there, so people may be first.
const relaxedLooks = 30

var skills = map[games.Strength]skill{
	games.Easy:   {layouts: 60, looks: 17, moreLooks: 6},
	games.Normal: {layouts: 110, counts: true, looks: 10, moreLooks: 4},
	games.Strong: {layouts: len(kit.Layouts), counts: true, looks: 5, moreLooks: 3},
}

// Choose plays a move of the automatic player.
func Choose(env *games.Env, how games.Strength, v view.View, legal []kit.Move) kit.Move {
	p := player{how: how, skill: skills[how], v: &v, me: &v.Dreamers[v.Me]}
	switch {
	case v.Phase == kit.Building && legal[0].Verb == kit.Done:
		return p.build(legal)
	case v.Phase == kit.Choosing:
		return p.choose(legal)
	case v.Phase == kit.Between && v.Shopper == v.Me:
		return p.shop(env, legal)
	default:
		return legal[0]
	}
}

// Waits reports that the player lets the others go on, unless it has nothing to buy.
func Waits(v view.View) bool {
	return v.Phase != kit.Between || v.Dreamers[v.Me].Coins >= kit.CalmPrice
}

// A player is an automatic player at a move.
type player struct {
	how   games.Strength
	skill skill
	v     *view.View
	me    *view.Dreaming
}

// build lays one piece after another where it is to be, looks at it for a while, and is
// ready. It does the same with what a person has begun.
func (p *player) build(legal []kit.Move) kit.Move {
	v, want := p.v, p.compose()
	hurry := v.Running || v.First != games.Nobody
	if next, more := step(v.Draft, want); more {
		if hurry {
			next = kit.Move{Verb: kit.Build, Text: want.String()}
		}
		return next
	}
	looks := p.skill.looks + int(v.Luck%uint32(p.skill.moreLooks+1))
	if v.Relaxed {
		looks = max(looks, relaxedLooks)
	}
	if !hurry && v.Presses < looks && len(v.Draft) > 1 {
		first := v.Draft[0]
		return kit.Move{Verb: kit.Place, Label: first.Label, Cell: first.Cell, Turn: first.Turn}
	}
	return legal[0]
}

// step is the next move from a draft to the composition that is wanted. There is none
// where both are the same.
func step(draft, want kit.Composition) (kit.Move, bool) {
	for _, p := range draft {
		if !slices.Contains(want, p) {
			return kit.Move{Verb: kit.Take, Label: p.Label}, true
		}
	}
	for _, p := range want {
		if !slices.Contains(draft, p) {
			return kit.Move{Verb: kit.Place, Label: p.Label, Cell: p.Cell, Turn: p.Turn}, true
		}
	}
	return kit.Move{}, false
}

// choose lets the answers stand that the game proposes. A strong player gives the bat
// what it needs least.
func (p *player) choose(legal []kit.Move) kit.Move {
	if p.how != games.Strong {
		return legal[0]
	}
	for i, a := range p.v.Asks {
		if a.Kind != kit.AskVictim || a.Chosen {
			continue
		}
		best, least := 0, 0.0
		for k, o := range a.Options {
			worth := 0.0
			for _, own := range p.me.Segments {
				if own.Label == o.Label {
					worth = plainWorth(own.Segment)
				}
			}
			if k == 0 || worth < least {
				best, least = k, worth
			}
		}
		return kit.Move{Verb: kit.Pick, Ask: i + 1, Option: best + 1}
	}
	return legal[0]
}

// shop buys.
func (p *player) shop(env *games.Env, legal []kit.Move) kit.Move {
	last := p.v.Round == kit.Rounds
	best, most := legal[0], 0.0
	for _, m := range legal {
		if m.Verb != kit.Buy {
			continue
		}
		if worth := p.segment(env, p.v.Shop[m.Shape]); worth > most {
			best, most = m, worth
		}
	}
	calm := slices.Contains(legal, kit.Move{Verb: kit.Calm}) && p.me.Calm < kit.MaxCalm
	switch {
	case best.Verb == kit.Buy:
		return best
	case calm && (last || p.me.Calm < 6):
		return kit.Move{Verb: kit.Calm}
	default:
		return legal[0]
	}
}

// segment is what buying a segment is worth beyond its price. It is negative where it is
// not worth it.
func (p *player) segment(env *games.Env, g kit.Segment) float64 {
	left := kit.Rounds - p.v.Round
	c := g.Card()
	sure := float64(c.Points) + float64(c.Coins-kit.Price)/kit.CalmPrice
	if p.how == games.Easy {
		if left == 0 {
			return -1
		}
		return float64(env.Rand.IntN(3)) - 1
	}
	return sure + 0.4*plainWorth(g)*float64(left)
}

// plainWorth is what the effects of a segment are worth, without a tile.
func plainWorth(g kit.Segment) float64 {
	sum := 0.0
	for _, e := range g.Card().Effects {
		sum += map[kit.Effect]float64{kit.Collect: 1, kit.Banish: 1, kit.Double: 2, kit.Both: 1.6}[e]
	}
	return sum / float64(len(g.Card().Effects))
}

// compose is the best composition that the player finds.
func (p *player) compose() kit.Composition {
	w := p.weigh(p.v.Tile.Card(), p.v.Turns, p.me.Segments)
	best, banish, _ := w.most(p.some())
	return w.pieces(best, banish)
}

// some are the layouts that the player looks at.
func (p *player) some() []kit.Layout {
	n := p.skill.layouts
	if n >= len(kit.Layouts) {
		return kit.Layouts
	}
	list := make([]kit.Layout, 0, n)
	r := rand.New(rand.NewPCG(uint64(p.v.Luck), 1))
	for _, i := range r.Perm(len(kit.Layouts))[:n] {
		list = append(list, kit.Layouts[i])
	}
	return list
}
