package fortress

import (
	"image"
	"slices"
	"strconv"

	"oneiros/games"
	"oneiros/games/paint"
	"oneiros/games/ui"
)

// # Pictures
//
// The table is one picture. In its middle stands the fortress. Every seat has a
// column of windows, one on each floor. The lit one is where the seat sleeps. Below
// are the letters of the columns, the dice and those awake. The four places lie around the fortress, in the
// order of their ring. Each says what it gives, and who is there with how many
// Visions. All of it is public. Only the board has it: a panel changes with every
// press, and a picture flickers when it changes.
//
// The last picture shows who was who, and who won.
//
// The picture of a role depends on the role and the language alone. So its name
// gives no secret away.

// The layout of the table.
const (
	boardWidth  = 800
	boardHeight = 640
	towerLeft   = 228
	towerWidth  = 344
	towerTop    = 74
	floorHeight = 41
	windowLeft  = towerLeft + 44
	windowWidth = towerWidth - 52
	namesTop    = towerTop + top*floorHeight + 2 // letters below the columns
	baseTop     = namesTop + 36
	dieSize     = 54
	awakeTop    = baseTop + dieSize + 10
	awakeSize   = 36
	placeWidth  = 214
	placeHeight = 302
	rowsTop     = 88 // of a place, where its people begin
	mostRow     = 42 // how high a row of a place is at most
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
	what := []any{"board"}
	for i, p := range v.Pawns {
		alt = append(alt, described(i, p))
		what = append(what, p.Sleep, p.Place, p.Hidden, len(p.Visions))
		if p.Sleep == 0 {
			what = append(what, p.Role)
		}
	}
	if v.Phase == Play && len(v.Dice) > 0 {
		var list []ui.Text
		for i, f := range v.Dice {
			die := ui.T("face." + string(f))
			if v.Used[i] {
				die = ui.T("picture.die.used", die)
			}
			list = append(list, die)
		}
		alt = append(alt, ui.T("picture.dice", list))
	}
	if v.Phase == Play {
		alt = append(alt, ui.T("picture.turn", letter(int(v.Active)), ui.Name(v.Active)))
		what = append(what, v.Active, v.Dice, v.Used)
	}
	return ui.Draw(func(say func(ui.Text) string) image.Image {
		n := len(v.Pawns)
		c := scenes.Canvas(scene{"tower", n}, func() *paint.Art { return tower(n) })
		for n := 1; n <= top; n++ {
			y := floorTop(n)
			c.Label(paint.Bold.Size(28), strconv.Itoa(n), image.Rect(towerLeft, y, windowLeft-4, y+floorHeight), 24, paint.Centre, paint.Moon)
		}
		for i := range v.Pawns {
			window(c, v, i)
		}
		for _, p := range places {
			room(c, v, p, say)
		}
		if v.Phase == Play {
			for i, f := range v.Dice {
				die(c, dieLeft(i), baseTop, f, v.Used[i])
			}
		}
		awake(c, v)
		return c.Image()
	}, alt, what...)
}

// described is a seat of the table in words.
func described(i int, p Pawn) ui.Text {
	if p.Sleep == 0 {
		return ui.T("picture.row.awake", letter(i), ui.Name(i), role(p.Role))
	}
	var at, hidden, cards ui.Text
	if p.Place != "" {
		at = ui.T("picture.row.at", place(p.Place))
	}
	if p.Hidden {
		hidden = ui.T("picture.row.hidden")
	}
	if n := len(p.Visions); n > 0 {
		cards = ui.T("picture.row.visions", n)
	}
	return ui.T("picture.row", letter(i), ui.Name(i), p.Sleep, at, hidden, cards)
}

// column is how wide the column of a seat is, and where it begins.
func column(seats, seat int) (x, width int) {
	width = windowWidth / seats
	return windowLeft + (windowWidth-seats*width)/2 + seat*width, width
}

// floorTop is where a floor begins.
func floorTop(n int) int { return towerTop + (top-n)*floorHeight }

// window lights the window of a sleeper, with their face in it. The letter of the
// column stands at its foot.
func window(c *paint.Canvas, v View, i int) {
	p := v.Pawns[i]
	x, w := column(len(v.Pawns), i)
	if p.Sleep == 0 {
		return
	}
	y := floorTop(p.Sleep)
	wide := min(w-2, 52)
	edge, rim := paint.Amber, 2
	if v.Phase == Play && v.Active == games.Seat(i) {
		edge, rim = paint.White, 3
	}
	c.Tile(x+(w-wide)/2, y+1, wide, floorHeight-2, 10, rim, paint.Gold, edge)
	size := min(w-4, floorHeight-6)
	face(c, x+(w-size)/2, y+(floorHeight-size)/2, size, i)
	token(c, x+(w-30)/2, namesTop, 30, i)
}

// corner is the upper left corner of a place. The ring runs clockwise.
func corner(p Place) (x, y int) {
	switch p {
	case City:
		return 6, 6
	case Forest:
		return boardWidth - placeWidth - 6, 6
	case Shop:
		return boardWidth - placeWidth - 6, boardHeight - placeHeight - 6
	default:
		return 6, boardHeight - placeHeight - 6
	}
}

