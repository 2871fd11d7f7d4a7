package picture

import (
	"math"

	"oneiros/games/paint"
	"oneiros/games/somnicum/kit"
)

// Cover is the picture by which people know the game. It has no words.
var Cover = paint.Cover(astrolabe)

// astrolabe paints an orrery that floats over clouds: the sand of dreams in its middle,
// the sun and the moon as flywheels, and dreams on its ring.
func astrolabe(a *paint.Art) {
	a.Sky(110, 57, paint.Hex(0x0b0d36), paint.Hex(0x1f1d66), paint.Hex(0x4a2f86), paint.Hex(0x8a4a8f))
	a.Clouds(366, 14, paint.Hex(0x9a5f9c), paint.Hex(0x4a2f7a))
	a.Glow(400, 190, 300, paint.Hex(0xe59ac0).Fade(0.45))
	hoop := func(rx, ry, width float64) {
		outerEdge, innerEdge := path().Ellipse(0, 0, rx, ry), path().Ellipse(0, -1, rx-width, ry-width*0.6)
		a.Fill(outerEdge.Hole(innerEdge).Turn(0, 0, -0.07).Scale(400, 196, 1),
			paint.Linear(400-rx, 0, 400+rx, 0, paint.Hex(0x8a6430), paint.Hex(0xf6dd9a), paint.Hex(0xb98a42), paint.Hex(0xf6dd9a), paint.Hex(0x8a6430)))
	}
	on := func(angle, rx, ry float64) paint.Point {
		sin, cos := math.Sincos(angle)
		x, y := rx*cos, ry*sin
		s, c := math.Sincos(-0.07)
		return pt(400+x*c-y*s, 196+x*s+y*c)
	}
	hoop(372, 158, 9)
	hoop(236, 96, 6)
	// The dreams behind the sand, then the sand, then those before it.
	far := []struct {
		sign  string
		angle float64
		size  float64
	}{{"comet", -1.57, 58}, {"tower", -1.12, 60}, {"whale", -2.02, 60}, {"rose", -0.68, 64}, {"octopus", -2.46, 64}}
	for _, d := range far {
		p := on(d.angle, 366, 152)
		floating(a, d.sign, p.X, p.Y-8, d.size, (p.X-400)*0.0006)
	}
	sandman(a, 400, 188)
	wheelOf(a, kit.White, on(0.12, 236, 96), 62)
	wheelOf(a, kit.Black, on(math.Pi+0.16, 236, 96), 62)
	near := []struct {
		sign  string
		angle float64
		size  float64
	}{{"moon", 0.2, 74}, {"dragon", 2.94, 74}, {"ship", 0.74, 84}, {"rocket", 2.4, 84}, {"cat", 1.28, 88}, {"planet", 1.88, 88}}
	for _, d := range near {
		p := on(d.angle, 366, 152)
		floating(a, d.sign, p.X, p.Y-10, d.size, (p.X-400)*0.0006)
	}
	for _, s := range [][3]float64{{60, 60, 14}, {150, 44, 8}, {752, 52, 14}, {610, 130, 8}, {292, 96, 8}, {470, 40, 9}} {
		a.Fill(path().Sparkle(s[0], s[1], s[2]), paint.Flat(0xfff4d6))
	}
}

// floating paints a card with a particle around a place, a little turned.
func floating(a *paint.Art, sign string, x, y, size, angle float64) {
	var plot kit.Plot
	for p := kit.Particle(1); p <= kit.ParticleKinds; p++ {
		if p.Name() == sign {
			plot = p.Plot()
		}
	}
	ground := paint.Hex(looks[livery[plot][1]-paint.Own])
	bright := paint.Hex(looks[livery[plot][0]-paint.Own])
	turned := func(p *paint.Path) *paint.Path { return p.Turn(x, y, angle) }
	w, h := size*0.86, size*1.12
	a.Fill(turned(path().Round(x-w/2+4, y-h/2+6, w, h, size*0.14)), paint.Solid(paint.Hex(0x0a0420).Fade(0.4)))
	a.Fill(turned(path().Round(x-w/2, y-h/2, w, h, size*0.14)), paint.Linear(0, y-h/2, 0, y+h/2, paint.Hex(0xf6dd9a), paint.Hex(0xa87a38)))
	a.Fill(turned(path().Round(x-w/2+3, y-h/2+3, w-6, h-6, size*0.11)), paint.Linear(0, y-h/2, 0, y+h/2, paint.Mix(ground, bright, 0.45), ground))
	k := size * 0.66
	a.Fill(turned(plates[plot].Path().Scale(x-k/2, y-k/2, k)), paint.Solid(bright))
	in := k * inner[plot]
	a.Fill(turned(signs[sign].Path().Scale(x-in/2, y-in/2, in)), paint.Flat(0xfff4d6))
}

