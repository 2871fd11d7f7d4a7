package page

import (
	"slices"
	"strconv"

	"oneiros/games/somnicum/kit"
	"oneiros/games/somnicum/label"
	"oneiros/games/somnicum/picture"
	"oneiros/games/somnicum/view"
	"oneiros/games/ui"
)

// meetings is the page of the viewer's encounters, and of the lasting ones of every player.
// What those in hand do stands in the menu, so that the page is short.
func meetings(v view.View) ui.Page {
	p := ui.Page{Title: ui.T("meet.title"), Colour: colourNight}
	if len(v.Hand) > 0 {
		p.Say(ui.T("meet.worth"))
	}
	sayPlayable(&p, v)
	for i, d := range v.Dreamers {
		for _, e := range d.Open {
			p.Say(ui.T("meet.open", ui.Name(i), encounterLine(e, effects(e))))
		}
	}
	var list []ui.Choice
	for _, e := range slices.Compact(slices.Clone(v.Hand)) {
		list = append(list, ui.Choice{Label: label.Held(v, []kit.Encounter{e})[0], Hint: effectsNow(v, e), Icon: label.EncounterIcon(e), To: ui.Open(meetPath(e))})
	}
	p.Menu(ui.T("meet.menu"), list)
	n := len(p.Controls)
	addBack(&p)
	p.NewRow(n)
	return p
}

// sayPlayable says in the viewer's turn which encounters can be played now, and which not.
func sayPlayable(p *ui.Page, v view.View) {
	if !v.Mine() {
		return
	}
	now := v.Playable()
	later := slices.DeleteFunc(slices.Compact(slices.Clone(v.Hand)), func(e kit.Encounter) bool { return slices.Contains(now, e) })
	if len(now) > 0 {
		p.Say(ui.T("meet.now", label.Encounters(now)))
	}
	if len(later) > 0 {
		p.Say(ui.T("meet.later", label.Encounters(later)))
	}
}

// meetPath is the path of the page of an encounter.
func meetPath(e kit.Encounter) string { return pathMeet + "/" + strconv.Itoa(int(e)) }

// encounterPage is one encounter in the viewer's hand, with what can be chosen for it.
func encounterPage(v view.View, e kit.Encounter) ui.Page {
	p := ui.Page{Title: label.Encounter(e), Colour: colourNight}
	var list []ui.Choice
	for _, m := range v.Legal {
		if m.Verb == kit.Play && m.Encounter == e {
			list = append(list, playChoice(v, m))
		}
	}
	pictured := len(list) > 0 && slices.ContainsFunc(e.Card().Effects, kit.Effect.OfDream)
	if !pictured { // both do not fit onto a phone's first screen
		p.Say(ui.T("encounter." + e.Card().Name + ".tale"))
		p.Gap()
	}
	p.Say(encounterLine(e, effectsNow(v, e)))
	switch {
	case len(list) > 0:
		if pictured {
			p.Show(picture.OwnDream(v))
		}
		p.Choose(ui.T("play.menu"), ui.Primary, 4, list)
	case v.Mine():
		p.Say(ui.T("play.later"))
	default:
		p.Say(ui.T("play.turn"))
	}
	n := len(p.Controls)
	p.Open(pathMeet, "↩️", ui.T("meet.back"))
	p.NewRow(n)
	return p
}

// playChoice is a way to play an encounter.
func playChoice(v view.View, m kit.Move) ui.Choice {
	c := ui.Choice{Label: ui.T("play.now"), Icon: "🎭", To: ui.Do(m)}
	a, b := m.Choice.A, m.Choice.B
	rows := &v.Dreamers[v.Me].Rows
	for _, x := range m.Encounter.Card().Effects {
		switch x.Kind {
		case kit.Mend:
			row := rows[a-1]
			c.Label = ui.T("play.mend", a, b-1, b)
			c.Hint = ui.T("play.mend.hint", label.Dream(row[b-2].Dream), label.Dream(row[b-1].Dream))
		case kit.Brighten:
			card := rows[a-1][b-1]
			c.Label = ui.T("play.brighten", label.Dream(card.Dream), a)
		case kit.Swap:
			c.Label = ui.T("play.swap", a, b)
		case kit.Exchange:
			place := neighbour(v, a)
			c.Label = ui.T("play.exchange", label.Place(place, v.Ring[place]), label.Brief(v.Ring[place]))
		case kit.Drift:
			c.Icon = label.WheelIcons[a-1]
			c.Label = ui.T("play.drift."+kit.Wheels[a-1].Name(), b)
		}
	}
	return c
}

