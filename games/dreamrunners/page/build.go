package page

import (
	"slices"
	"strconv"

	"oneiros/games"
	"oneiros/games/dreamrunners/kit"
	"oneiros/games/dreamrunners/label"
	"oneiros/games/dreamrunners/picture"
	"oneiros/games/dreamrunners/view"
	"oneiros/games/ui"
)

// # Building
//
// Nine buttons stand for the nine cells of the tile. One press places the segment that is
// held; the largest one that is left is held by itself. It takes the first turn in which
// it fits onto the tile. Another button turns what was placed last, another takes it back.
// A press on a covered cell takes the segment there into the hand. So four segments are
// placed with four presses, and turned with a few more.
//
// On a phone a row has room for four short buttons, and the rows keep their places while
// one builds. So the fourth of each row has few letters or none.
//
// Two menus, of segments with their turns and of cells, need four presses for every
// segment. They are on the page behind "More", where places outside of the tile are, too.

// buildPages are the pages of a player who builds.
func buildPages(v view.View, words []string) ui.Page {
	switch {
	case words[0] == pathWrite && len(words) == 1:
		return ui.Page{Title: ui.T("write.title"), Form: []ui.Field{{Label: ui.T("write.label"), Hint: ui.T("write.hint"), Min: 1, Max: kit.MostBuild, Value: v.Draft.String()}}}
	case words[0] == pathBare && len(words) == 1 && len(v.Draft) == 0:
		return barePage(v)
	case (words[0] == pathHold || words[0] == pathMore) && len(words) >= 2:
		h, ok := readHand(v, words[1:])
		switch {
		case !ok:
		case words[0] == pathMore:
			return morePage(v, h)
		case len(words) > 2 || h.Label != v.Next().Label || len(v.Draft) > 0:
			return building(v, h, true)
		}
	}
	return building(v, v.Next(), false)
}

// readHand reads which segment is held: "L", "L", "90" or "L", "0", "b2".
func readHand(v view.View, words []string) (h view.Hand, ok bool) {
	h.Label = kit.Label(words[0])
	if !slices.ContainsFunc(v.Own().Segments, func(o kit.Owned) bool { return o.Label == h.Label }) || len(words) > 3 {
		return h, false
	}
	if p := v.Draft.Placed(h.Label); p != nil {
		h.Turn = p.Turn
	}
	if len(words) == 2 {
		t, ok := kit.ParseTurn(words[1])
		if !ok || t > 0 && v.Card(h.Label).Shape == kit.Mono {
			return h, false
		}
		h.Turn, h.Exact = t, true
	}
	return h, true
}

// building is the page on which one builds. Chosen tells that what is held was chosen.
func building(v view.View, h view.Hand, chosen bool) ui.Page {
	p := ui.Page{Title: buildTitle(v), Colour: colourMine}
	if v.Running {
		p.Colour = colourSand
	}
	if len(v.Draft) == 0 && !v.Running {
		p.Say(briefNews(v))
	} else { // no player has the time to read more
		p.Say(flashNews(v))
	}
	aim := h // what is turned and taken back
	if !chosen && len(v.Draft) > 0 {
		last := v.Draft[len(v.Draft)-1]
		aim = view.Hand{Label: last.Label, Turn: last.Turn}
	}
	p.Say(handLine(v, h, aim), doneLine(v), clockLine(v))
	p.Show(picture.Build(v, h))
	for row := range 3 {
		n := len(p.Controls)
		for col := range 3 {
			p.Controls = append(p.Controls, cellButton(v, kit.SquareCell(3*row+col), h))
		}
		switch row {
		case 0:
			p.Controls = append(p.Controls, turnButton(v, aim))
		case 1:
			if len(v.Draft) == 0 && v.Last.Round > 0 { // there is nothing to take back
				p.Open(pathSince, "", ui.T("results.button.now"))
			} else {
				p.Controls = append(p.Controls, backButton(v, aim))
			}
		case 2:
			p.Controls = append(p.Controls, doneButton(v))
		}
		p.NewRow(n)
	}
	segmentButtons(v, &p, h)
	p.Teach = teach(v)
	return p
}

// thin is a narrow space. A wide one would not leave room for four buttons in a row.
const thin = "\u2009"

