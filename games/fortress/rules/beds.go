package rules

import (
	"slices"

	"oneiros/games"
	"oneiros/games/fortress/kit"
)

// Bed is a seat at the table. A player on floor 0 is awake.
type Bed struct {
	Role    kit.Role     `json:"role"`
	Sleep   int          `json:"sleep"`            // floor, 1 to 10; 0 when awake
	Place   kit.Place    `json:"place,omitempty"`  // of the pawn; nothing before it is put, and when awake
	Hidden  bool         `json:"hidden,omitempty"` // the Forest's shelter and ban
	Visions []kit.Vision `json:"visions"`
	Ready   bool         `json:"ready,omitempty"`
}

// Beds are the table, by seat: who sleeps how deep and where, and what lies
// before them.
type Beds []Bed

// Asleep reports whether a seat is in the game.
func (b Beds) Asleep(seat games.Seat) bool {
	return seat >= 0 && int(seat) < len(b) && b[seat].Sleep > 0
}

// sleepers are the seats in the game, from one on, around the table.
func (b Beds) sleepers(from games.Seat) []games.Seat {
	var list []games.Seat
	n := len(b)
	for i := range n {
		if seat := games.Seat((max(int(from), 0) + i) % n); b.Asleep(seat) {
			list = append(list, seat)
		}
	}
	return list
}

// extreme are the deepest sleepers, of a draught, or the lightest, of a bear.
func (b Beds) extreme(v kit.Vision, from games.Seat) []games.Seat {
	var list []games.Seat
	for _, seat := range b.sleepers(from) {
		if len(list) > 0 {
			best, this := b[list[0]].Sleep, b[seat].Sleep
			if v == kit.Bear {
				best, this = -best, -this
			}
			if this < best {
				continue
			}
			if this > best {
				list = nil
			}
		}
		list = append(list, seat)
	}
	return list
}

// countAt is how many sleep at a place.
func (b Beds) countAt(p kit.Place) int {
	n := 0
	for i := range b {
		if b.Asleep(games.Seat(i)) && b[i].Place == p {
			n++
		}
	}
	return n
}

// has reports whether a Vision lies before a sleeper.
func (b Beds) has(seat games.Seat, v kit.Vision) bool {
	return b.Asleep(seat) && slices.Contains(b[seat].Visions, v)
}

// count is how many of a kind of Vision lie before a seat.
func (b Beds) count(seat games.Seat, v kit.Vision) int {
	n := 0
	for _, have := range b[seat].Visions {
		if have == v {
			n++
		}
	}
	return n
}

// give moves a Vision from one seat to another.
func (b Beds) give(from, to games.Seat, v kit.Vision) {
	b[from].Visions = kit.Without(b[from].Visions, v)
	b[to].Visions = append(b[to].Visions, v)
}

// notReady makes every player choose again.
func (b Beds) notReady() {
	for i := range b {
		b[i].Ready = false
	}
}

// team are the seats of a group, awake or asleep, and how many of them sleep.
// depth is the sum of their floors.
func (b Beds) team(g kit.Group) (all []games.Seat, asleep, depth int) {
	for i := range b {
		if b[i].Role.Group() == g {
			all = append(all, games.Seat(i))
			depth += b[i].Sleep
			if b[i].Sleep > 0 {
				asleep++
			}
		}
	}
	return all, asleep, depth
}

// janitorAndRight is who sits to the right of the Janitor, the seat before; Nobody
// where he does not play.
func (b Beds) janitorAndRight() (janitor, right games.Seat) {
	for i := range b {
		if b[i].Role == kit.Janitor {
			return games.Seat(i), games.Seat((i + len(b) - 1) % len(b))
		}
	}
	return games.Nobody, games.Nobody
}
