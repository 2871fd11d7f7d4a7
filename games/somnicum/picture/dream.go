package picture

import (
	"image"
	"strconv"

	"oneiros/games"
	"oneiros/games/paint"
	"oneiros/games/somnicum/kit"
	"oneiros/games/somnicum/label"
	"oneiros/games/ui"
)

// # A dream
//
// A dream is drawn in three rows. A card of a lower row hangs under the two cards that
// hold it. Cards that have a particle in common are linked. A break is a crack with the
// back of its token. A long dream continues in a second band below the first one.

// The layout of a dream.
const (
	dreamWidth = 800
	dreamLeft  = 64 // of the cards; what a row counts is on the left
	mostWide   = 96
	leastWide  = 52
	cardGap    = 10
	bandGap    = 14
	dreamTop   = 12
	sandHigh   = 46 // of a row of sand
)

// A Woven is what the picture of a dream shows. Of a goal, which may be none, the
// particles have a target. Ghosts are a card at every place where it could be attached.
type Woven struct {
	Rows   kit.Rows
	Goal   kit.Goal
	ghosts []ghost
	sand   []kit.Token // in a row above the dream
	head   *Head       // above both
}

// A Ghost is a card that could be attached, drawn at its place.
type ghost struct {
	kit.Fit
	dream kit.Dream
}

// frame is where the cards of a dream lie.
type frame struct {
	columns int // in a band
	bands   int
	wide    int // of a card, with the gap
	high    int
	tops    []int // of each band
	depth   []int // rows of each band
	height  int   // of the picture
}

// column is in which band and at which x, in halves of a card, a slot of a level is.
func (f *frame) column(level, slot int) (band, half int) {
	half = 2*slot + level
	band = min(half/(2*f.columns), f.bands-1)
	return band, half - band*2*f.columns
}

// box is where a slot of a level is.
func (f *frame) box(level, slot int) image.Rectangle {
	band, half := f.column(level, slot)
	x := dreamLeft + half*f.wide/2
	y := f.tops[band] + level*(f.high+cardGap)
	return image.Rect(x, y, x+f.wide-cardGap, y+f.high)
}

// layout places the cards of a dream, with ghosts and sand.
func (w *Woven) layout() *frame {
	f := &frame{}
	var slots [][2]int
	for level, row := range w.Rows {
		for _, c := range row {
			slots = append(slots, [2]int{level, c.Slot})
		}
	}
	for _, g := range w.ghosts {
		slots = append(slots, [2]int{g.Level - 1, g.Slot})
	}
	halves := 2
	for _, s := range slots {
		halves = max(halves, 2*s[1]+s[0]+2)
	}
	room := dreamWidth - dreamLeft - 8
	f.bands = (halves*leastWide/2 + room - 1) / room
	f.columns = (halves/2 + f.bands) / f.bands
	if f.bands == 1 {
		f.columns = (halves + 1) / 2
	}
	// A card of a lower row may reach half a column into the next band.
	extra := 0
	if f.bands > 1 {
		extra = 1
	}
	f.wide = min(room/(f.columns+extra), mostWide)
	f.high = f.wide + 6 + (mostWide-f.wide)*5/8 // narrow cards are higher, so that icons stay large
	f.depth = make([]int, f.bands)
	for i := range f.depth {
		f.depth[i] = 1
	}
	for _, s := range slots {
		band, _ := f.column(s[0], s[1])
		f.depth[band] = max(f.depth[band], s[0]+1)
	}
	y := w.head.high() + dreamTop
	if len(w.sand) > 0 {
		y += sandHigh
	}
	if len(slots) > 0 {
		for _, d := range f.depth {
			f.tops = append(f.tops, y)
			y += d*(f.high+cardGap) + bandGap
		}
		y -= bandGap
	}
	f.height = (y + 19) / 20 * 20 // few heights, since each has a ground
	return f
}

