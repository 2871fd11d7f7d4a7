package paint

import (
	"cmp"
	"image"
	"slices"
)

// How a picture is cut into pieces.
//
// A piece is used again where the same layers lie in the same rectangle. So cuts go
// between things: a card, a number, a name. In one direction after the other, what lies
// there is cut where nothing small would be cut through. Large things, such as a panel
// below others, are cut like the ground.
const (
	largeWide   = 200 // pixels from which on a thing may be cut through
	largeHigh   = 130
	leastWide   = 64 // of a piece that is cut off, so that a row has few pieces
	leastHigh   = 16
	gapWide     = 32 // of empty ground that is a piece of its own
	gapHigh     = 12
	mostOfPiece = 200 // above that a piece in which nothing can be told apart is cut through
)

// part is a rectangle of a picture, with the layers that lie in it.
type part struct {
	image.Rectangle
	layers []int32 // in order
}

// cutter is the memory of one cutting. It is used again.
type cutter struct {
	boxes []image.Rectangle // of the layers
	spans []span
	parts []part
	lists []int32
}

// span is where something lies in one direction.
type span struct{ from, to int }

// cut cuts a picture into parts, in no particular order. They are valid until the next
// call.
func (k *cutter) cut(p *display) []part {
	k.parts, k.lists, k.boxes = k.parts[:0], k.lists[:0], k.boxes[:0]
	for i := range p.layers {
		k.boxes = append(k.boxes, p.layers[i].box)
		k.lists = append(k.lists, int32(i))
	}
	k.divide(p.rect, k.lists[:len(k.lists):len(k.lists)], true, true)
	return k.parts
}

// divide cuts a rectangle into rows or into columns, and each of them in the other
// direction. before says whether the rectangle was one of several.
func (k *cutter) divide(r image.Rectangle, layers []int32, down, before bool) {
	if len(layers) == 0 {
		k.parts = append(k.parts, part{r, nil})
		return
	}
	all, large, least, gap := spanOf(r, down), largeWide, leastWide, gapWide
	if down {
		large, least, gap = largeHigh, leastHigh, gapHigh
	}
	at := len(k.spans)
	for _, i := range layers {
		if b := spanOf(k.boxes[i], down); b.to-b.from <= large {
			k.spans = append(k.spans, span{max(b.from, all.from), min(b.to, all.to)})
		}
	}
	cuts := gaps(k.spans[at:], all, least, gap)
	k.spans = k.spans[:at]
	if len(cuts) == 2 && !before {
		k.whole(r, layers)
		return
	}
	for i, to := range cuts[1:] {
		one := r
		if down {
			one.Min.Y, one.Max.Y = cuts[i], to
		} else {
			one.Min.X, one.Max.X = cuts[i], to
		}
		k.divide(one, k.within(one, layers), !down, len(cuts) > 2)
	}
}

// spanOf is where a rectangle lies in one direction.
func spanOf(r image.Rectangle, down bool) span {
	if down {
		return span{r.Min.Y, r.Max.Y}
	}
	return span{r.Min.X, r.Max.X}
}

// whole has a rectangle in which nothing can be told apart. A large one is cut through.
func (k *cutter) whole(r image.Rectangle, layers []int32) {
	if r.Dx() <= mostOfPiece && r.Dy() <= mostOfPiece {
		k.parts = append(k.parts, part{r, layers})
		return
	}
	one, other := r, r
	if r.Dx() > r.Dy() {
		one.Max.X = (r.Min.X + r.Max.X) / 2
		other.Min.X = one.Max.X
	} else {
		one.Max.Y = (r.Min.Y + r.Max.Y) / 2
		other.Min.Y = one.Max.Y
	}
	k.whole(one, k.within(one, layers))
	k.whole(other, k.within(other, layers))
}

// within are those of the layers that lie in a rectangle.
func (k *cutter) within(r image.Rectangle, layers []int32) []int32 {
	from := len(k.lists)
	for _, i := range layers {
		if k.boxes[i].Overlaps(r) {
			k.lists = append(k.lists, i)
		}
	}
	return k.lists[from:len(k.lists):len(k.lists)]
}

// gaps is where to cut a span so that nothing is cut through: its begin, the cuts in
// order, and its end. No piece is smaller than least, but for the last one. Empty room of
// at least gap becomes a piece of its own.
func gaps(things []span, all span, least, gap int) []int {
	slices.SortFunc(things, func(a, b span) int { return cmp.Compare(a.from, b.from) })
	cuts := []int{all.from}
	end := all.from // of the things so far
	cut := func(at int) {
		if at-cuts[len(cuts)-1] >= least && at < all.to {
			cuts = append(cuts, at)
		}
	}
	for _, t := range append(things, span{all.to, all.to}) {
		if t.from >= end {
			if t.from-end >= gap {
				cut(end)
			}
			cut(t.from)
		}
		end = max(end, t.to)
	}
	return append(cuts, all.to)
}
