package paint

import (
	"encoding/binary"
	"fmt"
	"hash/maphash"
	"image"
	"strings"
	"sync"
	"unicode/utf8"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/gobolditalic"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/font/sfnt"
)

// Face is a font. All of them have Latin and Cyrillic letters, and borrow all others.
type Face uint8

// The faces.
const (
	Regular Face = iota
	Bold
	Slanted // bold italic, for titles
	faces
)

// Type is how words are set: a face, and its size in pixels.
type Type struct {
	Face Face
	Size int
}

// Size is a type of the face, in pixels.
func (f Face) Size(pixels int) Type { return Type{f, pixels} }

// Align is where a line lies in its box.
type Align uint8

// The alignments.
const (
	Left Align = iota
	Centre
	Right
)

var fonts = sync.OnceValue(func() (f [faces]*sfnt.Font) {
	for i, b := range [faces][]byte{goregular.TTF, gobold.TTF, gobolditalic.TTF} {
		parsed, err := opentype.Parse(b)
		if err != nil {
			panic(fmt.Sprintf("paint: font %d: %v", i, err)) // compiled in: the first test of anything meets it
		}
		f[i] = parsed
	}
	return f
})

// glyph is a letter of a type; advance is in 64ths of a pixel.
type glyph struct {
	mask    *mask
	advance int
}

// letters are the glyphs that were drawn, by type and rune. There are few: a font
// has some hundreds of letters, and pictures use a handful of sizes.
var letters struct {
	sync.RWMutex
	by    map[letter]glyph
	faces map[Type]font.Face
}

type letter struct {
	Type
	r rune
}

// glyph returns the glyph of a rune, from the first font that has it. A letter that none has
// is a middle dot, and a sign that none has is nothing: the name of a player may hold any
// rune, and an empty box is uglier.
func (t Type) glyph(r rune) glyph {
	k := letter{t, r}
	letters.RLock()
	g, ok := letters.by[k]
	letters.RUnlock()
	if ok {
		return g
	}
	if !t.Has(r) && r != robotSign {
		return t.foreignGlyph(string(r))
	}
	letters.Lock()
	defer letters.Unlock()
	if letters.by == nil {
		letters.by, letters.faces = map[letter]glyph{}, map[Type]font.Face{}
	}
	if r == robotSign {
		g = t.robot()
		letters.by[k] = g
		return g
	}
	face := letters.faces[t]
	if face == nil {
		var err error
		face, err = opentype.NewFace(fonts()[t.Face], &opentype.FaceOptions{Size: float64(t.Size), DPI: 72})
		if err != nil {
			panic(fmt.Sprintf("paint: face %d of %d px: %v", t.Face, t.Size, err)) // no size in this program fails
		}
		letters.faces[t] = face
	}
	g, ok = outlined(face, r)
	if !ok {
		return glyph{mask: &mask{}}
	}
	letters.by[k] = g
	return g
}

// lines are the letters of lines that were set, as they are drawn. A label asks for them in
// one size after the other.
var lines = NewCache[string, []string](256 << 10)

// set returns the glyphs of a line whose letters cannot be set one by one as they are
// written.
func (t Type) set(s string) []glyph {
	all, ok := lines.Find(s)
	if !ok {
		all = clusters(Plain(s))
		lines.Keep(s, all, 64+20*len(s))
	}
	list := make([]glyph, len(all))
	for i, c := range all {
		if r, n := utf8.DecodeRuneInString(c); n == len(c) {
			list[i] = t.glyph(r)
		} else {
			list[i] = t.foreignGlyph(c)
		}
	}
	return list
}

// robotSign stands before the names of automatic players. No font that is built in has it.
const robotSign = '🤖'

// robot is a robot's head, a little higher than a capital letter.
func (t Type) robot() glyph {
	size := float64(t.rise()) * 1.16
	return glyph{robotHead().Scale(0, -size, size).mask(), int(size*64) + t.Size*8}
}

// robotHead is a head with an antenna in a square of one unit.
func robotHead() *Path {
	return new(Path).Round(0.12, 0.3, 0.76, 0.66, 0.16).Round(0, 0.5, 0.09, 0.28, 0.04).Round(0.91, 0.5, 0.09, 0.28, 0.04).
		Rect(0.46, 0.14, 0.08, 0.2).Circle(0.5, 0.1, 0.1).
		Hole(new(Path).Circle(0.34, 0.54, 0.1)).Hole(new(Path).Circle(0.66, 0.54, 0.1)).
		Hole(new(Path).Round(0.32, 0.74, 0.36, 0.09, 0.04))
}

// Has reports whether the face has a letter.
func (t Type) Has(r rune) bool { return hasRune(fonts()[t.Face], r) }

// Width is how many pixels a line is wide.
func (t Type) Width(s string) int {
	n := 0
	if isSimple(s) {
		for _, r := range s {
			n += t.glyph(r).advance
		}
	} else {
		for _, g := range t.set(s) {
			n += g.advance
		}
	}
	return (n + 63) / 64
}

// Line is how many pixels lie between the base lines of two lines.
func (t Type) Line() int { return (t.Size*5 + 3) / 4 }

