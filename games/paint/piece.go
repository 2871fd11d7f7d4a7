package paint

import (
	"bytes"
	"encoding/binary"
	"hash/maphash"
	"image"
	"math/bits"
	"slices"
	"sync/atomic"
)

// Pieces of PNGs.
//
// A PNG is compressed row by row, and a row goes through many pieces. So each row of a
// piece is compressed alone: it repeats only what the piece has in its row and above. All
// pictures on one ground have the same codes. Then the compressed rows of pieces can
// stand one after the other in any picture. They are bits and end anywhere in a byte.
// A file is some eleven percent larger than one that is compressed as a whole, and some
// twenty where all pieces are new. A picture of known pieces takes a tenth of the time.

// piece is a rectangle of a picture, compressed.
type piece struct {
	data []byte // its rows, without what they repeat at their ends
	rows []pieceRow

	uses atomic.Int32 // counted until it is compressed well

	// For the checksum: the sum of the pixels, of each times its row, and of each times
	// its column, all from 0 on.
	sum, down, across uint64
}

// pieceRow is one row of a piece.
type pieceRow struct {
	before, after uint16 // how many pixels repeat the row above at its ends; before is all of it if the row does
	bits          uint16 // how many bits the others have
}

// pieceKey names a piece.
type pieceKey struct {
	ground      *ground
	width       int // of the picture
	left, top   int32
	right, down int32
	layers      uint64
}

// pieces are those of all pictures.
var pieces = NewCache[pieceKey, *piece](40 << 20)

// pieceOverhead is about what a piece takes beside its rows.
const pieceOverhead = 320

const (
	leastMatch = 3
	mostMatch  = 258   // DEFLATE's
	farthest   = 32768 // DEFLATE's
	hashBits   = 11
	isMatch    = 1 << 31
	mostWide   = 4000 // pixels of a picture, so that the bits of a row can be counted
	long       = 24   // pixels of a repetition
	readAhead  = 8    // bytes that may be read after the last one
)

// encoder is the memory of one encoding. It is used again.
type encoder struct {
	cutter
	pix    []byte                // of a piece
	last   [1 << hashBits]uint32 // by hash: one more than the row and the column of the last place that began so
	tokens []uint32              // a literal, or isMatch with a length-3 and a distance-1
	finds  []uint32              // by place of a row: a match of what began so before, or 0
	costs  []uint32              // from each place of a row on: the fewest bits
	steps  []uint32              // the token that these begin with
	ends   []int                 // how many tokens there are at the end of each row
	names  []byte
	laid   []laid
	row    []*laid
	edges  []int
	out    bitWriter

	runs    runs // for these codes, and so many bytes from row to row
	runsFor *codes
	stride  int
}

// encoders are those that no goroutine uses. A [sync.Pool] would lose them to the garbage
// collector.
var encoders = make(chan *encoder, 4)

func newEncoder() *encoder {
	select {
	case e := <-encoders:
		return e
	default:
		return new(encoder)
	}
}

// free lets another picture use e.
func (e *encoder) free() {
	select {
	case encoders <- e:
	default:
	}
}

// piece returns a part of a picture, compressed.
func (e *encoder) piece(p *display, t part) *piece {
	e.names = e.names[:0]
	for _, i := range t.layers {
		e.names = binary.LittleEndian.AppendUint64(e.names, p.layers[i].hash)
	}
	key := pieceKey{p.ground, p.rect.Dx(), int32(t.Min.X), int32(t.Min.Y), int32(t.Max.X), int32(t.Max.Y), maphash.Bytes(hashes, e.names)}
	made, ok := pieces.Find(key)
	if ok && !made.usedOften() {
		return made
	}
	made = e.make(p, t, ok)
	if ok {
		made.uses.Store(often)
	}
	pieces.Keep(key, made, len(made.data)+6*len(made.rows)+pieceOverhead)
	return made
}

// make draws and compresses a part of a picture, as small as it can be or quickly.
func (e *encoder) make(p *display, t part, small bool) *piece {
	r := t.Rectangle
	if r.Min.X == 0 {
		r.Min.X = -1 // each row begins with the number of a filter
	}
	w, h := r.Dx(), r.Dy()
	e.pix = slices.Grow(e.pix[:0], w*h+readAhead)[:w*h+readAhead]
	img := &image.Paletted{Pix: e.pix[t.Min.X-r.Min.X:], Stride: w, Rect: t.Rectangle}
	p.ground.draw(img)
	for _, i := range t.layers {
		p.layers[i].draw(img, p.ground.palette)
	}
	if r.Min.X < 0 {
		for y := range h {
			e.pix[y*w] = 0 // the filter that does nothing
		}
	}
	return e.compress(p.ground.made(), w, h, p.rect.Dx()+1, small)
}

// often is how many uses of a piece make it worth its while to compress it well, which
// takes three times as long.
const often = 8

