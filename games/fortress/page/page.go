// Package page has the pages of Dream Fortress: what a viewer reads and may press.
//
// A page is built from the view alone, and a button from a move that the view
// lists. The moves of a turn are public, except for passing and answering an
// Insight. So the board has the same buttons as the panel. A turn is a roll and
// two actions, each one press.
//
// # Why it stands apart
//
// A page puts together what others know. Names come from package label, what happened from
// package news, pictures from package picture. It says what is told, in which order, and what leads
// where. It does not import the position: see package view.
//
// A panel has little room. How many lines it has left is counted here (room.go), beside the
// controls that take them, and handed to package news as a number.
package page

import (
	"strconv"
	"strings"

	"oneiros/games"
	"oneiros/games/fortress/kit"
	"oneiros/games/fortress/label"
	"oneiros/games/fortress/news"
	"oneiros/games/fortress/picture"
	"oneiros/games/fortress/view"
	"oneiros/games/ui"
)

// The paths of pages besides the first.
const (
	pathHelp    = "help"    // what can I do now
	pathRole    = "role"    // who I am
	pathNews    = "news"    // what happened lately, or at the end every player's story; news/N: before that
	pathNotes   = "notes"   // Insights that were passed, with those that I read; notes/N: earlier ones
	pathVisions = "visions" // the Visions on the table; visions/VISION: what one does
	pathUse     = "use"     // one-shot Visions; use/VISION: on whom, what or where
	pathSteal   = "steal"   // in the Shop
	pathDice    = "dice"    // changing dice
	pathStrike  = "strike"  // attacks with less than all bonuses
	pathMore    = "more"    // the four before, where a page has no room for them
	pathGift    = "gift"    // gift/VISION: to whom
	pathLess    = "less"    // less/N: the first page in about N lines fewer
)

// The edges of pages, by the hour.
const (
	colourDusk = 0x7a52ab
	colourPlay = 0x3f6fd8
	colourMine = 0xffd25e
	colourTalk = 0xf590ab
	colourOver = 0xffb38f
)

// At is what a viewer sees at a path. The buttons of a turn are grey on the board: they
// are there for one player, and the others must not take them for theirs.
func At(v view.View, path string) ui.Page {
	p := page(v, path)
	if v.Me == games.Nobody && v.Phase == kit.Play {
		for i := range p.Controls {
			p.Controls[i].Style = ui.Plain
		}
	}
	return p
}

// page is what a viewer sees at a path.
func page(v view.View, path string) ui.Page {
	name, rest, deeper := strings.Cut(path, "/")
	switch name {
	case pathNotes:
		if n, ok := sheetNumber(rest, deeper); ok && n <= sheets(len(v.Passed), mostNotes) {
			return notes(v, n)
		}
	case pathNews:
		if n, ok := sheetNumber(rest, deeper); ok && n <= newsSheets(v) {
			return history(v, n)
		}
	case pathSince:
		if n, ok := sheetNumber(rest, deeper); ok && v.Me != games.Nobody && v.Phase != kit.Dusk && v.Phase != kit.Over && n <= sheets(len(news.Chapters(v, v.Since)), mostSinceSheet) {
			return sinceAll(v, n)
		}
	case pathLaps, pathLap:
		if p, ok := lapsAt(v, path); ok {
			return p
		}
	case pathLess:
		if n, err := strconv.Atoi(rest); err == nil && n > 0 && worded(v) {
			return first(v, min(n, mostFewer))
		}
	case pathVisions:
		if !deeper {
			return table(v)
		}
		if p, ok := describe(v, kit.Vision(rest)); ok {
			return p
		}
	case pathUse, pathGift:
		if p, ok := more(v, name, kit.Vision(rest)); ok {
			return p
		}
	}
	if deeper {
		return first(v, 0)
	}
	switch name {
	case pathHelp:
		if v.Phase != kit.Over {
			return help(v)
		}
	case pathRole:
		if v.Role != "" {
			return whoami(v)
		}
	case pathSteal, pathDice, pathStrike, pathMore:
		if p, ok := more(v, name, ""); ok {
			return p
		}
	}
	return first(v, 0)
}

// first is the first page. A panel has some lines fewer than it could have.
func first(v view.View, fewer int) ui.Page {
	p := ofPhase(v, wordingOf(v, fewer))
	p.Teach = teach(v)
	if worded(v) {
		p.Room, p.Shorter, p.Shortest = roomOf(v), pathLess, mostFewer
		if v.Phase == kit.Play && v.Me == v.Waits && p.Rows() >= mostRows { // the last row is below the phone
			p.Room--
		}
	}
	return p
}

// ofPhase is first without what it teaches.
func ofPhase(v view.View, l news.Wording) ui.Page {
	switch v.Phase {
	case kit.Dusk:
		return dusk(v)
	case kit.Play:
		return play(v, l)
	case kit.Talk:
		return talk(v, l)
	default:
		return over(v, l)
	}
}

// mostRows is how many rows of controls a page has room for.
const mostRows = 4

