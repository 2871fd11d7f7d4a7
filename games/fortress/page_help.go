package fortress

import (
	"oneiros/games"
	"oneiros/games/ui"
)

// How many Insights the page of notes has room for. The latest ones are there,
// then those that the viewer read, then others.
const (
	mostNotes   = 14
	latestNotes = 4
)

// help is "What can I do now?", for this role and step.
func help(v View) ui.Page {
	now := first(v)
	p := ui.Page{Title: ui.T("help.title"), Colour: now.Colour}
	awake := v.Pawns[v.Me].Sleep == 0
	switch {
	case v.Phase == Over:
		p.Say(ui.T("help.over"))
	case awake && v.Ghosts:
		p.Say(hope(v), ui.T("help.ghost"))
	case awake:
		p.Say(hope(v))
	case v.Phase == Dusk:
		p.Say(ui.T("help.dusk"))
	case v.Phase == Talk:
		p.Say(ui.T("help.talk"))
	case v.Waits != v.Me:
		p.Say(asks(v), ui.T("help.others"))
	case v.Step == StepAnswer:
		received(&p, v) // a panel may be left open on this page
	case v.Step == StepAct && noAction(v):
		p.Say(asks(v), ui.T("help.step.end"), ui.T("help.back"))
	default:
		p.Say(asks(v), ui.T("help.step."+string(v.Step)))
		switch v.Step {
		case StepPlace:
			p.Say(bonuses()...)
		case StepAct:
			for _, f := range distinct(v.Dice) {
				p.Say(ui.T("help.face", faceIcons[f], ui.T("face."+string(f)), ui.T("help.face."+string(f))))
			}
		}
		p.Say(ui.T("help.back"))
	}
	if v.Phase != Over {
		p.Gap()
		if len(p.Controls) == 0 {
			p.Say(self(v))
		}
		if !awake {
			p.Say(ui.T("advice." + string(v.Role)))
		}
	}
	if v.Phase != Play { // what can be done is here too, where there is room
		for _, c := range now.Controls {
			if c.To.Kind == ui.KindDo {
				p.Controls = append(p.Controls, c)
			}
		}
	}
	n := len(p.Controls)
	addLore(&p, v)
	p.Open("", "↩️", ui.T("back"))
	p.NewRow(n)
	return p
}

// hope is what a player who is awake can still win.
func hope(v View) ui.Text {
	switch {
	case v.Role.Group() != Dreamers:
		return ui.T("help.awake")
	case v.Role == Janitor:
		return ui.T("help.awake.janitor", ui.Name(rightOf(v, v.Me)))
	default:
		return ui.T("help.awake.dreamer")
	}
}

// arrival is a line that leads the receiver of an Insight to it from any other
// page of the panel.
func arrival(v View) ui.Text {
	if v.Me == games.Nobody || v.Me != v.Waits || v.Phase != Play || v.Step != StepAnswer {
		return ui.Text{}
	}
	return ui.T("letter", ui.Name(v.Letter.By))
}

// bonuses are what the locations give, a line each.
func bonuses() []ui.Text {
	var lines []ui.Text
	for _, at := range places {
		lines = append(lines, ui.T("place.bonus", placeIcons[at], place(at), ui.T("bonus."+string(at))))
	}
	return lines
}

// whoami is the page of the viewer's role.
func whoami(v View) ui.Page {
	p := ui.Page{Title: ui.T("role.title"), Colour: colourDusk, Pictures: []*ui.Picture{portrait(v.Role)}}
	p.Say(arrival(v), self(v))
	if v.Phase != Over && v.Pawns[v.Me].Sleep > 0 {
		p.Say(ui.T("advice." + string(v.Role)))
	}
	if v.Ghosts && v.Phase != Over && v.Pawns[v.Me].Sleep == 0 {
		p.Gap()
		p.Say(ui.T("ghost"))
		for i, q := range v.Pawns {
			p.Say(ui.T("row.role", sign(games.Seat(i)), ui.Name(i), role(q.Role)))
		}
		if v.Aside != "" {
			p.Say(ui.T("over.aside", role(v.Aside)))
		}
	}
	p.Open("", "↩️", ui.T("back"))
	return p
}

