package picture

import (
	"image"
	"strconv"

	"oneiros/games"
	"oneiros/games/paint"
	"oneiros/games/somnicum/kit"
	"oneiros/games/somnicum/label"
	"oneiros/games/somnicum/view"
	"oneiros/games/ui"
)

// # The board
//
// The board is one picture, since a second one needs a frame of its own, and on a phone
// the controls are below both. In its middle is the ring. Every corner is a player's.
// Between the ring and the corner stand the name, the points, the sand, its blank backs
// and the encounters. Above or below them lies the dream in small. A small card shows its
// plot only. The player who wants to see more opens the page of that dream.

// The layout of the corners.
const (
	bandHigh = 46 // of the small dreams
	bandWide = 212
	lineHigh = 25 // of a line in a corner
)

// boardHigh is how high the board is.
func boardHigh(seats int) int {
	if seats > 2 {
		return 2*ringTop + ringWidth
	}
	return ringTop + ringWidth
}

// band is where a player's dream is.
func band(seat int) image.Rectangle {
	x, y := 4+seat%2*(boardWidth-8-bandWide), 4
	if seat >= 2 {
		y = 2*ringTop + ringWidth - bandHigh + 2
	}
	return image.Rect(x, y, x+bandWide, y+bandHigh-6)
}

// corner is a line of what a player has, counted from the dream on.
func corner(seat, line int) image.Rectangle {
	y := bandHigh + line*lineHigh
	if seat >= 2 {
		y = 2*ringTop + ringWidth - bandHigh - (line+1)*lineHigh
	}
	wide := []int{166, 132, 106}[line]
	x := 8
	if seat%2 == 1 {
		x = boardWidth - 8 - wide
	}
	return image.Rect(x, y, x+wide, y+lineHigh)
}

// Table is the picture of the ring and of what every player has.
func Table(v view.View) *ui.Picture {
	what := []any{"table", len(v.Dreamers), v.Ring, v.Wheels, v.Bag, v.Blanks, v.Turn, v.Round}
	alt, cards := ringAlt(v)
	last := lastTaken(v)
	if last != nil {
		alt = append(alt, last.words())
		what = append(what, *last)
	}
	for i := range v.Dreamers {
		d := &v.Dreamers[i]
		what = append(what, d.Sand, d.Blanks, d.Hand, len(d.Open), d.Counted())
		for _, row := range d.Rows {
			for _, c := range row {
				what = append(what, c.Dream.Card().Plot, c.Slot, c.Break != kit.NoBreak)
			}
			what = append(what, "|")
		}
		key := "player.alt"
		if games.Seat(i) == v.Turn {
			key += ".turn"
		}
		alt = append(alt, ui.T(key, ui.Name(i), label.Number(d.Counted()), d.Sand, d.Blanks, d.Hand,
			letters(d.Rows[0]), letters(d.Rows[1]), letters(d.Rows[2]), len(d.Open)))
	}
	alt = append(alt, cards) // last, since it is the longest and the pages of the ring say it too
	return ui.Draw(func(say func(ui.Text) string) image.Image {
		seats := len(v.Dreamers)
		c := scenes.Canvas(scene{"table", seats}, func() *paint.Art { return orrery(seats) })
		for place, d := range v.Ring {
			if d != 0 {
				dial(c, seats, place, d, say)
			}
		}
		hub(c, v, say)
		if last != nil {
			last.draw(c, seats)
		}
		for i := range v.Dreamers {
			dreamer(c, v, games.Seat(i), last, say)
		}
		thrift(c, seats)
		return c.Image()
	}, alt, what...)
}

// letters are the plots of a row: "|" is a break, and "_" a gap.
func letters(row []kit.Card) ui.Text {
	if len(row) == 0 {
		return ui.Literal("—")
	}
	var list []any
	for i, c := range row {
		if i > 0 && c.Slot > row[i-1].Slot+1 {
			list = append(list, ui.Literal("_"))
		}
		if c.Break != kit.NoBreak {
			list = append(list, ui.Literal("|"))
		}
		list = append(list, label.Plot(c.Dream.Card().Plot))
	}
	return ui.Text{Args: list}
}

