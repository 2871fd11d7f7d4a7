package somnicum

import (
	"slices"

	"oneiros/games"
	"oneiros/games/ui"
)

// turns divides events into turns of one player each. Whoever places the flywheels has no
// turn of their own by it. The end of a round stands alone.
func turns(list []Event) (all [][]Event) {
	for i, e := range list {
		n := len(all)
		if i == 0 || e.Kind == DidEnd || list[i-1].Kind == DidEnd || e.Turn != list[i-1].Turn || e.Seat != list[i-1].Seat {
			all, n = append(all, nil), n+1
		}
		all[n-1] = append(all[n-1], e)
	}
	return all
}

// current reports whether an event belongs to the turn that goes on now.
func (v View) current(e Event) bool {
	return e.Turn == v.Count && e.Seat == v.Turn && v.Phase != Over
}

// since is what has happened since the viewer's last turn. What the game did for a viewer
// whose time was over is news, and so is the end of a round.
func (v View) since() []Event {
	from, slow := 0, -1
	var list []Event
	for i, e := range v.Story {
		if e.Seat != v.Me || v.current(e) || e.Kind == DidEnd {
			continue
		}
		if next := i + 1; e.Kind == WasSlow && next < len(v.Story) && v.Story[next].Seat == v.Me && v.Story[next].Kind != DidEnd {
			slow = e.Turn
		}
		if e.Turn != slow {
			from = i + 1
		}
	}
	for _, e := range v.Story[from:] {
		if e.Seat != v.Me || !v.current(e) {
			list = append(list, e)
		}
	}
	return list
}

// doing is the viewer's turn that goes on, or else the last one.
func doing(v View) []Event {
	var last []Event
	for _, turn := range turns(v.Story) {
		if turn[0].Seat == v.Me && turn[0].Kind != DidEnd {
			last = turn
		}
	}
	return last
}

// latest is the turn that went on last, of whomever. It is empty at the start of a round.
func (v View) latest() []Event {
	all := turns(v.Story)
	if n := len(all); n > 0 && all[n-1][0].Kind != DidEnd {
		return all[n-1]
	}
	return nil
}

// newsLine is a turn or the end of a round in a line. In full it tells of sand and of
// particles that were added, too.
func newsLine(v View, turn []Event, full bool) ui.Text {
	if turn[0].Kind == DidEnd {
		return endLine(v, turn[0])
	}
	var parts []ui.Text
	played := slices.ContainsFunc(turn, func(e Event) bool { return e.Kind == DidPlay })
	for i, e := range turn {
		switch e.Kind {
		case DidSpin:
			parts = append(parts, takes(e, turn[i:], !full && played))
			if full && e.Count > 0 {
				parts = append(parts, ui.T("news.paid", e.Count))
			}
		case DidLay:
		case DidDraw, DidAdd, DidMeet:
			if full {
				parts = append(parts, event(e))
			}
		default:
			parts = append(parts, event(e))
		}
	}
	if len(parts) == 0 { // a particle was added so far
		parts = append(parts, event(turn[len(turn)-1]))
	}
	if turn[0].Seat == v.Me {
		return ui.T("news.you", parts)
	}
	return ui.T("news.turn", ui.Name(turn[0].Seat), parts)
}

// takes is which card a player took, where it went in the rest of the turn, and whether it
// brought an encounter. A short one names the place of the card and no particles.
func takes(e Event, rest []Event, short bool) ui.Text {
	wheel := ui.Literal(wheelIcons[e.Wheel])
	i := slices.IndexFunc(rest, func(e Event) bool { return e.Kind == DidLay })
	if i < 0 {
		return ui.T("news.spin", wheel, cardAt(e, e.Dream, short))
	}
	laid := rest[i]
	var broken, met ui.Text
	if laid.Break != NoBreak {
		broken = ui.T("laying.break")
	}
	if laid.Dream.Card().Meets {
		met = ui.T("news.met")
	}
	return ui.T("news.laid", wheel, cardAt(e, laid.Dream, short), laid.Level, broken, gained(laid.Points), met)
}

// cardAt is a card that was taken, with its place in the ring where it was taken there.
func cardAt(e Event, d Dream, short bool) ui.Text {
	card := d.Card()
	what := ui.Text{Args: []any{particleNames(card.Particles)}}
	if card.Nightmare() {
		what = ui.T("ring.alt.nightmare", ui.T("nightmare."+card.Name), eyes(card.Eyes))
	}
	if e.From == 0 || d != e.Dream { // an older position, or it was exchanged
		return what
	}
	if short {
		return placeCode(e.Place, d)
	}
	return ui.T("news.card", placeCode(e.Place, d), what)
}

