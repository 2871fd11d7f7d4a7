package dreamrunners

import (
	"slices"
	"strconv"

	"oneiros/games"
	"oneiros/games/ui"
)

// pathSince is the page of all that has happened since the viewer's last composition.
const pathSince = "since"

// standLine says in one line what wins the match, and how the viewer stands.
func standLine(v View) ui.Text {
	d := v.me()
	return ui.T("stand", d.Score.Total, placeText(placeOf(v, int(v.Me))), len(v.Dreamers), d.Coins)
}

// lowCalm is how much calm one dream may well cost.
const lowCalm = 3

// dangerLine names those who may wake in this dream.
func dangerLine(v View) ui.Text {
	var list []ui.Text
	for i := range v.Dreamers {
		if d := &v.Dreamers[i]; d.Woke == 0 && d.Calm <= lowCalm {
			list = append(list, ui.T("danger.who", ui.Name(i), d.Calm))
		}
	}
	if len(list) == 0 {
		return ui.Text{}
	}
	return ui.T("danger", list)
}

// placeOf is the place of a seat, from 1. Equal players share it.
func placeOf(v View, seat int) int {
	n := 1
	for i := range v.Dreamers {
		if v.better(i, seat) < 0 {
			n++
		}
	}
	return n
}

func placeText(n int) ui.Text { return ui.T("place." + strconv.Itoa(n)) }

// joined is texts with dots between them. It is empty for none.
func joined(list ...ui.Text) ui.Text {
	var all ui.Text
	for _, x := range list {
		switch {
		case x.IsZero():
		case all.IsZero():
			all = x
		default:
			all = ui.T("joined", all, x)
		}
	}
	return all
}

// called is what the viewer reads for a seat.
func called(v View, seat games.Seat) ui.Text {
	if seat == v.Me {
		return ui.T("you")
	}
	return ui.Name(seat).Text()
}

// whoLine says who is ready, and for whom the others wait. The viewer comes first.
func whoLine(v View) ui.Text {
	var ready, wait []ui.Text
	for i := range v.Dreamers {
		seat := games.Seat((max(int(v.Me), 0) + i) % len(v.Dreamers))
		switch {
		case v.ready(int(seat)):
			ready = append(ready, called(v, seat))
		case v.Dreamers[seat].Woke == 0:
			wait = append(wait, called(v, seat))
		}
	}
	switch {
	case len(wait) == 0:
		return ui.Text{}
	case len(ready) == 0:
		return ui.T("who.all")
	default:
		return ui.T("who.some", ready, wait)
	}
}

// newsLines are what has happened since the viewer's last composition: what the dream
// brought to them, what became of the others, and who bought what.
func newsLines(v View) []ui.Text {
	var list []ui.Text
	add := func(x ui.Text) {
		if !x.IsZero() {
			list = append(list, x)
		}
	}
	if dreamt(v) {
		add(resultLine(v, int(v.Me)))
		var others []ui.Text
		for _, i := range v.Last.present() {
			if i != int(v.Me) {
				others = append(others, otherText(v, i))
			}
		}
		add(joined(others...))
	}
	add(shopNews(v))
	return list
}

// briefNews are the same in fewer words, for the page on which one builds: of the others
// only who was first, and who bought what.
func briefNews(v View) []ui.Text {
	if !dreamt(v) {
		return nil
	}
	var first ui.Text
	if v.Last.First != games.Nobody && v.Last.First != v.Me {
		first = ui.T("news.first", ui.Name(v.Last.First))
	}
	return []ui.Text{resultLine(v, int(v.Me)), joined(first, shopNews(v))}
}

// dreamt reports whether a dream that the viewer took part in is news to them.
func dreamt(v View) bool {
	return slices.ContainsFunc(v.News, func(e Event) bool { return e.Kind == EventDream }) && !v.Last.Results[v.Me].Absent
}

// shopNews says in a line who bought what.
func shopNews(v View) ui.Text {
	bought := purchases(v, func(g Segment) ui.Text { return ui.Literal(bandIcons[g.Card().Shape] + g.Card().Shape.String()) })
	if len(bought) == 0 {
		return ui.Text{}
	}
	return ui.T("news.shop", joined(bought...))
}