// weave draws a dream onto a canvas of its frame.
func (w *Woven) weave(c *paint.Canvas) {
	f, rows, g := w.layout(), &w.Rows, w.Goal
	for band, top := range f.tops {
		for level := range f.depth[band] {
			y := top + level*(f.high+cardGap)
			c.Label(paint.Bold.Size(28), "×"+strconv.Itoa(level+1), image.Rect(0, y, 44, y+f.high), 20, paint.Centre, paint.Gold)
		}
	}
	for level, row := range rows {
		for i, card := range row {
			box := f.box(level, card.Slot)
			tile(c, box, card, g)
			if level > 0 && rows.Edge(level, i) {
				badge(c, box, "×1")
			}
			if i > 0 {
				joint(c, f, level, row[i-1].Slot, card.Slot, card.Break)
			}
		}
	}
	for _, gh := range w.ghosts {
		box := f.box(gh.Level-1, gh.Slot)
		c.Tile(box.Min.X-6, box.Min.Y-6, box.Dx()+12, box.Dy()+12, 18, 0, paint.Gold, paint.Gold)
		tile(c, box, kit.Card{Dream: gh.dream}, g)
		if gh.Left != 0 {
			b := kit.NoBreak
			if gh.Break {
				b = kit.SandBreak
			}
			row := rows[gh.Level-1]
			joint(c, f, gh.Level-1, row[len(row)-1].Slot, gh.Slot, b)
		}
	}
	w.pile(c)
}

// pile draws the sand: each particle once, with how many tokens have it.
func (w *Woven) pile(c *paint.Canvas) {
	if len(w.sand) == 0 {
		return
	}
	many, kinds := kit.ByParticle(w.sand), 0
	for _, n := range many {
		kinds += min(n, 1)
	}
	top := w.head.high()
	c.Icon(bagSign, image.Rect(6, top+8, 40, top+42), sandInk)
	step := min((dreamWidth-dreamLeft-8)/kinds, 62)
	size := min(step-4, 36)
	x := dreamLeft
	for p, n := range many {
		if n == 0 {
			continue
		}
		plate(c, kit.Particle(p), square(x+size/2, top+26, size))
		if n > 1 {
			c.Label(paint.Bold.Size(22), "×"+strconv.Itoa(n), image.Rect(x+size, top+12, x+step, top+40), 14, paint.Left, paint.Moon)
		}
		x += step
	}
}

// tile draws a card in a box.
func tile(c *paint.Canvas, box image.Rectangle, card kit.Card, g kit.Goal) {
	print := card.Dream.Card()
	ink := livery[print.Plot]
	c.Tile(box.Min.X, box.Min.Y, box.Dx(), box.Dy(), 14, 3, ink[1], ink[0])
	foot := max(box.Dx()/4, 20)
	signRow(c, image.Rect(box.Min.X+4, box.Max.Y-foot-3, box.Max.X-4, box.Max.Y-3), print, card.Bright)
	list := make([]mark, 0, 8)
	for _, p := range print.Particles.List() {
		list = append(list, mark{p, false})
	}
	for _, t := range card.Added {
		list = append(list, mark{t.Particle(), true})
	}
	spread(c, image.Rect(box.Min.X+5, box.Min.Y+5, box.Max.X-5, box.Max.Y-foot-3), list, g)
}

// A mark is a particle of a card, printed or added.
type mark struct {
	kit.Particle
	added bool
}

// spread draws particles in a box, as large as they fit.
func spread(c *paint.Canvas, box image.Rectangle, marks []mark, g kit.Goal) {
	side, middles := paint.Rows(box, len(marks))
	size := min(side-2, box.Dy()*9/10) &^ 1
	for i, m := range marks {
		at := square(middles[i].X, middles[i].Y, size)
		if m.added {
			c.Icon(plates[m.Plot()], at, paint.Gold)
			at = at.Inset(max(size/12, 2))
		}
		plate(c, m.Particle, at)
		if g != 0 && !m.added && g.Card().Particles.Has(m.Particle) {
			aim := square(at.Max.X-size/8, at.Min.Y+size/8, max(size*2/5, 16))
			c.Icon(disc, aim, paint.Night)
			c.Icon(goalSign, aim, paint.Gold) // a star would be taken for one of the card's
		}
	}
}

// signRow draws stars or eyes in the middle of a box.
func signRow(c *paint.Canvas, box image.Rectangle, card kit.DreamCard, bright bool) {
	n := card.Stars + card.Eyes
	size := min(box.Dy(), box.Dx()/max(n, 1))
	for i := range n {
		at := square((box.Min.X+box.Max.X)/2+(2*i-n+1)*size/2, (box.Min.Y+box.Max.Y)/2, size-2)
		switch {
		case i < card.Stars || bright:
			c.Icon(paint.IconStar, at, paint.Gold)
		default:
			c.Icon(eyeSign, at, paint.White)
		}
	}
}

// badge writes a few letters over the upper right corner of a card.
func badge(c *paint.Canvas, box image.Rectangle, s string) {
	r := image.Rect(box.Max.X-30, box.Min.Y-6, box.Max.X+8, box.Min.Y+20)
	c.Tile(r.Min.X, r.Min.Y, r.Dx(), r.Dy(), 10, 0, paint.Rose, paint.Rose)
	c.Label(paint.Bold.Size(22), s, r, 16, paint.Centre, paint.Ink)
}

