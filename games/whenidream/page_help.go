package whenidream

import "oneiros/games/ui"

// help is "What can I do now?", for this part and phase. A panel may be left
// open on it while the game goes on, so it shows what matters of the first page
// before, and has its controls.
func help(v View) ui.Page {
	now := first(v, 1)
	p := page{ui.Page{Title: ui.T("help.title"), Colour: now.Colour}}
	switch v.Phase {
	case Night, Last:
		element(&p, v)
		p.say(turn(v))
		p.say(objection(v)...)
	case Dusk, Check, Dawn:
		p.say(awaited(v), until(v, string(v.Phase)+".until"))
	case Story:
		p.say(until(v, "story.until"))
	}
	p.gap()
	part := string(v.Part)
	way := "text"
	if v.Voice {
		way = "voice"
	}
	switch v.Phase {
	case Night:
		p.say(ui.T("help.night."+part), ui.T("help.night."+part+"."+way))
	case Dusk, Last, Story, Check, Dawn:
		p.say(ui.T("help." + string(v.Phase) + "." + part))
	default:
		p.say(ui.T("help.over"))
	}
	if v.Part == Dreamer {
		p.gap()
		p.say(wants(v))
	}
	if v.Part == Spirit && v.Role != "" {
		p.gap()
		p.say(wants(v), ui.T("help.role."+string(v.Role)))
	}
	if v.Part == Spirit && v.Phase == Night {
		p.gap()
		p.say(ui.T("help.forbidden"))
		if v.Faithful {
			p.say(ui.T("help.faithful"))
		} else {
			p.say(ui.T("help.friendly"))
		}
	}
	for _, c := range now.Controls {
		if c.To != ui.Open(pathHelp) {
			p.Controls = append(p.Controls, c)
		}
	}
	p.open("", "↩️", ui.T("back"))
	return p.Page
}

// rulesPages are the rules in our own words, page by page.
func rulesPages() []ui.Page {
	page := func(name string, lines ...string) ui.Page {
		p := ui.Page{Title: ui.T("rules." + name), Colour: colourDusk}
		for i, l := range lines {
			if i > 0 {
				p.Lines = append(p.Lines, ui.Text{})
			}
			p.Lines = append(p.Lines, ui.T("rules."+name+"."+l))
		}
		return p
	}
	roles := page("roles", "lead")
	roles.Lines = append(roles.Lines, ui.Text{})
	for n, c := range roleCards {
		if c != [3]int{} {
			roles.Lines = append(roles.Lines, ui.T("rules.roles.row", n, c[0], c[1], c[2]))
		}
	}
	roles.Lines = append(roles.Lines, ui.Text{}, ui.T("rules.roles.unseen"))
	return []ui.Page{
		page("idea", "lead", "spirits", "goal"),
		roles,
		page("night", "lead", "clue", "guess", "silence"),
		page("clues", "lead", "forbidden", "price", "challenge"),
		page("day", "lead", "ticks", "disputed"),
		page("score", "good", "bad", "trickster", "dreamer", "end"),
		page("clocks", "text", "voice", "last", "day"),
		page("ways", "text", "voice", "panel"),
	}
}
