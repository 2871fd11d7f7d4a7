package picture

import (
	"math"

	"oneiros/games/fortress/kit"
	"oneiros/games/paint"
)

// Each painting is made once and kept. The figures are drawn for this game.

// tower is the table of so many seats: the fortress before the moon, its dark windows, the
// four places around it, and the bridges of their ring. The places lie in the dusk; lit is
// how they look where the light falls.
//
// All is flat: a picture of slopes has twice the bytes. What stands upright costs hardly
// any, because a row of a PNG that is as the row above costs two bytes.
func tower(p plan) (dark, lit *paint.Art) {
	a := paint.NewArt(boardWidth, boardHeight)
	b := brush{a: a}
	b.bands(0, 0, boardWidth, boardHeight, 0x1b2266, 0x262a7a, 0x33348e, 0x4240a0)
	const moon = boardWidth / 2.0
	for _, halo := range []struct {
		r float64
		v uint32
	}{{170, 0x2b3384}, {128, 0x3a4399}, {92, 0x5860b4}, {64, 0xfff4d6}} {
		b.circle(moon, 52, halo.r, halo.v)
	}
	b.circle(moon-46, 40, 9, 0xecdcb4)
	for _, s := range [][2]float64{{292, 22}, {318, 8}, {470, 16}, {512, 30}, {538, 8}, {268, 44}} {
		b.rect(s[0], s[1], 3, 3, 0xfff4d6)
	}
	bridges(b, p)
	walls(b, p)
	for _, place := range kit.Places {
		x, y := p.corner(place)
		scene := brush{a, float64(x), float64(y), float64(p.room)}
		scene.round(0, 6, scene.w, placeHeight, 14, 0x141445) // its shadow
		scene.round(0, 0, scene.w, placeHeight, 14, rims[place])
		sceneries[place](scene)
		a.Cut(new(paint.Path).Round(scene.x, scene.y, scene.w, placeHeight, 14).
			Hole(new(paint.Path).Round(scene.x+4, scene.y+4, scene.w-8, placeHeight-8, 9)), paint.Flat(rims[place]))
	}
	dark = a.Copy()
	for _, place := range kit.Places {
		x, y := p.corner(place)
		dark.Cut(new(paint.Path).Round(float64(x), float64(y), float64(p.room), placeHeight, 14), paint.Solid(paint.Hex(0x14123a).Fade(0.42)))
	}
	return dark, a
}

// brush paints flat shapes from a corner on.
type brush struct {
	a       *paint.Art
	x, y, w float64
}

func (b brush) fill(p *paint.Path, v uint32) { b.a.Cut(p.Scale(b.x, b.y, 1), paint.Flat(v)) }

func (b brush) rect(x, y, w, h float64, v uint32) { b.fill(new(paint.Path).Rect(x, y, w, h), v) }

func (b brush) round(x, y, w, h, r float64, v uint32) {
	b.fill(new(paint.Path).Round(x, y, w, h, r), v)
}

func (b brush) circle(x, y, r float64, v uint32) { b.fill(new(paint.Path).Circle(x, y, r), v) }

func (b brush) shape(v uint32, at ...paint.Point) { b.fill(new(paint.Path).Polygon(at...), v) }

// bands fills a rectangle with bands of equal height.
func (b brush) bands(x, y, w, h float64, list ...uint32) {
	each := math.Ceil(h / float64(len(list)))
	for i, v := range list {
		top := y + float64(i)*each
		b.rect(x, top, w, min(each, y+h-top), v)
	}
}

