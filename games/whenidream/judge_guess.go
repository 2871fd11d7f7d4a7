package whenidream

import (
	"cmp"
	"slices"
	"strings"
)

// named lists the elements that a guess names, by number. Exact words come before
// inflected ones, and those before mistyped ones. So a guess that is exactly one
// element never names another that it resembles.
func (g *glossary) named(guess string) []int {
	f := newPhrase(0, guess)
	if f.whole == "" {
		return nil
	}
	if list := g.whole[f.whole]; list != nil {
		return list
	}
	var list []int
	for _, n := range g.form[f.words[0].text] {
		if g.inflects(f, n) {
			list = insert(list, n)
		}
	}
	for _, w := range disguised(guess) {
		if list == nil {
			list = g.whole[w]
		}
	}
	if list == nil && !slices.ContainsFunc(f.words, func(w word) bool {
		return lists().homographs[w.text] || lists().homophones[strings.TrimSuffix(w.text, "s")] != 0
	}) {
		list = g.mistyped(f)
	}
	return list
}

// inflects reports whether a phrase is a way to say an element in other forms.
// It has as many words, and each is a form of one of them.
func (g *glossary) inflects(f phrase, n int) bool {
	e := &g.entries[n]
	return slices.ContainsFunc(e.all, func(of phrase) bool {
		return len(of.words) == len(f.words) && !slices.ContainsFunc(f.words, func(w word) bool {
			return lists().homographs[w.text] || !slices.ContainsFunc(of.words, func(v word) bool { return inflected(w.text, v.text) })
		})
	})
}

// names reports whether a guess names an element.
func (g *glossary) names(guess string, n int) bool { return slices.Contains(g.named(guess), n) }

// mistyped lists the elements nearest to a word that is no element. It is empty
// unless the word is so near that it must be a slip of the keyboard.
func (g *glossary) mistyped(f phrase) []int {
	var list []int
	best := slips(len(f.runes)) + 1
	for i := range g.forms {
		e := &g.forms[i]
		limit := min(slips(min(len(f.runes), len(e.runes))), best)
		if limit == 0 || diminutive(f.roots, e.roots) {
			continue
		}
		d := min(distance(f.runes, e.runes, limit), distance(f.roots, e.roots, limit))
		switch c := cmp.Compare(d, best); {
		case d > limit:
		case c < 0:
			best, list = d, []int{e.number}
		case c == 0:
			list = insert(list, e.number)
		}
	}
	return slices.DeleteFunc(list, func(n int) bool {
		e := &g.entries[n]
		return slices.ContainsFunc(e.printed[Russian], f.derivative) || slices.ContainsFunc(e.aliases[Russian], f.derivative)
	})
}

// slips is how many small typing errors a word of n letters may have. In a short
// word one wrong letter makes another word.
func slips(n int) int {
	switch {
	case n >= 10:
		return 2
	case n >= 6:
		return 1
	default:
		return 0
	}
}

// diminutive reports whether one Russian stem is the other with «к» after it.
// For example, «ракетка» is not a slip for «ракета» but another thing.
func diminutive(a, b []rune) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	return len(b) == len(a)+1 && b[len(a)] == 'к' && slices.Equal(a, b[:len(a)])
}

// derivative reports whether a guess and a phrase have one root and different
// suffixes. «велосипедист», «яблоня» and «собачий» are no slips.
func (f phrase) derivative(e phrase) bool {
	if len(f.words) != 1 || len(e.words) != 1 || !hasCyrillic(f.whole) {
		return false
	}
	for _, end := range []string{"ий", "ый", "ая", "ого", "ому", "ыми", "ых"} {
		if strings.HasSuffix(f.whole, end) && !slices.Contains([]string{"ый", "ий", "ой", "ая", "ое", "ые", "ие"}, string(e.runes[max(0, len(e.runes)-2):])) {
			return true
		}
	}
	a, b := []rune(f.words[0].noun), []rune(e.words[0].noun)
	p := commonPrefix(a, b)
	if p < 4 {
		return false
	}
	x, y := string(a[p:]), string(b[p:])
	return x != y && x != "" && lists().makers[x] && (y == "" || lists().makers[y] || y == "ь")
}

// distance is how many letters must be added, dropped, replaced or swapped to
// turn a into b. Only neighbours are swapped (optimal string alignment). It is
// limit+1 where that is more than limit.
func distance(a, b []rune, limit int) int {
	const most = 64 // letters
	if d := len(a) - len(b); d > limit || -d > limit || len(a) >= most || len(b) >= most {
		return limit + 1
	}
	var rows [3][most]int
	for j := range len(b) + 1 {
		rows[0][j] = j
	}
	for i := 1; i <= len(a); i++ {
		now, up, two := &rows[i%3], &rows[(i+2)%3], &rows[(i+1)%3]
		now[0] = i
		least := i
		for j := 1; j <= len(b); j++ {
			d := up[j-1]
			if a[i-1] != b[j-1] {
				d = min(d, up[j], now[j-1]) + 1
				if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
					d = min(d, two[j-2]+1)
				}
			}
			now[j] = d
			least = min(least, d)
		}
		if least > limit+1 {
			return limit + 1
		}
	}
	return min(rows[len(a)%3][len(b)], limit+1)
}

// commonPrefix is how many letters two words begin with in common.
func commonPrefix(a, b []rune) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}
