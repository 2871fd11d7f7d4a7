package paint

import (
	"image"
	"image/color"
	"slices"
	"sync"
)

// Strips is a picture that is drawn in strips, from the top to the bottom, each over its
// rows of one ground. A strip whose key was met before is neither drawn nor compressed
// when the picture is encoded.
type Strips struct {
	ground *Canvas // shared, so nobody may change it
	parts  []Strip
	whole  func() *image.Paletted
}

// Strip is a part of a picture as wide as the picture.
type Strip struct {
	Bottom int             // the first row below it; the last strip ends where the picture does
	Key    string          // names everything that is drawn on it, in the words that are drawn
	Draw   func(c *Canvas) // its canvas has the rows of the strip alone, at their places in the picture
}

// Strips returns a picture in strips. Its ground is one that ground returns, on which
// prepare has drawn. Both are called once for a key. There must be few keys, as for
// Canvas. There is at least one part.
func (s *Scenes[K]) Strips(key K, ground func() *Canvas, prepare func(c *Canvas), parts ...Strip) *Strips {
	made, ok := s.by.Load(key)
	if !ok {
		made, _ = s.by.LoadOrStore(key, sync.OnceValue(func() *Canvas {
			c := ground()
			prepare(c)
			return c
		}))
	}
	p := &Strips{ground: made.(func() *Canvas)(), parts: slices.Clone(parts)}
	end := p.ground.img.Rect.Max.Y
	for i := range p.parts {
		p.parts[i].Bottom = min(p.parts[i].Bottom, end)
	}
	p.parts[len(p.parts)-1].Bottom = end
	p.whole = sync.OnceValue(p.draw)
	return p
}

// Whole is the picture in one piece.
func (p *Strips) Whole() *image.Paletted { return p.whole() }

func (p *Strips) draw() *image.Paletted {
	c := p.ground.rows(p.ground.img.Rect.Min.Y, p.ground.img.Rect.Max.Y)
	top := c.img.Rect.Min.Y
	for _, part := range p.parts {
		r := c.img.Rect
		r.Min.Y, r.Max.Y = top, part.Bottom
		if rows, ok := c.img.SubImage(r).(*image.Paletted); ok {
			part.Draw(&Canvas{rows, c.palette})
		}
		top = part.Bottom
	}
	return c.img
}

// Bounds is how large the picture is.
func (p *Strips) Bounds() image.Rectangle { return p.ground.img.Rect }

// ColorModel is the palette of the picture.
func (p *Strips) ColorModel() color.Model { return p.ground.img.Palette }

// At is the colour of a pixel.
func (p *Strips) At(x, y int) color.Color { return p.Whole().At(x, y) }

// Whole is a picture of one piece with a palette, if img is one or is drawn in strips.
func Whole(img image.Image) (*image.Paletted, bool) {
	if p, ok := img.(*Strips); ok {
		return p.Whole(), true
	}
	p, ok := img.(*image.Paletted)
	return p, ok
}

// stripKey names a strip.
type stripKey struct {
	ground      *Canvas
	top, bottom int
	key         string
}

// strips are the bands of all strips.
var strips = NewCache[stripKey, []*band](8 << 20)

// bands are the bands of the picture, from the top.
func (p *Strips) bands() (list []*band) {
	top := p.ground.img.Rect.Min.Y
	for _, part := range p.parts {
		k := stripKey{p.ground, top, part.Bottom, part.Key}
		made, ok := strips.Find(k)
		if !ok {
			c := p.ground.rows(top, part.Bottom)
			part.Draw(c)
			made = bandsOf(c.img, c.img.Rect.Dx(), c.img.Rect.Dy())
			recycle(c.img)
			size := len(part.Key) + bandOverhead
			for _, b := range made {
				size += b.size()
			}
			strips.Keep(k, made, size)
		}
		list = append(list, made...)
		top = part.Bottom
	}
	return list
}
