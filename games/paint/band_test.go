package paint

import (
	"hash/adler32"
	"math/rand/v2"
	"testing"
)

// TestBandsAreUsedAgain shows that a picture which differs from another one in a row
// has the other bands of it. How a band looks does not depend on what was compressed
// before.
func TestBandsAreUsedAgain(t *testing.T) {
	const w, h = 400, 1000
	r := rand.New(rand.NewPCG(3, 4))
	img := stripes(w, h, 200, func(x, y int) int { return x/3*y/5 + r.IntN(3) })
	first := bandsOf(img, w, h)
	if len(first) < 5 {
		t.Fatalf("%d bands", len(first))
	}
	step := bandBytes / (w + 1)
	img.Pix[step*w+w/2]++ // in the first row of the second band
	for i, b := range bandsOf(img, w, h) {
		if same := b == first[i]; same != (i != 1) {
			t.Errorf("band %d is the same: %v", i, same)
		}
	}
	img.Pix[step*w+w/2]--
	img.Pix[(2*step-1)*w+7]++ // in its last row, which the third band begins from
	for i, b := range bandsOf(img, w, h) {
		if same := b == first[i]; same != (i != 1 && i != 2) {
			t.Errorf("band %d is the same: %v", i, same)
		}
	}
	img.Pix[(2*step-1)*w+7]--
	d := newDeflater()
	defer d.free()
	for i := range first {
		from, to := max(i*step-1, 0), min((i+1)*step, h)
		b := d.band(rowsOf(img, w, from, to), w, i > 0)
		if string(b.data) != string(first[i].data) || b.sum != first[i].sum || b.rows != first[i].rows {
			t.Errorf("band %d differs when it is compressed again", i)
		}
	}
}

// TestAdler compares our checksum, in parts too, with that of the standard library.
func TestAdler(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for _, n := range []int{0, 1, 7, 175, 176, 177, 5000, 70000, 900000} {
		b := make([]byte, n)
		for i := range b {
			b[i] = byte(250 + r.IntN(6))
		}
		want := adler32.Checksum(b)
		if got := checksum(b).number(); got != want {
			t.Errorf("of %d bytes it is %x, want %x", n, got, want)
		}
		cut := r.IntN(n + 1)
		if got := checksum(b[:cut]).join(checksum(b[cut:]), n-cut).number(); got != want {
			t.Errorf("of %d and %d bytes it is %x, want %x", cut, n-cut, got, want)
		}
	}
}
