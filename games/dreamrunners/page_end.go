package dreamrunners

import (
	"strconv"
	"strings"

	"oneiros/games"
	"oneiros/games/dreamrunners/kit"
	"oneiros/games/ui"
)

// whyLine says in a sentence why the match ended so: for a player on their own panel, and
// for the public about the winner.
func whyLine(v View) ui.Text {
	mine := v.Me != games.Nobody
	if len(v.Winners) == 0 {
		if mine {
			return ui.T("over.you.nobody", v.me().Woke)
		}
		return ui.T("over.nobody")
	}
	best := v.Winners[0]
	points := v.Dreamers[best].Score.Total
	switch {
	case mine && v.me().Woke > 0:
		return ui.T("over.you.woke", v.me().Woke, winnerNames(v), points)
	case len(v.Winners) > 1 && (!mine || v.won(int(v.Me))):
		return ui.T("over.shared", winnerNames(v), points, v.Dreamers[best].Coins)
	case mine && !v.won(int(v.Me)):
		return ui.T("over.you.lost", winnerNames(v), points, v.me().Score.Total, placeText(v.place(int(v.Me))), edgeText(v, int(best), int(v.Me)))
	}
	key := "over.public"
	if mine {
		key = "over.you.won"
	}
	second := v.ranking()[1]
	if v.Dreamers[second].Woke > 0 {
		return ui.T(key+".alone", ui.Name(best), points)
	}
	return ui.T(key, ui.Name(best), points, ui.Name(second), v.Dreamers[second].Score.Total, edgeText(v, int(best), second))
}

// lastLine says how the last dream went for the reader and the winner, or for the public
// for the first two: their points, and what changed them. It is empty where the match is
// older than its chart.
func lastLine(v View) ui.Text {
	if len(v.Winners) == 0 || len(v.Dreamers) != len(v.Way) {
		return ui.Text{}
	}
	first, other := int(v.Winners[0]), v.ranking()[1]
	if v.Me != games.Nobody {
		other = int(v.Me)
		if other == first {
			other = v.ranking()[1]
		}
	}
	var list []ui.Text
	for _, i := range []int{other, first} {
		way := v.Way[i]
		if n := len(way); n == v.Round+1 && v.Dreamers[i].Woke == 0 {
			list = append(list, ui.T("over.last.of", called(v, games.Seat(i)), way[n-2], way[n-1], ui.Literal(lastWords(v, i))))
		}
	}
	if len(list) == 0 {
		return ui.Text{}
	}
	return ui.T("over.last", v.Round, joined(list...))
}

// lastWords is what changed the points of a player in the last dream and its shop, in signs.
func lastWords(v View, seat int) string {
	r := &v.Last.Results[seat]
	parts := []string{strconv.Itoa(r.Before) + "→" + strconv.Itoa(r.Calm) + "🌙"}
	if s := changeWords(v, seat); s != "" {
		parts = append(parts, s)
	}
	bought := 0
	for _, e := range v.News {
		if e.Kind == kit.EventCalm && e.Seat == games.Seat(seat) {
			bought++
		}
	}
	if bought > 0 {
		parts = append(parts, "🛒\u2060+"+strconv.Itoa(bought)+"🌙")
	}
	return strings.Join(parts, " ")
}

// winnerNames are the names of those who won.
func winnerNames(v View) []ui.Text {
	var names []ui.Text
	for _, s := range v.Winners {
		names = append(names, ui.Name(s).Text())
	}
	return names
}

// edgeText is where most of the difference between two players comes from.
func edgeText(v View, winner, other int) ui.Text {
	a, b := &v.Dreamers[winner], &v.Dreamers[other]
	key, most, x, y := "edge.coins", 0, a.Coins, b.Coins
	for _, c := range []struct {
		key  string
		a, b int
	}{
		{"edge.stars", a.Score.Stars, b.Score.Stars}, {"edge.sets", a.Score.Sets, b.Score.Sets},
		{"edge.calm", a.Score.Calm, b.Score.Calm}, {"edge.points", a.Score.Points, b.Score.Points},
	} {
		if a.Score.Total > b.Score.Total && c.a-c.b > most {
			key, most, x, y = c.key, c.a-c.b, c.a, c.b
		}
	}
	return ui.T(key, x, y)
}
