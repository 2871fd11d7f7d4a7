// Package page has the pages of Somnicum: what a viewer reads and may press.
//
// The board shows the ring and all dreams. A panel shows one's own dream, and in words
// what no other player knows. Everything public can be looked at closely by every player.
//
// A turn is: a menu with every way to move a flywheel, a page that shows where the card
// would fit, and the level. So it is three presses.
//
// # Why it stands apart
//
// A page puts together what others know. Names come from package label, what happened from
// package news, pictures from package picture, and what can be done from package view. It says
// what is told, in which order, and what leads where. It does not import the position: see
// package view.
package page

import (
	"slices"
	"strconv"
	"strings"

	"oneiros/games"
	"oneiros/games/somnicum/kit"
	"oneiros/games/somnicum/label"
	"oneiros/games/somnicum/news"
	"oneiros/games/somnicum/picture"
	"oneiros/games/somnicum/view"
	"oneiros/games/ui"
)

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

// At is what a viewer sees at a path.
func At(v view.View, path string) ui.Page {
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
	case path == pathNews && v.Phase != kit.Over && len(v.Story) > 0:
		return newsPage(v)
	case words[0] == pathRing && len(words) == 2 && at(1) >= 1 && at(1) <= picture.RingParts && v.Phase != kit.Over:
		return ringPage(v, at(1))
	case words[0] == pathDream && len(words) == 2 && at(1) >= 0 && at(1) < len(v.Dreamers):
		return dreamPage(v, games.Seat(at(1)))
	case path == pathMeet && meets(v):
		return meetings(v)
	case words[0] == pathMeet && len(words) == 2 && slices.Contains(v.Hand, kit.Encounter(at(1))) && v.Phase != kit.Over:
		return encounterPage(v, kit.Encounter(at(1)))
	case !v.May(kit.Spin):
		return first(v)
	case words[0] == pathSpin && len(words) == 3:
		for _, w := range kit.Wheels {
			if m := (kit.Move{Verb: kit.Spin, Wheel: w, Steps: at(2)}); words[1] == w.String() && slices.Contains(v.Legal, m) {
				return spinPage(v, v.Way(w, at(2)))
			}
		}
	case path == pathAdd && v.May(kit.Add):
		return addPage(v)
	case words[0] == pathAdd && len(words) == 3:
		if list := adds(v, at(1), kit.Particle(at(2))); len(list) > 0 {
			return addOne(v, list)
		}
	case path == pathSand && payable(v):
		return sandPage(v)
	}
	return first(v)
}

// first is the first page.
func first(v view.View) ui.Page {
	switch {
	case v.Phase == kit.Over:
		return over(v)
	case v.Me == games.Nobody:
		return board(v)
	case v.Mine():
		return turn(v)
	default:
		return waiting(v)
	}
}

// board is the page that every viewer sees.
func board(v view.View) ui.Page {
	p := ui.Page{Title: asks(v), Colour: colourNight}
	p.Say(moment(v), latestLine(v), near(v), ended(v))
	p.Show(picture.Table(v))
	addLooks(&p, v, false)
	return p
}

// latestLine is what the latest player to move has done.
func latestLine(v view.View) ui.Text {
	turn := v.Latest()
	if len(turn) == 0 || v.Phase == kit.Setting {
		return ui.Text{}
	}
	if i := slices.IndexFunc(turn, func(e kit.Event) bool { return e.Kind == kit.DidSpin }); i >= 0 {
		// The board has little room: it tells which card was taken.
		turn = slices.DeleteFunc(slices.Clone(turn[i:]), func(e kit.Event) bool { return e.Kind == kit.DidPlay })
	}
	return news.Line(v, turn, news.Glance)
}

// asks is what the table waits for.
func asks(v view.View) ui.Text { return ui.T("asks."+string(v.Phase), ui.Name(v.Turn)) }

// moment is how much time is left, and who is next. The round is in the picture.
func moment(v view.View) ui.Text {
	return ui.T("moment", ui.Until(v.Until), ui.Name(v.After(v.Turn)))
}

// queue says that the viewer is not awaited, and who moves until the viewer does.
func queue(v view.View) ui.Text {
	var names []ui.Text
	for seat := v.Turn; seat != v.Me; seat = v.After(seat) {
		names = append(names, ui.Name(seat).Text())
	}
	return ui.T("queue", append(names, ui.T("queue.you")), ui.Until(v.Until))
}

// ended is how the last round ended, while the next one begins, for the board.
func ended(v view.View) ui.Text {
	last := len(v.Ended) - 1
	switch {
	case v.Phase != kit.Setting || last < 0:
		return ui.Text{}
	case v.Me != games.Nobody:
		return ui.Text{} // the picture says it
	default:
		return news.Ended(v, last)
	}
}