// addWays adds the buttons that every page ends with: all that has happened, where the
// page leaves some deeds out, the record, and the help. They stand in a row of their own
// where there is one. All that can be looked up is behind the help.
func addWays(p *ui.Page, v view.View, left int) {
	n := len(p.Controls)
	full := p.Rows() >= mostRows
	if left > 0 && !full {
		p.Open(pathSince, "📜", ui.T("since.rest", left))
	}
	if len(v.Laps) > 0 && !full {
		p.Open(pathLaps, "🗓️", ui.T("laps.short"))
	}
	p.Open(pathHelp, "❓", ui.T("help.short"))
	if !full {
		p.NewRow(n)
	}
}

// until is a text that names when the present wait ends. It is zero when the wait
// does not end.
func until(v view.View, key string, args ...any) ui.Text {
	if v.Until == 0 {
		return ui.Text{}
	}
	return ui.T(key, append(args, ui.Until(v.Until))...)
}

// beside are two sentences in one line. The second may be zero.
func beside(first, second ui.Text) ui.Text {
	if second.IsZero() {
		return first
	}
	return ui.T("floors.sign", first, second)
}

// character is who the viewer is, with all about their aim.
func character(v view.View) ui.Text { return ui.T("self", label.Role(v.Role), label.Purpose(v)) }

// dusk is the page while roles are looked at and pawns are put.
func dusk(v view.View) ui.Page {
	p := ui.Page{Title: ui.T("dusk.title"), Colour: colourDusk}
	seated := v.Me != games.Nobody
	key := "dusk.place"
	switch {
	case len(v.Legal) == 0 && seated:
		key = "dusk.wait"
	case v.Crowd:
		key = "dusk.crowd"
	}
	if seated {
		p.Say(ui.T(key), ready(v))
		p.Show(picture.Role(v))
	} else {
		p.Say(ui.T("dusk.board"), ui.T(key), cards(v), ready(v))
		if v.Voice {
			p.Say(ui.T("dusk.voice"))
		}
		p.Show(picture.Table(v))
	}
	p.Say(until(v, "dusk.until"))
	for _, m := range options(v) {
		if m.Verb == kit.Put {
			p.Do(m, label.PlaceIcons[m.Place], ui.Primary, offer(m.Place))
		} else {
			p.Do(m, "✅", ui.Good, ui.T("ready.dusk"))
		}
	}
	addWays(&p, v, 0)
	return p
}

// offer is the label of a place that a pawn can be put on: with what it gives.
func offer(p kit.Place) ui.Text {
	return ui.T("dusk.button", ui.T("place.short."+string(p)), ui.T("bonus.short."+string(p)))
}

// cards is which characters are dealt.
func cards(v view.View) ui.Text {
	c := kit.Cast[len(v.Pawns)]
	if c.Aside {
		return ui.T("dusk.cards.aside", 2*c.Each-1, 2*c.Each, c.Dreamers)
	}
	return ui.T("dusk.cards", c.Each, c.Each, c.Dreamers)
}

// talk is the page between two laps.
func talk(v view.View, l news.Wording) ui.Page {
	p := ui.Page{Title: ui.T("talk.title", v.Played(), label.OfLaps(v)), Colour: colourTalk}
	p.Show(public(v))
	ends := until(v, "talk.until")
	switch {
	case v.Me == games.Nobody:
		p.Say(ui.T(aloud(v, "talk")), ready(v), dawnNears(v), ends)
	case len(v.Legal) > 0:
		p.Say(ui.T(aloud(v, "talk.you")), beside(ready(v), ends))
	case v.Pawns[v.Me].Sleep == 0:
		p.Say(ui.T("talk.awake"), ends)
	default: // also where the bot pressed, for a player who was away and is back
		p.Say(ui.T("talk.wait"), ends)
	}
	stand(&p, v, l)
	since(&p, l)
	for _, m := range options(v) {
		p.Do(m, "▶️", ui.Primary, ui.T("ready.talk"))
	}
	addWays(&p, v, l.Left)
	return p
}

// aloud is the key of a text, or of what stands in its place where people talk aloud.
func aloud(v view.View, key string) string {
	if v.Voice {
		return key + ".voice"
	}
	return key
}

// public is the picture of the table, on the board; panels have none, since they
// change with every press.
func public(v view.View) *ui.Picture {
	if v.Me != games.Nobody {
		return nil
	}
	return picture.Table(v)
}

// options are what the viewer may do. On the board they are what the awaited
// player may do.
func options(v view.View) []kit.Move {
	if v.Me == games.Nobody {
		return v.Open
	}
	return v.Legal
}

// story is what became of a seat, in a line.
func story(v view.View, seat games.Seat) ui.Text {
	p := v.Pawns[seat]
	fate := ui.T("story.asleep", p.Sleep)
	for _, w := range v.Woken {
		switch {
		case w.Seat != seat:
		case w.By == games.Nobody:
			fate = ui.T("story.awake", w.Lap)
		default:
			fate = ui.T("story.awake.by", w.Lap, ui.Name(w.By))
		}
	}
	harm, care := 0, 0
	for i := range v.Pawns {
		harm += v.Harm[seat][i]
		care += v.Care[seat][i]
	}
	return ui.T("story", label.Sign(seat), ui.Name(seat), fate, harm, care)
}
