package fortress

import (
	"slices"
	"strings"

	"oneiros/games"
	"oneiros/games/ui"
)

// presenter shows views of Dream Fortress. It keeps nothing.
//
// A page is built from the view alone, and a button from a move that the view
// lists. The moves of a turn are public, except for passing and answering an
// Insight. So the board has the same buttons as the panel. A turn is a roll and
// two actions, each one press.
type presenter struct{}

// The paths of pages besides the first.
const (
	pathHelp    = "help"    // what can I do now
	pathRole    = "role"    // who I am
	pathNotes   = "notes"   // Insights that were passed, with those that I read
	pathVisions = "visions" // what the Visions on the table do
	pathUse     = "use"     // one-shot Visions; use/VISION: on whom, what or where
	pathSteal   = "steal"   // in the Shop
	pathDice    = "dice"    // changing dice
	pathStrike  = "strike"  // attacks with less than all bonuses
	pathMore    = "more"    // the four before, where a page has no room for them
	pathGift    = "gift"    // gift/VISION: to whom
)

// The edges of pages, by the hour.
const (
	colourDusk = 0x7a52ab
	colourPlay = 0x3f6fd8
	colourMine = 0xffd25e
	colourTalk = 0xf590ab
	colourOver = 0xffb38f
)

// Page is what a viewer sees at a path.
func (presenter) Page(v View, path string) ui.Page {
	name, rest, _ := strings.Cut(path, "/")
	if rest != "" && name != pathUse && name != pathGift {
		return first(v)
	}
	switch name {
	case pathHelp:
		if v.Me != games.Nobody {
			return help(v)
		}
	case pathRole:
		if v.Role != "" {
			return whoami(v)
		}
	case pathNotes:
		return notes(v)
	case pathVisions:
		return table(v)
	case pathUse, pathSteal, pathDice, pathStrike, pathMore, pathGift:
		if p, ok := more(v, name, Vision(rest)); ok {
			return p
		}
	}
	return first(v)
}

// Fill refuses: the game has no forms.
func (presenter) Fill(View, string, []string) (Move, error) {
	return Move{}, games.Refuse("refuse.notation")
}

// first is the first page.
func first(v View) ui.Page {
	switch v.Phase {
	case Dusk:
		return dusk(v)
	case Play:
		return play(v)
	case Talk:
		return talk(v)
	default:
		return over(v)
	}
}

// mostRows is how many rows of controls a page has room for.
const mostRows = 4

// addWays adds the links that every page ends with. Where no row is left for
// them, the help leads to them.
func addWays(p *ui.Page, v View) {
	n := len(p.Controls)
	if p.Rows() >= mostRows {
		if v.Me != games.Nobody {
			p.Open(pathHelp, "💡", ui.T("help.short"))
		}
		return
	}
	addLore(p, v)
	if v.Me != games.Nobody {
		p.Open(pathHelp, "💡", ui.T("help.short"))
	}
	p.NewRow(n)
}

// addLore adds what can be looked up.
func addLore(p *ui.Page, v View) {
	if v.Me != games.Nobody {
		p.Open(pathRole, "🎭", ui.T("role.short"))
	}
	if v.Phase != Dusk {
		p.Open(pathNotes, "👁️", ui.T("notes.short"))
		p.Open(pathVisions, "🔮", ui.T("visions.short"))
	}
}

// The signs of seats beside the letters of their markers; the pictures have the
// same colours.
var signs = []string{"🔴", "🟠", "🟡", "🟢", "🔵", "🟣", "🟤", "⚪", "⚫"}

// sign is the sign of a seat: colour and letter.
func sign(seat games.Seat) ui.Text { return ui.Literal(signs[seat] + letter(int(seat))) }

// who is a seat in a label: letter and name.
func who(seat games.Seat) ui.Text { return ui.T("who", letter(int(seat)), ui.Name(seat)) }

var faceIcons = map[Face]string{FaceInsight: "👁️", FaceVision: "🔮", FaceMove: "👣", FaceAttack: "⏰", FaceHeal: "💗"}

var placeIcons = map[Place]string{City: "🌊", Forest: "🌲", Shop: "🏺", House: "🏡"}

func place(p Place) ui.Text   { return ui.T("place." + string(p)) }
func vision(v Vision) ui.Text { return ui.T("vision." + string(v)) }
func role(r Role) ui.Text     { return ui.T("role." + string(r)) }

