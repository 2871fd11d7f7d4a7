package page

import (
	"slices"

	"oneiros/games"
	"oneiros/games/fortress/kit"
	"oneiros/games/fortress/label"
	"oneiros/games/fortress/news"
	"oneiros/games/fortress/view"
	"oneiros/games/ui"
)

// play is the page of a turn. Its first line says what to do, or for whom the
// table waits.
func play(v view.View, l news.Wording) ui.Page {
	p := ui.Page{Title: ui.T("turn.title", v.Lap, ui.Name(v.Active), label.OfLaps(v)), Colour: colourPlay}
	p.Show(public(v))
	switch {
	case v.Me == games.Nobody:
		key := "asks.until"
		if len(v.Open) > 0 {
			key = "asks.buttons"
		}
		p.Say(asks(v), until(v, key, ui.Name(v.Waits)))
		near := outlook(v)
		if len(near) < 2 && v.Step != kit.StepSpoils { // else there is no room
			p.Say(brief(v)...)
		}
		p.Say(near...)
		steps(&p, v)
	case v.Me != v.Waits:
		if v.Pawns[v.Me].Sleep > 0 {
			p.Say(ui.T("asks.idle", asks(v)))
		} else {
			p.Say(asks(v))
		}
		stand(&p, v, l)
		since(&p, l)
	default:
		p.Colour = colourMine
		if v.Me == v.Active {
			p.Title = ui.T("turn.title.you", v.Lap, label.OfLaps(v))
		}
		if v.Step == kit.StepAnswer {
			received(&p, v, l)
		} else {
			mine(&p, v, l)
		}
	}
	addWays(&p, v, l.Left)
	return p
}

// mine is the page of the viewer for whom the turn waits.
func mine(p *ui.Page, v view.View, l news.Wording) {
	p.Say(beside(asks(v), until(v, "turn.until")))
	if v.Step == kit.StepAct {
		p.Say(dice(v))
	}
	if v.Step == kit.StepPass {
		hand(p, v)
	}
	stand(p, v, l)
	steps(p, v)
	since(p, l)
}

// dawnNears tells the board, in the last laps, that a rule of ours ends the night. It is
// zero before, on panels, and where the table plays without.
func dawnNears(v view.View) ui.Text {
	if v.Me != games.Nobody || v.Endless || v.Played() < kit.LateLap {
		return ui.Text{}
	}
	return ui.T("dawn.near", kit.LastLap)
}

// brief is what happened last, in short, for the board. How the dice lie is on the page.
func brief(v view.View) []ui.Text {
	var lines []ui.Text
	list := slices.Concat(v.Past, v.News)
	for i, e := range slices.Backward(list) {
		if i+1 == len(list) && e.Kind == kit.Found && v.Step == kit.StepChoose {
			continue // the page asks about it
		}
		// Dice that allowed nothing are not on the page: the turn was over.
		dead := i+1 < len(list) && list[i+1].Kind == kit.Stuck
		if len(lines) == 0 && (dead || !e.Kind.Rolls()) || dead && i+2 == len(list) {
			lines = append(lines, event(v, e, false))
		}
	}
	slices.Reverse(lines)
	return lines
}

