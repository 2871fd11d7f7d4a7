package sample

import (
	"fmt"
	"strconv"
	"strings"

	"oneiros/games"
	"oneiros/games/ui"
)

// Pages show views of Lullaby. They are given a view and not the position, so they
// cannot show what their reader does not know.
type Pages struct{}

// Page is what a viewer sees at a path. A screen is a small web site. A control
// plays a move, opens another page or opens a form. A form is a page with fields.
// What is half chosen stands in the path, "trade/3". A path that is not known, or
// not now, is the first page.
func (Pages) Page(v View, path string) ui.Page {
	verb, rest, _ := strings.Cut(path, "/")
	switch {
	case path == "scores":
		return scores(v)
	case path == "name" && v.can(Name):
		return ui.Page{Title: ui.T("form"), Form: []ui.Field{{Label: ui.T("form.name"), Hint: ui.T("form.hint"), Min: 1, Max: MaxName}}}
	case verb == "trade" && v.can(Trade):
		if p, ok := trade(v, rest); ok {
			return p
		}
	case verb == "card":
		for _, m := range v.Legal {
			if m.Verb == Play && strconv.Itoa(m.Card) == rest {
				return card(m)
			}
		}
	}
	return first(v)
}

// can reports whether a move with a verb is legal.
func (v View) can(verb Verb) bool {
	for _, m := range v.Legal {
		if m.Verb == verb {
			return true
		}
	}
	return false
}

// first is the page on which everything begins: the board for the public, and the
// panel of a seat.
func first(v View) ui.Page {
	p := ui.Page{Title: ui.T("title."+string(v.Phase), v.Round, v.Rounds)}
	p.Show(points(v), hand(v))
	table(v, &p)
	addOwn(v, &p)
	controls(v, &p)
	p.Teach = teach(v)
	return p
}

// teach names what a player who plays for the first time may do now, the weightiest
// first. The catalogue has a sentence for each.
func teach(v View) []string {
	var list []string
	for _, verb := range []Verb{Name, Yawn, Play, Trade, Tuck} {
		if v.can(verb) {
			list = append(list, string(verb))
		}
	}
	return list
}

// table says what every player may know. It writes no sentences: the words are in
// the folder locale, and people, moments and counts are arguments.
func table(v View, p *ui.Page) {
	for i, picked := range v.Picked {
		key := "seat"
		switch {
		case v.Gone[i]:
			key = "seat.gone"
		case v.Phase == Picking && picked:
			key = "seat.picked"
		}
		p.Say(ui.T(key, ui.Name(i), ui.T("cards", v.Sizes[i])))
	}
	switch {
	case v.Phase == Picking && v.Marked:
		p.Say(ui.T("hurry", ui.Until(v.Due)))
	case v.Phase == Picking:
		p.Say(ui.T("until", ui.Until(v.Due+mark), ui.Span(mark)))
	case v.Phase == Naming:
		p.Say(ui.T("won", ui.Name(v.Winner), ui.Literal(Dreams[v.Shown[v.Winner]-1])))
		if v.Yawned != games.Nobody {
			p.Say(ui.T("yawned", ui.Name(v.Yawned)))
		}
		if v.Waits {
			p.Say(ui.T("waits", ui.Until(v.Due)))
		}
	}
	for i, traded := range v.Traded {
		if traded && v.Phase == Picking {
			p.Say(ui.T("traded", ui.Name(i)))
		}
	}
}

// addOwn says what only the viewer knows. It is empty for the public.
func addOwn(v View, p *ui.Page) {
	if v.Name != "" {
		p.Say(ui.T("named", v.Name))
	}
	for _, part := range []struct {
		key   string
		cards []int
	}{{"hand", v.Hand}, {"tucked", v.Tucked}, {"gave", v.Gave}} {
		if len(part.cards) > 0 {
			if part.key == "hand" {
				p.Gap()
			}
			p.Say(ui.T(part.key, words(part.cards)))
		}
	}
}

