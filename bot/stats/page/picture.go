package page

import (
	"fmt"
	"image"

	"oneiros/games/paint"
	"oneiros/games/ui"
)

// bar is a line of a chart: how many matches, and how many of them were won.
type bar struct {
	of            ui.Text
	matches, wins int
}

// The chart, in pixels of a picture that is 800 wide.
const (
	chartWide  = 800
	chartRow   = 76
	chartEdge  = 20
	chartTrack = 18 // how high a bar is
)

// barsPicture is a chart of matches: the whole bar is those that were played, its gold
// part those that were won. It is nil without lines.
func barsPicture(rows []bar) *ui.Picture {
	if len(rows) == 0 {
		return nil
	}
	most := 1
	var alt []ui.Text
	for _, r := range rows {
		most = max(most, r.matches)
		alt = append(alt, ui.T("bot.stats.alt", r.of, r.matches, r.wins))
	}
	return ui.Draw(func(say func(ui.Text) string) image.Image {
		c := paint.New(chartWide, 2*chartEdge+chartRow*len(rows)-12, paint.Night)
		for i, r := range rows {
			y := chartEdge + i*chartRow
			// The figure is set first: the name has the room that it leaves.
			figure := paint.Bold.Size(32)
			words := say(ui.T("bot.stats.figure", r.wins, r.matches))
			left := chartWide - chartEdge - figure.Width(words)
			c.Label(figure, words, image.Rect(left, y, chartWide-chartEdge, y+40), paint.Readable, paint.Right, paint.Gold)
			c.Label(paint.Bold.Size(32), say(r.of), image.Rect(chartEdge, y, left-56, y+40), paint.Readable, paint.Left, paint.Moon)
			c.Icon(paint.IconStar, image.Rect(left-38, y+4, left-6, y+36), paint.Gold)
			width := chartWide - 2*chartEdge
			track := func(n int, ink paint.Colour) {
				if n > 0 {
					w := max(width*n/most, chartTrack)
					c.Tile(chartEdge, y+44, w, chartTrack, chartTrack/2, 0, ink, ink)
				}
			}
			track(r.matches, paint.Slate) // pale: a bright one reads as won
			track(r.wins, paint.Gold)
		}
		return c.Image()
	}, alt, "bars", fmt.Sprint(rows))
}
