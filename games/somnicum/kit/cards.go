package kit

import (
	"errors"
	"fmt"
	"strconv"
)

// Plot is what a dream is about.
type Plot uint8

// The plots. A nightmare counts as every plot.
const (
	NoPlot Plot = iota
	Fairy
	Sea
	Space
	EveryPlot
)

// Plots are the plots of good dreams.
var Plots = []Plot{Fairy, Sea, Space}

var plotNames = [...]string{"", "fairy", "sea", "space", "nightmare"}

// String is the name of the plot in the data and in the catalogues.
func (p Plot) String() string { return plotNames[p] }

// Covers reports whether a card of plot p is of plot q too.
func (p Plot) Covers(q Plot) bool { return p == q || p == EveryPlot }

// Particle is an image on dreams, counted from 1. The first [eachPlot] belong to the
// first plot, and so on. Zero is no particle.
type Particle int8

// Plot is the only plot on whose dreams the particle is printed.
func (p Particle) Plot() Plot { return Boxed.Particles[p].Plot }

// Name is the particle's name in the data and in the catalogues.
func (p Particle) Name() string { return Boxed.Particles[p].Name }

// Particles is a set of particles. Bit N is particle N.
type Particles uint32

// Has reports whether p is in the set.
func (s Particles) Has(p Particle) bool { return s>>p&1 != 0 }

// With is the set with p.
func (s Particles) With(p Particle) Particles { return s | 1<<p }

// List is the particles of the set, in order.
func (s Particles) List() []Particle {
	var list []Particle
	for p := Particle(1); p <= ParticleKinds; p++ {
		if s.Has(p) {
			list = append(list, p)
		}
	}
	return list
}

// Dream is a dream card, counted from 1. Zero is no card.
type Dream int8

// Card is what is printed on the card.
func (d Dream) Card() DreamCard { return Boxed.Dreams[d] }

// Goal is a goal card, counted from 1. Zero is none, or one that the viewer does not
// know.
type Goal int8

// Card is what is printed on the card.
func (g Goal) Card() GoalCard { return Boxed.Goals[g] }

// Encounter is an encounter card, counted from 1. Cards with the same text are the
// same Encounter. Zero is none.
type Encounter int8

// Card is what is printed on the card.
func (e Encounter) Card() EncounterCard { return Boxed.Encounters[e] }

// Token is a token of dream sand: its particle, and whether its back is blank. Two
// tokens of a particle have sand on the back, and one is blank. Zero is no token.
type Token int8

// TokenOf is the token with a particle and a back.
func TokenOf(p Particle, blank bool) Token {
	if blank {
		return Token(p)*2 + 1
	}
	return Token(p) * 2
}

// LastToken is the greatest Token.
const LastToken = Token(ParticleKinds)*2 + 1

// Particle is the particle on the face.
func (t Token) Particle() Particle { return Particle(t / 2) }

// Blank reports whether there is no sand on the back.
func (t Token) Blank() bool { return t&1 != 0 }

// String is the notation of the token: the particle's number and "b" for a blank back,
// or "s" for sand.
func (t Token) String() string {
	if t.Blank() {
		return strconv.Itoa(int(t.Particle())) + "b"
	}
	return strconv.Itoa(int(t.Particle())) + "s"
}

var errToken = errors.New("no token")

// parseToken reads the notation of a token.
func parseToken(text string) (Token, error) {
	number, back := "", ""
	if n := len(text); n > 0 {
		number, back = text[:n-1], text[n-1:]
	}
	n, err := strconv.Atoi(number)
	if err != nil || n < 1 || n > ParticleKinds || back != "b" && back != "s" || strconv.Itoa(n) != number {
		return 0, fmt.Errorf("%w: %.20q", errToken, text)
	}
	return TokenOf(Particle(n), back == "b"), nil
}

// MarshalText writes the notation.
func (t Token) MarshalText() ([]byte, error) { return []byte(t.String()), nil }

// UnmarshalText reads the notation.
func (t *Token) UnmarshalText(text []byte) error {
	var err error
	*t, err = parseToken(string(text))
	return err
}

// Wheel is one of the two flywheels.
type Wheel uint8

// The flywheels. Black is the one that is placed; White goes opposite.
const (
	Black Wheel = iota
	White
)

// Wheels are both flywheels.
var Wheels = []Wheel{Black, White}

// String is the letter of the flywheel in the notation: "b" or "w".
func (w Wheel) String() string {
	if w == White {
		return "w"
	}
	return "b"
}

// Name is the flywheel's name in the catalogues.
func (w Wheel) Name() string {
	if w == White {
		return "white"
	}
	return "black"
}

// ByParticle is how many tokens there are of each particle.
func ByParticle(list []Token) (many [ParticleKinds + 1]int) {
	for _, t := range list {
		many[t.Particle()]++
	}
	return many
}

// Blanks is how many tokens have a blank back.
func Blanks(list []Token) int {
	n := 0
	for _, t := range list {
		if t.Blank() {
			n++
		}
	}
	return n
}

// RingSize is how many cards the ring has at the start of a round, by seats.
var RingSize = [MaxSeats + 1]int{2: 16, 3: 21, 4: 24}

// Opposite is how many cards are between the flywheels at the start of a round, from
// Black clockwise to White, by seats.
var Opposite = [MaxSeats + 1]int{2: 8, 3: 10, 4: 12}
