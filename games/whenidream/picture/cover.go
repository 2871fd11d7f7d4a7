package picture

import "oneiros/games/paint"

// Cover is the picture by which people know the game. It has no words.
var Cover = paint.Cover(whispers)

// whispers paints a sleeper, the dream above the bed, and the spirits around it.
func whispers(a *paint.Art) {
	a.Sky(120, 61, paint.Hex(0x090b28), paint.Hex(0x181b58), paint.Hex(0x35297e), paint.Hex(0x6a479f))
	a.Glow(400, 150, 330, paint.Hex(0x8f7be0).Fade(0.6))
	moon(a, 690, 70, 38)
	a.Clouds(312, 23, paint.Hex(0x5b4499), paint.Hex(0x2f2870))
	dreamt(a)
	good := whisperer{x: 128, top: 112, k: 1.45, tints: [3]paint.Tint{paint.Hex(0xfffbe8), paint.Hex(0xffdf8c), paint.Hex(0xe8a33d).Fade(0.6)}}
	bad := whisperer{x: 672, top: 128, k: 1.45, tints: [3]paint.Tint{paint.Hex(0x7f9cff), paint.Hex(0x2f479f), paint.Hex(0x141b4d).Fade(0.8)}}
	bad.horns(a)
	good.paint(a)
	bad.paint(a)
	bad.brows(a)
	good.halo(a)
	inBed(a)
}

// dreamt paints the dream: a bubble with what is whispered in it.
func dreamt(a *paint.Art) {
	for _, b := range [][3]float64{{392, 262, 8}, {384, 236, 13}} {
		a.Fill(new(paint.Path).Circle(b[0], b[1], b[2]), paint.Solid(paint.Hex(0xfdf8ff).Fade(0.9)))
	}
	cloud := new(paint.Path)
	for _, c := range [][3]float64{{300, 130, 58}, {356, 84, 66}, {436, 82, 70}, {500, 128, 60}, {446, 160, 62}, {362, 162, 60}} {
		cloud.Circle(c[0], c[1], c[2])
	}
	a.Fill(cloud, paint.Radial(390, 90, 190, paint.Hex(0xffffff), paint.Hex(0xf1eaff), paint.Hex(0xc3b2ee)))
	sign := func(p *paint.Path, x, y, size float64, upper, lower uint32) {
		a.Fill(p.Scale(x, y, size), paint.Linear(0, y, 0, y+size, paint.Hex(upper), paint.Hex(lower)))
	}
	sign(paint.IconStar.Path(), 286, 92, 74, 0xffd25e, 0xd98a1f)
	sign(paint.IconHeart.Path(), 372, 66, 66, 0xf590ab, 0xb3243f)
	sign(paint.IconMoon.Path(), 446, 78, 84, 0x7b9cf0, 0x3f4fb8)
	key := new(paint.Path).Ring(0.2, 0.5, 0.14, 0.09).Round(0.3, 0.455, 0.62, 0.09, 0.04).Round(0.68, 0.5, 0.08, 0.2, 0.03).Round(0.82, 0.5, 0.08, 0.16, 0.03)
	sign(key, 346, 118, 108, 0x9a6bd8, 0x5a3694)
}

// whisperer is a spirit of the cover: where it is, how large, and its tints.
type whisperer struct {
	x, top, k float64
	tints     [3]paint.Tint
}

// paint paints the spirit, which leans over the bed and smiles.
func (s whisperer) paint(a *paint.Art) {
	a.Glow(s.x, s.top+70*s.k, 130*s.k, s.tints[1].Fade(0.5))
	a.Fill(robe(s.x, s.top, 54*s.k, 140*s.k), paint.Linear(0, s.top, 0, s.top+140*s.k, s.tints[0], s.tints[1], s.tints[2]))
	dark := paint.Hex(0x22143f)
	for _, side := range []float64{-1, 1} {
		a.Fill(new(paint.Path).Ellipse(s.x+side*16*s.k, s.top+42*s.k, 5*s.k, 7.5*s.k), paint.Solid(dark))
		a.Fill(new(paint.Path).Circle(s.x+side*16*s.k+2*s.k, s.top+39*s.k, 2*s.k), paint.Flat(0xffffff))
	}
	a.Smile(4*s.k, s.x, s.top+58*s.k, 14*s.k, 12*s.k, dark)
}

