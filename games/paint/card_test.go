package paint

import (
	"bytes"
	"image"
	"testing"
)

// TestCards shows that a kept card looks like one that is drawn on the spot, on any
// ground, at an edge of the picture too, and in the colours of each palette.
func TestCards(t *testing.T) {
	var cards Cards[string]
	look := Card{W: 90, H: 70, Radius: 14, Rim: 3, Ground: Cream, Edge: Amber}
	face := func(x, y int) func(c *Canvas) {
		return func(c *Canvas) {
			c.Text(Bold.Size(30), "7", x+20, y+40, Ink)
			c.Icon(IconStar, shifted(x, y, 40, 20, 70, 50), Red)
		}
	}
	drawn := 0
	for _, ground := range []Colour{Night, Mint} {
		for _, at := range [][2]int{{10, 12}, {-15, 50}, {150, -20}, {11, 13}} {
			want, got := New(200, 100, ground), New(200, 100, ground)
			want.Rect(shifted(0, 0, 50, 0, 60, 100), Gold)
			got.Rect(shifted(0, 0, 50, 0, 60, 100), Gold)
			want.Tile(at[0], at[1], look.W, look.H, look.Radius, look.Rim, look.Ground, look.Edge)
			face(at[0], at[1])(want)
			cards.Draw(got, "seven", at[0], at[1], look, func(c *Canvas) {
				drawn++
				face(0, 0)(c)
			})
			if !bytes.Equal(want.Image().Whole().Pix, got.Image().Whole().Pix) {
				t.Errorf("on %d at %v the card looks different", ground, at)
			}
		}
	}
	if drawn != 1 {
		t.Errorf("the card was drawn %d times", drawn)
	}
	other := &Canvas{display: display{ground: NewPalette(nil).plain(Night), rect: image.Rect(0, 0, 200, 100)}}
	cards.Draw(other, "seven", 0, 0, look, func(*Canvas) { drawn++ })
	if drawn != 2 {
		t.Error("a card of one palette was used in another")
	}
}

func shifted(x, y, left, top, right, bottom int) image.Rectangle {
	return image.Rect(left, top, right, bottom).Add(image.Pt(x, y))
}
