package judge

import (
	"cmp"
	"errors"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"oneiros/games/gametest"
	"oneiros/games/lexeme"
	"oneiros/games/whenidream/kit"
)

// Dictionaries by which guesses are measured: Debian's packages wamerican and hunspell-ru.
// The judge has its words from other lists; see package words.
const (
	englishDictionary = "dict/american-english"
	russianDictionary = "hunspell/ru_RU.dic"
	russianSuffixes   = "hunspell/ru_RU.aff"
)

// mostPairs is how many words of a dictionary may be taken for an element that they are not.
const mostPairs = 20

// dictionaryFile reads a dictionary below the folder WORDS, which is /usr/share by default.
// A test reads all words of a language, so it is left out unless TEST_WHOLE, WORDS or
// REQUIRE_WORDS is set. Where the file is missing, the test is skipped, and fails when
// REQUIRE_WORDS is set.
func dictionaryFile(t *testing.T, name string) string {
	t.Helper()
	if !gametest.Whole() && os.Getenv("WORDS") == "" && os.Getenv("REQUIRE_WORDS") == "" {
		t.Skip("WORDS=/usr/share reads all words of a dictionary")
	}
	text, err := os.ReadFile(filepath.Join(cmp.Or(os.Getenv("WORDS"), "/usr/share"), name))
	if errors.Is(err, fs.ErrNotExist) && os.Getenv("REQUIRE_WORDS") == "" {
		t.Skipf("%v; Debian's packages wamerican and hunspell-ru have the dictionaries", err)
	}
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// A pairing collects the words that are taken for an element, by how they are read.
type pairing struct {
	right map[string]bool // pairs of a word and an element that are right
	wrong map[reading][]string
	words int
}

func (p *pairing) judge(word string, tongue kit.Tongue) {
	p.words++
	list, how := Lexicon().read(word)
	for _, n := range list {
		pair := word + " → " + Lexicon().entries[n].word[tongue]
		if how != readExact && !p.right[pair] {
			p.wrong[how] = append(p.wrong[how], pair)
		}
	}
}

// report prints the wrong pairs of each kind, and fails where there are too many.
func (p *pairing) report(t *testing.T, what string) {
	t.Helper()
	n := 0
	for _, how := range slices.Sorted(maps.Keys(p.wrong)) {
		n += len(p.wrong[how])
		t.Logf("%s, by %s: %d wrong: %s", what, how, len(p.wrong[how]), strings.Join(p.wrong[how], ", "))
	}
	t.Logf("%s: %d words, %d are taken for an element that they are not; at most %d may be", what, p.words, n, mostPairs)
	if n > mostPairs {
		t.Errorf("%s: %d words are taken for an element that they are not, at most %d may be", what, n, mostPairs)
	}
}

// No English word is taken for an element that it is not. The dictionary has all forms.
// Plurals are right.
func TestCorpusEnglish(t *testing.T) {
	gametest.NotShort(t)
	list := regexp.MustCompile(`(?m)^[a-z]{3,20}$`).FindAllString(dictionaryFile(t, englishDictionary), -1)
	if len(list) < 60_000 {
		t.Fatalf("the dictionary has %d words", len(list))
	}
	p := pairing{right: map[string]bool{}, wrong: map[reading][]string{}}
	for _, e := range Lexicon().entries {
		for _, f := range slices.Concat(e.printed[kit.English], e.aliases[kit.English]) {
			for _, form := range lexeme.Forms(f.whole) {
				p.right[form+" → "+e.word[kit.English]] = true
			}
		}
	}
	for _, w := range list {
		p.judge(w, kit.English)
	}
	p.report(t, "English")
}

// No Russian word is taken for an element that it is not, nor any of its forms. All forms
// of each element's words are right.
func TestCorpusRussian(t *testing.T) {
	gametest.NotShort(t)
	dic, rules := dictionaryFile(t, russianDictionary), suffixRules(t, dictionaryFile(t, russianSuffixes))
	own, err := os.ReadFile("testdata/corpus.ru.txt")
	if err != nil {
		t.Fatal(err)
	}
	right := map[string]bool{}
	for line := range strings.Lines(string(own)) {
		if line[0] != '#' {
			right[strings.TrimSpace(line)] = true
		}
	}
	says := map[string]int{} // elements by the words that say them
	for n, e := range Lexicon().entries {
		for _, f := range slices.Concat(e.printed[kit.Russian], e.aliases[kit.Russian]) {
			if len(f.words) == 1 {
				says[f.whole] = n
			}
		}
	}
	plain := regexp.MustCompile(`^[а-яё]{3,20}$`)
	lemmas, all, lost := map[string]bool{}, map[string]bool{}, []string{}
	for line := range strings.Lines(dic) {
		word, flags, _ := strings.Cut(strings.ToLower(strings.TrimSpace(line)), "/")
		if !plain.MatchString(word) {
			continue
		}
		lemmas[word] = true
		n, said := says[fold(word)]
		for _, form := range rules.forms(word, strings.ToUpper(flags)) {
			all[form] = true
			if !said {
				continue
			}
			right[form+" → "+Lexicon().entries[n].word[kit.Russian]] = true
			if f := fold(form); !lexeme.Homograph(f) && !lists().others[f] && !Lexicon().Names(form, n) && !strings.HasSuffix(word, "ть") {
				lost = append(lost, form)
			}
		}
	}
	if len(lemmas) < 140_000 || len(all) < 1_000_000 {
		t.Fatalf("the dictionary has %d words and %d forms", len(lemmas), len(all))
	}
	base := pairing{right: right, wrong: map[reading][]string{}}
	for _, w := range slices.Sorted(maps.Keys(lemmas)) {
		base.judge(w, kit.Russian)
	}
	base.report(t, "Russian")
	inflected := pairing{right: right, wrong: map[reading][]string{}}
	for _, w := range slices.Sorted(maps.Keys(all)) {
		if !lemmas[w] && plain.MatchString(w) {
			inflected.judge(w, kit.Russian)
		}
	}
	inflected.report(t, "Russian forms")
	if slices.Sort(lost); len(lost) > mostPairs {
		t.Errorf("%d forms of elements name none, at most %d may do so: %s", len(lost), mostPairs, strings.Join(lost, ", "))
	} else {
		t.Logf("%d forms of elements name none: %s", len(lost), strings.Join(lost, ", "))
	}
}

// fold writes a Russian word in small letters, with ё as е.
func fold(word string) string { return strings.ReplaceAll(strings.ToLower(word), "ё", "е") }

// suffixes are the rules of a hunspell dictionary by their flags.
type suffixes map[rune][]suffixRule

type suffixRule struct {
	of            *regexp.Regexp
	without, with string
}

func suffixRules(t *testing.T, table string) suffixes {
	t.Helper()
	rules := suffixes{}
	for line := range strings.Lines(table) {
		if f := strings.Fields(line); len(f) == 5 && f[0] == "SFX" {
			flag := []rune(f[1])[0]
			rules[flag] = append(rules[flag], suffixRule{regexp.MustCompile(f[4] + "$"), strings.Trim(f[2], "0"), strings.Trim(f[3], "0")})
		}
	}
	if len(rules) == 0 {
		t.Fatal("the table of suffixes has no rule")
	}
	return rules
}

// forms are a word in all its forms.
func (s suffixes) forms(word, flags string) []string {
	list := []string{word}
	for _, flag := range flags {
		for _, r := range s[flag] {
			if strings.HasSuffix(word, r.without) && r.of.MatchString(word) {
				list = append(list, strings.TrimSuffix(word, r.without)+r.with)
			}
		}
	}
	return list
}
