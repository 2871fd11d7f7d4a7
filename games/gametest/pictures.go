package gametest

import (
	"hash/maphash"
	"image"
	"image/draw"

	"oneiros/games/paint"
	"oneiros/games/text"
	"oneiros/games/ui"
)

// drawn is how the pictures of one key looked.
type drawn struct {
	times int
	looks map[text.Lang]uint64
}

// looks is how a picture looks in a language.
type looks struct {
	lang text.Lang
	look uint64
}

// A gallery draws pictures and remembers how they looked.
type gallery struct {
	*table
	pictures map[string]*drawn // by key
	keys     map[looks]string  // of each look
}

// mostDrawn bounds how many keys of one table are drawn at all.
const mostDrawn = 48

// visit draws the pictures of a site, each new key in both languages, and a few
// times more. Another key must look different: otherwise something is not drawn, or
// an equal picture is sent again. Another look must have another key: otherwise
// the old picture stays.
func (g *gallery) visit(s *site) {
	for _, path := range s.paths {
		for _, picture := range s.pages[path].Pictures {
			g.draw(s, path, picture)
		}
	}
}

// draw draws one picture of the page at a path.
func (g *gallery) draw(s *site, path string, pic *ui.Picture) {
	d := g.pictures[pic.Key]
	if d == nil {
		if len(g.pictures) >= mostDrawn {
			return
		}
		d = &drawn{looks: map[text.Lang]uint64{}}
		g.pictures[pic.Key] = d
	}
	if d.times >= 3 {
		return
	}
	d.times++
	if pic.Draw == nil {
		g.fail(Pictures, "%s at %s: a picture that cannot be drawn", s.viewer, quote(path))
		return
	}
	var before image.Image
	for _, l := range text.Langs {
		g.work += 50
		img := pic.Draw(func(x ui.Text) string {
			g.mark(x)
			return g.say.Say(l, x, plain{})
		})
		if img == nil || img.Bounds().Empty() {
			g.fail(Pictures, "%s at %s: an empty picture", s.viewer, quote(path))
			continue
		}
		if b := img.Bounds(); b.Dx() > 1600 || b.Dy() > 1600 {
			g.fail(Pictures, "%s at %s: a picture of %d × %d; a side is at most 1600", s.viewer, quote(path), b.Dx(), b.Dy())
		}
		if img == before {
			g.fail(Pictures, "%s at %s: an image that is drawn once and returned twice", s.viewer, quote(path))
		}
		before = img
		g.sameLook(pic.Key, d, l, pixelDigest(img))
	}
}

// sameLook notes how a key looked, whether it looked otherwise before, and whether
// another key looked so.
func (g *gallery) sameLook(key string, d *drawn, l text.Lang, now uint64) {
	if was, ok := d.looks[l]; ok && was != now {
		g.fail(Pictures, "two pictures in %s with the key %q look different", l, key)
	}
	d.looks[l] = now
	at := looks{l, now}
	if other, ok := g.keys[at]; ok && other != key {
		g.fail(Pictures, "two pictures in %s with the keys %q and %q look alike", l, other, key)
		return
	}
	g.keys[at] = key
}

// join brings together how a key looked at two numbers of seats.
func (g *gallery) join(key string, d *drawn) {
	mine := g.pictures[key]
	if mine == nil {
		g.pictures[key] = d
		return
	}
	for _, l := range text.Langs {
		if now, ok := d.looks[l]; ok {
			g.sameLook(key, mine, l, now)
		}
	}
}

// lookSeed is the seed of all looks. They are compared with each other only.
var lookSeed = maphash.MakeSeed()

// pixelDigest is a digest of the pixels of a picture. A stronger one than this would cost
// more than the drawing.
func pixelDigest(img image.Image) uint64 {
	b := img.Bounds()
	var h maphash.Hash
	h.SetSeed(lookSeed)
	maphash.WriteComparable(&h, b.Size())
	if p, ok := paint.Whole(img); ok {
		// Equal pictures may have their colours in another order.
		var colours [256][4]byte
		for i, c := range p.Palette {
			r, g, b, a := c.RGBA()
			colours[i] = [4]byte{uint8(r >> 8), uint8(g >> 8), uint8(b >> 8), uint8(a >> 8)}
		}
		row := make([]byte, 0, 4*b.Dx())
		for y := range b.Dy() {
			row = row[:0]
			for _, i := range p.Pix[y*p.Stride:][:b.Dx()] {
				row = append(row, colours[i][:]...)
			}
			h.Write(row)
		}
		return h.Sum64()
	}
	flat, ok := img.(*image.RGBA)
	if !ok {
		flat = image.NewRGBA(b)
		draw.Draw(flat, b, img, b.Min, draw.Src)
	}
	for y := range b.Dy() {
		h.Write(flat.Pix[y*flat.Stride:][:4*b.Dx()])
	}
	return h.Sum64()
}