// near says how near the end of the round is, when it may come soon.
func near(v view.View) ui.Text {
	switch {
	case !v.Placed() || v.Phase == kit.Over:
		return ui.Text{}
	case v.Phase != kit.Spinning && (v.Now.Ends || v.ToGo() == 0):
		return ui.T("laying.ends")
	}
	most, met := v.MayEnd(), kit.Together(v.Ring, v.Wheels)
	switch {
	case met && most > 0:
		return ui.T("near.met.chance", label.Percent(most))
	case met:
		return ui.T("near.met")
	case most > 0:
		return ui.T("near.chance", label.Percent(most))
	case v.ToGo() <= len(v.Dreamers):
		return ui.T("near.few", v.ToGo())
	default:
		return ui.Text{}
	}
}

// addLooks adds the buttons of what every player may look at, and of all news if there are
// more than the page says.
func addLooks(p *ui.Page, v view.View, more bool) {
	n := len(p.Controls)
	if v.Phase != kit.Over {
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
	case v.Phase != kit.Over && len(v.Story) > 0:
		p.Open(pathNews, "📜", ui.T("news.short"))
	}
	p.NewRow(n)
}

// addBack adds the button that leads to the first page.
func addBack(p *ui.Page) {
	p.Open("", "↩️", ui.T("back"))
}

// waiting is the panel of a player who waits.
func waiting(v view.View) ui.Page {
	p := ui.Page{Title: asks(v), Colour: colourNight}
	p.Say(queue(v), standing(v))
	own, room := news.Own(v), 5
	if !own.IsZero() {
		room -= news.LinesOf(v, view.Doing(v), news.OwnDetail(view.Doing(v)))
	}
	p.Say(own)
	if len(v.Since()) == 0 && len(view.Doing(v)) > 0 {
		p.Say(ui.T("since.nothing"))
	}
	more := sayNews(&p, v, room)
	p.Show(picture.Own(v, 0, 130, picture.HeadOf(v)))
	addMine(&p, v)
	addLooks(&p, v, more)
	p.Teach = teach(v)
	return p
}

// standing is what the viewer has: the table, the encounters in hand, and the goal. Nobody can
// count the secret goals of others. So the place is by the points without the goal, which the
// head of the picture has of all players. In the viewer's turn the line says how much time is
// left.
func standing(v view.View) ui.Text {
	var hand, until ui.Text
	if n := len(v.Hand); n > 0 {
		hand = ui.T("own.hand", n)
	}
	if v.Mine() {
		until = ui.T("own.until", ui.Until(v.Until))
	}
	return ui.T("own.stand", label.Number(v.Score.Total), label.Number(v.Dreamers[v.Me].Dreams.Total), hand, v.Score.Goal, until)
}

// goalLine is the viewer's goal.
func goalLine(v view.View) ui.Text { return ui.T("own.goal", label.Particles(v.Goal.Card().Particles)) }

// sandLine is the viewer's sand by particle.
func sandLine(v view.View) ui.Text {
	return ui.T("own.sand", len(v.Sand), label.Tokens(v.Sand))
}

// meets reports whether there is an encounter to look at on the page of encounters.
func meets(v view.View) bool { return len(v.Hand) > 0 && v.Phase != kit.Over }

// payable reports whether the viewer may choose what is paid first.
func payable(v view.View) bool { return v.May(kit.Aside) || v.May(kit.Clear) }

// addMine adds the buttons of what the viewer has. Those of encounters say which can be
// played now, or how many cards of them.
func addMine(p *ui.Page, v view.View) {
	n := len(p.Controls)
	if v.May(kit.Add) {
		p.Open(pathAdd, "✨", ui.T("add.button", 1+v.Powers.Add-v.Now.Added))
	}
	named := 1 // encounters with a button each
	if v.Phase == kit.Closing {
		named = 2 // there is room for both
	}
	switch ready := v.Playable(); {
	case len(ready) > 0 && len(ready) <= named:
		for _, e := range ready {
			p.Open(meetPath(e), label.EncounterIcon(e), ui.T("meet.ready", label.Encounter(e)))
		}
	case len(ready) > 0:
		n := 0
		for _, e := range ready {
			n += kit.Count(v.Hand, e)
		}
		p.Open(pathMeet, "🎭", ui.T("meet.some", n, len(v.Hand)))
	case meets(v):
		key := "meet.button"
		if len(v.Legal) > 0 && len(v.Hand) > 0 {
			key = "meet.wait" // it is the viewer's turn, and none can be played in it
		}
		p.Open(pathMeet, "🎭", ui.T(key, len(v.Hand)))
	}
	if payable(v) && v.Most() <= kit.UnpaidSteps+v.Powers.Free { // otherwise it is beside each price
		addPayment(p, v)
	}
	p.NewRow(n)
}

// addPayment adds the button for choosing what is paid first.
func addPayment(p *ui.Page, v view.View) {
	if payable(v) {
		p.Open(pathSand, "⏳", ui.T("sand.button"))
	}
}
