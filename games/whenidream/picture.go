package whenidream

import (
	"image"
	"strconv"

	"oneiros/games"
	"oneiros/games/paint"
	"oneiros/games/ui"
)

// # Pictures
//
// A picture is sent again whenever it changes, and Discord's clients load it again.
// At night the board changes with every clue, so its picture shows only who sleeps.
// A spirit's picture changes with the card and with the marks of the sand. Clues are
// words beside it. The dreamer's picture shows the clues and changes with each one:
// the dreamer has nothing else to look at.
//
// The dusk has the roles and the bed, dawn has the two sides, and the end has the
// morning.
//
// The picture of a role depends on the role and the language alone. So its name
// gives no secret away.

// The size of a picture. The sides are higher if there are more cards.
const (
	pictureWidth  = 800
	pictureHeight = 400
)

// portrait is the picture of a role; of the dreamer's, for the empty one.
func portrait(r Role) *ui.Picture {
	name := "dreamer"
	if r != "" {
		name = string(r)
	}
	alt := []ui.Text{ui.T("picture.role", role(r)), ui.T("picture." + name)}
	return ui.Draw(func(say func(ui.Text) string) image.Image {
		c := scenes.Canvas(scene{name, pictureHeight}, func() *paint.Art { return figure(r) })
		text := image.Rect(400, 96, 776, 136)
		c.Label(paint.Regular.Size(28), say(ui.T("picture.you")), text, 20, paint.Centre, paint.Mist)
		text = image.Rect(400, 136, 776, 216)
		c.Label(paint.Slanted.Size(58), say(role(r)), text, 30, paint.Centre, paint.Moon)
		goal(c, r, say)
		return c.Image()
	}, alt, "role", name)
}

// goal draws what a role wants, as cards. These are yellow ones, blue ones, or
// the same number of both. Under the mask it is the dream.
func goal(c *paint.Canvas, r Role, say func(ui.Text) string) {
	box := image.Rect(400, 236, 776, 316)
	mid := (box.Min.X + box.Max.X) / 2
	card := func(x int, side Side) { token(c, x-32, box.Min.Y, side) }
	switch r {
	case Good:
		card(mid-72, Yellow)
		card(mid, Yellow)
		card(mid+72, Yellow)
	case Bad:
		card(mid-72, Blue)
		card(mid, Blue)
		card(mid+72, Blue)
	case Trickster:
		card(mid-58, Yellow)
		c.Label(paint.Bold.Size(48), "=", image.Rect(mid-30, box.Min.Y, mid+30, box.Max.Y), 48, paint.Centre, paint.Moon)
		card(mid+58, Blue)
	default:
		card(mid-72, Yellow)
		c.Label(paint.Bold.Size(48), "+", image.Rect(mid-30, box.Min.Y, mid+30, box.Max.Y), 48, paint.Centre, paint.Moon)
		c.Icon(paint.IconCloud, image.Rect(mid+28, box.Min.Y, mid+108, box.Max.Y), paint.Moon)
	}
	c.Words(paint.Regular.Size(28), say(ui.T("picture.goal."+partName(r))),
		image.Rect(box.Min.X, 322, box.Max.X, 392), 22, paint.Centre, paint.Mist)
}

func partName(r Role) string {
	if r == "" {
		return "dreamer"
	}
	return string(r)
}

// token draws a small card of a side, 64 by 80, with the side's sign.
func token(c *paint.Canvas, x, y int, side Side) {
	ground, edge, ink, icon := livery(side)
	c.Tile(x, y, 64, 80, 12, 3, ground, edge)
	c.Icon(icon, image.Rect(x+14, y+22, x+50, y+58), ink)
}

// livery is how a side looks: its colours, and the sign that says the same.
func livery(side Side) (ground, edge, ink paint.Colour, icon *paint.Icon) {
	switch side {
	case Yellow:
		return paint.Cream, paint.Amber, paint.Ink, paint.IconCheck
	case Blue:
		return paint.Frost, paint.Blue, navy, paint.IconCross
	case Penalty:
		return paint.Rose, paint.Red, paint.Ink, paint.IconStar
	default:
		return lilac, paint.Violet, paint.Ink, paint.IconBed
	}
}

// The inks of this game beside those of all games.
const (
	navy  = paint.Own + iota // dark words, and the edge of the blue side
	lilac                    // a card that stays in the bed
)

// scenes are the game's paintings: five of one height, and the dawn in some twenty.
var scenes = paint.Scenes[scene]{Own: []uint32{navy - paint.Own: 0x1b2f73, lilac - paint.Own: 0xe2d6ff}}

type scene struct {
	name   string
	height int
}

