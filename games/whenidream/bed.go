package whenidream

import "oneiros/games"

// bedCards is how many cards are in the bed. A card has four elements: those
// whose numbers are equal modulo bedCards.
const bedCards = 110

// set is a set of elements.
type set [Elements/64 + 1]uint64

func (s *set) add(n int) { s[n/64] |= 1 << (n % 64) }

func (s *set) remove(n int) { s[n/64] &^= 1 << (n % 64) }

func (s *set) has(n int) bool { return s[n/64]&(1<<(n%64)) != 0 }

// draw takes a card from the bed that was not in play this night. It is 0
// when there is none. After its night a card goes under the others and is
// turned. So the cards that lay in play least often come first, with an element
// that has not. That stands for the shuffle, the side and the headboard.
func (used *set) draw(env *games.Env, cards pile) int {
	var out [bedCards]bool
	var times [bedCards]int
	for _, c := range cards {
		out[c.Element%bedCards] = true
	}
	for n := 1; n <= Elements; n++ {
		if used.has(n) {
			times[n%bedCards]++
		}
	}
	least := Elements
	for i := range times {
		if !out[i] {
			least = min(least, times[i])
		}
	}
	if least == Elements {
		return 0
	}
	if least >= Elements/bedCards {
		// Every element has been in play: begin again, as the bed would.
		*used = set{}
		for _, c := range cards {
			used.add(c.Element)
		}
		return used.draw(env, cards)
	}
	var choice []int
	for n := 1; n <= Elements; n++ {
		if i := n % bedCards; !out[i] && times[i] == least && !used.has(n) {
			choice = append(choice, n)
		}
	}
	return choice[env.Rand.IntN(len(choice))]
}
