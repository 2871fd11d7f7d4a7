package picture

import (
	"image"
	"slices"
	"strconv"

	"oneiros/games/paint"
	"oneiros/games/somnicum/kit"
	"oneiros/games/somnicum/label"
	"oneiros/games/somnicum/view"
	"oneiros/games/ui"
)

// # The own turn
//
// The picture of the own turn has what there is to decide about. Each flywheel has a strip
// with the cards that it can reach, in the order of its steps. Above each card stands what
// it brings or costs in sand, and on it how many stars or eyes it has. Below it stand the
// levels on which it fits: on a light plate without a break, on a red one with a bolt where it
// breaks. Below the strips each level with room is told in words: the particles of its last
// card, and which of these cards make no break. After them comes the sand.

// The layout of the own turn.
const (
	lineTall  = 28 // of the head
	stripLeft = 64 // of the first card
	stripCost = 26
	stripCard = 70
	stripFits = 28
	stripHigh = stripCost + stripCard + stripFits + 4
	mostCells = 6  // cards in a strip; the menu has all of them
	levelTall = 28 // of a level in words, and of the sand
	layHigh   = 66 // of the levels with a card to be attached
	layWide   = 264
)

// Turn is the picture of the own turn.
func Turn(v view.View) *ui.Picture {
	ways := v.Ways()
	h := HeadOf(v)
	alt, what := h.alt()
	what = append(what, "turn", v.Wheels, v.Most() > mostCells)
	var shown kit.Particles
	alt = append(alt, ui.T("turn.alt.apart", v.Clockwise(kit.Black), v.Clockwise(kit.White)))
	for _, w := range kit.Wheels {
		var list []ui.Text
		for _, way := range reach(ways, w) {
			list = append(list, wayAlt(v, way))
			shown |= way.Dream.Card().Particles
			what = append(what, way.Place, way.Dream, way.Price, way.Gift, label.Percent(way.Ends))
		}
		if v.Most() > mostCells {
			list = append(list, ui.Literal("…"))
		}
		alt = append(alt, ui.T("turn.alt."+w.Name(), list))
		what = append(what, "|", len(list))
	}
	for _, way := range ways { // those for which a strip has no room too
		what = append(what, way.Place)
		for _, f := range v.Fits(way.Dream) {
			what = append(what, f.Level, f.Break)
		}
	}
	more, key := endsAlt(v, h, shown)
	return ui.Draw(func(say func(ui.Text) string) image.Image {
		top := h.high()
		var seen []view.Way
		for _, w := range kit.Wheels {
			for _, way := range reach(ways, w) {
				if !slices.ContainsFunc(seen, func(s view.Way) bool { return s.Place == way.Place }) {
					seen = append(seen, way)
				}
			}
		}
		foot := endsOf(v, seen, ways, say)
		high := top + 2*stripHigh + len(foot)*levelTall + 4
		c := scenes.Canvas(scene{"turn", high}, func() *paint.Art { return evening(high) })
		h.draw(c, say)
		for i, w := range kit.Wheels {
			strip(c, v, w, reach(ways, w), top+i*stripHigh, say)
		}
		drawPieces(c, foot, top+2*stripHigh)
		thrift(c, thriftTurn)
		return c.Image()
	}, append(alt, more...), append(what, key...)...)
}

// thriftTurn names the palette of the own turn; see [thrift]. The others have the numbers
// of seats.
const thriftTurn = 0

// goalRow draws the viewer's goal in a line, and returns where the line ends.
func goalRow(c *paint.Canvas, g kit.Goal, y int, say func(ui.Text) string) (x int) {
	c.Icon(goalSign, square(26, y+lineTall/2, 28), paint.Gold)
	x = 48
	for _, p := range g.Card().Particles.List() {
		plate(c, p, square(x+15, y+lineTall/2, 30))
		x = c.Text(paint.Regular.Size(26), say(label.Particle(p)), x+36, y+lineTall/2+9, paint.Moon) + 16
	}
	return x
}

