package fortress

import (
	"image"
	"strconv"

	"oneiros/games"
	"oneiros/games/paint"
	"oneiros/games/ui"
)

// # Pictures
//
// The table is one picture. It shows the fortress with its floors and markers,
// the four places with pawns, and the dice. Below are the names, each with its
// Visions. All of it is public. Only the board has it: a panel changes with every
// press, and a picture flickers when it changes.
//
// The picture of a role depends on the role and the language alone. So its name
// gives no secret away.

// The layout of the table.
const (
	boardWidth  = 800
	boardHeight = 800 // with three rows of names
	towerLeft   = 18
	towerTop    = 86
	towerWidth  = 404
	floorHeight = 46
	marker      = 38 // how wide a marker is
	placeLeft   = 440
	placeTop    = 18
	placeWidth  = 342
	placeHeight = 98
	placeGap    = 10
	dieSize     = 92
	cellTop     = 576
	cellWidth   = 256
	cellHeight  = 72
	portraitW   = 800
	portraitH   = 400
)

// lap is the lap that is played, or that was played last.
func lap(v View) int {
	if v.Phase == Talk || v.Phase == Over && v.Why == whyDawn {
		return v.Lap - 1 // the next one is counted, and has not begun
	}
	return max(v.Lap, 1)
}

// board is the picture of the table.
func board(v View) *ui.Picture {
	alt := []ui.Text{ui.T("picture.tower", lap(v))}
	for i, p := range v.Pawns {
		at := []any{letter(i), ui.Name(i), p.Sleep}
		switch {
		case p.Sleep == 0:
			alt = append(alt, ui.T("picture.row.awake", at...))
		case p.Place == "":
			alt = append(alt, ui.T("picture.row", at...))
		default:
			alt = append(alt, ui.T("picture.row.at", append(at, place(p.Place))...))
		}
	}
	if v.Phase == Play && len(v.Dice) > 0 {
		var list []ui.Text
		for _, f := range v.Dice {
			list = append(list, ui.T("face."+string(f)))
		}
		alt = append(alt, ui.T("picture.dice", list))
	}
	what := []any{"board"}
	for _, p := range v.Pawns {
		list, more := shownVisions(p)
		what = append(what, p.Sleep, p.Place, p.Hidden, list, more)
	}
	if v.Phase == Play {
		what = append(what, v.Active, v.Dice, v.Used)
	}
	return ui.Draw(func(say func(ui.Text) string) image.Image {
		rows := (len(v.Pawns) + 2) / 3
		c := scenes.Canvas(scene{"tower", rows}, func() *paint.Art { return tower(boardHeight - (3-rows)*cellHeight) })
		floors(c, v)
		for i, p := range places {
			room(c, v, i, p, say)
		}
		if v.Phase == Play {
			for i, f := range v.Dice {
				die(c, placeLeft+11+i*(dieSize+22), 456, f, v.Used[i])
			}
		}
		for i := range v.Pawns {
			cell(c, v, i, say)
		}
		return c.Image()
	}, alt, what...)
}

// floors draws the markers of those who sleep on their floors.
func floors(c *paint.Canvas, v View) {
	for n := 1; n <= top; n++ {
		y := towerTop + (top-n)*floorHeight
		ink := paint.Moon
		c.Label(paint.Bold.Size(28), strconv.Itoa(n), image.Rect(towerLeft+4, y, towerLeft+46, y+floorHeight), 24, paint.Centre, ink)
		x := towerLeft + 54
		for i, p := range v.Pawns {
			if p.Sleep == n {
				token(c, x, y+(floorHeight-marker)/2, i)
				x += marker
			}
		}
	}
}

// room draws a place with the pawns that stand there.
func room(c *paint.Canvas, v View, i int, p Place, say func(ui.Text) string) {
	x, y := placeLeft, placeTop+i*(placeHeight+placeGap)
	ground, edge := paint.Slate, livery[p]
	c.Tile(x, y, placeWidth, placeHeight, 16, 4, ground, edge)
	c.Icon(placeSigns[p], box(x+14, y+10, 38), edge)
	c.Label(paint.Bold.Size(30), say(place(p)), image.Rect(x+62, y+6, x+placeWidth-10, y+50), 22, paint.Left, paint.Moon)
	at := x + 12
	for seat, q := range v.Pawns {
		if q.Place != p {
			continue
		}
		token(c, at, y+53, seat)
		if q.Hidden {
			c.Icon(hiddenSign, box(at+24, y+78, 15), paint.Moon)
		}
		at += marker - 2
	}
}

// livery are the edges of the places.
var livery = map[Place]paint.Colour{City: teal, Forest: paint.Mint, Shop: paint.Amber, House: paint.Rose}

// die draws a die; one that was used is dim.
func die(c *paint.Canvas, x, y int, f Face, used bool) {
	ground, edge, ink := paint.Cream, paint.Gold, paint.Ink
	if f == FaceAttack {
		ink = paint.Red
	}
	if used {
		ground, edge, ink = paint.Slate, grey, grey
	}
	c.Tile(x, y, dieSize, dieSize, 20, 5, ground, edge)
	c.Icon(faceSigns[f], box(x+14, y+14, dieSize-28), ink)
}

