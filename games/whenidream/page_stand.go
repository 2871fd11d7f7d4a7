package whenidream

import (
	"slices"
	"strconv"

	"oneiros/games"
	"oneiros/games/ui"
)

// stand is who the viewer is. The points of every player stand beside it.
func stand(v View) ui.Text {
	if v.Part == Public || !seated(v, v.Me) {
		return ui.Text{}
	}
	who := ui.T("stand.who", ui.Literal(roleIcons[v.Role]), role(v.Role))
	switch {
	case v.Phase == Check || v.Phase == Story && v.Part == Spirit: // the page says who slept
		return ui.T("stand.check", who, tonight(v))
	case v.Part == Dreamer:
		return who
	default:
		return ui.T("stand.spirit", who, ui.Name(v.Dreamer))
	}
}

// mostScores is how many players are all named with their points. A phone has no room for
// ten: then it is the first two and the viewer, and the rest as a range.
const mostScores = 6

// score is the points of every player by finished rounds, best first, in a line.
func score(v View) ui.Text { return scoreLine(v, "standing", mostScores, 2) }

// shortScore is the points of the best and the viewer, and of the rest as a range.
func shortScore(v View) ui.Text { return scoreLine(v, "score.short", 2, 1) }

// scoreLine says tiers in a line.
func scoreLine(v View, key string, most, few int) ui.Text {
	var line ui.Text
	for _, l := range tiers(v, most, few) {
		var names []ui.Text
		for _, s := range l.seats {
			names = append(names, named(v, s))
		}
		if names == nil {
			names = []ui.Text{ui.T("score.rest")}
		}
		one := ui.T("score.equal", names, ui.Literal(l.points))
		if !line.IsZero() {
			one = ui.T("score.and", line, one)
		}
		line = one
	}
	if line.IsZero() {
		return line
	}
	return ui.T(key, line)
}

// A tier is players with as many points. It is the rest, with a range, if it names none.
type tier struct {
	points string
	seats  []games.Seat
}

// tiers are the points of every player. Of more players than most the first few, the viewer and
// a range are enough. There are none while no player has any points.
func tiers(v View, most, few int) []tier {
	points := scoresOf(v)
	seats, rest := bestFirst(v, points), []games.Seat(nil)
	if v.Part == Public || !seated(v, v.Me) || !slices.ContainsFunc(seats, func(s games.Seat) bool { return points[s] != 0 }) {
		return nil
	}
	if len(seats) > most {
		rest = slices.DeleteFunc(slices.Clone(seats[few:]), func(s games.Seat) bool { return s == v.Me })
		seats = slices.DeleteFunc(seats, func(s games.Seat) bool { return slices.Contains(rest, s) })
	}
	var list []tier
	for i, s := range seats {
		if i == 0 || points[s] != points[seats[i-1]] {
			list = append(list, tier{points: strconv.Itoa(points[s])})
		}
		last := &list[len(list)-1]
		last.seats = append(last.seats, s)
	}
	if n := len(rest); n > 0 {
		list = append(list, tier{points: between(points[rest[n-1]], points[rest[0]])})
	}
	return list
}

// bestFirst are the seats at the table, best first, and the viewer before those with as many points.
func bestFirst(v View, points []int) []games.Seat {
	var seats []games.Seat
	for i, c := range v.Circle {
		if !c.Gone {
			seats = append(seats, games.Seat(i))
		}
	}
	slices.SortStableFunc(seats, func(a, b games.Seat) int {
		switch {
		case points[a] != points[b]:
			return points[b] - points[a]
		case a == v.Me:
			return -1
		case b == v.Me:
			return 1
		default:
			return 0
		}
	})
	return seats
}

// ownPlace is the place of the viewer, with all who share it, of how many. As long as all
// have as many points there are none.
func ownPlace(v View) ui.Text {
	points := scoresOf(v)
	seats := bestFirst(v, points)
	from := slices.Index(seats, v.Me) + 1
	to := from
	for to < len(seats) && points[seats[to]] == points[v.Me] {
		to++
	}
	if from == 1 && to == len(seats) {
		return ui.T("stand.level")
	}
	return ui.T("stand.only", ui.Literal(between(from, to)), len(seats))
}

// between is a range of numbers, or one number.
func between(from, to int) string {
	if to > from {
		return strconv.Itoa(from) + "–" + strconv.Itoa(to)
	}
	return strconv.Itoa(from)
}

// scoresOf are the points of every player by seat, penalties taken off.
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

// tonight are the points that the night gives the viewer as the cards lie and are told now. A
// dreamer has no cards before the mask is off.
func tonight(v View) int {
	yellow, blue := count(v.Cards)
	switch v.Role {
	case "":
		if yellow == 0 || slices.ContainsFunc(v.Cards, func(c Card) bool { return c.Side == Yellow && !c.Told }) {
			return yellow
		}
		return yellow + 2
	case Good:
		return yellow
	case Bad:
		return blue
	default:
		cards, extra := balance(yellow, blue)
		return cards + extra
	}
}

// ask is the first line of a panel in a phase that goes on when every player is ready.
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
// clues. It is zero when there is no such player.
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
func waiting(v View) ui.Text {
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
