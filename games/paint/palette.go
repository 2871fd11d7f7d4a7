package paint

import (
	"cmp"
	"image/color"
	"math"
	"slices"
	"sync"
	"sync/atomic"
)

// Colour is a place in the palette of a picture. The first places are the shared
// inks, and then the game's own, see [Own]. They look alike in every picture. The
// other places differ from palette to palette, for smooth edges and paintings.
type Colour uint8

// The inks that all games share.
const (
	Night  Colour = iota // the darkest ground
	Ink                  // dark words on light grounds
	White                // the lightest
	Moon                 // warm white: light words on dark grounds
	Mist                 // softer words on dark grounds
	Slate                // panels on the night
	Dusk                 // edges of panels, empty places
	Gold                 // the important: whose turn it is, points
	Cream                // a light warm card
	Amber                // its edge
	Blue                 // the edge of a light cool card
	Frost                // a light cool card
	Mint                 // a light green card
	Green                // its edge
	Rose                 // warmth: hearts
	Red                  // danger
	Violet               // magic

	// Own is the first of the inks that a game brings along. A game declares
	//
	//	const (
	//		coral = paint.Own + iota
	//		jade
	//	)
	//
	// and gives their looks in the same order, as the field Own of its [Scenes].
	Own
)

var inks = [Own]uint32{
	Night: 0x0f1233, Ink: 0x1d1740, White: 0xffffff, Moon: 0xfff4d6, Mist: 0xc3bfe3,
	Slate: 0x1f2252, Dusk: 0x2f2f6e, Gold: 0xffd25e, Cream: 0xfff0bf, Amber: 0xd98a1f,
	Blue: 0x3f6fd8, Frost: 0xd9e8ff, Mint: 0xcdf3dc, Green: 0x1f7a52, Rose: 0xf590ab, Red: 0xb3243f,
	Violet: 0x7b52d6,
}

// Pair is an ink and the ground on which words in it may be set.
type Pair struct{ Ink, Ground Colour }

// Pairs lists the shared inks for words with their grounds. Each pair has a contrast
// of at least 4.5 to 1. Every palette has the colours between the two, so that
// letters have smooth edges.
var Pairs = []Pair{
	{Moon, Night}, {Moon, Slate}, {Moon, Dusk}, {White, Night}, {Mist, Night}, {Mist, Slate}, {Mist, Dusk},
	{Gold, Night}, {Gold, Slate}, {Gold, Dusk}, {Frost, Night},
	{Ink, White}, {Ink, Moon}, {Ink, Cream}, {Ink, Gold}, {Ink, Amber}, {Ink, Frost}, {Ink, Mint}, {Ink, Rose},
	{White, Red}, {White, Green}, {White, Blue}, {White, Violet},
}

type rgb = [3]uint8

func hex(v uint32) rgb { return rgb{uint8(v >> 16), uint8(v >> 8), uint8(v)} }

// Palette holds the 256 colours of a picture. They are the shared inks, the inks of
// a game, the colours of paintings and the colours of smooth edges.
type Palette struct {
	colours [256]rgb
	model   color.Palette // the same, as image.Paletted has them
	blends  [256]atomic.Pointer[blend]
	own     int // how many inks the game has
	greens  greens
	plains  sync.Map // of *ground, by Colour
}

// plain is a ground of one ink.
func (p *Palette) plain(ink Colour) *ground {
	g, ok := p.plains.Load(ink)
	if !ok {
		g, _ = p.plains.LoadOrStore(ink, &ground{palette: p, ink: ink})
	}
	return g.(*ground)
}

// painted is how many colours of a palette are chosen from paintings. With fewer,
// skies show bands; with more, letters lose their smooth edges.
const painted = 180

// NewPalette is a palette for pictures with these paintings and the game's own inks,
// each 0xRRGGBB. Making it takes about as long as making a painting.
func NewPalette(own []uint32, paintings ...*Art) *Palette {
	p := &Palette{own: len(own)}
	n := 0
	add := func(c rgb) {
		p.colours[n] = c
		n++
	}
	for _, v := range inks {
		add(hex(v))
	}
	for _, v := range own {
		add(hex(v))
	}
	list := histogram(paintings)
	for _, c := range choose(list, painted) {
		add(c)
	}
	n = p.fill(n, edges(p.colours[:int(Own)+len(own)], choose(list, 12)), 50)
	p.fill(n, spread(), 0)
	p.model = make(color.Palette, len(p.colours))
	for i, c := range p.colours {
		p.model[i] = color.RGBA{c[0], c[1], c[2], 255}
	}
	p.greens.sort(&p.colours)
	return p
}

// greens are the places of the colours in the order of their green, which weighs most.
type greens struct {
	places [256]uint8
	from   [257]int // by green: the first that has as much, or more
}

