package player

import (
	"hash/fnv"
	"io"
	"maps"
	"math"
	"slices"
	"strings"
	"sync"

	"oneiros/games"
	"oneiros/games/lexeme"
	"oneiros/games/whenidream/association"
	"oneiros/games/whenidream/judge"
	"oneiros/games/whenidream/kit"
)

// lore is what automatic players know: which elements a word leads to, and which
// elements are near each other. It is made of the associations of both tongues and
// of the glossary. It never changes.
type lore struct {
	exact      map[string][]int     // elements by one of their clues, folded
	stems      map[string][]int     // likewise, by the stems of the clue
	starts     map[string][]stemmed // clues by their first letters
	own        map[string][]int     // elements by the stems of their own words
	kinds      map[string][]int     // elements by the word for their kind
	near       [judge.Elements + 1][judge.Elements + 1]float64
	neighbours [judge.Elements + 1][]int   // the nearest elements, the nearest first
	reached    [judge.Elements + 1][]int   // the elements of which it is a neighbour
	company    [judge.Elements + 1]float64 // how near all neighbours are, added up
}

// stemmed is a folded clue and its stem.
type stemmed struct {
	clue string
	stem []rune
}

// closest is how many neighbours an element has.
const closest = 12

// knowledge is the lore of the embedded associations.
var knowledge = sync.OnceValue(func() *lore {
	l := &lore{exact: map[string][]int{}, stems: map[string][]int{}, starts: map[string][]stemmed{}, own: map[string][]int{}, kinds: map[string][]int{}}
	for n := 1; n <= judge.Elements; n++ {
		l.learnElement(n)
	}
	l.measure()
	return l
})

// learnElement adds the words of an element and its clues.
func (l *lore) learnElement(n int) {
	for _, t := range []kit.Tongue{kit.English, kit.Russian} {
		word := judge.Lexicon().KindWord(n, t)
		l.kinds[word] = kit.Insert(l.kinds[word], n)
		for _, clue := range association.Load().Of(n, t) {
			key := association.Fold(clue)
			if l.exact[key] == nil {
				if s := start(key); s != "" {
					l.starts[s] = append(l.starts[s], stemmed{key, []rune(lexeme.Stem(key))})
				}
			}
			l.exact[key] = kit.Insert(l.exact[key], n)
			for _, k := range stemKeys(lexeme.NewWord(key)) {
				l.stems[k] = kit.Insert(l.stems[k], n)
			}
		}
	}
	for _, answer := range judge.Lexicon().Answers(n) {
		for _, w := range answer {
			for _, k := range stemKeys(w) {
				l.own[k] = kit.Insert(l.own[k], n)
			}
		}
	}
}

// stemKeys are the two stems of a word, told apart.
func stemKeys(w lexeme.Word) []string {
	if w.Stem == w.Noun {
		return []string{w.Stem}
	}
	return []string{w.Stem, w.Noun}
}

// start are the first letters of a word, by which words of one root are found. It is
// empty for a short word.
func start(text string) string {
	n := 0
	for i := range text {
		if n == 3 {
			return text[:i]
		}
		n++
	}
	return ""
}

// measure measures how near elements are to each other. They are near when they share
// clues, when one is a clue for the other, and a little when they are of one kind.
func (l *lore) measure() {
	var x [judge.Elements + 1][judge.Elements + 1]float64
	add := func(a, b int, by float64) {
		if a != b {
			x[a][b] += by
			x[b][a] += by
		}
	}
	for _, key := range slices.Sorted(maps.Keys(l.stems)) { // sums depend on the order
		list := l.stems[key]
		for i, a := range list {
			for _, b := range list[:i] {
				add(a, b, 0.6/float64(len(list)-1))
			}
			for _, b := range l.own[key] {
				add(a, b, 0.35)
			}
		}
	}
	var kinds [judge.Elements + 1]string
	for n := 1; n <= judge.Elements; n++ {
		kinds[n] = judge.Lexicon().KindWord(n, kit.English)
	}
	for a := 1; a <= judge.Elements; a++ {
		for b := 1; b <= judge.Elements; b++ {
			same := 0.0
			if kinds[a] == kinds[b] {
				same = 0.06
			}
			l.near[a][b] = 1 - math.Exp(-x[a][b]-same)
		}
		l.near[a][a] = 1
		list := make([]int, 0, judge.Elements)
		for b := 1; b <= judge.Elements; b++ {
			if b != a {
				list = append(list, b)
			}
		}
		slices.SortStableFunc(list, func(b, c int) int {
			switch {
			case l.near[a][b] > l.near[a][c]:
				return -1
			case l.near[a][b] < l.near[a][c]:
				return 1
			}
			return 0
		})
		l.neighbours[a] = slices.Clone(list[:closest])
		for _, b := range l.neighbours[a] {
			l.reached[b] = append(l.reached[b], a)
			l.company[a] += l.near[a][b]
		}
	}
}

