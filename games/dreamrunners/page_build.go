package dreamrunners

import (
	"slices"
	"strconv"

	"oneiros/games"
	"oneiros/games/dreamrunners/kit"
	"oneiros/games/ui"
)

// A hand is the segment that a press on a cell places.
type hand struct {
	label kit.Label
	turn  kit.Turn
	exact bool // the turn was chosen, and is kept where it can be
}

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
func buildPages(v View, words []string) ui.Page {
	switch {
	case words[0] == pathWrite && len(words) == 1:
		return ui.Page{Title: ui.T("write.title"), Form: []ui.Field{{Label: ui.T("write.label"), Hint: ui.T("write.hint"), Min: 1, Max: kit.MostBuild, Value: v.Draft.String()}}}
	case words[0] == pathBare && len(words) == 1 && len(v.Draft) == 0:
		return barePage(v)
	case (words[0] == pathHold || words[0] == pathMore) && len(words) >= 2:
		h, ok := v.hand(words[1:])
		switch {
		case !ok:
		case words[0] == pathMore:
			return morePage(v, h)
		case len(words) > 2 || h.label != v.next().label || len(v.Draft) > 0:
			return building(v, h, true)
		}
	}
	return building(v, v.next(), false)
}

// hand reads which segment is held: "L", "L", "90" or "L", "0", "b2".
func (v View) hand(words []string) (h hand, ok bool) {
	h.label = kit.Label(words[0])
	if !slices.ContainsFunc(v.me().Segments, func(o kit.Owned) bool { return o.Label == h.label }) || len(words) > 3 {
		return h, false
	}
	if p := v.Draft.Placed(h.label); p != nil {
		h.turn = p.Turn
	}
	if len(words) == 2 {
		t, ok := kit.ParseTurn(words[1])
		if !ok || t > 0 && v.card(h.label).Shape == kit.Mono {
			return h, false
		}
		h.turn, h.exact = t, true
	}
	return h, true
}

// unused are the segments of the viewer that are not placed.
func (v View) unused() []kit.Owned { return v.Draft.Unused(v.me().Segments) }

// next is the segment that is held by itself: the first that is left.
func (v View) next() hand {
	if list := v.unused(); len(list) > 0 {
		return hand{label: list[0].Label}
	}
	return hand{}
}

// card is what is printed on a segment of the viewer.
func (v View) card(l kit.Label) *kit.SegmentCard {
	for _, o := range v.me().Segments {
		if o.Label == l {
			return o.Segment.Card()
		}
	}
	return nil
}

// piece is a segment of the viewer at a place.
func (v View) piece(l kit.Label, c kit.Cell, t kit.Turn) kit.Piece {
	for _, o := range v.me().Segments {
		if o.Label == l {
			return kit.Piece{Label: l, Segment: o.Segment, Cell: c, Turn: t}
		}
	}
	return kit.Piece{}
}

// fits reports whether a segment of the viewer can be placed, and with how many cells
// outside of the tile.
func (v View) fits(l kit.Label, c kit.Cell, t kit.Turn) (outside int, ok bool) {
	p := v.piece(l, c, t)
	return p.Outside(), v.Draft.Fits(p) == nil
}

// best is the turn that a press on a cell gives to what is held: the chosen one, or the
// first one with the fewest cells outside.
func (v View) best(h hand, c kit.Cell) (t kit.Turn, ok bool) {
	if h.exact {
		if _, ok := v.fits(h.label, c, h.turn); ok {
			return h.turn, true
		}
	}
	least := kit.Turns
	for i := range kit.Turn(kit.Turns) {
		at := (h.turn + i) & 3
		if n, can := v.fits(h.label, c, at); can && n < least {
			t, ok, least = at, true, n
		}
	}
	return t, ok
}

// A pressed is what a press on a cell does: where the segment in the hand would lie.
type pressed struct {
	cell    kit.Cell
	beside  bool // the letter of a segment stands in the corner
	free    bool // nothing lies there but what is held
	ok      bool // it has room
	turn    kit.Turn
	cells   []kit.Cell
	outside int // how many of them are outside of the tile
}

// presses are what a press on each cell of the tile does.
func (v View) presses(h hand) []pressed {
	var list []pressed
	for _, c := range kit.Inward[:9] {
		p := pressed{cell: c}
		at := v.at(c)
		p.beside = at != nil && at.Cell == c
		p.free = at == nil || at.Label == h.label && at.Cell != c
		if p.free && h.label != "" {
			if p.turn, p.ok = v.best(h, c); p.ok {
				lies := v.piece(h.label, c, p.turn)
				p.cells, p.outside = lies.Cells(), lies.Outside()
			}
		}
		list = append(list, p)
	}
	return list
}

