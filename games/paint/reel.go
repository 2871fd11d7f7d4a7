package paint

import (
	"encoding/binary"
	"image"
)

// A Reel collects pictures as data from which another program draws the same pixels, without
// the fonts, paths and paintings of this one. What pictures have in common is there once:
// palettes, grounds, masks, cards and what was drawn of them. So hundreds of pictures of one
// match take hardly more than the first ones. Nothing is drawn for it.
//
// The same pictures in the same order have the same data. The zero Reel is ready.
type Reel struct {
	palettes numbered[*Palette]
	grounds  numbered[*ground]
	masks    numbered[uint64]
	cards    numbered[uint64]
	tables   numbered[[256]uint8]
	layers   numbered[layerKey]
	frames   int
	before   map[int][]int // by ground: the layers of the last picture on it

	paletteData, groundData, maskData, cardData, tableData, layerData, frameData []byte
}

// layerKey names a layer of a picture. What reaches beyond the picture is cut off.
type layerKey struct {
	hash uint64
	box  image.Rectangle
}

// numbered numbers things from 0 on, in the order in which they come.
type numbered[K comparable] map[K]int

// add is the number of a thing, and whether it is new.
func (n *numbered[K]) add(k K) (int, bool) {
	if *n == nil {
		*n = numbered[K]{}
	}
	i, ok := (*n)[k]
	if !ok {
		i = len(*n)
		(*n)[k] = i
	}
	return i, !ok
}

// The kinds of a layer in the data of a [Reel].
const (
	reelRect  = iota // ink, then the box
	reelStamp        // ink, place, mask
	reelCard         // as reelStamp, then a card, which is copied where the mask covers whole
	reelLight        // as reelStamp; the lit ground is copied where the mask covers whole
	reelLine         // ink, base line, then the masks of its letters, each with its place
	reelTurn         // a table
)

// The kinds of a ground in the data of a [Reel].
const (
	reelInk      = iota // one colour
	reelPainting        // a painting
	reelLit             // a painting, and how it looks in light
)

// Add adds a picture, and returns its number from 0 on. It takes the pictures of a [Canvas],
// and reports false for others.
func (r *Reel) Add(img image.Image) (int, bool) {
	p, ok := img.(*Picture)
	if !ok {
		return 0, false
	}
	on := r.ground(p.ground)
	list := make([]int, len(p.layers))
	for i := range p.layers {
		list[i] = r.layer(&p.layers[i])
	}
	if r.before == nil {
		r.before = map[int][]int{}
	}
	last := r.before[on]
	r.before[on] = list
	head := 0
	for head < min(len(last), len(list)) && last[head] == list[head] {
		head++
	}
	tail := 0
	for tail < min(len(last), len(list))-head && last[len(last)-1-tail] == list[len(list)-1-tail] {
		tail++
	}
	r.frameData = appendNumbers(r.frameData, on, p.rect.Dx(), p.rect.Dy(), head, tail, len(list)-head-tail)
	r.frameData = appendNumbers(r.frameData, list[head:len(list)-tail]...)
	r.frames++
	return r.frames - 1, true
}

// Len is how many pictures r has.
func (r *Reel) Len() int { return r.frames }

// Data is all of r. Numbers are unsigned varints as in encoding/binary, and zigzag where they may
// be negative. A list begins with how many there are.
//
//	palettes: 256 colours of three bytes
//	grounds:  the palette and the kind; an ink, or the width, the height and a byte for each pixel,
//	          and the same in light, if there is one
//	masks:    the place of the first pixel (zigzag), the width, the height, and two bits for
//	          each pixel, from the lowest bits of a byte on: how many thirds are covered
//	cards:    the width, the height and a byte for each pixel
//	tables:   256 bytes, the colour that each colour becomes
//	layers:   the kind and what the kind says; places are zigzag
//	pictures: the ground, the width, the height, how many layers at the beginning and at the
//	          end are those of the last picture on this ground, and a list of those between
func (r *Reel) Data() []byte {
	var all []byte
	for _, part := range []struct {
		n    int
		data []byte
	}{
		{len(r.palettes), r.paletteData}, {len(r.grounds), r.groundData}, {len(r.masks), r.maskData}, {len(r.cards), r.cardData},
		{len(r.tables), r.tableData}, {len(r.layers), r.layerData}, {r.frames, r.frameData},
	} {
		all = append(appendNumbers(all, part.n), part.data...)
	}
	return all
}

