package page

import (
	"slices"

	"oneiros/games"
	"oneiros/games/ui"
	"oneiros/games/whenidream/kit"
	"oneiros/games/whenidream/view"
)

// help is "What can I do now?", for this part and phase. A panel may stay open
// on it while the game goes on. So it shows what matters of the first page, and
// has its controls.
func help(v view.View) ui.Page {
	now := first(v, 0)
	p := ui.Page{Title: ui.T("help.title"), Colour: now.Colour}
	switch v.Phase {
	case kit.Night, kit.Last:
		p.Say(turn(v), sand(v), onCard(v))
		p.Say(objection(v)...)
	case kit.Dusk, kit.Check, kit.Dawn:
		p.Say(awaited(v), phaseEnds(v))
	case kit.Story:
		p.Say(until(v, taleOf(v)+".until"))
	}
	p.Gap()
	part := string(v.Part)
	way := "text"
	if v.Voice {
		way = "voice"
	}
	switch v.Phase {
	case kit.Night:
		p.Say(ui.T("help.night."+part), ui.T("help.night."+part+"."+way))
	case kit.Dusk, kit.Last, kit.Story, kit.Check, kit.Dawn:
		about := string(v.Phase)
		if v.Phase == kit.Story {
			about = taleOf(v)
		}
		p.Say(ui.T("help." + about + "." + part))
		if v.Phase == kit.Dusk {
			p.Say(deck(v))
		}
	default:
		p.Say(ui.T("help.over"))
	}
	wants(&p, v)
	if card := v.Amendable(); card > 0 {
		p.Say(ui.T("help.amend", card))
	}
	p.Controls = backInPlace(now.Controls, pathHelp)
	if v.Listens() && len(lately(v, clueRoom)) > 0 {
		p.Open(pathSince, "📜", ui.T("since.more"))
	}
	unmarked(&p, v)
	squeeze(&p)
	return p
}

// wants adds what the viewer's part is after, and what no clue may be.
func wants(p *ui.Page, v view.View) {
	if v.Part == kit.Dreamer {
		p.Gap()
		p.Say(ui.T("wants.dreamer"))
	}
	if v.Part == kit.Spirit && v.Role != "" {
		p.Gap()
		p.Say(ui.T("help.role." + string(v.Role)))
	}
	if v.Part == kit.Spirit && v.Phase == kit.Night {
		p.Gap()
		p.Say(ui.T("help.forbidden"))
		if v.Faithful {
			p.Say(ui.T("help.faithful"))
		} else {
			p.Say(ui.T("help.friendly"))
		}
	}
}

// unmarked adds what a panel that listens does not offer, because it is seldom meant: to correct
// the card before, and the challenge of a word that was spoken and that its spirit does not
// mark. The panel itself offers that of no word that may not have been spoken.
func unmarked(p *ui.Page, v view.View) {
	if v.Amendable() > 0 {
		amend(p, v)
	}
	for _, m := range v.Legal {
		switch {
		case m.Verb != kit.Challenge || v.Given(m):
		case v.Giver == v.Me:
			p.Do(m, "⛔", ui.Plain, ui.T("challenge.own"))
		default:
			p.Do(m, "⛔", ui.Plain, ui.T("challenge.unmarked"))
		}
	}
}

// backInPlace are the controls of the first page with the way back in place of the button
// that led to a path, or after all of them.
func backInPlace(controls []ui.Control, path string) []ui.Control {
	controls = slices.Clone(controls)
	back := ui.Control{Label: ui.T("back"), Icon: "↩️", To: ui.Open("")}
	for i, c := range controls {
		if c.To == ui.Open(path) {
			back.Break = c.Break
			controls[i] = back
			return controls
		}
	}
	return append(controls, back)
}

// mostRows is how many rows of controls a page has. A message of Discord has five, and the
// last is the bot's.
const mostRows = 4

// squeeze finds room for the controls of a page that has too many rows: the buttons that
// open pages stand beside others, and a menu comes last. A table that plays aloud needs it,
// because its buttons keep their places while there is a vote or a choice of clues.
func squeeze(p *ui.Page) {
	if p.Rows() <= mostRows {
		return
	}
	p.Controls = slices.Clone(p.Controls)
	for i, c := range p.Controls {
		if !c.Off && len(c.Menu) == 0 && slices.Contains([]ui.Link{ui.Open(""), ui.Open(pathHelp), ui.Open(pathSince)}, c.To) {
			p.Controls[i].Break = false
		}
	}
	if p.Rows() > mostRows {
		slices.SortStableFunc(p.Controls, func(a, b ui.Control) int { return len(a.Menu) - len(b.Menu) })
	}
}

// Rules are the rules in our own words, page by page.
func Rules() []ui.Page {
	roles := games.Chapter(colourDusk, "roles", "lead")
	roles.Gap()
	for n, c := range kit.RoleCards {
		if c != [3]int{} {
			roles.Say(ui.T("rules.roles.row", n, c[0], c[1], c[2]))
		}
	}
	roles.Gap()
	roles.Say(ui.T("rules.roles.unseen"))
	return []ui.Page{
		games.Chapter(colourDusk, "idea", "lead", "spirits", "goal"),
		roles,
		games.Chapter(colourDusk, "night", "lead", "clue", "guess", "silence"),
		games.Chapter(colourDusk, "clues", "lead", "forbidden", "price", "challenge"),
		games.Chapter(colourDusk, "day", "lead", "ticks", "disputed"),
		games.Chapter(colourDusk, "score", "good", "bad", "trickster", "dreamer", "end"),
		games.Chapter(colourDusk, "clocks", "text", "voice", "last", "day"),
		games.Chapter(colourDusk, "ways", "text", "voice", "speak", "mute", "bot", "panel"),
	}
}
