package kit

// A Slot is a place on the tile for a segment of a shape.
type Slot struct {
	Shape Shape
	cell  Cell // of the anchor
	turn  Turn
	On    []int // the squares, in the order of the effects
}

// Slots are all slots: none of their cells lies outside the tile.
var Slots = everySlot()

// A Layout is an exact layout: four slots for the start shapes, which cover the tile and
// nothing else. They are indices of slots.
type Layout [Shapes]int

// Layouts are all exact layouts: 48 ways to cover the tile, and each with two and three in
// a row either way round.
var Layouts = exactLayouts()

func everySlot() []Slot {
	var list []Slot
	for s := range Shape(Shapes) {
		for at := range Cell(Frame * Frame) {
			for t := range Turn(Turns) {
				if t != 0 && s == Mono {
					continue
				}
				k := Slot{Shape: s, cell: at, turn: t}
				for _, c := range spots[s][t][at] {
					if c.Square() >= 0 {
						k.On = append(k.On, c.Square())
					}
				}
				if len(k.On) == s.Size() {
					list = append(list, k)
				}
			}
		}
	}
	return list
}

func exactLayouts() []Layout {
	var list []Layout
	var l Layout
	var fill func(s Shape, used uint16)
	fill = func(s Shape, used uint16) {
		if s < 0 {
			list = append(list, l)
			return
		}
		for i := range Slots {
			k := &Slots[i]
			if m := k.mask(); k.Shape == s && m&used == 0 {
				l[s] = i
				fill(s-1, used|m)
			}
		}
	}
	fill(Shapes-1, 0)
	return list
}

// mask has a bit for each square of a slot.
func (k *Slot) mask() uint16 {
	var m uint16
	for _, i := range k.On {
		m |= 1 << i
	}
	return m
}

// Piece places a segment of the shape into the slot.
func (k *Slot) Piece(o Owned) Piece {
	return Piece{Label: o.Label, Segment: o.Segment, Cell: k.cell, Turn: k.turn}
}
