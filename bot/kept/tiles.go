package kept

import (
	"cmp"
	"encoding/binary"
	"fmt"
	"image"
	"image/color"
	"slices"

	"oneiros/games/ui"
)

const (
	tileSide  = 12  // pixels
	colours   = 48  // of the palette
	samples   = 24  // pictures that the palette is made of
	fullWidth = 800 // of a picture that is as wide as a page
)

// reel are pictures as tiles.
type reel struct {
	palette []uint32
	frames  [][4]int // width, height, the frame that it builds on or -1, the width in thousandths of a page
	changes []byte   // of each frame in order: how many tiles differ, then each
	tiles   []byte   // pixels of each tile, row by row
}

// wind draws pictures at a scale and cuts them into tiles.
func wind(pictures []*ui.Picture, say func(ui.Text) string, scale float64) (*reel, error) {
	r := &reel{frames: [][4]int{}}
	if scale <= 0 {
		return r, nil
	}
	count := map[uint16]int{}
	for i := 0; i < len(pictures); i += (len(pictures) + samples - 1) / samples {
		small, err := shrink(pictures[i], say, scale)
		if err != nil {
			return nil, err
		}
		for _, c := range small.pix {
			count[c]++
		}
	}
	var ink func(uint16) byte
	r.palette, ink = mixPalette(count)
	number := newBook[[tileSide * tileSide]byte]()
	before := map[image.Point]int{} // the last frame of a size
	var ids [][]int
	for n, p := range pictures {
		small, err := shrink(p, say, scale)
		if err != nil {
			return nil, err
		}
		size := image.Pt(small.w, small.h)
		on, ok := before[size]
		if !ok {
			on = none
		}
		before[size] = n
		r.frames = append(r.frames, [4]int{small.w, small.h, on, small.whole * 1000 / fullWidth})
		var old []int
		if ok {
			old = ids[on]
		}
		ids = append(ids, r.cut(small, ink, number, old))
	}
	return r, nil
}

// cut adds a picture that builds on another, or on nothing. It returns the numbers of
// its tiles.
func (r *reel) cut(small *thumb, ink func(uint16) byte, number *book[[tileSide * tileSide]byte], old []int) []int {
	var now []int
	var changes []byte
	last := -1 // the place of the last change
	for y := 0; y < small.h; y += tileSide {
		for x := 0; x < small.w; x += tileSide {
			var tile [tileSide * tileSide]byte
			for i := range tile {
				px, py := min(x+i%tileSide, small.w-1), min(y+i/tileSide, small.h-1)
				tile[i] = ink(small.pix[py*small.w+px])
			}
			next := len(number.list)
			id, fresh := number.add(tile)
			if fresh {
				r.tiles = append(r.tiles, tile[:]...)
			}
			place := len(now)
			now = append(now, id)
			if place >= len(old) || old[place] != id {
				changes = binary.LittleEndian.AppendUint16(changes, uint16(place-last))
				changes = append(changes, byte(next-id), byte((next-id)>>8), byte((next-id)>>16)) // 0 for a new tile
				last = place
			}
		}
	}
	r.changes = binary.LittleEndian.AppendUint16(r.changes, uint16(len(changes)/5))
	r.changes = append(r.changes, changes...)
	return now
}

// thumb is a small picture of 15-bit colours.
type thumb struct {
	w, h  int
	whole int // the width of the picture that it was
	pix   []uint16
}

// shrink draws a picture smaller. A pixel is the mean of those that it stands for.
func shrink(p *ui.Picture, say func(ui.Text) string, scale float64) (*thumb, error) {
	img := p.Draw(say)
	if img == nil || img.Bounds().Empty() {
		return nil, fmt.Errorf("draw picture: nothing was drawn")
	}
	b := img.Bounds()
	t := &thumb{w: max(int(float64(b.Dx())*scale), 1), h: max(int(float64(b.Dy())*scale), 1), whole: b.Dx()}
	t.pix = make([]uint16, t.w*t.h)
	at := func(x, y int) (r, g, b uint32) { r, g, b, _ = img.At(x, y).RGBA(); return r >> 8, g >> 8, b >> 8 }
	if flat, ok := img.(*image.Paletted); ok {
		inks := make([][3]uint32, 256)
		for i, c := range flat.Palette {
			rgb := color.RGBAModel.Convert(c).(color.RGBA)
			inks[i] = [3]uint32{uint32(rgb.R), uint32(rgb.G), uint32(rgb.B)}
		}
		at = func(x, y int) (r, g, b uint32) {
			c := &inks[flat.Pix[flat.PixOffset(x, y)]]
			return c[0], c[1], c[2]
		}
	}
	for y := range t.h {
		top, bottom := b.Min.Y+y*b.Dy()/t.h, b.Min.Y+(y+1)*b.Dy()/t.h
		for x := range t.w {
			left, right := b.Min.X+x*b.Dx()/t.w, b.Min.X+(x+1)*b.Dx()/t.w
			var red, green, blue, n uint32
			for v := top; v < max(bottom, top+1); v++ {
				for u := left; u < max(right, left+1); u++ {
					r, g, b := at(u, v)
					red, green, blue, n = red+r, green+g, blue+b, n+1
				}
			}
			t.pix[y*t.w+x] = uint16(red/n>>3<<10 | green/n>>3<<5 | blue/n>>3)
		}
	}
	return t, nil
}

// mixPalette chooses colours: the most frequent ones that are not too near each other.
// It returns them, and which of them stands for a colour.
func mixPalette(count map[uint16]int) ([]uint32, func(uint16) byte) {
	type tone struct {
		c uint16
		n int
	}
	var all []tone
	for c, n := range count {
		all = append(all, tone{c, n})
	}
	slices.SortFunc(all, func(a, b tone) int { return cmp.Or(cmp.Compare(b.n, a.n), cmp.Compare(a.c, b.c)) })
	var chosen []uint16
	for near := 24; near >= 0 && len(chosen) < min(colours, len(all)); near -= 4 {
		for _, t := range all {
			if len(chosen) == colours {
				break
			}
			if !slices.ContainsFunc(chosen, func(c uint16) bool { return apart(c, t.c) <= near }) {
				chosen = append(chosen, t.c)
			}
		}
	}
	var palette []uint32
	for _, c := range chosen {
		r, g, b := uint32(c>>10&31), uint32(c>>5&31), uint32(c&31)
		palette = append(palette, (r<<3|r>>2)<<16|(g<<3|g>>2)<<8|(b<<3|b>>2))
	}
	known := map[uint16]byte{}
	return palette, func(c uint16) byte {
		ink, ok := known[c]
		if !ok {
			best := -1
			for i, other := range chosen {
				if d := apart(c, other); best < 0 || d < best {
					best, ink = d, byte(i)
				}
			}
			known[c] = ink
		}
		return ink
	}
}

// apart is how different two colours look.
func apart(a, b uint16) int {
	r, g, bl := int(a>>10&31)-int(b>>10&31), int(a>>5&31)-int(b>>5&31), int(a&31)-int(b&31)
	return 2*r*r + 4*g*g + bl*bl
}