// cellButton is the button of a cell. It places what is held there, or takes up the segment
// that covers the cell, and has its letter before the name then. A part outside of the tile
// has its price behind the name.
func cellButton(v view.View, c kit.Cell, h view.Hand) ui.Control {
	at := v.At(c)
	if at != nil && at.Label != h.Label {
		path := pathHold + "/" + string(at.Label) + "/" + at.Turn.String() + "/" + c.String()
		return ui.Control{Label: ui.Literal(string(at.Label) + thin + c.String()), Style: ui.Primary, To: ui.Open(path)}
	}
	name := c.String()
	b := ui.Control{Off: true}
	if h.Label != "" && (at == nil || at.Cell != c) {
		t, ok := v.Best(h, c)
		b.Off, b.To = !ok, ui.Do(kit.Move{Verb: kit.Place, Label: h.Label, Cell: c, Turn: t})
		if outside, _ := v.Fits(h.Label, c, t); ok && outside > 0 {
			name += thin + label.Outside(outside)
		}
	}
	b.Label = ui.Literal(name)
	return b
}

// turnButton turns a segment: where it lies, to the next turn that has room, or in the
// hand.
func turnButton(v view.View, h view.Hand) ui.Control {
	b := ui.Control{Label: ui.Literal(string(h.Label)), Icon: "🔄", Off: true}
	if h.Label == "" || v.Card(h.Label).Shape == kit.Mono {
		return b
	}
	at := v.Draft.Placed(h.Label)
	if at == nil {
		b.Off = false
		if t := (h.Turn + 1) & 3; t != 0 {
			b.To = ui.Open(pathHold + "/" + string(h.Label) + "/" + t.String())
		} else {
			b.To = ui.Open(holdPath(v, h.Label))
		}
		return b
	}
	if list := v.TurnsAt(h.Label, at.Cell); len(list) > 1 {
		t := list[(slices.Index(list, at.Turn)+1)%len(list)]
		b.Off, b.To = false, ui.Do(kit.Move{Verb: kit.Place, Label: h.Label, Cell: at.Cell, Turn: t})
	}
	return b
}

// backButton takes a segment back.
func backButton(v view.View, h view.Hand) ui.Control {
	b := ui.Control{Icon: "↩️", Label: ui.Literal(string(h.Label)), To: ui.Do(kit.Move{Verb: kit.Take, Label: h.Label})}
	b.Off = h.Label == "" || v.Draft.Placed(h.Label) == nil
	return b
}

// doneButton says that the builder is ready. On an empty tile it asks first, because the
// first dreamer cannot take it back.
func doneButton(v view.View) ui.Control {
	b := ui.Control{Label: ui.T("done.button"), Style: ui.Good, To: ui.Do(kit.Move{Verb: kit.Done})}
	if len(v.Draft) == 0 {
		b.To = ui.Open(pathBare)
	}
	return b
}

// barePage asks once more before a player is ready with nothing laid.
func barePage(v view.View) ui.Page {
	p := ui.Page{Title: ui.T("bare.title"), Colour: colourMine}
	p.Say(ui.T("bare.about", v.Forecast().Loss), clockLine(v))
	p.Do(kit.Move{Verb: kit.Done}, "", ui.Danger, ui.T("bare.do"))
	addBack(&p)
	return p
}

// holdPath is the path of the page on which a segment is held.
func holdPath(v view.View, l kit.Label) string {
	if len(v.Draft) == 0 && v.Next().Label == l {
		return "" // the first page holds it
	}
	return pathHold + "/" + string(l)
}

// mostButtons is how many short buttons a row of a phone has room for.
const mostButtons = 4

// segmentButtons are the segments that can be chosen, before them what else one can do.
// They are a row, or a menu where there are many.
func segmentButtons(v view.View, p *ui.Page, h view.Hand) {
	list := slices.DeleteFunc(v.Unused(), func(o kit.Owned) bool { return o.Label == h.Label })
	if len(list) >= mostButtons {
		var choices []ui.Choice
		for _, o := range v.Own().Segments {
			if o.Label != h.Label && v.Draft.Placed(o.Label) != nil {
				continue // it lies on the tile
			}
			choices = append(choices, ui.Choice{
				Label: ui.Literal(string(o.Label)), Icon: bandIcons[o.Segment.Card().Shape], Hint: label.Segment(o.Segment),
				To: ui.Open(holdPath(v, o.Label)), Now: o.Label == h.Label,
			})
		}
		p.Menu(ui.T("segments.menu"), append(choices, ui.Choice{Label: ui.T("more.button"), To: ui.Open(morePath(v, h))}))
		return
	}
	n := len(p.Controls)
	p.Open(morePath(v, h), "", ui.T("more.button"))
	if outside, ok := v.Room(h.Label); ok && len(v.Draft) > 0 && h == v.Next() {
		name := string(h.Label) // it goes to where the fewest of its cells are outside
		if outside > 0 {
			name += thin + label.Outside(outside)
		}
		letters := name
		for _, o := range list {
			letters += string(o.Label)
		}
		if len(list) < mostButtons-2 || len(letters) < mostButtons { // with More they fit into a row
			p.Do(kit.Move{Verb: kit.Place}, "", ui.Plain, ui.T("place.button", ui.Literal(name)))
		}
	}
	for _, o := range list {
		p.Open(holdPath(v, o.Label), bandIcons[o.Segment.Card().Shape], ui.Literal(string(o.Label)))
	}
	p.NewRow(n)
}

