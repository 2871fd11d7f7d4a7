package news

import (
	"slices"
	"strings"

	"oneiros/games"
	"oneiros/games/fortress/kit"
	"oneiros/games/fortress/label"
	"oneiros/games/fortress/view"
	"oneiros/games/ui"
)

// A swing is by how much a player changed the floor of a seat, in all, with one kind of deed.
type swing struct {
	by   games.Seat // Nobody for a crowd
	icon string
	card kit.Vision // that did it, where one did
	n    int
}

// swings are, by seat, what has changed its floor since the viewer's own last turn.
func swings(v view.View) [][]swing {
	all := make([][]swing, len(v.Pawns))
	passer := games.Nobody          // of the Insight that is at work
	card := swing{by: games.Nobody} // the Vision that is at work
	for _, e := range v.Since {
		switch e.Kind {
		case kit.Sent:
			passer = e.Seat
		case kit.Used:
			card = swing{by: e.Seat, icon: "✨", card: kit.Vision(e.What)}
		case kit.Found, kit.Kept:
			card = swing{by: e.Seat, icon: "🔮", card: kit.Vision(e.What)}
		}
		seat, n := e.Moved()
		if seat == games.Nobody || n == 0 {
			continue
		}
		now := swing{by: e.Seat}
		switch e.Kind {
		case kit.Struck:
			now.icon = label.FaceIcons[kit.FaceAttack]
		case kit.Healed:
			now.icon = label.FaceIcons[kit.FaceHeal]
		case kit.Sank, kit.Rose:
			now.by, now.icon = passer, label.FaceIcons[kit.FaceInsight]
		case kit.Lost, kit.Gained:
			now = card
			now.card = kit.Vision(e.What)
		case kit.Crowded:
			now.by = games.Nobody
		}
		list := all[seat]
		i := slices.IndexFunc(list, func(s swing) bool { return s.by == now.by && s.icon == now.icon && s.card == now.card })
		if i < 0 {
			i, list = len(list), append(list, now)
		}
		list[i].n += n
		if last := len(list) - 1; v.Pawns[seat].Sleep == 0 && i < last { // the blow that woke stands last
			s := list[i]
			copy(list[i:], list[i+1:])
			list[last] = s
		}
		all[seat] = list
	}
	return all
}

// A phrase is a part of a line, with about how many letters it has.
type phrase struct {
	text ui.Text
	long int
}

// joined are phrases with dots between them.
func joined(list []phrase) (line phrase) {
	var texts []ui.Text
	for _, p := range list {
		texts = append(texts, p.text)
		line.long += p.long + 3
	}
	line.text = label.Dotted(texts)
	return line
}

// listed are phrases with commas between them.
func listed(list []phrase) (line phrase) {
	var texts []ui.Text
	for _, p := range list {
		texts = append(texts, p.text)
		line.long += p.long + 2
	}
	line.text = ui.Text{Args: []any{texts}}
	return line
}

// A teller puts the floors of a line into words, in the order in which they stand.
type teller struct {
	v view.View
	layout
	all  [][]swing           // by seat
	told map[kit.Vision]bool // Visions that are named already
	new  []kit.Event         // Visions that were drawn and lie where they were laid
}

// swing is who changed the floor of a seat, and how. Who did the one before is not named
// again. How much is told where that is not clear.
func (t teller) swing(seat games.Seat, s swing, before games.Seat, much bool) phrase {
	p := phrase{ui.Literal(s.icon), 2}
	if t.form == FormNames && s.card != "" && !t.told[s.card] {
		t.told[s.card] = true
		p = phrase{ui.T("floors.sign", p.text, label.Vision(s.card)), 3 + longVision}
	}
	switch {
	case s.by == games.Nobody:
		p = phrase{ui.T("floors.crowd"), 10}
	case s.by == before:
	case s.by == seat && s.by != t.v.Me:
		p = phrase{ui.T("floors.own", p.text), p.long + 5}
	case t.form == FormSigns && s.by != t.v.Me:
		p = phrase{ui.Text{Args: []any{label.Sign(s.by), p.text}}, p.long + 2}
	default:
		p = phrase{ui.T("floors.sign", label.Seat(t.v, s.by), p.text), p.long + longName + 1}
	}
	if much {
		p = phrase{ui.T("floors.sign", p.text, label.Signed(s.n)), p.long + 3}
	}
	return p
}

