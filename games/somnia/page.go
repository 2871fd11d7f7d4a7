package somnia

import (
	"strconv"
	"strings"

	"oneiros/games"
	"oneiros/games/ui"
)

// presenter shows views of Somnia. It keeps nothing.
//
// The board shows the table: the trick, the piles, who has how many lives. The
// piles and the lives are on its picture, and in words on a panel's page of the
// table. A panel shows the hand, and the trick in words. Its picture changes only with
// the hand. So a phone does not load it again for every card of somebody else.
//
// Every page of a panel has the buttons of the whole hand, always in the same
// place. Those that may not be pressed are off. So no page is a dead end.
type presenter struct{}

// The paths of pages besides the first.
const (
	pathHelp  = "help"  // what can I do now
	pathTable = "table" // what the board shows
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
	seated := v.Me != games.Nobody
	switch {
	case seated && path == pathHelp:
		return help(v)
	case seated && path == pathTable && v.Phase != Over:
		p := piles(v)
		addCards(&p, v)
		p.Open(pathHelp, "❓", ui.T("help.short"))
		p.NewRow(len(p.Controls) - 1)
		p.Open("", "↩️", ui.T("back"))
		return p
	case seated:
		return panel(v)
	default:
		return board(v)
	}
}

// Fill refuses: Somnia asks nobody to write anything.
func (presenter) Fill(View, string, []string) (Move, error) {
	return Move{}, games.Refuse("refuse.notation")
}

