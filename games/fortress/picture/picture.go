// Package picture draws Dream Fortress: the table, the roles, the laps and the end.
//
// # Why it stands apart
//
// A picture is drawn from a view and knows nothing of the page that it stands on. What is
// drawn where is geometry and paint, and no page needs it. So a page asks for a picture by its
// subject, and for how many rows of people the last one has.
//
// # What is drawn
//
// The table is one picture. In its middle stands the fortress. Every seat has a
// column of windows, one on each floor. The lit one, which stands out, is where the seat
// sleeps. Below are the letters of the columns, the dice and those awake. The four places
// lie around the fortress, in the order of their ring, each with its painting. Each says
// what it gives, and who is there with how many Visions. The place of the turn is lit, and
// the others lie in the dusk. All of it is public. Only the board has it: a panel changes
// with every press, and a picture flickers when it changes.
//
// What the last deed changed is marked until the next one: where a sleeper lay and how
// many floors it cost, where a pawn came from, and whose Visions are other ones now.
//
// The last pictures show who was who, and who won, and how deep the sides slept in each
// lap.
//
// The picture of a role depends on the role and the language alone. So its name
// gives no secret away.
package picture

import (
	"image"
	"slices"
	"strconv"
	"strings"

	"oneiros/games"
	"oneiros/games/alike"
	"oneiros/games/fortress/kit"
	"oneiros/games/fortress/label"
	"oneiros/games/fortress/view"
	"oneiros/games/paint"
	"oneiros/games/ui"
)

// The layout of the table.
const (
	boardWidth  = 800
	boardHeight = 640
	margin      = 6
	towerTop    = 78
	floorHeight = 40
	numbersWide = 40                                      // the pillar with the numbers of the floors
	bayHeight   = 54                                      // the window of a sleeper stands out
	markSize    = 30                                      // of the markers below the columns
	namesTop    = towerTop + kit.TopFloor*floorHeight + 6 // letters below the columns
	baseTop     = namesTop + 32
	dieSize     = 52
	awakeTop    = baseTop + dieSize + 4
	placeHeight = 302
	rowsTop     = 88 // of a place, where its people and its painting begin
	mostRow     = 51 // how high a row of a place is at most
	portraitW   = 800
	portraitH   = 400
)

// plan is the layout of the table for so many seats. Few seats have a narrow fortress, and
// places with more room for names.
type plan struct {
	seats       int
	wide        int // of a column
	left, tower int // where the fortress begins, and how wide it is
	room        int // how wide a place is
}

func planOf(seats int) plan {
	p := plan{seats: seats, wide: min(284/seats, 52)}
	p.tower = numbersWide + seats*p.wide + 14
	p.left = (boardWidth - p.tower) / 2
	p.room = p.left - 2*margin - 2
	return p
}

// column is where the column of a seat begins.
func (p plan) column(seat int) int { return p.left + numbersWide + 2 + seat*p.wide }

// corner is the upper left corner of a place. The ring runs clockwise.
func (p plan) corner(place kit.Place) (x, y int) {
	x, y = margin, margin
	if place == kit.Forest || place == kit.Shop {
		x = boardWidth - margin - p.room
	}
	if place == kit.Shop || place == kit.House {
		y = boardHeight - margin - placeHeight
	}
	return x, y
}

// Table is the picture of the table.
func Table(v view.View) *ui.Picture {
	alt := []ui.Text{ui.T("picture.tower", v.Played(), label.OfLaps(v))}
	what := []any{"board"}
	for i, p := range v.Pawns {
		alt = append(alt, described(v, i))
		what = append(what, p.Sleep, p.Place, p.Hidden, len(p.Visions))
		if p.Sleep == 0 {
			what = append(what, p.Role)
		}
	}
	if v.Phase == kit.Play && len(v.Dice) > 0 {
		var list []ui.Text
		for i, f := range v.Dice {
			die := ui.T("face." + string(f))
			switch {
			case v.Used[i]:
				die = ui.T("picture.die.used", die)
			case v.Lost(i):
				die = ui.T("picture.die.lost", die)
			}
			list = append(list, die)
		}
		alt = append(alt, ui.T("picture.dice", list))
	}
	if v.Phase == kit.Play {
		alt = append(alt, ui.T("picture.turn", ui.Letter(v.Active), ui.Name(v.Active)))
		what = append(what, v.Active, v.Dice, v.Used, v.Done >= v.Most)
	}
	what = append(what, v.Was)
	return ui.Draw(func(say func(ui.Text) string) image.Image {
		p := planOf(len(v.Pawns))
		c := empty(p, say)
		marks := marksOf(v, say)
		for i := range v.Pawns {
			window(c, p, v, i)
			letterOn(c, p.column(i)+(p.wide-markSize)/2, namesTop, markSize, i, marks[i])
		}
		for _, place := range kit.Places {
			room(c, p, v, place, marks, say)
		}
		if v.Phase == kit.Play {
			for i, f := range v.Dice {
				die(c, dieLeft(i), baseTop, f, v.Used[i], v.Lost(i))
			}
		}
		awake(c, p, v)
		return c.Image()
	}, alt, what...)
}

