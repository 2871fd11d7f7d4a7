package picture

import (
	"image"
	"slices"
	"strconv"

	"oneiros/games"
	"oneiros/games/dreamrunners/kit"
	"oneiros/games/dreamrunners/label"
	"oneiros/games/dreamrunners/view"
	"oneiros/games/paint"
	"oneiros/games/ui"
)

// The layout of the picture that reveals what every player built: two compositions side by
// side, each with what it brought at its right.
const (
	revealCell = 95
	revealRing = 22
	revealHead = 44
	revealSide = 3*revealCell + 2*revealRing
	revealGain = 64
	revealStep = revealSide + revealGain
	revealWide = 800
)

// revealBox is where composition n of those that are shown lies.
func revealBox(n int) image.Rectangle {
	x, y := n%2*(revealWide/2), n/2*(revealHead+revealSide+4)
	return image.Rect(x, y, x+revealStep, y+revealHead+revealSide)
}

// Reveal is the picture of what every player built, over the tile.
func Reveal(v view.View) *ui.Picture {
	r := &v.Last
	list := r.Present()
	what := []any{"reveal"}
	alt := []ui.Text{ui.T("reveal.alt", label.Tile(r.Tile), effectSigns())}
	for _, i := range list {
		what = append(what, compositionLook(v, i)...)
		alt = append(alt, revealAlt(v, i))
	}
	return ui.Draw(func(say func(ui.Text) string) image.Image {
		letters := shardLetters(say)
		c := night(revealWide, (len(list)+1)/2*(revealHead+revealSide+4))
		for n, i := range list {
			composition(c, v, i, revealBox(n), say(ui.Name(i).Text()), letters)
		}
		return c.Image()
	}, alt, what...)
}

// composition draws what a player built, below their name and what became of their calm.
func composition(c *paint.Canvas, v view.View, seat int, box image.Rectangle, name string, letters [kit.Colours]string) {
	r := &v.Last.Results[seat]
	x, y := box.Min.X+8, box.Min.Y
	if v.Last.First == games.Seat(seat) {
		c.Icon(sandSign, image.Rect(x, y+8, x+26, y+38), paint.Gold)
		x += 30
	}
	right := box.Max.X - 6
	ink := paint.Moon
	switch {
	case r.Woke:
		ink = paint.Rose
	case r.Calm > r.Before:
		ink = shardGreen
	case r.Calm < r.Before:
		ink = paint.Rose
	}
	c.Icon(moonSign, image.Rect(right-28, y+9, right, y+37), paint.Cream)
	c.Label(paint.Bold.Size(26), strconv.Itoa(r.Before)+"→"+strconv.Itoa(r.Calm), image.Rect(right-130, y, right-34, y+revealHead), 18, paint.Right, ink)
	c.Label(paint.Bold.Size(28), name, image.Rect(x, y, right-132, y+revealHead), 18, paint.Left, paint.Moon)
	g := &grid{x: box.Min.X, y: y + revealHead, cell: revealCell, ring: revealRing}
	list := looksOf(v.Last.Tile, r.Turns)
	g.tile(c, list, letters)
	tickResult(list, v.Last.Tile, r)
	for _, p := range r.Draft {
		b := bodyOf(p)
		b.letter = ""
		g.segment(c, &b, list, letters)
	}
	brought(c, image.Rect(box.Max.X-revealGain, y+revealHead+revealRing, box.Max.X, box.Max.Y), r, letters)
}

// brought draws what a composition brought, one sign below the other.
func brought(c *paint.Canvas, box image.Rectangle, r *kit.Result, letters [kit.Colours]string) {
	y := box.Min.Y
	line := func(n int, ink paint.Colour, sign func(image.Rectangle)) {
		if n == 0 {
			return
		}
		sign(image.Rect(box.Min.X, y+2, box.Min.X+28, y+30))
		text := times(n)
		c.Label(paint.Bold.Size(26), text, image.Rect(box.Min.X+30, y, box.Max.X-2, y+32), 18, paint.Left, ink)
		y += 34
	}
	line(r.Steps, paint.Gold, func(at image.Rectangle) { c.Icon(pointSign, at, paint.Gold) })
	h := r.Brought()
	for i, n := range []int{h.Shards[kit.Blue], h.Shards[kit.White], h.Shards[kit.Orange], h.Shards[kit.Green], 0, h.Calm, h.Keys, h.Coins} {
		line(n, paint.Moon, func(at image.Rectangle) { token(i).draw(c, at, letters) })
	}
}