// visionsOf names Visions, one of a kind once, with how many.
func visionsOf(list []Vision) []ui.Text {
	var out []ui.Text
	for _, v := range distinct(list) {
		n := 0
		for _, w := range list {
			if w == v {
				n++
			}
		}
		if n > 1 {
			out = append(out, ui.T("visions.many", vision(v), n))
		} else {
			out = append(out, vision(v))
		}
	}
	return out
}

// insight is the text of an Insight.
func insight(c Insight) ui.Text {
	var about []ui.Text
	for i, g := range groups {
		if c.About()&g != 0 {
			about = append(about, ui.T("group."+string(letters[i])))
		}
	}
	if len(about) == 2 {
		return ui.T("insight."+c.Effect(), ui.T("insight.either", about[0], about[1]))
	}
	return ui.T("insight."+c.Effect(), about[0])
}

// row is a line for a seat during a turn.
func row(v View, seat games.Seat) ui.Text {
	p := v.Pawns[seat]
	if p.Sleep == 0 {
		return ui.T("row.awake", sign(seat), ui.Name(seat), role(p.Role))
	}
	key := "row"
	if seat == v.Active {
		key = "row.active"
	}
	var where, cards ui.Text
	if p.Place != "" {
		where = ui.T("row.place", placeIcons[p.Place], place(p.Place))
	}
	if p.Hidden {
		where = ui.T("row.hidden", where)
	}
	if len(p.Visions) > 0 {
		cards = ui.T("row.visions", visionsOf(p.Visions))
	}
	return ui.T(key, sign(seat), ui.Name(seat), p.Sleep, where, cards)
}

// circle is a line for each seat, in the order of turns.
func circle(v View) []ui.Text {
	var lines []ui.Text
	for i := range v.Pawns {
		lines = append(lines, row(v, games.Seat((int(v.First)+i)%len(v.Pawns))))
	}
	return lines
}

// until is a text that names when the present wait ends. It is zero when the wait
// does not end.
func until(v View, key string, args ...any) ui.Text {
	if v.Until == 0 {
		return ui.Text{}
	}
	return ui.T(key, append(args, ui.Until(v.Until))...)
}

// rightOf is the neighbour to the right, who plays before a seat.
func rightOf(v View, seat games.Seat) games.Seat {
	return games.Seat((int(seat) + len(v.Pawns) - 1) % len(v.Pawns))
}

// self is who the viewer is, on a panel.
func self(v View) ui.Text {
	switch {
	case v.Role == "":
		return ui.Text{}
	case v.Pawns[v.Me].Sleep == 0 && v.Role == Janitor && v.Phase != Over:
		return ui.T("self.awake.janitor", role(v.Role), ui.Name(rightOf(v, v.Me)))
	case v.Pawns[v.Me].Sleep == 0:
		return ui.T("self.awake", role(v.Role))
	case v.Role == Janitor:
		return ui.T("self.janitor", role(v.Role), ui.T("aim."+string(v.Role)), ui.Name(rightOf(v, v.Me)))
	default:
		return ui.T("self", role(v.Role), ui.T("aim."+string(v.Role)))
	}
}

// dusk is the page while roles are looked at and pawns are put.
func dusk(v View) ui.Page {
	p := ui.Page{Title: ui.T("dusk.title"), Colour: colourDusk}
	if v.Role != "" {
		p.Show(portrait(v.Role))
		p.Say(self(v), ui.T("advice."+string(v.Role)))
	} else {
		p.Show(board(v))
		p.Say(ui.T("dusk.board"), cards(v))
	}
	p.Gap()
	if v.Crowd {
		p.Say(ui.T("dusk.crowd"))
	} else {
		p.Say(ui.T("dusk.place"))
		p.Say(bonuses()...)
	}
	if v.Novice {
		p.Say(ui.T("dusk.novice"))
	}
	p.Gap()
	p.Say(ready(v)...)
	p.Say(until(v, "dusk.until"))
	for _, m := range options(v) {
		if m.Verb == Put {
			p.Do(m, placeIcons[m.Place], ui.Primary, place(m.Place))
		} else {
			p.Do(m, "✅", ui.Good, ui.T("ready.dusk"))
		}
	}
	if v.Me != games.Nobody {
		n := len(p.Controls)
		p.Open(pathHelp, "💡", ui.T("help.short"))
		p.NewRow(n)
	}
	return p
}

// cards is which characters are dealt.
func cards(v View) ui.Text {
	c := cast[len(v.Pawns)]
	if c.aside {
		return ui.T("dusk.cards.aside", c.each, c.each, c.dreamers)
	}
	return ui.T("dusk.cards", c.each, c.each, c.dreamers)
}

