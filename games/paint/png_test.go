package paint

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"math/rand/v2"
	"testing"
)

// pixels is a picture of any pixels, without anything drawn over them.
func pixels(w, h int, at func(x, y int) int) *Picture {
	img := image.NewPaletted(image.Rect(0, 0, w, h), standard.model)
	for y := range h {
		for x := range w {
			img.Pix[y*img.Stride+x] = uint8(at(x, y))
		}
	}
	return &Picture{display: display{ground: &ground{palette: standard, img: img}, rect: img.Rect}}
}

// checkSent reads the PNG of a picture by another package, and fails the test unless each
// pixel is as if the picture were drawn at once. It returns the PNG.
func checkSent(t *testing.T, p *Picture) []byte {
	t.Helper()
	b, err := Encode(p)
	if err != nil {
		t.Fatal(err)
	}
	img, err := png.Decode(bytes.NewReader(b))
	if err != nil {
		t.Fatal(err)
	}
	got, ok := img.(*image.Paletted)
	want := p.Whole()
	if !ok || got.Rect != want.Rect || len(got.Palette) != len(want.Palette) {
		t.Fatalf("it is read as %T of %v, want %v", img, img.Bounds(), want.Rect)
	}
	for i, c := range want.Palette {
		if got.Palette[i] != c {
			t.Fatalf("colour %d is %v, want %v", i, got.Palette[i], c)
		}
	}
	for i, c := range want.Pix {
		if got.Pix[i] != c {
			t.Fatalf("the pixel at %d, %d is %d, want %d", i%want.Stride, i/want.Stride, got.Pix[i], c)
		}
	}
	return b
}

// TestEncodeReadsBack shows that other programs see each pixel of all sorts of pictures.
func TestEncodeReadsBack(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	rare := func(x, y int) int { // codes would be longer than DEFLATE allows
		n := 0
		for r.IntN(2) == 0 {
			n++
		}
		return n
	}
	for name, p := range map[string]*Picture{
		"one pixel":       pixels(1, 1, func(int, int) int { return 0 }),
		"one colour":      pixels(800, 600, func(int, int) int { return 7 }),
		"noise":           pixels(301, 97, func(int, int) int { return r.IntN(256) }),
		"two colours":     pixels(320, 200, func(int, int) int { return r.IntN(2) }),
		"one column":      pixels(1, 500, func(_, y int) int { return y / 7 }),
		"one row":         pixels(4000, 1, func(x, _ int) int { return x * x / 5 }),
		"wide rows":       pixels(4000, 40, func(x, y int) int { return x/3 + y/2 }),
		"noise in rows":   pixels(4000, 5, func(x, y int) int { return r.IntN(256) }),
		"repeating":       pixels(640, 480, func(x, y int) int { return x%37*y%23 + x/90 }),
		"far repetitions": pixels(500, 200, func(x, y int) int { return (y%66*500 + x) * 31 % 251 * (x % 7) }),
		"rare colours":    pixels(1000, 1000, rare),
	} {
		t.Run(name, func(t *testing.T) {
			b := checkSent(t, p)
			again, err := Encode(p)
			if err != nil || !bytes.Equal(b, again) {
				t.Errorf("the second time it is another PNG: %v", err)
			}
		})
	}
}

// TestEncodeOtherPictures shows that pictures of others are encoded too.
func TestEncodeOtherPictures(t *testing.T) {
	for _, img := range []image.Image{image.NewGray(image.Rect(0, 0, 5, 5)), image.NewPaletted(image.Rect(0, 0, 9, 7), color.Palette{color.NRGBA{1, 2, 3, 100}})} {
		b, err := Encode(img)
		if err != nil {
			t.Fatal(err)
		}
		got, err := png.Decode(bytes.NewReader(b))
		if err != nil || got.Bounds() != img.Bounds() {
			t.Errorf("%T is read as %v, %v", img, got, err)
		}
	}
}

// FuzzEncode looks for a picture that is not read back.
func FuzzEncode(f *testing.F) {
	f.Add([]byte("aaaaaaaabaaaaaaaabaaaaaaaaa"), uint16(9))
	f.Add([]byte{0, 0, 0, 0, 1, 2, 3, 4, 5, 1, 2, 3, 4, 5}, uint16(5))
	f.Fuzz(func(t *testing.T, pix []byte, width uint16) {
		w := int(width)
		if w == 0 || w > mostWide || len(pix) < w {
			t.Skip()
		}
		checkSent(t, pixels(w, len(pix)/w, func(x, y int) int { return int(pix[y*w+x]) }))
	})
}
