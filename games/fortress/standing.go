package fortress

import (
	"slices"

	"oneiros/games"
	"oneiros/games/ui"
)

// left is how many of a group still sleep, at least and at most, as everybody can count
// it. Where a card was put aside, nobody knows which of the two teams is one short. A
// team without sleepers would have lost.
func left(v View, g Group) (least, most int) {
	c := cast[len(v.Pawns)]
	count := func(g Group) int {
		n := c.each
		if g == Dreamers {
			n = c.dreamers
		}
		for _, p := range v.Pawns {
			if p.Sleep == 0 && p.Role.Group() == g {
				n--
			}
		}
		return n
	}
	most = count(g)
	if g == Dreamers || !c.aside {
		return most, most
	}
	other := count(Nightmares + GoodDreams - g)
	switch {
	case most <= 1:
		return most, most
	case other <= 1:
		return most - 1, most - 1
	default:
		return most - 1, most
	}
}

// some is a number that is known, or its bounds.
func some(least, most int) ui.Text {
	if least == most {
		return ui.T("some", most)
	}
	return ui.T("some.between", least, most)
}

// lead is by how many floors a seat sleeps deeper than all others. It is negative where
// another sleeps deeper.
func lead(v View, seat games.Seat) int {
	most := 0
	for i, p := range v.Pawns {
		if games.Seat(i) != seat {
			most = max(most, p.Sleep)
		}
	}
	return v.Pawns[seat].Sleep - most
}

// asleep is how many still sleep.
func asleep(v View) int {
	n := 0
	for _, p := range v.Pawns {
		if p.Sleep > 0 {
			n++
		}
	}
	return n
}

// goal is what the viewer wants and how far that has come.
func goal(v View) ui.Text {
	key := "goal." + string(v.Role)
	switch v.Role {
	case Nightmare:
		return ui.T(key, some(left(v, GoodDreams)))
	case GoodDream:
		return ui.T(key, some(left(v, Nightmares)))
	case Alice:
		return ui.T(key, asleep(v))
	case Sigmund:
		return ui.T(key, len(v.Pawns[v.Me].Visions), enough)
	case William:
		return ui.T(key, ahead, floors(lead(v, v.Me)))
	default:
		if len(v.Woken) > 0 {
			return ui.T("goal.neighbour", ui.Name(rightOf(v, v.Me)))
		}
		return ui.T(key)
	}
}

// floors is a number of floors with its sign: a true minus is wider than a hyphen.
func floors(n int) ui.Text {
	if n < 0 {
		return ui.T("floors.minus", -n)
	}
	return ui.T("some", n)
}

// self says to its owner in a line who a seat is, and how it stands.
func self(v View) ui.Text {
	if v.Role == "" || v.Phase == Over {
		return ui.Text{}
	}
	me, is := v.Pawns[v.Me], ui.T("picture.who."+string(v.Role))
	if me.Sleep == 0 {
		return ui.T("self.awake", sign(v.Me), is, hope(v))
	}
	above, others := 0, 0
	for i, p := range v.Pawns {
		if games.Seat(i) != v.Me && p.Sleep > 0 {
			others++
			if p.Sleep > me.Sleep {
				above++
			}
		}
	}
	var at, cards ui.Text
	if me.Place != "" {
		at = ui.T("self.at", placeIcons[me.Place])
	}
	if n := len(me.Visions); n > 0 && v.Role != Sigmund {
		cards = ui.T("self.visions", n)
	}
	return ui.T("self.short", sign(v.Me), is, goal(v), me.Sleep, above, others, at, cards)
}

// hope is what a player who is awake can still win.
func hope(v View) ui.Text {
	switch {
	case v.Role.Group() != Dreamers:
		return ui.T("hope."+string(v.Role), some(left(v, v.Role.Group())))
	case v.Role == Janitor:
		return ui.T("hope.janitor", ui.Name(rightOf(v, v.Me)))
	default:
		return ui.T("hope.dreamer")
	}
}

// mostAwake is how many of those awake a panel names, the latest. The board names one,
// since its picture has all.
const mostAwake = 3

// census says who is awake, which side each was, and how many of each side sleep on. To a
// viewer who is awake it names those who sleep on. It is zero as long as all sleep.
func census(v View) ui.Text {
	if len(v.Woken) == 0 {
		return ui.Text{}
	}
	key, list, most := "census", []ui.Text(nil), mostAwake
	if v.Me == games.Nobody {
		most = 1
	}
	switch n := len(v.Woken) - most; {
	case v.Me != games.Nobody && v.Pawns[v.Me].Sleep == 0:
		key = "census.asleep"
		for i, p := range v.Pawns {
			if p.Sleep > 0 {
				list = append(list, ui.Name(i).Text())
			}
		}
	case n > 0:
		list = append(list, ui.T("census.more", n))
		fallthrough
	default:
		for _, w := range v.Woken[max(n, 0):] {
			list = append(list, ui.T("census.one", ui.Name(w.Seat), ui.T("picture.who."+string(v.Pawns[w.Seat].Role))))
		}
	}
	return ui.T(key, list, some(left(v, Nightmares)), some(left(v, GoodDreams)), some(left(v, Dreamers)))
}

// outlook tells the board how the night stands, in two lines at most: that it dawns, how
// near the end is, and who is awake.
func outlook(v View) []ui.Text {
	lines := []ui.Text{census(v), omen(v), dawnNears(v)}
	lines = slices.DeleteFunc(lines, ui.Text.IsZero)
	return lines[max(len(lines)-2, 0):]
}

// omen tells how near the end is, as far as everybody can see it: the most pressing
// thing. It is zero where nothing is near.
func omen(v View) ui.Text {
	visions, deepest := 0, 0 // the seats with the most
	for i, p := range v.Pawns {
		if len(p.Visions) > len(v.Pawns[visions].Visions) {
			visions = i
		}
		if p.Sleep > v.Pawns[deepest].Sleep {
			deepest = i
		}
	}
	cards, floors := len(v.Pawns[visions].Visions), lead(v, games.Seat(deepest))
	_, bad := left(v, Nightmares)
	_, good := left(v, GoodDreams)
	switch {
	case cards == enough-1:
		return ui.T("omen.visions", who(v, games.Seat(visions)), cards, enough)
	case floors == ahead-1:
		return ui.T("omen.floors", who(v, games.Seat(deepest)), floors, ahead)
	case len(v.Pawns) >= 7 && asleep(v) == 4:
		return ui.T("omen.three")
	case bad == 1 && good == 1:
		return ui.T("omen.both")
	case bad == 1:
		return ui.T("omen.nightmare")
	case good == 1:
		return ui.T("omen.gooddream")
	case cards == enough-2:
		return ui.T("omen.visions", who(v, games.Seat(visions)), cards, enough)
	case floors == ahead-2:
		return ui.T("omen.floors", who(v, games.Seat(deepest)), floors, ahead)
	default:
		return ui.Text{}
	}
}

// ready is for whom the table waits. It is zero when it waits for nobody. The viewer
// comes first.
func ready(v View) ui.Text {
	var list []ui.Text
	for i, p := range v.Pawns {
		if p.Sleep == 0 || p.Ready {
			continue
		}
		if seat := games.Seat(i); seat == v.Me {
			list = slices.Insert(list, 0, who(v, seat))
		} else {
			list = append(list, who(v, seat))
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
