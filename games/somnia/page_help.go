package somnia

import (
	"oneiros/games"
	"oneiros/games/ui"
)

// help is "What can I do now?". A panel may stay open on it while the game goes
// on. So it says whose turn it is and has every button of the first page.
func help(v View) ui.Page {
	now := panel(v)
	p := ui.Page{Title: ui.T("help.title"), Colour: now.Colour}
	switch v.Phase {
	case Turn:
		p.Say(turn(v))
		p.Gap()
		switch {
		case !v.mine():
			p.Say(ui.T("help.wait"))
		case len(v.Trick) == 0:
			p.Say(ui.T("help.lead"))
		default:
			p.Say(ui.T("help.follow", suit(v.Trick[0].Suit())))
		}
		addNightmare(&p, v)
		if v.Honest {
			p.Say(ui.T("help.honest"))
		}
	case Arrival:
		p.Say(ui.T("help.arrival"))
		addNightmare(&p, v)
	case Taken:
		p.Say(ui.T("help.taken"), nightmare(v))
	case Dawn:
		p.Say(ui.T("help.dawn"), ui.T("dawn.until", ui.Until(v.Until)))
	default:
		p.Say(ui.T("help.over"))
	}
	p.Gap()
	p.Say(ui.T("help.worth"))
	p.Say(goals(len(v.Lives))...)
	for _, c := range now.Controls {
		if c.To != ui.Open(pathHelp) {
			c.Break = c.Break || c.To == ui.Open(pathTable)
			p.Controls = append(p.Controls, c)
		}
	}
	if v.Phase == Over {
		p.Gap()
		addDeals(&p, v)
	}
	p.Open("", "↩️", ui.T("back"))
	if v.Phase == Over {
		p.NewRow(len(p.Controls) - 1)
	}
	return p
}

// addNightmare says which suit is the Nightmare and what its cards may do.
func addNightmare(p *ui.Page, v View) {
	p.Say(nightmare(v))
	switch {
	case v.Nightmare == NoSuit:
		p.Say(ui.T("nightmare.calls"))
	case v.Undertrump:
		p.Say(ui.T("help.nightmare.under"))
	default:
		p.Say(ui.T("help.nightmare"))
	}
}

// goals say who loses a deal, in the order in which it is asked.
func goals(seats int) []ui.Text {
	switch seats {
	case 2:
		return []ui.Text{ui.T("goal.two")}
	case 3:
		return []ui.Text{ui.T("goal.three")}
	default:
		return []ui.Text{ui.T("goal.four")}
	}
}

// rulesPages are the rules in our own words, page by page.
func rulesPages() []ui.Page {
	return []ui.Page{
		games.Chapter(colourNight, "idea", "lead", "deck", "lives"),
		games.Chapter(colourNight, "trick", "lead", "follow", "take", "two"),
		games.Chapter(colourNight, "nightmare", "call", "grow", "ruff", "low", "twelve"),
		games.Chapter(colourNight, "score", "lead", "two", "three", "four", "end"),
		games.Chapter(colourNight, "clocks", "turn", "beat", "late", "show"),
		games.Chapter(colourNight, "ways", "guided", "honest", "undertrump", "panel"),
	}
}
