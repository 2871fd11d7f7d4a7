package fortress

import (
	"oneiros/games/paint"
)

// Each painting is made once and kept. The figures are drawn for this game.

// tower is the table of so many seats: the fortress under a night, its dark windows,
// the four places around it, and the bridges of their ring.
func tower(seats int) *paint.Art {
	a := paint.NewArt(boardWidth, boardHeight)
	a.Sky(120, 3, paint.Hex(0x0a0c2b), paint.Hex(0x171a52), paint.Hex(0x2f2472))
	a.Clouds(560, 9, paint.Hex(0x2b2768), paint.Hex(0x141440))
	bridges(a)
	const l, t, w = float64(towerLeft), float64(towerTop), float64(towerWidth)
	a.Glow(l+w/2, t+40, 300, paint.Hex(0x7a6ad0).Fade(0.35))
	// The roof: three turrets with warm windows.
	for i, x := range []float64{l + 50, l + w/2, l + w - 50} {
		high := 26.0
		if i == 1 {
			high = 6
		}
		a.Fill(new(paint.Path).Rect(x-26, high+28, 52, t-high-28), paint.Linear(x-26, 0, x+26, 0, paint.Hex(0x6a5aa8), paint.Hex(0x453a86)))
		a.Fill(new(paint.Path).Polygon(paint.Pt(x, high), paint.Pt(x+36, high+32), paint.Pt(x-36, high+32)), paint.Linear(x-36, 0, x+36, 0, paint.Hex(0xe57f9b), paint.Hex(0x9a5aa8)))
		a.Glow(x, high+44, 24, paint.Hex(0xffd25e).Fade(0.6))
		a.Fill(new(paint.Path).Round(x-6, high+36, 12, 16, 6), paint.Flat(0xffe6b3))
	}
	for i := range 9 { // battlements
		a.Fill(new(paint.Path).Rect(l+float64(i)*w/8.5-2, t-10, 20, 12), paint.Flat(0x6a5aa8))
	}
	// The walls, floor by floor: brighter above, where sleep is deep. Its number is
	// beside each floor.
	for i := range top {
		y := t + float64(i)*floorHeight
		k := float64(i) / (top - 1)
		wall := paint.Solid(paint.Mix(paint.Hex(0x54479a), paint.Hex(0x2a2460), k))
		a.Fill(new(paint.Path).Rect(l, y, w, floorHeight-1), wall)
		a.Fill(new(paint.Path).Rect(l, y+floorHeight-1, w, 1), paint.Solid(paint.Hex(0xfff4d6).Fade(0.25)))
		for seat := range seats {
			x, wide := column(seats, seat)
			pane := min(float64(wide-4), 48)
			a.Fill(new(paint.Path).Round(float64(x)+(float64(wide)-pane)/2, y+3, pane, floorHeight-7, 9), paint.Solid(paint.Hex(0x0f1233).Fade(0.6)))
		}
	}
	// The base, where one wakes.
	y := t + top*floorHeight
	a.Fill(new(paint.Path).Round(l, y, w, float64(boardHeight)-y-4, 14), paint.Linear(0, y, 0, boardHeight, paint.Hex(0x2d2766), paint.Hex(0x17153f)))
	a.Glow(l+w/2, boardHeight, 170, paint.Hex(0xffb38f).Fade(0.4))
	for _, p := range places {
		scenery(a, p)
	}
	return a
}

// bridges paints the ring: a way from each place to the next.
func bridges(a *paint.Art) {
	plank := paint.Linear(0, 0, 0, boardHeight, paint.Hex(0xb98a5a), paint.Hex(0x7a5236))
	for _, x := range []float64{6 + placeWidth/2, boardWidth - 6 - placeWidth/2} {
		for i := range 4 {
			a.Fill(new(paint.Path).Round(x-40, float64(placeHeight)+4+float64(i)*8, 80, 6, 3), plank)
		}
	}
	for _, y := range []float64{54, boardHeight - 60} {
		for x := float64(placeWidth) - 4; x < boardWidth-placeWidth; x += 13 {
			k := (x - boardWidth/2) / (boardWidth/2 - placeWidth)
			a.Fill(new(paint.Path).Round(x, y-18+14*(1-k*k), 9, 26, 4), plank)
		}
	}
}

