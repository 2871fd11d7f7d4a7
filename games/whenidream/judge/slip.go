package judge

import (
	"slices"
	"strings"
	"unicode/utf8"

	"oneiros/games/lexeme"
	"oneiros/games/whenidream/kit"
	dictionary "oneiros/games/words"
)

// The costs of slips, the likely ones first. Where a guess is near to several elements,
// the likeliest slip decides. Where two are equally likely, the guess names neither.
const (
	misheard  = 0 // it sounds the same: "kactus", «акрабат»
	likely    = 2 // swapped letters, a neighbouring key, a letter too many times or too few
	forgotten = 4 // a letter that is missing, or several that sound the same
	unlikely  = 6 // any other wrong letter
	twice     = 8 // two slips
	never     = 10

	inflection = 3 // besides, for another form: people mostly guess in the first case
)

// The letters that a guess needs for slips. In a shorter word, one wrong letter makes
// another word as easily.
const (
	fewestLetters  = 3 // for a likely slip, or a letter that is missing
	enoughLetters  = 4 // for any slip
	soundedLetters = 5 // for several letters that sound the same
	manyLetters    = 7 // for two slips
)

// candidates are the elements that cost the least so far.
type candidates struct {
	cost int
	list []int
}

func (c *candidates) note(n, cost int) {
	switch {
	case cost < c.cost:
		c.cost, c.list = cost, []int{n}
	case cost == c.cost && cost < never:
		c.list = kit.Insert(c.list, n)
	}
}

// only is the element that costs the least, if there is only one.
func (c *candidates) only() []int {
	if len(c.list) != 1 {
		return nil
	}
	return c.list
}

// mistyped is the element for which a guess must be a slip. Every word of the guess that
// is a word of its own has to be a word of the element.
func (g *Glossary) mistyped(f phrase) []int {
	if !slices.ContainsFunc(f.words, func(w lexeme.Word) bool { return !dictionary.Has(w.Text) }) {
		return nil
	}
	best := candidates{cost: never}
	if len(f.words) > 1 {
		g.mistypedWords(f, &best)
	}
	if best.list == nil {
		g.mistypedWhole(f.whole, &best)
	}
	return best.only()
}

// mistypedWords notes the elements of as many words, each of which is said or mistyped.
func (g *Glossary) mistypedWords(f phrase, best *candidates) {
	for i := range g.forms {
		of := &g.forms[i]
		if len(of.words) != len(f.words) {
			continue
		}
		cost := 0
		taken := make([]bool, len(of.words))
		for _, w := range f.words {
			least, at := never, -1
			for j, v := range of.words {
				if c := costs(w, v); !taken[j] && c < least {
					least, at = c, j
				}
			}
			if cost += least; at < 0 {
				cost = never
				break
			}
			taken[at] = true
		}
		best.note(of.number, cost)
	}
}

// costs is the cost of a word of a guess for one of an element.
func costs(w, of lexeme.Word) int {
	switch {
	case w.Text == of.Text || inflected(w.Text, of.Text):
		return 0
	case dictionary.Has(w.Text):
		return never
	}
	typed := []rune(w.Text)
	least := never
	for _, form := range formsOf(of.Text) {
		letters := []rune(form)
		switch d := lexeme.Distance(typed, letters, 2); {
		case lexeme.EarKey(w.Text) == lexeme.EarKey(form) && d <= 2:
			return likely
		case d == 1 && len(typed) >= enoughLetters:
			least = min(least, forgotten)
		case d == 2 && len(typed) >= manyLetters:
			least = min(least, twice)
		}
	}
	return least
}

// mistypedWhole notes the elements that are near to a word.
func (g *Glossary) mistypedWhole(typed string, best *candidates) {
	letters := []rune(typed)
	if len(letters) < fewestLetters || len(letters) > kit.MaxGuess {
		return
	}
	sounds := lexeme.EarKey(typed)
	eachSlip(letters, func(text []byte, cost int) {
		list := g.say(text)
		if list == nil {
			return
		}
		if lexeme.EarKey(string(text)) == sounds {
			cost = misheard
		}
		if len(letters) < enoughLetters && cost > forgotten {
			return
		}
		if g.whole[string(text)] == nil {
			cost += inflection
		}
		for _, n := range list {
			best.note(n, cost)
		}
	})
	if len(letters) >= soundedLetters && best.cost > forgotten {
		for _, f := range g.byEar()[sounds] {
			switch d := lexeme.Distance(letters, f.runes, 3); {
			case d <= 2:
				best.note(f.number, forgotten)
			case d == 3:
				best.note(f.number, unlikely)
			}
		}
	}
	if len(letters) >= manyLetters && best.cost > twice && !nearWord(letters, sounds) {
		for i := range g.forms {
			if f := &g.forms[i]; lexeme.Distance(letters, f.runes, 2) <= 2 {
				best.note(f.number, twice)
			}
		}
	}
}

