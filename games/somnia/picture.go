package somnia

import (
	"image"
	"slices"
	"strconv"

	"oneiros/games"
	"oneiros/games/paint"
	"oneiros/games/ui"
)

// The size of a picture. The table and a hand are higher if there are more cards.
const (
	pictureWidth  = 800
	pictureHeight = 400
)

// scenes are the game's paintings: grounds of a few heights, the Nightmares of the
// suits, and the morning.
var scenes paint.Scenes[scene]

type scene struct {
	name      string
	dark      bool
	height    int
	nightmare Suit // of a table that is laid
	seats     int  // of a table that is laid
}

// sky is a canvas for cards, as high as they need.
func sky(nightmare Suit, height int) *paint.Canvas {
	dark := nightmare != NoSuit
	return scenes.Canvas(scene{name: "sky", dark: dark, height: height}, func() *paint.Art { return ground(dark, height) })
}

// livery is how a suit looks on light cards: its ground, and the colour of its
// edge and sign.
func livery(s Suit) (ground, edge paint.Colour) {
	switch s {
	case Moon:
		return paint.Cream, paint.Amber
	case Fish:
		return paint.Frost, paint.Blue
	case Clover:
		return paint.Mint, paint.Green
	default:
		return paint.Moon, paint.Red
	}
}

// light is the colour of a suit's sign on dark grounds.
func light(s Suit) paint.Colour {
	return [...]paint.Colour{paint.Gold, paint.Frost, paint.Mint, paint.Rose, paint.Mist}[min(s, NoSuit)]
}

// cards are those that were drawn, by what they show.
var cards paint.Cards[cardLook]

type cardLook struct {
	card      Card
	nightmare Suit // if it is the card's
	width     int
	low       bool
}

// lookOf is what a card shows. It does not depend on a Nightmare of another suit.
func lookOf(card Card, nightmare Suit, width int, low bool) cardLook {
	if card.Suit() != nightmare {
		nightmare = NoSuit
	}
	return cardLook{card, nightmare, width, low}
}

// colours are those of a card: its ground and its edge, of its strength and of its sign.
// The Nightmare's cards are dark.
func colours(card Card, nightmare Suit) (ground, edge, ink, sign paint.Colour) {
	if card.Suit() == nightmare {
		return paint.Night, paint.Red, paint.Moon, light(card.Suit())
	}
	ground, edge = livery(card.Suit())
	return ground, edge, paint.Ink, edge
}

// drawCard draws a card: its strength and what it is worth in the corners, its sign in
// the middle. The Nightmare's cards say what they were.
func drawCard(c *paint.Canvas, card Card, nightmare Suit, w, x, y int) {
	ground, edge, ink, sign := colours(card, nightmare)
	look := paint.Card{W: w, H: w * 4 / 3, Radius: w / 8, Rim: max(w/30, 2), Ground: ground, Edge: edge}
	cards.Draw(c, lookOf(card, nightmare, w, false), x, y, look, func(c *paint.Canvas) {
		at := func(left, top, right, bottom int) image.Rectangle { // of a card 120 by 160
			return image.Rect(left*w/120, top*w/120, right*w/120, bottom*w/120)
		}
		label := func(size int, s string, box image.Rectangle, align paint.Align, ink paint.Colour) {
			c.Label(paint.Bold.Size(size*w/120), s, box, 12, align, ink)
		}
		power := strength(card, nightmare)
		label(52, strconv.Itoa(power), at(12, 6, 80, 58), paint.Left, ink)
		c.Icon(suitSigns[card.Suit()], at(30, 52, 90, 112), sign)
		if power != card.Rank() {
			label(28, "("+strconv.Itoa(card.Rank())+")", at(66, 12, 114, 52), paint.Right, paint.Mist)
		} else if card.Suit() == nightmare {
			c.Icon(nightmareSign, at(78, 10, 112, 44), paint.Red)
		}
		if n := points(Set(0).with(card), nightmare); n > 0 {
			c.Tile(22*w/120, 118*w/120, 76*w/120, 34*w/120, 17*w/120, 0, paint.Gold, paint.Gold)
			c.Icon(paint.IconStar, at(30, 121, 58, 149), paint.Ink)
			label(30, strconv.Itoa(n), at(58, 118, 94, 152), paint.Centre, paint.Ink)
		}
	})
}