// livid are the tints of the places: above, below, and of the edge.
var livid = map[Place][3]uint32{
	City: {0x12495c, 0x0c2447, 0x2fa7ad}, Forest: {0x1c4a3c, 0x10262f, 0x7fd6a0},
	Shop: {0x5a3d1c, 0x2a1c2c, 0xd98a1f}, House: {0x5a2a4a, 0x2a1538, 0xf590ab},
}

// scenery paints the ground of a place.
func scenery(a *paint.Art, p Place) {
	ix, iy := corner(p)
	x, y := float64(ix), float64(iy)
	a.Fill(new(paint.Path).Round(x, y, placeWidth, placeHeight, 20), paint.Flat(livid[p][2]))
	inner := new(paint.Path).Round(x+4, y+4, placeWidth-8, placeHeight-8, 17)
	a.Fill(inner, paint.Linear(0, y, 0, y+placeHeight, paint.Hex(livid[p][0]), paint.Hex(livid[p][1])))
	a.Fill(placeSigns[p].Path().Scale(x+42, y+130, 130), paint.Solid(paint.Hex(0xffffff).Fade(0.05)))
	a.Fill(new(paint.Path).Rect(x+14, y+rowsTop-4, placeWidth-28, 2), paint.Solid(paint.Hex(livid[p][2]).Fade(0.5)))
}

// morning is the ground of the last picture: a sunrise behind the people, and a calm
// ground below it, where the lines of the chart are to be read.
func morning(grid, high int) *paint.Art {
	a := paint.NewArt(boardWidth, high)
	g, h := float64(grid), float64(high)
	a.Daybreak(g/2, 5)
	a.Clouds(g-70, 4, paint.Hex(0xb06a9a), paint.Hex(0x5a3a86))
	a.Fill(new(paint.Path).Rect(0, g, boardWidth, h-g), paint.Linear(0, g, 0, h, paint.Hex(0x1d1a4a), paint.Hex(0x120f30)))
	return a
}

// figure is the picture of a role without words; the right half stays calm.
func figure(r Role) *paint.Art {
	a := paint.NewArt(portraitW, portraitH)
	switch r {
	case Nightmare:
		a.Sky(50, 9, paint.Hex(0x07081c), paint.Hex(0x1a0f33), paint.Hex(0x3a1740))
		a.Glow(206, 190, 250, paint.Hex(0xb3243f).Fade(0.5))
		nightmare(a)
		a.Clouds(360, 6, paint.Hex(0x241236), paint.Hex(0x0b0a20))
	case GoodDream:
		a.Sky(90, 3, paint.Hex(0x16205c), paint.Hex(0x3a3a92), paint.Hex(0x7a62b8))
		a.Glow(206, 190, 260, paint.Hex(0xffe6b3).Fade(0.55))
		gooddream(a)
		a.Clouds(366, 5, paint.Hex(0x5c50a8), paint.Hex(0x2d2870))
	case Alice:
		a.Sky(80, 14, paint.Hex(0x0d1a44), paint.Hex(0x1f3a7a), paint.Hex(0x3f5f9a))
		a.Glow(206, 200, 240, paint.Hex(0x9fd0ff).Fade(0.35))
		a.Clouds(350, 8, paint.Hex(0x1f5a58), paint.Hex(0x123238))
		alice(a)
	case Sigmund:
		a.Sky(0, 1, paint.Hex(0x1c1230), paint.Hex(0x2a1a34), paint.Hex(0x3a2430))
		a.Glow(200, 150, 260, paint.Hex(0xffc27a).Fade(0.4))
		sigmund(a)
	case William:
		a.Sky(90, 21, paint.Hex(0x0a0c2b), paint.Hex(0x171a52), paint.Hex(0x2f2472))
		a.Glow(200, 230, 240, paint.Hex(0x7a9aff).Fade(0.35))
		william(a)
	default:
		a.Sky(30, 17, paint.Hex(0x1a1750), paint.Hex(0x7a3f86), paint.Hex(0xf0906a))
		a.Glow(120, 330, 260, paint.Hex(0xffd25e).Fade(0.8))
		a.Fill(new(paint.Path).Circle(120, 336, 64), paint.Radial(120, 336, 70, paint.Hex(0xfff4d6), paint.Hex(0xffd25e)))
		a.Clouds(362, 12, paint.Hex(0x5a3468), paint.Hex(0x2a1a44))
		janitor(a)
	}
	// A veil keeps the words on the right readable.
	a.Fill(new(paint.Path).Rect(380, 0, 420, 400), paint.Linear(380, 0, 470, 0, paint.Hex(0x0f1233).Fade(0), paint.Hex(0x0f1233).Fade(0.82)))
	return a
}

