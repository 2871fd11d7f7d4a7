package fortress

import (
	"slices"
	"strconv"

	"oneiros/games"
	"oneiros/games/ui"
)

// pathSince is all that has happened since the viewer's own last turn; since/N: before that.
const pathSince = "since"

// mostSinceSheet is how many lines of it a sheet of the page has.
const mostSinceSheet = 6

// mostSince is how many lines of it a panel has room for, below their heading.
func mostSince(v View) int {
	switch {
	case v.Me == games.Nobody:
		return 0
	case v.Me == v.Waits && (v.Step == StepPass || v.Step == StepAnswer):
		return 0 // the words of the Insights need the room
	case v.Me == v.Waits && (v.Step == StepSpoils || v.Step == StepKeep || v.Step == StepChoose || v.Step == StepAct || v.Step == StepRoll):
		return 2 // the dice, or what the Visions do, need it
	case v.Phase == Talk, v.Pawns[v.Me].Sleep == 0:
		return 2 // so does who is waited for, and what can still be won
	default:
		return 3
	}
}

// who is a seat in a line about what happened: its name, or "you".
func who(v View, seat games.Seat) ui.Text {
	if seat == v.Me && seat != games.Nobody {
		return ui.T("who.you")
	}
	return ui.Name(seat).Text()
}

// since adds what has happened since the viewer's own last turn.
func since(p *ui.Page, v View) {
	lines, most := tidings(v), mostSince(v)
	if len(lines) == 0 || v.Me == games.Nobody {
		return
	}
	if most == 0 {
		return
	}
	p.Say(ui.T("since", ui.T("since.title")))
	if deed := woken(v); len(lines) > most && v.Pawns[v.Me].Sleep == 0 && !deed.IsZero() {
		p.Say(deed) // it stays, whatever has happened since
		most--
	}
	p.Say(lines[max(len(lines)-most, 0):]...)
}

// sum is by how much the floor of each player has changed since the viewer's own last turn.
func sum(v View) (list []ui.Text) {
	floors := make([]int, len(v.Pawns))
	for _, e := range v.Since {
		switch e.Kind {
		case Struck:
			floors[e.To] -= e.N
		case Healed:
			floors[e.To] += e.N
		case Sank, Lost, Crowded:
			floors[e.Seat] -= e.N
		case Rose, Gained:
			floors[e.Seat] += e.N
		}
	}
	for seat, n := range floors {
		if n != 0 {
			list = append(list, ui.T("since.sum.floors", who(v, games.Seat(seat)), signed(n)))
		}
	}
	return list
}

// woken is how the viewer was woken, as long as that is told.
func woken(v View) ui.Text {
	for i, e := range v.Since {
		if e.Kind == Awoke && e.Seat == v.Me && i > 0 {
			deed, _ := tiding(v, v.Since[i-1:i])
			return deed
		}
	}
	return ui.Text{}
}

// sinceAll is a sheet of all that has happened since the viewer's own last turn.
func sinceAll(v View, n int) ui.Page {
	p := ui.Page{Title: ui.T("since.all"), Colour: colourDusk}
	lines := tidings(v)
	p.Say(arrival(v))
	if floors := sum(v); len(lines) > mostSinceSheet && len(floors) > 0 {
		p.Say(ui.T("since.sum", floors))
	}
	if len(lines) == 0 {
		p.Say(ui.T("since.nothing"))
	}
	p.Say(cutSheet(lines, mostSinceSheet, n)...)
	leaf(&p, pathSince, n, sheets(len(lines), mostSinceSheet))
	return p
}

// tidings are the events since the viewer's own last turn in words. What belongs
// together is one line.
func tidings(v View) []ui.Text {
	var lines []ui.Text
	for list := v.Since; len(list) > 0; {
		line, n := tiding(v, list)
		if !line.IsZero() {
			lines = append(lines, line)
		}
		list = list[n:]
	}
	return lines
}

// tiding is a line about the first of some events, and how many of them it tells. The
// line is zero when a later one tells more.
func tiding(v View, list []Event) (line ui.Text, n int) {
	e := list[0]
	next := Event{Seat: games.Nobody}
	if len(list) > 1 {
		next = list[1]
	}
	switch e.Kind {
	case Sent:
		return letterTiding(v, list)
	case Struck, Healed:
		for n = 1; n < len(list) && list[n].Kind == e.Kind && list[n].Seat == e.Seat && list[n].To == e.To; n++ {
			e.N += list[n].N
		}
		return event(v, e, false), n
	case Lost, Gained:
		return together(v, list)
	case Found: // one of two is told when it is kept
		if slices.ContainsFunc(list[1:min(len(list), 3)], func(k Event) bool { return k.Kind == Kept && k.Seat == e.Seat }) {
			return ui.Text{}, 1
		}
	case Walked: // a second move goes on from there
		if next.Kind == Walked && next.Seat == e.Seat {
			return ui.Text{}, 1
		}
	case Used:
		switch {
		case (next.Kind == Stole || next.Kind == Walked) && next.Seat == e.Seat:
			return ui.Text{}, 1
		case (next.Kind == Lost || next.Kind == Gained) && next.Seat == e.To && next.N > 0:
			return ui.T("since.used."+string(next.Kind), next.N, who(v, e.Seat), who(v, e.To), vision(Vision(e.What))), 2
		}
	}
	return event(v, e, false), 1
}

// letterTiding tells an Insight with what came of it, once that is known.
func letterTiding(v View, list []Event) (line ui.Text, n int) {
	e := list[0]
	for n := 1; n < min(len(list), 3); n++ {
		from, to := who(v, e.Seat), who(v, e.To)
		switch out := list[n]; {
		case out.Kind == Slow: // the rules answered
			continue
		case out.Seat != e.To:
			return event(v, e, false), 1
		case out.Kind == Quiet:
			return ui.T("since.quiet", from, to), n + 1
		case out.Kind == Sank || out.Kind == Rose:
			return ui.T("since."+string(out.Kind), out.N, from, to), n + 1
		case out.Kind == Gave:
			return ui.T("since.gave", from, to, vision(Vision(out.What))), n + 1
		default:
			return event(v, e, false), 1
		}
	}
	return event(v, e, false), 1
}

// together tells what one Vision did to several.
func together(v View, list []Event) (line ui.Text, n int) {
	e := list[0]
	var names []ui.Text
	for n < len(list) && list[n].Kind == e.Kind && list[n].N == e.N && list[n].What == e.What {
		names = append(names, who(v, list[n].Seat))
		n++
	}
	if n == 1 || e.N == 0 {
		return event(v, e, false), 1
	}
	return ui.T("since."+string(e.Kind), e.N, vision(Vision(e.What)), names), n
}

// signed is a number with its sign.
func signed(n int) ui.Text {
	if n > 0 {
		return ui.Literal("+" + strconv.Itoa(n))
	}
	return ui.Literal("−" + strconv.Itoa(-n))
}
