package whenidream

import (
	"image"
	"strconv"

	"oneiros/games/paint"
	"oneiros/games/ui"
)

// whispered is the picture of a spirit at night: the word on the card, the spirit's
// role, the piles and the sand. It is nil where no card is in play.
func whispered(v View) *ui.Picture {
	if v.Element == nil {
		return nil
	}
	e, r, left := *v.Element, v.Role, grains(v)
	yellow, blue := count(v.Cards)
	alt := []ui.Text{
		wordAlt(&e), ui.T("picture.role", role(r)), ui.T("picture." + partName(r)),
		ui.T("picture.piles", yellow, blue), sandAlt(left),
	}
	return ui.Draw(func(say func(ui.Text) string) image.Image {
		c := scenes.Canvas(scene{partName(r), pictureHeight}, func() *paint.Art { return figure(r) })
		c.Label(paint.Slanted.Size(34), say(role(r)), image.Rect(404, 12, 784, 56), paint.Readable, paint.Centre, paint.Gold)
		c.Tile(404, 62, 380, 186, 24, 4, paint.Cream, paint.Amber)
		word, other := image.Rect(420, 74, 768, 194), e.Other
		if e.Note != "" {
			word.Max.Y = 166
			c.Label(paint.Regular.Size(28), e.Note, image.Rect(420, 162, 768, 198), 20, paint.Centre, paint.Ink)
		}
		c.Words(paint.Bold.Size(60), e.Word, word, 30, paint.Centre, paint.Ink)
		c.Rect(image.Rect(504, 199, 684, 201), paint.Amber)
		c.Label(paint.Regular.Size(28), other, image.Rect(420, 204, 768, 242), 20, paint.Centre, paint.Ink)

		c.Panel(image.Rect(404, 264, 784, 388), paint.Dusk)
		for i, pile := range []struct {
			side  Side
			cards int
		}{{Yellow, yellow}, {Blue, blue}} {
			x := 422 + i*138
			token(c, x, 286, pile.side)
			c.Label(paint.Bold.Size(48), strconv.Itoa(pile.cards), image.Rect(x+70, 286, x+132, 366), paint.Readable, paint.Left, paint.Moon)
		}
		hourglass(c, 704, 282, left, image.Rect(692, 344, 780, 378), say)
		return c.Image()
	}, alt, "word", r, strconv.Quote(e.Word), strconv.Quote(e.Note), strconv.Quote(e.Other), yellow, blue, left)
}

// wordAlt is the word on a card in words.
func wordAlt(e *Element) ui.Text {
	if e.Other == "" {
		return ui.T("picture.word.only", e.Word, meaning(e))
	}
	return ui.T("picture.word", e.Word, meaning(e), e.Other)
}

// shownBubbles is how many bubbles the dreamer's picture has room for.
const shownBubbles = 5

// bubbles is the picture of the dreamer at night: the mask, the sand, and the clues
// as bubbles, the latest below. Earlier ones are only counted.
func bubbles(v View) *ui.Picture {
	list, earlier, left := v.Clues, 0, grains(v)
	if len(list) > shownBubbles {
		earlier = len(list) - shownBubbles + 1
		list = list[earlier:]
	}
	alt := []ui.Text{ui.T("picture.dreamer")}
	if len(list) == 0 {
		alt = append(alt, ui.T("clues.none"))
	} else {
		var words []ui.Text
		for _, h := range list {
			words = append(words, bubbleAlt(h))
		}
		alt = append(alt, ui.T("picture.clues", words))
	}
	if earlier > 0 {
		alt = append(alt, ui.T("picture.earlier", earlier))
	}
	alt = append(alt, sandAlt(left))
	what := []any{"bubbles", earlier, left}
	for _, h := range list {
		what = append(what, h.Seat, strconv.Quote(h.Word))
	}
	return ui.Draw(func(say func(ui.Text) string) image.Image {
		c := scenes.Canvas(scene{partName(""), pictureHeight}, func() *paint.Art { return figure("") })
		hourglass(c, 16, 12, left, image.Rect(80, 12, 180, 76), say)
		if len(list) == 0 {
			c.Icon(paint.IconCloud, image.Rect(440, 40, 740, 340), paint.Moon)
			c.Label(paint.Bold.Size(110), "?", image.Rect(440, 110, 740, 270), 110, paint.Centre, navy)
			puffs(c, 452, 262)
			return c.Image()
		}
		n := len(list)
		if earlier > 0 {
			n++
		}
		y := (pictureHeight - n*bubbleStep + bubbleStep - bubbleHeight) / 2
		if earlier > 0 {
			c.Tile(424, y, 110, bubbleHeight, bubbleHeight/2, 3, lilac, paint.Violet)
			c.Label(paint.Bold.Size(32), "+"+strconv.Itoa(earlier), image.Rect(432, y, 526, y+bubbleHeight), 22, paint.Centre, paint.Ink)
			y += bubbleStep
		}
		for i, h := range list {
			bubble(c, h, y, i == len(list)-1, say)
			y += bubbleStep
		}
		return c.Image()
	}, alt, what...)
}

