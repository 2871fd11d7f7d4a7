package picture

import (
	"image"
	"strconv"
	"strings"

	"oneiros/games"
	"oneiros/games/dreamrunners/kit"
	"oneiros/games/dreamrunners/label"
	"oneiros/games/dreamrunners/view"
	"oneiros/games/paint"
	"oneiros/games/ui"
)

// The layout of the last picture.
const (
	endTop    = 222 // of the signs above the columns
	endRow    = 58
	endName   = 250 // where the columns begin
	endColumn = 86
	endPlace  = 30 // for the place before a name

	totalColumn = 4 // the sum of those before it; the coins behind it only break ties
	coinColumn  = 5
)

// chartHigh is how high the chart is.
func chartHigh(lines int) int { return max(170, 36*lines+60) }

// End is the picture of the end: who won, what each player has, and how their points
// went from dream to dream. On a panel the sentence above it says who won, and the row of
// its reader is marked.
func End(v view.View) *ui.Picture {
	names := label.Winners(v)
	alt := []ui.Text{ui.T("morning.alt", names)}
	if len(names) == 0 {
		alt[0] = ui.T("morning.alt.nobody")
	}
	top, high := endTop, 0
	if v.Me != games.Nobody {
		top = 8
	}
	what := []any{"morning", v.Winners, v.Me, v.Way}
	for _, i := range v.Ranking() {
		d := &v.Dreamers[i]
		what = append(what, i, d.Woke)
		line := ui.T("morning.alt.woke", ui.Name(i), d.Woke)
		if d.Woke == 0 {
			what = append(what, d.Score, d.Coins)
			line = ui.T("morning.alt.row", ui.Name(i), d.Score.Total, d.Score.Stars, d.Score.Sets, d.Score.Calm, d.Score.Points, d.Coins)
		}
		if games.Seat(i) == v.Me {
			line = ui.T("morning.alt.you", line)
		}
		alt = append(alt, line)
	}
	rows := top + 52 + len(v.Dreamers)*endRow
	if high = rows + 6; len(v.Way) > 0 {
		high = rows + 12 + chartHigh(len(v.Way))
		alt = append(alt, wayAlt(v))
	}
	return ui.Draw(func(say func(ui.Text) string) image.Image {
		c := scenes.Canvas(image.Pt(boardWide, -high), func() *paint.Art { return daybreak(high) })
		if len(names) > 0 && top == endTop {
			room := c.Winner(say(ui.Text{Args: []any{names}}))
			c.Label(paint.Bold.Size(36), strconv.Itoa(v.Dreamers[v.Winners[0]].Score.Total), room, 26, paint.Centre, paint.Gold)
		}
		heads(c, top)
		for row, i := range v.Ranking() {
			worth(c, v, i, top+52+row*endRow, say)
		}
		if len(v.Way) > 0 {
			way(c, v, image.Rect(8, rows+2, boardWide-8, high-6), say)
		}
		return c.Image()
	}, alt, what...)
}

// way draws how the points of every player went.
func way(c *paint.Canvas, v view.View, box image.Rectangle, say func(ui.Text) string) {
	c.Tile(box.Min.X, box.Min.Y, box.Dx(), box.Dy(), 14, 0, paint.Slate, paint.Slate)
	var t paint.Chart
	for i := range v.Round + 1 {
		t.Steps = append(t.Steps, strconv.Itoa(i))
	}
	for i, list := range v.Way {
		t.Lines = append(t.Lines, paint.Line{Name: say(ui.Name(i).Text()), Values: list, Mine: games.Seat(i) == v.Me})
	}
	c.Chart(box.Inset(8), t)
}

// wayAlt is how the points of every player went, in words.
func wayAlt(v view.View) ui.Text {
	var list []ui.Text
	for i, way := range v.Way {
		var words []string
		for _, n := range way {
			words = append(words, strconv.Itoa(n))
		}
		list = append(list, ui.T("morning.alt.way.of", ui.Name(i), ui.Literal(strings.Join(words, " "))))
	}
	return ui.T("morning.alt.way", label.Joined(list...))
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
// segments, all of these together, and coins.
func heads(c *paint.Canvas, top int) {
	c.Tile(8, top, boardWide-16, 46, 14, 0, paint.Slate, paint.Slate)
	at := func(i int) image.Rectangle {
		x, y := middle(endCell(i, top, 46))
		return around(x, y, 34)
	}
	c.Icon(pointSign, at(0), paint.Gold)
	for i := range kit.Colours {
		x, y := middle(endCell(1, top, 46))
		(tokenBlue + token(i)).draw(c, around(x+(2*i-3)*9, y, 20), [kit.Colours]string{})
	}
	c.Icon(moonSign, at(2), paint.Cream)
	c.Icon(cardSign, at(3), bandCorner)
	c.Icon(totalSign, at(totalColumn), paint.Gold)
	tokenCoin.draw(c, at(coinColumn), [kit.Colours]string{})
}

// worth draws the place of a player and what they have at the end, in a row. An arrow marks
// the reader.
func worth(c *paint.Canvas, v view.View, seat, y int, say func(ui.Text) string) {
	d := &v.Dreamers[seat]
	edge, ink, left := paint.Dusk, paint.Moon, 24
	if v.Won(seat) {
		edge, ink = paint.Gold, paint.Gold
	}
	c.Tile(8, y, boardWide-16, endRow-6, 14, 3, paint.Slate, edge)
	if games.Seat(seat) == v.Me {
		c.Tile(8, y, boardWide-16, endRow-6, 14, 6, paint.Dusk, paint.White)
		c.Icon(paint.IconNext, image.Rect(18, y+10, 50, y+42), paint.White)
		left = 54
	}
	c.Label(paint.Bold.Size(30), strconv.Itoa(v.Place(seat)), image.Rect(left, y, left+endPlace, y+endRow-6), 20, paint.Left, paint.Mist)
	c.Label(paint.Bold.Size(30), say(ui.Name(seat).Text()), image.Rect(left+endPlace, y, endName-6, y+endRow-6), 20, paint.Left, ink)
	total := endCell(totalColumn, y, endRow-6)
	if d.Woke > 0 {
		x, at := middle(total)
		c.Icon(wokeSign, around(x, at, 34), paint.Gold)
		c.Label(paint.Bold.Size(28), say(ui.T("morning.woke", d.Woke)), image.Rect(endName, y, total.Min.X, y+endRow-6), 20, paint.Left, paint.Rose)
		return
	}
	for i, n := range []int{d.Score.Stars, d.Score.Sets, d.Score.Calm, d.Score.Points} {
		shown, ink := strconv.Itoa(n), paint.Moon
		if n == 0 {
			shown, ink = "·", paint.Mist
		}
		c.Label(paint.Bold.Size(30), shown, endCell(i, y, endRow-6), 20, paint.Centre, ink)
	}
	c.Label(paint.Bold.Size(36), strconv.Itoa(d.Score.Total), total, 26, paint.Centre, paint.Gold)
	c.Label(paint.Regular.Size(30), strconv.Itoa(d.Coins), endCell(coinColumn, y, endRow-6), 20, paint.Centre, paint.Mist)
}
