package sample

import (
	"image"
	"image/color"
	"image/draw"

	"oneiros/games/ui"
)

// points is the picture of the table: a column for each player, as high as the
// player has points.
func points(v View) *ui.Picture {
	return ui.Draw(func(func(ui.Text) string) image.Image {
		img := image.NewRGBA(image.Rect(0, 0, 200, 50))
		for i, n := range v.Points {
			column(img, i, 5+10*n, color.White)
		}
		return img
	}, []ui.Text{ui.T("alt", len(v.Points))}, "points", v.Points)
}

// hand is the picture of the viewer's cards; nil without cards. It is a picture
// of its own, so that points do not draw it again and cards do not draw points.
func hand(v View) *ui.Picture {
	if len(v.Hand) == 0 {
		return nil
	}
	return ui.Draw(func(func(ui.Text) string) image.Image {
		img := image.NewRGBA(image.Rect(0, 0, 200, 50))
		for i, card := range v.Hand {
			column(img, i, 5+card, color.Black)
		}
		return img
	}, []ui.Text{ui.T("hand", words(v.Hand))}, "hand", v.Hand)
}

// column draws the column at place i.
func column(img *image.RGBA, i, height int, ink color.Color) {
	at := image.Rect(10+20*i, 5, 18+20*i, 5+height)
	draw.Draw(img, at, image.NewUniform(ink), image.Point{}, draw.Src)
}
