package picture

import (
	"math"
	"math/rand/v2"

	"oneiros/games/paint"
	"oneiros/games/whenidream/kit"
)

// Each painting is made once and kept. The figures are drawn for this game.

// moon paints a full moon with its halo.
func moon(a *paint.Art, x, y, r float64) {
	a.Glow(x, y, r*3.2, paint.Hex(0x8d7cb5).Fade(0.6))
	a.Glow(x, y, r*1.9, paint.Hex(0xfff4d6).Fade(0.55))
	a.Fill(new(paint.Path).Circle(x, y, r), paint.Radial(x-r*0.3, y-r*0.3, r*1.5, paint.Hex(0xfffbee), paint.Hex(0xfff0c8), paint.Hex(0xe2c999)))
	for _, c := range [][3]float64{{-0.35, -0.2, 0.2}, {0.25, 0.3, 0.26}, {0.35, -0.35, 0.12}, {-0.2, 0.5, 0.11}} {
		a.Fill(new(paint.Path).Circle(x+c[0]*r, y+c[1]*r, c[2]*r), paint.Solid(paint.Hex(0xd3b887).Fade(0.4)))
	}
}

// figure is the picture of a role without words; the right half stays calm.
func figure(r kit.Role) *paint.Art {
	a := paint.NewArt(Width, PanelHeight)
	switch r {
	case kit.Good:
		a.Sky(90, 3, paint.Hex(0x0d1038), paint.Hex(0x1f2266), paint.Hex(0x3f2f86))
		a.Glow(206, 190, 250, paint.Hex(0xffd25e).Fade(0.42))
		a.Clouds(356, 5, paint.Hex(0x4b3f96), paint.Hex(0x241f60))
		good(a)
	case kit.Bad:
		a.Sky(45, 9, paint.Hex(0x080a20), paint.Hex(0x10163f), paint.Hex(0x1b2a66))
		a.Glow(206, 210, 230, paint.Hex(0x3f6fd8).Fade(0.5))
		a.Clouds(350, 6, paint.Hex(0x1c2358), paint.Hex(0x0b0d2a))
		bad(a)
	case kit.Trickster:
		a.Sky(70, 14, paint.Hex(0x120c33), paint.Hex(0x2c1a62), paint.Hex(0x5a3694))
		a.Glow(160, 200, 200, paint.Hex(0xffd25e).Fade(0.35))
		a.Glow(260, 200, 200, paint.Hex(0x3f6fd8).Fade(0.4))
		a.Clouds(356, 8, paint.Hex(0x4a3590), paint.Hex(0x251a58))
		trickster(a)
	default:
		a.Sky(80, 21, paint.Hex(0x0a0c2b), paint.Hex(0x171a52), paint.Hex(0x2f2472))
		a.Glow(200, 230, 230, paint.Hex(0x7a52ab).Fade(0.5))
		a.Clouds(356, 12, paint.Hex(0x3a3486), paint.Hex(0x1d1a55))
		masked(a)
	}
	return a
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

// good paints the good spirit: a bright fairy with a wand.
func good(a *paint.Art) {
	const x = 206.0
	// Two wings on each side, seen through.
	wing := new(paint.Path).Move(x+40, 196).Cube(x+70, 90, x+176, 66, x+184, 118).Cube(x+188, 176, x+110, 222, x+46, 222).Close()
	low := new(paint.Path).Move(x+44, 226).Cube(x+110, 220, x+160, 246, x+150, 286).Cube(x+132, 326, x+66, 290, x+40, 250).Close()
	for _, p := range []*paint.Path{low, low.Mirror(x), wing, wing.Mirror(x)} {
		a.Fill(p, paint.Radial(x, 200, 190, paint.Hex(0xfff4d6).Fade(0.85), paint.Hex(0xffd9a0).Fade(0.6), paint.Hex(0xf590ab).Fade(0.45)))
	}
	a.Fill(robe(x, 104, 92, 230), paint.Linear(x, 100, x, 350, paint.Hex(0xfffdf4), paint.Hex(0xfff0c8), paint.Hex(0xffd98c), paint.Hex(0xe8a9a0).Fade(0.85)))
	dark := paint.Hex(0x4a3066)
	eye(a, x-26, 176, 13, dark)
	eye(a, x+26, 176, 13, dark)
	a.Smile(5, x, 196, 15, 14, dark)
	for _, s := range []float64{-1, 1} {
		a.Glow(x+s*44, 196, 16, paint.Hex(0xf590ab).Fade(0.9))
	}
	// A wreath of little stars.
	for i := range 5 {
		k := float64(i-2) * 0.42
		sx, sy := x+math.Sin(k)*78, 168-math.Cos(k)*78
		size := 9.0
		if i == 2 {
			size = 14
		}
		a.Fill(new(paint.Path).Star(sx, sy, size, 5, 0.45), paint.Radial(sx, sy, size, paint.Hex(0xfff0bf), paint.Hex(0xffc94a)))
	}
	// The wand, its light, and the hand that holds it.
	a.Fill(new(paint.Path).Stroke(6, paint.Pt(x+74, 262), paint.Pt(x+118, 172)), paint.Linear(x+74, 262, x+118, 172, paint.Hex(0xb5763a), paint.Hex(0xffe6b3)))
	a.Glow(x+124, 158, 56, paint.Hex(0xffe08a).Fade(0.95))
	a.Fill(new(paint.Path).Star(x+124, 158, 27, 5, 0.46).Turn(x+124, 158, 0.25), paint.Radial(x+118, 150, 34, paint.Hex(0xfffbe8), paint.Hex(0xffd25e), paint.Hex(0xe8a33d)))
	a.Fill(new(paint.Path).Circle(x+72, 262, 15), paint.Radial(x+68, 256, 20, paint.Hex(0xfffdf4), paint.Hex(0xffe3a8)))
	for _, s := range [][3]float64{{-118, 96, 11}, {-132, 300, 8}, {86, 92, 9}, {150, 236, 9}, {-70, 62, 7}, {168, 318, 7}} {
		a.Fill(new(paint.Path).Sparkle(x+s[0], s[1], s[2]), paint.Flat(0xfff4d6))
	}
}

// bad paints the bad spirit: horns, a grin, bats.
func bad(a *paint.Art) {
	const x = 206.0
	moon(a, 96, 86, 30)
	horn := new(paint.Path).Move(x+22, 122).Cube(x+38, 96, x+74, 96, x+86, 54).Cube(x+106, 98, x+92, 140, x+58, 158).Close()
	for _, p := range []*paint.Path{horn, horn.Mirror(x)} {
		a.Fill(p, paint.Linear(x, 54, x, 150, paint.Hex(0xc9dcff), paint.Hex(0x5f7fd0), paint.Hex(0x27336f)))
	}
	// Arms that reach out, with fingers like twigs.
	arm := new(paint.Path).Move(x+58, 214).Cube(x+104, 206, x+126, 188, x+142, 158).
		Line(x+150, 128).Line(x+156, 152).Line(x+178, 132).Line(x+168, 158).Line(x+194, 156).Line(x+170, 172).
		Cube(x+158, 222, x+118, 256, x+66, 268).Close()
	for _, p := range []*paint.Path{arm, arm.Mirror(x)} {
		a.Fill(p, paint.Linear(x, 130, x, 270, paint.Hex(0x4a5cae), paint.Hex(0x232b6b)))
	}
	body := robe(x, 108, 98, 236)
	a.Fill(body, paint.Linear(x, 100, x, 352, paint.Hex(0x4f5fb4), paint.Hex(0x2b3478), paint.Hex(0x181c4e), paint.Hex(0x10123a)))
	for _, s := range []float64{-1, 1} {
		e := new(paint.Path).Move(x+s*12, 186).Cube(x+s*18, 206, x+s*48, 204, x+s*56, 166).Close()
		if s > 0 {
			e = new(paint.Path).Hole(e)
		}
		a.Glow(x+s*34, 186, 44, paint.Hex(0x9ce4ff).Fade(0.75))
		a.Fill(e, paint.Linear(x, 166, x, 206, paint.Hex(0xffffff), paint.Hex(0xbfeaff)))
		a.Fill(new(paint.Path).Ellipse(x+s*32, 190, 5, 8), paint.Flat(0x10123a))
	}
	mouth := new(paint.Path).Move(x-46, 222).Cube(x-24, 236, x+24, 236, x+46, 222).Cube(x+34, 268, x-34, 268, x-46, 222).Close()
	a.Fill(mouth, paint.Flat(0x0a0b26))
	for i := range 5 {
		tx := x - 32 + float64(i)*16
		ty := 229 + 4*math.Cos(float64(i-2)*0.7)
		a.Fill(new(paint.Path).Polygon(paint.Pt(tx-8, ty-2), paint.Pt(tx+8, ty-2), paint.Pt(tx, ty+14)), paint.Flat(0xf2f6ff))
	}
	bat := func(bx, by, k float64, t paint.Tint) {
		half := new(paint.Path).Move(0, -4).Line(3, -12).Line(6, -5).Cube(14, -16, 30, -18, 40, -10).
			Cube(32, -10, 30, -4, 31, 3).Cube(25, -3, 18, -2, 17, 5).Cube(12, 0, 6, 1, 0, 12).Close()
		for _, p := range []*paint.Path{half, half.Mirror(0)} {
			a.Fill(p.Scale(bx, by, k), paint.Solid(t))
		}
	}
	bat(94, 92, 0.95, paint.Hex(0x090b24))
	bat(336, 70, 0.8, paint.Hex(0x3353b4))
	bat(366, 250, 0.6, paint.Hex(0x2b3f96))
}

// trickster paints the trickster: half gold, half blue, with bells and sand.
func trickster(a *paint.Art) {
	const x = 206.0
	gold := []paint.Tint{paint.Hex(0xfff0bf), paint.Hex(0xffd25e), paint.Hex(0xd98a1f), paint.Hex(0x8a4f2a)}
	blue := []paint.Tint{paint.Hex(0xd9e8ff), paint.Hex(0x6f97ee), paint.Hex(0x3353b4), paint.Hex(0x1b2f73)}
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
	a.Fill(new(paint.Path).Round(x-70, 132, 140, 20, 10), paint.Linear(x-70, 0, x+70, 0, paint.Hex(0x5a3694), paint.Hex(0x7b52d6), paint.Hex(0x5a3694)))
	for i := range 7 {
		a.Fill(new(paint.Path).Star(x-54+float64(i)*18, 142, 6, 4, 0.5), paint.Flat(0xfff4d6))
	}
	for _, s := range []float64{-1, 1} {
		bx, by := x+s*140, 130.0
		a.Glow(bx, by, 30, paint.Hex(0xffe08a).Fade(0.7))
		a.Fill(new(paint.Path).Circle(bx, by, 13), paint.Radial(bx-4, by-4, 18, paint.Hex(0xfffbe8), paint.Hex(0xffd25e), paint.Hex(0xb5762a)))
		a.Fill(new(paint.Path).Stroke(3, paint.Pt(bx, by+3), paint.Pt(bx, by+11)), paint.Flat(0x5a3616))
	}
	// One eye open, one winking, a crooked smile.
	dark := paint.Hex(0x22143f)
	a.Fill(new(paint.Path).Star(x-30, 186, 22, 4, 0.42), paint.Solid(paint.Hex(0xfffdf4).Fade(0.9)))
	a.Fill(new(paint.Path).Ellipse(x-30, 186, 7, 10), paint.Solid(dark))
	a.Fill(new(paint.Path).Circle(x-32, 182, 2.5), paint.Flat(0xffffff))
	eye(a, x+30, 188, 15, dark)
	a.Fill(new(paint.Path).Stroke(5, paint.Curve(paint.Pt(x-28, 218), paint.Pt(x-8, 238), paint.Pt(x+24, 234), paint.Pt(x+38, 208))...), paint.Solid(dark))
	// Diamonds down the front.
	for i := range 3 {
		y := 262 + float64(i)*30
		a.Fill(new(paint.Path).Polygon(paint.Pt(x, y-13), paint.Pt(x+10, y), paint.Pt(x, y+13), paint.Pt(x-10, y)), paint.Solid(paint.Hex(0xfff4d6).Fade(0.9)))
	}
	// Sand that runs from one hand into the other.
	for _, s := range []float64{-1, 1} {
		hx, hy := x+s*106, 262+s*16
		a.Fill(new(paint.Path).Circle(hx, hy, 16), paint.Radial(hx-5, hy-6, 22, paint.Hex(0xfffdf4), map[bool]paint.Tint{true: paint.Hex(0xe8a33d), false: paint.Hex(0x6f97ee)}[s < 0]))
	}
	r := rand.New(rand.NewPCG(5, 5))
	for range 130 {
		t := r.Float64()
		px := x - 106 + 212*t + 7*r.NormFloat64()
		py := 236 - 120*t*(1-t)*-0.9 + 26*t + 6*r.NormFloat64()
		a.Fill(new(paint.Path).Circle(px, py, 1+1.3*r.Float64()), paint.Solid(paint.Hex(0xffe6a8).Fade(0.9)))
	}
	for _, s := range [][3]float64{{-150, 84, 9}, {-160, 220, 7}, {150, 66, 10}, {166, 206, 8}, {-128, 320, 7}, {140, 326, 7}} {
		a.Fill(new(paint.Path).Sparkle(x+s[0], s[1], s[2]), paint.Flat(0xfff4d6))
	}
}

// face paints the dreamer's head from the side of the bed: hair, mask, smile.
func face(a *paint.Art, x, y, k float64) {
	at := func(p *paint.Path) *paint.Path { return p.Scale(x, y, k) }
	a.Fill(at(new(paint.Path).Circle(0, -6, 66)), paint.Radial(x-20*k, y-30*k, 90*k, paint.Hex(0x7a4a34), paint.Hex(0x4a2a26)))
	for i := range 6 {
		w := float64(i)*0.5 - 2.9
		a.Fill(at(new(paint.Path).Circle(62*math.Cos(w), -8+60*math.Sin(w), 15)), paint.Flat(0x5a3329))
	}
	a.Fill(at(new(paint.Path).Ellipse(0, 6, 54, 56)), paint.Radial(x-14*k, y-14*k, 90*k, paint.Hex(0xffe8d2), paint.Hex(0xf6c5a4), paint.Hex(0xd99a80)))
	// A fringe.
	a.Fill(at(new(paint.Path).Move(-54, 0).Cube(-50, -60, 40, -70, 54, -6).Cube(30, -34, 6, -26, -6, -38).Cube(-16, -22, -40, -24, -54, 0).Close()), paint.Flat(0x5a3329))
	// The mask, with lids and a ribbon.
	a.Fill(at(new(paint.Path).Round(-66, -12, 132, 12, 5)), paint.Flat(0x4b3490))
	mask := new(paint.Path).Move(-52, -14).Cube(-34, -26, 34, -26, 52, -14).Cube(56, 18, 36, 32, 20, 28).Cube(8, 25, 6, 14, 0, 14).
		Cube(-6, 14, -8, 25, -20, 28).Cube(-36, 32, -56, 18, -52, -14).Close()
	a.Fill(at(mask), paint.Linear(x, y-26*k, x, y+30*k, paint.Hex(0x9a7be0), paint.Hex(0x6a45bd), paint.Hex(0x4b3490)))
	for _, s := range []float64{-1, 1} {
		a.Fill(at(new(paint.Path).Stroke(4, paint.Curve(paint.Pt(s*26-14, 0), paint.Pt(s*26-8, 11), paint.Pt(s*26+8, 11), paint.Pt(s*26+14, 0))...)), paint.Flat(0xfff4d6))
		for j := range 3 {
			lx := s*26 - 9 + float64(j)*9
			a.Fill(at(new(paint.Path).Stroke(3, paint.Pt(lx, 9), paint.Pt(lx+float64(j-1)*2, 16))), paint.Flat(0xfff4d6))
		}
		a.Glow(x+s*36*k, y+36*k, 15*k, paint.Hex(0xf58a8a).Fade(0.7))
	}
	a.Fill(at(new(paint.Path).Stroke(4, paint.Curve(paint.Pt(-11, 41), paint.Pt(-5, 49), paint.Pt(5, 49), paint.Pt(11, 41))...)), paint.Flat(0x8a4a42))
}

// zzz paints three letters that rise and grow.
func zzz(a *paint.Art, x, y, k float64) {
	for i := range 3 {
		s := (13 + 7*float64(i)) * k
		zx, zy := x+float64(i)*30*k, y-float64(i)*34*k
		z := new(paint.Path).Stroke(s*0.26, paint.Pt(zx-s/2, zy-s/2), paint.Pt(zx+s/2, zy-s/2), paint.Pt(zx-s/2, zy+s/2), paint.Pt(zx+s/2, zy+s/2))
		a.Fill(z.Turn(zx, zy, -0.15), paint.Solid(paint.Hex(0xfff4d6).Fade(0.95-0.15*float64(i))))
	}
}

// masked paints the dreamer: in bed from above the blanket, with the mask on.
func masked(a *paint.Art) {
	const x = 200.0
	a.Fill(new(paint.Path).Round(x-168, 84, 336, 250, 44), paint.Linear(0, 84, 0, 334, paint.Hex(0x9a6846), paint.Hex(0x6a412e), paint.Hex(0x4a2d24)))
	a.Fill(new(paint.Path).Round(x-148, 104, 296, 200, 34), paint.Linear(0, 104, 0, 304, paint.Hex(0x7c5139), paint.Hex(0x5a3729)))
	pillow := new(paint.Path).Move(x-122, 176).Cube(x-138, 136, x-98, 132, x-66, 138).Cube(x-20, 130, x+20, 130, x+66, 138).
		Cube(x+98, 132, x+138, 136, x+122, 176).Cube(x+140, 240, x+108, 268, x+70, 262).Line(x-70, 262).Cube(x-108, 268, x-140, 240, x-122, 176).Close()
	a.Fill(pillow, paint.Radial(x-20, 160, 170, paint.Hex(0xffffff), paint.Hex(0xece6ff), paint.Hex(0xb7abdf)))
	face(a, x, 204, 1)
	blanket := new(paint.Path).Move(x-176, 296).Cube(x-120, 262, x-60, 268, x, 268).Cube(x+60, 268, x+120, 262, x+176, 296).
		Line(x+190, 400).Line(x-190, 400).Close()
	a.Fill(blanket, paint.Linear(0, 262, 0, 400, paint.Hex(0x5b7be0), paint.Hex(0x3a4fb4), paint.Hex(0x27327e)))
	fold := new(paint.Path).Move(x-176, 296).Cube(x-120, 262, x-60, 268, x, 268).Cube(x+60, 268, x+120, 262, x+176, 296).
		Line(x+179, 322).Cube(x+120, 290, x+60, 296, x, 296).Cube(x-60, 296, x-120, 290, x-179, 322).Close()
	a.Fill(fold, paint.Linear(0, 262, 0, 322, paint.Hex(0xf4efff), paint.Hex(0xc9bcec)))
	for _, s := range [][3]float64{{-128, 350, 13}, {-62, 330, 9}, {-20, 366, 14}, {56, 336, 11}, {108, 372, 13}, {146, 336, 8}} {
		a.Fill(new(paint.Path).Star(x+s[0], s[1], s[2], 5, 0.46), paint.Solid(paint.Hex(0xffd25e).Fade(0.95)))
	}
	zzz(a, x+104, 118, 1)
}

// sleeper is the night before anything is said: a bed on a cloud, under the moon.
func sleeper() *paint.Art {
	a := paint.NewArt(Width, pictureHeight)
	a.Sky(150, 33, paint.Hex(0x090b24), paint.Hex(0x15184e), paint.Hex(0x2a2270), paint.Hex(0x5a3f9c), paint.Hex(0x8a5aa8))
	moon(a, 708, 92, 58)
	a.Clouds(296, 31, paint.Hex(0x6a4ea6), paint.Hex(0x3a2f80))
	a.Clouds(338, 17, paint.Hex(0x8f6db8), paint.Hex(0x4b3990))

	// The bed, from its side: head to the right.
	wood := paint.Linear(0, 190, 0, 350, paint.Hex(0xb57c52), paint.Hex(0x7d4f36), paint.Hex(0x553327))
	a.Fill(new(paint.Path).Round(664, 186, 22, 152, 10).Circle(675, 184, 14), wood)
	a.Fill(new(paint.Path).Round(300, 236, 20, 102, 9).Circle(310, 234, 12), wood)
	a.Fill(new(paint.Path).Round(304, 296, 376, 24, 8), wood)
	a.Fill(new(paint.Path).Round(316, 268, 352, 34, 14), paint.Linear(0, 268, 0, 302, paint.Hex(0xf4efff), paint.Hex(0xb9addd)))
	a.Fill(new(paint.Path).Move(560, 270).Cube(552, 236, 590, 230, 616, 234).Cube(650, 228, 672, 240, 662, 272).Close(), paint.Linear(0, 230, 0, 272, paint.Hex(0xffffff), paint.Hex(0xcabfe8)))
	face(a, 598, 226, 0.52)
	blanket := new(paint.Path).Move(318, 300).Cube(316, 262, 340, 248, 372, 246).Cube(420, 232, 470, 222, 520, 238).
		Cube(552, 244, 566, 254, 574, 268).Line(578, 314).Line(320, 314).Close()
	a.Fill(blanket, paint.Linear(0, 228, 0, 316, paint.Hex(0x6f8cec), paint.Hex(0x4158c0), paint.Hex(0x2b378c)))
	a.Fill(new(paint.Path).Move(548, 246).Cube(562, 250, 572, 260, 576, 270).Line(580, 314).Line(556, 314).Cube(560, 290, 556, 264, 548, 246).Close(), paint.Flat(0xe8e0fb))
	for _, s := range [][3]float64{{352, 276, 9}, {396, 264, 11}, {430, 292, 9}, {466, 252, 9}, {500, 284, 12}, {534, 266, 8}} {
		a.Fill(new(paint.Path).Star(s[0], s[1], s[2], 5, 0.46), paint.Flat(0xffd25e))
	}
	zzz(a, 552, 182, 0.8)
	a.Clouds(364, 44, paint.Hex(0xa583c6), paint.Hex(0x6a52a6))
	// Three spirits wait around.
	ghost := func(x, y, k float64, top, bottom paint.Tint, grin bool) {
		a.Glow(x, y+40*k, 80*k, top.Fade(0.45))
		a.Fill(robe(x, y, 40*k, 100*k), paint.Linear(0, y, 0, y+100*k, top, bottom))
		dark := paint.Hex(0x22143f)
		for _, s := range []float64{-1, 1} {
			a.Fill(new(paint.Path).Ellipse(x+s*12*k, y+32*k, 3.6*k, 5*k), paint.Solid(dark))
		}
		if grin {
			a.Smile(5, x, y+44*k, 10*k, 8*k, dark)
		}
	}
	ghost(72, 226, 0.85, paint.Hex(0xfff0c8), paint.Hex(0xe8b36a).Fade(0.75), true)
	ghost(166, 250, 0.7, paint.Hex(0x8fa8ff), paint.Hex(0x27336f).Fade(0.75), true)
	ghost(744, 236, 0.75, paint.Hex(0xd9c6ff), paint.Hex(0x7b52d6).Fade(0.75), true)
	return a
}

// sunrise is the ground of the two sides: a sky before the sun, as high as the
// cards need.
func sunrise(height int) *paint.Art {
	a := paint.NewArt(Width, height)
	a.Sky(0, 0, paint.Hex(0x5a3f9c), paint.Hex(0x9a5aa8), paint.Hex(0xe57f9b), paint.Hex(0xffb38f), paint.Hex(0xffe6b3))
	a.Glow(400, float64(height), 300, paint.Hex(0xfff4d6).Fade(0.8))
	return a
}

// daybreak is the end: the sun over the clouds.
func daybreak(height int) *paint.Art {
	a := paint.NewArt(Width, height)
	y := float64(height)
	a.Daybreak(y-100, 51)
	a.Clouds(y-90, 52, paint.Hex(0xf79a94), paint.Hex(0xc56ea2))
	a.Clouds(y-48, 53, paint.Hex(0xffe6b3), paint.Hex(0xffb38f))
	return a
}
