package label

import (
	"slices"
	"strconv"

	"oneiros/games"
	"oneiros/games/ui"
	"oneiros/games/whenidream/kit"
	"oneiros/games/whenidream/view"
)

// MostScores is how many players are all named with their points. A phone has no room for
// ten: then it is the first two and the viewer, and the rest as a range.
const MostScores = 6

// Score is the points of every player by finished rounds, best first, in a line.
func Score(v view.View) ui.Text { return ScoreLine(v, "standing", MostScores, 2) }

// ScoreLine says tiers in a line.
func ScoreLine(v view.View, key string, most, few int) ui.Text {
	var line ui.Text
	for _, l := range Tiers(v, most, few) {
		var names []ui.Text
		for _, s := range l.Seats {
			names = append(names, Seat(v, s))
		}
		if names == nil {
			names = []ui.Text{ui.T("score.rest")}
		}
		one := ui.T("score.equal", names, ui.Literal(l.Points))
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

// A Tier is players with as many points. It is the rest, with a range, if it names none.
type Tier struct {
	Points string
	Seats  []games.Seat
}

// Tiers are the points of every player. Of more players than most the first few, the viewer and
// a range are enough. There are none while no player has any points.
func Tiers(v view.View, most, few int) []Tier {
	points := ScoresOf(v)
	seats, rest := BestFirst(v, points), []games.Seat(nil)
	if v.Part == kit.Public || !Seated(v, v.Me) || !slices.ContainsFunc(seats, func(s games.Seat) bool { return points[s] != 0 }) {
		return nil
	}
	if len(seats) > most {
		rest = slices.DeleteFunc(slices.Clone(seats[few:]), func(s games.Seat) bool { return s == v.Me })
		seats = slices.DeleteFunc(seats, func(s games.Seat) bool { return slices.Contains(rest, s) })
	}
	var list []Tier
	for i, s := range seats {
		if i == 0 || points[s] != points[seats[i-1]] {
			list = append(list, Tier{Points: strconv.Itoa(points[s])})
		}
		last := &list[len(list)-1]
		last.Seats = append(last.Seats, s)
	}
	if n := len(rest); n > 0 {
		list = append(list, Tier{Points: Between(points[rest[n-1]], points[rest[0]])})
	}
	return list
}

// BestFirst are the seats at the table, best first, and the viewer before those with as many points.
func BestFirst(v view.View, points []int) []games.Seat {
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

// Between is a range of numbers, or one number.
func Between(from, to int) string {
	if to > from {
		return strconv.Itoa(from) + "–" + strconv.Itoa(to)
	}
	return strconv.Itoa(from)
}

// ScoresOf are the points of every player by seat, penalties taken off.
func ScoresOf(v view.View) []int {
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

// Tonight are the points that the night gives the viewer as the cards lie and are told now. A
// dreamer has no cards before the mask is off.
func Tonight(v view.View) int {
	yellow, blue := Count(v.Cards)
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
