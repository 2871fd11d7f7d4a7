package picture

import (
	"image"
	"slices"
	"strconv"

	"oneiros/games"
	"oneiros/games/paint"
	"oneiros/games/somnicum/kit"
	"oneiros/games/somnicum/label"
	"oneiros/games/somnicum/view"
	"oneiros/games/ui"
)

// # The end
//
// The picture of the end has a column for each player and a row, with its name, for each
// part of the score that brought a player anything. The sand, which decides a tie, is under
// the sum. Below is how many points each had at the end of each round, and how the last one
// ended. What lasting encounters paid stands there, too. The viewer's own column has a frame.

// The layout of the picture of the end.
const (
	endLabel = 236 // of the names of the parts
	endHead  = 36
	endRow   = 27
	endSum   = 36
	endWay   = 8  // above the chart
	endSteps = 50 // of the chart, beside a row for each player
)

// partsShown are the parts in which any player has points.
func partsShown(v view.View) []int {
	var list []int
	for i := range (kit.Score{}).Parts() {
		if slices.ContainsFunc(v.Dreamers, func(d view.Dreaming) bool { return d.Dreams.Parts()[i] != 0 }) {
			list = append(list, i)
		}
	}
	return list
}

// End is the picture of the end: what each dream was worth, and the way there.
func End(v view.View) *ui.Picture {
	var names []ui.Text
	for _, s := range v.Winners {
		names = append(names, ui.Name(s).Text())
	}
	alt := []ui.Text{ui.T("morning.alt", names)}
	if v.Me != games.Nobody {
		alt = append(alt, ui.T("morning.alt.you", ui.Name(v.Me)))
	}
	what := []any{"morning", v.Winners, v.Me, charted(v)}
	rows := endRows(v)
	for _, r := range rows {
		alt = append(alt, ui.T("head.alt.row", r.words))
		what = append(what, r.words)
	}
	for i, d := range v.Dreamers {
		alt = append(alt, morningRow(v, i))
		what = append(what, d.Dreams.Parts(), d.Dreams.Total, d.Sand, v.ByRound(games.Seat(i)))
	}
	return ui.Draw(func(say func(ui.Text) string) image.Image {
		parts, n := partsShown(v), len(v.Dreamers)
		table := endHead + len(parts)*endRow + endSum + endRow + 12
		high, foot := table, len(rows)*lineTall
		if charted(v) {
			high += endWay + max(n, 3)*36 + endSteps // a scale of two lines would be too low to read
		}
		high = (high + foot + 9) / 10 * 10
		c := scenes.Canvas(scene{"morning", high}, func() *paint.Art { return daybreak(high) })
		c.Tile(4, 4, dreamWidth-8, table-8, 16, 2, paint.Night, paint.Dusk)
		labels(c, parts, say)
		for i := range v.Dreamers {
			result(c, v, games.Seat(i), parts, say)
		}
		if charted(v) {
			c.Tile(4, table, dreamWidth-8, high-table-4, 16, 2, paint.Night, paint.Dusk)
			c.Chart(image.Rect(12, table+endWay, dreamWidth-16, high-foot-8), chart(v, say))
		}
		drawRows(c, rows, high-foot-8, say)
		return c.Image()
	}, alt, what...)
}

// endRows say which lasting encounters bring points to the viewer and to the winners, and how
// the last round ended.
func endRows(v view.View) (rows []headRow) {
	var paid []ui.Text
	for i := range v.Dreamers {
		seat := games.Seat(i)
		list := paidTo(&v.Dreamers[i])
		switch {
		case len(list) == 0:
		case seat == v.Me:
			paid = append(paid, ui.T("over.paid.you", list))
		case slices.Contains(v.Winners, seat):
			paid = append(paid, ui.T("over.paid.other", ui.Name(i), list))
		}
	}
	if len(paid) > 0 {
		words := paid[0]
		for _, more := range paid[1:] {
			words = ui.T("over.paid.more", words, more)
		}
		rows = append(rows, headRow{lastingSign, paint.Mint, words})
	}
	if len(v.Ended) > 0 {
		rows = append(rows, headRow{paint.IconSun, paint.Gold, lastWords(v)})
	}
	return rows
}

// lastWords is in whose turn the last round ended, and why.
func lastWords(v view.View) ui.Text {
	n := len(v.Ended)
	end := v.Ended[n-1]
	if why := ui.T("last." + string(end.Why)); end.Seat == v.Me {
		return ui.T("last.you", n, why)
	} else {
		return ui.T("last.other", n, ui.Name(end.Seat), why)
	}
}

// charted reports whether the picture has a chart. A panel with many players and many last
// turns has no room for it. The board has it, too.
func charted(v view.View) bool {
	return len(v.ByRound(0)) > 0 && (v.Me == games.Nobody || len(v.Dreamers)+len(view.Recent(v)) <= 5)
}

