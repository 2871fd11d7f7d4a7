package news

import (
	"slices"
	"strings"

	"oneiros/games"
	"oneiros/games/fortress/kit"
	"oneiros/games/fortress/label"
	"oneiros/games/fortress/view"
	"oneiros/games/ui"
)

// goal is what the viewer wants and how far that has come.
func goal(v view.View) ui.Text {
	key := "goal." + string(v.Role)
	switch v.Role {
	case kit.Nightmare:
		return ui.T(key, label.Bounds(v.Left(kit.GoodDreams)))
	case kit.GoodDream:
		return ui.T(key, label.Bounds(v.Left(kit.Nightmares)))
	case kit.Alice:
		return ui.T(key, v.Asleep())
	case kit.Sigmund:
		return ui.T(key, len(v.Pawns[v.Me].Visions), kit.VisionsToWin)
	case kit.William:
		return ui.T(key, kit.FloorsAhead, label.Floors(v.Lead(v.Me)))
	default:
		if len(v.Woken) > 0 {
			return ui.T("goal.neighbour", ui.Name(v.RightOf(v.Me)))
		}
		return ui.T(key, ui.Name(v.RightOf(v.Me)))
	}
}

// self says to its owner in a line who a seat is, and what lies before it.
func self(v view.View, l layout) ui.Text {
	if v.Role == "" || v.Phase == kit.Over {
		return ui.Text{}
	}
	me, is := v.Pawns[v.Me], ui.T("picture.who."+string(v.Role))
	if me.Sleep == 0 {
		return ui.T("self.awake", label.Sign(v.Me), is, Hope(v))
	}
	var at, cards ui.Text
	if !l.places && me.Place != "" {
		at = ui.T("self.at", label.PlaceIcons[me.Place], ui.T("place.short."+string(me.Place)))
	}
	switch {
	case len(me.Visions) == 0:
	case l.visions:
		cards = ui.T("self.visions", ownVisions(v, l))
	default:
		cards = ui.T("self.visions", briefVisions(me.Visions))
	}
	return ui.T("self.short", label.Sign(v.Me), is, goal(v), at, cards)
}

// linesOfSelf is about how many lines of a phone [self] takes, with how its owner was woken.
func linesOfSelf(v view.View, l layout) int {
	if v.Phase == kit.Over {
		return 0
	}
	me := v.Pawns[v.Me]
	if me.Sleep == 0 {
		return 7 // with what can be won, how they were woken, and that they may see the end
	}
	long, kinds := 50, kit.Distinct(me.Visions)
	if v.Role == kit.Janitor {
		long += 20
	}
	if !l.visions && len(kinds) > 0 {
		long += 5 + 12*len(kinds)
		kinds = nil
	}
	if !l.places {
		long += 11
	}
	for _, c := range kinds {
		long += longVision + 5
		if c == kit.Wings || l.hints {
			long += 18
		}
	}
	return linesOf(long)
}

// ownVisions are the viewer's Visions, one of a kind once, with what they do where there is
// room. What all wings add to an attack is always said.
func ownVisions(v view.View, l layout) []ui.Text {
	mine := v.Pawns[v.Me].Visions
	list := label.VisionsWithIcons(mine)
	for i, c := range kit.Distinct(mine) {
		if c == kit.Wings || l.hints {
			list[i] = ui.T("visions.own", list[i], ui.T("vision."+string(c)+".short", kit.Count(mine, c)))
		}
	}
	return list
}

// briefVisions are the viewer's Visions in a word each, and what all wings add to an attack.
func briefVisions(mine []kit.Vision) (list []ui.Text) {
	for _, c := range kit.Distinct(mine) {
		brief := briefly(c, strings.Repeat(label.VisionIcon(c), kit.Count(mine, c)))
		if c == kit.Wings {
			brief = ui.T("visions.own", brief, ui.T("vision.wings.short", kit.Count(mine, c)))
		}
		list = append(list, brief)
	}
	return list
}

// mostPlaced is how many players there are at most where those awake are named with who they
// were.
const mostPlaced = 6

// Hope is what a player who is awake can still win.
func Hope(v view.View) ui.Text {
	switch {
	case v.Role.Group() != kit.Dreamers:
		return ui.T("hope."+string(v.Role), label.Bounds(v.Left(v.Role.Group())))
	case v.Role == kit.Janitor:
		return ui.T("hope.janitor", ui.Name(v.RightOf(v.Me)))
	default:
		return ui.T("hope.dreamer")
	}
}

// Fate is how the viewer was woken: in which lap, and by what. It is zero while they sleep.
func Fate(v view.View) ui.Text {
	for _, w := range v.Woken {
		if w.Seat != v.Me {
			continue
		}
		if how := Cause(v, w); !how.IsZero() {
			return ui.T("fate.how", w.Lap, how)
		}
		return ui.T("fate", w.Lap)
	}
	return ui.Text{}
}

// Cause is the deed that woke a player. It is zero where it is not known any more.
func Cause(v view.View, w kit.Woken) ui.Text {
	i := slices.IndexFunc(v.Woke, func(e kit.Event) bool { seat, _ := e.Moved(); return seat == w.Seat })
	if i < 0 {
		return ui.Text{}
	}
	switch e := v.Woke[i]; {
	case e.Kind == kit.Crowded:
		return ui.T("cause.crowd", e.N)
	case e.What != "" && w.By == games.Nobody:
		return ui.T("cause.own", e.N, label.Vision(kit.Vision(e.What)))
	case e.What != "":
		return ui.T("cause.vision", e.N, label.Seat(v, w.By), label.Vision(kit.Vision(e.What)))
	case e.Kind == kit.Struck:
		return ui.T("cause.struck", e.N, label.Seat(v, w.By))
	default:
		return ui.T("cause.insight", e.N, label.Seat(v, w.By))
	}
}
