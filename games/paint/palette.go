package paint

import (
	"image/color"
	"math"
	"sync/atomic"
)

// Colour is a colour of the palette.
type Colour uint8

// The named colours.
const (
	Night  Colour = iota // the ground of most pictures
	Ink                  // dark words on light grounds
	White                // the lightest
	Moon                 // warm white: light words on dark grounds
	Mist                 // softer words on dark grounds
	Slate                // panels on the night
	Dusk                 // a lighter panel
	Gold                 // the sun, the right answer
	Cream                // a card on the yellow side
	Amber                // edges of what is yellow
	Blue                 // the blue side
	Frost                // a card on the blue side
	Navy                 // dark words and edges of what is blue
	Rose                 // warmth
	Red                  // danger
	Violet               // the trickster
	Lilac                // a card of the trickster
	Green                // agreement
	Mint                 // a card of agreement
	Wood                 // beds, tables
	Teal                 // the second cool colour
	Grey                 // what is off
	named
)

var names = [named]uint32{
	Night: 0x0f1233, Ink: 0x1d1740, White: 0xffffff, Moon: 0xfff4d6, Mist: 0xc3bfe3,
	Slate: 0x1f2252, Dusk: 0x2f2f6e, Gold: 0xffd25e, Cream: 0xfff0bf, Amber: 0xd98a1f,
	Blue: 0x3f6fd8, Frost: 0xd9e8ff, Navy: 0x1b2f73, Rose: 0xf590ab, Red: 0xb3243f,
	Violet: 0x7b52d6, Lilac: 0xe2d6ff, Green: 0x1f7a52, Mint: 0xcdf3dc, Wood: 0x8c5a3a,
	Teal: 0x2fa7ad, Grey: 0x6e7090,
}

// Ramp is a row of colours that pass into one another.
type Ramp struct {
	first Colour
	n     int
}

// At is the colour at t, from 0 to 1; a t outside is the nearer end.
func (r Ramp) At(t float64) Colour {
	i := int(math.Round(t * float64(r.n-1)))
	return r.first + Colour(min(max(i, 0), r.n-1))
}

// The ramps.
var (
	Sky     = Ramp{named, 56}                  // from the dark of the night to its violet edge
	Dawn    = Ramp{Sky.first + 56, 52}         // from violet over rose to pale gold
	Glow    = Ramp{Dawn.first + 52, 18}        // from the night to moonlight
	Sun     = Ramp{Glow.first + 18, 14}        // from ink to gold to cream
	Water   = Ramp{Sun.first + 14, 14}         // from navy to frost
	Ash     = Ramp{Water.first + 14, 14}       // from ink to white
	Halo    = Ramp{Ash.first + 14, 18}         // from the violet of the sky to moonlight
	cube    = Ramp{Halo.first + 18, 4 * 4 * 3} // everything else, softly
	palette = mix()
)

// Palette is the palette of every picture. It is not changed by anybody.
var Palette = func() color.Palette {
	p := make(color.Palette, len(palette))
	for i, c := range palette {
		p[i] = color.RGBA{c[0], c[1], c[2], 255}
	}
	return p
}()

type rgb = [3]uint8

func hex(v uint32) rgb { return rgb{uint8(v >> 16), uint8(v >> 8), uint8(v)} }

