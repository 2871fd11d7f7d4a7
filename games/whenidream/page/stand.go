package page

import (
	"slices"

	"oneiros/games"
	"oneiros/games/ui"
	"oneiros/games/whenidream/kit"
	"oneiros/games/whenidream/label"
	"oneiros/games/whenidream/view"
)

// stand is who the viewer is. The points of every player stand beside it.
func stand(v view.View) ui.Text {
	if v.Part == kit.Public || !label.Seated(v, v.Me) {
		return ui.Text{}
	}
	who := ui.T("stand.who", ui.Literal(label.RoleIcons[v.Role]), label.Role(v.Role))
	switch {
	case v.Phase == kit.Check || v.Phase == kit.Story && v.Part == kit.Spirit: // the page says who slept
		return ui.T("stand.check", who, label.Tonight(v))
	case v.Part == kit.Dreamer:
		return who
	default:
		return ui.T("stand.spirit", who, ui.Name(v.Dreamer))
	}
}

// shortScore is the points of the best and the viewer, and of the rest as a range.
func shortScore(v view.View) ui.Text { return label.ScoreLine(v, "score.short", 2, 1) }

// ownPlace is the place of the viewer, with all who share it, of how many. As long as all
// have as many points there are none.
func ownPlace(v view.View) ui.Text {
	points := label.ScoresOf(v)
	seats := label.BestFirst(v, points)
	from := slices.Index(seats, v.Me) + 1
	to := from
	for to < len(seats) && points[seats[to]] == points[v.Me] {
		to++
	}
	if from == 1 && to == len(seats) {
		return ui.T("stand.level")
	}
	return ui.T("stand.only", ui.Literal(label.Between(from, to)), len(seats))
}

// ask is the first line of a panel in a phase that goes on when every player is ready.
// It says what to do. At dawn that is on the button, and the page has no room for it.
func ask(v view.View) ui.Text {
	switch _, ok := v.Can(kit.Ready); {
	case !ok:
		return ui.T("ask.done")
	case v.Part == kit.Dreamer:
		return ui.T("ask." + string(v.Phase) + ".dreamer")
	default:
		return ui.T("ask." + string(v.Phase))
	}
}

// mostAwaited is how many of those for whom the game waits are named. A phone has no
// room for ten names.
const mostAwaited = 3

// awaited names those who are not ready yet, the viewer first and then in the order of
// clues. It is zero when there is no such player.
func awaited(v view.View) ui.Text {
	var names []ui.Text
	seats := order(v)
	for _, s := range seats {
		switch {
		case v.Circle[s].Ready:
		case s == v.Me && v.Part != kit.Public:
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
	case v.Part == kit.Public:
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
func waiting(v view.View) ui.Text {
	names, end := awaited(v), phaseEnds(v)
	if names.IsZero() || end.IsZero() {
		if names.IsZero() {
			return end
		}
		return names
	}
	return ui.T("waiting", names, end)
}

// turnsUntil is how many turns come before the viewer's own, from 1; 0 where it has none.
func turnsUntil(v view.View) int {
	if v.Part != kit.Spirit || !label.Seated(v, v.Giver) {
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
