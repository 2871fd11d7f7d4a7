package whenidream

import (
	"math"
	"math/rand/v2"

	"oneiros/games/paint"
)

// The art of this file is painted once and kept. Its figures are our own.

// tint shortens the tints of a painting.
func tint(v uint32) paint.Tint { return paint.Hex(v) }

// sky fills a painting with a night: its tints from top to bottom, its stars.
func sky(a *paint.Art, w, h float64, stars int, seed uint64, tints ...paint.Tint) {
	a.Fill(new(paint.Path).Rect(0, 0, w, h), paint.Linear(0, 0, 0, h, tints...))
	r := rand.New(rand.NewPCG(seed, 7))
	for range stars {
		x, y := r.Float64()*w, r.Float64()*h*0.75
		size := 0.7 + 1.5*r.Float64()*r.Float64()
		light := tint(0xfff4d6).Fade(0.35 + 0.6*r.Float64())
		if r.IntN(9) == 0 {
			a.Glow(x, y, size*6, light.Fade(0.35))
			a.Fill(new(paint.Path).Sparkle(x, y, size*4), paint.Solid(light))
			continue
		}
		a.Fill(new(paint.Path).Circle(x, y, size), paint.Solid(light))
	}
}

// moon paints a full moon with its halo.
func moon(a *paint.Art, x, y, r float64) {
	a.Glow(x, y, r*3.2, tint(0x8d7cb5).Fade(0.6))
	a.Glow(x, y, r*1.9, tint(0xfff4d6).Fade(0.55))
	a.Fill(new(paint.Path).Circle(x, y, r), paint.Radial(x-r*0.3, y-r*0.3, r*1.5, tint(0xfffbee), tint(0xfff0c8), tint(0xe2c999)))
	for _, c := range [][3]float64{{-0.35, -0.2, 0.2}, {0.25, 0.3, 0.26}, {0.35, -0.35, 0.12}, {-0.2, 0.5, 0.11}} {
		a.Fill(new(paint.Path).Circle(x+c[0]*r, y+c[1]*r, c[2]*r), paint.Solid(tint(0xd3b887).Fade(0.4)))
	}
}

// clouds paints a bank of clouds whose upper edge is about y.
func clouds(a *paint.Art, w, h, y float64, seed uint64, top, bottom paint.Tint) {
	r := rand.New(rand.NewPCG(seed, 11))
	p := new(paint.Path)
	for x := -40.0; x < w+60; {
		size := 28 + 44*r.Float64()
		p.Circle(x, y+18*r.Float64()+size*0.35, size)
		x += size * (0.75 + 0.5*r.Float64())
	}
	p.Rect(0, y+40, w, h-y)
	a.Fill(p, paint.Linear(0, y-50, 0, h, top, bottom))
}

// figure is the picture of a role without words; the right half stays calm.
func figure(r Role) *paint.Sprite {
	a := paint.NewArt(pictureWidth, pictureHeight, 1)
	switch r {
	case Good:
		sky(a, 800, 400, 90, 3, tint(0x0d1038), tint(0x1f2266), tint(0x3f2f86))
		a.Glow(206, 190, 250, tint(0xffd25e).Fade(0.42))
		clouds(a, 800, 400, 356, 5, tint(0x4b3f96), tint(0x241f60))
		good(a)
	case Bad:
		sky(a, 800, 400, 45, 9, tint(0x080a20), tint(0x10163f), tint(0x1b2a66))
		a.Glow(206, 210, 230, tint(0x3f6fd8).Fade(0.5))
		clouds(a, 800, 400, 350, 6, tint(0x1c2358), tint(0x0b0d2a))
		bad(a)
	case Trickster:
		sky(a, 800, 400, 70, 14, tint(0x120c33), tint(0x2c1a62), tint(0x5a3694))
		a.Glow(160, 200, 200, tint(0xffd25e).Fade(0.35))
		a.Glow(260, 200, 200, tint(0x3f6fd8).Fade(0.4))
		clouds(a, 800, 400, 356, 8, tint(0x4a3590), tint(0x251a58))
		trickster(a)
	default:
		sky(a, 800, 400, 80, 21, tint(0x0a0c2b), tint(0x171a52), tint(0x2f2472))
		a.Glow(200, 230, 230, tint(0x7a52ab).Fade(0.5))
		clouds(a, 800, 400, 356, 12, tint(0x3a3486), tint(0x1d1a55))
		masked(a)
	}
	return a.Sprite()
}

