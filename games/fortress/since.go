package fortress

import (
	"slices"
	"strconv"

	"oneiros/games"
	"oneiros/games/ui"
)

// # News
//
// A panel tells what has happened since its owner's own last turn: a line for what each
// player did in a turn, with the floors to which that led. Where there is no room for all,
// the lines of weight stay. Mere steps are named together, and all is one press away.

// pathSince is all that has happened since the viewer's own last turn; since/N: before that.
const pathSince = "since"

// mostSinceSheet is how many turns of it a sheet of the page has.
const mostSinceSheet = 5

// who is a seat in a line about what happened: its name, or "you".
func who(v View, seat games.Seat) ui.Text {
	if seat == v.Me && seat != games.Nobody {
		return ui.T("who.you")
	}
	return ui.Name(seat).Text()
}

// How much a deed weighs for the viewer. What is heavier stays where there is little room.
const (
	weighsStep  = iota // where pawns went, and what was not done
	weighsOwn          // what the viewer did
	weighsCard         // Visions, and Insights that did nothing
	weighsFloor        // another's floor
	weighsMine         // what was done to the viewer, and who woke
)

// A deed is a part of what a player did in a turn, in words.
type deed struct {
	text   ui.Text
	weight int
	long   int // about how many letters it has
}

// A chapter is what a player did in a turn, and what came of it.
type chapter struct {
	by    games.Seat
	deeds []deed
}

// weight is that of the heaviest deed.
func (c chapter) weight() int {
	most := weighsStep
	for _, d := range c.deeds {
		most = max(most, d.weight)
	}
	return most
}

// lines is about how many lines of a phone a chapter takes.
func (c chapter) lines() int {
	long := 8 // a name
	for _, d := range c.deeds {
		long += d.long + 2
	}
	return linesOf(long)
}

// within is a chapter with as many of its deeds as so many lines have room for, the heaviest
// at least.
func (c chapter) within(most int) chapter {
	c.deeds = slices.Clone(c.deeds)
	for c.lines() > most && len(c.deeds) > 1 {
		least := len(c.deeds) - 1
		for i, d := range slices.Backward(c.deeds) {
			if d.weight < c.deeds[least].weight {
				least = i
			}
		}
		c.deeds = slices.Delete(c.deeds, least, least+1)
	}
	return c
}

// What a phone shows above the first control of a panel, in about so many lines of about
// so many letters.
const (
	phoneLetters = 34
	phoneRoom    = 14
)

// linesOf is how many lines of a phone some letters take.
func linesOf(letters int) int { return 1 + (letters-1)/phoneLetters }

// say is the line of a chapter: first what weighs, then the steps.
func (c chapter) say(v View) ui.Text {
	list := slices.Clone(c.deeds)
	slices.SortStableFunc(list, func(a, b deed) int { return min(b.weight, 1) - min(a.weight, 1) })
	var words []ui.Text
	for _, d := range list {
		words = append(words, d.text)
	}
	return ui.T("since.turn", who(v, c.by), dotted(words))
}

// chapters are the turns since the viewer's own last one, that one included.
func chapters(v View, list []Event) []chapter {
	var out []chapter
	floors := floorsAfter(v, list)
	for from := 0; from < len(list); {
		to := from + 1
		by := list[from].Seat
		for to < len(list) && !begins(list, to, by) {
			to++
		}
		c := chapter{by: by}
		r := reader{v, by, list[from:to], floors[from:to]}
		for len(r.list) > 0 {
			d, n := r.deed()
			if !d.text.IsZero() {
				c.deeds = append(c.deeds, d)
			}
			r.list, r.floors = r.list[n:], r.floors[n:]
		}
		if len(c.deeds) > 0 {
			out = append(out, c)
		}
		from = to
	}
	return out
}

// begins reports whether an event is of another turn than the one before it, which is by a
// seat. What a deed does to others follows the deed.
func begins(list []Event, i int, by games.Seat) bool {
	switch e := list[i]; e.Kind {
	case Crowded:
		return true
	case Quiet, Sank, Rose, Gave, Lost, Gained, Awoke, Took:
		return false
	case Slow:
		before := list[i-1]
		return e.Seat != by && !(before.Kind == Sent && before.To == e.Seat)
	default:
		return e.Seat != by
	}
}

