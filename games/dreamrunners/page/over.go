package page

import (
	"strconv"
	"strings"

	"oneiros/games"
	"oneiros/games/dreamrunners/kit"
	"oneiros/games/dreamrunners/label"
	"oneiros/games/dreamrunners/picture"
	"oneiros/games/dreamrunners/view"
	"oneiros/games/ui"
)

// whyLine says in a sentence why the match ended so: for a player on their own panel, and
// for the public about the winner.
func whyLine(v view.View) ui.Text {
	mine := v.Me != games.Nobody
	if len(v.Winners) == 0 {
		if mine {
			return ui.T("over.you.nobody", v.Own().Woke)
		}
		return ui.T("over.nobody")
	}
	best := v.Winners[0]
	points := v.Dreamers[best].Score.Total
	switch {
	case mine && v.Own().Woke > 0:
		return ui.T("over.you.woke", v.Own().Woke, label.Winners(v), points)
	case len(v.Winners) > 1 && (!mine || v.Won(int(v.Me))):
		return ui.T("over.shared", label.Winners(v), points, v.Dreamers[best].Coins)
	case mine && !v.Won(int(v.Me)):
		return ui.T("over.you.lost", label.Winners(v), points, v.Own().Score.Total, placeText(v.Place(int(v.Me))), edgeText(v, int(best), int(v.Me)))
	}
	key := "over.public"
	if mine {
		key = "over.you.won"
	}
	second := v.Ranking()[1]
	if v.Dreamers[second].Woke > 0 {
		return ui.T(key+".alone", ui.Name(best), points)
	}
	return ui.T(key, ui.Name(best), points, ui.Name(second), v.Dreamers[second].Score.Total, edgeText(v, int(best), second))
}

// lastLine says how the last dream went for the reader and the winner, or for the public
// for the first two: their points, and what changed them. It is empty where the match is
// older than its chart.
func lastLine(v view.View) ui.Text {
	if len(v.Winners) == 0 || len(v.Dreamers) != len(v.Way) {
		return ui.Text{}
	}
	first, other := int(v.Winners[0]), v.Ranking()[1]
	if v.Me != games.Nobody {
		other = int(v.Me)
		if other == first {
			other = v.Ranking()[1]
		}
	}
	var list []ui.Text
	for _, i := range []int{other, first} {
		way := v.Way[i]
		if n := len(way); n == v.Round+1 && v.Dreamers[i].Woke == 0 {
			list = append(list, ui.T("over.last.of", label.Called(v, games.Seat(i)), way[n-2], way[n-1], ui.Literal(lastWords(v, i))))
		}
	}
	if len(list) == 0 {
		return ui.Text{}
	}
	return ui.T("over.last", v.Round, label.Joined(list...))
}

// lastWords is what changed the points of a player in the last dream and its shop, in signs.
func lastWords(v view.View, seat int) string {
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

// edgeText is where most of the difference between two players comes from.
func edgeText(v view.View, winner, other int) ui.Text {
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

// over is the page at the end. A player reads why it ended so for them, and the public why
// the winner won. What every player has is in the picture.
func over(v view.View) ui.Page {
	p := ui.Page{Title: ui.T("over.title"), Colour: colourDawn}
	p.Say(whyLine(v), lastLine(v))
	p.Show(picture.End(v))
	addLooks(&p, v)
	return p
}
