package paint

import (
	"bytes"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"strings"
	"testing"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"
	"golang.org/x/image/vector"
)

func TestPalette(t *testing.T) {
	if n := len(Palette); n != 256 {
		t.Fatalf("the palette has %d colours", n)
	}
	if end := int(cube.first) + cube.n; end != 256 {
		t.Errorf("the ramps end at %d", end)
	}
	for c := range named {
		if palette[c] != hex(names[c]) {
			t.Errorf("colour %d is %v", c, palette[c])
		}
	}
	if Glow.At(-1) != Glow.first || Glow.At(2) != Glow.first+Colour(Glow.n-1) {
		t.Error("a ramp does not end at its ends")
	}
}

func TestPairsContrast(t *testing.T) {
	if c := Contrast(White, White); c != 1 {
		t.Errorf("white on white contrasts %.2f", c)
	}
	if c := Contrast(Amber, Gold); c >= 4.5 {
		t.Errorf("amber on gold contrasts %.2f, so the measure is wrong", c)
	}
	for _, p := range Pairs {
		if c := Contrast(p.Ink, p.Ground); c < 4.5 {
			t.Errorf("%v on %v contrasts %.2f to 1", palette[p.Ink], palette[p.Ground], c)
		}
	}
}

func TestLetters(t *testing.T) {
	const letters = "АБВГДЕЁЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯабвгдеёжзийклмнопрстуфхцчшщъыьэюя" +
		"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789.,:;!?…—–-«»“”+=·"
	for f := range faces {
		for _, r := range letters {
			typ := Type{f, 30}
			if !typ.Has(r) {
				t.Errorf("face %d has no %q", f, r)
			} else if g := typ.glyph(r); g.mask.w == 0 || g.advance == 0 {
				t.Errorf("face %d draws nothing for %q", f, r)
			}
		}
		if (Type{f, 30}).Has('睡') {
			t.Errorf("face %d claims to have a letter that the Go fonts lack", f)
		}
	}
	if w := (Type{Bold, 30}).Width("睡"); w == 0 {
		t.Error("a letter that the font lacks is nothing at all")
	}
}

func TestFit(t *testing.T) {
	typ := Type{Bold, 40}
	for _, s := range []string{"Кот", "Плавательные шорты", strings.Repeat("щ", 80)} {
		for _, width := range []int{60, 200, 400} {
			got, cut := typ.Fit(s, width, 20)
			if w := got.Width(cut); w > width {
				t.Errorf("%q in %d pixels is %d wide", s, width, w)
			}
			if got.Size < 20 || got.Size > 40 {
				t.Errorf("%q is set in %d pixels", s, got.Size)
			}
			if typ.Width(s) <= width && (cut != s || got != typ) {
				t.Errorf("%q fits and became %q in %d pixels", s, cut, got.Size)
			}
		}
	}
}

func TestWrap(t *testing.T) {
	typ := Type{Regular, 24}
	const s = "В моём сне я видел петуха, который отчаянно сражался с вампиром\nза гамбургер " + "ЩЩЩЩЩЩЩЩЩЩЩЩЩЩЩЩЩЩЩЩЩЩЩЩЩЩЩЩЩЩЩЩ"
	lines := typ.Wrap(s, 240)
	for _, l := range lines {
		if w := typ.Width(l); w > 240 {
			t.Errorf("%q is %d wide", l, w)
		}
	}
	if got := strings.Join(strings.Fields(strings.Join(lines, "")), ""); got != strings.Join(strings.Fields(s), "") {
		t.Errorf("wrapping lost letters: %q", got)
	}
}

// inked is the smallest rectangle that holds all pixels of other colours than
// the ground.
func inked(c *Canvas, ground Colour) image.Rectangle {
	var r image.Rectangle
	w, h := c.Size()
	for y := range h {
		for x := range w {
			if c.At(x, y) != ground {
				r = r.Union(image.Rect(x, y, x+1, y+1))
			}
		}
	}
	return r
}

