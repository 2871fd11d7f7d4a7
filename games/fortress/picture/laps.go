package picture

import (
	"image"
	"slices"
	"strconv"
	"strings"

	"oneiros/games"
	"oneiros/games/fortress/kit"
	"oneiros/games/fortress/label"
	"oneiros/games/fortress/view"
	"oneiros/games/paint"
	"oneiros/games/ui"
)

// LapsShown is how many laps a sheet of the record has: as many as a phone shows.
const LapsShown = 3

// A dot is a deed of a turn as the grid shows it: a sign, whom it met, and what it did.
type dot struct {
	sign  kit.Face   // of the action; empty for what no action did
	used  bool       // a Vision was used
	woke  bool       // To woke
	crowd bool       // a crowd took a floor
	to    games.Seat // or Nobody
	floor string     // how many floors, with a sign; "0" for an Insight that did nothing
	place kit.Place  // of a move
}

// weight says which deeds stay where there is little room.
func (d dot) weight() int {
	switch {
	case d.woke:
		return 3
	case d.sign == kit.FaceInsight || d.floor != "":
		return 2
	case d.sign == kit.FaceMove:
		return 0
	default:
		return 1
	}
}

// dots are the deeds of a turn, in order.
func dots(list []kit.Event) (out []dot) {
	for i, e := range list {
		switch e.Kind {
		case kit.Sent:
			out = append(out, dot{sign: kit.FaceInsight, to: e.To})
		case kit.Quiet, kit.Sank, kit.Rose, kit.Gave:
			answered(out, e)
		case kit.Struck, kit.Healed:
			out = blows(out, e)
		case kit.Lost, kit.Gained:
			if e.N > 0 {
				out = append(out, dot{sign: kit.FaceVision, to: e.Seat, floor: signedNumber(e.Kind.Moves() * e.N)})
			}
		case kit.Found:
			if i+2 >= len(list) || list[i+1].Kind != kit.Kept && list[i+2].Kind != kit.Kept {
				out = append(out, dot{sign: kit.FaceVision, to: games.Nobody})
			}
		case kit.Kept:
			out = append(out, dot{sign: kit.FaceVision, to: games.Nobody})
		case kit.Used:
			out = append(out, dot{used: true, to: e.To})
		case kit.Stole, kit.Took, kit.Presented:
			if e.To != games.Nobody {
				out = append(out, dot{sign: kit.FaceVision, to: e.To})
			}
		case kit.Crowded:
			out = append(out, dot{crowd: true, to: games.Nobody, floor: signedNumber(-e.N)})
		case kit.Awoke:
			out = append(out, dot{woke: true, to: e.Seat})
		case kit.Walked:
			out = slices.DeleteFunc(out, func(d dot) bool { return d.sign == kit.FaceMove })
			out = append(out, dot{sign: kit.FaceMove, to: games.Nobody, place: kit.Place(e.What)})
		}
	}
	return out
}

// answered tells of the Insight that was passed last what came of it.
func answered(list []dot, e kit.Event) {
	for i := range slices.Backward(list) {
		if d := &list[i]; d.sign == kit.FaceInsight && d.to == e.Seat {
			switch e.Kind {
			case kit.Quiet:
				d.floor = "0"
			case kit.Gave:
				d.used = true
			default:
				d.floor = signedNumber(e.Kind.Moves() * e.N)
			}
			return
		}
	}
}

// blows adds an attack or a heal; several in a row on the same seat are one.
func blows(list []dot, e kit.Event) []dot {
	_, n := e.Moved()
	d := dot{sign: kit.FaceHeal, to: e.To}
	if e.Kind == kit.Struck {
		d.sign = kit.FaceAttack
	}
	if i := len(list) - 1; i >= 0 && list[i].sign == d.sign && list[i].to == d.to {
		before, _ := strconv.Atoi(strings.Replace(list[i].floor, "−", "-", 1))
		list[i].floor = signedNumber(before + n)
		return list
	}
	d.floor = signedNumber(n)
	return append(list, d)
}

// signedNumber is a number with its sign; a true minus is wider than a hyphen.
func signedNumber(n int) string {
	switch {
	case n > 0:
		return "+" + strconv.Itoa(n)
	case n < 0:
		return "−" + strconv.Itoa(-n)
	default:
		return "0"
	}
}

// cells are the deeds of the laps, by lap and seat.
func cells(v view.View, laps []kit.Lap) [][][]dot {
	out := make([][][]dot, len(laps))
	for i, l := range laps {
		out[i] = make([][]dot, len(v.Pawns))
		list := l.Events(len(v.Pawns))
		for _, t := range kit.Turns(list) {
			by := list[t.From].Seat
			out[i][by] = append(out[i][by], dots(list[t.From:t.To])...)
		}
	}
	return out
}

// The layout of the grid of laps: a row for each seat, a column for each lap.
const (
	gridNames = 146 // how wide the column of names is
	gridHead  = 44  // how high the row of the laps' numbers is
	gridRows  = 604 // how high all rows are at most
)

