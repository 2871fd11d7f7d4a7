package somnicum

import (
	"image"
	"strconv"

	"oneiros/games/paint"
	"oneiros/games/ui"
)

// # The own turn
//
// The picture of the own turn has what there is to decide about. Each flywheel has a strip
// with the cards that it can reach, in the order of its steps. Above each card stands what
// it brings or costs in sand. Below it stand the levels on which it fits: on a light plate
// without a break, beside a bolt with one. Below the strips are the ends of the viewer's
// rows, with the places where a card would go, the sand, and how many encounters are in hand.

// The layout of the own turn.
const (
	lineTall  = 28 // of the head
	stripLeft = 74 // of the first card
	stripCost = 24
	stripCard = 66
	stripFits = 25
	stripHigh = stripCost + stripCard + stripFits + 4
	mostCells = 6 // cards in a strip; the menu has all of them
	endsHigh  = 66
	endsWide  = 176 // of a level
	endsSand  = 3*endsWide + 26
	layWide   = 264 // of a level, with the card to be attached
)

// turnPicture is the picture of the own turn.
func turnPicture(v View) *ui.Picture {
	ways := v.Ways()
	h := headOf(v)
	alt, what := h.alt()
	what = append(what, "turn", v.Wheels, v.most() > mostCells)
	var shown Particles
	alt = append(alt, ui.T("ring.alt.wheels", v.where(Black), v.where(White), v.clockwise(Black), v.clockwise(White)))
	for _, w := range wheels {
		var list []ui.Text
		for _, way := range reach(ways, w) {
			list = append(list, wayAlt(v, way))
			shown |= way.Dream.Card().Particles
			what = append(what, way.Place, way.Dream, way.Price, way.Gift, percent(way.Ends))
			for _, f := range v.Fits(way.Dream) {
				what = append(what, f.Level, f.Break)
			}
		}
		if v.most() > mostCells {
			list = append(list, ui.Literal("…"))
		}
		alt = append(alt, ui.T("turn.alt."+w.Name(), list))
		what = append(what, "|", len(list))
	}
	more, key := endsAlt(v, h, shown)
	return ui.Draw(func(say func(ui.Text) string) image.Image {
		top := h.high()
		high := top + 2*stripHigh + endsHigh + 1
		c := scenes.Canvas(scene{"turn", high}, func() *paint.Art { return evening(high) })
		h.draw(c, say)
		for i, w := range wheels {
			strip(c, v, w, reach(ways, w), top+i*stripHigh, say)
		}
		drawEnds(c, v, 0, top+2*stripHigh)
		thrift(c, thriftTurn)
		return c.Image()
	}, append(alt, more...), append(what, key...)...)
}

// thriftTurn names the palette of the own turn; see [thrift]. The others have the numbers
// of seats.
const thriftTurn = 0

// goalRow draws the viewer's goal in a line, and returns where the line ends.
func goalRow(c *paint.Canvas, g Goal, y int, say func(ui.Text) string) (x int) {
	c.Icon(goalSign, square(26, y+lineTall/2, 28), paint.Gold)
	x = 48
	for _, p := range g.Card().Particles.List() {
		plate(c, p, square(x+15, y+lineTall/2, 30))
		x = c.Text(paint.Regular.Size(26), say(particleName(p)), x+36, y+lineTall/2+9, paint.Moon) + 16
	}
	return x
}

// goalSign is a target.
var goalSign = paint.NewIcon(path().Ring(0.5, 0.5, 0.42, 0.12).Circle(0.5, 0.5, 0.2))

// endText says how near the end of the round is.
func endText(v View) ui.Text {
	switch {
	case v.Phase != Spinning && (v.Now.Ends || v.toGo() == 0):
		return ui.T("turn.last")
	case !v.may(Spin) || v.mayEnd() == 0:
		return ui.T("turn.end", v.toGo())
	case together(v.Ring, v.Wheels):
		return ui.T("turn.end.met", v.toGo())
	default:
		return ui.T("turn.end.chance", v.toGo())
	}
}