// joint draws what is between two cards of a row: a link, or a break with its token.
func joint(c *paint.Canvas, f *frame, level, leftSlot, slot int, b kit.Break) {
	from, to := f.box(level, leftSlot), f.box(level, slot)
	if from.Min.Y != to.Min.Y { // the row goes on in the next band
		from = image.Rect(to.Min.X-cardGap-4, to.Min.Y, to.Min.X-cardGap, to.Max.Y)
	}
	join(c, from, to, b)
}

// join draws a joint between two boxes.
func join(c *paint.Canvas, from, to image.Rectangle, b kit.Break) {
	y := (to.Min.Y + to.Max.Y) / 2
	mid := (from.Max.X + to.Min.X) / 2
	if b == kit.NoBreak {
		for _, dy := range []int{-to.Dy() / 4, to.Dy() / 4} {
			c.Tile(from.Max.X-5, y+dy-4, to.Min.X-from.Max.X+10, 8, 4, 0, brass, brass)
		}
		return
	}
	top, foot := float64(to.Min.Y-2), float64(to.Max.Y+2)
	x, k := float64(to.Min.X-cardGap/2), float64(to.Dy())
	c.Fill(path().Stroke(7, pt(x+3, top), pt(x-5, top+k*0.28), pt(x+5, top+k*0.42), pt(x-5, top+k*0.6), pt(x+5, top+k*0.76), pt(x-2, foot)), paint.Night)
	c.Fill(path().Stroke(4, pt(x+3, top), pt(x-5, top+k*0.28), pt(x+5, top+k*0.42), pt(x-5, top+k*0.6), pt(x+5, top+k*0.76), pt(x-2, foot)), paint.Rose)
	if mid < int(x)-cardGap { // a gap in the row
		mid = int(x)
	}
	back(c, square(mid, y, 30), b)
}

// marks are the particles in a dream that count for the goal.
func (w *Woven) marks() kit.Particles {
	if w.Goal == 0 {
		return 0
	}
	var shown kit.Particles
	for _, row := range w.Rows {
		for _, c := range row {
			shown |= c.Dream.Card().Particles
		}
	}
	for _, gh := range w.ghosts {
		shown |= gh.dream.Card().Particles
	}
	return shown & w.Goal.Card().Particles
}

// Dream is the picture of a seat's dream.
func Dream(seat games.Seat, w Woven) *ui.Picture {
	_, what := w.head.alt()
	what = append(what, "dream")
	for _, row := range w.Rows {
		for _, c := range row {
			what = append(what, c.Dream, c.Slot, c.Break, c.Bright)
			for _, t := range c.Added {
				what = append(what, t.Particle())
			}
		}
		what = append(what, "|")
	}
	for _, gh := range w.ghosts {
		what = append(what, gh.dream, gh.Level, gh.Break)
	}
	what = append(what, w.marks(), "|")
	for p, n := range kit.ByParticle(w.sand) {
		if n > 0 {
			what = append(what, p, n)
		}
	}
	return ui.Draw(func(say func(ui.Text) string) image.Image {
		high := w.layout().height
		c := scenes.Canvas(scene{"dream", high}, func() *paint.Art { return slumber(high) })
		w.head.draw(c, say)
		w.weave(c)
		return c.Image()
	}, wovenAlt(seat, w), what...)
}

// wovenAlt is a dream in words, with a card that could be attached, which particles
// count for a goal, and the sand.
func wovenAlt(seat games.Seat, w Woven) []ui.Text {
	alt, _ := w.head.alt()
	alt = append(alt, ui.T("dream.alt", ui.Name(seat)))
	if len(w.sand) > 0 {
		alt = append(alt, ui.T("dream.alt.sand", label.Tokens(w.sand)))
	}
	for level, row := range w.Rows {
		var list []ui.Text
		for i, c := range row {
			list = append(list, label.Card(&w.Rows, level, i, c))
		}
		if len(list) > 0 {
			alt = append(alt, ui.T("dream.alt.row", level+1, list))
		}
	}
	for i, g := range w.ghosts {
		if i == 0 {
			alt = append(alt, ui.T("dream.alt.card", label.Brief(g.dream)))
		}
		alt = append(alt, ui.T("dream.alt.ghost", g.Level, label.Fitting(g.Fit)))
	}
	if marked := w.marks(); marked != 0 {
		alt = append(alt, ui.T("dream.alt.goal", label.Particles(marked)))
	}
	return alt
}
