package somnia

import (
	"fmt"
	"math"
	"math/rand/v2"

	"oneiros/games/paint"
)

// The art of this file is painted once and kept. Its figures are our own.

// outline is one of our own signs, in a square of one unit.
func outline(name string) *paint.Path {
	p := new(paint.Path)
	switch name {
	case "moon":
		return paint.IconMoon.Path()
	case "fish":
		p.Move(0.04, 0.52).Cube(0.16, 0.24, 0.48, 0.2, 0.7, 0.46).Line(0.95, 0.24).Cube(0.9, 0.42, 0.9, 0.62, 0.95, 0.8).
			Line(0.7, 0.58).Cube(0.48, 0.84, 0.16, 0.8, 0.04, 0.52).Close()
		p.Move(0.36, 0.3).Cube(0.42, 0.16, 0.54, 0.12, 0.62, 0.16).Line(0.58, 0.36).Close()
		return p.Hole(new(paint.Path).Circle(0.22, 0.47, 0.05))
	case "clover":
		leaf := new(paint.Path).Move(0, -0.03).Cube(-0.3, -0.14, -0.27, -0.42, -0.13, -0.42).Cube(-0.05, -0.42, -0.01, -0.37, 0, -0.31).
			Cube(0.01, -0.37, 0.05, -0.42, 0.13, -0.42).Cube(0.27, -0.42, 0.3, -0.14, 0, -0.03).Close()
		for i := range 4 {
			p.Add(leaf.Turn(0, 0, float64(i)*math.Pi/2+math.Pi/4).Scale(0.5, 0.43, 1))
		}
		return p.Stroke(0.07, paint.Curve(paint.Pt(0.5, 0.45), paint.Pt(0.5, 0.66), paint.Pt(0.52, 0.84), paint.Pt(0.64, 0.95))...)
	case "balloon":
		p.Move(0.5, 0.03).Cube(0.7, 0.03, 0.82, 0.2, 0.82, 0.36).Cube(0.82, 0.54, 0.64, 0.68, 0.53, 0.72).
			Line(0.58, 0.79).Line(0.42, 0.79).Line(0.47, 0.72).Cube(0.36, 0.68, 0.18, 0.54, 0.18, 0.36).Cube(0.18, 0.2, 0.3, 0.03, 0.5, 0.03).Close()
		p.Stroke(0.035, paint.Curve(paint.Pt(0.5, 0.79), paint.Pt(0.6, 0.86), paint.Pt(0.4, 0.9), paint.Pt(0.5, 0.98))...)
		return p.Hole(new(paint.Path).Ellipse(0, 0, 0.05, 0.11).Turn(0, 0, 0.5).Scale(0.36, 0.24, 1))
	case "heart":
		return p.Move(0.5, 0.92).Cube(0.1, 0.62, 0.02, 0.44, 0.04, 0.3).Cube(0.08, 0.06, 0.4, 0.02, 0.5, 0.27).
			Cube(0.6, 0.02, 0.92, 0.06, 0.96, 0.3).Cube(0.98, 0.44, 0.9, 0.62, 0.5, 0.92).Close()
	case "devil":
		horn := new(paint.Path).Move(0.2, 0.42).Cube(0.04, 0.3, 0.04, 0.14, 0.12, 0.02).Cube(0.14, 0.16, 0.26, 0.22, 0.38, 0.26).Close()
		p.Circle(0.5, 0.58, 0.36).Add(horn).Add(horn.Mirror(0.5))
		lid := new(paint.Path).Move(0.24, 0.46).Line(0.44, 0.55).Cube(0.42, 0.64, 0.28, 0.64, 0.24, 0.46).Close()
		p.Hole(lid).Hole(lid.Mirror(0.5))
		return p.Hole(new(paint.Path).Move(0.28, 0.7).Cube(0.4, 0.78, 0.6, 0.78, 0.72, 0.7).Cube(0.64, 0.9, 0.36, 0.9, 0.28, 0.7).Close())
	}
	return p
}

func tint(v uint32) paint.Tint { return paint.Hex(v) }

// figure paints one of our signs with its upper left corner at x, y.
func figure(a *paint.Art, name string, x, y, size float64, with paint.Paint) {
	a.Fill(outline(name).Scale(x, y, size), with)
}

