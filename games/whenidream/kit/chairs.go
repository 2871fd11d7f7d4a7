package kit

import (
	"oneiros/games"
)

// Chairs are the seats around the bed. A spirit is a player at the table who does
// not sleep. So the methods about spirits take the seat of the dreamer.
type Chairs []Chair

// Gone reports whether a seat left for good.
func (c Chairs) Gone(seat games.Seat) bool { return c[seat].Gone }

// Present is how many are still at the table.
func (c Chairs) Present() int {
	n := 0
	for _, chair := range c {
		if !chair.Gone {
			n++
		}
	}
	return n
}

// Spirit reports whether a seat is at the table and not the dreamer's.
func (c Chairs) Spirit(seat, dreamer games.Seat) bool {
	return seat != dreamer && seat >= 0 && int(seat) < len(c) && !c.Gone(seat)
}

// Spirits are the seats of all spirits, in seat order.
func (c Chairs) Spirits(dreamer games.Seat) []games.Seat {
	var list []games.Seat
	for i := range c {
		if c.Spirit(games.Seat(i), dreamer) {
			list = append(list, games.Seat(i))
		}
	}
	return list
}

// NextDreamer is who sleeps in the round after that of a dreamer; Nobody after the last.
func (c Chairs) NextDreamer(dreamer games.Seat) games.Seat {
	n := len(c)
	for i := 1; i < n; i++ {
		if next := (int(dreamer) + i) % n; !c[next].Slept && !c[next].Gone {
			return games.Seat(next)
		}
	}
	return games.Nobody
}

// LeftOf is the next spirit to the left of a seat, that seat itself at last.
func (c Chairs) LeftOf(of, dreamer games.Seat) games.Seat {
	n := len(c)
	for i := 1; i <= n; i++ {
		if seat := games.Seat((int(of) + i) % n); c.Spirit(seat, dreamer) {
			return seat
		}
	}
	return games.Nobody
}

// Voters is how many spirits may vote on a clue: all but its giver.
func (c Chairs) Voters(giver, dreamer games.Seat) int {
	n := 0
	for _, seat := range c.Spirits(dreamer) {
		if seat != giver {
			n++
		}
	}
	return n
}

// Majority is how many of n are more than half.
func Majority(n int) int { return n/2 + 1 }

// RoleCards are the role cards for a number of players: good, bad, tricksters.
var RoleCards = [11][3]int{
	4: {1, 1, 2}, 5: {2, 1, 2}, 6: {3, 2, 1}, 7: {3, 2, 2}, 8: {4, 3, 1}, 9: {4, 3, 2}, 10: {5, 4, 1},
}
