package paint

import (
	"encoding/binary"
	"hash/crc32"
	"image"
	"image/color"
	"math/bits"
	"slices"
)

// PNG of a paletted picture.
//
// Most of the time of a picture went into compress/flate, which is made for any data. A
// drawn picture has flat areas, and its rows are like the row above. So each place is
// compared with the row above, with the pixel before it, and with the last place that
// began with the same four pixels. This takes half the time, and the file is some 7 %
// smaller. What did not change since another picture is not compressed again; see [band].

const (
	mostMatch   = 258   // DEFLATE's
	farthest    = 32768 // DEFLATE's
	hashBits    = 14
	literals    = 286 // codes of literals, of the end, and of lengths
	distances   = 30
	endOfBlock  = 256
	longestCode = 15
)

// deflater is the memory of one compression. It is used again.
type deflater struct {
	raw    []byte               // the rows, each after its filter
	last   [1 << hashBits]int32 // by hash: the last place that began so, counted on from band to band
	base   int32                // where the places of this band begin
	tokens []uint32             // a literal, or isMatch with a length-3 and a distance-1
	out    []byte

	literals  [literals]uint32 // how often each code is needed
	distances [distances]uint32
	coder     coder
	lit       [literals]code
	dist      [distances]code

	acc uint64 // bits that are not in out yet
	n   uint   // how many
}

const isMatch = 1 << 31

// mostWide is how many pixels wide a picture may be, so that no code is needed too often
// for a [coder].
const mostWide = 1 << 20

// deflaters are those that nobody uses. A [sync.Pool] would lose them to the garbage
// collector, and each has a megabyte.
var deflaters = make(chan *deflater, 4)

func newDeflater() *deflater {
	select {
	case d := <-deflaters:
		return d
	default:
		return new(deflater)
	}
}

// free lets another picture use d.
func (d *deflater) free() {
	select {
	case deflaters <- d:
	default:
	}
}

// encodePaletted returns the PNG of a picture of at most 256 opaque colours. It reports
// false for another one.
func encodePaletted(img *image.Paletted) ([]byte, bool) {
	w, h := img.Rect.Dx(), img.Rect.Dy()
	palette, ok := opaque(img.Palette)
	if !ok || w <= 0 || w > mostWide || h <= 0 {
		return nil, false
	}
	return encodeBands(w, h, palette, bandsOf(img, w, h)), true
}

// opaque is a palette as PNG has it. It reports false for one with other colours than
// opaque ones.
func opaque(list color.Palette) ([]byte, bool) {
	if len(list) == 0 || len(list) > 256 {
		return nil, false
	}
	palette := make([]byte, 0, 3*256)
	for _, c := range list {
		n, ok := c.(color.RGBA)
		if !ok {
			r, g, b, a := c.RGBA()
			n = color.RGBA{uint8(r >> 8), uint8(g >> 8), uint8(b >> 8), uint8(a >> 8)}
		}
		if n.A != 255 {
			return nil, false
		}
		palette = append(palette, n.R, n.G, n.B)
	}
	return palette, true
}

// encodeBands is the PNG of a picture with these bands.
func encodeBands(w, h int, palette []byte, list []*band) []byte {
	const (
		header = "\x78\x01" // zlib's
		end    = "\x03\x00" // an empty block, the last one
		chunk  = 12         // bytes around the data of a chunk
	)
	size, sum := len(header)+len(end)+4, adler{a: 1}
	for _, part := range list {
		size += len(part.data)
		sum = sum.join(part.sum, part.rows)
	}
	b := make([]byte, 0, 8+chunk+13+chunk+len(palette)+chunk+size+chunk)
	b = append(b, "\x89PNG\r\n\x1a\n"...)
	head := binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32(nil, uint32(w)), uint32(h))
	b = appendChunk(b, "IHDR", append(head, 8, 3, 0, 0, 0)) // eight bits, indices into a palette
	b = appendChunk(b, "PLTE", palette)
	b = binary.BigEndian.AppendUint32(b, uint32(size))
	from := len(b)
	b = append(b, "IDAT"+header...)
	for _, part := range list {
		b = append(b, part.data...)
	}
	b = binary.BigEndian.AppendUint32(append(b, end...), sum.number())
	b = binary.BigEndian.AppendUint32(b, crc32.ChecksumIEEE(b[from:]))
	return appendChunk(b, "IEND", nil)
}

