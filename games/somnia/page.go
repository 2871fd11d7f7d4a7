package somnia

import (
	"slices"
	"strconv"
	"strings"

	"oneiros/games"
	"oneiros/games/ui"
)

// presenter shows views of Somnia. It keeps nothing.
//
// The board shows the table: the trick, the piles, who has how many lives. The
// piles and the lives are on its picture, and in words on a panel's page of the
// table. A panel shows the hand, and in words the trick and what has happened since the
// player's last card. Its picture changes only with the hand. So a phone does not load
// it again for every card of another player.
//
// Every page of a panel has the buttons of the whole hand, always in the same
// place. Those that may not be pressed are off. So no page is a dead end.
type presenter struct{}

// The paths of pages besides the first.
const (
	pathHelp  = "help"  // what can I do now
	pathTable = "table" // what the board shows
	pathSince = "since" // all that has happened since one's last card
)

// The edges of pages.
const (
	colourNight = 0x4b3fb0
	colourMine  = 0xffd25e
	colourDread = 0xb3243f
	colourDawn  = 0xffb38f
)

// Page is what a viewer sees at a path.
func (presenter) Page(v View, path string) ui.Page {
	v = v.swept()
	seated := v.Me != games.Nobody
	switch {
	case seated && path == pathHelp:
		return help(v)
	case seated && path == pathSince && v.Phase != Over:
		return history(v)
	case seated && path == pathTable && v.Phase != Over:
		p := piles(v)
		addCards(&p, v)
		n := len(p.Controls)
		p.Open(pathHelp, "❓", ui.T("help.short"))
		p.Open(pathSince, "📜", ui.T("since.more"))
		p.Open("", "↩️", ui.T("back"))
		p.NewRow(n)
		return p
	case seated:
		return panel(v)
	default:
		return board(v)
	}
}

// Fill refuses: Somnia asks no player to write anything.
func (presenter) Fill(View, string, []string) (Move, error) {
	return Move{}, games.Refuse("refuse.notation")
}

// board is what every player sees.
func board(v View) ui.Page {
	p := ui.Page{Title: title(v), Colour: colour(v)}
	switch v.Phase {
	case Turn:
		p.Show(tabletop(v))
		p.Say(turn(v), middle(v), nightmare(v))
		addRevokes(&p, v)
		if len(v.Trick) == 0 { // later it is the picture that marks the last trick
			p.Say(last(v))
		}
		if v.News.Kind == Dealt {
			p.Say(ui.T("news.dealt", ui.Name(v.News.Seat)), edge(v))
		}
	case Arrival:
		p.Show(arrival(v))
		addArrival(&p, v)
	case Taken:
		p.Show(tabletop(v))
		addTaken(&p, v)
	case Dawn:
		p.Show(tabletop(v))
		addDawn(&p, v)
	default:
		p.Show(morning(v))
		addOver(&p, v)
	}
	return p
}

// piles is what the board shows, for a player: whose turn it is, and what every player
// has. The trick is on the picture, and in words on the first page.
func piles(v View) ui.Page {
	p := ui.Page{Title: title(v), Colour: colour(v)}
	switch v.Phase {
	case Arrival:
		p.Show(arrival(v))
		addArrival(&p, v)
	case Dawn:
		p.Show(tabletop(v))
		p.Say(ui.T("dawn.until", ui.Until(v.Until)))
		return p
	default: // the title, the picture and a line below say whose turn it is
		p.Show(tabletop(v))
		p.Say(nightmare(v))
	}
	p.Say(seats(v)...)
	p.Say(stake(v))
	if l := last(v); !l.IsZero() {
		p.Say(ui.T("small", l))
	}
	return p
}

