// Package picture draws Dream Runners: the table, the tile on which one builds, what was built,
// the shop and the end. It describes each picture in words, too.
//
// # Why it stands apart
//
// A picture is drawn from a view and knows nothing of the page that it stands on. What is
// drawn where is geometry and paint, and no page needs it. So a page asks for a picture by its
// subject.
//
// # How a tile and a composition are drawn together
//
// A cell of a tile keeps its ground and its sign under a segment. The segment is a band
// of light along its outline. Its effect is a round badge in the lower right corner. So
// both are read at once: what lies there, and what the segment does with it.
package picture

import (
	"fmt"
	"image"
	"slices"
	"strconv"

	"oneiros/games/dreamrunners/kit"
	"oneiros/games/paint"
)

// The inks of this game beside those of all games.
const (
	plainGround = paint.Own + iota // cells of a tile, by kind
	dreadGround
	giftGround
	plainEdge
	dreadEdge
	giftEdge
	shardBlue
	shardWhite
	shardOrange
	shardGreen
	bandOne // segments, by shape
	bandTwo
	bandThree
	bandCorner
	deepOne
	deepTwo
	deepThree
	deepCorner
	wood
	brass
	faint
)

// looks are those of the game's inks.
var looks = []uint32{
	plainGround - paint.Own: 0x25307c, dreadGround - paint.Own: 0x571a55, giftGround - paint.Own: 0x0d5155,
	plainEdge - paint.Own: 0x4657b8, dreadEdge - paint.Own: 0xb14fae, giftEdge - paint.Own: 0x2fa79a,
	shardBlue - paint.Own: 0x5aa8ff, shardWhite - paint.Own: 0xf3f3ff, shardOrange - paint.Own: 0xff9a3d, shardGreen - paint.Own: 0x5fd98a,
	bandOne - paint.Own: 0xa6f0a0, bandTwo - paint.Own: 0xff9fd6, bandThree - paint.Own: 0x74d4ff, bandCorner - paint.Own: 0xffc95c,
	deepOne - paint.Own: 0x27663a, deepTwo - paint.Own: 0x7d2f66, deepThree - paint.Own: 0x1f5f8f, deepCorner - paint.Own: 0x855512,
	wood - paint.Own: 0x9a5f2c, brass - paint.Own: 0xe8c06a, faint - paint.Own: 0x24265f,
}

// around is a square of a size around a place.
func around(x, y, size int) image.Rectangle {
	return image.Rect(x-size/2, y-size/2, x-size/2+size, y-size/2+size)
}

// middle is the middle of a box.
func middle(r image.Rectangle) (x, y int) { return (r.Min.X + r.Max.X) / 2, (r.Min.Y + r.Max.Y) / 2 }

// A token is one sign of a reward.
type token uint8

const (
	tokenBlue token = iota
	tokenWhite
	tokenOrange
	tokenGreen
	tokenRainbow
	tokenCalm
	tokenKey
	tokenCoin
	tokenChest1
	tokenChest2
	tokenChest3
	tokenPoint
)

var shardInks = [...]paint.Colour{shardBlue, shardWhite, shardOrange, shardGreen}

// draw draws a token as large as a box. Letters are those of the shards.
func (k token) draw(c *paint.Canvas, box image.Rectangle, letters [kit.Colours]string) {
	x, y := middle(box)
	size := min(box.Dx(), box.Dy()) &^ 1
	switch {
	case k <= tokenGreen:
		at := around(x, y, size)
		c.Icon(shardSigns[k], at, paint.Night)
		c.Icon(shardSigns[k], at.Inset(max(size/24, 1)), shardInks[k])
		if size >= 34 {
			low := 0
			if k == tokenOrange {
				low = size / 7
			}
			c.Label(paint.Bold.Size(size*11/24), letters[k], at.Add(image.Pt(0, low)), 10, paint.Centre, paint.Ink)
		}
	case k == tokenRainbow:
		at := around(x, y, size)
		for i, ink := range []paint.Colour{shardOrange, shardWhite, shardGreen, shardBlue} {
			c.Icon(bowSigns[i], at, ink)
		}
		c.Icon(paint.IconStar, around(x, y+size/4, size*2/5), paint.Gold)
	case k == tokenCalm:
		c.Icon(moonSign, around(x, y, size), paint.Cream)
	case k == tokenKey:
		c.Icon(keySign, around(x, y, size), brass)
	case k == tokenCoin:
		c.Icon(disc, around(x, y, size), paint.Amber)
		c.Icon(coinSign, around(x, y, size), paint.Gold)
	case k <= tokenChest3:
		chestOf(c, around(x, y, size), int(k-tokenChest1)+1)
	default: // as above the sum at the end
		c.Icon(totalSign, around(x, y, size), paint.Gold)
	}
}

