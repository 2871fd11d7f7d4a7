package picture

import (
	"math"

	"oneiros/games/paint"
	"oneiros/games/somnicum/kit"
)

// Each painting is made once and kept. Everything is drawn for this game.

// scenes are the game's paintings.
var scenes = paint.Scenes[scene]{Own: looks}

type scene struct {
	name string
	size int
}

// orrery is the ground of the board for so many seats: a night, the dial of brass with
// its empty fields, and the orbits inside of it.
func orrery(seats int) *paint.Art {
	const y = ringTop + middle
	a := paint.NewArt(boardWidth, boardHigh(seats))
	a.Sky(30, 23, paint.Hex(0x12123f))
	a.Fill(path().Circle(centre, y, outer+7), paint.Linear(0, ringTop, 0, ringTop+ringWidth, paint.Hex(0xf0cf86), paint.Hex(0xb07f38)))
	a.Fill(path().Circle(centre, y, outer), paint.Flat(0x10113a))
	n := kit.RingSize[seats]
	for place := range n {
		p := polar(angle(n, float64(place)+0.5), 206)
		a.Fill(path().Sparkle(p.X, p.Y, 13), paint.Flat(0x5a52a8))
	}
	a.Fill(path().Circle(centre, y, innerEdge), paint.Linear(0, y-innerEdge, 0, y+innerEdge, paint.Hex(0xf0cf86), paint.Hex(0xb07f38)))
	a.Fill(path().Circle(centre, y, innerEdge-6), paint.Flat(0x1a1a58))
	a.Fill(path().Circle(centre, y, orbit), paint.Flat(0x2a2578))
	for i := range 12 { // hours
		p := polar(float64(i)*math.Pi/6, innerEdge-14)
		a.Fill(path().Circle(p.X, p.Y, 3), paint.Flat(0xd9ab55))
	}
	return a
}

// slumber is the ground of a dream: a night that goes down into the deep.
func slumber(height int) *paint.Art {
	a := paint.NewArt(dreamWidth, height)
	a.Sky(height/6, 31, paint.Hex(0x15164a), paint.Hex(0x0b0c30))
	return a
}

// evening is the ground of the own turn. It is plain, since the picture has many edges.
func evening(height int) *paint.Art {
	a := paint.NewArt(dreamWidth, height)
	a.Fill(path().Rect(0, 0, dreamWidth, float64(height)), paint.Flat(0x10113a))
	return a
}

// daybreak is the ground of the end.
func daybreak(height int) *paint.Art {
	a := paint.NewArt(dreamWidth, height)
	a.Daybreak(110, 5)
	a.Clouds(float64(height)-60, 4, paint.Hex(0xb06a9a), paint.Hex(0x5a3a86))
	return a
}
