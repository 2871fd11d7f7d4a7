package picture

import (
	"image"
	"strconv"
	"strings"

	"oneiros/games"
	"oneiros/games/paint"
	"oneiros/games/ui"
	"oneiros/games/whenidream/kit"
	"oneiros/games/whenidream/label"
	"oneiros/games/whenidream/view"
)

// Spirit is the picture of a spirit at night: the word on the card, the spirit's
// role and points, who sleeps, the piles and the sand. It is nil where no card is in play.
func Spirit(v view.View) *ui.Picture {
	if v.Element == nil {
		return nil
	}
	e, r, left := *v.Element, v.Role, grains(v)
	yellow, blue := label.Count(v.Cards)
	points, sleeps := label.Tiers(v, label.MostScores, 2), ui.T("picture.sleeps", ui.Name(v.Dreamer))
	goal, gain := ui.T("picture.goal."+label.PartName(r)), ui.T("picture.tonight", label.Tonight(v))
	alt := []ui.Text{wordAlt(&e), ui.T("picture.role", label.Role(r)), ui.T("picture." + label.PartName(r)), goal}
	if points != nil {
		alt = append(alt, label.Score(v))
	}
	alt = append(alt, gain, sleeps, ui.T("picture.piles", yellow, blue), sandAlt(left))
	return ui.Draw(func(say func(ui.Text) string) image.Image {
		c := scenes.Canvas(scene{label.PartName(r), PanelHeight}, func() *paint.Art { return figure(r) })
		c.Label(paint.Slanted.Size(32), say(label.Role(r)), image.Rect(404, 2, 784, 38), paint.Readable, paint.Centre, paint.Gold)
		c.Label(paint.Regular.Size(26), say(goal), image.Rect(404, 36, 784, 66), paint.Readable, paint.Centre, paint.Moon)
		c.Tile(404, 70, 380, 126, 24, 4, paint.Cream, paint.Amber)
		word, other := image.Rect(420, 76, 768, 158), e.Other
		if e.Note != "" {
			word.Max.Y = 134
			c.Label(paint.Regular.Size(26), e.Note, image.Rect(420, 130, 768, 160), 20, paint.Centre, paint.Ink)
		}
		c.Words(paint.Bold.Size(54), e.Word, word, 28, paint.Centre, paint.Ink)
		c.Rect(image.Rect(504, 160, 684, 162), paint.Amber)
		c.Label(paint.Regular.Size(26), other, image.Rect(420, 162, 768, 192), 20, paint.Centre, paint.Ink)

		c.Label(paint.Bold.Size(28), say(sleeps), image.Rect(16, 4, 392, 42), paint.Readable, paint.Left, paint.Gold)
		c.Panel(image.Rect(8, 40, 258, 72), paint.Dusk)
		c.Label(paint.Regular.Size(26), say(gain), image.Rect(16, 40, 250, 72), paint.Readable, paint.Left, paint.Moon)
		if points != nil {
			line := fitted(points, func(s games.Seat) string { return say(label.Seat(v, s)) }, say(ui.T("score.rest")))
			rows := len(scoreFace.Wrap(line, scoreWidth))
			box := image.Rect(16, min(206, 270-rows*scoreFace.Line()), 392, 274)
			c.Panel(box, paint.Dusk)
			c.Words(scoreFace, line, image.Rect(204-scoreWidth/2, box.Min.Y+2, 204+scoreWidth/2, 272), paint.Readable, paint.Centre, paint.Moon)
		}

		c.Panel(image.Rect(404, 206, 784, 274), paint.Dusk)
		for i, pile := range []struct {
			side  kit.Side
			cards int
		}{{kit.Yellow, yellow}, {kit.Blue, blue}} {
			x := 418 + i*142
			ground, edge, ink, icon := livery(pile.side)
			c.Tile(x, 214, 46, 52, 10, 3, ground, edge)
			c.Icon(icon, image.Rect(x+8, 225, x+38, 255), ink)
			c.Label(paint.Bold.Size(40), strconv.Itoa(pile.cards), image.Rect(x+54, 214, x+104, 266), paint.Readable, paint.Left, paint.Moon)
		}
		hourglass(c, image.Rect(715, 212, 753, 250), left, image.Rect(692, 246, 778, 272), say)
		return c.Image()
	}, alt, "word", r, strconv.Quote(e.Word), strconv.Quote(e.Note), strconv.Quote(e.Other), yellow, blue, left, sleeps, label.Score(v), gain)
}

