package whenidream

import (
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/blevesearch/snowballstem"
	"github.com/blevesearch/snowballstem/english"
	"github.com/blevesearch/snowballstem/russian"
)

// stem is the stem of a folded word by Snowball, in the language of its letters.
func stem(word string) string {
	env := snowballstem.NewEnv(word)
	if hasCyrillic(word) {
		russian.Stem(env)
		return env.Current()
	}
	english.Stem(env)
	s := env.Current()
	// The stemmer writes "cherries" as "cherri" and leaves short words alone.
	if t, ok := strings.CutSuffix(s, "i"); ok && len(t) > 2 {
		s = t + "y"
	}
	return s
}

// word is a folded word with its stems. Snowball sometimes takes the end of a
// Russian noun for the end of a verb: «барабан», but «бараба-нах». So the word
// without its case ending is kept too.
type word struct{ text, stem, noun string }

func newWord(text string) word { return word{text, stem(text), noun(text)} }

// same reports whether two words are forms of one word.
func (w word) same(v word) bool { return w.stem == v.stem || w.noun == v.noun }

// noun is a folded Russian word without its case ending. It is the stem of a word
// in other letters.
func noun(text string) string {
	if !hasCyrillic(text) {
		return stem(text)
	}
	for _, c := range lists().cases {
		if t, ok := strings.CutSuffix(text, c); ok && utf8.RuneCountInString(t) >= 2 {
			return t
		}
	}
	return text
}

// sibilant reports whether a stem ends in a sibilant or in ц.
func sibilant(stem string) bool {
	r, _ := utf8.DecodeLastRuneInString(stem)
	return strings.ContainsRune("жшчщц", r)
}

// takesI reports whether и follows the last letter of a stem, never ы.
func takesI(stem string) bool {
	r, _ := utf8.DecodeLastRuneInString(stem)
	return strings.ContainsRune("гкхжшчщ", r)
}

// forms are a folded word in all its cases and numbers: Russian nouns and
// adjectives, English plurals. The ending of the word in the first case says
// which. Some of the forms may not exist, but none is of another word.
func forms(base string) []string {
	if hasCyrillic(base) {
		return russianForms(base)
	}
	return englishForms(base)
}

func englishForms(base string) []string {
	list := []string{base, base + "s"}
	for _, end := range []string{"s", "x", "z", "ch", "sh", "o"} {
		if strings.HasSuffix(base, end) {
			list = append(list, base+"es")
			break
		}
	}
	for _, end := range [][2]string{{"y", "ies"}, {"fe", "ves"}, {"f", "ves"}, {"man", "men"}} {
		if stem, ok := strings.CutSuffix(base, end[0]); ok {
			list = append(list, stem+end[1])
		}
	}
	// A long word in -s is a plural already, unless it ends like "glass", "cactus" or "wolves".
	if stem, ok := strings.CutSuffix(base, "s"); ok && len(stem) >= 4 && !strings.HasSuffix(base, "ss") && !strings.HasSuffix(base, "us") && !strings.HasSuffix(base, "ves") {
		list = append(list, stem)
	}
	return list
}

func russianForms(base string) []string {
	list := []string{base}
	all := []rune(base)
	if len(all) < 2 {
		return list
	}
	add := func(stem string, ends ...string) {
		for _, e := range ends {
			list = append(list, stem+strings.Trim(e, "0"))
		}
	}
	if len(all) >= 5 && adjectival(base) {
		add(string(all[:len(all)-2]), lists().adjectives...)
		return list
	}
	last := string(all[len(all)-1])
	stem := string(all[:len(all)-1])
	ends, ok := lists().declension[last]
	if !ok {
		if strings.Contains("уюэ", last) {
			return list // such nouns have no cases
		}
		last, stem = "-", base
		ends = lists().declension[last]
	}
	add(stem, ends...)
	if last != "а" && last != "-" {
		return list
	}
	if takesI(stem) {
		add(stem, "и")
	} else {
		add(stem, "ы")
	}
	switch {
	case !sibilant(stem):
	case last == "а":
		add(stem, "ей", "ею", "ем", "ев")
	default:
		add(stem, "ем", "ей", "ев")
	}
	return list
}

// adjectival reports whether a Russian word ends like an adjective in the first
// case. Nouns in -ние do not.
func adjectival(base string) bool {
	for _, end := range []string{"ый", "ий", "ой", "ая", "яя", "ое", "ее", "ые"} {
		if strings.HasSuffix(base, end) {
			return true
		}
	}
	return strings.HasSuffix(base, "ие") && !strings.HasSuffix(base, "ние")
}

// glossaryForms are the forms of every word of the glossary. Clues and guesses
// are compared with them over and over.
var glossaryForms = sync.OnceValue(func() map[string][]string {
	g := lexicon()
	m := map[string][]string{}
	for _, f := range g.forms {
		m[f.whole] = forms(f.whole)
		for _, w := range f.words {
			m[w.text] = forms(w.text)
		}
	}
	return m
})

// inflected reports whether a folded word is a form of another, which is in its
// first case.
func inflected(word, base string) bool {
	if word == base {
		return true
	}
	list, ok := glossaryForms()[base]
	if !ok {
		list = forms(base)
	}
	return slices.Contains(list, word)
}
