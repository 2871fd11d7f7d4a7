package page

import (
	"fmt"
	"image"
	"strconv"

	"oneiros/games/paint"
	"oneiros/games/ui"
)

// The picture, in pixels; it is 800 wide. A phone shows it half as wide.
const (
	wide   = 800
	edge   = 20
	head   = 72 // how high the title and the line below are
	row    = 66
	track  = 12  // how high a bar is
	number = 104 // how wide an icon and its number are
)

// line is a person in the picture.
type line struct {
	name              ui.Name
	rank, nights, won int
}

// picture is a table of those who came: place, name, nights, wins, and of all nights a bar. It is nil
// where others see no person.
func (b *board) picture(from int) *ui.Picture {
	if len(b.People) == 0 {
		return nil
	}
	var lines []line
	title, count := nameOf(b.Season), ui.T("season.picture", b.Nights)
	alt := []ui.Text{ui.T("season.alt.title", title, count)}
	for _, p := range b.People[from:min(from+rows, len(b.People))] {
		lines = append(lines, line{b.name(p.User), p.Rank, p.Nights, p.Won})
		alt = append(alt, ui.T("season.alt", p.Rank, b.name(p.User), p.Nights, p.Won))
	}
	all := b.Nights
	return ui.Draw(func(say func(ui.Text) string) image.Image {
		c := paint.New(wide, head+row*len(lines)+edge, paint.Night)
		small := paint.Bold.Size(30)
		left := small.Width(say(count))
		c.Label(paint.Bold.Size(40), say(title), image.Rect(edge, edge-4, wide-2*edge-left, head-10), paint.Readable, paint.Left, paint.Gold)
		c.Label(small, say(count), image.Rect(wide-edge-left, edge-4, wide-edge, head-10), paint.Readable, paint.Right, paint.Mist)
		for i, l := range lines {
			l.draw(c, say, head+i*row, all)
		}
		return c.Image()
	}, alt, "season", b.Season, all, fmt.Sprint(lines))
}

// draw draws a person at a height.
func (l line) draw(c *paint.Canvas, say func(ui.Text) string, y, all int) {
	bold := paint.Bold.Size(32)
	counted := func(icon *paint.Icon, n int, right int, ink paint.Colour) {
		c.Icon(icon, image.Rect(right-number+6, y+6, right-number+36, y+36), ink)
		c.Label(bold, strconv.Itoa(n), image.Rect(right-number+42, y, right, y+42), paint.Readable, paint.Left, ink)
	}
	wins := paint.Gold
	if l.won == 0 {
		wins = paint.Mist
	}
	counted(paint.IconStar, l.won, wide-edge, wins)
	counted(paint.IconMoon, l.nights, wide-edge-number, paint.Moon)
	c.Label(bold, strconv.Itoa(l.rank), image.Rect(edge, y, edge+52, y+42), paint.Readable, paint.Left, paint.Mist)
	c.Label(bold, say(l.name.Text()), image.Rect(edge+60, y, wide-edge-2*number-12, y+42), paint.Readable, paint.Left, paint.Moon)
	c.Tile(edge+60, y+44, wide-2*edge-60, track, track/2, 0, paint.Slate, paint.Slate)
	c.Tile(edge+60, y+44, max((wide-2*edge-60)*l.nights/all, track), track, track/2, 0, paint.Violet, paint.Violet)
}
