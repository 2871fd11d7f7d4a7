package page

import (
	"slices"

	"oneiros/games"
	"oneiros/games/somnicum/label"
	"oneiros/games/somnicum/news"
	"oneiros/games/somnicum/picture"
	"oneiros/games/somnicum/view"
	"oneiros/games/ui"
)

// over is the page at the end. A player reads why it ended so for them.
func over(v view.View) ui.Page {
	p := ui.Page{Title: ui.T("over.title"), Colour: colourDawn}
	if v.Me != games.Nobody {
		p.Say(ownEnd(v))
	} else {
		sayWinners(&p, v)
	}
	if v.Me != games.Nobody {
		// The turn that ended the match; the page of the last turns has those before it.
		if turns := view.Recent(v); len(turns) > 0 {
			p.Say(news.Line(v, turns[len(turns)-1], news.Short))
		}
	}
	p.Show(picture.End(v))
	addLooks(&p, v, false)
	return p
}

// sayWinners says who won, and why the winner did.
func sayWinners(p *ui.Page, v view.View) {
	var names []ui.Text
	for _, s := range v.Winners {
		names = append(names, ui.Name(s).Text())
	}
	if len(names) > 1 {
		p.Say(ui.T("over.winners", names))
		return
	}
	first := v.Winners[0]
	rival := rival(v, first)
	p.Say(ui.T("over.winner", names))
	p.Say(ui.T("over.public", label.Number(total(v, first)), label.Number(total(v, rival)), ui.Name(rival), why(v, first, rival)))
}

// total is what a player has at the end.
func total(v view.View, seat games.Seat) int { return v.Dreamers[seat].Dreams.Total }

// rival is the best of the others.
func rival(v view.View, seat games.Seat) games.Seat {
	best := games.Nobody
	for i := range v.Dreamers {
		other := games.Seat(i)
		if other == seat {
			continue
		}
		if best == games.Nobody || total(v, other) > total(v, best) ||
			total(v, other) == total(v, best) && v.Dreamers[other].Sand > v.Dreamers[best].Sand {
			best = other
		}
	}
	return best
}

// place is the place of a player at the end.
func place(v view.View, seat games.Seat) int {
	place := 1
	for i := range v.Dreamers {
		n := total(v, games.Seat(i))
		if n > total(v, seat) || n == total(v, seat) && v.Dreamers[i].Sand > v.Dreamers[seat].Sand {
			place++
		}
	}
	return place
}

// ownEnd says in one sentence why the match ended as it did for the viewer.
func ownEnd(v view.View) ui.Text {
	rival := rival(v, v.Me)
	if !slices.Contains(v.Winners, v.Me) {
		rival = v.Winners[0]
	}
	mine, theirs, name, reason := label.Number(total(v, v.Me)), label.Number(total(v, rival)), ui.Name(rival), why(v, v.Me, rival)
	switch {
	case len(v.Winners) > 1 && slices.Contains(v.Winners, v.Me):
		return ui.T("over.you.shared", mine, theirs, name)
	case slices.Contains(v.Winners, v.Me):
		return ui.T("over.you.won", mine, theirs, name, reason)
	default:
		return ui.T("over.you.lost", mine, theirs, name, reason, place(v, v.Me), len(v.Dreamers))
	}
}

// why says what decided between two players: the parts of the score in which the better
// one was ahead the most, with what both had there.
func why(v view.View, a, b games.Seat) ui.Text {
	x, y := v.Dreamers[a].Dreams, v.Dreamers[b].Dreams
	if x.Total == y.Total {
		return ui.T("over.why.sand", v.Dreamers[a].Sand, v.Dreamers[b].Sand)
	}
	sign := 1
	if x.Total < y.Total {
		sign = -1
	}
	of, to := x.Parts(), y.Parts()
	lead := func(i int) int { return sign * (of[i] - to[i]) }
	var most []int
	for i := range of {
		if lead(i) > 0 {
			most = append(most, i)
		}
	}
	slices.SortStableFunc(most, func(i, j int) int { return lead(j) - lead(i) })
	var list []ui.Text
	for _, i := range most[:min(len(most), 2)] {
		list = append(list, ui.T("over.part", label.Part(i), label.Number(of[i]), label.Number(to[i])))
	}
	return ui.T("over.why", list)
}

// scoreLine is what a player's dream was worth, part by part.
func scoreLine(v view.View, seat games.Seat) ui.Text {
	d := &v.Dreamers[seat]
	s := d.Dreams
	parts := []ui.Text{ui.T("score.levels", s.Levels[0], s.Levels[1], s.Levels[2])}
	add := func(key string, n int) {
		if n != 0 {
			parts = append(parts, ui.T(key, n))
		}
	}
	add("score.edges", s.Edges)
	add("score.eyes", s.Eyes)
	add("score.encounters", s.Encounters)
	add("score.open", s.Open)
	parts = append(parts, ui.T("score.goal", s.Goal, ui.T("goal."+d.Goal.Card().Name), label.Particles(d.Goal.Card().Particles)))
	return ui.T("score", ui.Name(seat), s.Total, d.Sand, parts)
}
