package picture

import (
	"image"
	"math"
	"strconv"
	"sync"

	"oneiros/games/paint"
	"oneiros/games/somnicum/kit"
	"oneiros/games/somnicum/label"
	"oneiros/games/somnicum/view"
	"oneiros/games/ui"
)

// # The ring
//
// The ring is drawn as an orrery. Every card is a field of the dial, from the rim
// inwards: its stars and its encounter, its particles, and the number of its place. The
// flywheels turn inside of the dial. Each points through the gap in which it stands, or
// into the empty place that it left. Between them stands how many cards are there, on
// both ways round. In the middle stands how many are left, and what is in the bag.

// The layout of the ring. Radii are in pixels. The picture is smaller than others, since
// it has many edges, and bytes are spent on edges.
const (
	boardWidth = 640 // of the picture
	ringWidth  = 560
	ringTop    = bandHigh - 18 // above it are dreams, beside its upper end
	middle     = ringWidth / 2 // of the ring, from its upper edge
	centre     = boardWidth / 2
	outer      = 272 // of the fields
	rimRadius  = 259 // of stars, eyes and encounters
	rimEdge    = 247 // of the rim, inside
	numbers    = 147 // of the places
	innerEdge  = 136 // of the fields
	orbit      = 101 // of the flywheels
	wheelSize  = 60
	hubSize    = 134
	needleLong = outer + 5
)

// angle is the angle of a position on the ring of n places, counted from the top and
// clockwise. A place begins at its number.
func angle(n int, at float64) float64 { return at*2*math.Pi/float64(n) - math.Pi/2 }

// polar is the point at an angle and a radius.
func polar(a, r float64) paint.Point {
	sin, cos := math.Sincos(a)
	return pt(centre+r*cos, ringTop+middle+r*sin)
}

// field is the outline of a place of a ring of n.
func field(n, place int, inner, outer, gap float64) *paint.Path {
	from, to := angle(n, float64(place)), angle(n, float64(place+1))
	var at []paint.Point
	const steps = 12
	for i := range steps + 1 {
		in := math.Asin(gap / outer)
		at = append(at, polar(from+in+(to-from-2*in)*float64(i)/steps, outer))
	}
	for i := range steps + 1 {
		in := math.Asin(gap / inner)
		at = append(at, polar(to-in-(to-from-2*in)*float64(i)/steps, inner))
	}
	return path().Polygon(at...)
}

// fields are the places of the rings as icons as large as the picture, by seats. Each
// has the whole place, its rim and its outline. They are made when the first ring is drawn.
var fields = sync.OnceValue(func() (list [kit.MaxSeats + 1][][3]*paint.Icon) {
	for seats := 2; seats <= kit.MaxSeats; seats++ {
		n := kit.RingSize[seats]
		for place := range n {
			list[seats] = append(list[seats], [3]*paint.Icon{
				paint.NewIcon(field(n, place, innerEdge, outer, 1).Scale(0, 0, 1.0/ringWidth)),
				paint.NewIcon(field(n, place, rimEdge, outer, 1).Scale(0, 0, 1.0/ringWidth)),
				paint.NewIcon(field(n, place, innerEdge, outer, 1).Hole(field(n, place, innerEdge+4, outer-4, 5)).Scale(0, 0, 1.0/ringWidth)),
			})
		}
	}
	return list
})

// dial draws a card at its place.
func dial(c *paint.Canvas, seats, place int, d kit.Dream, say func(ui.Text) string) {
	card, n := d.Card(), kit.RingSize[seats]
	whole := image.Rect(0, 0, ringWidth, ringWidth)
	ink := livery[card.Plot]
	icons := fields()[seats][place]
	c.Icon(icons[0], whole, ink[1])
	rim := ink[0]
	if card.Nightmare() {
		rim = paint.Red
	}
	c.Icon(icons[1], whole, rim)
	mid := angle(n, float64(place)+0.5)
	rimSigns(c, card, mid)
	at := polar(mid, numbers)
	c.Label(paint.Bold.Size(16), say(label.Place(place, d)), square(int(at.X), int(at.Y), 38), 14, paint.Centre, ink[2])
	for _, s := range spots(seats, mid, len(card.Particles.List())) {
		p := card.Particles.List()[s.n]
		plate(c, p, square(int(s.at.X+0.5), int(s.at.Y+0.5), s.size))
	}
}