// robe is the outline of a spirit: a round head that falls into a wavy hem.
func robe(x, top, w, h float64) *paint.Path {
	p := new(paint.Path)
	hem := top + h
	p.Move(x-w, hem-20)
	p.Cube(x-w*0.98, top+h*0.55, x-w*0.82, top+h*0.42, x-w*0.72, top+w*0.72)
	p.Cube(x-w*0.72, top+w*0.3, x-w*0.42, top, x, top)
	p.Cube(x+w*0.42, top, x+w*0.72, top+w*0.3, x+w*0.72, top+w*0.72)
	p.Cube(x+w*0.82, top+h*0.42, x+w*0.98, top+h*0.55, x+w, hem-20)
	step := w / 2
	for i := range 4 {
		from := x + w - float64(i)*step
		p.Cube(from-step*0.15, hem+14, from-step*0.85, hem+14, from-step, hem-20)
	}
	return p.Close()
}

// eye paints a closed, smiling eye.
func eye(a *paint.Art, x, y, w float64, t paint.Tint) {
	a.Fill(new(paint.Path).Stroke(5, paint.Curve(paint.Pt(x-w, y+4), paint.Pt(x-w*0.5, y-w*0.7), paint.Pt(x+w*0.5, y-w*0.7), paint.Pt(x+w, y+4))...), paint.Solid(t))
}

// smile paints a mouth.
func smile(a *paint.Art, x, y, w, deep float64, t paint.Tint) {
	a.Fill(new(paint.Path).Stroke(5, paint.Curve(paint.Pt(x-w, y), paint.Pt(x-w*0.4, y+deep), paint.Pt(x+w*0.4, y+deep), paint.Pt(x+w, y))...), paint.Solid(t))
}

// good paints the good spirit: a bright fairy with a wand.
func good(a *paint.Art) {
	const x = 206.0
	// Two wings on each side, seen through.
	wing := new(paint.Path).Move(x+40, 196).Cube(x+70, 90, x+176, 66, x+184, 118).Cube(x+188, 176, x+110, 222, x+46, 222).Close()
	low := new(paint.Path).Move(x+44, 226).Cube(x+110, 220, x+160, 246, x+150, 286).Cube(x+132, 326, x+66, 290, x+40, 250).Close()
	for _, p := range []*paint.Path{low, low.Mirror(x), wing, wing.Mirror(x)} {
		a.Fill(p, paint.Radial(x, 200, 190, tint(0xfff4d6).Fade(0.85), tint(0xffd9a0).Fade(0.6), tint(0xf590ab).Fade(0.45)))
	}
	a.Fill(robe(x, 104, 92, 230), paint.Linear(x, 100, x, 350, tint(0xfffdf4), tint(0xfff0c8), tint(0xffd98c), tint(0xe8a9a0).Fade(0.85)))
	dark := tint(0x4a3066)
	eye(a, x-26, 176, 13, dark)
	eye(a, x+26, 176, 13, dark)
	smile(a, x, 196, 15, 14, dark)
	for _, s := range []float64{-1, 1} {
		a.Glow(x+s*44, 196, 16, tint(0xf590ab).Fade(0.9))
	}
	// A wreath of little stars.
	for i := range 5 {
		k := float64(i-2) * 0.42
		sx, sy := x+math.Sin(k)*78, 168-math.Cos(k)*78
		size := 9.0
		if i == 2 {
			size = 14
		}
		a.Fill(new(paint.Path).Star(sx, sy, size, 5, 0.45), paint.Radial(sx, sy, size, tint(0xfff0bf), tint(0xffc94a)))
	}
	// The wand, its light, and the hand that holds it.
	a.Fill(new(paint.Path).Stroke(6, paint.Pt(x+74, 262), paint.Pt(x+118, 172)), paint.Linear(x+74, 262, x+118, 172, tint(0xb5763a), tint(0xffe6b3)))
	a.Glow(x+124, 158, 56, tint(0xffe08a).Fade(0.95))
	a.Fill(new(paint.Path).Star(x+124, 158, 27, 5, 0.46).Turn(x+124, 158, 0.25), paint.Radial(x+118, 150, 34, tint(0xfffbe8), tint(0xffd25e), tint(0xe8a33d)))
	a.Fill(new(paint.Path).Circle(x+72, 262, 15), paint.Radial(x+68, 256, 20, tint(0xfffdf4), tint(0xffe3a8)))
	for _, s := range [][3]float64{{-118, 96, 11}, {-132, 300, 8}, {86, 92, 9}, {150, 236, 9}, {-70, 62, 7}, {168, 318, 7}} {
		a.Fill(new(paint.Path).Sparkle(x+s[0], s[1], s[2]), paint.Solid(tint(0xfff4d6)))
	}
}

