package page

import (
	"oneiros/games"
	"oneiros/games/somnicum/kit"
	"oneiros/games/somnicum/news"
	"oneiros/games/somnicum/view"
	"oneiros/games/ui"
)

// sayNews says what has happened since the viewer's last turn. Every turn is told: shortly,
// where the lines would take more than so many of a phone. A heading goes first where there is
// no room for it. It reports whether the page of the news tells more.
func sayNews(p *ui.Page, v view.View, room int) (more bool) {
	list := view.Recent(v)
	if len(list) == 0 {
		return false
	}
	much := news.Medium
	if news.Lines(v, list, much) > room {
		much = news.Short
	}
	if news.Lines(v, list, much) > room {
		much = news.Terse
	}
	if news.Lines(v, list, much) < room {
		p.Say(ui.T("since.title"))
	}
	for _, turn := range list {
		p.Say(news.Line(v, turn, much))
	}
	return much <= news.Short
}

// newsPage is what has happened since the viewer's last turn, in full. For the public it is
// this turn and the last turn of every player.
func newsPage(v view.View) ui.Page {
	p := ui.Page{Title: ui.T("news.title"), Colour: colourNight}
	list := view.Turns(v.Story)
	if v.Me != games.Nobody {
		p.Title, list = ui.T("since.all"), view.Turns(v.Since())
		if len(list) == 0 {
			p.Say(ui.T("since.nothing"))
		}
	}
	for _, turn := range list {
		p.Say(news.Line(v, turn, news.Full))
	}
	if v.Me != games.Nobody {
		p.Gap()
		p.Say(news.Own(v))
	}
	said := 0
	for _, turn := range list {
		if turn[0].Kind == kit.DidEnd {
			said++
		}
	}
	for i := range len(v.Ended) - said {
		p.Say(news.Ended(v, i))
	}
	addBack(&p)
	return p
}
