package view

import (
	"slices"

	"oneiros/games/dreamrunners/kit"
)

// A Hand is the segment that a press on a cell places.
type Hand struct {
	Label kit.Label
	Turn  kit.Turn
	Exact bool // the turn was chosen, and is kept where it can be
}

// Unused are the segments of the viewer that are not placed.
func (v View) Unused() []kit.Owned { return v.Draft.Unused(v.Own().Segments) }

// Next is the segment that is held by itself: the first that is left.
func (v View) Next() Hand {
	if list := v.Unused(); len(list) > 0 {
		return Hand{Label: list[0].Label}
	}
	return Hand{}
}

// Card is what is printed on a segment of the viewer.
func (v View) Card(l kit.Label) *kit.SegmentCard {
	for _, o := range v.Own().Segments {
		if o.Label == l {
			return o.Segment.Card()
		}
	}
	return nil
}

// Piece is a segment of the viewer at a place.
func (v View) Piece(l kit.Label, c kit.Cell, t kit.Turn) kit.Piece {
	for _, o := range v.Own().Segments {
		if o.Label == l {
			return kit.Piece{Label: l, Segment: o.Segment, Cell: c, Turn: t}
		}
	}
	return kit.Piece{}
}

// Fits reports whether a segment of the viewer can be placed, and with how many cells
// outside of the tile.
func (v View) Fits(l kit.Label, c kit.Cell, t kit.Turn) (outside int, ok bool) {
	p := v.Piece(l, c, t)
	return p.Outside(), v.Draft.Fits(p) == nil
}

// Best is the turn that a press on a cell gives to what is held: the chosen one, or the
// first one with the fewest cells outside.
func (v View) Best(h Hand, c kit.Cell) (t kit.Turn, ok bool) {
	if h.Exact {
		if _, ok := v.Fits(h.Label, c, h.Turn); ok {
			return h.Turn, true
		}
	}
	least := kit.Turns
	for i := range kit.Turn(kit.Turns) {
		at := (h.Turn + i) & 3
		if n, can := v.Fits(h.Label, c, at); can && n < least {
			t, ok, least = at, true, n
		}
	}
	return t, ok
}

// A Press is what a press on a cell does: where the segment in the hand would lie.
type Press struct {
	Cell    kit.Cell
	Beside  bool // the letter of a segment stands in the corner
	Free    bool // nothing lies there but what is held
	OK      bool // it has room
	Turn    kit.Turn
	Cells   []kit.Cell
	Outside int // how many of them are outside of the tile
}

// Pressed are what a press on each cell of the tile does.
func (v View) Pressed(h Hand) []Press {
	var list []Press
	for _, c := range kit.Inward[:9] {
		p := Press{Cell: c}
		at := v.At(c)
		p.Beside = at != nil && at.Cell == c
		p.Free = at == nil || at.Label == h.Label && at.Cell != c
		if p.Free && h.Label != "" {
			if p.Turn, p.OK = v.Best(h, c); p.OK {
				lies := v.Piece(h.Label, c, p.Turn)
				p.Cells, p.Outside = lies.Cells(), lies.Outside()
			}
		}
		list = append(list, p)
	}
	return list
}

// At is the segment that covers a cell, or nil.
func (v View) At(c kit.Cell) *kit.Piece {
	for i := range v.Draft {
		if slices.Contains(v.Draft[i].Cells(), c) {
			return &v.Draft[i]
		}
	}
	return nil
}

// TurnsAt are the turns in which a segment has room at a place: those with the fewest
// cells outside first, so that a press or two are enough for what people mostly want.
func (v View) TurnsAt(l kit.Label, c kit.Cell) []kit.Turn {
	var by [kit.Turns][]kit.Turn
	for t := range kit.Turn(kit.Turns) {
		if outside, ok := v.Fits(l, c, t); ok {
			by[outside] = append(by[outside], t)
		}
	}
	return slices.Concat(by[:]...)
}

// Room reports whether a segment that is not placed yet has room anywhere, and with how few
// cells outside of the tile.
func (v View) Room(l kit.Label) (outside int, ok bool) {
	if l == "" {
		return 0, false
	}
	for c := range kit.Cell(kit.Frame * kit.Frame) {
		for t := range kit.Turn(kit.Turns) {
			if n, fits := v.Fits(l, c, t); fits && (!ok || n < outside) {
				outside, ok = n, true
			}
		}
	}
	return outside, ok
}
