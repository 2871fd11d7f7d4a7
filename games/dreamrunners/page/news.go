package page

import (
	"slices"
	"strconv"
	"strings"

	"oneiros/games"
	"oneiros/games/dreamrunners/kit"
	"oneiros/games/dreamrunners/label"
	"oneiros/games/dreamrunners/view"
	"oneiros/games/ui"
)

// pathSince is the page of all that has happened since the viewer's last composition.
const pathSince = "since"

// standLine says in one line what wins the match, and what every player has of it, the first
// one first. In the last shop the coins decide what can still be had.
func standLine(v view.View) ui.Text {
	key := "stand.of"
	if v.Phase == kit.Between && v.Round == kit.Rounds {
		key = "stand.coins"
	}
	var list []ui.Text
	for _, i := range v.Ranking() {
		d := &v.Dreamers[i]
		switch {
		case d.Woke > 0:
			list = append(list, ui.T("stand.woke", label.Called(v, games.Seat(i))))
		case games.Seat(i) == v.Me:
			list = append(list, ui.T(key+".you", d.Score.Total, d.Coins))
		default:
			list = append(list, ui.T(key, ui.Name(i), d.Score.Total, d.Coins))
		}
	}
	return ui.T("stand", label.Joined(list...))
}

// stockLine is what the viewer has, in signs. The star is the space on its track.
func stockLine(v view.View) ui.Text {
	d := v.Own()
	var shards strings.Builder
	for c, n := range d.Shards {
		shards.WriteString(label.ShardDots[c] + strconv.Itoa(n))
	}
	return ui.T("stock", d.Calm, d.Coins, d.Keys, ui.Literal(shards.String()), ui.Literal(starSign(d.Stars)))
}

// starSign is a space of the star track in a line.
func starSign(n int) string {
	if n == kit.Top {
		return "30+"
	}
	return strconv.Itoa(kit.StarTrack[n])
}

// lowCalm is how much calm one dream may well cost.
const lowCalm = 3