// compositionLook is what is seen of a composition, for the key of a picture.
func compositionLook(v view.View, seat int) []any {
	r := &v.Last.Results[seat]
	squares, _ := v.Last.Tile.Card().Seen(r.Turns)
	what := []any{seat, squares, r.Before, r.Calm, r.Steps, r.Brought(), v.Last.First == games.Seat(seat), r.Closed(v.Last.Tile)}
	var list []string
	for _, p := range r.Draft {
		b := bodyOf(p)
		b.letter = ""
		list = append(list, b.look())
	}
	slices.Sort(list)
	return append(what, list)
}

// tickResult marks what a composition banished and collected.
func tickResult(list *[9]look, t kit.Tile, r *kit.Result) {
	tickCovered(list, r.Draft.Covered())
	_, from := t.Card().Seen(r.Turns)
	for _, g := range r.Gains {
		for i, k := range from {
			if k == g.Square && g.Closed {
				list[i].got = false
			}
		}
	}
}

// effectSigns explains the signs of effects in the description of compositions.
func effectSigns() ui.Text {
	return ui.T("reveal.alt.signs", ui.T("sign.collect"), ui.T("sign.double"), ui.T("sign.banish"), ui.T("sign.both"), ui.T("sign.plain"))
}

// revealAlt is what a player built, in words, and what became of their calm.
func revealAlt(v view.View, seat int) ui.Text {
	r := &v.Last.Results[seat]
	var list []ui.Text
	for _, p := range r.Draft {
		var signs []any
		for _, e := range p.Segment.Card().Effects {
			signs = append(signs, label.EffectSign(e))
		}
		turn := ui.Text{}
		if p.Turn != 0 {
			turn = ui.T("reveal.alt.turn", ui.Literal(p.Turn.String()))
		}
		list = append(list, ui.T("reveal.alt.piece", ui.Literal(string(p.Label)), ui.Literal(p.Cell.String()), turn, ui.Text{Args: signs}))
	}
	if len(list) == 0 {
		list = append(list, ui.T("reveal.alt.nothing"))
	}
	if r.Turns != 0 {
		list = append(list, ui.T("reveal.alt.side", ui.Literal(kit.Turn(r.Turns).String())))
	}
	for _, c := range r.Closed(v.Last.Tile) {
		list = append(list, ui.T("reveal.alt.closed", ui.Literal(c)))
	}
	key := "reveal.alt.row"
	if v.Last.First == games.Seat(seat) {
		key += ".first"
	}
	return ui.T(key, ui.Name(seat), list, r.Before, r.Calm, r.Steps, haulAlt(r.Brought()))
}

// Composition is what one player built for the last dream.
func Composition(v view.View, seat int) *ui.Picture {
	r := &v.Last.Results[seat]
	what := append([]any{"composition"}, compositionLook(v, seat)...)
	var pieces []ui.Text
	for _, p := range r.Draft {
		pieces = append(pieces, pieceWords(p))
	}
	alt := []ui.Text{tileAlt(v.Last.Tile, r.Turns), revealAlt(v, seat)}
	if len(pieces) > 0 {
		alt = append(alt, ui.T("build.alt.placed", pieces))
	}
	return ui.Draw(func(say func(ui.Text) string) image.Image {
		c := night(revealWide, revealHead+revealSide+4)
		composition(c, v, seat, revealBox(0).Add(image.Pt((revealWide-revealStep)/2, 0)), say(ui.Name(seat).Text()), shardLetters(say))
		return c.Image()
	}, alt, what...)
}
