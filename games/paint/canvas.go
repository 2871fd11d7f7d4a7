package paint

import (
	"encoding/binary"
	"hash/maphash"
	"image"
	"sync"
)

// Canvas is a picture to draw on: cards, words, icons. Everything outside of it is
// cut off. It has the colours of one palette.
//
// Nothing is drawn at first. A canvas keeps a display list of what lies over its ground.
// [Encode] draws only what was never drawn before; see [Picture].
type Canvas struct {
	display
	img *image.Paletted // not nil for a canvas on which everything is drawn at once
}

// New is a canvas of one shared ink, in a palette for pictures without a painting.
// One with a painting below comes from [Scenes].
func New(w, h int, ground Colour) *Canvas {
	return &Canvas{display: display{ground: standard.plain(ground), rect: image.Rect(0, 0, w, h)}}
}

// Scenes keeps the paintings of a game, by a key. A key must name everything that the
// painting depends on. There must be few keys: a scene is kept for ever, with one
// byte for each pixel. Own holds the inks of the game, each 0xRRGGBB; see [Own].
type Scenes[K comparable] struct {
	Own []uint32
	by  sync.Map // of func() *ground
}

// Canvas returns a canvas with a painting as its ground, in a palette made for it. The
// first call paints it.
func (s *Scenes[K]) Canvas(key K, paint func() *Art) *Canvas {
	return s.canvas(key, func() *ground {
		art := paint()
		p := NewPalette(s.Own, art)
		return &ground{palette: p, img: art.scene(p)}
	})
}

// Lit is Canvas with two paintings of one size: the ground, and how it looks where
// [Canvas.Light] lights it. The palette is made for both.
func (s *Scenes[K]) Lit(key K, paint func() (dark, lit *Art)) *Canvas {
	return s.canvas(key, func() *ground {
		dark, lit := paint()
		p := NewPalette(s.Own, dark, lit)
		return &ground{palette: p, img: dark.scene(p), lit: lit.scene(p)}
	})
}

// Prepared returns a canvas whose ground is another canvas: what many pictures have in
// common. The first call makes it. What it has is in the light, too; see [Scenes.Lit].
func (s *Scenes[K]) Prepared(key K, prepare func() *Canvas) *Canvas {
	return s.canvas(key, func() *ground {
		c := prepare()
		g := &ground{palette: c.ground.palette, img: c.Image().Whole()}
		if lit := c.ground.lit; lit != nil {
			c.ground = &ground{palette: g.palette, img: lit}
			g.lit = c.Image().Whole()
		}
		return g
	})
}

func (s *Scenes[K]) canvas(key K, make func() *ground) *Canvas {
	made, ok := s.by.Load(key)
	if !ok {
		made, _ = s.by.LoadOrStore(key, sync.OnceValue(make))
	}
	g := made.(func() *ground)()
	return &Canvas{display: display{ground: g, rect: g.img.Rect}}
}

// Image is the picture as it is now.
func (c *Canvas) Image() *Picture { return &Picture{display: c.display} }

// Size is how wide and high c is, in pixels.
func (c *Canvas) Size() (w, h int) { return c.rect.Dx(), c.rect.Dy() }

// layer is something that was drawn over what is below.
type layer struct {
	box  image.Rectangle // where it changes pixels
	hash uint64          // names what it does to them
	ink  Colour
	mask *mask           // what is coloured of the box; nil for all of it
	at   image.Point     // where the mask is stamped
	from *image.Paletted // copied where the mask covers whole, if there is one
	name uint64          // of what is copied; see hashLit
	line []placed        // letters in place of one mask
	turn *[256]uint8     // the colour that each colour becomes, in place of an ink
}

// placed is a letter of a line.
type placed struct {
	mask *mask
	x    int
}

// hashes holds names of things that are drawn. They hold only in this process. A thing
// would have to be made for the purpose to be taken for another one, and no writer knows the
// seed.
var hashes = maphash.MakeSeed()

// add draws a layer, or notes it.
func (c *Canvas) add(l layer, hash ...uint64) {
	l.box = l.box.Intersect(c.rect)
	switch {
	case l.box.Empty():
	case c.img != nil:
		l.draw(c.img, c.ground.palette)
	default:
		var b [80]byte
		all := b[:0]
		for _, h := range hash {
			all = binary.LittleEndian.AppendUint64(all, h)
		}
		l.hash = maphash.Bytes(hashes, all)
		c.layers = append(c.layers, l)
	}
}

// hashLit names what is copied from the light of a ground. A card has a random name.
const hashLit = 1

// pair is two numbers as one.
func pair(x, y int) uint64 { return uint64(uint32(x))<<32 | uint64(uint32(y)) }

// The kinds of layers, in the lowest bits of their hashes' first numbers.
const (
	hashRect = iota
	hashStamp
	hashLine
	hashTurn
)

// Rect fills a rectangle.
func (c *Canvas) Rect(r image.Rectangle, ink Colour) {
	c.add(layer{box: r, ink: ink}, hashRect|uint64(ink)<<8, pair(r.Min.X, r.Min.Y), pair(r.Max.X, r.Max.Y))
}

// Fill colours the inside of a path. For a shape that is drawn often, an [Icon] is
// faster.
func (c *Canvas) Fill(p *Path, ink Colour) { c.stamp(p.mask(), 0, 0, ink) }

