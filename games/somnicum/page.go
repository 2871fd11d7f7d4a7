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
// what no other player knows. Everything public can be looked at closely by every player.
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

// board is the page that every viewer sees.
func board(v View) ui.Page {
	p := ui.Page{Title: asks(v), Colour: colourNight}
	p.Say(moment(v), latestLine(v), near(v), ended(v))
	p.Show(tabletop(v))
	addLooks(&p, v, false)
	return p
}

// latestLine is what the latest player to move has done.
func latestLine(v View) ui.Text {
	turn := v.latest()
	if len(turn) == 0 || v.Phase == Setting {
		return ui.Text{}
	}
	if i := slices.IndexFunc(turn, func(e Event) bool { return e.Kind == DidSpin }); i >= 0 {
		// The board has little room: it tells which card was taken.
		turn = slices.DeleteFunc(slices.Clone(turn[i:]), func(e Event) bool { return e.Kind == DidPlay })
	}
	return newsLine(v, turn, glance)
}

// asks is what the table waits for.
func asks(v View) ui.Text { return ui.T("asks."+string(v.Phase), ui.Name(v.Turn)) }

// moment is how much time is left, and who is next. The round is in the picture.
func moment(v View) ui.Text {
	return ui.T("moment", ui.Until(v.Until), ui.Name(v.after(v.Turn)))
}

// after is whose turn it is after a seat.
func (v View) after(seat games.Seat) games.Seat {
	return games.Seat((int(seat) + 1) % len(v.Dreamers))
}

// queue says that the viewer is not awaited, and who moves until the viewer does.
func queue(v View) ui.Text {
	var names []ui.Text
	for seat := v.Turn; seat != v.Me; seat = v.after(seat) {
		names = append(names, ui.Name(seat).Text())
	}
	return ui.T("queue", append(names, ui.T("queue.you")), ui.Until(v.Until))
}

// ended is how the last round ended, while the next one begins, for the board.
func ended(v View) ui.Text {
	last := len(v.Ended) - 1
	switch {
	case v.Phase != Setting || last < 0:
		return ui.Text{}
	case v.Me != games.Nobody:
		return ui.Text{} // the picture says it
	default:
		return endedLine(v, last)
	}
}

// near says how near the end of the round is, when it may come soon.
func near(v View) ui.Text {
	switch {
	case !v.placed() || v.Phase == Over:
		return ui.Text{}
	case v.Phase != Spinning && (v.Now.Ends || v.toGo() == 0):
		return ui.T("laying.ends")
	}
	most, met := v.mayEnd(), together(v.Ring, v.Wheels)
	switch {
	case met && most > 0:
		return ui.T("near.met.chance", percent(most))
	case met:
		return ui.T("near.met")
	case most > 0:
		return ui.T("near.chance", percent(most))
	case v.toGo() <= len(v.Dreamers):
		return ui.T("near.few", v.toGo())
	default:
		return ui.Text{}
	}
}

// addLooks adds the buttons of what every player may look at, and of all news if there are
// more than the page says.
func addLooks(p *ui.Page, v View, more bool) {
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
		if more {
			p.Open(pathNews, "📜", ui.T("since.more"))
		}
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

// waiting is the panel of a player who waits.
func waiting(v View) ui.Page {
	p := ui.Page{Title: asks(v), Colour: colourNight}
	p.Say(queue(v), standing(v))
	own, room := ownLine(v), 5
	if !own.IsZero() {
		room -= rowsOf(v, doing(v), ownDetail(doing(v)))
	}
	p.Say(own)
	if len(v.since()) == 0 && len(doing(v)) > 0 {
		p.Say(ui.T("since.nothing"))
	}
	more := sayNews(&p, v, room)
	p.Show(dreamOr(v, 0, 130, headOf(v)))
	addMine(&p, v)
	addLooks(&p, v, more)
	p.Teach = teach(v)
	return p
}

// standing is what the viewer has: the table, the encounters in hand, and the goal. Nobody can
// count the secret goals of others. So the place is by the points without the goal, which the
// head of the picture has of all players. In the viewer's turn the line says how much time is
// left.
func standing(v View) ui.Text {
	var hand, until ui.Text
	if n := len(v.Hand); n > 0 {
		hand = ui.T("own.hand", n)
	}
	if v.mine() {
		until = ui.T("own.until", ui.Until(v.Until))
	}
	return ui.T("own.stand", number(v.Score.Total), number(v.Dreamers[v.Me].Dreams.Total), hand, v.Score.Goal, until)
}

// counted is what every player can count of a player before the end.
func (d *Dreaming) counted() int { return d.Dreams.Total + d.Hand }

// number is a number, with a minus sign where it has one.
func number(n int) ui.Text {
	if n < 0 {
		return signed(n)
	}
	return ui.Literal(strconv.Itoa(n))
}

// goalLine is the viewer's goal.
func goalLine(v View) ui.Text { return ui.T("own.goal", particleNames(v.Goal.Card().Particles)) }

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

// dreamOr is the viewer's dream under a head, with a card wherever it could be attached, or
// with the sand if there is no card. A dream that is higher than so many pixels gives way to
// the ends of its rows; all of it is on the page of dreams.
func dreamOr(v View, d Dream, most int, h *head) *ui.Picture {
	w := woven{rows: v.Dreamers[v.Me].Rows, goal: v.Goal, head: h}
	if d == 0 {
		w.sand = v.Sand
	} else {
		for _, f := range v.Fits(d) {
			w.ghosts = append(w.ghosts, ghost{f, d})
		}
	}
	if n := len(w.rows[0]) + len(w.ghosts) + len(w.sand); n == 0 || w.layout().height > most+h.high() {
		return endsPicture(v, d, h)
	}
	return dreamPicture(v.Me, w)
}

// meets reports whether there is an encounter to look at on the page of encounters.
func (v View) meets() bool { return len(v.Hand) > 0 && v.Phase != Over }

// playable are the encounters in hand that can be played now.
func (v View) playable() []Encounter {
	var list []Encounter
	for _, m := range v.Legal {
		if m.Verb == Play && !slices.Contains(list, m.Encounter) {
			list = append(list, m.Encounter)
		}
	}
	return list
}

// payable reports whether the viewer may choose what is paid first.
func (v View) payable() bool { return v.may(Aside) || v.may(Clear) }

// addMine adds the buttons of what the viewer has. Those of encounters say which can be
// played now, or how many cards of them.
func addMine(p *ui.Page, v View) {
	n := len(p.Controls)
	if v.may(Add) {
		p.Open(pathAdd, "✨", ui.T("add.button", 1+v.Powers.Add-v.Now.Added))
	}
	named := 1 // encounters with a button each
	if v.Phase == Closing {
		named = 2 // there is room for both
	}
	switch ready := v.playable(); {
	case len(ready) > 0 && len(ready) <= named:
		for _, e := range ready {
			p.Open(meetPath(e), encounterIcon(e), ui.T("meet.ready", encounterName(e)))
		}
	case len(ready) > 0:
		n := 0
		for _, e := range ready {
			n += count(v.Hand, e)
		}
		p.Open(pathMeet, "🎭", ui.T("meet.some", n, len(v.Hand)))
	case v.meets():
		key := "meet.button"
		if len(v.Legal) > 0 && len(v.Hand) > 0 {
			key = "meet.wait" // it is the viewer's turn, and none can be played in it
		}
		p.Open(pathMeet, "🎭", ui.T(key, len(v.Hand)))
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
