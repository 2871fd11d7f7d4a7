package page

import (
	"fmt"
	"strconv"

	"oneiros/games/somnicum/kit"
	"oneiros/games/somnicum/label"
	"oneiros/games/somnicum/news"
	"oneiros/games/somnicum/picture"
	"oneiros/games/somnicum/view"
	"oneiros/games/ui"
)

// turn is the panel of whose turn it is. Its title says what to do.
func turn(v view.View) ui.Page {
	ask := "you." + string(v.Phase)
	if v.Phase == kit.Closing && !v.May(kit.Play) {
		ask += ".none"
	}
	p := ui.Page{Title: ui.T(ask), Colour: colourMine}
	p.Say(standing(v))
	more := false
	switch v.Phase {
	case kit.Setting:
		setting(&p, v)
	case kit.Spinning:
		more = sayNews(&p, v, (101-11*(picture.HeadOf(v).Lines()+picture.EndsRows(v)-1))/20)
		p.Show(picture.Turn(v))
		ways(&p, v)
		addMine(&p, v)
	case kit.Laying:
		sayNews(&p, v, 4) // a button for all of it would need a row more
		laying(&p, v)
	case kit.Choosing:
		more = sayNews(&p, v, 2)
		p.Show(picture.HeadAlone(picture.HeadOf(v)))
		choosing(&p, v)
	case kit.Closing:
		p.Say(news.Own(v))
		more = sayNews(&p, v, 3)
		p.Show(picture.Own(v, 0, 130, picture.HeadOf(v)))
		p.Do(kit.Move{Verb: kit.Done}, "🌙", ui.Good, ui.T("done.button"))
		addMine(&p, v)
	}
	addLooks(&p, v, more)
	p.Teach = teach(v)
	return p
}

// setting is where the flywheels are placed.
func setting(p *ui.Page, v view.View) {
	p.Say(ui.T("setting.opposite", kit.Opposite[len(v.Dreamers)], ui.Name(v.After(v.Me))))
	p.Show(picture.Rack(v))
	var list []ui.Choice
	n := len(v.Ring)
	for _, m := range v.Legal {
		before := (m.Place + n - 1) % n
		list = append(list, ui.Choice{
			Label: ui.T("setting.choice", label.Place(before, v.Ring[before]), label.Place(m.Place, v.Ring[m.Place])),
			Hint:  ui.T("setting.ahead", ahead(v, m.Place, 1), ahead(v, m.Place, 2), ahead(v, m.Place, 3)),
			To:    ui.Do(m),
		})
	}
	p.Menu(ui.T("setting.menu"), list)
}

// ahead is the nth card that a flywheel before a place would reach, in a few words.
func ahead(v view.View, place, n int) ui.Text {
	d := v.Ring[(place+n-1)%len(v.Ring)]
	if d.Card().Nightmare() {
		return ui.T("plot.nightmare")
	}
	return ui.Text{Args: []any{label.Particles(d.Card().Particles)}}
}

// mostInOne is how many ways of one flywheel fit beside those of the other into one menu.
const mostInOne = 12

// ways adds the menus of all ways to move a flywheel.
func ways(p *ui.Page, v view.View) {
	var list [2][]ui.Choice
	for _, w := range v.Ways() {
		list[w.Wheel] = append(list[w.Wheel], ui.Choice{
			Icon:  label.WheelIcons[w.Wheel],
			Label: ui.T("way", w.Steps, label.Place(w.Place, w.Dream), label.Brief(w.Dream)),
			Hint:  ui.Text{Args: []any{hints(v, w)}},
			To:    ui.Open(fmt.Sprintf("%s/%s/%d", pathSpin, w.Wheel, w.Steps)),
		})
	}
	if len(list[kit.Black]) <= mostInOne {
		p.Menu(ui.T("way.menu", v.Most()), append(list[kit.Black], list[kit.White]...))
		return
	}
	for _, w := range kit.Wheels {
		p.Menu(ui.T("way.menu."+w.Name(), v.Most()), list[w])
	}
}

// hints are what a way costs or brings, where the card fits, and the chance that the
// round ends.
func hints(v view.View, w view.Way) []ui.Text {
	var out []ui.Text
	switch {
	case w.Price > 0:
		out = append(out, ui.T("way.price", w.Price))
	case w.Gift > 0:
		out = append(out, ui.T("way.gift", w.Gift))
	default:
		out = append(out, ui.T("way.free"))
	}
	var match, breaks []ui.Text
	for _, f := range v.Fits(w.Dream) {
		if f.Break {
			breaks = append(breaks, ui.Literal(strconv.Itoa(f.Level)))
		} else {
			match = append(match, ui.Literal(strconv.Itoa(f.Level)))
		}
	}
	if len(match) > 0 {
		out = append(out, ui.T("way.match", match))
	}
	if len(breaks) > 0 {
		out = append(out, ui.T("way.break", breaks))
	}
	if w.Few {
		out = append(out, ui.T("way.ends"))
	} else if w.Ends > 0 {
		out = append(out, ui.T("way.chance", label.Percent(w.Ends)))
	}
	return out
}

