package somnia

import (
	"math/rand/v2"

	"oneiros/games"
)

// Redeal deals again the cards that v has not seen. It keeps what every player
// knows of the hands: a player who did not follow suit gets none of it. A card
// may or may not have been chosen before the beat.
func (rules) Redeal(s *State, v games.Viewer, r *rand.Rand) {
	me, seated := v.Seat()
	if !seated {
		me = games.Nobody
	}
	if s.Round.Hands == [MaxSeats]Set{} {
		return
	}
	if s.Round.Seats == 2 {
		s.redealTwo(me, r)
	} else {
		s.redealHands(me, r)
	}
	if turn := s.Round.turn(); s.Phase == Turn && turn != me && s.Beat != 0 {
		s.Pressed = NoCard
		if r.IntN(2) == 0 {
			may := s.Round.Hands[turn]
			if !s.Honest {
				may = s.Round.legal(may)
			}
			s.Pressed = may.nth(r.IntN(may.size()))
		}
	}
}

// redealHands deals the hands of three or four again, except the hand of me.
// Cards go one by one to a seat with room for them. More room makes a seat more
// likely. A seat is passed over where the rest could not be dealt then.
func (s *State) redealHands(me games.Seat, r *rand.Rand) {
	var room [MaxSeats]int // cards that each still gets
	var kinds [1 << MaxSeats]int
	var cards []Card
	for i := range s.Round.Seats {
		if games.Seat(i) != me {
			room[i] = s.Round.Hands[i].size()
			cards = append(cards, s.Round.Hands[i].Cards()...)
			s.Round.Hands[i] = 0
		}
	}
	// who is the set of seats that may have a card, as bits.
	who := func(c Card) (seats int) {
		for i := range s.Round.Seats {
			if games.Seat(i) != me && s.mayHold(games.Seat(i), Set(0).with(c)) {
				seats |= 1 << i
			}
		}
		return seats
	}
	for _, c := range cards {
		kinds[who(c)]++
	}
	// fits reports whether the rest can be dealt. No group of seats may have
	// less room than there are cards for these seats alone.
	fits := func() bool {
		for seats := range 1 << s.Round.Seats {
			need, have := 0, 0
			for kind, n := range kinds {
				if kind&^seats == 0 {
					need += n
				}
			}
			for i, n := range room {
				if seats>>i&1 != 0 {
					have += n
				}
			}
			if need > have {
				return false
			}
		}
		return true
	}
	games.Shuffle(r, cards)
	for _, c := range cards {
		kind := who(c)
		kinds[kind]--
		for seats := kind; ; {
			all := 0
			for i, n := range room {
				if seats>>i&1 != 0 {
					all += n
				}
			}
			at, seat := r.IntN(all), 0
			for ; seats>>seat&1 == 0 || at >= room[seat]; seat++ {
				if seats>>seat&1 != 0 {
					at -= room[seat]
				}
			}
			room[seat]--
			if fits() {
				s.Round.Hands[seat] = s.Round.Hands[seat].with(c)
				break
			}
			room[seat]++
			seats &^= 1 << seat
		}
	}
}

// redealTwo deals each hand of two again, except the hand of me. It deals first
// one and then the other. The cards come from the hand and the stock. Where both
// hands are dealt, the first is dealt again, so that it may get cards of the
// second.
//
// What is known of a hand bounds nested sets. So any cards that fit, taken in
// any order, make a whole hand.
func (s *State) redealTwo(me games.Seat, r *rand.Rand) {
	order := []int{0, 1, 0}
	if me != games.Nobody {
		order = []int{1 - int(me)}
	}
	for _, i := range order {
		seat := games.Seat(i)
		hand := s.Round.Hands[i]
		cards := append(hand.Cards(), s.Round.Stock...)
		games.Shuffle(r, cards)
		var now Set
		var stock []Card
		for _, c := range cards {
			if now.size() < hand.size() && s.mayHold(seat, now.with(c)) {
				now = now.with(c)
			} else {
				stock = append(stock, c)
			}
		}
		s.Round.Hands[i], s.Round.Stock = now, stock
		if s.Drew[i] != NoCard && now != 0 {
			s.Drew[i] = now.nth(r.IntN(now.size()))
		}
	}
}

// Hidden lists the cards in other hands and in the stock, as pages show them and as
// moves name them. A card's bare notation is too short to search for: half of all
// digests have a "7b" somewhere.
//
// In the first trick after a deal nothing is listed. That deal lay open at its
// end, so the board may still show the same cards as taken before.
func (rules) Hidden(s State, v games.Viewer) []string {
	if s.Deal > 1 && s.Round.taken() == 0 {
		return nil
	}
	var all Set
	for i, h := range s.Round.Hands {
		if !v.Is(games.Seat(i)) {
			all |= h
		}
	}
	for _, c := range s.Round.Stock {
		all = all.with(c)
	}
	var list []string
	for _, c := range all.Cards() {
		list = append(list, shown(c), glued(c), Move{Verb: Play, Card: c}.String())
	}
	return list
}