// panel is what one player sees first.
func panel(v View) ui.Page {
	p := ui.Page{Title: title(v), Colour: colour(v)}
	more := false
	switch v.Phase {
	case Turn:
		if len(v.Hand) > 0 {
			p.Show(hand(v))
		}
		p.Say(turn(v), middle(v))
		if v.Number > 1 || v.Nightmare != NoSuit { // in the first trick it goes without saying
			p.Say(called(v))
		}
		addRevokes(&p, v)
		p.Say(self(v), rivals(v))
		more = addSince(&p, v)
	case Arrival:
		p.Show(arrival(v))
		addArrival(&p, v)
		p.Say(brief(v))
	case Taken:
		if len(v.Hand) > 0 {
			p.Show(hand(v))
		}
		addTaken(&p, v)
		p.Say(self(v), rivals(v))
	case Dawn:
		p.Show(way(v))
		addDawn(&p, v)
		more = addSince(&p, v)
	default:
		p.Show(way(v))
		addOver(&p, v)
		addSince(&p, v) // the last trick may have decided
		v.Hand = nil    // after a broken deal no player needs it
	}
	addCards(&p, v)
	addLooks(&p, v, more)
	p.Teach = teach(v)
	return p
}

// addLooks adds the buttons that only show something. A phone has no room for three of
// them side by side. So beside a hand of three rows the piles stand in its last row, if
// there is room.
func addLooks(p *ui.Page, v View, more bool) {
	beside := len(v.Hand) > 2*mostInRow && len(v.Hand) < 3*mostInRow
	if beside {
		p.Open(pathTable, "", ui.T("table.short"))
	}
	n := len(p.Controls)
	p.Open(pathHelp, "❓", ui.T("help.short"))
	if v.Phase != Over && !beside {
		p.Open(pathTable, "🌌", ui.T("table.short"))
	}
	if more {
		p.Open(pathSince, "📜", ui.T("since.more"))
	}
	if len(v.Hand) > 0 {
		p.NewRow(n)
	}
}

// title is the title of the first page.
func title(v View) ui.Text {
	switch v.Phase {
	case Turn:
		if v.mine() {
			return ui.T("title.mine", v.Deal, v.Number)
		}
		return ui.T("title.turn", v.Deal, v.Number, v.Tricks)
	case Arrival:
		return ui.T("title.arrival", suit(v.Nightmare))
	case Taken:
		n := ui.T("points", points(setOf(v.Trick), v.Nightmare))
		if v.Ahead == v.Me {
			return ui.T("title.taken.you", n, v.Deal)
		}
		return ui.T("title.taken", ui.Name(v.Ahead), n, v.Deal)
	case Dawn:
		return ui.T("title.dawn", v.Deal, ending(v.Past[len(v.Past)-1].Ending))
	default:
		return ui.T("title.over")
	}
}

// colour is the edge of a page. It is red from the Nightmare's arrival on, and
// gold for the player who is to choose a card.
func colour(v View) uint32 {
	switch {
	case v.mine():
		return colourMine
	case v.Phase == Dawn || v.Phase == Over:
		return colourDawn
	case v.Nightmare != NoSuit:
		return colourDread
	default:
		return colourNight
	}
}

// middle is the trick in words, and what it is worth. It is zero before the first card:
// whose turn it is says who leads.
func middle(v View) ui.Text {
	if len(v.Trick) == 0 {
		return ui.Text{}
	}
	var list []ui.Text
	for i, c := range v.Trick {
		key := "middle.card"
		if v.player(i) == v.Ahead {
			key = "middle.ahead"
		}
		card := face(c)
		if v.Called == v.Number && v.player(i) == v.Caller {
			card = ui.T("caller", card)
		}
		if i == len(v.Trick)-1 && v.News.Kind == Slow {
			card = ui.T("slow", card)
		}
		list = append(list, ui.T(key, card, who(v, v.player(i))))
	}
	if v.Phase == Taken || v.Me == games.Nobody { // the title or the picture says what it is worth
		return ui.T("middle.taken", list)
	}
	return ui.T("middle", list, ui.T("points", points(setOf(v.Trick), v.Nightmare)))
}

