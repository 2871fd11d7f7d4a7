package fortress

import (
	"image"
	"slices"
	"strconv"
	"strings"

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
// What the last deed changed is marked until the next one: where a sleeper lay and how
// many floors it cost, where a pawn came from, and whose Visions are other ones now.
//
// The last pictures show who was who, and who won, and how deep the sides slept in each
// lap.
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

// ofLaps follows the number of a lap: how many there are at most. It is zero where no dawn
// ends the night.
func ofLaps(v View) ui.Text {
	if v.Endless {
		return ui.Text{}
	}
	return ui.T("lap.of", lastLap)
}

// board is the picture of the table.
func board(v View) *ui.Picture {
	alt := []ui.Text{ui.T("picture.tower", lap(v), ofLaps(v))}
	what := []any{"board"}
	for i, p := range v.Pawns {
		alt = append(alt, described(v, i))
		what = append(what, p.Sleep, p.Place, p.Hidden, len(p.Visions))
		if p.Sleep == 0 {
			what = append(what, p.Role)
		}
	}
	if v.Phase == Play && len(v.Dice) > 0 {
		var list []ui.Text
		for i, f := range v.Dice {
			die := ui.T("face." + string(f))
			switch {
			case v.Used[i]:
				die = ui.T("picture.die.used", die)
			case lost(v, i):
				die = ui.T("picture.die.lost", die)
			}
			list = append(list, die)
		}
		alt = append(alt, ui.T("picture.dice", list))
	}
	if v.Phase == Play {
		alt = append(alt, ui.T("picture.turn", letter(int(v.Active)), ui.Name(v.Active)))
		what = append(what, v.Active, v.Dice, v.Used, v.Done >= v.Most)
	}
	what = append(what, v.Was)
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
				die(c, dieLeft(i), baseTop, f, v.Used[i], lost(v, i))
			}
		}
		awake(c, v)
		return c.Image()
	}, alt, what...)
}

