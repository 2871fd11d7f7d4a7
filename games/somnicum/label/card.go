package label

import (
	"strings"

	"oneiros/games/somnicum/kit"
	"oneiros/games/somnicum/view"
	"oneiros/games/ui"
)

// Card is a card of a row in words.
func Card(rows *kit.Rows, level, i int, c kit.Card) ui.Text {
	var before, added, after ui.Text
	if c.Break != kit.NoBreak {
		before = ui.T("row.break." + string(c.Break))
	}
	if i > 0 && c.Slot > rows[level][i-1].Slot+1 {
		before = ui.Text{Args: []any{ui.T("row.gap"), before}}
	}
	if len(c.Added) > 0 {
		added = ui.T("row.added", Tokens(c.Added))
	}
	if level > 0 && rows.Edge(level, i) {
		after = ui.T("row.edge")
	}
	card := c.Dream.Card()
	what := Brief(c.Dream)
	if c.Bright {
		what = ui.T("card.brief.nightmare", Dream(c.Dream), stars(card.Eyes))
	} else if card.Meets {
		what = ui.T("card.brief", Particles(card.Particles), stars(card.Stars), ui.Text{})
	}
	return ui.Text{Args: []any{before, what, added, after}}
}

// Fitting says whether a card matches its neighbour.
func Fitting(f kit.Fit) ui.Text {
	switch {
	case f.Left == 0:
		return ui.T("fit.first")
	case f.Break && f.Joins != 0:
		return ui.T("fit.gap")
	case f.Break:
		return ui.T("fit.break")
	case f.Joins == 0:
		return ui.T("fit.mended")
	default:
		return ui.T("fit.match", Particles(f.Joins))
	}
}

// Place names a card of the ring: the letter of its plot and the number of its
// place.
func Place(place int, d kit.Dream) ui.Text {
	return ui.Text{Args: []any{Plot(d.Card().Plot), place + 1}}
}

// Where is where a flywheel stands, in words.
func Where(v view.View, w kit.Wheel) ui.Text {
	at := v.Wheels[w]
	if v.Ring[at] == 0 {
		return ui.T("ring.at", at+1)
	}
	return ui.T("ring.before", at+1)
}

// Brief is a card of the ring in a few words: its particles or the nightmare's name,
// stars or eyes, and its encounter.
func Brief(d kit.Dream) ui.Text {
	if card := d.Card(); card.Nightmare() {
		return ui.T("card.brief.nightmare", Dream(d), Eyes(card.Eyes))
	}
	return Face(d)
}

// Face is what is printed on a card: its particles, stars or eyes, and its encounter.
func Face(d kit.Dream) ui.Text {
	card := d.Card()
	var meets ui.Text
	if card.Meets {
		meets = ui.Literal("?")
	}
	worth := stars(card.Stars)
	if card.Nightmare() {
		worth = Eyes(card.Eyes)
	}
	return ui.T("card.brief", Particles(card.Particles), worth, meets)
}

// RingCard is a place of the ring in words. The letter says that a card is a nightmare.
func RingCard(place int, d kit.Dream) ui.Text {
	what := Brief(d)
	if card := d.Card(); card.Nightmare() {
		what = ui.T("ring.alt.nightmare", ui.T("nightmare."+card.Name), Eyes(card.Eyes))
	}
	return ui.T("ring.alt.card", Place(place, d), what)
}

// ShortCard is a place of the ring for the board, where all places are said. A good card
// has no letter, since its particles are of its plot. A single star is not said. A comma
// only comes between cards.
func ShortCard(place int, d kit.Dream) ui.Text {
	card := d.Card()
	if card.Nightmare() {
		return RingCard(place, d)
	}
	var more string
	if card.Stars > 1 {
		more = " " + strings.Repeat("★", card.Stars)
	}
	if card.Meets {
		more += "?"
	}
	var all []any
	for i, name := range Particles(card.Particles) {
		if i > 0 {
			all = append(all, ui.Literal("+"))
		}
		all = append(all, name)
	}
	return ui.T("ring.alt.short", place+1, ui.Text{Args: all}, ui.Literal(more))
}
