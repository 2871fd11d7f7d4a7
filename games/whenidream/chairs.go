package whenidream

import (
	"oneiros/games"
	"oneiros/games/whenidream/kit"
)

// chairs are the seats around the bed. A spirit is a player at the table who does
// not sleep. So the methods about spirits take the seat of the dreamer.
type chairs []kit.Chair

// gone reports whether a seat left for good.
func (c chairs) gone(seat games.Seat) bool { return c[seat].Gone }

// present is how many are still at the table.
func (c chairs) present() int {
	n := 0
	for _, chair := range c {
		if !chair.Gone {
			n++
		}
	}
	return n
}

// spirit reports whether a seat is at the table and not the dreamer's.
func (c chairs) spirit(seat, dreamer games.Seat) bool {
	return seat != dreamer && seat >= 0 && int(seat) < len(c) && !c.gone(seat)
}

// spirits are the seats of all spirits, in seat order.
func (c chairs) spirits(dreamer games.Seat) []games.Seat {
	var list []games.Seat
	for i := range c {
		if c.spirit(games.Seat(i), dreamer) {
			list = append(list, games.Seat(i))
		}
	}
	return list
}

// nextDreamer is who sleeps in the round after that of a dreamer; Nobody after the last.
func (c chairs) nextDreamer(dreamer games.Seat) games.Seat {
	n := len(c)
	for i := 1; i < n; i++ {
		if next := (int(dreamer) + i) % n; !c[next].Slept && !c[next].Gone {
			return games.Seat(next)
		}
	}
	return games.Nobody
}

// leftOf is the next spirit to the left of a seat, that seat itself at last.
func (c chairs) leftOf(of, dreamer games.Seat) games.Seat {
	n := len(c)
	for i := 1; i <= n; i++ {
		if seat := games.Seat((int(of) + i) % n); c.spirit(seat, dreamer) {
			return seat
		}
	}
	return games.Nobody
}
