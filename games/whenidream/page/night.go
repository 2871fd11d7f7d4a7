package page

import (
	"slices"
	"strconv"

	"oneiros/games"
	"oneiros/games/ui"
	"oneiros/games/whenidream/judge"
	"oneiros/games/whenidream/kit"
	"oneiros/games/whenidream/label"
	"oneiros/games/whenidream/picture"
	"oneiros/games/whenidream/view"
)

// The room for the clues of a card. A message of Discord has 4,000 characters, and the
// rest of a page takes up to a thousand. Of clues that do not fit the latest are shown.
const (
	clueRoom   = 1900 // characters
	nameRoom   = 70   // of a giver: a name has 32, each may need a backslash, and signs around it
	mostSpoken = 4    // clues that were said aloud: they have no words to read again
)

// dusk is the page while roles are looked at.
func dusk(v view.View) ui.Page {
	p := ui.Page{Title: ui.T("dusk.title", v.Round, v.Rounds), Colour: colourDusk}
	switch v.Part {
	case kit.Dreamer:
		p.Show(picture.Portrait(""))
		p.Say(ask(v), shortScore(v)) // what to do says who the viewer is
	case kit.Spirit:
		p.Show(picture.Portrait(v.Role))
		p.Say(ask(v), stand(v), label.Score(v)) // the picture says the goal of the role
	default:
		p.Show(picture.Bedside(v))
		p.Say(news(v), ui.T("dusk.board", ui.Name(v.Dreamer)), standing(v))
	}
	p.Say(waiting(v))
	addReady(&p, v)
	addLately(&p, v, dayRoom)
	addHelp(&p, v)
	return p
}

// deck is which role cards are in play.
func deck(v view.View) ui.Text {
	return ui.T("dusk.deck", v.Deck[0], v.Deck[1], v.Deck[2], ui.T("hidden", v.Hidden))
}

// withLately is a page of the night with what has happened, in so many characters, and with help.
func withLately(now ui.Page, v view.View, room int) ui.Page {
	now.Lines, now.Controls = slices.Clone(now.Lines), slices.Clone(now.Controls)
	if v.Part == kit.Spirit || v.Part == kit.Dreamer {
		addLately(&now, v, room)
	}
	if v.Part == kit.Spirit && v.Voice {
		closing(&now, v)
	}
	addHelp(&now, v)
	squeeze(&now)
	return now
}

// night is the page while the sand runs, and for the last guess after it, before it is told
// what has happened.
func night(v view.View) ui.Page {
	p := ui.Page{Title: ui.T("night.title", v.Round, v.Rounds, v.Card), Colour: colourNight}
	if v.Phase == kit.Last {
		p.Title = ui.T("last.title", v.Round, v.Rounds)
	}
	switch v.Part {
	case kit.Spirit:
		spirit(&p, v)
	case kit.Dreamer:
		dreamer(&p, v)
	default:
		board(&p, v)
	}
	return p
}

// board is the night as every player in the channel sees it.
func board(p *ui.Page, v view.View) {
	p.Show(picture.Bedside(v))
	p.Say(news(v), turn(v), clues(v), sand(v))
	if v.Voice || v.Me != games.Nobody { // who left has no move
		return
	}
	// One button for every player tells nothing of who is what: all know who
	// sleeps and whose clue it is.
	number := strconv.Itoa(v.Card)
	if v.Phase == kit.Night {
		p.Controls = append(p.Controls, ui.Control{Label: ui.T("clue.button"), Icon: "💬", To: ui.Ask(FormClue + "/" + number)})
	}
	p.Controls = append(p.Controls, ui.Control{Label: ui.T("guess.button"), Icon: "💤", To: ui.Ask(FormGuess + "/" + number)})
}

