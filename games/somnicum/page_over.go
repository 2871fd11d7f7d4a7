package somnicum

import (
	"slices"

	"oneiros/games"
	"oneiros/games/ui"
)

// over is the page at the end. A player reads why it ended so for them.
func over(v View) ui.Page {
	p := ui.Page{Title: ui.T("over.title"), Colour: colourDawn}
	if v.Me != games.Nobody {
		p.Say(ownEnd(v))
	} else {
		sayWinners(&p, v)
	}
	if v.Me != games.Nobody {
		// The turn that ended the match; the page of the last turns has those before it.
		if turns := recent(v); len(turns) > 0 {
			p.Say(newsLine(v, turns[len(turns)-1], short))
		}
	}
	p.Show(morning(v))
	addLooks(&p, v, false)
	return p
}

// sayWinners says who won, and why the winner did.
func sayWinners(p *ui.Page, v View) {
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
	p.Say(ui.T("over.public", number(v.total(first)), number(v.total(rival)), ui.Name(rival), why(v, first, rival)))
}

// total is what a player has at the end.
func (v View) total(seat games.Seat) int { return v.Dreamers[seat].Dreams.Total }

// rival is the best of the others.
func rival(v View, seat games.Seat) games.Seat {
	best := games.Nobody
	for i := range v.Dreamers {
		other := games.Seat(i)
		if other == seat {
			continue
		}
		if best == games.Nobody || v.total(other) > v.total(best) ||
			v.total(other) == v.total(best) && v.Dreamers[other].Sand > v.Dreamers[best].Sand {
			best = other
		}
	}
	return best
}

// place is the place of a player at the end.
func (v View) place(seat games.Seat) int {
	place := 1
	for i := range v.Dreamers {
		n := v.total(games.Seat(i))
		if n > v.total(seat) || n == v.total(seat) && v.Dreamers[i].Sand > v.Dreamers[seat].Sand {
			place++
		}
	}
	return place
}

// ownEnd says in one sentence why the match ended as it did for the viewer.
func ownEnd(v View) ui.Text {
	rival := rival(v, v.Me)
	if !slices.Contains(v.Winners, v.Me) {
		rival = v.Winners[0]
	}
	mine, theirs, name, reason := number(v.total(v.Me)), number(v.total(rival)), ui.Name(rival), why(v, v.Me, rival)
	switch {
	case len(v.Winners) > 1 && slices.Contains(v.Winners, v.Me):
		return ui.T("over.you.shared", mine, theirs, name)
	case slices.Contains(v.Winners, v.Me):
		return ui.T("over.you.won", mine, theirs, name, reason)
	default:
		return ui.T("over.you.lost", mine, theirs, name, reason, v.place(v.Me), len(v.Dreamers))
	}
}

// why says what decided between two players: the parts of the score in which the better
// one was ahead the most, with what both had there.
func why(v View, a, b games.Seat) ui.Text {
	x, y := v.Dreamers[a].Dreams, v.Dreamers[b].Dreams
	if x.Total == y.Total {
		return ui.T("over.why.sand", v.Dreamers[a].Sand, v.Dreamers[b].Sand)
	}
	sign := 1
	if x.Total < y.Total {
		sign = -1
	}
	of, to := x.parts(), y.parts()
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
		list = append(list, ui.T("over.part", partName(i), number(of[i]), number(to[i])))
	}
	return ui.T("over.why", list)
}

// partName is what a part of a score is called.
func partName(i int) ui.Text {
	if i < Levels {
		return ui.T("part.level", i+1)
	}
	return ui.T("part." + [...]string{"edges", "eyes", "goal", "hand", "open"}[i-Levels])
}

// paidTo is what each of a player's lasting encounters brings.
func paidTo(d *Dreaming) (list []ui.Text) {
	for _, e := range d.Open {
		if n := d.Rows.paid(e, d.Sand); n != 0 {
			list = append(list, ui.T("over.paid.one", encounterName(e), n))
		}
	}
	return list
}

// scoreLine is what a player's dream was worth, part by part.
func scoreLine(v View, seat games.Seat) ui.Text {
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
	parts = append(parts, ui.T("score.goal", s.Goal, ui.T("goal."+d.Goal.Card().Name), particleNames(d.Goal.Card().Particles)))
	return ui.T("score", ui.Name(seat), s.Total, d.Sand, parts)
}

// way is what a player had at the end of each round, with what the goal brought by then.
// It is empty where a position does not say it.
func (v View) way(seat games.Seat) []int {
	d := &v.Dreamers[seat]
	var list []int
	for i, e := range v.Ended {
		if len(e.Points) == 0 {
			return nil
		}
		n := e.Points[seat]
		for _, row := range d.Rows {
			for _, c := range row {
				if c.Round <= i+1 {
					n += matches(c.Dream, d.Goal)
				}
			}
		}
		list = append(list, n)
	}
	return list
}

// roundNames are the names of the rounds that have ended.
func roundNames(v View, say func(ui.Text) string) []string {
	var list []string
	for i := range v.Ended {
		list = append(list, say(ui.T("ring.round", i+1)))
	}
	return list
}
