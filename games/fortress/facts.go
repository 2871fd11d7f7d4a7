package fortress

import (
	"math/bits"
	"slices"

	"oneiros/games"
	"oneiros/games/fortress/kit"
	"oneiros/games/ui"
)

// allGroups are all groups.
const allGroups = kit.Nightmares | kit.GoodDreams | kit.Dreamers

// factOf is the group that the viewer has learned that a sleeper is, with the key "known.is",
// or is not by an Insight, with "known.not". The key is empty where they have learned nothing that
// tells more than their own role and those of the players who are awake.
func factOf(v View, seat games.Seat) (key string, group ui.Text) {
	if p := v.Pawns[seat]; seat == v.Me || p.Sleep == 0 || p.Role != "" {
		return "", ui.Text{}
	}
	is := v.couldBe(true)[seat]
	switch plain := v.couldBe(false)[seat]; {
	case is == plain && bits.OnesCount(uint(is)) > 1:
		return "", ui.Text{}
	case bits.OnesCount(uint(is)) == 1:
		key = "known.is"
	case bits.OnesCount(uint(is)) == 2 && v.told(seat) != allGroups: // what only follows has no room
		key, is = "known.not", allGroups&^is
	default:
		return "", ui.Text{}
	}
	k := slices.Index(kit.Groups, is)
	return key, ui.T("gist.group." + string(kit.GroupLetters[k]))
}

// facts are what the viewer has learned about the groups of the others who sleep.
func facts(v View) phrase {
	if v.Phase == kit.Over {
		return phrase{}
	}
	var list []phrase
	for i := range v.Pawns {
		if key, group := factOf(v, games.Seat(i)); key != "" {
			list = append(list, phrase{ui.T(key, ui.Name(i), group), longName + 15})
		}
	}
	if len(list) == 0 {
		return phrase{}
	}
	line := listed(list)
	return phrase{ui.T("known", line.text), line.long + 11}
}

// told are the groups that a sleeper may be of, as far as Insights tell the viewer whose
// words they have read. An Insight does something exactly when it is about its receiver.
func (v View) told(seat games.Seat) kit.Group {
	g := allGroups
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

// couldBe are, by seat, the groups that a player may be of, as far as the viewer is shown roles
// and, with insights, as far as those tell that they have read. Of a group that has all its
// players no other is.
func (v View) couldBe(insights bool) []kit.Group {
	c := kit.Cast[len(v.Pawns)]
	list := make([]kit.Group, len(v.Pawns))
	for i, p := range v.Pawns {
		switch {
		case p.Role != "":
			list[i] = p.Role.Group()
		case insights:
			list[i] = v.told(games.Seat(i))
		default:
			list[i] = allGroups
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

// left is how many of a group still sleep, at least and at most, as every player can count
// it. Where a card was put aside, no player knows which of the two teams is one short. A
// team without sleepers would have lost.
func (v View) left(g kit.Group) (least, most int) {
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