// event is an event in words, whole or in short.
func event(v view.View, e kit.Event, whole bool) ui.Text {
	key := "news." + string(e.Kind)
	name, other := label.Seat(v, e.Seat), ui.Text{}
	if e.To != games.Nobody {
		other = label.Seat(v, e.To)
	}
	switch e.Kind {
	case kit.Rolled, kit.Rerolled, kit.Spun, kit.Turned:
		return ui.T(key, name, label.Faces(e.What))
	case kit.Stuck:
		if e.N > 0 {
			return ui.T(key+".rest", name)
		}
		return ui.T(key, name)
	case kit.Waived, kit.Quiet, kit.Slow:
		return ui.T(key, name)
	case kit.Began, kit.Walked:
		return ui.T(key, name, label.PlaceIcons[kit.Place(e.What)], label.Place(kit.Place(e.What)))
	case kit.Crowded, kit.Looked, kit.Sank, kit.Rose:
		return ui.T(key, e.N, name)
	case kit.Sent:
		return ui.T(key, name, other)
	case kit.Found:
		if whole {
			return ui.T(key+".does", name, label.Vision(kit.Vision(e.What)), label.Effect(kit.Vision(e.What)))
		}
		return ui.T(key, name, label.Vision(kit.Vision(e.What)))
	case kit.Kept:
		return ui.T(key, name, label.Vision(kit.Vision(e.What)))
	case kit.Gave, kit.Stole, kit.Took, kit.Presented:
		if e.To == games.Nobody {
			return ui.T(key+".none", name, label.Vision(kit.Vision(e.What))) // a gift of a player who has nothing
		}
		return ui.T(key, name, other, label.Vision(kit.Vision(e.What)))
	case kit.Used:
		if e.To != games.Nobody {
			return ui.T(key+".on", name, other, label.Vision(kit.Vision(e.What)))
		}
		return ui.T(key, name, label.Vision(kit.Vision(e.What)))
	case kit.Struck, kit.Healed:
		if e.N == 0 {
			return ui.T(key+".none", name, other) // against two quilts
		}
		return ui.T(key, e.N, name, other)
	case kit.Lost, kit.Gained:
		if e.N == 0 {
			return ui.T(key+".none", name, label.Vision(kit.Vision(e.What)))
		}
		return ui.T(key, e.N, name, label.Vision(kit.Vision(e.What)))
	case kit.Awoke:
		switch {
		case e.To == games.Nobody:
			return ui.T(key, name, label.Role(kit.Role(e.What)))
		case e.To == v.Me:
			return ui.T(key+".mine", name, label.Role(kit.Role(e.What)))
		default:
			return ui.T(key+".by", name, label.Role(kit.Role(e.What)), other)
		}
	default:
		return ui.Text{}
	}
}

// dice is how the dice lie; zero before the roll.
func dice(v view.View) ui.Text {
	if v.Phase != kit.Play || len(v.Dice) == 0 {
		return ui.Text{}
	}
	var list []ui.Text
	for i, f := range v.Dice {
		key := "die"
		switch {
		case v.Used[i]:
			key = "die.used"
		case v.Lost(i):
			key = "die.lost"
		}
		list = append(list, ui.T(key, label.FaceIcons[f], ui.T("face."+string(f))))
	}
	return ui.T("dice", list)
}

// asks is what the turn waits for: a line to the viewer who is to act, or about
// another player.
func asks(v view.View) ui.Text {
	if v.Me != games.Nobody && v.Me == v.Waits {
		return asksYou(v)
	}
	key := "asks." + string(v.Step)
	name := ui.Name(v.Waits)
	switch v.Step {
	case kit.StepAnswer:
		return ui.T(key, name, ui.Name(v.Letter.By))
	case kit.StepPass:
		return ui.T(key, v.Drawn, name)
	case kit.StepChoose:
		return ui.T(key, name, label.Vision(v.Choice), label.Effect(v.Choice))
	case kit.StepSpoils:
		return ui.T(key, name, ui.Name(v.Spoils.From), label.Visions(v.Spoils.List))
	case kit.StepKeep:
		return ui.T(key, name, label.Visions(v.Offer))
	case kit.StepAct:
		if noAction(v) {
			return ui.T("asks.end", name)
		}
		if v.Me != games.Nobody { // a player who waits needs the room for what has happened
			return ui.T(key+".short", name)
		}
		return ui.T(key, v.Most-v.Done, name)
	default:
		return ui.T(key, name)
	}
}