// The layout of a hand: one row, so that a phone shows what to do above it and the
// buttons below. More than six cards are narrow.
const (
	handWide   = 120
	handNarrow = 60
	handHeight = 100
	handGap    = 6
	handMost   = 6 // wide cards
)

// low draws a card of a hand: its strength, its sign, and what it is worth.
func low(c *paint.Canvas, card Card, nightmare Suit, x, y int) {
	ground, edge, ink, sign := colours(card, nightmare)
	look := paint.Card{W: handWide, H: handHeight, Radius: 14, Rim: 4, Ground: ground, Edge: edge}
	cards.Draw(c, lookOf(card, nightmare, handWide, true), x, y, look, func(c *paint.Canvas) {
		power := strength(card, nightmare)
		c.Label(paint.Bold.Size(52), strconv.Itoa(power), image.Rect(8, 2, 66, 60), 30, paint.Left, ink)
		c.Icon(suitSigns[card.Suit()], image.Rect(70, 9, 114, 53), sign)
		if power != card.Rank() {
			c.Label(paint.Bold.Size(26), "("+strconv.Itoa(card.Rank())+")", image.Rect(8, 60, 46, 96), 16, paint.Left, paint.Mist)
		} else if card.Suit() == nightmare {
			c.Icon(nightmareSign, image.Rect(10, 62, 42, 94), paint.Red)
		}
		if n := points(Set(0).with(card), nightmare); n > 0 {
			c.Tile(46, 60, 68, 34, 17, 0, paint.Gold, paint.Gold)
			c.Icon(paint.IconStar, image.Rect(50, 63, 78, 91), paint.Ink)
			c.Label(paint.Bold.Size(28), strconv.Itoa(n), image.Rect(76, 60, 112, 94), 16, paint.Centre, paint.Ink)
		}
	})
}

// narrow draws a card of a large hand: its strength above its sign, and what it is worth.
func narrow(c *paint.Canvas, card Card, nightmare Suit, x, y int) {
	ground, edge, ink, sign := colours(card, nightmare)
	look := paint.Card{W: handNarrow, H: handHeight, Radius: 10, Rim: 3, Ground: ground, Edge: edge}
	cards.Draw(c, lookOf(card, nightmare, handNarrow, true), x, y, look, func(c *paint.Canvas) {
		c.Label(paint.Bold.Size(40), strconv.Itoa(strength(card, nightmare)), image.Rect(4, 3, 56, 41), 26, paint.Centre, ink)
		n := points(Set(0).with(card), nightmare)
		if n == 0 {
			c.Icon(suitSigns[card.Suit()], image.Rect(12, 46, 48, 82), sign)
			return
		}
		c.Icon(suitSigns[card.Suit()], image.Rect(15, 40, 45, 70), sign)
		c.Tile(5, 70, 50, 27, 9, 0, paint.Gold, paint.Gold)
		c.Label(paint.Bold.Size(26), strconv.Itoa(n), image.Rect(5, 70, 55, 97), 20, paint.Centre, paint.Ink)
	})
}

// hand is the picture of the viewer's cards. It depends on them and on the
// Nightmare alone, so it is sent again only when they change.
func hand(v View) *ui.Picture {
	alt := []ui.Text{ui.T("picture.hand.none"), asleep(v.Nightmare)}
	if len(v.Hand) > 0 {
		var list []ui.Text
		for _, c := range v.Hand {
			list = append(list, priced(c, v.Nightmare))
		}
		alt[0] = ui.T("picture.hand", list)
	}
	cards, nightmare := v.Hand, v.Nightmare
	return ui.Draw(func(say func(ui.Text) string) image.Image {
		width, draw := handWide, low
		if len(cards) > handMost {
			width, draw = handNarrow, narrow
		}
		c := sky(nightmare, handHeight+20)
		x := (pictureWidth - len(cards)*(width+handGap) + handGap) / 2
		for i, card := range cards {
			draw(c, card, nightmare, x+i*(width+handGap), 10)
		}
		return c.Image()
	}, alt, "hand", setOf(cards), nightmare)
}

