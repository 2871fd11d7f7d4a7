package whenidream

import (
	"slices"

	"oneiros/games"
	"oneiros/games/ui"
)

// stand is who the viewer is and how they stand, in one line on each panel.
func stand(v View) ui.Text {
	if v.Part == Public || !seated(v, v.Me) {
		return ui.Text{}
	}
	who := ui.T("stand.who", ui.Literal(roleIcons[v.Role]), role(v.Role))
	switch {
	case v.Part == Dreamer || v.Phase == Check: // by day another line says who slept
		return ui.T("stand", who, soFar(v))
	case v.Phase == Story:
		return ui.T("stand.night", who, soFar(v), tonight(v), ui.Name(v.Dreamer))
	default:
		return ui.T("stand.spirit", who, soFar(v), ui.Name(v.Dreamer))
	}
}

// soFar are the viewer's points of finished rounds and their place. At dawn they are those
// with this night's.
func soFar(v View) ui.Text {
	scores := scoresOf(v)
	if !seated(v, v.Me) {
		return ui.Text{}
	}
	mine := scores[v.Me]
	if !slices.ContainsFunc(scores, func(n int) bool { return n != mine }) {
		return ui.T("points", mine) // nobody is ahead
	}
	place, players := 1, 0
	for i, n := range scores {
		if v.Circle[i].Gone {
			continue
		}
		if players++; n > mine {
			place++
		}
	}
	return ui.T("stand.place", ui.T("points", mine), place, players)
}

// scoresOf are the points of everybody by seat, penalties taken off.
func scoresOf(v View) []int {
	list := make([]int, len(v.Circle))
	for i, c := range v.Circle {
		list[i] = c.Points - c.Penalties
	}
	if v.Phase == Dawn && v.Score != nil {
		for _, l := range v.Score.Lines {
			list[l.Seat] += l.Points
		}
	}
	return list
}

// tonight are the points that a spirit's cards would give as they lie now.
func tonight(v View) int {
	yellow, blue := count(v.Cards)
	switch v.Role {
	case Good:
		return yellow
	case Bad:
		return blue
	default:
		cards, extra := balance(yellow, blue)
		return cards + extra
	}
}

// ask is the first line of a panel in a phase that goes on when everybody is ready.
// It says what to do. At dawn that is on the button, and the page has no room for it.
func ask(v View) ui.Text {
	switch _, ok := v.Can(Ready); {
	case !ok:
		return ui.T("ask.done")
	case v.Part == Dreamer:
		return ui.T("ask." + string(v.Phase) + ".dreamer")
	default:
		return ui.T("ask." + string(v.Phase))
	}
}

// mostAwaited is how many of those for whom the game waits are named. A phone has no
// room for ten names.
const mostAwaited = 3

// awaited names those who are not ready yet, the viewer first and then in the order of
// clues. It is zero when there is nobody.
func awaited(v View) ui.Text {
	var names []ui.Text
	seats := order(v)
	for _, s := range seats {
		switch {
		case v.Circle[s].Ready:
		case s == v.Me && v.Part != Public:
			names = slices.Insert(names, 0, ui.T("awaited.you"))
		default:
			names = append(names, ui.Name(s).Text())
		}
	}
	if len(names) == 0 {
		return ui.Text{}
	}
	switch {
	case len(names) < len(seats):
	case v.Part == Public:
		return ui.Text{} // a board names whom it waits for when some are ready
	default:
		return ui.T("awaited.all")
	}
	if len(names) > mostAwaited {
		few := mostAwaited - 1
		return ui.T("awaited.more", len(names)-few, names[:few])
	}
	return ui.T("awaited", names)
}

// waiting is whom the game waits for, and until when.
func waiting(v View, key string) ui.Text {
	names, end := awaited(v), until(v, key)
	if names.IsZero() || end.IsZero() {
		if names.IsZero() {
			return end
		}
		return names
	}
	return ui.T("waiting", names, end)
}

// turnsUntil is how many turns come before the viewer's own, from 1; 0 where it has none.
func turnsUntil(v View) int {
	if v.Part != Spirit || !seated(v, v.Giver) {
		return 0
	}
	turns := 0
	for i := range v.Circle {
		s := games.Seat((int(v.Giver) + i) % len(v.Circle))
		switch {
		case s == v.Me:
			return turns
		case s != v.Dreamer && !v.Circle[s].Gone:
			turns++
		}
	}
	return 0
}