// The points of every player: their face, the width of a row, and how many rows there are at most.
var scoreFace = paint.Bold.Size(paint.Readable)

const (
	scoreWidth = 360
	scoreRows  = 3
)

// fitted is the points of every player, with names as long as there is room for them.
func fitted(list []label.Tier, name func(games.Seat) string, rest string) string {
	line := ""
	for most := 31; most > 1; most-- {
		var parts []string
		for _, l := range list {
			names := []string{rest}
			if len(l.Seats) > 0 {
				names = nil
			}
			for _, s := range l.Seats {
				n := []rune(name(s))
				if len(n) > most {
					n = append(n[:most-1:most-1], '…')
				}
				names = append(names, string(n))
			}
			parts = append(parts, strings.Join(names, ", ")+" "+l.Points)
		}
		if line = strings.Join(parts, " · "); len(scoreFace.Wrap(line, scoreWidth)) <= scoreRows {
			break
		}
	}
	return line
}

// wordAlt is the word on a card in words.
func wordAlt(e *kit.Element) ui.Text {
	if e.Other == "" {
		return ui.T("picture.word.only", e.Word, label.Meaning(e))
	}
	return ui.T("picture.word", e.Word, label.Meaning(e), e.Other)
}

// shownBubbles is how many bubbles the dreamer's picture has room for.
const shownBubbles = 4

// Dreamer is the picture of the dreamer at night: the mask, the sand, and the clues
// as bubbles, the latest below. Earlier ones are only counted.
func Dreamer(v view.View) *ui.Picture {
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
		c := scenes.Canvas(scene{label.PartName(""), PanelHeight}, func() *paint.Art { return figure("") })
		hourglass(c, image.Rect(16, 12, 80, 76), left, image.Rect(80, 12, 180, 76), say)
		if len(list) == 0 {
			c.Icon(paint.IconCloud, image.Rect(470, 0, 750, 280), paint.Moon)
			c.Label(paint.Bold.Size(90), "?", image.Rect(470, 70, 750, 210), 90, paint.Centre, navy)
			puffs(c, 472, 214)
			return c.Image()
		}
		n := len(list)
		if earlier > 0 {
			n++
		}
		y := (PanelHeight - n*bubbleStep + bubbleStep - bubbleHeight) / 2
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
	bubbleHeight = 58
	bubbleStep   = 66
)

// bubble draws a clue and who gave it. The latest is brightest, and nearest to the ear. None has
// a colour of the spirits.
func bubble(c *paint.Canvas, h view.Hint, y int, latest bool, say func(ui.Text) string) {
	x, ground := 424, lilac
	if latest {
		x, ground = 404, paint.Cream
		puffs(c, x-8, y+bubbleHeight/2+6)
	}
	c.Tile(x, y, 784-x, bubbleHeight, bubbleHeight/2, 3, ground, paint.Violet)
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
func bubbleAlt(h view.Hint) ui.Text {
	if h.Word == "" {
		return ui.Name(h.Seat).Text()
	}
	return ui.T("picture.clue", h.Word, ui.Name(h.Seat))
}

// fullSand is the sand before the first mark.
const fullSand = -1

// grains is the sand as pictures show it: the last mark passed, 0 when it has run
// out, or [fullSand].
func grains(v view.View) int {
	switch {
	case v.Phase == kit.Last:
		return 0
	case v.Mark > 0:
		return v.Mark
	default:
		return fullSand
	}
}

// hourglass draws the sand, and a label beside or below it. The label says how many
// seconds are left at most.
func hourglass(c *paint.Canvas, box image.Rectangle, left int, label image.Rectangle, say func(ui.Text) string) {
	ink := paint.Gold
	if left == 0 {
		ink = paint.Mist
	}
	c.Icon(paint.IconHourglass, box, ink)
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