// chestOf draws a chest with so many locks.
func chestOf(c *paint.Canvas, at image.Rectangle, locks int) {
	size := at.Dx()
	c.Icon(chestSign, at, wood)
	x, y := middle(at)
	c.Tile(at.Min.X+size/25, y-size/50, size-2*(size/25), max(size/18, 2), 1, 0, brass, brass)
	k := size * 11 / 30
	for i := range locks {
		at := around(x+(2*i-locks+1)*k*9/20, y+size/7, k)
		c.Icon(lockSign, at, paint.Night)
		c.Icon(lockSign, at.Inset(max(k/14, 1)), brass)
	}
}

// A look is how a cell of a tile is drawn.
type look struct {
	dread  *paint.Icon // the sign of a nightmare; nil for none
	loss   string      // what it costs, on its badge
	per    *paint.Icon // for each of which it costs that; nil for none
	knot   bool        // intertwined dreams
	tokens []token
	done   bool // banished
	got    bool // collected
	named  bool // the name of the cell stands in its upper left corner
}

// grounds are the ground and the edge of the cell.
func (l *look) grounds() (ground, edge paint.Colour) {
	switch {
	case l.dread != nil:
		return dreadGround, dreadEdge
	case len(l.tokens) > 0:
		return giftGround, giftEdge
	default:
		return plainGround, plainEdge
	}
}

// cell draws a cell of a tile in a box.
func (l *look) cell(c *paint.Canvas, box image.Rectangle, letters [kit.Colours]string) {
	size := box.Dx()
	ground, edge := l.grounds()
	c.Tile(box.Min.X, box.Min.Y, size, box.Dy(), size/9, max(size/50, 1), ground, edge)
	l.signs(c, box, letters)
}

// signs draws what lies on a cell. The lower corners stay free for what it costs and for
// the effect of a segment.
func (l *look) signs(c *paint.Canvas, box image.Rectangle, letters [kit.Colours]string) {
	size := box.Dx()
	x, y := middle(box)
	room := image.Rect(box.Min.X+size/12, box.Min.Y+size/9, box.Max.X-size/12, box.Max.Y-size*3/10)
	if l.named { // lower, clear of the name
		room = image.Rect(room.Min.X, box.Min.Y+size*2/9, room.Max.X, box.Max.Y-size*2/9)
		y += size / 12
	}
	switch {
	case l.dread != nil && len(l.tokens) > 0: // a spider, and what it guards
		l.nightmare(c, around(x-size/6, y-size/9, size/2))
		scatter(c, around(x+size/4, y-size/12, size*3/8), l.tokens, letters)
	case l.dread != nil:
		l.nightmare(c, around(x, y-size/12, size*13/20))
	case len(l.tokens) > 0:
		scatter(c, room, l.tokens, letters)
	default:
		c.Icon(paint.IconSparkles, around(x, y, size*3/10), plainEdge)
	}
	if l.knot {
		c.Icon(knotSign, around(box.Min.X+size/4, box.Max.Y-size/6, size*3/8), paint.Frost)
	}
	if l.loss != "" && !l.done {
		r := image.Rect(box.Min.X+size/12, box.Max.Y-size*3/10, box.Min.X+size/12+size*2/5, box.Max.Y-size/12)
		if l.per != nil {
			r.Max.X += size / 7
		}
		c.Tile(r.Min.X, r.Min.Y, r.Dx(), r.Dy(), r.Dy()/2, 0, paint.Red, paint.Red)
		if l.per != nil {
			k := r.Dy() * 7 / 10
			c.Icon(l.per, around(r.Max.X-r.Dy()*3/5, (r.Min.Y+r.Max.Y)/2, k), paint.White)
			r.Max.X -= r.Dy() * 7 / 8
		}
		c.Label(paint.Bold.Size(size/5), l.loss, r, 10, paint.Centre, paint.White)
	}
	if l.done || l.got {
		k := size * 2 / 9
		r := around(box.Max.X-size/7, box.Min.Y+size/7, k)
		c.Icon(disc, r, paint.Green)
		c.Icon(paint.IconCheck, r.Inset(k/7), paint.White)
	}
}

