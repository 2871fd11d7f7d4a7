package fortress

import (
	"slices"
	"strconv"
	"strings"

	"oneiros/games"
	"oneiros/games/fortress/kit"
	"oneiros/games/fortress/label"
	"oneiros/games/fortress/view"
	"oneiros/games/ui"
)

// The paths of the record: what every player saw, lap by lap.
const (
	pathLaps = "laps" // the latest laps as a grid; laps/N: earlier ones
	pathLap  = "lap"  // lap/N: a lap in words, its latest turns; lap/N/M: earlier ones
)

// mostLapsSheet is how many laps a sheet of the record has: as many as a phone shows. A sheet of a lap
// in words has [mostSinceSheet] turns.
const mostLapsSheet = 3

// lapsAt is a page of the record at a path, if there is one.
func lapsAt(v view.View, path string) (p ui.Page, ok bool) {
	name, rest, deeper := strings.Cut(path, "/")
	if len(v.Laps) == 0 {
		return p, false
	}
	if name == pathLaps {
		n, ok := sheetNumber(rest, deeper)
		if !ok || n > sheets(len(v.Laps), mostLapsSheet) {
			return p, false
		}
		return lapsSheet(v, n), true
	}
	number, rest, deeper := strings.Cut(rest, "/")
	i := slices.IndexFunc(v.Laps, func(l kit.Lap) bool { return strconv.Itoa(l.N) == number })
	n, ok := sheetNumber(rest, deeper)
	if i < 0 || !ok {
		return p, false
	}
	list := chaptersOfLap(v, i)
	if n > sheets(len(list), mostSinceSheet) {
		return p, false
	}
	return lapInWords(v, v.Laps[i].N, list, n), true
}

// lapsSheet is a sheet of the record: a grid, and its laps in words behind a menu.
func lapsSheet(v view.View, n int) ui.Page {
	list := cutSheet(v.Laps, mostLapsSheet, n)
	p := ui.Page{Title: label.InLaps("laps.title", list), Colour: colourDusk}
	if now := arrival(v); now.IsZero() {
		p.Say(legend(v, list))
	} else {
		p.Say(now)
	}
	p.Show(grid(v, list))
	var words []ui.Choice
	for _, l := range list {
		words = append(words, ui.Choice{Label: ui.T("laps.lap", l.N), To: ui.Open(pathLap + "/" + strconv.Itoa(l.N))})
	}
	p.Menu(ui.T("laps.menu"), words)
	p.Open(pathNotes, "👁️", ui.T("notes.short"))
	leaf(&p, pathLaps, n, sheets(len(v.Laps), mostLapsSheet))
	return p
}

// chaptersOfLap are the turns of a lap that is kept.
func chaptersOfLap(v view.View, i int) []chapter {
	var since []kit.Event
	for _, l := range v.Laps[i:] {
		since = append(since, l.Events(len(v.Pawns))...)
	}
	n := len(v.Laps[i].Events(len(v.Pawns)))
	return chaptersAmong(v, since[:n], floorsAfter(v, since)[:n])
}

// lapInWords is a sheet of what happened in a lap.
func lapInWords(v view.View, lap int, list []chapter, n int) ui.Page {
	p := ui.Page{Title: ui.T("laps.one", lap), Colour: colourDusk}
	p.Say(arrival(v))
	for _, c := range cutSheet(list, mostSinceSheet, n) {
		p.Say(c.say(v))
	}
	p.Open(pathLaps, "🗓️", ui.T("laps.short"))
	leaf(&p, pathLap+"/"+strconv.Itoa(lap), n, sheets(len(list), mostSinceSheet))
	return p
}

// A dot is a deed of a turn as the grid shows it: a sign, whom it met, and what it did.
type dot struct {
	sign  kit.Face   // of the action; empty for what no action did
	used  bool       // a Vision was used
	woke  bool       // To woke
	crowd bool       // a crowd took a floor
	to    games.Seat // or Nobody
	floor string     // how many floors, with a sign; "0" for an Insight that did nothing
	place kit.Place  // of a move
}