// bad paints the bad spirit: horns, a grin, bats.
func bad(a *paint.Art) {
	const x = 206.0
	moon(a, 96, 86, 30)
	horn := new(paint.Path).Move(x+22, 122).Cube(x+38, 96, x+74, 96, x+86, 54).Cube(x+106, 98, x+92, 140, x+58, 158).Close()
	for _, p := range []*paint.Path{horn, horn.Mirror(x)} {
		a.Fill(p, paint.Linear(x, 54, x, 150, tint(0xc9dcff), tint(0x5f7fd0), tint(0x27336f)))
	}
	// Arms that reach out, with fingers like twigs.
	arm := new(paint.Path).Move(x+58, 214).Cube(x+104, 206, x+126, 188, x+142, 158).
		Line(x+150, 128).Line(x+156, 152).Line(x+178, 132).Line(x+168, 158).Line(x+194, 156).Line(x+170, 172).
		Cube(x+158, 222, x+118, 256, x+66, 268).Close()
	for _, p := range []*paint.Path{arm, arm.Mirror(x)} {
		a.Fill(p, paint.Linear(x, 130, x, 270, tint(0x4a5cae), tint(0x232b6b)))
	}
	body := robe(x, 108, 98, 236)
	a.Fill(body, paint.Linear(x, 100, x, 352, tint(0x4f5fb4), tint(0x2b3478), tint(0x181c4e), tint(0x10123a)))
	for _, s := range []float64{-1, 1} {
		e := new(paint.Path).Move(x+s*12, 186).Cube(x+s*18, 206, x+s*48, 204, x+s*56, 166).Close()
		if s > 0 {
			e = new(paint.Path).Hole(e)
		}
		a.Glow(x+s*34, 186, 44, tint(0x9ce4ff).Fade(0.75))
		a.Fill(e, paint.Linear(x, 166, x, 206, tint(0xffffff), tint(0xbfeaff)))
		a.Fill(new(paint.Path).Ellipse(x+s*32, 190, 5, 8), paint.Solid(tint(0x10123a)))
	}
	mouth := new(paint.Path).Move(x-46, 222).Cube(x-24, 236, x+24, 236, x+46, 222).Cube(x+34, 268, x-34, 268, x-46, 222).Close()
	a.Fill(mouth, paint.Solid(tint(0x0a0b26)))
	for i := range 5 {
		tx := x - 32 + float64(i)*16
		ty := 229 + 4*math.Cos(float64(i-2)*0.7)
		a.Fill(new(paint.Path).Polygon(paint.Pt(tx-8, ty-2), paint.Pt(tx+8, ty-2), paint.Pt(tx, ty+14)), paint.Solid(tint(0xf2f6ff)))
	}
	bat := func(bx, by, k float64, t paint.Tint) {
		half := new(paint.Path).Move(0, -4).Line(3, -12).Line(6, -5).Cube(14, -16, 30, -18, 40, -10).
			Cube(32, -10, 30, -4, 31, 3).Cube(25, -3, 18, -2, 17, 5).Cube(12, 0, 6, 1, 0, 12).Close()
		for _, p := range []*paint.Path{half, half.Mirror(0)} {
			a.Fill(p.Scale(bx, by, k), paint.Solid(t))
		}
	}
	bat(94, 92, 0.95, tint(0x090b24))
	bat(336, 70, 0.8, tint(0x3353b4))
	bat(366, 250, 0.6, tint(0x2b3f96))
}

