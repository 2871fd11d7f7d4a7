package picture

import (
	"image"
	"slices"
	"strconv"

	"oneiros/games"
	"oneiros/games/paint"
	"oneiros/games/ui"
	"oneiros/games/whenidream/kit"
	"oneiros/games/whenidream/label"
	"oneiros/games/whenidream/view"
)

// The layout of the cards of a night, in the order in which they were played. A few lie
// below each other. More lie in two columns, with the guess below the word, and many in
// three without their guesses, which the pages behind a button have.
const (
	ledgerTop  = 54
	ledgerGap  = 4
	fewCards   = 5  // in one column
	someCards  = 10 // in two
	mostCards  = 21 // places; of more the last place gives the number of the others
	ledgerEdge = 18
)

// Ledger is the picture of a night by day: every card in order, with its guess, the side
// where it lies, and whether the dream mentions it.
func Ledger(v view.View) *ui.Picture {
	cards, changed := v.Cards[:shownOf(len(v.Cards))], 0
	if v.News.Kind == kit.Recounted || v.News.Kind == kit.Ticked {
		changed = v.News.Card
	}
	yellow, blue := label.Count(v.Cards)
	alt := []ui.Text{ui.T("picture.piles", yellow, blue)}
	what := []any{"ledger", len(v.Cards), yellow, blue, changed}
	for i, c := range cards {
		word, guess := ui.Literal(c.Element.Word), label.Shortened(c.Guess)
		if c.Told {
			word = ui.T("picture.card.told", word)
		}
		if len(v.Cards) > someCards { // as little of each as the picture has
			alt, guess = append(alt, ui.T("picture.card.short", i+1, word, ui.Literal(label.SideSigns[c.Side]))), ""
		} else {
			alt = append(alt, ui.T("picture.card", i+1, word, fateOf(c)))
		}
		what = append(what, strconv.Quote(c.Element.Word), c.Side, c.Skipped, strconv.Quote(guess), c.Told, c.Seat)
	}
	if n := len(v.Cards) - len(cards); n > 0 {
		alt = append(alt, ui.Literal("+"+strconv.Itoa(n)))
	}
	if changed > 0 {
		alt = append(alt, ui.T("picture.changed", changed))
	}
	alt = append(alt, ui.T("picture.told"))
	all := len(v.Cards)
	return ui.Draw(func(say func(ui.Text) string) image.Image {
		columns, rows, row := ledgerRows(all)
		h := ledgerHeight(all)
		c := scenes.Canvas(scene{"dawn", h}, func() *paint.Art { return sunrise(h) })
		ledgerHead(c, kit.Yellow, image.Rect(18, 6, 268, 48), yellow, say)
		ledgerHead(c, kit.Blue, image.Rect(280, 6, 530, 48), blue, say)
		c.Icon(paint.IconSparkles, image.Rect(546, 10, 580, 44), paint.Ink)
		c.Label(paint.Bold.Size(28), say(ui.T("picture.legend")), image.Rect(588, 6, 788, 48), paint.Readable, paint.Left, paint.Moon)
		width := (Width - 2*ledgerEdge - (columns-1)*ledgerGap) / columns
		for i := range min(len(cards)+1, all) {
			x, y := ledgerEdge+i/max(rows, 1)*(width+ledgerGap), ledgerTop+i%max(rows, 1)*(row+ledgerGap)
			box := image.Rect(x, y, x+width, y+row)
			if i == len(cards) {
				c.Tile(x, y, width, row, 14, 3, paint.Cream, paint.Ink)
				c.Label(paint.Bold.Size(30), "+"+strconv.Itoa(all-i), box, paint.Readable, paint.Centre, paint.Ink)
				break
			}
			ledgerRow(c, box, columns, i+1, cards[i], i+1 == changed, say)
		}
		return c.Image()
	}, alt, what...)
}

// ledgerRows is the grid of so many cards, and how high a row is.
func ledgerRows(cards int) (columns, rows, row int) {
	switch {
	case cards <= fewCards:
		return 1, cards, 52
	case cards <= someCards:
		return 2, (cards + 1) / 2, 54
	default:
		return 3, (min(cards, mostCards) + 2) / 3, 32
	}
}