// dangerLine names those who may wake in this dream.
func dangerLine(v view.View) ui.Text {
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

func placeText(n int) ui.Text { return ui.T("place." + strconv.Itoa(n)) }

// whoLine says for whom the others wait. The viewer comes first.
func whoLine(v view.View) ui.Text {
	var wait []ui.Text
	for _, seat := range v.Awaited() {
		wait = append(wait, label.Called(v, seat))
	}
	ready := slices.ContainsFunc(v.Dreamers, func(d view.Dreaming) bool { return d.Ready && d.Woke == 0 })
	switch {
	case len(wait) == 0:
		return ui.Text{}
	case !ready:
		return ui.T("who.all")
	default:
		return ui.T("who.some", wait)
	}
}

// newsLines are what has happened since the viewer's last composition: what the dream
// brought to them, what became of the others, and who bought what.
// Brief is for a panel with a picture below them.
func newsLines(v view.View, brief bool) []ui.Text {
	var list []ui.Text
	add := func(x ui.Text) {
		if !x.IsZero() {
			list = append(list, x)
		}
	}
	if dreamt(v) {
		mine, others := inFull, inShort
		if brief {
			mine, others = inShort, causeless
		}
		add(dreamLine(v, int(v.Me), mine))
		for _, i := range v.Last.Present() {
			if i != int(v.Me) {
				add(otherLine(v, i, others))
			}
		}
	}
	add(shopNews(v))
	if brief && len(list) > 1 { // one paragraph for all but the viewer
		return []ui.Text{list[0], label.Joined(list[1:]...)}
	}
	return list
}

// briefNews are the same in fewer words, for the page on which one builds: of the others
// only who bought what.
func briefNews(v view.View) ui.Text {
	if !dreamt(v) {
		return ui.Text{}
	}
	return label.Joined(dreamLine(v, int(v.Me), inShort), anyShopNews(v))
}

// flashNews are the same for the time in which one builds: who bought what, and what the
// last dream changed for good. What else it brought is in the picture.
func flashNews(v view.View) ui.Text {
	if !dreamt(v) {
		return ui.Text{}
	}
	r := &v.Last.Results[v.Me]
	brought := "🌙\u2060" + strconv.Itoa(r.Before) + "→" + strconv.Itoa(r.Calm) + " " + changeWords(v, int(v.Me))
	return label.Joined(anyShopNews(v), ui.T("news.own", ui.Literal(strings.TrimSpace(brought))))
}

// dreamt reports whether a dream that the viewer took part in is news to them.
func dreamt(v view.View) bool {
	return slices.ContainsFunc(v.News, func(e kit.Event) bool { return e.Kind == kit.EventDream }) && !v.Last.Results[v.Me].Absent
}

// shopNews says in a line which others bought what.
func shopNews(v view.View) ui.Text { return boughtLine(v, true) }

func boughtLine(v view.View, others bool) ui.Text {
	bought := purchases(v, others, func(g kit.Segment) ui.Text {
		return ui.Literal(strings.TrimSpace(labelOf(v, g) + " " + pointSigns(g.Card().Points)))
	})
	if len(bought) == 0 {
		return ui.Text{}
	}
	return ui.T("news.shop", label.Joined(bought...))
}

// anyShopNews says what the viewer bought where no other did, and so where no player did.
func anyShopNews(v view.View) ui.Text {
	for _, others := range []bool{true, false} {
		if news := boughtLine(v, others); !news.IsZero() {
			return news
		}
	}
	return ui.T("news.shop", ui.T("news.shop.none"))
}

// labelOf is the name that a segment has with its owner, or the letter of its shape.
func labelOf(v view.View, g kit.Segment) string {
	for i := range v.Dreamers {
		for _, o := range v.Dreamers[i].Segments {
			if o.Segment == g {
				return string(o.Label)
			}
		}
	}
	return g.Card().Shape.String()
}

// purchases says who bought what since the viewer's last composition, in the order of the
// shop, or only which others did.
func purchases(v view.View, others bool, words func(kit.Segment) ui.Text) []ui.Text {
	var seats []games.Seat
	things := map[games.Seat][]ui.Text{}
	calm := map[games.Seat]int{}
	for _, e := range v.News {
		switch e.Kind {
		case kit.EventBuy:
			things[e.Seat] = append(things[e.Seat], words(e.Segment))
		case kit.EventCalm:
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
		if seat == v.Me && others {
			continue
		}
		if n := calm[seat]; n > 0 {
			things[seat] = append(things[seat], ui.Literal("+"+strconv.Itoa(n)+"🌙→"+strconv.Itoa(v.Dreamers[seat].Calm)))
		}
		list = append(list, ui.T("news.bought", label.Called(v, seat), things[seat]))
	}
	return list
}

// otherLine is what the last dream brought to another player.
func otherLine(v view.View, seat int, how detail) ui.Text {
	if v.Last.Results[seat].Woke {
		return ui.T("news.other.woke", ui.Name(seat))
	}
	return dreamLine(v, seat, how)
}

// resultLine is what the last dream brought to a player, and what cost them calm.
func resultLine(v view.View, seat int) ui.Text { return dreamLine(v, seat, inFull) }

// A detail is how much is said of what cost calm.
type detail int

const (
	inFull    detail = iota
	inShort          // a nightmare is its cell
	causeless        // only how much it was; the board has the rest
)

// dreamLine is what the last dream brought to a player.
func dreamLine(v view.View, seat int, how detail) ui.Text {
	r, key := &v.Last.Results[seat], "news.result"
	if v.Last.First == games.Seat(seat) {
		key = "news.result.first"
	}
	who := ui.Name(seat).Text()
	if games.Seat(seat) == v.Me {
		who = ui.T("You")
	}
	calm := ui.T("news.kept", r.Calm)
	if r.Lost() > 0 {
		_, from := v.Last.Tile.Card().Seen(r.Turns)
		at := func(square int) kit.Cell { return kit.SquareCell(slices.Index(from[:], square)) }
		calm = ui.T("news.lost", r.Before, r.Calm, lossWords(r.Uncovered, r.Outside, r.Harms, at, how == inShort))
		if how == causeless {
			calm = ui.T("news.fell", r.Before, r.Calm)
		}
	}
	gains := ui.Text{}
	if s := gainWords(v, seat); s != "" {
		gains = ui.Literal(s)
	}
	chosen := ui.Text{}
	if r.Clock && games.Seat(seat) == v.Me {
		chosen = ui.T("news.clock")
	}
	return ui.T(key, who, label.Joined(calm, gains, chosen))
}

// lossWords are what costs calm, one after the other: empty cells, cells outside, and
// nightmares with the cell of their square. In few words a nightmare is its cell.
func lossWords(uncovered, outside int, harms []kit.Harm, at func(square int) kit.Cell, brief bool) []ui.Text {
	var list []ui.Text
	add := func(n int, key string) {
		if n > 0 {
			list = append(list, ui.T(key, n))
		}
	}
	add(uncovered, "news.uncovered")
	add(outside, "news.outside")
	for _, h := range harms {
		cell := at(h.Square).String()
		switch {
		case h.Loss <= 0:
		case brief:
			list = append(list, ui.Literal(cell+"\u00a0−"+strconv.Itoa(h.Loss)))
		default:
			list = append(list, ui.T("news."+harmNames[h.Kind], ui.Literal(cell), h.Loss))
		}
	}
	return list
}

// sincePage is all that has happened since the viewer's last composition.
func sincePage(v view.View) ui.Page {
	p := ui.Page{Title: ui.T("since.all"), Colour: colourNight}
	p.Say(ui.T("news.dream", v.Last.Round, label.Tile(v.Last.Tile)))
	for _, i := range v.Last.Present() {
		p.Say(resultLine(v, i))
	}
	bought := purchases(v, false, segmentText)
	if len(bought) == 0 {
		bought = []ui.Text{ui.T("news.shop.none")}
	}
	for _, x := range bought {
		p.Say(ui.T("news.shop", x))
	}
	if v.Phase == kit.Building {
		p.Say(whoLine(v))
	}
	for _, i := range v.Last.Present() {
		p.Controls = append(p.Controls, ui.Control{Label: ui.Name(i).Text(), Icon: "💤", To: ui.Open(resultPath(i))})
	}
	n := len(p.Controls)
	p.Open(pathTable, "📊", ui.T("table.button"))
	addBack(&p)
	p.NewRow(n)
	return p
}

// segmentText is a segment with its shape and what is on it.
func segmentText(g kit.Segment) ui.Text {
	return ui.T("seat.alt.segment", ui.Literal(g.Card().Shape.String()), label.Segment(g))
}
