package view

import (
	"oneiros/games"
	"oneiros/games/fortress/kit"
)

// Told are the groups that a sleeper may be of, as far as Insights tell the viewer whose
// words they have read. An Insight does something exactly when it is about its receiver.
func (v View) Told(seat games.Seat) kit.Group {
	g := kit.AllGroups
	for _, n := range v.Passed {
		switch {
		case n.To != seat || n.Card == "":
		case n.Step != 0 || n.Gave != "":
			g &= n.Card.About()
		default:
			g &^= n.Card.About()
		}
	}
	return g
}

// CouldBe are, by seat, the groups that a player may be of, as far as the viewer is shown roles
// and, with insights, as far as those tell that they have read. Of a group that has all its
// players no other is.
func (v View) CouldBe(insights bool) []kit.Group {
	c := kit.Cast[len(v.Pawns)]
	list := make([]kit.Group, len(v.Pawns))
	for i, p := range v.Pawns {
		switch {
		case p.Role != "":
			list[i] = p.Role.Group()
		case insights:
			list[i] = v.Told(games.Seat(i))
		default:
			list[i] = kit.AllGroups
		}
	}
	for changed := true; changed; {
		changed = false
		for _, g := range kit.Groups {
			most, n := c.Each, 0
			if g == kit.Dreamers {
				most = c.Dreamers
			}
			for _, is := range list {
				if is == g {
					n++
				}
			}
			for i, is := range list {
				if n >= most && is != g && is&g != 0 {
					list[i], changed = is&^g, true
				}
			}
		}
	}
	return list
}

// Left is how many of a group still sleep, at least and at most, as every player can count
// it. Where a card was put aside, no player knows which of the two teams is one short. A
// team without sleepers would have lost.
func (v View) Left(g kit.Group) (least, most int) {
	c := kit.Cast[len(v.Pawns)]
	count := func(g kit.Group) int {
		n := c.Each
		if g == kit.Dreamers {
			n = c.Dreamers
		}
		for _, p := range v.Pawns {
			if p.Sleep == 0 && p.Role.Group() == g {
				n--
			}
		}
		return n
	}
	most = count(g)
	if g == kit.Dreamers || !c.Aside {
		return most, most
	}
	other := count(kit.Nightmares + kit.GoodDreams - g)
	switch {
	case most <= 1:
		return most, most
	case other <= 1:
		return most - 1, most - 1
	default:
		return most - 1, most
	}
}