// room draws a place: what it is, what it gives, and who is there.
func room(c *paint.Canvas, v View, p Place, say func(ui.Text) string) {
	x, y := corner(p)
	c.Icon(placeSigns[p], box(x+12, y+12, 40), livery[p])
	c.Label(paint.Bold.Size(34), say(ui.T("place.short."+string(p))), image.Rect(x+62, y+8, x+placeWidth-10, y+50), 26, paint.Left, paint.Moon)
	c.Label(paint.Bold.Size(27), say(ui.T("bonus.short."+string(p))), image.Rect(x+14, y+50, x+placeWidth-10, y+84), 22, paint.Left, livery[p])
	n := 0
	for _, q := range v.Pawns {
		if q.Place == p && q.Sleep > 0 {
			n++
		}
	}
	if n == 0 {
		return
	}
	high := min((placeHeight-rowsTop-6)/n, mostRow)
	at := y + rowsTop
	for i, q := range v.Pawns {
		if q.Place == p && q.Sleep > 0 {
			person(c, v, i, x+6, at, high, say)
			at += high
		}
	}
}

// person draws a row of a place: a marker, a name, the shelter of the Forest, and
// how many Visions.
func person(c *paint.Canvas, v View, i, x, y, high int, say func(ui.Text) string) {
	p := v.Pawns[i]
	size, w := min(high-2, 36), placeWidth-12
	ink := paint.Moon
	if v.Phase == Play && v.Active == games.Seat(i) {
		c.Tile(x, y, w, high-1, 10, 0, paint.Gold, paint.Gold)
		ink = paint.Ink
	}
	token(c, x+4, y+(high-size)/2, size, i)
	right := x + w - 6
	if n := len(p.Visions); n > 0 {
		right -= size + 18
		orb := box(right, y+(high-size)/2, size)
		colour := paint.Frost
		if ink == paint.Ink {
			colour = paint.Ink
		}
		c.Icon(faceSigns[FaceVision], orb, colour)
		c.Label(paint.Bold.Size(min(28, high-2)), strconv.Itoa(n), image.Rect(right+size+1, y, x+w, y+high), 18, paint.Left, colour)
	}
	if p.Hidden {
		right -= 28
		c.Icon(hiddenSign, image.Rect(right, y, right+26, y+high), ink)
	}
	c.Label(paint.Bold.Size(min(28, high-3)), say(ui.Name(i).Text()), image.Rect(x+size+10, y, right-4, y+high), min(22, high-3), paint.Left, ink)
}

// awake draws those who are awake, with who they were.
func awake(c *paint.Canvas, v View) {
	var list []int
	for i, p := range v.Pawns {
		if p.Sleep == 0 {
			list = append(list, i)
		}
	}
	if len(list) == 0 {
		return
	}
	step := min((towerWidth-52)/len(list), 2*awakeSize+8)
	x := towerLeft + 46
	c.Icon(paint.IconSun, box(towerLeft+4, awakeTop, awakeSize+2), paint.Gold)
	for _, i := range list {
		if step > 2*awakeSize {
			c.Icon(roleSigns[v.Pawns[i].Role], box(x+awakeSize+2, awakeTop, awakeSize-2), paint.Moon)
		}
		token(c, x, awakeTop, awakeSize, i)
		x += step
	}
}

// dieLeft is where a die begins.
func dieLeft(i int) int { return towerLeft + towerWidth/2 - 3*dieSize/2 - 16 + i*(dieSize+16) }

// livery are the inks of the words on the places.
var livery = map[Place]paint.Colour{City: aqua, Forest: paint.Mint, Shop: paint.Gold, House: paint.Rose}