// turn says who is waited for and until when. A player reads what they may press, what
// they have chosen, or when their turn comes.
func turn(v View) ui.Text {
	until := ui.Until(v.Until)
	switch {
	case v.Pressed != NoCard:
		return ui.T("pressed", face(v.Pressed))
	case v.mine() && v.Honest:
		return ui.T("mine.honest", until)
	case v.mine() && len(v.Trick) == 0:
		return ui.T("mine.lead", until)
	case v.mine() && len(v.Legal) == len(v.Hand):
		return ui.T("mine.any", until)
	case v.mine():
		var list []ui.Text
		for _, m := range v.Legal {
			list = append(list, face(m.Card))
		}
		return ui.T("mine", list, until)
	case v.Me == games.Nobody:
		return ui.T("turn", ui.Name(v.Turn), until)
	}
	var then []ui.Text
	for i := len(v.Trick) + 1; i < len(v.Lives); i++ {
		if then = append(then, who(v, v.player(i))); v.player(i) == v.Me {
			return ui.T("turn.then", ui.Name(v.Turn), until, then)
		}
	}
	return ui.T("turn.laid", ui.Name(v.Turn), until, face(v.Trick[v.placeOf(v.Me)]))
}

// nightmare is which suit is the Nightmare, what that changes, and whose card called it.
func nightmare(v View) ui.Text {
	if v.Nightmare == NoSuit {
		return ui.T("nightmare.none")
	}
	return ui.T("nightmare", suit(v.Nightmare), whoFirst(v, v.Caller), v.Called)
}

// called is the Nightmare. Where it came since the viewer's own last card, it says what that
// gave the piles. Who called it stands at the card then.
func called(v View) ui.Text {
	switch {
	case v.Nightmare == NoSuit || !calledSince(v):
		return nightmare(v)
	case gains(v) == nil:
		return ui.T("nightmare.same", suit(v.Nightmare))
	default:
		return ui.T("nightmare.gains", suit(v.Nightmare), gains(v))
	}
}

// gains is by how many points the call of the Nightmare raised the piles, the viewer's first.
// It is empty where it raised none.
func gains(v View) (list []ui.Text) {
	some := false
	for i := range v.Piles {
		seat := games.Seat((max(int(v.Me), 0) + i) % len(v.Piles))
		pile := setOf(v.Piles[seat])
		if v.Phase == Taken && seat == v.Ahead { // the trick lies in the pile already
			pile &^= setOf(v.Trick)
		}
		if v.Called < v.Number && seat == v.Last.Taker {
			pile &^= setOf(v.Last.Cards)
		}
		n := points(pile, v.Nightmare) - points(pile, NoSuit)
		if some = some || n > 0; n > 0 || seat == v.Me {
			list = append(list, ui.T("gain", who(v, seat), n))
		}
	}
	if !some {
		return nil
	}
	return list
}

// calledSince reports whether the Nightmare was called by the viewer's own last card, or
// after it.
func calledSince(v View) bool {
	mine := v.placeOf(v.Me)
	waits := mine >= len(v.Trick) // for the viewer's card in this trick
	if v.Called == v.Number {
		return waits || mine <= v.placeOf(v.Caller)
	}
	v.Leader = v.Last.Leader
	return waits && v.Called == v.Number-1 && v.placeOf(v.Me) <= v.placeOf(v.Caller)
}

// last is the trick before; zero when there is none.
func last(v View) ui.Text {
	if v.Last.Taker == games.Nobody || v.Number == 1 {
		return ui.Text{}
	}
	return took(v, Event{Deal: v.Deal, Number: v.Number - 1, Trick: v.Last})
}

// seats are a line for every player, and one for the stock.
func seats(v View) []ui.Text {
	var list []ui.Text
	for i := range v.Lives {
		key := "seat"
		if games.Seat(i) == v.Turn {
			key = "seat.turn"
		}
		list = append(list, ui.T(key, hearts(v.Lives[i]), ui.Name(i), ui.T("points", v.Points[i])))
	}
	if v.Stock > 0 {
		list = append(list, ui.T("stock", v.Stock))
	}
	return list
}

// mostInRow is how many buttons of cards a phone shows side by side.
const mostInRow = 4

