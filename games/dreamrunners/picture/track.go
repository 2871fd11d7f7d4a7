package picture

import (
	"image"
	"strconv"

	"oneiros/games/dreamrunners/kit"
	"oneiros/games/dreamrunners/label"
	"oneiros/games/paint"
)

// starValues are the values of the star track; the last is its top.
var starValues = [...]string{"0", "4", "9", "15", "22", "30", "+10"}

// calmTrack draws the track of calm: a moonlit bar with the number.
// Where it was another number, the difference stands beside it.
func calmTrack(c *paint.Canvas, box image.Rectangle, calm, was int) {
	c.Icon(moonSign, image.Rect(box.Min.X, box.Min.Y, box.Min.X+box.Dy(), box.Max.Y), paint.Cream)
	bar := image.Rect(box.Min.X+box.Dy()+6, box.Min.Y+box.Dy()/5, box.Max.X-110, box.Max.Y-box.Dy()/5)
	c.Tile(bar.Min.X, bar.Min.Y, bar.Dx(), bar.Dy(), bar.Dy()/2, 0, paint.Night, paint.Night)
	ink := shardGreen
	switch {
	case calm <= 5:
		ink = paint.Red
	case calm <= 12:
		ink = shardOrange
	}
	if wide := bar.Dx() * min(calm, kit.MaxCalm) / kit.MaxCalm; calm > 0 {
		wide = max(wide, bar.Dy())
		c.Fill(path().Round(float64(bar.Min.X), float64(bar.Min.Y), float64(wide), float64(bar.Dy()), float64(bar.Dy())/2), ink)
	}
	for i := 5; i < kit.MaxCalm; i += 5 {
		x := bar.Min.X + bar.Dx()*i/kit.MaxCalm
		c.Rect(image.Rect(x-1, bar.Min.Y+bar.Dy()/4, x+1, bar.Max.Y-bar.Dy()/4), paint.Dusk)
	}
	c.Label(paint.Bold.Size(30), strconv.Itoa(calm), image.Rect(bar.Max.X+6, box.Min.Y, bar.Max.X+50, box.Max.Y), 24, paint.Left, paint.Cream)
	if n := calm - was; n != 0 {
		ink := paint.Rose
		if n > 0 {
			ink = shardGreen
		}
		c.Label(paint.Bold.Size(paint.Readable), label.Signed(n), image.Rect(bar.Max.X+50, box.Min.Y, box.Max.X, box.Max.Y), 22, paint.Left, ink)
	}
}

// starTrack draws the star track with its steps, and a ring around the one where the
// player was.
func starTrack(c *paint.Canvas, box image.Rectangle, step, was int) {
	n := len(starValues)
	wide := box.Dx() / n
	y := (box.Min.Y + box.Max.Y) / 2
	c.Rect(image.Rect(box.Min.X+wide/2, y-2, box.Min.X+wide*(n-1)+wide/2, y+2), paint.Dusk)
	for i, value := range starValues {
		x := box.Min.X + wide*i + wide/2
		switch {
		case i == step:
			at := around(x, y, min(box.Dy()+10, wide+6))
			c.Icon(pointSign, at, paint.Gold)
			c.Label(paint.Bold.Size(22), value, at.Add(image.Pt(0, 2)), 16, paint.Centre, paint.Ink)
		default:
			ink, words := paint.Dusk, paint.Mist
			if i < step {
				ink, words = paint.Amber, paint.Ink
			}
			at := around(x, y, min(box.Dy()-2, wide-4))
			c.Icon(disc, at, ink)
			c.Label(paint.Bold.Size(22), value, at, 16, paint.Centre, words)
		}
		if i == was && was != step {
			c.Icon(ringSign, around(x, y, min(box.Dy()+8, wide+4)), paint.White)
		}
	}
}

// changed marks a holding that is another number than it was: an arrow up or down.
func changed(c *paint.Canvas, box image.Rectangle, n, was int) {
	at := image.Rect(box.Min.X+box.Dy()-12, box.Min.Y-6, box.Min.X+box.Dy()+8, box.Min.Y+14)
	switch {
	case n > was:
		c.Icon(upSign, at.Inset(-3), paint.Night)
		c.Icon(upSign, at, shardGreen)
	case n < was:
		c.Icon(downSign, at.Inset(-3), paint.Night)
		c.Icon(downSign, at, paint.Rose)
	}
}

// holding draws a sign with how many of it there are.
func holding(c *paint.Canvas, box image.Rectangle, k token, n int, letters [kit.Colours]string) {
	at := image.Rect(box.Min.X, box.Min.Y, box.Min.X+box.Dy(), box.Max.Y)
	k.draw(c, at, letters)
	ink := paint.Moon
	if n == 0 {
		ink = paint.Mist
	}
	c.Label(paint.Bold.Size(28), strconv.Itoa(n), image.Rect(at.Max.X+5, box.Min.Y, box.Max.X, box.Max.Y), 20, paint.Left, ink)
}

// A standing is what a player has, as it is drawn.
type standing struct {
	name              string
	calm, step, total int
	coins, keys       int
	shards            [4]int
	ready, first, out bool
	turn, won         bool // whose turn it is, and who has won
	was               kit.Goods
}