// dreamer draws what a player has.
func dreamer(c *paint.Canvas, v view.View, seat games.Seat, last *taken, say func(ui.Text) string) {
	d := &v.Dreamers[seat]
	edge, ink := paint.Dusk, paint.Moon
	if seat == v.Turn {
		edge, ink = paint.Gold, paint.Gold
	}
	box := band(int(seat))
	c.Tile(box.Min.X, box.Min.Y, box.Dx(), box.Dy(), 12, 3, paint.Slate, edge)
	fresh := 0
	if last != nil && last.Seat == seat {
		fresh = last.Level
	}
	small(c, &d.Rows, fresh, box.Inset(3))
	align := paint.Left
	if seat%2 == 1 {
		align = paint.Right
	}
	c.Label(paint.Bold.Size(22), say(ui.Name(seat).Text()), corner(int(seat), 0), 18, align, ink)
	counts(c, corner(int(seat), 1), align, []amount{
		{d.Counted(), paint.Gold, func(r image.Rectangle) { c.Icon(paint.IconStar, r, paint.Gold) }},
		{d.Sand, paint.Moon, func(r image.Rectangle) { c.Icon(bagSign, r, sandInk) }},
	})
	counts(c, corner(int(seat), 2), align, []amount{
		{d.Blanks, paint.Mist, func(r image.Rectangle) { back(c, r.Inset(2), kit.BlankBreak) }},
		{d.Hand, paint.Moon, func(r image.Rectangle) { meeting(c, r.Inset(1)) }},
		{len(d.Open), paint.Mint, func(r image.Rectangle) { c.Icon(lastingSign, r, paint.Mint) }},
	}[:2+min(len(d.Open), 1)])
}

// An amount is a number with its sign.
type amount struct {
	n    int
	ink  paint.Colour
	sign func(image.Rectangle)
}

// counts draws numbers with their signs in a line.
func counts(c *paint.Canvas, box image.Rectangle, align paint.Align, list []amount) {
	const sign, gap = 21, 8
	words := paint.Bold.Size(21)
	wide := -gap
	for _, a := range list {
		wide += sign + 3 + words.Width(strconv.Itoa(a.n)) + gap
	}
	x := box.Min.X
	if align == paint.Right {
		x = box.Max.X - wide
	}
	for _, a := range list {
		a.sign(square(x+sign/2, (box.Min.Y+box.Max.Y)/2, sign))
		x += sign + 3
		end := x + words.Width(strconv.Itoa(a.n))
		c.Label(words, strconv.Itoa(a.n), image.Rect(x, box.Min.Y, end, box.Max.Y), 21, paint.Left, a.ink)
		x = end + gap
	}
}

// lastingSign is a lasting encounter.
var lastingSign = paint.NewIcon(path().Ring(0.26, 0.5, 0.18, 0.14).Ring(0.74, 0.5, 0.18, 0.14))

// small draws a dream in small. The fewer rows it has, the larger are its cards. The last
// card of a fresh level, from 1, has a frame.
func small(c *paint.Canvas, rows *kit.Rows, fresh int, box image.Rectangle) {
	halves, depth := 1, 1
	for level, row := range rows {
		for _, card := range row {
			halves, depth = max(halves, 2*card.Slot+level+2), level+1
		}
	}
	high := min(box.Dy()/depth, 24)
	step := min(2*box.Dx()/halves, 2*high) &^ 1
	size := min(step-4, high-1)
	top := box.Min.Y + (box.Dy()-depth*high)/2
	for level, row := range rows {
		y := top + level*high + high/2
		last := 0
		for i, card := range row {
			x := box.Min.X + (2*card.Slot+level+1)*step/2
			if i > 0 {
				mid := x - step/2
				switch {
				case card.Break != kit.NoBreak:
					c.Tile(mid-1, y-5, 3, 11, 1, 0, paint.Rose, paint.Rose)
				default:
					c.Tile(last+size/2-2, y-1, x-last-size+4, 3, 1, 0, brass, brass)
				}
			}
			last = x
			plot := card.Dream.Card().Plot
			at := square(x, y, size)
			if level+1 == fresh && i == len(row)-1 {
				c.Tile(at.Min.X-3, at.Min.Y-2, size+6, size+4, 6, 0, paint.Gold, paint.Gold)
				at = at.Inset(1)
			}
			if plot == kit.EveryPlot {
				c.Icon(disc, at, paint.Red)
				c.Icon(disc, at.Inset(2), deepDread)
				continue
			}
			c.Icon(plates[plot], at, livery[plot][0])
		}
	}
}