// eyes paints two closed eyes.
func eyes(a *paint.Art, x, y, apart, w float64, t paint.Tint) {
	for _, at := range []float64{x - apart, x + apart} {
		a.Fill(new(paint.Path).Stroke(4, paint.Curve(paint.Pt(at-w, y), paint.Pt(at-w*0.5, y+w*0.9), paint.Pt(at+w*0.5, y+w*0.9), paint.Pt(at+w, y))...), paint.Solid(t))
	}
}

// nightmare paints a horned shadow with glowing eyes.
func nightmare(a *paint.Art) {
	const x = 206.0
	horn := func() *paint.Path {
		return new(paint.Path).Move(x-70, 150).Cube(x-130, 120, x-140, 60, x-104, 26).Cube(x-108, 70, x-80, 100, x-30, 112).Close()
	}
	for _, p := range []*paint.Path{horn(), horn().Mirror(x)} {
		a.Fill(p, paint.Linear(x, 20, x, 160, paint.Hex(0xe0c7a0), paint.Hex(0x5a3a4a)))
	}
	body := new(paint.Path).Move(x-150, 400).Cube(x-150, 250, x-120, 90, x, 90).Cube(x+120, 90, x+150, 250, x+150, 400).Close()
	a.Fill(body, paint.Linear(x, 90, x, 400, paint.Hex(0x3a2150), paint.Hex(0x150d2c), paint.Hex(0x0b0820)))
	for _, s := range []float64{-1, 1} {
		e := x + s*46
		a.Glow(e, 196, 52, paint.Hex(0xff5a5a).Fade(0.75))
		a.Fill(new(paint.Path).Move(e-30, 190-s*8).Cube(e-10, 180, e+14, 182, e+30, 190+s*8).Cube(e+20, 214, e-20, 214, e-30, 190-s*8).Close(), paint.Radial(e, 196, 30, paint.Hex(0xfff0bf), paint.Hex(0xff7a4a)))
		a.Fill(new(paint.Path).Ellipse(e, 198, 4, 12), paint.Flat(0x2a0a1c))
	}
	mouth := new(paint.Path).Move(x-66, 256)
	for i := range 6 { // teeth
		mouth.Line(x-55+float64(i)*22, 284-float64(i%2)*6).Line(x-44+float64(i)*22, 258)
	}
	mouth.Cube(x+40, 304, x-40, 304, x-66, 256).Close()
	a.Fill(mouth, paint.Flat(0x070512))
	a.Fill(new(paint.Path).Stroke(3, paint.Pt(x-66, 256), paint.Pt(x-55, 284), paint.Pt(x-44, 258), paint.Pt(x-33, 278), paint.Pt(x-22, 258), paint.Pt(x-11, 284), paint.Pt(x, 258),
		paint.Pt(x+11, 278), paint.Pt(x+22, 258), paint.Pt(x+33, 284), paint.Pt(x+44, 258), paint.Pt(x+55, 278), paint.Pt(x+66, 256)), paint.Flat(0xe0c7a0))
}

