package paint

import (
	"math"
	"math/rand/v2"
)

// Sky paints a night over the whole painting: its tints from top to bottom, and
// stars above the ground. The seed says where they are.
func (a *Art) Sky(stars int, seed uint64, tints ...Tint) {
	w, h := a.Size()
	a.Fill(new(Path).Rect(0, 0, w, h), Linear(0, 0, 0, h, tints...))
	r := rand.New(rand.NewPCG(seed, 7))
	for range stars {
		x, y := r.Float64()*w, r.Float64()*h*0.8
		size := 0.7 + 1.5*r.Float64()*r.Float64()
		light := Hex(0xfff4d6).Fade(0.35 + 0.6*r.Float64())
		if r.IntN(9) == 0 {
			a.Glow(x, y, size*6, light.Fade(0.35))
			a.Fill(new(Path).Sparkle(x, y, size*4), Solid(light))
			continue
		}
		a.Fill(new(Path).Circle(x, y, size), Solid(light))
	}
}

// Clouds paints a bank of clouds, or of soft hills, from about y down to the
// bottom. The seed says how they roll.
func (a *Art) Clouds(y float64, seed uint64, upper, lower Tint) {
	w, h := a.Size()
	r := rand.New(rand.NewPCG(seed, 11))
	p := new(Path)
	for x := -40.0; x < w+60; {
		size := 28 + 44*r.Float64()
		p.Circle(x, y+18*r.Float64()+size*0.35, size)
		x += size * (0.75 + 0.5*r.Float64())
	}
	p.Rect(0, y+40, w, h-y)
	a.Fill(p, Linear(0, y-50, 0, h, upper, lower))
}

// Daybreak paints a morning over the whole painting. It has a sky, and in the
// middle, at y, the sun with its rays. Paint what is before the sun afterwards.
func (a *Art) Daybreak(y float64, seed uint64) {
	w, _ := a.Size()
	x := w / 2
	a.Sky(40, seed, Hex(0x4b3490), Hex(0x9a5aa8), Hex(0xe57f9b), Hex(0xffb38f), Hex(0xffe6b3))
	a.Glow(x, y, 330, Hex(0xfff4d6).Fade(0.8))
	for i := range 16 {
		turn := float64(i) * math.Pi / 8
		end := func(by float64) Point {
			sin, cos := math.Sincos(turn + by)
			return Pt(x+700*cos, y+700*sin)
		}
		a.Fill(new(Path).Polygon(Pt(x, y), end(-0.07), end(0.07)), Radial(x, y, 520, Hex(0xfff4d6).Fade(0.5), Hex(0xfff4d6).Fade(0)))
	}
	a.Fill(new(Path).Circle(x, y, 94), Radial(x-20, y-30, 140, Hex(0xfffbe8), Hex(0xffe08a), Hex(0xffc04a)))
}

// Smile paints a mouth of a line of a width. It is twice w wide and deep at its
// middle; a negative depth makes it sad.
func (a *Art) Smile(width, x, y, w, deep float64, t Tint) {
	a.Fill(new(Path).Stroke(width, Curve(Pt(x-w, y), Pt(x-w*0.4, y+deep), Pt(x+w*0.4, y+deep), Pt(x+w, y))...), Solid(t))
}