// wheelOf paints a flywheel around a place.
func wheelOf(a *paint.Art, w kit.Wheel, at paint.Point, size float64) {
	x, y := at.X, at.Y
	rim, face, ground := paint.Hex(0xd9cffd), paint.Hex(0xfff4d6), paint.Hex(0x14154a)
	if w == kit.White {
		rim, face, ground = paint.Hex(0xffd25e), paint.Hex(0xd98a1f), paint.Hex(0xfff0bf)
	}
	a.Glow(x, y, size*1.5, rim.Fade(0.6))
	a.Fill(gearSign.Path().Scale(x-size, y-size, 2*size), paint.Linear(0, y-size, 0, y+size, rim, paint.Mix(rim, paint.Hex(0x3a2a66), 0.45)))
	a.Fill(path().Circle(x, y, size*0.78), paint.Solid(ground))
	sign := moonSign
	if w == kit.White {
		sign = sunSign
	}
	a.Fill(sign.Path().Scale(x-size*0.68, y-size*0.68, size*1.36), paint.Solid(face))
}

// sandman paints the hourglass of dreams around a place.
func sandman(a *paint.Art, x, y float64) {
	a.Glow(x, y, 150, paint.Hex(0xffe0c0).Fade(0.7))
	wood := paint.Linear(x-62, 0, x+62, 0, paint.Hex(0x7d5a2a), paint.Hex(0xf3d48a), paint.Hex(0x9a6f34))
	glass := path().Move(x-44, y-80).Line(x+44, y-80).Cube(x+44, y-34, x+9, y-22, x+7, y).Cube(x+9, y+22, x+44, y+34, x+44, y+80).
		Line(x-44, y+80).Cube(x-44, y+34, x-9, y+22, x-7, y).Cube(x-9, y-22, x-44, y-34, x-44, y-80).Close()
	a.Fill(glass, paint.Linear(0, y-80, 0, y+80, paint.Hex(0xd9e8ff).Fade(0.5), paint.Hex(0x8f8fe0).Fade(0.45)))
	sand := paint.Linear(0, y-60, 0, y+80, paint.Hex(0xffe9a8), paint.Hex(0xf0b84a))
	a.Fill(path().Move(x-38, y-48).Quad(x, y-38, x+38, y-48).Cube(x+32, y-26, x+9, y-18, x+5, y).Line(x-5, y).Cube(x-9, y-18, x-32, y-26, x-38, y-48).Close(), sand)
	a.Fill(path().Rect(x-2.5, y, 5, 62), sand)
	a.Fill(path().Move(x-41, y+78).Cube(x-34, y+52, x-14, y+44, x, y+36).Cube(x+14, y+44, x+34, y+52, x+41, y+78).Close(), sand)
	for _, dy := range []float64{-92, 80} {
		a.Fill(path().Round(x-60, y+dy, 120, 14, 6), wood)
	}
	for _, dx := range []float64{-54, 46} {
		a.Fill(path().Round(x+dx, y-82, 8, 166, 4), wood)
	}
	for _, s := range [][3]float64{{-16, -60, 5}, {14, -64, 4}, {-10, 62, 4}, {16, 66, 5}} {
		a.Fill(path().Sparkle(x+s[0], y+s[1], s[2]*2), paint.Flat(0xffffff))
	}
}