// purchases says who bought what since the viewer's last composition, in the order of the
// shop.
func purchases(v View, words func(Segment) ui.Text) []ui.Text {
	var seats []games.Seat
	things := map[games.Seat][]ui.Text{}
	calm := map[games.Seat]int{}
	for _, e := range v.News {
		switch e.Kind {
		case EventBuy:
			things[e.Seat] = append(things[e.Seat], words(e.Segment))
		case EventCalm:
			calm[e.Seat]++
		default:
			continue
		}
		if !slices.Contains(seats, e.Seat) {
			seats = append(seats, e.Seat)
		}
	}
	var list []ui.Text
	for _, seat := range seats {
		if n := calm[seat]; n > 0 {
			things[seat] = append(things[seat], ui.Literal("+"+strconv.Itoa(n)+"🌙"))
		}
		list = append(list, ui.T("news.bought", called(v, seat), things[seat]))
	}
	return list
}

// otherText is what became of another player in the last dream.
func otherText(v View, seat int) ui.Text {
	r, key := &v.Last.Results[seat], "news.other"
	switch {
	case r.Woke:
		return ui.T("news.other.woke", ui.Name(seat))
	case v.Last.First == games.Seat(seat):
		key = "news.other.first"
	}
	said := ui.T(key, ui.Name(seat), r.Before, r.Calm)
	if s := r.changes(); s != "" {
		said = ui.T("news.more", said, ui.Literal(s))
	}
	return said
}

// resultLine is what the last dream brought to a player, and what cost them calm.
func resultLine(v View, seat int) ui.Text {
	r, key := &v.Last.Results[seat], "news.result"
	if v.Last.First == games.Seat(seat) {
		key = "news.result.first"
	}
	who := ui.Name(seat).Text()
	if games.Seat(seat) == v.Me {
		who = ui.T("You")
	}
	calm := ui.T("news.kept", r.Calm)
	if r.lost() > 0 {
		calm = ui.T("news.lost", r.Before, r.Calm, lossWords(v, r))
	}
	gains := ui.Text{}
	if s := gainWords(r); s != "" {
		gains = ui.Literal(s)
	}
	return ui.T(key, who, joined(calm, gains))
}

// lossWords are what cost calm, one after the other.
func lossWords(v View, r *Result) []ui.Text {
	var list []ui.Text
	add := func(n int, key string) {
		if n > 0 {
			list = append(list, ui.T(key, n))
		}
	}
	add(r.Uncovered, "news.uncovered")
	add(r.Outside, "news.outside")
	_, from := v.Last.Tile.Card().Seen(r.Turns)
	for _, h := range r.Harms {
		if h.Loss > 0 {
			cell := squareCell(slices.Index(from[:], h.Square)).String()
			list = append(list, ui.T("news."+harmNames[h.Kind], ui.Literal(cell), h.Loss))
		}
	}
	return list
}

// sincePage is all that has happened since the viewer's last composition.
func sincePage(v View) ui.Page {
	p := ui.Page{Title: ui.T("since.all"), Colour: colourNight}
	p.Say(ui.T("news.dream", v.Last.Round, tileName(v.Last.Tile)))
	for _, i := range v.Last.present() {
		p.Say(resultLine(v, i))
	}
	bought := purchases(v, segmentText)
	if len(bought) == 0 {
		bought = []ui.Text{ui.T("news.shop.none")}
	}
	for _, x := range bought {
		p.Say(ui.T("news.shop", x))
	}
	if v.Phase == Building {
		p.Say(whoLine(v))
	}
	for _, i := range v.Last.present() {
		p.Controls = append(p.Controls, ui.Control{Label: ui.Name(i).Text(), Icon: "💤", To: ui.Open(resultPath(i))})
	}
	n := len(p.Controls)
	p.Open(pathTable, "📊", ui.T("table.button"))
	addBack(&p)
	p.NewRow(n)
	return p
}

// segmentText is a segment with its shape and what is on it.
func segmentText(g Segment) ui.Text {
	return ui.T("seat.alt.segment", ui.Literal(g.Card().Shape.String()), segmentWords(g))
}
