package picture

import (
	"image"
	"strconv"

	"oneiros/games/paint"
	"oneiros/games/somnicum/kit"
	"oneiros/games/somnicum/label"
	"oneiros/games/somnicum/view"
	"oneiros/games/ui"
)

// RingParts is how many parts of the ring there are to look at.
const RingParts = 4

// Part is which places a part of a ring of n has.
func Part(n, i int) (from, to int) { return (i - 1) * n / RingParts, i * n / RingParts }

// RingPart is the picture of a part of the ring: large cards, side by side.
func RingPart(v view.View, from, to int) *ui.Picture {
	var alt []ui.Text
	what := []any{"closer", from, to}
	for place := from; place < to; place++ {
		if d := v.Ring[place]; d != 0 {
			alt = append(alt, label.RingCard(place, d))
		} else {
			alt = append(alt, ui.T("look.none", place+1))
		}
		what = append(what, v.Ring[place])
	}
	return ui.Draw(func(say func(ui.Text) string) image.Image {
		const columns, gap, high = 3, 10, 212
		n := to - from
		wide := (dreamWidth - gap) / columns
		rows := (n + columns - 1) / columns
		c := scenes.Canvas(scene{"dream", rows*(high+gap) + gap}, func() *paint.Art { return slumber(rows*(high+gap) + gap) })
		for i := range n {
			x, y := gap+i%columns*wide, gap+i/columns*(high+gap)
			large(c, image.Rect(x, y, x+wide-gap, y+high), from+i, v.Ring[from+i], say)
		}
		return c.Image()
	}, []ui.Text{{Args: []any{alt}}}, what...)
}

// large draws a card of the ring with its name.
func large(c *paint.Canvas, box image.Rectangle, place int, d kit.Dream, say func(ui.Text) string) {
	if d == 0 {
		c.Tile(box.Min.X, box.Min.Y, box.Dx(), box.Dy(), 18, 3, paint.Night, paint.Dusk)
		c.Label(paint.Bold.Size(34), strconv.Itoa(place+1), box, 26, paint.Centre, paint.Dusk)
		return
	}
	card := d.Card()
	ink := livery[card.Plot]
	c.Tile(box.Min.X, box.Min.Y, box.Dx(), box.Dy(), 18, 4, ink[1], ink[0])
	c.Label(paint.Bold.Size(28), say(label.Place(place, d)), image.Rect(box.Min.X+14, box.Min.Y+8, box.Min.X+90, box.Min.Y+44), 22, paint.Left, ink[2])
	signRow(c, image.Rect(box.Min.X+86, box.Min.Y+8, box.Max.X-50, box.Min.Y+44), card, false)
	if card.Meets {
		meeting(c, image.Rect(box.Max.X-48, box.Min.Y+8, box.Max.X-12, box.Min.Y+44))
	}
	var marks []mark
	for _, p := range card.Particles.List() {
		marks = append(marks, mark{p, false})
	}
	spread(c, image.Rect(box.Min.X+12, box.Min.Y+48, box.Max.X-12, box.Max.Y-66), marks, 0)
	c.Words(paint.Bold.Size(26), say(label.Dream(d)), image.Rect(box.Min.X+10, box.Max.Y-66, box.Max.X-10, box.Max.Y-6), 18, paint.Centre, paint.Moon)
}