// dreamer is the night under the mask: what the board shows, and two buttons.
func dreamer(p *ui.Page, v view.View) {
	p.Show(picture.Dreamer(v))
	before := answered(v)
	switch {
	case !before.IsZero(): // who has answered once needs no word of how
		p.Say(before)
	case v.Phase != kit.Last && v.Voice:
		p.Say(ui.T("dreamer.voice"))
	}
	p.Say(turn(v), sand(v), shortScore(v))
	if m, ok := v.Can(kit.Guess); ok {
		p.Controls = append(p.Controls, ui.Control{
			Label: ui.T("guess.button"), Icon: "💤", Style: ui.Primary, To: ui.Ask(FormGuess + "/" + strconv.Itoa(m.Card)),
		})
	}
	if m, ok := v.Can(kit.Next); ok {
		p.Do(m, "⏭️", ui.Plain, ui.T("next.button"))
	}
	if m, ok := v.Can(kit.Wake); ok {
		p.Do(m, "🌅", ui.Plain, ui.T("wake.button"))
	}
}

// answered is what the dreamer said of the card before, so that a press does not go by
// unseen. It says nothing of whether it was right.
func answered(v view.View) ui.Text {
	if len(v.Memory) == 0 {
		return ui.Text{}
	}
	m := v.Memory[len(v.Memory)-1]
	switch {
	case m.Card != v.Card-1: // the card before was replaced
		return ui.Text{}
	case m.Guess == "":
		return ui.T("answered.next", m.Card)
	default:
		return ui.T("answered", m.Card, m.Guess)
	}
}

// spirit is the night with open eyes. The piles, the goal of the role and the meaning of
// the word are on the picture.
func spirit(p *ui.Page, v view.View) {
	p.Show(picture.Spirit(v))
	if !v.Voice { // else it comes last: see [closing]
		p.Say(objection(v)...)
		p.Gap()
		p.Say(turn(v), sand(v)) // the picture says how the spirit stands
	}
	if v.Listens() {
		// The buttons for what is heard keep their places while there is a vote.
		giving(p, v)
		challenges(p, v)
		vote(p, v)
		return // [help] corrects the card before: a press of it beside these would be by mistake
	}
	vote(p, v)
	giving(p, v)
	challenges(p, v)
}

// closing adds the last lines of a spirit's panel at a table that plays aloud. Its buttons fill
// most of a phone, so what matters at this moment stands right above the picture and them.
func closing(p *ui.Page, v view.View) {
	if v.Vote != nil {
		p.Say(objection(v)...)
		p.Say(turn(v)) // its time matters more than that of the sand
		return
	}
	if slices.ContainsFunc(v.Legal, func(m kit.Move) bool { return m.Verb == kit.Right && m.Card == v.Card }) {
		p.Say(ui.T("marking"))
	}
	p.Say(sand(v), turn(v)) // each is a line of a phone
}

// onCard is the word of the card in play, for those who see it.
func onCard(v view.View) ui.Text {
	if v.Element == nil {
		return ui.Text{}
	}
	return elementLine(v.Element, label.Meaning(v.Element))
}

// elementLine is the word of a card with its meaning, and the word in the other language
// where there is one.
func elementLine(e *kit.Element, meaning ui.Text) ui.Text {
	if e.Other == "" {
		return ui.T("element.only", e.Word, meaning)
	}
	return ui.T("element", e.Word, meaning, e.Other)
}

// giving adds what a spirit may do about the card in play.
func giving(p *ui.Page, v view.View) {
	if v.Listens() {
		hearing(p, v)
		return
	}
	if m, ok := v.Can(kit.Clue); ok {
		p.Controls = append(p.Controls, ui.Control{
			Label: ui.T("clue.button"), Icon: "💬", Style: ui.Primary, To: ui.Ask(FormClue + "/" + strconv.Itoa(m.Card)),
		})
	}
	if m, ok := v.Can(kit.Pass); ok {
		p.Do(m, "➖", ui.Plain, ui.T("pass.button"))
	}
	for _, m := range v.Legal {
		switch {
		case m.Card != v.Card: // of the card before
		case m.Verb == kit.Right:
			p.Do(m, "🟡", ui.Good, ui.T("right.button"))
		case m.Verb == kit.Wrong:
			p.Do(m, "🔵", ui.Plain, ui.T("wrong.button"))
		case m.Verb == kit.Wake:
			p.Do(m, "🌅", ui.Plain, ui.T("wake.button"))
		}
	}
}

