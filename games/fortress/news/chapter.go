package news

import (
	"slices"

	"oneiros/games"
	"oneiros/games/fortress/kit"
	"oneiros/games/fortress/label"
	"oneiros/games/fortress/view"
	"oneiros/games/ui"
)

// SinceKey is the key of words about what has happened since the viewer's own last turn. Those who
// are awake make no more turns: they read of the last lap. Who had none yet reads of the night.
func SinceKey(v view.View, key string) string {
	switch {
	case v.Pawns[v.Me].Sleep == 0:
		return key + ".lap"
	case beforeFirst(v):
		return key + ".night"
	}
	return key
}

// beforeFirst reports whether the viewer has had no turn before this one. In the first lap turns go
// round from the first seat.
func beforeFirst(v view.View) bool {
	n := len(v.Pawns)
	order := func(seat games.Seat) int { return (int(seat-v.First) + n) % n }
	return v.Lap < 1 || v.Lap == 1 && v.Phase == kit.Play && order(v.Active) <= order(v.Me)
}

// How much a deed weighs for the viewer. What is heavier stays where there is little room.
const (
	weighsStep  = iota // where pawns went, and what was not done
	weighsOwn          // what the viewer did
	weighsQuiet        // Insights of others that did nothing
	weighsCard         // Visions
	weighsTells        // what an Insight of the viewer's did: it tells who a player is
	weighsMine         // what was done to the viewer, and who woke
	weighsMost         // more than any deed
)

// A deed is a part of what a player did in a turn, in words.
type deed struct {
	text   ui.Text
	weight int
	quiet  bool       // an Insight of one who is not the viewer to another, that did nothing
	to     games.Seat // its receiver
	long   int        // about how many letters it has
	floor  bool       // the line of floors tells it, too
	card   bool       // that only where it has room for Visions
	slow   bool       // the time ran out: what comes after it the bot played
	drawn  bool       // that has the Vision behind its owner's name, where it has Visions
}

// A Chapter is what a player did in a turn, and what came of it.
type Chapter struct {
	by    games.Seat
	deeds []deed
}

// long is about how many letters a chapter has.
func (c Chapter) long() int {
	long := longName
	for _, d := range c.deeds {
		long += d.long + 3
	}
	return long
}

// lines is about how many lines of a phone a chapter takes.
func (c Chapter) lines() int { return linesOf(c.long()) }

// About how many letters a name has, a Vision, and the heading of what happened.
const (
	longName    = 8
	longPlace   = 7
	longVision  = 15
	longHeading = 22
	longPair    = 2*longName + 3 // from whom to whom
)

// phoneLetters is about how many letters a line of a phone has.
const phoneLetters = 38

// linesOf is how many lines of a phone some letters take.
func linesOf(letters int) int { return (letters + phoneLetters - 1) / phoneLetters }

// Say is the line of a chapter.
func (c Chapter) Say(v view.View) ui.Text {
	return ui.T("since.turn", label.Seat(v, c.by), label.Dotted(c.words()))
}

// words are the deeds of a chapter: first what weighs, then the steps. What the bot played, after
// the time ran out, stands behind the words that say so.
func (c Chapter) words() []ui.Text {
	list := slices.Clone(c.deeds)
	for rest := list; len(rest) > 0; {
		n := slices.IndexFunc(rest, func(d deed) bool { return d.slow })
		if n < 0 {
			n = len(rest)
		}
		slices.SortStableFunc(rest[:n], func(a, b deed) int { return min(b.weight, 1) - min(a.weight, 1) })
		rest = rest[min(n+1, len(rest)):]
	}
	var words []ui.Text
	for _, d := range list {
		words = append(words, d.text)
	}
	return words
}

// Chapters are the turns since the viewer's own last one, that one included.
func Chapters(v view.View, list []kit.Event) []Chapter {
	return chaptersAmong(v, list, floorsAfter(v, list))
}

