package kept

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"fmt"
	"image"
	"image/color"
	"slices"

	"oneiros/games/paint"
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

// wind draws pictures at a scale and cuts them into tiles. Pictures of a match are
// alike: only tiles whose part of the picture changed are made smaller.
func (f *film) wind(say func(ui.Text) string, scale float64) (*reel, error) {
	r := &reel{frames: [][4]int{}}
	if scale <= 0 {
		return r, nil
	}
	if f.ink == nil {
		if err := f.mix(say); err != nil {
			return nil, err
		}
	}
	r.palette = f.palette
	number := newBook[[tileSide * tileSide]byte]()
	before := map[image.Point]*frame{} // the last one of a size
	for n, p := range f.pictures {
		img, err := drawn(p, say)
		if err != nil {
			return nil, err
		}
		size := img.Rect.Size()
		now := &frame{n: n, sheet: newSheet(img, scale)}
		old := before[size]
		on := none
		if old != nil {
			on = old.n
		}
		before[size] = now
		r.frames = append(r.frames, [4]int{now.w(), now.h(), on, size.X * 1000 / fullWidth})
		r.cut(now, old, f.ink, number)
	}
	return r, nil
}

// frame is a picture and the numbers of its tiles.
type frame struct {
	*sheet
	n   int
	ids []int
}

// cut adds a picture that builds on another, or on nothing.
func (r *reel) cut(now, old *frame, ink *inks, number *book[[tileSide * tileSide]byte]) {
	if old != nil && !old.alike(now.sheet) {
		old = &frame{ids: old.ids, sheet: nil} // its tiles serve, its pixels mean other colours
	}
	w, h := now.w(), now.h()
	now.ids = make([]int, 0, ((w+tileSide-1)/tileSide)*((h+tileSide-1)/tileSide))
	var changes []byte
	last := -1 // the place of the last change
	for y := 0; y < h; y += tileSide {
		for x := 0; x < w; x += tileSide {
			place := len(now.ids)
			if old != nil && old.sheet != nil && now.same(old.sheet, x, y) {
				now.ids = append(now.ids, old.ids[place])
				continue
			}
			var tile [tileSide * tileSide]byte
			for i := range tile {
				tile[i] = ink.of(now.mean(min(x+i%tileSide, w-1), min(y+i/tileSide, h-1)))
			}
			next := len(number.list)
			id, fresh := number.add(tile)
			if fresh {
				r.tiles = append(r.tiles, tile[:]...)
			}
			now.ids = append(now.ids, id)
			if old == nil || old.ids[place] != id {
				changes = binary.LittleEndian.AppendUint16(changes, uint16(place-last))
				changes = append(changes, byte(next-id), byte((next-id)>>8), byte((next-id)>>16)) // 0 for a new tile
				last = place
			}
		}
	}
	r.changes = binary.LittleEndian.AppendUint16(r.changes, uint16(len(changes)/5))
	r.changes = append(r.changes, changes...)
}

// drawn draws a picture.
func drawn(p *ui.Picture, say func(ui.Text) string) (*image.Paletted, error) {
	img, ok := paint.Whole(p.Draw(say))
	if !ok || img.Rect.Empty() {
		return nil, fmt.Errorf("draw picture: no picture with a palette was drawn")
	}
	return img, nil
}

// sheet is a picture that is looked at through a grid. Each square of the grid is a
// pixel of the smaller picture.
type sheet struct {
	img  *image.Paletted
	sums [256]uint64 // the colours, with room to add up: red, green from bit 20, blue from bit 40
	x, y []int       // where the squares begin; the last is the end
}

func newSheet(img *image.Paletted, scale float64) *sheet {
	s := &sheet{img: img, x: grid(img.Rect.Dx(), scale), y: grid(img.Rect.Dy(), scale)}
	for i, c := range img.Palette {
		rgb := color.RGBAModel.Convert(c).(color.RGBA)
		s.sums[i] = uint64(rgb.R) | uint64(rgb.G)<<20 | uint64(rgb.B)<<40
	}
	return s
}