// nightmare draws the sign of a nightmare. One that is banished fades.
func (l *look) nightmare(c *paint.Canvas, at image.Rectangle) {
	if l.done {
		c.Icon(l.dread, at, dreadEdge)
		return
	}
	c.Icon(l.dread, at, paint.White)
}

// scatter draws tokens in a box, as large as they fit.
func scatter(c *paint.Canvas, box image.Rectangle, tokens []token, letters [kit.Colours]string) {
	side, middles := paint.Rows(box, len(tokens))
	for i, k := range tokens {
		k.draw(c, around(middles[i].X, middles[i].Y, (side-side/12)&^1), letters)
	}
}

// An effect mark is what the badge of a segment's cell shows.
type mark struct{ collect, banish, double bool }

// badge draws an effect in a corner of a box, or in the middle of it. To banish is a light
// sign on a dark ground, and to collect a dark one on a light ground, also without colours.
func (m mark) badge(c *paint.Canvas, x, y, size int, ground paint.Colour) {
	if !m.collect && !m.banish {
		return
	}
	wide := size
	switch {
	case m.collect && m.banish:
		wide = size * 37 / 20
	case m.double:
		wide = size * 17 / 10
	}
	c.Tile(x-wide/2-2, y-size/2-2, wide+4, size+4, size/2+2, 0, paint.Night, paint.Night)
	if !m.collect {
		ground = paint.Red
	}
	c.Tile(x-wide/2, y-size/2, wide, size, size/2, 0, ground, ground)
	in := size * 7 / 10 &^ 1
	switch {
	case m.collect && m.banish:
		c.Icon(collectSign, around(x-wide/2+size*9/20, y, in), paint.Ink)
		right := x + wide/2 - size/2
		c.Icon(disc, around(right, y, size), paint.Red)
		c.Icon(banishSign, around(right, y, in), paint.White)
	case m.double:
		c.Icon(collectSign, around(x-size*7/20, y, in), paint.Ink)
		c.Label(paint.Bold.Size(size*11/20), "×2", around(x+size*2/5, y, size), 10, paint.Centre, paint.Ink)
	case m.collect:
		c.Icon(collectSign, around(x, y, in), paint.Ink)
	default:
		c.Icon(banishSign, around(x, y, in), paint.White)
	}
}

// A laid cell is a cell of a segment as it is drawn.
type laid struct {
	at   image.Point // column and row
	mark mark
}

// A body is a segment as it is drawn.
type body struct {
	cells  []laid
	band   paint.Colour
	deep   paint.Colour
	letter string
	anchor int  // which of the cells
	held   bool // it is the one that is chosen
	coins  int
	points int
}

// look is what is seen of a segment, for the key of a picture. Two segments look alike if
// their cells do, whichever cell comes first.
func (b *body) look() string {
	var cells []string
	for _, l := range b.cells {
		cells = append(cells, fmt.Sprint(l.at, l.mark))
	}
	slices.Sort(cells)
	if b.letter == "" {
		return fmt.Sprint(cells, b.band)
	}
	return fmt.Sprint(cells, b.band, b.letter, b.cells[b.anchor].at, b.held, b.coins, b.points)
}