// chaptersAmong are the turns of some events, of which each led to a floor.
func chaptersAmong(v view.View, list []kit.Event, floors []int) []Chapter {
	var out []Chapter
	for _, t := range kit.Turns(list) {
		c := Chapter{by: list[t.From].Seat}
		r := reader{v, c.by, list[t.From:t.To], floors[t.From:t.To], list[t.To:]}
		for len(r.list) > 0 {
			d, n := r.deed()
			ended := r.at(0).Kind == kit.Slow && len(r.list) == 1 && len(c.deeds) > 0 // nothing was left to do
			if !d.text.IsZero() && !ended {
				c.deeds = append(c.deeds, d)
			}
			r.list, r.floors = r.list[n:], r.floors[n:]
		}
		if len(c.deeds) > 0 {
			out = append(out, c)
		}
	}
	return out
}

// ChaptersOfLap are the turns of a lap that is kept.
func ChaptersOfLap(v view.View, i int) []Chapter {
	var since []kit.Event
	for _, l := range v.Laps[i:] {
		since = append(since, l.Events(len(v.Pawns))...)
	}
	n := len(v.Laps[i].Events(len(v.Pawns)))
	return chaptersAmong(v, since[:n], floorsAfter(v, since)[:n])
}

// floorsAfter are, for each event, to which floor it led. It is 0 where no floor changed,
// and for those who are awake now: the deed that woke them may have been too strong.
func floorsAfter(v view.View, list []kit.Event) []int {
	now := make([]int, len(v.Pawns))
	for i, p := range v.Pawns {
		now[i] = p.Sleep
	}
	floors := make([]int, len(list))
	for i, e := range slices.Backward(list) {
		if seat, n := e.Moved(); seat != games.Nobody && v.Pawns[seat].Sleep > 0 {
			floors[i] = now[seat]
			now[seat] -= n
		}
	}
	return floors
}

// change is how far the viewer's own floor has changed since their own last turn.
func change(v view.View) int {
	sum := 0
	for _, e := range v.Since {
		if seat, n := e.Moved(); seat == v.Me {
			sum += n
		}
	}
	return sum
}

// A reader puts the events of a turn into words.
type reader struct {
	v      view.View
	by     games.Seat
	list   []kit.Event // what is left to read
	floors []int       // to which each led
	after  []kit.Event // of later turns
}

// spent reports whether the player of the turn has used a Vision since, which tells that
// they had it.
func (r reader) spent(c string) bool {
	used := func(e kit.Event) bool { return e.Kind == kit.Used && e.Seat == r.by && e.What == c }
	return slices.ContainsFunc(r.list, used) || slices.ContainsFunc(r.after, used)
}

