package sample

import (
	"image"
	"strconv"

	"oneiros/games/paint"
	"oneiros/games/ui"
)

// points is the picture of the table: a column for each player, as high as the
// player has points.
func points(v View) *ui.Picture {
	return ui.Draw(func(func(ui.Text) string) image.Image {
		c := paint.New(400, 120, paint.Night)
		for i, n := range v.Points {
			column(c, image.Rect(8+48*i, 8, 48+48*i, 112), n)
		}
		return c.Image()
	}, []ui.Text{ui.T("alt", scored(v))}, "points", v.Points)
}

// closer is the same with names, for a page on which every player may look closely.
func closer(v View) *ui.Picture {
	return ui.Draw(func(say func(ui.Text) string) image.Image {
		c := paint.New(400, 48*len(v.Points)+8, paint.Night)
		for i, n := range v.Points {
			row := image.Rect(8, 8+48*i, 392, 48+48*i)
			c.Panel(row, paint.Dusk)
			c.Label(paint.Bold.Size(26), say(ui.T("score", ui.Name(i), ui.T("points", n))), row.Inset(8), 18, paint.Left, paint.Moon)
		}
		return c.Image()
	}, []ui.Text{ui.T("alt.closer", scored(v))}, "closer", v.Points)
}

// scored is what both pictures show, in words. Two pictures that differ have different
// descriptions, so that a reader who cannot see them knows as much.
func scored(v View) []ui.Text {
	var all []ui.Text
	for i, n := range v.Points {
		all = append(all, ui.T("score", ui.Name(i), ui.T("points", n)))
	}
	return all
}

// hand is the picture of the viewer's cards. It is nil without cards. It is a
// separate picture. So new points do not draw it again, and new cards do not
// draw the points again.
func hand(v View) *ui.Picture {
	if len(v.Hand) == 0 {
		return nil
	}
	return ui.Draw(func(func(ui.Text) string) image.Image {
		c := paint.New(400, 120, paint.Night)
		for i, card := range v.Hand {
			box := image.Rect(8+56*i, 24, 56+56*i, 96)
			c.Tile(box.Min.X, box.Min.Y, box.Dx(), box.Dy(), 8, 3, paint.Cream, paint.Amber)
			c.Label(paint.Bold.Size(28), strconv.Itoa(card), box, 18, paint.Centre, paint.Ink)
		}
		return c.Image()
	}, []ui.Text{ui.T("hand", words(v.Hand))}, "hand", v.Hand)
}

// column draws how many points a player has, in a box.
func column(c *paint.Canvas, box image.Rectangle, n int) {
	c.Panel(box, paint.Dusk)
	c.Label(paint.Bold.Size(28), strconv.Itoa(n), image.Rect(box.Min.X, box.Min.Y+6, box.Max.X, box.Min.Y+40), 18, paint.Centre, paint.Moon)
	c.Rect(image.Rect(box.Min.X+8, box.Max.Y-8-8*min(n, 7), box.Max.X-8, box.Max.Y-8), paint.Gold)
}