// goalSign is a target.
var goalSign = paint.NewIcon(path().Ring(0.5, 0.5, 0.42, 0.12).Circle(0.5, 0.5, 0.2))

// endText says how near the end of the round is.
func endText(v view.View) ui.Text {
	switch {
	case v.Phase != kit.Spinning && (v.Now.Ends || v.ToGo() == 0):
		return ui.T("turn.last")
	case !v.May(kit.Spin) || v.MayEnd() == 0:
		return ui.T("turn.end", v.ToGo())
	case kit.Together(v.Ring, v.Wheels):
		return ui.T("turn.end.met", v.ToGo())
	default:
		return ui.T("turn.end.chance", v.ToGo())
	}
}

// reach is the ways of one flywheel that its strip shows.
func reach(ways []view.Way, w kit.Wheel) (list []view.Way) {
	for _, way := range ways {
		if way.Wheel == w && len(list) < mostCells {
			list = append(list, way)
		}
	}
	return list
}

// wayAlt is a way in words: the card, its sand, the levels without a break and with one,
// and how likely the round ends.
func wayAlt(v view.View, w view.Way) ui.Text {
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
	return ui.T("turn.alt.way", label.ShortCard(w.Place, w.Dream), label.Signed(w.Gift-w.Price), ui.Text{Args: fits}, end)
}

// strip draws the cards that a flywheel can reach.
func strip(c *paint.Canvas, v view.View, w kit.Wheel, ways []view.Way, y int, say func(ui.Text) string) {
	right := dreamWidth - 10
	c.Tile(4, y+2, dreamWidth-8, stripHigh-4, 16, 2, paint.Night, steel[w][0])
	c.Icon(bagSign, square(36, y+stripCost/2+3, 26), sandInk)
	flywheel(c, w, pt(36, float64(y+stripCost+stripCard/2)), 54)
	c.Label(paint.Regular.Size(26), say(ui.T("turn.levels")), image.Rect(8, y+stripCost+stripCard, stripLeft-2, y+stripHigh-6), 22, paint.Centre, paint.Mist)
	if v.Most() > mostCells {
		c.Icon(paint.IconNext, square(right-8, y+stripCost+stripCard/2, 22), steel[w][0])
		right -= 20
	}
	wide := (right - stripLeft) / mostCells
	for i, way := range ways {
		x := stripLeft + i*wide
		box := image.Rect(x+2, y+stripCost+2, x+wide-2, y+stripCost+stripCard)
		cost(c, way, image.Rect(x, y+5, x+wide, y+stripCost+2))
		reached(c, box, way, v.Goal, say)
		levels(c, v.Fits(way.Dream), image.Rect(box.Min.X, box.Max.Y+2, box.Max.X, box.Max.Y+stripFits))
		if i > 0 && passes(v, w, ways[i-1].Place, way.Place) {
			other := steel[1-w][0]
			c.Rect(image.Rect(x-2, y+10, x+2, y+stripHigh-10), other)
			c.Icon(disc, square(x, y+14, 16), other)
		}
	}
}

// passes reports whether the other flywheel stands between two places that a flywheel
// reaches one after another.
func passes(v view.View, w kit.Wheel, from, to int) bool {
	n := len(v.Ring)
	other := v.Wheels[1-w]
	return (other-from-1+n)%n <= (to-from-1+n)%n
}

// shownChance is how likely a way ends the round.
func shownChance(w view.Way) string { return strconv.Itoa(label.Percent(w.Ends)) + "%" }

// cost draws what a way brings or costs in sand, and how likely the round ends by it.
func cost(c *paint.Canvas, w view.Way, box image.Rectangle) {
	ink, shown := paint.Mist, "0"
	switch {
	case w.Price > 0:
		ink, shown = paint.Rose, "−"+strconv.Itoa(w.Price)
	case w.Gift > 0:
		ink, shown = paint.Gold, "+"+strconv.Itoa(w.Gift)
	}
	if w.Ends > 0 {
		c.Icon(paint.IconSun, square(box.Min.X+48, (box.Min.Y+box.Max.Y)/2, 24), paint.Rose)
		c.Label(paint.Bold.Size(28), shownChance(w), image.Rect(box.Min.X+61, box.Min.Y, box.Max.X-4, box.Max.Y), 20, paint.Left, paint.Rose)
		box.Max.X = box.Min.X + 38
	}
	c.Label(paint.Bold.Size(30), shown, box, 24, paint.Centre, ink)
}