// chart is how the points of all players went.
func chart(v view.View, say func(ui.Text) string) paint.Chart {
	chart := paint.Chart{Steps: roundNames(v, say)}
	for i := range v.Dreamers {
		seat := games.Seat(i)
		chart.Lines = append(chart.Lines, paint.Line{Name: say(ui.Name(i).Text()), Values: v.ByRound(seat), Mine: seat == v.Me})
	}
	return chart
}

// morningRow is what a dream was worth, in words, and what it was worth after each round.
func morningRow(v view.View, i int) ui.Text {
	d := &v.Dreamers[i]
	n := d.Dreams.Parts()
	var way []ui.Text
	for _, points := range v.ByRound(games.Seat(i)) {
		way = append(way, label.Number(points))
	}
	return ui.T("morning.alt.row", ui.Name(i), d.Dreams.Total, n[0], n[1], n[2], n[3], label.Signed(n[4]), n[5], n[6], n[7], way, d.Sand)
}

// rowAt is where row i of the table is.
func rowAt(i int) (y int) { return 8 + endHead + i*endRow }

// labels names the rows.
func labels(c *paint.Canvas, parts []int, say func(ui.Text) string) {
	for i, part := range parts {
		y := rowAt(i)
		if i%2 == 0 {
			c.Rect(image.Rect(12, y, dreamWidth-12, y+endRow), paint.Slate)
		}
		c.Label(paint.Regular.Size(26), say(label.Part(part)), image.Rect(20, y, endLabel, y+endRow), 22, paint.Left, paint.Moon)
	}
	y := rowAt(len(parts))
	c.Label(paint.Bold.Size(30), say(ui.T("end.total")), image.Rect(20, y, endLabel, y+endSum), paint.Readable, paint.Left, paint.Gold)
	c.Label(paint.Regular.Size(26), say(ui.T("part.sand")), image.Rect(20, y+endSum, endLabel, y+endSum+endRow), 22, paint.Left, paint.Mist)
}

// result draws the column of a player.
func result(c *paint.Canvas, v view.View, seat games.Seat, parts []int, say func(ui.Text) string) {
	wide := (dreamWidth - 16 - endLabel) / len(v.Dreamers)
	x := endLabel + int(seat)*wide
	ink := paint.Moon
	if slices.Contains(v.Winners, seat) {
		ink = paint.Gold
		c.Icon(paint.IconStar, square(x+16, rowAt(len(parts))+endSum/2, 28), paint.Gold)
	}
	if seat == v.Me {
		foot := rowAt(len(parts)) + endSum + endRow
		for _, r := range []image.Rectangle{
			image.Rect(x, 8, x+wide, 11), image.Rect(x, foot-3, x+wide, foot), image.Rect(x, 8, x+3, foot), image.Rect(x+wide-3, 8, x+wide, foot),
		} {
			c.Rect(r, paint.Gold)
		}
	}
	c.Label(paint.Bold.Size(26), say(ui.Name(seat).Text()), image.Rect(x+6, 10, x+wide-6, 8+endHead), 20, paint.Centre, ink)
	s := v.Dreamers[seat].Dreams
	for i, part := range parts {
		n := s.Parts()[part]
		shown, ink := strconv.Itoa(n), paint.Moon
		switch {
		case n == 0:
			shown, ink = "·", paint.Mist
		case n < 0:
			shown, ink = "−"+strconv.Itoa(-n), paint.Rose
		}
		c.Label(paint.Bold.Size(28), shown, image.Rect(x, rowAt(i), x+wide, rowAt(i)+endRow), 26, paint.Centre, ink)
	}
	y := rowAt(len(parts))
	c.Label(paint.Bold.Size(34), strconv.Itoa(s.Total), image.Rect(x, y, x+wide, y+endSum), 28, paint.Centre, ink)
	c.Label(paint.Bold.Size(28), strconv.Itoa(v.Dreamers[seat].Sand), image.Rect(x, y+endSum, x+wide, y+endSum+endRow), 26, paint.Centre, paint.Mist)
}

// paidTo is what each of a player's lasting encounters brings.
func paidTo(d *view.Dreaming) (list []ui.Text) {
	for _, e := range d.Open {
		if n := d.Rows.Paid(e, d.Sand); n != 0 {
			list = append(list, ui.T("over.paid.one", label.Encounter(e), n))
		}
	}
	return list
}

// roundNames are the names of the rounds that have ended.
func roundNames(v view.View, say func(ui.Text) string) []string {
	var list []string
	for i := range v.Ended {
		list = append(list, say(ui.T("ring.round", i+1)))
	}
	return list
}
