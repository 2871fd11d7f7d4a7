package page

import (
	"oneiros/games"
	"oneiros/games/somnicum/kit"
	"oneiros/games/somnicum/view"
	"oneiros/games/ui"
)

// help says what its reader can do now.
func help(v view.View) ui.Page {
	p := ui.Page{Title: ui.T("help.title"), Colour: colourNight}
	switch {
	case v.Phase == kit.Over:
		p.Say(ui.T("help.over"))
	case v.Mine():
		p.Say(ui.T("help." + string(v.Phase)))
	default:
		p.Say(ui.T("help.wait"))
	}
	if v.Phase != kit.Over {
		p.Gap()
		p.Say(ui.T("help.steps"), ui.T("help.fit"), ui.T("help.levels"), ui.T("help.end", len(v.Dreamers)), ui.T("help.signs"))
		if len(v.Story) > 0 {
			p.Open(pathNews, "📜", ui.T("news.button"))
		}
	}
	addBack(&p)
	return p
}

// Rules are the rules in our own words, page by page.
func Rules() []ui.Page {
	return []ui.Page{
		games.Chapter(colourNight, "idea", "lead", "cards", "goal"),
		games.Chapter(colourNight, "ring", "lead", "steps", "gap", "lap"),
		games.Chapter(colourNight, "dream", "lead", "break", "levels", "edge"),
		games.Chapter(colourNight, "sand", "lead", "add", "two", "pay", "start", "fair"),
		games.Chapter(colourNight, "meetings", "lead", "when", "lasting", "worth"),
		games.Chapter(colourNight, "round", "lead", "few", "empty", "next"),
		games.Chapter(colourNight, "score", "lead", "nightmares", "goal", "tie"),
		games.Chapter(colourNight, "clocks", "turn", "late", "gap"),
	}
}
