package paint

import (
	"fmt"
	"image"
	"math/rand/v2"
	"strings"
	"testing"
)

// drawn draws anything on a canvas.
func drawn(c *Canvas, r *rand.Rand, things int) {
	w, h := c.Size()
	var cards Cards[int]
	turn := [256]uint8{}
	for i := range turn {
		turn[i] = uint8(i &^ 1)
	}
	for range things {
		x, y, ink := r.IntN(w+40)-20, r.IntN(h+40)-20, Colour(r.IntN(int(Own)))
		size := 8 << r.IntN(3)
		switch r.IntN(8) {
		case 0:
			c.Rect(image.Rect(x, y, x+r.IntN(200), y+r.IntN(90)), ink)
		case 1:
			c.Tile(x, y, 2*size+8, size+8, 6, r.IntN(2)*2, ink, Gold)
		case 2:
			c.Icon(IconHeart, image.Rect(x, y, x+size, y+size), ink)
		case 3:
			c.Text(Bold.Size(20+size/4), strings.Repeat("Ёж 7", 1+r.IntN(6)), x, y, ink)
		case 4:
			c.Panel(image.Rect(x, y, x+300, y+200), ink)
		case 5:
			c.Fill(new(Path).Star(float64(x), float64(y), float64(size), 3+r.IntN(5), 0.5), ink)
		case 6:
			face := Colour(r.IntN(4)) + Cream
			cards.Draw(c, int(face), x, y, Card{40, 50, 8, 3, face, Amber}, func(c *Canvas) { c.Icon(IconMoon, image.Rect(8, 8, 30, 30), Ink) })
		case 7:
			if r.IntN(10) == 0 {
				c.Turn(&turn)
			}
		}
	}
}

// TestPiecesLookAsDrawn shows that a picture of pieces looks as one that is drawn at once,
// whatever pictures were sent before. Each is like the one before it but for what was
// drawn last.
func TestPiecesLookAsDrawn(t *testing.T) {
	var scenes Scenes[int]
	for n := range 40 {
		r := rand.New(rand.NewPCG(uint64(n), 2))
		var c *Canvas
		switch n % 3 {
		case 0:
			c = New(1+r.IntN(900), 1+r.IntN(700), Colour(r.IntN(int(Own))))
		case 1:
			c = scenes.Canvas(1, slope)
		case 2:
			c = scenes.Prepared(2, func() *Canvas {
				c := scenes.Canvas(1, slope)
				c.Panel(image.Rect(20, 20, 220, 180), Gold)
				return c
			})
		}
		for range 3 {
			drawn(c, r, r.IntN(25))
			checkSent(t, c.Image())
		}
	}
}

// TestPiecesDifferByEverything shows that each part of what is drawn names its piece.
func TestPiecesDifferByEverything(t *testing.T) {
	var cards Cards[string]
	turn := [2][256]uint8{}
	for i := range 256 {
		turn[0][i], turn[1][i] = uint8(i), uint8(255-i)
	}
	card := func(c *Canvas, key string, x int, edge Colour) {
		cards.Draw(c, key, x, 20, Card{40, 50, 8, 3, Cream, edge}, func(c *Canvas) { c.Text(Bold.Size(20), key, 10, 40, Ink) })
	}
	looks := map[string]string{}
	for i, draw := range []func(c *Canvas){
		func(c *Canvas) {},
		func(c *Canvas) { c.Rect(image.Rect(10, 10, 40, 40), Red) },
		func(c *Canvas) { c.Rect(image.Rect(10, 10, 40, 40), Blue) },
		func(c *Canvas) { c.Rect(image.Rect(10, 10, 40, 41), Blue) },
		func(c *Canvas) { c.Rect(image.Rect(9, 10, 40, 40), Blue) },
		func(c *Canvas) { c.Text(Bold.Size(30), "ab", 10, 40, Gold) },
		func(c *Canvas) { c.Text(Bold.Size(30), "ba", 10, 40, Gold) },
		func(c *Canvas) { c.Text(Bold.Size(30), "ab", 10, 40, Moon) },
		func(c *Canvas) { c.Text(Bold.Size(30), "ab", 11, 40, Gold) },
		func(c *Canvas) { c.Text(Bold.Size(30), "ab", 10, 41, Gold) },
		func(c *Canvas) { c.Text(Slanted.Size(30), "ab", 10, 40, Gold) },
		func(c *Canvas) { c.Icon(IconMoon, image.Rect(10, 10, 40, 40), Gold) },
		func(c *Canvas) { c.Icon(IconSun, image.Rect(10, 10, 40, 40), Gold) },
		func(c *Canvas) { c.Icon(IconSun, image.Rect(12, 10, 42, 40), Gold) },
		func(c *Canvas) { c.Icon(IconSun, image.Rect(10, 13, 40, 43), Gold) },
		func(c *Canvas) { c.Fill(new(Path).Circle(30, 30, 9), Gold) },
		func(c *Canvas) { c.Fill(new(Path).Circle(30, 30, 10), Gold) },
		func(c *Canvas) { card(c, "7", 20, Amber) },
		func(c *Canvas) { card(c, "8", 20, Amber) },
		func(c *Canvas) { card(c, "7", 21, Amber) },
		func(c *Canvas) { card(c, "red 7", 20, Red) },
		func(c *Canvas) { c.Rect(image.Rect(10, 10, 40, 40), Red); c.Turn(&turn[0]) },
		func(c *Canvas) { c.Rect(image.Rect(10, 10, 40, 40), Red); c.Turn(&turn[1]) },
		func(c *Canvas) { c.Rect(image.Rect(0, 0, 50, 50), Red); c.Rect(image.Rect(20, 20, 60, 60), Gold) },
		func(c *Canvas) { c.Rect(image.Rect(20, 20, 60, 60), Gold); c.Rect(image.Rect(0, 0, 50, 50), Red) },
	} {
		for _, ground := range []Colour{Night, Dusk} {
			c := New(120, 80, ground)
			draw(c)
			name := fmt.Sprint(i, " on ", ground)
			look := string(checkSent(t, c.Image()))
			if other, ok := looks[look]; ok && !strings.HasPrefix(name, "21 ") && !strings.HasPrefix(name, "1 ") {
				t.Errorf("%s looks like %s", name, other)
			}
			looks[look] = name
		}
	}
}

