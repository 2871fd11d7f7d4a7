package whenidream

import (
	"cmp"
	_ "embed"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// Elements is how many elements the glossary has. They are numbered from one as
// in the rulebook, which prints all of them in English and in Russian.
const Elements = 440

// wordsTSV has a line for each element: its number, then for English and for
// Russian what is printed, which of its meanings where there are several, and
// other words that a fair judge would take for it, irregular forms included. A
// slash separates two printed words of one meaning.
//
// It differs from the rulebook's glossary where that would spoil a guess: the
// two elements called «Ребёнок» are told apart, «Ковёр» has its ё, «Замок» has
// no stress mark.
//
//go:embed words.tsv
var wordsTSV string

// entry is one element with all that can be said of it.
type entry struct {
	word    map[Tongue]string
	note    map[Tongue]string
	shown   map[Tongue]Element
	printed map[Tongue][]phrase
	aliases map[Tongue][]phrase
}

// phrase is one way to say an element, ready to be compared.
type phrase struct {
	number int
	whole  string // the words without spaces
	words  []word // without small ones
	runes  []rune // of whole
	roots  []rune // of the stems, together
}

// keys are what another phrase of the same words, inflected and in any order,
// has one of: a word is known by either of its stems.
func (f phrase) keys() []string {
	list := [][]string{nil}
	for _, w := range f.words {
		var longer [][]string
		for _, k := range list {
			longer = append(longer, append(slices.Clone(k), w.stem))
			if len(list) < 8 {
				longer = append(longer, append(slices.Clone(k), w.noun+"~"))
			}
		}
		list = longer
	}
	var keys []string
	for _, k := range list {
		slices.Sort(k)
		keys = append(keys, strings.Join(k, " "))
	}
	return keys
}

// glossary is the table of elements with its indices. It never changes.
type glossary struct {
	entries [Elements + 1]entry // by number; the first is empty
	forms   []phrase            // of all, in order
	whole   map[string][]int    // numbers by phrase.whole
	key     map[string][]int    // numbers by each of phrase.keys
	kindred map[int][]string    // folded words of the root of an element
}

var lexicon = sync.OnceValue(func() *glossary {
	g, err := readGlossary(wordsTSV)
	if err != nil {
		panic(err) // embedded: the first test of anything meets it
	}
	return g
})

func readGlossary(tsv string) (*glossary, error) {
	g := &glossary{whole: map[string][]int{}, key: map[string][]int{}}
	lines := strings.Split(strings.TrimSuffix(tsv, "\n"), "\n")
	if len(lines) != Elements {
		return nil, fmt.Errorf("glossary: %d lines", len(lines))
	}
	for i, line := range lines {
		n := i + 1
		f := strings.Split(line, "\t")
		if len(f) != 7 || f[0] != strconv.Itoa(n) {
			return nil, fmt.Errorf("glossary: line %d", n)
		}
		e := entry{map[Tongue]string{}, map[Tongue]string{}, map[Tongue]Element{}, map[Tongue][]phrase{}, map[Tongue][]phrase{}}
		for t, f := range map[Tongue][]string{English: f[1:4], Russian: f[4:7]} {
			e.word[t] = strings.ReplaceAll(f[0], "/", " / ")
			e.note[t] = f[1]
			for w := range strings.SplitSeq(f[0], "/") {
				e.printed[t] = append(e.printed[t], newPhrase(n, w))
			}
			for w := range strings.SplitSeq(f[2], ",") {
				if w != "" {
					e.aliases[t] = append(e.aliases[t], newPhrase(n, w))
				}
			}
		}
		for _, t := range []Tongue{English, Russian} {
			e.shown[t] = Element{Number: n, Word: e.word[t], Note: e.note[t], Other: e.word[otherTongue(t)]}
		}
		g.entries[n] = e
		for _, t := range []Tongue{English, Russian} {
			for _, f := range slices.Concat(e.printed[t], e.aliases[t]) {
				g.forms = append(g.forms, f)
				g.whole[f.whole] = insert(g.whole[f.whole], n)
				for _, k := range f.keys() {
					g.key[k] = insert(g.key[k], n)
				}
			}
		}
	}
	g.kindred = map[int][]string{}
	for line := range strings.Lines(strings.TrimSpace(families)) {
		n, most := 0, ""
		for i := 1; i <= Elements; i++ {
			// The longest name that begins the line: "Snow", "Snowflake".
			if w := g.entries[i].word[English]; len(w) > len(most) && strings.HasPrefix(line, w+" ") {
				n, most = i, w
			}
		}
		if n == 0 {
			return nil, fmt.Errorf("families: %q", line)
		}
		g.kindred[n] = strings.Fields(strings.TrimPrefix(line, most))
	}
	return g, nil
}

func insert(list []int, n int) []int {
	if slices.Contains(list, n) {
		return list
	}
	return append(list, n)
}

func newPhrase(number int, text string) phrase {
	f := phrase{number: number}
	var roots strings.Builder
	for _, t := range content(tokens(text)) {
		w := newWord(t)
		f.words = append(f.words, w)
		f.whole += t
		roots.WriteString(w.stem)
	}
	f.runes, f.roots = []rune(f.whole), []rune(roots.String())
	return f
}

// element is what a viewer who may see it is shown of a number.
func (g *glossary) element(n int, t Tongue) Element {
	if n < 1 || n > Elements {
		return Element{}
	}
	return g.entries[n].shown[t]
}

// named lists the elements that a guess names, by number. A word that is exactly
// one element is not also another that it merely resembles: exact words come
// before inflected ones, and those before mistyped ones.
func (g *glossary) named(guess string) []int {
	f := newPhrase(0, guess)
	if f.whole == "" {
		return nil
	}
	if list := g.whole[f.whole]; list != nil {
		return list
	}
	var list []int
	for _, k := range f.keys() {
		for _, n := range g.key[k] {
			if g.inflects(f, n) {
				list = insert(list, n)
			}
		}
	}
	if list == nil && !slices.ContainsFunc(f.words, func(w word) bool { return homographs[w.text] || homophones[strings.TrimSuffix(w.text, "s")] != 0 }) {
		list = g.mistyped(f)
	}
	return list
}

// inflects reports whether a phrase is a word for an element in some other form:
// of as many words, each a form of one of its own.
func (g *glossary) inflects(f phrase, n int) bool {
	e := &g.entries[n]
	for _, list := range [][]phrase{e.printed[English], e.printed[Russian], e.aliases[English], e.aliases[Russian]} {
		for _, of := range list {
			if len(of.words) == len(f.words) && !slices.ContainsFunc(f.words, func(w word) bool {
				return homographs[w.text] || !slices.ContainsFunc(of.words, func(v word) bool { return inflected(w.text, v.text) })
			}) {
				return true
			}
		}
	}
	return false
}

// names reports whether a guess names an element.
func (g *glossary) names(guess string, n int) bool { return slices.Contains(g.named(guess), n) }

// mistyped lists the elements nearest to a word that is none, when it is so near
// that it must be a slip of the keyboard.
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
		return slices.ContainsFunc(e.printed[Russian], f.other) || slices.ContainsFunc(e.aliases[Russian], f.other)
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

// diminutive reports whether one Russian stem is the other and «к»: «ракетка» is
// no slip for «ракета» but another thing.
func diminutive(a, b []rune) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	return len(b) == len(a)+1 && b[len(a)] == 'к' && slices.Equal(a, b[:len(a)])
}

