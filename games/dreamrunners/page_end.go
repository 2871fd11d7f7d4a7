package dreamrunners

import (
	"oneiros/games"
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
	case len(v.Winners) > 1 && (!mine || won(v, int(v.Me))):
		return ui.T("over.shared", winnerNames(v), points, v.Dreamers[best].Coins)
	case mine && !won(v, int(v.Me)):
		return ui.T("over.you.lost", winnerNames(v), points, v.me().Score.Total, placeText(placeOf(v, int(v.Me))), edgeText(v, int(best), int(v.Me)))
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
