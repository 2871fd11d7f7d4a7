package page

import (
	"slices"
	"unicode/utf8"

	"oneiros/games/ui"
	"oneiros/games/whenidream/kit"
	"oneiros/games/whenidream/label"
	"oneiros/games/whenidream/view"
)

// How much a page tells of what has happened since the viewer's own last move. A phone has
// some 40 characters in a line.
const (
	mostLately  = 4   // whole lines on the first page, the card in play included
	nightLines  = 7   // lines of a panel by night, beside its picture
	nightRoom   = 145 // characters of them by night, where names are long
	mostFewer   = 5   // lines fewer than where names are short
	taleRoom    = 50  // while the dream is told
	dayRoom     = 60
	shortRoom   = 40  // characters of a line of them
	mostShort   = 2   // cards of which a line tells no more than what became of them
	allLately   = 12  // lines on the page of all
	storyRoom   = 300 // characters of what was said of a card that is gone
	latestClues = 4   // clues of the card in play on a spirit's first page; where names are short, twice as many
	fewClues    = 2   // clues whose givers stand on the dreamer's first page
)

// line is a line of what has happened, and about how many characters it has. That of a card
// which is gone has a short form, for where there is no room for what was said of it.
type line struct {
	text  ui.Text
	size  int
	short ui.Text
	cut   bool // it leaves out clues of the card in play, which the page of all has
}

// since is the page of all that has happened since the viewer's own last move.
func since(v view.View) ui.Page {
	now := first(v, 0)
	p := ui.Page{Title: ui.T("since.all"), Colour: now.Colour}
	lines := lately(v, clueRoom)
	if b := before(v, clueRoom, len(v.Clues)); b.size > 0 {
		p.Say(b.text)
	}
	for _, l := range lines[max(len(lines)-allLately, 0):] {
		p.Say(l.text)
	}
	if len(lines) == 0 {
		p.Say(ui.T("since.nothing"))
	}
	p.Controls = backInPlace(now.Controls, pathSince)
	squeeze(&p)
	return p
}

// addLately adds what has happened since the viewer's own last move, as far as it has room,
// and the button to all of it where that is more. Before it stands what the viewer needs of
// what was before that move. The heading stands in the first line, because a phone has few.
func addLately(p *ui.Page, v view.View, room int) {
	now, most := clueRoom, latestClues
	if room > nightRoom {
		most *= 2
	}
	if v.Part == kit.Spirit {
		now = most * (nameRoom + 24)
	}
	if v.Phase == kit.Last { // its first line is long
		room -= 60
	}
	b := before(v, now, most)
	needed := b.text.Key == "since.before.clues" // a spirit's next clue must be another
	if needed {
		room -= b.size
	}
	lines := lately(v, now)
	if n := leftOut(v, most); n > 0 && room > nightRoom {
		lines[len(lines)-1] = inPlayLine(v, now, n)
	}
	last := lines[max(len(lines)-1, 0):]
	cut := len(last) > 0 && last[0].cut
	list, whole := fit(lines, &room)
	shown := needed || b.size > 0 && b.size+shortRoom/2 <= room
	if shown {
		p.Say(b.text)
	}
	plain := v.Phase == kit.Dusk || v.Part == kit.Dreamer && len(list) < 2 // the line says which night or card it tells of
	if len(v.Lately) > 0 && len(list) > 0 && !plain {
		list[0] = ui.T("since", ui.T("since.title"), list[0])
	}
	p.Say(list...)
	if v.Listens() { // a phone has no row for it: see [help]
		return
	}
	if !whole || cut || b.size > 0 && !shown || len(v.Clues) > most && v.Part == kit.Spirit {
		p.Open(pathSince, "📜", ui.T("since.more"))
		p.NewRow(len(p.Controls) - 1)
	}
}

// fit are the newest of some lines, oldest first, as many as have room, and whether these
// are all. Of older cards one line more has what became of them.
func fit(lines []line, room *int) (list []ui.Text, whole bool) {
	var short []ui.Text
	full := false
	for i := len(lines) - 1; i >= 0; i-- {
		l, left := lines[i], *room
		if i > 0 && !lines[i-1].short.IsZero() { // that one may need its line
			left -= shortRoom
		}
		if full = full || len(list) > 0 && l.size > left || len(list) == mostLately; !full {
			list, *room = append(list, l.text), *room-l.size
		} else if !l.short.IsZero() && len(short) < mostShort && (len(short) == 0 || *room >= 0) {
			short, *room = append(short, l.short), *room-shortRoom/2
		}
	}
	if len(short) > 0 {
		slices.Reverse(short)
		list = append(list, ui.T("since.cards", short))
	}
	slices.Reverse(list)
	return list, !full
}