// usedOften counts a use. It reports, once, that the piece is to be compressed well.
func (x *piece) usedOften() bool { return x.uses.Load() < often && x.uses.Add(1) == often }

// compress compresses the pixels. So many bytes lie between two rows of the picture.
func (e *encoder) compress(c *codes, w, h, stride int, small bool) *piece {
	e.match(c, w, h, stride, small)
	made := &piece{rows: make([]pieceRow, 0, h)}
	e.out.reset(8*len(e.tokens) + 2*readAhead)
	from, bits := 0, 0
	for _, to := range e.ends {
		var r pieceRow
		list := e.tokens[from:to]
		for len(list) > 0 && repeats(list[0], stride) {
			r.before += uint16(lengthOf(list[0]))
			list = list[1:]
		}
		for len(list) > 0 && repeats(list[len(list)-1], stride) {
			r.after += uint16(lengthOf(list[len(list)-1]))
			list = list[:len(list)-1]
		}
		e.out.tokens(c, list)
		r.bits = uint16(e.out.written() - bits)
		bits += int(r.bits)
		made.rows = append(made.rows, r)
		from = to
	}
	e.out.put(0, 56) // a reader of the last row reads on
	e.out.put(0, 8)
	made.data = slices.Clone(e.out.bytes())
	for y := range h {
		var sum, across uint64
		for x, v := range e.pix[y*w : y*w+w] {
			sum += uint64(v)
			across += uint64(x) * uint64(v)
		}
		made.sum += sum
		made.across += across
		made.down += uint64(y) * sum
	}
	return made
}

// repeats reports whether a token repeats the row above.
func repeats(token uint32, stride int) bool {
	return token&isMatch != 0 && int(token&0x7fff)+1 == stride
}

// lengthOf is how many pixels a match has.
func lengthOf(token uint32) int { return int(token>>16&0xff) + 3 }

// match finds what repeats in the rows of a piece. If it is to be small, it says that in
// the fewest bits: it knows what each literal, length and distance takes.
func (e *encoder) match(c *codes, w, h, stride int, small bool) {
	clear(e.last[:])
	e.tokens, e.ends = e.tokens[:0], e.ends[:0]
	e.finds = slices.Grow(e.finds[:0], w)[:w]
	e.costs = slices.Grow(e.costs[:0], w+1)[:w+1]
	e.steps = slices.Grow(e.steps[:0], w)[:w]
	for y := range h {
		row, above := e.pix[y*w:][:w], []byte(nil)
		if y > 0 {
			above = e.pix[(y-1)*w:][:w]
		}
		switch {
		case w >= leastMatch && bytes.Equal(row, above):
			for left := w; left > 0; {
				n := runOf(left)
				e.tokens = append(e.tokens, token(n, stride))
				left -= n
			}
		case small:
			e.find(w, y, stride)
			e.choose(c, row, above, stride)
			for x := 0; x < w; {
				t := e.steps[x]
				e.tokens = append(e.tokens, t)
				if t&isMatch == 0 {
					x++
				} else {
					x += lengthOf(t)
				}
			}
		default:
			e.quick(c, w, y, stride)
		}
		e.ends = append(e.ends, len(e.tokens))
	}
}

// literalBits is about how many bits a literal takes.
const literalBits = 8

// quick takes at each place of a row what saves the most bits there, and goes on behind
// it. When it takes something short, it looks first whether one pixel later there is more.
func (e *encoder) quick(c *codes, w, y, stride int) {
	tokens := e.tokens
	saved, t := e.best(c, w, y, stride, 0)
	for x := 0; x < w; {
		n := 1
		if t&isMatch != 0 {
			n = lengthOf(t)
		}
		if n > 1 && n < 16 && x+1 < w {
			if more, later := e.best(c, w, y, stride, x+1); more > saved {
				tokens = append(tokens, uint32(e.pix[y*w+x]))
				saved, t = more, later
				x++
				continue
			}
		}
		tokens = append(tokens, t)
		if x += n; x < w {
			saved, t = e.best(c, w, y, stride, x)
		}
	}
	e.tokens = tokens
}

// best is the token that saves the most bits at a place of a row, and how many.
func (e *encoder) best(c *codes, w, y, stride, x int) (saved int, t uint32) {
	pix := e.pix
	i, left := y*w+x, min(w-x, mostMatch)
	eight := binary.LittleEndian.Uint64(pix[i:])
	length, distance := 1, 0
	take := func(n, d, bits int) {
		if n >= leastMatch {
			if s := n*literalBits - int(c.lengthBits[n-leastMatch]) - bits; s > saved {
				saved, length, distance = s, n, d
			}
		}
	}
	if y > 0 {
		take(same(pix, i, i-w, left, eight), stride, int(c.distanceBits(stride)))
	}
	if x > 0 {
		take(same(pix, i, i-1, left, eight), 1, int(c.distanceBits(1)))
	}
	slot := &e.last[uint32(eight)*0x9E3779B1>>(32-hashBits)]
	if before := *slot; before > 0 && length < 16 {
		row, column := int(before-1)>>16, int(before-1)&0xffff
		if d := (y-row)*stride + x - column; 0 < d && d <= farthest {
			take(same(pix, i, row*w+column, min(left, w-column), eight), d, int(c.distanceBits(d)))
		}
	}
	*slot = uint32(y<<16|x) + 1
	if saved == 0 {
		return 0, uint32(pix[i])
	}
	return saved, token(length, distance)
}

