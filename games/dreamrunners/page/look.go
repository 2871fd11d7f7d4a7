package page

import (
	"slices"
	"strings"

	"oneiros/games/dreamrunners/kit"
	"oneiros/games/dreamrunners/label"
	"oneiros/games/dreamrunners/picture"
	"oneiros/games/dreamrunners/view"
	"oneiros/games/ui"
)

// gainWords is what a dream brought and took besides calm, in signs.
func gainWords(v view.View, seat int) string {
	return strings.TrimSpace(label.Haul(v.Last.Results[seat].Brought()) + " " + changeWords(v, seat))
}

// changeWords is what the last dream changed for good: the way on the star track, and
// segments that bats took, in signs. Nothing else moves on the track, so that it ends where
// the player is now.
func changeWords(v view.View, seat int) string {
	r, now := &v.Last.Results[seat], v.Dreamers[seat].Stars
	var parts []string
	if r.Steps > 0 {
		parts = append(parts, "⭐\u2060"+starSign(max(now-r.Steps, 0))+"→"+starSign(now))
	}
	for _, h := range r.Harms {
		if h.Taken != "" {
			parts = append(parts, strings.TrimSpace("🦇"+string(h.Taken)+" "+pointSigns(-h.Lost.Card().Points)))
		}
	}
	return strings.Join(parts, " ")
}

// pointSigns is a difference of points on segments, in signs; nothing for none.
func pointSigns(n int) string {
	if n == 0 {
		return ""
	}
	return label.Signed(n) + "🎯"
}

// resultPage says line by line what the last dream brought to a player.
func resultPage(v view.View, seat int) ui.Page {
	p := ui.Page{Title: ui.T("results.title", v.Last.Round, ui.Name(seat)), Colour: colourNight}
	p.Say(resultLines(v, seat)...)
	p.Show(picture.Composition(v, seat))
	for _, i := range v.Last.Present() {
		p.Controls = append(p.Controls, ui.Control{Label: ui.Name(i).Text(), Icon: "💤", To: ui.Open(resultPath(i)), Off: i == seat})
	}
	n := len(p.Controls)
	if v.Phase != kit.Over {
		p.Open(pathTable, "📊", ui.T("table.button"))
	}
	addBack(&p)
	p.NewRow(n)
	return p
}

// resultLines are a line for each loss and gain.
func resultLines(v view.View, seat int) []ui.Text {
	r, tile := &v.Last.Results[seat], v.Last.Tile.Card()
	_, from := tile.Seen(r.Turns)
	at := func(square int) ui.Text {
		return ui.Literal(kit.SquareCell(slices.Index(from[:], square)).String())
	}
	list := []ui.Text{ui.T("result.calm", r.Before, r.Calm)}
	if r.Woke {
		list[0] = ui.T("result.woke", r.Before)
	}
	if r.Uncovered > 0 {
		list = append(list, ui.T("result.uncovered", r.Uncovered))
	}
	if r.Outside > 0 {
		list = append(list, ui.T("result.outside", r.Outside))
	}
	for _, h := range r.Harms {
		switch {
		case h.Kind == kit.Bat && h.Taken == "":
			list = append(list, ui.T("result.bat.none", at(h.Square)))
		case h.Kind == kit.Bat:
			list = append(list, ui.T("result.bat", at(h.Square), ui.Literal(strings.TrimSpace(string(h.Taken)+" "+pointSigns(-h.Lost.Card().Points)))))
		default:
			list = append(list, ui.T("result."+harmNames[h.Kind], at(h.Square), h.Loss))
		}
	}
	for _, g := range r.Gains {
		switch {
		case g.Closed:
			list = append(list, ui.T("result.closed", at(g.Square)))
		case g.Chest != 0:
			list = append(list, ui.T("result.chest", at(g.Square), g.Keys, label.HaulText(g.Haul)))
		case g.Kind == kit.Intertwined && g.Haul == (kit.Haul{}):
			list = append(list, ui.T("result.none-left", at(g.Square)))
		default:
			list = append(list, ui.T("result.gain", at(g.Square), label.HaulText(g.Haul)))
		}
	}
	if r.Steps > 0 {
		list = append(list, ui.T("result.steps", r.Steps))
	}
	return list
}

// harmNames are the kinds of nightmares in the catalogues.
var harmNames = map[kit.SquareKind]string{kit.Nightmare: "nightmare", kit.Octopus: "octopus", kit.Spider: "spider"}

// tablePage is what every player has.
func tablePage(v view.View) ui.Page {
	p := ui.Page{Title: ui.T("table.title", v.Round, kit.Rounds), Colour: colourNight}
	p.Show(picture.Board(v))
	p.Open(seatPath(max(int(v.Me), 0)), "🧩", ui.T("seat.button"))
	addBack(&p)
	return p
}

// seatPage is the segments of a player.
func seatPage(v view.View, seat int) ui.Page {
	d := &v.Dreamers[seat]
	p := ui.Page{Title: ui.T("seat.title", ui.Name(seat)), Colour: colourNight}
	p.Say(ui.T("seat.about", len(d.Segments), d.Score.Points))
	p.Show(picture.Segments(v, seat))
	for i := range v.Dreamers {
		p.Controls = append(p.Controls, ui.Control{Label: ui.Name(i).Text(), Icon: "🧩", To: ui.Open(seatPath(i)), Off: i == seat})
	}
	n := len(p.Controls)
	addBack(&p)
	p.NewRow(n)
	return p
}