// appendNumbers adds numbers that are not negative.
func appendNumbers(to []byte, numbers ...int) []byte {
	for _, n := range numbers {
		to = binary.AppendUvarint(to, uint64(n))
	}
	return to
}

// places adds numbers that may be negative.
func places(to []byte, numbers ...int) []byte {
	for _, n := range numbers {
		to = binary.AppendVarint(to, int64(n))
	}
	return to
}

func (r *Reel) ground(g *ground) int {
	n, fresh := r.grounds.add(g)
	if !fresh {
		return n
	}
	colours, unknown := r.palettes.add(g.palette)
	if unknown {
		for _, c := range g.palette.colours {
			r.paletteData = append(r.paletteData, c[:]...)
		}
	}
	switch {
	case g.img == nil:
		r.groundData = appendNumbers(r.groundData, colours, reelInk, int(g.ink))
	case g.lit == nil:
		r.groundData = raster(appendNumbers(r.groundData, colours, reelPainting), g.img, g.img.Rect.Dx(), g.img.Rect.Dy())
	default:
		r.groundData = raster(appendNumbers(r.groundData, colours, reelLit), g.img, g.img.Rect.Dx(), g.img.Rect.Dy())
		r.groundData = raster(r.groundData, g.lit, g.img.Rect.Dx(), g.img.Rect.Dy())
	}
	return n
}

// raster adds the size of a picture and its pixels, row by row.
func raster(to []byte, img *image.Paletted, w, h int) []byte {
	to = appendNumbers(to, w, h)
	for y := range h {
		to = append(to, img.Pix[y*img.Stride:][:w]...)
	}
	return to
}

func (r *Reel) mask(m *mask) int {
	n, fresh := r.masks.add(m.hash)
	if !fresh {
		return n
	}
	r.maskData = appendNumbers(places(r.maskData, m.min.X, m.min.Y), m.w, m.h)
	for i := 0; i < len(m.cover); i += 4 {
		var four byte
		for k, cover := range m.cover[i:min(i+4, len(m.cover))] {
			four |= cover << (2 * k)
		}
		r.maskData = append(r.maskData, four)
	}
	return n
}

func (r *Reel) layer(l *layer) int {
	n, fresh := r.layers.add(layerKey{l.hash, l.box})
	if !fresh {
		return n
	}
	d := r.layerData
	switch {
	case l.turn != nil:
		table, unknown := r.tables.add(*l.turn)
		if unknown {
			r.tableData = append(r.tableData, l.turn[:]...)
		}
		d = appendNumbers(d, reelTurn, table)
	case l.line != nil:
		d = appendNumbers(places(appendNumbers(d, reelLine, int(l.ink)), l.at.Y), len(l.line))
		for _, g := range l.line {
			d = places(appendNumbers(d, r.mask(g.mask)), g.x)
		}
	case l.mask == nil:
		d = appendNumbers(d, reelRect, int(l.ink), l.box.Min.X, l.box.Min.Y, l.box.Dx(), l.box.Dy())
	default:
		kind := reelStamp
		switch {
		case l.name == hashLit:
			kind = reelLight
		case l.from != nil:
			kind = reelCard
		}
		d = appendNumbers(places(appendNumbers(d, kind, int(l.ink)), l.at.X, l.at.Y), r.mask(l.mask))
		if kind == reelCard {
			card, unknown := r.cards.add(l.name)
			if unknown {
				r.cardData = raster(r.cardData, l.from, l.mask.w, l.mask.h)
			}
			d = appendNumbers(d, card)
		}
	}
	r.layerData = d
	return n
}
