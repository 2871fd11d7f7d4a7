package gametest

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"image"
	"image/draw"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"oneiros/games/text"
	"oneiros/games/ui"
)

// drawn is how the pictures of one key looked.
type drawn struct {
	times int
	looks map[text.Lang][32]byte
}

// looks is how a picture looks in a language.
type looks struct {
	lang text.Lang
	look [32]byte
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
		d = &drawn{looks: map[text.Lang][32]byte{}}
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
		g.sameLook(pic.Key, d, l, look(img))
	}
}

// sameLook notes how a key looked, whether it looked otherwise before, and whether
// another key looked so.
func (g *gallery) sameLook(key string, d *drawn, l text.Lang, now [32]byte) {
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

// look is a digest of the pixels of a picture.
func look(img image.Image) [32]byte {
	b := img.Bounds()
	h := sha256.New()
	var size [8]byte
	binary.BigEndian.PutUint32(size[:4], uint32(b.Dx()))
	binary.BigEndian.PutUint32(size[4:], uint32(b.Dy()))
	h.Write(size[:])
	if p, ok := img.(*image.Paletted); ok {
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
		return [32]byte(h.Sum(nil))
	}
	flat, ok := img.(*image.RGBA)
	if !ok {
		flat = image.NewRGBA(b)
		draw.Draw(flat, b, img, b.Min, draw.Src)
	}
	for y := range b.Dy() {
		h.Write(flat.Pix[y*flat.Stride:][:4*b.Dx()])
	}
	return [32]byte(h.Sum(nil))
}

// Shows fails the test unless a change is seen where it belongs. The keys of the two
// pictures must differ. Pixels must differ in each of the areas, and in no other
// place.
func Shows(t testing.TB, before, after *ui.Picture, say func(ui.Text) string, areas ...image.Rectangle) {
	t.Helper()
	if before.Key == after.Key {
		t.Errorf("the key stays %q", before.Key)
	}
	a, b := before.Draw(say), after.Draw(say)
	if a.Bounds() != b.Bounds() {
		t.Errorf("the picture is %v, and %v after the change", a.Bounds(), b.Bounds())
		return
	}
	seen, outside := make([]bool, len(areas)), image.Rectangle{}
	for y := a.Bounds().Min.Y; y < a.Bounds().Max.Y; y++ {
		for x := a.Bounds().Min.X; x < a.Bounds().Max.X; x++ {
			if a.At(x, y) == b.At(x, y) {
				continue
			}
			inside := false
			for i, area := range areas {
				if image.Pt(x, y).In(area) {
					seen[i], inside = true, true
				}
			}
			if !inside {
				outside = outside.Union(image.Rect(x, y, x+1, y+1))
			}
		}
	}
	for i, area := range areas {
		if !seen[i] {
			t.Errorf("nothing changes in %v", area)
		}
	}
	if !outside.Empty() {
		t.Errorf("something changes in %v, outside of %v", outside, areas)
	}
}

// cellSize is how many pixels a cell of a rough look is wide and high.
const cellSize = 40

// Looks compares how pictures look with a file, which -update rewrites. A line of
// the file is a row of cells. A cell is the mean colour of forty by forty pixels.
// A mean may differ a little: processors round differently.
func Looks(t *testing.T, file string, pictures map[string]*ui.Picture, say func(ui.Text) string) {
	t.Helper()
	var now strings.Builder
	for _, name := range slices.Sorted(maps.Keys(pictures)) {
		fmt.Fprintf(&now, "%s\n%s", name, rough(pictures[name].Draw(say)))
	}
	if *update {
		if err := os.WriteFile(file, []byte(now.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	was, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	a, b := strings.Split(string(was), "\n"), strings.Split(now.String(), "\n")
	if len(a) != len(b) {
		t.Fatalf("%s has %d lines, and the pictures make %d; look at them, then run the test with -update", file, len(a), len(b))
	}
	name := ""
	for i := range a {
		if !strings.HasPrefix(b[i], " ") {
			name = b[i]
		}
		if !nearly(a[i], b[i]) {
			t.Errorf("%s looks different in line %d of %s; look at it, then run the test with -update\n%s\n%s", name, i+1, file, a[i], b[i])
		}
	}
}

// rough is the mean colours of the cells of a picture, row by row.
func rough(img image.Image) string {
	var out strings.Builder
	b := img.Bounds()
	for y := b.Min.Y; y < b.Max.Y; y += cellSize {
		for x := b.Min.X; x < b.Max.X; x += cellSize {
			var sum [3]uint32
			n := uint32(0)
			for py := y; py < min(y+cellSize, b.Max.Y); py++ {
				for px := x; px < min(x+cellSize, b.Max.X); px++ {
					red, green, blue, _ := img.At(px, py).RGBA()
					sum[0], sum[1], sum[2] = sum[0]+red>>8, sum[1]+green>>8, sum[2]+blue>>8
					n++
				}
			}
			fmt.Fprintf(&out, " %02x%02x%02x", sum[0]/n, sum[1]/n, sum[2]/n)
		}
		out.WriteByte('\n')
	}
	return out.String()
}

// nearly reports whether two lines of a rough look differ only by rounding.
func nearly(a, b string) bool {
	if a == b {
		return true
	}
	x, y := strings.Fields(a), strings.Fields(b)
	if len(x) != len(y) {
		return false
	}
	for i := range x {
		c, err1 := hex.DecodeString(x[i])
		d, err2 := hex.DecodeString(y[i])
		if err1 != nil || err2 != nil || len(c) != 3 || len(d) != 3 {
			return false
		}
		for j := range c {
			if max(c[j], d[j])-min(c[j], d[j]) > 2 {
				return false
			}
		}
	}
	return true
}