// described is a seat of the table in words, with what the last deed changed.
func described(v View, i int) ui.Text {
	p := v.Pawns[i]
	floor := ui.T("some", p.Sleep)
	w, marked := was(v, i)
	if p.Sleep == 0 {
		if marked {
			return ui.T("picture.row.wakes", letter(i), ui.Name(i), role(p.Role), w.Sleep)
		}
		return ui.T("picture.row.awake", letter(i), ui.Name(i), role(p.Role))
	}
	if marked && w.Sleep != p.Sleep {
		floor = ui.T("picture.was", floor, w.Sleep)
	}
	var at, hidden, cards ui.Text
	if p.Place != "" {
		at = ui.T("picture.row.at", place(p.Place))
		if marked && w.Place != "" && w.Place != p.Place {
			at = ui.T("picture.row.from", place(p.Place), ui.T("place.short."+string(w.Place)))
		}
	}
	if p.Hidden {
		hidden = ui.T("picture.row.hidden")
	}
	if n := len(p.Visions); n > 0 {
		cards = ui.T("picture.row.visions", ui.T("some", n))
	}
	if n := len(p.Visions); marked && w.Visions != n {
		cards = ui.T("picture.row.visions", ui.T("picture.was", ui.T("some", n), w.Visions))
	}
	return ui.T("picture.row", letter(i), ui.Name(i), floor, at, hidden, cards)
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
	if old, marked := was(v, i); marked && old.Sleep != p.Sleep {
		lay(c, x, w, old.Sleep, p.Sleep)
	}
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

// lay marks the window where somebody lay before the last deed, with the floors that it
// cost or gave.
func lay(c *paint.Canvas, x, w, before, now int) {
	y, wide := floorTop(before), min(w-2, 52)
	text, ink := "−"+strconv.Itoa(before-now), paint.Rose
	if now > before {
		text, ink = "+"+strconv.Itoa(now-before), paint.Mint
	}
	c.Tile(x+(w-wide)/2, y+1, wide, floorHeight-2, 10, 2, paint.Night, ink)
	c.Label(paint.Bold.Size(28), text, image.Rect(x-4, y, x+w+4, y+floorHeight), 26, paint.Centre, ink)
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
	n, gone := 0, 0
	for i, q := range v.Pawns {
		if q.Place == p && q.Sleep > 0 {
			n++
		}
		if w, marked := was(v, i); marked && w.Place == p && q.Place != p && gone < 2 {
			trace(c, x+placeWidth-42-gone*36, y+12, 32, i)
			gone++
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

// trace draws the empty marker of somebody who left a place with the last deed.
func trace(c *paint.Canvas, x, y, size, seat int) {
	m := markers[seat]
	c.Icon(m.shape, box(x, y, size), paint.White)
	c.Icon(m.shape, box(x+3, y+3, size-6), paint.Night)
	c.Label(paint.Bold.Size(size*2/3), letter(seat), box(x, y+m.low*size/38, size), size/2, paint.Centre, paint.White)
}

// person draws a row of a place: a marker, a name, the shelter of the Forest, and
// how many Visions.
func person(c *paint.Canvas, v View, i, x, y, high int, say func(ui.Text) string) {
	p := v.Pawns[i]
	size, w := min(high-2, 36), placeWidth-12
	old, marked := was(v, i)
	ink, came := paint.Moon, marked && old.Place != "" && old.Place != p.Place
	switch active := v.Phase == Play && v.Active == games.Seat(i); {
	case active && came:
		c.Tile(x, y, w, high-1, 10, 4, paint.Gold, paint.White)
		ink = paint.Ink
	case active:
		c.Tile(x, y, w, high-1, 10, 0, paint.Gold, paint.Gold)
		ink = paint.Ink
	case came:
		c.Tile(x, y, w, high-1, 10, 3, paint.Night, paint.White)
	}
	token(c, x+4, y+(high-size)/2, size, i)
	right := x + w - 6
	if n := len(p.Visions); n > 0 || marked && old.Visions > 0 {
		right -= size + 18
		colour := paint.Frost
		switch {
		case marked && old.Visions != n:
			c.Tile(right-4, y+1, x+w-right+4, high-3, 8, 3, paint.Night, paint.White)
		case ink == paint.Ink:
			colour = paint.Ink
		}
		c.Icon(faceSigns[FaceVision], box(right, y+(high-size)/2, size), colour)
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

// die draws a die. One that was used is dim and ticked, and one that is left over is dim
// and has no edge.
func die(c *paint.Canvas, x, y int, f Face, used, lost bool) {
	ground, edge, ink := paint.Cream, paint.Gold, paint.Ink
	if f == FaceAttack {
		ink = paint.Red
	}
	if used || lost {
		ground, edge, ink = paint.Slate, grey, grey
	}
	if lost {
		edge = paint.Slate
	}
	c.Tile(x, y, dieSize, dieSize, 14, 4, ground, edge)
	c.Icon(faceSigns[f], box(x+9, y+9, dieSize-18), ink)
	if used {
		c.Icon(paint.IconCheck, box(x+14, y+14, dieSize-14), paint.Night)
		c.Icon(paint.IconCheck, box(x+16, y+16, dieSize-18), paint.Mint)
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

// scenes are the game's paintings: the table by its seats, the end by its height, and the
// roles.
var scenes = paint.Scenes[scene]{Own: []uint32{wood - paint.Own: 0x8c5a3a, aqua - paint.Own: 0x8fe3e8, grey - paint.Own: 0x6e7090}}

type scene struct {
	name string
	size int
}

// portrait is the picture of a role.
func portrait(v View) *ui.Picture {
	r := v.Role
	alt := []ui.Text{ui.T("picture.role." + string(r)), character(v)}
	return ui.Draw(func(say func(ui.Text) string) image.Image {
		c := scenes.Canvas(scene{string(r), 0}, func() *paint.Art { return figure(r) })
		c.Label(paint.Regular.Size(28), say(ui.T("picture.you")), image.Rect(408, 92, 784, 132), 22, paint.Centre, paint.Mist)
		c.Words(paint.Slanted.Size(56), say(role(r)), image.Rect(408, 132, 784, 262), 34, paint.Centre, paint.Moon)
		c.Words(paint.Regular.Size(32), say(ui.T("picture.aim."+string(r))), image.Rect(408, 276, 784, 366), 26, paint.Centre, paint.Gold)
		return c.Image()
	}, alt, "role", r)
}

// The layout of the last picture: the people in a grid, and below it the chart.
const (
	endTop  = 8
	endGap  = 8
	endHigh = 76
	wayHead = 34 // the heading of the chart
	wayLine = 36
	wayRest = 62
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

// finale is the picture of the end: who was who, who won, and how deep the sides slept,
// lap by lap.
func finale(v View) *ui.Picture {
	alt := []ui.Text{ui.T("picture.end"), ui.T("picture.end.sides", sides(v))}
	what := []any{"end", v.Win, v.Me}
	for i, p := range v.Pawns {
		key := "picture.end.row"
		if slices.Contains(v.Win, games.Seat(i)) {
			key += ".won"
		}
		fate := ui.T("picture.end.awake")
		if p.Sleep > 0 {
			fate = ui.T("picture.end.floor", p.Sleep)
		}
		name := ui.Name(i).Text()
		if games.Seat(i) == v.Me {
			name = ui.T("picture.end.me", name)
		}
		alt = append(alt, ui.T(key, letter(i), name, ui.T("picture.who."+string(p.Role)), fate))
		what = append(what, p.Role, p.Sleep)
	}
	lines, laps := course(v)
	_, rows := endGrid(len(v.Pawns))
	grid := endTop + rows*(endHigh+endGap)
	high := grid
	// A panel of many, or with more to say, has no room for the chart; the board has it.
	if len(laps) > 1 && (v.Me == games.Nobody || len(v.Pawns) <= mostPlaced && len(reasons(v)) < 2) {
		high += wayHead + wayLine*len(lines) + wayRest
		alt = append(alt, ui.T("picture.way", laps[0], laps[len(laps)-1]))
		what = append(what, laps)
		for _, s := range lines {
			alt = append(alt, ui.T("picture.way.row", s.name, ui.Literal(numbers(s.floors))))
			what = append(what, s.floors)
		}
	}
	return ui.Draw(func(say func(ui.Text) string) image.Image {
		c := scenes.Canvas(scene{"end", grid<<16 + high}, func() *paint.Art { return morning(grid, high) })
		for i := range v.Pawns {
			ending(c, v, i, endCell(len(v.Pawns), i), say)
		}
		if high > grid {
			c.Label(paint.Bold.Size(28), say(ui.T("picture.way.title")), image.Rect(20, grid+2, 780, grid+wayHead), 26, paint.Left, paint.Moon)
			way(c, image.Rect(4, grid+wayHead, boardWidth-10, high-6), v, lines, laps, say)
		}
		return c.Image()
	}, alt, what...)
}

// ending draws who somebody was. The viewer's own cell has a light ground.
func ending(c *paint.Canvas, v View, i int, r image.Rectangle, say func(ui.Text) string) {
	p := v.Pawns[i]
	won := slices.Contains(v.Win, games.Seat(i))
	ground, edge, ink, name := paint.Slate, paint.Dusk, paint.Mist, paint.Moon
	if won {
		edge, ink = paint.Gold, paint.Gold
	}
	if games.Seat(i) == v.Me {
		ground, ink, name = paint.Moon, paint.Ink, paint.Ink
	}
	c.Tile(r.Min.X, r.Min.Y, r.Dx(), r.Dy(), 16, 4, ground, edge)
	left, right := r.Min.X+10, r.Max.X-10
	token(c, left, r.Min.Y+6, 32, i)
	c.Label(paint.Bold.Size(28), say(ui.Name(i).Text()), image.Rect(left+38, r.Min.Y+4, right-34, r.Min.Y+40), 22, paint.Left, name)
	if won {
		c.Icon(paint.IconStar, image.Rect(right-32, r.Min.Y+6, right, r.Min.Y+38), ink)
	}
	c.Icon(roleSigns[p.Role], box(left, r.Min.Y+39, 32), ink)
	fate := image.Rect(right-32, r.Min.Y+40, right, r.Min.Y+70)
	if p.Sleep == 0 {
		c.Icon(paint.IconSun, fate, name)
	} else {
		c.Label(paint.Bold.Size(28), strconv.Itoa(p.Sleep), fate, 26, paint.Right, name)
	}
	c.Label(paint.Bold.Size(27), say(ui.T("picture.who."+string(p.Role))), image.Rect(left+38, r.Min.Y+38, right-36, r.Min.Y+72), 22, paint.Left, ink)
}

// side is a line of the chart: a team, or a Dreamer.
type side struct {
	name   ui.Text
	seats  []games.Seat
	floors []int // of all of them together, by step
}

// course is how deep the sides slept, and the numbers of the laps.
func course(v View) (list []side, laps []int) {
	last := lap(v)
	for i := range v.Course {
		laps = append(laps, last-len(v.Course)+1+i)
	}
	begin := len(laps) > 0 && laps[0] == 1 // what came before is known: all slept on top
	if begin {
		laps = slices.Insert(laps, 0, 0)
	}
	for _, r := range []Role{Nightmare, GoodDream, Alice, Sigmund, William, Janitor} {
		s := side{name: ui.T("picture.side." + string(r))}
		for i, p := range v.Pawns {
			if p.Role == r {
				s.seats = append(s.seats, games.Seat(i))
			}
		}
		if len(s.seats) == 0 {
			continue
		}
		if begin {
			s.floors = append(s.floors, top*len(s.seats))
		}
		for _, floors := range v.Course {
			sum := 0
			for _, seat := range s.seats {
				sum += floors[seat]
			}
			s.floors = append(s.floors, sum)
		}
		list = append(list, s)
	}
	return list, laps
}

// numbers are some numbers in a row.
func numbers(list []int) string {
	var b strings.Builder
	for i, n := range list {
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(strconv.Itoa(n))
	}
	return b.String()
}

// way draws the chart of how deep the sides slept. The viewer's own side is wide.
func way(c *paint.Canvas, box image.Rectangle, v View, list []side, laps []int, say func(ui.Text) string) {
	chart := paint.Chart{Names: 260}
	for _, n := range laps {
		chart.Steps = append(chart.Steps, strconv.Itoa(n))
	}
	for _, s := range list {
		chart.Lines = append(chart.Lines, paint.Line{Name: say(s.name), Values: s.floors, Mine: slices.Contains(s.seats, v.Me)})
	}
	c.Chart(box, chart)
}
