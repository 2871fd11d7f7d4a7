package page

import (
	"slices"
	"strconv"

	"oneiros/games"
	"oneiros/games/fortress/kit"
	"oneiros/games/fortress/label"
	"oneiros/games/fortress/news"
	"oneiros/games/fortress/picture"
	"oneiros/games/fortress/view"
	"oneiros/games/ui"
)

// How many Insights a sheet of the notes has, and how many events the history.
const (
	mostNotes = 6
	mostNews  = 6
)

// help is "What can I do now?", for this role and step. All that can be looked up is
// behind it.
func help(v view.View) ui.Page {
	now := first(v, 0)
	p := ui.Page{Title: ui.T("help.title"), Colour: now.Colour}
	awake := v.Me != games.Nobody && v.Pawns[v.Me].Sleep == 0
	mine := v.Phase == kit.Play && v.Me != games.Nobody && v.Waits == v.Me
	switch {
	case v.Me == games.Nobody:
		p.Say(ui.T("help.board"))
		p.Say(bonuses()...)
	case awake && v.Ghosts:
		p.Say(ui.T(aloud(v, "help.awake")), news.Hope(v), ui.T("help.ghost"))
	case awake:
		p.Say(ui.T(aloud(v, "help.awake")), news.Hope(v))
	case v.Phase == kit.Dusk:
		p.Say(ui.T("help.dusk"))
		p.Gap()
		p.Say(bonuses()...)
		if v.Novice {
			p.Gap()
			p.Say(ui.T("dusk.novice"))
		}
	case v.Phase == kit.Talk:
		p.Say(ui.T("help.talk"))
	case !mine:
		p.Say(asks(v), ui.T(aloud(v, "help.others")))
	case v.Step == kit.StepAnswer:
		fewer := mostSpare // a panel may be left open on this page
		if !flyers(v).IsZero() {
			fewer += flyersRoom
		}
		received(&p, v, wordingOf(v, fewer))
	case v.Step == kit.StepAct && noAction(v):
		p.Say(asks(v), ui.T("help.step.end"), ui.T("help.back"))
	default:
		p.Say(ui.T("help.step." + string(v.Step)))
		switch v.Step {
		case kit.StepPlace:
			p.Say(bonuses()...)
		case kit.StepAct:
			for _, f := range kit.Distinct(v.Dice) {
				p.Say(ui.T("help.face", label.FaceIcons[f], ui.T("face."+string(f)), ui.T("help.face."+string(f))))
			}
		}
		p.Say(ui.T("help.back"))
	}
	p.Say(flyers(v))
	if v.Role != "" && !awake && v.Phase != kit.Dusk && len(p.Controls) == 0 && !(mine && v.Step == kit.StepAnswer) {
		p.Gap()
		p.Say(ui.T("advice." + string(v.Role)))
	}
	if v.Phase == kit.Talk || v.Phase == kit.Dusk { // what can be done is here too, where there is room
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

// flyersRoom is how many lines those who have wings may take.
const flyersRoom = 2

// flyers are those who have wings, and what that adds to their attacks. It is zero where there are
// none.
func flyers(v view.View) ui.Text {
	var list []ui.Text
	for i, p := range v.Pawns {
		if p.Sleep > 0 && kit.Count(p.Visions, kit.Wings) > 0 {
			list = append(list, ui.T("help.wings.one", label.Seat(v, games.Seat(i)), kit.Count(p.Visions, kit.Wings)))
		}
	}
	if len(list) == 0 || v.Phase == kit.Over {
		return ui.Text{}
	}
	return ui.T("help.wings", label.VisionIcon(kit.Wings), label.Vision(kit.Wings), label.Effect(kit.Wings), list)
}

// addLore adds what can be looked up.
func addLore(p *ui.Page, v view.View) {
	if v.Me != games.Nobody {
		p.Open(pathRole, "🎭", ui.T("role.short"))
	}
	if v.Phase == kit.Dusk {
		return
	}
	switch {
	case v.Phase == kit.Over: // the page has it
	case v.Me == games.Nobody && newsSheets(v) > 0:
		p.Open(pathNews, "📜", ui.T("news.short"))
	case len(v.Since) > 0:
		p.Open(pathSince, "📜", ui.T(news.SinceKey(v, "since.title")))
	}
	if len(v.Laps) > 0 {
		p.Open(pathLaps, "🗓️", ui.T("laps.short"))
	}
	p.Open(pathNotes, "👁️", ui.T("notes.short"))
	p.Open(pathVisions, "🔮", ui.T("visions.short"))
}

// lately is what happened in this turn and the one before, in words.
func lately(v view.View) []ui.Text {
	var lines []ui.Text
	for _, e := range slices.Concat(v.Past, v.News) {
		lines = append(lines, event(v, e, true))
	}
	return lines
}

// newsSheets is how many sheets tell what happened lately. At the end the first one
// has every player's story. There is none before the first turn.
func newsSheets(v view.View) int {
	n := len(v.Past) + len(v.News)
	switch {
	case v.Phase == kit.Over:
		return 1 + sheets(n, mostNews)
	case v.Phase == kit.Dusk || n == 0:
		return 0
	default:
		return sheets(n, mostNews)
	}
}

// history is a sheet of what happened. The first sheet has the latest, or the stories.
func history(v view.View, n int) ui.Page {
	p := ui.Page{Title: ui.T("news.title"), Colour: colourDusk}
	p.Say(arrival(v))
	switch {
	case v.Phase != kit.Over:
		p.Say(cutSheet(lately(v), mostNews, n)...)
	case n > 1:
		p.Say(cutSheet(lately(v), mostNews, n-1)...)
	default:
		p.Say(ui.T("story.legend"))
		for i := range v.Pawns {
			p.Say(story(v, games.Seat(i)))
		}
		if v.Aside != "" {
			p.Say(ui.T("over.aside", label.Role(v.Aside)))
		}
	}
	leaf(&p, pathNews, n, newsSheets(v))
	return p
}

// arrival is a line that leads the receiver of an Insight to it from any other
// page of the panel.
func arrival(v view.View) ui.Text {
	if v.Me == games.Nobody || v.Me != v.Waits || v.Phase != kit.Play || v.Step != kit.StepAnswer {
		return ui.Text{}
	}
	return ui.T("letter", ui.Name(v.Letter.By))
}

// bonuses are what the locations give, a line each.
func bonuses() []ui.Text {
	var lines []ui.Text
	for _, at := range kit.Places {
		lines = append(lines, label.Bonus(at))
	}
	return lines
}

// whoami is the page of the viewer's role. Who may see all roles has them here.
func whoami(v view.View) ui.Page {
	p := ui.Page{Title: ui.T("role.title"), Colour: colourDusk}
	awake := v.Pawns[v.Me].Sleep == 0
	p.Say(arrival(v))
	switch {
	case v.Phase == kit.Over:
		p.Say(ui.T("self.was", label.Role(v.Role)))
	case awake:
		p.Say(wordingOf(v, mostSpare).Self)
	default:
		p.Say(character(v), ui.T("advice."+string(v.Role)))
	}
	if v.Ghosts && v.Phase != kit.Over && awake {
		p.Say(ui.T("ghost"))
		for i, q := range v.Pawns {
			p.Say(ui.T("row.role", label.Sign(games.Seat(i)), ui.Name(i), label.Role(q.Role)))
		}
		if v.Aside != "" {
			p.Say(ui.T("over.aside", label.Role(v.Aside)))
		}
	} else if arrival(v).IsZero() { // an Insight that came meanwhile needs the room
		p.Show(picture.Role(v))
	}
	p.Open("", "↩️", ui.T("back"))
	return p
}

// sheetNumber reads the number of a sheet in a path. The first one has none.
func sheetNumber(rest string, deeper bool) (n int, ok bool) {
	if !deeper {
		return 1, true
	}
	n, err := strconv.Atoi(rest)
	return n, err == nil && n > 1 && strconv.Itoa(n) == rest
}

// sheets is how many sheets a list takes. An empty one takes a sheet too.
func sheets(lines, most int) int { return max((lines+most-1)/most, 1) }

// cutSheet is a sheet of a list. The first sheet has the last of the list.
func cutSheet[T any](list []T, most, n int) []T {
	to := len(list) - (n-1)*most
	return list[max(to-most, 0):to]
}

// leaf adds the controls of a sheet, of so many.
func leaf(p *ui.Page, name string, n, of int) {
	path := func(n int) string {
		if n == 1 {
			return name
		}
		return name + "/" + strconv.Itoa(n)
	}
	if n < of {
		p.Open(path(n+1), "◀️", ui.T("notes.earlier"))
	}
	if n > 1 {
		p.Open(path(n-1), "▶️", ui.T("notes.later"))
	}
	p.Open("", "↩️", ui.T("back"))
}

// notes are the Insights that were answered: what every player saw, and the gist of
// those that the viewer read. The first sheet has the latest.
func notes(v view.View, n int) ui.Page {
	p := ui.Page{Title: ui.T("notes.title"), Colour: colourDusk}
	p.Say(arrival(v))
	if len(v.Passed) == 0 {
		p.Say(ui.T("notes.none"))
	}
	for _, n := range cutSheet(v.Passed, mostNotes, n) {
		what := ui.T("notes.quiet")
		switch {
		case n.Gave != "":
			what = ui.T("notes.gave", label.Vision(n.Gave))
		case n.Step > 0:
			what = ui.T("notes.rose", n.Step)
		case n.Step < 0:
			what = ui.T("notes.sank", -n.Step)
		}
		if n.Card != "" {
			p.Say(ui.T("notes.known", ui.Name(n.By), ui.Name(n.To), what, label.Gist(n.Card)))
		} else {
			p.Say(ui.T("notes.line", ui.Name(n.By), ui.Name(n.To), what))
		}
	}
	p.Say(ui.T("notes.decks", v.Decks[0], v.Decks[1]))
	leaf(&p, pathNotes, n, sheets(len(v.Passed), mostNotes))
	return p
}

// open are the kinds of Visions that lie on the table, in the order of the deck.
func open(v view.View) []kit.Vision {
	var list []kit.Vision
	for _, c := range kit.VisionDeck {
		if slices.ContainsFunc(v.Pawns, func(p view.Pawn) bool { return slices.Contains(p.Visions, c.Card) }) {
			list = append(list, c.Card)
		}
	}
	return list
}

// table are the Visions that lie open. The menu tells what they do.
func table(v view.View) ui.Page {
	p := ui.Page{Title: ui.T("visions.title"), Colour: colourDusk}
	p.Say(arrival(v))
	for i, q := range v.Pawns {
		if len(q.Visions) > 0 {
			p.Say(ui.T("visions.row", label.Sign(games.Seat(i)), ui.Name(i), label.VisionsWithIcons(q.Visions)))
		}
	}
	list := open(v)
	if len(list) == 0 {
		p.Say(ui.T("visions.none"))
	}
	p.Say(ui.T("visions.decks", v.Decks[2], v.Decks[3]))
	var kinds []ui.Choice
	for _, c := range list {
		kinds = append(kinds, ui.Choice{Label: label.Vision(c), Hint: label.Effect(c), Icon: label.VisionIcon(c), To: ui.Open(pathVisions + "/" + string(c))})
	}
	p.Menu(ui.T("visions.menu"), kinds)
	p.Open("", "↩️", ui.T("back"))
	return p
}

// describe is the page of a Vision on the table.
func describe(v view.View, c kit.Vision) (ui.Page, bool) {
	if !slices.Contains(open(v), c) {
		return ui.Page{}, false
	}
	p := ui.Page{Title: ui.T("floors.sign", label.VisionIcon(c), label.Vision(c)), Colour: colourDusk}
	p.Say(arrival(v), ui.T("visions.line", ui.T("lasts."+string(c.Lasts())), label.Effect(c)))
	p.Open(pathVisions, "↩️", ui.T("back"))
	return p, true
}

// Rules are the rules in our own words, page by page.
func Rules() []ui.Page {
	roles := games.Chapter(colourDusk, "roles", "lead")
	roles.Gap()
	for n := 4; n <= 9; n++ {
		c, key := kit.Cast[n], "rules.roles.row"
		if c.Aside {
			key += ".aside"
		}
		roles.Say(ui.T(key, n, c.Each, c.Each, c.Dreamers))
	}
	roles.Gap()
	roles.Say(ui.T("rules.roles.aside"))
	aims := games.Chapter(colourDusk, "aims", "lead")
	for _, r := range []kit.Role{kit.Nightmare, kit.GoodDream, kit.Alice, kit.Sigmund, kit.William, kit.Janitor} {
		aims.Say(ui.T("rules.aims.row", label.Role(r), ui.T("aim."+string(r))))
	}
	aims.Gap()
	aims.Say(ui.T("rules.aims.teams"))
	cards := ui.Page{Title: ui.T("rules.deck"), Colour: colourDusk}
	for _, c := range kit.VisionDeck {
		cards.Say(ui.T("rules.deck.row", label.Vision(c.Card), c.N, ui.T("lasts."+string(c.Lasts)), label.Effect(c.Card)))
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
		games.Chapter(colourDusk, "aloud", "lead", "speak", "mute", "bot"),
		games.Chapter(colourDusk, "ends", "lead", "dawn", "options", "clocks"),
	}
}
