package gametest

import (
	"encoding/hex"
	"fmt"
	"image"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"oneiros/games"
	"oneiros/games/paint"
	"oneiros/games/text"
	"oneiros/games/ui"
)

// russians are the names on pictures that a test draws.
type russians struct{ plain }

func (russians) Name(n ui.Name) string {
	return []string{"Анна", "Вера", "Борис", "Глеб", "Дарья", "Егор", "Жанна", "Зоя", "Иван", "Катя"}[int(n)%10]
}

// InRussian says the words on a game's pictures in Russian, where they are longest.
// The players have short names.
func InRussian(t testing.TB, g games.Game) func(ui.Text) string {
	t.Helper()
	c, err := text.Load(text.Common(), g.Info().Locale)
	if err != nil {
		t.Fatal(err)
	}
	return func(x ui.Text) string { return c.Say(text.Russian, x, russians{}) }
}

// BenchmarkPictures draws and encodes each of a game's pictures. It reports the
// size of the file that Discord gets.
func BenchmarkPictures(b *testing.B, g games.Game, pictures map[string]*ui.Picture) {
	say := InRussian(b, g)
	for _, name := range slices.Sorted(maps.Keys(pictures)) {
		b.Run(name, func(b *testing.B) {
			size := 0
			for b.Loop() {
				png, err := paint.Encode(pictures[name].Draw(say))
				if err != nil {
					b.Fatal(err)
				}
				size = len(png)
			}
			b.ReportMetric(float64(size)/1000, "kB")
		})
	}
}

// Shows fails the test unless a change is seen where it belongs. The keys of the two
// pictures must differ. Pixels must differ in each of the areas, and in no other
// place.
func Shows(t testing.TB, g games.Game, before, after *ui.Picture, areas ...image.Rectangle) {
	t.Helper()
	say := InRussian(t, g)
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

// Looks compares how a game's pictures look with testdata/pictures.txt, which -update
// rewrites. A line of the file is a row of cells. A cell is the mean colour of forty by
// forty pixels. A mean may differ a little: processors round differently.
func Looks(t *testing.T, g games.Game, pictures map[string]*ui.Picture) {
	t.Helper()
	const file = "testdata/pictures.txt"
	say := InRussian(t, g)
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