// asksYou is what the turn waits for from the viewer.
func asksYou(v view.View) ui.Text {
	key := "you." + string(v.Step)
	switch v.Step {
	case kit.StepPass:
		return ui.T(key, v.Drawn)
	case kit.StepChoose:
		return ui.T(key, label.Vision(v.Choice), label.Effect(v.Choice))
	case kit.StepSpoils:
		return ui.T(key, ui.Name(v.Spoils.From))
	case kit.StepRoll:
		return ui.T(key, label.Bonus(v.Base))
	case kit.StepAct:
		if noAction(v) {
			return endings(v)
		}
		left := v.Most - v.Done
		if !gives(v) {
			return ui.T(key, left)
		}
		return ui.T(key+".bonus", left, ui.T("place.bonus", label.PlaceIcons[v.Base], ui.T("place.short."+string(v.Base)), ui.T("bonus.short."+string(v.Base))))
	default:
		return ui.T(key)
	}
}

// noAction reports whether the player has no action left but to end the turn.
func noAction(v view.View) bool {
	return slices.ContainsFunc(v.Open, func(m kit.Move) bool { return m.Verb == kit.End })
}

// endings is what the viewer may still do without an action.
func endings(v view.View) ui.Text {
	use, change := false, false
	for _, m := range v.Open {
		use = use || m.Verb == kit.Use
		change = change || m.Verb == kit.Reroll || m.Verb == kit.Spin || m.Verb == kit.Turn
	}
	switch {
	case use && change:
		return ui.T("you.end.both")
	case change:
		return ui.T("you.end.dice")
	default:
		return ui.T("you.end")
	}
}

// gives reports whether the player can still take the bonus of the turn's
// location.
func gives(v view.View) bool {
	switch v.Base {
	case "":
		return false
	case kit.City:
		return v.Bonus > 0
	case kit.House:
		return slices.ContainsFunc(v.Open, func(m kit.Move) bool { return m.Verb == kit.Reroll })
	default:
		return true
	}
}

// steps adds the controls of what the turn waits for.
func steps(p *ui.Page, v view.View) {
	list := options(v)
	if len(list) == 0 {
		return
	}
	switch v.Step {
	case kit.StepPlace:
		for _, m := range list {
			p.Do(m, label.PlaceIcons[m.Place], ui.Primary, offer(m.Place))
		}
	case kit.StepRoll, kit.StepAct:
		acts(p, v, list)
	case kit.StepPass:
		passes(p, v, list)
	case kit.StepKeep:
		explain(p, v, list)
		for _, m := range list {
			p.Do(m, label.VisionIcon(m.Vision), ui.Primary, label.Vision(m.Vision))
		}
	case kit.StepSpoils:
		explain(p, v, list)
		p.Choose(ui.T("take.menu"), ui.Primary, mostMeanings, choices(v, list))
	case kit.StepChoose:
		if len(list) <= 25 {
			explain(p, v, list)
			p.Choose(ui.T("choose.menu"), ui.Primary, mostMeanings, choices(v, list))
			return
		}
		for i, m := range list { // a gift of so many: first what, then to whom
			if m.Seat == list[0].Seat {
				p.Open(pathGift+"/"+string(list[i].Vision), label.VisionIcon(m.Vision), label.Vision(m.Vision))
			}
		}
	}
}

// mostMeanings is how many Visions are buttons, below lines that say what they do. More
// are a menu, which says it with each.
const mostMeanings = 2

// explain says on a panel what the Visions do among which its owner chooses by buttons.
func explain(p *ui.Page, v view.View, list []kit.Move) {
	if v.Me == games.Nobody || len(list) > mostMeanings {
		return
	}
	var cards []kit.Vision
	for _, m := range list {
		if m.Vision != "" {
			cards = append(cards, m.Vision)
		}
	}
	for _, c := range kit.Distinct(cards) {
		p.Say(ui.T("use.line", label.Vision(c), label.Effect(c)))
	}
}

// choices are moves as choices of a menu.
func choices(v view.View, list []kit.Move) []ui.Choice {
	var out []ui.Choice
	for _, m := range list {
		out = append(out, choice(v, m))
	}
	return out
}

