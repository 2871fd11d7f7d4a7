package paint

import (
	"bytes"
	"image"
	"image/color"
	"image/draw"
	"image/gif"
	"testing"
	"time"
)

// TestAnimate: played by a decoder that is not ours, each scene looks as it was drawn, at the
// top of the largest, in the middle. A scene that looks like the one before lets it stand longer.
func TestAnimate(t *testing.T) {
	scene := func(w, h int, ink Colour) image.Image {
		c := New(w, h, Night)
		c.Panel(image.Rect(4, 4, w-4, h-4), ink)
		return c.Image()
	}
	scenes := []Scene{
		{table(), 2 * time.Second}, {scene(60, 40, Gold), time.Second}, {scene(60, 40, Gold), time.Second}, {scene(80, 40, Violet), time.Second}, {table(), time.Second},
	}
	b, err := Animate(scenes, 3)
	if err != nil {
		t.Fatal(err)
	}
	g, err := gif.DecodeAll(bytes.NewReader(b))
	if err != nil {
		t.Fatal(err)
	}
	if len(g.Image) != 4 || g.LoopCount != 2 || g.Delay[0] != 200 || g.Delay[1] != 200 {
		t.Fatalf("%d pictures, %d times more, delays %v", len(g.Image), g.LoopCount, g.Delay)
	}
	seen := image.NewRGBA(image.Rect(0, 0, g.Config.Width, g.Config.Height))
	for i, of := range []int{0, 1, 3, 4} {
		draw.Draw(seen, g.Image[i].Rect, g.Image[i], g.Image[i].Rect.Min, draw.Over)
		want, _ := Whole(scenes[of].Picture)
		left := (seen.Rect.Dx() - want.Rect.Dx()) / 2
		for y := range want.Rect.Dy() {
			for x := range want.Rect.Dx() {
				if color.RGBAModel.Convert(want.At(x, y)) != seen.At(left+x, y) {
					t.Fatalf("scene %d at %d, %d: %v, want %v", of, x, y, seen.At(left+x, y), want.At(x, y))
				}
			}
		}
	}
	if _, err := Animate(nil, 1); err == nil {
		t.Error("an animation of nothing")
	}
}
