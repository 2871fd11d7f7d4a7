package paint

import (
	"image"
	"image/draw"
	"math"
	"sync"

	"golang.org/x/image/vector"
)

// Mask is a shape without a colour: how much of each pixel it covers.
type Mask struct {
	min   image.Point // where its first pixel lies, from the point it is stamped at
	w, h  int
	cover []uint8 // 0 to steps, row by row
}

// Mask is the shape that a path encloses.
func (p *Path) Mask() *Mask {
	x0, y0, x1, y1 := p.bounds()
	if !(x0 < x1 && y0 < y1) {
		return &Mask{}
	}
	at := image.Pt(int(math.Floor(x0)), int(math.Floor(y0)))
	w, h := int(math.Ceil(x1))-at.X, int(math.Ceil(y1))-at.Y
	a := p.alpha(at, w, h)
	return mask(at, w, h, a)
}

func mask(at image.Point, w, h int, a *image.Alpha) *Mask {
	m := &Mask{min: at, w: w, h: h, cover: make([]uint8, w*h)}
	for y := range h {
		for x := range w {
			m.cover[y*w+x] = uint8((int(a.Pix[y*a.Stride+x])*steps + 127) / 255)
		}
	}
	return m
}

// alpha rasterizes p into w by h pixels from at on.
func (p *Path) alpha(at image.Point, w, h int) *image.Alpha {
	r := vector.NewRasterizer(w, h)
	f := func(q Point) (float32, float32) { return float32(q.X - float64(at.X)), float32(q.Y - float64(at.Y)) }
	for _, o := range p.ops {
		ax, ay := f(o.p[0])
		bx, by := f(o.p[1])
		cx, cy := f(o.p[2])
		switch o.kind {
		case 'm':
			r.MoveTo(ax, ay)
		case 'l':
			r.LineTo(ax, ay)
		case 'q':
			r.QuadTo(ax, ay, bx, by)
		case 'c':
			r.CubeTo(ax, ay, bx, by, cx, cy)
		case 'z':
			r.ClosePath()
		}
	}
	a := image.NewAlpha(image.Rect(0, 0, w, h))
	r.DrawOp = draw.Src
	r.Draw(a, a.Bounds(), image.Opaque, image.Point{})
	return a
}

// Sprite is a small picture that is drawn once and put wherever it is needed.
type Sprite struct {
	w, h  int
	pix   []Colour
	cover []uint8  // 0 to steps; nil when every pixel is opaque
	solid [][2]int // by row: the pixels from and to which it is opaque
}

// Size is how wide and high s is, in pixels.
func (s *Sprite) Size() (w, h int) { return s.w, s.h }

// Sheet keeps what was drawn, by a key. A key must name everything that the
// drawing depends on, and there must be few of them: nothing is ever dropped.
// The zero Sheet is ready for use.
type Sheet[K comparable] struct{ by sync.Map }

// Sprite is the sprite of a key, drawn when it is first asked for.
func (s *Sheet[K]) Sprite(key K, draw func() *Sprite) *Sprite {
	if v, ok := s.by.Load(key); ok {
		return v.(*Sprite)
	}
	v, _ := s.by.LoadOrStore(key, draw())
	return v.(*Sprite)
}

// Mask is the mask of a key, drawn when it is first asked for.
func (s *Sheet[K]) Mask(key K, draw func() *Mask) *Mask {
	if v, ok := s.by.Load(key); ok {
		return v.(*Mask)
	}
	v, _ := s.by.LoadOrStore(key, draw())
	return v.(*Mask)
}

// Canvas is a picture that is being composed. What lies outside is cut off.
type Canvas struct{ img *image.Paletted }

// New is a canvas of one colour.
func New(w, h int, ground Colour) *Canvas {
	c := &Canvas{image.NewPaletted(image.Rect(0, 0, w, h), Palette)}
	c.Rect(c.img.Rect, ground)
	return c
}

// Image is the picture. The canvas is not used afterwards.
func (c *Canvas) Image() *image.Paletted { return c.img }

// Size is how wide and high c is, in pixels.
func (c *Canvas) Size() (w, h int) { return c.img.Rect.Dx(), c.img.Rect.Dy() }

// At is the colour of a pixel inside.
func (c *Canvas) At(x, y int) Colour { return Colour(c.img.Pix[y*c.img.Stride+x]) }

// Rect fills a rectangle.
func (c *Canvas) Rect(r image.Rectangle, ink Colour) {
	r = r.Intersect(c.img.Rect)
	if r.Empty() {
		return
	}
	first := c.img.Pix[c.img.PixOffset(r.Min.X, r.Min.Y):][:r.Dx()]
	for i := range first {
		first[i] = uint8(ink)
	}
	for y := r.Min.Y + 1; y < r.Max.Y; y++ {
		copy(c.img.Pix[c.img.PixOffset(r.Min.X, y):], first)
	}
}