// byDay says in one line what has happened since the viewer's own last move. By day the
// picture has the cards.
func byDay(v view.View) ui.Text {
	var list []ui.Text
	first, last := 0, 0
	for _, e := range v.Lately {
		switch {
		case e.OfCard() && e.Round == v.Round && v.Phase == kit.Check:
			if first == 0 {
				first = e.Card
			}
			last = max(last, e.Card)
		case e.Kind == kit.Retold && v.Phase == kit.Check && v.Part == kit.Spirit: // at dawn it is whole or not
			list = append(list, ui.T("day.told"))
		case e.Kind == kit.Ticked, e.Kind == kit.Recounted, e.Kind == kit.Taken:
			list = append(list, ui.T("day."+string(e.Kind), e.Card))
		case e.Kind == kit.Unmasked && v.Score != nil && v.Score.Bonus:
			list = append(list, ui.T("day.roles.whole"))
		case e.Kind == kit.Unmasked && v.Score != nil && v.Score.Yellow == 0:
			list = append(list, ui.T("day.roles.none"))
		case e.Kind == kit.Unmasked:
			list = append(list, ui.T("day.roles"))
		case e.Kind == kit.Departed:
			list = append(list, ui.T("day.left", ui.Name(e.Seat)))
		}
	}
	switch {
	case first == 0:
	case first < last:
		list = slices.Insert(list, 0, ui.T("day.cards", first, last))
	case first <= len(v.Cards):
		list = slices.Insert(list, 0, ui.T("day.card", first, ending(v.Cards[first-1])))
	}
	if len(list) == 0 {
		return ui.Text{}
	}
	return ui.T("since", ui.T("since.title"), ui.Text{Args: []any{list}})
}

// openLately adds the button to what has happened since the viewer's own last move. By day
// the first page is full of it.
func openLately(p *ui.Page, v view.View) {
	if len(lately(v, clueRoom)) > 0 {
		p.Open(pathSince, "📜", ui.T("since.more"))
		p.NewRow(len(p.Controls) - 1)
	}
}

// lately is what has happened since the viewer's own last move, oldest first. What was
// said of a card is one line. The card in play comes last, with as many of its clues as
// have room.
func lately(v view.View, room int) []line {
	var lines []line
	for i, e := range v.Lately {
		of := func(o kit.Event) bool { return o.OfCard() && o.Round == v.Round && o.Card == e.Card }
		switch {
		case !of(e):
			if l := told(v, e); !l.IsZero() {
				lines = append(lines, line{text: l, size: 40})
			}
		case e.Card == v.Card || slices.ContainsFunc(v.Lately[i+1:], of):
			// The line of a card stands where its last event is.
		default:
			lines = append(lines, goneLine(v, e.Card, slices.DeleteFunc(slices.Clone(v.Lately), func(o kit.Event) bool { return !of(o) })))
		}
	}
	if v.Card > 0 && v.Part != kit.Public {
		lines = append(lines, inPlayLine(v, room, 0))
	}
	return lines
}

// goneLine is the line of a card that is gone. The dreamer does not see which one it was.
func goneLine(v view.View, card int, events []kit.Event) line {
	if card > len(v.Cards) {
		return line{text: news(view.View{News: events[len(events)-1].News}), size: 60}
	}
	c := v.Cards[card-1]
	l := line{text: ui.T("since.card.none", card, c.Element.Word, ending(c)), size: 26 + utf8.RuneCountInString(c.Element.Word+c.Guess)}
	l.short = ui.T("since.card.short", card, c.Element.Word, ending(c))
	if said, n := sayings(v, events, storyRoom); len(said) > 0 {
		l.text, l.size = ui.T("since.card", card, c.Element.Word, said, ending(c)), l.size+n
	}
	return l
}