// reached draws a card that a flywheel can reach.
func reached(c *paint.Canvas, box image.Rectangle, w view.Way, g kit.Goal, say func(ui.Text) string) {
	card := w.Dream.Card()
	ink := livery[card.Plot]
	c.Tile(box.Min.X, box.Min.Y, box.Dx(), box.Dy(), 12, 3, ink[1], ink[0])
	code := image.Rect(box.Min.X+5, box.Min.Y+3, box.Min.X+53, box.Min.Y+32)
	c.Label(paint.Bold.Size(28), say(label.Place(w.Place, w.Dream)), code, 22, paint.Left, ink[2])
	worth(c, card, image.Rect(box.Min.X+46, box.Min.Y+3, box.Max.X-3, box.Min.Y+32))
	images := image.Rect(box.Min.X+4, box.Min.Y+32, box.Max.X-4, box.Max.Y-3)
	if card.Meets {
		images.Max.X -= 30
		meeting(c, square(images.Max.X+15, (images.Min.Y+images.Max.Y)/2, 28))
	}
	spread(c, images, marksOf(w.Dream), g)
}

// marksOf are the particles of a card as marks.
func marksOf(d kit.Dream) []mark {
	var list []mark
	for _, p := range d.Card().Particles.List() {
		list = append(list, mark{p, false})
	}
	return list
}

// worth draws how many stars or eyes a card has, up to the right. A number is read where
// signs in a row are too small to be counted.
func worth(c *paint.Canvas, card kit.DreamCard, box image.Rectangle) {
	shown, sign, ink := strconv.Itoa(card.Stars), paint.IconStar, paint.Gold
	if card.Eyes > 0 {
		shown, sign, ink = "−"+strconv.Itoa(card.Eyes), eyeSign, paint.White
	}
	c.Icon(sign, square(box.Max.X-13, (box.Min.Y+box.Max.Y)/2, 26), ink)
	c.Label(paint.Bold.Size(32), shown, image.Rect(box.Min.X, box.Min.Y, box.Max.X-27, box.Max.Y), 26, paint.Right, ink)
}

// levels draws the levels on which a card fits: dark on a light plate with a check without a
// break, white on a red one with a bolt where it breaks.
func levels(c *paint.Canvas, fits []kit.Fit, box image.Rectangle) {
	wide := box.Dx() / max(len(fits), 1)
	for i, f := range fits {
		at := image.Rect(box.Min.X+i*wide+1, box.Min.Y, box.Min.X+(i+1)*wide-1, box.Max.Y)
		ground, ink, sign := paint.Red, paint.White, boltSign
		if !f.Break {
			ground, ink, sign = paint.Mint, paint.Ink, paint.IconCheck
		}
		c.Tile(at.Min.X, at.Min.Y, at.Dx(), at.Dy(), 8, 0, ground, ground)
		middle := (at.Min.X + at.Max.X) / 2
		c.Label(paint.Bold.Size(28), strconv.Itoa(f.Level), image.Rect(middle-20, at.Min.Y, middle, at.Max.Y), 24, paint.Centre, ink)
		c.Icon(sign, square(middle+9, (at.Min.Y+at.Max.Y)/2, 24), ink)
	}
}