// moved is whose floor an event changes, and by how much.
func moved(e Event) (seat games.Seat, n int) {
	switch e.Kind {
	case Struck:
		return e.To, -e.N
	case Healed:
		return e.To, e.N
	case Sank, Lost, Crowded:
		return e.Seat, -e.N
	case Rose, Gained:
		return e.Seat, e.N
	default:
		return games.Nobody, 0
	}
}

// floorsAfter are, for each event, to which floor it led. It is 0 where no floor changed,
// and for those who are awake now: the deed that woke them may have been too strong.
func floorsAfter(v View, list []Event) []int {
	now := make([]int, len(v.Pawns))
	for i, p := range v.Pawns {
		now[i] = p.Sleep
	}
	floors := make([]int, len(list))
	for i, e := range slices.Backward(list) {
		if seat, n := moved(e); seat != games.Nobody && v.Pawns[seat].Sleep > 0 {
			floors[i] = now[seat]
			now[seat] -= n
		}
	}
	return floors
}

// change is how far the viewer's own floor has changed since their own last turn.
func change(v View) int {
	sum := 0
	for _, e := range v.Since {
		if seat, n := moved(e); seat == v.Me {
			sum += n
		}
	}
	return sum
}

// A reader puts the events of a turn into words.
type reader struct {
	v      View
	by     games.Seat
	list   []Event // what is left to read
	floors []int   // to which each led
}

// at is the event at a place, or none of any kind.
func (r reader) at(i int) Event {
	if i < len(r.list) {
		return r.list[i]
	}
	return Event{Seat: games.Nobody, To: games.Nobody}
}

// weigh is the weight of a deed that meets a seat, where it would weigh so much for others.
func (r reader) weigh(seat games.Seat, others int) int {
	switch {
	case seat == r.v.Me:
		return weighsMine
	case r.by == r.v.Me:
		return weighsOwn
	default:
		return others
	}
}

// floor is what follows a change of a floor: the new one, or who woke. It reads n events.
func (r reader) floor(i int, seat games.Seat) (text ui.Text, n int) {
	switch next := r.at(i + 1); {
	case next.Kind == Awoke && next.Seat == seat:
		return ui.T("deed.wakes", ui.T("picture.who."+next.What)), 2
	case r.floors[i] > 0:
		return ui.T("deed.floor", r.floors[i]), 1
	default:
		return ui.Text{}, 1
	}
}

// deed is the next deed in words, and how many events it tells. Its text is zero when a
// later one tells more.
func (r reader) deed() (d deed, n int) {
	e := r.at(0)
	card := func() ui.Text { return vision(Vision(e.What)) }
	switch e.Kind {
	case Struck, Healed:
		return r.blow()
	case Sent:
		return r.sent()
	case Found, Kept:
		if e.Kind == Found && (r.at(1).Kind == Kept || r.at(2).Kind == Kept) {
			return deed{}, 1 // one of two is told when it is kept
		}
		d, n = r.effects(1, "🔮")
		return d, n
	case Used:
		if next := r.at(1).Kind; next == Stole || next == Walked {
			return deed{}, 1
		}
		if e.To != games.Nobody && moves(r.at(1).Kind) == 0 {
			return deed{ui.T("deed.used.on", card(), who(r.v, e.To)), r.weigh(e.To, weighsCard), 34}, 1
		}
		return r.effects(1, "✨")
	case Crowded:
		after, n := r.floor(0, e.Seat)
		d = deed{ui.T("deed.crowded", signed(-e.N), after), r.weigh(e.Seat, weighsFloor), 24}
		if n == 2 {
			d.weight = weighsMine
		}
		return d, n
	case Lost, Gained, Sank, Rose:
		return r.effects(0, "")
	case Stole, Took:
		d = deed{ui.T("deed.took", card(), who(r.v, e.To)), r.weigh(e.To, weighsCard), 34}
		if e.Seat != r.by {
			d.text, d.weight = ui.T("deed.took.by", card(), who(r.v, e.To), who(r.v, e.Seat)), r.weigh(e.Seat, d.weight)
		}
		return d, 1
	case Gave, Presented:
		if e.To == games.Nobody {
			return deed{}, 1
		}
		return deed{ui.T("deed.gave", card(), who(r.v, e.To)), r.weigh(e.To, weighsCard), 34}, 1
	case Awoke:
		return deed{ui.T("deed.woke", who(r.v, e.Seat), ui.T("picture.who."+e.What)), weighsMine, 24}, 1
	case Walked:
		if r.at(1).Kind == Walked {
			return deed{}, 1
		}
		return deed{ui.T("deed.walked", placeIcons[Place(e.What)], ui.T("place.short."+e.What)), weighsStep, 12}, 1
	case Quiet:
		return deed{ui.T("deed.quiet", who(r.v, e.Seat)), r.weigh(e.Seat, weighsCard), 24}, 1
	case Rolled: // only dice that allowed nothing are told
		return deed{ui.T("deed.dead", facesOf(e.What)), weighsStep, 40}, min(2, len(r.list))
	case Waived, Stuck, Slow:
		return deed{ui.T("deed." + string(e.Kind)), weighsStep, 16}, 1
	default:
		return deed{}, 1
	}
}

