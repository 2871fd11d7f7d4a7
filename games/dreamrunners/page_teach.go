package dreamrunners

import (
	"slices"
)

// teach names what a player on their panel may meet for the first time, the weightiest
// first.
func teach(v View) []string {
	var list []string
	add := func(when bool, thing string) {
		if when {
			list = append(list, thing)
		}
	}
	switch {
	case v.Phase == Building && v.may(Build):
		list = teachBuilding(v)
	case v.Phase == Building:
		add(v.may(More), "more")
	case v.Phase == Choosing:
		for _, a := range v.Asks {
			add(a.Kind != AskChests && !slices.Contains(list, string(a.Kind)), string(a.Kind))
		}
	case v.Phase == Between && v.Shopper == v.Me:
		add(v.may(Buy), "shop")
		add(v.may(Calm), "calm")
	case v.Phase == Between:
		add(true, "reveal")
		add(v.me().Stars > 0, "stars")
	}
	return list
}

// teachBuilding is what is new on a tile and among one's segments.
func teachBuilding(v View) []string {
	has := map[SquareKind]bool{}
	chest, rainbow := false, false
	for _, q := range v.Tile.Card().Squares {
		has[q.Kind] = true
		chest = chest || q.Locks() > 0
		rainbow = rainbow || slices.Contains(q.Rewards, Rainbow)
	}
	double, both := false, false
	for _, o := range v.me().Segments {
		double = double || slices.Contains(o.Segment.Card().Effects, Double)
		both = both || slices.Contains(o.Segment.Card().Effects, Both)
	}
	outside := slices.ContainsFunc(inward[:9], func(c Cell) bool {
		t, ok := v.best(v.next(), c)
		n, _ := v.fits(v.next().label, c, t)
		return ok && n > 0
	})
	var list []string
	for _, l := range []struct {
		when  bool
		thing string
	}{
		{v.Running, "sand"},
		{len(v.Draft) == 0, "place"}, {len(v.Draft) > 0, "turn"}, {has[Nightmare], "banish"},
		{has[Octopus], "octopus"}, {has[Bat], "bat"}, {has[Spider], "spider"}, {chest, "chest"}, {has[Intertwined], "shared"},
		{outside, "outside"}, {len(v.unused()) == 0, "done"}, {rainbow, "rainbow"}, {double, "double"}, {both, "both"}, {true, "set"},
	} {
		if l.when {
			list = append(list, l.thing)
		}
	}
	return list
}