// gooddream paints a smiling cloud with stars.
func gooddream(a *paint.Art) {
	const x = 206.0
	cloud := new(paint.Path).Circle(x-80, 220, 66).Circle(x+84, 220, 62).Circle(x-30, 160, 82).Circle(x+46, 172, 74).Round(x-138, 200, 276, 88, 44)
	a.Fill(cloud, paint.Linear(x, 80, x, 300, paint.Hex(0xffffff), paint.Hex(0xffeede), paint.Hex(0xf7c6dc)))
	for _, s := range []float64{-1, 1} {
		a.Glow(x+s*74, 222, 30, paint.Hex(0xf590ab).Fade(0.8))
	}
	eyes(a, x, 196, 44, 18, paint.Hex(0x3a2a66))
	a.Smile(4, x, 224, 30, 26, paint.Hex(0x3a2a66))
	for _, s := range [][3]float64{{52, 96, 20}, {356, 120, 15}, {88, 322, 13}, {322, 312, 18}, {206, 52, 14}} {
		a.Glow(s[0], s[1], s[2]*2.4, paint.Hex(0xffd25e).Fade(0.5))
		a.Fill(new(paint.Path).Star(s[0], s[1], s[2], 5, 0.45), paint.Flat(0xffd25e))
	}
}

// alice paints a girl with a bow among huge cards.
func alice(a *paint.Art) {
	card := func(x, y, turn float64, red bool) {
		c, ink := new(paint.Path).Round(x-44, y-64, 88, 128, 12).Turn(x, y, turn), uint32(0x1d1740)
		if red {
			ink = 0xb3243f
		}
		a.Fill(c, paint.Linear(x-44, y-64, x+44, y+64, paint.Hex(0xfffdf4), paint.Hex(0xe8dfd0)))
		a.Fill(faceSigns[FaceHeal].Path().Scale(x-23, y-23, 46).Turn(x, y, turn), paint.Flat(ink))
	}
	card(78, 170, -0.35, true)
	card(334, 160, 0.32, false)
	const x = 206.0
	a.Fill(new(paint.Path).Move(x-20, 220).Cube(x-30, 250, x-100, 350, x-108, 380).Line(x+108, 380).Cube(x+100, 350, x+30, 250, x+20, 220).Close(), paint.Linear(x, 220, x, 380, paint.Hex(0x8fc4ff), paint.Hex(0x3f6fd8)))
	a.Fill(new(paint.Path).Move(x-16, 228).Cube(x-22, 270, x-56, 340, x-58, 372).Line(x+58, 372).Cube(x+56, 340, x+22, 270, x+16, 228).Close(), paint.Flat(0xfffdf4))
	a.Fill(new(paint.Path).Circle(x, 150, 78).Round(x-78, 150, 156, 104, 40), paint.Linear(x, 70, x, 250, paint.Hex(0xffe08a), paint.Hex(0xd99a3a)))
	a.Fill(new(paint.Path).Circle(x, 164, 56), paint.Radial(x-12, 150, 80, paint.Hex(0xffe9d6), paint.Hex(0xf2c3a6)))
	a.Fill(new(paint.Path).Move(x-58, 152).Cube(x-40, 92, x+40, 92, x+58, 152).Cube(x+30, 122, x-30, 122, x-58, 152).Close(), paint.Flat(0xf2c25a))
	for _, s := range []float64{-1, 1} {
		a.Fill(new(paint.Path).Move(x, 84).Cube(x+s*20, 56, x+s*66, 52, x+s*62, 86).Cube(x+s*64, 114, x+s*20, 108, x, 84).Close(), paint.Flat(0x1d1740))
		a.Fill(new(paint.Path).Circle(x+s*34, 184, 10), paint.Solid(paint.Hex(0xf590ab).Fade(0.6)))
	}
	a.Fill(new(paint.Path).Circle(x, 84, 10), paint.Flat(0x3a2f6e))
	eyes(a, x, 164, 22, 11, paint.Hex(0x3a2a44))
	a.Smile(4, x, 190, 13, 10, paint.Hex(0xb3243f))
}

