// Package lexeme knows what a word is in all its forms and disguises, in Russian and in
// English.
//
// [Tokens] are the words of a text, folded. [Forms] and [Stem] say which words are one,
// [Family] which have a root in common, [Sound] which are heard alike. [Disguised] and [Masks]
// read what was written so that it looks like another word. Package words says which words
// there are.
//
// A judge of clues asks it, and so does a filter of what people write. What they make of the
// answers is theirs.
package lexeme

import (
	_ "embed"
	"sync"
)

// listsTXT holds the words and endings that the package knows.
//
//go:embed lists.txt
var listsTXT string

// wordLists are the lists of lists.txt, which says what each is for.
type wordLists struct {
	homographs, unlisted, before, after Set

	cases, adjectives, prefixes []string

	declension map[string][]string // endings, by the last letter of the first case
}

// listNames are the names of all lists; true says that each line has a head.
var listNames = map[string]bool{
	"homographs": false, "case endings": false, "adjective endings": false, "prefixes": false,
	"before": false, "after": false, "unlisted": false, "declension": true,
}

// lists are the embedded lists.
var lists = sync.OnceValue(func() *wordLists {
	l, err := readLists(listsTXT)
	if err != nil {
		panic(err) // embedded: the first test meets it
	}
	return l
})

// readLists reads the lists. Its error names the line of the mistake.
func readLists(text string) (*wordLists, error) {
	raw, err := ReadLists("lists.txt", text, listNames)
	if err != nil {
		return nil, err
	}
	l := &wordLists{
		homographs: SetOf(raw["homographs"]), unlisted: SetOf(raw["unlisted"]), before: SetOf(raw["before"]), after: SetOf(raw["after"]),
		cases: Words(raw["case endings"]), adjectives: Words(raw["adjective endings"]), prefixes: Words(raw["prefixes"]),
		declension: map[string][]string{},
	}
	for _, line := range raw["declension"] {
		l.declension[line.Head] = line.Words
	}
	return l, nil
}

// Homograph reports whether a folded word is a word of its own that is spelt like a form of
// another one.
func Homograph(word string) bool { return lists().homographs[word] }
