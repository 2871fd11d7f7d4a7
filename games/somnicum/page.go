package somnicum

import (
	"slices"
	"strconv"
	"strings"

	"oneiros/games"
	"oneiros/games/ui"
)

// presenter shows views of Somnicum. It keeps nothing.
//
// The board shows the ring and all dreams. A panel shows one's own dream, and in words
// what nobody else knows. Everything public can be looked at closely by everybody.
//
// A turn is: a menu with every way to move a flywheel, a page that shows where the card
// would fit, and the level. So it is three presses.
type presenter struct{}

// The paths of pages besides the first.
const (
	pathHelp  = "help"  // what can I do now
	pathNews  = "news"  // what happened in the last turns
	pathRing  = "ring"  // ring/N: a part of the ring
	pathDream = "dream" // dream/SEAT
	pathSpin  = "spin"  // spin/W/N: before a flywheel is moved
	pathAdd   = "add"   // particles; add/LEVEL/PARTICLE: before one is added
	pathSand  = "sand"  // what is paid first
	pathMeet  = "meet"  // encounters; meet/E: one of them
)

// The edges of pages.
const (
	colourNight = 0x4b3fb0
	colourMine  = 0xffd25e
	colourDawn  = 0xffb38f
)

// Page is what a viewer sees at a path.
func (presenter) Page(v View, path string) ui.Page {
	words := strings.Split(path, "/")
	at := func(i int) int {
		if i >= len(words) {
			return -1
		}
		n, err := strconv.Atoi(words[i])
		if err != nil || strconv.Itoa(n) != words[i] {
			return -1
		}
		return n
	}
	switch {
	case path == pathHelp && v.Me != games.Nobody:
		return help(v)
	case path == pathNews && v.Phase != Over && len(v.Story) > 0:
		return news(v)
	case words[0] == pathRing && len(words) == 2 && at(1) >= 1 && at(1) <= ringParts && v.Phase != Over:
		return ringPage(v, at(1))
	case words[0] == pathDream && len(words) == 2 && at(1) >= 0 && at(1) < len(v.Dreamers):
		return dreamPage(v, games.Seat(at(1)))
	case path == pathMeet && v.meets():
		return meetings(v)
	case words[0] == pathMeet && len(words) == 2 && slices.Contains(v.Hand, Encounter(at(1))) && v.Phase != Over:
		return encounterPage(v, Encounter(at(1)))
	case !v.may(Spin):
		return first(v)
	case words[0] == pathSpin && len(words) == 3:
		for _, w := range wheels {
			if m := (Move{Verb: Spin, Wheel: w, Steps: at(2)}); words[1] == w.String() && slices.Contains(v.Legal, m) {
				return spinPage(v, v.Way(w, at(2)))
			}
		}
	case path == pathAdd && v.may(Add):
		return addPage(v)
	case words[0] == pathAdd && len(words) == 3:
		if list := v.adds(at(1), Particle(at(2))); len(list) > 0 {
			return addOne(v, list)
		}
	case path == pathSand && v.payable():
		return sandPage(v)
	}
	return first(v)
}

// Fill refuses: the game has no forms.
func (presenter) Fill(View, string, []string) (Move, error) {
	return Move{}, games.Refuse("refuse.not-now")
}

// mine reports whether the viewer is awaited.
func (v View) mine() bool { return v.Me != games.Nobody && v.Me == v.Turn && v.Phase != Over }

// may reports whether the viewer has a move with a verb.
func (v View) may(verb Verb) bool {
	return slices.ContainsFunc(v.Legal, func(m Move) bool { return m.Verb == verb })
}

// first is the first page.
func first(v View) ui.Page {
	switch {
	case v.Phase == Over:
		return over(v)
	case v.Me == games.Nobody:
		return board(v)
	case v.mine():
		return turn(v)
	default:
		return waiting(v)
	}
}

// board is the page that everybody sees.
func board(v View) ui.Page {
	p := ui.Page{Title: asks(v), Colour: colourNight}
	p.Say(moment(v), ended(v))
	p.Show(tabletop(v))
	addLooks(&p, v)
	return p
}

// asks is what the table waits for.
func asks(v View) ui.Text { return ui.T("asks."+string(v.Phase), ui.Name(v.Turn)) }

// moment is how much time is left, and the round.
func moment(v View) ui.Text { return ui.T("moment", ui.Until(v.Until), v.Round, Rounds) }

