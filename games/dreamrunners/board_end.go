package dreamrunners

import (
	"image"
	"strconv"

	"oneiros/games/paint"
	"oneiros/games/ui"
)

// The layout of the last picture.
const (
	endTop    = 222 // of the signs above the columns
	endRow    = 58
	endName   = 250 // where the columns begin
	endColumn = 86
)

// morning is the picture of the end: who won, and what each player has.
func morning(v View) *ui.Picture {
	var names []ui.Text
	for _, s := range v.Winners {
		names = append(names, ui.Name(s).Text())
	}
	alt := []ui.Text{ui.T("morning.alt", names)}
	if len(names) == 0 {
		alt[0] = ui.T("morning.alt.nobody")
	}
	what := []any{"morning", v.Winners}
	for _, i := range v.ranking() {
		d := &v.Dreamers[i]
		if what = append(what, i, d.Woke); d.Woke > 0 {
			alt = append(alt, ui.T("morning.alt.woke", ui.Name(i), d.Woke))
			continue
		}
		what = append(what, d.Score, d.Coins)
		alt = append(alt, ui.T("morning.alt.row", ui.Name(i), d.Score.Total, d.Score.Stars, d.Score.Sets, d.Score.Calm, d.Score.Points, d.Coins))
	}
	return ui.Draw(func(say func(ui.Text) string) image.Image {
		high := endTop + 50 + len(v.Dreamers)*endRow + 12
		c := scenes.Canvas(image.Pt(boardWide, -high), func() *paint.Art { return daybreak(high) })
		if len(names) > 0 {
			room := c.Winner(say(ui.Text{Args: []any{names}}))
			c.Label(paint.Bold.Size(36), strconv.Itoa(v.Dreamers[v.Winners[0]].Score.Total), room, 26, paint.Centre, paint.Gold)
		}
		heads(c)
		for row, i := range v.ranking() {
			worth(c, v, i, row, say)
		}
		return c.Image()
	}, alt, what...)
}

// daybreak is the ground of the end.
func daybreak(high int) *paint.Art {
	a := paint.NewArt(boardWide, high)
	a.Daybreak(110, 5)
	a.Clouds(float64(high)-60, 4, paint.Hex(0xb06a9a), paint.Hex(0x5a3a86))
	return a
}

// endCell is the part of column i in the rows from y on.
func endCell(i, y, high int) image.Rectangle {
	return image.Rect(endName+i*endColumn, y, endName+(i+1)*endColumn, y+high)
}

// heads draws the signs above the columns: stars, sets of shards, calm, points on
// segments, coins, and all of it.
func heads(c *paint.Canvas) {
	c.Tile(8, endTop, boardWide-16, 46, 14, 0, paint.Slate, paint.Slate)
	at := func(i int) image.Rectangle {
		x, y := middle(endCell(i, endTop, 46))
		return around(x, y, 34)
	}
	c.Icon(pointSign, at(0), paint.Gold)
	for i := range colours {
		x, y := middle(endCell(1, endTop, 46))
		(tokenBlue + token(i)).draw(c, around(x+(2*i-3)*9, y, 20), [colours]string{})
	}
	c.Icon(moonSign, at(2), paint.Cream)
	c.Icon(cardSign, at(3), bandCorner)
	tokenCoin.draw(c, at(4), [colours]string{})
	c.Icon(totalSign, at(5), paint.Gold)
}

// worth draws what a player has at the end, in a row.
func worth(c *paint.Canvas, v View, seat, row int, say func(ui.Text) string) {
	d := &v.Dreamers[seat]
	y := endTop + 52 + row*endRow
	edge, ink := paint.Dusk, paint.Moon
	if won(v, seat) {
		edge, ink = paint.Gold, paint.Gold
	}
	c.Tile(8, y, boardWide-16, endRow-6, 14, 3, paint.Slate, edge)
	c.Label(paint.Bold.Size(30), say(ui.Name(seat).Text()), image.Rect(24, y, endName-6, y+endRow-6), 20, paint.Left, ink)
	if d.Woke > 0 {
		x, at := middle(endCell(5, y, endRow-6))
		c.Icon(wokeSign, around(x, at, 34), paint.Gold)
		c.Label(paint.Bold.Size(28), say(ui.T("morning.woke", d.Woke)), image.Rect(endName, y, endCell(5, 0, 0).Min.X, y+endRow-6), 20, paint.Left, paint.Rose)
		return
	}
	for i, n := range []int{d.Score.Stars, d.Score.Sets, d.Score.Calm, d.Score.Points, d.Coins} {
		shown, ink := strconv.Itoa(n), paint.Moon
		if n == 0 {
			shown, ink = "·", paint.Mist
		}
		c.Label(paint.Bold.Size(30), shown, endCell(i, y, endRow-6), 20, paint.Centre, ink)
	}
	c.Label(paint.Bold.Size(36), strconv.Itoa(d.Score.Total), endCell(5, y, endRow-6), 26, paint.Centre, paint.Gold)
}