// blow is an attack or a heal; several in a row on the same seat are one.
func (r reader) blow() (deed, int) {
	e, n := r.at(0), 1
	for ; r.at(n).Kind == e.Kind && r.at(n).To == e.To; n++ {
		e.N += r.at(n).N
	}
	if e.N == 0 {
		return deed{ui.T("deed.struck.none", who(r.v, e.To)), r.weigh(e.To, weighsFloor), 26}, n
	}
	after, more := r.floor(n-1, e.To)
	d := deed{ui.T("deed."+string(e.Kind), who(r.v, e.To), e.N, after), r.weigh(e.To, weighsFloor), 24}
	if more == 2 {
		d.weight, d.long = weighsMine, 38
	}
	return d, n - 1 + more
}

// sent is an Insight, with what came of it once that is known.
func (r reader) sent() (deed, int) {
	e, i := r.at(0), 1
	if r.at(1).Kind == Slow { // the rules answered
		i = 2
	}
	d := deed{ui.T("deed.sent", who(r.v, e.To)), r.weigh(e.To, weighsCard), 20}
	out := r.at(i)
	if out.Seat != e.To {
		return d, 1
	}
	switch out.Kind {
	case Quiet:
		d.text = ui.T("deed.sent.quiet", who(r.v, e.To))
	case Gave:
		d.text, d.long = ui.T("deed.sent.gave", who(r.v, e.To), vision(Vision(out.What))), 38
	case Sank, Rose:
		after, more := r.floor(i, e.To)
		d.text, d.weight = ui.T("deed.sent.moved", who(r.v, e.To), signed(moves(out.Kind)*out.N), after), r.weigh(e.To, weighsFloor)
		if more == 2 {
			d.weight, d.long = weighsMine, 34
		}
		return d, i + more
	default:
		return d, 1
	}
	if r.by == r.v.Me {
		d.weight = weighsCard // it tells its passer something
	}
	return d, i + 1
}

// moves is in which direction a kind of event moves a sleeper by itself; 0 for none.
func moves(k Kind) int {
	switch k {
	case Lost, Sank:
		return -1
	case Gained, Rose:
		return 1
	default:
		return 0
	}
}

// effects are the sleepers that were moved from an event on, behind the name of the Vision
// that moved them, where one did.
func (r reader) effects(from int, icon string) (d deed, n int) {
	e := r.at(0)
	d.long, d.weight = 4, r.weigh(games.Nobody, weighsCard)
	var met []ui.Text
	for n = from; moves(r.at(n).Kind) != 0 && r.at(n).What == r.at(from).What; {
		out := r.at(n)
		after, more := r.floor(n, out.Seat)
		by := ui.Literal("±0")
		if out.N > 0 {
			by = signed(moves(out.Kind) * out.N)
			d.weight = max(d.weight, r.weigh(out.Seat, weighsFloor))
		}
		if more == 2 {
			d.weight = weighsMine
		}
		met = append(met, ui.T("deed.moved", who(r.v, out.Seat), by, after))
		d.long += 16
		n += more
	}
	switch {
	case icon == "":
		d.text = ui.Text{Args: []any{met}}
	case len(met) == 0:
		d.text, d.long = ui.T("deed.vision", icon, vision(Vision(e.What))), 22
	default:
		d.text = ui.T("deed.vision.met", icon, vision(Vision(e.What)), met)
		d.long += 20
	}
	return d, n
}

// signed is a number with its sign.
func signed(n int) ui.Text {
	if n > 0 {
		return ui.Literal("+" + strconv.Itoa(n))
	}
	return ui.Literal("−" + strconv.Itoa(-n))
}

// since adds what has happened since the viewer's own last turn, as far as there is room.
func since(p *ui.Page, v View) {
	if v.Me == games.Nobody || len(v.Since) == 0 {
		return
	}
	lines, _ := newest(v)
	if len(lines) > 0 || v.Pawns[v.Me].Sleep > 0 {
		p.Say(sinceTitle(v))
		p.Say(lines...)
	}
}

