// Package picture draws Somnicum: the table with its ring, the own turn, dreams and the end. It
// describes each picture in words, too.
//
// # Why it stands apart
//
// A picture is drawn from a view and knows nothing of the page that it stands on. What is drawn
// where is geometry and paint, and no page needs it. So a page asks for a picture by its subject.
//
// The rooms of it are files: the ring, the board around it, a dream, the head above the pictures
// of a panel, the own turn, the end. Each begins with what it looks like.
package picture

import (
	"image"
	"image/color"
	"sync"

	"oneiros/games/paint"
	"oneiros/games/somnicum/kit"
)

// The inks of this game beside those of all games.
const (
	inkFairy = paint.Own + iota // plates, by plot
	inkSea
	inkSpace
	deepFairy // cards, by plot
	deepSea
	deepSpace
	deepDread
	paleFairy // letters and edges of the plots on dark grounds
	paleSea
	paleSpace
	brass
	bronze
)

// looks are those of the game's inks.
var looks = []uint32{
	inkFairy - paint.Own: 0xb83468, inkSea - paint.Own: 0x0d7f8c, inkSpace - paint.Own: 0x5f4be0,
	deepFairy - paint.Own: 0x541f48, deepSea - paint.Own: 0x0d4357, deepSpace - paint.Own: 0x2c2478, deepDread - paint.Own: 0x08050f,
	paleFairy - paint.Own: 0xff9dbd, paleSea - paint.Own: 0x7fe0e0, paleSpace - paint.Own: 0xb9adff,
	brass - paint.Own: 0xd9ab55, bronze - paint.Own: 0x7d5a2a,
}

// livery are the inks of a plot: of plates, of cards, and of letters.
var livery = map[kit.Plot][3]paint.Colour{
	kit.Fairy: {inkFairy, deepFairy, paleFairy}, kit.Sea: {inkSea, deepSea, paleSea}, kit.Space: {inkSpace, deepSpace, paleSpace},
	kit.EveryPlot: {paint.Red, deepDread, paint.Rose},
}

// plate draws a particle on its plate, as large as the shorter side of a box.
func plate(c *paint.Canvas, p kit.Particle, box image.Rectangle) {
	plot := p.Plot()
	c.Icon(plates[plot], box, livery[plot][0])
	size := min(box.Dx(), box.Dy())
	in := int(float64(size)*inner[plot]) &^ 1
	c.Icon(signs[p.Name()], square((box.Min.X+box.Max.X)/2, (box.Min.Y+box.Max.Y)/2, in), paint.Moon)
}

// square is a square of a size around a place.
func square(x, y, size int) image.Rectangle {
	return image.Rect(x-size/2, y-size/2, x-size/2+size, y-size/2+size)
}

// alike is how far apart two colours of a picture with many edges may be and still be
// drawn as one. It is weighed as [apart] says.
const alike = 8000

// thrifty keeps what [thrift] finds out, by the name of a palette.
var thrifty sync.Map // of *[256]uint8, by int

// thrift makes one of colours that nearly look the same. The inks stay. A picture of flat
// shapes needs few colours, and becomes a quarter smaller. All pictures of one name have one
// palette.
func thrift(c *paint.Canvas, name int) {
	one, ok := thrifty.Load(name)
	if !ok {
		one, _ = thrifty.LoadOrStore(name, fewer(c.Image().ColorModel().(color.Palette)))
	}
	c.Turn(one.(*[256]uint8))
}

// fewer is, for each colour of a palette, the one that stands for it.
func fewer(palette color.Palette) *[256]uint8 {
	var one [256]uint8
	var kept []int
	for i := range palette {
		one[i] = uint8(i)
		if i < int(paint.Own)+len(looks) {
			kept = append(kept, i)
			continue
		}
		best, far := 0, alike
		for _, k := range kept {
			if d := apart(palette[i], palette[k]); d < far {
				best, far = k, d
			}
		}
		if far < alike {
			one[i] = uint8(best)
		} else {
			kept = append(kept, i)
		}
	}
	return &one
}

// apart is how far apart two opaque colours are, roughly as eyes see it.
func apart(a, b color.Color) int {
	ar, ag, ab, _ := a.RGBA()
	br, bg, bb, _ := b.RGBA()
	square := func(x, y uint32) int {
		d := int(x>>8) - int(y>>8)
		return d * d
	}
	return 2*square(ar, br) + 4*square(ag, bg) + 3*square(ab, bb)
}
