package view

import (
	"math/rand/v2"
	"slices"

	"oneiros/games"
	"oneiros/games/dreamrunners/kit"
	"oneiros/games/dreamrunners/rules"
)

// Redeal deals again what v does not know: the dreams to come, the order of segments and
// chests that lie face down, and what the others build and choose in secret.
func Redeal(s *rules.State, v games.Viewer, r *rand.Rand) {
	me, seated := v.Seat()
	if !seated {
		me = games.Nobody
	}
	d := redealing{s, me, r}
	d.dreams()
	for i := range s.Stacks {
		games.Shuffle(r, s.Stacks[i])
	}
	d.chests()
	switch s.Phase {
	case kit.Building:
		d.drafts()
	case kit.Choosing:
		d.frozen()
	}
	for i := range s.Dreamers {
		if games.Seat(i) != me {
			s.Dreamers[i].Luck = r.Uint32()
		}
	}
}

// A redealing deals again what me does not know. Me is Nobody for the public.
type redealing struct {
	*rules.State
	me games.Seat
	r  *rand.Rand
}

// dreams chooses other dreams of the same levels.
func (s redealing) dreams() {
	left := map[int][]kit.Tile{}
	for level := 1; level <= kit.Levels; level++ {
		left[level] = slices.DeleteFunc(kit.TilesOf(level, s.Beginner), func(t kit.Tile) bool { return t == s.Tile || slices.Contains(s.Past, t) })
		games.Shuffle(s.r, left[level])
	}
	for i, t := range s.Deck {
		level := t.Card().Level
		s.Deck[i], left[level] = left[level][0], left[level][1:]
	}
}

// chests mixes the chests that lie face down. A player who chooses what is in a chest has
// seen it.
func (s redealing) chests() {
	known := map[kit.Chest]bool{}
	if s.me != games.Nobody {
		for _, a := range s.Dreamers[s.me].Asks {
			known[a.Chest] = true
		}
	}
	for _, list := range s.Chests {
		var down []*kit.Chest
		var faces []kit.Chest
		for i := range list {
			if !known[list[i]] {
				down, faces = append(down, &list[i]), append(faces, list[i])
			}
		}
		games.Shuffle(s.r, faces)
		for i, c := range down {
			*c = faces[i]
		}
	}
}

// drafts lets the others build something else. No view tells how far they are.
func (s redealing) drafts() {
	for i := range s.Dreamers {
		if d := &s.Dreamers[i]; games.Seat(i) != s.me && d.Woke == 0 {
			d.Draft = kit.Random(s.r, d.Segments)
			d.Presses = len(d.Draft) + s.r.IntN(10)
			if len(d.Draft) == 0 && s.r.IntN(2) == 0 {
				d.Presses = 0
			}
		}
	}
}

// frozen lets the others have built something else, so that a player has to choose. Which
// of them has chosen is not known either.
func (s redealing) frozen() {
	env := &games.Env{Rand: s.r}
	for range 8 {
		try := slices.Clone(s.Dreamers)
		open := false
		for i := range try {
			d := &try[i]
			if games.Seat(i) == s.me || d.Woke != 0 {
				open = open || d.Woke == 0 && len(d.Asks) > 0 && !d.Done
				continue
			}
			d.Draft = kit.Random(s.r, d.Segments)
			d.Presses = len(d.Draft) + s.r.IntN(10)
			t := *s.State
			t.Dreamers = slices.Clone(try)
			d.Asks, d.Done = t.Asks(env, games.Seat(i)), false
			for k := range d.Asks {
				if a := &d.Asks[k]; s.r.IntN(3) == 0 {
					a.Answer, a.Chosen = s.r.IntN(len(a.Options)), true
				}
			}
			d.Done = len(d.Asks) > 0 && s.r.IntN(2) == 0
			open = open || len(d.Asks) > 0 && !d.Done
		}
		if open {
			s.Dreamers = try
			return
		}
	}
}

// Hidden lists the dreams to come, as the catalogues name them.
func Hidden(s rules.State, v games.Viewer) []string {
	var list []string
	for _, t := range s.Deck {
		list = append(list, "tile."+t.Card().Name)
	}
	return list
}
