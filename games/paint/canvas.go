package paint

import (
	"encoding/binary"
	"image"
	"sync"
)

// Canvas is a picture to draw on: cards, words, icons. Everything outside of it is
// cut off. It has the colours of one palette.
type Canvas struct {
	img     *image.Paletted
	palette *Palette
}

// New is a canvas of one shared ink, in a palette for pictures without a painting.
// One with a painting below comes from [Scenes].
func New(w, h int, ground Colour) *Canvas {
	c := blank(image.Rect(0, 0, w, h), standard)
	c.Rect(c.img.Rect, ground)
	return c
}

// pixels is the memory of pictures that nobody uses any longer; see [Finish]. A picture
// has half a megabyte, and most pictures have one of a few sizes.
var pixels = make(chan []uint8, 4)

// blank is a canvas whose pixels may be those of any other picture. All of them are to
// be set.
func blank(r image.Rectangle, p *Palette) *Canvas {
	n := r.Dx() * r.Dy()
	var pix []uint8
	select {
	case pix = <-pixels:
	default:
	}
	if cap(pix) < n {
		pix = make([]uint8, n)
	}
	return &Canvas{&image.Paletted{Pix: pix[:n:n], Stride: r.Dx(), Rect: r, Palette: p.model}, p}
}

// Finish is [Encode] of a picture that nobody uses afterwards. Its memory becomes that of
// another picture.
func Finish(img image.Image) ([]byte, error) {
	b, err := Encode(img)
	if p, ok := img.(*image.Paletted); ok && err == nil {
		recycle(p)
	}
	return b, err
}

// recycle lets another picture have the memory of one.
func recycle(p *image.Paletted) {
	pix := p.Pix
	p.Pix = nil // whoever uses it after all sees nothing of the other picture
	select {
	case pixels <- pix:
	default:
	}
}

// Scenes keeps the paintings of a game, by a key. A key must name everything that the
// painting depends on. There must be few keys: a scene is kept for ever, with one
// byte for each pixel. Own holds the inks of the game, each 0xRRGGBB; see [Own].
type Scenes[K comparable] struct {
	Own []uint32
	by  sync.Map // of func() *Canvas
}

// Canvas returns a canvas with a painting as its ground, in a palette made for it. The
// first call paints it.
func (s *Scenes[K]) Canvas(key K, paint func() *Art) *Canvas {
	made, ok := s.by.Load(key)
	if !ok {
		made, _ = s.by.LoadOrStore(key, sync.OnceValue(func() *Canvas {
			art := paint()
			p := NewPalette(s.Own, art)
			return &Canvas{art.scene(p), p}
		}))
	}
	scene := made.(func() *Canvas)()
	return scene.rows(scene.img.Rect.Min.Y, scene.img.Rect.Max.Y)
}

// rows is a canvas of its own that looks like some rows of c.
func (c *Canvas) rows(top, bottom int) *Canvas {
	r := c.img.Rect
	r.Min.Y, r.Max.Y = top, bottom
	other := blank(r, c.palette)
	copy(other.img.Pix, c.img.Pix[(top-c.img.Rect.Min.Y)*c.img.Stride:])
	return other
}

// Image is the picture. The canvas is not used afterwards.
func (c *Canvas) Image() *image.Paletted { return c.img }

// Size is how wide and high c is, in pixels.
func (c *Canvas) Size() (w, h int) { return c.img.Rect.Dx(), c.img.Rect.Dy() }

// Rect fills a rectangle.
func (c *Canvas) Rect(r image.Rectangle, ink Colour) {
	r = r.Intersect(c.img.Rect)
	for y := r.Min.Y; y < r.Max.Y; y++ {
		set(c.img.Pix[c.img.PixOffset(r.Min.X, y):][:r.Dx()], ink)
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

// Fill colours the inside of a path. For a shape that is drawn often, an [Icon] is
// faster.
func (c *Canvas) Fill(p *Path, ink Colour) { c.stamp(p.mask(), 0, 0, ink) }

// stamp colours the pixels that a mask covers.
func (c *Canvas) stamp(m *mask, x, y int, ink Colour) { c.stampFrom(m, x, y, ink, nil) }

// stampFrom is stamp, but what the mask covers whole is copied from a picture of the
// mask's size, if there is one.
func (c *Canvas) stampFrom(m *mask, x, y int, ink Colour, from *image.Paletted) {
	at := image.Pt(x, y).Add(m.min)
	r := image.Rect(0, 0, m.w, m.h).Add(at).Intersect(c.img.Rect)
	if r.Empty() {
		return
	}
	over := c.palette.over(ink)
	for y := r.Min.Y; y < r.Max.Y; y++ {
		left, right := r.Min.X-at.X, r.Max.X-at.X
		row := c.img.Pix[c.img.PixOffset(r.Min.X, y):][:right-left]
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

func tileShape(w, h, radius int) *mask {
	return tiles.mask(tileKey{w, h, radius}, func() *mask {
		return new(Path).Round(0, 0, float64(w), float64(h), float64(radius)).mask()
	})
}