// at is the segment that covers a cell, or nil.
func (v View) at(c kit.Cell) *kit.Piece {
	for i := range v.Draft {
		if slices.Contains(v.Draft[i].Cells(), c) {
			return &v.Draft[i]
		}
	}
	return nil
}

// building is the page on which one builds. Chosen tells that what is held was chosen.
func building(v View, h hand, chosen bool) ui.Page {
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
		aim = hand{label: last.Label, turn: last.Turn}
	}
	p.Say(handLine(v, h, aim), doneLine(v), clockLine(v))
	p.Show(largePicture(v, h))
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
func cellButton(v View, c kit.Cell, h hand) ui.Control {
	at := v.at(c)
	if at != nil && at.Label != h.label {
		path := pathHold + "/" + string(at.Label) + "/" + at.Turn.String() + "/" + c.String()
		return ui.Control{Label: ui.Literal(string(at.Label) + thin + c.String()), Style: ui.Primary, To: ui.Open(path)}
	}
	name := c.String()
	b := ui.Control{Off: true}
	if h.label != "" && (at == nil || at.Cell != c) {
		t, ok := v.best(h, c)
		b.Off, b.To = !ok, ui.Do(kit.Move{Verb: kit.Place, Label: h.label, Cell: c, Turn: t})
		if outside, _ := v.fits(h.label, c, t); ok && outside > 0 {
			name += thin + priceOf(outside)
		}
	}
	b.Label = ui.Literal(name)
	return b
}

// priceOf is the calm that cells outside of the tile cost.
func priceOf(outside int) string { return "−" + strconv.Itoa(outside) }

// turnButton turns a segment: where it lies, to the next turn that has room, or in the
// hand.
func turnButton(v View, h hand) ui.Control {
	b := ui.Control{Label: ui.Literal(string(h.label)), Icon: "🔄", Off: true}
	if h.label == "" || v.card(h.label).Shape == kit.Mono {
		return b
	}
	at := v.Draft.Placed(h.label)
	if at == nil {
		b.Off = false
		if t := (h.turn + 1) & 3; t != 0 {
			b.To = ui.Open(pathHold + "/" + string(h.label) + "/" + t.String())
		} else {
			b.To = ui.Open(v.holdPath(h.label))
		}
		return b
	}
	if list := v.turnsAt(h.label, at.Cell); len(list) > 1 {
		t := list[(slices.Index(list, at.Turn)+1)%len(list)]
		b.Off, b.To = false, ui.Do(kit.Move{Verb: kit.Place, Label: h.label, Cell: at.Cell, Turn: t})
	}
	return b
}

// turnsAt are the turns in which a segment has room at a place: those with the fewest
// cells outside first, so that a press or two are enough for what people mostly want.
func (v View) turnsAt(l kit.Label, c kit.Cell) []kit.Turn {
	var by [kit.Turns][]kit.Turn
	for t := range kit.Turn(kit.Turns) {
		if outside, ok := v.fits(l, c, t); ok {
			by[outside] = append(by[outside], t)
		}
	}
	return slices.Concat(by[:]...)
}

// backButton takes a segment back.
func backButton(v View, h hand) ui.Control {
	b := ui.Control{Icon: "↩️", Label: ui.Literal(string(h.label)), To: ui.Do(kit.Move{Verb: kit.Take, Label: h.label})}
	b.Off = h.label == "" || v.Draft.Placed(h.label) == nil
	return b
}

// doneButton says that the builder is ready. On an empty tile it asks first, because the
// first dreamer cannot take it back.
func doneButton(v View) ui.Control {
	b := ui.Control{Label: ui.T("done.button"), Style: ui.Good, To: ui.Do(kit.Move{Verb: kit.Done})}
	if len(v.Draft) == 0 {
		b.To = ui.Open(pathBare)
	}
	return b
}

// barePage asks once more before a player is ready with nothing laid.
func barePage(v View) ui.Page {
	p := ui.Page{Title: ui.T("bare.title"), Colour: colourMine}
	p.Say(ui.T("bare.about", v.Forecast().Loss), clockLine(v))
	p.Do(kit.Move{Verb: kit.Done}, "", ui.Danger, ui.T("bare.do"))
	addBack(&p)
	return p
}

// holdPath is the path of the page on which a segment is held.
func (v View) holdPath(l kit.Label) string {
	if len(v.Draft) == 0 && v.next().label == l {
		return "" // the first page holds it
	}
	return pathHold + "/" + string(l)
}

// mostButtons is how many short buttons a row of a phone has room for.
const mostButtons = 4

