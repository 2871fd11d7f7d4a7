package label

import (
	"slices"

	"oneiros/games/somnicum/kit"
	"oneiros/games/ui"
)

// briefly begins the keys of effects in a few words.
const briefly = "gives."

// Effect says what an effect does.
func Effect(e kit.Effect) ui.Text { return text(e, "effect.") }

// text says what an effect does in the words of such keys.
func text(e kit.Effect, keys string) ui.Text {
	switch key := keys + string(e.Kind); {
	case e.Kind == kit.Points:
		return ui.T(key+"."+string(e.What), e.Per, e.N)
	case e.Kind == kit.Drift && keys == briefly:
		return ui.T(key)
	case slices.Contains(kit.Numbered, e.Kind):
		return ui.T(key, e.N)
	default:
		return ui.T(key)
	}
}

// EffectBriefly is what an effect does, in a few words.
func EffectBriefly(e kit.Effect) ui.Text { return text(e, briefly) }

// Gives is what encounters do in a few words.
func Gives(list ...kit.Encounter) []ui.Text {
	var out []ui.Text
	for _, e := range list {
		for _, x := range e.Card().Effects {
			out = append(out, text(x, briefly))
		}
	}
	return out
}
