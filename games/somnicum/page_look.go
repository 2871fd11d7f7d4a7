package somnicum

import (
	"image"
	"strconv"

	"oneiros/games"
	"oneiros/games/paint"
	"oneiros/games/ui"
)

// ringParts is how many parts of the ring there are to look at.
const ringParts = 4

// part is which places a part of a ring of n has.
func part(n, i int) (from, to int) { return (i - 1) * n / ringParts, i * n / ringParts }

// ringPage is a closer look at a part of the ring.
func ringPage(v View, i int) ui.Page {
	from, to := part(len(v.Ring), i)
	p := ui.Page{Title: ui.T("look.ring.title", from+1, to), Colour: colourNight}
	if v.placed() {
		p.Say(ui.T("look.wheels", v.where(Black), v.where(White)))
	}
	for place := from; place < to; place++ {
		d := v.Ring[place]
		if d == 0 {
			p.Say(ui.T("look.none", place+1))
			continue
		}
		p.Say(ui.T("look.card", placeCode(place, d), dreamName(d), face(d)))
	}
	p.Show(closer(v, from, to))
	for k := 1; k <= ringParts; k++ {
		a, b := part(len(v.Ring), k)
		p.Controls = append(p.Controls, ui.Control{Label: ui.T("look.part", a+1, b), To: ui.Open(pathRing + "/" + strconv.Itoa(k)), Off: k == i})
	}
	n := len(p.Controls)
	addBack(&p)
	p.NewRow(n)
	return p
}

// closer is the picture of a part of the ring: large cards, side by side.
func closer(v View, from, to int) *ui.Picture {
	var alt []ui.Text
	what := []any{"closer", from, to}
	for place := from; place < to; place++ {
		if d := v.Ring[place]; d != 0 {
			alt = append(alt, ringCard(place, d))
		} else {
			alt = append(alt, ui.T("look.none", place+1))
		}
		what = append(what, v.Ring[place])
	}
	return ui.Draw(func(say func(ui.Text) string) image.Image {
		const columns, gap, high = 3, 10, 212
		n := to - from
		wide := (dreamWidth - gap) / columns
		rows := (n + columns - 1) / columns
		c := scenes.Canvas(scene{"dream", rows*(high+gap) + gap}, func() *paint.Art { return slumber(rows*(high+gap) + gap) })
		for i := range n {
			x, y := gap+i%columns*wide, gap+i/columns*(high+gap)
			large(c, image.Rect(x, y, x+wide-gap, y+high), from+i, v.Ring[from+i], say)
		}
		return c.Image()
	}, []ui.Text{{Args: []any{alt}}}, what...)
}

// large draws a card of the ring with its name.
func large(c *paint.Canvas, box image.Rectangle, place int, d Dream, say func(ui.Text) string) {
	if d == 0 {
		c.Tile(box.Min.X, box.Min.Y, box.Dx(), box.Dy(), 18, 3, paint.Night, paint.Dusk)
		c.Label(paint.Bold.Size(34), strconv.Itoa(place+1), box, 26, paint.Centre, paint.Dusk)
		return
	}
	card := d.Card()
	ink := livery[card.Plot]
	c.Tile(box.Min.X, box.Min.Y, box.Dx(), box.Dy(), 18, 4, ink[1], ink[0])
	c.Label(paint.Bold.Size(28), say(placeCode(place, d)), image.Rect(box.Min.X+14, box.Min.Y+8, box.Min.X+90, box.Min.Y+44), 22, paint.Left, ink[2])
	signRow(c, image.Rect(box.Min.X+86, box.Min.Y+8, box.Max.X-50, box.Min.Y+44), card, false)
	if card.Meets {
		meeting(c, image.Rect(box.Max.X-48, box.Min.Y+8, box.Max.X-12, box.Min.Y+44))
	}
	var marks []mark
	for _, p := range card.Particles.List() {
		marks = append(marks, mark{p, false})
	}
	spread(c, image.Rect(box.Min.X+12, box.Min.Y+48, box.Max.X-12, box.Max.Y-66), marks, 0)
	c.Words(paint.Bold.Size(26), say(dreamName(d)), image.Rect(box.Min.X+10, box.Max.Y-66, box.Max.X-10, box.Max.Y-6), 18, paint.Centre, paint.Moon)
}

