package picture

import (
	"image"

	"oneiros/games/dreamrunners/label"
	"oneiros/games/dreamrunners/view"
	"oneiros/games/paint"
	"oneiros/games/ui"
)

// The layout of the picture of a player's segments.
const (
	chestWide = 800
	chestHigh = 190 // of a row of four
)

// Segments is the segments of a player, with their coins and points.
func Segments(v view.View, seat int) *ui.Picture {
	list := v.Dreamers[seat].Segments
	what := []any{"segments"}
	var words []ui.Text
	for _, o := range list {
		b := loose(string(o.Label), o.Segment, 0)
		what = append(what, b.look())
		words = append(words, ui.T("seat.alt.segment", ui.Literal(string(o.Label)), label.Segment(o.Segment)))
	}
	alt := []ui.Text{ui.T("seat.alt", words)}
	return ui.Draw(func(func(ui.Text) string) image.Image {
		c := night(chestWide, max((len(list)+3)/4, 1)*chestHigh)
		for i, o := range list {
			wide := chestWide / 4
			x, y := i%4*wide, i/4*chestHigh
			box := image.Rect(x+4, y+4, x+wide-4, y+chestHigh-4)
			c.Tile(box.Min.X, box.Min.Y, box.Dx(), box.Dy(), 14, 2, paint.Slate, paint.Dusk)
			b := loose(string(o.Label), o.Segment, 0)
			b.draw(c, box.Inset(6), 58)
		}
		return c.Image()
	}, alt, what...)
}