// bandIcons are squares in the colours of the shapes.
var bandIcons = [kit.Shapes]string{kit.Mono: "🟩", kit.Duo: "🟪", kit.Trio: "🟦", kit.Bend: "🟧"}

// morePath is the path of every place of what is held.
func morePath(v view.View, h view.Hand) string {
	if h.Label == "" {
		h.Label = v.Own().Segments[0].Label
		h.Turn = v.Draft.Placed(h.Label).Turn
	}
	return pathMore + "/" + string(h.Label) + "/" + h.Turn.String()
}

// morePage is every place of a segment, outside of the tile too, and other ways to build.
func morePage(v view.View, h view.Hand) ui.Page {
	p := ui.Page{Title: ui.T("more.title", ui.Literal(string(h.Label))), Colour: colourMine}
	p.Say(ui.T("more.about"))
	p.Show(picture.Places(v, h))
	var list []ui.Choice
	at := v.Draft.Placed(h.Label)
	for c := range kit.Cell(kit.Frame * kit.Frame) {
		if outside, ok := v.Fits(h.Label, c, h.Turn); ok {
			choice := ui.Choice{
				Label: ui.Literal(c.String()), Now: at != nil && at.Cell == c && at.Turn == h.Turn,
				To: ui.Do(kit.Move{Verb: kit.Place, Label: h.Label, Cell: c, Turn: h.Turn}),
			}
			if outside > 0 {
				choice.Hint = ui.T("more.outside", outside, ui.Literal(label.Outside(outside)))
			}
			list = append(list, choice)
		}
	}
	p.Menu(ui.T("more.cells", ui.Literal(string(h.Label)), ui.Literal(h.Turn.String())), list)
	list = nil
	for _, o := range v.Own().Segments {
		list = append(list, ui.Choice{Label: ui.Literal(string(o.Label)), Icon: bandIcons[o.Segment.Card().Shape], Hint: label.Segment(o.Segment),
			To: ui.Open(morePath(v, view.Hand{Label: o.Label})), Now: o.Label == h.Label})
	}
	p.Menu(ui.T("segments.menu"), list)
	n := len(p.Controls)
	if v.Card(h.Label).Shape != kit.Mono {
		for t := range kit.Turn(kit.Turns) {
			p.Controls = append(p.Controls, ui.Control{Label: ui.T("more.turn", ui.Literal(t.String())), To: ui.Open(morePath(v, view.Hand{Label: h.Label, Turn: t})), Off: t == h.Turn})
		}
		p.NewRow(n)
	}
	n = len(p.Controls)
	p.Do(kit.Move{Verb: kit.Place}, "🪄", ui.Plain, ui.T("place.next"))
	p.Controls = append(p.Controls, ui.Control{Label: ui.T("write.button"), Icon: "✍️", To: ui.Ask(pathWrite)})
	if v.May(kit.Clear) {
		p.Do(kit.Move{Verb: kit.Clear}, "🧹", ui.Plain, ui.T("clear.button"))
	}
	p.Open(pathHelp, "❓", ui.T("help.short"))
	addBack(&p)
	p.NewRow(n)
	return p
}

// panelTitle says which dream it is. Its name is on the board.
func panelTitle(v view.View) ui.Text {
	key := "title.mine." + string(v.Phase)
	if v.Phase == kit.Between {
		key = lastly(v, key)
	}
	return ui.T(key, v.Round, kit.Rounds)
}

// buildTitle says which dream it is, and for whom the table waits. Who builds reads how many
// others that are: the picture marks who is ready.
func buildTitle(v view.View) ui.Text {
	who := whoLine(v)
	if n := len(v.Awaited()); n > 1 && who.Key == "who.some" && v.May(kit.Build) {
		who = ui.T("who.you", n-1)
	}
	return label.Joined(panelTitle(v), who)
}

