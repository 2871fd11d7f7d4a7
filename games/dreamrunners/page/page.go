// Package page has the pages of Dream Runners: what a viewer reads and may press.
//
// The board shows the tile, the shop and what every player has, and after the sand what
// every player built. A panel is where one builds: a picture of the tile with the own
// segments on it, and below a button for each of its nine cells.
//
// # Why it stands apart
//
// A page puts together what others know. Names come from package label, pictures from package
// picture, and what a press does from package view. It says what is told, in which order, and
// what leads where. It does not import the position: see package view.
//
// What happened since a viewer's last composition is told here, too (news.go). It needs the paths
// of these pages, and no other room needs it.
package page

import (
	"strconv"
	"strings"

	"oneiros/games"
	"oneiros/games/dreamrunners/kit"
	"oneiros/games/dreamrunners/label"
	"oneiros/games/dreamrunners/picture"
	"oneiros/games/dreamrunners/view"
	"oneiros/games/ui"
)

// The paths of pages besides the first.
const (
	pathHold    = "hold"    // hold/L: a segment is chosen; hold/L/90: with this turn; hold/L/0/b2: taken at a cell
	pathBare    = "bare"    // before one is ready with nothing laid
	pathMore    = "more"    // more/L/90: every place of a segment, outside of the tile too
	pathWrite   = "write"   // the form with one line
	pathAsks    = "asks"    // asks/2: more of what is to be chosen
	pathCalm    = "calm"    // before a point of calm is paid for that has no room
	pathTable   = "table"   // what every player has
	pathResults = "results" // results/SEAT: what the last dream brought
	pathSeat    = "seat"    // seat/SEAT: the segments of a player
	pathHelp    = "help"    // what can I do now
)

// The edges of pages.
const (
	colourNight = 0x3f3fb0
	colourMine  = 0xffd25e
	colourSand  = 0xff9a3d
	colourDawn  = 0xffb38f
)

// At is what a viewer sees at a path.
func At(v view.View, path string) ui.Page {
	words := strings.Split(path, "/")
	switch {
	case path == pathHelp && v.Me != games.Nobody:
		return help(v)
	case path == pathTable && v.Phase != kit.Over:
		return tablePage(v)
	case path == pathSince && v.Me != games.Nobody && v.Phase != kit.Over && v.Last.Round > 0:
		return sincePage(v)
	case words[0] == pathResults && len(words) == 2 && v.Last.Round > 0:
		if i, ok := seatWord(words[1], len(v.Last.Results)); ok && !v.Last.Results[i].Absent {
			return resultPage(v, i)
		}
	case words[0] == pathSeat && len(words) == 2:
		if i, ok := seatWord(words[1], len(v.Dreamers)); ok {
			return seatPage(v, i)
		}
	case v.May(kit.Build):
		return buildPages(v, words)
	case words[0] == pathAsks && len(words) == 2 && v.Phase == kit.Choosing && !v.Chosen:
		if n, ok := seatWord(words[1], (len(v.Asks)+mostAsks-1)/mostAsks); ok && n > 0 {
			return asking(v, n)
		}
	case path == pathCalm && v.May(kit.Calm) && v.Own().Calm >= kit.MaxCalm:
		return calmPage(v)
	}
	return first(v)
}

// seatWord reads a number from 0 to n-1.
func seatWord(word string, n int) (int, bool) {
	i, err := strconv.Atoi(word)
	return i, err == nil && strconv.Itoa(i) == word && i >= 0 && i < n
}

// Fill turns the line of the form into a move.
func Fill(v view.View, path string, answers []string) (kit.Move, error) {
	if path != pathWrite || len(answers) != 1 || !v.May(kit.Build) {
		return kit.Move{}, games.Refuse("refuse.not-now")
	}
	return kit.Move{Verb: kit.Build, Text: kit.Tidy(strings.ToValidUTF8(answers[0], ""))}, nil
}

// first is the first page.
func first(v view.View) ui.Page {
	switch {
	case v.Phase == kit.Over:
		return over(v)
	case !v.Asleep():
		return board(v)
	case v.Phase == kit.Building:
		return built(v)
	case v.Phase == kit.Choosing:
		return asking(v, 0)
	default:
		return between(v)
	}
}

// board is the page that every viewer sees.
func board(v view.View) ui.Page {
	p := ui.Page{Title: title(v), Colour: colourNight}
	if v.Me != games.Nobody {
		p.Say(ui.T("woke.you", v.Own().Woke, sleepers(v)))
	}
	switch v.Phase {
	case kit.Building:
		p.Say(sandLine(v))
		if v.Running {
			p.Colour = colourSand
		} else {
			p.Say(readyLine(v)) // later the picture says it, and the line names the first one
		}
		p.Say(dangerLine(v))
		p.Show(picture.Board(v))
	case kit.Choosing:
		p.Say(ui.T(paced(v, "choosing.board"), ui.Until(v.Until)))
		p.Show(picture.Board(v))
	case kit.Between:
		p.Say(shopLine(v))
		if news := shopNews(v); news.IsZero() {
			p.Say(readyLine(v))
		} else {
			p.Say(news)
		}
		p.Show(picture.Reveal(v))
	}
	addLooks(&p, v)
	return p
}

