package view

import (
	"math/rand/v2"
	"slices"

	"oneiros/games"
	"oneiros/games/somnicum/kit"
	"oneiros/games/somnicum/rules"
)

// Redeal deals again what v does not know: the order of the decks, the faces of tokens
// with each back, the goals, and the encounters in other hands.
func Redeal(s *rules.State, v games.Viewer, r *rand.Rand) {
	me, seated := v.Seat()
	if !seated {
		me = games.Nobody
	}
	games.Shuffle(r, s.Deck)
	d := redealing{s, me, r}
	d.sand()
	d.encounters()
	if s.Phase != kit.Over {
		d.goals()
	}
}

// A redealing deals again what me does not know. Me is Nobody for the public.
type redealing struct {
	*rules.State
	me games.Seat
	r  *rand.Rand
}

// sand deals the faces of all tokens that lie face down again, except those of
// me. A token keeps its back.
func (s redealing) sand() {
	var down []*kit.Token
	collect := func(list []kit.Token) {
		for i := range list {
			down = append(down, &list[i])
		}
	}
	collect(s.Bag)
	collect(s.Lost)
	for i := range s.Dreamers {
		if games.Seat(i) != s.me {
			collect(s.Dreamers[i].Sand)
		}
	}
	for _, blank := range []bool{false, true} {
		var like []*kit.Token
		var faces []kit.Token
		for _, t := range down {
			if t.Blank() == blank {
				like, faces = append(like, t), append(faces, *t)
			}
		}
		games.Shuffle(s.r, faces)
		for i, t := range like {
			*t = faces[i]
		}
	}
	games.Shuffle(s.r, s.Bag)
	games.Shuffle(s.r, s.Lost)
	for i := range s.Dreamers {
		d := &s.Dreamers[i]
		if games.Seat(i) == s.me {
			continue
		}
		slices.Sort(d.Sand)
		d.Aside = nil
		if games.Seat(i) == s.Turn && s.Phase == kit.Spinning && len(d.Sand) > 0 {
			sand := slices.Clone(d.Sand)
			games.Shuffle(s.r, sand)
			d.Aside = append(d.Aside, sand[:s.r.IntN(len(sand)+1)]...)
		}
	}
}

// encounters deals the encounters again that no player has seen or only others have.
func (s redealing) encounters() {
	var down []*kit.Encounter
	collect := func(list []kit.Encounter) {
		for i := range list {
			down = append(down, &list[i])
		}
	}
	collect(s.Stack)
	if s.Turn != s.me {
		collect(s.Offer)
	}
	if s.Phase != kit.Over {
		for i := range s.Dreamers {
			if games.Seat(i) != s.me {
				collect(s.Dreamers[i].Hand)
			}
		}
	}
	var faces []kit.Encounter
	for _, e := range down {
		faces = append(faces, *e)
	}
	games.Shuffle(s.r, faces)
	for i, e := range down {
		*e = faces[i]
	}
	if s.Turn != s.me {
		slices.Sort(s.Offer)
	}
	for i := range s.Dreamers {
		if games.Seat(i) != s.me && s.Phase != kit.Over {
			slices.Sort(s.Dreamers[i].Hand)
		}
	}
}

// goals deals the goals of the others again, from all that me does not have.
func (s redealing) goals() {
	var list []kit.Goal
	for g := kit.Goal(1); g <= kit.Goals; g++ {
		if s.me == games.Nobody || s.Dreamers[s.me].Goal != g {
			list = append(list, g)
		}
	}
	games.Shuffle(s.r, list)
	for i := range s.Dreamers {
		if games.Seat(i) != s.me {
			s.Dreamers[i].Goal, list = list[0], list[1:]
		}
	}
}

// Hidden lists the goals that v does not know, as catalogues name them. Tokens and
// encounters have twins, so their names say nothing.
func Hidden(s rules.State, v games.Viewer) []string {
	if s.Phase == kit.Over {
		return nil
	}
	me, seated := v.Seat()
	if !seated {
		me = games.Nobody
	}
	var list []string
	for i := range s.Dreamers {
		if games.Seat(i) != me {
			list = append(list, "goal."+s.Dreamers[i].Goal.Card().Name)
		}
	}
	return list
}