// floor is the floor of a seat behind its name: from which to which it has changed since
// the viewer's own last turn, and by whom.
func (t teller) floor(seat games.Seat) phrase {
	v, form, list := t.v, t.form, t.all[seat]
	p, sum := v.Pawns[seat], 0
	for _, s := range list {
		sum += s.n
	}
	name, long := t.named(seat)
	long += 3
	var floor ui.Text
	var why []phrase
	switch {
	case p.Sleep == 0:
		floor = ui.Literal("☀️")
		if len(list) > 0 {
			floor = ui.Literal("→☀️")
		}
		if form == FormNames || len(v.Pawns) <= mostPlaced || len(list) > 0 {
			why = wokenAs(v, seat, len(list) > 0)
		}
	case sum == 0:
		floor = ui.T("some", p.Sleep)
	default:
		floor = ui.T("floors.from", p.Sleep-sum, p.Sleep)
		long += 2
	}
	if form == FormBare && seat != v.Me && p.Sleep == 0 && len(list) > 0 {
		list = list[len(list)-1:]
	}
	if form != FormBare || seat == v.Me || p.Sleep == 0 {
		before := games.Nobody
		for _, s := range list {
			why = append(why, t.swing(seat, s, before, form != FormBare && len(list) > 1 || p.Sleep == 0))
			before = s.by
		}
	}
	if seat == v.Me && p.Hidden && v.Phase == kit.Play && v.Active != v.Me {
		why = append(why, phrase{ui.T("floors.hidden"), 22})
	}
	if t.hides(seat) {
		why = append(why, phrase{ui.T("floors.hides"), 11})
	}
	if known, ok := t.learned(seat); ok {
		why = append(why, known)
	}
	why = append(why, t.cards(seat)...)
	key := "floors.one"
	if seat == v.Me {
		key = "floors.you"
	}
	if len(why) == 0 {
		return phrase{ui.T(key, name, floor), long}
	}
	reasons := listed(why)
	return phrase{ui.T("floors.why", ui.T(key, name, floor), reasons.text), long + 1 + reasons.long}
}

// icons are the Visions of another player, where the line has their signs.
func (t teller) icons(seat games.Seat) []kit.Vision {
	if !t.signs || seat == t.v.Me {
		return nil
	}
	return t.v.Pawns[seat].Visions
}

// cards are the Visions of another player that the line names, new ones behind a plus.
func (t teller) cards(seat games.Seat) (list []phrase) {
	for _, c := range kit.Distinct(t.icons(seat)) {
		drawn, icons, signs := t.drawn(seat, c), "", 0
		if t.words {
			signs = kit.Count(t.icons(seat), c) - drawn
			icons = strings.Repeat(label.VisionIcon(c), signs)
		}
		if drawn > 0 {
			signs += drawn
			icons += "+" + strings.Repeat(label.VisionIcon(c), drawn)
		}
		switch {
		case signs == 0:
		case c == kit.Wings: // a plus and a feather alone look like a bonus that is added somewhere
			list = append(list, phrase{ui.T("floors.wings", icons, strikes(t.v, seat)), 14 + 2*signs})
		default:
			list = append(list, phrase{briefly(c, icons), 10 + 2*signs})
		}
	}
	return list
}

// strikes is what all wings of a seat add to an attack, in words.
func strikes(v view.View, seat games.Seat) ui.Text {
	return ui.T("vision.wings.short", kit.Count(v.Pawns[seat].Visions, kit.Wings))
}

