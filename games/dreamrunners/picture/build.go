package picture

import (
	"image"
	"strconv"

	"oneiros/games"
	"oneiros/games/dreamrunners/kit"
	"oneiros/games/dreamrunners/label"
	"oneiros/games/dreamrunners/view"
	"oneiros/games/paint"
	"oneiros/games/ui"
)

// A desk is the layout of the picture on which one builds: the tile, and beside it what
// is held, what the viewer has and what is left.
type desk struct {
	name  string
	high  int
	place grid
	hand  image.Rectangle // what is held, large; empty where it lies with the rest
	goods image.Rectangle // what the viewer has
	ranks image.Rectangle // every player's points below each other, one high; empty where the page says them
	tray  image.Rectangle // what is left
}

// deskWide is how wide the picture is.
const deskWide = 800

// The desks. On the first one each cell has its name and what a press on it does.
var (
	largeDesk = desk{"large", 318, grid{4, 4, 95, 12}, image.Rect(330, 8, 530, 204), image.Rect(560, 8, 796, 134), image.Rect(560, 138, 796, 166), image.Rect(330, 206, 796, 316)}
	smallDesk = desk{"small", 362, grid{4, 4, 98, 30}, image.Rectangle{}, image.Rect(384, 10, 560, 210), image.Rectangle{}, image.Rect(570, 6, 796, 356)}
	stillDesk = desk{"still", 300, grid{4, 4, 84, 20}, image.Rectangle{}, image.Rect(312, 10, 488, 210), image.Rectangle{}, image.Rect(498, 6, 796, 296)}
)

// Build is the picture of the page on which one builds. On each cell it has what a
// press there does.
func Build(v view.View, h view.Hand) *ui.Picture { return buildPicture(v, &largeDesk, h) }

// Places is the picture of the page of every place, with the names of all rows and
// columns.
func Places(v view.View, h view.Hand) *ui.Picture { return buildPicture(v, &smallDesk, h) }

// Built is what the viewer has built and cannot change now.
func Built(v view.View) *ui.Picture { return buildPicture(v, &stillDesk, view.Hand{}) }

// buildPicture is the tile with what the viewer has placed on it, and beside it what is
// left. The segment that is held has a bright edge; it is shown with its turn.
func buildPicture(v view.View, k *desk, h view.Hand) *ui.Picture {
	d := v.Own()
	squares, _ := v.Tile.Card().Seen(v.Turns)
	l := layOut(v, k, h)
	what := append([]any{"build", k.name, squares, d.Calm, d.Keys, d.Coins, d.Shards, v.Running, l.presses, l.ranks}, l.looks...)
	return ui.Draw(func(say func(ui.Text) string) image.Image { return l.draw(v, k, say) }, l.alt(v, k, h), what...)
}

// A layingOut is what lies on a desk.
type layingOut struct {
	lie, held, rest []body
	placed, free    []ui.Text // the same in words
	looks           []any     // the same for the key of the picture
	pressed         []view.Press
	presses         []press // the same as it is drawn
	ranks           []rank
}

// A rank is the points of a player, in the order of all.
type rank struct {
	seat  games.Seat
	total int // 0 for who woke
	mine  bool
	ready bool
}

// ranksOf are the points of every player, the most first.
func ranksOf(v view.View) (list []rank) {
	for _, i := range v.Ranking() {
		list = append(list, rank{games.Seat(i), v.Dreamers[i].Score.Total, games.Seat(i) == v.Me, v.Ready(i)})
	}
	return list
}

func layOut(v view.View, k *desk, h view.Hand) (l layingOut) {
	for _, p := range v.Draft {
		b := bodyOf(p)
		b.held = p.Label == h.Label
		l.lie, l.looks = append(l.lie, b), append(l.looks, b.look())
		words := pieceWords(p)
		if b.held {
			words = ui.T("build.alt.taken", words)
		}
		l.placed = append(l.placed, words)
	}
	l.looks = append(l.looks, "free")
	for _, o := range v.Unused() {
		t, key := kit.Turn(0), "build.alt.free"
		if o.Label == h.Label {
			t, key = h.Turn, "build.alt.held"
		}
		b := loose(string(o.Label), o.Segment, t)
		b.held = o.Label == h.Label
		b.coins = 0 // they were paid when it was bought
		l.looks = append(l.looks, b.look())
		if b.held && !k.hand.Empty() {
			l.held = append(l.held, b)
		} else {
			l.rest = append(l.rest, b)
		}
		l.free = append(l.free, ui.T(key, ui.Literal(string(o.Label)), label.Segment(o.Segment), ui.Literal(t.String())))
	}
	if !k.hand.Empty() {
		l.pressed = v.Pressed(h)
		l.presses = drawPresses(v, h, l.pressed)
	}
	if !k.ranks.Empty() {
		l.ranks = ranksOf(v)
	}
	return l
}