// rimSigns draws along the rim how many stars or eyes a card has, and its encounter.
func rimSigns(c *paint.Canvas, card kit.DreamCard, mid float64) {
	n := card.Stars + card.Eyes
	if card.Meets {
		n++
	}
	const size, step = 22, 22
	for i := range n {
		at := polar(mid+(float64(i)-float64(n-1)/2)*step/rimRadius, rimRadius)
		box := square(int(at.X+0.5), int(at.Y+0.5), size)
		switch {
		case i < card.Stars:
			c.Icon(paint.IconStar, box, paint.Gold)
		case i < card.Stars+card.Eyes:
			c.Icon(eyeSign, box, paint.White)
		default:
			meeting(c, box)
		}
	}
}

// meeting draws the symbol of an encounter.
func meeting(c *paint.Canvas, box image.Rectangle) {
	c.Icon(disc, box, paint.Cream)
	c.Label(paint.Bold.Size(box.Dx()*4/5), "?", box, 12, paint.Centre, paint.Ink)
}

// A spot is where particle n of a card lies, and how large it is.
type spot struct {
	n    int
	at   paint.Point
	size int
}

// spots are where the particles of a field lie. mid is the angle of its middle.
func spots(seats int, mid float64, particles int) []spot {
	wide := seats == 2 // sixteen fields are wider
	var list []spot
	add := func(r float64, size, across int) {
		for i := range across {
			side := (float64(i) - float64(across-1)/2) * float64(size+2)
			at := polar(mid, r)
			sin, cos := math.Sincos(mid)
			list = append(list, spot{len(list), pt(at.X-side*sin, at.Y+side*cos), size})
		}
	}
	switch {
	case particles == 1 && wide:
		add(203, 65, 1)
	case particles == 1:
		add(206, 50, 1)
	case particles == 2 && wide:
		add(222, 45, 1)
		add(178, 41, 1)
	case particles == 2:
		add(224, 42, 1)
		add(183, 36, 1)
	case particles == 3 && wide:
		add(222, 43, 2)
		add(179, 40, 1)
	case particles == 3:
		add(231, 31, 1)
		add(203, 29, 1)
		add(175, 25, 1)
	case wide:
		add(228, 34, 2)
		add(196, 30, 2)
		add(169, 26, 2)
	default:
		add(232, 27, 2)
		add(205, 24, 2)
		add(181, 21, 2)
	}
	return list
}

// stand is the position of a flywheel on the ring: between two places, or the middle of
// an empty one.
func stand(v view.View, w kit.Wheel) float64 {
	at := v.Wheels[w]
	if v.Ring[at] == 0 {
		return float64(at) + 0.5
	}
	return float64(at)
}

// hub draws what is inside of the fields.
func hub(c *paint.Canvas, v view.View, say func(ui.Text) string) {
	few, empty := false, false
	if v.Placed() {
		arcs(c, v)
		empty = kit.Together(v.Ring, v.Wheels)
	}
	n := kit.Left(v.Ring)
	few = n <= len(v.Dreamers)
	edge := brass
	if few || empty {
		edge = paint.Rose
	}
	const y = ringTop + middle
	c.Icon(disc, square(centre, y, hubSize), edge)
	c.Icon(disc, square(centre, y, hubSize-6), paint.Night)
	c.Label(paint.Bold.Size(20), say(ui.T("ring.round", v.Round)), image.Rect(centre-42, y-60, centre+42, y-38), 16, paint.Centre, paint.Mist)
	c.Label(paint.Bold.Size(46), strconv.Itoa(v.ToGo()), image.Rect(centre-52, y-40, centre+52, y+2), 40, paint.Centre, paint.Moon)
	c.Label(paint.Bold.Size(20), say(ui.T("ring.end")), image.Rect(centre-61, y, centre+61, y+22), 17, paint.Centre, edge)
	c.Icon(bagSign, square(centre-38, y+35, 22), sandInk)
	c.Label(paint.Bold.Size(19), strconv.Itoa(v.Bag), image.Rect(centre-25, y+24, centre, y+46), 16, paint.Left, paint.Moon)
	back(c, square(centre+12, y+35, 17), kit.BlankBreak)
	c.Label(paint.Bold.Size(19), strconv.Itoa(v.Blanks), image.Rect(centre+24, y+24, centre+50, y+46), 16, paint.Left, paint.Mist)
}

// sandInk is the colour of sand.
const sandInk = brass

// back draws the back of a token as large as a box.
func back(c *paint.Canvas, box image.Rectangle, b kit.Break) {
	switch b {
	case kit.SandBreak:
		c.Icon(disc, box, paint.Cream)
		c.Icon(grainSign, box, bronze)
	case kit.BlankBreak:
		c.Icon(disc, box, paint.Cream)
		c.Icon(disc, box.Inset(box.Dx()/8), paint.Slate)
	default:
		c.Icon(disc, box, paint.Slate)
		c.Icon(paint.IconCross, box, paint.Mist)
	}
}