// shownVisions returns the Visions of a player that are drawn, and the number of
// the others. There is room for six, or for five and a number.
func shownVisions(p Pawn) (list []Vision, more int) {
	if p.Sleep == 0 {
		return nil, 0
	}
	if n := len(p.Visions); n > 6 {
		return p.Visions[:5], n - 5
	}
	return p.Visions, 0
}

// cell draws who a marker belongs to, and the Visions before them.
func cell(c *paint.Canvas, v View, i int, say func(ui.Text) string) {
	p := v.Pawns[i]
	x, y := 16+i%3*cellWidth, cellTop+i/3*cellHeight
	ground, edge, ink := paint.Slate, paint.Slate, paint.Moon
	if v.Phase == Play && v.Active == games.Seat(i) {
		edge = paint.Gold
	}
	if p.Sleep == 0 {
		ink = paint.Mist
	}
	w, h := cellWidth-8, cellHeight-6
	c.Tile(x, y, w, h, 12, 3, ground, edge)
	token(c, x+8, y+14, i)
	name := image.Rect(x+54, y+2, x+w-8, y+34)
	c.Label(paint.Bold.Size(26), say(ui.Name(i).Text()), name, 22, paint.Left, ink)
	if p.Sleep == 0 {
		c.Icon(paint.IconSun, image.Rect(x+54, y+35, x+82, y+63), paint.Gold)
		return
	}
	const size, step = 26, 31
	at := x + 54
	list, more := shownVisions(p)
	for _, card := range list {
		colour := paint.Gold
		if card.Lasts() == Once {
			colour = paint.Frost
		}
		c.Icon(visionSigns[card], box(at, y+36, size), colour)
		at += step
	}
	if more > 0 {
		c.Label(paint.Bold.Size(26), "+"+strconv.Itoa(more), image.Rect(at, y+34, at+40, y+64), 22, paint.Left, paint.Gold)
	}
}

// markers are the looks of the seats. No two have one shape.
var markers = [...]struct {
	shape        *paint.Icon
	ground, edge paint.Colour
	ink          paint.Colour
	low          int // how far below the middle its letter stands
}{
	{disc, paint.Red, paint.Night, paint.White, 0},
	{square, paint.Amber, paint.Night, paint.Ink, 0},
	{triangle, paint.Gold, paint.Night, paint.Ink, 4}, // a triangle is wide below
	{diamond, paint.Green, paint.Night, paint.White, 0},
	{hexagon, paint.Blue, paint.Night, paint.White, 0},
	{pentagon, paint.Violet, paint.Night, paint.White, 0},
	{shield, wood, paint.Night, paint.White, 0},
	{cross, paint.White, paint.Night, paint.Ink, 0},
	{star, paint.Night, paint.Moon, paint.Moon, 0},
}

// token draws the marker of a seat: its shape, colour and letter.
func token(c *paint.Canvas, x, y, seat int) {
	m := markers[seat]
	c.Icon(m.shape, box(x, y, marker), m.edge)
	c.Icon(m.shape, box(x+2, y+2, marker-5), m.ground)
	c.Label(paint.Bold.Size(22), letter(seat), box(x, y+m.low, marker-1), 20, paint.Centre, m.ink)
}

// box is a square of a size with its upper left corner at x, y.
func box(x, y, size int) image.Rectangle { return image.Rect(x, y, x+size, y+size) }

// The inks of this game beside those of all games.
const (
	wood = paint.Own + iota
	teal
	grey
)

// scenes are the game's paintings: the table by its rows of names, and the roles.
var scenes = paint.Scenes[scene]{Own: []uint32{wood - paint.Own: 0x8c5a3a, teal - paint.Own: 0x2fa7ad, grey - paint.Own: 0x6e7090}}

type scene struct {
	name string
	rows int
}

// portrait is the picture of a role.
func portrait(r Role) *ui.Picture {
	alt := []ui.Text{ui.T("picture.role." + string(r))}
	return ui.Draw(func(say func(ui.Text) string) image.Image {
		c := scenes.Canvas(scene{string(r), 0}, func() *paint.Art { return figure(r) })
		c.Label(paint.Regular.Size(28), say(ui.T("picture.you")), image.Rect(408, 92, 784, 132), 22, paint.Centre, paint.Mist)
		c.Words(paint.Slanted.Size(56), say(role(r)), image.Rect(408, 132, 784, 262), 34, paint.Centre, paint.Moon)
		c.Words(paint.Regular.Size(32), say(ui.T("picture.aim."+string(r))), image.Rect(408, 276, 784, 366), 26, paint.Centre, paint.Gold)
		return c.Image()
	}, alt, "role", r)
}

// finale is the picture of the end.
func finale(v View) *ui.Picture { return board(v) }