// sky fills a painting with a night: its tints from top to bottom, its stars.
func sky(a *paint.Art, w, h float64, stars int, seed uint64, tints ...paint.Tint) {
	a.Fill(new(paint.Path).Rect(0, 0, w, h), paint.Linear(0, 0, 0, h, tints...))
	r := rand.New(rand.NewPCG(seed, 7))
	for range stars {
		x, y := r.Float64()*w, r.Float64()*h
		size := 0.7 + 1.5*r.Float64()*r.Float64()
		shine := tint(0xfff4d6).Fade(0.3 + 0.5*r.Float64())
		if r.IntN(9) == 0 {
			a.Fill(new(paint.Path).Sparkle(x, y, size*4), paint.Solid(shine))
			continue
		}
		a.Fill(new(paint.Path).Circle(x, y, size), paint.Solid(shine))
	}
}

// hills paints a range of hills whose crests are about y.
func hills(a *paint.Art, w, h, y float64, seed uint64, top, bottom paint.Tint) {
	r := rand.New(rand.NewPCG(seed, 3))
	p := new(paint.Path).Move(-20, h).Line(-20, y)
	for x := -20.0; x < w+20; {
		step := 110 + 90*r.Float64()
		up := y - 34 + 50*r.Float64()
		p.Cube(x+step*0.4, up-20, x+step*0.6, up+24, x+step, y+18*r.Float64())
		x += step
	}
	a.Fill(p.Line(w+240, h).Close(), paint.Linear(0, y-40, 0, h, top, bottom))
}

// ground is the sky behind the cards: violet before the Nightmare, red after it.
func ground(nightmare Suit, height int) *paint.Sprite {
	dark := nightmare != NoSuit
	return scenes.Sprite(fmt.Sprint("ground ", dark, height), func() *paint.Sprite {
		h := float64(height)
		a := paint.NewArt(pictureWidth, h, 1)
		if dark {
			sky(a, 800, h, 40, 13, tint(0x12061f), tint(0x2f0d33), tint(0x5e1a3c), tint(0x2a0f33))
		} else {
			// The tints of paint.Sky, which need no dithering: a small file.
			sky(a, 800, h, 70, 5, tint(0x13174a), tint(0x2a2270), tint(0x4b3490), tint(0x2a2270))
		}
		return a.Sprite()
	})
}

// shadow is the Nightmare of a suit: a horned shadow over the hills that holds the
// sign; the right half stays calm.
func shadow(s Suit) *paint.Sprite {
	a := paint.NewArt(pictureWidth, pictureHeight, 1)
	sky(a, 800, 400, 50, 17, tint(0x12061f), tint(0x2f0d33), tint(0x6b1b3f), tint(0xb3243f))
	a.Glow(205, 210, 270, tint(0xff7a4a).Fade(0.55))
	hills(a, 800, 400, 340, 4, tint(0x3a1030), tint(0x1c0820))
	dark := paint.Linear(0, 40, 0, 400, tint(0x1b0a2c), tint(0x0b0514))
	body := new(paint.Path).Move(10, 400).Cube(30, 280, 70, 220, 110, 190).Cube(96, 120, 150, 76, 205, 76).
		Cube(260, 76, 314, 120, 300, 190).Cube(340, 220, 380, 280, 400, 400).Close()
	horn := new(paint.Path).Move(128, 130).Cube(70, 108, 52, 60, 74, 12).Cube(92, 62, 128, 82, 176, 86).Close()
	a.Fill(body.Add(horn).Add(horn.Mirror(205)), dark)
	for _, x := range []float64{-1, 1} {
		at := 205 + x*38
		a.Glow(at, 146, 46, tint(0xffd25e).Fade(0.9))
		lid := new(paint.Path).Move(at-x*26, 158).Cube(at-x*14, 168, at+x*18, 164, at+x*28, 132).Cube(at+x*8, 140, at-x*12, 146, at-x*26, 158).Close()
		a.Fill(lid, paint.Solid(tint(0xfff0bf)))
		a.Fill(new(paint.Path).Ellipse(at+x*4, 152, 4, 8), paint.Solid(tint(0x7a1020)))
	}
	// A grin with teeth.
	grin := new(paint.Path).Move(160, 186).Cube(185, 202, 225, 202, 250, 186).Cube(238, 222, 172, 222, 160, 186).Close()
	a.Fill(grin, paint.Solid(tint(0xb3243f)))
	for i := range 5 {
		x := 172 + float64(i)*14
		a.Fill(new(paint.Path).Polygon(paint.Pt(x, 192), paint.Pt(x+10, 194), paint.Pt(x+5, 205)), paint.Solid(tint(0xfff4d6)))
	}
	// The sign between its hands.
	shine := light(s).Tint()
	a.Glow(205, 300, 120, shine.Fade(0.8))
	figure(a, s.String(), 150, 242, 110, paint.Linear(150, 242, 150, 352, tint(0xffffff), shine))
	for _, x := range []float64{-1, 1} {
		for i := range 4 {
			y := 274 + float64(i)*20
			a.Fill(new(paint.Path).Stroke(15, paint.Pt(205+x*104, y+10), paint.Pt(205+x*66, y)), paint.Solid(tint(0x12071f)))
		}
	}
	// The picture's calm half, for words.
	a.Fill(new(paint.Path).Rect(396, 0, 404, 400), paint.Linear(380, 0, 800, 0, tint(0x12061f).Fade(0), tint(0x12061f).Fade(0.7)))
	a.Fill(new(paint.Path).Round(408, 8, 384, 384, 26), paint.Solid(tint(0x12061f).Fade(0.72)))
	return a.Sprite()
}