// scores are numbers by element.
type scores [judge.Elements + 1]float64

// How strongly a word leads to an element: by what of it is known.
const (
	byClue   = 1.0   // the word is a clue of the element
	byStem   = 0.6   // it has the stem of one
	byStart  = 0.25  // it begins like one, as words of one root do
	byKind   = 0.05  // it is the word for its kind
	byNear   = 0.12  // at most: the word leads to a near element
	byNaming = 0.3   // at most: the word is a near element
	byChance = 0.002 // nothing leads from the word to the element, and a player may think of it
)

// leads is how strongly a clue leads to every element. An easy player knows a part
// of the clues, and nothing of words that are only like them.
func (l *lore) leads(clue string, t kit.Tongue, how games.Strength) *scores {
	s := new(scores)
	list := lexeme.Tokens(clue)
	if whole := strings.Join(list, ""); len(list) > 1 {
		list = append(list, whole)
	}
	var named []int
	for _, text := range list {
		top := func(elements []int, by float64) {
			for _, n := range elements {
				if knows(how, text, n) {
					s[n] = max(s[n], by)
				}
			}
		}
		top(l.exact[text], byClue)
		top(l.kinds[text], byKind)
		if how == games.Easy {
			continue
		}
		w := lexeme.NewWord(text)
		for _, k := range stemKeys(w) {
			top(l.stems[k], byStem)
			for _, n := range l.own[k] {
				named = kit.Insert(named, n)
			}
		}
		own := []rune(w.Stem)
		for _, other := range l.starts[start(text)] {
			if by := kinship(own, other.stem); by > 0 {
				top(l.exact[other.clue], by)
			}
		}
	}
	if how != games.Easy {
		l.spread(s, named)
	}
	for n := 1; n <= judge.Elements; n++ {
		s[n] = max(s[n], byChance)
	}
	for _, n := range named {
		if judge.Lexicon().Judge(clue, n, t).Level > judge.Fine {
			s[n] = byChance / 10 // it would be forbidden
		}
	}
	return s
}

// knows reports whether a player of a strength thinks of an element at a clue. A
// weaker player knows a part of the associations, always the same.
func knows(how games.Strength, clue string, n int) bool {
	if how == games.Strong {
		return true
	}
	h := fnv.New32a()
	io.WriteString(h, clue)
	part := (h.Sum32() + uint32(n)*2654435761) >> 8 % 100
	if how == games.Easy {
		return part < 18
	}
	return part < 32
}

// spread lets a clue lead to the neighbours of where it leads already.
func (l *lore) spread(s *scores, named []int) {
	from := *s
	for f := 1; f <= judge.Elements; f++ {
		if from[f] >= byStart {
			for _, n := range l.neighbours[f] {
				s[n] = max(s[n], byNear*from[f]*l.near[f][n])
			}
		}
	}
	for _, f := range named {
		for _, n := range l.neighbours[f] {
			s[n] = max(s[n], byNaming*l.near[f][n])
		}
	}
}

// kinship is how strongly a word leads to where another one leads that begins as it
// does, by the stems of both. It is 0 where they are hardly of one root.
func kinship(x, y []rune) float64 {
	if len(x) > len(y) {
		x, y = y, x
	}
	same := lexeme.CommonPrefix(x, y)
	switch {
	case same >= 4 && same >= len(x)-1 && len(y)-same <= 4:
		return byStart
	case same == 3 && len(x) == 3 && len(y) <= 5:
		return byStart / 3
	}
	return 0
}
