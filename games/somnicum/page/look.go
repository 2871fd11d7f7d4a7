package page

import (
	"strconv"

	"oneiros/games"
	"oneiros/games/somnicum/kit"
	"oneiros/games/somnicum/label"
	"oneiros/games/somnicum/picture"
	"oneiros/games/somnicum/view"
	"oneiros/games/ui"
)

// ringPage is a closer look at a part of the ring.
func ringPage(v view.View, i int) ui.Page {
	from, to := picture.Part(len(v.Ring), i)
	p := ui.Page{Title: ui.T("look.ring.title", from+1, to), Colour: colourNight}
	if v.Placed() {
		p.Say(ui.T("look.wheels", label.Where(v, kit.Black), label.Where(v, kit.White)))
	}
	for place := from; place < to; place++ {
		d := v.Ring[place]
		if d == 0 {
			p.Say(ui.T("look.none", place+1))
			continue
		}
		p.Say(ui.T("look.card", label.Place(place, d), label.Dream(d), label.Face(d)))
	}
	p.Show(picture.RingPart(v, from, to))
	for k := 1; k <= picture.RingParts; k++ {
		a, b := picture.Part(len(v.Ring), k)
		p.Controls = append(p.Controls, ui.Control{Label: ui.T("look.part", a+1, b), To: ui.Open(pathRing + "/" + strconv.Itoa(k)), Off: k == i})
	}
	n := len(p.Controls)
	addBack(&p)
	p.NewRow(n)
	return p
}

// dreamPage is a closer look at a player's dream.
func dreamPage(v view.View, seat games.Seat) ui.Page {
	d := &v.Dreamers[seat]
	p := ui.Page{Title: ui.T("dream.title", ui.Name(seat)), Colour: colourNight}
	switch {
	case v.Phase == kit.Over:
		p.Say(scoreLine(v, seat))
		if len(d.Held) > 0 {
			p.Say(ui.T("dream.held", label.Encounters(d.Held)))
		}
	case seat == v.Me:
		p.Say(standing(v), goalLine(v))
		fallthrough
	default:
		p.Say(ui.T("dream.has", d.Sand, d.Blanks, d.Hand, label.Number(d.Counted())))
	}
	for _, e := range d.Open {
		p.Say(openLine(d, e))
	}
	g := d.Goal // known at the end
	if seat == v.Me {
		g = v.Goal
	}
	if len(d.Rows[0]) > 0 {
		p.Show(picture.Dream(seat, picture.Woven{Rows: d.Rows, Goal: g}))
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
func openLine(d *view.Dreaming, e kit.Encounter) ui.Text {
	if n := d.Rows.Paid(e, d.Sand); n != 0 {
		return ui.T("dream.open.paid", label.Encounter(e), effects(e), n)
	}
	return ui.T("dream.open", label.Encounter(e), effects(e))
}
