package gametest

import (
	"crypto/sha256"
	"encoding/binary"
	"image"
	"image/draw"

	"oneiros/games/text"
	"oneiros/games/ui"
)

// drawn is how the pictures of one key looked.
type drawn struct {
	times int
	looks map[text.Lang][32]byte
}

// mostDrawn bounds how many keys of one table are drawn at all.
const mostDrawn = 48

// draws draws the pictures of a site: each new key in both languages, and a few
// times more, to see that a key is what its picture looks like.
func (p *play) draws(s *site) {
	for _, path := range s.paths {
		for _, picture := range s.pages[path].Pictures {
			p.draw(s, path, picture)
		}
	}
}

// draw draws one picture of the page at a path.
func (p *play) draw(s *site, path string, pic *ui.Picture) {
	d := p.pictures[pic.Key]
	if d == nil {
		if len(p.pictures) >= mostDrawn {
			return
		}
		d = &drawn{looks: map[text.Lang][32]byte{}}
		p.pictures[pic.Key] = d
	}
	if d.times >= 3 {
		return
	}
	d.times++
	if pic.Draw == nil {
		p.fail(Pictures, "%s at %s: a picture that cannot be drawn", s.viewer, quote(path))
		return
	}
	for _, l := range text.Langs {
		p.work += 50
		img := pic.Draw(func(x ui.Text) string {
			p.mark(x)
			return p.say.Say(l, x, plain{})
		})
		if img == nil || img.Bounds().Empty() {
			p.fail(Pictures, "%s at %s: an empty picture", s.viewer, quote(path))
			continue
		}
		if b := img.Bounds(); b.Dx() > 1600 || b.Dy() > 1600 {
			p.fail(Pictures, "%s at %s: a picture of %d × %d; a side is at most 1600", s.viewer, quote(path), b.Dx(), b.Dy())
		}
		p.sameLook(pic.Key, d, l, look(img))
	}
}

// sameLook notes how a key looked, and whether it looked otherwise before.
func (t *table) sameLook(key string, d *drawn, l text.Lang, now [32]byte) {
	if was, ok := d.looks[l]; ok && was != now {
		t.fail(Pictures, "two pictures in %s with the key %q look different", l, key)
	}
	d.looks[l] = now
}

// same brings together how a key looked at two numbers of seats.
func (t *table) same(key string, d *drawn) {
	mine := t.pictures[key]
	if mine == nil {
		t.pictures[key] = d
		return
	}
	for _, l := range text.Langs {
		if now, ok := d.looks[l]; ok {
			t.sameLook(key, mine, l, now)
		}
	}
}

// look is a digest of the pixels of a picture.
func look(img image.Image) [32]byte {
	b := img.Bounds()
	flat, ok := img.(*image.RGBA)
	if !ok {
		flat = image.NewRGBA(b)
		draw.Draw(flat, b, img, b.Min, draw.Src)
	}
	h := sha256.New()
	var size [8]byte
	binary.BigEndian.PutUint32(size[:4], uint32(b.Dx()))
	binary.BigEndian.PutUint32(size[4:], uint32(b.Dy()))
	h.Write(size[:])
	for y := range b.Dy() {
		h.Write(flat.Pix[y*flat.Stride:][:4*b.Dx()])
	}
	return [32]byte(h.Sum(nil))
}