// choice is a move as a choice of a menu.
func choice(v view.View, m kit.Move) ui.Choice {
	c := ui.Choice{To: ui.Do(m)}
	if m.Seat != games.Nobody {
		c.Icon = label.Signs[m.Seat]
	}
	floor := func(n int) ui.Text {
		now := v.Pawns[m.Seat].Sleep
		then := min(max(now+n, 0), kit.TopFloor)
		switch {
		case then == 0 && m.Verb == kit.Attack && m.N < v.Bonus: // two such attacks may both wake
			return ui.T("choice.wakes.with", ui.Name(m.Seat), now, m.N)
		case then == 0:
			return ui.T("choice.wakes", ui.Name(m.Seat), now)
		}
		return ui.T("choice.floor", ui.Name(m.Seat), now, then)
	}
	switch {
	case m.Verb == kit.Attack:
		c.Label = floor(-struck(v, m))
	case m.Verb == kit.Heal:
		c.Label = floor(1)
	case m.Verb == kit.Use && m.Vision == kit.Rooster:
		c.Label = floor(-2)
	case m.Verb == kit.Use && m.Vision == kit.Lullaby:
		c.Label = floor(2)
	case m.Verb == kit.Target && v.Choice == kit.Bear:
		c.Label = floor(2)
	case m.Verb == kit.Target:
		c.Label = floor(-2)
		if slices.Contains(v.Pawns[m.Seat].Visions, kit.Tale) {
			c.Label = floor(0)
		}
	case m.Verb == kit.Use && m.Vision == kit.Magpie:
		c.Label, c.Hint = ui.T("choice.loot", ui.Name(m.Seat), label.Vision(m.Loot)), label.Effect(m.Loot)
	case m.Verb == kit.Steal || m.Verb == kit.Present:
		c.Label, c.Hint = ui.T("choice.loot", ui.Name(m.Seat), label.Vision(m.Vision)), label.Effect(m.Vision)
	case m.Verb == kit.Use && m.Vision == kit.Door:
		c.Label, c.Icon = label.Place(m.Place), label.PlaceIcons[m.Place]
	case m.Verb == kit.Use && m.Vision == kit.Mirror:
		at := v.Pawns[m.Seat].Place
		c.Label = ui.T("choice.loot", ui.Name(m.Seat), label.Place(at))
	case m.Verb == kit.Pass:
		c.Label = ui.T("choice.pass", ui.Name(m.Seat), v.Pawns[m.Seat].Sleep)
	case m.Verb == kit.Give:
		c.Label, c.Hint, c.Icon = ui.T("give.button", label.Vision(m.Vision)), label.Effect(m.Vision), label.VisionIcon(m.Vision)
	case m.Verb == kit.Take:
		c.Label, c.Hint, c.Icon = label.Vision(m.Vision), label.Effect(m.Vision), label.VisionIcon(m.Vision)
	default:
		c.Label = ui.Name(m.Seat).Text()
	}
	return c
}

// struck is how many floors an attack takes: the quilt of its target counts, once
// a turn.
func struck(v view.View, m kit.Move) int {
	n := kit.AttackStrength + m.N
	if slices.Contains(v.Covered, m.Seat) {
		return n
	}
	for _, w := range v.Pawns[m.Seat].Visions {
		if w == kit.Quilt {
			n--
		}
	}
	return max(n, 0)
}

