package somnicum

// The ring keeps its places: a card that is taken leaves an empty one. An empty place
// is no step. A flywheel is the place from which it goes on, and stands in the gap
// before the first card from there. A flywheel that has taken a card stands in the empty
// place that the card left.

// The prices of steps.
const (
	freeSteps = 3 // without a price
	gifts     = 3 // a move of fewer steps draws a token for each step less
)

// ringSize is how many cards the ring has at the start of a round, by seats.
var ringSize = [MaxSeats + 1]int{2: 16, 3: 21, 4: 24}

// opposite is how many cards are between the flywheels at the start of a round, from
// Black clockwise to White, by seats.
var opposite = [MaxSeats + 1]int{2: 8, 3: 10, 4: 12}

// left is how many cards are in a ring.
func left(ring []Dream) int {
	n := 0
	for _, d := range ring {
		if d != 0 {
			n++
		}
	}
	return n
}

// stop is the place of the nth card clockwise from a place. The ring has so many.
func stop(ring []Dream, from, n int) int {
	for at := from; ; at = (at + 1) % len(ring) {
		if ring[at] != 0 {
			if n--; n == 0 {
				return at
			}
		}
	}
}

// between is how many cards are clockwise between two places: from the first one on,
// and before the second one.
func between(ring []Dream, from, to int) int {
	n := 0
	for at := from; at != to; at = (at + 1) % len(ring) {
		if ring[at] != 0 {
			n++
		}
	}
	return n
}

// together reports whether no card is between the flywheels on one side.
func together(ring []Dream, at [2]int) bool {
	return between(ring, at[Black], at[White]) == 0 || between(ring, at[White], at[Black]) == 0
}

// Price is how many tokens a number of steps costs.
func (p Powers) Price(steps int) int { return max(steps-freeSteps-p.Free, 0) }

// Gift is how many tokens a number of steps brings. The first Base of them decide
// whether the round ends.
func (p Powers) Gift(steps int) (gift, base int) {
	switch {
	case steps < gifts:
		return gifts - steps + p.More, gifts - steps
	case steps == gifts:
		return p.Stride, 0
	default:
		return 0, 0
	}
}

// chanceOfBlank is how likely at least one of n tokens from a bag has a blank back.
func chanceOfBlank(bag, blanks, n int) float64 {
	none := 1.0
	for i := range min(n, bag) {
		none *= float64(bag-blanks-i) / float64(bag-i)
	}
	return 1 - max(none, 0)
}

// Ways lists every way in which whose turn it is can move a flywheel, with the black
// one first. It is public. It is empty outside of Spinning.
func (v View) Ways() []Way {
	if v.Phase != Spinning {
		return nil
	}
	var list []Way
	for _, w := range wheels {
		for steps := 1; steps <= v.most(); steps++ {
			list = append(list, v.Way(w, steps))
		}
	}
	return list
}

// most is how many steps whose turn it is can go.
func (v View) most() int {
	return min(left(v.Ring), freeSteps+v.Powers.Free+v.Dreamers[v.Turn].Sand)
}

// Way is one way of whose turn it is to move a flywheel. There must be so many cards.
func (v View) Way(w Wheel, steps int) Way {
	at := stop(v.Ring, v.Wheels[w], steps)
	gift, base := v.Powers.Gift(steps)
	way := Way{Wheel: w, Steps: steps, Place: at, Dream: v.Ring[at], Price: v.Powers.Price(steps), Gift: min(gift, v.Bag)}
	ring := append([]Dream(nil), v.Ring...)
	ring[at] = 0
	stand := v.Wheels
	stand[w] = at
	way.Few = left(ring) <= len(v.Dreamers)
	way.Empty = together(ring, stand)
	switch {
	case way.Few:
		way.Ends = 1
	case way.Empty:
		way.Ends = chanceOfBlank(v.Bag, v.Blanks, base)
	}
	return way
}
