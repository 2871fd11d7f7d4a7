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

// ofTurn reports whether an event is of a turn, and not of the change of a round.
func ofTurn(e Event) bool { return e.Kind != DidEnd && e.Kind != DidSet }

// since is what has happened since the viewer's last turn. To place the flywheels is no
// turn. What the game did for a viewer whose time was over is news, and so is the end of a
// round.
func (v View) since() []Event {
	from, slow := 0, -1
	var list []Event
	for i, e := range v.Story {
		if e.Seat != v.Me || v.current(e) || !ofTurn(e) {
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
		placed := e.Kind == DidSet && e.Turn != slow
		if e.Seat != v.Me || !placed && !v.current(e) {
			list = append(list, e)
		}
	}
	return list
}

// doing is the viewer's turn that goes on, or else the last one.
func doing(v View) []Event {
	var last []Event
	for _, turn := range turns(v.Story) {
		if turn[0].Seat == v.Me && turn[0].Kind != DidEnd && (last == nil || ofTurn(turn[0])) {
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

// detail is how much a line tells.
type detail int

// The details. A short line names the place of a card and no particles. One of a glance
// names encounters without what they do. A full one tells of sand, too.
const (
	short detail = iota
	glance
	medium
	full
)

// newsLine is a turn or the end of a round in a line.
func newsLine(v View, turn []Event, much detail) ui.Text {
	if turn[0].Kind == DidEnd {
		return endLine(v, turn[0], much)
	}
	var parts []ui.Text
	plays := played(turn)
	for i, e := range turn {
		switch e.Kind {
		case DidSpin:
			parts = append(parts, takes(e, turn[i:], much == short || much != full && plays > 0))
			if much == full && e.Count > 0 {
				parts = append(parts, ui.T("news.paid", e.Count))
			}
		case DidLay:
		case DidDraw, DidMeet:
			if much == full {
				parts = append(parts, event(e))
			}
		case DidPlay:
			parts = append(parts, playing(e, much == full || plays == 1 && much != glance))
		default:
			parts = append(parts, event(e))
		}
	}
	if len(parts) == 0 { // sand was drawn so far
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

// played is how many encounters were played in a turn.
func played(turn []Event) int {
	n := 0
	for _, e := range turn {
		if e.Kind == DidPlay {
			n++
		}
	}
	return n
}

// playing is an encounter that was played, and perhaps what it does. Two of them would take
// half of a panel.
func playing(e Event, what bool) ui.Text {
	name := ui.T("news.encounter", ui.Literal(encounterIcon(e.Encounter)), encounterName(e.Encounter))
	if what {
		name = ui.T("news.gives", name, gives(e.Encounter))
	}
	return ui.T("news.play", name, gained(e.Points))
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
		return playing(e, true)
	default:
		return ui.T(key)
	}
}

// endLine is how the round of an event ended. It says what everybody had then in full, and
// while the next round begins: later a panel says what everybody has.
func endLine(v View, end Event, much detail) ui.Text {
	at := len(v.Ended)
	for _, e := range v.Story {
		if e.Kind == DidEnd && e.Turn >= end.Turn {
			at--
		}
	}
	if much != full && v.Phase != Setting {
		return endedWhy(v, at)
	}
	return endedLine(v, at)
}

// endedWhy is why a round ended, counted from 0, and in whose turn.
func endedWhy(v View, round int) ui.Text {
	e := v.Ended[round]
	return ui.T("ended."+string(e.Why), round+1, ui.Name(e.Seat))
}

// endedLine is how a round ended, counted from 0.
func endedLine(v View, round int) ui.Text {
	e, line := v.Ended[round], endedWhy(v, round)
	if len(e.Points) == 0 { // a position from before they were kept
		return line
	}
	var list []ui.Text
	for i, n := range e.Points {
		list = append(list, ui.T("ended.one", ui.Name(i), n))
	}
	return ui.T("ended.points", line, list)
}

// rows is about how many lines of a phone turns take.
func rows(v View, list [][]Event, much detail) int {
	n := 0
	for _, turn := range list {
		n += rowsOf(v, turn, much)
	}
	return n
}

// rowsOf is about how many lines of a phone a turn takes.
func rowsOf(v View, turn []Event, much detail) int {
	const wide = 37 // letters in a line
	letters := 34
	for _, e := range turn {
		switch e.Kind {
		case DidSpin:
			if much != short {
				letters += 8 * min(len(e.Dream.Card().Particles.List()), 3)
			}
		case DidPlay:
			letters += 26
			if played(turn) == 1 {
				letters += 24 * len(e.Encounter.Card().Effects)
			}
		case DidLay:
			if e.Break != NoBreak {
				letters += 3
			}
			if e.Dream.Card().Meets {
				letters += 4
			}
		case DidAdd:
			letters += 18
		case WasSlow:
			letters += 10
		case DidEnd:
			letters += 26
			if v.Phase == Setting {
				letters += 30
			}
		}
	}
	return (letters + wide - 1) / wide
}

// recent are the turns since the viewer's last one that a panel tells.
func recent(v View) [][]Event {
	list := turns(v.since())
	if len(list) > 1 { // the picture shows where the flywheels stand
		list = slices.DeleteFunc(list, func(turn []Event) bool { return turn[0].Kind == DidSet })
	}
	return list
}

// sayTable says what the others have and what one's lasting encounters do, where so many
// lines have room for it beside the news. It returns how many lines are left.
func sayTable(p *ui.Page, v View, room int) int {
	need := rows(v, recent(v), short)
	for i, line := range []ui.Text{rivalsLine(v), lastingLine(v)} {
		high := []int{len(v.Dreamers) / 2, len(gives(v.Dreamers[v.Me].Open...))}[i]
		if !line.IsZero() && need+high <= room {
			p.Say(line)
			room -= high
		}
	}
	return room
}

// sayNews says what has happened since the viewer's last turn, in about so many lines. It
// reports whether it left out any turn. The page of the news has all of them. Short lines
// are better than missing ones.
func sayNews(p *ui.Page, v View, room int) (more bool) {
	list := recent(v)
	if len(list) == 0 {
		return false
	}
	much := medium
	if rows(v, list, much) > room {
		much = short
	}
	from := len(list)
	for from > 0 && (from == len(list) || rowsOf(v, list[from-1], much) <= room) {
		from--
		room -= rowsOf(v, list[from], much)
	}
	p.Say(ui.T("since.title"))
	for _, turn := range list[from:] {
		p.Say(newsLine(v, turn, much))
	}
	return from > 0
}

// ownLine is what the viewer's last turn brought, with the points before it and after it.
func ownLine(v View) ui.Text {
	turn := doing(v)
	if len(turn) == 0 || slices.ContainsFunc(v.since(), func(e Event) bool { return e.Seat == v.Me && ofTurn(e) }) {
		return ui.Text{} // the news tell of a turn that the game ended
	}
	line := newsLine(v, turn, medium)
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
		p.Say(newsLine(v, turn, full))
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