// acts adds what can be done with the dice. Each action is one press. The rarer
// ones are behind separate pages.
func acts(p *ui.Page, v view.View, list []kit.Move) {
	var attacks, heals []kit.Move
	for _, m := range list {
		switch m.Verb {
		case kit.Roll:
			p.Do(m, "🎲", ui.Primary, ui.T("roll.button"))
		case kit.Look:
			p.Do(m, label.FaceIcons[kit.FaceInsight], ui.Primary, ui.T("look.button", m.N))
		case kit.Draw:
			p.Do(m, label.FaceIcons[kit.FaceVision], ui.Primary, ui.T("draw.button", m.N))
		case kit.Walk:
			name := label.Place(m.Place)
			if m.Place == kit.Forest { // who flees there is not safe yet
				name = ui.T("walk.forest", name)
			}
			p.Do(m, label.PlaceIcons[m.Place], ui.Primary, name)
		case kit.Attack:
			if m.N == v.Bonus {
				attacks = append(attacks, m)
			}
		case kit.Heal:
			heals = append(heals, m)
		}
	}
	p.Choose(ui.T("attack.menu", kit.AttackStrength+v.Bonus), ui.Danger, 4, labelled(v, attacks, "⏰"))
	p.Choose(ui.T("heal.menu"), ui.Good, 4, labelled(v, heals, "💗"))
	rows, n := p.Rows(), len(p.Controls)
	for _, m := range list {
		switch m.Verb {
		case kit.Reroll:
			p.Do(m, "🎲", ui.Plain, ui.T("reroll.button"))
		case kit.Waive:
			p.Do(m, "🕊️", ui.Plain, ui.T("waive.button"))
		case kit.End:
			p.Do(m, "🏁", ui.Primary, ui.T("end.button"))
		}
	}
	direct := len(p.Controls)
	rarer(p, v)
	if rows == mostRows-1 && len(p.Controls)-n > 4 { // one place is the help's
		p.Controls = p.Controls[:direct]
		p.Open(pathMore, "➕", ui.T("more.button"))
	}
	if rows > 1 || len(p.Controls) > 5 {
		p.NewRow(n)
	}
}

// rarer adds the pages of rarer choices, those that have some.
func rarer(p *ui.Page, v view.View) {
	for _, name := range []string{pathDice, pathStrike, pathSteal, pathUse} {
		if len(rare(v, name, "")) > 0 {
			p.Open(name, map[string]string{pathDice: "🔄", pathStrike: "🪶", pathSteal: "🏺", pathUse: "✨"}[name], ui.T(name+".button"))
		}
	}
}

// rare are the moves of a page of rarer choices. Where a card is named, they are
// the moves of this card.
func rare(v view.View, name string, card kit.Vision) []kit.Move {
	var list []kit.Move
	for _, m := range options(v) {
		var is bool
		switch name {
		case pathUse:
			is = m.Verb == kit.Use && (card == "" || m.Vision == card)
		case pathSteal:
			is = m.Verb == kit.Steal
		case pathDice:
			is = m.Verb == kit.Spin || m.Verb == kit.Turn
		case pathStrike:
			is = m.Verb == kit.Attack && m.N < v.Bonus
		case pathGift:
			is = m.Verb == kit.Present && m.Vision == card
		}
		if is {
			list = append(list, m)
		}
	}
	return list
}

// labelled are choices of targets. As buttons they have the icon of the action,
// in a menu the signs of the seats.
func labelled(v view.View, list []kit.Move, icon string) []ui.Choice {
	out := choices(v, list)
	for i := range out {
		if len(out) <= 4 {
			out[i].Icon = icon
		}
	}
	return out
}

// more is a page of rarer choices, where there are some.
func more(v view.View, name string, card kit.Vision) (ui.Page, bool) {
	p := ui.Page{Title: ui.T(name + ".title"), Colour: colourMine}
	list := rare(v, name, card)
	switch {
	case name == pathMore:
		rarer(&p, v)
		if len(p.Controls) == 0 {
			return ui.Page{}, false
		}
	case len(list) == 0 || name == pathUse && card != "" && kit.Aim[card] == "":
		return ui.Page{}, false
	case name == pathDice:
		p.Say(dice(v), ui.T("dice.text"))
		for _, m := range list {
			p.Do(m, label.FaceIcons[m.Face], ui.Primary, ui.T(string(m.Verb)+".button", ui.T("face."+string(m.Face))))
		}
	case name == pathUse && card == "":
		p.Say(ui.T("use.text"))
		for i, m := range list {
			if i > 0 && list[i-1].Vision == m.Vision {
				continue
			}
			p.Say(ui.T("use.line", label.Vision(m.Vision), label.Effect(m.Vision)))
			if kit.Aim[m.Vision] == "" {
				p.Do(m, "✨", ui.Primary, label.Vision(m.Vision))
			} else {
				p.Open(pathUse+"/"+string(m.Vision), "✨", label.Vision(m.Vision))
			}
		}
	default:
		if card != "" {
			p.Title = label.Vision(card)
			p.Say(label.Effect(card))
		} else {
			p.Say(ui.T(name + ".text"))
		}
		p.Choose(p.Title, ui.Primary, 5, choices(v, list))
	}
	n, back := len(p.Controls), ""
	if name == pathUse && card != "" {
		back = pathUse
	}
	p.Open(back, "↩️", ui.T("back"))
	p.NewRow(n)
	return p, true
}

