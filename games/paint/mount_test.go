package paint

import (
	"image"
	"testing"
)

// TestMount: of a picture that is lower than wanted the ground goes on, without what was drawn on
// it, and the strip below stands at the bottom.
func TestMount(t *testing.T) {
	c := New(40, 20, Gold)
	c.Panel(image.Rect(10, 5, 30, 20), Violet)
	for high, want := range map[int]int{0: 35, 35: 35, 60: 60} {
		img, ok := Mount(c.Image(), 5, 10, high, func(*Canvas) {})
		if !ok || img.Bounds() != image.Rect(0, 0, 40, want) {
			t.Fatalf("at least %d pixels high: %v", high, img)
		}
		whole, _ := Whole(img)
		at := func(y int) uint8 { return whole.ColorIndexAt(20, y) }
		if at(0) != uint8(Night) || at(want-1) != uint8(Night) || at(want-10) != uint8(Night) || at(15) == uint8(Gold) {
			t.Errorf("at least %d pixels high, the strips and the picture: %d, %d, %d, %d", high, at(0), at(want-1), at(want-10), at(15))
		}
		for y := 25; y < want-10; y++ {
			if at(y) != uint8(Gold) {
				t.Errorf("at least %d pixels high, %d below the picture at %d", high, at(y), y)
			}
		}
	}
	if _, ok := Mount(image.NewGray(image.Rect(0, 0, 1, 1)), 5, 10, 0, nil); ok {
		t.Error("a picture of no canvas is mounted")
	}
}