// endsPicture is the picture of the ends of the viewer's rows, with a card at each place
// where it could be attached, or with the sand if there is none.
func endsPicture(v view.View, d kit.Dream, h *Head) *ui.Picture {
	alt, key := h.alt()
	more, ends := endsAlt(v, h, d.Card().Particles)
	alt, key = append(alt, more...), append(key, ends...)
	if d != 0 {
		alt = append(alt, cardAlt(v, d)...)
		key = append(key, d, v.GapBreaks, v.Powers.Join > 0)
	}
	return ui.Draw(func(say func(ui.Text) string) image.Image {
		foot := endsOf(v, nil, nil, say)
		high := h.high() + len(foot)*levelTall + 8
		if d != 0 {
			high = h.high() + layHigh + 12
		}
		c := scenes.Canvas(scene{"turn", high}, func() *paint.Art { return evening(high) })
		h.draw(c, say)
		if d != 0 {
			drawPlaces(c, v, d, h.high()+8)
		} else {
			drawPieces(c, foot, h.high()+4)
		}
		thrift(c, thriftTurn)
		return c.Image()
	}, alt, append([]any{"ends"}, key...)...)
}

// cardAlt is a card in words that could be attached, with each place.
func cardAlt(v view.View, d kit.Dream) []ui.Text {
	alt := []ui.Text{ui.T("dream.alt.card", label.Brief(d))}
	for _, f := range v.Fits(d) {
		alt = append(alt, ui.T("dream.alt.ghost", f.Level, label.Fitting(f)))
	}
	return alt
}

