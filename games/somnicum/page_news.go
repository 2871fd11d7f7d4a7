package somnicum

import (
	"slices"

	"oneiros/games"
	"oneiros/games/ui"
)

// turns divides events into turns of one player each. The player who places the flywheels has no
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

// The details. A terse line names neither the flywheel nor the row of a particle that was added.
// A short one names the place of a card and no particles, and encounters without what they do. One of a glance names encounters so, too. A medium one says how much
// sand a turn took or brought, and a full one tells of each token.
const (
	terse detail = iota
	short
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
	points, sand := 0, 0
	for i, e := range turn {
		points += e.Points
		switch e.Kind {
		case DidSpin:
			sand -= e.Count
			parts = append(parts, takes(e, turn[i:], much, plays > 0))
			if much == full && e.Count > 0 {
				parts = append(parts, ui.T("news.paid", e.Count))
			}
		case DidLay:
		case DidDraw, DidMeet:
			if e.Kind == DidDraw {
				sand += e.Count
			}
			if much == full {
				parts = append(parts, event(e))
			}
		case DidPlay:
			if much <= short {
				parts = append(parts, encountered(e))
			} else {
				parts = append(parts, playing(e, much == full || plays == 1 && much != glance))
			}
		case DidAdd:
			sand -= 1 + e.Count
			if much == terse {
				parts = append(parts, ui.T("news.added", particleName(e.Token.Particle()), gained(e.Points)))
			} else {
				parts = append(parts, event(e))
			}
		default:
			parts = append(parts, event(e))
		}
	}
	if much <= short && plays > 0 && points != 0 {
		parts = append(parts, ui.T("news.sum", signed(points)))
	}
	if len(parts) > 0 && sand != 0 {
		switch {
		case emptied(v, turn):
			parts = append(parts, ui.T("news.sand.none", signed(sand)))
		case much == medium:
			parts = append(parts, ui.T("news.sand", signed(sand)))
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

// emptied reports whether a turn took the last sand of its player. Who has none can neither
// go further nor add a particle, so that is told in every detail.
func emptied(v View, turn []Event) bool {
	last := turn[len(turn)-1]
	if v.Dreamers[last.Seat].Sand > 0 || slices.ContainsFunc(v.Story, func(e Event) bool {
		return e.Seat == last.Seat && e.Turn > last.Turn && e.Kind != DidEnd && e.Kind != DidSet
	}) {
		return false
	}
	return slices.ContainsFunc(turn, func(e Event) bool { return e.Kind == DidAdd || e.Kind == DidSpin && e.Count > 0 })
}

// takes is which card a player took, where it went in the rest of the turn, and whether it
// brought an encounter. A turn with encounters has no room for particles, and a short one
// says its points elsewhere.
func takes(e Event, rest []Event, much detail, played bool) ui.Text {
	card := func(d Dream) ui.Text {
		what := cardAt(e, d, much <= short || much != full && played)
		if much == terse {
			return what
		}
		return ui.T("news.spin", ui.Literal(wheelIcons[e.Wheel]), what)
	}
	i := slices.IndexFunc(rest, func(e Event) bool { return e.Kind == DidLay })
	if i < 0 {
		return card(e.Dream)
	}
	laid := rest[i]
	var broken, met, points ui.Text
	if much > short || !played {
		points = gained(e.Points + laid.Points) // sand, too, may be worth points
	}
	if laid.Break != NoBreak {
		broken = ui.T("laying.break")
	}
	if laid.Dream.Card().Meets {
		met = ui.T("news.met")
	}
	return ui.T("news.laid", card(laid.Dream), laid.Level, broken, points, met)
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
	name := encountered(e)
	if what {
		name = ui.T("news.gives", name, gives(e.Encounter))
	}
	return ui.T("news.play", name, gained(e.Points))
}

// encountered is the name of an encounter that was played.
func encountered(e Event) ui.Text {
	return ui.T("news.encounter", ui.Literal(encounterIcon(e.Encounter)), encounterName(e.Encounter))
}

// event is an event in a few words.
func event(e Event) ui.Text {
	key := "news." + string(e.Kind)
	switch e.Kind {
	case DidSet:
		return ui.T(key, e.Place+1)
	case DidAdd:
		return ui.T(key, particleName(e.Token.Particle()), e.Level, gained(e.Points))
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

// endLine is how the round of an event ended. In full it says what every player had then: a
// panel says what every player has.
func endLine(v View, end Event, much detail) ui.Text {
	if at := v.roundOf(end); much == full {
		return endedLine(v, at)
	} else {
		return ui.T("news.end", endedWhy(v, at))
	}
}

// roundOf is the round of which an event is the end, counted from 0.
func (v View) roundOf(end Event) int {
	at := len(v.Ended)
	for _, e := range v.Story {
		if e.Kind == DidEnd && e.Turn >= end.Turn {
			at--
		}
	}
	return at
}

// endedWhy is why a round ended, counted from 0, and in whose turn.
func endedWhy(v View, round int) ui.Text {
	e := v.Ended[round]
	return ui.T("ended."+string(e.Why), round+1, ui.Name(e.Seat))
}

// endedLine is how a round ended, counted from 0.
func endedLine(v View, round int) ui.Text {
	e, line := v.Ended[round], ui.T("news.end", endedWhy(v, round))
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
	const wide = 34 // letters in a line
	letters := 12   // of a name
	if much == medium || emptied(v, turn) {
		letters += 14 // of sand
	}
	for _, e := range turn {
		switch e.Kind {
		case DidSpin:
			letters += 6
			if much > short {
				letters += 10 * min(len(e.Dream.Card().Particles.List()), 3)
			}
		case DidPlay:
			letters += 26
			if much > short && played(turn) == 1 {
				letters += 20 * len(e.Encounter.Card().Effects)
			}
		case DidLay:
			letters += 12
			if e.Break != NoBreak {
				letters += 4
			}
			if e.Dream.Card().Meets {
				letters += 5
			}
		case DidAdd:
			letters += 20
			if much == terse {
				letters -= 8
			}
		case WasSlow:
			letters += 12
		case DidEnd:
			letters += 28
		}
	}
	return (letters + wide - 1) / wide
}

// recent are the turns since the viewer's last one that a panel tells. How a round ended
// stands in the picture.
func recent(v View) [][]Event {
	list := slices.DeleteFunc(turns(v.since()), func(turn []Event) bool { return turn[0].Kind == DidEnd })
	if len(list) > 1 { // the picture shows where the flywheels stand
		list = slices.DeleteFunc(list, func(turn []Event) bool { return turn[0].Kind == DidSet })
	}
	return list
}

// sayNews says what has happened since the viewer's last turn. Every turn is told: shortly,
// where the lines would take more than so many of a phone. A heading goes first where there is
// no room for it. It reports whether the page of the news tells more.
func sayNews(p *ui.Page, v View, room int) (more bool) {
	list := recent(v)
	if len(list) == 0 {
		return false
	}
	much := medium
	if rows(v, list, much) > room {
		much = short
	}
	if rows(v, list, much) > room {
		much = terse
	}
	if rows(v, list, much) < room {
		p.Say(ui.T("since.title"))
	}
	for _, turn := range list {
		p.Say(newsLine(v, turn, much))
	}
	return much <= short
}

// ownDetail is how much a panel tells of the viewer's own turn, which they know.
func ownDetail(turn []Event) detail {
	if played(turn) > 0 {
		return short
	}
	return medium
}

// ownLine is what the viewer's last turn brought, with the points before it and after it.
func ownLine(v View) ui.Text {
	turn := doing(v)
	if len(turn) == 0 || slices.ContainsFunc(v.since(), func(e Event) bool { return e.Seat == v.Me && ofTurn(e) }) {
		return ui.Text{} // the news tell of a turn that the game ended
	}
	line := newsLine(v, turn, ownDetail(turn))
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
// this turn and the last turn of every player.
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
