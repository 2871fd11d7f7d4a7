package dreamrunners

import (
	"image"
	"slices"

	"oneiros/games"
	"oneiros/games/dreamrunners/kit"
	"oneiros/games/paint"
	"oneiros/games/ui"
)

// between is the panel between two dreams: what the last one brought, and the shop for
// whose turn it is.
func between(v View) ui.Page {
	p := ui.Page{Title: v.panelTitle(), Colour: colourNight}
	if v.Shopper != v.Me {
		if v.may(kit.Done) && v.Shopper == games.Nobody {
			p.Say(ui.T("between.you", ui.Until(v.Until), whoLine(v)))
		} else {
			p.Say(shopLine(v))
		}
		p.Say(standLine(v), stockLine(v))
		p.Say(newsLines(v, false)...)
		switch {
		case !v.may(kit.Done):
		case slices.Contains(v.queue(), v.Me): // it gives the turn away
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
	p.Show(shopPicture(v))
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
	case !v.may(kit.Calm):
	case v.me().Calm >= kit.MaxCalm:
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
func calmPage(v View) ui.Page {
	p := ui.Page{Title: ui.T("calm.title"), Colour: colourMine}
	p.Say(ui.T("calm.about", kit.MaxCalm))
	p.Do(kit.Move{Verb: kit.Calm}, "🌙", ui.Danger, ui.T("calm.do", kit.CalmPrice))
	addBack(&p)
	return p
}

// The layout of the picture of the shop.
const (
	marketWide = 800
	marketHigh = 170
)

// marketBox is where a segment of the shop lies.
func marketBox(i int) image.Rectangle {
	wide := (marketWide - 8) / kit.Shapes
	return image.Rect(8+i*wide, 6, i*wide+wide, marketHigh-6)
}

// shopPicture is the segments that can be bought, and what the viewer has to pay.
func shopPicture(v View) *ui.Picture {
	d := v.me()
	what := []any{"shop", shopLook(v), d.Coins, d.Calm}
	alt := []ui.Text{shopAlt(v), ui.T("shop.alt.have", d.Coins, d.Calm)}
	return ui.Draw(func(say func(ui.Text) string) image.Image {
		letters := shardLetters(say)
		c := night(marketWide, marketHigh)
		for i, shape := range kit.ShownShapes {
			box := marketBox(i)
			shelf(c, box, v, shape, 50)
			if v.Shop[shape] != 0 {
				holding(c, image.Rect(box.Min.X+10, box.Max.Y-38, box.Min.X+80, box.Max.Y-8), tokenCoin, kit.Price, letters)
			}
		}
		return c.Image()
	}, alt, what...)
}

// shelf draws the segment of a shape that can be bought, and how many lie there.
func shelf(c *paint.Canvas, box image.Rectangle, v View, shape kit.Shape, cell int) {
	c.Tile(box.Min.X, box.Min.Y, box.Dx(), box.Dy(), 14, 2, paint.Slate, paint.Dusk)
	s := v.Shop[shape]
	if s == 0 {
		return
	}
	b := loose(shape.String(), s, 0)
	if b.bounds().Dy() > 1 && b.coins+b.points > 0 {
		cell = cell * 5 / 6 &^ 1
	}
	b.draw(c, box.Inset(6), cell)
	c.Label(paint.Bold.Size(22), times(v.Stacks[shape]), image.Rect(box.Max.X-46, box.Max.Y-32, box.Max.X-10, box.Max.Y-4), 18, paint.Right, paint.Mist)
}
