package picture

import (
	"image"
	"slices"

	"oneiros/games"
	"oneiros/games/paint"
	"oneiros/games/somnicum/kit"
	"oneiros/games/somnicum/label"
	"oneiros/games/somnicum/news"
	"oneiros/games/somnicum/view"
	"oneiros/games/ui"
)

// # The head
//
// The first picture of a panel begins with what its reader always wants to know: the goal,
// every player's place, what lasting encounters do, and how near the end of the round is. A
// line of a picture is half as high as one of text, so the news and the controls stay on
// the first screen of a phone.

// A Head is the lines above a picture. A nil head has none.
type Head struct {
	goal  kit.Goal
	next  ui.Text // who moves after the viewer; empty where that is said elsewhere
	order []ranked
	rows  []headRow
}

// A ranked is a player with their place by what every player can count.
type ranked struct {
	seat   games.Seat
	place  int
	points int
	mine   bool
}

// A headRow is a line of words behind a sign. A nil sign is that of an encounter.
type headRow struct {
	sign  *paint.Icon
	ink   paint.Colour
	words ui.Text
}

// HeadOf is the head of the viewer's pictures.
func HeadOf(v view.View) *Head {
	h := &Head{goal: v.Goal, order: ranking(v)}
	if v.Mine() {
		h.next = ui.T("turn.next", ui.Name(v.After(v.Me)))
	}
	lines, inRow := crowd(v), 2
	if lines > 2 {
		inRow = 4
	}
	lasting := lastingWords(&v.Dreamers[v.Me])
	if lines > 3 && v.May(kit.Spin) && len(v.Hand) > 0 {
		lasting = nil // the prices have what most of them do
	}
	for some := range slices.Chunk(lasting, inRow) {
		h.rows = append(h.rows, headRow{lastingSign, paint.Mint, ui.Text{Args: []any{some}}})
	}
	for _, words := range handWords(v) {
		h.rows = append(h.rows, headRow{words: words})
	}
	round := ui.T("head.round", v.Round, kit.Rounds)
	if v.Placed() {
		round = ui.T("head.ends", round, endText(v))
	}
	if v.Phase == kit.Setting && len(v.Ended) > 0 || slices.ContainsFunc(v.Since(), func(e kit.Event) bool { return e.Kind == kit.DidEnd }) {
		last := len(v.Ended) - 1
		why := ui.T("head.ended", last+1, ui.T("head."+string(v.Ended[last].Why), ui.Name(v.Ended[last].Seat)))
		switch chance := v.May(kit.Spin) && v.MayEnd() > 0; {
		case chance && lines > 2: // the board explains the chance, too
			round = ui.T("head.after", ui.T("head.ends", ui.T("head.round", v.Round, kit.Rounds), ui.T("turn.end", v.ToGo())), why)
		case chance: // both would be too long
			h.rows = append(h.rows, headRow{paint.IconSun, paint.Gold, why})
		default:
			round = ui.T("head.after", round, why)
		}
	}
	h.rows = append(h.rows, headRow{paint.IconHourglass, paint.Mist, round})
	return h
}

// ranking is every player with their place by what all can count, the best first. It is empty
// before the first card.
func ranking(v view.View) []ranked {
	var order []ranked
	begun := false
	for i := range v.Dreamers {
		order = append(order, ranked{seat: games.Seat(i), points: v.Dreamers[i].Counted(), mine: games.Seat(i) == v.Me})
		begun = begun || len(v.Dreamers[i].Rows[0]) > 0
	}
	if !begun {
		return nil
	}
	slices.SortStableFunc(order, func(a, b ranked) int { return b.points - a.points })
	for i := range order {
		order[i].place = i + 1
		if i > 0 && order[i].points == order[i-1].points {
			order[i].place = order[i-1].place
		}
	}
	return order
}

// lastingWords are what a player's lasting encounters go on doing, and what they bring by now.
func lastingWords(d *view.Dreaming) []ui.Text {
	var list []ui.Text
	for _, e := range d.Open {
		for _, x := range e.Card().Effects {
			switch words := label.EffectBriefly(x); {
			case x.Kind == kit.Points:
				list = append(list, ui.T("own.pays", words, d.Rows.Paid(e, d.Sand)))
			case !slices.Contains(kit.Instant, x.Kind):
				list = append(list, words)
			}
		}
	}
	return list
}

// handWords are the viewer's encounters in hand: in the viewer's turn first those that can be
// played now. Where the news leave room, each kind has a row, which says what it does. Where
// they do not, there are rows of names.
func handWords(v view.View) []ui.Text {
	now := v.Playable()
	later := slices.DeleteFunc(slices.Compact(slices.Clone(v.Hand)), func(e kit.Encounter) bool { return slices.Contains(now, e) })
	kinds, lines := len(now)+len(later), crowd(v)
	if lines > 3 && !v.Mine() {
		return nil // the line of the points says how many, and none can be played
	}
	var list []ui.Text
	add := func(key string, kinds []kit.Encounter) {
		for some := range slices.Chunk(kinds, 3) {
			list = append(list, ui.T(key, label.Held(v, some)))
		}
	}
	if kinds <= 3-lines/2 && lines < 3 {
		add = func(key string, kinds []kit.Encounter) {
			for _, e := range kinds {
				list = append(list, ui.T("hand.does", ui.T(key, label.Held(v, []kit.Encounter{e})), label.Gives(e)))
			}
		}
	}
	add("hand.now", now)
	if v.Mine() {
		add("hand.later", later)
	} else {
		add("hand.held", later)
	}
	if lines >= 3 && kinds <= 3 && len(list) > 1 {
		return []ui.Text{ui.T("hand.both", list)}
	}
	return list
}