// priced is a card in words, with what the Nightmare makes of it and what it is worth.
func priced(c Card, nightmare Suit) ui.Text {
	name := ui.Literal(sign(c.Suit()) + rankNow(c, nightmare))
	if n := points(Set(0).with(c), nightmare); n > 0 {
		return ui.T("picture.card", name, ui.T("points", n))
	}
	return name
}

// asleep is in words which suit is the Nightmare.
func asleep(nightmare Suit) ui.Text {
	if nightmare == NoSuit {
		return ui.T("picture.suit.none")
	}
	return ui.T("picture.suit", suit(nightmare))
}

// The layout of the table: the stage with the trick, and a block for each pile.
const (
	stage       = 292
	blockWidth  = 388
	blockHeight = 196
	blockHead   = 50 // above the rows of suits
	suitRow     = 36
	cell        = 36
)

// tabletop is the picture of the table: the trick or the ending above, below what
// every player has taken.
func tabletop(v View) *ui.Picture {
	alt, newest := stageAlt(v), fresh(v)
	for i := range v.Lives {
		if len(v.Piles[i]) == 0 {
			alt = append(alt, ui.T("picture.pile.none", ui.Name(i), v.Lives[i], ui.T("points", v.Points[i])))
		} else {
			alt = append(alt, ui.T("picture.pile", ui.Name(i), v.Lives[i], ui.T("points", v.Points[i]), shownAll(v.Piles[i])))
		}
	}
	if newest.Taker != games.Nobody {
		alt = append(alt, ui.T("picture.fresh", ui.Name(newest.Taker), shownAll(newest.Cards), ui.T("points", newest.Points)))
	}
	what := []any{"table", v.Nightmare, v.Turn, v.Lives, v.Points, newest.Taker, setOf(newest.Cards), newest.Points}
	for i, p := range v.Piles {
		what = append(what, setOf(p), lostNow(v, games.Seat(i)))
		for range lostNow(v, games.Seat(i)) {
			alt = append(alt, ui.T("picture.heart", ui.Name(i)))
		}
	}
	if v.Phase == Dawn {
		last := v.Past[len(v.Past)-1]
		what = append(what, v.Deal, last.Ending, last.Losers)
	} else {
		what = append(what, v.Number, v.Tricks, v.Leader, v.Trick, v.Ahead)
	}
	return ui.Draw(func(say func(ui.Text) string) image.Image {
		c := empty(v)
		if v.Phase == Dawn {
			finale(c, v, say)
		} else {
			heading(c, v, say)
			trick(c, v, say)
		}
		for i := range v.Lives {
			at := blockAt(i)
			pile(c, v, games.Seat(i), newest, at.X, at.Y, say)
		}
		if len(v.Lives) == 3 {
			at := blockAt(3)
			worth(c, v, at.X, at.Y, say)
		}
		return c.Image()
	}, alt, what...)
}

// empty is a canvas with the places for all piles.
func empty(v View) *paint.Canvas {
	seats, dark := len(v.Lives), v.Nightmare != NoSuit
	table := scene{name: "table", height: stage + (seats+1)/2*(blockHeight+8), nightmare: v.Nightmare, seats: seats}
	if v.Phase == Dawn {
		table.name = "table at dawn"
	}
	return scenes.Prepared(table, func() *paint.Canvas {
		c := sky(v.Nightmare, table.height)
		if v.Phase == Dawn {
			c = scenes.Canvas(scene{name: "dawn", dark: dark, height: table.height}, func() *paint.Art { return sunrise(dark, table.height) })
		}
		for i := range seats {
			grid(c, v.Nightmare, seats, blockAt(i), paint.Dusk)
		}
		return c
	})
}

// blockAt is where the block of a pile is.
func blockAt(i int) image.Point { return image.Pt(8+i%2*(blockWidth+8), stage+i/2*(blockHeight+8)) }

