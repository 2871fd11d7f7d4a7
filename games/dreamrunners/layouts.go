package dreamrunners

// A slot is a place on the tile for a segment of a shape.
type slot struct {
	shape Shape
	cell  Cell // of the anchor
	turn  Turn
	on    []int // the squares, in the order of the effects
}

// slots are all slots: none of their cells lies outside the tile.
var slots = everySlot()

// A layout is an exact layout: four slots for the start shapes, which cover the tile and
// nothing else. They are indices of slots.
type layout [shapes]int

// layouts are all exact layouts: 48 ways to cover the tile, and each with two and three in
// a row either way round.
var layouts = exactLayouts()

func everySlot() []slot {
	var list []slot
	for s := range Shape(shapes) {
		for at := range Cell(frame * frame) {
			for t := range Turn(turns) {
				if t != 0 && s == Mono {
					continue
				}
				k := slot{shape: s, cell: at, turn: t}
				for _, c := range spots[s][t][at] {
					if c.Square() >= 0 {
						k.on = append(k.on, c.Square())
					}
				}
				if len(k.on) == s.Size() {
					list = append(list, k)
				}
			}
		}
	}
	return list
}

func exactLayouts() []layout {
	var list []layout
	var l layout
	var fill func(s Shape, used uint16)
	fill = func(s Shape, used uint16) {
		if s < 0 {
			list = append(list, l)
			return
		}
		for i := range slots {
			k := &slots[i]
			if m := k.mask(); k.shape == s && m&used == 0 {
				l[s] = i
				fill(s-1, used|m)
			}
		}
	}
	fill(shapes-1, 0)
	return list
}

// mask has a bit for each square of a slot.
func (k *slot) mask() uint16 {
	var m uint16
	for _, i := range k.on {
		m |= 1 << i
	}
	return m
}

// piece places a segment of the shape into the slot.
func (k *slot) piece(o Owned) Piece {
	return Piece{Label: o.Label, Segment: o.Segment, Cell: k.cell, Turn: k.turn}
}