// crowd is about how many lines of a phone the news and the own turn take, told as shortly as
// can be. Encounters to choose from take lines, too.
func crowd(v view.View) int {
	n := news.Lines(v, view.Recent(v), news.Terse)
	if own := view.Doing(v); !v.Mine() && !news.Own(v).IsZero() {
		n += news.LinesOf(v, own, news.OwnDetail(own))
	}
	if v.Phase == kit.Choosing && v.Mine() {
		n += len(v.Offer) - 1
	}
	return n
}

// name is a player with their place.
func (r ranked) name() ui.Text {
	if r.mine {
		return ui.T("head.you", r.place)
	}
	return ui.T("head.rival", r.place, ui.Name(r.seat))
}

// Lines is how many lines of words the head has.
func (h *Head) Lines() int { return len(h.rows) }

// high is how high the head is.
func (h *Head) high() int {
	if h == nil {
		return 0
	}
	n := 1 + len(h.rows)
	if len(h.order) > 0 {
		n++
	}
	return n * lineTall
}

// alt is the head in words, and key what it depends on.
func (h *Head) alt() (alt []ui.Text, key []any) {
	if h == nil {
		return nil, nil
	}
	alt = []ui.Text{ui.T("ends.alt.goal", label.Particles(h.goal.Card().Particles))}
	if len(h.order) > 0 {
		var list []ui.Text
		for _, r := range h.order {
			list = append(list, ui.T("head.alt", r.name(), label.Number(r.points)))
		}
		alt = append(alt, ui.T("head.alt.open", list))
	}
	for _, r := range h.rows {
		alt = append(alt, ui.T("head.alt.row", r.words))
	}
	if !h.next.IsZero() {
		alt = append(alt, ui.T("head.alt.row", h.next))
	}
	return alt, []any{"head", alt}
}

// HeadAlone is a head alone.
func HeadAlone(h *Head) *ui.Picture {
	alt, key := h.alt()
	return ui.Draw(func(say func(ui.Text) string) image.Image {
		c := scenes.Canvas(scene{"turn", h.high()}, func() *paint.Art { return evening(h.high()) })
		h.draw(c, say)
		return c.Image()
	}, alt, key...)
}

// draw draws the head at the top of a picture.
func (h *Head) draw(c *paint.Canvas, say func(ui.Text) string) {
	if h == nil {
		return
	}
	x := goalRow(c, h.goal, 0, say)
	if !h.next.IsZero() {
		c.Label(paint.Bold.Size(26), say(h.next), image.Rect(x+10, 0, dreamWidth-12, lineTall), 20, paint.Right, paint.Moon)
	}
	y := lineTall
	if len(h.order) > 0 {
		h.places(c, y, say)
		y += lineTall
	}
	drawRows(c, h.rows, y, say)
}

// drawRows draws lines of words, the first of them at y.
func drawRows(c *paint.Canvas, rows []headRow, y int, say func(ui.Text) string) {
	for _, r := range rows {
		if at := square(26, y+lineTall/2, 26); r.sign != nil {
			c.Icon(r.sign, at, r.ink)
		} else {
			meeting(c, at)
		}
		c.Label(paint.Regular.Size(26), say(r.words), image.Rect(48, y, dreamWidth-12, y+lineTall), 18, paint.Left, paint.Moon)
		y += lineTall
	}
}

// places draws what every player can count of each player. A long name gives way to the number.
func (h *Head) places(c *paint.Canvas, y int, say func(ui.Text) string) {
	c.Icon(paint.IconStar, square(26, y+lineTall/2, 28), paint.Gold)
	x := c.Text(paint.Regular.Size(26), say(ui.T("head.open")), 48, y+lineTall/2+9, paint.Mist) + 12
	wide := (dreamWidth - 8 - x) / len(h.order)
	for _, r := range h.order {
		words, ink := paint.Regular.Size(26), paint.Moon
		if r.mine {
			words, ink = paint.Bold.Size(26), paint.Gold
		}
		points := say(label.Number(r.points))
		room := wide - paint.Bold.Size(26).Width(points) - 22
		name := say(r.name())
		c.Label(words, name, image.Rect(x, y, x+room, y+lineTall), 24, paint.Left, ink)
		c.Text(paint.Bold.Size(26), points, x+min(words.Width(name), room)+8, y+lineTall/2+9, ink)
		x += wide
	}
}