// clockLine says how long one may build, and who was first.
func clockLine(v view.View) ui.Text {
	key := "sand.still.you"
	switch {
	case v.Relaxed:
		key = "sand.relaxed.you"
	case v.Running && v.First == games.Nobody:
		key = "sand.self.you"
	case v.Running:
		key = "sand.runs.you"
	}
	return label.Joined(firstText(v), ui.T(key, ui.Until(v.Until)))
}

// firstText names the first dreamer, where the page does not congratulate them.
func firstText(v view.View) ui.Text {
	if v.First == games.Nobody || v.First == v.Me && v.Phase == kit.Building {
		return ui.Text{}
	}
	return ui.T("sand.who.first", label.Called(v, v.First))
}

// doneLine says what being ready means, and what the draft would bring then. A player who is
// first gets a coin, and cannot take it back.
func doneLine(v view.View) ui.Text {
	key := "forecast.done"
	if v.First == games.Nobody && !v.Running {
		key = "forecast.done.first"
	}
	return ui.T(key, forecast(v))
}

// handLine says what a press on a cell does, and which segment is turned and taken back.
func handLine(v view.View, h, aim view.Hand) ui.Text {
	key := "hand.lay"
	switch {
	case h.Label == "":
		key = "hand.none"
	case v.Draft.Placed(h.Label) != nil:
		key = "hand.move"
	case !slices.ContainsFunc(v.Pressed(h), func(p view.Press) bool { return p.OK }):
		key = "hand.full"
	case len(v.Draft) > 0:
		key = "hand.lay.more"
	}
	press := ui.T(key, ui.Literal(string(h.Label)))
	switch turn, back := !turnButton(v, aim).Off, !backButton(v, aim).Off; {
	case turn && back:
		key = "hand.both"
	case turn && aim.Label == h.Label:
		return label.Joined(press, ui.T("hand.turn"))
	case back:
		key = "hand.back"
	default:
		return press
	}
	return label.Joined(press, ui.T(key, ui.Literal(string(aim.Label))))
}

// forecast is what the draft would bring now: the calm that it costs and why, and in signs
// what it gives.
func forecast(v view.View) ui.Text {
	f := v.Forecast()
	var parts []ui.Text
	sign := func(s string) { parts = append(parts, ui.Literal(s)) }
	switch {
	case f.Loss > 0 && len(v.Draft) == 0: // everything is empty
		sign("−" + strconv.Itoa(f.Loss) + "🌙")
	case f.Loss > 0:
		parts = append(parts, ui.T("forecast.loss", f.Loss, lossWords(f.Uncovered, f.Outside, f.Harms, kit.SquareCell, true)))
	}
	if s := label.Haul(f.Haul); s != "" {
		sign(s)
	}
	squares, _ := v.Tile.Card().Seen(v.Turns)
	at := func(square int) ui.Text { return ui.Literal(kit.SquareCell(square).String()) }
	for _, i := range f.Rainbows {
		for _, r := range squares[i].Rewards {
			if r == kit.Rainbow {
				sign("+" + strconv.Itoa(f.Times[i]) + "🌈")
			}
		}
	}
	for range f.Shared {
		sign("♾️")
	}
	for _, i := range f.Opens {
		parts = append(parts, ui.T("forecast.opens", at(i), squares[i].Locks()))
	}
	for _, i := range f.Closed {
		parts = append(parts, ui.T("forecast.closed", at(i), squares[i].Locks()))
	}
	if f.Bat {
		parts = append(parts, ui.T("forecast.bat"))
	}
	if len(parts) == 0 {
		return ui.T("haul.nothing")
	}
	all := parts[0]
	for _, x := range parts[1:] {
		all = ui.T("forecast.both", all, x)
	}
	return all
}

// built is the page of a player who is ready.
func built(v view.View) ui.Page {
	p := ui.Page{Title: buildTitle(v), Colour: colourNight}
	key := paced(v, "built")
	if v.First == v.Me {
		key = "built.first"
	}
	p.Say(ui.T(key), clockLine(v), ui.T("forecast", forecast(v)), standLine(v))
	p.Show(picture.Built(v))
	if v.May(kit.More) {
		p.Do(kit.Move{Verb: kit.More}, "✏️", ui.Plain, ui.T("again.button"))
	}
	addLooks(&p, v)
	p.Teach = teach(v)
	return p
}