// walls paints the fortress: turrets before the moon, floors with dark windows, and the
// base, where one wakes.
func walls(b brush, p plan) {
	l, w := float64(p.left), float64(p.tower)
	const t, high = float64(towerTop), float64(kit.TopFloor * floorHeight)
	b.rect(l+8, t, w+4, high+30, 0x1a1a55) // its shadow
	for _, s := range []struct{ x, tip, wide float64 }{{l + 34, 24, 28}, {l + w - 34, 24, 28}, {l + w/2, 4, 32}} {
		b.rect(s.x-s.wide+6, s.tip+34, s.wide-6, t-s.tip-34, 0xa99be6)
		b.rect(s.x, s.tip+34, s.wide-6, t-s.tip-34, 0x7868c2)
		b.shape(0xff9fb4, pt(s.x, s.tip), pt(s.x, s.tip+36), pt(s.x-s.wide-4, s.tip+36))
		b.shape(0xc8557f, pt(s.x, s.tip), pt(s.x+s.wide+4, s.tip+36), pt(s.x, s.tip+36))
		b.round(s.x-6, s.tip+40, 12, 40, 6, 0xffd25e)
	}
	for x := l; x+16 <= l+w; x += 26 {
		b.rect(x, t-8, 16, 8, 0xa99be6)
	}
	// Brighter above, where sleep is deep.
	for i := range kit.TopFloor {
		y := t + float64(i)*floorHeight
		k := float64(i/2) / (kit.TopFloor/2 - 1)
		tone := func(bright, deep uint32) paint.Paint {
			return paint.Solid(paint.Mix(paint.Hex(bright), paint.Hex(deep), k))
		}
		row := func(x, y, w, h float64, with paint.Paint) { b.a.Cut(new(paint.Path).Rect(x, y, w, h), with) }
		row(l, y, w, floorHeight, tone(0x9d8fe0, 0x5f55ac))
		row(l+w-10, y, 10, floorHeight, tone(0x7567c0, 0x463d8c))
		row(l, y, numbersWide, floorHeight, tone(0x4c429c, 0x332b78))
		row(l+numbersWide, y+floorHeight-4, w-numbersWide, 2, tone(0xc3b8f5, 0x8378cc))
		row(l+numbersWide, y+floorHeight-2, w-numbersWide, 2, tone(0x6c5fb8, 0x3d3484))
		for seat := range p.seats {
			x := float64(p.column(seat)) + 3
			wide := float64(p.wide) - 6
			b.a.Cut(new(paint.Path).Round(x, y+5, wide, floorHeight-10, 5), tone(0x4a4096, 0x2a2364))
		}
	}
	y := t + high
	b.rect(l-4, y, w+8, boardHeight-y-4, 0x2d2768)
	b.rect(l-4, y, w+8, 4, 0xc3b8f5)
	b.round(boardWidth/2-22, baseTop+2, 44, 60, 20, 0xf0a83c) // the gate, which the dice hide
	b.round(boardWidth/2-16, baseTop+8, 32, 54, 16, 0x6f4630)
	b.rect(boardWidth/2-1, baseTop+8, 2, 50, 0xf0a83c)
	b.rect(boardWidth/2-26, baseTop+dieSize-9, 52, 20, 0x2d2768)
	b.rect(l-4, awakeTop-4, w+8, boardHeight-awakeTop, 0x54389a)
	b.rect(l-4, awakeTop+16, w+8, boardHeight-awakeTop-20, 0x6b4098)
	b.rect(l-4, awakeTop+34, w+8, boardHeight-awakeTop-38, 0x824898)
}

// bridges paints the ring: a way from each place to the next.
func bridges(b brush, p plan) {
	for _, x := range []int{margin + p.room/2, boardWidth - margin - p.room/2} {
		b.rect(float64(x)-46, placeHeight, 92, boardHeight-2*placeHeight, 0x7a5236)
		for i := range 4 {
			b.rect(float64(x)-40, placeHeight+8+float64(i)*7, 80, 5, 0xc9986a)
		}
	}
	from, to := float64(margin+p.room), float64(boardWidth-margin-p.room)
	b.rect(from, 50, to-from, 22, 0x7a5236)
	for x := from + 2; x < to; x += 12 {
		b.rect(x, 46, 9, 22, 0xc9986a)
	}
}

// rims are the tints of the edges of the places.
var rims = map[kit.Place]uint32{kit.City: 0x4fc6cc, kit.Forest: 0x8fdca8, kit.Shop: 0xf0a83c, kit.House: 0xf79ab2}

// sceneries paint the places, each in a box of its width. Words stand at their tops.
var sceneries = map[kit.Place]func(brush){kit.City: city, kit.Forest: forest, kit.Shop: shop, kit.House: house}