// described is a seat of the table in words, with what the last deed changed.
func described(v view.View, i int) ui.Text {
	p := v.Pawns[i]
	floor := ui.T("some", p.Sleep)
	w, marked := v.Before(i)
	if p.Sleep == 0 {
		if marked {
			return ui.T("picture.row.wakes", ui.Letter(i), ui.Name(i), label.Role(p.Role), w.Sleep)
		}
		return ui.T("picture.row.awake", ui.Letter(i), ui.Name(i), label.Role(p.Role))
	}
	if marked && w.Sleep != p.Sleep {
		floor = ui.T("picture.was", floor, w.Sleep)
	}
	var at, hidden, cards ui.Text
	if p.Place != "" {
		at = ui.T("picture.row.at", label.Place(p.Place))
		if marked && w.Place != "" && w.Place != p.Place {
			at = ui.T("picture.row.from", label.Place(p.Place), ui.T("place.short."+string(w.Place)))
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
	return ui.T("picture.row", ui.Letter(i), ui.Name(i), floor, at, hidden, cards)
}

// empty is a table of a language at which nothing lies yet. It is prepared, because each
// thing that is drawn over a ground cuts it, and cuts cost bytes.
func empty(p plan, say func(ui.Text) string) *paint.Canvas {
	var titles, gifts []string
	for _, place := range kit.Places {
		titles = append(titles, say(ui.T("place.short."+string(place))))
		gifts = append(gifts, say(ui.T("bonus.short."+string(place))))
	}
	key := scene{strings.Join(append(titles[:len(titles):len(titles)], gifts...), "\n"), p.seats}
	return scenes.Prepared(key, func() *paint.Canvas {
		bare := paint.Scenes[scene]{Own: scenes.Own} // not kept beside what is prepared
		c := bare.Lit(scene{}, func() (dark, lit *paint.Art) { return tower(p) })
		for n := 1; n <= kit.TopFloor; n++ {
			y := floorTop(n)
			c.Label(paint.Bold.Size(28), strconv.Itoa(n), image.Rect(p.left, y, p.left+numbersWide, y+floorHeight), 24, paint.Centre, paint.Moon)
		}
		for i := range p.seats {
			shape(c, p.column(i)+(p.wide-markSize)/2, namesTop, markSize, i) // each table has its own letters
		}
		for i, place := range kit.Places {
			x, y := p.corner(place)
			c.Label(paint.Bold.Size(36), titles[i], image.Rect(x+14, y+8, x+p.room-80, y+50), 26, paint.Left, paint.Moon)
			c.Label(paint.Bold.Size(27), gifts[i], image.Rect(x+14, y+48, x+p.room-10, y+82), 22, paint.Left, livery[place])
		}
		return c
	})
}

// floorTop is where a floor begins.
func floorTop(n int) int { return towerTop + (kit.TopFloor-n)*floorHeight }

// mood is what a face shows.
type mood uint8

const (
	calm mood = iota
	hurt      // the last deed cost floors
	glad      // the last deed gave floors
	wide      // awake
)

// moodOf is what the last deed did to a seat.
func moodOf(v view.View, seat int) mood {
	now := v.Pawns[seat].Sleep
	old, marked := v.Before(seat)
	switch {
	case marked && old.Sleep > now:
		return hurt
	case marked && old.Sleep < now:
		return glad
	}
	return calm
}

// window lights the window of a sleeper, with their face in it.
func window(c *paint.Canvas, p plan, v view.View, i int) {
	x, now := p.column(i), v.Pawns[i].Sleep
	if old, marked := v.Before(i); marked && old.Sleep != now {
		lay(c, x, p.wide, old.Sleep, now)
	}
	if now == 0 {
		return
	}
	m := moodOf(v, i)
	ground, edge, rim := paint.Gold, paint.Amber, 3
	switch m {
	case hurt:
		ground, edge = paint.Rose, paint.Red
	case glad:
		ground, edge = paint.Mint, paint.Green
	}
	if v.Phase == kit.Play && v.Active == games.Seat(i) {
		edge, rim = paint.White, 4
	}
	y := floorTop(now) - (bayHeight-floorHeight)/2
	c.Rect(image.Rect(x+6, y+bayHeight, x+p.wide-6, y+bayHeight+4), paint.Night) // its shadow
	c.Tile(x, y, p.wide, bayHeight, 10, rim, ground, edge)
	size := min(p.wide-2*rim+2, 42)
	face(c, x+(p.wide-size)/2, y+(bayHeight-size)/2+2, size, i, m)
}

// lay marks the window where a player lay before the last deed, with the floors that it
// cost or gave, and the way from there.
func lay(c *paint.Canvas, x, wide, before, now int) {
	text, ink := "−"+strconv.Itoa(before-now), paint.Rose
	if now > before {
		text, ink = "+"+strconv.Itoa(now-before), paint.Mint
	}
	for n := min(before, now) + 1; n < max(before, now); n++ {
		c.Icon(paint.IconDot, box(x+(wide-10)/2, floorTop(n)+(floorHeight-10)/2, 10), ink)
	}
	y, high := floorTop(before), floorHeight-2
	switch { // the window of now stands out
	case before == now+1:
		y -= 6
	case before == now-1:
		y += 10
	}
	c.Tile(x, y, wide, high, 10, 2, paint.Night, ink)
	c.Label(paint.Bold.Size(28), text, image.Rect(x+2, y, x+wide-2, y+high), 20, paint.Centre, ink)
}

// stage is the place of whose turn it is, if it has one.
func stage(v view.View) kit.Place {
	if v.Phase == kit.Play && v.Active != games.Nobody {
		return v.Pawns[v.Active].Place
	}
	return ""
}

// room draws who is in a place, and who has left it. The place where the
// turn is played is lit, and the others are in the dusk. All are lit when there is none.
func room(c *paint.Canvas, p plan, v view.View, place kit.Place, marks []string, say func(ui.Text) string) {
	x, y := p.corner(place)
	plate := paint.Mist
	switch stage(v) {
	case place:
		c.Light(x, y, p.room, placeHeight, 14, 5, paint.Gold)
		plate = paint.Moon
	case "":
		c.Light(x, y, p.room, placeHeight, 14, 0, livery[place])
		plate = paint.Moon
	}
	right := x + p.room - 10
	n, gone := 0, 0
	for i, q := range v.Pawns {
		if q.Place == place && q.Sleep > 0 {
			n++
		}
		if w, marked := v.Before(i); marked && w.Place == place && q.Place != place && gone < 2 {
			right -= 34
			trace(c, right, y+12, 32, i, marks[i])
			gone++
		}
	}
	at := 0
	for i, q := range v.Pawns {
		if q.Place == place && q.Sleep > 0 {
			person(c, v, i, row(p, place, at, n), plate, marks[i], say)
			at++
		}
	}
}

// row is where the one of n people in a place stands. The last one stands at its foot, so
// that few leave its painting to be seen.
func row(p plan, place kit.Place, one, n int) image.Rectangle {
	x, y := p.corner(place)
	high := min((placeHeight-rowsTop-8)/n, mostRow)
	top := y + placeHeight - 8 - (n-one)*high
	return image.Rect(x+8, top, x+p.room-8, top+high-2)
}

// trace draws the empty marker of a player who left a place with the last deed.
func trace(c *paint.Canvas, x, y, size, seat int, mark string) {
	m := markers[seat]
	c.Icon(m.shape, box(x, y, size), paint.White)
	c.Icon(m.shape, box(x+3, y+3, size-6), paint.Night)
	c.Label(paint.Bold.Size(size*2/3), mark, box(x, y+m.low*size/38, size), size/2, paint.Centre, paint.White)
}

// person draws a row of a place: a marker, a name, the shelter of the Forest, and
// how many Visions.
func person(c *paint.Canvas, v view.View, i int, r image.Rectangle, plate paint.Colour, mark string, say func(ui.Text) string) {
	p := v.Pawns[i]
	old, marked := v.Before(i)
	edge, rim := plate, 0
	if v.Phase == kit.Play && v.Active == games.Seat(i) {
		plate, edge, rim = paint.Gold, paint.White, 3
	}
	if marked && old.Place != "" && old.Place != p.Place {
		edge, rim = paint.Violet, 4
	}
	c.Tile(r.Min.X, r.Min.Y, r.Dx(), r.Dy(), 10, rim, plate, edge)
	size := min(r.Dy()-4, 38)
	token(c, r.Min.X+4, r.Min.Y+(r.Dy()-size)/2, size, i, mark)
	left, right := r.Min.X+size+9, r.Max.X-7
	visions := len(p.Visions) > 0 || marked && old.Visions > 0
	sign := min(r.Dy()-4, 32)
	signs := 0
	if visions {
		signs += sign + 20
	}
	if p.Hidden {
		signs += 30
	}
	l := lettering(say(ui.Name(i).Text()), right-left, signs, r.Dy())
	at := image.Rect(right-signs, r.Min.Y, right, r.Max.Y) // of the signs
	names := image.Rect(left, r.Min.Y, right-signs, r.Max.Y)
	if l.above {
		at = image.Rect(left, r.Max.Y-25, left+signs, r.Max.Y-2)
		names = image.Rect(left, r.Min.Y, right, r.Max.Y-23)
		sign = 22
	}
	y := names.Min.Y + (names.Dy()-len(l.lines)*l.line)/2
	for _, s := range l.lines {
		c.Label(l.Type, s, image.Rect(names.Min.X, y, names.Max.X, y+l.line), l.Size, paint.Left, paint.Ink)
		y += l.line
	}
	if p.Hidden {
		c.Icon(hiddenSign, image.Rect(at.Min.X, at.Min.Y, at.Min.X+26, at.Max.Y), paint.Ink)
		at.Min.X += 30
	}
	if visions {
		ink, n := paint.Ink, len(p.Visions)
		if marked && old.Visions != n {
			c.Tile(at.Min.X-4, at.Min.Y+1, sign+28, at.Dy()-2, 8, 0, paint.Violet, paint.Violet)
			ink = paint.White
		}
		c.Icon(faceSigns[kit.FaceVision], box(at.Min.X, at.Min.Y+(at.Dy()-sign)/2, sign), ink)
		c.Label(paint.Bold.Size(min(28, at.Dy()+2)), strconv.Itoa(n), image.Rect(at.Min.X+sign+2, at.Min.Y, at.Min.X+sign+24, at.Max.Y), 16, paint.Left, ink)
	}
}

// nameplate is how a name stands in its row.
type nameplate struct {
	paint.Type
	lines []string
	line  int  // how high a line is
	above bool // the signs stand below the name, and not beside it
}

// slot is a row that is so wide and high, with signs at its end, and the name for it.
type slot struct {
	name              string
	wide, signs, high int
}

// labels are the names that were set in their rows: each step of a kept match sets the same.
var labels = paint.NewCache[slot, nameplate](256 << 10)

// lettering sets a name in a row. A name stays whole: it stands above the signs, or in
// two lines, or in small letters. Only one that is longer even than these is cut.
func lettering(name string, wide, signs, high int) nameplate {
	s := slot{name, wide, signs, high}
	l, ok := labels.Find(s)
	if !ok {
		l = s.set()
		labels.Keep(s, l, 200+2*len(name))
	}
	return l
}

// set is lettering without what was set before.
func (s slot) set() nameplate {
	name, wide, signs, high := s.name, s.wide, s.signs, s.high
	one := func(size, least, width int) (nameplate, bool) {
		t, s := paint.Bold.Size(size).Fit(name, width, min(least, size))
		return nameplate{Type: t, lines: []string{s}, line: min(high, t.Line())}, s == name
	}
	l, whole := one(min(28, high-4), 23, wide-signs)
	if whole {
		return l
	}
	above := signs > 0 && high >= 39
	if above {
		if l, whole = one(min(26, high-23), 19, wide); whole {
			l.above = true
			return l
		}
	}
	words := strings.Join(strings.Fields(name), " ")
	for size := min(22, high/2-1); size >= 15; size-- {
		t := paint.Bold.Size(size)
		if lines := t.Wrap(name, wide-signs); len(lines) <= 2 && strings.Join(lines, " ") == words {
			return nameplate{Type: t, lines: lines, line: size + 2}
		}
	}
	if above {
		signs = 0
	}
	l, _ = one(min(23, high-4), 13, wide-signs)
	l.above = above
	return l
}

// awake draws those who are awake below their columns, with who they were.
func awake(c *paint.Canvas, p plan, v view.View) {
	for i, q := range v.Pawns {
		if q.Sleep == 0 {
			x := p.column(i) + (p.wide-30)/2
			face(c, x, awakeTop, 30, i, wide)
			c.Icon(roleSigns[q.Role], box(x, awakeTop+31, 30), paint.Moon)
		}
	}
	if slices.ContainsFunc(v.Pawns, func(q view.Pawn) bool { return q.Sleep == 0 }) {
		c.Icon(paint.IconSun, box(p.left, awakeTop, 38), paint.Gold)
	}
}

// dieLeft is where a die begins.
func dieLeft(i int) int { return boardWidth/2 - 3*dieSize/2 - 16 + i*(dieSize+16) }

// livery are the inks of the words on the places.
var livery = map[kit.Place]paint.Colour{kit.City: aqua, kit.Forest: paint.Mint, kit.Shop: paint.Gold, kit.House: paint.Rose}

// die draws a die. One that was used is dim and ticked, and one that is left over is dim
// and has no edge.
func die(c *paint.Canvas, x, y int, f kit.Face, used, lost bool) {
	ground, edge, ink := paint.Cream, paint.Gold, paint.Ink
	if f == kit.FaceAttack {
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

// marksOf are the letters on the markers: of their players' names, so that a reader knows at
// once whose a column of the tower is.
func marksOf(v view.View, say func(ui.Text) string) []string {
	var names []string
	for i := range v.Pawns {
		names = append(names, say(ui.Name(i).Text()))
	}
	return alike.Letters(names)
}

// token draws the marker of a seat: its shape, colour and letter.
func token(c *paint.Canvas, x, y, size, seat int, mark string) {
	shape(c, x, y, size, seat)
	letterOn(c, x, y, size, seat, mark)
}

// shape draws a marker without its letter.
func shape(c *paint.Canvas, x, y, size, seat int) {
	m := markers[seat]
	c.Icon(m.shape, box(x, y, size), m.edge)
	c.Icon(m.shape, box(x+2, y+2, size-4), m.ground)
}

// letterOn draws the letter of a marker.
func letterOn(c *paint.Canvas, x, y, size, seat int, mark string) {
	m := markers[seat]
	c.Label(paint.Bold.Size(size*2/3), mark, box(x, y+m.low*size/38, size), size/2, paint.Centre, m.ink)
}

// face draws a player with the shape and the colour of the marker. One who sleeps wears a
// nightcap, which hangs from the top.
func face(c *paint.Canvas, x, y, size, seat int, m mood) {
	look := markers[seat]
	low := look.low * size / 38
	c.Icon(look.shape, box(x, y, size), look.edge)
	c.Icon(look.shape, box(x+2, y+2, size-4), look.ground)
	c.Icon(moods[m], box(x+size/6, y+size/4+low, size-2*(size/6)), look.ink)
	if m != wide {
		cap := size * 5 / 8
		up := cap / 3
		if size < 36 { // its eyes are near the top
			up = cap / 2
		}
		c.Icon(capSign, box(x+size-cap, y-up, cap), paint.Night)
		c.Icon(capSign, box(x+size-cap+2, y-up+2, cap-4), paint.Frost)
	}
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

// Role is the picture of a role.
func Role(v view.View) *ui.Picture {
	r := v.Role
	alt := []ui.Text{ui.T("picture.role." + string(r)), ui.T("picture.self", label.Role(r), label.Purpose(v))}
	return ui.Draw(func(say func(ui.Text) string) image.Image {
		c := scenes.Canvas(scene{string(r), 0}, func() *paint.Art { return figure(r) })
		c.Label(paint.Regular.Size(28), say(ui.T("picture.you")), image.Rect(408, 92, 784, 132), 22, paint.Centre, paint.Mist)
		c.Words(paint.Slanted.Size(56), say(label.Role(r)), image.Rect(408, 132, 784, 262), 34, paint.Centre, paint.Moon)
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
	wayRest = 58
)

// endGrid is how many columns and rows of people the last picture has.
func endGrid(seats int) (columns, rows int) {
	columns = 3
	if seats == 4 {
		columns = 2
	}
	return columns, (seats + columns - 1) / columns
}

// EndRows is how many rows of people the last picture has.
func EndRows(seats int) int {
	_, rows := endGrid(seats)
	return rows
}

// endCell is where a player is on the last picture.
func endCell(seats, seat int) image.Rectangle {
	columns, _ := endGrid(seats)
	w := (boardWidth - 16) / columns
	x, y := 8+seat%columns*w, endTop+seat/columns*(endHigh+endGap)
	return image.Rect(x, y, x+w-endGap, y+endHigh)
}

// End is the picture of the end: who was who, who won, and how deep the sides slept,
// lap by lap.
func End(v view.View) *ui.Picture {
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
		alt = append(alt, ui.T(key, ui.Letter(i), name, ui.T("picture.who."+string(p.Role)), fate))
		what = append(what, p.Role, p.Sleep)
	}
	lines, laps := course(v)
	_, rows := endGrid(len(v.Pawns))
	grid := endTop + rows*(endHigh+endGap)
	high := grid
	if len(laps) > 1 && v.Me == games.Nobody { // a panel needs the room for the news
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
		marks := marksOf(v, say)
		for i := range v.Pawns {
			ending(c, v, i, endCell(len(v.Pawns), i), marks[i], say)
		}
		if high > grid {
			c.Label(paint.Bold.Size(28), say(ui.T("picture.way.title")), image.Rect(20, grid+2, 780, grid+wayHead), 26, paint.Left, paint.Moon)
			way(c, image.Rect(4, grid+wayHead, boardWidth-10, high-6), v, lines, laps, say)
		}
		return c.Image()
	}, alt, what...)
}

// sides are the sides that won.
func sides(v view.View) []ui.Text {
	var list []ui.Text
	for _, r := range []kit.Role{kit.Nightmare, kit.GoodDream, kit.Alice, kit.Sigmund, kit.William, kit.Janitor} {
		if slices.ContainsFunc(v.Win, func(seat games.Seat) bool { return v.Pawns[seat].Role == r }) {
			list = append(list, ui.T("picture.side."+string(r)))
		}
	}
	return list
}

// ending draws who a player was. The viewer's own cell has a light ground.
func ending(c *paint.Canvas, v view.View, i int, r image.Rectangle, mark string, say func(ui.Text) string) {
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
	token(c, left, r.Min.Y+6, 32, i, mark)
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
func course(v view.View) (list []side, laps []int) {
	last := v.Played()
	for i := range v.Course {
		laps = append(laps, last-len(v.Course)+1+i)
	}
	begin := len(laps) > 0 && laps[0] == 1 // what came before is known: all slept on top
	if begin {
		laps = slices.Insert(laps, 0, 0)
	}
	for _, r := range []kit.Role{kit.Nightmare, kit.GoodDream, kit.Alice, kit.Sigmund, kit.William, kit.Janitor} {
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
			s.floors = append(s.floors, kit.TopFloor*len(s.seats))
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
func way(c *paint.Canvas, box image.Rectangle, v view.View, list []side, laps []int, say func(ui.Text) string) {
	chart := paint.Chart{Names: 260}
	for _, n := range laps {
		chart.Steps = append(chart.Steps, strconv.Itoa(n))
	}
	for _, s := range list {
		chart.Lines = append(chart.Lines, paint.Line{Name: say(s.name), Values: s.floors, Mine: slices.Contains(s.seats, v.Me)})
	}
	c.Chart(box, chart)
}