// ready is a line for each sleeper: who has chosen, and where.
func ready(v View) []ui.Text {
	var lines []ui.Text
	for i, p := range v.Pawns {
		switch seat := games.Seat(i); {
		case p.Sleep == 0:
		case p.Ready && p.Place != "" && v.Phase == Dusk:
			lines = append(lines, ui.T("ready.place", sign(seat), ui.Name(seat), placeIcons[p.Place], place(p.Place)))
		case p.Ready:
			lines = append(lines, ui.T("ready.yes", sign(seat), ui.Name(seat)))
		default:
			lines = append(lines, ui.T("ready.no", sign(seat), ui.Name(seat)))
		}
	}
	return lines
}

// talk is the page between two laps.
func talk(v View) ui.Page {
	p := ui.Page{Title: ui.T("talk.title", lap(v)), Colour: colourTalk}
	p.Show(public(v))
	p.Say(self(v))
	p.Gap()
	p.Say(lately(v)...)
	p.Gap()
	p.Say(ui.T("talk"))
	p.Say(ready(v)...)
	p.Gap()
	p.Say(until(v, "talk.until"))
	for _, m := range options(v) {
		p.Do(m, "▶️", ui.Primary, ui.T("ready.talk"))
	}
	addWays(&p, v)
	return p
}

// public is the picture of the table, on the board; panels have none, since they
// change with every press.
func public(v View) *ui.Picture {
	if v.Me != games.Nobody {
		return nil
	}
	return board(v)
}

// options are what the viewer may do. On the board they are what the awaited
// player may do.
func options(v View) []Move {
	if v.Me == games.Nobody {
		return v.Open
	}
	return v.Legal
}

// over is the page at the end: who won, and everybody's story.
func over(v View) ui.Page {
	p := ui.Page{Title: ui.T("over.title"), Colour: colourOver, Pictures: []*ui.Picture{board(v)}}
	var names []ui.Text
	for _, seat := range v.Win {
		names = append(names, ui.T("name.role", ui.Name(seat), role(v.Pawns[seat].Role)))
	}
	p.Say(ui.T("over.winners", names))
	if v.Why == whyDawn {
		p.Say(ui.T("over.dawn"))
	}
	p.Say(reasons(v)...)
	p.Gap()
	last := lately(v)
	p.Say(last[max(len(last)-lastNews, 0):]...)
	p.Gap()
	for i := range v.Pawns {
		p.Say(story(v, games.Seat(i)))
	}
	if v.Aside != "" {
		p.Gap()
		p.Say(ui.T("over.aside", role(v.Aside)))
	}
	addWays(&p, v)
	return p
}

// reasons are how each winner won.
func reasons(v View) []ui.Text {
	var lines []ui.Text
	told := map[string]bool{}
	for _, seat := range v.Win {
		r := v.Pawns[seat].Role
		key := "over.why." + string(r)
		switch {
		case v.Why == whyDawn && r != Janitor:
			continue
		case r == Janitor && (len(v.Woken) == 0 || v.Woken[0].Seat != seat):
			lines = append(lines, ui.T("over.why.neighbour", ui.Name(seat), ui.Name(rightOf(v, seat))))
			continue
		case r.Group() == Dreamers:
			lines = append(lines, ui.T(key, ui.Name(seat)))
			continue
		}
		if !told[key] {
			told[key] = true
			lines = append(lines, ui.T(key))
		}
	}
	return append(lines, beaten(v))
}

// beaten is why Alice did not win although three are left. It is zero where that
// is not so.
func beaten(v View) ui.Text {
	alice, asleep := games.Nobody, 0
	for i, p := range v.Pawns {
		if p.Sleep > 0 {
			asleep++
			if p.Role == Alice {
				alice = games.Seat(i)
			}
		}
	}
	if v.Why != whyWon || asleep != 3 || alice == games.Nobody || slices.Contains(v.Win, alice) {
		return ui.Text{}
	}
	return ui.T("over.why.beaten", ui.Name(alice))
}

// story is what became of a seat, in a line.
func story(v View, seat games.Seat) ui.Text {
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
	harm, care, woke := 0, 0, 0
	for i := range v.Pawns {
		harm += v.Harm[seat][i]
		care += v.Care[seat][i]
	}
	for _, w := range v.Woken {
		if w.By == seat {
			woke++
		}
	}
	key := "story"
	if slices.Contains(v.Win, seat) {
		key = "story.won"
	}
	return ui.T(key, sign(seat), ui.Name(seat), role(p.Role), fate, ui.T("story.deeds", woke, harm, care))
}
