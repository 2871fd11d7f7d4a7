package picture

import "oneiros/games/paint"

// Cover is the picture by which people know the game. It has no words.
var Cover = paint.Cover(island)

// island paints an island of nine cells in the sky, a segment that flies onto it, falling
// shards, and an owl with four wings.
func island(a *paint.Art) {
	a.Sky(120, 91, paint.Hex(0x0c0d3a), paint.Hex(0x1f2070), paint.Hex(0x4d3a9c), paint.Hex(0xb0649f))
	a.Glow(650, 96, 210, paint.Hex(0xffe3b0).Fade(0.55))
	a.Fill(path().Circle(650, 96, 52), paint.Radial(634, 80, 80, paint.Hex(0xfffbe8), paint.Hex(0xffe6a8)))
	a.Clouds(352, 21, paint.Hex(0xa66aa8), paint.Hex(0x4f327f))
	ground(a)
	segmentInFlight(a)
	for i, s := range [][4]float64{{96, 92, 50, -0.3}, {182, 190, 34, 0.4}, {56, 226, 30, 0.2}, {740, 214, 44, 0.3}, {664, 268, 32, -0.4}, {226, 60, 28, 0.1}} {
		shardInFlight(a, i%4, s[0], s[1], s[2], s[3])
	}
	owl(a, 552, 94)
}

// corner is where a corner of the island's grid is, seen from above at a slant.
func corner(col, row float64) paint.Point {
	return pt(400+(col-row)*82, 172+(col+row)*35)
}

// slab is a cell of the island.
func slab(col, row, in, rise float64) *paint.Path {
	a, b, c, d := corner(col+in, row+in), corner(col+1-in, row+in), corner(col+1-in, row+1-in), corner(col+in, row+1-in)
	return path().Polygon(pt(a.X, a.Y-rise), pt(b.X, b.Y-rise), pt(c.X, c.Y-rise), pt(d.X, d.Y-rise))
}

// ground paints the island: nine cells over a rock that hangs in the sky.
func ground(a *paint.Art) {
	left, low, right := corner(0, 3), corner(3, 3), corner(3, 0)
	rock := path().Move(left.X, left.Y).Line(low.X, low.Y).Line(right.X, right.Y).
		Line(right.X-30, right.Y+46).Line(right.X-96, right.Y+60).Line(low.X+60, low.Y+34).Line(low.X+14, low.Y+56).
		Line(low.X-40, low.Y+30).Line(left.X+110, left.Y+70).Line(left.X+34, left.Y+42).Close()
	a.Fill(rock, paint.Linear(left.X, 0, right.X, 0, paint.Hex(0x3b2a6e), paint.Hex(0x6a4694), paint.Hex(0x2f2360)))
	tints := [9]uint32{0x3545a8, 0x17706e, 0x571a75, 0x17706e, 0x3545a8, 0x571a75, 0x3545a8, 0x17706e, 0x17706e}
	for i, t := range tints {
		col, row := float64(i%3), float64(i/3)
		a.Fill(slab(col, row, 0.02, 0), paint.Flat(0x1a1550))
		a.Fill(slab(col, row, 0.05, 4), paint.Linear(300, 150, 500, 400, paint.Mix(paint.Hex(t), paint.Hex(0xffffff), 0.22), paint.Hex(t)))
	}
	middle := func(i int) paint.Point { return corner(float64(i%3)+0.5, float64(i/3)+0.5) }
	put := func(icon *paint.Icon, i int, size float64, tint uint32) {
		p := middle(i)
		a.Fill(path().Ellipse(p.X, p.Y+2, size*0.42, size*0.15), paint.Solid(paint.Hex(0x0a0630).Fade(0.5)))
		a.Fill(icon.Path().Scale(p.X-size/2, p.Y-size*0.92, size), paint.Linear(0, p.Y-size, 0, p.Y, paint.Mix(paint.Hex(tint), paint.Hex(0xffffff), 0.5), paint.Hex(tint)))
	}
	put(dreadSign, 2, 62, 0xf0c6f5)
	put(octopusSign, 5, 64, 0xf0c6f5)
	put(keySign, 3, 46, 0xe8c06a)
	put(shardSigns[0], 1, 44, 0x5aa8ff)
	put(shardSigns[3], 7, 44, 0x5fd98a)
	put(chestSign, 8, 56, 0xb9773a)
	p := middle(8)
	a.Fill(lockSign.Path().Scale(p.X-11, p.Y-34, 22), paint.Flat(0xf0cf86))
}

