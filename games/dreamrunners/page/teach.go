package page

import (
	"slices"

	"oneiros/games/dreamrunners/kit"
	"oneiros/games/dreamrunners/view"
)

// teach names what a player on their panel may meet for the first time, the weightiest
// first.
func teach(v view.View) []string {
	var list []string
	add := func(when bool, thing string) {
		if when {
			list = append(list, thing)
		}
	}
	switch {
	case v.Phase == kit.Building && v.May(kit.Build):
		list = teachBuilding(v)
	case v.Phase == kit.Building:
		add(v.May(kit.More), "more")
	case v.Phase == kit.Choosing:
		for _, a := range v.Asks {
			add(a.Kind != kit.AskChests && !slices.Contains(list, string(a.Kind)), string(a.Kind))
		}
	case v.Phase == kit.Between && v.Shopper == v.Me:
		add(v.May(kit.Buy), "shop")
		add(v.May(kit.Calm), "calm")
	case v.Phase == kit.Between:
		add(true, "reveal")
		add(v.Own().Stars > 0, "stars")
	}
	return list
}

// teachBuilding is what is new on a tile and among one's segments.
func teachBuilding(v view.View) []string {
	has := map[kit.SquareKind]bool{}
	chest, rainbow := false, false
	for _, q := range v.Tile.Card().Squares {
		has[q.Kind] = true
		chest = chest || q.Locks() > 0
		rainbow = rainbow || slices.Contains(q.Rewards, kit.Rainbow)
	}
	double, both := false, false
	for _, o := range v.Own().Segments {
		double = double || slices.Contains(o.Segment.Card().Effects, kit.Double)
		both = both || slices.Contains(o.Segment.Card().Effects, kit.Both)
	}
	outside := slices.ContainsFunc(kit.Inward[:9], func(c kit.Cell) bool {
		t, ok := v.Best(v.Next(), c)
		n, _ := v.Fits(v.Next().Label, c, t)
		return ok && n > 0
	})
	var list []string
	for _, l := range []struct {
		when  bool
		thing string
	}{
		{v.Running, "sand"},
		{len(v.Draft) == 0, "place"}, {len(v.Draft) > 0, "turn"}, {has[kit.Nightmare], "banish"},
		{has[kit.Octopus], "octopus"}, {has[kit.Bat], "bat"}, {has[kit.Spider], "spider"}, {chest, "chest"}, {has[kit.Intertwined], "shared"},
		{outside, "outside"}, {len(v.Unused()) == 0, "done"}, {rainbow, "rainbow"}, {double, "double"}, {both, "both"}, {true, "set"},
	} {
		if l.when {
			list = append(list, l.thing)
		}
	}
	return list
}