// loses reports whether a player lost a life at the end of the deal.
func loses(v View, seat games.Seat) bool {
	return v.Phase == Dawn && slices.Contains(v.Past[len(v.Past)-1].Losers, seat)
}

// grid draws the block of a pile with a place for each card of the deck.
func grid(c *paint.Canvas, nightmare Suit, seats int, at image.Point, edge paint.Colour) {
	c.Panel(image.Rect(at.X, at.Y, at.X+blockWidth, at.Y+blockHeight), edge)
	all := deck(seats)
	for _, s := range Suits {
		top := at.Y + blockHead + int(s)*suitRow
		if s == nightmare {
			c.Tile(at.X+8, top-1, blockWidth-16, 34, 10, 0, paint.Night, paint.Night)
		}
		c.Icon(suitSigns[s], image.Rect(at.X+15, top+1, at.X+45, top+31), light(s))
		for rank := lowest; rank <= highest; rank++ {
			if left := at.X + 52 + (rank-lowest)*cell; all.has(card(s, rank)) {
				c.Icon(paint.IconDot, image.Rect(left+cell/2-3, top+13, left+cell/2+3, top+19), paint.Dusk)
			}
		}
	}
}

// stageAlt is the stage in words: the trick, or the ending.
func stageAlt(v View) []ui.Text {
	if v.Phase == Dawn {
		last := v.Past[len(v.Past)-1]
		var losers []ui.Text
		for _, s := range last.Losers {
			losers = append(losers, ui.Name(s).Text())
		}
		return []ui.Text{ui.T("picture.dawn", v.Deal, ending(last.Ending), losers), asleep(v.Nightmare)}
	}
	alt := []ui.Text{ui.T("picture.now", v.Number, v.Tricks), asleep(v.Nightmare)}
	var list []ui.Text
	for i, c := range v.Trick {
		list = append(list, ui.T("middle.card", face(c), ui.Name(v.player(i))))
	}
	switch {
	case len(list) == 0:
		alt = append(alt, ui.T("picture.in.none", ui.Name(v.Leader)))
	default:
		alt = append(alt, ui.T("picture.in", list), ui.T("picture.ahead", ui.Name(v.Ahead)), ui.T("picture.new", face(v.Trick[len(v.Trick)-1])))
	}
	if v.Turn != games.Nobody {
		alt = append(alt, ui.T("picture.turn", ui.Name(v.Turn)))
	}
	return alt
}

// heading says which trick it is, and which suit is the Nightmare.
func heading(c *paint.Canvas, v View, say func(ui.Text) string) {
	c.Label(paint.Slanted.Size(34), say(ui.T("picture.trick", v.Number, v.Tricks)), image.Rect(20, 8, 330, 60), 26, paint.Left, paint.Moon)
	sleeper(c, v.Nightmare, say(asleepWord(v.Nightmare)))
}

// trick draws the cards of a trick and the places for others, above the names of their
// players. It says whose turn it is: the piles stay as they are until the trick is over.
func trick(c *paint.Canvas, v View, say func(ui.Text) string) {
	n := len(v.Lives)
	step := pictureWidth / max(n, 3)
	for i := range n {
		seat := v.player(i)
		mid := pictureWidth/2 + (2*i-n+1)*step/2
		x, y := mid-60, 74
		wait := seat == v.Turn && i == len(v.Trick)
		switch {
		case i < len(v.Trick):
			if seat == v.Ahead {
				c.Tile(x-6, y-6, 132, 172, 18, 0, paint.Gold, paint.Gold)
			}
			drawCard(c, v.Trick[i], v.Nightmare, 120, x, y)
			if i == len(v.Trick)-1 { // the newest
				c.Icon(paint.IconDot, image.Rect(x+94, y+130, x+132, y+168), paint.Night)
				c.Icon(paint.IconSparkles, image.Rect(x+97, y+133, x+129, y+165), paint.Gold)
			}
		case wait:
			c.Tile(x, y, 120, 160, 14, 4, paint.Slate, paint.Gold)
			c.Icon(paint.IconHourglass, image.Rect(x+34, y+54, x+86, y+106), paint.Gold)
		default:
			c.Tile(x, y, 120, 160, 14, 3, paint.Slate, paint.Dusk)
			c.Icon(paint.IconMoon, image.Rect(x+40, y+60, x+80, y+100), paint.Dusk)
		}
		box := image.Rect(mid-step/2+6, 248, mid+step/2-6, 284)
		ink := paint.Moon
		if seat == v.Ahead || wait {
			ink = paint.Gold
		}
		c.Label(paint.Bold.Size(30), say(ui.Name(seat).Text()), box, 20, paint.Centre, ink)
	}
}