// briefly is a Vision in a word, behind its signs.
func briefly(c kit.Vision, icons string) ui.Text {
	return ui.T("floors.sign", icons, ui.T("vision."+string(c)+".brief"))
}

// drawnOf are the Visions that others have drawn since the viewer's own last turn, and that
// lie before them.
func drawnOf(v view.View) (list []kit.Event) {
	for _, e := range v.Since {
		if laid(v, e) {
			list = append(list, e)
		}
	}
	return list
}

// drawn is how many of a kind of Vision before a seat are new: drawn since the viewer's own last
// turn.
func (t teller) drawn(seat games.Seat, c kit.Vision) (n int) {
	for _, e := range t.new {
		if e.Seat == seat && e.What == string(c) {
			n++
		}
	}
	return min(n, kit.Count(t.icons(seat), c))
}

// learned is what the viewer has learned about a sleeper, where no line of its own says it.
func (t teller) learned(seat games.Seat) (phrase, bool) {
	if t.facts || t.v.Phase == kit.Over {
		return phrase{}, false
	}
	key, group := factOf(t.v, seat)
	return phrase{ui.T("floors."+key, group), 12}, key != ""
}

// hides reports whether the line says that a seat hides in the Forest.
func (t teller) hides(seat games.Seat) bool {
	p := t.v.Pawns[seat]
	return t.signs && seat != t.v.Me && p.Hidden && p.Sleep > 0 && t.v.Active != seat
}

// named is a seat with the signs of those of its Visions that [teller.cards] does not name. Where
// players are told by their signs, each name has its own before it.
func (t teller) named(seat games.Seat) (name ui.Text, long int) {
	name, long = t.laden(seat)
	if t.form == FormSigns && seat != t.v.Me {
		return ui.T("floors.sign", label.Signs[seat], name), long + 3
	}
	return name, long
}

// laden is [teller.named] without the sign of the seat.
func (t teller) laden(seat games.Seat) (name ui.Text, long int) {
	if t.words {
		return label.Seat(t.v, seat), longName
	}
	icons, signs := "", 0
	for _, c := range kit.Distinct(t.icons(seat)) {
		n := kit.Count(t.icons(seat), c) - t.drawn(seat, c)
		icons, signs = icons+strings.Repeat(label.VisionIcon(c), n), signs+n
	}
	if signs == 0 {
		return label.Seat(t.v, seat), longName
	}
	return ui.Text{Args: []any{label.Seat(t.v, seat), ui.Literal(icons)}}, longName + 2*signs
}

// wokenAs is who a player who is awake was. At the end, and where that is no news, it has
// the lap in which they woke. An older waking by the viewer is told as theirs.
func wokenAs(v view.View, seat games.Seat, news bool) []phrase {
	list := []phrase{{ui.T("picture.who." + string(v.Pawns[seat].Role)), 10}}
	for _, w := range v.Woken {
		if w.Seat == seat && (!news || v.Phase == kit.Over) {
			list = append(list, phrase{ui.T("floors.lap", w.Lap), 6})
			if w.By == v.Me && !news {
				list = append(list, phrase{label.Seat(v, w.By), 3})
			}
		}
	}
	return list
}

// floorsOf tells a panel on which floor every player is, from which to which that has changed
// since its owner's own last turn, and by whom. The viewer comes first and those awake last.
// It goes place by place where there is room for that, else from those whose floor has
// changed to the others. The end tells only what has changed: its picture shows the rest.
func floorsOf(t teller) phrase {
	v, l := t.v, t.layout
	if l.form == FormNone {
		return phrase{}
	}
	t.told = map[kit.Vision]bool{}
	changed := slices.ContainsFunc(t.all, func(list []swing) bool { return len(list) > 0 })
	var groups []phrase
	if l.places {
		groups = t.byPlace()
	} else {
		groups = t.byChange()
	}
	var awake, before []phrase // since the viewer's own last turn, and before it
	for _, w := range v.Woken {
		switch {
		case len(t.all[w.Seat]) > 0:
			awake = append(awake, t.floor(w.Seat))
		case v.Phase != kit.Over:
			before = append(before, t.floor(w.Seat))
		}
	}
	if len(awake) > 0 {
		groups = append(groups, listed(awake))
	}
	if len(before) > 0 {
		line := listed(before)
		if len(v.Since) > 0 {
			line = phrase{ui.T("floors.before", line.text), line.long + 9}
		}
		groups = append(groups, line)
	}
	if len(groups) == 0 {
		return phrase{}
	}
	line := joined(groups)
	switch {
	case len(v.Since) == 0:
		return phrase{ui.T("floors", line.text), line.long + 10}
	case !changed:
		return phrase{ui.T(SinceKey(v, "floors.same"), line.text), line.long + 38}
	default:
		return phrase{ui.T(SinceKey(v, "floors.since"), line.text), line.long + longHeading}
	}
}