// The layout of bubbles.
const (
	bubbleHeight = 64
	bubbleStep   = 75
)

// bubble draws a clue and who gave it. The latest is golden, and nearest to the ear.
func bubble(c *paint.Canvas, h Hint, y int, latest bool, say func(ui.Text) string) {
	x, ground, edge := 424, paint.Frost, paint.Blue
	if latest {
		x, ground, edge = 404, paint.Cream, paint.Amber
		puffs(c, x-8, y+bubbleHeight/2+6)
	}
	c.Tile(x, y, 784-x, bubbleHeight, bubbleHeight/2, 3, ground, edge)
	name := say(ui.Name(h.Seat).Text())
	box := image.Rect(x+24, y, 764, y+bubbleHeight)
	if h.Word == "" {
		c.Label(paint.Bold.Size(32), name, box, 22, paint.Centre, paint.Ink)
		return
	}
	word := paint.Bold.Size(34)
	room := min(max(word.Width(h.Word), 120), box.Dx()-12-min(paint.Regular.Size(26).Width(name), 90))
	c.Label(word, h.Word, image.Rect(box.Min.X, y, box.Min.X+room, box.Max.Y), 20, paint.Left, paint.Ink)
	c.Label(paint.Regular.Size(26), name, image.Rect(box.Min.X+room+12, y, box.Max.X, box.Max.Y), 22, paint.Right, paint.Ink)
}

// puffs draws two small bubbles on the way to the sleeper.
func puffs(c *paint.Canvas, x, y int) {
	c.Fill(new(paint.Path).Circle(float64(x)-8, float64(y), 9), paint.Cream)
	c.Fill(new(paint.Path).Circle(float64(x)-28, float64(y)+8, 6), paint.Cream)
}

// bubbleAlt is a clue and who gave it, in words.
func bubbleAlt(h Hint) ui.Text {
	if h.Word == "" {
		return ui.Name(h.Seat).Text()
	}
	return ui.T("picture.clue", h.Word, ui.Name(h.Seat))
}

// fullSand is the sand before the first mark.
const fullSand = -1

// grains is the sand as pictures show it: the last mark passed, 0 when it has run
// out, or [fullSand].
func grains(v View) int {
	switch {
	case v.Phase == Last:
		return 0
	case v.Mark > 0:
		return v.Mark
	default:
		return fullSand
	}
}

// hourglass draws the sand, 64 pixels high, and a label beside or below it. The label
// says how many seconds are left at most.
func hourglass(c *paint.Canvas, x, y, left int, label image.Rectangle, say func(ui.Text) string) {
	ink := paint.Gold
	if left == 0 {
		ink = paint.Mist
	}
	c.Icon(paint.IconHourglass, image.Rect(x, y, x+64, y+64), ink)
	switch left {
	case fullSand:
	case 0:
		c.Label(paint.Bold.Size(28), "0", label, 22, paint.Centre, ink)
	default:
		c.Label(paint.Bold.Size(28), say(ui.T("picture.sand", left)), label, 22, paint.Centre, ink)
	}
}

// sandAlt is the sand in words.
func sandAlt(left int) ui.Text {
	switch left {
	case fullSand:
		return ui.T("picture.sand.full")
	case 0:
		return ui.T("picture.sand.none")
	default:
		return ui.T("picture.sand.left", left)
	}
}
