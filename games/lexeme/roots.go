package lexeme

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// A Level is how sure it is that a word is forbidden, as one of a family is.
type Level int

// The levels, the surest one last.
const (
	Fine      Level = iota // it is not forbidden
	Doubtful               // it may be: people decide
	Forbidden              // it is
)

// A Family is the words that have some roots in common, in one language. It is written as
// terms with spaces between them:
//
//	яблок      words that begin so
//	~снеж      words that have it anywhere
//	кот=       this word in its cases and numbers
//	банк.      this word in this form alone
//	~cat=      words that end in this word
//	?молод     words that people may dispute
//	!котл      words that only look like it
//
// In Russian a root of four letters or more that begins words counts after a prefix and in
// the second part of a compound too. Terms are folded: see [Folded].
type Family struct {
	roots []root
	words map[string]Level // of the roots that are whole words, in all their forms
}

// root is one term of a family.
type root struct {
	term     string // as it is written
	text     string
	level    Level // fine for words that only look like the family
	anywhere bool  // in the word; else at its beginning
	whole    bool  // it is a word, in some forms; anywhere, the end of one
	forms    []string
}

// newRoot reads one term; see [Family].
func newRoot(term string) root {
	r := root{term: term, text: term, level: Forbidden}
	var ok bool
	if r.text, ok = strings.CutPrefix(r.text, "?"); ok {
		r.level = Doubtful
	} else if r.text, ok = strings.CutPrefix(r.text, "!"); ok {
		r.level = Fine
	}
	r.text, r.anywhere = strings.CutPrefix(r.text, "~")
	if r.text, r.whole = strings.CutSuffix(r.text, "="); r.whole {
		r.forms = Forms(r.text)
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
	if r.level > Fine && (slices.ContainsFunc(append(innocent.forms, innocent.text), r.holds) || strings.HasPrefix(r.text, innocent.text)) {
		return true
	}
	// An innocent word may have the root, or the beginning of it, after a prefix.
	for at := range innocent.text {
		if tail := innocent.text[at:]; r.level == Forbidden && len(r.text) >= longRoot && (strings.HasPrefix(tail, r.text) || len(tail) >= 4 && strings.HasPrefix(r.text, tail)) {
			return true
		}
	}
	return false
}

// Level is how sure it is that a folded word is of the family. It is certain that
// an innocent word is not.
func (f *Family) Level(word string) (l Level, innocent bool) {
	if l, ok := f.words[word]; ok && l == Fine {
		return Fine, true
	}
	l = f.words[word]
	for _, r := range f.roots {
		if !r.holds(word) {
			continue
		}
		if r.level == Fine {
			return Fine, true
		}
		l = max(l, r.level)
	}
	if l == Fine && HasCyrillic(word) && f.follows(word) {
		l = Forbidden
	}
	return l, false
}

// longRoot is how many bytes a root has that counts after a prefix, or in the second
// part of a compound: four Cyrillic letters. Shorter ones are there by chance too often.
const longRoot = 4 * 2

// follows reports whether a long root of the family follows a prefix, or the first part
// of a compound, in a folded Russian word.
func (f *Family) follows(word string) bool {
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
func (f *Family) begins(rest string) bool {
	if len(rest) <= longRoot {
		return false
	}
	if l, ok := f.words[rest]; ok && l == Fine {
		return false
	}
	found := false
	for _, r := range f.roots {
		if r.holds(rest) {
			if r.level == Fine {
				return false
			}
			found = found || r.level == Forbidden && !r.anywhere && len(r.text) >= longRoot && len(rest) > len(r.text)
		}
	}
	return found
}

// FamilyOf is the family of words whose roots are not written down: their own forms are
// certain, and what begins with their stems is doubtful.
func FamilyOf(words []Word) *Family {
	f := &Family{words: map[string]Level{}}
	for _, w := range words {
		for _, form := range Forms(w.Text) {
			f.words[form] = Forbidden
		}
		if len([]rune(w.Stem)) >= 4 {
			f.roots = append(f.roots, root{term: "?" + w.Stem, text: w.Stem, level: Doubtful})
		}
	}
	return f
}

// ReadFamily reads the terms of a family, in Cyrillic letters or in Latin ones. Its error names
// a term that cannot be right, or that says nothing besides the others.
func ReadFamily(terms string, cyrillic bool) (Family, error) {
	f := Family{words: map[string]Level{}}
	seen := Set{}
	for term := range strings.FieldsSeq(terms) {
		r := newRoot(term)
		if !Folded(r.text) || r.text == "0" || HasCyrillic(r.text) != cyrillic {
			return f, fmt.Errorf("%q is not folded, or of another alphabet", term)
		}
		bare := strings.TrimLeft(term, "?!")
		if seen[bare] {
			return f, fmt.Errorf("%q stands twice", bare)
		}
		seen[bare] = true
		f.roots = append(f.roots, r)
	}
	if f.roots == nil {
		return f, errors.New("no roots")
	}
	for _, r := range f.roots {
		for _, o := range f.roots {
			if o.term != r.term && o.covers(r) {
				return f, fmt.Errorf("%q is in %q already", r.term, o.term)
			}
		}
		if r.level == Fine && !slices.ContainsFunc(f.roots, func(o root) bool { return o.meets(r) }) {
			return f, fmt.Errorf("%q excepts nothing", r.term)
		}
	}
	// Whole words are looked up; the others are tried one by one.
	f.roots = slices.DeleteFunc(f.roots, func(r root) bool {
		if !r.whole || r.anywhere {
			return false
		}
		for _, w := range r.forms {
			if l, ok := f.words[w]; !ok || l != Fine && r.level > l || r.level == Fine {
				f.words[w] = r.level
			}
		}
		return true
	})
	return f, nil
}
