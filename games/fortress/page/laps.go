package page

import (
	"slices"
	"strconv"
	"strings"

	"oneiros/games/fortress/kit"
	"oneiros/games/fortress/label"
	"oneiros/games/fortress/news"
	"oneiros/games/fortress/picture"
	"oneiros/games/fortress/view"
	"oneiros/games/ui"
)

// The paths of the record: what every player saw, lap by lap.
const (
	pathLaps = "laps" // the latest laps as a grid; laps/N: earlier ones
	pathLap  = "lap"  // lap/N: a lap in words, its latest turns; lap/N/M: earlier ones
)

// lapsAt is a page of the record at a path, if there is one.
func lapsAt(v view.View, path string) (p ui.Page, ok bool) {
	name, rest, deeper := strings.Cut(path, "/")
	if len(v.Laps) == 0 {
		return p, false
	}
	if name == pathLaps {
		n, ok := sheetNumber(rest, deeper)
		if !ok || n > sheets(len(v.Laps), picture.LapsShown) {
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
	list := news.ChaptersOfLap(v, i)
	if n > sheets(len(list), mostSinceSheet) {
		return p, false
	}
	return lapInWords(v, v.Laps[i].N, list, n), true
}

// lapsSheet is a sheet of the record: a grid, and its laps in words behind a menu.
func lapsSheet(v view.View, n int) ui.Page {
	list := cutSheet(v.Laps, picture.LapsShown, n)
	p := ui.Page{Title: label.InLaps("laps.title", list), Colour: colourDusk}
	if now := arrival(v); now.IsZero() {
		p.Say(picture.Legend(v, list))
	} else {
		p.Say(now)
	}
	p.Show(picture.Laps(v, list))
	var words []ui.Choice
	for _, l := range list {
		words = append(words, ui.Choice{Label: ui.T("laps.lap", l.N), To: ui.Open(pathLap + "/" + strconv.Itoa(l.N))})
	}
	p.Menu(ui.T("laps.menu"), words)
	p.Open(pathNotes, "👁️", ui.T("notes.short"))
	leaf(&p, pathLaps, n, sheets(len(v.Laps), picture.LapsShown))
	return p
}

// lapInWords is a sheet of what happened in a lap.
func lapInWords(v view.View, lap int, list []news.Chapter, n int) ui.Page {
	p := ui.Page{Title: ui.T("laps.one", lap), Colour: colourDusk}
	p.Say(arrival(v))
	for _, c := range cutSheet(list, mostSinceSheet, n) {
		p.Say(c.Say(v))
	}
	p.Open(pathLaps, "🗓️", ui.T("laps.short"))
	leaf(&p, pathLap+"/"+strconv.Itoa(lap), n, sheets(len(list), mostSinceSheet))
	return p
}
