package paint

import (
	"fmt"
	"image"
	"math"
	"sync"
	"unicode"

	"codeberg.org/go-fonts/dejavu/dejavusansbold"
	"github.com/hajimehoshi/bitmapfont/v3"
	"golang.org/x/image/font"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
)

// The fonts behind the Go fonts, for the letters that those lack. DejaVu Sans Bold has the
// other letters of Latin, Cyrillic and Greek, and Armenian, Georgian, Hebrew and Arabic. It
// is about as heavy and as high. A bitmap font has the signs of Chinese, Japanese and
// Korean. A vector font of those has several megabytes for each of the three.
//
// They are read when the first letter of theirs is drawn: the tables of the vector font
// are used where they lie, and the bitmaps take 1.6 MB.

var dejaVu = sync.OnceValue(func() *sfnt.Font {
	f, err := opentype.Parse(dejavusansbold.TTF)
	if err != nil {
		panic(fmt.Sprintf("paint: DejaVu Sans Bold: %v", err)) // compiled in: the first test of a foreign letter meets it
	}
	return f
})

// inDejaVu reports whether DejaVu has a rune.
func inDejaVu(r rune) bool { return hasRune(dejaVu(), r) }

// buffers are what a font reads a rune with. Each has two kilobytes, and every letter that is
// drawn is asked for.
var buffers = sync.Pool{New: func() any { return new(sfnt.Buffer) }}

// hasRune reports whether a font has a rune.
func hasRune(f *sfnt.Font, r rune) bool {
	b := buffers.Get().(*sfnt.Buffer)
	defer buffers.Put(b)
	i, err := f.GlyphIndex(b, r)
	return err == nil && i != 0
}

// The box of a letter of the bitmap font, and how many pixels an ideogram has in it.
const (
	bitmapRise   = 12 // from the top to the base line
	bitmapHeight = 16
	ideogram     = 12
)

// inBitmap reports whether the bitmap font has a rune. Where it has none it has an empty
// box.
func inBitmap(r rune) bool {
	_, box, at, _, ok := bitmapfont.Face.Glyph(fixed.Point26_6{}, r)
	if !ok {
		return false
	}
	for y := range bitmapHeight {
		for x := range box.Bounds().Dx() {
			if _, _, _, v := box.At(at.X+x, at.Y+y).RGBA(); v != 0 {
				return true
			}
		}
	}
	return false
}

// foreign are the glyphs of letters that the Go fonts lack. There are tens of thousands,
// so that not all of them are kept.
var foreign = NewCache[cluster, glyph](4 << 20)

// cluster is a letter of a type with its marks.
type cluster struct {
	Type
	letters string
}

// foreignGlyph is the glyph of a cluster that begins with a letter that the Go fonts lack,
// or that has marks.
func (t Type) foreignGlyph(letters string) glyph {
	k := cluster{t, letters}
	if g, ok := foreign.Find(k); ok {
		return g
	}
	g := glyph{mask: &mask{}}
	written, _ := letterOf(letters)
	for _, r := range written {
		next := t.letter(r)
		if unicode.Is(unicode.Mn, r) {
			g.mask = g.mask.marked(next.mask, t.rise()/9+1)
		} else {
			g = glyph{g.mask.with(next.mask, image.Pt((g.advance+32)/64, 0)), g.advance + next.advance}
		}
	}
	foreign.Keep(k, g, len(g.mask.cover)+16*len(g.mask.solid)+200)
	return g
}

// letter draws a letter by the first font that has it.
func (t Type) letter(r rune) glyph {
	switch {
	case r == robotSign || t.Has(r):
		return t.glyph(r)
	case inDejaVu(r):
		if g, ok := outlined(dejaVuFace(t.Size), r); ok {
			return g
		}
	case inBitmap(r):
		return t.bitmap(r)
	}
	return t.glyph(lost)
}

// dejaVuFace is DejaVu in a size, for one goroutine.
func dejaVuFace(size int) font.Face {
	face, err := opentype.NewFace(dejaVu(), &opentype.FaceOptions{Size: float64(size), DPI: 72})
	if err != nil {
		panic(fmt.Sprintf("paint: DejaVu of %d px: %v", size, err)) // no size in this program fails
	}
	return face
}

// outlined is the glyph of a rune in a face.
func outlined(face font.Face, r rune) (glyph, bool) {
	rect, m, at, advance, ok := face.Glyph(fixed.Point26_6{}, r)
	if !ok {
		return glyph{}, false
	}
	a := image.NewAlpha(image.Rect(0, 0, rect.Dx(), rect.Dy()))
	for y := range rect.Dy() {
		for x := range rect.Dx() {
			_, _, _, v := m.At(at.X+x, at.Y+y).RGBA()
			a.Pix[y*a.Stride+x] = uint8(v >> 8)
		}
	}
	return glyph{newMask(rect.Min, a), int(advance)}, true
}

// bitmap is a letter of the bitmap font. Its pixels are squares: whole ones where that fits
// beside the letters of the type, else with soft edges.
func (t Type) bitmap(r rune) glyph {
	_, box, at, advance, _ := bitmapfont.Face.Glyph(fixed.Point26_6{}, r)
	scale := float64(t.Size) / ideogram
	if whole := math.Floor(scale); scale-whole < 0.7 && whole >= 2 {
		scale = whole
	}
	w := box.Bounds().Dx()
	weight := 0.0
	if t.Face != Regular {
		weight = 0.4
	}
	p := new(Path)
	for y := range bitmapHeight {
		for x := 0; x < w; x++ {
			from := x
			for ; x < w; x++ {
				if _, _, _, v := box.At(at.X+x, at.Y+y).RGBA(); v == 0 {
					break
				}
			}
			if x > from {
				p.Rect(float64(from)*scale, float64(y-bitmapRise)*scale, (float64(x-from)+weight)*scale, (1+weight)*scale)
			}
		}
	}
	return glyph{p.mask(), int(float64(advance) * scale)}
}

// marked is m with a mark: above it, or below where the mark lies below the base line. A
// gap of so many pixels lies between.
func (m *mask) marked(mark *mask, gap int) *mask {
	box := m.box(0, 0)
	if m.w == 0 || mark.w == 0 {
		return m.with(mark, image.Point{})
	}
	at := image.Pt((box.Min.X+box.Max.X-mark.w)/2, box.Min.Y-gap-mark.h)
	if mark.min.Y+mark.h/2 > 0 {
		at.Y = box.Max.Y + gap
	}
	return m.with(mark, at.Sub(mark.min))
}

// with is m with another mask that is stamped at a point.
func (m *mask) with(other *mask, at image.Point) *mask {
	switch {
	case other.w == 0:
		return m
	case m.w == 0 && at == image.Point{}:
		return other
	}
	all := m.box(0, 0).Union(other.box(at.X, at.Y))
	a := image.NewAlpha(image.Rect(0, 0, all.Dx(), all.Dy()))
	for _, part := range []struct {
		*mask
		at image.Point
	}{{m, m.min}, {other, other.min.Add(at)}} {
		for i, v := range part.cover {
			x, y := part.at.X-all.Min.X+i%part.w, part.at.Y-all.Min.Y+i/part.w
			a.Pix[y*a.Stride+x] = max(a.Pix[y*a.Stride+x], uint8(int(v)*255/steps))
		}
	}
	return newMask(all.Min, a)
}