// die draws a die; one that was used is dim.
func die(c *paint.Canvas, x, y int, f Face, used bool) {
	ground, edge, ink := paint.Cream, paint.Gold, paint.Ink
	if f == FaceAttack {
		ink = paint.Red
	}
	if used {
		ground, edge, ink = paint.Slate, grey, grey
	}
	c.Tile(x, y, dieSize, dieSize, 14, 4, ground, edge)
	c.Icon(faceSigns[f], box(x+9, y+9, dieSize-18), ink)
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
func token(c *paint.Canvas, x, y, size, seat int) {
	m := markers[seat]
	c.Icon(m.shape, box(x, y, size), m.edge)
	c.Icon(m.shape, box(x+2, y+2, size-4), m.ground)
	c.Label(paint.Bold.Size(size*2/3), letter(seat), box(x, y+m.low*size/38, size), size/2, paint.Centre, m.ink)
}

// face draws a sleeper with the shape and the colour of the marker. A large one wears
// a nightcap.
func face(c *paint.Canvas, x, y, size, seat int) {
	m := markers[seat]
	low := m.low * size / 38
	c.Icon(m.shape, box(x, y, size), m.edge)
	c.Icon(m.shape, box(x+2, y+2, size-4), m.ground)
	c.Icon(faceSign, box(x+size/6, y+size/4+low, size-2*(size/6)), m.ink)
	if size < 32 { // a cap would hide the eyes
		return
	}
	c.Icon(capSign, box(x+size/3, y-3, size*2/3), paint.Night)
	c.Icon(capSign, box(x+size/3+2, y-1, size*2/3-4), paint.Frost)
}

// box is a square of a size with its upper left corner at x, y.
func box(x, y, size int) image.Rectangle { return image.Rect(x, y, x+size, y+size) }

// The inks of this game beside those of all games.
const (
	wood = paint.Own + iota
	aqua
	grey
)

// scenes are the game's paintings: the table and the end by their seats, and the
// roles.
var scenes = paint.Scenes[scene]{Own: []uint32{wood - paint.Own: 0x8c5a3a, aqua - paint.Own: 0x8fe3e8, grey - paint.Own: 0x6e7090}}

type scene struct {
	name  string
	seats int
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

// The layout of the last picture.
const (
	endTop  = 96 // below the words about who won
	endGap  = 8
	endHigh = 112
)

// endGrid is how many columns and rows of people the last picture has.
func endGrid(seats int) (columns, rows int) {
	columns = 3
	if seats == 4 {
		columns = 2
	}
	return columns, (seats + columns - 1) / columns
}

// endCell is where somebody is on the last picture.
func endCell(seats, seat int) image.Rectangle {
	columns, _ := endGrid(seats)
	w := (boardWidth - 16) / columns
	x, y := 8+seat%columns*w, endTop+seat/columns*(endHigh+endGap)
	return image.Rect(x, y, x+w-endGap, y+endHigh)
}

// finale is the picture of the end: who was who, and who won.
func finale(v View) *ui.Picture {
	alt := []ui.Text{ui.T("picture.end"), ui.T("picture.end.sides", sides(v))}
	what := []any{"end", v.Win}
	for i, p := range v.Pawns {
		key := "picture.end.row"
		if slices.Contains(v.Win, games.Seat(i)) {
			key += ".won"
		}
		fate := ui.T("picture.end.awake")
		if p.Sleep > 0 {
			fate = ui.T("picture.end.floor", p.Sleep)
		}
		alt = append(alt, ui.T(key, letter(i), ui.Name(i), role(p.Role), fate))
		what = append(what, p.Role, p.Sleep)
	}
	return ui.Draw(func(say func(ui.Text) string) image.Image {
		n := len(v.Pawns)
		c := scenes.Canvas(scene{"end", n}, func() *paint.Art { return morning(n) })
		c.Tile(100, 10, 600, 76, 24, 4, paint.Slate, paint.Gold)
		c.Icon(paint.IconStar, box(116, 22, 52), paint.Gold)
		c.Icon(paint.IconStar, box(632, 22, 52), paint.Gold)
		c.Label(paint.Slanted.Size(44), say(ui.T("picture.end.won", sides(v))), image.Rect(176, 12, 624, 84), 28, paint.Centre, paint.Moon)
		for i := range v.Pawns {
			ending(c, v, i, say)
		}
		return c.Image()
	}, alt, what...)
}

// ending draws who somebody was.
func ending(c *paint.Canvas, v View, i int, say func(ui.Text) string) {
	p, r := v.Pawns[i], endCell(len(v.Pawns), i)
	won := slices.Contains(v.Win, games.Seat(i))
	edge, ink := paint.Dusk, paint.Mist
	if won {
		edge, ink = paint.Gold, paint.Gold
	}
	c.Tile(r.Min.X, r.Min.Y, r.Dx(), r.Dy(), 16, 4, paint.Slate, edge)
	c.Icon(roleSigns[p.Role], box(r.Min.X+16, r.Min.Y+8, 60), ink)
	c.Label(paint.Bold.Size(30), say(ui.Name(i).Text()), image.Rect(r.Min.X+90, r.Min.Y+6, r.Max.X-8, r.Min.Y+42), 24, paint.Left, paint.Moon)
	c.Label(paint.Bold.Size(28), say(ui.T("picture.who."+string(p.Role))), image.Rect(r.Min.X+90, r.Min.Y+38, r.Max.X-8, r.Min.Y+74), 22, paint.Left, ink)
	token(c, r.Min.X+29, r.Min.Y+73, 34, i)
	fate := image.Rect(r.Min.X+90, r.Min.Y+74, r.Min.X+122, r.Min.Y+106)
	if p.Sleep == 0 {
		c.Icon(paint.IconSun, fate, paint.Moon)
	} else {
		c.Icon(paint.IconMoon, fate, paint.Frost)
		c.Label(paint.Bold.Size(28), strconv.Itoa(p.Sleep), image.Rect(fate.Max.X+6, fate.Min.Y, fate.Max.X+60, fate.Max.Y), 22, paint.Left, paint.Moon)
	}
	if won {
		c.Icon(paint.IconStar, image.Rect(r.Max.X-46, r.Min.Y+70, r.Max.X-10, r.Min.Y+106), paint.Gold)
	}
}