// alt is the picture in words.
func (l *layingOut) alt(v view.View, k *desk, h view.Hand) []ui.Text {
	d := v.Own()
	alt := []ui.Text{tileAlt(v.Tile, v.Turns)}
	if len(l.placed) > 0 {
		alt = append(alt, ui.T("build.alt.placed", l.placed))
	}
	if len(l.free) > 0 {
		alt = append(alt, ui.T("build.alt.rest", l.free))
	}
	if words := label.Presses(l.pressed); len(words) > 0 {
		alt = append(alt, ui.T("build.alt.press", ui.Literal(string(h.Label)), words))
	}
	alt = append(alt, ui.T("have.alt", d.Calm, d.Keys, d.Coins, d.Shards[kit.Blue], d.Shards[kit.White], d.Shards[kit.Orange], d.Shards[kit.Green]))
	if len(l.ranks) > 0 {
		var words []ui.Text
		for _, r := range l.ranks {
			one := ui.T("build.alt.rank", label.Called(v, r.seat), r.total)
			if r.ready {
				one = ui.T("build.alt.rank.ready", one)
			}
			words = append(words, one)
		}
		alt = append(alt, ui.T("build.alt.ranks", words))
	}
	if v.Running {
		alt = append(alt, ui.T("build.alt.sand"))
	}
	if k.hand.Empty() {
		alt = append(alt, ui.T("build.alt."+k.name))
	}
	return alt
}

func (l *layingOut) draw(v view.View, k *desk, say func(ui.Text) string) image.Image {
	letters := shardLetters(say)
	c := night(deskWide, k.high)
	g := &k.place
	g.outside(c)
	list := looksOf(v.Tile, v.Turns)
	for i := range list {
		list[i].named = len(l.presses) > 0
	}
	g.tile(c, list, letters)
	tick(list, v)
	for i := range l.lie {
		g.segment(c, &l.lie[i], list, letters)
	}
	if k.hand.Empty() {
		g.names(c, l.lie)
	}
	for i := range l.presses {
		g.press(c, &l.presses[i])
	}
	goods(c, k.goods, v.Own(), letters)
	box := k.tray
	for i, r := range l.ranks {
		at := k.ranks.Add(image.Pt(0, i*k.ranks.Dy()))
		drawRank(c, at, r, say(label.Called(v, r.seat)))
		box.Min.Y = max(box.Min.Y, at.Max.Y+4)
	}
	if v.Running {
		c.Icon(sandSign, image.Rect(deskWide-64, k.high-64, deskWide-8, k.high-8), paint.Gold)
	}
	if len(l.held) > 0 {
		tray(c, k.hand, l.held)
	}
	tray(c, box, l.rest)
	return c.Image()
}

// A press is how what a press on a cell does is drawn: where the segment in the hand would
// lie. It has all of a [view.Press].
type press struct {
	cell    kit.Cell
	beside  bool // the letter of a segment stands in the corner
	free    bool // nothing lies there but what is held
	ok      bool // it has room
	turn    kit.Turn
	cells   []kit.Cell
	outside int // how many of them are outside of the tile
	band    paint.Colour
}

// drawPresses is how presses on cells are drawn.
func drawPresses(v view.View, h view.Hand, list []view.Press) (drawn []press) {
	for _, p := range list {
		d := press{p.Cell, p.Beside, p.Free, p.OK, p.Turn, p.Cells, p.Outside, 0}
		if p.OK {
			d.band = bands[v.Card(h.Label).Shape][0]
		}
		drawn = append(drawn, d)
	}
	return drawn
}

// press writes the name of a cell into its upper left corner, and in the lower right one
// draws how the segment in the hand would lie. There the white part is on this cell, and a
// red one outside of the tile. What that costs stands beside the name.
func (g *grid) press(c *paint.Canvas, p *press) {
	r := g.box(cellPoint(p.cell))
	x, y := r.Min.X+3, r.Min.Y+3
	if p.beside {
		x += g.cell/4 + 2
	}
	c.Tile(x, y, 36, 26, 8, 0, paint.Night, paint.Night)
	c.Label(paint.Bold.Size(paint.Readable), p.cell.String(), image.Rect(x, y, x+36, y+26), 20, paint.Centre, paint.White)
	if p.outside > 0 {
		c.Tile(x+38, y, 32, 26, 8, 0, paint.Night, paint.Night)
		c.Label(paint.Bold.Size(paint.Readable), label.Outside(p.outside), image.Rect(x+38, y, x+70, y+26), 20, paint.Centre, paint.Rose)
	}
	if len(p.cells) < 2 {
		return
	}
	var all image.Rectangle
	for _, k := range p.cells {
		all = all.Union(image.Rectangle{cellPoint(k), cellPoint(k).Add(image.Pt(1, 1))})
	}
	part := g.cell / 9
	from := image.Pt(r.Max.X-5-part*all.Dx(), r.Max.Y-5-part*all.Dy())
	c.Tile(from.X-3, from.Y-3, part*all.Dx()+6, part*all.Dy()+6, 4, 0, paint.Night, paint.Night)
	for _, k := range p.cells {
		ink := p.band
		switch {
		case k.Square() < 0:
			ink = paint.Red
		case k == p.cell:
			ink = paint.White
		}
		at := from.Add(cellPoint(k).Sub(all.Min).Mul(part))
		c.Rect(image.Rect(at.X+1, at.Y+1, at.X+part-1, at.Y+part-1), ink)
	}
}

