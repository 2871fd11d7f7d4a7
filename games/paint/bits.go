package paint

import (
	"encoding/binary"
	"math/bits"
	"slices"
)

// bitWriter writes bits in the order of DEFLATE, the lowest of a byte first.
type bitWriter struct {
	out []byte // with room for all that is written
	at  int    // whole bytes in out
	acc uint64 // bits that are not in out yet
	n   uint   // how many; fewer than 8
}

// reset begins anew, with room for so many bytes.
func (w *bitWriter) reset(room int) {
	*w = bitWriter{out: slices.Grow(w.out[:0], room+readAhead)[:room+readAhead]}
}

// written is how many bits were written.
func (w *bitWriter) written() int { return 8*w.at + int(w.n) }

// bytes is what was written. The last byte is filled with zeroes.
func (w *bitWriter) bytes() []byte {
	w.out[w.at] = byte(w.acc)
	return w.out[:w.at+int(w.n+7)/8]
}

// put writes the lowest n bits, at most 56.
func (w *bitWriter) put(b uint64, n uint) {
	w.acc |= b << w.n
	w.n += n
	binary.LittleEndian.PutUint64(w.out[w.at:], w.acc)
	w.at += int(w.n >> 3)
	w.acc >>= w.n &^ 7
	w.n &= 7
}

// copy writes the first bits of data. Eight bytes behind the last are read, too.
func (w *bitWriter) copy(data []byte, count int) {
	for at := 0; at < count; at += 56 {
		k := uint(min(count-at, 56))
		w.put(binary.LittleEndian.Uint64(data[at/8:])&(1<<k-1), k)
	}
}

// runs are matches of the row above, by their length-3.
type runs [mostMatch - 2]struct {
	bits uint64
	size uint
}

// above writes that so many bytes are as in the row above.
func (w *bitWriter) above(count int, runs *runs) {
	for count > 0 {
		n := runOf(count)
		w.put(runs[n-leastMatch].bits, runs[n-leastMatch].size)
		count -= n
	}
}

// rows writes so many rows of pieces that lie side by side. above is how many bytes before
// them are as in the row above and are not written yet. It returns that for what follows.
func (w *bitWriter) rows(row []*laid, count, above int, runs *runs) int {
	out, at, acc, n := w.out, w.at, w.acc, w.n
	for range count {
		for _, t := range row {
			r := t.rows[t.row]
			t.row++
			above += int(r.before)
			left := int(r.bits)
			if left == 0 {
				continue
			}
			for above > 0 {
				k := runOf(above)
				above -= k
				acc |= runs[k-leastMatch].bits << n
				n += runs[k-leastMatch].size
				binary.LittleEndian.PutUint64(out[at:], acc)
				at += int(n >> 3)
				acc >>= n &^ 7
				n &= 7
			}
			above = int(r.after)
			data, from := t.data, t.bit
			t.bit += left
			for left > 0 {
				k := min(left, 56)
				acc |= binary.LittleEndian.Uint64(data[from>>3:]) >> (from & 7) & (1<<k - 1) << n
				n += uint(k)
				binary.LittleEndian.PutUint64(out[at:], acc)
				at += int(n >> 3)
				acc >>= n &^ 7
				n &= 7
				from += k
				left -= k
			}
		}
	}
	w.at, w.acc, w.n = at, acc, n
	return above
}

// tokens writes tokens in codes.
func (w *bitWriter) tokens(c *codes, list []uint32) {
	for _, t := range list {
		if t&isMatch != 0 {
			w.put(c.match(t>>16&0xff, t&0x7fff))
			continue
		}
		x := c.literals[t&0xff]
		w.put(uint64(x.bits), uint(x.size))
	}
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