func mix() (p [256]rgb) {
	for i, v := range names {
		p[i] = hex(v)
	}
	ramp := func(r Ramp, stops ...uint32) {
		for i := range r.n {
			t := float64(i) / float64(r.n-1) * float64(len(stops)-1)
			k := min(int(t), len(stops)-2)
			a, b := hex(stops[k]), hex(stops[k+1])
			for j := range 3 {
				p[int(r.first)+i][j] = uint8(math.Round(float64(a[j]) + (float64(b[j])-float64(a[j]))*(t-float64(k))))
			}
		}
	}
	ramp(Sky, 0x090b24, 0x13174a, 0x2a2270, 0x4b3490, 0x7a52ab)
	ramp(Dawn, 0x4b3490, 0x9a5aa8, 0xe57f9b, 0xffb38f, 0xffe6b3)
	ramp(Glow, 0x0f1233, 0x6a6a94, 0xfff4d6)
	ramp(Sun, 0x1d1740, 0x9a5a1c, 0xffd25e, 0xfff0bf)
	ramp(Water, 0x121f55, 0x3f6fd8, 0xd9e8ff)
	ramp(Ash, 0x1d1740, 0xffffff)
	ramp(Halo, 0x2a2270, 0x8d7cb5, 0xfff4d6)
	for i := range cube.n {
		c := [3]float64{float64(i / 12), float64(i / 3 % 4), float64(i%3) * 1.5}
		grey := (c[0] + c[1] + c[2]) / 3
		for j, v := range c {
			p[int(cube.first)+i][j] = uint8(math.Round(24 + 72*(0.72*v+0.28*grey)))
		}
	}
	return p
}

// distance weighs the channels roughly as eyes do.
func distance(a, b rgb) int {
	dr, dg, db := int(a[0])-int(b[0]), int(a[1])-int(b[1]), int(a[2])-int(b[2])
	return 2*dr*dr + 4*dg*dg + 3*db*db
}

func nearest(c rgb) (Colour, int) {
	best, far := Colour(0), math.MaxInt
	for i, p := range palette {
		if d := distance(c, p); d < far {
			best, far = Colour(i), d
		}
	}
	return best, far
}

// steps is how many strengths an edge has besides nothing; the last is opaque.
const steps = 15

// blend is, for one ink, the colour that it gives in each strength over each
// ground.
type blend [steps + 1][256]Colour

var blends [256]atomic.Pointer[blend]

// over is the table of an ink. Two goroutines that need it first make the same.
func (c Colour) over() *blend {
	if b := blends[c].Load(); b != nil {
		return b
	}
	b := new(blend)
	ink := palette[c]
	for a := range b {
		for g := range b[a] {
			switch a {
			case 0:
				b[a][g] = Colour(g)
			case steps:
				b[a][g] = c
			default:
				var m rgb
				for j := range m {
					m[j] = uint8((int(ink[j])*a + int(palette[g][j])*(steps-a) + steps/2) / steps)
				}
				b[a][g], _ = nearest(m)
			}
		}
	}
	blends[c].Store(b)
	return b
}

// Contrast is the contrast of two colours as WCAG 2 defines it, from 1 to 21.
func Contrast(a, b Colour) float64 {
	x, y := luminance(palette[a]), luminance(palette[b])
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}

func luminance(c rgb) float64 {
	var l [3]float64
	for i, v := range c {
		s := float64(v) / 255
		if s <= 0.04045 {
			l[i] = s / 12.92
		} else {
			l[i] = math.Pow((s+0.055)/1.055, 2.4)
		}
	}
	return 0.2126*l[0] + 0.7152*l[1] + 0.0722*l[2]
}

// Pair is an ink and the ground that its words may stand on.
type Pair struct{ Ink, Ground Colour }

// Pairs are the pairs in which words are set. Each contrasts at least 4.5 to 1.
var Pairs = []Pair{
	{Moon, Night}, {Moon, Slate}, {Moon, Dusk}, {White, Night}, {Mist, Night}, {Mist, Slate}, {Mist, Dusk},
	{Gold, Night}, {Gold, Slate}, {Gold, Dusk}, {Frost, Navy}, {White, Navy}, {Frost, Night},
	{Ink, White}, {Ink, Moon}, {Ink, Cream}, {Ink, Gold}, {Ink, Amber}, {Ink, Frost}, {Ink, Lilac}, {Ink, Mint}, {Ink, Rose},
	{Navy, Frost}, {Navy, White}, {White, Red}, {White, Green}, {White, Blue}, {White, Violet}, {White, Wood},
}
