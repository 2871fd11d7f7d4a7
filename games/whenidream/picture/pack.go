package picture

import (
	"image"
	"strconv"

	"oneiros/games/paint"
	"oneiros/games/ui"
	"oneiros/games/whenidream/kit"
	"oneiros/games/whenidream/label"
)

// Pack is a picture of some cards of a pack.
func Pack(list []kit.Element) *ui.Picture {
	var alt []ui.Text
	what := []any{"pack"}
	for _, e := range list {
		alt = append(alt, ui.T("picture.pack", label.Words(e)))
		what = append(what, strconv.Quote(e.Word), strconv.Quote(e.Other))
	}
	return ui.Draw(func(say func(ui.Text) string) image.Image {
		c := scenes.Canvas(scene{label.PartName(""), pictureHeight}, func() *paint.Art { return figure("") })
		for i, e := range list {
			y := 12 + i*128
			c.Tile(404, y, 380, 116, 24, 4, paint.Cream, paint.Amber)
			word := image.Rect(420, y+8, 768, y+108)
			if e.Other != "" {
				word.Max.Y = y + 74
				c.Label(paint.Regular.Size(28), e.Other, image.Rect(420, y+74, 768, y+108), 20, paint.Centre, paint.Ink)
			}
			c.Words(paint.Bold.Size(48), e.Word, word, 26, paint.Centre, paint.Ink)
		}
		return c.Image()
	}, alt, what...)
}