// ended is how the last round ended, while the next one begins.
func ended(v View) ui.Text {
	if v.Phase != Setting || len(v.Ended) == 0 {
		return ui.Text{}
	}
	return ui.T("ended.short."+string(v.Ended[len(v.Ended)-1].Why), len(v.Ended))
}

// addLooks adds the buttons of what everybody may look at.
func addLooks(p *ui.Page, v View) {
	n := len(p.Controls)
	if v.Phase != Over {
		p.Open(pathRing+"/1", "🪐", ui.T("look.ring"))
	}
	whose := v.Me
	if whose == games.Nobody {
		whose = v.Turn
	}
	p.Open(pathDream+"/"+strconv.Itoa(int(whose)), "💤", ui.T("look.dreams"))
	switch {
	case v.Me != games.Nobody:
		p.Open(pathHelp, "❓", ui.T("help.short"))
	case v.Phase != Over && len(v.Story) > 0:
		p.Open(pathNews, "📜", ui.T("news.short"))
	}
	p.NewRow(n)
}

// addBack adds the button that leads to the first page.
func addBack(p *ui.Page) {
	p.Open("", "↩️", ui.T("back"))
}

// waiting is the panel of somebody who waits.
func waiting(v View) ui.Page {
	p := ui.Page{Title: asks(v), Colour: colourNight}
	p.Say(moment(v), ended(v), goalLine(v))
	p.Show(myDream(v))
	addMine(&p, v)
	addLooks(&p, v)
	p.Teach = teach(v)
	return p
}

// goalLine is the viewer's goal, and what it brings so far.
func goalLine(v View) ui.Text {
	total := ui.Literal(strconv.Itoa(v.Score.Total))
	if v.Score.Total < 0 {
		total = signed(v.Score.Total)
	}
	return ui.T("own.goal", particleNames(v.Goal.Card().Particles), v.Score.Goal, total)
}

// sandLine is the viewer's sand by particle.
func sandLine(v View) ui.Text {
	return ui.T("own.sand", len(v.Sand), tokens(v.Sand))
}

// tokens names the particles of tokens, each once, with how many.
func tokens(list []Token) []ui.Text {
	var out []ui.Text
	for p, n := range byParticle(list) {
		switch {
		case n == 1:
			out = append(out, particleName(Particle(p)))
		case n > 1:
			out = append(out, ui.T("tokens.many", particleName(Particle(p)), n))
		}
	}
	return out
}

// byParticle is how many tokens there are of each particle.
func byParticle(list []Token) (many [particles + 1]int) {
	for _, t := range list {
		many[t.Particle()]++
	}
	return many
}

// encounterNames are the names of encounters.
func encounterNames(list []Encounter) []ui.Text {
	var out []ui.Text
	for _, e := range list {
		out = append(out, encounterName(e))
	}
	return out
}

func encounterName(e Encounter) ui.Text { return ui.T("encounter." + e.Card().Name) }

// myDream is the picture of the viewer's dream and sand. It is nil for nothing at all.
func myDream(v View) *ui.Picture {
	if len(v.Dreamers[v.Me].Rows[0]) == 0 && len(v.Sand) == 0 {
		return nil
	}
	return dreamPicture(v.Me, woven{rows: v.Dreamers[v.Me].Rows, goal: v.Goal, sand: v.Sand})
}

// meets reports whether there is an encounter to look at on the page of encounters.
func (v View) meets() bool {
	if v.Phase == Over {
		return false
	}
	return len(v.Hand) > 0 || slices.ContainsFunc(v.Dreamers, func(d Dreaming) bool { return len(d.Open) > 0 })
}

// payable reports whether the viewer may choose what is paid first.
func (v View) payable() bool { return v.may(Aside) || v.may(Clear) }

// addMine adds the buttons of what the viewer has.
func addMine(p *ui.Page, v View) {
	n := len(p.Controls)
	if v.may(Add) {
		p.Open(pathAdd, "✨", ui.T("add.button"))
	}
	switch {
	case v.meets() && len(v.Hand) > 0:
		p.Open(pathMeet, "🎭", ui.T("meet.button.hand", len(v.Hand)))
	case v.meets():
		p.Open(pathMeet, "🎭", ui.T("meet.button"))
	}
	if v.payable() && v.most() <= freeSteps+v.Powers.Free { // otherwise it is beside each price
		addPayment(p, v)
	}
	p.NewRow(n)
}

// addPayment adds the button for choosing what is paid first.
func addPayment(p *ui.Page, v View) {
	if v.payable() {
		p.Open(pathSand, "⏳", ui.T("sand.button"))
	}
}