// segmentButtons are the segments that can be chosen, before them what else one can do.
// They are a row, or a menu where there are many.
func segmentButtons(v View, p *ui.Page, h hand) {
	list := slices.DeleteFunc(v.unused(), func(o kit.Owned) bool { return o.Label == h.label })
	if len(list) >= mostButtons {
		var choices []ui.Choice
		for _, o := range v.me().Segments {
			if o.Label != h.label && v.Draft.Placed(o.Label) != nil {
				continue // it lies on the tile
			}
			choices = append(choices, ui.Choice{
				Label: ui.Literal(string(o.Label)), Icon: bandIcons[o.Segment.Card().Shape], Hint: segmentWords(o.Segment),
				To: ui.Open(v.holdPath(o.Label)), Now: o.Label == h.label,
			})
		}
		p.Menu(ui.T("segments.menu"), append(choices, ui.Choice{Label: ui.T("more.button"), To: ui.Open(v.morePath(h))}))
		return
	}
	n := len(p.Controls)
	p.Open(v.morePath(h), "", ui.T("more.button"))
	if outside, ok := v.room(h.label); ok && len(v.Draft) > 0 && h == v.next() {
		name := string(h.label) // it goes to where the fewest of its cells are outside
		if outside > 0 {
			name += thin + priceOf(outside)
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
		p.Open(v.holdPath(o.Label), bandIcons[o.Segment.Card().Shape], ui.Literal(string(o.Label)))
	}
	p.NewRow(n)
}

// room reports whether a segment that is not placed yet has room anywhere, and with how few
// cells outside of the tile.
func (v View) room(l kit.Label) (outside int, ok bool) {
	if l == "" {
		return 0, false
	}
	for c := range kit.Cell(kit.Frame * kit.Frame) {
		for t := range kit.Turn(kit.Turns) {
			if n, fits := v.fits(l, c, t); fits && (!ok || n < outside) {
				outside, ok = n, true
			}
		}
	}
	return outside, ok
}

// bandIcons are squares in the colours of the shapes.
var bandIcons = [kit.Shapes]string{kit.Mono: "🟩", kit.Duo: "🟪", kit.Trio: "🟦", kit.Bend: "🟧"}

// morePath is the path of every place of what is held.
func (v View) morePath(h hand) string {
	if h.label == "" {
		h.label = v.me().Segments[0].Label
		h.turn = v.Draft.Placed(h.label).Turn
	}
	return pathMore + "/" + string(h.label) + "/" + h.turn.String()
}

// morePage is every place of a segment, outside of the tile too, and other ways to build.
func morePage(v View, h hand) ui.Page {
	p := ui.Page{Title: ui.T("more.title", ui.Literal(string(h.label))), Colour: colourMine}
	p.Say(ui.T("more.about"))
	p.Show(smallPicture(v, h))
	var list []ui.Choice
	at := v.Draft.Placed(h.label)
	for c := range kit.Cell(kit.Frame * kit.Frame) {
		if outside, ok := v.fits(h.label, c, h.turn); ok {
			choice := ui.Choice{
				Label: ui.Literal(c.String()), Now: at != nil && at.Cell == c && at.Turn == h.turn,
				To: ui.Do(kit.Move{Verb: kit.Place, Label: h.label, Cell: c, Turn: h.turn}),
			}
			if outside > 0 {
				choice.Hint = ui.T("more.outside", outside, ui.Literal(priceOf(outside)))
			}
			list = append(list, choice)
		}
	}
	p.Menu(ui.T("more.cells", ui.Literal(string(h.label)), ui.Literal(h.turn.String())), list)
	list = nil
	for _, o := range v.me().Segments {
		list = append(list, ui.Choice{Label: ui.Literal(string(o.Label)), Icon: bandIcons[o.Segment.Card().Shape], Hint: segmentWords(o.Segment),
			To: ui.Open(v.morePath(hand{label: o.Label})), Now: o.Label == h.label})
	}
	p.Menu(ui.T("segments.menu"), list)
	n := len(p.Controls)
	if v.card(h.label).Shape != kit.Mono {
		for t := range kit.Turn(kit.Turns) {
			p.Controls = append(p.Controls, ui.Control{Label: ui.T("more.turn", ui.Literal(t.String())), To: ui.Open(v.morePath(hand{label: h.label, turn: t})), Off: t == h.turn})
		}
		p.NewRow(n)
	}
	n = len(p.Controls)
	p.Do(kit.Move{Verb: kit.Place}, "🪄", ui.Plain, ui.T("place.next"))
	p.Controls = append(p.Controls, ui.Control{Label: ui.T("write.button"), Icon: "✍️", To: ui.Ask(pathWrite)})
	if v.may(kit.Clear) {
		p.Do(kit.Move{Verb: kit.Clear}, "🧹", ui.Plain, ui.T("clear.button"))
	}
	p.Open(pathHelp, "❓", ui.T("help.short"))
	addBack(&p)
	p.NewRow(n)
	return p
}

// panelTitle says which dream it is. Its name is on the board.
func (v View) panelTitle() ui.Text {
	key := "title.mine." + string(v.Phase)
	if v.Phase == kit.Between {
		key = v.lastly(key)
	}
	return ui.T(key, v.Round, kit.Rounds)
}

// buildTitle says which dream it is, and for whom the table waits. Who builds reads how many
// others that are: the picture marks who is ready.
func buildTitle(v View) ui.Text {
	who := whoLine(v)
	if n := len(v.awaited()); n > 1 && who.Key == "who.some" && v.may(kit.Build) {
		who = ui.T("who.you", n-1)
	}
	return joined(v.panelTitle(), who)
}

// awaited are the seats that are not ready, the viewer first.
func (v View) awaited() (list []games.Seat) {
	for i := range v.Dreamers {
		seat := games.Seat((max(int(v.Me), 0) + i) % len(v.Dreamers))
		if v.Dreamers[seat].Woke == 0 && !v.ready(int(seat)) {
			list = append(list, seat)
		}
	}
	return list
}

// clockLine says how long one may build, and who was first.
func clockLine(v View) ui.Text {
	key := "sand.still.you"
	switch {
	case v.Relaxed:
		key = "sand.relaxed.you"
	case v.Running && v.First == games.Nobody:
		key = "sand.self.you"
	case v.Running:
		key = "sand.runs.you"
	}
	return joined(firstText(v), ui.T(key, ui.Until(v.Until)))
}

// firstText names the first dreamer, where the page does not congratulate them.
func firstText(v View) ui.Text {
	if v.First == games.Nobody || v.First == v.Me && v.Phase == kit.Building {
		return ui.Text{}
	}
	return ui.T("sand.who.first", called(v, v.First))
}

// doneLine says what being ready means, and what the draft would bring then. A player who is
// first gets a coin, and cannot take it back.
func doneLine(v View) ui.Text {
	key := "forecast.done"
	if v.First == games.Nobody && !v.Running {
		key = "forecast.done.first"
	}
	return ui.T(key, forecast(v))
}

// handLine says what a press on a cell does, and which segment is turned and taken back.
func handLine(v View, h, aim hand) ui.Text {
	key := "hand.lay"
	switch {
	case h.label == "":
		key = "hand.none"
	case v.Draft.Placed(h.label) != nil:
		key = "hand.move"
	case !slices.ContainsFunc(v.presses(h), func(p pressed) bool { return p.ok }):
		key = "hand.full"
	case len(v.Draft) > 0:
		key = "hand.lay.more"
	}
	press := ui.T(key, ui.Literal(string(h.label)))
	switch turn, back := !turnButton(v, aim).Off, !backButton(v, aim).Off; {
	case turn && back:
		key = "hand.both"
	case turn && aim.label == h.label:
		return joined(press, ui.T("hand.turn"))
	case back:
		key = "hand.back"
	default:
		return press
	}
	return joined(press, ui.T(key, ui.Literal(string(aim.label))))
}

// forecast is what the draft would bring now: the calm that it costs and why, and in signs
// what it gives.
func forecast(v View) ui.Text {
	f := v.Forecast()
	var parts []ui.Text
	sign := func(s string) { parts = append(parts, ui.Literal(s)) }
	switch {
	case f.Loss > 0 && len(v.Draft) == 0: // everything is empty
		sign("−" + strconv.Itoa(f.Loss) + "🌙")
	case f.Loss > 0:
		parts = append(parts, ui.T("forecast.loss", f.Loss, lossWords(f.Uncovered, f.Outside, f.Harms, kit.SquareCell, true)))
	}
	if s := haulWords(f.Haul); s != "" {
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
func built(v View) ui.Page {
	p := ui.Page{Title: buildTitle(v), Colour: colourNight}
	key := v.paced("built")
	if v.First == v.Me {
		key = "built.first"
	}
	p.Say(ui.T(key), clockLine(v), ui.T("forecast", forecast(v)), standLine(v))
	p.Show(stillPicture(v))
	if v.may(kit.More) {
		p.Do(kit.Move{Verb: kit.More}, "✏️", ui.Plain, ui.T("again.button"))
	}
	addLooks(&p, v)
	p.Teach = teach(v)
	return p
}