// weight says which deeds stay where there is little room.
func (d dot) weight() int {
	switch {
	case d.woke:
		return 3
	case d.sign == kit.FaceInsight || d.floor != "":
		return 2
	case d.sign == kit.FaceMove:
		return 0
	default:
		return 1
	}
}

// dots are the deeds of a turn, in order.
func dots(list []kit.Event) (out []dot) {
	for i, e := range list {
		switch e.Kind {
		case kit.Sent:
			out = append(out, dot{sign: kit.FaceInsight, to: e.To})
		case kit.Quiet, kit.Sank, kit.Rose, kit.Gave:
			answered(out, e)
		case kit.Struck, kit.Healed:
			out = blows(out, e)
		case kit.Lost, kit.Gained:
			if e.N > 0 {
				out = append(out, dot{sign: kit.FaceVision, to: e.Seat, floor: signedNumber(e.Kind.Moves() * e.N)})
			}
		case kit.Found:
			if i+2 >= len(list) || list[i+1].Kind != kit.Kept && list[i+2].Kind != kit.Kept {
				out = append(out, dot{sign: kit.FaceVision, to: games.Nobody})
			}
		case kit.Kept:
			out = append(out, dot{sign: kit.FaceVision, to: games.Nobody})
		case kit.Used:
			out = append(out, dot{used: true, to: e.To})
		case kit.Stole, kit.Took, kit.Presented:
			if e.To != games.Nobody {
				out = append(out, dot{sign: kit.FaceVision, to: e.To})
			}
		case kit.Crowded:
			out = append(out, dot{crowd: true, to: games.Nobody, floor: signedNumber(-e.N)})
		case kit.Awoke:
			out = append(out, dot{woke: true, to: e.Seat})
		case kit.Walked:
			out = slices.DeleteFunc(out, func(d dot) bool { return d.sign == kit.FaceMove })
			out = append(out, dot{sign: kit.FaceMove, to: games.Nobody, place: kit.Place(e.What)})
		}
	}
	return out
}

// answered tells of the Insight that was passed last what came of it.
func answered(list []dot, e kit.Event) {
	for i := range slices.Backward(list) {
		if d := &list[i]; d.sign == kit.FaceInsight && d.to == e.Seat {
			switch e.Kind {
			case kit.Quiet:
				d.floor = "0"
			case kit.Gave:
				d.used = true
			default:
				d.floor = signedNumber(e.Kind.Moves() * e.N)
			}
			return
		}
	}
}

// blows adds an attack or a heal; several in a row on the same seat are one.
func blows(list []dot, e kit.Event) []dot {
	_, n := e.Moved()
	d := dot{sign: kit.FaceHeal, to: e.To}
	if e.Kind == kit.Struck {
		d.sign = kit.FaceAttack
	}
	if i := len(list) - 1; i >= 0 && list[i].sign == d.sign && list[i].to == d.to {
		before, _ := strconv.Atoi(strings.Replace(list[i].floor, "−", "-", 1))
		list[i].floor = signedNumber(before + n)
		return list
	}
	d.floor = signedNumber(n)
	return append(list, d)
}

// signedNumber is a number with its sign; a true minus is wider than a hyphen.
func signedNumber(n int) string {
	switch {
	case n > 0:
		return "+" + strconv.Itoa(n)
	case n < 0:
		return "−" + strconv.Itoa(-n)
	default:
		return "0"
	}
}

// cells are the deeds of the laps, by lap and seat.
func cells(v view.View, laps []kit.Lap) [][][]dot {
	out := make([][][]dot, len(laps))
	for i, l := range laps {
		out[i] = make([][]dot, len(v.Pawns))
		list := l.Events(len(v.Pawns))
		for _, t := range kit.Turns(list) {
			by := list[t.From].Seat
			out[i][by] = append(out[i][by], dots(list[t.From:t.To])...)
		}
	}
	return out
}