func appendChunk(b []byte, name string, data []byte) []byte {
	b = binary.BigEndian.AppendUint32(b, uint32(len(data)))
	from := len(b)
	b = append(append(b, name...), data...)
	return binary.BigEndian.AppendUint32(b, crc32.ChecksumIEEE(b[from:]))
}

// band compresses rows of so many pixels. The first is the row above if there is one,
// which is compressed already.
func (d *deflater) band(pix []byte, w int, above bool) *band {
	d.raw = d.raw[:0]
	for ; len(pix) > 0; pix = pix[w:] {
		d.raw = append(append(d.raw, 0), pix[:w]...) // a filter that does nothing
	}
	from := 0
	if above {
		from = w + 1
	}
	d.match(from, w+1)
	d.out = d.out[:0]
	d.block()
	return &band{slices.Clone(d.out), checksum(d.raw[from:]), len(d.raw) - from}
}

// match finds what repeats in rows of so many bytes from a place on, and counts what the
// tokens need.
func (d *deflater) match(from, row int) {
	raw, tokens := d.raw, d.tokens[:0]
	if d.base > 1<<30 {
		clear(d.last[:])
		d.base = 0
	}
	base := d.base
	d.base += int32(len(raw)) + 1
	clear(d.literals[:])
	clear(d.distances[:])
	above := row
	if row > farthest {
		above = 1
	}
	i, missed := from, 0
	for i+8 <= len(raw) {
		eight := binary.LittleEndian.Uint64(raw[i:])
		slot := &d.last[uint32(eight)*0x9E3779B1>>(32-hashBits)]
		before := i + 1 - int(*slot-base) // more than i if this band has none
		*slot = base + int32(i) + 1
		length, distance := 0, 0
		if i >= above {
			if x := binary.LittleEndian.Uint64(raw[i-above:]) ^ eight; uint32(x) == 0 {
				length, distance = same(raw, i, above, x), above
			}
		}
		if length < 16 && i >= 1 {
			if x := binary.LittleEndian.Uint64(raw[i-1:]) ^ eight; uint32(x) == 0 {
				if n := same(raw, i, 1, x); n >= length {
					length, distance = n, 1
				}
			}
		}
		if length < 16 && before <= min(i, farthest) {
			if x := binary.LittleEndian.Uint64(raw[i-before:]) ^ eight; uint32(x) == 0 {
				if n := same(raw, i, before, x); n > length+1 {
					length, distance = n, before
				}
			}
		}
		if length > 0 {
			tokens = append(tokens, isMatch|uint32(length-3)<<16|uint32(distance-1))
			d.literals[lengthCodes[length-3].code]++
			d.distances[distanceCode(uint32(distance-1))]++
			i += length
			missed = 0
			continue
		}
		for range min(1+missed>>6, 8) {
			tokens = append(tokens, uint32(raw[i]))
			d.literals[raw[i]]++
			i++
		}
		missed++
	}
	for _, b := range raw[i:] {
		tokens = append(tokens, uint32(b))
		d.literals[b]++
	}
	d.tokens = tokens
}

// same is how many bytes from i on are the same as those so far before. The first eight
// differ by x.
func same(raw []byte, i, before int, x uint64) int {
	if x != 0 {
		return bits.TrailingZeros64(x) / 8
	}
	end := min(len(raw), i+mostMatch)
	n := i + 8
	for n+8 <= end {
		if x := binary.LittleEndian.Uint64(raw[n:]) ^ binary.LittleEndian.Uint64(raw[n-before:]); x != 0 {
			return n - i + bits.TrailingZeros64(x)/8
		}
		n += 8
	}
	for n < end && raw[n] == raw[n-before] {
		n++
	}
	return n - i
}

// lengthCodes are DEFLATE's codes of lengths from 3 on, with how many bits follow, and
// the bits.
var lengthCodes = func() (list [mostMatch - 2]struct {
	code       uint16
	extra, low uint8
}) {
	for n := range uint32(len(list)) {
		switch extra := uint32(bits.Len32(n)) - 3; {
		case n == mostMatch-3:
			list[n].code = literals - 1
		case n < 8:
			list[n].code = uint16(endOfBlock + 1 + n)
		default:
			list[n].code, list[n].extra, list[n].low = uint16(endOfBlock+1+4*extra+n>>extra), uint8(extra), uint8(n&(1<<extra-1))
		}
	}
	return list
}()

