// Package news tells what happened in a match of Somnicum: each turn in a line, and how a round
// ended.
//
// # Why it stands apart
//
// A line has five lengths. Which one fits depends on how many lines a phone has left, so the page
// that says them and the picture above it both count them before ([Lines]). The page then takes
// the words, and the picture what room is left. Both ask here, and neither asks the other.
//
// What a line is about, the turns, is asked of the view.
package news

import (
	"slices"

	"oneiros/games/somnicum/kit"
	"oneiros/games/somnicum/label"
	"oneiros/games/somnicum/view"
	"oneiros/games/ui"
)

// Detail is how much a line tells.
type Detail int

// The details. A terse line names neither the flywheel nor the row of a particle that was added.
// A short one names the place of a card and no particles, and encounters without what they do. One
// of a glance names encounters so, too. A medium one says how much sand a turn took or brought, and
// a full one tells of each token.
const (
	Terse Detail = iota
	Short
	Glance
	Medium
	Full
)

// Line is a turn or the end of a round in a line.
func Line(v view.View, turn []kit.Event, much Detail) ui.Text {
	if turn[0].Kind == kit.DidEnd {
		return endLine(v, turn[0], much)
	}
	var parts []ui.Text
	plays := played(turn)
	points, sand := 0, 0
	for i, e := range turn {
		points += e.Points
		switch e.Kind {
		case kit.DidSpin:
			sand -= e.Count
			parts = append(parts, takes(e, turn[i:], much, plays > 0))
			if much == Full && e.Count > 0 {
				parts = append(parts, ui.T("news.paid", e.Count))
			}
		case kit.DidLay:
		case kit.DidDraw, kit.DidMeet:
			if e.Kind == kit.DidDraw {
				sand += e.Count
			}
			if much == Full {
				parts = append(parts, event(e))
			}
		case kit.DidPlay:
			if much <= Short {
				parts = append(parts, encountered(e))
			} else {
				parts = append(parts, playing(e, much == Full || plays == 1 && much != Glance))
			}
		case kit.DidAdd:
			sand -= 1 + e.Count
			if much == Terse {
				parts = append(parts, ui.T("news.added", label.Particle(e.Token.Particle()), gained(e.Points)))
			} else {
				parts = append(parts, event(e))
			}
		default:
			parts = append(parts, event(e))
		}
	}
	if much <= Short && plays > 0 && points != 0 {
		parts = append(parts, ui.T("news.sum", label.Signed(points)))
	}
	if len(parts) > 0 && sand != 0 {
		switch {
		case emptied(v, turn):
			parts = append(parts, ui.T("news.sand.none", label.Signed(sand)))
		case much == Medium:
			parts = append(parts, ui.T("news.sand", label.Signed(sand)))
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
func emptied(v view.View, turn []kit.Event) bool {
	last := turn[len(turn)-1]
	if v.Dreamers[last.Seat].Sand > 0 || slices.ContainsFunc(v.Story, func(e kit.Event) bool {
		return e.Seat == last.Seat && e.Turn > last.Turn && e.Kind != kit.DidEnd && e.Kind != kit.DidSet
	}) {
		return false
	}
	return slices.ContainsFunc(turn, func(e kit.Event) bool { return e.Kind == kit.DidAdd || e.Kind == kit.DidSpin && e.Count > 0 })
}

// takes is which card a player took, where it went in the rest of the turn, and whether it
// brought an encounter. A turn with encounters has no room for particles, and a short one
// says its points elsewhere.
func takes(e kit.Event, rest []kit.Event, much Detail, played bool) ui.Text {
	card := func(d kit.Dream) ui.Text {
		what := cardAt(e, d, much <= Short || much != Full && played)
		if much == Terse {
			return what
		}
		return ui.T("news.spin", ui.Literal(label.WheelIcons[e.Wheel]), what)
	}
	i := slices.IndexFunc(rest, func(e kit.Event) bool { return e.Kind == kit.DidLay })
	if i < 0 {
		return card(e.Dream)
	}
	laid := rest[i]
	var broken, met, points ui.Text
	if much > Short || !played {
		points = gained(e.Points + laid.Points) // sand, too, may be worth points
	}
	if laid.Break != kit.NoBreak {
		broken = ui.T("laying.break")
	}
	if laid.Dream.Card().Meets {
		met = ui.T("news.met")
	}
	return ui.T("news.laid", card(laid.Dream), laid.Level, broken, points, met)
}

// cardAt is a card that was taken, with its place in the ring where it was taken there.
func cardAt(e kit.Event, d kit.Dream, short bool) ui.Text {
	card := d.Card()
	what := ui.Text{Args: []any{label.Particles(card.Particles)}}
	if card.Nightmare() {
		what = ui.T("ring.alt.nightmare", ui.T("nightmare."+card.Name), label.Eyes(card.Eyes))
	}
	if e.From == 0 || d != e.Dream { // an older position, or it was exchanged
		return what
	}
	if short {
		return label.Place(e.Place, d)
	}
	return ui.T("news.card", label.Place(e.Place, d), what)
}

// gained is a change of points. It is empty for none.
func gained(n int) ui.Text {
	if n == 0 {
		return ui.Text{}
	}
	return ui.T("news.points", label.Signed(n))
}

// played is how many encounters were played in a turn.
func played(turn []kit.Event) int {
	n := 0
	for _, e := range turn {
		if e.Kind == kit.DidPlay {
			n++
		}
	}
	return n
}

// playing is an encounter that was played, and perhaps what it does. Two of them would take
// half of a panel.
func playing(e kit.Event, what bool) ui.Text {
	name := encountered(e)
	if what {
		name = ui.T("news.gives", name, label.Gives(e.Encounter))
	}
	return ui.T("news.play", name, gained(e.Points))
}

// encountered is the name of an encounter that was played.
func encountered(e kit.Event) ui.Text {
	return ui.T("news.encounter", ui.Literal(label.EncounterIcon(e.Encounter)), label.Encounter(e.Encounter))
}

// event is an event in a few words.
func event(e kit.Event) ui.Text {
	key := "news." + string(e.Kind)
	switch e.Kind {
	case kit.DidSet:
		return ui.T(key, e.Place+1)
	case kit.DidAdd:
		return ui.T(key, label.Particle(e.Token.Particle()), e.Level, gained(e.Points))
	case kit.DidDraw:
		return ui.T(key, e.Count, e.Blanks)
	case kit.DidMeet:
		return ui.T(key, e.Count)
	case kit.DidPlay:
		return playing(e, true)
	default:
		return ui.T(key)
	}
}

// endLine is how the round of an event ended. In full it says what every player had then: a
// panel says what every player has.
func endLine(v view.View, end kit.Event, much Detail) ui.Text {
	if at := roundOf(v, end); much == Full {
		return Ended(v, at)
	} else {
		return ui.T("news.end", endedWhy(v, at))
	}
}

// roundOf is the round of which an event is the end, counted from 0.
func roundOf(v view.View, end kit.Event) int {
	at := len(v.Ended)
	for _, e := range v.Story {
		if e.Kind == kit.DidEnd && e.Turn >= end.Turn {
			at--
		}
	}
	return at
}

// endedWhy is why a round ended, counted from 0, and in whose turn.
func endedWhy(v view.View, round int) ui.Text {
	e := v.Ended[round]
	return ui.T("ended."+string(e.Why), round+1, ui.Name(e.Seat))
}

// Ended is how a round ended, counted from 0.
func Ended(v view.View, round int) ui.Text {
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

// Lines is about how many lines of a phone turns take.
func Lines(v view.View, list [][]kit.Event, much Detail) int {
	n := 0
	for _, turn := range list {
		n += LinesOf(v, turn, much)
	}
	return n
}

// LinesOf is about how many lines of a phone a turn takes.
func LinesOf(v view.View, turn []kit.Event, much Detail) int {
	const wide = 34 // letters in a line
	letters := 12   // of a name
	if much == Medium || emptied(v, turn) {
		letters += 14 // of sand
	}
	for _, e := range turn {
		switch e.Kind {
		case kit.DidSpin:
			letters += 6
			if much > Short {
				letters += 10 * min(len(e.Dream.Card().Particles.List()), 3)
			}
		case kit.DidPlay:
			letters += 26
			if much > Short && played(turn) == 1 {
				letters += 20 * len(e.Encounter.Card().Effects)
			}
		case kit.DidLay:
			letters += 12
			if e.Break != kit.NoBreak {
				letters += 4
			}
			if e.Dream.Card().Meets {
				letters += 5
			}
		case kit.DidAdd:
			letters += 20
			if much == Terse {
				letters -= 8
			}
		case kit.WasSlow:
			letters += 12
		case kit.DidEnd:
			letters += 28
		}
	}
	return (letters + wide - 1) / wide
}

// OwnDetail is how much a panel tells of the viewer's own turn, which they know.
func OwnDetail(turn []kit.Event) Detail {
	if played(turn) > 0 {
		return Short
	}
	return Medium
}

// Own is what the viewer's last turn brought, with the points before it and after it.
func Own(v view.View) ui.Text {
	turn := view.Doing(v)
	if len(turn) == 0 || slices.ContainsFunc(v.Since(), func(e kit.Event) bool { return e.Seat == v.Me && view.OfTurn(e) }) {
		return ui.Text{} // the news tell of a turn that the game ended
	}
	line := Line(v, turn, OwnDetail(turn))
	was, known := v.Score.Total, false
	for _, e := range turn {
		was -= e.Points
		if e.Kind == kit.DidLay {
			was -= kit.Matches(e.Dream, v.Goal)
		}
		known = known || e.From > 0
	}
	if !known || was == v.Score.Total || v.Current(turn[0]) {
		return line
	}
	return ui.T("news.total", line, label.Number(was), label.Number(v.Score.Total))
}
