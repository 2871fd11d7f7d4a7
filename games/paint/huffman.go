package paint

import (
	"math/bits"
	"slices"
)

const (
	literals    = 286 // codes of literals, of the end, and of lengths
	distances   = 30
	endOfBlock  = 256
	longestCode = 15
)

// code is the Huffman code of a symbol, with its bits in the order of DEFLATE. The size
// is 0 for a symbol without a code.
type code struct {
	bits uint16
	size uint8
}

// coder is the memory of making codes. It is used again.
type coder struct {
	used   [literals]uint32 // how often, and which in the lowest bits
	weight [2 * literals]uint32
	above  [2 * literals]uint16
	depth  [2 * literals]uint8
	sizes  [literals + distances]uint8
	runs   []run
}

// symbolBits is how many bits a symbol has in the list of those that are used.
const symbolBits = 9

// codes makes the codes of symbols that occur so often, less than 1<<23 times. No code is
// longer than most. There are at least two codes, because not every reader takes one
// alone.
func (m *coder) codes(c []code, often []uint32, most int) {
	clear(c)
	used := m.used[:0]
	for s, n := range often {
		if n > 0 {
			used = append(used, n<<symbolBits|uint32(s))
		}
	}
	for s := 0; len(used) < 2; s++ {
		if often[s] == 0 {
			used = append(used, 1<<symbolBits|uint32(s))
		}
	}
	slices.Sort(used)
	for !m.fit(c, used, most) {
		// Rare symbols become less rare until the codes are short enough.
		for i, u := range used {
			used[i] = (u>>(symbolBits+1)+1)<<symbolBits | u&(1<<symbolBits-1)
		}
		slices.Sort(used)
	}
	number(c, most)
}

// fit makes the sizes of the codes, and reports whether none is too long. used is in
// order.
func (m *coder) fit(c []code, used []uint32, most int) bool {
	// Leaves come first, and then the nodes above them, which are made in order too.
	n := len(used)
	weight, above, depth := m.weight[:2*n-1], m.above[:2*n-1], m.depth[:2*n-1]
	for i, u := range used {
		weight[i] = u >> symbolBits
	}
	leaf, inner := 0, n
	for next := n; next < len(weight); next++ {
		weight[next] = 0
		for range 2 {
			least := inner
			if leaf < n && (inner >= next || weight[leaf] <= weight[inner]) {
				least = leaf
				leaf++
			} else {
				inner++
			}
			weight[next] += weight[least]
			above[least] = uint16(next)
		}
	}
	depth[len(depth)-1] = 0
	for i := len(weight) - 2; i >= 0; i-- {
		depth[i] = depth[above[i]] + 1
		if i < n {
			if int(depth[i]) > most {
				return false
			}
			c[used[i]&(1<<symbolBits-1)].size = depth[i]
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

// run is a size of codes, or how often one repeats.
type run struct {
	symbol, extra uint8
	more          uint8 // bits of extra
}

// header begins a block with the sizes of its codes.
func (m *coder) header(w *bitWriter, lit, dist []code) {
	all := m.sizes[:0]
	for _, c := range lit {
		all = append(all, c.size)
	}
	for _, c := range dist {
		all = append(all, c.size)
	}
	runs := appendRuns(m.runs[:0], all)
	m.runs = runs
	var often [19]uint32
	for _, r := range runs {
		often[r.symbol]++
	}
	var c [19]code
	m.codes(c[:], often[:], 7)
	w.put(2<<1|1, 3) // the last block, with codes of its own
	w.put(literals-257, 5)
	w.put(distances-1, 5)
	w.put(19-4, 4)
	for _, s := range [...]int{16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15} {
		w.put(uint64(c[s].size), 3)
	}
	for _, r := range runs {
		x := c[r.symbol]
		w.put(uint64(x.bits)|uint64(r.extra)<<x.size, uint(x.size)+uint(r.more))
	}
}

// appendRuns adds the runs of sizes.
func appendRuns(runs []run, all []uint8) []run {
	for i := 0; i < len(all); {
		n := 1
		for i+n < len(all) && all[i+n] == all[i] {
			n++
		}
		i += n
		size := all[i-1]
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
	return runs
}