// notes are the Insights that were answered: what everybody saw, and the words
// of those that the viewer read.
func notes(v View) ui.Page {
	p := ui.Page{Title: ui.T("notes.title"), Colour: colourDusk}
	p.Say(arrival(v))
	if len(v.Passed) == 0 {
		p.Say(ui.T("notes.none"))
	}
	list, left := remembered(v.Passed)
	if left > 0 {
		p.Say(ui.T("notes.earlier", left))
	}
	for _, n := range list {
		what := ui.T("notes.quiet")
		switch {
		case n.Gave != "":
			what = ui.T("notes.gave", vision(n.Gave))
		case n.Step > 0:
			what = ui.T("notes.rose", n.Step)
		case n.Step < 0:
			what = ui.T("notes.sank", -n.Step)
		}
		if n.Card != "" {
			p.Say(ui.T("notes.known", ui.Name(n.By), ui.Name(n.To), what, insight(n.Card)))
		} else {
			p.Say(ui.T("notes.line", ui.Name(n.By), ui.Name(n.To), what))
		}
	}
	p.Gap()
	p.Say(ui.T("notes.decks", v.Decks[0], v.Decks[1]))
	p.Open("", "↩️", ui.T("back"))
	return p
}

// remembered are the Insights that the page of notes has room for, in order, and
// how many are left out.
func remembered(all []Note) (list []Note, left int) {
	chosen := make([]bool, len(all))
	room := mostNotes
	for _, want := range []func(i int) bool{
		func(i int) bool { return i >= len(all)-latestNotes },
		func(i int) bool { return all[i].Card != "" },
		func(int) bool { return true },
	} {
		for i := len(all) - 1; i >= 0 && room > 0; i-- {
			if !chosen[i] && want(i) {
				chosen[i] = true
				room--
			}
		}
	}
	for i, n := range all {
		if chosen[i] {
			list = append(list, n)
		}
	}
	return list, len(all) - len(list)
}

// table are the Visions that lie open, with what they do.
func table(v View) ui.Page {
	p := ui.Page{Title: ui.T("visions.title"), Colour: colourDusk}
	p.Say(arrival(v))
	var all []Vision
	for i, q := range v.Pawns {
		if len(q.Visions) > 0 {
			p.Say(ui.T("visions.row", sign(games.Seat(i)), ui.Name(i), visionsOf(q.Visions)))
			all = append(all, q.Visions...)
		}
	}
	if len(all) == 0 {
		p.Say(ui.T("visions.none"))
	}
	p.Gap()
	for _, c := range visionDeck {
		if has(all, c.card) {
			p.Say(ui.T("visions.line", vision(c.card), ui.T("lasts."+string(c.lasts)), does(c.card)))
		}
	}
	p.Gap()
	p.Say(ui.T("visions.decks", v.Decks[2], v.Decks[3]))
	p.Open("", "↩️", ui.T("back"))
	return p
}

// rulesPages are the rules in our own words, page by page.
func rulesPages() []ui.Page {
	roles := games.Chapter(colourDusk, "roles", "lead")
	roles.Gap()
	for n := 4; n <= 9; n++ {
		c, key := cast[n], "rules.roles.row"
		if c.aside {
			key += ".aside"
		}
		roles.Say(ui.T(key, n, c.each, c.each, c.dreamers))
	}
	roles.Gap()
	roles.Say(ui.T("rules.roles.aside"))
	aims := games.Chapter(colourDusk, "aims", "lead")
	for _, r := range []Role{Nightmare, GoodDream, Alice, Sigmund, William, Janitor} {
		aims.Say(ui.T("rules.aims.row", role(r), ui.T("aim."+string(r))))
	}
	aims.Gap()
	aims.Say(ui.T("rules.aims.teams"))
	cards := ui.Page{Title: ui.T("rules.deck"), Colour: colourDusk}
	for _, c := range visionDeck {
		cards.Say(ui.T("rules.deck.row", vision(c.card), c.n, ui.T("lasts."+string(c.lasts)), does(c.card)))
	}
	return []ui.Page{
		games.Chapter(colourDusk, "idea", "lead", "groups", "talk"),
		roles,
		aims,
		games.Chapter(colourDusk, "turn", "lead", "pair", "faces", "double"),
		games.Chapter(colourDusk, "insights", "lead", "obey", "secret", "kinds"),
		games.Chapter(colourDusk, "visions", "lead", "kinds", "two"),
		cards,
		games.Chapter(colourDusk, "places", "lead", "city", "forest", "shop", "house"),
		games.Chapter(colourDusk, "waking", "lead", "spoils", "after"),
		games.Chapter(colourDusk, "ends", "lead", "dawn", "options", "clocks"),
	}
}
