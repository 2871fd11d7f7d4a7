// Package label names the things of Somnicum for readers: cards, particles, encounters, effects
// and numbers, each with its sign where it has one.
//
// # Why it stands apart
//
// Pages, news and pictures name the same things, and must name them alike: a picture is described
// in words. They need nothing else of each other's words. The sentences themselves are in the
// catalogues.
package label

import (
	"math"
	"strconv"
	"strings"

	"oneiros/games/somnicum/kit"
	"oneiros/games/ui"
)

// WheelIcons are the signs of the flywheels: a sun and a moon, as in the picture.
var WheelIcons = [2]string{kit.Black: "🌙", kit.White: "☀️"}

// Number is a number, with a minus sign where it has one.
func Number(n int) ui.Text {
	if n < 0 {
		return Signed(n)
	}
	return ui.Literal(strconv.Itoa(n))
}

// Tokens names the particles of tokens, each once, with how many.
func Tokens(list []kit.Token) []ui.Text {
	var out []ui.Text
	for p, n := range kit.ByParticle(list) {
		switch {
		case n == 1:
			out = append(out, Particle(kit.Particle(p)))
		case n > 1:
			out = append(out, ui.T("tokens.many", Particle(kit.Particle(p)), n))
		}
	}
	return out
}

// Part is what a part of a score is called.
func Part(i int) ui.Text {
	if i < kit.Levels {
		return ui.T("part.level", i+1)
	}
	return ui.T("part." + [...]string{"edges", "eyes", "goal", "hand", "open"}[i-kit.Levels])
}

// Percent is a chance in percent. It is 1 to 99 for what is neither certain nor
// impossible.
func Percent(chance float64) int {
	n := int(math.Round(100 * chance))
	if chance > 0 && chance < 1 {
		return min(max(n, 1), 99)
	}
	return n
}

// Signed is a number with its sign.
func Signed(n int) ui.Text {
	if n < 0 {
		return ui.Literal("−" + strconv.Itoa(-n))
	}
	return ui.Literal("+" + strconv.Itoa(n))
}

// Dream is the name of a card.
func Dream(d kit.Dream) ui.Text { return ui.T("dream." + d.Card().Name) }

// Particle is the name of a particle.
func Particle(p kit.Particle) ui.Text { return ui.T("particle." + p.Name()) }

// Particles are the names of particles.
func Particles(s kit.Particles) []ui.Text {
	var list []ui.Text
	for _, p := range s.List() {
		list = append(list, Particle(p))
	}
	return list
}

// stars and eyes are so many signs.
func stars(n int) ui.Text { return ui.Literal(strings.Repeat("★", n)) }

// Eyes are the eyes of a nightmare.
func Eyes(n int) ui.Text { return ui.Literal(strings.Repeat("👁", n)) }

// Plot is the letter of a plot.
func Plot(p kit.Plot) ui.Text { return ui.T("letter." + p.String()) }
