package paint

import (
	"image"
	"math"
)

// Art is painted in true colour and becomes a sprite. It takes its time.
type Art struct {
	w, h int
	k    float64   // pixels for one unit
	pix  []float32 // red, green, blue and opacity of each pixel, from 0 to 1, not premultiplied
}

// NewArt is empty art of w by h units, each k pixels wide: so the same drawing
// can be made in any size.
func NewArt(w, h, k float64) *Art {
	a := &Art{w: int(math.Round(w * k)), h: int(math.Round(h * k)), k: k}
	a.pix = make([]float32, 4*a.w*a.h)
	return a
}

// Paint says which colour a place has, in units.
type Paint func(x, y float64) Tint

// Tint is a colour with its opacity, each from 0 to 1, not premultiplied.
type Tint struct{ R, G, B, A float64 }

// Hex is the opaque tint 0xRRGGBB.
func Hex(v uint32) Tint {
	c := hex(v)
	return Tint{float64(c[0]) / 255, float64(c[1]) / 255, float64(c[2]) / 255, 1}
}

// Tint is the tint of a colour of the palette.
func (c Colour) Tint() Tint {
	p := palette[c]
	return Tint{float64(p[0]) / 255, float64(p[1]) / 255, float64(p[2]) / 255, 1}
}

// Fade is t, a times as opaque.
func (t Tint) Fade(a float64) Tint {
	t.A *= a
	return t
}

// Solid paints one tint everywhere.
func Solid(t Tint) Paint { return func(x, y float64) Tint { return t } }

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
	a, b, u := tints[i], tints[i+1], t-float64(i)
	return Tint{a.R + (b.R-a.R)*u, a.G + (b.G-a.G)*u, a.B + (b.B-a.B)*u, a.A + (b.A-a.A)*u}
}

// Fill paints what a path encloses, in units.
func (a *Art) Fill(p *Path, with Paint) {
	q := p.Scale(0, 0, a.k)
	x0, y0, x1, y1 := q.bounds()
	r := image.Rect(int(math.Floor(x0)), int(math.Floor(y0)), int(math.Ceil(x1)), int(math.Ceil(y1))).
		Intersect(image.Rect(0, 0, a.w, a.h))
	if r.Empty() {
		return
	}
	cover := q.alpha(r.Min, r.Dx(), r.Dy())
	for y := r.Min.Y; y < r.Max.Y; y++ {
		for x := r.Min.X; x < r.Max.X; x++ {
			c := cover.Pix[(y-r.Min.Y)*cover.Stride+x-r.Min.X]
			if c == 0 {
				continue
			}
			t := with((float64(x)+0.5)/a.k, (float64(y)+0.5)/a.k)
			o := float32(t.A * float64(c) / 255)
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

// Glow paints a light that fades away from its centre.
func (a *Art) Glow(x, y, r float64, t Tint) {
	a.Fill(new(Path).Circle(x, y, r), func(px, py float64) Tint {
		d := min(math.Hypot(px-x, py-y)/r, 1)
		s := 1 - d*d*(3-2*d)
		return t.Fade(s * s)
	})
}

// Sprite is a in the colours of the palette.
func (a *Art) Sprite() *Sprite {
	s := &Sprite{w: a.w, h: a.h, pix: make([]Colour, a.w*a.h), cover: make([]uint8, a.w*a.h)}
	q := quantiser{}
	for i := range s.pix {
		px := a.pix[4*i:][:4]
		s.cover[i] = uint8(math.Round(float64(px[3]) * steps))
		if s.cover[i] == 0 {
			continue
		}
		var c rgb
		for j := range c {
			c[j] = uint8(math.Round(float64(min(max(px[j], 0), 1)) * 255))
		}
		s.pix[i] = q.at(i%a.w, i/a.w, c)
	}
	s.runs()
	return s
}

// quantiser finds colours of the palette, and keeps what it found.
type quantiser map[rgb]dither

// dither is a colour as two of the palette: the second on so many of 64 pixels.
type dither struct {
	a, b Colour
	of   uint8
}

// near is a distance that no eye sees: one colour is enough.
const near = 40

// at is the colour of the palette for c at a pixel.
func (q quantiser) at(x, y int, c rgb) Colour {
	d, ok := q[c]
	if !ok {
		d = split(c)
		q[c] = d
	}
	if bayer[y&7][x&7] < d.of {
		return d.b
	}
	return d.a
}

// split finds the two colours of the palette whose mixture is nearest to c; the
// second is looked for beyond c, seen from the first.
func split(c rgb) dither {
	a, far := nearest(c)
	if far <= near {
		return dither{a: a, b: a}
	}
	best := dither{a: a, b: a}
	for k := 1; k <= 3; k++ {
		var beyond rgb
		for j := range c {
			beyond[j] = uint8(min(max(int(c[j])+k*(int(c[j])-int(palette[a][j])), 0), 255))
		}
		b, _ := nearest(beyond)
		if b == a {
			continue
		}
		// Which part of the way from a to b comes nearest to c?
		var dot, len float64
		for j := range c {
			ab := float64(palette[b][j]) - float64(palette[a][j])
			dot += ab * (float64(c[j]) - float64(palette[a][j]))
			len += ab * ab
		}
		of := min(max(dot/len, 0), 1)
		var m rgb
		for j := range m {
			m[j] = uint8(float64(palette[a][j]) + of*(float64(palette[b][j])-float64(palette[a][j])))
		}
		if e := distance(m, c); e < far {
			far, best = e, dither{a: a, b: b, of: uint8(math.Round(of * 64))}
		}
	}
	return best
}

// bayer is the order in which the pixels of a square of eight change over.
var bayer = func() (m [8][8]uint8) {
	for y := range 8 {
		for x := range 8 {
			v := 0
			for bit := range 3 {
				bx, by := x>>bit&1, y>>bit&1
				v |= ((bx^by)<<1 | by) << (2 * (2 - bit))
			}
			m[y][x] = uint8(v)
		}
	}
	return m
}()