// trickster paints the trickster: half gold, half blue, with bells and sand.
func trickster(a *paint.Art) {
	const x = 206.0
	gold := []paint.Tint{tint(0xfff0bf), tint(0xffd25e), tint(0xd98a1f), tint(0x8a4f2a)}
	blue := []paint.Tint{tint(0xd9e8ff), tint(0x6f97ee), tint(0x3353b4), tint(0x1b2f73)}
	split := func(y0, y1 float64) paint.Paint {
		g, b := paint.Linear(0, y0, 0, y1, gold...), paint.Linear(0, y0, 0, y1, blue...)
		return func(px, py float64) paint.Tint {
			if px < x {
				return g(px, py)
			}
			return b(px, py)
		}
	}
	// The cap: two drooping points with bells, behind the head.
	cap := new(paint.Path).Move(x, 156).Line(x, 66).Cube(x+44, 44, x+104, 56, x+138, 122).Cube(x+104, 110, x+84, 128, x+70, 168).Close()
	a.Fill(cap.Mirror(x), split(50, 190))
	a.Fill(cap, split(50, 190))
	a.Fill(robe(x, 104, 94, 236), split(96, 352))
	// The band of the cap.
	a.Fill(new(paint.Path).Round(x-70, 132, 140, 20, 10), paint.Linear(x-70, 0, x+70, 0, tint(0x5a3694), tint(0x7b52d6), tint(0x5a3694)))
	for i := range 7 {
		a.Fill(new(paint.Path).Star(x-54+float64(i)*18, 142, 6, 4, 0.5), paint.Solid(tint(0xfff4d6)))
	}
	for _, s := range []float64{-1, 1} {
		bx, by := x+s*140, 130.0
		a.Glow(bx, by, 30, tint(0xffe08a).Fade(0.7))
		a.Fill(new(paint.Path).Circle(bx, by, 13), paint.Radial(bx-4, by-4, 18, tint(0xfffbe8), tint(0xffd25e), tint(0xb5762a)))
		a.Fill(new(paint.Path).Stroke(3, paint.Pt(bx, by+3), paint.Pt(bx, by+11)), paint.Solid(tint(0x5a3616)))
	}
	// One eye open, one winking, a crooked smile.
	dark := tint(0x22143f)
	a.Fill(new(paint.Path).Star(x-30, 186, 22, 4, 0.42), paint.Solid(tint(0xfffdf4).Fade(0.9)))
	a.Fill(new(paint.Path).Ellipse(x-30, 186, 7, 10), paint.Solid(dark))
	a.Fill(new(paint.Path).Circle(x-32, 182, 2.5), paint.Solid(tint(0xffffff)))
	eye(a, x+30, 188, 15, dark)
	a.Fill(new(paint.Path).Stroke(5, paint.Curve(paint.Pt(x-28, 218), paint.Pt(x-8, 238), paint.Pt(x+24, 234), paint.Pt(x+38, 208))...), paint.Solid(dark))
	// Diamonds down the front.
	for i := range 3 {
		y := 262 + float64(i)*30
		a.Fill(new(paint.Path).Polygon(paint.Pt(x, y-13), paint.Pt(x+10, y), paint.Pt(x, y+13), paint.Pt(x-10, y)), paint.Solid(tint(0xfff4d6).Fade(0.9)))
	}
	// Sand that runs from one hand into the other.
	for _, s := range []float64{-1, 1} {
		hx, hy := x+s*106, 262+s*16
		a.Fill(new(paint.Path).Circle(hx, hy, 16), paint.Radial(hx-5, hy-6, 22, tint(0xfffdf4), map[bool]paint.Tint{true: tint(0xe8a33d), false: tint(0x6f97ee)}[s < 0]))
	}
	r := rand.New(rand.NewPCG(5, 5))
	for range 130 {
		t := r.Float64()
		px := x - 106 + 212*t + 7*r.NormFloat64()
		py := 236 - 120*t*(1-t)*-0.9 + 26*t + 6*r.NormFloat64()
		a.Fill(new(paint.Path).Circle(px, py, 1+1.3*r.Float64()), paint.Solid(tint(0xffe6a8).Fade(0.9)))
	}
	for _, s := range [][3]float64{{-150, 84, 9}, {-160, 220, 7}, {150, 66, 10}, {166, 206, 8}, {-128, 320, 7}, {140, 326, 7}} {
		a.Fill(new(paint.Path).Sparkle(x+s[0], s[1], s[2]), paint.Solid(tint(0xfff4d6)))
	}
}

