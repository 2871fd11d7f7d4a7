package paint

import (
	"math/bits"
	"slices"
)

// code is the Huffman code of a symbol, with its bits in the order of DEFLATE. The size
// is 0 for a symbol without a code.
type code struct {
	bits uint16
	size uint8
}

// newCodes makes the codes of symbols that occur so often. No code is longer than most.
// There are at least two codes, because not every reader takes one alone.
func newCodes(often []uint32, most int) []code {
	c := make([]code, len(often))
	used := make([]uint64, 0, len(often)) // how often, and which
	for s, n := range often {
		if n > 0 {
			used = append(used, uint64(n)<<16|uint64(s))
		}
	}
	for s := 0; len(used) < 2; s++ {
		if often[s] == 0 {
			used = append(used, 1<<16|uint64(s))
		}
	}
	slices.Sort(used)
	for !sizes(c, used, most) {
		// Rare symbols become less rare until the codes are short enough.
		for i, u := range used {
			used[i] = (u>>17+1)<<16 | u&0xffff
		}
		slices.Sort(used)
	}
	number(c, most)
	return c
}

// sizes makes the sizes of the codes, and reports whether none is too long. used is in
// order.
func sizes(c []code, used []uint64, most int) bool {
	// Leaves come first, and then the nodes above them, which are made in order too.
	n := len(used)
	weight, above := make([]uint64, 2*n-1), make([]int, 2*n-1)
	for i, u := range used {
		weight[i] = u >> 16
	}
	leaf, inner := 0, n
	for next := n; next < len(weight); next++ {
		for range 2 {
			least := inner
			if leaf < n && (inner >= next || weight[leaf] <= weight[inner]) {
				least = leaf
				leaf++
			} else {
				inner++
			}
			weight[next] += weight[least]
			above[least] = next
		}
	}
	depth := make([]int, len(weight))
	for i := len(weight) - 2; i >= 0; i-- {
		depth[i] = depth[above[i]] + 1
		if i < n {
			if depth[i] > most {
				return false
			}
			c[used[i]&0xffff].size = uint8(depth[i])
		}
	}
	return true
}

// number gives the codes their bits: those of one size count up.
func number(c []code, most int) {
	var count [16]uint32
	for _, x := range c {
		count[x.size]++
	}
	var next [17]uint32
	for n := 1; n <= most; n++ {
		if n > 1 {
			next[n] = (next[n-1] + count[n-1]) << 1
		}
	}
	for i, x := range c {
		if x.size > 0 {
			c[i].bits = bits.Reverse16(uint16(next[x.size])) >> (16 - x.size)
			next[x.size]++
		}
	}
}

// header begins a block with the sizes of its codes.
func (d *deflater) header(lit, dist []code) {
	type run struct {
		symbol, extra uint8
		more          uint8
	}
	all := slices.Concat(lit, dist)
	var runs []run
	for i := 0; i < len(all); {
		n := 1
		for i+n < len(all) && all[i+n].size == all[i].size {
			n++
		}
		i += n
		size := all[i-1].size
		if size != 0 {
			runs = append(runs, run{symbol: size})
			n--
		}
		for n > 0 {
			switch {
			case size == 0 && n >= 11:
				k := min(n, 138)
				runs = append(runs, run{18, uint8(k - 11), 7})
				n -= k
			case size == 0 && n >= 3:
				runs = append(runs, run{17, uint8(n - 3), 3})
				n = 0
			case size != 0 && n >= 3:
				k := min(n, 6)
				runs = append(runs, run{16, uint8(k - 3), 2})
				n -= k
			default:
				runs = append(runs, run{symbol: size})
				n--
			}
		}
	}
	var often [19]uint32
	for _, r := range runs {
		often[r.symbol]++
	}
	c := newCodes(often[:], 7)
	d.put(1|2<<1, 3) // the last block, with codes of its own
	d.put(literals-257, 5)
	d.put(distances-1, 5)
	d.put(19-4, 4)
	for _, s := range [...]int{16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15} {
		d.put(uint32(c[s].size), 3)
	}
	for _, r := range runs {
		x := c[r.symbol]
		d.put(uint32(x.bits)|uint32(r.extra)<<x.size, uint(x.size)+uint(r.more))
	}
}
