package paint

import (
	"bytes"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"math/rand/v2"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"
	"golang.org/x/image/vector"
)

// TestInksLookAlike: whatever is painted, the shared inks and a game's own have
// their places and their looks.
func TestInksLookAlike(t *testing.T) {
	own := []uint32{0x123456, 0xabcdef}
	for name, p := range map[string]*Palette{
		"plain": standard, "own": NewPalette(own), "painted": NewPalette(own, slope()), "empty painting": NewPalette(own, NewArt(8, 8)),
	} {
		for c := range Own {
			if p.colours[c] != hex(inks[c]) {
				t.Errorf("%s: ink %d is %v", name, c, p.colours[c])
			}
		}
		for i, v := range own {
			if c := p.colours[int(Own)+i]; name != "plain" && c != hex(v) {
				t.Errorf("%s: own ink %d is %v", name, i, c)
			}
		}
		if len(p.model) != 256 {
			t.Errorf("%s: %d colours", name, len(p.model))
		}
	}
}

func TestPairsContrast(t *testing.T) {
	if c := Contrast(White.Tint(), White.Tint()); c != 1 {
		t.Errorf("white on white contrasts %.2f", c)
	}
	if c := Contrast(White.Tint(), Hex(0)); c != 21 {
		t.Errorf("white on black contrasts %.2f", c)
	}
	if c := Contrast(Amber.Tint(), Gold.Tint()); c >= 4.5 {
		t.Errorf("amber on gold contrasts %.2f, so the measure is wrong", c)
	}
	for _, p := range Pairs {
		if c := Contrast(p.Ink.Tint(), p.Ground.Tint()); c < 4.5 {
			t.Errorf("%06x on %06x contrasts %.2f to 1", inks[p.Ink], inks[p.Ground], c)
		}
	}
}

// TestEdgesAreSmooth: edges in every palette have colours close to the true
// ones. They are the steps between an ink and the ground of its words.
func TestEdgesAreSmooth(t *testing.T) {
	for name, p := range map[string]*Palette{"plain": standard, "painted": NewPalette(nil, slope())} {
		for _, pair := range Pairs {
			over := p.over(pair.Ink)
			for a := range over {
				want := mix(p.colours[pair.Ground], p.colours[pair.Ink], a, steps)
				if d := distance(p.colours[over[a][pair.Ground]], want); d > 9*16*16 {
					t.Errorf("%s: %06x over %06x in strength %d is %v, not %v", name, inks[pair.Ink], inks[pair.Ground], a, p.colours[over[a][pair.Ground]], want)
				}
			}
		}
	}
}

// TestNearest: a colour is found as if all were looked at, the first of equal ones.
func TestNearest(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for name, p := range map[string]*Palette{"plain": standard, "painted": NewPalette(nil, slope())} {
		for range 20_000 {
			c := rgb{uint8(r.IntN(256)), uint8(r.IntN(256)), uint8(r.IntN(256))}
			if want, _ := nearest(p.colours[:], c); p.nearest(c) != uint8(want) {
				t.Fatalf("%s: the nearest to %v is %v, not %v", name, c, p.colours[want], p.colours[p.nearest(c)])
			}
		}
	}
}

// slope is a painting of soft slopes, of a flat area and of stars.
func slope() *Art {
	a := NewArt(400, 300)
	a.Sky(60, 1, Hex(0x090b24), Hex(0x2a2270), Hex(0x8a5aa8), Hex(0xffb38f))
	a.Glow(300, 80, 120, Hex(0xfff4d6).Fade(0.7))
	a.Clouds(240, 2, Hex(0x6a4ea6), Hex(0x3a2f80))
	a.Fill(new(Path).Rect(20, 20, 100, 60), Flat(0x1f5a58))
	return a
}

