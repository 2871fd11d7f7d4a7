package somnicum

import (
	"fmt"
	"math"
	"strconv"

	"oneiros/games/ui"
)

// turn is the panel of whose turn it is. Its title says what to do.
func turn(v View) ui.Page {
	ask := "you." + string(v.Phase)
	if v.Phase == Closing && !v.may(Play) {
		ask += ".none"
	}
	p := ui.Page{Title: ui.T(ask), Colour: colourMine}
	p.Say(standing(v))
	more := false
	switch v.Phase {
	case Setting:
		setting(&p, v)
	case Spinning:
		more = sayNews(&p, v, (101-11*(len(headOf(v).rows)+endsRows(v)-1))/20)
		p.Show(turnPicture(v))
		ways(&p, v)
		addMine(&p, v)
	case Laying:
		sayNews(&p, v, 4) // a button for all of it would need a row more
		laying(&p, v)
	case Choosing:
		more = sayNews(&p, v, 2)
		p.Show(headPicture(headOf(v)))
		choosing(&p, v)
	case Closing:
		p.Say(ownLine(v))
		more = sayNews(&p, v, 3)
		p.Show(dreamOr(v, 0, 130, headOf(v)))
		p.Do(Move{Verb: Done}, "🌙", ui.Good, ui.T("done.button"))
		addMine(&p, v)
	}
	addLooks(&p, v, more)
	p.Teach = teach(v)
	return p
}

// setting is where the flywheels are placed.
func setting(p *ui.Page, v View) {
	p.Say(ui.T("setting.opposite", opposite[len(v.Dreamers)], ui.Name(v.after(v.Me))))
	p.Show(rack(v))
	var list []ui.Choice
	n := len(v.Ring)
	for _, m := range v.Legal {
		before := (m.Place + n - 1) % n
		list = append(list, ui.Choice{
			Label: ui.T("setting.choice", placeCode(before, v.Ring[before]), placeCode(m.Place, v.Ring[m.Place])),
			Hint:  ui.T("setting.ahead", v.ahead(m.Place, 1), v.ahead(m.Place, 2), v.ahead(m.Place, 3)),
			To:    ui.Do(m),
		})
	}
	p.Menu(ui.T("setting.menu"), list)
}

// ahead is the nth card that a flywheel before a place would reach, in a few words.
func (v View) ahead(place, n int) ui.Text {
	d := v.Ring[(place+n-1)%len(v.Ring)]
	if d.Card().Nightmare() {
		return ui.T("plot.nightmare")
	}
	return ui.Text{Args: []any{particleNames(d.Card().Particles)}}
}

// wheelIcons are the signs of the flywheels: a sun and a moon, as in the picture.
var wheelIcons = [2]string{Black: "🌙", White: "☀️"}

// mostInOne is how many ways of one flywheel fit beside those of the other into one menu.
const mostInOne = 12

// ways adds the menus of all ways to move a flywheel.
func ways(p *ui.Page, v View) {
	var list [2][]ui.Choice
	for _, w := range v.Ways() {
		list[w.Wheel] = append(list[w.Wheel], ui.Choice{
			Icon:  wheelIcons[w.Wheel],
			Label: ui.T("way", w.Steps, placeCode(w.Place, w.Dream), brief(w.Dream)),
			Hint:  ui.Text{Args: []any{hints(v, w)}},
			To:    ui.Open(fmt.Sprintf("%s/%s/%d", pathSpin, w.Wheel, w.Steps)),
		})
	}
	if len(list[Black]) <= mostInOne {
		p.Menu(ui.T("way.menu", v.most()), append(list[Black], list[White]...))
		return
	}
	for _, w := range wheels {
		p.Menu(ui.T("way.menu."+w.Name(), v.most()), list[w])
	}
}

// hints are what a way costs or brings, where the card fits, and the chance that the
// round ends.
func hints(v View, w Way) []ui.Text {
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
		out = append(out, ui.T("way.chance", percent(w.Ends)))
	}
	return out
}

// percent is a chance in percent. It is 1 to 99 for what is neither certain nor
// impossible.
func percent(chance float64) int {
	n := int(math.Round(100 * chance))
	if chance > 0 && chance < 1 {
		return min(max(n, 1), 99)
	}
	return n
}

