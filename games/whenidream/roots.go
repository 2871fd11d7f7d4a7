package whenidream

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"
)

// rootsTXT has the families of roots of every element, in both tongues. Its head
// says how it is written.
//
//go:embed roots.txt
var rootsTXT string

// family is the words that have a root of an element.
type family struct {
	roots []root
	words map[string]level // of the roots that are whole words, in all their forms
}

// root is one term of a family.
type root struct {
	term     string // as it is written
	text     string
	level    level // fine for words that only look like the family
	anywhere bool  // in the word; else at its beginning
	whole    bool  // it is a word, in some forms; anywhere, the end of one
	forms    []string
}

// newRoot reads one term; see the head of roots.txt.
func newRoot(term string) root {
	r := root{term: term, text: term, level: forbidden}
	var ok bool
	if r.text, ok = strings.CutPrefix(r.text, "?"); ok {
		r.level = doubtful
	} else if r.text, ok = strings.CutPrefix(r.text, "!"); ok {
		r.level = fine
	}
	r.text, r.anywhere = strings.CutPrefix(r.text, "~")
	if r.text, r.whole = strings.CutSuffix(r.text, "="); r.whole {
		r.forms = forms(r.text)
	} else if r.text, r.whole = strings.CutSuffix(r.text, "."); r.whole {
		r.forms = []string{r.text}
	}
	return r
}

// holds reports whether a folded word has the root.
func (r root) holds(word string) bool {
	switch {
	case r.whole && r.anywhere:
		return slices.ContainsFunc(r.forms, func(end string) bool { return strings.HasSuffix(word, end) })
	case r.whole:
		return slices.Contains(r.forms, word)
	case r.anywhere:
		return strings.Contains(word, r.text)
	default:
		return strings.HasPrefix(word, r.text)
	}
}

// covers reports whether another root says nothing that this one does not.
func (r root) covers(o root) bool {
	return r.level == o.level && !r.whole && (!o.anywhere || r.anywhere) && r.holds(o.text)
}

// meets reports whether a word that only looks like the family would be of it.
func (r root) meets(innocent root) bool {
	if r.level > fine && (slices.ContainsFunc(append(innocent.forms, innocent.text), r.holds) || strings.HasPrefix(r.text, innocent.text)) {
		return true
	}
	// An innocent word may have the root, or the beginning of it, after a prefix.
	for at := range innocent.text {
		if tail := innocent.text[at:]; r.level == forbidden && len(r.text) >= longRoot && (strings.HasPrefix(tail, r.text) || len(tail) >= 4 && strings.HasPrefix(r.text, tail)) {
			return true
		}
	}
	return false
}

// level is how sure it is that a folded word is of the family. It is certain that
// an innocent word is not.
func (f *family) level(word string) (l level, innocent bool) {
	if l, ok := f.words[word]; ok && l == fine {
		return fine, true
	}
	l = f.words[word]
	for _, r := range f.roots {
		if !r.holds(word) {
			continue
		}
		if r.level == fine {
			return fine, true
		}
		l = max(l, r.level)
	}
	if l == fine && hasCyrillic(word) && f.follows(word) {
		l = forbidden
	}
	return l, false
}

// longRoot is how many bytes a root has that counts after a prefix, or in the second
// part of a compound: four Cyrillic letters. Shorter ones are there by chance too often.
const longRoot = 4 * 2

// follows reports whether a long root of the family follows a prefix, or the first part
// of a compound, in a folded Russian word.
func (f *family) follows(word string) bool {
	for _, p := range lists().prefixes {
		if rest, ok := strings.CutPrefix(word, p); ok && f.begins(strings.TrimPrefix(rest, "ъ")) {
			return true
		}
	}
	for at, r := range word {
		// о or е joins the parts. A first part of fewer letters is seldom a word.
		if at >= 3*2 && (r == 'о' || r == 'е') && f.begins(word[at+2:]) {
			return true
		}
	}
	return false
}

// begins reports whether the rest of a word is certainly of the family, by a long root.
func (f *family) begins(rest string) bool {
	if len(rest) <= longRoot {
		return false
	}
	if l, ok := f.words[rest]; ok && l == fine {
		return false
	}
	found := false
	for _, r := range f.roots {
		if r.holds(rest) {
			if r.level == fine {
				return false
			}
			found = found || r.level == forbidden && !r.anywhere && len(r.text) >= longRoot && len(rest) > len(r.text)
		}
	}
	return found
}

// rootError is a mistake in roots.txt, with its line.
func rootError(line int, format string, args ...any) error {
	return fmt.Errorf("roots.txt:%d: %s", line, fmt.Sprintf(format, args...))
}

// readFamily reads the terms of one line and checks them by themselves.
func readFamily(line int, t Tongue, terms string) (family, error) {
	f := family{words: map[string]level{}}
	seen := wordSet{}
	for term := range strings.FieldsSeq(terms) {
		r := newRoot(term)
		if !folded(r.text) || r.text == "0" || hasCyrillic(r.text) != (t == Russian) {
			return f, rootError(line, "%q is not folded, or of another alphabet", term)
		}
		bare := strings.TrimLeft(term, "?!")
		if seen[bare] {
			return f, rootError(line, "%q stands twice", bare)
		}
		seen[bare] = true
		f.roots = append(f.roots, r)
	}
	if f.roots == nil {
		return f, rootError(line, "no roots")
	}
	for _, r := range f.roots {
		for _, o := range f.roots {
			if o.term != r.term && o.covers(r) {
				return f, rootError(line, "%q is in %q already", r.term, o.term)
			}
		}
		if r.level == fine && !slices.ContainsFunc(f.roots, func(o root) bool { return o.meets(r) }) {
			return f, rootError(line, "%q excepts nothing", r.term)
		}
	}
	// Whole words are looked up; the others are tried one by one.
	f.roots = slices.DeleteFunc(f.roots, func(r root) bool {
		if !r.whole || r.anywhere {
			return false
		}
		for _, w := range r.forms {
			if l, ok := f.words[w]; !ok || l != fine && r.level > l || r.level == fine {
				f.words[w] = r.level
			}
		}
		return true
	})
	return f, nil
}

// readRoots reads the families and checks that every element has its own, which
// holds each of its words.
func (g *glossary) readRoots(text string) error {
	var t Tongue
	number := 0
	for line := range strings.Lines(text) {
		number++
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		if line[0] == '[' {
			if t = Tongue(strings.Trim(line, "[]")); t != Russian && t != English {
				return rootError(number, "there is no language %q", t)
			}
			continue
		}
		if t == "" {
			return rootError(number, "these roots stand above the first line with a language")
		}
		head, terms, ok := strings.Cut(line, ":")
		n := slices.IndexFunc(g.entries, func(e entry) bool { return strings.ReplaceAll(e.word[t], " / ", "/") == head })
		if !ok || n < 1 {
			return rootError(number, "no element is called %q", head)
		}
		e := &g.entries[n]
		if e.family[t] != nil {
			return rootError(number, "%q stands twice", head)
		}
		f, err := readFamily(number, t, terms)
		if err != nil {
			return err
		}
		e.family[t] = &f
		for _, p := range e.printed[t] {
			for _, w := range p.words {
				if l, _ := f.level(w.text); l != forbidden {
					return rootError(number, "the family does not hold %q", w.text)
				}
			}
		}
	}
	for n := 1; n <= Elements; n++ {
		for _, t := range []Tongue{Russian, English} {
			if g.entries[n].family[t] == nil {
				return rootError(number, "%q has no line in %s", g.entries[n].word[t], t)
			}
		}
	}
	return nil
}