// controls are made of the moves that are legal, so that a button never plays
// what is refused. A page has room for four rows of five buttons or one menu.
func controls(v View, p *ui.Page) {
	var pillow []ui.Control
	var menu []ui.Choice
	for _, m := range v.Legal {
		switch m.Verb {
		case Play:
			word := ui.Literal(Dreams[m.Card-1])
			p.Open(fmt.Sprintf("card/%d", m.Card), "", word)
			menu = append(menu, ui.Choice{Label: word, Hint: ui.T("menu.hint", m.Card), To: ui.Do(m)})
		case Toss:
			p.Do(m, "🎲", ui.Plain, ui.T("toss"))
		case Tuck, Untuck:
			pillow = append(pillow, ui.Control{Label: ui.T(string(m.Verb), ui.Literal(Dreams[m.Card-1])), To: ui.Do(m)})
		case Trade:
			pillow = append(pillow, ui.Control{Label: ui.T("trade"), To: ui.Open("trade")})
		case Name:
			p.Controls = append(p.Controls, ui.Control{Label: ui.T("form"), Style: ui.Primary, To: ui.Ask("name")})
		case Hush:
			p.Do(m, "", ui.Plain, ui.T("hush"))
		case Yawn:
			p.Do(m, "", ui.Primary, ui.T("yawn"))
		}
	}
	if len(pillow) > 0 {
		pillow[0].Break = true
		p.Controls = append(p.Controls, pillow...)
	}
	p.Menu(ui.T("menu"), menu)
	if v.Me != games.Nobody && len(v.Legal) == 0 {
		p.Controls = append(p.Controls, ui.Control{Label: ui.T("wait"), Off: true})
	}
	p.Controls = append(p.Controls, ui.Control{Label: ui.T("scores"), To: ui.Open("scores"), Break: true})
}

// words are dreams by their names.
func words(cards []int) []ui.Text {
	var list []ui.Text
	for _, c := range cards {
		list = append(list, ui.Literal(Dreams[c-1]))
	}
	return list
}

// card is the page on which a player looks at a dream before they play it.
func card(m Move) ui.Page {
	return ui.Page{
		Title: ui.Literal(Dreams[m.Card-1]),
		Lines: []ui.Text{ui.T("card", m.Card)},
		Controls: []ui.Control{
			{Label: ui.T("play"), Style: ui.Good, To: ui.Do(m)},
			{Label: ui.T("back"), To: ui.Open("")},
		},
	}
}

// trade is the page on which two dreams to give away are chosen, one after the
// other. The first stands in the path, "trade/3", until the second makes the move.
func trade(v View, first string) (ui.Page, bool) {
	p := ui.Page{Title: ui.T("trade"), Lines: []ui.Text{ui.T("trade.about")}}
	var menu []ui.Choice
	if first == "" {
		p.Do(Move{Verb: Trade}, "", ui.Plain, ui.T("trade.lowest"))
		for _, c := range v.Hand[:len(v.Hand)-1] {
			menu = append(menu, ui.Choice{Label: ui.Literal(Dreams[c-1]), To: ui.Open(fmt.Sprintf("trade/%d", c))})
		}
		p.Menu(ui.T("trade.first"), menu)
		p.Open("", "", ui.T("back"))
		return p, true
	}
	for i, a := range v.Hand {
		if strconv.Itoa(a) != first {
			continue
		}
		for _, b := range v.Hand[i+1:] {
			menu = append(menu, ui.Choice{Label: ui.Literal(Dreams[b-1]), To: ui.Do(Move{Verb: Trade, Card: a, With: b})})
		}
		p.Menu(ui.T("trade.second", ui.Literal(Dreams[a-1])), menu)
	}
	p.Open("trade", "", ui.T("back"))
	return p, len(menu) > 0
}

// scores is a page that every player may open.
func scores(v View) ui.Page {
	p := ui.Page{Title: ui.T("scores"), Pictures: []*ui.Picture{closer(v)}, Controls: []ui.Control{{Label: ui.T("back"), To: ui.Open("")}}}
	for i, n := range v.Points {
		p.Lines = append(p.Lines, ui.T("score", ui.Name(i), ui.T("points", n)))
	}
	for _, name := range v.Names {
		p.Lines = append(p.Lines, ui.Literal(name))
	}
	return p
}

// Fill turns the answers to a form into a move. Whether it is legal is for Play to
// say.
func (Pages) Fill(v View, path string, answers []string) (Move, error) {
	if path != "name" || len(answers) != 1 {
		return Move{}, games.Refuse("refuse.notation")
	}
	name := strings.ToValidUTF8(answers[0], "")
	if strings.TrimSpace(name) == "" {
		return Move{}, games.Refuse("refuse.empty")
	}
	return Move{Verb: Name, Text: name}, nil
}