// at is the event at a place, or none of any kind.
func (r reader) at(i int) kit.Event {
	if i < len(r.list) {
		return r.list[i]
	}
	return kit.Event{Seat: games.Nobody, To: games.Nobody}
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
	case next.Kind == kit.Awoke && next.Seat == seat:
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
	card := func() ui.Text { return label.Vision(kit.Vision(e.What)) }
	switch e.Kind {
	case kit.Struck, kit.Healed:
		return r.blow()
	case kit.Sent:
		return r.sent()
	case kit.Found, kit.Kept:
		if e.Kind == kit.Found && (r.at(1).Kind == kit.Kept || r.at(2).Kind == kit.Kept) {
			return deed{}, 1 // one of two is told when it is kept
		}
		if gift := r.at(1); gift.Kind == kit.Presented && gift.To != games.Nobody || r.spent(e.What) {
			return deed{}, 1
		}
		d, n = r.effects(1, "🔮")
		d.drawn = laid(r.v, e)
		return d, n
	case kit.Used:
		switch next := r.at(1); {
		case next.Kind == kit.Stole:
			return deed{text: ui.T("deed.used.magpie", label.Vision(kit.Magpie), label.Vision(kit.Vision(next.What)), label.Seat(r.v, next.To)), weight: r.weigh(next.To, weighsCard), long: 18 + longVision + longName}, 2
		case next.Kind == kit.Walked && kit.Vision(e.What) == kit.Door:
			return deed{text: ui.T("deed.used.door", card(), label.PlaceIcons[kit.Place(next.What)], ui.T("place.short."+next.What)), weight: r.weigh(games.Nobody, weighsCard), long: 14 + longVision}, 2
		case e.What == string(kit.Hourglass) || e.What == string(kit.Diary):
			return deed{text: ui.T("deed.used."+e.What, card()), weight: r.weigh(games.Nobody, weighsCard), long: 20 + longVision}, 1
		case e.To != games.Nobody && next.Kind.Moves() == 0:
			return deed{text: ui.T("deed.used.on", card(), label.Seat(r.v, e.To)), weight: r.weigh(e.To, weighsCard), long: 23 + longName}, 1
		}
		return r.effects(1, "✨")
	case kit.Crowded:
		after, n := r.floor(0, e.Seat)
		d = deed{text: ui.T("deed.crowded", label.Signed(-e.N), after), weight: r.weigh(e.Seat, weighsCard), long: 24, floor: true}
		if n == 2 {
			d.weight = weighsMine
		}
		return d, n
	case kit.Lost, kit.Gained, kit.Sank, kit.Rose:
		return r.effects(0, "")
	case kit.Stole, kit.Took:
		d = deed{text: ui.T("deed.took", card(), label.Seat(r.v, e.To)), weight: r.weigh(e.To, weighsCard), long: 10 + longVision + longName}
		if e.Seat != r.by {
			d.text, d.weight = ui.T("deed.took.by", card(), label.Seat(r.v, e.To), label.Seat(r.v, e.Seat)), r.weigh(e.Seat, d.weight)
		}
		return d, 1
	case kit.Gave, kit.Presented:
		if e.To == games.Nobody {
			return deed{}, 1
		}
		return deed{text: ui.T("deed.gave", card(), label.Seat(r.v, e.To)), weight: r.weigh(e.To, weighsCard), long: 8 + longVision + longName}, 1
	case kit.Awoke:
		return deed{text: ui.T("deed.woke", label.Seat(r.v, e.Seat), ui.T("picture.who."+e.What)), weight: weighsMine, long: 24, floor: true}, 1
	case kit.Walked:
		if r.at(1).Kind == kit.Walked {
			return deed{}, 1
		}
		return deed{text: ui.T("deed.walked", label.PlaceIcons[kit.Place(e.What)], ui.T("place.short."+e.What)), weight: weighsStep, long: 12}, 1
	case kit.Quiet:
		return deed{text: ui.T("deed.quiet", label.Seat(r.v, e.Seat)), weight: r.weigh(e.Seat, weighsQuiet), long: 11 + longName}, 1
	case kit.Rolled: // only dice that allowed nothing are told
		if r.at(1).Kind != kit.Stuck || r.at(1).N > 0 {
			return deed{}, 1
		}
		return deed{text: ui.T("deed.dead", label.Faces(e.What)), weight: weighsStep, long: 40}, 2
	case kit.Waived, kit.Stuck, kit.Slow:
		return deed{text: ui.T("deed." + string(e.Kind)), weight: weighsStep, long: 26, slow: e.Kind == kit.Slow}, 1
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
		return deed{text: ui.T("deed.struck.none", label.Seat(r.v, e.To)), weight: r.weigh(e.To, weighsCard), long: 26}, n
	}
	after, more := r.floor(n-1, e.To)
	d := deed{text: ui.T("deed."+string(e.Kind), label.Seat(r.v, e.To), e.N, after), weight: r.weigh(e.To, weighsCard), long: 24, floor: true}
	if e.Kind == kit.Struck && n == 1 && e.N > kit.AttackStrength { // else its readers wonder why it was so much
		d.text, d.long = ui.T("deed.struck.bonus", label.Seat(r.v, e.To), e.N, after, kit.AttackStrength, e.N-kit.AttackStrength), d.long+6
	}
	if more == 2 {
		d.weight, d.long = weighsMine, 38
	}
	return d, n - 1 + more
}