// grid divides a side.
func grid(side int, scale float64) []int {
	n := max(int(float64(side)*scale), 1)
	at := make([]int, n+1)
	for i := range at {
		at[i] = i * side / n
	}
	return at
}

func (s *sheet) w() int { return len(s.x) - 1 }
func (s *sheet) h() int { return len(s.y) - 1 }

// alike reports whether equal pixels of two pictures are equal colours.
func (s *sheet) alike(other *sheet) bool { return s.sums == other.sums }

// same reports whether a tile of two pictures is drawn from the same pixels.
func (s *sheet) same(other *sheet, x, y int) bool {
	left, right := s.x[x], s.x[min(x+tileSide, s.w())]
	for v := s.y[y]; v < s.y[min(y+tileSide, s.h())]; v++ {
		a, b := s.img.Pix[v*s.img.Stride:], other.img.Pix[v*other.img.Stride:]
		if !bytes.Equal(a[left:right], b[left:right]) {
			return false
		}
	}
	return true
}

// mean is the 15-bit colour of a square: the mean of its pixels.
func (s *sheet) mean(x, y int) uint16 {
	var sum uint64
	left, right := s.x[x], s.x[x+1]
	for v := s.y[y]; v < s.y[y+1]; v++ {
		for _, c := range s.img.Pix[v*s.img.Stride+left : v*s.img.Stride+right] {
			sum += s.sums[c]
		}
	}
	n := uint64((right - left) * (s.y[y+1] - s.y[y]))
	red, green, blue := sum&0xfffff/n, sum>>20&0xfffff/n, sum>>40/n
	return uint16(red>>3<<10 | green>>3<<5 | blue>>3)
}

// inks finds the colour of the palette that is nearest to a 15-bit colour.
type inks struct {
	chosen []uint16
	known  [1 << 15]uint8 // one more than the ink; 0 if nobody asked
}

func (k *inks) of(c uint16) byte {
	if k.known[c] == 0 {
		best := -1
		for i, other := range k.chosen {
			if d := apart(c, other); best < 0 || d < best {
				best, k.known[c] = d, byte(i+1)
			}
		}
	}
	return k.known[c] - 1
}

// mix makes the palette of all pictures from some of them.
func (f *film) mix(say func(ui.Text) string) error {
	count := make([]int, 1<<15)
	for i := 0; i < len(f.pictures); i += (len(f.pictures) + samples - 1) / samples {
		img, err := drawn(f.pictures[i], say)
		if err != nil {
			return err
		}
		small := newSheet(img, probeScale)
		for y := range small.h() {
			for x := range small.w() {
				count[small.mean(x, y)]++
			}
		}
	}
	f.palette, f.ink = mixPalette(count)
	return nil
}

// mixPalette chooses colours: the most frequent ones that are not too near each other.
func mixPalette(count []int) ([]uint32, *inks) {
	var all []uint16
	for c, n := range count {
		if n > 0 {
			all = append(all, uint16(c))
		}
	}
	slices.SortFunc(all, func(a, b uint16) int { return cmp.Or(cmp.Compare(count[b], count[a]), cmp.Compare(a, b)) })
	var chosen []uint16
	for near := 24; near >= 0 && len(chosen) < min(colours, len(all)); near -= 4 {
		for _, t := range all {
			if len(chosen) == colours {
				break
			}
			if !slices.ContainsFunc(chosen, func(c uint16) bool { return apart(c, t) <= near }) {
				chosen = append(chosen, t)
			}
		}
	}
	var palette []uint32
	for _, c := range chosen {
		r, g, b := uint32(c>>10&31), uint32(c>>5&31), uint32(c&31)
		palette = append(palette, (r<<3|r>>2)<<16|(g<<3|g>>2)<<8|(b<<3|b>>2))
	}
	return palette, &inks{chosen: chosen}
}

// apart is how different two colours look.
func apart(a, b uint16) int {
	r, g, bl := int(a>>10&31)-int(b>>10&31), int(a>>5&31)-int(b>>5&31), int(a&31)-int(b&31)
	return 2*r*r + 4*g*g + bl*bl
}