func TestWordsStayInTheirBox(t *testing.T) {
	for _, align := range []Align{Left, Centre, Right} {
		box := image.Rect(40, 30, 340, 150)
		c := New(400, 200, Night)
		if !c.Words(Type{Bold, 40}, "Увеличительное стекло и зонтик от солнца", box, 16, align, Moon) {
			t.Error("the words do not fit, even small")
		}
		if r := inked(c, Night); r.Empty() || !r.In(box.Inset(-2)) {
			t.Errorf("alignment %d: the words are at %v, their box is %v", align, r, box)
		}
		c = New(400, 200, Night)
		if c.Words(Type{Bold, 40}, strings.Repeat("слово ", 200), box, 16, align, Moon) {
			t.Error("two hundred words fit into a small box")
		}
		if r := inked(c, Night); !r.In(box.Inset(-4)) {
			t.Errorf("alignment %d: too many words are at %v, their box is %v", align, r, box)
		}
		c = New(400, 200, Night)
		c.Label(Type{Bold, 40}, "Инопланетянин", box, 16, align, Moon)
		if r := inked(c, Night); r.Empty() || !r.In(box) {
			t.Errorf("alignment %d: the label is at %v, its box is %v", align, r, box)
		}
	}
}

func TestIconsDiffer(t *testing.T) {
	seen := map[string]Icon{}
	for i := range icons {
		c := New(64, 64, Night)
		c.Icon(i, image.Rect(0, 0, 64, 64), Moon)
		r := inked(c, Night)
		if r.Dx() < 30 || r.Dy() < 20 {
			t.Errorf("icon %d covers only %v", i, r)
		}
		k := string(c.Image().Pix)
		if j, ok := seen[k]; ok {
			t.Errorf("icons %d and %d look the same", i, j)
		}
		seen[k] = i
	}
}

func TestPathsRunOneWay(t *testing.T) {
	// Outlines that overlap unite, and a hole cuts: the sum of what is covered says so.
	area := func(p *Path) (n int) {
		m := p.Mask()
		for _, a := range m.cover {
			n += int(a)
		}
		return n / steps
	}
	for name, p := range map[string]*Path{
		"circle": new(Path).Circle(50, 50, 40), "rect": new(Path).Rect(10, 10, 80, 80), "round": new(Path).Round(10, 10, 80, 80, 20),
		"star": new(Path).Star(50, 50, 40, 5, 0.5), "sparkle": new(Path).Sparkle(50, 50, 40), "crescent": new(Path).Crescent(50, 50, 40, 0.7),
		"stroke": new(Path).Stroke(30, Pt(30, 30), Pt(70, 70)), "turned": new(Path).Rect(20, 20, 60, 60).Turn(50, 50, 0.7),
		"mirrored": new(Path).Star(50, 50, 40, 5, 0.5).Mirror(50),
	} {
		alone := area(p)
		all := area(new(Path).Add(p).Circle(50, 50, 45))
		if circle := area(new(Path).Circle(50, 50, 45)); all < circle || all > circle+alone {
			t.Errorf("%s of %d and a circle of %d cover %d together", name, alone, circle, all)
		}
		if left := area(new(Path).Rect(0, 0, 100, 100).Hole(p)); name != "stroke" && (left < 10000-alone-20 || left > 10000-alone+20) {
			t.Errorf("%s of %d leaves %d of 10000", name, alone, left)
		}
	}
	if ring, want := area(new(Path).Ring(50, 50, 30, 10)), 1885; ring < want-30 || ring > want+30 {
		t.Errorf("a ring covers %d, not %d", ring, want)
	}
}