// LedgerSpare is by how many pixels the ledger of so many cards is lower than the highest one that has
// the guesses. It is below zero where it is higher.
func LedgerSpare(cards int) int { return ledgerHeight(someCards) - ledgerHeight(cards) }

// ledgerHeight is how high the picture of so many cards is.
func ledgerHeight(cards int) int {
	_, rows, row := ledgerRows(cards)
	return ledgerTop + max(rows, 1)*(row+ledgerGap) + 6
}

// shownOf is how many of so many cards are drawn. If there are more than places, the last
// place gives the number of the others.
func shownOf(cards int) int {
	if cards > mostCards {
		return mostCards - 1
	}
	return cards
}

// ledgerHead says how many cards lie on a side.
func ledgerHead(c *paint.Canvas, side kit.Side, box image.Rectangle, cards int, say func(ui.Text) string) {
	_, edge, _, icon := livery(side)
	head, ink := paint.Gold, paint.Ink
	if side == kit.Blue {
		head, ink = navy, paint.Frost
	}
	c.Tile(box.Min.X, box.Min.Y, box.Dx(), box.Dy(), 16, 3, head, edge)
	c.Icon(icon, image.Rect(box.Min.X+14, box.Min.Y+6, box.Min.X+44, box.Min.Y+36), ink)
	c.Label(paint.Bold.Size(28), say(ui.T("picture.side."+string(side))), image.Rect(box.Min.X+56, box.Min.Y, box.Max.X-64, box.Max.Y), paint.Readable, paint.Left, ink)
	c.Label(paint.Bold.Size(34), strconv.Itoa(cards), image.Rect(box.Max.X-64, box.Min.Y, box.Max.X-16, box.Max.Y), 30, paint.Right, ink)
}

// ledgerRow draws a card with its number. The edge of the card that changed last is thick.
func ledgerRow(c *paint.Canvas, box image.Rectangle, columns, n int, card view.Card, changed bool, say func(ui.Text) string) {
	ground, edge, ink, icon := livery(card.Side)
	rim := 3
	if changed {
		edge, rim = paint.Red, 8
	}
	c.Tile(box.Min.X, box.Min.Y, box.Dx(), box.Dy(), 12, rim, ground, edge)
	mid := (box.Min.Y + box.Max.Y) / 2
	c.Label(paint.Bold.Size(26), strconv.Itoa(n), image.Rect(box.Min.X+6, box.Min.Y, box.Min.X+40, box.Max.Y), paint.Readable, paint.Centre, ink)
	c.Icon(icon, image.Rect(box.Min.X+42, mid-14, box.Min.X+70, mid+14), ink)
	room := image.Rect(box.Min.X+78, box.Min.Y, box.Max.X-8, box.Max.Y)
	if card.Told {
		room.Max.X -= 32
		c.Icon(paint.IconSparkles, image.Rect(room.Max.X+2, mid-15, room.Max.X+32, mid+15), ink)
	}
	word, guess := room, room
	switch columns {
	case 1:
		word.Max.X, guess.Min.X = box.Min.X+390, box.Min.X+402
	case 2:
		word.Max.Y, guess.Min.Y = mid+1, mid-1
	default:
		c.Label(paint.Bold.Size(26), card.Element.Word, room, paint.Readable, paint.Left, ink)
		return
	}
	c.Label(paint.Bold.Size(28), card.Element.Word, word, paint.Readable, paint.Left, ink)
	said := fateOf(card)
	if card.Guess != "" && (card.Side == kit.Yellow || card.Side == kit.Blue) { // the sign says the side
		said = ui.T("picture.card.as", label.Shortened(card.Guess))
	}
	c.Label(paint.Regular.Size(26), say(said), guess, paint.Readable, paint.Left, ink)
}

// fateOf is what became of a card, beside its word.
func fateOf(c view.Card) ui.Text {
	switch {
	case c.Side == kit.Penalty:
		return ui.T("picture.card.penalty", ui.Name(c.Seat))
	case c.Side == kit.Bed:
		return ui.T("picture.card.bed")
	case c.Skipped:
		return ui.T("picture.card.skipped")
	case c.Guess == "":
		return ui.T("picture.card." + string(c.Side))
	default:
		return ui.T("picture.card."+string(c.Side)+".as", label.Shortened(c.Guess))
	}
}

// The layout of the end.
const (
	chartTop   = 88 // below the winner
	chartInset = 8
)