// sigmund paints a bearded man in glasses before a shelf of Visions.
func sigmund(a *paint.Art) {
	for row := range 3 {
		y := 60 + float64(row)*112
		a.Fill(new(paint.Path).Rect(10, y+62, 380, 12), paint.Linear(0, y+62, 0, y+74, paint.Hex(0x9a6a44), paint.Hex(0x5a3a2a)))
		for i := range 12 {
			h := 34 + float64((i*7+row*5)%26)
			colour := []uint32{0x7a52ab, 0x3f6fd8, 0xb3243f, 0x1f7a52, 0xd98a1f, 0x2fa7ad}[(i+row*2)%6]
			a.Fill(new(paint.Path).Round(18+float64(i)*31, y+62-h, 24, h, 4), paint.Linear(18+float64(i)*31, 0, 44+float64(i)*31, 0, paint.Hex(colour), paint.Hex(colour).Fade(0.7)))
		}
	}
	const x = 206.0
	a.Fill(new(paint.Path).Move(x-140, 400).Cube(x-130, 300, x-70, 268, x, 268).Cube(x+70, 268, x+130, 300, x+140, 400).Close(), paint.Linear(x, 268, x, 400, paint.Hex(0x4a4458), paint.Hex(0x241f34)))
	a.Fill(new(paint.Path).Polygon(paint.Pt(x-26, 280), paint.Pt(x+26, 280), paint.Pt(x, 380)), paint.Flat(0xfffdf4))
	a.Fill(new(paint.Path).Ellipse(x, 180, 74, 88), paint.Radial(x-14, 160, 110, paint.Hex(0xffe2c6), paint.Hex(0xdca882)))
	a.Fill(new(paint.Path).Move(x-76, 178).Cube(x-80, 290, x-30, 322, x, 326).Cube(x+30, 322, x+80, 290, x+76, 178).Cube(x+56, 226, x+34, 224, x, 222).Cube(x-34, 224, x-56, 226, x-76, 178).Close(), paint.Linear(x, 190, x, 326, paint.Hex(0xf4f0ea), paint.Hex(0xb8b0a8)))
	a.Fill(new(paint.Path).Move(x-78, 168).Cube(x-84, 108, x-50, 84, x-20, 88).Cube(x-50, 110, x-58, 140, x-78, 168).Close(), paint.Flat(0xd8d0c8))
	a.Fill(new(paint.Path).Move(x+78, 168).Cube(x+84, 108, x+50, 84, x+20, 88).Cube(x+50, 110, x+58, 140, x+78, 168).Close(), paint.Flat(0xd8d0c8))
	for _, s := range []float64{-1, 1} {
		a.Fill(new(paint.Path).Ring(x+s*32, 172, 26, 6), paint.Flat(0x2a1a34))
		a.Fill(new(paint.Path).Circle(x+s*32, 172, 6), paint.Flat(0x2a1a34))
		a.Fill(new(paint.Path).Stroke(6, paint.Pt(x+s*54, 138), paint.Pt(x+s*16, 132)), paint.Flat(0xd8d0c8))
	}
	a.Fill(new(paint.Path).Stroke(5, paint.Pt(x-8, 168), paint.Pt(x+8, 168)), paint.Flat(0x2a1a34))
	a.Smile(4, x, 246, 20, 10, paint.Hex(0x7a3f4a))
}

// william paints a snoring giant under a hill of quilts.
func william(a *paint.Art) {
	a.Fill(new(paint.Path).Round(10, 330, 380, 60, 16), paint.Linear(0, 330, 0, 390, paint.Hex(0x8c5a3a), paint.Hex(0x4a2f22)))
	a.Fill(new(paint.Path).Round(14, 190, 26, 200, 10), paint.Flat(0x6f4630))
	a.Fill(new(paint.Path).Round(40, 250, 140, 86, 36), paint.Linear(0, 250, 0, 336, paint.Hex(0xffffff), paint.Hex(0xcfc8e6)))
	a.Fill(new(paint.Path).Circle(124, 238, 62), paint.Radial(110, 220, 90, paint.Hex(0xffdcc0), paint.Hex(0xd99a7a)))
	a.Fill(new(paint.Path).Move(62, 226).Cube(66, 150, 150, 130, 190, 178).Cube(214, 160, 236, 176, 224, 196).Cube(190, 206, 160, 196, 62, 226).Close(), paint.Linear(62, 150, 220, 210, paint.Hex(0xb3243f), paint.Hex(0x7a1a3a)))
	a.Fill(new(paint.Path).Circle(230, 188, 17), paint.Flat(0xfffdf4))
	eyes(a, 122, 242, 24, 12, paint.Hex(0x3a2a44))
	a.Fill(new(paint.Path).Ellipse(124, 258, 13, 9), paint.Flat(0xcf8468))
	a.Fill(new(paint.Path).Ellipse(126, 280, 11, 8), paint.Flat(0x5a2a34))
	for i, c := range [][2]uint32{{0x2fa7ad, 0x1b5a73}, {0xd98a1f, 0x8c4a1a}, {0x7a52ab, 0x3a2470}, {0x3f6fd8, 0x1b2f73}} {
		lift := float64(3-i) * 44
		a.Fill(new(paint.Path).Move(160, 350).Cube(160, 250-lift, 240, 216-lift, 300, 226-lift).Cube(370, 236-lift, 392, 290-lift*0.4, 392, 350).Close(), paint.Linear(0, 200-lift, 0, 350, paint.Hex(c[0]), paint.Hex(c[1])))
		for k := range 4 {
			a.Fill(new(paint.Path).Star(226+float64(k)*40, 262-lift+float64(k%2)*14, 7, 4, 0.5), paint.Solid(paint.Hex(0xfff4d6).Fade(0.55)))
		}
	}
	for i, s := range []float64{34, 26, 19} {
		x, y := 208+float64(2-i)*46, 44+float64(i)*44
		a.Fill(new(paint.Path).Stroke(7-float64(i), paint.Pt(x, y), paint.Pt(x+s, y), paint.Pt(x, y+s), paint.Pt(x+s, y+s)), paint.Solid(paint.Hex(0xfff4d6).Fade(0.9)))
	}
}

