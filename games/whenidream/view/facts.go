package view

import (
	"slices"

	"oneiros/games/whenidream/kit"
)

// Listens reports whether the viewer is a spirit at night at a table that plays aloud, whose
// buttons for what is heard fill most of a phone.
func (v View) Listens() bool { return v.Part == kit.Spirit && v.Voice && v.Phase == kit.Night }

// Amendable is the number of the card before, which a spirit may correct at night by voice; 0 for
// none.
func (v View) Amendable() int {
	for _, m := range v.Legal {
		if (m.Verb == kit.Right || m.Verb == kit.Wrong) && m.Card != v.Card && (v.Phase == kit.Night || v.Phase == kit.Last) {
			return m.Card
		}
	}
	return 0
}

// Given reports whether a clue that may be challenged has been given. By voice the rules allow it
// of the word of the turn too, which may have been spoken or not.
func (v View) Given(m kit.Move) bool {
	return slices.ContainsFunc(v.Clues, func(c Hint) bool { return c.Turn == m.Turn })
}

// Daylight reports whether the phase shows cards, sheet by sheet.
func (v View) Daylight() bool {
	return v.Phase == kit.Story || v.Phase == kit.Check || v.Phase == kit.Dawn
}

// Can is the first legal move with a verb, and whether there is one.
func (v View) Can(verb kit.Verb) (kit.Move, bool) {
	for _, m := range v.Legal {
		if m.Verb == verb {
			return m, true
		}
	}
	return kit.Move{}, false
}
