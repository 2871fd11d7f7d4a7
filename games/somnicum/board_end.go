package somnicum

import (
	"image"
	"slices"
	"strconv"

	"oneiros/games"
	"oneiros/games/paint"
	"oneiros/games/ui"
)

// The layout of the last picture.
const (
	endTop    = 222 // of the signs above the columns
	endRow    = 72
	endName   = 216 // where the columns begin
	endColumn = 62
	endTotal  = 690 // the middle of the sums
	endSand   = 758 // the middle of the sand
)

// goalSign is a target.
var goalSign = paint.NewIcon(path().Ring(0.5, 0.5, 0.42, 0.12).Circle(0.5, 0.5, 0.2))

// crackSign is a break.
var crackSign = paint.NewIcon(path().Stroke(0.13, pt(0.62, 0.04), pt(0.36, 0.34), pt(0.64, 0.5), pt(0.36, 0.7), pt(0.54, 0.96)))

// parts are what a score consists of, in the order of the columns.
func (s Score) parts() []int {
	return []int{s.Levels[0], s.Levels[1], s.Levels[2], s.Edges, -s.Eyes, s.Goal, s.Encounters + s.Open}
}

// morning is the picture of the end: who won, and what each dream was worth.
func morning(v View) *ui.Picture {
	var names []ui.Text
	for _, s := range v.Winners {
		names = append(names, ui.Name(s).Text())
	}
	alt := []ui.Text{ui.T("morning.alt", names)}
	what := []any{"morning", v.Winners}
	for i, d := range v.Dreamers {
		alt = append(alt, morningRow(v, i))
		what = append(what, d.Dreams.parts(), d.Dreams.Total, d.Goal, d.Sand)
	}
	return ui.Draw(func(say func(ui.Text) string) image.Image {
		n := len(v.Dreamers)
		high := endTop + 50 + n*endRow + 12
		c := scenes.Canvas(scene{"morning", high}, func() *paint.Art { return daybreak(high) })
		room := c.Winner(say(ui.Text{Args: []any{names}}))
		c.Label(paint.Bold.Size(36), strconv.Itoa(v.Dreamers[v.Winners[0]].Dreams.Total), room, 26, paint.Centre, paint.Gold)
		heads(c)
		for i := range v.Dreamers {
			worth(c, v, games.Seat(i), say)
		}
		return c.Image()
	}, alt, what...)
}

// morningRow is what a dream was worth, in words.
func morningRow(v View, i int) ui.Text {
	d := &v.Dreamers[i]
	n := d.Dreams.parts()
	return ui.T("morning.alt.row", ui.Name(i), d.Dreams.Total, n[0], n[1], n[2], n[3], signed(n[4]), n[5], particleNames(d.Goal.Card().Particles), n[6], d.Sand)
}

// column is the part of column i in the rows from y on.
func column(i, y, high int) image.Rectangle {
	return image.Rect(endName+i*endColumn, y, endName+(i+1)*endColumn, y+high)
}

// heads draws the signs above the columns.
func heads(c *paint.Canvas) {
	c.Tile(8, endTop, dreamWidth-16, 46, 14, 0, paint.Slate, paint.Slate)
	for level := range Levels {
		c.Label(paint.Bold.Size(28), "×"+strconv.Itoa(level+1), column(level, endTop, 46), 22, paint.Centre, paint.Gold)
	}
	for i, sign := range []*paint.Icon{crackSign, eyeSign, goalSign} {
		r := column(Levels+i, endTop, 46)
		c.Icon(sign, square((r.Min.X+r.Max.X)/2, endTop+23, 32), []paint.Colour{paint.Rose, paint.White, paint.Gold}[i])
	}
	r := column(Levels+3, endTop, 46)
	meeting(c, square((r.Min.X+r.Max.X)/2, endTop+23, 32))
	c.Icon(paint.IconStar, square(endTotal, endTop+23, 38), paint.Gold)
	c.Icon(bagSign, square(endSand, endTop+23, 30), sandInk)
}

// worth draws what a player's dream was worth.
func worth(c *paint.Canvas, v View, seat games.Seat, say func(ui.Text) string) {
	y := endTop + 52 + int(seat)*endRow
	edge, ink := paint.Dusk, paint.Moon
	if slices.Contains(v.Winners, seat) {
		edge, ink = paint.Gold, paint.Gold
	}
	c.Tile(8, y, dreamWidth-16, endRow-6, 14, 3, paint.Slate, edge)
	c.Label(paint.Bold.Size(28), say(ui.Name(seat).Text()), image.Rect(24, y, endName-6, y+endRow-32), 20, paint.Left, ink)
	for i, p := range v.Dreamers[seat].Goal.Card().Particles.List() {
		plate(c, p, square(38+i*34, y+50, 30))
	}
	s := v.Dreamers[seat].Dreams
	for i, n := range s.parts() {
		shown, ink := strconv.Itoa(n), paint.Moon
		switch {
		case n == 0:
			shown, ink = "·", paint.Mist
		case n < 0:
			shown, ink = "−"+strconv.Itoa(-n), paint.Rose
		}
		c.Label(paint.Bold.Size(28), shown, column(i, y, endRow-6), 20, paint.Centre, ink)
	}
	c.Label(paint.Bold.Size(34), strconv.Itoa(s.Total), image.Rect(endTotal-36, y, endTotal+36, y+endRow-6), 26, paint.Centre, paint.Gold)
	c.Label(paint.Bold.Size(24), strconv.Itoa(v.Dreamers[seat].Sand), image.Rect(endSand-28, y, endSand+28, y+endRow-6), 18, paint.Centre, paint.Mist)
}