// city paints towers under water.
func city(b brush) {
	c := b.w / 2
	b.rect(4, 4, b.w-8, rowsTop-6, 0x0f4c62)
	b.bands(4, rowsTop-2, b.w-8, placeHeight-rowsTop-2, 0x1b7f92, 0x23979f, 0x2aa9a8)
	b.rect(4, rowsTop-2, b.w-8, 4, 0x9fece8)
	for _, s := range []struct{ x, top, wide float64 }{{c - 72, 176, 40}, {c + 74, 156, 36}} {
		b.rect(s.x-s.wide/2, s.top, s.wide, 292-s.top, 0x15697d)
		b.circle(s.x, s.top, s.wide/2, 0x15697d)
		b.rect(s.x-2, s.top-s.wide/2-16, 4, 20, 0x15697d)
		b.rect(s.x-5, s.top+14, 10, 16, 0xffe08a)
	}
	b.rect(c-30, 160, 60, 132, 0x0d4a60)
	b.rect(c-30, 160, 14, 132, 0x125a70)
	b.fill(new(paint.Path).Move(c-36, 160).Cube(c-36, 124, c-8, 122, c, 104).Cube(c+8, 122, c+36, 124, c+36, 160).Close(), 0xffb38f)
	b.rect(c-2, 94, 4, 14, 0xffb38f)
	for _, x := range []float64{c - 14, c + 6} {
		b.rect(x, 176, 9, 18, 0xffe08a)
	}
	b.rect(4, 282, b.w-8, 16, 0xe0c88c)
	fish := func(x, y float64, v uint32) {
		b.fill(new(paint.Path).Ellipse(x, y, 13, 8).Polygon(pt(x+10, y), pt(x+22, y-8), pt(x+22, y+8)), v)
		b.rect(x-8, y-3, 3, 3, 0x0d4a60)
	}
	fish(c+44, 126, 0xffc46b)
	fish(c-70, 134, 0xff9fb4)
}

// forest paints firs in which eyes shine.
func forest(b brush) {
	c := b.w / 2
	b.rect(4, 4, b.w-8, rowsTop-6, 0x164437)
	b.bands(4, rowsTop-2, b.w-8, placeHeight-rowsTop-2, 0x2f8a62, 0x3da071, 0x2f8a62)
	b.circle(c+60, 120, 22, 0xf3fbd0)
	fir := func(x, top, wide, foot float64, v uint32) {
		mid := (top + foot) / 2
		b.shape(v, pt(x, top), pt(x+wide*0.7, mid), pt(x-wide*0.7, mid))
		b.shape(v, pt(x, mid-18), pt(x+wide, foot), pt(x-wide, foot))
	}
	fir(c-74, 120, 30, 260, 0x1f6b4c)
	fir(c+76, 146, 28, 260, 0x1f6b4c)
	fir(c, 96, 46, 262, 0x12493a)
	b.rect(4, 260, b.w-8, 38, 0x0f3a2e)
	for _, x := range []float64{c - 13, c + 5} {
		b.circle(x+4, 196, 6, 0xffe08a)
		b.rect(x+3, 193, 3, 6, 0x0f3a2e)
	}
	b.rect(c+46, 240, 8, 22, 0xfff0d8)
	b.fill(new(paint.Path).Move(c+32, 244).Cube(c+34, 218, c+66, 218, c+68, 244).Close(), 0xe0556a)
}

// shop paints a stall under an awning, with shelves of old things.
func shop(b brush) {
	c := b.w / 2
	b.rect(4, 4, b.w-8, rowsTop-6, 0x57341a)
	b.rect(4, rowsTop-2, b.w-8, placeHeight-rowsTop-2, 0xa8713a)
	b.rect(14, rowsTop, b.w-28, 202, 0x4a2a2c)
	const stripes = 9
	for i := range stripes {
		v := []uint32{0xe0556a, 0xfff0d8}[i%2]
		w := (b.w - 8) / stripes
		x := 4 + float64(i)*w
		b.rect(x, rowsTop-2, w, 24, v)
		b.fill(new(paint.Path).Ellipse(x+w/2, rowsTop+22, w/2, 7), v)
	}
	for _, y := range []float64{180, 246} {
		b.rect(14, y, b.w-28, 7, 0xc98a4a)
	}
	bottle := func(x, foot float64, v uint32) {
		b.round(x-14, foot-34, 28, 34, 10, v)
		b.rect(x-5, foot-46, 10, 14, v)
		b.rect(x-7, foot-50, 14, 6, 0xfff0d8)
		b.rect(x-8, foot-26, 4, 16, 0xffffff)
	}
	bottle(c-70, 180, 0x4fc6cc)
	bottle(c+34, 180, 0xb58af0)
	for i, v := range []uint32{0x8fdca8, 0xf79ab2, 0xffd25e} { // books
		b.rect(c-38+float64(i)*15, 138+float64(i%2)*6, 13, 42-float64(i%2)*6, v)
	}
	b.rect(c+76, rowsTop+20, 2, 26, 0xfff0d8)
	b.round(c+64, rowsTop+46, 26, 34, 9, 0xffd25e) // a lantern
	b.rect(c+64, rowsTop+46, 26, 5, 0xf0a83c)
	b.rect(c-66, 208, 40, 38, 0xd98a4a) // a chest
	b.rect(c-66, 220, 40, 4, 0xffd25e)
	bottle(c+10, 246, 0xffb38f)
	b.circle(c+62, 226, 20, 0xfff0d8) // a clock
	b.rect(c+61, 212, 3, 15, 0x4a2a2c)
	b.rect(c+61, 225, 11, 3, 0x4a2a2c)
	b.rect(4, 290, b.w-8, 8, 0x6b4526)
}