// rise is how high the capitals of the Go fonts stand above the base line. It
// centres a line of words better than ascent and descent do.
func (t Type) rise() int { return (t.Size*72 + 50) / 100 }

// Fit returns t, or the largest smaller type in which s is at most width pixels wide.
// Fit tries no type below the size least. If s is still too wide, it cuts s with an
// ellipsis.
func (t Type) Fit(s string, width, least int) (Type, string) {
	t, s, _ = t.fit(s, width, least)
	return t, s
}

// fit is Fit, and how wide the line is.
func (t Type) fit(s string, width, least int) (Type, string, int) {
	for ; t.Size > least; t.Size-- {
		if n := t.Width(s); n <= width {
			return t, s, n
		}
	}
	s = t.cut(s, width)
	return t, s, t.Width(s)
}

func (t Type) cut(s string, width int) string {
	if t.Width(s) <= width {
		return s
	}
	head, tail := s, ""
	if i := strings.LastIndex(s, string(Tail)); i >= 0 {
		if head, tail = s[:i], s[i:]; t.Width("…"+tail) > width {
			head, tail = strings.TrimPrefix(tail, string(Tail)), ""
		}
	}
	for all := clusters(head); len(all) > 1; {
		all = all[:len(all)-1]
		if short := strings.TrimRight(strings.Join(all, ""), " ") + "…" + tail; t.Width(short) <= width {
			return short
		}
	}
	switch {
	case tail != "":
		return strings.TrimPrefix(tail, string(Tail))
	case head != "" && t.Width("…") <= width:
		return "…"
	}
	return ""
}

// Wrap breaks s at spaces into lines of at most width pixels. A single word that is
// wider is broken where the line ends.
func (t Type) Wrap(s string, width int) []string {
	var lines []string
	for _, paragraph := range strings.Split(s, "\n") {
		line := ""
		for _, word := range strings.Fields(paragraph) {
			if line != "" && t.Width(line+" "+word) <= width {
				line += " " + word
				continue
			}
			if line != "" {
				lines = append(lines, line)
			}
			for t.Width(word) > width {
				c := clusters(word)
				n := len(c) - 1
				for n > 1 && t.Width(strings.Join(c[:n], "")) > width {
					n--
				}
				if n < 1 {
					break
				}
				lines = append(lines, strings.Join(c[:n], ""))
				word = strings.Join(c[n:], "")
			}
			line = word
		}
		lines = append(lines, line)
	}
	return lines
}

// Text sets a line. Its base line begins at x, y. It returns the x at which the line
// ends.
func (c *Canvas) Text(t Type, s string, x, y int, ink Colour) int {
	at := x * 64
	l := layer{ink: ink, at: image.Pt(x, y), line: make([]placed, 0, len(s))}
	names := make([]byte, 0, 400)
	add := func(g glyph) {
		if g.mask.w > 0 {
			p := placed{g.mask, (at + 32) / 64}
			l.line = append(l.line, p)
			l.box = l.box.Union(p.mask.box(p.x, y))
			names = binary.LittleEndian.AppendUint64(binary.LittleEndian.AppendUint64(names, p.mask.hash), uint64(p.x))
		}
		at += g.advance
	}
	if isSimple(s) {
		for _, r := range s {
			add(t.glyph(r))
		}
	} else {
		for _, g := range t.set(s) {
			add(g)
		}
	}
	c.add(l, hashLine|uint64(ink)<<8, pair(x, y), maphash.Bytes(hashes, names))
	return (at + 63) / 64
}

// Label sets one line in the middle of the height of a box. It shrinks the line from t
// down to least pixels until it fits.
func (c *Canvas) Label(t Type, s string, box image.Rectangle, least int, align Align, ink Colour) {
	t, s, width := t.fit(s, box.Dx(), least)
	y := box.Min.Y + (box.Dy()+t.rise())/2
	c.Text(t, s, aligned(box, width, align), y, ink)
}

// Words sets s in lines in the middle of a box. It shrinks them from t down to least
// pixels until they fit, and reports whether they do.
func (c *Canvas) Words(t Type, s string, box image.Rectangle, least int, align Align, ink Colour) bool {
	lines := t.Wrap(s, box.Dx())
	for len(lines)*t.Line() > box.Dy() && t.Size > least {
		t.Size--
		lines = t.Wrap(s, box.Dx())
	}
	fits := true
	if most := max(box.Dy()/t.Line(), 1); len(lines) > most {
		fits = false
		lines = lines[:most]
		lines[most-1] = t.cut(lines[most-1]+" …", box.Dx())
	}
	y := box.Min.Y + (box.Dy()-(len(lines)-1)*t.Line()+t.rise())/2
	for _, l := range lines {
		c.Text(t, l, aligned(box, t.Width(l), align), y, ink)
		y += t.Line()
	}
	return fits
}

func aligned(box image.Rectangle, width int, align Align) int {
	switch align {
	case Centre:
		return box.Min.X + (box.Dx()-width)/2
	case Right:
		return box.Max.X - width
	default:
		return box.Min.X
	}
}
