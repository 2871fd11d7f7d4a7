package label

import (
	"oneiros/games/somnicum/kit"
	"oneiros/games/somnicum/view"
	"oneiros/games/ui"
)

// Held are the names of encounters in the viewer's hand, with how many cards of each.
func Held(v view.View, kinds []kit.Encounter) []ui.Text {
	var list []ui.Text
	for _, e := range kinds {
		name := Encounter(e)
		if n := kit.Count(v.Hand, e); n > 1 {
			name = ui.T("tokens.many", name, n)
		}
		list = append(list, name)
	}
	return list
}

// Encounters are the names of encounters.
func Encounters(list []kit.Encounter) []ui.Text {
	var out []ui.Text
	for _, e := range list {
		out = append(out, Encounter(e))
	}
	return out
}

// Encounter is the name of an encounter.
func Encounter(e kit.Encounter) ui.Text { return ui.T("encounter." + e.Card().Name) }

// EncounterIcon is a sign of whether an encounter is lasting.
func EncounterIcon(e kit.Encounter) string {
	if e.Card().Lasting {
		return "♾️"
	}
	return "🎭"
}
