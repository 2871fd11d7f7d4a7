package kit

// The ring keeps its places: a card that is taken leaves an empty one. An empty place
// is no step. A flywheel is the place from which it goes on, and stands in the gap
// before the first card from there. A flywheel that has taken a card stands in the empty
// place that the card left.

// The prices of steps.
const (
	UnpaidSteps = 3 // without a price
	gifts       = 3 // a move of fewer steps draws a token for each step less
)

// Left is how many cards are in a ring.
func Left(ring []Dream) int {
	n := 0
	for _, d := range ring {
		if d != 0 {
			n++
		}
	}
	return n
}

// Stop is the place of the nth card clockwise from a place. The ring has so many.
func Stop(ring []Dream, from, n int) int {
	for at := from; ; at = (at + 1) % len(ring) {
		if ring[at] != 0 {
			if n--; n == 0 {
				return at
			}
		}
	}
}

// Between is how many cards are clockwise between two places: from the first one on,
// and before the second one.
func Between(ring []Dream, from, to int) int {
	n := 0
	for at := from; at != to; at = (at + 1) % len(ring) {
		if ring[at] != 0 {
			n++
		}
	}
	return n
}

// Together reports whether no card is between the flywheels on one side.
func Together(ring []Dream, at [2]int) bool {
	return Between(ring, at[Black], at[White]) == 0 || Between(ring, at[White], at[Black]) == 0
}

// Price is how many tokens a number of steps costs.
func (p Powers) Price(steps int) int { return max(steps-UnpaidSteps-p.Free, 0) }

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

// ChanceOfBlank is how likely at least one of n tokens from a bag has a blank back.
func ChanceOfBlank(bag, blanks, n int) float64 {
	none := 1.0
	for i := range min(n, bag) {
		none *= float64(bag-blanks-i) / float64(bag-i)
	}
	return 1 - max(none, 0)
}