// standingHigh is how high the panel of a player is.
const standingHigh = 92

// standingRow draws what a player has.
func standingRow(c *paint.Canvas, box image.Rectangle, s *standing, letters [kit.Colours]string) {
	edge, ink := paint.Dusk, paint.Moon
	if s.ready {
		edge = shardGreen
	}
	if s.won || s.turn {
		edge, ink = paint.Gold, paint.Gold
	}
	c.Panel(box, edge)
	x, y := box.Min.X, box.Min.Y
	left := x + 16
	if s.first {
		c.Icon(sandSign, image.Rect(left, y+10, left+30, y+44), paint.Gold)
		left += 34
	}
	c.Label(paint.Bold.Size(28), s.name, image.Rect(left, y+8, x+196, y+46), 20, paint.Left, ink)
	if s.ready {
		at := around(x+216, y+27, 34)
		c.Icon(disc, at, paint.Green)
		c.Icon(paint.IconCheck, at.Inset(5), paint.White)
	}
	if !s.out {
		c.Icon(totalSign, around(x+254, y+27, 26), paint.Gold)
		c.Label(paint.Bold.Size(30), strconv.Itoa(s.total), image.Rect(x+270, y+8, x+316, y+46), 20, paint.Left, paint.Gold)
	}
	right := box.Max.X - 10
	for i := 3; i >= 0; i-- {
		right -= 76
		at := image.Rect(right, y+8, right+72, y+46)
		holding(c, at, tokenBlue+token(i), s.shards[i], letters)
		changed(c, at, s.shards[i], s.was.Shards[i])
	}
	right -= 74
	at := image.Rect(right, y+10, right+70, y+44)
	holding(c, at, tokenKey, s.keys, letters)
	changed(c, at, s.keys, s.was.Keys)
	right -= 78
	at = image.Rect(right, y+10, right+74, y+44)
	holding(c, at, tokenCoin, s.coins, letters)
	changed(c, at, s.coins, s.was.Coins)
	if s.out {
		c.Icon(wokeSign, image.Rect(x+16, y+48, x+56, y+88), paint.Gold)
		return
	}
	calmTrack(c, image.Rect(x+16, y+50, x+366, y+86), s.calm, s.was.Calm)
	starTrack(c, image.Rect(x+372, y+50, box.Max.X-8, y+86), s.step, s.was.Stars)
}

// draw draws a segment alone in the middle of a box, as large as cells of a size.
func (b *body) draw(c *paint.Canvas, box image.Rectangle, cell int) {
	all := b.bounds()
	x, y := middle(box)
	from := image.Pt(x-all.Dx()*cell/2, y-all.Dy()*cell/2)
	if b.coins+b.points > 0 {
		from.Y -= cell / 3
	}
	at := func(p image.Point) image.Rectangle {
		q := from.Add(p.Sub(all.Min).Mul(cell))
		return image.Rect(q.X, q.Y, q.X+cell, q.Y+cell)
	}
	rim := max(cell/14, 2)
	for _, l := range b.cells { // the band, then the ground, so that cells are joined
		r := at(l.at)
		c.Tile(r.Min.X, r.Min.Y, cell, cell, cell/6, 0, b.band, b.band)
	}
	for _, l := range b.cells {
		for _, d := range []image.Point{{1, 0}, {0, 1}} {
			for _, m := range b.cells {
				if m.at == l.at.Add(d) {
					c.Rect(at(l.at).Union(at(m.at)).Inset(cell/2).Union(image.Rectangle{at(l.at).Min.Add(d.Mul(cell / 2)), at(l.at).Max.Add(d.Mul(cell / 2))}), b.band)
				}
			}
		}
	}
	for _, l := range b.cells {
		r := at(l.at).Inset(rim)
		c.Tile(r.Min.X, r.Min.Y, r.Dx(), r.Dy(), cell/7, 0, b.deep, b.deep)
		x, y := middle(r)
		l.mark.badge(c, x, y, cell/2, b.band)
	}
	b.printed(c, image.Rect(box.Min.X, from.Y+all.Dy()*cell+4, box.Max.X, box.Max.Y), cell/2)
	if b.letter != "" {
		r := at(b.cells[b.anchor].at)
		chip(c, r.Min.Sub(image.Pt(cell/7, cell/7)), max(cell*2/5, 18), b)
	}
}

// printed draws the coins and points of a segment below it.
func (b *body) printed(c *paint.Canvas, box image.Rectangle, size int) {
	n := b.coins + b.points
	x := (box.Min.X + box.Max.X) / 2
	for i := range n {
		k := tokenCoin
		if i >= b.coins {
			k = tokenPoint
		}
		k.draw(c, around(x+(2*i-n+1)*size/2, box.Min.Y+size/2, size-2), [kit.Colours]string{})
	}
}

// chip draws the name of a segment on a small tile.
func chip(c *paint.Canvas, at image.Point, size int, b *body) {
	wide := size
	if len(b.letter) > 1 {
		wide = size * 3 / 2
	}
	c.Tile(at.X, at.Y, wide, size, size/3, 0, b.band, b.band)
	c.Label(paint.Bold.Size(size*4/5), b.letter, image.Rect(at.X, at.Y, at.X+wide, at.Y+size), 8, paint.Centre, paint.Ink)
}