// spinPage shows a way to move a flywheel before it is gone.
func spinPage(v View, w Way) ui.Page {
	p := ui.Page{Title: ui.T("spin.title."+w.Wheel.Name(), w.Steps), Colour: colourMine}
	p.Say(ui.T("spin.card", placeCode(w.Place, w.Dream), face(w.Dream)))
	p.Say(standing(v))
	switch {
	case w.Price > 0:
		p.Say(ui.T("spin.price", w.Price, tokens(v.Sand[:w.Price])))
	case w.Gift > 0:
		p.Say(ui.T("spin.gift", w.Gift))
	default:
		p.Say(ui.T("spin.free"))
	}
	switch {
	case w.Few:
		p.Say(ui.T("spin.few", len(v.Dreamers)))
	case w.Ends > 0:
		p.Say(ui.T("spin.chance", percent(w.Ends)))
	case w.Empty:
		p.Say(ui.T("spin.empty"))
	}
	p.Say(fitLines(v, w.Dream, w.Gift-w.Price)...)
	p.Show(dreamOr(v, w.Dream, 220, nil))
	p.Do(Move{Verb: Spin, Wheel: w.Wheel, Steps: w.Steps}, wheelIcons[w.Wheel], ui.Primary, ui.T("spin.button"))
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
func fitLines(v View, d Dream, sand int) []ui.Text {
	var list []ui.Text
	for _, f := range v.Fits(d) {
		list = append(list, ui.T("fit", f.Level, fitting(f), bringing(v, f, d, sand), drawing(f)))
	}
	return list
}

// fitting says whether a card matches its neighbour.
func fitting(f Fit) ui.Text {
	switch {
	case f.Left == 0:
		return ui.T("fit.first")
	case f.Break && f.Joins != 0:
		return ui.T("fit.gap")
	case f.Break:
		return ui.T("fit.break")
	case f.Joins == 0:
		return ui.T("fit.mended")
	default:
		return ui.T("fit.match", particleNames(f.Joins))
	}
}

// drawing says how many encounters a card draws.
func drawing(f Fit) ui.Text {
	if f.Draws == 0 {
		return ui.Text{}
	}
	return ui.T("fit.draws", f.Draws)
}

// signed is a number with its sign.
func signed(n int) ui.Text {
	if n < 0 {
		return ui.Literal("−" + strconv.Itoa(-n))
	}
	return ui.Literal("+" + strconv.Itoa(n))
}

// laying is where the card that was taken is attached. The picture shows each place, and
// its button says what the card brings there.
func laying(p *ui.Page, v View) {
	d := v.Now.Taken
	p.Show(dreamOr(v, d, 290-28*len(headOf(v).rows), headOf(v)))
	hand := len(v.Hand) > 0
	fits := v.Fits(d)
	for _, f := range fits {
		p.Do(Move{Verb: Lay, Level: f.Level, Done: hand}, levelIcons[f.Level-1], ui.Primary, layText(v, f, d))
	}
	if !hand {
		return
	}
	n := len(p.Controls)
	for _, f := range fits {
		p.Do(Move{Verb: Lay, Level: f.Level}, "🎭", ui.Plain, ui.T("laying.then", f.Level))
	}
	p.NewRow(n)
	addMine(p, v)
}

// layText says on a button what a card brings on a level: points, a break, and encounters.
func layText(v View, f Fit, d Dream) ui.Text {
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
func bringing(v View, f Fit, d Dream, sand int) ui.Text {
	me, rows := &v.Dreamers[v.Turn], v.Preview(f, d)
	n := rows.score(v.Goal).Total - me.Rows.score(v.Goal).Total
	for _, o := range me.Open {
		n += rows.paid(o, me.Sand+sand) - me.Rows.paid(o, me.Sand)
	}
	return signed(n)
}

var levelIcons = [Levels]string{"1️⃣", "2️⃣", "3️⃣"}

// choosing is where one of the drawn encounters is kept.
func choosing(p *ui.Page, v View) {
	for _, e := range v.Offer {
		p.Say(encounterLine(e, effectsNow(v, e)))
	}
	for _, m := range v.Legal {
		p.Do(m, encounterIcon(m.Encounter), ui.Primary, encounterName(m.Encounter))
		p.NewRow(len(p.Controls) - 1)
	}
}

// encounterLine is an encounter with what it does.
func encounterLine(e Encounter, does ui.Text) ui.Text {
	return ui.T("meet.line", ui.Literal(encounterIcon(e)), encounterName(e), does)
}

// effectsNow is what an encounter that the viewer may keep or play does, and what it would
// pay if the match ended now.
func effectsNow(v View, e Encounter) ui.Text {
	me := &v.Dreamers[v.Me]
	for _, x := range e.Card().Effects {
		if x.Kind == Points {
			return ui.T("meet.pays", effects(e), me.Rows.paid(e, me.Sand))
		}
	}
	return effects(e)
}

// effects is what an encounter does.
func effects(e Encounter) ui.Text {
	var list []ui.Text
	for _, x := range e.Card().Effects {
		list = append(list, effectText(x))
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
