package paint

import (
	"fmt"
	"image"
	"image/color"
	"testing"
)

// TestStrips shows that a picture in strips looks like one that is drawn at once, and that
// a strip is drawn only when nothing with its key was drawn on this ground.
func TestStrips(t *testing.T) {
	var s Scenes[string]
	drawn, prepared := map[string]int{}, 0
	part := func(bottom int, key string, ink Colour) Strip {
		return Strip{bottom, key, func(c *Canvas) {
			drawn[key]++
			c.Tile(20+bottom/10, bottom-60, 150, 90, 18, 4, ink, Gold) // it does not fit into its strip
			c.Text(Bold.Size(30), key, 5, bottom-8, Moon)
		}}
	}
	picture := func(name string, parts ...Strip) *Strips {
		return s.Strips(name, func() *Canvas { return New(300, 200, Night) }, func(c *Canvas) {
			prepared++
			for y := range 200 {
				c.Rect(image.Rect(y, y, y+40, y+1), Violet)
			}
		}, parts...)
	}
	// check compares what is encoded with the picture in one piece.
	check := func(p *Strips) {
		t.Helper()
		b, err := Encode(p)
		if err != nil {
			t.Fatal(err)
		}
		want := p.Whole()
		decoded(t, want, b)
		for y := range 200 {
			for x := range 300 {
				if p.At(x, y) != want.At(x, y) {
					t.Fatalf("the pixel at %d, %d differs", x, y)
				}
			}
		}
	}
	check(picture("one", part(80, "a", Red), part(140, "b", Blue), part(200, "c", Mint)))
	check(picture("one", part(80, "a", Red), part(140, "B", Rose), part(200, "c", Mint)))
	if prepared != 1 {
		t.Errorf("the ground was prepared %d times", prepared)
	}
	want := fmt.Sprint(map[string]int{"B": 2, "a": 3, "b": 2, "c": 3}) // once for each picture in one piece
	if got := fmt.Sprint(drawn); got != want {
		t.Errorf("drawn %v, want %v", got, want)
	}
	check(picture("two", part(80, "a", Blue), part(140, "b", Blue), part(200, "c", Mint)))
	if drawn["a"] != 5 {
		t.Error("a strip of one ground was used on another")
	}
	check(picture("two", part(900, "d", Blue), part(70, "e", Blue))) // there are no rows below the ground
	p := picture("one", part(200, "a", Red))
	if p.Bounds() != image.Rect(0, 0, 300, 200) || p.ColorModel().Convert(p.At(3, 3)) != p.At(3, 3) {
		t.Errorf("it is %v", p.Bounds())
	}
	for _, img := range []image.Image{p, p.Whole()} {
		if whole, ok := Whole(img); !ok || whole != p.Whole() {
			t.Error("it is not the picture in one piece")
		}
	}
	if _, ok := Whole(image.NewUniform(color.Black)); ok {
		t.Error("a picture without a palette has one")
	}
}