// before is what was before the viewer's own last move and is still of use: what was said of
// the card in play, as far as its clues are among the latest, or else the card before it, where
// nothing since then tells of it.
func before(v view.View, room, most int) line {
	earlier, _ := onCardInPlay(v)
	if most = min(max(most-len(v.Clues)+len(earlier), 0), len(earlier)); most > 0 && v.Part == kit.Spirit {
		earlier = earlier[len(earlier)-most:]
		said, n := sayings(v, earlier, room)
		return line{text: ui.T("since.before.clues", said), size: n + 20}
	}
	n := len(v.Cards)
	if n == 0 || v.Card == 0 || slices.ContainsFunc(v.Lately, func(e kit.Event) bool { return e.OfCard() && e.Card == n && e.Round == v.Round }) {
		return line{}
	}
	l := goneLine(v, n, clueEvents(nil, v.Cards[n-1].Clues))
	return line{text: ui.T("since.before", l.text), size: l.size + 6}
}

// clueEvents are clues as events.
func clueEvents(hints []view.Hint, heard []kit.Heard) []kit.Event {
	var list []kit.Event
	for _, h := range hints {
		list = append(list, kit.Event{News: kit.News{Kind: kit.Gave, Seat: h.Seat}, Word: h.Word})
	}
	for _, h := range heard {
		list = append(list, kit.Event{News: kit.News{Kind: kit.Gave, Seat: h.Seat}, Word: h.Word})
	}
	return list
}

// leftOut is how many clues of the card in play, from before the viewer's own last move, a
// spirit's first page leaves out: see [before].
func leftOut(v view.View, most int) int {
	if earlier, _ := onCardInPlay(v); v.Part == kit.Spirit {
		return len(earlier) - min(max(most-len(v.Clues)+len(earlier), 0), len(earlier))
	}
	return 0
}

// inPlayLine is the line of the card in play, with as many of its clues as have room. Some
// earlier ones are left out.
func inPlayLine(v view.View, room, earlier int) line {
	_, events := onCardInPlay(v)
	said, n := sayings(v, events, room)
	switch {
	case earlier > 0 && len(said) > 0 && said[0].Key == "clues.more":
		said[0] = ui.T("clues.more", earlier+said[0].Args[0].(int))
	case earlier > 0:
		said, n = slices.Insert(said, 0, ui.T("clues.more", earlier)), n+14
	}
	if v.Part == kit.Dreamer && len(v.Clues) > fewClues { // the picture names who gave the latest
		said, n = bare(v, events)
	}
	cut := len(said) > 0 && said[0].Key == "clues.more"
	switch {
	case v.Element != nil && len(said) > 0:
		return line{text: ui.T("clues.card", v.Card, v.Element.Word, said), size: n + 30, cut: cut}
	case v.Element != nil:
		return line{text: ui.T("clues.card.none", v.Card, v.Element.Word), size: 50}
	case len(said) > 0:
		return line{text: ui.T("clues", said), size: n + 11}
	default:
		return line{text: ui.T("clues.none"), size: 40}
	}
}

// bare are the clues of the card in play without those who gave them, and who passed.
func bare(v view.View, events []kit.Event) (list []ui.Text, size int) {
	for _, e := range events {
		switch said := saying(v, e); {
		case e.Kind == kit.Gave && e.Word != "":
			list, size = append(list, ui.Literal(e.Word)), size+utf8.RuneCountInString(e.Word)+2
		case e.Kind == kit.Gave:
			return sayings(v, events, clueRoom) // they were said aloud
		case !said.IsZero():
			list, size = append(list, said), size+18
		}
	}
	return list, size
}

// onCardInPlay are the clues of the card in play before the viewer's own last move, and what
// has happened to it since then, in order.
func onCardInPlay(v view.View) (earlier, since []kit.Event) {
	since = slices.DeleteFunc(slices.Clone(v.Lately), func(e kit.Event) bool { return !e.OfCard() || e.Card != v.Card || e.Round != v.Round })
	clues := 0
	for _, e := range since {
		if e.Kind == kit.Gave {
			clues++
		}
	}
	earlier = clueEvents(v.Clues[:max(len(v.Clues)-clues, 0)], nil)
	if len(since) == 0 || since[0].Seat != v.Me { // the viewer's move was on another card
		return nil, append(earlier, since...)
	}
	return earlier, since
}