// raster is the layout of a grid for so many seats. Few seats have higher rows.
type raster struct {
	row   int // how high a row is
	lines int // of deeds in it
	line  int // how high a line is
	sign  int // the size of a sign
	wide  int // of a column
}

func rasterOf(seats int) raster {
	g := raster{row: min(gridRows/seats, 128), lines: 2, wide: (boardWidth - gridNames - 6) / LapsShown}
	if seats <= 5 {
		g.lines = 3
	}
	g.line = min((g.row-8)/g.lines, 42)
	g.sign = g.line - 3
	g.row = g.line*g.lines + 9
	return g
}

// A cell is what the grid shows of a turn: the deeds that have room, and how many have none.
type cell struct {
	dots []dot
	left int
}

// signs are the cell in signs, for the picture's description.
func (c cell) signs() ui.Text {
	var list []ui.Text
	for _, d := range c.dots {
		list = append(list, d.signs())
	}
	if c.left > 0 {
		list = append(list, ui.Literal("+"+strconv.Itoa(c.left)))
	}
	return ui.Text{Args: []any{list}}
}

// icon is the sign of a deed, as text.
func (d dot) icon() string {
	switch {
	case d.woke:
		return iconWoke
	case d.crowd:
		return iconCrowd
	case d.sign == "":
		return iconUsed
	default:
		return label.FaceIcons[d.sign]
	}
}

// The signs of deeds that are no face of a die.
const (
	iconWoke  = "☀️"
	iconCrowd = "😣"
	iconUsed  = "✨"
)

// signs are a deed in signs: what it was, the letter of whom it met, and what it did.
func (d dot) signs() ui.Text {
	list := []any{d.icon() + label.PlaceIcons[d.place]}
	if d.to != games.Nobody {
		list = append(list, ui.Letter(d.to))
	}
	if d.used && d.sign == kit.FaceInsight {
		list = append(list, label.FaceIcons[kit.FaceVision])
	}
	return ui.Text{Args: append(list, d.floor)}
}

// mostLegend is how many signs have room in a legend, which is two lines of a phone.
const mostLegend = 7

// Legend says what the signs of a grid mean, of those that it has. Where there are too many, those
// are left out that explain themselves.
func Legend(v view.View, laps []kit.Lap) ui.Text {
	g, has, used := rasterOf(len(v.Pawns)), map[string]bool{}, false
	for _, deeds := range cells(v, laps) {
		for _, list := range deeds {
			for _, d := range g.fit(list).dots {
				has[d.icon()] = true
				has["0"] = has["0"] || d.floor == "0"
				used = used || d.used && d.sign == kit.FaceInsight
			}
		}
	}
	has[label.FaceIcons[kit.FaceVision]] = has[label.FaceIcons[kit.FaceVision]] || used
	for _, plain := range []string{label.FaceIcons[kit.FaceAttack], iconCrowd} {
		all := 0
		for _, is := range has {
			if is {
				all++
			}
		}
		has[plain] = has[plain] && all <= mostLegend
	}
	var list []ui.Text
	say := func(icon string, what ui.Text) {
		if has[icon] {
			list = append(list, ui.T("laps.sign", icon, what))
		}
	}
	for _, f := range []kit.Face{kit.FaceInsight, kit.FaceVision, kit.FaceAttack, kit.FaceHeal, kit.FaceMove} {
		say(label.FaceIcons[f], ui.T("laps.sign."+string(f)))
	}
	say(iconUsed, ui.T("laps.sign.used"))
	say(iconWoke, ui.T("laps.sign.woke"))
	say(iconCrowd, ui.T("laps.sign.crowd"))
	say("0", ui.T("laps.sign.nothing"))
	return ui.Text{Args: []any{list}}
}

// Laps is the picture of some laps of the record: what each player did in each.
func Laps(v view.View, laps []kit.Lap) *ui.Picture {
	g := rasterOf(len(v.Pawns))
	all := make([][]cell, len(laps)) // by lap and seat
	for k, deeds := range cells(v, laps) {
		for _, list := range deeds {
			all[k] = append(all[k], g.fit(list))
		}
	}
	alt := []ui.Text{label.InLaps("laps.alt", laps)}
	what := []any{"laps", laps[0].N, all}
	for i, p := range v.Pawns {
		row := all[0][i].signs()
		for _, cells := range all[1:] {
			row = ui.T("laps.alt.next", row, cells[i].signs())
		}
		key := "laps.alt.row"
		if p.Sleep == 0 {
			key = "laps.alt.awake"
		}
		alt = append(alt, ui.T(key, ui.Letter(i), ui.Name(i), row))
		what = append(what, p.Sleep == 0)
	}
	return ui.Draw(func(say func(ui.Text) string) image.Image {
		high := gridHead + len(v.Pawns)*g.row + 4
		c := scenes.Canvas(scene{"laps", high}, func() *paint.Art {
			a := paint.NewArt(boardWidth, high)
			a.Fill(new(paint.Path).Rect(0, 0, boardWidth, float64(high)), paint.Linear(0, 0, 0, float64(high), paint.Hex(0x1d1a4a), paint.Hex(0x120f30)))
			return a
		})
		for k, l := range laps {
			x := gridNames + k*g.wide
			c.Label(paint.Bold.Size(30), say(ui.T("laps.lap", l.N)), image.Rect(x, 2, x+g.wide, gridHead-4), 24, paint.Centre, paint.Gold)
		}
		marks := marksOf(v, say)
		for i := range v.Pawns {
			y := gridHead + i*g.row
			heading(c, v, i, image.Rect(4, y, gridNames-4, y+g.row-4), marks[i], say)
			for k := range laps {
				x := gridNames + k*g.wide
				c.Tile(x, y, g.wide-4, g.row-4, 10, 2, paint.Slate, paint.Dusk)
				g.draw(c, all[k][i], image.Rect(x+6, y+3, x+g.wide-8, y+g.row-4), marks)
			}
		}
		return c.Image()
	}, alt, what...)
}

