package paint

import (
	"image"

	"oneiros/games/ui"
)

// The size of a cover.
const (
	coverWidth  = 800
	coverHeight = 400
)

// Cover is the picture by which people know a game. It has no words, and a palette
// made for its painting. The first that is drawn paints it.
func Cover(paint func(*Art)) *ui.Picture {
	var scenes Scenes[string]
	return ui.Draw(func(func(ui.Text) string) image.Image {
		return scenes.Canvas("cover", func() *Art {
			a := NewArt(coverWidth, coverHeight)
			paint(a)
			return a
		}).Image()
	}, []ui.Text{ui.T("cover")}, "cover")
}
