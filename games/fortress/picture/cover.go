package picture

import "oneiros/games/paint"

// Cover is the picture by which people know the game. It has no words.
var Cover = paint.Cover(castle)

// castle paints the fortress before the moon. A player sleeps behind each window,
// and no viewer knows who.
func castle(a *paint.Art) {
	a.Sky(120, 41, paint.Hex(0x0b1038), paint.Hex(0x1d2568), paint.Hex(0x46398f), paint.Hex(0x9a5f9c))
	a.Glow(400, 170, 360, paint.Hex(0xffe6b3).Fade(0.55))
	a.Fill(new(paint.Path).Circle(400, 170, 150), paint.Radial(360, 130, 230, paint.Hex(0xfffbe8), paint.Hex(0xffe9b8), paint.Hex(0xe8bd7a)))
	for _, c := range [][3]float64{{318, 96, 22}, {474, 78, 16}, {506, 210, 24}, {292, 206, 14}} {
		a.Fill(new(paint.Path).Circle(c[0], c[1], c[2]), paint.Solid(paint.Hex(0xd3a86a).Fade(0.4)))
	}
	a.Clouds(322, 12, paint.Hex(0x6a4a96), paint.Hex(0x352a72))
	wall := paint.Linear(0, 250, 0, 400, paint.Hex(0x4a3f86), paint.Hex(0x231d52))
	a.Fill(new(paint.Path).Rect(220, 262, 360, 140), wall)
	for i := range 12 {
		a.Fill(new(paint.Path).Rect(224+float64(i)*31, 246, 18, 20), wall)
	}
	keep{x: 220, top: 196, w: 108, roof: 66}.paint(a)
	keep{x: 580, top: 196, w: 108, roof: 66}.paint(a)
	keep{x: 400, top: 132, w: 176, roof: 100}.paint(a)
	slumber(a, 400, 204, 1.15, paint.Hex(0xffd25e), false)
	slumber(a, 364, 300, 0.8, paint.Hex(0xff5a5a), true)
	slumber(a, 436, 300, 0.8, paint.Hex(0x8fd0ff), false)
	slumber(a, 220, 250, 0.8, paint.Hex(0xffb38f), false)
	slumber(a, 580, 250, 0.8, paint.Hex(0xff5a5a), true)
	a.Clouds(372, 27, paint.Hex(0x8f6db8), paint.Hex(0x4b3990))
	flight(a)
}

// keep is a tower: the middle of its foot, where its walls end, and its roof.
type keep struct{ x, top, w, roof float64 }

// paint paints the tower down to the ground.
func (k keep) paint(a *paint.Art) {
	l, r := k.x-k.w/2, k.x+k.w/2
	a.Fill(new(paint.Path).Polygon(paint.Pt(l, k.top), paint.Pt(r, k.top), paint.Pt(r+8, 400), paint.Pt(l-8, 400)),
		paint.Linear(l, 0, r, 0, paint.Hex(0x8a76c4), paint.Hex(0x5a4a9a), paint.Hex(0x332a6c)))
	stone := paint.Solid(paint.Hex(0x1d1848).Fade(0.28))
	for row := range 7 { // stones, a few in each row
		y := k.top + 30 + float64(row)*30
		for n := range 3 {
			x := l + 10 + float64((row*37+n*59)%int(k.w-36))
			a.Fill(new(paint.Path).Round(x, y, 26, 11, 4), stone)
		}
	}
	a.Fill(new(paint.Path).Round(l-12, k.top-4, k.w+24, 20, 6), paint.Linear(l, 0, r, 0, paint.Hex(0xa592dc), paint.Hex(0x453a86)))
	roof := new(paint.Path).Move(l-20, k.top).Cube(l+k.w*0.18, k.top-k.roof*0.3, k.x-14, k.top-k.roof*0.7, k.x, k.top-k.roof).
		Cube(k.x+14, k.top-k.roof*0.7, r-k.w*0.18, k.top-k.roof*0.3, r+20, k.top).Close()
	a.Fill(roof, paint.Linear(l, 0, r, 0, paint.Hex(0xf08fa6), paint.Hex(0xc4527e), paint.Hex(0x7a2f6a)))
	tip := k.top - k.roof
	a.Fill(new(paint.Path).Rect(k.x-2, tip-26, 4, 32), paint.Flat(0x2a1f5a))
	a.Fill(new(paint.Path).Move(k.x+2, tip-26).Cube(k.x+18, tip-32, k.x+24, tip-16, k.x+40, tip-22).Line(k.x+36, tip-6).Cube(k.x+24, tip-2, k.x+16, tip-14, k.x+2, tip-8).Close(), paint.Flat(0xffd25e))
}