// asleepWord is what stands in the corner for the Nightmare.
func asleepWord(nightmare Suit) ui.Text {
	if nightmare == NoSuit {
		return ui.T("picture.calm")
	}
	return ui.T("picture.nightmare")
}

// sleeper draws which suit is the Nightmare in the upper right corner.
func sleeper(c *paint.Canvas, nightmare Suit, words string) {
	if nightmare == NoSuit {
		c.Label(paint.Regular.Size(28), words, image.Rect(344, 8, 792, 60), 20, paint.Right, paint.Mist)
		return
	}
	c.Tile(344, 8, 448, 52, 16, 3, paint.Night, paint.Red)
	c.Icon(nightmareSign, image.Rect(352, 13, 394, 55), paint.Red)
	c.Label(paint.Bold.Size(28), words, image.Rect(400, 10, 536, 58), 22, paint.Left, paint.Moon)
	c.Icon(suitSigns[nightmare], image.Rect(540, 14, 580, 54), light(nightmare))
	c.Label(paint.Bold.Size(28), "5 › 11   7 › 12", image.Rect(588, 10, 786, 58), 22, paint.Centre, paint.Gold)
}

// finale says how a deal ended.
func finale(c *paint.Canvas, v View, say func(ui.Text) string) {
	d := v.Past[len(v.Past)-1]
	var list []ui.Text
	for _, s := range d.Losers {
		list = append(list, ui.Name(s).Text())
	}
	c.Panel(image.Rect(120, 50, 680, 240), paint.Gold)
	c.Label(paint.Regular.Size(28), say(ui.T("picture.deal", v.Deal)), image.Rect(144, 58, 656, 98), 22, paint.Centre, paint.Mist)
	c.Words(paint.Slanted.Size(50), say(ending(d.Ending)), image.Rect(144, 96, 656, 170), 30, paint.Centre, paint.Moon)
	c.Words(paint.Bold.Size(28), say(ui.T("picture.loses", list)), image.Rect(144, 170, 656, 234), 20, paint.Centre, paint.Gold)
}

// pile draws what one player has: lives, points and the cards that they took.
// Each card is at its place in the grid of their block, which is drawn already. The
// newest trick has golden frames, and what it brought stands beside the points.
func pile(c *paint.Canvas, v View, seat games.Seat, newest Swept, x, y int, say func(ui.Text) string) {
	if loses(v, seat) {
		grid(c, v.Nightmare, len(v.Lives), image.Pt(x, y), paint.Red)
	}
	for i := range lives {
		icon, ink := paint.IconHeart, paint.Dusk
		switch {
		case i < v.Lives[seat]:
			ink = paint.Rose
		case i < v.Lives[seat]+lostNow(v, seat):
			icon, ink = brokenSign, paint.Rose
		}
		c.Icon(icon, image.Rect(x+12+i*26, y+13, x+36+i*26, y+37), ink)
	}
	right := x + blockWidth - 86
	var golden Set
	if newest.Taker == seat {
		golden = setOf(newest.Cards)
		right -= 56
		c.Label(paint.Bold.Size(28), "+"+strconv.Itoa(newest.Points), image.Rect(right, y+4, right+58, y+48), 26, paint.Right, paint.Moon)
	}
	c.Label(paint.Bold.Size(30), say(ui.Name(seat).Text()), image.Rect(x+96, y+4, right-2, y+48), 20, paint.Left, paint.Moon)
	c.Label(paint.Bold.Size(38), strconv.Itoa(v.Points[seat]), image.Rect(x+blockWidth-86, y+4, x+blockWidth-14, y+48), 26, paint.Right, paint.Gold)
	at := func(k Card) (left, top int) {
		return x + 52 + (k.Rank()-lowest)*cell, y + blockHead + int(k.Suit())*suitRow
	}
	for _, k := range v.Piles[seat] {
		if golden.has(k) {
			left, top := at(k)
			c.Tile(left-3, top-3, cell+4, 38, 10, 0, paint.Gold, paint.Gold)
		}
	}
	for _, k := range v.Piles[seat] {
		ground, edge := livery(k.Suit())
		ink := paint.Ink
		if k.Suit() == v.Nightmare {
			ground, edge, ink = paint.Red, paint.Rose, paint.White
		}
		left, top := at(k)
		c.Tile(left, top, cell-2, 32, 8, 2, ground, edge)
		c.Label(paint.Bold.Size(26), strconv.Itoa(strength(k, v.Nightmare)), image.Rect(left, top, left+cell-2, top+32), 20, paint.Centre, ink)
	}
}