// mayEnd is how likely the turn ends the round by its flywheels, where it is most likely.
func (v View) mayEnd() (most float64) {
	for _, w := range v.Ways() {
		if !w.Few {
			most = max(most, w.Ends)
		}
	}
	return most
}

// toGo is how many cards are left to take in this round, unless the flywheels meet.
func (v View) toGo() int { return max(left(v.Ring)-len(v.Dreamers), 0) }

// reach is the ways of one flywheel that its strip shows.
func reach(ways []Way, w Wheel) (list []Way) {
	for _, way := range ways {
		if way.Wheel == w && len(list) < mostCells {
			list = append(list, way)
		}
	}
	return list
}

// wayAlt is a way in words: the card, its sand, the levels without a break and with one,
// and how likely the round ends.
func wayAlt(v View, w Way) ui.Text {
	var fits []any
	for _, f := range v.Fits(w.Dream) {
		sign := "="
		if f.Break {
			sign = "⚡"
		}
		fits = append(fits, ui.Literal(sign+strconv.Itoa(f.Level)))
	}
	var end ui.Text
	if w.Ends > 0 {
		end = ui.Literal("🌅" + shownChance(w))
	}
	return ui.T("turn.alt.way", shortCard(w.Place, w.Dream), signed(w.Gift-w.Price), ui.Text{Args: fits}, end)
}

// strip draws the cards that a flywheel can reach.
func strip(c *paint.Canvas, v View, w Wheel, ways []Way, y int, say func(ui.Text) string) {
	const right = dreamWidth - 8
	c.Tile(4, y+2, dreamWidth-8, stripHigh-4, 16, 2, paint.Night, steel[w][0])
	c.Icon(bagSign, square(38, y+stripCost/2+3, 24), sandInk)
	flywheel(c, w, pt(38, float64(y+stripCost+stripCard/2)), 58)
	c.Label(paint.Regular.Size(26), say(ui.T("turn.levels")), image.Rect(8, y+stripCost+stripCard, stripLeft-4, y+stripHigh-6), 22, paint.Centre, paint.Mist)
	wide := (right - 22 - stripLeft) / mostCells
	if v.most() > mostCells {
		c.Icon(paint.IconNext, square(right-10, y+stripCost+stripCard/2, 22), steel[w][0])
	}
	for i, way := range ways {
		x := stripLeft + i*wide
		box := image.Rect(x+3, y+stripCost, x+wide-3, y+stripCost+stripCard)
		cost(c, way, image.Rect(x, y+5, x+wide, y+stripCost))
		reached(c, box, way, v.Goal, say)
		levels(c, v.Fits(way.Dream), image.Rect(x, box.Max.Y+2, x+wide, box.Max.Y+stripFits))
		if i > 0 && v.passes(w, ways[i-1].Place, way.Place) {
			other := steel[1-w][0]
			c.Rect(image.Rect(x-2, y+10, x+2, y+stripHigh-10), other)
			c.Icon(disc, square(x, y+14, 16), other)
		}
	}
}

// passes reports whether the other flywheel stands between two places that a flywheel
// reaches one after another.
func (v View) passes(w Wheel, from, to int) bool {
	n := len(v.Ring)
	other := v.Wheels[1-w]
	return (other-from-1+n)%n <= (to-from-1+n)%n
}

// shownChance is how likely a way ends the round.
func shownChance(w Way) string { return strconv.Itoa(percent(w.Ends)) + "%" }

// cost draws what a way brings or costs in sand, and how likely the round ends by it.
func cost(c *paint.Canvas, w Way, box image.Rectangle) {
	ink, shown := paint.Mist, "0"
	switch {
	case w.Price > 0:
		ink, shown = paint.Rose, "−"+strconv.Itoa(w.Price)
	case w.Gift > 0:
		ink, shown = paint.Gold, "+"+strconv.Itoa(w.Gift)
	}
	if w.Ends > 0 {
		c.Icon(paint.IconSun, square(box.Min.X+51, (box.Min.Y+box.Max.Y)/2, 24), paint.Rose)
		c.Label(paint.Bold.Size(22), shownChance(w), image.Rect(box.Min.X+64, box.Min.Y, box.Max.X, box.Max.Y), 20, paint.Left, paint.Rose)
		box.Max.X = box.Min.X + 40
	}
	c.Label(paint.Bold.Size(26), shown, box, 24, paint.Centre, ink)
}

