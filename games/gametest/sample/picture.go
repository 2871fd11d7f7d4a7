package sample

import (
	"image"
	"image/color"
	"image/draw"
	"strconv"

	"oneiros/games/ui"
)

// picture shows a box for each point, and the viewer's cards.
func picture(v View) *ui.Picture {
	key := "p"
	for _, n := range v.Points {
		key += "-" + strconv.Itoa(n)
	}
	for _, c := range v.Hand {
		key += "." + strconv.Itoa(c)
	}
	alt := []ui.Text{ui.T("alt", len(v.Points))}
	if len(v.Hand) > 0 {
		alt = append(alt, ui.T("hand", words(v.Hand)))
	}
	return &ui.Picture{Key: key, Alt: alt, Draw: func(say func(ui.Text) string) image.Image {
		img := image.NewRGBA(image.Rect(0, 0, 200, 100))
		box := func(x, y, h int, c color.Color) {
			draw.Draw(img, image.Rect(x, y, x+8, y+h), image.NewUniform(c), image.Point{}, draw.Src)
		}
		for i, n := range v.Points {
			box(10+20*i, 10, 5+10*n, color.White)
		}
		for i, c := range v.Hand {
			box(10+20*i, 60, 5+c, color.Black)
		}
		return img
	}}
}
