package whenidream

import (
	"oneiros/games"
	"oneiros/games/whenidream/kit"
)

// set is a set of elements.
type set []uint64

// newSet is an empty set of as many elements.
func newSet(elements int) set { return make(set, elements/64+1) }

func (s set) add(n int) { s[n/64] |= 1 << (n % 64) }

func (s set) remove(n int) { s[n/64] &^= 1 << (n % 64) }

func (s set) has(n int) bool { return s[n/64]&(1<<(n%64)) != 0 }

// draw takes a card from the bed that was not in play this night. It is 0
// when there is none. After its night a card goes under the others and is
// turned. So the cards that lay in play least often come first, with an element
// that has not. That stands for the shuffle, the side and the headboard.
//
// The box has four elements on a card. With a pack of words it may be more or fewer. The
// salt of a pack goes into each draw. So a log with another pack is another match.
func (used *set) draw(env *games.Env, cards pile, elements int, salt uint64) int {
	var out [kit.BedCards]bool
	var times, sides [kit.BedCards]int
	for _, c := range cards {
		out[c.Element%kit.BedCards] = true
	}
	for n := 1; n <= elements; n++ {
		sides[n%kit.BedCards]++
		if used.has(n) {
			times[n%kit.BedCards]++
		}
	}
	least, inBed := elements, false
	for i := range times {
		if !out[i] && sides[i] > 0 {
			inBed = true
			if times[i] < sides[i] {
				least = min(least, times[i])
			}
		}
	}
	if !inBed {
		return 0
	}
	if least == elements {
		// Every element has been in play: begin again, as the bed would.
		*used = newSet(elements)
		for _, c := range cards {
			used.add(c.Element)
		}
		return used.draw(env, cards, elements, salt)
	}
	var choice []int
	for n := 1; n <= elements; n++ {
		if i := n % kit.BedCards; !out[i] && times[i] == least && !used.has(n) {
			choice = append(choice, n)
		}
	}
	return choice[(env.Rand.IntN(len(choice))+int(salt%uint64(len(choice))))%len(choice)]
}