func TestDrawingOutsideIsCutOff(t *testing.T) {
	a := NewArt(40, 40, 1)
	a.Glow(20, 20, 30, Hex(0xffd25e))
	s := a.Sprite()
	c := New(50, 50, Night)
	for _, at := range []image.Point{{-30, -30}, {40, 40}, {-100, 10}, {10, 100}, {30, -20}} {
		c.Put(s, at.X, at.Y)
		c.Put(Tile(40, 40, 10, 3, Cream, Amber), at.X, at.Y)
		c.Fill(new(Path).Circle(float64(at.X), float64(at.Y), 20), Red)
		c.Text(Type{Bold, 30}, "край", at.X, at.Y, Moon)
	}
	if r := inked(c, Night); r.Empty() {
		t.Error("nothing was drawn inside either")
	}
	c.Fill(new(Path), Red) // an empty path
}

func TestPutShowsEveryPixel(t *testing.T) {
	// A sprite with holes and soft edges, laid by runs, looks as if laid pixel by pixel.
	a := NewArt(60, 40, 1)
	a.Fill(new(Path).Ring(20, 20, 14, 6), Solid(Gold.Tint()))
	a.Fill(new(Path).Circle(44, 20, 12), Linear(0, 8, 0, 32, Moon.Tint(), Blue.Tint().Fade(0.4)))
	s := a.Sprite()
	for _, at := range []image.Point{{0, 0}, {-9, 3}, {25, -7}} {
		got, want := New(64, 48, Dusk), New(64, 48, Dusk)
		got.Put(s, at.X, at.Y)
		for y := range s.h {
			for x := range s.w {
				if p := at.Add(image.Pt(x, y)); p.In(want.img.Rect) {
					i := want.img.PixOffset(p.X, p.Y)
					want.img.Pix[i] = uint8(s.pix[y*s.w+x].over()[s.cover[y*s.w+x]][want.img.Pix[i]])
				}
			}
		}
		if !bytes.Equal(got.img.Pix, want.img.Pix) {
			t.Errorf("laid at %v it looks different", at)
		}
	}
}

func TestQuantisedArtIsNear(t *testing.T) {
	// Dithered, an area of one colour has that colour on average.
	for _, v := range []uint32{0x2a2270, 0xffd25e, 0xe57f9b, 0x7c5139, 0xf6c5a4, 0x44566a, 0xfff4d6} {
		a := NewArt(64, 64, 1)
		a.Fill(new(Path).Rect(0, 0, 64, 64), Solid(Hex(v)))
		s := a.Sprite()
		var sum [3]int
		for _, p := range s.pix {
			for j := range sum {
				sum[j] += int(palette[p][j])
			}
		}
		for j, c := range hex(v) {
			if d := sum[j]/len(s.pix) - int(c); d < -14 || d > 14 {
				t.Errorf("%06x: channel %d is off by %d", v, j, d)
			}
		}
	}
}

var words = []string{"Акробат", "Гамбургер", "Лампочка", "Пингвин", "Вулкан", "Снежинка", "Ребёнок", "Дирижабль"}

// table draws 24 cards with Cyrillic words and an icon each.
func table() *image.Paletted {
	c := New(800, 600, Night)
	c.Gradient(Sky, 0, 1)
	for i := range 24 {
		x, y := 12+i%6*131, 12+i/6*147
		c.Put(sheet.Sprite(0, func() *Sprite { return Tile(124, 138, 14, 3, Cream, Amber) }), x, y)
		c.Icon(Icon(i%int(icons)), image.Rect(x+37, y+16, x+87, y+66), Ink)
		c.Label(Type{Bold, 20}, words[i%len(words)], image.Rect(x+6, y+76, x+118, y+126), 14, Centre, Ink)
	}
	return c.Image()
}

var sheet Sheet[int]