// bedside is the picture of a night before and after it: who sleeps, and which
// night it is.
func bedside(v View) *ui.Picture {
	alt := []ui.Text{ui.T("picture.night", v.Round, v.Rounds), ui.T("picture.sleeps", ui.Name(v.Dreamer))}
	round, rounds, who := v.Round, v.Rounds, ui.T("picture.sleeps", ui.Name(v.Dreamer))
	if !seated(v, v.Dreamer) {
		who = ui.Text{}
	}
	return ui.Draw(func(say func(ui.Text) string) image.Image {
		c := scenes.Canvas(scene{"bed", pictureHeight}, sleeper)
		c.Label(paint.Slanted.Size(52), say(ui.T("picture.night", round, rounds)),
			image.Rect(36, 28, 470, 96), 30, paint.Left, paint.Moon)
		if !who.IsZero() {
			c.Label(paint.Bold.Size(32), say(who), image.Rect(36, 96, 470, 144), 24, paint.Left, paint.Gold)
		}
		// A moon for every night: those that are over are waned to a dot.
		for i := range rounds {
			box := image.Rect(36+i*44, 156, 70+i*44, 190)
			switch {
			case i+1 < round:
				c.Fill(new(paint.Path).Circle(float64(box.Min.X)+17, 173, 6), paint.Mist)
			case i+1 == round:
				c.Icon(paint.IconMoon, box, paint.Gold)
			default:
				c.Icon(paint.IconMoon, image.Rect(box.Min.X+5, box.Min.Y+5, box.Max.X-5, box.Max.Y-5), paint.Mist)
			}
		}
		return c.Image()
	}, alt, "bed", round, rounds, who)
}

// The layout of the sides at dawn.
const (
	sideTop    = 96  // where cards begin
	sideWidth  = 372 // of a side
	cardHeight = 52
	cardGap    = 8
	sideRows   = 6  // in one column; more cards take two narrower ones
	mostCards  = 12 // places on a side
)

// sides is the picture of the board at dawn. It shows what lies on the yellow
// and the blue side, and what the dream mentions.
func sides(v View) *ui.Picture {
	var yellow, blue, rest []Card
	told := false
	for _, c := range v.Cards {
		told = told || c.Told && (c.Side == Yellow || c.Side == Blue)
		switch c.Side {
		case Yellow:
			yellow = append(yellow, c)
		case Blue:
			blue = append(blue, c)
		default:
			rest = append(rest, c)
		}
	}
	alt := []ui.Text{heap(Yellow, yellow), heap(Blue, blue)}
	if len(rest) > 0 {
		alt = append(alt, ui.T("picture.rest", elementsOf(rest)))
	}
	if told {
		alt = append(alt, ui.T("picture.told"))
	}
	return ui.Draw(func(say func(ui.Text) string) image.Image {
		rows := max(rowsOf(len(yellow)), rowsOf(len(blue)), 3)
		bottom := sideTop + rows*(cardHeight+cardGap) + 16
		h := bottom
		if len(rest) > 0 {
			h += 48
		}
		c := scenes.Canvas(scene{"dawn", h}, func() *paint.Art { return sunrise(h) })
		column(c, 18, yellow, Yellow, say)
		column(c, pictureWidth-18-sideWidth, blue, Blue, say)
		if len(rest) > 0 {
			c.Label(paint.Bold.Size(28), say(ui.T("picture.rest", elementsOf(rest))),
				image.Rect(24, bottom-8, pictureWidth-24, bottom+36), 20, paint.Centre, paint.Ink)
		}
		return c.Image()
	}, alt, "sides", shownCards(yellow), shownCards(blue), elementsOf(rest))
}

// shownCards names everything that is drawn of the cards of a side.
func shownCards(cards []Card) []any {
	what := []any{len(cards)}
	for _, c := range cards[:shownOf(len(cards))] {
		what = append(what, strconv.Quote(c.Element.Word), c.Told, strconv.Quote(toldAs(c)))
	}
	return what
}

// shownOf is how many of the cards of a side are drawn. If there are more cards than
// places, the last place gives the number of the others.
func shownOf(cards int) int {
	if cards > mostCards {
		return mostCards - 1
	}
	return cards
}

// heap is what lies on a side, for those who cannot see it.
func heap(side Side, cards []Card) ui.Text {
	if len(cards) == 0 {
		return ui.T("picture." + string(side) + ".none")
	}
	var list []ui.Text
	for _, c := range cards[:shownOf(len(cards))] {
		word := ui.Literal(c.Element.Word)
		if guess := toldAs(c); guess != "" {
			word = ui.T("card.as", c.Element.Word, guess)
		}
		if c.Told {
			word = ui.T("picture.card.told", word)
		}
		list = append(list, word)
	}
	if n := len(cards) - len(list); n > 0 {
		list = append(list, ui.Literal("+"+strconv.Itoa(n)))
	}
	return ui.T("picture."+string(side), len(cards), list)
}