// sleepers are the names of those who still play.
func sleepers(v view.View) []ui.Text {
	var names []ui.Text
	for i := range v.Dreamers {
		if v.Dreamers[i].Woke == 0 {
			names = append(names, ui.Name(i).Text())
		}
	}
	return names
}

// title says which dream it is.
func title(v view.View) ui.Text {
	return ui.T("title."+string(v.Phase), v.Round, kit.Rounds, label.Tile(v.Tile))
}

// paced is the key of a text that does not speak of sand where none runs.
func paced(v view.View, key string) string {
	if v.Relaxed {
		return key + ".relaxed"
	}
	return key
}

// sandLine says how long one may build.
func sandLine(v view.View) ui.Text {
	switch {
	case v.Relaxed:
		return ui.T("sand.relaxed", ui.Until(v.Until))
	case v.Running && v.First != games.Nobody:
		return ui.T("sand.first", ui.Name(v.First), ui.Until(v.Until))
	case v.Running:
		return ui.T("sand.runs", ui.Until(v.Until))
	default:
		return ui.T("sand.still", ui.Until(v.Until))
	}
}

// readyLine names those who are ready.
func readyLine(v view.View) ui.Text {
	var names []ui.Text
	for i := range v.Dreamers {
		if v.Ready(i) {
			names = append(names, ui.Name(i).Text())
		}
	}
	if len(names) == 0 {
		return ui.Text{}
	}
	return ui.T("ready."+string(v.Phase), names)
}

// shopLine says who may buy, and who comes after them.
func shopLine(v view.View) ui.Text {
	list := v.Queue()
	if len(list) == 0 {
		return ui.T(lastly(v, "shop.nobody"), ui.Until(v.Until))
	}
	var next []ui.Text
	for _, seat := range list[1:] {
		if seat == v.Me {
			next = append(next, ui.T("shop.me"))
		} else {
			next = append(next, ui.Name(seat).Text())
		}
	}
	if len(next) == 0 {
		return ui.T(lastly(v, "shop.last"), ui.Name(list[0]), ui.Until(v.Until))
	}
	return ui.T(lastly(v, "shop.who"), ui.Name(list[0]), ui.Until(v.Until), next)
}

// lastly is the key of a text that does not speak of a next dream after the last one.
func lastly(v view.View, key string) string {
	if v.Round == kit.Rounds {
		return key + ".end"
	}
	return key
}

// addLooks adds the buttons of what every player may look at.
func addLooks(p *ui.Page, v view.View) {
	n := len(p.Controls)
	if v.Phase != kit.Over && (v.Phase == kit.Between && v.Me == games.Nobody || v.Me != games.Nobody && v.Last.Round == 0) {
		p.Open(pathTable, "📊", ui.T("table.button")) // later it is on the page of the last dream
	}
	switch i, ok := mainResult(v); {
	case v.Last.Round == 0:
	case v.Me != games.Nobody && v.Phase != kit.Over:
		label := ui.T("since.more")
		if v.Phase != kit.Between { // the lines are not on this page
			label = ui.T("results.button." + lastKey(v))
		}
		p.Open(pathSince, "📜", label)
	case ok:
		p.Open(resultPath(i), "📜", ui.T("results.button."+lastKey(v)))
	}
	if v.Me == games.Nobody || v.Phase == kit.Over {
		p.Open(seatPath(max(int(v.Me), 0)), "🧩", ui.T("seat.button"))
	}
	if v.Me != games.Nobody {
		p.Open(pathHelp, "❓", ui.T("help.short"))
	}
	p.NewRow(n)
}

// lastKey tells whether the last results are of the dream that is shown now.
func lastKey(v view.View) string {
	if v.Last.Round == v.Round {
		return "now"
	}
	return "before"
}

// mainResult is the seat whose results are shown first.
func mainResult(v view.View) (int, bool) {
	if v.Me != games.Nobody && int(v.Me) < len(v.Last.Results) && !v.Last.Results[v.Me].Absent {
		return int(v.Me), true
	}
	list := v.Last.Present()
	if len(list) == 0 {
		return 0, false
	}
	return list[0], true
}

func resultPath(seat int) string { return pathResults + "/" + strconv.Itoa(seat) }

func seatPath(seat int) string { return pathSeat + "/" + strconv.Itoa(seat) }

// addBack adds the button that leads to the first page.
func addBack(p *ui.Page) {
	p.Open("", "↩️", ui.T("back"))
}