func (g *greens) sort(colours *[256]rgb) {
	for i := range g.places {
		g.places[i] = uint8(i)
	}
	slices.SortFunc(g.places[:], func(a, b uint8) int { return cmp.Compare(colours[a][1], colours[b][1]) })
	n := 0
	for v := range g.from {
		for n < len(g.places) && int(colours[g.places[n]][1]) < v {
			n++
		}
		g.from[v] = n
	}
}

// nearest is the colour that is nearest to c. It looks from the same green in both
// directions, until the green alone is too far away.
func (p *Palette) nearest(c rgb) uint8 {
	best, far := uint8(0), math.MaxInt
	look := func(n int) bool {
		i := p.greens.places[n]
		green := int(p.colours[i][1]) - int(c[1])
		if 4*green*green > far {
			return false
		}
		if d := distance(p.colours[i], c); d < far || d == far && i < best {
			best, far = i, d
		}
		return true
	}
	up, down := p.greens.from[c[1]], p.greens.from[c[1]]-1
	for more, less := true, true; more || less; up, down = up+1, down-1 {
		more = more && up < len(p.greens.places) && look(up)
		less = less && down >= 0 && look(down)
	}
	return best
}

// edges returns the colours of smooth edges. They are between the inks of each pair,
// and between inks and a painting.
func edges(inks, tones []rgb) []rgb {
	var out []rgb
	between := func(a, b rgb) {
		for i := 1; i < steps; i++ {
			out = append(out, mix(a, b, i, steps))
		}
	}
	for _, pair := range Pairs {
		between(inks[pair.Ink], inks[pair.Ground])
	}
	for _, own := range inks[Own:] {
		between(own, inks[Slate])
	}
	for _, tone := range tones {
		for _, ink := range []Colour{Night, Moon, Gold, Mist} {
			between(inks[ink], tone)
		}
	}
	return out
}

// spread is an even spread of all colours.
func spread() []rgb {
	var out []rgb
	for i := range 6 * 6 * 6 {
		out = append(out, rgb{uint8(i % 6 * 51), uint8(i / 6 % 6 * 51), uint8(i / 36 * 51)})
	}
	return out
}

// fill fills the palette from place n on, each time with the candidate that is
// farthest from all colours before. It stops when every candidate has a colour nearer
// than near. It returns the first place that is still free.
func (p *Palette) fill(n int, candidates []rgb, near int) int {
	far := make([]int, len(candidates))
	for i, c := range candidates {
		_, far[i] = nearest(p.colours[:n], c)
	}
	for ; n < len(p.colours); n++ {
		best := 0
		for i, d := range far {
			if d > far[best] {
				best = i
			}
		}
		if far[best] < near {
			break
		}
		p.colours[n] = candidates[best]
		for i, c := range candidates {
			far[i] = min(far[i], distance(c, p.colours[n]))
		}
	}
	return n
}

// standard is the palette of pictures without a painting.
var standard = NewPalette(nil)

// distance weighs the channels roughly as eyes do.
func distance(a, b rgb) int {
	dr, dg, db := int(a[0])-int(b[0]), int(a[1])-int(b[1]), int(a[2])-int(b[2])
	return 2*dr*dr + 4*dg*dg + 3*db*db
}

// nearest is the colour of a list that is nearest to c, and how far it is.
func nearest(list []rgb, c rgb) (int, int) {
	best, far := 0, math.MaxInt
	for i, p := range list {
		if d := distance(c, p); d < far {
			best, far = i, d
		}
	}
	return best, far
}

// mix is b, in a parts of n, over g.
func mix(g, b rgb, a, n int) (m rgb) {
	for j := range m {
		m[j] = uint8((int(b[j])*a + int(g[j])*(n-a) + n/2) / n)
	}
	return m
}

// steps is how many strengths an edge has besides nothing; the last is opaque. More make a
// picture a fifth larger. A phone shows two pixels as one, so that no viewer sees them.
const steps = 3

// blend is, for one ink, the colour that it gives in each strength over each
// ground.
type blend [steps + 1][256]Colour

// over is the table of an ink. Two goroutines that need it first make the same.
func (p *Palette) over(ink Colour) *blend {
	if b := p.blends[ink].Load(); b != nil {
		return b
	}
	b := new(blend)
	for g := range p.colours {
		b[0][g], b[steps][g] = Colour(g), ink
		for a := 1; a < steps; a++ {
			b[a][g] = Colour(p.nearest(mix(p.colours[g], p.colours[ink], a, steps)))
		}
	}
	p.blends[ink].Store(b)
	return b
}

// Contrast is the contrast of two opaque tints as WCAG 2 defines it, from 1 to 21.
// Words need 4.5.
func Contrast(a, b Tint) float64 {
	x, y := luminance(a), luminance(b)
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}

func luminance(t Tint) float64 {
	linear := func(v float64) float64 {
		if v <= 0.04045 {
			return v / 12.92
		}
		return math.Pow((v+0.055)/1.055, 2.4)
	}
	return 0.2126*linear(t.R) + 0.7152*linear(t.G) + 0.0722*linear(t.B)
}
