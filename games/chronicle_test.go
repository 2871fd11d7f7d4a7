package games

import (
	"slices"
	"testing"
)

// TestChronicle tells events to a table of three, of whom one never moves.
func TestChronicle(t *testing.T) {
	c := NewChronicle[int](3)
	expect := func(seat Seat, forgotten int, events ...int) {
		t.Helper()
		got, n := c.Since(seat)
		if !slices.Equal(got, events) || n != forgotten {
			t.Errorf("since the last move of seat %d there is %v, and %d forgotten; want %v and %d", seat, got, n, events, forgotten)
		}
	}
	expect(0, 0)
	c.Tell(1, 2)
	expect(0, 0, 1, 2)
	c.Turn(0)
	c.Tell(3)
	expect(0, 0, 3)
	expect(1, 0, 1, 2, 3)
	before, _ := c.Since(1)
	c.Turn(1)
	c.Turn(2)
	if len(c.Events) != 1 || c.Forgotten != 2 {
		t.Errorf("all have moved since the first two events, and %v are kept after %d", c.Events, c.Forgotten)
	}
	if !slices.Equal(before, []int{1, 2, 3}) {
		t.Errorf("a list that was read changed to %v", before)
	}
	expect(0, 0, 3)
	expect(1, 0)

	for i := range 2 * mostEvents {
		c.Tell(10 + i)
		c.Turn(0)
	}
	if len(c.Events) != mostEvents {
		t.Errorf("%d events are kept, want %d", len(c.Events), mostEvents)
	}
	expect(0, 0)
	events, forgotten := c.Since(1)
	if len(events)+forgotten != 2*mostEvents || events[len(events)-1] != 10+2*mostEvents-1 {
		t.Errorf("a seat that did not move reads %v after %d", events, forgotten)
	}
	c.TurnAt(2, c.Told()-3)
	expect(2, 0, 10+2*mostEvents-3, 10+2*mostEvents-2, 10+2*mostEvents-1)
	if got, n := c.Since(Nobody); got != nil || n != 0 {
		t.Errorf("the public reads %v after %d", got, n)
	}
}