// heading draws whose a row of the grid is: the marker, a sun where its player is awake, and the
// name.
func heading(c *paint.Canvas, v view.View, i int, r image.Rectangle, mark string, say func(ui.Text) string) {
	token(c, r.Min.X, r.Min.Y, 32, i, mark)
	if v.Pawns[i].Sleep == 0 {
		c.Icon(paint.IconSun, box(r.Min.X+2, r.Min.Y+34, 28), paint.Gold)
	}
	name, at := say(ui.Name(i).Text()), image.Rect(r.Min.X+36, r.Min.Y, r.Max.X, r.Max.Y)
	if strings.Contains(name, " ") {
		c.Words(paint.Bold.Size(25), name, at, 16, paint.Left, paint.Moon)
	} else { // a word stays whole
		c.Label(paint.Bold.Size(25), name, at, 16, paint.Left, paint.Moon)
	}
}

// fit is what a cell has room for of some deeds. The lightest are left out.
func (g raster) fit(list []dot) cell {
	c := cell{dots: slices.Clone(list)}
	for !g.fits(c) {
		light := 0
		for i, d := range c.dots {
			if d.weight() <= c.dots[light].weight() {
				light = i
			}
		}
		c.dots = slices.Delete(c.dots, light, light+1)
		c.left++
	}
	return c
}

// fits reports whether a cell has room for its deeds, and for the number of those it leaves out.
func (g raster) fits(c cell) bool {
	x, line := 0, 1
	for _, d := range c.dots {
		if x > 0 && x+g.wideOf(d) > g.wide-14 {
			x, line = 0, line+1
		}
		x += g.wideOf(d) + 4
	}
	return len(c.dots) == 0 || line < g.lines || line == g.lines && (c.left == 0 || x+36 <= g.wide-14)
}

// wideOf is how wide a deed is.
func (g raster) wideOf(d dot) int {
	n := g.sign
	if d.to != games.Nobody {
		n += g.sign + 2
	}
	if d.floor != "" || d.used && d.sign == kit.FaceInsight {
		n += g.sign + 2
	}
	return n
}

// draw draws a cell.
func (g raster) draw(c *paint.Canvas, of cell, r image.Rectangle, marks []string) {
	x, y := r.Min.X, r.Min.Y
	for _, d := range of.dots {
		w := g.wideOf(d)
		if x > r.Min.X && x+w > r.Max.X {
			x, y = r.Min.X, y+g.line
		}
		g.drawDot(c, d, x, y, marks)
		x += w + 4
	}
	if of.left > 0 {
		c.Label(paint.Bold.Size(25), "+"+strconv.Itoa(of.left), image.Rect(r.Max.X-34, r.Max.Y-32, r.Max.X, r.Max.Y), 20, paint.Right, paint.Mist)
	}
}

// drawDot draws a deed.
func (g raster) drawDot(c *paint.Canvas, d dot, x, y int, marks []string) {
	sign, ink := faceSigns[d.sign], paint.Moon
	switch {
	case d.woke:
		sign, ink = paint.IconSun, paint.Gold
	case d.crowd:
		sign, ink = paint.IconCloud, paint.Mist
	case d.sign == "":
		sign, ink = paint.IconSparkles, paint.Gold
	case d.sign == kit.FaceInsight:
		ink = aqua
	case d.sign == kit.FaceHeal:
		ink = paint.Rose
	case d.sign == kit.FaceVision:
		ink = paint.Frost
	case d.sign == kit.FaceMove:
		ink = livery[d.place]
	}
	c.Icon(sign, box(x, y+1, g.sign-2), ink)
	x += g.sign
	if d.to != games.Nobody {
		token(c, x, y, g.sign, int(d.to), marks[d.to])
		x += g.sign + 2
	}
	switch {
	case d.floor != "":
		ink = paint.Mist
		if d.floor[0] == '+' {
			ink = paint.Mint
		} else if d.floor != "0" {
			ink = paint.Rose
		}
		c.Label(paint.Bold.Size(g.sign-4), d.floor, image.Rect(x, y, x+g.sign+4, y+g.sign), 18, paint.Left, ink)
	case d.used && d.sign == kit.FaceInsight:
		c.Icon(faceSigns[kit.FaceVision], box(x, y+1, g.sign-2), paint.Frost)
	}
}