// nearWord reports whether a word is one slip from any word of its language, and no unlikely
// one. Then that word is meant, and none that is two slips away.
func nearWord(typed []rune, sounds string) bool {
	near := false
	eachSlip(typed, func(text []byte, cost int) {
		if !near && dictionary.Has(string(text)) {
			near = cost < unlikely || lexeme.EarKey(string(text)) == sounds
		}
	})
	return near
}

// say are the elements that are said with one word, in any form that the dictionary has. One
// of two letters is too short to be meant.
func (g *Glossary) say(text []byte) []int {
	list := g.whole[string(text)]
	if utf8.RuneCount(text) < fewestLetters && len(list) > 0 && !slices.ContainsFunc(list, func(n int) bool { return g.isPrinted(string(text), n) }) {
		return nil
	}
	if numbers := g.form[string(text)]; list == nil && numbers != nil && dictionary.Has(string(text)) {
		f := phraseOf(0, []string{string(text)})
		for _, n := range numbers {
			if g.inflects(f, n) {
				list = kit.Insert(list, n)
			}
		}
	}
	return list
}

// isPrinted reports whether an element is printed as one word.
func (g *Glossary) isPrinted(whole string, n int) bool {
	e := &g.entries[n]
	return slices.ContainsFunc(slices.Concat(e.printed[kit.English], e.printed[kit.Russian]), func(f phrase) bool { return f.whole == whole })
}

// hear are the phrases by how they sound.
func (g *Glossary) hear() map[string][]*phrase {
	sounds := map[string][]*phrase{}
	for i := range g.forms {
		f := &g.forms[i]
		keys := []string{lexeme.EarKey(f.whole), lexeme.EarKey(strings.ReplaceAll(f.whole, "ch", "k"))} // "chameleon"
		for _, k := range slices.Compact(keys) {
			sounds[k] = append(sounds[k], f)
		}
	}
	return sounds
}

// eachSlip calls do with each word that may be meant by one that has a slip, and with
// what that slip costs. The text is only lent.
func eachSlip(typed []rune, do func(text []byte, cost int)) {
	first, last := 'a', 'z'
	if lexeme.HasCyrillic(string(typed)) {
		first, last = 'а', 'я'
	}
	text := make([]byte, 0, 2*utf8.UTFMax*len(typed))
	try := func(cost int, parts ...[]rune) {
		text = text[:0]
		for _, part := range parts {
			for _, r := range part {
				text = utf8.AppendRune(text, r)
			}
		}
		do(text, cost)
	}
	at := func(i int) rune {
		if i < 0 || i >= len(typed) {
			return 0
		}
		return typed[i]
	}
	other := make([]rune, 1)
	for i := range len(typed) + 1 {
		head, tail := typed[:i], typed[i:]
		if i < len(typed) {
			cost := unlikely
			switch r := typed[i]; {
			case r == at(i-1) || r == at(i+1):
				cost = likely
			case neighbours(r, at(i-1)) || neighbours(r, at(i+1)):
				cost = forgotten
			}
			try(cost, head, tail[1:])
		}
		if i+1 < len(typed) && tail[0] != tail[1] {
			try(likely, head, tail[1:2], tail[:1], tail[2:])
		}
		for r := first; r <= last; r++ {
			other[0] = r
			cost := forgotten
			if r == at(i-1) || r == at(i) {
				cost = likely
			}
			try(cost, head, other, tail)
			if i < len(typed) && r != typed[i] {
				cost = unlikely
				if neighbours(r, typed[i]) {
					cost = likely
				}
				try(cost, head, other, tail[1:])
			}
		}
	}
}

// keyboards are the rows of letters of keyboards, from the top.
var keyboards = [][]string{
	{"qwertyuiop", "asdfghjkl", "zxcvbnm"},
	{"йцукенгшщзхъ", "фывапролджэ", "ячсмитьбю"},
}

// besides are the pairs of keys that lie side by side. A key lies below the one of its
// place in the row above, and below the next one.
var besides = func() map[[2]rune]bool {
	pairs := map[[2]rune]bool{}
	for _, rows := range keyboards {
		for y, row := range rows {
			keys := []rune(row)
			for x, r := range keys {
				near := []rune{}
				if x > 0 {
					near = append(near, keys[x-1])
				}
				if y > 0 {
					above := []rune(rows[y-1])
					near = append(near, above[x:min(x+2, len(above))]...)
				}
				for _, n := range near {
					pairs[[2]rune{r, n}], pairs[[2]rune{n, r}] = true, true
				}
			}
		}
	}
	return pairs
}()

// neighbours reports whether two letters are keys that lie side by side.
func neighbours(a, b rune) bool { return besides[[2]rune{a, b}] }
