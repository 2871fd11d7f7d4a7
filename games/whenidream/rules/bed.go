package rules

import (
	"oneiros/games"
	"oneiros/games/whenidream/kit"
)

// Set is a set of elements.
type Set []uint64

// newSet is an empty set of as many elements.
func newSet(elements int) Set { return make(Set, elements/64+1) }

// Add puts an element into the set.
func (s Set) Add(n int) { s[n/64] |= 1 << (n % 64) }

// Remove takes an element out of the set.
func (s Set) Remove(n int) { s[n/64] &^= 1 << (n % 64) }

// Has reports whether an element is in the set.
func (s Set) Has(n int) bool { return s[n/64]&(1<<(n%64)) != 0 }

// draw takes a card from the bed that was not in play this night. It is 0
// when there is none. After its night a card goes under the others and is
// turned. So the cards that lay in play least often come first, with an element
// that has not. That stands for the shuffle, the side and the headboard.
//
// The box has four elements on a card. With a pack of words it may be more or fewer. The
// salt of a pack goes into each draw. So a log with another pack is another match.
func (used *Set) draw(env *games.Env, cards Pile, elements int, salt uint64) int {
	var out [kit.BedCards]bool
	var times, sides [kit.BedCards]int
	for _, c := range cards {
		out[c.Element%kit.BedCards] = true
	}
	for n := 1; n <= elements; n++ {
		sides[n%kit.BedCards]++
		if used.Has(n) {
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
			used.Add(c.Element)
		}
		return used.draw(env, cards, elements, salt)
	}
	var choice []int
	for n := 1; n <= elements; n++ {
		if i := n % kit.BedCards; !out[i] && times[i] == least && !used.Has(n) {
			choice = append(choice, n)
		}
	}
	return choice[(env.Rand.IntN(len(choice))+int(salt%uint64(len(choice))))%len(choice)]
}