// worth draws what cards are worth where a table of three leaves room.
func worth(c *paint.Canvas, v View, x, y int, say func(ui.Text) string) {
	c.Label(paint.Slanted.Size(32), say(ui.T("picture.worth")), image.Rect(x+16, y+4, x+blockWidth-16, y+48), 26, paint.Centre, paint.Moon)
	lines := [][2]string{{"6 · 10", "10"}, {"9", "5"}, {"8", "3"}, {"7", "2"}}
	for i, l := range lines {
		top := y + blockHead + i*suitRow
		ink := paint.Moon
		c.Label(paint.Bold.Size(30), l[0], image.Rect(x+16, top, x+110, top+34), 20, paint.Right, ink)
		c.Icon(paint.IconStar, image.Rect(x+120, top+3, x+148, top+31), paint.Gold)
		c.Label(paint.Bold.Size(30), l[1], image.Rect(x+154, top, x+200, top+34), 20, paint.Left, paint.Gold)
	}
	if v.Nightmare == NoSuit {
		return
	}
	for i, l := range [][2]string{{"11", "13"}, {"12", "20"}} {
		top := y + blockHead + i*suitRow
		c.Icon(suitSigns[v.Nightmare], image.Rect(x+212, top+1, x+244, top+33), light(v.Nightmare))
		c.Label(paint.Bold.Size(30), l[0], image.Rect(x+248, top, x+292, top+34), 20, paint.Left, paint.Moon)
		c.Icon(paint.IconStar, image.Rect(x+300, top+3, x+328, top+31), paint.Gold)
		c.Label(paint.Bold.Size(30), l[1], image.Rect(x+334, top, x+382, top+34), 20, paint.Left, paint.Gold)
	}
}

// arrival is the picture that no player can miss.
func arrival(v View) *ui.Picture {
	nightmare := v.Nightmare
	alt := []ui.Text{ui.T("picture.arrival", suit(nightmare)), ui.T("picture.arrival.cards")}
	return ui.Draw(func(say func(ui.Text) string) image.Image {
		c := scenes.Canvas(scene{name: nightmare.String()}, func() *paint.Art { return shadow(nightmare) })
		c.Label(paint.Slanted.Size(56), say(ui.T("picture.nightmare")), image.Rect(410, 14, 786, 84), 30, paint.Centre, paint.Moon)
		c.Label(paint.Bold.Size(36), say(ui.T("suit."+nightmare.String())), image.Rect(410, 80, 786, 128), 26, paint.Centre, paint.Gold)
		for i, rank := range []int{five, seven} {
			x := 418 + i*186
			drawCard(c, card(nightmare, rank), NoSuit, 60, x, 196)
			c.Icon(paint.IconNext, image.Rect(x+16, 284, x+44, 312), paint.Gold)
			drawCard(c, card(nightmare, rank), nightmare, 114, x+64, 156)
			c.Label(paint.Bold.Size(30), say(ui.T("points", points(Set(0).with(card(nightmare, rank)), nightmare))),
				image.Rect(x, 328, x+180, 372), 22, paint.Centre, paint.Moon)
		}
		return c.Image()
	}, alt, "nightmare", nightmare)
}
