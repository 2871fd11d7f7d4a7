package somnia

import (
	"fmt"
	"image"
	"slices"
	"strconv"
	"strings"

	"oneiros/games"
	"oneiros/games/paint"
	"oneiros/games/ui"
)

// The way to an end is a table: a row for each player and a column for each deal, with
// points, and a broken heart for each life that was lost. Lines would lie on each other,
// since most players have as many lives as others.
const (
	wayTop   = 40 // the row of the deals
	wayRow   = 48
	wayName  = 232
	wayLives = 108
)

// wayHeight is how high the table of a number of players is.
func wayHeight(seats int) int { return wayTop + seats*wayRow + 8 }

// way is the picture of how all deals went. The viewer's own row is marked.
func way(v View) *ui.Picture {
	return ui.Draw(func(say func(ui.Text) string) image.Image {
		c := sky(NoSuit, wayHeight(len(v.Lives)))
		dealTable(c, v, 0, say)
		return c.Image()
	}, wayAlt(v), "way", v.Me, wayShown(v))
}

// wayShown is what the table shows, without the names.
func wayShown(v View) (all []any) {
	all = append(all, v.Lives)
	for _, d := range v.Past {
		all = append(all, d.Points, d.Losers, d.Fined)
	}
	return all
}

// wayAlt is the table in words, a line for each player.
func wayAlt(v View) (list []ui.Text) {
	for _, s := range standing(v) {
		var row []ui.Text
		for i, d := range v.Past {
			row = append(row, ui.Literal(fmt.Sprintf("%d: %d%s", i+1, d.Points[s], strings.Repeat(" 💔", lostIn(d, s)))))
		}
		key := "picture.way"
		if s == v.Me {
			key = "picture.way.you"
		}
		list = append(list, ui.T(key, ui.Name(s), v.Lives[s], row))
	}
	return list
}

// lostIn is how many lives a deal cost a seat.
func lostIn(d Result, seat games.Seat) int {
	n := 0
	for _, s := range slices.Concat(d.Losers, d.Fined) {
		if s == seat {
			n++
		}
	}
	return n
}

// dealTable draws the table from y on.
func dealTable(c *paint.Canvas, v View, y int, say func(ui.Text) string) {
	c.Panel(image.Rect(6, y+4, pictureWidth-6, y+wayHeight(len(v.Lives))-4), paint.Dusk)
	left := 16 + wayName
	step := min((pictureWidth-left-wayLives-14)/len(v.Past), 96)
	c.Label(paint.Regular.Size(26), say(ui.T("picture.deals")), image.Rect(20, y+8, left-4, y+wayTop), 26, paint.Left, paint.Mist)
	for i := range v.Past {
		c.Label(paint.Regular.Size(26), strconv.Itoa(i+1), image.Rect(left+i*step, y+8, left+(i+1)*step, y+wayTop), 26, paint.Centre, paint.Mist)
	}
	for i, s := range standing(v) {
		top := y + wayTop + i*wayRow
		ink := paint.Moon
		if s == v.Me {
			c.Tile(12, top, pictureWidth-24, wayRow-4, 12, 3, paint.Night, paint.Gold)
			c.Icon(paint.IconNext, image.Rect(20, top+8, 48, top+36), paint.Gold)
			ink = paint.Gold
		}
		c.Label(paint.Bold.Size(30), say(ui.Name(s).Text()), image.Rect(52, top, left-4, top+wayRow-4), 26, paint.Left, ink)
		for k, d := range v.Past {
			dealCell(c, d, s, image.Rect(left+k*step+2, top+2, left+(k+1)*step-2, top+wayRow-6))
		}
		for k := range lives {
			ink := paint.Dusk
			if k < v.Lives[s] {
				ink = paint.Rose
			}
			x := pictureWidth - 22 - (lives-k)*32
			c.Icon(paint.IconHeart, image.Rect(x, top+8, x+28, top+36), ink)
		}
	}
}

// dealCell draws the points of a seat in a deal, and the lives that it cost.
func dealCell(c *paint.Canvas, d Result, seat games.Seat, box image.Rectangle) {
	n := strconv.Itoa(d.Points[seat])
	lost := lostIn(d, seat)
	if lost == 0 {
		c.Label(paint.Regular.Size(28), n, box, 24, paint.Centre, paint.Moon)
		return
	}
	c.Tile(box.Min.X, box.Min.Y, box.Dx(), box.Dy(), 10, 0, paint.Red, paint.Red)
	if box.Dx() > 80 { // the hearts have room beside the number
		hearts := lost * 26
		c.Label(paint.Bold.Size(28), n, image.Rect(box.Min.X, box.Min.Y, box.Max.X-hearts, box.Max.Y), 24, paint.Centre, paint.White)
		for k := range lost {
			x := box.Max.X - 6 - (k+1)*24
			c.Icon(brokenSign, image.Rect(x, box.Min.Y+8, x+24, box.Min.Y+32), paint.Moon)
		}
		return
	}
	c.Label(paint.Bold.Size(26), n, image.Rect(box.Min.X, box.Min.Y, box.Max.X, box.Min.Y+24), 20, paint.Centre, paint.White)
	for k := range lost {
		x := (box.Min.X+box.Max.X)/2 + (2*k-lost)*9
		c.Icon(brokenSign, image.Rect(x, box.Max.Y-18, x+18, box.Max.Y), paint.Moon)
	}
}

// morning is the picture of the end: who has the most lives, and how all deals went.
func morning(v View) *ui.Picture {
	var names []ui.Text
	for _, s := range v.Winners {
		names = append(names, ui.Name(s).Text())
	}
	left := v.Lives[v.Winners[0]]
	alt := append([]ui.Text{ui.T("picture.morning"), ui.T("picture.winner", names), ui.T("picture.left", left)}, wayAlt(v)...)
	return ui.Draw(func(say func(ui.Text) string) image.Image {
		const top = 212
		height := top + wayHeight(len(v.Lives))
		c := scenes.Canvas(scene{name: "morning", height: height}, func() *paint.Art { return daybreak(height) })
		room := c.Winner(say(ui.Text{Args: []any{names}}))
		for i := range left {
			x := 400 - left*24 + i*48
			c.Icon(paint.IconHeart, image.Rect(x+4, room.Min.Y+2, x+44, room.Min.Y+42), paint.Rose)
		}
		dealTable(c, v, top, say)
		return c.Image()
	}, alt, "morning", v.Winners, wayShown(v))
}