// find looks for each place of a row where the piece has begun so before. It does not look
// where the row goes on as the row above or as the pixel before.
func (e *encoder) find(w, y, stride int) {
	pix := e.pix
	clear(e.finds)
	for x := 0; x < w; x++ {
		i := y*w + x
		eight := binary.LittleEndian.Uint64(pix[i:])
		if y > 0 && eight == binary.LittleEndian.Uint64(pix[i-w:]) || x > 0 && eight == binary.LittleEndian.Uint64(pix[i-1:]) {
			x += 4
			continue
		}
		slot := &e.last[uint32(eight)*0x9E3779B1>>(32-hashBits)]
		if before := *slot; before > 0 {
			row, column := int(before-1)>>16, int(before-1)&0xffff
			if far := (y-row)*stride + x - column; far <= farthest {
				if n := same(pix, i, row*w+column, min(w-x, w-column, mostMatch), eight); n >= leastMatch {
					e.finds[x] = token(n, far)
				}
			}
		}
		*slot = uint32(y<<16|x) + 1
	}
}

// choose chooses a token for each place of a row, so that from there on the row takes the
// fewest bits. Within a long repetition it looks for nothing else: hardly ever does one
// begin in the middle.
func (e *encoder) choose(c *codes, row, above []byte, stride int) {
	w := len(row)
	costs, steps, finds := e.costs[:w+1], e.steps[:w], e.finds[:w]
	far, near := c.distanceBits(stride), c.distanceBits(1)
	costs[w] = 0
	same, run := 0, 0 // how many pixels are as above, and as the one before
	for x := w - 1; x >= 0; x-- {
		p := row[x]
		cost, step := uint32(c.literals[p].size)+costs[x+1], uint32(p)
		if above != nil && p == above[x] {
			same = min(same+1, mostMatch)
			if same >= long && x > 0 && row[x-1] == above[x-1] {
				costs[x], steps[x] = uint32(c.lengthBits[same-leastMatch])+far+costs[x+same], token(same, stride)
				if p == row[x-1] {
					run = min(run+1, mostMatch)
				} else {
					run = 0
				}
				continue
			}
			if same >= leastMatch {
				if m := uint32(c.lengthBits[same-leastMatch]) + far + costs[x+same]; m < cost {
					cost, step = m, token(same, stride)
				}
			}
		} else {
			same = 0
		}
		if x > 0 && p == row[x-1] {
			run = min(run+1, mostMatch)
			if run >= long && x > 1 && p == row[x-2] {
				costs[x], steps[x] = uint32(c.lengthBits[run-leastMatch])+near+costs[x+run], token(run, 1)
				continue
			}
			if run >= leastMatch {
				if m := uint32(c.lengthBits[run-leastMatch]) + near + costs[x+run]; m < cost {
					cost, step = m, token(run, 1)
				}
			}
		} else {
			run = 0
		}
		if t := finds[x]; t != 0 {
			n := lengthOf(t)
			if m := uint32(c.lengthBits[n-leastMatch]) + c.distanceBits(int(t&0x7fff)+1) + costs[x+n]; m < cost {
				cost, step = m, t
			}
		}
		costs[x], steps[x] = cost, step
	}
}

// token is a match of a length and a distance.
func token(length, distance int) uint32 {
	return isMatch | uint32(length-leastMatch)<<16 | uint32(distance-1)
}

// runOf is how long the first match of so many pixels is. No match is too short.
func runOf(left int) int {
	n := min(left, mostMatch)
	if rest := left - n; 0 < rest && rest < leastMatch {
		n -= leastMatch
	}
	return n
}

// same is how many of at most so many bytes from i on are the same as from j on. The first
// eight are known.
func same(pix []byte, i, j, most int, eight uint64) int {
	x := eight ^ binary.LittleEndian.Uint64(pix[j:])
	if x != 0 {
		return min(bits.TrailingZeros64(x)/8, most)
	}
	n := 8
	for n < most {
		if x := binary.LittleEndian.Uint64(pix[i+n:]) ^ binary.LittleEndian.Uint64(pix[j+n:]); x != 0 {
			return min(n+bits.TrailingZeros64(x)/8, most)
		}
		n += 8
	}
	return most
}