// reached draws a card that a flywheel can reach.
func reached(c *paint.Canvas, box image.Rectangle, w Way, g Goal, say func(ui.Text) string) {
	card := w.Dream.Card()
	ink := livery[card.Plot]
	c.Tile(box.Min.X, box.Min.Y, box.Dx(), box.Dy(), 12, 3, ink[1], ink[0])
	code := image.Rect(box.Min.X+6, box.Min.Y+3, box.Min.X+56, box.Min.Y+29)
	c.Label(paint.Bold.Size(26), say(placeCode(w.Place, w.Dream)), code, 22, paint.Left, ink[2])
	signsRight(c, card, image.Rect(box.Min.X+54, box.Min.Y+5, box.Max.X-4, box.Min.Y+29))
	spread(c, image.Rect(box.Min.X+4, box.Min.Y+28, box.Max.X-4, box.Max.Y-3), marksOf(w.Dream), g)
}

// marksOf are the particles of a card as marks.
func marksOf(d Dream) []mark {
	var list []mark
	for _, p := range d.Card().Particles.List() {
		list = append(list, mark{p, false})
	}
	return list
}

// signsRight draws the stars of a card and its encounter, up to the right. The eyes of a
// nightmare are so small there that their number stands beside one.
func signsRight(c *paint.Canvas, card DreamCard, box image.Rectangle) {
	if card.Eyes > 0 {
		c.Icon(eyeSign, square(box.Min.X+8, (box.Min.Y+box.Max.Y)/2, 22), paint.White)
		c.Label(paint.Bold.Size(28), "−"+strconv.Itoa(card.Eyes), image.Rect(box.Min.X+18, box.Min.Y, box.Max.X, box.Max.Y), 22, paint.Right, paint.Rose)
		return
	}
	n := card.Stars
	if card.Meets {
		n++
	}
	size := min(box.Dy(), box.Dx()/max(n, 1))
	for i := range n {
		at := square(box.Max.X-size/2-(n-1-i)*size, (box.Min.Y+box.Max.Y)/2, size-1)
		if i < card.Stars {
			c.Icon(paint.IconStar, at, paint.Gold)
		} else {
			meeting(c, at)
		}
	}
}

// levels draws the levels on which a card fits: dark on a light plate without a break, light
// beside a bolt with one.
func levels(c *paint.Canvas, fits []Fit, box image.Rectangle) {
	wide := min(box.Dx()/max(len(fits), 1), 48)
	for i, f := range fits {
		x := (box.Min.X+box.Max.X)/2 + (2*i-len(fits))*wide/2
		at := image.Rect(x+1, box.Min.Y, x+wide-1, box.Max.Y)
		ink, sign := paint.Rose, boltSign
		if !f.Break {
			c.Tile(at.Min.X, at.Min.Y, at.Dx(), at.Dy(), 10, 0, paint.Mint, paint.Mint)
			ink, sign = paint.Ink, paint.IconCheck
		}
		middle := (at.Min.X + at.Max.X) / 2
		c.Label(paint.Bold.Size(26), strconv.Itoa(f.Level), image.Rect(at.Min.X, at.Min.Y, middle, at.Max.Y), 22, paint.Centre, ink)
		c.Icon(sign, square(middle+7, (at.Min.Y+at.Max.Y)/2, 20), ink)
	}
}

// endsPicture is the picture of the ends of the viewer's rows, with a card at each place
// where it could be attached, or with the sand if there is none.
func endsPicture(v View, d Dream, h *head) *ui.Picture {
	alt, key := h.alt()
	more, ends := endsAlt(v, h, d.Card().Particles)
	alt, key = append(alt, more...), append(key, ends...)
	if d != 0 {
		alt = append(alt, cardAlt(v, d)...)
		key = append(key, d, v.GapBreaks, v.Powers.Join > 0)
	}
	return ui.Draw(func(say func(ui.Text) string) image.Image {
		high := h.high() + endsHigh + 12
		c := scenes.Canvas(scene{"turn", high}, func() *paint.Art { return evening(high) })
		h.draw(c, say)
		drawEnds(c, v, d, h.high()+8)
		thrift(c, thriftTurn)
		return c.Image()
	}, alt, append([]any{"ends"}, key...)...)
}