// neighbour is the place next to the one that a card was taken from.
func neighbour(v view.View, choice int) int {
	if choice == kit.NextCard {
		return kit.Stop(v.Ring, v.Now.From, 1)
	}
	return kit.Stop(v.Ring, v.Now.From, kit.Left(v.Ring))
}

// adds lists the moves that add a particle to the last card of a level.
func adds(v view.View, level int, particle kit.Particle) []kit.Move {
	var list []kit.Move
	for _, m := range v.Legal {
		if m.Verb == kit.Add && m.Level == level && m.Token.Particle() == particle {
			list = append(list, m)
		}
	}
	return list
}

// addPage shows which particles may be added to which cards.
func addPage(v view.View) ui.Page {
	p := ui.Page{Title: ui.T("add.title"), Colour: colourMine}
	p.Say(ui.T("add.about"), sandLine(v))
	p.Show(picture.OwnDream(v))
	for level := 1; level <= kit.Levels; level++ {
		var list []ui.Choice
		for part := kit.Particle(1); part <= kit.ParticleKinds; part++ {
			moves := adds(v, level, part)
			if len(moves) == 0 {
				continue
			}
			c := ui.Choice{Icon: plotIcons[part.Plot()], Label: label.Particle(part), To: ui.Open(addPath(level, part))}
			if moves[0].Back != 0 {
				c.Hint = ui.T("add.two")
			} else {
				c.Hint = ui.T("add.one")
			}
			list = append(list, c)
		}
		if len(list) > 0 {
			last := v.Dreamers[v.Me].Rows.Last(level)
			p.Menu(ui.T("add.menu", level, label.Dream(last.Dream)), list)
		}
	}
	addBack(&p)
	return p
}

// addPath is the path of the page before a particle is added.
func addPath(level int, p kit.Particle) string {
	return pathAdd + "/" + strconv.Itoa(level) + "/" + strconv.Itoa(int(p))
}

// plotIcons are signs of the plots with the colours and nearly the shapes of the plates.
var plotIcons = map[kit.Plot]string{kit.Fairy: "🏰", kit.Sea: "🌊", kit.Space: "🚀", kit.EveryPlot: "👁️"}

// addOne shows a dream with one particle more.
func addOne(v view.View, list []kit.Move) ui.Page {
	m := list[0]
	p := ui.Page{Title: ui.T("add.one.title", label.Particle(m.Token.Particle())), Colour: colourMine}
	last := v.Dreamers[v.Me].Rows.Last(m.Level)
	p.Say(ui.T("add.where", label.Dream(last.Dream), m.Level))
	if m.Back != 0 {
		p.Say(ui.T("add.two"))
	}
	if len(list) > 1 {
		p.Say(ui.T("add.which"))
	}
	rows := v.WithAdded(m.Level, m.Token)
	p.Show(picture.Dream(v.Me, picture.Woven{Rows: rows, Goal: v.Goal}))
	for _, m := range list {
		key := "add.do"
		switch {
		case len(list) == 1:
		case m.Back != 0:
			key = "add.do." + backName(m.Token) + "." + backName(m.Back)
		default:
			key = "add.do." + backName(m.Token)
		}
		p.Do(m, "✨", ui.Primary, ui.T(key))
	}
	n := len(p.Controls)
	p.Open(pathAdd, "↩️", ui.T("back"))
	p.NewRow(n)
	return p
}

// backName is the back of a token, as in keys.
func backName(t kit.Token) string {
	if t.Blank() {
		return "blank"
	}
	return "sand"
}

// sandPage shows in which order sand is paid, and lets the viewer change it.
func sandPage(v view.View) ui.Page {
	p := ui.Page{Title: ui.T("sand.title"), Colour: colourMine}
	p.Say(ui.T("sand.about"))
	var order []ui.Text
	for i, t := range v.Sand {
		name := label.Particle(t.Particle())
		if i < v.Aside {
			name = ui.T("sand.aside", name)
		}
		order = append(order, name)
	}
	p.Say(ui.T("sand.order", order))
	var list []ui.Choice
	for _, m := range v.Legal {
		if m.Verb == kit.Aside {
			list = append(list, ui.Choice{Icon: plotIcons[m.Token.Particle().Plot()], Label: label.Particle(m.Token.Particle()), Hint: ui.T("sand." + backName(m.Token)), To: ui.Do(m)})
		}
	}
	p.Menu(ui.T("sand.menu"), list)
	n := len(p.Controls)
	if v.May(kit.Clear) {
		p.Do(kit.Move{Verb: kit.Clear}, "🧹", ui.Plain, ui.T("sand.clear"))
	}
	addBack(&p)
	p.NewRow(n)
	return p
}