// addCards adds the hand as buttons, sorted by suit, in rows of one length.
// After a deal it adds the button for having seen how it ended.
func addCards(p *ui.Page, v View) {
	rows := max((len(v.Hand)+mostInRow-1)/mostInRow, 1)
	row := (len(v.Hand) + rows - 1) / rows
	for i, c := range v.Hand {
		b := ui.Control{Break: i%row == 0, Label: value(c, v.Nightmare), Icon: sign(c.Suit()), Off: !v.Can(c), To: ui.Do(Move{Verb: Play, Card: c})}
		switch {
		case c == v.Pressed:
			b.Style = ui.Good
		case b.Off:
		case c.Suit() == v.Nightmare:
			b.Style = ui.Danger
		default:
			b.Style = ui.Primary
		}
		p.Controls = append(p.Controls, b)
	}
	for _, m := range v.Legal {
		if m.Verb == Ready {
			p.Controls = append(p.Controls, ui.Control{Label: ui.T("ready"), Icon: "✅", Style: ui.Good, To: ui.Do(m)})
		}
	}
}

// addArrival says that the Nightmare has come, what it changes, and whose points.
func addArrival(p *ui.Page, v View) {
	c := v.Trick[len(v.Trick)-1]
	if list := gains(v); list != nil {
		p.Say(ui.T("arrival.gains", whoFirst(v, v.Caller), face(c), list))
	} else {
		p.Say(ui.T("arrival.same", whoFirst(v, v.Caller), face(c)))
	}
	addRevokes(p, v)
	p.Say(next(v))
}

// addRevokes says who played against the rules in this trick.
func addRevokes(p *ui.Page, v View) {
	for _, s := range v.Revokes {
		p.Say(ui.T("revoke", whoFirst(v, s)))
	}
}

// addTaken says what a complete trick has, who played against the rules, and who leads
// next. The title says who takes it.
func addTaken(p *ui.Page, v View) {
	p.Say(middle(v))
	addRevokes(p, v)
	if v.Stock > 0 {
		p.Say(ui.T("taken.draw"))
	}
	p.Say(next(v))
}

// addDawn says how a deal ended.
func addDawn(p *ui.Page, v View) {
	d := v.Past[len(v.Past)-1]
	why := []ui.Text{because(d)}
	if d.Nightmare == NoSuit {
		why = append(why, ui.T("result.calm"))
	}
	var awaited []games.Seat
	for i, r := range v.Ready {
		if !r {
			awaited = append(awaited, games.Seat(i))
		}
	}
	if v.Me == games.Nobody {
		p.Say(why...)
		addFines(p, v, d) // the picture has the others, and every player's points
		if len(awaited) < len(v.Ready) {
			p.Say(ui.T("awaited", whoAll(v, awaited)))
		}
		p.Say(edge(v), ui.T("dawn.until", ui.Until(v.Until)))
		return
	}
	key := "dawn.safe"
	if slices.Contains(d.Losers, v.Me) {
		key = "dawn.lost"
	}
	p.Say(ui.T(key, ui.Name(v.Me), why[0]))
	p.Say(why[1:]...)
	addFines(p, v, d) // the picture has the others, and every player's points
	key = "dawn.mine"
	if v.Ready[v.Me] {
		key = "dawn.ready"
	}
	p.Say(ui.T(key, whoAll(v, awaited), ui.Until(v.Until)))
}

// addFines says who lost a life for a revoke in a deal.
func addFines(p *ui.Page, v View, d Result) {
	for _, s := range d.Fined {
		p.Say(ui.T("result.fined", whoFirst(v, s)))
	}
}

// addOver says who has won, and why the match is over. The picture has what every player
// lost.
func addOver(p *ui.Page, v View) {
	var out []games.Seat
	for i, n := range v.Lives {
		if n == 0 {
			out = append(out, games.Seat(i))
		}
	}
	d := v.Past[len(v.Past)-1]
	addVictory(p, v)
	p.Say(ui.T("over.end", len(v.Past), ending(d.Ending), whoAll(v, out)))
	if v.Me == games.Nobody {
		p.Say(because(d))
		addFines(p, v, d)
	}
}