// sinceTitle is the heading of what has happened: with the viewer's own floor, whatever
// else there is room for.
func sinceTitle(v View) ui.Text {
	floor, n := v.Pawns[v.Me].Sleep, change(v)
	switch {
	case floor == 0:
		return ui.T("since", ui.T("since.title"))
	case n == 0:
		return ui.T("since.same", floor)
	default:
		return ui.T("since.floor", floor-n, floor)
	}
}

// newest are the lines that a panel has room for, and how many turns they do not tell whole.
func newest(v View) (lines []ui.Text, left int) {
	list, room := chapters(v, v.Since), roomForNews(v)
	if v.Step == StepAnswer && v.Waits == v.Me { // the page is about the Insight that is on its way
		list = withoutPending(list)
	}
	need := 0
	for _, c := range list {
		need += c.lines()
	}
	var steps []chapter
	if need > room { // mere steps are named together
		steps = slices.DeleteFunc(slices.Clone(list), func(c chapter) bool { return c.weight() > weighsStep })
		list = slices.DeleteFunc(list, func(c chapter) bool { return c.weight() == weighsStep })
		for i := range list {
			list[i].deeds = slices.DeleteFunc(list[i].deeds, func(d deed) bool { return d.weight == weighsStep })
		}
	}
	order := make([]int, len(list)) // the heaviest first, of two the later
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		if n := list[b].weight() - list[a].weight(); n != 0 {
			return n
		}
		return b - a
	})
	shown := make([]*chapter, len(list)) // first a line of each, then all of the heaviest
	for k, i := range order {
		if c := list[i].within(1); c.lines() <= room || k == 0 && c.weight() == weighsMine && v.Pawns[v.Me].Sleep > 0 {
			shown[i] = &c
			room -= c.lines()
		}
	}
	for _, i := range order {
		if shown[i] == nil {
			continue
		}
		had := shown[i].lines()
		if c := list[i].within(had + room); len(c.deeds) > len(shown[i].deeds) {
			shown[i] = &c
			room -= c.lines() - had
		}
	}
	for i, c := range list {
		if shown[i] == nil || len(shown[i].deeds) < len(c.deeds) {
			left++
		}
		if shown[i] != nil {
			lines = append(lines, shown[i].say(v))
		}
	}
	if len(steps) > 0 && room > 0 {
		var names []ui.Text
		for _, c := range steps {
			if c.by != v.Me {
				names = append(names, who(v, c.by))
			}
		}
		if len(names) > 0 {
			lines = append(lines, ui.T("since.steps", names))
		}
	}
	return lines, left + len(steps)
}

// withoutPending takes out the Insight that was passed last and is not answered.
func withoutPending(list []chapter) []chapter {
	last := &list[len(list)-1]
	last.deeds = last.deeds[:len(last.deeds)-1]
	if len(last.deeds) == 0 {
		return list[:len(list)-1]
	}
	return list
}

// roomForNews is about how many lines of a phone a panel has for what has happened.
func roomForNews(v View) int {
	room := phoneRoom - 1 - linesOfSelf(v)  // a line is the heading's
	room -= max(len(v.Pawns)-mostPlaced, 0) // some names are long
	if placed(v) {
		room -= linesOfFloors(v)
	}
	switch {
	case v.Phase == Talk:
		room -= 5
	case v.Me != v.Waits:
		room -= 3
	case v.Step == StepPass:
		room -= 3 + 3*len(v.Hand)
	case v.Step == StepAnswer && len(v.Legal) > 1:
		room -= 10
	case v.Step == StepAnswer:
		room -= 8
	case v.Step == StepAct:
		room -= 6
	case v.Step == StepRoll || v.Step == StepPlace:
		room -= 5
	default:
		room -= 9
	}
	return room
}

// sinceAll is a sheet of all that has happened since the viewer's own last turn.
func sinceAll(v View, n int) ui.Page {
	p := ui.Page{Title: ui.T("since.all"), Colour: colourDusk}
	list := chapters(v, v.Since)
	p.Say(arrival(v))
	if len(list) == 0 {
		p.Say(ui.T("since.nothing"))
	} else {
		p.Say(sinceTitle(v))
	}
	for _, c := range cutSheet(list, mostSinceSheet, n) {
		p.Say(c.say(v))
	}
	leaf(&p, pathSince, n, sheets(len(list), mostSinceSheet))
	return p
}