// stamp colours the pixels that a mask covers.
func (c *Canvas) stamp(m *mask, x, y int, ink Colour) { c.stampFrom(m, x, y, ink, nil, 0) }

// stampFrom is stamp, but what the mask covers whole is copied from a picture of the
// mask's size, if there is one. It has a name.
func (c *Canvas) stampFrom(m *mask, x, y int, ink Colour, from *image.Paletted, name uint64) {
	c.add(layer{box: m.box(x, y), ink: ink, mask: m, at: image.Pt(x, y), from: from, name: name}, hashStamp|uint64(ink)<<8, m.hash, pair(x, y), name)
}

// Turn gives each colour on the canvas another one.
func (c *Canvas) Turn(table *[256]uint8) {
	now := *table // it is drawn later, and has its name from now on
	c.add(layer{box: c.rect, turn: &now}, hashTurn, maphash.Bytes(hashes, now[:]))
}

// draw draws a layer on the pixels of some part of the picture.
func (l *layer) draw(img *image.Paletted, p *Palette) {
	r := l.box.Intersect(img.Rect)
	if r.Empty() {
		return
	}
	switch {
	case l.turn != nil:
		for y := r.Min.Y; y < r.Max.Y; y++ {
			row := img.Pix[img.PixOffset(r.Min.X, y):][:r.Dx()]
			for i, c := range row {
				row[i] = l.turn[c]
			}
		}
	case l.line != nil:
		for _, g := range l.line {
			g.mask.stamp(img, r, g.x, l.at.Y, l.ink, p, nil)
		}
	case l.mask != nil:
		l.mask.stamp(img, r, l.at.X, l.at.Y, l.ink, p, l.from)
	default:
		for y := r.Min.Y; y < r.Max.Y; y++ {
			set(img.Pix[img.PixOffset(r.Min.X, y):][:r.Dx()], l.ink)
		}
	}
}

// set colours all pixels of a row, eight at a time.
func set(row []uint8, ink Colour) {
	eight := uint64(ink) * 0x0101010101010101
	for len(row) >= 8 {
		binary.LittleEndian.PutUint64(row, eight)
		row = row[8:]
	}
	for i := range row {
		row[i] = uint8(ink)
	}
}

// box is where a mask that is stamped at x, y covers pixels.
func (m *mask) box(x, y int) image.Rectangle {
	return image.Rect(0, 0, m.w, m.h).Add(image.Pt(x, y).Add(m.min))
}

// stamp colours what a mask covers, within a part of a picture.
func (m *mask) stamp(img *image.Paletted, within image.Rectangle, x, y int, ink Colour, p *Palette, from *image.Paletted) {
	box := m.box(x, y)
	r := box.Intersect(within)
	if r.Empty() {
		return
	}
	at, over := box.Min, p.over(ink)
	for y := r.Min.Y; y < r.Max.Y; y++ {
		left, right := r.Min.X-at.X, r.Max.X-at.X
		row := img.Pix[img.PixOffset(r.Min.X, y):][:right-left]
		cover := m.cover[(y-at.Y)*m.w:][left:right]
		solid := m.solid[y-at.Y]
		a, b := min(max(solid[0], left), right)-left, min(max(solid[1], left), right)-left
		soft(row[:a], cover[:a], over)
		if from == nil {
			set(row[a:b], ink)
		} else {
			copy(row[a:b], from.Pix[(y-at.Y)*from.Stride+left+a:])
		}
		soft(row[b:], cover[b:], over)
	}
}

// soft colours the pixels of a row, each in the strength of its cover.
func soft(row, cover []uint8, over *blend) {
	for i, a := range cover {
		if a != 0 {
			row[i] = uint8(over[a&steps][row[i]])
		}
	}
}

// tileKey is the shape of a tile.
type tileKey struct{ w, h, radius int }

var tiles kept[tileKey]

// Tile draws a card: a rectangle of w by h pixels with round corners. Its upper left
// corner is at x, y. Its edge is rim pixels wide; 0 for none. Its shape is kept, so
// there must be few sizes.
func (c *Canvas) Tile(x, y, w, h, radius, rim int, ground, edge Colour) {
	if rim > 0 {
		c.stamp(tileShape(w, h, radius), x, y, edge)
	}
	c.stamp(tileShape(w-2*rim, h-2*rim, max(radius-rim, 0)), x+rim, y+rim, ground)
}

// Light draws a tile that shows the ground in its light; see [Scenes.Lit]. Its edge is rim
// pixels wide.
func (c *Canvas) Light(x, y, w, h, radius, rim int, edge Colour) {
	if rim > 0 {
		c.stamp(tileShape(w, h, radius), x, y, edge)
	}
	x, y, w, h = x+rim, y+rim, w-2*rim, h-2*rim
	from := &image.Paletted{Pix: c.ground.lit.Pix[c.ground.lit.PixOffset(x, y):], Stride: c.ground.lit.Stride}
	c.stampFrom(tileShape(w, h, max(radius-rim, 0)), x, y, edge, from, hashLit)
}

func tileShape(w, h, radius int) *mask {
	return tiles.mask(tileKey{w, h, radius}, func() *mask {
		return new(Path).Round(0, 0, float64(w), float64(h), float64(radius)).mask()
	})
}