// sent is an Insight, with what came of it once that is known.
func (r reader) sent() (deed, int) {
	e, i := r.at(0), 1
	if r.at(1).Kind == kit.Slow { // the rules answered
		i = 2
	}
	d := deed{text: ui.T("deed.sent", label.Seat(r.v, e.To)), weight: r.weigh(e.To, weighsQuiet), long: 11 + longName}
	out := r.at(i)
	if out.Seat != e.To {
		return d, 1
	}
	switch out.Kind {
	case kit.Quiet:
		d.text = ui.T("deed.sent.quiet", label.Seat(r.v, e.To))
		d.quiet, d.to = d.weight == weighsQuiet, e.To
	case kit.Gave:
		d.text, d.long = ui.T("deed.sent.gave", label.Seat(r.v, e.To), label.Vision(kit.Vision(out.What))), 38
	case kit.Sank, kit.Rose:
		after, more := r.floor(i, e.To)
		d.text, d.weight = ui.T("deed.sent.moved", label.Seat(r.v, e.To), label.Signed(out.Kind.Moves()*out.N), after), r.weigh(e.To, weighsCard)
		d.floor = true
		if more == 2 {
			d.weight, d.long = weighsMine, 34
		}
		return d, i + more
	default:
		return d, 1
	}
	if r.by == r.v.Me {
		d.weight = weighsTells
	}
	return d, i + 1
}

// effects are the sleepers that were moved from an event on, behind the name of the Vision
// that moved them, where one did.
func (r reader) effects(from int, icon string) (d deed, n int) {
	e := r.at(0)
	d.long, d.weight, d.card = 4, r.weigh(games.Nobody, weighsCard), icon != ""
	var met []ui.Text
	for n = from; r.at(n).Kind.Moves() != 0 && r.at(n).What == r.at(from).What; {
		out := r.at(n)
		after, more := r.floor(n, out.Seat)
		by := ui.Literal("±0")
		if out.N > 0 {
			by = label.Signed(out.Kind.Moves() * out.N)
			d.weight, d.floor = max(d.weight, r.weigh(out.Seat, weighsCard)), true
		}
		if more == 2 {
			d.weight = weighsMine
		}
		met = append(met, ui.T("deed.moved", label.Seat(r.v, out.Seat), by, after))
		d.long += 16
		n += more
	}
	switch {
	case icon == "":
		d.text = ui.Text{Args: []any{met}}
	case len(met) == 0:
		d.text, d.long = ui.T("deed.vision", icon+label.VisionIcons[kit.Vision(e.What)], label.Vision(kit.Vision(e.What))), 7+longVision
	default:
		d.text = ui.T("deed.vision.met", icon+label.VisionIcons[kit.Vision(e.What)], label.Vision(kit.Vision(e.What)), met)
		d.long += 7 + longVision
	}
	return d, n
}

// Heading is the heading of what has happened: with the viewer's own floor, whatever
// else there is room for.
func Heading(v view.View) ui.Text {
	floor, n := v.Pawns[v.Me].Sleep, change(v)
	switch {
	case floor == 0:
		return ui.T("since", ui.T(SinceKey(v, "since.title")))
	case n == 0:
		return ui.T("since.same", floor)
	default:
		return ui.T("since.floor", floor-n, floor)
	}
}

// laid reports whether an event has laid a Vision before another sleeper, where it lies still.
func laid(v view.View, e kit.Event) bool {
	if e.Kind != kit.Found && e.Kind != kit.Kept || e.Seat == v.Me {
		return false
	}
	p := v.Pawns[e.Seat]
	return p.Sleep > 0 && slices.Contains(p.Visions, kit.Vision(e.What))
}
