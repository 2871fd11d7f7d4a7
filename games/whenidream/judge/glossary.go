package judge

import (
	_ "embed"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"

	"oneiros/games/lexeme"
	"oneiros/games/whenidream/kit"
)

// Elements is how many elements the glossary has. They are numbered from one as
// in the rulebook, which prints all of them in English and in Russian.
const Elements = 440

// wordsTSV has a line for each element, with eight columns. The first is the
// number and the last the kind of thing. Between them are three columns for
// English and three for Russian. They are the printed word, which of its
// meanings is meant, and other words that a fair judge accepts. Those include
// irregular forms. A slash separates two printed words of one meaning.
//
// It differs from the rulebook's glossary where that would spoil a guess. The
// two elements called «Ребёнок» are told apart, «Ковёр» has its ё, «Замок» has
// no stress mark.
//
//go:embed words.tsv
var wordsTSV string

// entry is one element with all that can be said of it.
type entry struct {
	word    map[kit.Tongue]string
	note    map[kit.Tongue]string
	shown   map[kit.Tongue]kit.Element
	printed map[kit.Tongue][]phrase
	aliases map[kit.Tongue][]phrase
	family  map[kit.Tongue]*lexeme.Family
	all     []phrase // printed words and aliases of both tongues
	kind    string   // a head of the list "kinds"

}

// phrase is one way to say an element, ready to be compared.
type phrase struct {
	number int
	whole  string        // the words without spaces
	words  []lexeme.Word // without small ones
	runes  []rune        // of whole
	roots  []rune        // of the stems, together
}

func newPhrase(number int, text string) phrase {
	return phraseOf(number, content(lexeme.Tokens(text)))
}

// phraseOf makes a phrase of folded words.
func phraseOf(number int, list []string) phrase {
	f := phrase{number: number}
	var roots strings.Builder
	for _, t := range list {
		w := lexeme.NewWord(t)
		f.words = append(f.words, w)
		f.whole += t
		roots.WriteString(w.Stem)
	}
	f.runes, f.roots = []rune(f.whole), []rune(roots.String())
	return f
}

// Glossary is the table of elements with its indices. It never changes.
type Glossary struct {
	entries []entry              // by number; the first is empty
	forms   []phrase             // of all elements, in order
	whole   map[string][]int     // numbers by phrase.whole
	form    map[string][]int     // numbers by each form of each word
	known   map[string][]*phrase // phrases by the stems and forms of their words

	byEar func() map[string][]*phrase // phrases by their sound, made when first wanted

}

// Lexicon is the embedded glossary.
var Lexicon = sync.OnceValue(func() *Glossary {
	g, err := readGlossary(wordsTSV, rootsTXT, lists())
	if err != nil {
		panic(err) // embedded: the first test meets it
	}
	return g
})

// readGlossary reads the glossary with the roots, and checks the word lists against
// it. Its error
// names the file and the line of the mistake.
func readGlossary(tsv, roots string, l *wordLists) (*Glossary, error) {
	g := newGlossary(Elements)
	n := 0
	for line := range strings.Lines(tsv) {
		n++
		e, err := readEntry(n, strings.TrimSuffix(line, "\n"), l)
		if err != nil {
			return nil, fmt.Errorf("words.tsv:%d: %w", n, err)
		}
		g.entries[n] = e
		g.index(n)
	}
	if n != Elements {
		return nil, fmt.Errorf("words.tsv:%d: %d elements, want %d", n, n, Elements)
	}
	g.learnAll(l)
	if err := g.readRoots(roots); err != nil {
		return nil, err
	}
	return g, g.check(l)
}

func newGlossary(elements int) *Glossary {
	g := &Glossary{entries: make([]entry, elements+1), whole: map[string][]int{}, form: map[string][]int{}, known: map[string][]*phrase{}}
	g.byEar = sync.OnceValue(g.hear)
	return g
}

// Size is how many elements there are.
func (g *Glossary) Size() int { return len(g.entries) - 1 }

// index makes an entry be found by its words.
func (g *Glossary) index(n int) {
	e := &g.entries[n]
	for _, t := range []kit.Tongue{kit.English, kit.Russian} {
		for _, f := range slices.Concat(e.printed[t], e.aliases[t]) {
			g.forms = append(g.forms, f)
			g.whole[f.whole] = kit.Insert(g.whole[f.whole], n)
			for _, w := range f.words {
				for _, form := range lexeme.Forms(w.Text) {
					g.form[form] = kit.Insert(g.form[form], n)
				}
			}
		}
	}
}

// learnAll makes all phrases known, and those of other things.
func (g *Glossary) learnAll(l *wordLists) {
	for i := range g.forms {
		g.learn(&g.forms[i])
	}
	for _, w := range lexeme.Words(l.raw["other things"]) {
		f := newPhrase(0, w)
		g.learn(&f)
	}
}

