package dreamrunners

import (
	"image"

	"oneiros/games/paint"
	"oneiros/games/ui"
)

// A desk is the layout of the picture on which one builds: the tile, and beside it what
// the viewer has and what is left.
type desk struct {
	high  int
	place grid
	goods image.Rectangle // what the viewer has
	tray  image.Rectangle // what is left
}

// deskWide is how wide the picture is.
const deskWide = 800

// The large desk is for building, and the small one for pages with more words.
var (
	largeDesk = desk{526, grid{4, 4, 150, 34}, image.Rect(546, 8, 796, 188), image.Rect(540, 196, 796, 522)}
	smallDesk = desk{362, grid{4, 4, 98, 30}, image.Rect(384, 10, 560, 210), image.Rect(570, 6, 796, 356)}
)

// buildPicture is the tile with what the viewer has placed on it, and beside it what is
// left. The segment that is held has a bright edge; it is shown with its turn.
func buildPicture(v View, held Label, turn Turn) *ui.Picture {
	return draftPicture(v, &largeDesk, held, turn)
}

// smallPicture is the same in small.
func smallPicture(v View, held Label, turn Turn) *ui.Picture {
	return draftPicture(v, &smallDesk, held, turn)
}

func draftPicture(v View, k *desk, held Label, turn Turn) *ui.Picture {
	d := v.me()
	squares, _ := v.Tile.Card().Seen(v.Turns)
	what := []any{"build", k.high, squares, d.Calm, d.Keys, d.Coins, d.Shards}
	var placed, free []ui.Text
	var lie, rest []body
	for _, p := range v.Draft {
		b := bodyOf(p)
		b.held = p.Label == held
		lie, what = append(lie, b), append(what, b.look())
		words := pieceWords(p)
		if b.held {
			words = ui.T("build.alt.taken", words)
		}
		placed = append(placed, words)
	}
	what = append(what, "free")
	for _, o := range v.unused() {
		t, key := Turn(0), "build.alt.free"
		if o.Label == held {
			t, key = turn, "build.alt.held"
		}
		b := loose(string(o.Label), o.Segment, t)
		b.held = o.Label == held
		b.coins, b.points = 0, 0 // they are no matter here
		rest, what = append(rest, b), append(what, b.look())
		free = append(free, ui.T(key, ui.Literal(string(o.Label)), segmentWords(o.Segment), ui.Literal(t.String())))
	}
	alt := []ui.Text{tileAlt(v.Tile, v.Turns)}
	if len(placed) > 0 {
		alt = append(alt, ui.T("build.alt.placed", placed))
	}
	if len(free) > 0 {
		alt = append(alt, ui.T("build.alt.rest", free))
	}
	alt = append(alt, ui.T("have.alt", d.Calm, d.Keys, d.Coins, d.Shards[Blue], d.Shards[White], d.Shards[Orange], d.Shards[Green]))
	if k == &smallDesk {
		alt = append(alt, ui.T("build.alt.small"))
	}
	return ui.Draw(func(say func(ui.Text) string) image.Image {
		letters := shardLetters(say)
		c := night(deskWide, k.high)
		g := &k.place
		g.outside(c)
		list := looksOf(v.Tile, v.Turns)
		g.tile(c, list, letters)
		tick(list, v)
		for i := range lie {
			g.segment(c, &lie[i], list, letters)
		}
		g.names(c, lie)
		goods(c, k.goods, d, letters)
		tray(c, k.tray, rest)
		return c.Image()
	}, alt, what...)
}

// tick marks what the draft banishes and collects.
func tick(list *[9]look, v View) {
	tickCovered(list, v.Draft.covered())
	for _, i := range v.Forecast().Closed {
		list[i].got = false
	}
}

// tickCovered marks what covered cells banish and collect.
func tickCovered(list *[9]look, cells []Covered) {
	for _, c := range cells {
		i := c.Cell.Square()
		if i < 0 {
			continue
		}
		l := &list[i]
		l.done = l.done || l.dread != nil && c.Effect.Banishes()
		l.got = l.got || len(l.tokens) > 0 && c.Effect.Collects()
	}
}

// goods draws what a player has that matters while building.
func goods(c *paint.Canvas, box image.Rectangle, d *Dreaming, letters [colours]string) {
	list := []struct {
		k token
		n int
	}{{tokenCalm, d.Calm}, {tokenKey, d.Keys}, {tokenBlue, d.Shards[Blue]}, {tokenWhite, d.Shards[White]},
		{tokenOrange, d.Shards[Orange]}, {tokenGreen, d.Shards[Green]}, {tokenCoin, d.Coins}}
	wide, high := box.Dx()/2, box.Dy()/4
	for i, h := range list {
		x, y := box.Min.X+i%2*wide, box.Min.Y+i/2*high
		holding(c, image.Rect(x, y, x+wide-4, y+min(high-4, 44)), h.k, h.n, letters)
	}
}

// trayGap is between segments in the tray.
const trayGap = 18

// tray draws segments row by row, as large as all of them fit. The one that is held has a
// golden edge.
func tray(c *paint.Canvas, box image.Rectangle, bodies []body) {
	size := 54
	boxes := flow(box, bodies, size)
	for ; boxes == nil && size > 12; boxes = flow(box, bodies, size) {
		size -= 2
	}
	for i, at := range boxes {
		b := &bodies[i]
		if b.held {
			in := at.Inset(2 - trayGap/2)
			c.Tile(in.Min.X, in.Min.Y, in.Dx(), in.Dy(), 14, 3, paint.Slate, paint.Gold)
		}
		b.draw(c, at, size)
	}
}

// flow is where segments with cells of a size lie in a tray. It is nil if they have no
// room.
func flow(box image.Rectangle, bodies []body, size int) []image.Rectangle {
	x, y, high := box.Min.X+trayGap/2, box.Min.Y+trayGap/2, 0
	var list []image.Rectangle
	for i := range bodies {
		r := bodies[i].bounds()
		w, h := r.Dx()*size, r.Dy()*size
		if x+w+trayGap/2 > box.Max.X && high > 0 {
			x, y, high = box.Min.X+trayGap/2, y+high+trayGap, 0
		}
		list = append(list, image.Rect(x, y, x+w, y+h))
		if x+w+trayGap/2 > box.Max.X || y+h+trayGap/2 > box.Max.Y {
			return nil
		}
		x, high = x+w+trayGap, max(high, h)
	}
	return list
}

// bounds are the columns and rows of a segment.
func (b *body) bounds() image.Rectangle {
	var all image.Rectangle
	for _, l := range b.cells {
		all = all.Union(image.Rectangle{l.at, l.at.Add(image.Pt(1, 1))})
	}
	return all
}