// face paints the dreamer's head from the side of the bed: hair, mask, smile.
func face(a *paint.Art, x, y, k float64) {
	at := func(p *paint.Path) *paint.Path { return p.Scale(x, y, k) }
	a.Fill(at(new(paint.Path).Circle(0, -6, 66)), paint.Radial(x-20*k, y-30*k, 90*k, tint(0x7a4a34), tint(0x4a2a26)))
	for i := range 6 {
		w := float64(i)*0.5 - 2.9
		a.Fill(at(new(paint.Path).Circle(62*math.Cos(w), -8+60*math.Sin(w), 15)), paint.Solid(tint(0x5a3329)))
	}
	a.Fill(at(new(paint.Path).Ellipse(0, 6, 54, 56)), paint.Radial(x-14*k, y-14*k, 90*k, tint(0xffe8d2), tint(0xf6c5a4), tint(0xd99a80)))
	// A fringe.
	a.Fill(at(new(paint.Path).Move(-54, 0).Cube(-50, -60, 40, -70, 54, -6).Cube(30, -34, 6, -26, -6, -38).Cube(-16, -22, -40, -24, -54, 0).Close()), paint.Solid(tint(0x5a3329)))
	// The mask, with lids and a ribbon.
	a.Fill(at(new(paint.Path).Round(-66, -12, 132, 12, 5)), paint.Solid(tint(0x4b3490)))
	mask := new(paint.Path).Move(-52, -14).Cube(-34, -26, 34, -26, 52, -14).Cube(56, 18, 36, 32, 20, 28).Cube(8, 25, 6, 14, 0, 14).
		Cube(-6, 14, -8, 25, -20, 28).Cube(-36, 32, -56, 18, -52, -14).Close()
	a.Fill(at(mask), paint.Linear(x, y-26*k, x, y+30*k, tint(0x9a7be0), tint(0x6a45bd), tint(0x4b3490)))
	for _, s := range []float64{-1, 1} {
		a.Fill(at(new(paint.Path).Stroke(4, paint.Curve(paint.Pt(s*26-14, 0), paint.Pt(s*26-8, 11), paint.Pt(s*26+8, 11), paint.Pt(s*26+14, 0))...)), paint.Solid(tint(0xfff4d6)))
		for j := range 3 {
			lx := s*26 - 9 + float64(j)*9
			a.Fill(at(new(paint.Path).Stroke(3, paint.Pt(lx, 9), paint.Pt(lx+float64(j-1)*2, 16))), paint.Solid(tint(0xfff4d6)))
		}
		a.Glow(x+s*36*k, y+36*k, 15*k, tint(0xf58a8a).Fade(0.7))
	}
	a.Fill(at(new(paint.Path).Stroke(4, paint.Curve(paint.Pt(-11, 41), paint.Pt(-5, 49), paint.Pt(5, 49), paint.Pt(11, 41))...)), paint.Solid(tint(0x8a4a42)))
}

// zzz paints three letters that rise and grow.
func zzz(a *paint.Art, x, y, k float64) {
	for i := range 3 {
		s := (13 + 7*float64(i)) * k
		zx, zy := x+float64(i)*30*k, y-float64(i)*34*k
		z := new(paint.Path).Stroke(s*0.26, paint.Pt(zx-s/2, zy-s/2), paint.Pt(zx+s/2, zy-s/2), paint.Pt(zx-s/2, zy+s/2), paint.Pt(zx+s/2, zy+s/2))
		a.Fill(z.Turn(zx, zy, -0.15), paint.Solid(tint(0xfff4d6).Fade(0.95-0.15*float64(i))))
	}
}

