package paint

import (
	"image"
	"math"
	"slices"
)

// Art is painted in true colour and becomes the ground of a [Canvas], see [Scenes].
// It takes its time.
type Art struct {
	w, h int
	pix  []float32 // red, green, blue and opacity of each pixel, from 0 to 1, not premultiplied
}

// NewArt is empty art of w by h pixels.
func NewArt(w, h int) *Art { return &Art{w, h, make([]float32, 4*w*h)} }

// Copy is another painting that looks like a.
func (a *Art) Copy() *Art { return &Art{a.w, a.h, slices.Clone(a.pix)} }

// Size is how wide and high a is, in pixels.
func (a *Art) Size() (w, h float64) { return float64(a.w), float64(a.h) }

// Paint says which tint a place has, in pixels.
type Paint func(x, y float64) Tint

// Tint is a colour with its opacity, each from 0 to 1, not premultiplied.
type Tint struct{ R, G, B, A float64 }

// Hex is the opaque tint 0xRRGGBB.
func Hex(v uint32) Tint {
	c := hex(v)
	return Tint{float64(c[0]) / 255, float64(c[1]) / 255, float64(c[2]) / 255, 1}
}

// Tint is the tint of a shared ink.
func (c Colour) Tint() Tint { return Hex(inks[c]) }

// Mix is the tint a part t of the way from t0 to t1.
func Mix(t0, t1 Tint, t float64) Tint {
	return Tint{t0.R + (t1.R-t0.R)*t, t0.G + (t1.G-t0.G)*t, t0.B + (t1.B-t0.B)*t, t0.A + (t1.A-t0.A)*t}
}

// Fade is t, a times as opaque.
func (t Tint) Fade(a float64) Tint {
	t.A *= a
	return t
}

// Solid paints one tint everywhere.
func Solid(t Tint) Paint { return func(x, y float64) Tint { return t } }

// Flat paints the opaque tint 0xRRGGBB everywhere.
func Flat(v uint32) Paint { return Solid(Hex(v)) }

// Linear paints from one place to another, with the tints at equal distances.
func Linear(x0, y0, x1, y1 float64, tints ...Tint) Paint {
	dx, dy := x1-x0, y1-y0
	d := dx*dx + dy*dy
	return func(x, y float64) Tint { return between(tints, ((x-x0)*dx+(y-y0)*dy)/d) }
}

// Radial paints from a centre outwards to a radius.
func Radial(x0, y0, r float64, tints ...Tint) Paint {
	return func(x, y float64) Tint { return between(tints, math.Hypot(x-x0, y-y0)/r) }
}

func between(tints []Tint, t float64) Tint {
	t = min(max(t, 0), 1) * float64(len(tints)-1)
	i := min(int(t), max(len(tints)-2, 0))
	if i+1 >= len(tints) {
		return tints[i]
	}
	return Mix(tints[i], tints[i+1], t-float64(i))
}

// Fill paints what a path encloses.
func (a *Art) Fill(p *Path, with Paint) { a.fill(p, with, 255) }

// Cut is Fill with the edges of a [Canvas], which take fewer bytes. It is for a painting of
// flat shapes.
func (a *Art) Cut(p *Path, with Paint) { a.fill(p, with, steps) }

// fill paints what a path encloses, with so many strengths at its edge.
func (a *Art) fill(p *Path, with Paint, strengths int) {
	x0, y0, x1, y1 := p.bounds()
	r := image.Rect(int(math.Floor(x0)), int(math.Floor(y0)), int(math.Ceil(x1)), int(math.Ceil(y1))).
		Intersect(image.Rect(0, 0, a.w, a.h))
	if r.Empty() {
		return
	}
	cover := p.alpha(r.Min, r.Dx(), r.Dy())
	for y := r.Min.Y; y < r.Max.Y; y++ {
		for x := r.Min.X; x < r.Max.X; x++ {
			c := cover.Pix[(y-r.Min.Y)*cover.Stride+x-r.Min.X]
			if c == 0 {
				continue
			}
			t := with(float64(x)+0.5, float64(y)+0.5)
			o := float32(t.A * float64((int(c)*strengths+127)/255) / float64(strengths))
			if o <= 0 {
				continue
			}
			px := a.pix[4*(y*a.w+x):][:4]
			under := px[3] * (1 - o)
			all := o + under
			for j, v := range [3]float64{t.R, t.G, t.B} {
				px[j] = (float32(v)*o + px[j]*under) / all
			}
			px[3] = all
		}
	}
}

// Shine is the paint of a light that fades from its centre to a radius.
func Shine(x, y, r float64, t Tint) Paint {
	return func(px, py float64) Tint {
		d := min(math.Hypot(px-x, py-y)/r, 1)
		s := 1 - d*d*(3-2*d)
		return t.Fade(s * s)
	}
}

// Glow paints a light that fades from its centre to a radius.
func (a *Art) Glow(x, y, r float64, t Tint) {
	a.Fill(new(Path).Circle(x, y, r), Shine(x, y, r, t))
}

// at is the colour of a pixel on the night.
func (a *Art) at(x, y int) (c rgb) {
	px := a.pix[4*(y*a.w+x):][:4]
	night := hex(inks[Night])
	for j := range c {
		v := px[j]*px[3] + float32(night[j])/255*(1-px[3])
		c[j] = uint8(min(max(v, 0), 1)*255 + 0.5)
	}
	return c
}

// scene returns the painting in the nearest colours of a palette. Unpainted parts
// are Night. Nothing is dithered. The colours of the palette are so close that
// no viewer sees their borders, but people do see dots.
func (a *Art) scene(p *Palette) *image.Paletted {
	img := image.NewPaletted(image.Rect(0, 0, a.w, a.h), p.model)
	found := map[rgb]uint8{}
	for y := range a.h {
		for x := range a.w {
			c := a.at(x, y)
			i, ok := found[c]
			if !ok {
				i = p.nearest(c)
				found[c] = i
			}
			img.Pix[y*img.Stride+x] = i
		}
	}
	return img
}