// endsAlt is the ends of rows in words, and what their picture depends on. Without a
// head, which names the whole goal, it names what of the goal is on these cards and on those
// that are shown beside them.
func endsAlt(v view.View, h *Head, shown kit.Particles) (alt []ui.Text, key []any) {
	rows := &v.Dreamers[v.Me].Rows
	for level := 1; level <= kit.Levels; level++ {
		last := rows.Last(level)
		_, room := rows.Slot(level)
		say := "ends.alt.none"
		switch {
		case last != nil && room:
			say = "ends.alt.room"
		case room:
			say = "ends.alt.first"
		}
		var card ui.Text
		key = append(key, level, room)
		if last != nil {
			card = label.Card(rows, level-1, len(rows[level-1])-1, *last)
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
		alt = append(alt, ui.T("dream.alt.goal", label.Particles(marked)))
	}
	key = append(key, marked)
	if len(v.Sand) > 0 {
		alt = append(alt, ui.T("dream.alt.sand", label.Tokens(v.Sand)))
	}
	return alt, append(key, kit.ByParticle(v.Sand))
}

// openLevels are the levels with room for a card, and those without.
func openLevels(rows *kit.Rows) (open []int, closed []ui.Text) {
	for level := 1; level <= kit.Levels; level++ {
		if _, room := rows.Slot(level); room {
			open = append(open, level)
		} else {
			closed = append(closed, label.Number(level))
		}
	}
	return open, closed
}

// EndsRows is in how many rows the ends of the viewer's rows stand at most, with the sand.
func EndsRows(v view.View) int {
	open, _ := openLevels(&v.Dreamers[v.Me].Rows)
	return len(open) + 1
}

// A piece is a part of a row of a picture. Pieces stand side by side where they fit.
type piece struct {
	wide int
	draw func(c *paint.Canvas, box image.Rectangle)
}

// rowsOfPieces divides pieces into rows.
func rowsOfPieces(pieces []piece) (rows [][]piece) {
	x := dreamWidth
	for _, p := range pieces {
		if x+p.wide > dreamWidth-12 {
			rows, x = append(rows, nil), 12
		}
		rows[len(rows)-1] = append(rows[len(rows)-1], p)
		x += p.wide + 24
	}
	return rows
}

// drawPieces draws rows of pieces, the first of them at y.
func drawPieces(c *paint.Canvas, rows [][]piece, y int) {
	for _, row := range rows {
		x := 12
		for _, p := range row {
			p.draw(c, image.Rect(x, y, min(x+p.wide, dreamWidth-8), y+levelTall))
			x += p.wide + 24
		}
		y += levelTall
	}
}

// endsOf are the levels with room, those without, and the sand. Of ways each level says which
// of those that are seen make no break there, and whether others do, too.
func endsOf(v view.View, seen, ways []view.Way, say func(ui.Text) string) [][]piece {
	open, closed := openLevels(&v.Dreamers[v.Me].Rows)
	words := paint.Regular.Size(26)
	var list []piece
	for _, level := range open {
		list = append(list, levelPiece(v, level, say(smooth(v, level, seen, ways)), say))
	}
	if len(closed) > 0 {
		none := say(ui.T("turn.full", closed))
		list = append(list, piece{words.Width(none), func(c *paint.Canvas, box image.Rectangle) {
			c.Label(words, none, box, 20, paint.Left, paint.Mist)
		}})
	}
	wide := 150 // with the sign that there is more
	for _, n := range kit.ByParticle(v.Sand) {
		wide += 34*min(n, 1) + 40*min(max(n-1, 0), 1)
	}
	return rowsOfPieces(append(list, piece{min(wide, dreamWidth-24), func(c *paint.Canvas, box image.Rectangle) { pouch(c, v.Sand, box) }}))
}

// levelPiece is a level with the particles at its end and their names. A nightmare has too many
// for names. At last it says which cards make no break there.
func levelPiece(v view.View, level int, smooth string, say func(ui.Text) string) piece {
	words, bold := paint.Regular.Size(26), paint.Bold.Size(26)
	var marks []mark
	last := v.Dreamers[v.Me].Rows.Last(level)
	first := ""
	if last == nil {
		first = say(ui.T("fit.first"))
	} else {
		marks = marksOf(last.Dream)
		for _, t := range last.Added {
			marks = append(marks, mark{t.Particle(), true})
		}
	}
	names := make([]string, len(marks))
	wide, bare := 34+words.Width(first)+14, 34+34*len(marks)+14
	for i, m := range marks {
		names[i] = say(label.Particle(m.Particle))
		wide += 48 + words.Width(names[i])
	}
	if smooth != "" {
		wide, bare = wide+38+bold.Width(smooth), bare+38+bold.Width(smooth)
	}
	named := len(marks) <= 3 && wide*9/10 < dreamWidth-24
	if !named {
		wide = bare
	}
	return piece{min(wide, dreamWidth-24), func(c *paint.Canvas, box image.Rectangle) {
		middle, foot := (box.Min.Y+box.Max.Y)/2, (box.Min.Y+box.Max.Y)/2+9
		levelSign(c, level, true, square(box.Min.X+14, middle, 28))
		x := c.Text(words, first, box.Min.X+34, foot, paint.Moon)
		if first != "" {
			x += 14
		}
		for i, m := range marks {
			plate(c, m.Particle, square(x+14, middle, 28))
			if x += 34; named {
				x = c.Text(words, names[i], x, foot, paint.Moon) + 14
			}
		}
		if smooth != "" {
			c.Tile(x, box.Min.Y+1, 30, levelTall-2, 8, 0, paint.Mint, paint.Mint)
			c.Icon(paint.IconCheck, square(x+15, middle, 22), paint.Ink)
			c.Label(bold, smooth, image.Rect(x+36, box.Min.Y, box.Max.X, box.Max.Y), 20, paint.Left, paint.Mint)
		}
	}}
}

// smooth names which of the ways that are seen bring a card that makes no break on a level, or
// which do where those are fewer. At last stands the sign of a strip that there is more, if
// others do. It is empty for no ways.
func smooth(v view.View, level int, seen, ways []view.Way) ui.Text {
	var without, with []ui.Text
	for _, way := range seen {
		for _, f := range v.Fits(way.Dream) {
			switch code := label.Place(way.Place, way.Dream); {
			case f.Level != level:
			case f.Break:
				with = append(with, code)
			default:
				without = append(without, code)
			}
		}
	}
	more := slices.ContainsFunc(ways, func(way view.Way) bool {
		return !slices.ContainsFunc(seen, func(s view.Way) bool { return s.Place == way.Place }) &&
			slices.ContainsFunc(v.Fits(way.Dream), func(f kit.Fit) bool { return f.Level == level && !f.Break })
	})
	switch {
	case len(ways) == 0:
		return ui.Text{}
	case len(with) == 0:
		return ui.T("turn.smooth.all")
	case len(without) > len(with)+2:
		return ui.T("turn.smooth.but", with)
	case more:
		return ui.T("turn.smooth", append(without, ui.Literal("»")))
	case len(without) == 0:
		return ui.T("turn.smooth.none")
	default:
		return ui.T("turn.smooth", without)
	}
}

// levelSign draws the number of a level, light where it has room.
func levelSign(c *paint.Canvas, level int, room bool, at image.Rectangle) {
	ground, ink := paint.Dusk, paint.Mist
	if room {
		ground, ink = paint.Mint, paint.Ink
	}
	c.Icon(disc, at, ground)
	c.Label(paint.Bold.Size(26), strconv.Itoa(level), at, 22, paint.Centre, ink)
}

// drawPlaces draws the end of each row, with a card where it could be attached.
func drawPlaces(c *paint.Canvas, v view.View, d kit.Dream, y int) {
	rows := &v.Dreamers[v.Me].Rows
	const side = layHigh - 6
	for level := 1; level <= kit.Levels; level++ {
		x := 6 + (level-1)*layWide
		last := rows.Last(level)
		_, room := rows.Slot(level)
		levelSign(c, level, room, square(x+18, y+22, 30))
		c.Label(paint.Bold.Size(26), "×"+strconv.Itoa(level), image.Rect(x, y+42, x+38, y+side), 24, paint.Centre, paint.Gold)
		box := image.Rect(x+40, y, x+40+side, y+side)
		if last != nil {
			tile(c, box, *last, v.Goal)
		}
		switch {
		case room:
			landing(c, v, d, level, box)
		case last != nil:
			c.Icon(paint.IconCross, square(box.Max.X+32, y+side/2, 26), paint.Dusk)
		default:
			c.Icon(paint.IconCross, square(box.Min.X+24, y+side/2, 26), paint.Dusk)
		}
	}
}

// landing draws a card at its place behind the last card of a row, whose box is given.
func landing(c *paint.Canvas, v view.View, d kit.Dream, level int, box image.Rectangle) {
	at := box
	f, _ := v.Dreamers[v.Me].Rows.Fit(level, d, v.GapBreaks, v.Powers.Join > 0)
	if f.Left != 0 {
		at = box.Add(image.Pt(box.Dx()+cardGap+8, 0))
	}
	c.Tile(at.Min.X-4, at.Min.Y-4, at.Dx()+8, at.Dy()+8, 16, 0, paint.Gold, paint.Gold)
	tile(c, at, kit.Card{Dream: d}, v.Goal)
	if f.Left == 0 {
		return
	}
	b := kit.NoBreak
	if f.Break {
		b = kit.SandBreak
	}
	join(c, box, at, b)
}

// pouch draws how much sand there is, and its particles, each once, with how many tokens
// have it.
func pouch(c *paint.Canvas, list []kit.Token, box image.Rectangle) {
	words, middle := paint.Bold.Size(26), (box.Min.Y+box.Max.Y)/2
	c.Icon(bagSign, square(box.Min.X+12, middle, 26), sandInk)
	x := c.Text(words, strconv.Itoa(len(list)), box.Min.X+30, middle+9, paint.Moon) + 14
	many := kit.ByParticle(list)
	for p, n := range many {
		switch {
		case n == 0:
			continue
		case x+70 > box.Max.X:
			c.Icon(paint.IconNext, square(x+12, middle, 24), paint.Mist)
			return
		}
		plate(c, kit.Particle(p), square(x+14, middle, 28))
		if x += 34; n > 1 {
			x = c.Text(words, "×"+strconv.Itoa(n), x-2, middle+9, paint.Gold) + 8
		}
	}
}

// Rack is the picture of the whole ring in rows, for the player who places the flywheels.
func Rack(v view.View) *ui.Picture {
	h := HeadOf(v)
	alt, what := h.alt()
	what = append(what, "rack")
	var list []ui.Text
	for place, d := range v.Ring {
		list = append(list, label.ShortCard(place, d))
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
			reached(c, image.Rect(x+2, y, x+wide-2, y+stripCard), view.Way{Place: place, Dream: d}, v.Goal, say)
		}
		thrift(c, thriftTurn)
		return c.Image()
	}, alt, what...)
}
