package picture

import (
	"image"
	"strconv"

	"oneiros/games/dreamrunners/kit"
	"oneiros/games/dreamrunners/view"
	"oneiros/games/paint"
	"oneiros/games/ui"
)

// times is a number of things on a picture.
func times(n int) string { return "×" + strconv.Itoa(n) }

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

// Shop is the segments that can be bought, and what the viewer has to pay.
func Shop(v view.View) *ui.Picture {
	d := v.Own()
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
func shelf(c *paint.Canvas, box image.Rectangle, v view.View, shape kit.Shape, cell int) {
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
