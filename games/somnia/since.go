package somnia

import (
	"slices"

	"oneiros/games"
	"oneiros/games/ui"
)

// who is a player as the viewer calls them, inside a sentence.
func who(v View, seat games.Seat) ui.Text {
	if seat == v.Me {
		return ui.T("you")
	}
	return ui.Name(seat).Text()
}

// whoFirst is a player as the viewer calls them, at the beginning of a sentence.
func whoFirst(v View, seat games.Seat) ui.Text {
	if seat == v.Me {
		return ui.T("you.first")
	}
	return ui.Name(seat).Text()
}

// whoAll are players as the viewer calls them.
func whoAll(v View, seats []games.Seat) (list []ui.Text) {
	for _, s := range seats {
		list = append(list, who(v, s))
	}
	return list
}

// since is what has happened since the viewer's own last card, a line for each event.
// The trick on the table is not among it: it has a line of its own. All of it has also
// the cards that the clock laid. The lines from last on are about the last trick and
// what came after it.
func since(v View, all bool) (list []ui.Text, last int) {
	deal, number := 0, 0
	for _, e := range v.Since {
		if (e.Kind == Took || e.Kind == Revoked) && (e.Deal != deal || e.Number != number) {
			deal, number, last = e.Deal, e.Number, len(list)
		}
		switch {
		case e.Kind == Took:
			list = append(list, took(v, e))
		case e.Kind == Counted && v.Phase != Dawn && v.Phase != Over: // there the whole page is about it
			list = append(list, dealLine(v, "since.counted", e.Deal))
		case e.Kind == Revoked && (e.Deal != v.Deal || e.Number != v.Number): // a page names those of its trick
			list = append(list, ui.T("revoke", whoFirst(v, e.Seat)))
		case e.Kind == Slow && all:
			list = append(list, ui.T("news.slow", whoFirst(v, e.Seat), face(e.Card)))
		}
	}
	if c := v.drew(); c != NoCard {
		list = append(list, ui.T("drew", face(c)))
	}
	return list, last
}

// dealLine says how a deal went: who lost lives with how many points, and for a revoke.
func dealLine(v View, key string, deal int) ui.Text {
	d := v.Past[deal-1]
	var list []ui.Text
	for _, s := range d.Losers {
		list = append(list, ui.T("lost", who(v, s), d.Points[s]))
	}
	for _, s := range d.Fined {
		list = append(list, ui.T("lost.fine", who(v, s)))
	}
	return ui.T(key, deal, ending(d.Ending), list)
}

// took is a trick that was taken, with its cards in their order. Beside the card that
// took it stands what it was worth. The card that called the Nightmare is marked.
func took(v View, e Event) ui.Text {
	var list []ui.Text
	for i, c := range e.Trick.Cards {
		seat := games.Seat((int(e.Trick.Leader) + i) % len(v.Lives))
		called := e.Deal == v.Deal && e.Number == v.Called && seat == v.Caller
		card := face(c)
		if called {
			card = ui.T("caller", card)
		}
		if seat == e.Trick.Taker {
			list = append(list, ui.T("taker", card, who(v, seat), e.Trick.Points))
		} else {
			list = append(list, ui.T("middle.card", card, who(v, seat)))
		}
	}
	return ui.T("trick", e.Number, list)
}

// addSince adds to a panel what a player needs of it: the last trick and what came after
// it. It reports whether there is more, which is behind a button. The heading stands in
// the first line, so that the buttons below stay on the first screen.
func addSince(p *ui.Page, v View) (more bool) {
	list, last := since(v, false)
	for i, l := range list[min(last, len(list)):] {
		switch {
		case v.Phase == Dawn || v.Phase == Over:
			l = ui.T("small", l)
		case i == 0:
			l = ui.T("since", ui.T("since.title"), l)
		}
		p.Say(l)
	}
	return last > 0
}

// history is the page of all that has happened since the viewer's last card, and of how
// all deals went.
func history(v View) ui.Page {
	p := ui.Page{Title: ui.T("since.all"), Colour: colour(v)}
	list, _ := since(v, true)
	if list == nil && len(v.Trick) == 0 {
		p.Say(ui.T("since.nothing"))
	}
	p.Say(list...)
	p.Say(middle(v))
	p.Gap()
	addDeals(&p, v)
	addCards(&p, v)
	n := len(p.Controls)
	p.Open(pathHelp, "❓", ui.T("help.short"))
	p.Open(pathTable, "🌌", ui.T("table.short"))
	p.Open("", "↩️", ui.T("back"))
	p.NewRow(n)
	return p
}

// edge names those who have one life left, with which the match ends.
func edge(v View) ui.Text {
	var list []games.Seat
	for i, n := range v.Lives {
		if n == 1 {
			list = append(list, games.Seat(i))
		}
	}
	if list == nil {
		return ui.Text{}
	}
	return ui.T("edge", whoAll(v, list))
}

// next says who plays next. Until then no player is waited for. The pause is so short that
// the time left would be out of date on most looks.
func next(v View) ui.Text {
	switch {
	case v.Phase == Arrival && len(v.Trick) == len(v.Lives): // the trick is shown then
		return ui.T("next", who(v, v.Ahead))
	case v.Phase == Arrival:
		return ui.T("next", who(v, v.player(len(v.Trick))))
	case slices.Max(v.Sizes) == 0:
		return ui.T("next.count")
	default:
		return ui.T("next.lead", who(v, v.Ahead))
	}
}

// fresh is the newest trick in a pile, until the next one is taken. It is zero before
// the first.
func fresh(v View) Swept {
	switch {
	case v.Phase == Taken:
		return Swept{Taker: v.Ahead, Leader: v.Leader, Cards: v.Trick, Points: points(setOf(v.Trick), v.Nightmare)}
	case len(v.Last.Cards) == 0:
		return Swept{Taker: games.Nobody}
	default:
		return v.Last
	}
}

// lostNow is how many lives a seat has lost by what is shown: the end of a deal, or a
// revoke in this trick.
func lostNow(v View, seat games.Seat) int {
	list := v.Revokes
	if v.Phase == Dawn || v.Phase == Over {
		d := v.Past[len(v.Past)-1]
		list = slices.Concat(d.Losers, d.Fined)
	}
	n := 0
	for _, s := range list {
		if s == seat {
			n++
		}
	}
	return n
}
