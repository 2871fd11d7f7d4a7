package somnicum

import (
	"strings"

	"oneiros/games/ui"
)

// dreamName is the name of a card.
func dreamName(d Dream) ui.Text { return ui.T("dream." + d.Card().Name) }

// particleName is the name of a particle.
func particleName(p Particle) ui.Text { return ui.T("particle." + p.Name()) }

// particleNames are the names of particles.
func particleNames(s Particles) []ui.Text {
	var list []ui.Text
	for _, p := range s.List() {
		list = append(list, particleName(p))
	}
	return list
}

// stars and eyes are so many signs.
func stars(n int) ui.Text { return ui.Literal(strings.Repeat("★", n)) }
func eyes(n int) ui.Text  { return ui.Literal(strings.Repeat("👁", n)) }

// plotLetter is the letter of a plot.
func plotLetter(p Plot) ui.Text { return ui.T("letter." + p.String()) }

// placeCode names a card of the ring: the letter of its plot and the number of its
// place.
func placeCode(place int, d Dream) ui.Text {
	return ui.Text{Args: []any{plotLetter(d.Card().Plot), place + 1}}
}
