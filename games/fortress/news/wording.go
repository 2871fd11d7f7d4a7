// Package news words what has happened since a viewer's own last turn, and who they are and how
// they stand, as far as a panel has room for it.
//
// A panel tells what has happened since its owner's own last turn. Every floor that changed
// stands in the line of floors, with who changed it, see [swings]. Below it is what else each
// player did, the deeds of weight first, as far as there is room. All is one press away.
//
// # Why it stands apart
//
// What is told first, and what gives way where there is little room, is a question of its own: it
// weighs deeds and counts letters. So a page says how many lines it has left, a number, and is
// given a [Wording], which is finished lines. It needs nothing of how they were chosen. Nothing
// here knows a button or a path.
//
// Three files make it. The turns of some events in words are in chapter.go, who changed whose
// floor in floors.go, and what a panel has room for here.
package news

import (
	"slices"

	"oneiros/games/fortress/kit"
	"oneiros/games/fortress/label"
	"oneiros/games/fortress/view"
	"oneiros/games/ui"
)

// A Wording is what a panel says of its owner and of what happened, as far as it has room.
type Wording struct {
	Self   ui.Text   // who its owner is, and what lies before them
	Floors ui.Text   // the line of floors
	Deeds  []ui.Text // what else happened
	Known  ui.Text   // what its owner has learned
	Left   int       // how many deeds these lines do not tell
	Form   Form      // of the line of floors
}

// WordingOf is the wording of a panel that has about so many lines left beside what the turn
// waits for.
func WordingOf(v view.View, lines int) Wording {
	list := chaptersNow(v)
	l, line := planned(v, list, lines)
	w := newest(v, list, l, line)
	w.Self, w.Floors, w.Form = self(v, l), line.text, l.form
	return w
}

// A layout is what a panel has room for.
type layout struct {
	hints   bool // what the viewer's Visions do
	facts   bool // a line of its own for what the viewer has learned; else it stands behind the names
	words   bool // the Visions of the others by name; else those alone that are new
	visions bool // the names of the viewer's Visions; else a word for each
	places  bool // where every player is
	signs   bool // which Visions the others have, and who hides in the Forest
	pairs   bool // Insights that did nothing together, each as who passed it to whom
	form    Form // of the line of floors
	room    int  // about how many lines are left for what else has happened
	least   int  // what weighs so much has room beside it
}

// layouts are the layouts of a panel, from the one that needs most room. What is a press away
// gives way to what has happened: first the names of Visions, then where every player is.
var layouts = []layout{
	{hints: true, facts: true, words: true, visions: true, places: true, signs: true, least: weighsOwn},
	{facts: true, words: true, visions: true, places: true, signs: true, least: weighsQuiet},
	{facts: true, visions: true, places: true, signs: true, least: weighsQuiet},
	{visions: true, places: true, signs: true, least: weighsQuiet},
	{visions: true, places: true, signs: true, pairs: true, least: weighsQuiet},
	{places: true, signs: true, pairs: true, least: weighsQuiet},
	{places: true, signs: true, pairs: true, form: FormPlayers, least: weighsCard},
	{places: true, signs: true, pairs: true, form: FormPlayers, least: weighsMine},
	{signs: true, pairs: true, least: weighsMine},
	{signs: true, pairs: true, form: FormPlayers, least: weighsMine},
	{pairs: true, form: FormPlayers, least: weighsMost},
	{pairs: true, form: FormSigns, least: weighsMost},
	{pairs: true, form: FormBare, least: weighsMost},
	{form: FormNone},
}

// Form is how the line of floors is worded.
type Form int

// The forms of the line of floors, from the one that needs most room.
const (
	FormNames   Form = iota // who changed a floor is named, and the Vision that did it
	FormPlayers             // who changed a floor is named
	FormSigns               // who changed a floor is the sign that stands before a name
	FormBare                // only what was done to the viewer is told with who did it, and who woke whom
	FormNone                // at the end its picture has the floors
)

// planned is how the first page of a panel is laid out in so many lines. Deeds of
// weight need their room before the names of Visions. What was done to the viewer, and what
// they have learned, needs it before places and signs, and the line of floors before all. The
// list is the turns that the panel tells, and line is the line of floors.
func planned(v view.View, list []Chapter, lines int) (l layout, line phrase) {
	floors, drawn := swings(v), drawnOf(v)
	var of layout // with this line of floors
	for i, some := range layouts {
		l = some
		if v.Phase == kit.Over { // its picture has them
			l.places, l.signs, l.words = false, false, false
		}
		if i == 0 || l.ofFloors() != of {
			of = l.ofFloors()
			line = floorsOf(teller{v: v, layout: l, all: floors, new: drawn})
		}
		l.room = lines - linesOfSelf(v, l) - linesOf(line.long)
		need := lettersOf(list, l)
		if l.facts {
			need += facts(v).long
		}
		if l.room >= linesOf(need) || l.form == FormBare && v.Phase != kit.Over {
			return l, line
		}
	}
	return l, line
}