// readEntry reads line n of the glossary.
func readEntry(n int, line string, l *wordLists) (entry, error) {
	f := strings.Split(line, "\t")
	if n > Elements {
		return entry{}, fmt.Errorf("more than %d elements", Elements)
	}
	if len(f) != 8 {
		return entry{}, fmt.Errorf("%d columns, want 8", len(f))
	}
	if f[0] != strconv.Itoa(n) {
		return entry{}, fmt.Errorf("number %q, want %d", f[0], n)
	}
	e := entry{
		word: map[kit.Tongue]string{}, note: map[kit.Tongue]string{}, shown: map[kit.Tongue]kit.Element{},
		printed: map[kit.Tongue][]phrase{}, aliases: map[kit.Tongue][]phrase{}, family: map[kit.Tongue]*lexeme.Family{}, kind: f[7],
	}
	if l.kinds[kit.English][e.kind] == "" {
		return entry{}, fmt.Errorf("no kind is called %q", e.kind)
	}
	for t, f := range map[kit.Tongue][]string{kit.English: f[1:4], kit.Russian: f[4:7]} {
		e.word[t] = strings.ReplaceAll(f[0], "/", " / ")
		e.note[t] = f[1]
		for w := range strings.SplitSeq(f[0], "/") {
			if newPhrase(n, w).whole == "" {
				return entry{}, fmt.Errorf("no word in %s", t)
			}
			e.printed[t] = append(e.printed[t], newPhrase(n, w))
		}
		for w := range strings.SplitSeq(f[2], ",") {
			switch p := newPhrase(n, w); {
			case p.whole != "":
				e.aliases[t] = append(e.aliases[t], p)
			case f[2] != "":
				return entry{}, fmt.Errorf("an empty word in %q", f[2])
			}
		}
	}
	for _, t := range []kit.Tongue{kit.English, kit.Russian} {
		e.shown[t] = kit.Element{Number: n, Word: e.word[t], Note: e.note[t], Other: e.word[t.Other()]}
	}
	e.all = slices.Concat(e.printed[kit.English], e.printed[kit.Russian], e.aliases[kit.English], e.aliases[kit.Russian])
	return e, nil
}

// check looks whether the word lists speak of elements where they say so.
func (g *Glossary) check(l *wordLists) error {
	part := lexeme.Set{} // the words of English elements
	for _, e := range g.entries {
		for _, f := range e.printed[kit.English] {
			for _, w := range f.words {
				part[w.Text] = true
			}
		}
	}
	for _, line := range l.raw["homophones"] {
		if !slices.ContainsFunc(line.Words, func(w string) bool { return part[w] }) {
			return listError(line.Number, "no element is among %q", line.Words)
		}
	}
	for _, line := range l.raw["openings"] {
		for _, w := range line.Words {
			if g.whole[w] != nil {
				return listError(line.Number, "%q is a word for an element, so a guess may consist of it", w)
			}
		}
	}
	for _, list := range []string{"unlike", "likely"} {
		for _, line := range l.raw[list] {
			for _, w := range line.Words {
				if g.whole[w] == nil {
					return listError(line.Number, "%q is no other word for an element", w)
				}
			}
		}
	}
	return nil
}

// Element is what a number's card shows in a tongue.
func (g *Glossary) Element(n int, t kit.Tongue) kit.Element {
	if n < 1 || n > g.Size() {
		return kit.Element{}
	}
	return g.entries[n].shown[t]
}

// KindWord is the word for the kind of thing that an element is, in a tongue.
func (g *Glossary) KindWord(n int, t kit.Tongue) string { return lists().kinds[t][g.entries[n].kind] }

// Answers are all ways to say an element, printed words and others of both tongues, each with
// its words.
func (g *Glossary) Answers(n int) [][]lexeme.Word {
	var list [][]lexeme.Word
	for _, f := range g.entries[n].all {
		list = append(list, f.words)
	}
	return list
}

// Others are the answers to an element beside its printed words, in a tongue and folded.
func (g *Glossary) Others(n int, t kit.Tongue) []string {
	var list []string
	for _, a := range g.entries[n].aliases[t] {
		list = append(list, a.text())
	}
	return list
}

// Folded is a text as answers are compared: its words together, without small ones, and their
// stems together.
func Folded(text string) (whole, stems string) {
	p := newPhrase(0, text)
	return p.whole, string(p.roots)
}

// Everyday reports whether a word for an element, in small letters, is so common that it may
// stand in any text.
func Everyday(word string) bool { return lists().everyday[word] }

// content are the words without the small ones. They are all words where all are
// small.
func content(list []string) []string {
	var full []string
	for _, w := range list {
		if !lists().small[w] {
			full = append(full, w)
		}
	}
	if full == nil {
		return list
	}
	return full
}

// Word is an element's word, the first where two are printed.
func (g *Glossary) Word(n int, t kit.Tongue) string {
	word, _, _ := strings.Cut(g.entries[n].word[t], " / ")
	return word
}

// text is what a phrase says, folded.
func (f phrase) text() string {
	s := ""
	for i, w := range f.words {
		if i > 0 {
			s += " "
		}
		s += w.Text
	}
	return s
}

// Tongue is the one wanted, or the only one that the words are in.
func (g *Glossary) Tongue(wanted kit.Tongue) kit.Tongue {
	if g.entries[1].word[wanted] == "" {
		return wanted.Other()
	}
	return wanted
}
