package page

import (
	"oneiros/games/fortress/news"
	"oneiros/games/fortress/view"
	"oneiros/games/ui"
)

// pathSince is all that has happened since the viewer's own last turn; since/N: before that.
const pathSince = "since"

// mostSinceSheet is how many turns a sheet of it has, and a sheet of a lap in words.
const mostSinceSheet = 5

// since adds what else has happened since the viewer's own last turn, as far as there is
// room, and what they have learned. The line of floors is above it.
func since(p *ui.Page, l news.Wording) {
	p.Say(l.Deeds...)
	p.Say(l.Known)
}

// sinceAll is a sheet of all that has happened since the viewer's own last turn.
func sinceAll(v view.View, n int) ui.Page {
	p := ui.Page{Title: ui.T(news.SinceKey(v, "since.all")), Colour: colourDusk}
	list := news.Chapters(v, v.Since)
	p.Say(arrival(v))
	if len(list) == 0 {
		p.Say(ui.T(news.SinceKey(v, "since.nothing")))
	} else {
		p.Say(news.Heading(v))
	}
	for _, c := range cutSheet(list, mostSinceSheet, n) {
		p.Say(c.Say(v))
	}
	leaf(&p, pathSince, n, sheets(len(list), mostSinceSheet))
	return p
}