// board is what everybody sees.
func board(v View) ui.Page {
	p := ui.Page{Title: title(v), Colour: colour(v)}
	switch v.Phase {
	case Turn:
		p.Show(tabletop(v))
		p.Say(turn(v), middle(v), nightmare(v))
		addRevokes(&p, v)
		p.Say(news(v))
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

// piles is what the board shows, for a player: whose turn it is, and what everybody
// has. The trick is on the picture, and in words on the first page.
func piles(v View) ui.Page {
	p := ui.Page{Title: title(v), Colour: colour(v)}
	switch v.Phase {
	case Turn:
		p.Show(tabletop(v))
		p.Say(turn(v), nightmare(v))
	case Arrival:
		p.Show(arrival(v))
		addArrival(&p, v)
	case Dawn:
		p.Show(tabletop(v))
		p.Say(ui.T("dawn.until", ui.Until(v.Until)))
		return p
	default:
		p.Show(tabletop(v))
		p.Say(nightmare(v))
	}
	p.Say(seats(v)...)
	p.Say(last(v))
	return p
}

// panel is what one player sees first.
func panel(v View) ui.Page {
	p := ui.Page{Title: title(v), Colour: colour(v)}
	switch v.Phase {
	case Turn:
		p.Show(hand(v))
		p.Say(turn(v), middle(v), nightmare(v))
		addRevokes(&p, v)
		if v.Drew != NoCard {
			p.Say(ui.T("drew", face(v.Drew)))
		}
		p.Say(news(v), ui.T("self", hearts(v.Lives[v.Me]), ui.T("points", v.Points[v.Me])))
	case Arrival:
		p.Show(arrival(v))
		addArrival(&p, v)
	case Taken:
		p.Show(hand(v))
		addTaken(&p, v)
		p.Say(nightmare(v))
	case Dawn: // the board has the picture
		addDawn(&p, v)
	default: // the board has the picture
		addOver(&p, v)
		v.Hand = nil // after a broken deal nobody needs it
	}
	addCards(&p, v)
	p.Open(pathHelp, "❓", ui.T("help.short"))
	if len(v.Hand) > 0 {
		p.NewRow(len(p.Controls) - 1)
	}
	if v.Phase != Over {
		p.Open(pathTable, "🌌", ui.T("table.short"))
	}
	p.Teach = teach(v)
	return p
}

// title is the title of the first page.
func title(v View) ui.Text {
	switch v.Phase {
	case Turn:
		if v.mine() {
			return ui.T("title.mine", v.Number, v.Tricks)
		}
		return ui.T("title.turn", v.Deal, v.Number, v.Tricks)
	case Arrival:
		return ui.T("title.arrival", suit(v.Nightmare))
	case Taken:
		return ui.T("title.taken", ui.Name(v.Ahead))
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

// news is what happened last, unless the trick shows it.
func news(v View) ui.Text {
	n := v.News
	switch n.Kind {
	case Dealt:
		if v.Me != games.Nobody {
			return ui.T("news.dealt.hand", ui.Name(n.Seat))
		}
		return ui.T("news.dealt", ui.Name(n.Seat))
	case Slow:
		return ui.T("news.slow", ui.Name(n.Seat), face(n.Card))
	case Took:
		return ui.T("news.took", ui.Name(n.Seat))
	default:
		return ui.Text{}
	}
}

// middle is the trick in words. It is zero before the first card: whose turn it is says
// who leads.
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
		list = append(list, ui.T(key, face(c), ui.Name(v.player(i))))
	}
	return ui.T("middle", list)
}

// turn says whose card is awaited and until when, or what the viewer has chosen.
func turn(v View) ui.Text {
	switch {
	case v.Pressed != NoCard:
		return ui.T("pressed", face(v.Pressed))
	case v.mine() && v.Honest:
		return ui.T("mine.honest", ui.Until(v.Until))
	case v.mine():
		return ui.T("mine", ui.Until(v.Until))
	default:
		return ui.T("turn", ui.Name(v.Turn), ui.Until(v.Until))
	}
}

// nightmare is which suit is the Nightmare, and what that changes.
func nightmare(v View) ui.Text {
	if v.Nightmare == NoSuit {
		return ui.T("nightmare.none")
	}
	return ui.T("nightmare", suit(v.Nightmare))
}

// last is the trick before; zero when there is none.
func last(v View) ui.Text {
	if v.Last.Taker == games.Nobody || v.Number == 1 {
		return ui.Text{}
	}
	return ui.T("last", faces(v.Last.Cards), ui.Name(v.Last.Taker), ui.T("points", v.Last.Points))
}

// seats are a line for everybody, and one for the stock.
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
	p.Say(ui.T("arrival.who", ui.Name(v.Caller), face(c)))
	addRevokes(p, v)
	p.Say(ui.T("arrival.cards"), ui.T("arrival.until", ui.Until(v.Until)))
}

// addRevokes says who played against the rules in this trick.
func addRevokes(p *ui.Page, v View) {
	for _, s := range v.Revokes {
		p.Say(ui.T("revoke", ui.Name(s)))
	}
}

// addTaken says who takes the trick, and who played against the rules.
func addTaken(p *ui.Page, v View) {
	p.Say(middle(v))
	p.Say(ui.T("taken", ui.Name(v.Ahead), ui.T("points", points(setOf(v.Trick), v.Nightmare))))
	addRevokes(p, v)
	if v.Stock > 0 {
		p.Say(ui.T("taken.draw"))
	}
}

// addDawn says how a deal ended.
func addDawn(p *ui.Page, v View) {
	d := v.Past[len(v.Past)-1]
	p.Say(ui.T("ending." + string(d.Ending) + ".why"))
	if v.Me == games.Nobody {
		addLosers(p, d) // the picture has everybody's points
	} else {
		addResult(p, v, d)
	}
	var names []ui.Text
	for i, r := range v.Ready {
		if !r {
			names = append(names, ui.Name(i).Text())
		}
	}
	if len(names) < len(v.Ready) {
		p.Say(ui.T("awaited", names))
	}
	p.Say(ui.T("dawn.until", ui.Until(v.Until)))
}

// addLosers says who lost a life in a deal.
func addLosers(p *ui.Page, d Result) {
	var list []ui.Text
	for _, s := range d.Losers {
		list = append(list, ui.Name(s).Text())
	}
	if len(list) > 0 {
		p.Say(ui.T("result.losers", list))
	}
	for _, s := range d.Fined {
		p.Say(ui.T("result.fined", ui.Name(s)))
	}
}

// addResult says what a deal cost whom.
func addResult(p *ui.Page, v View, d Result) {
	for i, n := range d.Points {
		key := "result.safe"
		for _, s := range d.Losers {
			if s == games.Seat(i) {
				key = "result.loses"
			}
		}
		p.Say(ui.T(key, hearts(v.Lives[i]), ui.Name(i), ui.T("points", n)))
	}
	for _, s := range d.Fined {
		p.Say(ui.T("result.fined", ui.Name(s)))
	}
	if d.Nightmare == NoSuit {
		p.Say(ui.T("result.calm"))
	}
}

// addOver says who has won.
func addOver(p *ui.Page, v View) {
	var list []ui.Text
	for _, s := range v.Winners {
		list = append(list, ui.Name(s).Text())
	}
	key := "over.winner"
	if len(list) > 1 {
		key = "over.winners"
	}
	p.Say(ui.T(key, list))
	d := v.Past[len(v.Past)-1]
	p.Say(ui.T("over.last", ending(d.Ending)), ui.T("ending."+string(d.Ending)+".why"))
	addResult(p, v, d)
}

// addDeals lists how every deal ended.
func addDeals(p *ui.Page, v View) {
	for i, d := range v.Past {
		var list []ui.Text
		for _, s := range d.Losers {
			list = append(list, ui.Name(s).Text())
		}
		for _, s := range d.Fined {
			list = append(list, ui.Text{Args: []any{"⚖️ ", ui.Name(s)}})
		}
		p.Say(ui.T("over.deal", i+1, ending(d.Ending), list))
	}
}

// suit is the sign and the name of a suit.
func suit(s Suit) ui.Text { return ui.T("suit", sign(s), ui.T("suit."+s.String())) }

// sign is the emoji of a suit. The four differ in shape and in colour.
func sign(s Suit) string { return [...]string{"🌙", "🐟", "🍀", "🎈", ""}[min(s, NoSuit)] }

// face is a card in words: the sign and what is printed in the corner.
func face(c Card) ui.Text { return ui.Literal(shown(c)) }

// shown is a card as people see it in words.
func shown(c Card) string { return sign(c.Suit()) + strconv.Itoa(c.Rank()) }

// faces are cards in a row.
func faces(cards []Card) ui.Text {
	var list []string
	for _, c := range cards {
		list = append(list, shown(c))
	}
	return ui.Literal(strings.Join(list, " "))
}

// value is the rank of a card on a button, with what the Nightmare makes of it.
func value(c Card, nightmare Suit) ui.Text {
	s := strconv.Itoa(c.Rank())
	if n := strength(c, nightmare); n != c.Rank() {
		s += " → " + strconv.Itoa(n)
	}
	return ui.Literal(s)
}

// hearts are the lives of a player, kept and lost.
func hearts(n int) ui.Text {
	return ui.Literal(strings.Repeat("❤️", n) + strings.Repeat("🖤", max(lives-n, 0)))
}

// ending is the name of an ending.
func ending(e Ending) ui.Text { return ui.T("ending." + string(e)) }

// setOf is the set of cards.
func setOf(cards []Card) Set {
	var s Set
	for _, c := range cards {
		s = s.with(c)
	}
	return s
}
