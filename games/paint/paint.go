// Package paint draws the pictures of games.
//
// # How to draw a picture
//
// A picture is composed on a [Canvas]:
//
//		c := scenes.Canvas("night", night)                        // a painting as the ground, see Scenes
//		c.Panel(image.Rect(20, 20, 400, 240), paint.Gold)         // the frame of a player, a place, a result
//		c.Tile(40, 40, 120, 160, 15, 4, paint.Cream, paint.Amber) // a card: round corners and an edge
//		c.Icon(paint.IconStar, image.Rect(70, 90, 130, 150), paint.Amber)
//		c.Label(paint.Bold.Size(30), "7", image.Rect(48, 44, 90, 80), paint.Readable, paint.Left, paint.Ink)
//		return c.Image()
//
//	  - A card is a [Canvas.Tile] with an [Icon] and a [Canvas.Label] on it.
//	  - A token or a piece is an [Icon] of its shape, stamped twice: in the colour of
//	    its edge, and two pixels smaller in its own.
//	  - A label is [Canvas.Label], which sets one line, or [Canvas.Words], which
//	    breaks lines. Both shrink words that do not fit.
//	  - A ring, a track, a line that bends are paths: [Path.Ring], [Path.Stroke] along
//	    points or along a [Curve]. [Canvas.Fill] colours what a path encloses.
//	  - [Canvas.Winner] shows who has won.
//
// A part that never changes is painted once on an [Art], in true colour, with slopes
// and glows. There are [Art.Sky], [Art.Clouds] and [Art.Daybreak]. Figures are filled
// paths. [Scenes] keeps the painting.
//
// # Palettes
//
// Every picture is an image.Paletted of 256 colours. It has a quarter of the bytes of
// a picture in true colour, and it is composed by copying bytes. The first colours
// are the shared inks and the inks of the game, see [Own]. The others are chosen for
// each painting.
//
// Nothing is dithered. The dots of dithering look like a grid on a phone and need
// more bytes. Where a painting has many hues, a slope can show narrow bands.
//
// A smooth edge is a mask of four strengths. Where it is stamped, the colour
// below and the ink are looked up in a table of that ink. The table is made when the
// ink is first used on that palette. So an edge is smooth over any ground, and a
// pixel costs two loads and a store.
//
// # Pieces
//
// A canvas keeps a display list, and [Encode] cuts the picture between the things on it. A
// piece that an earlier picture had is neither drawn nor compressed again. All tables of a
// game share cards, numbers and grounds, so a change costs what is new in it. Games need
// not know this. But what changes alone should not overlap what stays.
//
// # Letters
//
// The fonts are the Go fonts, which come with golang.org/x/image under its BSD
// licence and have Cyrillic. Other fonts would have to be fetched and shipped.
// A letter is drawn once for each size and kept as a mask.
//
// # Reading on a phone
//
// A phone shows a picture of 800 pixels in a width of 360 points. So important
// letters are at least [Readable] pixels high. Words have a contrast of at least 4.5
// to 1, see [Contrast]; a test checks all [Pairs]. No colour stands alone: an icon or
// a letter has the same meaning.
//
// Every picture is deterministic. Its file is not: see [Encode]. Any number of goroutines may use the package. But
// only one at a time may use a Canvas, a Path or an Art.
package paint

import (
	"bytes"
	"fmt"
	"image"
	"image/png"
)

// Readable is the smallest size of important words in a picture of 800 pixels. On a
// phone they are half as large.
const Readable = 26

// Encode returns the PNG of a picture. It prefers speed to size. A piece that is seen for
// the first time is compressed quickly, and one that is used often is compressed well. So
// the file differs from time to time, and its pixels do not.
func Encode(img image.Image) ([]byte, error) {
	if p, ok := img.(*Picture); ok && p.rect.Dx() <= mostWide {
		return p.encode(), nil
	}
	var out bytes.Buffer
	enc := png.Encoder{CompressionLevel: png.BestSpeed}
	if err := enc.Encode(&out, img); err != nil {
		return nil, fmt.Errorf("encode png: %w", err)
	}
	return out.Bytes(), nil
}
