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
	pathNews    = "news"    // what happened lately, or at the end everybody's story; news/N: before that
	pathNotes   = "notes"   // Insights that were passed, with those that I read; notes/N: earlier ones
	pathVisions = "visions" // the Visions on the table; visions/VISION: what one does
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
	case pathVisions:
		if !deeper {
			return table(v)
		}
		if p, ok := describe(v, Vision(rest)); ok {
			return p
		}
	case pathUse, pathGift:
		if p, ok := more(v, name, Vision(rest)); ok {
			return p
		}
	}
	if deeper {
		return first(v)
	}
	switch name {
	case pathHelp:
		if v.Phase != Over {
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
	return first(v)
}

// Fill refuses: the game has no forms.
func (presenter) Fill(View, string, []string) (Move, error) {
	return Move{}, games.Refuse("refuse.notation")
}

// first is the first page.
func first(v View) ui.Page {
	p := ofPhase(v)
	p.Teach = teach(v)
	return p
}

// ofPhase is first without what it teaches.
func ofPhase(v View) ui.Page {
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

// addWays adds the button that every page ends with. It stands in a row of its own
// where there is one. All that can be looked up is behind it.
func addWays(p *ui.Page) {
	n := len(p.Controls)
	full := p.Rows() >= mostRows
	p.Open(pathHelp, "❓", ui.T("help.short"))
	if !full {
		p.NewRow(n)
	}
}

// signs are the signs of seats. The markers in the pictures have the same colours.
var signs = []string{"🔴", "🟠", "🟡", "🟢", "🔵", "🟣", "🟤", "⚪", "⚫"}

// sign is the sign of a seat, for a line that names the seat.
func sign(seat games.Seat) ui.Text { return ui.Literal(signs[seat]) }

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

// gist is an Insight in a few words.
func gist(c Insight) ui.Text {
	var about []ui.Text
	for i, g := range groups {
		if c.About()&g != 0 {
			about = append(about, ui.T("gist.group."+string(letters[i])))
		}
	}
	if len(about) == 2 {
		return ui.T("gist."+c.Effect(), ui.T("insight.either", about[0], about[1]))
	}
	return ui.T("gist."+c.Effect(), about[0])
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

// self is who the viewer is, on a panel: in a line, or with all about their aim.
func self(v View, whole bool) ui.Text {
	janitor := v.Role == Janitor
	switch {
	case v.Role == "":
		return ui.Text{}
	case v.Pawns[v.Me].Sleep == 0 && janitor && v.Phase != Over:
		return ui.T("self.awake.janitor", role(v.Role), ui.Name(rightOf(v, v.Me)))
	case v.Pawns[v.Me].Sleep == 0 || v.Phase == Over:
		return ui.T("self.awake", role(v.Role))
	case janitor && whole:
		return ui.T("self.janitor", role(v.Role), ui.Name(rightOf(v, v.Me)))
	case whole:
		return ui.T("self", role(v.Role), ui.T("aim."+string(v.Role)))
	case janitor && len(v.Woken) > 0:
		return ui.T("self.neighbour", role(v.Role), ui.Name(rightOf(v, v.Me)))
	default:
		return ui.T("self.short", role(v.Role), ui.T("picture.aim."+string(v.Role)))
	}
}

// dusk is the page while roles are looked at and pawns are put.
func dusk(v View) ui.Page {
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
		p.Say(ui.T(key), self(v, true))
		p.Show(portrait(v.Role))
	} else {
		p.Say(ui.T("dusk.board"), ui.T(key), cards(v), ready(v))
		p.Show(board(v))
	}
	p.Say(until(v, "dusk.until"))
	for _, m := range options(v) {
		if m.Verb == Put {
			p.Do(m, placeIcons[m.Place], ui.Primary, offer(m.Place))
		} else {
			p.Do(m, "✅", ui.Good, ui.T("ready.dusk"))
		}
	}
	addWays(&p)
	return p
}

// offer is the label of a place that a pawn can be put on: with what it gives.
func offer(p Place) ui.Text {
	return ui.T("dusk.button", ui.T("place.short."+string(p)), ui.T("bonus.short."+string(p)))
}

// cards is which characters are dealt.
func cards(v View) ui.Text {
	c := cast[len(v.Pawns)]
	if c.aside {
		return ui.T("dusk.cards.aside", 2*c.each-1, 2*c.each, c.dreamers)
	}
	return ui.T("dusk.cards", c.each, c.each, c.dreamers)
}

// ready is for whom the table waits. It is zero when it waits for nobody.
func ready(v View) ui.Text {
	var list []ui.Text
	for i, p := range v.Pawns {
		if p.Sleep > 0 && !p.Ready {
			list = append(list, ui.Name(i).Text())
		}
	}
	switch len(list) {
	case 0:
		return ui.Text{}
	case len(v.Pawns) - len(v.Woken):
		return ui.T("ready.all")
	}
	if few := mostAwaited - 1; len(list) > mostAwaited {
		return ui.T("ready.more", len(list)-few, list[:few])
	}
	return ui.T("ready.no", list)
}

// mostAwaited is how many of those for whom the table waits are named. A phone has no
// room for nine names.
const mostAwaited = 3

// talk is the page between two laps.
func talk(v View) ui.Page {
	p := ui.Page{Title: ui.T("talk.title", lap(v)), Colour: colourTalk}
	p.Show(public(v))
	switch {
	case v.Me == games.Nobody:
		p.Say(ui.T("talk"), ready(v), dawnNears(v))
	case len(v.Legal) > 0:
		p.Say(ui.T("talk.you"))
	default:
		p.Say(ui.T("talk.wait"), ready(v))
	}
	p.Say(until(v, "talk.until"))
	if v.Me != games.Nobody {
		p.Say(self(v, false))
		p.Gap()
		p.Say(brief(v)...)
	}
	for _, m := range options(v) {
		p.Do(m, "▶️", ui.Primary, ui.T("ready.talk"))
	}
	addWays(&p)
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

// over is the page at the end: who won, why, and who was who.
func over(v View) ui.Page {
	p := ui.Page{Title: ui.T("over.title"), Colour: colourOver, Pictures: []*ui.Picture{finale(v)}}
	switch {
	case v.Me == games.Nobody:
	case slices.Contains(v.Win, v.Me):
		p.Say(ui.T("over.you.won", ui.T("picture.who."+string(v.Role))))
	default:
		p.Say(ui.T("over.you.lost", ui.T("picture.who."+string(v.Role))))
	}
	why := reasons(v)
	switch {
	case v.Me == games.Nobody:
		p.Say(ui.T("over.winners", winnersOf(v)))
	case v.Why == whyDawn || slices.ContainsFunc(v.Win, func(seat games.Seat) bool { return v.Pawns[seat].Role.Group() != Dreamers }):
		p.Say(ui.T("over.winners", sides(v)))
	}
	if v.Why == whyDawn {
		p.Say(ui.T("over.dawn"))
	}
	p.Say(why...)
	if v.Me == games.Nobody {
		p.Say(ui.T("over.next"))
	}
	p.Open(pathNews, "📜", ui.T("over.news"))
	addLore(&p, v)
	return p
}

// sides are the sides that won.
func sides(v View) []ui.Text {
	var list []ui.Text
	for _, r := range []Role{Nightmare, GoodDream, Alice, Sigmund, William, Janitor} {
		if slices.ContainsFunc(v.Win, func(seat games.Seat) bool { return v.Pawns[seat].Role == r }) {
			list = append(list, ui.T("picture.side."+string(r)))
		}
	}
	return list
}

// winnersOf are the sides that won, each with its players.
func winnersOf(v View) []ui.Text {
	var sides []ui.Text
	for _, r := range []Role{Nightmare, GoodDream, Alice, Sigmund, William, Janitor} {
		var names []ui.Text
		for _, seat := range v.Win {
			if v.Pawns[seat].Role == r {
				names = append(names, ui.Name(seat).Text())
			}
		}
		if len(names) > 0 {
			sides = append(sides, ui.T("over.side."+string(r), names))
		}
	}
	return sides
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
	if alice := beaten(v); !alice.IsZero() {
		lines = append(lines, alice)
	}
	return lines
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
	harm, care := 0, 0
	for i := range v.Pawns {
		harm += v.Harm[seat][i]
		care += v.Care[seat][i]
	}
	return ui.T("story", sign(seat), ui.Name(seat), fate, harm, care)
}
