package kit

import (
	"math/rand/v2"
	"slices"
	"strings"

	"oneiros/games"
)

// Composition is the segments that a player has placed, in the order in which they were
// placed. They do not overlap.
type Composition []Piece

// Covered is a cell that a piece covers, with its effect.
type Covered struct {
	Cell   Cell
	Effect Effect
	Label  Label
}

// Covered are the cells that the pieces cover, in their order.
func (c Composition) Covered() []Covered {
	var all []Covered
	for _, p := range c {
		for i, at := range p.Cells() {
			all = append(all, Covered{at, p.Segment.Card().Effects[i], p.Label})
		}
	}
	return all
}

// Placed is where a segment lies, or nil.
func (c Composition) Placed(l Label) *Piece {
	for i := range c {
		if c[i].Label == l {
			return &c[i]
		}
	}
	return nil
}

// Unused are those of a player's segments that were not placed.
func (c Composition) Unused(all []Owned) []Owned {
	return slices.DeleteFunc(slices.Clone(all), func(o Owned) bool { return c.Placed(o.Label) != nil })
}

// Overlap is the piece that p would lie on, besides p itself. It is nil where there is
// room.
func (c Composition) Overlap(p Piece) *Piece {
	mine := p.Mask()
	for i := range c {
		if o := &c[i]; o.Label != p.Label && o.Mask()&mine != 0 {
			return o
		}
	}
	return nil
}

// Fits says why a piece cannot be placed where it is to go.
func (c Composition) Fits(p Piece) error {
	switch other := c.Overlap(p); {
	case p.Segment == 0:
		return games.Refuse("refuse.no-segment", string(p.Label))
	case len(p.Cells()) == 0:
		return games.Refuse("refuse.frame", string(p.Label), p.Cell.String())
	case p.Turn != 0 && p.Segment.Card().Shape == Mono:
		return games.Refuse("refuse.turn", string(p.Label))
	case other != nil:
		return games.Refuse("refuse.overlap", string(p.Label), string(other.Label))
	default:
		return nil
	}
}

// String is the line that Build reads.
func (c Composition) String() string {
	var parts []string
	for _, p := range c {
		part := string(p.Label) + " " + p.Cell.String()
		if p.Turn != 0 {
			part += " " + p.Turn.String()
		}
		parts = append(parts, part)
	}
	return strings.Join(parts, ", ")
}

// Random is a composition by chance of some of a player's segments.
func Random(r *rand.Rand, all []Owned) Composition {
	var now Composition
	for _, k := range r.Perm(len(all))[:r.IntN(len(all)+1)] {
		o := all[k]
		for range 20 {
			p := Piece{Label: o.Label, Segment: o.Segment, Cell: Cell(r.IntN(Frame * Frame)), Turn: Turn(r.IntN(Turns))}
			if p.Segment.Card().Shape == Mono {
				p.Turn = 0
			}
			if now.Fits(p) == nil {
				now = append(now, p)
				break
			}
		}
	}
	return now
}
