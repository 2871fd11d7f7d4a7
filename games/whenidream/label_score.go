package whenidream

import (
	"oneiros/games"
	"oneiros/games/ui"
	"oneiros/games/whenidream/kit"
	"oneiros/games/whenidream/view"
	"slices"
	"strconv"
)

// mostScores is how many players are all named with their points. A phone has no room for
// ten: then it is the first two and the viewer, and the rest as a range.
const mostScores = 6

// score is the points of every player by finished rounds, best first, in a line.
func score(v view.View) ui.Text { return scoreLine(v, "standing", mostScores, 2) }

// scoreLine says tiers in a line.
func scoreLine(v view.View, key string, most, few int) ui.Text {
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
func tiers(v view.View, most, few int) []tier {
	points := scoresOf(v)
	seats, rest := bestFirst(v, points), []games.Seat(nil)
	if v.Part == kit.Public || !seated(v, v.Me) || !slices.ContainsFunc(seats, func(s games.Seat) bool { return points[s] != 0 }) {
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
func bestFirst(v view.View, points []int) []games.Seat {
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

// between is a range of numbers, or one number.
func between(from, to int) string {
	if to > from {
		return strconv.Itoa(from) + "–" + strconv.Itoa(to)
	}
	return strconv.Itoa(from)
}

// scoresOf are the points of every player by seat, penalties taken off.
func scoresOf(v view.View) []int {
	list := make([]int, len(v.Circle))
	for i, c := range v.Circle {
		list[i] = c.Points - c.Penalties
	}
	if v.Phase == kit.Dawn && v.Score != nil {
		for _, l := range v.Score.Lines {
			list[l.Seat] += l.Points
		}
	}
	return list
}

// tonight are the points that the night gives the viewer as the cards lie and are told now. A
// dreamer has no cards before the mask is off.
func tonight(v view.View) int {
	yellow, blue := count(v.Cards)
	switch v.Role {
	case "":
		if yellow == 0 || slices.ContainsFunc(v.Cards, func(c view.Card) bool { return c.Side == kit.Yellow && !c.Told }) {
			return yellow
		}
		return yellow + 2
	case kit.Good:
		return yellow
	case kit.Bad:
		return blue
	default:
		cards, extra := kit.Balance(yellow, blue)
		return cards + extra
	}
}
