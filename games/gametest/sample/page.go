package sample

import (
	"fmt"
	"strconv"
	"strings"

	"oneiros/games"
	"oneiros/games/ui"
)

// Pages show views of Lullaby.
type Pages struct{}

// Page is what a viewer sees.
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

func (v View) can(verb Verb) bool {
	for _, m := range v.Legal {
		if m.Verb == verb {
			return true
		}
	}
	return false
}

func first(v View) ui.Page {
	p := ui.Page{Title: ui.T("title."+string(v.Phase), v.Round, v.Rounds)}
	p.Show(points(v), hand(v))
	for i, picked := range v.Picked {
		key := "seat"
		switch {
		case v.Gone[i]:
			key = "seat.gone"
		case v.Phase == Picking && picked:
			key = "seat.picked"
		}
		p.Lines = append(p.Lines, ui.T(key, ui.Name(i), ui.T("cards", v.Sizes[i])))
	}
	switch {
	case v.Phase == Picking && v.Marked:
		p.Lines = append(p.Lines, ui.T("hurry", ui.Until(v.Due)))
	case v.Phase == Picking:
		p.Lines = append(p.Lines, ui.T("until", ui.Until(v.Due+mark), ui.Span(mark)))
	case v.Phase == Naming:
		p.Lines = append(p.Lines, ui.T("won", ui.Name(v.Winner), ui.Literal(Dreams[v.Shown[v.Winner]-1])))
		if v.Yawned != games.Nobody {
			p.Lines = append(p.Lines, ui.T("yawned", ui.Name(v.Yawned)))
		}
	}
	for i, traded := range v.Traded {
		if traded && v.Phase == Picking {
			p.Lines = append(p.Lines, ui.T("traded", ui.Name(i)))
		}
	}
	if len(v.Hand) > 0 {
		p.Lines = append(p.Lines, ui.Text{}, ui.T("hand", words(v.Hand)))
	}
	if len(v.Tucked) > 0 {
		p.Lines = append(p.Lines, ui.T("tucked", words(v.Tucked)))
	}
	if len(v.Gave) > 0 {
		p.Lines = append(p.Lines, ui.T("gave", words(v.Gave)))
	}
	var pillow []ui.Control
	menu := ui.Control{Label: ui.T("menu"), Break: true}
	for _, m := range v.Legal {
		switch m.Verb {
		case Play:
			word := ui.Literal(Dreams[m.Card-1])
			p.Controls = append(p.Controls, ui.Control{Label: word, To: ui.Open(fmt.Sprintf("card/%d", m.Card))})
			menu.Menu = append(menu.Menu, ui.Choice{Label: word, Hint: ui.T("menu.hint", m.Card), To: ui.Do(m)})
		case Toss:
			p.Controls = append(p.Controls, ui.Control{Label: ui.T("toss"), Icon: "🎲", To: ui.Do(m)})
		case Tuck, Untuck:
			pillow = append(pillow, ui.Control{Label: ui.T(string(m.Verb), ui.Literal(Dreams[m.Card-1])), To: ui.Do(m)})
		case Name:
			p.Controls = append(p.Controls, ui.Control{Label: ui.T("form"), Style: ui.Primary, To: ui.Ask("name")})
		case Hush:
			p.Controls = append(p.Controls, ui.Control{Label: ui.T("hush"), To: ui.Do(m)})
		case Yawn:
			p.Controls = append(p.Controls, ui.Control{Label: ui.T("yawn"), Style: ui.Primary, To: ui.Do(m)})
		}
	}
	if v.can(Trade) {
		pillow = append(pillow, ui.Control{Label: ui.T("trade"), To: ui.Open("trade")})
	}
	if len(pillow) > 0 {
		pillow[0].Break = true
		p.Controls = append(p.Controls, pillow...)
	}
	if len(menu.Menu) > 0 {
		p.Controls = append(p.Controls, menu)
	} else if v.Me != games.Nobody && len(v.Legal) == 0 {
		p.Controls = append(p.Controls, ui.Control{Label: ui.T("wait"), Off: true})
	}
	p.Controls = append(p.Controls, ui.Control{Label: ui.T("scores"), To: ui.Open("scores"), Break: true})
	return p
}

func words(cards []int) []ui.Text {
	var list []ui.Text
	for _, c := range cards {
		list = append(list, ui.Literal(Dreams[c-1]))
	}
	return list
}

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

// Fill names a dream.
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