// cardAlt is a card in words that could be attached, with each place.
func cardAlt(v View, d Dream) []ui.Text {
	alt := []ui.Text{ui.T("dream.alt.card", brief(d))}
	for _, f := range v.Fits(d) {
		alt = append(alt, ui.T("dream.alt.ghost", f.Level, fitting(f)))
	}
	return alt
}

// endsAlt is the ends of rows in words, and what their picture depends on. Without a
// head, which names the whole goal, it names what of the goal is on these cards and on those
// that are shown beside them.
func endsAlt(v View, h *head, shown Particles) (alt []ui.Text, key []any) {
	rows := &v.Dreamers[v.Me].Rows
	for level := 1; level <= Levels; level++ {
		last := rows.last(level)
		_, room := rows.slot(level)
		say := "ends.alt.none"
		switch {
		case last != nil && room:
			say = "ends.alt.room"
		case last != nil:
			say = "ends.alt.last"
		case room:
			say = "ends.alt.first"
		}
		var card ui.Text
		key = append(key, level, room)
		if last != nil {
			card = cardWords(rows, level-1, len(rows[level-1])-1, *last)
			shown |= last.Dream.Card().Particles
			key = append(key, last.Dream, last.Bright)
			for _, t := range last.Added {
				key = append(key, t.Particle())
			}
		}
		alt = append(alt, ui.T(say, level, card))
	}
	marked := shown & v.Goal.Card().Particles
	if h == nil && marked != 0 { // a head names the goal
		alt = append(alt, ui.T("dream.alt.goal", particleNames(marked)))
	}
	key = append(key, marked)
	if len(v.Sand) > 0 {
		alt = append(alt, ui.T("dream.alt.sand", tokens(v.Sand)))
	}
	if len(v.Hand) > 0 {
		alt = append(alt, ui.T("ends.alt.hand", len(v.Hand)))
	}
	return alt, append(key, byParticle(v.Sand), len(v.Hand))
}

// drawEnds draws the end of each row, with the place where the next card would go, or with the
// card itself. Beside the places are the sand and the number of encounters in hand.
func drawEnds(c *paint.Canvas, v View, d Dream, y int) {
	rows := &v.Dreamers[v.Me].Rows
	const side = endsHigh - 6
	wide := endsWide
	if d != 0 {
		wide = layWide
	}
	for level := 1; level <= Levels; level++ {
		x := 6 + (level-1)*wide
		last := rows.last(level)
		_, room := rows.slot(level)
		ink := paint.Dusk
		if room {
			ink = paint.Mint
		}
		c.Icon(disc, square(x+18, y+22, 30), ink)
		c.Label(paint.Bold.Size(26), strconv.Itoa(level), image.Rect(x, y+4, x+36, y+40), 22, paint.Centre, map[bool]paint.Colour{true: paint.Ink, false: paint.Mist}[room])
		c.Label(paint.Bold.Size(26), "×"+strconv.Itoa(level), image.Rect(x, y+42, x+38, y+side), 24, paint.Centre, paint.Gold)
		box := image.Rect(x+40, y, x+40+side, y+side)
		next := image.Rect(x+40, y, x+40+side*3/4, y+side)
		if last != nil {
			tile(c, box, *last, v.Goal)
			next = next.Add(image.Pt(side+6, 0))
		}
		middle := (next.Min.X + next.Max.X) / 2
		switch {
		case !room:
			c.Icon(paint.IconCross, square(middle, y+side/2, 26), paint.Dusk)
		case d != 0:
			landing(c, v, d, level, box)
		default:
			c.Tile(next.Min.X, next.Min.Y, next.Dx(), next.Dy(), 12, 3, paint.Night, paint.Gold)
			c.Icon(plusSign, square(middle, y+side/2, 26), paint.Gold)
		}
	}
	if d != 0 {
		return
	}
	amounts := []int{len(v.Sand), len(v.Hand)}[:1+min(len(v.Hand), 1)]
	for i, n := range amounts {
		at := y + (2*i+1)*side/(2*len(amounts))
		if sign := square(endsSand-14, at, 28); i == 0 {
			c.Icon(bagSign, sign, sandInk)
		} else {
			meeting(c, sign)
		}
		c.Label(paint.Bold.Size(28), strconv.Itoa(n), image.Rect(endsSand+2, at-16, endsSand+38, at+16), 24, paint.Left, paint.Moon)
	}
	pouch(c, v.Sand, image.Rect(endsSand+40, y, dreamWidth-8, y+side))
}