// slumber paints a window with a sleeper in it, or with eyes that watch.
func slumber(a *paint.Art, x, y, k float64, light paint.Tint, awake bool) {
	arch := func(grow float64) *paint.Path {
		w, top, foot := 30*k+grow, y-40*k-grow, y+36*k+grow
		return new(paint.Path).Move(x-w, foot).Line(x-w, y-8*k).Cube(x-w, top, x+w, top, x+w, y-8*k).Line(x+w, foot).Close()
	}
	a.Glow(x, y, 90*k, light.Fade(0.7))
	a.Fill(arch(6*k), paint.Flat(0x2a2158))
	if awake {
		a.Fill(arch(0), paint.Radial(x, y, 60*k, paint.Hex(0x4a1030), paint.Hex(0x14081f)))
		for _, side := range []float64{-1, 1} {
			at := x + side*12*k
			a.Glow(at, y, 18*k, light.Fade(0.9))
			a.Fill(new(paint.Path).Move(at-side*9*k, y+3*k).Cube(at-side*3*k, y+9*k, at+side*8*k, y+6*k, at+side*10*k, y-8*k).Cube(at+side*2*k, y-3*k, at-side*4*k, y-2*k, at-side*9*k, y+3*k).Close(), paint.Flat(0xffd98c))
		}
		return
	}
	a.Fill(arch(0), paint.Linear(0, y-40*k, 0, y+36*k, paint.Hex(0xfff4d6), light))
	a.Fill(new(paint.Path).Round(x-28*k, y+12*k, 56*k, 24*k, 9*k), paint.Flat(0xffffff))
	a.Fill(new(paint.Path).Circle(x, y+4*k, 17*k), paint.Flat(0xffd9b8))
	a.Fill(new(paint.Path).Move(x-17*k, y).Cube(x-16*k, y-20*k, x+10*k, y-22*k, x+17*k, y).Cube(x+6*k, y-7*k, x-8*k, y-7*k, x-17*k, y).Close(), paint.Flat(0x5a3694))
	eyes(a, x, y+5*k, 7*k, 4*k, paint.Hex(0x4a2a4a))
}

// flight paints bats on the one side and stars on the other.
func flight(a *paint.Art) {
	bat := new(paint.Path).Move(0, -0.1).Cube(-0.2, -0.5, -0.6, -0.5, -1, -0.2).Cube(-0.8, -0.2, -0.7, 0, -0.6, 0.2).Cube(-0.5, 0, -0.3, 0, -0.2, 0.3).
		Line(0, 0.5).Line(0.2, 0.3).Cube(0.3, 0, 0.5, 0, 0.6, 0.2).Cube(0.7, 0, 0.8, -0.2, 1, -0.2).Cube(0.6, -0.5, 0.2, -0.5, 0, -0.1).Close()
	for _, b := range [][3]float64{{690, 74, 40}, {752, 142, 26}, {634, 128, 20}} {
		a.Fill(bat.Scale(b[0], b[1], b[2]), paint.Flat(0x6a5ab0))
	}
	for _, s := range [][3]float64{{92, 84, 24}, {152, 150, 14}, {52, 170, 12}} {
		a.Glow(s[0], s[1], s[2]*2.4, paint.Hex(0xffe08a).Fade(0.7))
		a.Fill(new(paint.Path).Star(s[0], s[1], s[2], 5, 0.46), paint.Flat(0xffd25e))
	}
}
