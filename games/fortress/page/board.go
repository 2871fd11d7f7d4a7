package page

import (
	"slices"

	"oneiros/games"
	"oneiros/games/fortress/kit"
	"oneiros/games/fortress/label"
	"oneiros/games/fortress/news"
	"oneiros/games/fortress/view"
	"oneiros/games/ui"
)

// stand adds who the viewer is, and how every player stands: where there is room for it with
// where they are.
func stand(p *ui.Page, v view.View, l news.Wording) {
	if v.Role == "" {
		return
	}
	p.Say(l.Self, news.Fate(v), l.Floors)
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
