package fortress

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
		return ui.T("self.awake", label.Sign(v.Me), is, hope(v))
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

// stand adds who the viewer is, and how every player stands: where there is room for it with
// where they are.
func stand(p *ui.Page, v view.View, l wording) {
	if v.Role == "" {
		return
	}
	p.Say(self(v, l.layout), fate(v), l.floors.text)
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

// hope is what a player who is awake can still win.
func hope(v view.View) ui.Text {
	switch {
	case v.Role.Group() != kit.Dreamers:
		return ui.T("hope."+string(v.Role), label.Bounds(v.Left(v.Role.Group())))
	case v.Role == kit.Janitor:
		return ui.T("hope.janitor", ui.Name(v.RightOf(v.Me)))
	default:
		return ui.T("hope.dreamer")
	}
}

// census tells the board who woke last, which side that was, and how many of each side
// sleep on. Its picture has all who are awake. It is zero as long as all sleep.
func census(v view.View) ui.Text {
	n := len(v.Woken) - 1
	if n < 0 {
		return ui.Text{}
	}
	var list []ui.Text
	if n > 0 {
		list = append(list, ui.T("census.more", n))
	}
	last := v.Woken[n].Seat
	list = append(list, ui.T("census.one", ui.Name(last), ui.T("picture.who."+string(v.Pawns[last].Role))))
	return ui.T("census", list, label.Bounds(v.Left(kit.Nightmares)), label.Bounds(v.Left(kit.GoodDreams)), label.Bounds(v.Left(kit.Dreamers)))
}

// outlook tells the board how the night stands, in two lines at most: that it dawns, how
// near the end is, and who is awake.
func outlook(v view.View) []ui.Text {
	lines := []ui.Text{census(v), omen(v), dawnNears(v)}
	lines = slices.DeleteFunc(lines, ui.Text.IsZero)
	return lines[max(len(lines)-2, 0):]
}

// omen tells how near the end is, as far as every player can see it: the most pressing
// thing. It is zero where nothing is near.
func omen(v view.View) ui.Text {
	visions, deepest := 0, 0 // the seats with the most
	for i, p := range v.Pawns {
		if len(p.Visions) > len(v.Pawns[visions].Visions) {
			visions = i
		}
		if p.Sleep > v.Pawns[deepest].Sleep {
			deepest = i
		}
	}
	cards, floors := len(v.Pawns[visions].Visions), v.Lead(games.Seat(deepest))
	_, bad := v.Left(kit.Nightmares)
	_, good := v.Left(kit.GoodDreams)
	switch {
	case cards == kit.VisionsToWin-1:
		return ui.T("omen.visions", label.Seat(v, games.Seat(visions)), cards, kit.VisionsToWin)
	case floors == kit.FloorsAhead-1:
		return ui.T("omen.floors", label.Seat(v, games.Seat(deepest)), floors, kit.FloorsAhead)
	case len(v.Pawns) >= 7 && v.Asleep() == 4:
		return ui.T("omen.three")
	case bad == 1 && good == 1:
		return ui.T("omen.both")
	case bad == 1:
		return ui.T("omen.nightmare")
	case good == 1:
		return ui.T("omen.gooddream")
	case cards == kit.VisionsToWin-2:
		return ui.T("omen.visions", label.Seat(v, games.Seat(visions)), cards, kit.VisionsToWin)
	case floors == kit.FloorsAhead-2:
		return ui.T("omen.floors", label.Seat(v, games.Seat(deepest)), floors, kit.FloorsAhead)
	default:
		return ui.Text{}
	}
}

// ready is for whom the table waits. It is zero when it waits for no player. The viewer
// comes first.
func ready(v view.View) ui.Text {
	var list []ui.Text
	for i, p := range v.Pawns {
		if p.Sleep == 0 || p.Ready {
			continue
		}
		if seat := games.Seat(i); seat == v.Me {
			list = slices.Insert(list, 0, label.Seat(v, seat))
		} else {
			list = append(list, label.Seat(v, seat))
		}
	}
	switch len(list) {
	case 0:
		return ui.Text{}
	case len(v.Pawns) - len(v.Woken):
		return ui.T("ready.all")
	}
	if few := mostAwaited - 1; len(list) > mostAwaited {
		return ui.T("ready.more", len(list)-few, list[:few])
	}
	return ui.T("ready.no", list)
}

// mostAwaited is how many of those for whom the table waits are named. A phone has no
// room for nine names.
const mostAwaited = 3