// horns paints two horns behind the head.
func (s whisperer) horns(a *paint.Art) {
	horn := new(paint.Path).Move(s.x+12*s.k, s.top+14*s.k).Cube(s.x+26*s.k, s.top+4*s.k, s.x+40*s.k, s.top-8*s.k, s.x+42*s.k, s.top-30*s.k).
		Cube(s.x+58*s.k, s.top-4*s.k, s.x+50*s.k, s.top+20*s.k, s.x+32*s.k, s.top+34*s.k).Close()
	for _, p := range []*paint.Path{horn, horn.Mirror(s.x)} {
		a.Fill(p, paint.Linear(0, s.top-30*s.k, 0, s.top+34*s.k, paint.Hex(0xd9e8ff), paint.Hex(0x5f7fd0)))
	}
}

// brows paints two slanting brows: this smile means no good.
func (s whisperer) brows(a *paint.Art) {
	for _, side := range []float64{-1, 1} {
		a.Fill(new(paint.Path).Stroke(3.6*s.k, paint.Pt(s.x+side*27*s.k, s.top+25*s.k), paint.Pt(s.x+side*9*s.k, s.top+34*s.k)), paint.Flat(0x22143f))
	}
}

// halo paints a ring of light above the head, and sparks.
func (s whisperer) halo(a *paint.Art) {
	y := s.top - 16*s.k
	a.Glow(s.x, y, 60*s.k, paint.Hex(0xffe08a).Fade(0.8))
	ring := new(paint.Path).Ellipse(s.x, y, 36*s.k, 11*s.k).Hole(new(paint.Path).Ellipse(s.x, y, 28*s.k, 6*s.k))
	a.Fill(ring, paint.Flat(0xffd25e))
	for _, at := range [][3]float64{{-66, 10, 10}, {70, -6, 12}, {76, 70, 8}, {-72, 84, 8}} {
		a.Fill(new(paint.Path).Sparkle(s.x+at[0]*s.k, s.top+at[1]*s.k, at[2]*s.k), paint.Flat(0xfff4d6))
	}
}

// inBed paints the sleeper in front: a bed from its foot, and the mask.
func inBed(a *paint.Art) {
	const x = 400.0
	wood := paint.Linear(0, 210, 0, 400, paint.Hex(0xb57c52), paint.Hex(0x7d4f36), paint.Hex(0x4a2d24))
	a.Fill(new(paint.Path).Round(x-176, 248, 352, 170, 40).Circle(x-160, 256, 20).Circle(x+160, 256, 20), wood)
	pillow := new(paint.Path).Move(x-118, 300).Cube(x-136, 262, x-98, 256, x-62, 262).Cube(x-20, 254, x+20, 254, x+62, 262).
		Cube(x+98, 256, x+136, 262, x+118, 300).Cube(x+136, 352, x+108, 372, x+70, 368).Line(x-70, 368).Cube(x-108, 372, x-136, 352, x-118, 300).Close()
	a.Fill(pillow, paint.Radial(x-20, 280, 150, paint.Hex(0xffffff), paint.Hex(0xece6ff), paint.Hex(0xb7abdf)))
	face(a, x, 314, 0.86)
	fold := func(y float64) *paint.Path {
		return new(paint.Path).Move(x-210, y+24).Cube(x-130, y-6, x-60, y, x, y).Cube(x+60, y, x+130, y-6, x+210, y+24).Line(x+240, 430).Line(x-240, 430).Close()
	}
	a.Fill(fold(358), paint.Linear(0, 352, 0, 392, paint.Hex(0xf4efff), paint.Hex(0xc9bcec)))
	a.Fill(fold(374), paint.Linear(0, 370, 0, 400, paint.Hex(0x6f8cec), paint.Hex(0x3a4fb4)))
	for _, s := range [][3]float64{{-160, 392, 9}, {-104, 386, 10}, {-46, 390, 9}, {12, 388, 10}, {66, 391, 9}, {122, 386, 10}, {172, 393, 8}} {
		a.Fill(new(paint.Path).Star(x+s[0], s[1], s[2], 5, 0.46), paint.Flat(0xffd25e))
	}
}
