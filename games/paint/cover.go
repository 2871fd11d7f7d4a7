package paint

import (
	"image"
	"image/color"

	"golang.org/x/image/draw"

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

// thumbSide is how wide and high a thumbnail is. Discord shows it at half of that.
const thumbSide = 160

// Thumbnail is the middle of a cover, small and square.
func Thumbnail(cover *ui.Picture) *ui.Picture {
	if cover == nil {
		return nil
	}
	return ui.Draw(func(say func(ui.Text) string) image.Image {
		from := cover.Draw(say)
		b := from.Bounds()
		side := min(b.Dx(), b.Dy())
		corner := image.Pt(b.Min.X+(b.Dx()-side)/2, b.Min.Y+(b.Dy()-side)/2)
		middle := image.Rectangle{corner, corner.Add(image.Pt(side, side))}
		small := image.NewRGBA(image.Rect(0, 0, thumbSide, thumbSide))
		draw.CatmullRom.Scale(small, small.Rect, from, middle, draw.Src, nil)
		p, ok := from.ColorModel().(color.Palette)
		if !ok {
			return small
		}
		few := image.NewPaletted(small.Rect, p)
		draw.Draw(few, few.Rect, small, image.Point{}, draw.Src)
		return few
	}, cover.Alt, "thumbnail", cover.Key)
}
