package somnicum

import (
	"slices"
	"strconv"

	"oneiros/games/ui"
)

// meetings is the page of the viewer's encounters, and of the lasting ones of every player.
// What those in hand do stands in the menu, so that the page is short.
func meetings(v View) ui.Page {
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
		list = append(list, ui.Choice{Label: heldNames(v, []Encounter{e})[0], Hint: effectsNow(v, e), Icon: encounterIcon(e), To: ui.Open(meetPath(e))})
	}
	p.Menu(ui.T("meet.menu"), list)
	n := len(p.Controls)
	addBack(&p)
	p.NewRow(n)
	return p
}

// sayPlayable says in the viewer's turn which encounters can be played now, and which not.
func sayPlayable(p *ui.Page, v View) {
	if !v.mine() {
		return
	}
	now := v.playable()
	later := slices.DeleteFunc(slices.Compact(slices.Clone(v.Hand)), func(e Encounter) bool { return slices.Contains(now, e) })
	if len(now) > 0 {
		p.Say(ui.T("meet.now", encounterNames(now)))
	}
	if len(later) > 0 {
		p.Say(ui.T("meet.later", encounterNames(later)))
	}
}

// encounterIcon is a sign of whether an encounter is lasting.
func encounterIcon(e Encounter) string {
	if e.Card().Lasting {
		return "♾️"
	}
	return "🎭"
}

// meetPath is the path of the page of an encounter.
func meetPath(e Encounter) string { return pathMeet + "/" + strconv.Itoa(int(e)) }

// encounterPage is one encounter in the viewer's hand, with what can be chosen for it.
func encounterPage(v View, e Encounter) ui.Page {
	p := ui.Page{Title: encounterName(e), Colour: colourNight}
	var list []ui.Choice
	for _, m := range v.Legal {
		if m.Verb == Play && m.Encounter == e {
			list = append(list, playChoice(v, m))
		}
	}
	pictured := len(list) > 0 && slices.ContainsFunc(e.Card().Effects, Effect.ofDream)
	if !pictured { // both do not fit onto a phone's first screen
		p.Say(ui.T("encounter." + e.Card().Name + ".tale"))
		p.Gap()
	}
	p.Say(encounterLine(e, effectsNow(v, e)))
	switch {
	case len(list) > 0:
		if pictured {
			p.Show(myDream(v))
		}
		p.Choose(ui.T("play.menu"), ui.Primary, 4, list)
	case v.mine():
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
func playChoice(v View, m Move) ui.Choice {
	c := ui.Choice{Label: ui.T("play.now"), Icon: "🎭", To: ui.Do(m)}
	a, b := m.Choice.A, m.Choice.B
	rows := &v.Dreamers[v.Me].Rows
	for _, x := range m.Encounter.Card().Effects {
		switch x.Kind {
		case Mend:
			row := rows[a-1]
			c.Label = ui.T("play.mend", a, b-1, b)
			c.Hint = ui.T("play.mend.hint", dreamName(row[b-2].Dream), dreamName(row[b-1].Dream))
		case Brighten:
			card := rows[a-1][b-1]
			c.Label = ui.T("play.brighten", dreamName(card.Dream), a)
		case Swap:
			c.Label = ui.T("play.swap", a, b)
		case Exchange:
			place := neighbour(v, a)
			c.Label = ui.T("play.exchange", placeCode(place, v.Ring[place]), brief(v.Ring[place]))
		case Drift:
			c.Icon = wheelIcons[a-1]
			c.Label = ui.T("play.drift."+wheels[a-1].Name(), b)
		}
	}
	return c
}

// neighbour is the place next to the one that a card was taken from.
func neighbour(v View, choice int) int {
	if choice == NextCard {
		return stop(v.Ring, v.Now.From, 1)
	}
	return stop(v.Ring, v.Now.From, left(v.Ring))
}

// adds lists the moves that add a particle to the last card of a level.
func (v View) adds(level int, particle Particle) []Move {
	var list []Move
	for _, m := range v.Legal {
		if m.Verb == Add && m.Level == level && m.Token.Particle() == particle {
			list = append(list, m)
		}
	}
	return list
}

// addPage shows which particles may be added to which cards.
func addPage(v View) ui.Page {
	p := ui.Page{Title: ui.T("add.title"), Colour: colourMine}
	p.Say(ui.T("add.about"), sandLine(v))
	p.Show(myDream(v))
	for level := 1; level <= Levels; level++ {
		var list []ui.Choice
		for part := Particle(1); part <= particles; part++ {
			moves := v.adds(level, part)
			if len(moves) == 0 {
				continue
			}
			c := ui.Choice{Icon: plotIcons[part.Plot()], Label: particleName(part), To: ui.Open(addPath(level, part))}
			if moves[0].Back != 0 {
				c.Hint = ui.T("add.two")
			} else {
				c.Hint = ui.T("add.one")
			}
			list = append(list, c)
		}
		if len(list) > 0 {
			last := v.Dreamers[v.Me].Rows.last(level)
			p.Menu(ui.T("add.menu", level, dreamName(last.Dream)), list)
		}
	}
	addBack(&p)
	return p
}

// addPath is the path of the page before a particle is added.
func addPath(level int, p Particle) string {
	return pathAdd + "/" + strconv.Itoa(level) + "/" + strconv.Itoa(int(p))
}

// plotIcons are signs of the plots with the colours and nearly the shapes of the plates.
var plotIcons = map[Plot]string{Fairy: "🏰", Sea: "🌊", Space: "🚀", EveryPlot: "👁️"}

// addOne shows a dream with one particle more.
func addOne(v View, list []Move) ui.Page {
	m := list[0]
	p := ui.Page{Title: ui.T("add.one.title", particleName(m.Token.Particle())), Colour: colourMine}
	last := v.Dreamers[v.Me].Rows.last(m.Level)
	p.Say(ui.T("add.where", dreamName(last.Dream), m.Level))
	if m.Back != 0 {
		p.Say(ui.T("add.two"))
	}
	if len(list) > 1 {
		p.Say(ui.T("add.which"))
	}
	rows := v.WithAdded(m.Level, m.Token)
	p.Show(dreamPicture(v.Me, woven{rows: rows, goal: v.Goal}))
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
func backName(t Token) string {
	if t.Blank() {
		return "blank"
	}
	return "sand"
}

// sandPage shows in which order sand is paid, and lets the viewer change it.
func sandPage(v View) ui.Page {
	p := ui.Page{Title: ui.T("sand.title"), Colour: colourMine}
	p.Say(ui.T("sand.about"))
	var order []ui.Text
	for i, t := range v.Sand {
		name := particleName(t.Particle())
		if i < v.Aside {
			name = ui.T("sand.aside", name)
		}
		order = append(order, name)
	}
	p.Say(ui.T("sand.order", order))
	var list []ui.Choice
	for _, m := range v.Legal {
		if m.Verb == Aside {
			list = append(list, ui.Choice{Icon: plotIcons[m.Token.Particle().Plot()], Label: particleName(m.Token.Particle()), Hint: ui.T("sand." + backName(m.Token)), To: ui.Do(m)})
		}
	}
	p.Menu(ui.T("sand.menu"), list)
	n := len(p.Controls)
	if v.may(Clear) {
		p.Do(Move{Verb: Clear}, "🧹", ui.Plain, ui.T("sand.clear"))
	}
	addBack(&p)
	p.NewRow(n)
	return p
}
