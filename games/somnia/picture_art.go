package somnia

import (
	"math/rand/v2"

	"oneiros/games/paint"
)

// Each painting is made once and kept. The figures are drawn for this game.

// figure paints a sign with its upper left corner at x, y.
func figure(a *paint.Art, sign *paint.Icon, x, y, size float64, with paint.Paint) {
	a.Fill(sign.Path().Scale(x, y, size), with)
}

// hills paints a range of hills whose crests are about y, down to the bottom.
func hills(a *paint.Art, bottom, y float64, seed uint64, upper, lower paint.Tint) {
	r := rand.New(rand.NewPCG(seed, 3))
	p := new(paint.Path).Move(-20, bottom).Line(-20, y)
	for x := -20.0; x < pictureWidth+20; {
		step := 110 + 90*r.Float64()
		up := y - 34 + 50*r.Float64()
		p.Cube(x+step*0.4, up-20, x+step*0.6, up+24, x+step, y+18*r.Float64())
		x += step
	}
	a.Fill(p.Line(pictureWidth+240, bottom).Close(), paint.Linear(0, y-40, 0, bottom, upper, lower))
}

// ground is the sky behind the cards: violet before the Nightmare, red after it.
func ground(dark bool, height int) *paint.Art {
	a := paint.NewArt(pictureWidth, height)
	if dark {
		a.Sky(40, 13, paint.Hex(0x12061f), paint.Hex(0x2f0d33), paint.Hex(0x5e1a3c), paint.Hex(0x2a0f33))
	} else {
		a.Sky(70, 5, paint.Hex(0x13174a), paint.Hex(0x2a2270), paint.Hex(0x4b3490), paint.Hex(0x2a2270))
	}
	return a
}

// shadow is the Nightmare of a suit. It is a horned shadow over the hills that
// holds the sign. The right half stays calm.
func shadow(s Suit) *paint.Art {
	a := paint.NewArt(pictureWidth, pictureHeight)
	a.Sky(50, 17, paint.Hex(0x12061f), paint.Hex(0x2f0d33), paint.Hex(0x6b1b3f), paint.Hex(0xb3243f))
	a.Glow(205, 210, 270, paint.Hex(0xff7a4a).Fade(0.55))
	hills(a, pictureHeight, 340, 4, paint.Hex(0x3a1030), paint.Hex(0x1c0820))
	dark := paint.Linear(0, 40, 0, 400, paint.Hex(0x1b0a2c), paint.Hex(0x0b0514))
	body := new(paint.Path).Move(10, 400).Cube(30, 280, 70, 220, 110, 190).Cube(96, 120, 150, 76, 205, 76).
		Cube(260, 76, 314, 120, 300, 190).Cube(340, 220, 380, 280, 400, 400).Close()
	horn := new(paint.Path).Move(128, 130).Cube(70, 108, 52, 60, 74, 12).Cube(92, 62, 128, 82, 176, 86).Close()
	a.Fill(body.Add(horn).Add(horn.Mirror(205)), dark)
	for _, x := range []float64{-1, 1} {
		at := 205 + x*38
		a.Glow(at, 146, 46, paint.Hex(0xffd25e).Fade(0.9))
		lid := new(paint.Path).Move(at-x*26, 158).Cube(at-x*14, 168, at+x*18, 164, at+x*28, 132).Cube(at+x*8, 140, at-x*12, 146, at-x*26, 158).Close()
		a.Fill(lid, paint.Flat(0xfff0bf))
		a.Fill(new(paint.Path).Ellipse(at+x*4, 152, 4, 8), paint.Flat(0x7a1020))
	}
	// A grin with teeth.
	grin := new(paint.Path).Move(160, 186).Cube(185, 202, 225, 202, 250, 186).Cube(238, 222, 172, 222, 160, 186).Close()
	a.Fill(grin, paint.Flat(0xb3243f))
	for i := range 5 {
		x := 172 + float64(i)*14
		a.Fill(new(paint.Path).Polygon(paint.Pt(x, 192), paint.Pt(x+10, 194), paint.Pt(x+5, 205)), paint.Flat(0xfff4d6))
	}
	// The sign between its hands.
	shine := light(s).Tint()
	a.Glow(205, 300, 120, shine.Fade(0.8))
	figure(a, suitSigns[s], 150, 242, 110, paint.Linear(150, 242, 150, 352, paint.Hex(0xffffff), shine))
	for _, x := range []float64{-1, 1} {
		for i := range 4 {
			y := 274 + float64(i)*20
			a.Fill(new(paint.Path).Stroke(15, paint.Pt(205+x*104, y+10), paint.Pt(205+x*66, y)), paint.Flat(0x12071f))
		}
	}
	// The picture's calm half, for words.
	a.Fill(new(paint.Path).Rect(396, 0, 404, 400), paint.Linear(380, 0, 800, 0, paint.Hex(0x12061f).Fade(0), paint.Hex(0x12061f).Fade(0.7)))
	a.Fill(new(paint.Path).Round(408, 8, 384, 384, 26), paint.Solid(paint.Hex(0x12061f).Fade(0.72)))
	return a
}

// drift paints what drifts through a morning: a fish, balloons, a clover, a moon.
func drift(a *paint.Art, y float64) {
	figure(a, balloonSign, 30, y+6, 84, paint.Linear(30, y, 30, y+90, paint.Hex(0xf590ab), paint.Hex(0xb3243f)))
	figure(a, fishSign, 702, y+10, 78, paint.Linear(702, y, 702, y+80, paint.Hex(0xd9e8ff), paint.Hex(0x3f6fd8)))
	figure(a, cloverSign, 716, y+116, 52, paint.Linear(716, y+116, 716, y+170, paint.Hex(0xcdf3dc), paint.Hex(0x1f7a52)))
	figure(a, paint.IconMoon, 52, y+122, 48, paint.Linear(52, y+122, 52, y+170, paint.Hex(0xfff4d6), paint.Hex(0xffd25e)))
}

// sunrise is the stage of a deal that is over, above the sky behind the cards.
func sunrise(dark bool, height int) *paint.Art {
	a := ground(dark, height)
	const h = stage - 6.0
	sky := new(paint.Path).Rect(0, 0, pictureWidth, h)
	a.Fill(sky, paint.Linear(0, 0, 0, h, paint.Hex(0x4b3490), paint.Hex(0x9a5aa8), paint.Hex(0xe57f9b), paint.Hex(0xffb38f)))
	a.Fill(sky, paint.Shine(400, stage, 320, paint.Hex(0xfff4d6).Fade(0.8)))
	hills(a, h, 280, 8, paint.Hex(0x8a4a8a), paint.Hex(0x5a3478))
	drift(a, 40)
	return a
}

// daybreak is the end: the sun over the hills.
func daybreak(height int) *paint.Art {
	a := paint.NewArt(pictureWidth, height)
	a.Daybreak(320, 51)
	hills(a, float64(height), 330, 9, paint.Hex(0xc56ea2), paint.Hex(0x7a4a90))
	hills(a, float64(height), 372, 10, paint.Hex(0x7a4a90), paint.Hex(0x4b3478))
	drift(a, 60)
	return a
}