// distanceCode is DEFLATE's code of a distance-1. As many bits follow as distanceBits
// says.
func distanceCode(n uint32) uint32 {
	if n < 4 {
		return n
	}
	extra := uint32(bits.Len32(n)) - 2
	return 2*extra + n>>extra
}

func distanceBits(code uint32) uint32 { return max(code>>1, 1) - 1 }

// block writes the tokens as a block with codes of its own, and an empty block after it,
// which ends at a whole byte.
func (d *deflater) block() {
	d.literals[endOfBlock] = 1
	lit, dist := &d.lit, &d.dist
	d.coder.codes(lit[:], d.literals[:], longestCode)
	d.coder.codes(dist[:], d.distances[:], longestCode)
	d.header(lit[:], dist[:])
	// Each token needs at most 48 bits.
	d.out = slices.Grow(d.out, 6*len(d.tokens)+16)
	out, at, acc, n := d.out[:cap(d.out)], len(d.out), d.acc, d.n
	for _, t := range d.tokens {
		if t&isMatch == 0 {
			c := lit[t&0xff]
			acc |= uint64(c.bits) << n
			n += uint(c.size)
		} else {
			length := lengthCodes[t>>16&0xff]
			c := lit[length.code]
			acc |= uint64(uint32(c.bits)|uint32(length.low)<<c.size) << n
			n += uint(c.size) + uint(length.extra)
			distance := t & 0x7fff
			code := distanceCode(distance)
			extra := distanceBits(code)
			c = dist[code]
			acc |= uint64(uint32(c.bits)|(distance&(1<<extra-1))<<c.size) << n
			n += uint(c.size) + uint(extra)
		}
		// Fewer than eight bits are left, so that the next token has room.
		binary.LittleEndian.PutUint64(out[at:], acc)
		at += int(n >> 3)
		acc >>= n &^ 7
		n &= 7
	}
	d.out, d.acc, d.n = out[:at], acc, n
	d.put(uint32(lit[endOfBlock].bits), uint(lit[endOfBlock].size))
	d.put(0, 3)           // an empty block that is stored
	d.put(0, (8-d.n&7)&7) // up to a whole byte
	d.out = append(d.out, 0, 0, 0xff, 0xff)
}

// put writes at most 32 bits.
func (d *deflater) put(b uint32, n uint) {
	d.acc |= uint64(b) << d.n
	for d.n += n; d.n >= 8; d.n -= 8 {
		d.out = append(d.out, byte(d.acc))
		d.acc >>= 8
	}
}

// checksum is Adler-32, of eight bytes at a time.
func checksum(raw []byte) adler {
	const (
		base   = adlerBase
		words  = 22 // as many as no sum of 16 bits overflows by
		blocks = 4096
		odd    = 0x00ff00ff00ff00ff
		low    = 0x0000ffff0000ffff
		ones   = 0x0001000100010001 // the upper 16 bits of a product are the sum of the four
		falls  = 0x0004000300020001 // and here of four times the first, three times the second
	)
	a, b := uint64(1), uint64(0)
	for n := 0; len(raw) >= 8*words; n++ {
		// Four sums each of the bytes at even and at odd places, and the sums of these
		// before each word.
		var even, uneven, evens, unevens uint64
		block := (*[8 * words]byte)(raw)
		for i := 0; i < len(block); i += 8 {
			x := binary.LittleEndian.Uint64(block[i : i+8])
			evens += even
			unevens += uneven
			even += x & odd
			uneven += x >> 8 & odd
		}
		raw = raw[len(block):]
		before := evens&low + evens>>16&low + unevens&low + unevens>>16&low
		b += a*uint64(len(block)) + 8*(before&0xffffffff+before>>32) +
			2*(even*falls>>48+uneven*falls>>48) - uneven*ones>>48
		a += even*ones>>48 + uneven*ones>>48
		if n == blocks {
			a, b, n = a%base, b%base, 0
		}
	}
	for _, x := range raw {
		a += uint64(x)
		b += a
	}
	return adler{uint32(a % base), uint32(b % base)}
}