// byPlace are the floors of those asleep, the viewer's own place first.
func (t teller) byPlace() (groups []phrase) {
	mine := t.v.Pawns[t.v.Me].Place
	others := slices.DeleteFunc(append([]kit.Place{""}, kit.Places...), func(at kit.Place) bool { return at == mine })
	for _, at := range append([]kit.Place{mine}, others...) {
		var list []phrase
		for _, seat := range t.seats() {
			if p := t.v.Pawns[seat]; p.Sleep > 0 && p.Place == at {
				list = append(list, t.floor(seat))
			}
		}
		if len(list) == 0 {
			continue
		}
		group := listed(list)
		switch {
		case at == "":
		case len(list) > 1 && len(list) == len(t.v.Pawns)-len(t.v.Woken): // one sign of many names looks like that of the first
			group = phrase{ui.T("floors.place", label.PlaceIcons[at], ui.T("place.short."+string(at)), group.text), group.long + 3 + longPlace}
		default:
			group = phrase{ui.T("floors.sign", label.PlaceIcons[at], group.text), group.long + 3}
		}
		groups = append(groups, group)
	}
	return groups
}

// byChange are the floors of those asleep: the viewer's own, those that changed, and the
// others by floor. At the end these are left out.
func (t teller) byChange() (groups []phrase) {
	same, plain := map[int][]phrase{}, true
	for _, seat := range t.seats() {
		switch p := t.v.Pawns[seat]; {
		case p.Sleep == 0 || t.v.Phase == kit.Over && len(t.all[seat]) == 0:
		case seat == t.v.Me || len(t.all[seat]) > 0:
			groups = append(groups, t.floor(seat))
		default:
			signs := len(t.icons(seat))
			if t.form == FormSigns && t.did(seat) {
				signs++ // its name says whose sign stands behind others
			}
			if _, known := t.learned(seat); known || t.hides(seat) || len(t.cards(seat)) > 0 {
				groups = append(groups, t.floor(seat))
				continue
			}
			plain = plain && signs == 0
			name, long := t.named(seat)
			same[p.Sleep] = append(same[p.Sleep], phrase{name, long})
		}
	}
	for floor := kit.TopFloor; floor > 0; floor-- {
		switch names := listed(same[floor]); {
		case len(same[floor]) == 0:
		case len(same) == 1 && len(same[floor]) > 2 && plain:
			groups = append(groups, phrase{ui.T("floors.others", floor), 16})
		default:
			groups = append(groups, phrase{ui.T("floors.one", names.text, floor), names.long + 2})
		}
	}
	return groups
}

// did reports whether a seat has changed a floor since the viewer's own last turn.
func (t teller) did(seat games.Seat) bool {
	for _, list := range t.all {
		if slices.ContainsFunc(list, func(s swing) bool { return s.by == seat }) {
			return true
		}
	}
	return false
}

// seats are all seats, the viewer's own first.
func (t teller) seats() []games.Seat {
	list := []games.Seat{t.v.Me}
	for i := range t.v.Pawns {
		if seat := games.Seat(i); seat != t.v.Me {
			list = append(list, seat)
		}
	}
	return list
}