// house paints a house in a tree under the evening.
func house(b brush) {
	c := b.w / 2
	b.rect(4, 4, b.w-8, rowsTop-6, 0x5a2650)
	b.bands(4, rowsTop-2, b.w-8, placeHeight-rowsTop-2, 0xb0507c, 0xcf6a84, 0xea8a86, 0xf7ab8a)
	b.circle(c-10, 176, 66, 0x3f7a5a)
	b.circle(c+50, 190, 48, 0x3f7a5a)
	b.circle(c-58, 200, 42, 0x3f7a5a)
	b.rect(c-14, 220, 28, 74, 0x6f4630)
	b.rect(c-14, 220, 8, 74, 0x8c5a3a)
	b.rect(c-54, 218, 108, 8, 0xc98a4a)
	b.rect(c-40, 150, 80, 68, 0xfbe3c0)
	b.rect(c+20, 150, 20, 68, 0xe0bd98)
	b.shape(0xe0556a, pt(c, 100), pt(c+54, 152), pt(c-54, 152))
	b.rect(c-30, 168, 24, 24, 0xffd25e)
	b.rect(c-19, 168, 3, 24, 0x8c5a3a)
	b.rect(c-30, 179, 24, 3, 0x8c5a3a)
	b.round(c+4, 172, 20, 46, 10, 0x8c5a3a)
	for y := 230.0; y < 292; y += 12 { // a ladder
		b.rect(c+30, y, 20, 4, 0xfbe3c0)
	}
	b.rect(c+28, 226, 3, 66, 0xfbe3c0)
	b.rect(c+49, 226, 3, 66, 0xfbe3c0)
	b.rect(4, 286, b.w-8, 12, 0x4a2a5c)
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
func figure(r kit.Role) *paint.Art {
	a := paint.NewArt(portraitW, portraitH)
	switch r {
	case kit.Nightmare:
		a.Sky(50, 9, paint.Hex(0x07081c), paint.Hex(0x1a0f33), paint.Hex(0x3a1740))
		a.Glow(206, 190, 250, paint.Hex(0xb3243f).Fade(0.5))
		nightmare(a)
		a.Clouds(360, 6, paint.Hex(0x241236), paint.Hex(0x0b0a20))
	case kit.GoodDream:
		a.Sky(90, 3, paint.Hex(0x16205c), paint.Hex(0x3a3a92), paint.Hex(0x7a62b8))
		a.Glow(206, 190, 260, paint.Hex(0xffe6b3).Fade(0.55))
		gooddream(a)
		a.Clouds(366, 5, paint.Hex(0x5c50a8), paint.Hex(0x2d2870))
	case kit.Alice:
		a.Sky(80, 14, paint.Hex(0x0d1a44), paint.Hex(0x1f3a7a), paint.Hex(0x3f5f9a))
		a.Glow(206, 200, 240, paint.Hex(0x9fd0ff).Fade(0.35))
		a.Clouds(350, 8, paint.Hex(0x1f5a58), paint.Hex(0x123238))
		alice(a)
	case kit.Sigmund:
		a.Sky(0, 1, paint.Hex(0x1c1230), paint.Hex(0x2a1a34), paint.Hex(0x3a2430))
		a.Glow(200, 150, 260, paint.Hex(0xffc27a).Fade(0.4))
		sigmund(a)
	case kit.William:
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
		a.Fill(faceSigns[kit.FaceHeal].Path().Scale(x-23, y-23, 46).Turn(x, y, turn), paint.Flat(ink))
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