// A grid is where the five columns and rows are. Those outside of the tile are narrow.
type grid struct {
	x, y, cell, ring int
}

func (g *grid) edge(i int) int {
	switch i {
	case 0:
		return 0
	case 5:
		return 2*g.ring + 3*g.cell
	default:
		return g.ring + (i-1)*g.cell
	}
}

// box is where a cell is, with a gap around it.
func (g *grid) box(at image.Point) image.Rectangle {
	return image.Rect(g.x+g.edge(at.X), g.y+g.edge(at.Y), g.x+g.edge(at.X+1), g.y+g.edge(at.Y+1)).Inset(max(g.cell/56, 1))
}

// tile draws the nine cells of a tile.
func (g *grid) tile(c *paint.Canvas, cells *[9]look, letters [kit.Colours]string) {
	for i := range cells {
		cells[i].cell(c, g.box(image.Pt(1+i%3, 1+i/3)), letters)
	}
}

// segment draws a segment over the tile.
func (g *grid) segment(c *paint.Canvas, b *body, cells *[9]look, letters [kit.Colours]string) {
	rim := max(g.cell/15, 3)
	in := func(p image.Point) bool {
		for _, l := range b.cells {
			if l.at == p {
				return true
			}
		}
		return false
	}
	ground := func(p image.Point) paint.Colour {
		if i, ok := inside(p); ok {
			g, _ := cells[i].grounds()
			return g
		}
		return b.deep
	}
	if b.held {
		for _, l := range b.cells {
			r := g.box(l.at).Inset(-6)
			c.Tile(r.Min.X, r.Min.Y, r.Dx(), r.Dy(), g.cell/8, 0, paint.White, paint.White)
		}
	}
	for _, l := range b.cells {
		r := g.box(l.at)
		c.Tile(r.Min.X, r.Min.Y, r.Dx(), r.Dy(), g.cell/9, rim, ground(l.at), b.band)
	}
	g.bridges(c, b, rim, in, ground)
	g.bends(c, b, rim, in, ground)
	g.marks(c, b, rim, cells, letters)
	if b.letter != "" {
		r := g.box(b.cells[b.anchor].at)
		chip(c, r.Min, min(g.cell/4, r.Dx()), b)
	}
}

// bends opens the inner corner where a segment bends.
func (g *grid) bends(c *paint.Canvas, b *body, rim int, in func(image.Point) bool, ground func(image.Point) paint.Colour) {
	for _, l := range b.cells {
		r := g.box(l.at)
		k := g.cell / 9
		for _, d := range []image.Point{{1, 1}, {1, -1}, {-1, 1}, {-1, -1}} {
			if !in(l.at.Add(image.Pt(d.X, 0))) || !in(l.at.Add(image.Pt(0, d.Y))) {
				continue
			}
			open := image.Rect(r.Min.X, r.Min.Y, r.Min.X+k, r.Min.Y+k)
			if d.X > 0 {
				open = open.Add(image.Pt(r.Dx()-k, 0))
			}
			if d.Y > 0 {
				open = open.Add(image.Pt(0, r.Dy()-k))
			}
			c.Rect(open.Intersect(image.Rect(r.Min.X+rim, r.Min.Y, r.Max.X-rim, r.Max.Y)), ground(l.at))
			c.Rect(open.Intersect(image.Rect(r.Min.X, r.Min.Y+rim, r.Max.X, r.Max.Y-rim)), ground(l.at))
		}
	}
}