// sayings are who said what of a card, and about how many characters they have. Of those
// that do not fit the latest are shown.
func sayings(v view.View, events []kit.Event, room int) (list []ui.Text, size int) {
	spoken := mostSpoken
	for i := len(events) - 1; i >= 0; i-- {
		e := events[i]
		said := saying(v, e)
		if e.Kind == kit.Slow && v.Voice && i+1 < len(events) && events[i+1].Kind == kit.Gave && events[i+1].Seat == e.Seat {
			continue // the word was spoken in time, and marked late
		}
		if said.IsZero() {
			continue
		}
		room -= nameRoom + 2*utf8.RuneCountInString(e.Word) // a sign may need a backslash
		if e.Kind == kit.Gave && e.Word == "" {
			spoken--
		}
		if room < 0 || spoken < 0 {
			earlier := 0
			for _, e := range events[:i+1] {
				if e.Kind == kit.Gave {
					earlier++
				}
			}
			if earlier > 0 {
				list = append(list, ui.T("clues.more", earlier))
			}
			break
		}
		list, size = append(list, said), size+16+utf8.RuneCountInString(e.Word)
	}
	slices.Reverse(list)
	return list, size
}

// saying is what a player said of a card; zero for the end of the card.
func saying(v view.View, e kit.Event) ui.Text {
	who := label.Seat(v, e.Seat)
	switch {
	case e.Kind == kit.Gave && e.Word == "":
		return who
	case e.Kind == kit.Gave:
		return ui.T("clue.word", e.Word, who)
	case e.Kind == kit.Objected && e.Word != "":
		return ui.T("clue.objected", e.Word, who)
	case e.Kind == kit.Cleared && e.Word != "":
		return ui.T("clue.allowed", e.Word)
	case e.Kind == kit.Passed, e.Kind == kit.Slow, e.Kind == kit.Objected, e.Kind == kit.Cleared:
		return ui.T("clue."+string(e.Kind), who)
	default:
		return ui.Text{}
	}
}

// ending is what became of a card, in a few words.
func ending(c view.Card) ui.Text {
	switch {
	case c.Side == kit.Penalty:
		return ui.T("ending.penalty", ui.Name(c.Seat))
	case c.Side == kit.Bed:
		return ui.T("ending.bed")
	case c.Skipped:
		return ui.T("ending.skipped")
	case c.Guess == "" || c.Side == kit.Yellow && !saidOtherwise(c):
		return ui.T("ending." + string(c.Side))
	default:
		return ui.T("ending."+string(c.Side)+".as", c.Guess)
	}
}

// told is the line of what has happened beside the cards.
func told(v view.View, e kit.Event) ui.Text {
	switch e.Kind {
	case kit.Ran:
		if v.Phase == kit.Last { // the title says it
			return ui.Text{}
		}
		return ui.T("since.sand")
	case kit.Woke:
		if len(v.Cards) == 0 { // the dreamer sees none yet
			return ui.Text{}
		}
		yellow, blue := label.Count(v.Cards)
		return ui.T("since.wake.sides", yellow, blue)
	case kit.Retold:
		return retold(v)
	case kit.Unmasked:
		if v.Score == nil {
			return ui.Text{}
		}
		switch {
		case v.Score.Bonus:
			return ui.T("since.roles.whole")
		case v.Score.Yellow == 0:
			return ui.T("since.roles.none")
		}
		return ui.T("since.roles")
	case kit.Counted:
		return counted(v, e.Round)
	case kit.Amended:
		if e.Round != v.Round || e.Card > len(v.Cards) {
			return ui.Text{}
		}
		return ui.T("since.amended", e.Card, ending(v.Cards[e.Card-1]), label.Seat(v, e.Seat))
	case kit.Taken, kit.Departed, kit.Recounted, kit.Ticked:
		return news(view.View{News: e.News})
	default:
		return ui.Text{}
	}
}

// retold says how much of the yellow side the dream has.
func retold(v view.View) ui.Text {
	told, yellow := 0, 0
	for _, c := range v.Cards {
		if c.Side == kit.Yellow {
			if yellow++; c.Told {
				told++
			}
		}
	}
	if len(v.Cards) == 0 || v.Phase == kit.Story {
		return ui.Text{}
	}
	return ui.T("since.told", told, yellow)
}

// counted is how a finished night ended, and what the viewer got.
func counted(v view.View, round int) ui.Text {
	if round < 1 || round > len(v.Dreams) {
		return ui.Text{}
	}
	d := v.Dreams[round-1]
	for _, l := range d.Score.Lines {
		if l.Seat == v.Me {
			return ui.T("since.counted.mine", round, d.Score.Yellow, d.Score.Blue, l.Points, ui.Literal(label.RoleIcons[l.Role]))
		}
	}
	if len(d.Score.Lines) == 0 {
		return ui.T("since.counted.broken", round, ui.Name(d.Dreamer))
	}
	return ui.T("since.counted", round, d.Score.Yellow, d.Score.Blue)
}