// hearing adds the buttons for what is heard. Each has its place, also while it cannot be pressed:
// who listens presses without looking, and must not hit another.
func hearing(p *ui.Page, v view.View) {
	add := func(verb kit.Verb, icon string, style ui.Style, label string) {
		for _, m := range v.Legal {
			if m.Verb == verb && m.Card == v.Card {
				p.Do(m, icon, style, ui.T(label))
				return
			}
		}
		p.Controls = append(p.Controls, ui.Control{Label: ui.T(label), Icon: icon, Style: style, Off: true})
	}
	n := len(p.Controls)
	said := "said.button"
	if m, ok := v.Can(kit.Said); ok && v.Giver != v.Me {
		said, p.Controls = "said.late", append(p.Controls, ui.Control{Label: ui.T("said.late"), Icon: "💬", Style: ui.Primary, To: ui.Do(m)})
	} else {
		add(kit.Said, "💬", ui.Primary, said)
	}
	add(kit.Pass, "➖", ui.Plain, "pass.button")
	add(kit.Right, "🟡", ui.Good, "right.button")
	add(kit.Wrong, "🔵", ui.Plain, "wrong.button")
	add(kit.Next, "⏭️", ui.Plain, "next.button")
	for _, first := range []int{0, 2, 4} {
		p.NewRow(n + first)
	}
}

// amend adds the button that corrects by voice what was pressed of the card
// before.
func amend(p *ui.Page, v view.View) {
	for _, m := range v.Legal {
		switch {
		case m.Card == v.Card:
		case m.Verb == kit.Right:
			p.Do(m, "🟡", ui.Plain, ui.T("right.before", m.Card))
		case m.Verb == kit.Wrong:
			p.Do(m, "🔵", ui.Plain, ui.T("wrong.before", m.Card))
		}
	}
}

// objection is what an open challenge is about and how it stands; nothing
// without one.
func objection(v view.View) []ui.Text {
	o := v.Vote
	if o == nil {
		return nil
	}
	list := []ui.Text{ui.T("vote.word", ui.Name(o.By), o.Word, ui.Name(o.Giver))}
	if o.Word == "" {
		list[0] = ui.T("vote.voice", ui.Name(o.By), ui.Name(o.Giver))
	}
	if o.Card != v.Card {
		list = append(list, ui.T("vote.past", o.Card))
	}
	list = append(list, ui.T("vote.count", o.For, o.Against, o.Needed, ui.Until(o.Until)))
	if o.Voted {
		list = append(list, ui.T("vote.voted"))
	}
	return list
}

// vote adds the buttons of an open challenge that the viewer may vote on.
func vote(p *ui.Page, v view.View) {
	for _, m := range v.Legal {
		switch m.Verb {
		case kit.Uphold:
			p.Do(m, "⛔", ui.Danger, ui.T("uphold.button"))
		case kit.Reject:
			p.Do(m, "👌", ui.Good, ui.T("reject.button"))
		}
	}
}

// challenges adds the clues that may be called forbidden: one as a button,
// several as a menu, the latest first.
func challenges(p *ui.Page, v view.View) {
	var open []kit.Move
	for _, m := range v.Legal {
		if m.Verb == kit.Challenge && v.Given(m) {
			open = append(open, m)
		}
	}
	label := func(m kit.Move) ui.Text {
		for _, c := range v.Clues {
			switch {
			case c.Turn != m.Turn:
			case c.Seat == v.Me:
				return ui.T("challenge.own")
			case c.Word == "":
				return ui.T("challenge.voice", ui.Name(c.Seat))
			default:
				return ui.T("challenge.word", c.Word)
			}
		}
		return ui.Text{}
	}
	if len(open) == 1 {
		p.Do(open[0], "⛔", ui.Plain, label(open[0])) // the giver's own challenge is a confession, and says so
		return
	}
	var choices []ui.Choice
	for i := len(open) - 1; i >= 0; i-- {
		choices = append(choices, ui.Choice{Label: label(open[i]), Icon: "⛔", To: ui.Do(open[i])})
	}
	p.Menu(ui.T("challenge.menu"), choices)
}