// addVictory says who has won. A player reads how they ended, and in which deals they
// lost lives.
func addVictory(p *ui.Page, v View) {
	won := hearts(v.Lives[v.Winners[0]])
	if v.Me == games.Nobody {
		key := "over.winner"
		if len(v.Winners) > 1 {
			key = "over.winners"
		}
		p.Say(ui.T(key, whoAll(v, v.Winners)))
		return
	}
	switch mine := slices.Contains(v.Winners, v.Me); {
	case mine && len(v.Winners) > 1:
		p.Say(ui.T("over.you.shared", whoAll(v, v.Winners), won))
	case mine:
		p.Say(ui.T("over.you.won", won))
	default:
		p.Say(ui.T("over.you.lost", place(v.Lives, v.Me), len(v.Lives), whoAll(v, v.Winners)))
	}
	var list []ui.Text
	for i, d := range v.Past {
		if slices.Contains(d.Losers, v.Me) {
			list = append(list, ui.T("over.you.deal", i+1, d.Points[v.Me], reason(v, d.Ending)))
		}
		if slices.Contains(d.Fined, v.Me) {
			list = append(list, ui.T("over.you.fine", i+1))
		}
	}
	if list == nil {
		p.Say(ui.T("over.you.whole"))
	} else {
		p.Say(ui.T("over.you.why", list))
	}
}

// standing are the seats, the most lives first.
func standing(v View) (list []games.Seat) {
	for i := range v.Lives {
		list = append(list, games.Seat(i))
	}
	slices.SortStableFunc(list, func(a, b games.Seat) int { return v.Lives[b] - v.Lives[a] })
	return list
}

// addDeals lists how every deal ended.
func addDeals(p *ui.Page, v View) {
	for i := range v.Past {
		p.Say(dealLine(v, "over.deal", i+1))
	}
}

// suit is the sign and the name of a suit.
func suit(s Suit) ui.Text { return ui.T("suit", sign(s), ui.T("suit."+s.String())) }

// sign is the emoji of a suit. The four differ in shape and in colour.
func sign(s Suit) string { return [...]string{"🌙", "🐟", "🍀", "🎈", ""}[min(s, NoSuit)] }

// face is a card in words: the sign and what is printed in the corner. No line breaks
// between the two.
func face(c Card) ui.Text { return ui.T("face", sign(c.Suit()), ui.Literal(strconv.Itoa(c.Rank()))) }

// glued is a card as the catalogues write a [face].
func glued(c Card) string { return sign(c.Suit()) + "\u2060" + strconv.Itoa(c.Rank()) }

// shown is a card as the description of a picture names it.
func shown(c Card) string { return sign(c.Suit()) + strconv.Itoa(c.Rank()) }

// shownAll are cards as the description of a picture names them.
func shownAll(cards []Card) ui.Text {
	var list []string
	for _, c := range cards {
		list = append(list, shown(c))
	}
	return ui.Literal(strings.Join(list, " "))
}

// value is the rank of a card on a button, with what the Nightmare makes of it.
func value(c Card, nightmare Suit) ui.Text {
	return ui.Literal(rankNow(c, nightmare))
}

// rankNow is the rank of a card, with what the Nightmare makes of it.
func rankNow(c Card, nightmare Suit) string {
	s := strconv.Itoa(c.Rank())
	if n := strength(c, nightmare); n != c.Rank() {
		s += " → " + strconv.Itoa(n)
	}
	return s
}

// hearts are the lives of a player, kept and lost.
func hearts(n int) ui.Text {
	return ui.Literal(strings.Repeat("❤️", n) + strings.Repeat("🖤", max(lives-n, 0)))
}

// ending is the name of an ending.
func ending(e Ending) ui.Text { return ui.T("ending." + string(e)) }

// because says why those who lost a life for a deal did.
func because(d Result) ui.Text {
	key := "ending." + string(d.Ending) + ".why"
	if d.Ending != Captive {
		return ui.T(key)
	}
	if len(d.Points) == 3 {
		return ui.T(key, greedThree)
	}
	return ui.T(key, greed)
}

// setOf is the set of cards.
func setOf(cards []Card) Set {
	var s Set
	for _, c := range cards {
		s = s.with(c)
	}
	return s
}