// spinPage shows a way to move a flywheel before it is gone.
func spinPage(v view.View, w view.Way) ui.Page {
	p := ui.Page{Title: ui.T("spin.title."+w.Wheel.Name(), w.Steps), Colour: colourMine}
	p.Say(ui.T("spin.card", label.Place(w.Place, w.Dream), label.Face(w.Dream)))
	p.Say(standing(v))
	switch {
	case w.Price > 0:
		p.Say(ui.T("spin.price", w.Price, label.Tokens(v.Sand[:w.Price])))
	case w.Gift > 0:
		p.Say(ui.T("spin.gift", w.Gift))
	default:
		p.Say(ui.T("spin.free"))
	}
	switch {
	case w.Few:
		p.Say(ui.T("spin.few", len(v.Dreamers)))
	case w.Ends > 0:
		p.Say(ui.T("spin.chance", label.Percent(w.Ends)))
	case w.Empty:
		p.Say(ui.T("spin.empty"))
	}
	p.Say(fitLines(v, w.Dream, w.Gift-w.Price)...)
	p.Show(picture.Own(v, w.Dream, 220, nil))
	p.Do(kit.Move{Verb: kit.Spin, Wheel: w.Wheel, Steps: w.Steps}, label.WheelIcons[w.Wheel], ui.Primary, ui.T("spin.button"))
	n := len(p.Controls)
	p.Open("", "↩️", ui.T("spin.other"))
	if w.Price > 0 {
		addPayment(&p, v)
	}
	p.NewRow(n)
	return p
}

// fitLines say for each level how a card would be attached and what it would bring, with
// so much more sand by then.
func fitLines(v view.View, d kit.Dream, sand int) []ui.Text {
	var list []ui.Text
	for _, f := range v.Fits(d) {
		list = append(list, ui.T("fit", f.Level, label.Fitting(f), bringing(v, f, d, sand), drawing(f)))
	}
	return list
}

// drawing says how many encounters a card draws.
func drawing(f kit.Fit) ui.Text {
	if f.Draws == 0 {
		return ui.Text{}
	}
	return ui.T("fit.draws", f.Draws)
}

// laying is where the card that was taken is attached. The picture shows each place, and
// its button says what the card brings there.
func laying(p *ui.Page, v view.View) {
	d := v.Now.Taken
	p.Show(picture.Own(v, d, 290-28*picture.HeadOf(v).Lines(), picture.HeadOf(v)))
	hand := len(v.Hand) > 0
	fits := v.Fits(d)
	for _, f := range fits {
		p.Do(kit.Move{Verb: kit.Lay, Level: f.Level, Done: hand}, levelIcons[f.Level-1], ui.Primary, layText(v, f, d))
	}
	if !hand {
		return
	}
	n := len(p.Controls)
	for _, f := range fits {
		p.Do(kit.Move{Verb: kit.Lay, Level: f.Level}, "🎭", ui.Plain, ui.T("laying.then", f.Level))
	}
	p.NewRow(n)
	addMine(p, v)
}

// layText says on a button what a card brings on a level: points, a break, and encounters.
func layText(v view.View, f kit.Fit, d kit.Dream) ui.Text {
	var broken, meets ui.Text
	if f.Break {
		broken = ui.T("laying.break")
	}
	if f.Draws > 0 {
		meets = ui.T("laying.meets", f.Draws)
	}
	return ui.T("laying.button", f.Level, bringing(v, f, d, 0), broken, meets)
}

// bringing is by how many points the viewer's total changes when a card is attached, with
// so much more sand by then. What lasting encounters pay changes with both.
func bringing(v view.View, f kit.Fit, d kit.Dream, sand int) ui.Text {
	me, rows := &v.Dreamers[v.Turn], v.Preview(f, d)
	n := rows.Score(v.Goal).Total - me.Rows.Score(v.Goal).Total
	for _, o := range me.Open {
		n += rows.Paid(o, me.Sand+sand) - me.Rows.Paid(o, me.Sand)
	}
	return label.Signed(n)
}

var levelIcons = [kit.Levels]string{"1️⃣", "2️⃣", "3️⃣"}

// choosing is where one of the drawn encounters is kept.
func choosing(p *ui.Page, v view.View) {
	for _, e := range v.Offer {
		p.Say(encounterLine(e, effectsNow(v, e)))
	}
	for _, m := range v.Legal {
		p.Do(m, label.EncounterIcon(m.Encounter), ui.Primary, label.Encounter(m.Encounter))
		p.NewRow(len(p.Controls) - 1)
	}
}

// encounterLine is an encounter with what it does.
func encounterLine(e kit.Encounter, does ui.Text) ui.Text {
	return ui.T("meet.line", ui.Literal(label.EncounterIcon(e)), label.Encounter(e), does)
}

// effectsNow is what an encounter that the viewer may keep or play does, and what it would
// pay if the match ended now.
func effectsNow(v view.View, e kit.Encounter) ui.Text {
	me := &v.Dreamers[v.Me]
	for _, x := range e.Card().Effects {
		if x.Kind == kit.Points {
			return ui.T("meet.pays", effects(e), me.Rows.Paid(e, me.Sand))
		}
	}
	return effects(e)
}

// effects is what an encounter does.
func effects(e kit.Encounter) ui.Text {
	var list []ui.Text
	for _, x := range e.Card().Effects {
		list = append(list, label.Effect(x))
	}
	return sentences(list)
}

// sentences sets sentences one after another.
func sentences(list []ui.Text) ui.Text {
	all := list[0]
	for _, t := range list[1:] {
		all = ui.T("sentences", all, t)
	}
	return all
}