// dreamPage is a closer look at a player's dream.
func dreamPage(v View, seat games.Seat) ui.Page {
	d := &v.Dreamers[seat]
	p := ui.Page{Title: ui.T("dream.title", ui.Name(seat)), Colour: colourNight}
	switch {
	case v.Phase == Over:
		p.Say(scoreLine(v, seat))
		if len(d.Held) > 0 {
			p.Say(ui.T("dream.held", encounterNames(d.Held)))
		}
	case seat == v.Me:
		p.Say(standing(v), goalLine(v))
		fallthrough
	default:
		p.Say(ui.T("dream.has", d.Sand, d.Blanks, d.Hand, number(d.counted())))
	}
	for _, e := range d.Open {
		p.Say(openLine(d, e))
	}
	g := d.Goal // known at the end
	if seat == v.Me {
		g = v.Goal
	}
	if len(d.Rows[0]) > 0 {
		p.Show(dreamPicture(seat, woven{rows: d.Rows, goal: g}))
	} else {
		p.Say(ui.T("dream.none"))
	}
	for i := range v.Dreamers {
		p.Controls = append(p.Controls, ui.Control{Label: ui.Name(i).Text(), Icon: "💤", To: ui.Open(pathDream + "/" + strconv.Itoa(i)), Off: games.Seat(i) == seat})
	}
	n := len(p.Controls)
	addBack(&p)
	p.NewRow(n)
	return p
}

// openLine is a lasting encounter on the table, and what it brings so far.
func openLine(d *Dreaming, e Encounter) ui.Text {
	if n := d.Rows.paid(e, d.Sand); n != 0 {
		return ui.T("dream.open.paid", encounterName(e), effects(e), n)
	}
	return ui.T("dream.open", encounterName(e), effects(e))
}

// cardWords is a card of a row in words.
func cardWords(rows *Rows, level, i int, c Card) ui.Text {
	var before, added, after ui.Text
	if c.Break != NoBreak {
		before = ui.T("row.break." + string(c.Break))
	}
	if i > 0 && c.Slot > rows[level][i-1].Slot+1 {
		before = ui.Text{Args: []any{ui.T("row.gap"), before}}
	}
	if len(c.Added) > 0 {
		added = ui.T("row.added", tokens(c.Added))
	}
	if level > 0 && rows.Edge(level, i) {
		after = ui.T("row.edge")
	}
	card := c.Dream.Card()
	what := brief(c.Dream)
	if c.Bright {
		what = ui.T("card.brief.nightmare", dreamName(c.Dream), stars(card.Eyes))
	} else if card.Meets {
		what = ui.T("card.brief", particleNames(card.Particles), stars(card.Stars), ui.Text{})
	}
	return ui.Text{Args: []any{before, what, added, after}}
}

// wovenAlt is a dream in words, with a card that could be attached, which particles
// count for a goal, and the sand.
func wovenAlt(seat games.Seat, w woven) []ui.Text {
	alt, _ := w.head.alt()
	alt = append(alt, ui.T("dream.alt", ui.Name(seat)))
	if len(w.sand) > 0 {
		alt = append(alt, ui.T("dream.alt.sand", tokens(w.sand)))
	}
	for level, row := range w.rows {
		var list []ui.Text
		for i, c := range row {
			list = append(list, cardWords(&w.rows, level, i, c))
		}
		if len(list) > 0 {
			alt = append(alt, ui.T("dream.alt.row", level+1, list))
		}
	}
	for i, g := range w.ghosts {
		if i == 0 {
			alt = append(alt, ui.T("dream.alt.card", brief(g.dream)))
		}
		alt = append(alt, ui.T("dream.alt.ghost", g.Level, fitting(g.Fit)))
	}
	if marked := w.marks(); marked != 0 {
		alt = append(alt, ui.T("dream.alt.goal", particleNames(marked)))
	}
	return alt
}