// naive draws the same table as one would without this package: shapes and
// letters anew on true colour, encoded as the library does by itself.
func naive(face font.Face) ([]byte, error) {
	img := image.NewRGBA(image.Rect(0, 0, 800, 600))
	for y := range 600 {
		draw.Draw(img, image.Rect(0, y, 800, y+1), image.NewUniform(Palette[Sky.At(float64(y)/599)]), image.Point{}, draw.Src)
	}
	fill := func(p *Path, ink color.Color) {
		// Only where the shape is: a rasterizer as large as the picture would make
		// this slower than anybody would write it.
		x0, y0, x1, y1 := p.bounds()
		r := vector.NewRasterizer(int(x1-x0)+2, int(y1-y0)+2)
		at := image.Pt(int(x0), int(y0))
		for _, o := range p.ops {
			f := func(i int) (float32, float32) {
				return float32(o.p[i].X) - float32(at.X), float32(o.p[i].Y) - float32(at.Y)
			}
			ax, ay := f(0)
			bx, by := f(1)
			cx, cy := f(2)
			switch o.kind {
			case 'm':
				r.MoveTo(ax, ay)
			case 'l':
				r.LineTo(ax, ay)
			case 'q':
				r.QuadTo(ax, ay, bx, by)
			case 'c':
				r.CubeTo(ax, ay, bx, by, cx, cy)
			case 'z':
				r.ClosePath()
			}
		}
		r.Draw(img, r.Bounds().Add(at), image.NewUniform(ink), image.Point{})
	}
	for i := range 24 {
		x, y := float64(12+i%6*131), float64(12+i/6*147)
		fill(new(Path).Round(x, y, 124, 138, 14), Palette[Amber])
		fill(new(Path).Round(x+3, y+3, 118, 132, 11), Palette[Cream])
		fill(Icon(i%int(icons)).Path().Scale(x+37, y+16, 50), Palette[Ink])
		d := font.Drawer{Dst: img, Src: image.NewUniform(Palette[Ink]), Face: face}
		d.Dot = fixed.P(int(x)+62, int(y)+108)
		d.Dot.X -= d.MeasureString(words[i%len(words)]) / 2
		d.DrawString(words[i%len(words)])
	}
	var out bytes.Buffer
	err := png.Encode(&out, img)
	return out.Bytes(), err
}

func TestPicturesAreEqualAndSmall(t *testing.T) {
	a, err := Encode(table())
	if err != nil {
		t.Fatal(err)
	}
	b, err := Encode(table())
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(a, b) {
		t.Error("the same table looks different the second time")
	}
	if len(a) > 40_000 {
		t.Errorf("the picture has %d bytes", len(a))
	}
	img, err := png.Decode(bytes.NewReader(a))
	if err != nil {
		t.Fatal(err)
	}
	if p, ok := img.(*image.Paletted); !ok || len(p.Palette) != 256 {
		t.Errorf("the picture is a %T", img)
	}
}

// BenchmarkTable draws and encodes a table of 24 cards; beside it the naive way
// in the same run, of which "naive/ours" is the ratio.
func BenchmarkTable(b *testing.B) {
	parsed, err := opentype.Parse(gobold.TTF)
	if err != nil {
		b.Fatal(err)
	}
	face, err := opentype.NewFace(parsed, &opentype.FaceOptions{Size: 20, DPI: 72})
	if err != nil {
		b.Fatal(err)
	}
	var ours, theirs float64
	var size int
	b.Run("ours", func(b *testing.B) {
		for b.Loop() {
			out, err := Encode(table())
			if err != nil {
				b.Fatal(err)
			}
			size = len(out)
		}
		ours = float64(b.Elapsed().Nanoseconds()) / float64(b.N)
		b.ReportMetric(float64(size), "bytes")
	})
	b.Run("naive", func(b *testing.B) {
		for b.Loop() {
			out, err := naive(face)
			if err != nil {
				b.Fatal(err)
			}
			size = len(out)
		}
		theirs = float64(b.Elapsed().Nanoseconds()) / float64(b.N)
		b.ReportMetric(float64(size), "bytes")
		b.ReportMetric(theirs/ours, "naive/ours")
	})
}
