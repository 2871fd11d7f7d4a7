package judge

import (
	"slices"
	"sync"

	"oneiros/games/lexeme"
)

// glossaryForms are the forms of every word of the glossary. Clues and guesses
// are compared with them over and over.
var glossaryForms = sync.OnceValue(func() map[string][]string {
	g := Lexicon()
	m := map[string][]string{}
	for _, f := range g.forms {
		m[f.whole] = lexeme.Forms(f.whole)
		for _, w := range f.words {
			m[w.Text] = lexeme.Forms(w.Text)
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
	return slices.Contains(formsOf(base), word)
}

// formsOf are the forms of a folded word.
func formsOf(base string) []string {
	if list, ok := glossaryForms()[base]; ok {
		return list
	}
	return lexeme.Forms(base)
}

// Warm makes the glossary and the forms of its words, which takes a good part of a second.
func Warm() { glossaryForms() }