// Gradient fills c from top to bottom with a ramp.
func (c *Canvas) Gradient(r Ramp, from, to float64) {
	w, h := c.Size()
	for y := range h {
		c.Rect(image.Rect(0, y, w, y+1), r.At(from+(to-from)*float64(y)/float64(max(h-1, 1))))
	}
}

// Stamp colours what a mask covers.
func (c *Canvas) Stamp(m *Mask, x, y int, ink Colour) {
	at := image.Pt(x, y).Add(m.min)
	r := image.Rect(0, 0, m.w, m.h).Add(at).Intersect(c.img.Rect)
	if r.Empty() {
		return
	}
	over := ink.over()
	for y := r.Min.Y; y < r.Max.Y; y++ {
		cover := m.cover[(y-at.Y)*m.w+r.Min.X-at.X:][:r.Dx()]
		row := c.img.Pix[c.img.PixOffset(r.Min.X, y):][:r.Dx()]
		for i, a := range cover {
			if a != 0 {
				row[i] = uint8(over[a&steps][row[i]])
			}
		}
	}
}

// Fill colours what a path encloses. A shape that is drawn often is better kept
// as a mask or a sprite.
func (c *Canvas) Fill(p *Path, ink Colour) { c.Stamp(p.Mask(), 0, 0, ink) }

// Put lays a sprite with its upper left corner at x, y.
func (c *Canvas) Put(s *Sprite, x, y int) {
	r := image.Rect(x, y, x+s.w, y+s.h).Intersect(c.img.Rect)
	if r.Empty() {
		return
	}
	for py := r.Min.Y; py < r.Max.Y; py++ {
		at := (py - y) * s.w
		from, to := r.Min.X-x, r.Max.X-x
		row := c.img.Pix[c.img.PixOffset(r.Min.X, py):][:to-from]
		a, b := from, to
		if s.cover != nil {
			run := s.solid[py-y]
			a, b = min(max(run[0], from), to), min(max(run[1], from), to)
			s.edge(row, at, from, from, a)
			s.edge(row, at, from, b, to)
		}
		for i, p := range s.pix[at+a : at+max(a, b)] {
			row[a-from+i] = uint8(p)
		}
	}
}

// edge lays the pixels from a to b of the row that begins at; row begins with
// the pixel first.
func (s *Sprite) edge(row []uint8, at, first, a, b int) {
	for i := a; i < b; i++ {
		if k := s.cover[at+i]; k != 0 {
			row[i-first] = uint8(s.pix[at+i].over()[k][row[i-first]])
		}
	}
}

// runs finds the longest opaque run of every row.
func (s *Sprite) runs() {
	s.solid = make([][2]int, s.h)
	all := true
	for y := range s.h {
		from := 0
		for x := 0; x <= s.w; x++ {
			if x < s.w && s.cover[y*s.w+x] == steps {
				continue
			}
			if run := s.solid[y]; x-from > run[1]-run[0] {
				s.solid[y] = [2]int{from, x}
			}
			from = x + 1
		}
		all = all && s.solid[y] == [2]int{0, s.w}
	}
	if all {
		s.cover, s.solid = nil, nil
	}
}

// Tile is a card: a rectangle with round corners and an edge of its own colour.
// The edge is as wide as rim, in pixels; 0 is none.
func Tile(w, h int, radius, rim float64, ground, edge Colour) *Sprite {
	c := New(w, h, edge)
	if rim > 0 {
		c.Fill(new(Path).Round(rim, rim, float64(w)-2*rim, float64(h)-2*rim, radius-rim), ground)
	} else {
		c.Rect(c.img.Rect, ground)
	}
	s := &Sprite{w: w, h: h, pix: make([]Colour, w*h), cover: make([]uint8, w*h)}
	for i, p := range c.img.Pix {
		s.pix[i] = Colour(p)
	}
	copy(s.cover, new(Path).Round(0, 0, float64(w), float64(h), radius).Mask().cover)
	s.runs()
	return s
}

type tileKey struct {
	w, h, radius, rim int
	ground, edge      Colour
}

var tileSheet Sheet[tileKey]

// Tile puts a card, as [Tile] is, of w by h pixels with its upper left corner at
// x, y. It is kept, so there must be few sizes and colours.
func (c *Canvas) Tile(x, y, w, h, radius, rim int, ground, edge Colour) {
	c.Put(tileSheet.Sprite(tileKey{w, h, radius, rim, ground, edge}, func() *Sprite {
		return Tile(w, h, float64(radius), float64(rim), ground, edge)
	}), x, y)
}
