// Package association has what people think of at each element of When I Dream: clues, in Russian and
// in English, and the way back from a clue to the elements.
//
// # Why it stands apart
//
// It is what automatic players know, and what a server's own words borrow where they are words of the
// game too. The rules and the judge need none of it. The texts are long, and whoever corrects a line
// of them needs nothing else: the tests beside them say whether it may stand there.
package association

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"
	"sync"
	"unicode"

	"oneiros/games/lexeme"
	"oneiros/games/whenidream/judge"
	"oneiros/games/whenidream/kit"
)

// associationsEN and associationsRU hold the words that people give as clues. The
// head of each file says how it is written.
var (
	//go:embed associations.en.txt
	associationsEN string
	//go:embed associations.ru.txt
	associationsRU string
)

// The limits of the associations. Fewer clues leave an automatic player without
// words. A word for too many elements leads to none of them.
const (
	fewestAssociations = 12
	mostAssociations   = 20
	widestAssociation  = 8
)

// Table is what people think of at each element, and the way back. It
// never changes.
type Table struct {
	clues    map[kit.Tongue]*[judge.Elements + 1][]string // by number; the first is empty
	elements map[kit.Tongue]map[string][]int              // numbers by clue, without hyphens and folded
}

// Of are the clues for an element in a tongue, as they are written in the file.
func (a *Table) Of(n int, t kit.Tongue) []string { return a.clues[t][n] }

// To are the elements that a clue leads to, in the order of the glossary.
func (a *Table) To(clue string, t kit.Tongue) []int {
	return a.elements[t][strings.Join(lexeme.Tokens(clue), "")]
}

// Load is the embedded table.
var Load = sync.OnceValue(func() *Table {
	a, err := readAssociations(map[kit.Tongue]string{kit.English: associationsEN, kit.Russian: associationsRU}, judge.Lexicon())
	if err != nil {
		panic(err) // embedded: the first test meets it
	}
	return a
})

// readAssociations reads the clues of both tongues. Its error names the file and
// the line of the mistake. That no clue is forbidden for its element is left to a
// test: to judge them all takes too long for a table that waits.
func readAssociations(texts map[kit.Tongue]string, g *judge.Glossary) (*Table, error) {
	a := &Table{clues: map[kit.Tongue]*[judge.Elements + 1][]string{}, elements: map[kit.Tongue]map[string][]int{}}
	for _, t := range []kit.Tongue{kit.English, kit.Russian} {
		a.clues[t], a.elements[t] = new([judge.Elements + 1][]string), map[string][]int{}
		number, n := 0, 0
		for line := range strings.Lines(texts[t]) {
			number++
			line = strings.TrimSpace(line)
			if line == "" || line[0] == '#' {
				continue
			}
			n++
			if err := a.readLine(n, line, t, g); err != nil {
				return nil, associationError(t, number, err)
			}
		}
		if n != judge.Elements {
			return nil, associationError(t, number, fmt.Errorf("%d elements, want %d", n, judge.Elements))
		}
	}
	return a, nil
}

// associationError is a mistake in a file of associations, with its line.
func associationError(t kit.Tongue, line int, err error) error {
	return fmt.Errorf("associations.%s.txt:%d: %w", t, line, err)
}

// readLine reads the line of element n.
func (a *Table) readLine(n int, line string, t kit.Tongue, g *judge.Glossary) error {
	name, list, ok := strings.Cut(line, ": ")
	if !ok {
		return fmt.Errorf("no element before a colon")
	}
	if n > judge.Elements || name != g.Element(n, t).Word {
		return fmt.Errorf("element %q, want number %d of the glossary", name, n)
	}
	clues := strings.Split(list, ", ")
	if len(clues) < fewestAssociations || len(clues) > mostAssociations {
		return fmt.Errorf("%s has %d clues, want %d to %d", name, len(clues), fewestAssociations, mostAssociations)
	}
	for _, clue := range clues {
		if !plainClue(clue, t) {
			return fmt.Errorf("%q is not one word in lower case and in the letters of %s", clue, t)
		}
		key := foldClue.Replace(clue)
		to := kit.Insert(a.elements[t][key], n)
		if len(to) == len(a.elements[t][key]) {
			return fmt.Errorf("%q stands twice for %s", clue, name)
		}
		if len(to) > widestAssociation {
			return fmt.Errorf("%q serves %d elements, want at most %d", clue, len(to), widestAssociation)
		}
		a.elements[t][key] = to
	}
	a.clues[t][n] = clues
	return nil
}

// Fold is a plain clue as the table knows it: as tokens write it, with its parts together.
func Fold(clue string) string { return foldClue.Replace(clue) }

// foldClue writes a plain clue as tokens does, with its parts together. It is much
// faster.
var foldClue = strings.NewReplacer("ё", "е", "-", "")

// plainClue reports whether a clue is one word of small letters of the tongue. A
// hyphen may stand inside of it.
func plainClue(clue string, t kit.Tongue) bool {
	if clue == "" || strings.HasPrefix(clue, "-") || strings.HasSuffix(clue, "-") {
		return false
	}
	return !slices.ContainsFunc([]rune(clue), func(r rune) bool {
		return r != '-' && (!unicode.IsLower(r) || unicode.Is(unicode.Cyrillic, r) != (t == kit.Russian))
	})
}
