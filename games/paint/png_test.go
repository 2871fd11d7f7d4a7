package paint

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"math/rand/v2"
	"testing"
)

// stripes fills a picture by a rule.
func stripes(w, h, colours int, at func(x, y int) int) *image.Paletted {
	img := image.NewPaletted(image.Rect(0, 0, w, h), nil)
	for i := range colours {
		img.Palette = append(img.Palette, color.NRGBA{uint8(i), uint8(3 * i), uint8(255 - i), 255})
	}
	for y := range h {
		for x := range w {
			img.Pix[y*img.Stride+x] = uint8(at(x, y) % colours)
		}
	}
	return img
}

// decoded reads a PNG by another package, and fails the test unless each pixel is the same.
func decoded(t *testing.T, img *image.Paletted, b []byte) {
	t.Helper()
	got, err := png.Decode(bytes.NewReader(b))
	if err != nil {
		t.Fatal(err)
	}
	if got.Bounds().Size() != img.Bounds().Size() {
		t.Fatalf("it is read as %v, not %v", got.Bounds(), img.Bounds())
	}
	for y := range img.Rect.Dy() {
		for x := range img.Rect.Dx() {
			r, g, b, a := img.At(img.Rect.Min.X+x, img.Rect.Min.Y+y).RGBA()
			r2, g2, b2, a2 := got.At(x, y).RGBA()
			if r != r2 || g != g2 || b != b2 || a != a2 {
				t.Fatalf("the pixel at %d, %d differs", x, y)
			}
		}
	}
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
	for name, img := range map[string]*image.Paletted{
		"one pixel":        stripes(1, 1, 1, func(int, int) int { return 0 }),
		"one colour":       stripes(800, 600, 256, func(int, int) int { return 7 }),
		"noise":            stripes(301, 97, 256, func(int, int) int { return r.IntN(256) }),
		"two colours":      stripes(320, 200, 2, func(int, int) int { return r.IntN(2) }),
		"one column":       stripes(1, 500, 200, func(_, y int) int { return y / 7 }),
		"one row":          stripes(70000, 1, 200, func(x, _ int) int { return x * x / 5 }),
		"wide rows":        stripes(40000, 4, 250, func(x, y int) int { return x/3 + y/2 }),
		"repeating":        stripes(640, 480, 64, func(x, y int) int { return x%37*y%23 + x/90 }),
		"far repetitions":  stripes(500, 200, 251, func(x, y int) int { return (y%66*500 + x) * 31 % 251 * (x % 7) }),
		"rare colours":     stripes(1000, 1000, 40, rare),
		"part of a larger": stripes(200, 100, 99, func(x, y int) int { return x*y + x }).SubImage(image.Rect(30, 20, 111, 77)).(*image.Paletted),
	} {
		t.Run(name, func(t *testing.T) {
			b, err := Encode(img)
			if err != nil {
				t.Fatal(err)
			}
			decoded(t, img, b)
			again, err := Encode(img)
			if err != nil || !bytes.Equal(b, again) {
				t.Errorf("the second time it is another PNG: %v", err)
			}
		})
	}
}

// TestEncodeOtherPictures shows that pictures with transparent or without any colours
// are encoded too.
func TestEncodeOtherPictures(t *testing.T) {
	img := stripes(40, 30, 3, func(x, y int) int { return x + y })
	img.Palette[1] = color.NRGBA{1, 2, 3, 100}
	b, err := Encode(img)
	if err != nil {
		t.Fatal(err)
	}
	decoded(t, img, b)
	if b, err = Encode(image.NewGray(image.Rect(0, 0, 5, 5))); err != nil {
		t.Fatal(err)
	}
	if _, err := png.Decode(bytes.NewReader(b)); err != nil {
		t.Error(err)
	}
}

// FuzzEncode looks for a picture that is not read back.
func FuzzEncode(f *testing.F) {
	f.Add([]byte("aaaaaaaabaaaaaaaabaaaaaaaaa"), uint16(9))
	f.Add([]byte{0, 0, 0, 0, 1, 2, 3, 4, 5, 1, 2, 3, 4, 5}, uint16(5))
	f.Fuzz(func(t *testing.T, pix []byte, width uint16) {
		w := int(width)
		if w == 0 || len(pix) < w {
			t.Skip()
		}
		img := stripes(w, len(pix)/w, 256, func(x, y int) int { return int(pix[y*w+x]) })
		b, err := Encode(img)
		if err != nil {
			t.Fatal(err)
		}
		decoded(t, img, b)
	})
}