// elementsOf are the elements of cards, not more than a line holds.
func elementsOf(cards []Card) []ui.Text {
	var out []ui.Text
	for _, c := range cards {
		if len(out) == 12 {
			return append(out, ui.Literal("…"))
		}
		out = append(out, ui.Literal(c.Element.Word))
	}
	return out
}

func rowsOf(n int) int {
	if n > sideRows {
		n = (min(n, mostCards) + 1) / 2
	}
	return n
}

// column draws a side with its head and cards.
func column(c *paint.Canvas, x int, cards []Card, side Side, say func(ui.Text) string) {
	_, edge, _, icon := livery(side)
	head, ink := paint.Gold, paint.Ink
	if side == Blue {
		head, ink = navy, paint.Frost
	}
	c.Tile(x, 16, sideWidth, 64, 18, 3, head, edge)
	c.Icon(icon, image.Rect(x+16, 30, x+52, 66), ink)
	c.Label(paint.Bold.Size(34), say(ui.T("picture.side."+string(side))), image.Rect(x+66, 16, x+sideWidth-84, 80), 22, paint.Left, ink)
	c.Label(paint.Bold.Size(44), strconv.Itoa(len(cards)), image.Rect(x+sideWidth-84, 16, x+sideWidth-20, 80), 30, paint.Right, ink)

	columns := 1
	if len(cards) > sideRows {
		columns = 2
	}
	rows := rowsOf(len(cards))
	width := (sideWidth - (columns-1)*cardGap) / columns
	shown := shownOf(len(cards))
	for i, card := range cards[:min(shown+1, len(cards))] {
		at := image.Pt(x+i/max(rows, 1)*(width+cardGap), sideTop+i%max(rows, 1)*(cardHeight+cardGap))
		ground, edge, ink, _ := livery(side)
		c.Tile(at.X, at.Y, width, cardHeight, 14, 3, ground, edge)
		box := image.Rect(at.X+16, at.Y, at.X+width-12, at.Y+cardHeight)
		if i == shown {
			c.Label(paint.Bold.Size(30), "+"+strconv.Itoa(len(cards)-i), box, 20, paint.Left, ink)
			break
		}
		if card.Told {
			size := 34 / columns
			c.Icon(paint.IconSparkles, image.Rect(box.Max.X-size, at.Y, box.Max.X, at.Y+cardHeight), ink)
			box.Max.X -= size + 6
		}
		switch guess := toldAs(card); {
		case guess != "" && columns == 1:
			upper, lower := box, box
			upper.Min.Y, upper.Max.Y, lower.Min.Y, lower.Max.Y = box.Min.Y+2, box.Min.Y+30, box.Min.Y+25, box.Max.Y-1
			c.Label(paint.Bold.Size(24), card.Element.Word, upper, 18, paint.Left, ink)
			c.Label(paint.Regular.Size(20), say(ui.T("picture.card.as", guess)), lower, 16, paint.Left, ink)
		case guess != "":
			upper, lower := box, box
			upper.Min.Y, upper.Max.Y, lower.Min.Y, lower.Max.Y = box.Min.Y+2, box.Min.Y+28, box.Min.Y+25, box.Max.Y-1
			c.Label(paint.Bold.Size(20), card.Element.Word, upper, 15, paint.Left, ink)
			c.Label(paint.Regular.Size(18), say(ui.T("picture.card.as", guess)), lower, 15, paint.Left, ink)
		case columns == 1:
			c.Label(paint.Bold.Size(30), card.Element.Word, box, 20, paint.Left, ink)
		default:
			c.Words(paint.Bold.Size(20), card.Element.Word, box.Inset(2), 15, paint.Left, ink)
		}
	}
}

// morning is the picture of the end: who dreamt best.
func morning(v View) *ui.Picture {
	var names []ui.Text
	for _, s := range v.Winners {
		names = append(names, ui.Name(s).Text())
	}
	if len(names) == 0 {
		return nil
	}
	best := 0
	for _, t := range v.Totals {
		if len(v.Winners) > 0 && t.Seat == v.Winners[0] {
			best = t.Score
		}
	}
	winners := append([]games.Seat(nil), v.Winners...)
	return ui.Draw(func(say func(ui.Text) string) image.Image {
		c := scenes.Canvas(scene{"morning", pictureHeight}, daybreak)
		room := c.Winner(say(ui.Text{Args: []any{names}}))
		c.Label(paint.Bold.Size(32), say(ui.T("points", best)), room, paint.Readable, paint.Centre, paint.Gold)
		return c.Image()
	}, []ui.Text{ui.T("picture.morning"), ui.T("picture.winner", names), ui.T("points", best)}, "morning", winners, best)
}
