package kit

import (
	"slices"
	"testing"
)

// The tests have the numbers of the rulings in the digest of the rules.

// TestRuling1: there are four shapes, and one of each has nine cells.
func TestRuling1(t *testing.T) {
	cells := 0
	for s := range Shape(Shapes) {
		cells += s.Size()
	}
	if cells != 9 {
		t.Errorf("%d cells, want 9", cells)
	}
	corner := spots[Bend][0][SquareCell(4)]
	if want := []Cell{SquareCell(1), SquareCell(4), SquareCell(5)}; !slices.Equal(corner, want) {
		t.Errorf("the bend lies on %v, want %v", corner, want)
	}
}
