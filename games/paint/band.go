package paint

import (
	"hash/maphash"
	"image"
)

// Bands of a picture.
//
// From one move to the next a small part of a picture changes. So a picture is compressed
// in bands of some rows. A band repeats only itself and the row above it, and has codes of
// its own. Then it can be kept, and is used again in every picture that has it at any
// height. The file is no larger than one of a single block: the codes of a band fit it
// better.

// bandBytes is about how many bytes of rows a band has. With fewer its codes take too
// many of its bytes; with more a change makes too much anew.
const bandBytes = 48 << 10

// band is a part of a PNG's data that ends at a whole byte.
type band struct {
	data []byte // a block of DEFLATE and an empty one
	sum  adler  // of its rows
	rows int    // how many bytes they have
}

// bandKey names a band by its rows and by the row above. The names of bands hold only
// in this process. A picture would have to be made for the purpose to be taken for
// another one, and nobody knows the seed.
type bandKey struct {
	hash uint64
	row  int32 // bytes of a row
	rows int32 // with the row above, if it has one
	top  bool  // no row is above
}

var bandSeed = maphash.MakeSeed()

// bands are those of all pictures.
var bands = NewCache[bandKey, *band](32 << 20)

// bandOverhead is about what a band takes beside its data.
const bandOverhead = 160

// size is about how many bytes a band takes.
func (b *band) size() int { return len(b.data) + bandOverhead }

// bandsOf are the bands of a picture, from the top.
func bandsOf(img *image.Paletted, w, h int) []*band {
	step := max(bandBytes/(w+1), 1)
	list := make([]*band, 0, (h+step-1)/step)
	var d *deflater
	for y := 0; y < h; y += step {
		from, to := max(y-1, 0), min(y+step, h)
		pix := rowsOf(img, w, from, to)
		k := bandKey{maphash.Bytes(bandSeed, pix), int32(w), int32(to - from), y == 0}
		b, ok := bands.Find(k)
		if !ok {
			if d == nil {
				d = newDeflater()
				defer d.free()
			}
			b = d.band(pix, w, y > 0)
			bands.Keep(k, b, b.size())
		}
		list = append(list, b)
	}
	return list
}

// rowsOf are the pixels of some rows, one after the other.
func rowsOf(img *image.Paletted, w, from, to int) []byte {
	if img.Stride == w {
		return img.Pix[from*w : to*w]
	}
	pix := make([]byte, 0, w*(to-from))
	for y := from; y < to; y++ {
		pix = append(pix, img.Pix[y*img.Stride:y*img.Stride+w]...)
	}
	return pix
}

// adler is Adler-32, the checksum of zlib.
type adler struct{ a, b uint32 }

const adlerBase = 65521

// number is the checksum as PNG has it.
func (s adler) number() uint32 { return s.b<<16 | s.a }

// join is the checksum of what s is of, and then of n bytes more with a checksum of their own.
func (s adler) join(next adler, n int) adler {
	// Each of the bytes before is counted once more for every byte that follows.
	before := uint64(s.a+adlerBase-1) % adlerBase // without the 1 that it begins with
	return adler{
		a: uint32((before + uint64(next.a)) % adlerBase),
		b: uint32((uint64(s.b) + before*uint64(n%adlerBase) + uint64(next.b)) % adlerBase),
	}
}
