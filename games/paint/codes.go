package paint

import (
	"image"
	"slices"
)

// codes are the Huffman codes of all pictures on one ground, as a block of DEFLATE begins
// with them. Every symbol has one.
type codes struct {
	literals  [literals]code
	distances [distances]code
	header    []byte // how the block begins, readAhead bytes longer than it needs
	size      int    // bits of it

	lengthBits [mostMatch - 2]uint8 // of each length-3
}

// made are the codes of a ground. They are made from the ground itself and from a sample
// of all that is drawn over it. The codes say which tokens are chosen, and the tokens say
// which codes are the best. So they are made twice.
func (g *ground) made() *codes {
	g.once.Do(func() {
		c := Canvas{display: display{ground: g, rect: image.Rect(0, 0, 600, 400)}}
		if g.img != nil {
			c.rect = g.img.Rect
		}
		bare := c.Image()
		c.sample()
		full := c.Image()
		e := newEncoder()
		defer e.free()
		g.codes = new(symbols).codes() // all alike
		for _, of := range []int{8, 2} {
			often := new(symbols)
			often.count(e, g.codes, bare, 3*of)
			often.count(e, g.codes, full, of)
			g.codes = often.codes()
		}
	})
	return g.codes
}

// symbols is how often each symbol is needed.
type symbols struct {
	literals  [literals]uint32
	distances [distances]uint32
}

// count counts the symbols of a picture, in one of so many parts of it.
func (s *symbols) count(e *encoder, c *codes, p *Picture, of int) {
	const wide, high = 100, 60
	img, stride := p.Whole(), p.rect.Dx()+1
	n := 0
	for top := 0; top < p.rect.Max.Y; top += high {
		for left := 0; left < p.rect.Max.X; left += wide {
			if n++; n%of != 0 {
				continue
			}
			r := image.Rect(left, top, left+wide, top+high).Intersect(p.rect)
			e.pix = slices.Grow(e.pix[:0], r.Dx()*r.Dy()+readAhead)
			for y := r.Min.Y; y < r.Max.Y; y++ {
				e.pix = append(e.pix, img.Pix[img.PixOffset(r.Min.X, y):][:r.Dx()]...)
			}
			e.pix = e.pix[:len(e.pix)+readAhead]
			e.match(c, r.Dx(), r.Dy(), stride, true)
			for _, t := range e.tokens {
				if t&isMatch == 0 {
					s.literals[t&0xff]++
				} else {
					s.literals[lengthCodes[t>>16&0xff].code]++
					s.distances[distanceCode(t&0x7fff)]++
				}
			}
		}
	}
}

// codes are the best codes for these symbols, with one for each other symbol too.
func (s *symbols) codes() *codes {
	for i := range s.literals {
		s.literals[i]++
	}
	s.literals[endOfBlock] = 1
	for i := range s.distances {
		s.distances[i]++
	}
	c := new(codes)
	var m coder
	m.codes(c.literals[:], s.literals[:], longestCode)
	m.codes(c.distances[:], s.distances[:], longestCode)
	for n, l := range lengthCodes {
		c.lengthBits[n] = c.literals[l.code].size + l.extra
	}
	var w bitWriter
	w.reset(1024)
	m.header(&w, c.literals[:], c.distances[:])
	c.size = w.written()
	w.put(0, 56)
	w.put(0, 8)
	c.header = slices.Clone(w.bytes())
	return c
}

// distanceBits is how many bits a distance has.
func (c *codes) distanceBits(distance int) uint32 {
	code := distanceCode(uint32(distance - 1))
	return uint32(c.distances[code].size) + distanceBits(code)
}

// match is a match of a length-3 and a distance-1.
func (c *codes) match(n, far uint32) (b uint64, size uint) {
	length := lengthCodes[n]
	x := c.literals[length.code]
	b, size = uint64(x.bits)|uint64(length.low)<<x.size, uint(x.size)+uint(length.extra)
	code := distanceCode(far)
	extra := distanceBits(code)
	x = c.distances[code]
	b |= (uint64(x.bits) | uint64(far&(1<<extra-1))<<x.size) << size
	return b, size + uint(x.size) + uint(extra)
}

// sample draws cards, words and icons in all inks.
func (c *Canvas) sample() {
	const wide, high = 130, 90
	across := max(c.rect.Dx()/wide, 1)
	n := 0
	place := func() (x, y int) {
		x, y = n%across*wide, n/across*high%max(c.rect.Dy()-high, 1)
		n++
		return x, y
	}
	for _, p := range Pairs {
		x, y := place()
		c.Tile(x+4, y+4, wide-10, high-8, 14, 4, p.Ground, p.Ink)
		c.Text(Bold.Size(52), "12", x+14, y+44, p.Ink)
		c.Text(Bold.Size(28), "Аня", x+74, y+40, p.Ink)
		c.Icon(IconStar, image.Rect(x+14, y+48, x+44, y+78), p.Ink)
		c.Text(Regular.Size(26), "8 7", x+50, y+74, p.Ink)
	}
	for i := range c.ground.palette.own {
		x, y := place()
		c.Tile(x+4, y+4, wide-10, high-8, 14, 4, Own+Colour(i), Slate)
		x, y = place()
		c.Tile(x+4, y+4, wide-10, high-8, 14, 4, Slate, Dusk)
		c.Icon(IconHeart, image.Rect(x+30, y+10, x+90, y+70), Own+Colour(i))
	}
}
