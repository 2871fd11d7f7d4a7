package dreamrunners

import (
	"cmp"
	"image"
	"slices"
	"strconv"
	"strings"

	"oneiros/games/dreamrunners/kit"
	"oneiros/games/paint"
	"oneiros/games/ui"
)

// times is a number of things on a picture.
func times(n int) string { return "×" + strconv.Itoa(n) }

// gainWords is what a dream brought and took besides calm, in signs.
func gainWords(v View, seat int) string {
	return strings.TrimSpace(haulWords(v.Last.Results[seat].Brought()) + " " + changeWords(v, seat))
}

// changeWords is what the last dream changed for good: the way on the star track, and
// segments that bats took, in signs. Nothing else moves on the track, so that it ends where
// the player is now.
func changeWords(v View, seat int) string {
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
	return signed(n) + "🎯"
}

// resultPage says line by line what the last dream brought to a player.
func resultPage(v View, seat int) ui.Page {
	p := ui.Page{Title: ui.T("results.title", v.Last.Round, ui.Name(seat)), Colour: colourNight}
	p.Say(resultLines(v, seat)...)
	p.Show(compositionPicture(v, seat))
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
func resultLines(v View, seat int) []ui.Text {
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
			list = append(list, ui.T("result.chest", at(g.Square), g.Keys, haulText(g.Haul)))
		case g.Kind == kit.Intertwined && g.Haul == (kit.Haul{}):
			list = append(list, ui.T("result.none-left", at(g.Square)))
		default:
			list = append(list, ui.T("result.gain", at(g.Square), haulText(g.Haul)))
		}
	}
	if r.Steps > 0 {
		list = append(list, ui.T("result.steps", r.Steps))
	}
	return list
}

// harmNames are the kinds of nightmares in the catalogues.
var harmNames = map[kit.SquareKind]string{kit.Nightmare: "nightmare", kit.Octopus: "octopus", kit.Spider: "spider"}

// compositionPicture is what one player built for the last dream.
func compositionPicture(v View, seat int) *ui.Picture {
	r := &v.Last.Results[seat]
	what := append([]any{"composition"}, compositionLook(v, seat)...)
	var pieces []ui.Text
	for _, p := range r.Draft {
		pieces = append(pieces, pieceWords(p))
	}
	alt := []ui.Text{tileAlt(v.Last.Tile, r.Turns), revealAlt(v, seat)}
	if len(pieces) > 0 {
		alt = append(alt, ui.T("build.alt.placed", pieces))
	}
	return ui.Draw(func(say func(ui.Text) string) image.Image {
		c := night(revealWide, revealHead+revealSide+4)
		composition(c, v, seat, revealBox(0).Add(image.Pt((revealWide-revealStep)/2, 0)), say(ui.Name(seat).Text()), shardLetters(say))
		return c.Image()
	}, alt, what...)
}

// tablePage is what every player has.
func tablePage(v View) ui.Page {
	p := ui.Page{Title: ui.T("table.title", v.Round, kit.Rounds), Colour: colourNight}
	p.Show(boardPicture(v))
	p.Open(seatPath(max(int(v.Me), 0)), "🧩", ui.T("seat.button"))
	addBack(&p)
	return p
}

// seatPage is the segments of a player.
func seatPage(v View, seat int) ui.Page {
	d := &v.Dreamers[seat]
	p := ui.Page{Title: ui.T("seat.title", ui.Name(seat)), Colour: colourNight}
	p.Say(ui.T("seat.about", len(d.Segments), d.Score.Points))
	p.Show(segmentsPicture(v, seat))
	for i := range v.Dreamers {
		p.Controls = append(p.Controls, ui.Control{Label: ui.Name(i).Text(), Icon: "🧩", To: ui.Open(seatPath(i)), Off: i == seat})
	}
	n := len(p.Controls)
	addBack(&p)
	p.NewRow(n)
	return p
}

// The layout of the picture of a player's segments.
const (
	chestWide = 800
	chestHigh = 190 // of a row of four
)

// segmentsPicture is the segments of a player, with their coins and points.
func segmentsPicture(v View, seat int) *ui.Picture {
	list := v.Dreamers[seat].Segments
	what := []any{"segments"}
	var words []ui.Text
	for _, o := range list {
		b := loose(string(o.Label), o.Segment, 0)
		what = append(what, b.look())
		words = append(words, ui.T("seat.alt.segment", ui.Literal(string(o.Label)), segmentWords(o.Segment)))
	}
	alt := []ui.Text{ui.T("seat.alt", words)}
	return ui.Draw(func(func(ui.Text) string) image.Image {
		c := night(chestWide, max((len(list)+3)/4, 1)*chestHigh)
		for i, o := range list {
			wide := chestWide / 4
			x, y := i%4*wide, i/4*chestHigh
			box := image.Rect(x+4, y+4, x+wide-4, y+chestHigh-4)
			c.Tile(box.Min.X, box.Min.Y, box.Dx(), box.Dy(), 14, 2, paint.Slate, paint.Dusk)
			b := loose(string(o.Label), o.Segment, 0)
			b.draw(c, box.Inset(6), 58)
		}
		return c.Image()
	}, alt, what...)
}

// over is the page at the end. A player reads why it ended so for them, and the public why
// the winner won. What every player has is in the picture.
func over(v View) ui.Page {
	p := ui.Page{Title: ui.T("over.title"), Colour: colourDawn}
	p.Say(whyLine(v), lastLine(v))
	p.Show(morning(v))
	addLooks(&p, v)
	return p
}

// ranking are the seats in the order in which they did: those with the most points first,
// those who woke last, and of them first who slept the longest.
func (v View) ranking() []int {
	list := make([]int, len(v.Dreamers))
	for i := range list {
		list[i] = i
	}
	slices.SortStableFunc(list, v.better)
	return list
}

// better is negative where seat i is before seat j, and 0 where they are equal.
func (v View) better(i, j int) int {
	a, b := &v.Dreamers[i], &v.Dreamers[j]
	if a.Woke == 0 && b.Woke == 0 {
		return cmp.Or(cmp.Compare(b.Score.Total, a.Score.Total), cmp.Compare(b.Coins, a.Coins))
	}
	if a.Woke == 0 || b.Woke == 0 {
		return cmp.Compare(a.Woke, b.Woke)
	}
	return cmp.Compare(b.Woke, a.Woke)
}