// gained is a change of points. It is empty for none.
func gained(n int) ui.Text {
	if n == 0 {
		return ui.Text{}
	}
	return ui.T("news.points", signed(n))
}

// event is an event in a few words.
func event(e Event) ui.Text {
	key := "news." + string(e.Kind)
	switch e.Kind {
	case DidSet:
		return ui.T(key, e.Place+1)
	case DidAdd:
		return ui.T(key, particleName(e.Token.Particle()), e.Level)
	case DidDraw:
		return ui.T(key, e.Count, e.Blanks)
	case DidMeet:
		return ui.T(key, e.Count)
	case DidPlay:
		return ui.T(key, encounterName(e.Encounter), gained(e.Points))
	default:
		return ui.T(key)
	}
}

// endLine is how the round of an event ended, and what everybody had then.
func endLine(v View, end Event) ui.Text {
	at := len(v.Ended)
	for _, e := range v.Story {
		if e.Kind == DidEnd && e.Turn >= end.Turn {
			at--
		}
	}
	return endedLine(v, at)
}

// endedLine is how a round ended, counted from 0.
func endedLine(v View, round int) ui.Text {
	e := v.Ended[round]
	line := ui.T("ended."+string(e.Why), round+1, ui.Name(e.Seat))
	if len(e.Points) == 0 { // a position from before they were kept
		return line
	}
	var list []ui.Text
	for i, n := range e.Points {
		list = append(list, ui.T("ended.one", ui.Name(i), n))
	}
	return ui.T("ended.points", line, list)
}

// rows is about how many lines of a phone a turn takes.
func rows(turn []Event) int {
	const wide = 37 // letters in a line
	letters := 30
	for _, e := range turn {
		switch e.Kind {
		case DidSpin:
			letters += 8 * min(len(e.Dream.Card().Particles.List()), 3)
		case DidPlay:
			letters += 26
		case WasSlow:
			letters += 10
		case DidEnd:
			letters += 60
		}
	}
	return (letters + wide - 1) / wide
}

// sayNews says what has happened since the viewer's last turn, in about so many lines. It
// reports whether it left out any turn. The page of the news has all of them.
func sayNews(p *ui.Page, v View, room int) (more bool) {
	list := turns(v.since())
	if len(list) > 1 { // the picture shows where the flywheels stand
		list = slices.DeleteFunc(list, func(turn []Event) bool { return turn[0].Kind == DidSet })
	}
	if len(list) == 0 {
		return false
	}
	from := len(list)
	for from > 0 && (from == len(list) || rows(list[from-1]) <= room) {
		from--
		room -= rows(list[from])
	}
	p.Say(ui.T("since.title"))
	for _, turn := range list[from:] {
		p.Say(newsLine(v, turn, false))
	}
	return from > 0
}

// ownLine is what the viewer's last turn brought, with the points before it and after it.
func ownLine(v View) ui.Text {
	turn := doing(v)
	if len(turn) == 0 || slices.ContainsFunc(v.since(), func(e Event) bool { return e.Seat == v.Me && e.Kind != DidEnd }) {
		return ui.Text{} // the news tell of a turn that the game ended
	}
	line := newsLine(v, turn, false)
	was, known := v.Score.Total, false
	for _, e := range turn {
		was -= e.Points
		if e.Kind == DidLay {
			was -= matches(e.Dream, v.Goal)
		}
		known = known || e.From > 0
	}
	if !known || was == v.Score.Total || v.current(turn[0]) {
		return line
	}
	return ui.T("news.total", line, number(was), number(v.Score.Total))
}

// news is what has happened since the viewer's last turn, in full. For the public it is
// this turn and the last turn of everybody.
func news(v View) ui.Page {
	p := ui.Page{Title: ui.T("news.title"), Colour: colourNight}
	list := turns(v.Story)
	if v.Me != games.Nobody {
		p.Title, list = ui.T("since.all"), turns(v.since())
		if len(list) == 0 {
			p.Say(ui.T("since.nothing"))
		}
	}
	for _, turn := range list {
		p.Say(newsLine(v, turn, true))
	}
	if v.Me != games.Nobody {
		p.Gap()
		p.Say(ownLine(v))
	}
	said := 0
	for _, turn := range list {
		if turn[0].Kind == DidEnd {
			said++
		}
	}
	for i := range len(v.Ended) - said {
		p.Say(endedLine(v, i))
	}
	addBack(&p)
	return p
}