// tick marks what the draft banishes and collects.
func tick(list *[9]look, v view.View) {
	tickCovered(list, v.Draft.Covered())
	for _, i := range v.Forecast().Closed {
		list[i].got = false
	}
}

// tickCovered marks what covered cells banish and collect.
func tickCovered(list *[9]look, cells []kit.Covered) {
	for _, c := range cells {
		i := c.Cell.Square()
		if i < 0 {
			continue
		}
		l := &list[i]
		l.done = l.done || l.dread != nil && c.Effect.Banishes()
		l.got = l.got || len(l.tokens) > 0 && c.Effect.Collects()
	}
}

// goods draws what a player has that matters while building.
func goods(c *paint.Canvas, box image.Rectangle, d *view.Dreaming, letters [kit.Colours]string) {
	list := []struct {
		k token
		n int
	}{{tokenCalm, d.Calm}, {tokenKey, d.Keys}, {tokenBlue, d.Shards[kit.Blue]}, {tokenWhite, d.Shards[kit.White]},
		{tokenOrange, d.Shards[kit.Orange]}, {tokenGreen, d.Shards[kit.Green]}, {tokenCoin, d.Coins}}
	columns := max(box.Dx()/76, 1)
	wide, high := box.Dx()/columns, box.Dy()/(len(list)/columns+1)
	for i, h := range list {
		x, y := box.Min.X+i%columns*wide, box.Min.Y+i/columns*high
		holding(c, image.Rect(x, y, x+wide-4, y+min(high-4, 44)), h.k, h.n, letters)
	}
}

// drawRank draws the points of a player behind their name. The own ones have a frame.
func drawRank(c *paint.Canvas, box image.Rectangle, r rank, name string) {
	font, ink := paint.Bold.Size(paint.Readable), paint.Mist
	if r.mine {
		ink = paint.Gold
		c.Tile(box.Min.X-6, box.Min.Y, box.Dx()+6, box.Dy(), 8, 2, paint.Slate, paint.Gold)
	}
	points := box
	points.Min.X = box.Max.X - 46
	if r.total > 0 {
		c.Label(font, strconv.Itoa(r.total), points.Sub(image.Pt(6, 0)), 20, paint.Right, ink)
	} else {
		c.Icon(wokeSign, around(points.Max.X-20, (box.Min.Y+box.Max.Y)/2, 24), paint.Gold)
	}
	left := box.Min.X
	if r.ready {
		at := image.Rect(left, box.Min.Y+2, left+box.Dy()-4, box.Max.Y-2)
		c.Icon(disc, at, paint.Green)
		c.Icon(paint.IconCheck, at.Inset(3), paint.White)
		left += box.Dy()
	}
	c.Label(font, name, image.Rect(left, box.Min.Y, points.Min.X-4, box.Max.Y), 20, paint.Left, ink)
}

// trayGap is between segments in the tray.
const trayGap = 18

// tray draws segments row by row, as large as all of them fit. The one that is held has a
// golden edge.
func tray(c *paint.Canvas, box image.Rectangle, bodies []body) {
	size := 76
	if len(bodies) > 1 {
		size = 54
	}
	boxes := flow(box, bodies, size)
	for ; boxes == nil && size > 12; boxes = flow(box, bodies, size) {
		size -= 2
	}
	for i, at := range boxes {
		b := &bodies[i]
		if b.held {
			in := at.Inset(2 - trayGap/2)
			c.Tile(in.Min.X, in.Min.Y, in.Dx(), in.Dy(), 14, 3, paint.Slate, paint.Gold)
		}
		bare := *b
		bare.points = 0
		bare.draw(c, at, size)
		for n := range b.points { // what is lost with it to a bat
			k := min(26, size/2)
			tokenPoint.draw(c, around(at.Max.X-k/2-n*(k-4), at.Max.Y-k/6, k), [kit.Colours]string{})
		}
	}
}

// flow is where segments with cells of a size lie in a tray. It is nil if they have no
// room.
func flow(box image.Rectangle, bodies []body, size int) []image.Rectangle {
	x, y, high := box.Min.X+trayGap/2, box.Min.Y+trayGap/2, 0
	var list []image.Rectangle
	for i := range bodies {
		r := bodies[i].bounds()
		w, h := r.Dx()*size, r.Dy()*size
		if x+w+trayGap/2 > box.Max.X && high > 0 {
			x, y, high = box.Min.X+trayGap/2, y+high+trayGap, 0
		}
		list = append(list, image.Rect(x, y, x+w, y+h))
		if x+w+trayGap/2 > box.Max.X || y+h+trayGap/2 > box.Max.Y {
			return nil
		}
		x, high = x+w+trayGap, max(high, h)
	}
	return list
}

// bounds are the columns and rows of a segment.
func (b *body) bounds() image.Rectangle {
	var all image.Rectangle
	for _, l := range b.cells {
		all = all.Union(image.Rectangle{l.at, l.at.Add(image.Pt(1, 1))})
	}
	return all
}
