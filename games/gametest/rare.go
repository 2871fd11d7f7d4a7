package gametest

import (
	"slices"
	"strconv"
	"strings"
	"unicode"

	"oneiros/games"
)

// How many unlisted moves are tried at a moment. One number is the least for
// each seat, and one is about all seats together.
const (
	rareLeast = 24
	rareAll   = 240
)

// vocabulary is the numbers and words of a position, and of notations that were
// legal at some moment. Moves are made of them.
type vocabulary struct{ numbers, words []string }

func (p legality) vocabulary() vocabulary {
	numbers, words := map[string]bool{"0": true}, map[string]bool{}
	add := func(w string) {
		if n, err := strconv.Atoi(w); err == nil && n >= 0 && n < 1000 {
			numbers[w], numbers[strconv.Itoa(n+1)] = true, true
		} else if err != nil && len(w) <= 20 && !strings.ContainsAny(w, "\" ") && w != "" {
			words[w] = true
		}
	}
	for s := range p.seats {
		add(strconv.Itoa(s))
	}
	if list, err := leaves(p.m.Snapshot().Position); err == nil {
		for _, l := range list {
			w := l.value
			if text, err := strconv.Unquote(w); err == nil {
				w = text
			}
			add(w)
		}
	}
	for _, n := range p.pool {
		if !free(n) {
			for _, w := range parts(n) {
				add(w)
			}
		}
	}
	return vocabulary{by(numbers), by(words)}
}

// slots are the places of the words and numbers in a notation, each from one byte to
// another. They leave out quoted text.
func slots(n string) [][2]int {
	var list [][2]int
	from, in := -1, false
	for i, r := range n + " " {
		if r == '"' {
			in = !in
		}
		word := !in && (unicode.IsLetter(r) || unicode.IsDigit(r))
		if word && from < 0 {
			from = i
		} else if !word && from >= 0 {
			list, from = append(list, [2]int{from, i}), -1
		}
	}
	return list
}

// changed puts the k-th word or number of the vocabulary into one place.
func (v vocabulary) changed(n string, slot [2]int, k int) string {
	list := v.words
	if c := n[slot[0]]; c >= '0' && c <= '9' {
		list = v.numbers
	}
	if len(list) == 0 {
		return n
	}
	return n[:slot[0]] + list[k%len(list)] + n[slot[1]:]
}

// rare tries unlisted moves that are made of parts of the position. Examples are
// another player's card, another seat and the next card of the deck. Chance would
// hardly find a rule that accepts one of them by mistake. They count as little
// work, because most are refused at once.
func (p legality) rare() {
	work := p.work
	words := p.vocabulary()
	verbs := map[string][]string{}
	for _, list := range append(slices.Clone(p.moves), p.pool) {
		for _, n := range list {
			verb, _, _ := strings.Cut(n, " ")
			verbs[verb] = append(verbs[verb], n)
		}
	}
	for s := range p.seats {
		each := max(rareLeast, rareAll/p.seats)/max(len(verbs), 1) + 1
		for _, verb := range by(verbs) {
			n := verbs[verb][p.r.IntN(len(verbs[verb]))]
			p.try(games.Seat(s), n, p.m.At())
			if m := verbs[verb][p.r.IntN(len(verbs[verb]))]; len(slots(m)) > len(slots(n)) {
				n = m // a form has no parameters to change
			}
			p.alike(games.Seat(s), n)
			from := p.r.IntN(1 << 16)
			for k := range each {
				places := slots(n) // the first is the verb
				if len(places) < 2 {
					break
				}
				other := words.changed(n, places[1+p.r.IntN(len(places)-1)], from+k)
				if places = slots(other); len(places) > 2 && k%2 == 1 {
					other = words.changed(other, places[1+p.r.IntN(len(places)-1)], p.r.IntN(1<<16))
				}
				p.try(games.Seat(s), other, p.m.At())
			}
		}
	}
	p.work = work + (p.work-work)/10
}

// alike tries a move in which two places are the same. It names the same card
// twice, or the player instead of another person.
func (p legality) alike(seat games.Seat, n string) {
	places := slots(n)
	if len(places) < 3 {
		return
	}
	a, b := places[len(places)-2], places[len(places)-1]
	p.try(seat, n[:b[0]]+n[a[0]:a[1]]+n[b[1]:], p.m.At())
	p.try(seat, n[:a[0]]+n[b[0]:b[1]]+n[a[1]:], p.m.At())
}
