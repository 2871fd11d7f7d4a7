package page

import (
	"oneiros/games"
	"oneiros/games/dreamrunners/kit"
	"oneiros/games/dreamrunners/view"
	"oneiros/games/ui"
)

// help says what its reader can do now.
func help(v view.View) ui.Page {
	p := ui.Page{Title: ui.T("help.title"), Colour: colourNight}
	switch {
	case v.Phase == kit.Over:
		p.Say(ui.T("help.over"))
	case !v.Asleep():
		p.Say(ui.T("help.woke"))
	case v.Phase == kit.Building && v.May(kit.Build):
		p.Say(ui.T("help.build"), ui.T("help.build.turn"), ui.T("help.build.more"))
	case v.Phase == kit.Building:
		p.Say(ui.T(paced(v, "help.built")))
	case v.Phase == kit.Choosing:
		p.Say(ui.T("help.choosing"))
	case v.Shopper == v.Me:
		p.Say(ui.T("help.shop", kit.Price, kit.CalmPrice))
	default:
		p.Say(ui.T("help.between"))
	}
	if v.Phase != kit.Over {
		p.Gap()
		p.Say(ui.T("help.effects"), ui.T("help.signs"), ui.T("help.logic"))
	}
	if v.Phase != kit.Over {
		p.Open(pathTable, "📊", ui.T("table.button"))
	}
	addBack(&p)
	return p
}

// Rules are the rules in our own words, page by page.
func Rules() []ui.Page {
	return []ui.Page{
		games.Chapter(colourNight, "idea", "lead", "goal", "wake"),
		games.Chapter(colourNight, "race", "lead", "first", "others", "place"),
		games.Chapter(colourNight, "effects", "lead", "logic", "nightmares", "rewards", "order"),
		games.Chapter(colourNight, "stars", "lead", "set", "top", "calm"),
		games.Chapter(colourNight, "special", "octopus", "bat", "spider", "chest", "shared", "double"),
		games.Chapter(colourNight, "shop", "lead", "segment", "calm"),
		games.Chapter(colourNight, "score", "lead", "tie", "alone"),
		games.Chapter(colourNight, "clocks", "live", "relaxed", "late", "choose"),
	}
}
