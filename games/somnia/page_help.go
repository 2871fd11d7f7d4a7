package somnia

import "oneiros/games/ui"

// help is "What can I do now?". A panel may be left open on it while the game
// goes on, so it says whose turn it is and has every button of the first page.
func help(v View) ui.Page {
	now := panel(v)
	p := page{ui.Page{Title: ui.T("help.title"), Colour: now.Colour}}
	switch v.Phase {
	case Turn:
		p.say(middle(v), turn(v))
		p.gap()
		switch {
		case !v.mine():
			p.say(ui.T("help.wait"))
		case len(v.Trick) == 0:
			p.say(ui.T("help.lead"))
		default:
			p.say(ui.T("help.follow", suit(v.Trick[0].Suit())))
		}
		p.say(nightmare(v))
		if v.Nightmare != NoSuit {
			p.say(ui.T("help.nightmare"))
		}
		if v.Honest {
			p.say(ui.T("help.honest"))
		}
	case Arrival:
		p.say(ui.T("help.arrival"), nightmare(v))
	case Taken:
		p.say(ui.T("help.taken"), nightmare(v))
	case Dawn:
		p.say(ui.T("help.dawn"), ui.T("dawn.until", ui.Until(v.Until)))
	default:
		p.say(ui.T("help.over"))
	}
	p.gap()
	p.say(ui.T("help.worth"))
	p.say(goals(len(v.Lives))...)
	for _, c := range now.Controls {
		if c.To != ui.Open(pathHelp) {
			c.Break = c.Break || c.To == ui.Open(pathTable)
			p.Controls = append(p.Controls, c)
		}
	}
	p.open("", "↩️", ui.T("back"), v.Phase == Over)
	return p.Page
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
	page := func(name string, lines ...string) ui.Page {
		p := ui.Page{Title: ui.T("rules." + name), Colour: colourNight}
		for i, l := range lines {
			if i > 0 {
				p.Lines = append(p.Lines, ui.Text{})
			}
			p.Lines = append(p.Lines, ui.T("rules."+name+"."+l))
		}
		return p
	}
	return []ui.Page{
		page("idea", "lead", "deck", "lives"),
		page("trick", "lead", "follow", "take", "two"),
		page("nightmare", "call", "grow", "ruff", "low", "twelve"),
		page("score", "lead", "two", "three", "four", "end"),
		page("clocks", "turn", "beat", "late", "show"),
		page("ways", "guided", "honest", "panel"),
	}
}
