package page

import (
	"slices"
	"strconv"
	"strings"

	"oneiros/games/dreamrunners/kit"
	"oneiros/games/dreamrunners/label"
	"oneiros/games/dreamrunners/picture"
	"oneiros/games/dreamrunners/view"
	"oneiros/games/ui"
)

// mostAsks is how many choices a page has. Each takes a row, and Done takes one.
const mostAsks = 2

// asking is the panel while choices remain. What is preset is marked, and counts when the
// time is over.
func asking(v view.View, page int) ui.Page {
	p := ui.Page{Title: panelTitle(v), Colour: colourMine}
	if v.Chosen {
		p.Colour = colourNight
		p.Say(label.Joined(firstText(v), ui.T(paced(v, "choosing.wait"), ui.Until(v.Until))), ui.T("forecast", forecast(v)), standLine(v))
		p.Show(picture.Built(v))
		addLooks(&p, v)
		return p
	}
	p.Say(label.Joined(firstText(v), ui.T("choosing.you", ui.Until(v.Until))))
	from := page * mostAsks
	to := min(from+mostAsks, len(v.Asks))
	for i := from; i < to; i++ {
		p.Say(askLine(v, v.Asks[i]))
	}
	p.Say(standLine(v))
	p.Show(picture.Built(v))
	for i := from; i < to; i++ {
		askControls(v, &p, i)
	}
	n := len(p.Controls)
	p.Do(kit.Move{Verb: kit.Done}, "✅", ui.Good, ui.T("choosing.done"))
	if pages := (len(v.Asks) + mostAsks - 1) / mostAsks; pages > 1 {
		next := (page + 1) % pages
		path := ""
		if next > 0 {
			path = pathAsks + "/" + strconv.Itoa(next)
		}
		p.Open(path, "▶️", ui.T("choosing.more", next+1, pages))
	}
	p.NewRow(n)
	n = len(p.Controls)
	p.Open(pathHelp, "❓", ui.T("help.short"))
	p.NewRow(n)
	p.Teach = teach(v)
	return p
}

// seenAt is the cell under which the viewer sees a square of the tile.
func seenAt(v view.View, square int) ui.Text {
	_, from := v.Tile.Card().Seen(v.Turns)
	return ui.Literal(kit.SquareCell(slices.Index(from[:], square)).String())
}

// askLine says what is to be chosen, and of few answers the one that counts.
func askLine(v view.View, a kit.Ask) ui.Text {
	switch {
	case a.Kind == kit.AskColour && a.Chest != 0:
		return ui.T("ask.chest", seenAt(v, a.Square), label.Rewards(a.Chest.Card().Rewards), optionText(v, a, a.Options[a.Answer]))
	case a.Kind == kit.AskColour:
		return ui.T("ask.colour", seenAt(v, a.Square), a.Times, optionText(v, a, a.Options[a.Answer]))
	case a.Kind == kit.AskOrder:
		return ui.T("ask.order", seenAt(v, a.Square))
	case a.Kind == kit.AskVictim:
		return ui.T("ask.victim", seenAt(v, a.Square), optionText(v, a, a.Options[a.Answer]))
	case a.Chosen:
		return ui.T("ask.chests.chosen", optionText(v, a, a.Options[a.Answer]))
	default:
		return ui.T("ask.chests")
	}
}

// askControls are the answers to a choice: a row of buttons, or a menu for many.
func askControls(v view.View, p *ui.Page, i int) {
	a := v.Asks[i]
	if a.Kind == kit.AskChests && a.Chosen {
		return // it cannot be changed
	}
	var list []ui.Choice
	for k, o := range a.Options {
		c := ui.Choice{Label: optionText(v, a, o), To: ui.Do(kit.Move{Verb: kit.Pick, Ask: i + 1, Option: k + 1}), Now: k == a.Answer}
		if a.Kind == kit.AskColour {
			c.Icon, c.Label = label.ShardDots[o.Colour], ui.Text{} // the line above names the one that counts
		}
		list = append(list, c)
	}
	if len(list) > mostButtons || a.Kind == kit.AskOrder || a.Kind == kit.AskChests {
		for from := 0; from < len(list); from += 25 { // Discord's menus hold no more
			p.Menu(ui.T("ask.menu."+string(a.Kind)), list[from:min(from+25, len(list))])
		}
		return
	}
	n := len(p.Controls)
	for _, c := range list {
		style := ui.Plain
		if c.Now {
			style = ui.Primary
		}
		p.Controls = append(p.Controls, ui.Control{Label: c.Label, Icon: c.Icon, Style: style, To: c.To})
	}
	p.NewRow(n)
}

// optionText is an answer in words.
func optionText(v view.View, a kit.Ask, o kit.Option) ui.Text {
	switch a.Kind {
	case kit.AskColour:
		return ui.T("colour." + o.Colour.String())
	case kit.AskOrder:
		var list []string
		for _, r := range o.Rewards {
			list = append(list, label.RewardSigns[r])
		}
		return ui.Literal(strings.Join(list, " → "))
	case kit.AskVictim:
		if n := v.Card(o.Label).Points; n > 0 { // they are lost with it
			return ui.Literal(string(o.Label) + " " + strconv.Itoa(n) + "🎯")
		}
		return ui.Literal(string(o.Label))
	default:
		var list []ui.Text
		for _, s := range o.Squares {
			list = append(list, seenAt(v, s))
		}
		return ui.Text{Args: []any{list}}
	}
}
