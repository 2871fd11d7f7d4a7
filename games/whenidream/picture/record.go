package picture

import (
	"image"
	"strconv"

	"oneiros/games"
	"oneiros/games/paint"
	"oneiros/games/ui"
	"oneiros/games/whenidream/kit"
	"oneiros/games/whenidream/label"
	"oneiros/games/whenidream/view"
)

// The layout of the record of a round: a row for each spirit, a column for each card.
const (
	recordEdge = 14
	recordGap  = 4
	recordName = 214 // width of the names
	recordHead = 76  // height of the cards' row
	recordLine = 34  // height of a clue
	recordRow  = 72  // least height of a row: a name and a role
)

// Record is the picture of the clues of some cards, by who gave them.
func Record(v view.View, spirits []games.Seat, cards []label.Column) *ui.Picture {
	var alt []ui.Text
	what := []any{"record"}
	for _, c := range cards {
		alt = append(alt, ui.T("picture.record.card", c.Number, label.Brief(c.Card.Element.Word), ui.Literal(label.SideSigns[c.Card.Side])))
		what = append(what, c.Number, strconv.Quote(c.Card.Element.Word), c.Card.Side)
	}
	for _, seat := range spirits {
		var cells []ui.Text
		for _, c := range cards {
			cells = append(cells, c.InText(seat))
			list, earlier := c.Cell(seat)
			what = append(what, list, earlier, c.Card.Seat == seat)
		}
		alt = append(alt, ui.T("picture.record.row", ui.Literal(label.RoleIcons[label.RoleOf(v, seat)]), ui.Name(seat), cells))
		what = append(what, seat, label.RoleOf(v, seat))
	}
	return ui.Draw(func(say func(ui.Text) string) image.Image {
		h := recordHead + recordEdge + len(spirits)*(recordRow+recordGap)
		c := scenes.Canvas(scene{"dawn", h}, func() *paint.Art { return sunrise(h) })
		width := (Width - 2*recordEdge - recordName - len(cards)*recordGap) / len(cards)
		at := func(i int) int { return recordEdge + recordName + recordGap + i*(width+recordGap) }
		for i, card := range cards {
			recordTop(c, image.Rect(at(i), recordGap, at(i)+width, recordHead), card)
		}
		for row, seat := range spirits {
			y := recordHead + recordGap + row*(recordRow+recordGap)
			recordWho(c, image.Rect(recordEdge, y, recordEdge+recordName, y+recordRow), label.RoleOf(v, seat), seat, say)
			for i, card := range cards {
				recordCell(c, image.Rect(at(i), y, at(i)+width, y+recordRow), card, seat)
			}
		}
		return c.Image()
	}, alt, what...)
}

// recordTop draws the head of a column: the number of the card, the side where it lies, and
// its word.
func recordTop(c *paint.Canvas, box image.Rectangle, card label.Column) {
	ground, edge, ink, icon := livery(card.Card.Side)
	c.Tile(box.Min.X, box.Min.Y, box.Dx(), box.Dy(), 12, 3, ground, edge)
	c.Label(paint.Bold.Size(28), strconv.Itoa(card.Number), image.Rect(box.Min.X+12, box.Min.Y+4, box.Max.X-44, box.Min.Y+36), paint.Readable, paint.Left, ink)
	c.Icon(icon, image.Rect(box.Max.X-40, box.Min.Y+6, box.Max.X-12, box.Min.Y+34), ink)
	c.Label(paint.Bold.Size(28), card.Card.Element.Word, image.Rect(box.Min.X+12, box.Min.Y+34, box.Max.X-8, box.Max.Y-4), paint.Readable, paint.Left, ink)
}

// recordWho draws the head of a row: the player and their role.
func recordWho(c *paint.Canvas, box image.Rectangle, r kit.Role, seat games.Seat, say func(ui.Text) string) {
	ground, edge, ink := paint.Mist, paint.Slate, paint.Ink
	switch r {
	case kit.Good:
		ground, edge, ink, _ = livery(kit.Yellow)
	case kit.Bad:
		ground, edge, ink, _ = livery(kit.Blue)
	case kit.Trickster:
		ground, edge, ink, _ = livery(kit.Bed)
	}
	c.Tile(box.Min.X, box.Min.Y, box.Dx(), box.Dy(), 12, 3, ground, edge)
	name := image.Rect(box.Min.X+12, box.Min.Y+2, box.Max.X-8, box.Min.Y+38)
	if r == "" {
		name.Max.Y = box.Max.Y - 2
	} else {
		c.Label(paint.Regular.Size(26), say(label.Role(r)), image.Rect(box.Min.X+12, box.Min.Y+36, box.Max.X-8, box.Max.Y-2), paint.Readable, paint.Left, ink)
	}
	c.Label(paint.Bold.Size(28), say(ui.Name(seat).Text()), name, paint.Readable, paint.Left, ink)
}

// recordCell draws what a spirit said of a card. A clue right before the right guess is marked.
func recordCell(c *paint.Canvas, box image.Rectangle, card label.Column, seat games.Seat) {
	list, earlier := card.Cell(seat)
	penalty := card.Card.Side == kit.Penalty && card.Card.Seat == seat
	if len(list) == 0 && !penalty {
		c.Tile(box.Min.X, box.Min.Y, box.Dx(), box.Dy(), 12, 0, paint.Slate, paint.Slate)
		return
	}
	ground, edge, ink, icon := livery(card.Card.Side)
	c.Tile(box.Min.X, box.Min.Y, box.Dx(), box.Dy(), 12, 3, ground, edge)
	if penalty {
		x, y := (box.Min.X+box.Max.X)/2, (box.Min.Y+box.Max.Y)/2
		c.Icon(icon, image.Rect(x-20, y-20, x+20, y+20), ink)
		return
	}
	y := (box.Min.Y + box.Max.Y - len(list)*recordLine) / 2
	for i, s := range list {
		line := image.Rect(box.Min.X+10, y, box.Max.X-8, y+recordLine)
		face := paint.Regular
		if s.Decided {
			face = paint.Bold
			line.Max.X -= 30
			c.Icon(paint.IconCheck, image.Rect(line.Max.X+2, y+4, line.Max.X+28, y+30), ink)
		}
		word := s.Word
		if i == 0 && earlier > 0 {
			word = "+" + strconv.Itoa(earlier) + " " + word
		}
		c.Label(face.Size(28), word, line, paint.Readable, paint.Left, ink)
		y += recordLine
	}
}
