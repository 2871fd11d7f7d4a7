package paint

import (
	"image"
	"image/color"
	"sync"
)

// Picture is what was drawn on a [Canvas]: a ground and a display list. Its pixels are
// made when a caller asks for them. [Encode] asks for few of them: a picture is cut into
// pieces, and a piece that looks like one of an earlier picture is neither drawn nor
// compressed again. From one move to the next little changes, and all tables of a game
// have the same cards.
type Picture struct {
	display

	once  sync.Once
	whole *image.Paletted
}

// display is a display list over a ground.
type display struct {
	ground *ground
	rect   image.Rectangle // from 0, 0 on
	layers []layer         // from the lowest
}

// ground is what a picture lies on: a painting, or one colour.
type ground struct {
	palette *Palette
	img     *image.Paletted // nil for one colour
	lit     *image.Paletted // the same in light, if it has two looks
	ink     Colour

	once  sync.Once
	codes *codes
}

// draw sets all pixels of img to those of the ground.
func (g *ground) draw(img *image.Paletted) {
	r := img.Rect
	for y := r.Min.Y; y < r.Max.Y; y++ {
		row := img.Pix[img.PixOffset(r.Min.X, y):][:r.Dx()]
		if g.img == nil {
			set(row, g.ink)
		} else {
			copy(row, g.img.Pix[g.img.PixOffset(r.Min.X, y):])
		}
	}
}

// Whole is all of the picture. No caller may change it.
func (p *Picture) Whole() *image.Paletted {
	p.once.Do(func() {
		p.whole = image.NewPaletted(p.rect, p.ground.palette.model)
		p.ground.draw(p.whole)
		for i := range p.layers {
			p.layers[i].draw(p.whole, p.ground.palette)
		}
	})
	return p.whole
}

// Bounds is how large the picture is.
func (p *Picture) Bounds() image.Rectangle { return p.rect }

// ColorModel is the palette of the picture.
func (p *Picture) ColorModel() color.Model { return p.ground.palette.model }

// At is the colour of a pixel.
func (p *Picture) At(x, y int) color.Color { return p.Whole().At(x, y) }

// Whole is all of a picture that has a palette.
func Whole(img image.Image) (*image.Paletted, bool) {
	if p, ok := img.(*Picture); ok {
		return p.Whole(), true
	}
	p, ok := img.(*image.Paletted)
	return p, ok
}