// landing draws a card at its place behind the last card of a row, whose box is given.
func landing(c *paint.Canvas, v View, d Dream, level int, box image.Rectangle) {
	at := box
	f, _ := v.Dreamers[v.Me].Rows.fit(level, d, v.GapBreaks, v.Powers.Join > 0)
	if f.Left != 0 {
		at = box.Add(image.Pt(box.Dx()+cardGap+8, 0))
	}
	c.Tile(at.Min.X-4, at.Min.Y-4, at.Dx()+8, at.Dy()+8, 16, 0, paint.Gold, paint.Gold)
	tile(c, at, Card{Dream: d}, v.Goal)
	if f.Left == 0 {
		return
	}
	b := NoBreak
	if f.Break {
		b = SandBreak
	}
	join(c, box, at, b)
}

// plusSign is where a card would go.
var plusSign = paint.NewIcon(path().Rect(0.4, 0, 0.2, 1).Rect(0, 0.4, 1, 0.2))

// pouch draws the particles of sand, each once, with how many tokens have it. The last
// place says that there are more.
func pouch(c *paint.Canvas, list []Token, box image.Rectangle) {
	const across, down = 4, 2
	wide, high, i := box.Dx()/across, box.Dy()/down, 0
	kinds := 0
	for _, n := range byParticle(list) {
		kinds += min(n, 1)
	}
	for p, n := range byParticle(list) {
		if n == 0 {
			continue
		}
		x, y := box.Min.X+i%across*wide+wide/2, box.Min.Y+i/across*high+high/2
		if i++; i == across*down && kinds > i {
			c.Icon(paint.IconNext, square(x, y, 26), paint.Mist)
			return
		}
		plate(c, Particle(p), square(x, y, high-4))
		if n > 1 {
			c.Icon(disc, square(x+12, y+9, 22), paint.Night)
			c.Label(paint.Bold.Size(22), strconv.Itoa(n), square(x+12, y+9, 22), 20, paint.Centre, paint.Gold)
		}
	}
}

// rack is the picture of the whole ring in rows, for whoever places the flywheels.
func rack(v View) *ui.Picture {
	h := headOf(v)
	alt, what := h.alt()
	what = append(what, "rack")
	var list []ui.Text
	for place, d := range v.Ring {
		list = append(list, shortCard(place, d))
		what = append(what, d)
	}
	alt = append(alt, ui.T("rack.alt", len(v.Ring)), ui.Text{Args: []any{list}})
	return ui.Draw(func(say func(ui.Text) string) image.Image {
		n := len(v.Ring)
		down := (n + 7) / 8
		across := (n + down - 1) / down
		const cell = stripCard + 6
		top := h.high()
		high := (top + down*cell + 4 + 19) / 20 * 20
		c := scenes.Canvas(scene{"turn", high}, func() *paint.Art { return evening(high) })
		h.draw(c, say)
		wide := (dreamWidth - 8) / across
		for place, d := range v.Ring {
			x, y := 4+place%across*wide, top+place/across*cell
			reached(c, image.Rect(x+2, y, x+wide-2, y+stripCard), Way{Place: place, Dream: d}, v.Goal, say)
		}
		thrift(c, thriftTurn)
		return c.Image()
	}, alt, what...)
}
