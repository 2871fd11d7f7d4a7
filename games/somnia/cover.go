package somnia

import "oneiros/games/paint"

// cover is the picture by which people know the game. It has no words.
var cover = paint.Cover(fan)

// fan paints a fan of cards, one of each suit, and the shadow that rises behind it.
func fan(a *paint.Art) {
	a.Sky(70, 19, paint.Hex(0x12103f), paint.Hex(0x2a1d66), paint.Hex(0x5a2f86), paint.Hex(0xa8447a))
	a.Glow(400, 210, 380, paint.Hex(0xff7a8a).Fade(0.55))
	hills(a, pictureHeight, 330, 4, paint.Hex(0x4a1f5c), paint.Hex(0x1f0d38))
	risen(a)
	for i, s := range Suits {
		t := float64(i) - 1.5
		fanned(a, s, 400+t*118, 262+t*t*13, t*0.2)
	}
	for _, s := range [][3]float64{{70, 90, 14}, {146, 190, 9}, {724, 96, 14}, {650, 44, 10}, {748, 214, 9}, {52, 300, 8}} {
		a.Fill(new(paint.Path).Sparkle(s[0], s[1], s[2]), paint.Flat(0xfff4d6))
	}
}

// risen paints the Nightmare behind the cards: horns, eyes that glow, and hands.
func risen(a *paint.Art) {
	const x = 400.0
	dark := paint.Linear(0, 10, 0, 400, paint.Hex(0x2a0f44), paint.Hex(0x0f0620))
	body := new(paint.Path).Move(x-290, 400).Cube(x-270, 250, x-190, 200, x-120, 168).Cube(x-134, 84, x-70, 34, x, 34).
		Cube(x+70, 34, x+134, 84, x+120, 168).Cube(x+190, 200, x+270, 250, x+290, 400).Close()
	horn := new(paint.Path).Move(x-98, 100).Cube(x-172, 84, x-200, 40, x-176, -10).Cube(x-150, 34, x-110, 46, x-50, 44).Close()
	a.Fill(body.Add(horn).Add(horn.Mirror(x)), dark)
	for _, side := range []float64{-1, 1} {
		at := x + side*50
		a.Glow(at, 112, 62, paint.Hex(0xffb03a).Fade(0.85))
		lid := new(paint.Path).Move(at-side*34, 126).Cube(at-side*18, 140, at+side*24, 134, at+side*36, 92).Cube(at+side*10, 104, at-side*16, 110, at-side*34, 126).Close()
		a.Fill(lid, paint.Flat(0xfff0bf))
		a.Fill(new(paint.Path).Ellipse(at+side*5, 119, 5, 10), paint.Flat(0x7a1020))
	}
}

// fanned paints a card about a place, turned by an angle.
func fanned(a *paint.Art, s Suit, x, y, angle float64) {
	const w, h = 142.0, 196.0
	turned := func(p *paint.Path) *paint.Path { return p.Turn(x, y+190, angle) }
	ground, edge := livery(s)
	shade := paint.Hex(0x0a0420).Fade(0.4)
	a.Fill(turned(new(paint.Path).Round(x-w/2+6, y-h/2+8, w, h, 18)), paint.Solid(shade))
	a.Fill(turned(new(paint.Path).Round(x-w/2, y-h/2, w, h, 18)), paint.Solid(edge.Tint()))
	a.Fill(turned(new(paint.Path).Round(x-w/2+6, y-h/2+6, w-12, h-12, 13)), paint.Linear(0, y-h/2, 0, y+h/2, paint.Hex(0xffffff), ground.Tint()))
	sign := suitSigns[s].Path()
	a.Fill(turned(sign.Scale(x-52, y-52, 104)), paint.Linear(0, y-60, 0, y+60, edge.Tint(), paint.Mix(edge.Tint(), paint.Hex(0x1d1740), 0.45)))
	for _, side := range []float64{-1, 1} {
		a.Fill(turned(sign.Scale(x+side*46-13, y+side*74-13, 26)), paint.Solid(edge.Tint()))
	}
}