// masked paints the dreamer: in bed from above the blanket, with the mask on.
func masked(a *paint.Art) {
	const x = 200.0
	a.Fill(new(paint.Path).Round(x-168, 84, 336, 250, 44), paint.Linear(0, 84, 0, 334, tint(0x9a6846), tint(0x6a412e), tint(0x4a2d24)))
	a.Fill(new(paint.Path).Round(x-148, 104, 296, 200, 34), paint.Linear(0, 104, 0, 304, tint(0x7c5139), tint(0x5a3729)))
	pillow := new(paint.Path).Move(x-122, 176).Cube(x-138, 136, x-98, 132, x-66, 138).Cube(x-20, 130, x+20, 130, x+66, 138).
		Cube(x+98, 132, x+138, 136, x+122, 176).Cube(x+140, 240, x+108, 268, x+70, 262).Line(x-70, 262).Cube(x-108, 268, x-140, 240, x-122, 176).Close()
	a.Fill(pillow, paint.Radial(x-20, 160, 170, tint(0xffffff), tint(0xece6ff), tint(0xb7abdf)))
	face(a, x, 204, 1)
	blanket := new(paint.Path).Move(x-176, 296).Cube(x-120, 262, x-60, 268, x, 268).Cube(x+60, 268, x+120, 262, x+176, 296).
		Line(x+190, 400).Line(x-190, 400).Close()
	a.Fill(blanket, paint.Linear(0, 262, 0, 400, tint(0x5b7be0), tint(0x3a4fb4), tint(0x27327e)))
	fold := new(paint.Path).Move(x-176, 296).Cube(x-120, 262, x-60, 268, x, 268).Cube(x+60, 268, x+120, 262, x+176, 296).
		Line(x+179, 322).Cube(x+120, 290, x+60, 296, x, 296).Cube(x-60, 296, x-120, 290, x-179, 322).Close()
	a.Fill(fold, paint.Linear(0, 262, 0, 322, tint(0xf4efff), tint(0xc9bcec)))
	for _, s := range [][3]float64{{-128, 350, 13}, {-62, 330, 9}, {-20, 366, 14}, {56, 336, 11}, {108, 372, 13}, {146, 336, 8}} {
		a.Fill(new(paint.Path).Star(x+s[0], s[1], s[2], 5, 0.46), paint.Solid(tint(0xffd25e).Fade(0.95)))
	}
	zzz(a, x+104, 118, 1)
}