// turn is whose clue it is and until when, and when it is the viewer's turn; of the last
// guess, whose.
func turn(v view.View) ui.Text {
	switch {
	case v.Phase == kit.Last && v.Part == kit.Dreamer && v.Voice:
		return ui.T("last.mine.aloud", ui.Until(v.Until))
	case v.Phase == kit.Last && v.Part == kit.Dreamer:
		return ui.T("last.mine", ui.Until(v.Until))
	case v.Phase == kit.Last:
		return ui.T("last.turn", ui.Name(v.Dreamer), ui.Until(v.Until))
	case v.Giver == games.Nobody:
		return ui.Text{}
	case v.Giver == v.Me && v.Part == kit.Spirit && v.Voice:
		return ui.T("turn.speak", ui.Until(v.TurnUntil))
	case v.Giver == v.Me && v.Part == kit.Spirit:
		return ui.T("turn.mine", ui.Until(v.TurnUntil))
	}
	if v.Part == kit.Dreamer && answered(v).IsZero() {
		return ui.T("turn.dreamer", ui.Name(v.Giver), ui.Until(v.TurnUntil))
	}
	switch n := turnsUntil(v); {
	case n == 1 && v.Voice:
		return ui.T("turn.next.aloud", ui.Name(v.Giver), ui.Until(v.TurnUntil))
	case n > 1 && v.Voice:
		return ui.T("turn.later.aloud", n, ui.Name(v.Giver), ui.Until(v.TurnUntil))
	case n == 1:
		return ui.T("turn.next", ui.Name(v.Giver), ui.Until(v.TurnUntil))
	case n > 1:
		return ui.T("turn.later", n, ui.Name(v.Giver), ui.Until(v.TurnUntil))
	default:
		return ui.T("turn", ui.Name(v.Giver), ui.Until(v.TurnUntil))
	}
}

// sand is when the sand runs out, and whether the turn ends with it; zero when it has. The
// picture of a panel has the last mark.
func sand(v view.View) ui.Text {
	if v.Phase == kit.Last {
		return ui.Text{}
	}
	line := ui.T("sand", ui.Until(v.Until))
	if v.Giver != games.Nobody && v.TurnUntil == v.Until {
		line = ui.T("sand.turn")
	}
	if v.Mark > 0 && v.Part == kit.Public {
		return ui.T("sand.mark", line, v.Mark)
	}
	return line
}

// clues are the clues of the card in play, each with its giver, in one line. It is zero
// without any.
func clues(v view.View) ui.Text {
	if len(v.Clues) == 0 {
		return ui.Text{}
	}
	said, _ := sayings(v, clueEvents(v.Clues, nil), clueRoom)
	return ui.T("clues", said)
}

// fate is what became of a card with a number, its element named by word.
func fate(c view.Card, n int, word ui.Text) ui.Text {
	switch {
	case c.Side == kit.Yellow && saidOtherwise(c):
		return ui.T("card.yellow.as", n, word, c.Guess)
	case c.Side == kit.Yellow:
		return ui.T("card.yellow", n, word)
	case c.Side == kit.Penalty:
		return ui.T("card.penalty", n, word, ui.Name(c.Seat))
	case c.Side == kit.Bed:
		return ui.T("card.bed", n, word)
	case c.Skipped:
		return ui.T("card.skipped", n, word)
	case c.Guess == "":
		return ui.T("card.blue", n, word)
	default:
		return ui.T("card.wrong", n, word, c.Guess)
	}
}

// saidOtherwise reports whether the dreamer guessed a card with another word than it
// shows. A dream that mentions it may have that word alone.
func saidOtherwise(c view.Card) bool {
	if c.Guess == "" {
		return false
	}
	said, saidStems := judge.Folded(c.Guess)
	shown, shownStems := judge.Folded(c.Element.Word)
	return said != shown && saidStems != shownStems
}