// drift paints what drifts through a morning: a fish, balloons, a clover, a moon.
func drift(a *paint.Art, y float64) {
	figure(a, "balloon", 30, y+6, 84, paint.Linear(30, y, 30, y+90, tint(0xf590ab), tint(0xb3243f)))
	figure(a, "fish", 702, y+10, 78, paint.Linear(702, y, 702, y+80, tint(0xd9e8ff), tint(0x3f6fd8)))
	figure(a, "clover", 716, y+116, 52, paint.Linear(716, y+116, 716, y+170, tint(0xcdf3dc), tint(0x1f7a52)))
	figure(a, "moon", 52, y+122, 48, paint.Linear(52, y+122, 52, y+170, tint(0xfff4d6), tint(0xffd25e)))
}

// sunrise is the stage of a deal that is over.
func sunrise() *paint.Sprite {
	a := paint.NewArt(pictureWidth, stage-6, 1)
	sky(a, 800, stage, 24, 41, tint(0x4b3490), tint(0x9a5aa8), tint(0xe57f9b), tint(0xffb38f))
	a.Glow(400, stage, 320, tint(0xfff4d6).Fade(0.8))
	hills(a, 800, stage, 280, 8, tint(0x8a4a8a), tint(0x5a3478))
	drift(a, 40)
	return a.Sprite()
}

// daybreak is the end: the sun over the hills.
func daybreak() *paint.Sprite {
	a := paint.NewArt(pictureWidth, pictureHeight, 1)
	sky(a, 800, 400, 30, 51, tint(0x4b3490), tint(0x9a5aa8), tint(0xe57f9b), tint(0xffb38f), tint(0xffe6b3))
	a.Glow(400, 300, 330, tint(0xfff4d6).Fade(0.8))
	for i := range 16 {
		w := float64(i) * math.Pi / 8
		ray := new(paint.Path).Polygon(paint.Pt(400, 320),
			paint.Pt(400+700*math.Cos(w-0.07), 320+700*math.Sin(w-0.07)), paint.Pt(400+700*math.Cos(w+0.07), 320+700*math.Sin(w+0.07)))
		a.Fill(ray, paint.Radial(400, 320, 520, tint(0xfff4d6).Fade(0.5), tint(0xfff4d6).Fade(0)))
	}
	a.Fill(new(paint.Path).Circle(400, 320, 90), paint.Radial(380, 290, 140, tint(0xfffbe8), tint(0xffe08a), tint(0xffc04a)))
	hills(a, 800, 400, 330, 9, tint(0xc56ea2), tint(0x7a4a90))
	hills(a, 800, 400, 372, 10, tint(0x7a4a90), tint(0x4b3478))
	drift(a, 60)
	return a.Sprite()
}