// TestPiecesAreUsedAgain shows what of a picture is made anew when something changes: the
// piece with that, and neither the cards beside it nor the names.
func TestPiecesAreUsedAgain(t *testing.T) {
	var scenes Scenes[int]
	picture := func(first string, ink Colour) *Picture {
		c := scenes.Canvas(0, slope)
		for i := range 3 {
			c.Tile(10+i*130, 20, 120, 100, 12, 3, Cream, Amber)
			c.Text(Bold.Size(40), []string{first, "8", "9"}[i], 40+i*130, 80, Ink)
		}
		c.Text(Regular.Size(30), "Анна", 20, 260, ink)
		return c.Image()
	}
	made := func(p *Picture) (list map[*piece]bool) {
		e := newEncoder()
		defer e.free()
		list = map[*piece]bool{}
		for _, t := range e.cut(&p.display) {
			list[e.piece(&p.display, t)] = true
		}
		return list
	}
	before := made(picture("7", Moon))
	if len(before) < 6 {
		t.Fatalf("%d pieces", len(before))
	}
	for what, p := range map[string]*Picture{"nothing": picture("7", Moon), "a card": picture("6", Moon), "a name": picture("7", Gold)} {
		want := 1
		if what == "nothing" {
			want = 0
		}
		anew := 0
		for x := range made(p) {
			if !before[x] {
				anew++
			}
		}
		if anew != want {
			t.Errorf("when %s changes, %d pieces are made anew, want %d", what, anew, want)
		}
	}
}

// TestCut shows that the parts of a picture cover each pixel once, and know all that lies
// in them.
func TestCut(t *testing.T) {
	for n := range 60 {
		r := rand.New(rand.NewPCG(uint64(n), 3))
		c := New(1+r.IntN(900), 1+r.IntN(700), Night)
		drawn(c, r, r.IntN(60))
		w, h := c.Size()
		covered := make([]int, w*h)
		var k cutter
		for _, p := range k.cut(&c.display) {
			if p.Empty() || !p.In(c.rect) {
				t.Fatalf("picture %d: a part is %v of %v", n, p.Rectangle, c.rect)
			}
			for y := p.Min.Y; y < p.Max.Y; y++ {
				for x := p.Min.X; x < p.Max.X; x++ {
					covered[y*w+x]++
				}
			}
			var want []int32
			for i, l := range c.layers {
				if l.box.Overlaps(p.Rectangle) {
					want = append(want, int32(i))
				}
			}
			if fmt.Sprint(p.layers) != fmt.Sprint(want) {
				t.Fatalf("picture %d: in %v lie the layers %v, not %v", n, p.Rectangle, want, p.layers)
			}
		}
		for i, times := range covered {
			if times != 1 {
				t.Fatalf("picture %d: the pixel %d, %d is in %d parts", n, i%w, i/w, times)
			}
		}
	}
}

// TestPiecesUsedOften shows that a piece that is used often is compressed once more, and
// never again.
func TestPiecesUsedOften(t *testing.T) {
	c := New(300, 200, Dusk)
	c.Text(Slanted.Size(44), "Часто", 20, 100, Rose)
	p := c.Image()
	e := newEncoder()
	defer e.free()
	var anew []int
	var last *piece
	for n := range 4 * often {
		for _, part := range e.cut(&p.display) {
			if len(part.layers) == 0 {
				continue
			}
			if x := e.piece(&p.display, part); x != last {
				anew, last = append(anew, n), x
			}
			break
		}
	}
	if want := fmt.Sprint([]int{0, often}); fmt.Sprint(anew) != want {
		t.Errorf("it is compressed at the uses %v, want %v", anew, want)
	}
	checkSent(t, p)
}

// TestTurnIsKept: what becomes of a table after it was used changes no picture.
func TestTurnIsKept(t *testing.T) {
	table := [256]uint8{}
	table[Red] = uint8(Blue)
	c := New(20, 20, Red)
	c.Turn(&table)
	table[Red] = uint8(Gold)
	checkSent(t, c.Image())
	if got := Colour(c.Image().Whole().ColorIndexAt(3, 3)); got != Blue {
		t.Errorf("the colour is %d, want %d", got, Blue)
	}
}