// segmentInFlight paints a bent segment that comes down onto the island.
func segmentInFlight(a *paint.Art) {
	cells := [][2]float64{{1, 2}, {0, 2}, {1, 1}}
	glow := corner(1, 2)
	a.Glow(glow.X, glow.Y-62, 130, paint.Hex(0xffd98a).Fade(0.75))
	for _, rise := range []float64{52, 62} {
		for _, c := range cells {
			tint := paint.Hex(0xa86a1c)
			if rise == 62 {
				tint = paint.Hex(0xffc95c)
			}
			a.Fill(slab(c[0], c[1], 0, rise), paint.Solid(tint))
		}
	}
	for _, c := range cells {
		a.Fill(slab(c[0], c[1], 0.1, 62), paint.Flat(0x8a5a18))
		p := corner(c[0]+0.5, c[1]+0.5)
		a.Fill(path().Ellipse(p.X, p.Y-62, 27, 15), paint.Flat(0xffd98a))
		sign := collectSign
		if c[0] == 0 {
			sign = banishSign
		}
		a.Fill(sign.Path().Scale(p.X-12, p.Y-75, 24), paint.Flat(0x3a1d52))
	}
}

// shardInFlight paints a shard that falls, with its trail.
func shardInFlight(a *paint.Art, kind int, x, y, size, angle float64) {
	tint := paint.Hex(looks[shardInks[kind]-paint.Own])
	a.Fill(path().Polygon(pt(x-size*0.3, y), pt(x+size*0.3, y), pt(x+size*0.9, y-size*2.2)), paint.Linear(x, y, x+size, y-size*2.2, tint.Fade(0.5), tint.Fade(0)))
	a.Glow(x, y, size*1.1, tint.Fade(0.6))
	a.Fill(shardSigns[kind].Path().Scale(x-size/2, y-size/2, size).Turn(x, y, angle),
		paint.Linear(x-size/2, y-size/2, x+size/2, y+size/2, paint.Mix(tint, paint.Hex(0xffffff), 0.7), tint))
}

// owl paints an owl with four wings around a place.
func owl(a *paint.Art, x, y float64) {
	feather := paint.Linear(x-90, y-50, x+90, y+50, paint.Hex(0xe9dcff), paint.Hex(0xa98fe0))
	shade := paint.Linear(x-90, y-30, x+90, y+60, paint.Hex(0xb9a2ea), paint.Hex(0x7a62b8))
	wing := func(lift float64, reach float64, with paint.Paint) {
		right := path().Move(x+16, y-8).Cube(x+40, y-lift-16, x+reach-14, y-lift-18, x+reach, y-lift).
			Line(x+reach-14, y-lift+14).Line(x+reach-22, y-lift+9).Line(x+reach-32, y-lift+24).Line(x+reach-42, y-lift+17).
			Line(x+reach-52, y-lift+34).Line(x+18, y+18).Close()
		a.Fill(right, with)
		a.Fill(right.Mirror(x), with)
	}
	wing(-8, 92, shade)
	wing(30, 104, feather)
	a.Fill(path().Ellipse(x, y+6, 27, 36), paint.Linear(x, y-30, x, y+42, paint.Hex(0xf3eaff), paint.Hex(0xa489d8)))
	ear := path().Polygon(pt(x-25, y-38), pt(x-4, y-26), pt(x-24, y-12))
	a.Fill(ear, paint.Flat(0xf3eaff))
	a.Fill(ear.Mirror(x), paint.Flat(0xf3eaff))
	for _, dx := range []float64{-11, 11} {
		a.Fill(path().Circle(x+dx, y-12, 11.5), paint.Flat(0xffd25e))
		a.Fill(path().Circle(x+dx, y-12, 5.5), paint.Flat(0x1d1740))
		a.Fill(path().Circle(x+dx+2, y-14, 2), paint.Flat(0xffffff))
	}
	a.Fill(path().Polygon(pt(x-4, y-6), pt(x+4, y-6), pt(x, y+4)), paint.Flat(0xf08a3c))
	for i := range 3 {
		for j := range 3 - i%2 {
			a.Fill(path().Ellipse(x-12+float64(12*j+6*(i%2)), y+12+float64(9*i), 3.4, 4.4), paint.Flat(0x8e74c6))
		}
	}
}