// ofFloors is what of a layout says how the line of floors is worded.
func (l layout) ofFloors() layout {
	return layout{facts: l.facts, words: l.words, places: l.places, signs: l.signs, form: l.form}
}

// told reports whether the line of floors tells a deed.
func (l layout) told(d deed) bool {
	return d.floor && l.form != FormNone && (!d.card || l.form == FormNames) || d.drawn && l.signs
}

// chaptersNow are the turns that a panel tells. Where it is about the Insight that is on its
// way, that is left out.
func chaptersNow(v view.View) []Chapter {
	list := Chapters(v, v.Since)
	if v.Phase == kit.Play && v.Step == kit.StepAnswer && v.Waits == v.Me && len(list) > 0 {
		return withoutPending(list)
	}
	return list
}

// lettersOf is about how many letters the deeds have that a layout has room for and its line of
// floors does not tell.
func lettersOf(list []Chapter, l layout) (long int) {
	for _, c := range list {
		heavy := 0
		for _, d := range c.deeds {
			switch {
			case d.weight < l.least || l.told(d):
			case l.pairs && d.quiet:
				long += longPair
			default:
				heavy += d.long + 3
			}
		}
		if heavy > 0 {
			long += heavy + longName
		}
	}
	return long
}

// newest is the wording of what happened since the viewer's own last turn, beside the line of
// floors.
func newest(v view.View, list []Chapter, l layout, line phrase) (r Wording) {
	room := l.room * phoneLetters
	var known phrase
	if l.facts {
		known = facts(v)
		room -= known.long
	}
	heads := line.text.IsZero() // then the deeds have the heading
	if heads {
		room -= longHeading
	}
	shown, left := chosen(v, list, l, room)
	r.Left, r.Known = left, known.text
	need := linesOf(known.long)
	var pairs []ui.Text
	for i, c := range list {
		some := Chapter{by: c.by}
		for k, d := range c.deeds {
			switch {
			case !shown[i][k]:
			case l.pairs && d.quiet:
				pairs = append(pairs, ui.T("since.pair", label.Seat(v, c.by), label.Seat(v, d.to)))
			default:
				some.deeds = append(some.deeds, d)
			}
		}
		if len(some.deeds) == 0 {
			continue
		}
		need += some.lines()
		r.Deeds = append(r.Deeds, some.Say(v))
	}
	if len(pairs) > 0 {
		r.Deeds = append(r.Deeds, ui.T("since.pairs", pairs))
		need += linesOf(len(pairs)*longPair + 8)
	}
	if (heads || need > l.room) && len(r.Deeds) > 0 { // a line for each player needs more room than one for all
		r.Deeds = []ui.Text{label.Dotted(r.Deeds)}
	}
	if len(r.Deeds) > 0 && heads {
		r.Deeds[0] = ui.T(SinceKey(v, "floors.since"), r.Deeds[0])
	}
	if l.form >= FormBare {
		for _, list := range swings(v) {
			if len(list) > 0 {
				r.Left++
			}
		}
	}
	return r
}

// chosen are the deeds, by chapter, that have room in so many letters: the heaviest first, of
// two the later. Others are left, which the line of floors does not tell.
func chosen(v view.View, list []Chapter, l layout, room int) (shown [][]bool, left int) {
	type place struct{ chapter, deed int }
	var order []place
	for i, c := range list {
		for k, d := range c.deeds {
			if !l.told(d) && (v.Phase != kit.Over || d.weight > weighsStep) {
				order = append(order, place{i, k})
			}
		}
	}
	slices.Reverse(order)
	slices.SortStableFunc(order, func(a, b place) int {
		return list[b.chapter].deeds[b.deed].weight - list[a.chapter].deeds[a.deed].weight
	})
	shown = make([][]bool, len(list))
	for i, c := range list {
		shown[i] = make([]bool, len(c.deeds))
	}
	for _, at := range order {
		d := list[at.chapter].deeds[at.deed]
		need := d.long + 3
		switch {
		case l.pairs && d.quiet:
			need = longPair
		case !slices.Contains(shown[at.chapter], true):
			need += longName
		}
		if need > room || d.weight == weighsStep && need+phoneLetters > room { // steps leave a line free
			left++
			continue
		}
		room -= need
		shown[at.chapter][at.deed] = true
	}
	return shown, left
}

// withoutPending takes out the Insight that was passed last and is not answered.
func withoutPending(list []Chapter) []Chapter {
	last := &list[len(list)-1]
	last.deeds = last.deeds[:len(last.deeds)-1]
	if len(last.deeds) == 0 {
		return list[:len(list)-1]
	}
	return list
}
