// Package paint draws the pictures of games.
//
// # One palette
//
// Every picture is an image.Paletted over one fixed palette of 256 colours: a
// few named ones, ramps between those that meet along smooth edges and in the
// sky, and a coarse cube for whatever is mixed besides. A paletted picture of a
// table is a quarter of the bytes of the same one in true colour, and is
// composed by copying bytes; what costs time is drawing shapes and letters, so
// those are drawn once, kept, and stamped wherever they are needed.
//
// A smooth edge is a mask of sixteen steps. Where it is stamped, the colour
// below and the ink are looked up in a table of that ink, which is made when
// the ink is first used, so that an edge is smooth over any ground, a gradient
// too, and a pixel costs two loads and a store.
//
// # Two ways to draw
//
// [Canvas] composes a picture of what changes: cards, words, icons. [Art] paints
// in true colour what never changes: a sky, a figure; it takes its time, with
// gradients and glows, and becomes a [Sprite] of the palette once. Art is
// dithered only where the palette has no colour near enough.
//
// # Letters
//
// The fonts are the Go fonts, which come with golang.org/x/image under its BSD
// licence and have Cyrillic. Fancier ones would have to be fetched and shipped.
// A letter is drawn once for each size and kept as a mask.
//
// # Reading on a phone
//
// A picture 800 pixels wide is shown on a phone at 360. So letters that matter
// are at least [Readable] pixels high in it, colours that carry text contrast
// at least 4.5 to 1 ([Contrast], and a test over [Pairs]), and a colour never
// stands alone: an icon or a letter says the same.
//
// Everything here is deterministic, and safe for any number of goroutines
// except that a Canvas, a Path and an Art belong to one at a time.
package paint

import (
	"bytes"
	"fmt"
	"image"
	"image/png"
	"sync"
)

// Readable is the smallest size, in pixels of a picture 800 wide, in which words
// that matter are set: half of it remains on a phone.
const Readable = 26

// Encode is the PNG of a picture, quickly rather than smallest: over the palette
// the best compression saves six bytes in a hundred and takes ninety times as
// long.
func Encode(img image.Image) ([]byte, error) {
	var out bytes.Buffer
	enc := png.Encoder{CompressionLevel: png.BestSpeed, BufferPool: &buffers}
	if err := enc.Encode(&out, img); err != nil {
		return nil, fmt.Errorf("encode png: %w", err)
	}
	return out.Bytes(), nil
}

var buffers bufferPool

// bufferPool keeps the encoder's buffers between pictures.
type bufferPool struct{ pool sync.Pool }

func (p *bufferPool) Get() *png.EncoderBuffer {
	b, ok := p.pool.Get().(*png.EncoderBuffer)
	if !ok {
		return nil
	}
	return b
}

func (p *bufferPool) Put(b *png.EncoderBuffer) { p.pool.Put(b) }