// TestNothingIsDithered: a flat area has one colour. Along a soft slope, no
// pixel differs from its neighbour by a visible step.
func TestNothingIsDithered(t *testing.T) {
	a := slope()
	p := NewPalette(nil, a)
	img := a.scene(p)
	at := func(x, y int) rgb { return p.colours[img.ColorIndexAt(x, y)] }
	for y := 21; y < 79; y++ {
		for x := 21; x < 119; x++ {
			if at(x, y) != at(21, 21) {
				t.Fatalf("the flat area has two colours at %d, %d", x, y)
			}
		}
	}
	if d := distance(at(30, 30), hex(0x1f5a58)); d > 9 {
		t.Errorf("the flat area is %v", at(30, 30))
	}
	pairs, wide := 0, 0
	for y := range a.h - 1 {
		for x := range a.w - 1 {
			for _, n := range []image.Point{{x + 1, y}, {x, y + 1}} {
				if distance(a.at(x, y), a.at(n.X, n.Y)) > 27 {
					continue
				}
				if pairs++; distance(at(x, y), at(n.X, n.Y)) > 9*8*8 {
					wide++
				}
			}
		}
	}
	if pairs < 100_000 || wide*1000 > pairs {
		t.Errorf("of %d soft steps %d are wider than eight levels", pairs, wide)
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
	if w := (Bold.Size(30)).Width("睡"); w == 0 {
		t.Error("a letter that the font lacks is nothing at all")
	}
}

// TestAutomaticPlayersHaveASign: names of automatic players begin with a robot, which no
// font has. It is drawn, and it is no dot.
func TestAutomaticPlayersHaveASign(t *testing.T) {
	for _, size := range []int{16, 28, 36} {
		of := Bold.Size(size)
		robot, dot := of.glyph('🤖'), of.glyph('·')
		if robot.advance < 2*dot.advance || robot.mask.h < size/2 || robot.mask.w < size/2 || robot.mask.h > size {
			t.Errorf("at %d pixels the robot is %d by %d, and %d wide", size, robot.mask.w, robot.mask.h, robot.advance/64)
		}
	}
}

func TestFit(t *testing.T) {
	typ := Bold.Size(40)
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
	typ := Regular.Size(24)
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
	img := c.Image().Whole()
	for y := range h {
		for x := range w {
			if img.ColorIndexAt(x, y) != uint8(ground) {
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
		if !c.Words(Bold.Size(40), "Увеличительное стекло и зонтик от солнца", box, 16, align, Moon) {
			t.Error("the words do not fit, even small")
		}
		if r := inked(c, Night); r.Empty() || !r.In(box.Inset(-2)) {
			t.Errorf("alignment %d: the words are at %v, their box is %v", align, r, box)
		}
		c = New(400, 200, Night)
		if c.Words(Bold.Size(40), strings.Repeat("слово ", 200), box, 16, align, Moon) {
			t.Error("two hundred words fit into a small box")
		}
		if r := inked(c, Night); !r.In(box.Inset(-4)) {
			t.Errorf("alignment %d: too many words are at %v, their box is %v", align, r, box)
		}
		c = New(400, 200, Night)
		c.Label(Bold.Size(40), "Инопланетянин", box, 16, align, Moon)
		if r := inked(c, Night); r.Empty() || !r.In(box) {
			t.Errorf("alignment %d: the label is at %v, its box is %v", align, r, box)
		}
	}
}

// shared are the icons that all games share.
var shared = []*Icon{IconMoon, IconStar, IconSparkles, IconBed, IconHourglass, IconCheck, IconCross, IconNext, IconSun, IconCloud, IconHeart}

func TestIconsDiffer(t *testing.T) {
	seen := map[string]int{}
	for i, icon := range shared {
		c := New(64, 64, Night)
		c.Icon(icon, image.Rect(0, 0, 64, 64), Moon)
		if r := inked(c, Night); r.Dx() < 30 || r.Dy() < 20 {
			t.Errorf("icon %d covers only %v", i, r)
		}
		k := string(c.Image().Whole().Pix)
		if j, ok := seen[k]; ok {
			t.Errorf("icons %d and %d look the same", i, j)
		}
		seen[k] = i
	}
}

func TestPathsRunOneWay(t *testing.T) {
	// Outlines that overlap unite, and a hole cuts: the sum of what is covered says so.
	area := func(p *Path) (n int) {
		m := p.mask()
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
	c := New(50, 50, Night)
	for _, at := range []image.Point{{-30, -30}, {40, 40}, {-100, 10}, {10, 100}, {30, -20}} {
		c.Tile(at.X, at.Y, 40, 40, 10, 3, Cream, Amber)
		c.Rect(image.Rect(at.X, at.Y, at.X+15, at.Y+15), Green)
		c.Fill(new(Path).Circle(float64(at.X), float64(at.Y), 20), Red)
		c.Text(Bold.Size(30), "край", at.X, at.Y, Moon)
	}
	if r := inked(c, Night); r.Empty() {
		t.Error("nothing was drawn inside either")
	}
	c.Fill(new(Path), Red) // an empty path
}

// TestStampShowsEveryPixel: a shape with holes and soft edges, laid by runs, looks
// as if it were laid pixel by pixel.
func TestStampShowsEveryPixel(t *testing.T) {
	m := new(Path).Ring(20, 20, 14, 6).Circle(44, 20, 12).Rect(2, 36, 50, 3).mask()
	for _, at := range []image.Point{{0, 0}, {-9, 3}, {25, -7}} {
		got, want := New(64, 48, Dusk), New(64, 48, Dusk).Image().Whole()
		got.stamp(m, at.X, at.Y, Gold)
		over := standard.over(Gold)
		for y := range m.h {
			for x := range m.w {
				if p := at.Add(m.min).Add(image.Pt(x, y)); p.In(want.Rect) {
					i := want.PixOffset(p.X, p.Y)
					want.Pix[i] = uint8(over[m.cover[y*m.w+x]][want.Pix[i]])
				}
			}
		}
		if !bytes.Equal(got.Image().Whole().Pix, want.Pix) {
			t.Errorf("laid at %v it looks different", at)
		}
		if r := inked(got, Dusk); r.Dx() < 20 {
			t.Errorf("laid at %v it covers %v", at, r)
		}
	}
}

// TestTile: a tile has its ground inside, its edge around it, and round corners.
func TestTile(t *testing.T) {
	c := New(60, 60, Night)
	c.Tile(10, 10, 40, 40, 12, 4, Cream, Amber)
	for at, want := range map[image.Point]Colour{{30, 30}: Cream, {30, 11}: Amber, {11, 30}: Amber, {48, 30}: Amber, {30, 48}: Amber, {15, 30}: Cream, {10, 10}: Night, {49, 49}: Night} {
		if got := Colour(c.Image().Whole().ColorIndexAt(at.X, at.Y)); got != want {
			t.Errorf("the pixel at %v has colour %d, want %d", at, got, want)
		}
	}
	if r := inked(c, Night); r != image.Rect(10, 10, 50, 50) {
		t.Errorf("the tile covers %v", r)
	}
	c = New(60, 60, Night)
	c.Tile(10, 10, 40, 40, 12, 0, Cream, Amber)
	if bytes.ContainsRune(c.Image().Whole().Pix, rune(Amber)) {
		t.Error("a tile without an edge has one")
	}
}

// TestScenes: a scene is painted once for each key. Every canvas begins as a copy
// of the scene, and no canvas changes the scene. Goroutines that ask at the same
// time get the same scene.
func TestScenes(t *testing.T) {
	s := Scenes[string]{Own: []uint32{0x2fa7ad}}
	var painted atomic.Int32
	get := func(key string) *Canvas {
		return s.Canvas(key, func() *Art {
			painted.Add(1)
			return slope()
		})
	}
	first := bytes.Clone(get("a").Image().Whole().Pix)
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			c := get("a")
			if !bytes.Equal(c.Image().Whole().Pix, first) {
				t.Error("a scene changed")
			}
			c.Rect(image.Rect(0, 0, 300, 300), Own)
			if r, g, b, _ := c.Image().At(5, 5).RGBA(); r>>8 != 0x2f || g>>8 != 0xa7 || b>>8 != 0xad {
				t.Errorf("the game's own ink is %x %x %x", r>>8, g>>8, b>>8)
			}
		})
	}
	all.Wait()
	get("b")
	if n := painted.Load(); n != 2 {
		t.Errorf("two scenes were painted %d times", n)
	}
}

// TestSceneIsNear: a painting in 256 colours has nearly the colours that were
// painted.
func TestSceneIsNear(t *testing.T) {
	a := slope()
	p := NewPalette(nil, a)
	img := a.scene(p)
	sum := 0
	for y := range a.h {
		for x := range a.w {
			sum += distance(p.colours[img.ColorIndexAt(x, y)], a.at(x, y))
		}
	}
	if mean := float64(sum) / float64(9*a.w*a.h); mean > 4 {
		t.Errorf("the mean square error is %.1f", mean)
	}
}

// TestWinner: the names are inside the panel, and so is the room that is left.
func TestWinner(t *testing.T) {
	c := New(800, 400, Night)
	room := c.Winner("Анна, Борис и ещё четыре имени, которые не умещаются в одну строку")
	panel := inked(c, Night)
	if panel.Empty() || !room.In(panel) {
		t.Errorf("the room %v is not in the panel %v", room, panel)
	}
	img := c.Image().Whole()
	for y := room.Min.Y; y < room.Max.Y; y++ {
		for x := room.Min.X; x < room.Max.X; x++ {
			if img.ColorIndexAt(x, y) != uint8(Slate) {
				t.Fatalf("something is drawn in the room, at %d, %d", x, y)
			}
		}
	}
}

var words = []string{"Акробат", "Гамбургер", "Лампочка", "Пингвин", "Вулкан", "Снежинка", "Ребёнок", "Дирижабль"}

// table draws 24 cards with Cyrillic words and an icon each.
func table() *Picture {
	c := nights.Canvas(0, func() *Art {
		a := NewArt(800, 600)
		a.Sky(0, 0, Hex(0x090b24), Hex(0x2a2270), Hex(0x7a52ab))
		return a
	})
	for i := range 24 {
		x, y := 12+i%6*131, 12+i/6*147
		c.Tile(x, y, 124, 138, 14, 3, Cream, Amber)
		c.Icon(shared[i%len(shared)], image.Rect(x+37, y+16, x+87, y+66), Ink)
		c.Label(Bold.Size(20), words[i%len(words)], image.Rect(x+6, y+76, x+118, y+126), 14, Centre, Ink)
	}
	return c.Image()
}

var nights Scenes[int]

// naive draws the same table as a program without this package would. It draws
// all shapes and letters again in true colour, and encodes them with the
// library's defaults.
func naive(face font.Face) ([]byte, error) {
	img := image.NewRGBA(image.Rect(0, 0, 800, 600))
	for y := range 600 {
		tint := Mix(Hex(0x090b24), Hex(0x7a52ab), float64(y)/599)
		line := color.RGBA{uint8(255 * tint.R), uint8(255 * tint.G), uint8(255 * tint.B), 255}
		draw.Draw(img, image.Rect(0, y, 800, y+1), image.NewUniform(line), image.Point{}, draw.Src)
	}
	fill := func(p *Path, ink color.Color) {
		// The rasterizer covers only the shape. One as large as the picture would be
		// slower than any player would write it.
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
		fill(new(Path).Round(x, y, 124, 138, 14), standard.model[Amber])
		fill(new(Path).Round(x+3, y+3, 118, 132, 11), standard.model[Cream])
		fill(shared[i%len(shared)].Path().Scale(x+37, y+16, 50), standard.model[Ink])
		d := font.Drawer{Dst: img, Src: image.NewUniform(standard.model[Ink]), Face: face}
		d.Dot = fixed.P(int(x)+62, int(y)+108)
		d.Dot.X -= d.MeasureString(words[i%len(words)]) / 2
		d.DrawString(words[i%len(words)])
	}
	var out bytes.Buffer
	err := png.Encode(&out, img)
	return out.Bytes(), err
}

// TestSmallWhenOften: a picture is small when it is sent for the first time, and smaller
// once its pieces were used often. It looks the same each time.
func TestSmallWhenOften(t *testing.T) {
	pieces = NewCache[pieceKey, *piece](40 << 20) // other tests have used them
	first := len(checkSent(t, table()))
	for range often {
		checkSent(t, table())
	}
	then := len(checkSent(t, table()))
	if first > 42_000 || then > 36_000 {
		t.Errorf("the picture has %d bytes the first time, and then %d", first, then)
	}
}

// BenchmarkTable draws and encodes a table of 24 cards. It also measures the
// naive way in the same run. "naive/ours" is the ratio of the two.
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

// TestRows: the squares fit into the box, do not overlap, and are as large as a search
// finds.
func TestRows(t *testing.T) {
	for _, box := range []image.Rectangle{image.Rect(10, 20, 110, 60), image.Rect(0, 0, 31, 97), image.Rect(5, 5, 65, 65)} {
		for n := range 12 {
			side, middles := Rows(box, n)
			if len(middles) != n {
				t.Fatalf("%d in %v: %d places", n, box, len(middles))
			}
			best := 0
			for s := 1; s <= box.Dx() && n > 0; s++ {
				if (box.Dx()/s)*(box.Dy()/s) >= n {
					best = s
				}
			}
			if side != best {
				t.Errorf("%d in %v: the side is %d, want %d", n, box, side, best)
			}
			var drawn []image.Rectangle
			for _, m := range middles {
				at := image.Rect(m.X-side/2, m.Y-side/2, m.X-side/2+side, m.Y-side/2+side)
				if at.Union(box.Inset(-1)) != box.Inset(-1) {
					t.Errorf("%d in %v: %v lies outside", n, box, at)
				}
				for _, o := range drawn {
					if common := at.Intersect(o); common.Dx() > 1 && common.Dy() > 1 {
						t.Errorf("%d in %v: %v lies on %v", n, box, at, o)
					}
				}
				drawn = append(drawn, at)
			}
		}
	}
}

// TestLight: a part of a ground is lit, what is prepared on it lies in the light, too, and
// the rest stays dark.
func TestLight(t *testing.T) {
	var scenes, bare Scenes[string]
	all := new(Path).Rect(0, 0, 60, 40)
	c := scenes.Prepared("table", func() *Canvas {
		c := bare.Lit("table", func() (dark, lit *Art) {
			lit = NewArt(60, 40)
			lit.Cut(all, Flat(0x40c080))
			dark = lit.Copy()
			dark.Cut(all, Solid(Hex(0x000000).Fade(0.5)))
			return dark, lit
		})
		c.Rect(image.Rect(20, 10, 24, 14), Gold)
		return c
	})
	c.Light(10, 5, 30, 20, 6, 2, White)
	img := c.Image().Whole()
	for at, want := range map[image.Point]rgb{
		{2, 2}: {0x20, 0x60, 0x40}, {45, 12}: {0x20, 0x60, 0x40}, // dark
		{15, 12}: {0x40, 0xc0, 0x80}, {30, 20}: {0x40, 0xc0, 0x80}, // lit
		{22, 12}: hex(inks[Gold]), {25, 5}: hex(inks[White]), // prepared, and the edge
	} {
		r, g, b, _ := img.At(at.X, at.Y).RGBA()
		if got := (rgb{uint8(r >> 8), uint8(g >> 8), uint8(b >> 8)}); distance(got, want) > 30 {
			t.Errorf("%v is %x, want %x", at, got, want)
		}
	}
	checkSent(t, c.Image())
}