// janitor paints a man in a cap with a broom.
func janitor(a *paint.Art) {
	const x = 226.0
	a.Fill(new(paint.Path).Stroke(11, paint.Pt(x+112, 70), paint.Pt(x+92, 330)), paint.Linear(x+90, 0, x+116, 0, paint.Hex(0xc98a54), paint.Hex(0x7a4a2a)))
	a.Fill(new(paint.Path).Polygon(paint.Pt(x+76, 322), paint.Pt(x+112, 326), paint.Pt(x+136, 398), paint.Pt(x+44, 398)), paint.Linear(0, 320, 0, 398, paint.Hex(0xffd98c), paint.Hex(0xb3782a)))
	a.Fill(new(paint.Path).Move(x-96, 400).Cube(x-96, 280, x-60, 232, x, 232).Cube(x+60, 232, x+96, 280, x+96, 400).Close(), paint.Linear(x, 232, x, 400, paint.Hex(0x4a7a8c), paint.Hex(0x24405a)))
	a.Fill(new(paint.Path).Move(x-58, 260).Line(x+58, 260).Line(x+66, 400).Line(x-66, 400).Close(), paint.Linear(x, 250, x, 400, paint.Hex(0xf0e2c0), paint.Hex(0xc9b088)))
	a.Fill(new(paint.Path).Stroke(30, paint.Pt(x+70, 278), paint.Pt(x+112, 244)), paint.Flat(0x3f6f82))
	a.Fill(new(paint.Path).Circle(x+106, 238, 19), paint.Flat(0xe8b48e))
	a.Fill(new(paint.Path).Circle(x, 172, 64), paint.Radial(x-14, 156, 90, paint.Hex(0xffdcc0), paint.Hex(0xdca07a)))
	a.Fill(new(paint.Path).Move(x-66, 156).Cube(x-62, 84, x+62, 84, x+66, 156).Close(), paint.Linear(x, 90, x, 156, paint.Hex(0x5a6a9a), paint.Hex(0x2f3a66)))
	a.Fill(new(paint.Path).Move(x-66, 150).Line(x+40, 150).Cube(x+92, 150, x+112, 168, x+104, 176).Cube(x+60, 166, x-20, 164, x-66, 164).Close(), paint.Flat(0x242c52))
	a.Fill(new(paint.Path).Move(x-46, 206).Cube(x-30, 184, x-8, 190, x, 200).Cube(x+8, 190, x+30, 184, x+46, 206).Cube(x+30, 218, x+10, 218, x, 210).Cube(x-10, 218, x-30, 218, x-46, 206).Close(), paint.Flat(0x4a2f22))
	for _, s := range []float64{-1, 1} {
		a.Fill(new(paint.Path).Circle(x+s*24, 180, 6), paint.Flat(0x2a1a24))
	}
	a.Fill(new(paint.Path).Ellipse(x, 194, 11, 9), paint.Flat(0xcf8468))
}