// marks draws the signs of the cells that a segment covers, and its own.
func (g *grid) marks(c *paint.Canvas, b *body, rim int, cells *[9]look, letters [kit.Colours]string) {
	for _, l := range b.cells {
		r := g.box(l.at)
		if i, ok := inside(l.at); ok {
			cells[i].signs(c, r, letters)
			size := g.cell * 3 / 10
			wide := size
			if l.mark.double || l.mark.collect && l.mark.banish {
				wide = size * 17 / 10
			}
			l.mark.badge(c, r.Max.X-rim-wide/2-2, r.Max.Y-rim-size/2-2, size, b.band)
		} else {
			x, y := middle(r)
			l.mark.badge(c, x, y, min(g.ring*3/5, g.cell*3/10), b.band)
		}
	}
}

// bridges joins the cells of a segment that lie side by side.
func (g *grid) bridges(c *paint.Canvas, b *body, rim int, in func(image.Point) bool, ground func(image.Point) paint.Colour) {
	for _, l := range b.cells {
		r := g.box(l.at)
		if q := l.at.Add(image.Pt(1, 0)); in(q) {
			n := g.box(q)
			c.Rect(image.Rect(r.Max.X-g.cell/9, r.Min.Y, n.Min.X+g.cell/9, r.Max.Y), b.band)
			mid := (r.Max.X + n.Min.X) / 2
			c.Rect(image.Rect(r.Max.X-g.cell/9-1, r.Min.Y+rim, mid, r.Max.Y-rim), ground(l.at))
			c.Rect(image.Rect(mid, r.Min.Y+rim, n.Min.X+g.cell/9+1, r.Max.Y-rim), ground(q))
		}
		if q := l.at.Add(image.Pt(0, 1)); in(q) {
			n := g.box(q)
			c.Rect(image.Rect(r.Min.X, r.Max.Y-g.cell/9, r.Max.X, n.Min.Y+g.cell/9), b.band)
			mid := (r.Max.Y + n.Min.Y) / 2
			c.Rect(image.Rect(r.Min.X+rim, r.Max.Y-g.cell/9-1, r.Max.X-rim, mid), ground(l.at))
			c.Rect(image.Rect(r.Min.X+rim, mid, r.Max.X-rim, n.Min.Y+g.cell/9+1), ground(q))
		}
	}
}

// cellPoint is the column and the row of a cell.
func cellPoint(c kit.Cell) image.Point { return image.Pt(c.X(), c.Y()) }

// inside is which cell of the tile a place of the frame is.
func inside(p image.Point) (int, bool) {
	return p.X - 1 + 3*(p.Y-1), p.X >= 1 && p.X <= 3 && p.Y >= 1 && p.Y <= 3
}

// outside draws the cells around the tile.
func (g *grid) outside(c *paint.Canvas) {
	for i := range kit.Frame * kit.Frame {
		p := image.Pt(i%kit.Frame, i/kit.Frame)
		if _, ok := inside(p); !ok {
			r := g.box(p)
			c.Tile(r.Min.X, r.Min.Y, r.Dx(), r.Dy(), g.cell/12, 2, paint.Night, faint)
		}
	}
}

// names writes the names of columns and rows into the cells around the tile. Where a
// segment lies, a name keeps clear of the badge and of the letter.
func (g *grid) names(c *paint.Canvas, bodies []body) {
	covered := map[image.Point]bool{}
	for i := range bodies {
		for _, l := range bodies[i].cells {
			covered[l.at] = true
		}
	}
	for i := range 2*kit.Frame - 1 {
		p, word := image.Pt(i, 0), "abcde"[min(i, kit.Frame-1):][:1]
		if i >= kit.Frame {
			p = image.Pt(0, i-kit.Frame+1)
			word = strconv.Itoa(p.Y + 1)
		}
		r, size, ink := g.box(p), g.ring*2/3, paint.Mist
		if i == 0 {
			word, size = "a1", g.ring/2
		}
		if covered[p] { // in the corner where neither of them is
			ink = paint.White
			size = min(size, g.ring/2)
			r = image.Rect(r.Max.X-size-2, r.Max.Y-size-2, r.Max.X-2, r.Max.Y-2)
		}
		c.Label(paint.Bold.Size(size), word, r, 8, paint.Centre, ink)
	}
}