// hand adds the Insights that the viewer drew.
func hand(p *ui.Page, v view.View) {
	for i, c := range v.Hand {
		if len(v.Hand) == 1 {
			p.Say(ui.T("hand.only", label.Insight(c)))
		} else {
			p.Say(ui.T("hand.card", i+1, label.Insight(c)))
		}
	}
}

// passes adds whom a drawn Insight can be passed to.
func passes(p *ui.Page, v view.View, list []kit.Move) {
	for i := range v.Hand {
		var some []kit.Move
		for _, m := range list {
			if m.N == i+1 {
				some = append(some, m)
			}
		}
		menu, few := ui.T("hand.menu", i+1), 0 // two rows of names must not be mistaken for one another
		if len(v.Hand) == 1 {
			menu, few = ui.T("hand.menu.only"), 5
		}
		p.Choose(menu, ui.Primary, few, choices(v, some))
	}
}

// received is the page of the receiver of an Insight. It is the same for
// every player, except for the words that only the receiver sees.
func received(p *ui.Page, v view.View, l news.Wording) {
	letter := v.Letter
	p.Title = ui.T("received.title", v.Lap, ui.Name(letter.By), label.OfLaps(v))
	if letter.Answer != "" {
		p.Say(ui.T("received.sealed"))
	}
	ends := ui.Text{}
	if letter.Answer == "" {
		ends = until(v, "turn.until")
	}
	p.Say(beside(verdict(v), ends), ui.T("received.card", label.Insight(letter.Card)))
	stand(p, v, l)
	answers(p, v)
	since(p, l)
}

// verdict is what an Insight does to its receiver, from the floor on which they sleep.
func verdict(v view.View) ui.Text {
	l, sleep := v.Letter, v.Pawns[v.Me].Sleep
	lose := func(key string, n int) ui.Text {
		if n >= sleep {
			return ui.T(key+".wakes", n, sleep)
		}
		return ui.T(key, n, sleep, sleep-n)
	}
	switch effect := l.Card.Effect(); {
	case !l.About:
		return ui.T("received.quiet")
	case effect == kit.Lose1:
		return lose("received.lose", 1)
	case effect == kit.Lose2:
		return lose("received.lose", 2)
	case effect == kit.Gain1 && sleep < kit.TopFloor:
		return ui.T("received.gain", sleep, sleep+1)
	case effect == kit.Gain1:
		return lose("received.top", 1)
	case l.Answer != "" && l.Answer != kit.Obeyed:
		return ui.T("received.gives", label.Vision(kit.Vision(l.Answer)))
	case len(v.Legal) > 1:
		return lose("received.choice", 1)
	case l.Answer != "":
		return lose("received.lose", 1)
	default:
		return lose("received.toll", 1)
	}
}

// answers adds the ways to answer an Insight. What a Vision does is said where it may
// be given away.
func answers(p *ui.Page, v view.View) {
	var gifts []kit.Move
	for _, m := range v.Legal {
		switch {
		case m.Verb == kit.Give:
			gifts = append(gifts, m)
		case len(v.Legal) == 1:
			p.Do(m, "👌", ui.Primary, ui.T("obey.button"))
		default:
			p.Do(m, "🛏️", ui.Primary, ui.T("obey.lose"))
		}
	}
	few := 1 // more are a menu, since the words of the card need the room
	if len(gifts) == few {
		gift := gifts[0].Vision
		p.Say(ui.T("use.line", label.Vision(gift), ui.T("vision."+string(gift)+".short", 1)))
	}
	p.Choose(ui.T("give.menu"), ui.Primary, few, choices(v, gifts))
}
