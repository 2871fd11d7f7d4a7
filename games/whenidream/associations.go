package whenidream

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

// associationTable is what people think of at each element, and the way back. It
// never changes.
type associationTable struct {
	clues    map[kit.Tongue]*[judge.Elements + 1][]string // by number; the first is empty
	elements map[kit.Tongue]map[string][]int              // numbers by clue, without hyphens and folded
}

// of are the clues for an element in a tongue, as they are written in the file.
func (a *associationTable) of(n int, t kit.Tongue) []string { return a.clues[t][n] }

// to are the elements that a clue leads to, in the order of the glossary.
func (a *associationTable) to(clue string, t kit.Tongue) []int {
	return a.elements[t][strings.Join(lexeme.Tokens(clue), "")]
}

// associations is the embedded table.
var associations = sync.OnceValue(func() *associationTable {
	a, err := readAssociations(map[kit.Tongue]string{kit.English: associationsEN, kit.Russian: associationsRU}, judge.Lexicon())
	if err != nil {
		panic(err) // embedded: the first test meets it
	}
	return a
})

// readAssociations reads the clues of both tongues. Its error names the file and
// the line of the mistake. That no clue is forbidden for its element is left to a
// test: to judge them all takes too long for a table that waits.
func readAssociations(texts map[kit.Tongue]string, g *judge.Glossary) (*associationTable, error) {
	a := &associationTable{clues: map[kit.Tongue]*[judge.Elements + 1][]string{}, elements: map[kit.Tongue]map[string][]int{}}
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
func (a *associationTable) readLine(n int, line string, t kit.Tongue, g *judge.Glossary) error {
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
