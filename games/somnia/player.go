package somnia

import (
	"math/bits"
	"math/rand/v2"

	"oneiros/games"
)

// The automatic player deals the unseen cards again, many times. It then plays
// each card that it may lay through to the end of the deal, by chance. It lays
// the card after which it lost the fewest lives. Of nearly equal cards it takes
// the one after which the others lost the most.
//
// The budget counts playouts and not time, so that the same match always chooses
// the same.
//
// A weaker player is one that does not always think: now and then it lays any card
// that it may. And it thinks of one deal only.

// effort is how hard the player tries.
type effort struct {
	playouts int // about how many deals are played through for one choice
	slips    int // of a hundred choices, how many are left to chance
}

// efforts are those of each strength. Fewer playouts alone do not make a player weak
// enough: even one deal played through is much better than chance.
var efforts = map[games.Strength]effort{
	games.Easy:   {160, 60},
	games.Normal: {160, 10},
	games.Strong: {6000, 0},
}

// each is how many playouts a card gets of one redeal. A redeal costs as much as
// some dozens of playouts.
const each = 16

// envy is what a life lost by all others together is worth. The player's life
// is worth 1.
const envy = 0.3

// Search plays a move of the automatic player. It never revokes.
func (rules) Search(env *games.Env, how games.Strength, seat games.Seat, deal func() State, legal []Move) Move {
	if legal[0].Verb != Play {
		return legal[0]
	}
	s := deal()
	cards := s.Round.legal(s.Round.Hands[seat]).Cards()
	if len(cards) == 1 {
		return Move{Verb: Play, Card: cards[0]}
	}
	chance := rand.NewPCG(env.Rand.Uint64(), env.Rand.Uint64())
	try := efforts[how]
	if env.Rand.IntN(100) < try.slips {
		return Move{Verb: Play, Card: s.Round.any(chance)}
	}
	var loss [highest + 2]float64 // by place in cards, of which there are at most twelve
	for range max(try.playouts/(each*len(cards)), 1) {
		for i, c := range cards {
			for range each {
				r := s.Round
				r.lay(c)
				r.playout(chance)
				loss[i] += r.cost(seat)
			}
		}
		s = deal()
	}
	best := 0
	for i := range cards {
		if loss[i] < loss[best] {
			best = i
		}
	}
	return Move{Verb: Play, Card: cards[best]}
}

// cost is what a finished deal costs a seat.
func (r *Round) cost(seat games.Seat) float64 {
	losers, _ := judge(r.Seats, r.points(), r.Piles)
	all := bits.OnesCount8(losers)
	mine := int(losers >> seat & 1)
	return float64(mine) - envy*float64(all-mine)/float64(r.Seats-1)
}

// playout plays the rest of a deal by chance.
func (r *Round) playout(chance *rand.PCG) {
	for {
		if r.full() {
			r.sweep()
			if r.done() {
				return
			}
		}
		r.lay(r.any(chance))
	}
}

// any is a card that may be played now, each as likely as any other.
func (r *Round) any(chance *rand.PCG) Card {
	may := r.legal(r.Hands[r.turn()])
	if may&(may-1) == 0 {
		return may.first()
	}
	n, _ := bits.Mul64(chance.Uint64(), uint64(may.size()))
	return may.nth(int(n))
}