// other reports whether a guess is made of the root of a phrase by a suffix of
// its own, or of both by theirs: «велосипедист», «яблоня» and «собачий» are no
// slips.
func (f phrase) other(e phrase) bool {
	if len(f.words) != 1 || len(e.words) != 1 || !hasCyrillic(f.whole) {
		return false
	}
	for _, end := range []string{"ий", "ый", "ая", "ого", "ому", "ыми", "ых"} {
		if strings.HasSuffix(f.whole, end) && !slices.Contains([]string{"ый", "ий", "ой", "ая", "ое", "ые", "ие"}, string(e.runes[max(0, len(e.runes)-2):])) {
			return true
		}
	}
	a, b := []rune(f.words[0].noun), []rune(e.words[0].noun)
	p := slicesPrefix(a, b)
	if p < 4 {
		return false
	}
	x, y := string(a[p:]), string(b[p:])
	return x != y && x != "" && makers[x] && (y == "" || makers[y] || y == "ь")
}

// makers are the suffixes that make another thing of a thing.
var makers = wordSet(`ист ник щик чик н ня к арн ств ен`)

// distance is the number of letters to add, drop, replace or swap with their
// neighbour (optimal string alignment) to make b of a, or limit+1 when it is
// more than limit.
func distance(a, b []rune, limit int) int {
	const most = 64
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

// mentions reports whether a story mentions an element: all the stems of one of
// its words stand close together, in any order and inflected in any way. The
// guess counts as one of its words, since it is how the dreamer knows the card.
func (g *glossary) mentions(story []word, n int, guess string) bool {
	e := &g.entries[n]
	for _, list := range [][]phrase{e.printed[English], e.printed[Russian], e.aliases[English], e.aliases[Russian]} {
		for i := range list {
			if near(story, list[i].words) {
				return true
			}
		}
	}
	f := newPhrase(n, guess)
	return f.whole != "" && near(story, f.words)
}

// near reports whether all of some words stand close together in a text.
func near(text, words []word) bool {
	span := len(words)
	if span > 1 {
		span += 2
	}
	for i := range text {
		part := text[i:min(i+span, len(text))]
		if !slices.ContainsFunc(words, part[0].same) {
			continue
		}
		all := true
		for _, w := range words {
			all = all && slices.ContainsFunc(part, w.same)
		}
		if all {
			return true
		}
	}
	return false
}

// storyWords are the words of a story, in order.
func storyWords(story string) []word {
	var list []word
	for _, t := range content(tokens(story)) {
		list = append(list, newWord(t))
	}
	return list
}