// Morning is the picture of the end: how the points went night by night, and on the board
// who has won.
func Morning(v view.View) *ui.Picture {
	var names []ui.Text
	for _, s := range v.Winners {
		names = append(names, ui.Name(s).Text())
	}
	if len(names) == 0 {
		return nil
	}
	best, top := 0, 8
	for _, t := range v.Totals {
		if t.Seat == v.Winners[0] {
			best = t.Score
		}
	}
	alt := []ui.Text{ui.T("picture.morning"), ui.T("picture.winner", names), ui.T("points", best)}
	steps, ways := nights(v)
	if v.Me == games.Nobody || len(ways) == 0 {
		top = chartTop
	}
	if len(ways) > 0 {
		alt = append(alt, ui.T("picture.chart", ways.alt()))
	}
	if slices.ContainsFunc(ways, func(w way) bool { return w.Mine }) {
		alt = append(alt, ui.T("picture.chart.mine", ui.Name(v.Me)))
	}
	winners := append([]games.Seat(nil), v.Winners...)
	return ui.Draw(func(say func(ui.Text) string) image.Image {
		h := top + 36*len(ways) + 60 + 2*chartInset + 8
		if len(ways) == 0 {
			h = PanelHeight
		}
		c := scenes.Canvas(scene{"morning", h}, func() *paint.Art { return daybreak(h) })
		if top == chartTop {
			c.Panel(image.Rect(24, 12, Width-24, chartTop-8), paint.Gold)
			c.Icon(paint.IconStar, image.Rect(40, 22, 84, 66), paint.Gold)
			c.Label(paint.Slanted.Size(40), say(ui.Text{Args: []any{names}}), image.Rect(98, 12, 570, 80), paint.Readable, paint.Left, paint.Moon)
			c.Label(paint.Bold.Size(32), say(ui.T("points", best)), image.Rect(580, 12, 760, 80), paint.Readable, paint.Right, paint.Gold)
		}
		if len(ways) > 0 {
			box := image.Rect(24, top, Width-24, h-8)
			c.Panel(box, paint.Gold)
			c.Chart(box.Inset(chartInset), ways.chart(steps, say))
		}
		return c.Image()
	}, alt, "morning", winners, best, top, steps, ways)
}

// way is how a player's points went, night by night.
type way struct {
	Seat   games.Seat
	Points []int // after each night; penalties are taken off in the last step
	Mine   bool
}

type ways []way

// nights are the ways of every player who played to the end, best first, and how many nights
// they have. With penalties there is a step more.
func nights(v view.View) (steps int, list ways) {
	fined := false
	for _, t := range v.Totals {
		fined = fined || t.Penalties > 0
	}
	for _, t := range v.Totals {
		w, sum := way{Seat: t.Seat, Mine: t.Seat == v.Me}, 0
		for i := range v.Dreams {
			l, _ := label.NightOf(v, i, t.Seat)
			sum += l.Points
			w.Points = append(w.Points, sum)
		}
		if fined {
			w.Points = append(w.Points, t.Score)
		}
		if len(v.Dreams) > 1 {
			list = append(list, w)
		}
	}
	return len(v.Dreams), list
}

// chart draws the ways.
func (w ways) chart(nights int, say func(ui.Text) string) paint.Chart {
	var chart paint.Chart
	for i := range nights {
		chart.Steps = append(chart.Steps, strconv.Itoa(i+1))
	}
	for _, l := range w {
		if len(l.Points) > nights && len(chart.Steps) == nights {
			chart.Steps = append(chart.Steps, say(ui.T("picture.chart.fines")))
		}
		chart.Lines = append(chart.Lines, paint.Line{Name: say(ui.Name(l.Seat).Text()), Values: l.Points, Mine: l.Mine})
	}
	return chart
}

// alt says the ways in words, as much of them as a description holds.
func (w ways) alt() []ui.Text {
	var list []ui.Text
	for _, l := range w {
		last := l.Points
		if len(last) > label.MostNights {
			last = last[len(last)-label.MostNights:]
		}
		text := ""
		for i, n := range last {
			if i > 0 {
				text += "–"
			}
			text += strconv.Itoa(n)
		}
		list = append(list, ui.T("picture.way", ui.Name(l.Seat), text))
	}
	return list
}
