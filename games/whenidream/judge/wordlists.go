package judge

import (
	_ "embed"
	"fmt"
	"sync"

	"oneiros/games/lexeme"
	"oneiros/games/whenidream/kit"
)

// wordlistsTXT holds every list of words and endings that the judge uses.
//
//go:embed wordlists.txt
var wordlistsTXT string

// wordLists are the lists of wordlists.txt, which says what each is for.
type wordLists struct {
	small, others, unlike, likely, everyday, openings, shrugs lexeme.Set

	homophones map[string]int                   // by word, the line of the words that sound like it
	kinds      map[kit.Tongue]map[string]string // the word for a kind of thing

	raw map[string][]lexeme.Line // as they are written, for checks against the glossary
}

// listNames are the names of all lists; true says that each line has a head.
var listNames = map[string]bool{
	"small": false, "unlike": false, "likely": false, "everyday": false,
	"openings": false, "shrugs": false, "other guesses": false,
	"homophones": false, "other things": false,
	"kinds": true,
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
	raw, err := lexeme.ReadLists("wordlists.txt", text, listNames)
	if err != nil {
		return nil, err
	}
	l := &wordLists{raw: raw, homophones: map[string]int{}, kinds: map[kit.Tongue]map[string]string{kit.English: {}, kit.Russian: {}}}
	for to, name := range map[*lexeme.Set]string{
		&l.small: "small", &l.unlike: "unlike", &l.likely: "likely", &l.everyday: "everyday",
		&l.openings: "openings", &l.shrugs: "shrugs", &l.others: "other guesses",
	} {
		*to = lexeme.SetOf(raw[name])
	}
	for _, line := range raw["homophones"] {
		for _, w := range line.Words {
			l.homophones[w] = line.Number
		}
	}
	for _, line := range raw["kinds"] {
		l.kinds[kit.English][line.Head], l.kinds[kit.Russian][line.Head] = line.Head, line.Words[0]
	}
	return l, nil
}
