package whenidream

import (
	_ "embed"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"unicode"
)

// wordlistsTXT holds every list of words and endings that the judge uses.
//
//go:embed wordlists.txt
var wordlistsTXT string

// wordSet is a set of folded words.
type wordSet map[string]bool

// wordLists are the lists of wordlists.txt, which says what each is for.
type wordLists struct {
	small, homographs, others, unlike, likely, everyday, openings, shrugs wordSet

	unlisted, before, after wordSet // of what is no word; see disguise.go

	cases, adjectives, prefixes []string

	homophones map[string]int               // by word, the line of the words that sound like it
	declension map[string][]string          // endings, by the last letter of the first case
	kinds      map[Tongue]map[string]string // the word for a kind of thing

	raw map[string][]listLine // as they are written, for checks against the glossary
}

// listLine is one line of a list.
type listLine struct {
	number int    // in the file, from 1
	head   string // what stands before the colon; empty in a list without heads
	words  []string
}

// listNames are the names of all lists; true says that each line has a head.
var listNames = map[string]bool{
	"small": false, "homographs": false, "unlike": false, "likely": false, "everyday": false,
	"openings": false, "shrugs": false, "other guesses": false, "case endings": false, "adjective endings": false, "prefixes": false,
	"unlisted": false, "before": false, "after": false,
	"homophones": false, "other things": false,
	"declension": true, "kinds": true,
}

// lists are the embedded lists.
var lists = sync.OnceValue(func() *wordLists {
	l, err := readWordLists(wordlistsTXT)
	if err != nil {
		panic(err) // embedded: the first test meets it
	}
	return l
})

// listError is a mistake in wordlists.txt, with its line.
func listError(line int, format string, args ...any) error {
	return fmt.Errorf("wordlists.txt:%d: %s", line, fmt.Sprintf(format, args...))
}

// readWordLists reads the lists. Its error names the line of the mistake.
func readWordLists(text string) (*wordLists, error) {
	raw, err := readListLines(text)
	if err != nil {
		return nil, err
	}
	l := &wordLists{
		raw: raw, homophones: map[string]int{},
		declension: map[string][]string{}, kinds: map[Tongue]map[string]string{English: {}, Russian: {}},
	}
	for to, name := range map[*wordSet]string{
		&l.small: "small", &l.homographs: "homographs", &l.unlike: "unlike", &l.likely: "likely", &l.everyday: "everyday",
		&l.openings: "openings", &l.shrugs: "shrugs", &l.others: "other guesses",
		&l.unlisted: "unlisted", &l.before: "before", &l.after: "after",
	} {
		*to = wordSet{}
		for _, w := range l.words(name) {
			(*to)[w] = true
		}
	}
	l.cases, l.adjectives, l.prefixes = l.words("case endings"), l.words("adjective endings"), l.words("prefixes")
	for _, line := range raw["homophones"] {
		for _, w := range line.words {
			l.homophones[w] = line.number
		}
	}
	for _, line := range raw["declension"] {
		l.declension[line.head] = line.words
	}
	for _, line := range raw["kinds"] {
		l.kinds[English][line.head], l.kinds[Russian][line.head] = line.head, line.words[0]
	}
	return l, nil
}

// words are all words of a list, in order.
func (l *wordLists) words(name string) []string {
	var all []string
	for _, line := range l.raw[name] {
		all = append(all, line.words...)
	}
	return all
}

// readListLines divides the file into lists and checks each line by itself.
func readListLines(text string) (map[string][]listLine, error) {
	raw := map[string][]listLine{}
	name, seen := "", wordSet{}
	number := 0
	for line := range strings.Lines(text) {
		number++
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		if line[0] == '[' {
			name, seen = strings.Trim(line, "[]"), wordSet{}
			if _, ok := listNames[name]; !ok {
				return nil, listError(number, "no list is called %q", name)
			}
			if raw[name] != nil {
				return nil, listError(number, "the list %q stands twice", name)
			}
			continue
		}
		if name == "" {
			return nil, listError(number, "words before the first list")
		}
		l, err := readListLine(number, line, listNames[name], seen)
		if err != nil {
			return nil, err
		}
		raw[name] = append(raw[name], l)
	}
	for _, name := range slices.Sorted(maps.Keys(listNames)) {
		if raw[name] == nil {
			return nil, listError(number, "the list %q is missing", name)
		}
	}
	return raw, nil
}

// readListLine reads one line. seen has the heads, or else the words, of the list
// so far. None of them may occur twice.
func readListLine(number int, text string, headed bool, seen wordSet) (listLine, error) {
	l := listLine{number: number}
	words := text
	if headed {
		var ok bool
		if l.head, words, ok = strings.Cut(text, ":"); !ok || l.head == "" {
			return l, listError(number, "no head before a colon")
		}
		if seen[l.head] {
			return l, listError(number, "%q stands twice", l.head)
		}
		seen[l.head] = true
		seen = wordSet{}
	}
	for w := range strings.FieldsSeq(words) {
		if !folded(w) {
			return l, listError(number, "%q is not folded, or of two alphabets", w)
		}
		if seen[w] {
			return l, listError(number, "%q stands twice", w)
		}
		seen[w] = true
		l.words = append(l.words, w)
	}
	if l.words == nil {
		return l, listError(number, "no words")
	}
	return l, nil
}

// folded reports whether a word of a list is written as tokens writes words. It
// is in lower case, of one alphabet, without accents. A hyphen may divide it;
// "0" is no ending.
func folded(word string) bool {
	if word == "0" {
		return true
	}
	cyrillic, latin := false, false
	for _, r := range word {
		switch {
		case unicode.Is(unicode.Cyrillic, r):
			cyrillic = true
		case unicode.Is(unicode.Latin, r):
			latin = true
		case r != '-':
			return false
		}
	}
	return cyrillic != latin && strings.Join(tokens(word), "-") == word
}
