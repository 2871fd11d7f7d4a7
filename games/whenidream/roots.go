package whenidream

import (
	"slices"
	"strings"
	"sync"
	"unicode/utf8"
)

// offspring reports whether a folded word is plainly made of a long one of the
// same script. Examples are «ведьма» and «ведьмочка», "storm" and "stormy".
func offspring(word, base string) bool {
	if hasCyrillic(word) != hasCyrillic(base) {
		return false
	}
	if !hasCyrillic(word) {
		rest, ok := strings.CutPrefix(word, base)
		return ok && lists().plainEndings[rest] && len(base) >= 5
	}
	root, tail := []rune(noun(base)), []rune(noun(word))
	for _, e := range lists().adjectives {
		if s, ok := strings.CutSuffix(word, e); ok {
			tail = []rune(s)
			break
		}
	}
	if len(root) < 5 || len(tail) <= len(root) {
		return false
	}
	same := commonPrefix(root, tail)
	return same == len(root) && lists().plainSuffixes[strings.TrimPrefix(string(tail[same:]), "ь")]
}

// derived reports whether two folded words of one script look like one root with
// different suffixes. Examples are «лампа» and «лампочка», "bake" and "baker".
// For a short root it is not enough that both words begin alike.
func derived(a, b string) bool {
	cyrillic := hasCyrillic(a)
	if cyrillic != hasCyrillic(b) {
		return false
	}
	x, y := []rune(stem(a)), []rune(stem(b))
	if len(x) > len(y) {
		x, y = y, x
	}
	least := 4
	if cyrillic {
		least = 3
	}
	verb := cyrillic && slices.ContainsFunc(lists().verbs, func(e string) bool { return strings.HasSuffix(a, e) })
	if len(x) >= least && !(verb && len(x) < 4) {
		same := commonPrefix(x, y)
		if same == len(x) || same == len(x)-1 && soft(x[same], y[same]) {
			end := strings.TrimPrefix(string(y[len(x):]), "ь")
			if end == "" && (len(x) >= 4 || same < len(x)) || lists().suffixes[end] {
				return true
			}
		}
	}
	if cut, ok := strings.CutSuffix(b, "e"); ok && len(b) >= 4 && slices.Contains([]string{"y", "ing", "ed", "er", "ish"}, strings.TrimPrefix(a, cut)) {
		return true
	}
	p, q := []rune(a), []rune(b)
	if len(p) > len(q) {
		p, q = q, p
	}
	if !cyrillic && len(p) < 6 {
		return false
	}
	same := commonPrefix(p, q)
	return same >= 5 && same*10 >= len(q)*6
}

// commonPrefix is how many letters two words begin with in common.
func commonPrefix(a, b []rune) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}

// soft reports whether the second Russian consonant replaces the first before a
// suffix: снег, снежок.
func soft(a, b rune) bool {
	switch a {
	case 'г', 'д', 'з':
		return b == 'ж'
	case 'к', 'т', 'ц':
		return b == 'ч'
	case 'х', 'с':
		return b == 'ш'
	}
	return false
}

// compound reports whether a clue and a word share a root as compounds do. The
// clue may be a part of an English compound: "butter" of "butterfly". Or it may
// be a compound of the word: "starfish" of "star", «волкодав» of «волк».
func compound(clue, word string) bool {
	if hasCyrillic(clue) != hasCyrillic(word) {
		return false
	}
	if hasCyrillic(clue) {
		root := noun(word)
		rest, ok := strings.CutPrefix(clue, root)
		n := utf8.RuneCountInString(root)
		return ok && n >= 4 && utf8.RuneCountInString(rest) >= 4 && (strings.HasPrefix(rest, "о") || strings.HasPrefix(rest, "е"))
	}
	if parts, ok := lists().compounds[word]; ok && slices.ContainsFunc(parts, func(p string) bool { return inflected(clue, p) }) {
		return true
	}
	rest, ok := strings.CutPrefix(clue, word)
	if !ok || len(word) < 3 {
		return false
	}
	return len(word) >= 5 && len(rest) >= 3 || slices.Contains(lists().seconds, rest) || slices.Contains(lists().seconds, strings.TrimSuffix(rest, "s"))
}

// kin says whether another word for an element has its root. The list of aliases
// holds irregular forms and true synonyms side by side.
func kin(alias string, printed []phrase) level {
	switch {
	case lists().unlike[alias]:
		return fine
	case lists().likely[alias]:
		return doubtful
	}
	a := []rune(alias)
	for _, f := range printed {
		for _, w := range f.words {
			b := []rune(w.text)
			p := commonPrefix(a, b)
			if p >= 2 && 2*p >= min(len(a), len(b)) || bones(alias) == bones(w.text) {
				return forbidden
			}
		}
	}
	return fine
}

// bones are the consonants of a word. They stay where its vowels change: лев and
// льва, ухо and уши, mouse and mice.
func bones(word string) string {
	return strings.Map(func(r rune) rune {
		switch r {
		case 'х':
			return 'ш'
		case 'c':
			return 's'
		}
		if strings.ContainsRune("аеиоуыэюяйьъaeiouy", r) {
			return -1
		}
		return r
	}, word)
}

// strange reports whether a folded word only looks like one of the element's root.
func strange(word string) bool { return strangerForms()[word] }

// strangerForms are the strangers of the word lists, the Russian ones in all forms.
var strangerForms = sync.OnceValue(func() map[string]bool {
	m := map[string]bool{}
	for _, s := range lists().strangers {
		m[s] = true
		if hasCyrillic(s) {
			for _, f := range forms(s) {
				m[f] = true
			}
		}
	}
	return m
})
