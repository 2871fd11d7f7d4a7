package judge

import (
	"slices"
	"unicode/utf8"

	"oneiros/games/lexeme"
)

// Dreamt is a card of a round, as a dream may mention it: its element, and the words with which
// the dreamer guessed it.
type Dreamt struct {
	Element int
	Guess   string
}

// Told reports which cards of a round a story mentions. All words of an element
// must stand close together, in any order and form. The guess counts as one of
// its words, since the dreamer knows the card by it.
//
// The longest element that fits is meant, whether it lies on the table or not:
// «песочные часы» are no «Часы». Of equally long ones the nearer form counts.
func (g *Glossary) Told(story string, cards []Dreamt) []bool {
	text := WordsOf(story)
	list := g.sights(text)
	for _, c := range cards {
		if f := newPhrase(c.Element, c.Guess); f.whole != "" {
			list = append(list, f.sights(text)...)
		}
	}
	slices.SortStableFunc(list, func(a, b sight) int { return b.rank() - a.rank() })
	taken := make([]sight, len(text)) // by word, the best that stands on it
	seen := make([]bool, g.Size()+1)
	for _, s := range list {
		free := true
		for _, i := range s.at {
			if t := taken[i]; t.at != nil && t.number != s.number && t.rank() > s.rank() {
				free = false
			}
		}
		if !free {
			continue
		}
		seen[s.number] = true
		for _, i := range s.at {
			if taken[i].at == nil && !s.loose {
				taken[i] = s
			}
		}
	}
	told := make([]bool, len(cards))
	for i, c := range cards {
		told[i] = seen[c.Element]
	}
	return told
}

// sight is a phrase seen in a text.
type sight struct {
	number int   // of the element; 0 for what is none
	at     []int // its words in the text
	words  int   // of the phrase
	near   int   // how near its forms are to the phrase's
	loose  bool  // its words stand apart and in another order: they may be meant each for itself
}

func (s sight) rank() int { return 100*s.words + s.near }

// sights are all phrases of the glossary that a text has.
func (g *Glossary) sights(text []lexeme.Word) []sight {
	var list []sight
	met := map[*phrase]bool{}
	for _, w := range text {
		for _, key := range keysOf(w) {
			for _, f := range g.known[key] {
				if !met[f] {
					met[f] = true
					list = append(list, f.sights(text)...)
				}
			}
		}
	}
	return list
}

// sights are the places where the words of a phrase stand close together, or are
// written as one.
func (f *phrase) sights(text []lexeme.Word) []sight {
	span := len(f.words)
	if span > 1 {
		span += 2
	}
	var list []sight
	for i, w := range text {
		if len(f.words) > 1 && w.Text == f.whole {
			list = append(list, sight{number: f.number, at: []int{i}, words: len(f.words), near: 3})
			continue
		}
		if s, ok := f.sight(text[:min(i+span, len(text))], i); ok {
			list = append(list, s)
		}
	}
	return list
}

// sight finds every word of the phrase once from a place in the text on. One of
// them must stand there.
func (f *phrase) sight(text []lexeme.Word, from int) (sight, bool) {
	s := sight{number: f.number, words: len(f.words), near: 3}
	for _, w := range f.words {
		best, at := 0, -1
		for i := from; i < len(text); i++ {
			if n := nearness(text[i], w); n > best && !slices.Contains(s.at, i) {
				best, at = n, i
			}
		}
		if at < 0 {
			return s, false
		}
		s.at, s.near = append(s.at, at), min(s.near, best)
	}
	s.loose = !slices.IsSorted(s.at) && slices.Max(s.at)-slices.Min(s.at) >= len(s.at)
	return s, slices.Contains(s.at, from)
}

// nearness is how near a word of a text is to a word of a phrase: the same, a form
// of it, or only of the same stem. It is 0 for another word.
func nearness(w, of lexeme.Word) int {
	switch {
	case w.Text == of.Text:
		return 3
	case inflected(w.Text, of.Text):
		return 2
	case w.Same(of) && utf8.RuneCountInString(w.Stem) >= 3:
		return 1
	}
	return 0
}

// keysOf are what a word of a phrase is looked up by: its stems, and its own form.
func keysOf(w lexeme.Word) []string { return []string{w.Text, w.Stem + "~", w.Noun + "~"} }

// learn makes a phrase known by all forms and stems of its words.
func (g *Glossary) learn(f *phrase) {
	keys := []string{f.whole}
	for _, w := range f.words {
		keys = append(keys, w.Stem+"~", w.Noun+"~")
		keys = append(keys, lexeme.Forms(w.Text)...)
	}
	slices.Sort(keys)
	for _, k := range slices.Compact(keys) {
		g.known[k] = append(g.known[k], f)
	}
}

// WordsOf are the words of a story, in order.
func WordsOf(story string) []lexeme.Word {
	var list []lexeme.Word
	for _, t := range content(lexeme.Tokens(story)) {
		list = append(list, lexeme.NewWord(t))
	}
	return list
}