// arcs draws the flywheels, and between them how many cards are there on each way round.
func arcs(c *paint.Canvas, v view.View) {
	n := len(v.Ring)
	turn := 2 * math.Pi
	at := [2]float64{angle(n, stand(v, kit.Black)), angle(n, stand(v, kit.White))}
	span := math.Mod(at[kit.White]-at[kit.Black]+2*turn, turn) // from Black clockwise to White
	// Two flywheels that stand side by side move apart, but not their needles.
	seat := at
	const near = 1.02
	switch {
	case span < near:
		seat[kit.Black] -= (near - span) / 2
		seat[kit.White] += (near - span) / 2
	case turn-span < near:
		seat[kit.Black] += (near - turn + span) / 2
		seat[kit.White] -= (near - turn + span) / 2
	}
	side := [2]float64{}
	if span == 0 {
		side = [2]float64{-1, 1}
	}
	for _, w := range kit.Wheels {
		needle(c, w, seat[w], at[w], side[w])
	}
	for _, w := range kit.Wheels {
		flywheel(c, w, polar(seat[w], orbit), wheelSize)
	}
	gap := math.Mod(seat[kit.White]-seat[kit.Black]+2*turn, turn)
	chip := func(from kit.Wheel, mid float64) {
		cards := v.Clockwise(from)
		p := polar(mid, orbit)
		ink, ground := paint.Moon, paint.Slate
		if cards == 0 {
			ink, ground = paint.White, paint.Red
		}
		box := square(int(p.X), int(p.Y), 38)
		c.Icon(disc, box, brass)
		c.Icon(disc, box.Inset(3), ground)
		c.Label(paint.Bold.Size(24), strconv.Itoa(cards), box, 20, paint.Centre, ink)
	}
	chip(kit.Black, seat[kit.Black]+gap/2)
	chip(kit.White, seat[kit.White]+(turn-gap)/2)
}

// steel are the inks of a flywheel: its rim, its face, and the ground of the face.
var steel = [2][3]paint.Colour{kit.Black: {paleSpace, paint.Moon, paint.Night}, kit.White: {paint.Gold, paint.Amber, paint.Cream}}

// needle draws the hand of a flywheel, from the flywheel to the gap and through it. A
// side of 1 or -1 puts it beside the middle of the gap.
func needle(c *paint.Canvas, w kit.Wheel, seat, at, side float64) {
	from, in, out := polar(seat, orbit), polar(at+side*5/innerEdge, innerEdge-4), polar(at+side*5/needleLong, needleLong-10)
	c.Fill(path().Stroke(9, from, in, out), paint.Night)
	c.Fill(path().Stroke(5, from, in, out), steel[w][0])
	c.Icon(disc, square(int(out.X+0.5), int(out.Y+0.5), 20), paint.Night)
	c.Icon(disc, square(int(out.X+0.5), int(out.Y+0.5), 15), steel[w][0])
}

// flywheel draws a flywheel around a place.
func flywheel(c *paint.Canvas, w kit.Wheel, at paint.Point, size int) {
	box := square(int(at.X+0.5), int(at.Y+0.5), size)
	c.Icon(disc, box.Inset(-3), paint.Night)
	c.Icon(gearSign, box, steel[w][0])
	c.Icon(disc, box.Inset(size/9), steel[w][2])
	if w == kit.White {
		c.Icon(sunSign, box.Inset(size/6), paint.Amber)
		return
	}
	c.Icon(moonSign, box.Inset(size/6), paint.Moon)
}

// ringAlt is the ring in words: what stands inside of it, and its cards.
func ringAlt(v view.View) (inside []ui.Text, cards ui.Text) {
	var list []ui.Text
	for place, d := range v.Ring {
		if d != 0 {
			list = append(list, label.ShortCard(place, d))
		}
	}
	inside = []ui.Text{ui.T("ring.alt", kit.Left(v.Ring), len(v.Dreamers), v.ToGo(), v.Round)}
	if v.Placed() {
		inside = append(inside, ui.T("ring.alt.wheels", label.Where(v, kit.Black), label.Where(v, kit.White), v.Clockwise(kit.Black), v.Clockwise(kit.White)))
	}
	return append(inside, ui.T("ring.alt.bag", v.Bag, v.Blanks)), ui.Text{Args: []any{list}}
}
