package paint

import (
	"hash/maphash"
	"image"
	"sync"
)

// Cards keeps cards that were drawn, by a key. A hand is drawn again with each move, and
// its cards look the same each time. A key must name everything that a card shows. There
// must be few keys: a card is kept for ever in each palette, with one byte for each
// pixel. The zero one is ready.
type Cards[K comparable] struct{ by sync.Map }

type cardKey[K comparable] struct {
	key     K
	palette *Palette
}

// card is a tile with what is drawn on it.
type card struct {
	img   *image.Paletted
	hash  uint64 // names it
	shape *mask
	edge  Colour
}

// Card is how a tile looks; see [Canvas.Tile].
type Card struct {
	W, H, Radius, Rim int // Rim is 2 at least
	Ground, Edge      Colour
}

// Draw draws a tile whose upper left corner is at x, y, with what face draws on it. face
// draws on a canvas of the tile's size, when the card is drawn for the first time, and
// nothing on the rim.
func (s *Cards[K]) Draw(c *Canvas, key K, x, y int, look Card, face func(c *Canvas)) {
	k := cardKey[K]{key, c.ground.palette}
	kept, ok := s.by.Load(k)
	if !ok {
		kept, _ = s.by.LoadOrStore(k, newCard(c.ground.palette, look, face))
	}
	kept.(*card).draw(c, x, y)
}

func newCard(p *Palette, look Card, face func(c *Canvas)) *card {
	r := image.Rect(0, 0, look.W, look.H)
	c := &Canvas{display{ground: p.plain(look.Edge), rect: r}, image.NewPaletted(r, p.model)}
	c.Rect(r, look.Edge)
	c.Tile(0, 0, look.W, look.H, look.Radius, look.Rim, look.Ground, look.Edge)
	face(c)
	return &card{c.img, maphash.Bytes(hashes, c.img.Pix), tileShape(look.W, look.H, look.Radius), look.Edge}
}

// draw draws the card. What is below shows through its smooth edge alone.
func (k *card) draw(c *Canvas, x, y int) {
	c.stampFrom(k.shape, x, y, k.edge, k.img, k.hash)
}