// sleeper is the night before anything is said: a bed on a cloud, under the moon.
func sleeper() *paint.Sprite {
	a := paint.NewArt(pictureWidth, pictureHeight, 1)
	sky(a, 800, 400, 150, 33, tint(0x090b24), tint(0x15184e), tint(0x2a2270), tint(0x5a3f9c), tint(0x8a5aa8))
	moon(a, 708, 92, 58)
	clouds(a, 800, 400, 296, 31, tint(0x6a4ea6), tint(0x3a2f80))
	clouds(a, 800, 400, 338, 17, tint(0x8f6db8), tint(0x4b3990))

	// The bed, from its side: head to the right.
	wood := paint.Linear(0, 190, 0, 350, tint(0xb57c52), tint(0x7d4f36), tint(0x553327))
	a.Fill(new(paint.Path).Round(664, 186, 22, 152, 10).Circle(675, 184, 14), wood)
	a.Fill(new(paint.Path).Round(300, 236, 20, 102, 9).Circle(310, 234, 12), wood)
	a.Fill(new(paint.Path).Round(304, 296, 376, 24, 8), wood)
	a.Fill(new(paint.Path).Round(316, 268, 352, 34, 14), paint.Linear(0, 268, 0, 302, tint(0xf4efff), tint(0xb9addd)))
	a.Fill(new(paint.Path).Move(560, 270).Cube(552, 236, 590, 230, 616, 234).Cube(650, 228, 672, 240, 662, 272).Close(), paint.Linear(0, 230, 0, 272, tint(0xffffff), tint(0xcabfe8)))
	face(a, 598, 226, 0.52)
	blanket := new(paint.Path).Move(318, 300).Cube(316, 262, 340, 248, 372, 246).Cube(420, 232, 470, 222, 520, 238).
		Cube(552, 244, 566, 254, 574, 268).Line(578, 314).Line(320, 314).Close()
	a.Fill(blanket, paint.Linear(0, 228, 0, 316, tint(0x6f8cec), tint(0x4158c0), tint(0x2b378c)))
	a.Fill(new(paint.Path).Move(548, 246).Cube(562, 250, 572, 260, 576, 270).Line(580, 314).Line(556, 314).Cube(560, 290, 556, 264, 548, 246).Close(), paint.Solid(tint(0xe8e0fb)))
	for _, s := range [][3]float64{{352, 276, 9}, {396, 264, 11}, {430, 292, 9}, {466, 252, 9}, {500, 284, 12}, {534, 266, 8}} {
		a.Fill(new(paint.Path).Star(s[0], s[1], s[2], 5, 0.46), paint.Solid(tint(0xffd25e)))
	}
	zzz(a, 552, 182, 0.8)
	clouds(a, 800, 400, 364, 44, tint(0xa583c6), tint(0x6a52a6))
	// Three spirits wait around.
	ghost := func(x, y, k float64, top, bottom paint.Tint, grin bool) {
		a.Glow(x, y+40*k, 80*k, top.Fade(0.45))
		a.Fill(robe(x, y, 40*k, 100*k), paint.Linear(0, y, 0, y+100*k, top, bottom))
		dark := tint(0x22143f)
		for _, s := range []float64{-1, 1} {
			a.Fill(new(paint.Path).Ellipse(x+s*12*k, y+32*k, 3.6*k, 5*k), paint.Solid(dark))
		}
		if grin {
			smile(a, x, y+44*k, 10*k, 8*k, dark)
		}
	}
	ghost(72, 226, 0.85, tint(0xfff0c8), tint(0xe8b36a).Fade(0.75), true)
	ghost(166, 250, 0.7, tint(0x8fa8ff), tint(0x27336f).Fade(0.75), true)
	ghost(744, 236, 0.75, tint(0xd9c6ff), tint(0x7b52d6).Fade(0.75), true)
	return a.Sprite()
}

// sunrise is the ground of the two sides: a sky before the sun, as high as the
// cards need.
func sunrise(height int) *paint.Sprite {
	h := float64(height)
	a := paint.NewArt(pictureWidth, h, 1)
	sky(a, 800, h*0.5, 24, 41, tint(0x4b3490), tint(0x8a5aa8))
	a.Fill(new(paint.Path).Rect(0, 0, 800, h), paint.Linear(0, 0, 0, h, tint(0x5a3f9c), tint(0x9a5aa8), tint(0xe57f9b), tint(0xffb38f), tint(0xffe6b3)))
	a.Glow(400, h, 300, tint(0xfff4d6).Fade(0.8))
	return a.Sprite()
}

// daybreak is the end: the sun over the clouds.
func daybreak() *paint.Sprite {
	a := paint.NewArt(pictureWidth, pictureHeight, 1)
	sky(a, 800, 400, 40, 51, tint(0x4b3490), tint(0x9a5aa8), tint(0xe57f9b), tint(0xffb38f), tint(0xffe6b3))
	a.Glow(400, 300, 330, tint(0xfff4d6).Fade(0.8))
	for i := range 16 {
		w := float64(i) * math.Pi / 8
		ray := new(paint.Path).Polygon(paint.Pt(400, 300),
			paint.Pt(400+700*math.Cos(w-0.07), 300+700*math.Sin(w-0.07)), paint.Pt(400+700*math.Cos(w+0.07), 300+700*math.Sin(w+0.07)))
		a.Fill(ray, paint.Radial(400, 300, 520, tint(0xfff4d6).Fade(0.5), tint(0xfff4d6).Fade(0)))
	}
	a.Fill(new(paint.Path).Circle(400, 300, 96), paint.Radial(380, 270, 140, tint(0xfffbe8), tint(0xffe08a), tint(0xffc04a)))
	clouds(a, 800, 400, 310, 52, tint(0xf79a94), tint(0xc56ea2))
	clouds(a, 800, 400, 352, 53, tint(0xffe6b3), tint(0xffb38f))
	return a.Sprite()
}
