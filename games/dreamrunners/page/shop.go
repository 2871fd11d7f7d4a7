package page

import (
	"slices"

	"oneiros/games"
	"oneiros/games/dreamrunners/kit"
	"oneiros/games/dreamrunners/picture"
	"oneiros/games/dreamrunners/view"
	"oneiros/games/ui"
)

// between is the panel between two dreams: what the last one brought, and the shop for
// whose turn it is.
func between(v view.View) ui.Page {
	p := ui.Page{Title: panelTitle(v), Colour: colourNight}
	if v.Shopper != v.Me {
		if v.May(kit.Done) && v.Shopper == games.Nobody {
			p.Say(ui.T("between.you", ui.Until(v.Until), whoLine(v)))
		} else {
			p.Say(shopLine(v))
		}
		p.Say(standLine(v), stockLine(v))
		p.Say(newsLines(v, false)...)
		switch {
		case !v.May(kit.Done):
		case slices.Contains(v.Queue(), v.Me): // it gives the turn away
			p.Do(kit.Move{Verb: kit.Done}, "⏭️", ui.Plain, ui.T("between.skip"))
		default:
			p.Do(kit.Move{Verb: kit.Done}, "✅", ui.Good, ui.T("between.done"))
		}
		addLooks(&p, v)
		p.Teach = teach(v)
		return p
	}
	p.Colour = colourMine
	p.Say(ui.T("shop.you", ui.Until(v.Until)))
	p.Say(standLine(v), stockLine(v))
	p.Say(newsLines(v, true)...)
	p.Show(picture.Shop(v))
	n := len(p.Controls)
	for _, shape := range kit.ShownShapes {
		for _, m := range v.Legal {
			if m.Verb == kit.Buy && m.Shape == shape {
				p.Do(m, "", ui.Primary, ui.T("shop.buy", ui.Literal(shape.String()), kit.Price))
			}
		}
	}
	p.NewRow(n)
	n = len(p.Controls)
	switch {
	case !v.May(kit.Calm):
	case v.Own().Calm >= kit.MaxCalm:
		p.Open(pathCalm, "🌙", ui.T("shop.calm", kit.CalmPrice))
	default:
		p.Do(kit.Move{Verb: kit.Calm}, "🌙", ui.Plain, ui.T("shop.calm", kit.CalmPrice))
	}
	p.Do(kit.Move{Verb: kit.Done}, "✅", ui.Good, ui.T("shop.done"))
	p.NewRow(n)
	addLooks(&p, v)
	p.Teach = teach(v)
	return p
}

// calmPage asks once more before calm is paid for that has no room.
func calmPage(v view.View) ui.Page {
	p := ui.Page{Title: ui.T("calm.title"), Colour: colourMine}
	p.Say(ui.T("calm.about", kit.MaxCalm))
	p.Do(kit.Move{Verb: kit.Calm}, "🌙", ui.Danger, ui.T("calm.do", kit.CalmPrice))
	addBack(&p)
	return p
}
