package page

import (
	"slices"

	"oneiros/games/somnicum/kit"
	"oneiros/games/somnicum/view"
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
	case !v.Mine():
		add(true, "goal")
		add(v.Round > 1, "rounds")
		add(len(v.Dreamers[v.Me].Rows[0]) > 0, "ends")
		add(len(v.Sand) > 0, "backs")
	case v.Phase == kit.Setting:
		add(true, "set")
	case v.Phase == kit.Spinning:
		list = teachWays(v)
	case v.Phase == kit.Laying:
		add(v.Now.Taken.Card().Nightmare(), "dread")
		fits := v.Fits(v.Now.Taken)
		add(len(fits) > 1, "deep")
		add(slices.ContainsFunc(fits, func(f kit.Fit) bool { return f.Break }), "break")
		add(len(fits) == 1, "lay")
	case v.Phase == kit.Choosing:
		add(true, "keep")
	case v.Phase == kit.Closing:
		add(true, "close")
	}
	return list
}

// teachWays is what is new where a flywheel is moved.
func teachWays(v view.View) []string {
	rows := &v.Dreamers[v.Me].Rows
	_, pair := rows.Slot(2)
	few, chance, dread, meets := false, false, false, false
	for _, w := range v.Ways() {
		few = few || w.Few
		chance = chance || w.Empty && w.Ends > 0 && !w.Few
		dread = dread || w.Dream.Card().Nightmare()
		meets = meets || w.Dream.Card().Meets
	}
	list := []string{"spin"}
	for _, l := range []struct {
		when  bool
		thing string
	}{
		{len(rows[0]) > 0, "match"}, {pair, "pair"}, {few, "few"}, {chance, "chance"}, {v.May(kit.Play), "play"},
		{v.May(kit.Add), "add"}, {dread, "nightmare"}, {meets, "meet"}, {len(v.Sand) > 0, "pay"},
	} {
		if l.when {
			list = append(list, l.thing)
		}
	}
	return list
}
