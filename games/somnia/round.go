package somnia

import (
	"math/bits"

	"oneiros/games"
)

// MaxSeats is the most who can play.
const MaxSeats = 4

// Round is the cards of one deal: whose they are, and what lies in the middle.
// It is a value; a copy shares nothing that a caller changes. Seats that are not
// at the table have nothing.
type Round struct {
	Seats     int            `json:"seats"`
	Hands     [MaxSeats]Set  `json:"hands"`
	Piles     [MaxSeats]Set  `json:"piles"` // won, face up
	Stock     []Card         `json:"stock"` // for two: the top is first
	Trick     [MaxSeats]Card `json:"trick"` // in the order played
	Laid      int            `json:"laid"`  // cards in the trick
	Leader    games.Seat     `json:"leader"`
	Nightmare Suit           `json:"nightmare"`

	Undertrump bool `json:"undertrump,omitempty"` // the table lets a hand void in the suit led undertrump
}

// turn is who lays the next card.
func (r *Round) turn() games.Seat { return r.player(r.Laid) }

// player is who lays, or laid, the nth card of the trick.
func (r *Round) player(n int) games.Seat {
	s := int(r.Leader) + n
	if s >= r.Seats {
		s -= r.Seats
	}
	return games.Seat(s)
}

// full reports whether the trick is complete.
func (r *Round) full() bool { return r.Laid == r.Seats }

// middle is the set of the cards in the trick.
func (r *Round) middle() Set {
	var s Set
	for _, c := range r.Trick[:r.Laid] {
		s = s.with(c)
	}
	return s
}

// legal is the one definition of what may be played from a hand. The other cards
// of the hand would be a revoke.
func (r *Round) legal(hand Set) Set {
	if r.Laid == 0 {
		return hand
	}
	led, night := lane(r.Trick[0].Suit()), lane(r.Nightmare)
	if led == night {
		if hand&led&^rank(seven) == 0 {
			return hand // none of it, or only the 12, which never has to be played
		}
		return hand & led
	}
	strong := hand & night
	if strong != 0 {
		strong &= r.over()
	}
	if follow := hand & led; follow != 0 {
		return follow | strong
	}
	if r.Undertrump {
		return hand
	}
	if free := hand&^night | strong; free != 0 {
		return free
	}
	return hand // Nightmare cards alone, all of them too low
}

// over are the cards that would be above every Nightmare card in the trick.
func (r *Round) over() Set {
	ranks := uint16(r.middle() >> (r.Nightmare << 4))
	switch {
	case ranks == 0:
		return ^Set(0)
	case ranks&(1<<seven) != 0:
		return 0
	case ranks&(1<<five) != 0:
		return rank(seven)
	default:
		return span16[bits.Len16(ranks)] | rank(five) | rank(seven)
	}
}

// span16 are, by rank, the cards of this rank and above.
var span16 = func() (t [17]Set) {
	for n := range t {
		if n <= highest {
			t[n] = span(n, highest)
		}
	}
	return t
}()

// lay plays a card for the player whose turn it is. It reports whether the card
// called the Nightmare: the first card of a deal that does not follow does.
func (r *Round) lay(c Card) bool {
	seat := r.turn()
	r.Hands[seat] = r.Hands[seat].less(c)
	r.Trick[r.Laid] = c
	r.Laid++
	if r.Nightmare != NoSuit || c.Suit() == r.Trick[0].Suit() {
		return false
	}
	r.Nightmare = c.Suit()
	return true
}

// ahead is the place in the trick of the card that takes it so far. The trick is
// not empty.
func (r *Round) ahead() int {
	best := 0
	for i := 1; i < r.Laid; i++ {
		c, b := r.Trick[i], r.Trick[best]
		switch {
		case c.Suit() == b.Suit():
			if strength(c, r.Nightmare) > strength(b, r.Nightmare) {
				best = i
			}
		case c.Suit() == r.Nightmare:
			best = i
		}
	}
	return best
}

// sweep gives a complete trick to its taker, who leads next. With two players
// the taker draws, then the other.
func (r *Round) sweep() {
	taker := r.player(r.ahead())
	r.Piles[taker] |= r.middle()
	r.Trick, r.Laid, r.Leader = [MaxSeats]Card{}, 0, taker
	for i := 0; i < r.Seats && len(r.Stock) > 0; i++ {
		s := r.player(i)
		r.Hands[s] = r.Hands[s].with(r.Stock[0])
		r.Stock = r.Stock[1:]
	}
}

// done reports whether every card has been played and taken.
func (r *Round) done() bool { return r.Laid == 0 && r.Hands[r.Leader] == 0 }

// points are the points taken, by seat.
func (r *Round) points() (p [MaxSeats]int) {
	for i := range r.Seats {
		p[i] = points(r.Piles[i], r.Nightmare)
	}
	return p
}

// tricks is how many tricks the deal has.
func (r *Round) tricks() int { return deck(r.Seats).size() / r.Seats }

// taken is how many of them are taken.
func (r *Round) taken() int {
	n := 0
	for _, p := range r.Piles[:r.Seats] {
		n += p.size()
	}
	return n / r.Seats
}
