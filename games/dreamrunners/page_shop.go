package dreamrunners

import (
	"image"
	"slices"

	"oneiros/games"
	"oneiros/games/paint"
	"oneiros/games/ui"
)

// between is the panel between two dreams: what the last one brought, and the shop for
// whose turn it is.
func between(v View) ui.Page {
	p := ui.Page{Title: v.panelTitle(), Colour: colourNight}
	if v.Shopper != v.Me {
		if v.may(Done) && v.Shopper == games.Nobody {
			p.Say(ui.T("between.you", ui.Until(v.Until)))
		} else {
			p.Say(shopLine(v))
		}
		if i, ok := v.mainResult(); ok {
			p.Say(summary(v, i))
			p.Show(compositionPicture(v, i))
		}
		switch {
		case !v.may(Done):
		case slices.Contains(v.queue(), v.Me): // it gives the turn away
			p.Do(Move{Verb: Done}, "⏭️", ui.Plain, ui.T("between.skip"))
		default:
			p.Do(Move{Verb: Done}, "✅", ui.Good, ui.T("between.done"))
		}
		addLooks(&p, v)
		p.Teach = teach(v)
		return p
	}
	p.Colour = colourMine
	p.Say(ui.T("shop.you", v.me().Coins, ui.Until(v.Until)), summary(v, int(v.Me)))
	if v.may(Buy) {
		p.Say(ui.T("shop.one", Price))
	}
	p.Show(shopPicture(v))
	n := len(p.Controls)
	for _, shape := range shopOrder {
		for _, m := range v.Legal {
			if m.Verb == Buy && m.Shape == shape {
				p.Do(m, "", ui.Primary, ui.Literal(shape.String()))
			}
		}
	}
	p.NewRow(n)
	n = len(p.Controls)
	switch {
	case !v.may(Calm):
	case v.me().Calm >= MaxCalm:
		p.Open(pathCalm, "🌙", ui.T("shop.calm", CalmPrice))
	default:
		p.Do(Move{Verb: Calm}, "🌙", ui.Plain, ui.T("shop.calm", CalmPrice))
	}
	p.Do(Move{Verb: Done}, "✅", ui.Good, ui.T("shop.done"))
	p.NewRow(n)
	addLooks(&p, v)
	p.Teach = teach(v)
	return p
}

// calmPage asks once more before calm is paid for that has no room.
func calmPage(v View) ui.Page {
	p := ui.Page{Title: ui.T("calm.title"), Colour: colourMine}
	p.Say(ui.T("calm.about", MaxCalm))
	p.Do(Move{Verb: Calm}, "🌙", ui.Danger, ui.T("calm.do", CalmPrice))
	addBack(&p)
	return p
}

// The layout of the picture of the shop.
const (
	marketWide = 800
	marketHigh = 240
)

// marketBox is where a segment of the shop lies.
func marketBox(i int) image.Rectangle {
	wide := (marketWide - 8) / shapes
	return image.Rect(8+i*wide, 58, i*wide+wide, marketHigh-8)
}

// shopPicture is the segments that can be bought, and what the viewer has to pay.
func shopPicture(v View) *ui.Picture {
	d := v.me()
	what := []any{"shop", shopLook(v), d.Coins, d.Calm}
	alt := []ui.Text{shopAlt(v), ui.T("shop.alt.have", d.Coins, d.Calm)}
	return ui.Draw(func(say func(ui.Text) string) image.Image {
		letters := shardLetters(say)
		c := night(marketWide, marketHigh)
		holding(c, image.Rect(16, 8, 120, 52), tokenCoin, d.Coins, letters)
		calmTrack(c, image.Rect(150, 10, marketWide-16, 50), d.Calm)
		for i, shape := range shopOrder {
			shelf(c, marketBox(i), v, shape, 58)
		}
		return c.Image()
	}, alt, what...)
}

// shelf draws the segment of a shape that can be bought, and how many lie there.
func shelf(c *paint.Canvas, box image.Rectangle, v View, shape Shape, cell int) {
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
