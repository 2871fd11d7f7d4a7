package somnicum

import (
	"image"
	"slices"
	"strconv"

	"oneiros/games"
	"oneiros/games/paint"
	"oneiros/games/ui"
)

// # All dreams
//
// Below the ring, the board shows what everybody has: how much sand and how many blank
// backs, encounters in hand, points, and the dream in small. A small card shows its plot
// only. Whoever wants to see more opens the page of that dream.

// The layout of all dreams.
const (
	stripGap  = 8
	stripWide = (dreamWidth - 3*stripGap) / 2
	smallTop  = 50
	smallHigh = 28
)

// depth is how many rows the deepest dream has, and at least one.
func (v View) depth() int {
	depth := 1
	for _, d := range v.Dreamers {
		for level, row := range d.Rows {
			if len(row) > 0 {
				depth = max(depth, level+1)
			}
		}
	}
	return depth
}

// stripHigh is how high a player's panel is.
func stripHigh(depth int) int { return smallTop + depth*smallHigh + 6 }

// cell is where a player's dream is, where the deepest one has so many rows.
func cell(seat, depth int) image.Rectangle {
	x, y := stripGap+seat%2*(stripWide+stripGap), stripGap+seat/2*(stripHigh(depth)+stripGap)
	return image.Rect(x, y, x+stripWide, y+stripHigh(depth))
}

// strip is the picture of all dreams.
func strip(v View) *ui.Picture {
	what := []any{"strip", v.Phase == Over, v.turning(), v.Winners}
	var alt []ui.Text
	for i := range v.Dreamers {
		d := &v.Dreamers[i]
		what = append(what, d.Sand, d.Blanks, d.Hand+len(d.Open), d.Dreams.Total)
		for _, row := range d.Rows {
			for _, c := range row {
				what = append(what, c.Dream.Card().Plot, c.Slot, c.Break != NoBreak)
			}
			what = append(what, "|")
		}
		key := "strip.alt"
		switch seat := games.Seat(i); {
		case seat == v.turning():
			key += ".turn"
		case slices.Contains(v.Winners, seat):
			key += ".won"
		}
		alt = append(alt, ui.T(key, ui.Name(i), d.Dreams.Total, d.Sand, d.Blanks, d.Hand, len(d.Open),
			letters(d.Rows[0]), letters(d.Rows[1]), letters(d.Rows[2])))
	}
	return ui.Draw(func(say func(ui.Text) string) image.Image {
		rows := (len(v.Dreamers) + 1) / 2
		high := stripGap + rows*(stripHigh(v.depth())+stripGap)
		c := scenes.Canvas(scene{"strip", high}, func() *paint.Art { return slumber(high) })
		for i := range v.Dreamers {
			sleeping(c, v, games.Seat(i), say)
		}
		return c.Image()
	}, alt, what...)
}

// turning is whose turn it is, and nobody at the end.
func (v View) turning() games.Seat {
	if v.Phase == Over {
		return games.Nobody
	}
	return v.Turn
}

// letters are the plots of a row: "|" is a break, and "_" a gap.
func letters(row []Card) ui.Text {
	if len(row) == 0 {
		return ui.Literal("—")
	}
	var list []any
	for i, c := range row {
		if i > 0 && c.Slot > row[i-1].Slot+1 {
			list = append(list, ui.Literal("_"))
		}
		if c.Break != NoBreak {
			list = append(list, ui.Literal("|"))
		}
		list = append(list, plotLetter(c.Dream.Card().Plot))
	}
	return ui.Text{Args: list}
}

// sleeping draws what a player has.
func sleeping(c *paint.Canvas, v View, seat games.Seat, say func(ui.Text) string) {
	d, box := &v.Dreamers[seat], cell(int(seat), v.depth())
	edge, ink := paint.Dusk, paint.Moon
	if seat == v.turning() || slices.Contains(v.Winners, seat) {
		edge, ink = paint.Gold, paint.Gold
	}
	c.Panel(box, edge)
	x, y := box.Min.X, box.Min.Y
	c.Label(paint.Bold.Size(28), say(ui.Name(seat).Text()), image.Rect(x+14, y+8, x+158, y+46), 20, paint.Left, ink)
	right := box.Max.X - 10
	number := func(n, wide int, ink paint.Colour, sign func(image.Rectangle)) {
		right -= wide
		sign(image.Rect(right, y+14, right+26, y+40))
		c.Label(paint.Bold.Size(26), strconv.Itoa(n), image.Rect(right+29, y+8, right+wide, y+46), 18, paint.Left, ink)
	}
	number(d.Dreams.Total, 64, paint.Gold, func(r image.Rectangle) { c.Icon(paint.IconStar, r, paint.Gold) })
	number(d.Hand+len(d.Open), 50, paint.Moon, func(r image.Rectangle) { meeting(c, r) })
	number(d.Blanks, 54, paint.Mist, func(r image.Rectangle) { back(c, r, BlankBreak) })
	number(d.Sand, 62, paint.Moon, func(r image.Rectangle) { c.Icon(bagSign, r, sandInk) })
	small(c, &d.Rows, image.Rect(x+14, y+smallTop, box.Max.X-12, box.Max.Y-6))
}

// small draws a dream in small.
func small(c *paint.Canvas, rows *Rows, box image.Rectangle) {
	halves := 1
	for level, row := range rows {
		for _, card := range row {
			halves = max(halves, 2*card.Slot+level+2)
		}
	}
	step := min(2*box.Dx()/halves, 30) &^ 1
	size := min(step-6, 24)
	for level, row := range rows {
		y := box.Min.Y + level*smallHigh + smallHigh/2
		last := 0
		for i, card := range row {
			x := box.Min.X + (2*card.Slot+level+1)*step/2
			if i > 0 {
				mid := x - step/2
				switch {
				case card.Break != NoBreak:
					c.Tile(mid-2, y-12, 4, 24, 2, 0, paint.Rose, paint.Rose)
				default:
					c.Tile(last+size/2-2, y-2, x-last-size+4, 4, 2, 0, brass, brass)
				}
			}
			last = x
			plot := card.Dream.Card().Plot
			at := square(x, y, size)
			if plot == EveryPlot {
				c.Icon(disc, at, paint.Red)
				c.Icon(disc, at.Inset(2), deepDread)
				c.Icon(eyeSign, at.Inset(4), paint.White)
				continue
			}
			c.Icon(plates[plot], at, livery[plot][0])
		}
	}
}
