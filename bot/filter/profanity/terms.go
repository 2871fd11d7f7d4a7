package profanity

import (
	_ "embed"
	"fmt"
	"strings"
	"sync"

	"oneiros/games/lexeme"
)

// termsTXT has the terms. Its head says how it is written.
//
//go:embed terms.txt
var termsTXT string

// lists are the terms of each strictness.
type lists struct {
	families [Strict + 1][2]lexeme.Family // in Latin letters, and in Cyrillic ones
	phrases  [Strict + 1][][]string
	harmless map[string][][]string // phrases by their first word
	veiled   []veiled
}

// terms are the embedded terms.
var terms = sync.OnceValue(func() *lists {
	l, err := readTerms(termsTXT)
	if err != nil {
		panic(err) // embedded: the first test meets it
	}
	return l
})

// readTerms reads the terms. Its error names the list of the mistake.
func readTerms(text string) (*lists, error) {
	raw := map[string]string{}
	name := ""
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		switch {
		case line == "" || line[0] == '#':
		case line[0] == '[':
			name = strings.Trim(line, "[]")
		default:
			raw[name] += line + "\n"
		}
	}
	l := &lists{harmless: map[string][][]string{}}
	for phrase := range strings.FieldsSeq(raw["harmless phrases"]) {
		words := strings.Split(phrase, "-")
		l.harmless[words[0]] = append(l.harmless[words[0]], words)
	}
	for level, name := range map[Strictness]string{Mild: "mild", Strict: "strict"} {
		for script, of := range []string{" en", " ru"} {
			f, err := lexeme.ReadFamily(raw[name+of], script == 1)
			if err != nil {
				return nil, fmt.Errorf("terms.txt: [%s]: %w", name+of, err)
			}
			l.families[level][script] = f
		}
		for phrase := range strings.FieldsSeq(raw[name+" phrases"]) {
			l.phrases[level] = append(l.phrases[level], strings.Split(phrase, "-"))
		}
	}
	for w := range strings.FieldsSeq(raw["veiled"]) {
		if !lexeme.Folded(w) {
			return nil, fmt.Errorf("terms.txt: [veiled]: %q is not folded", w)
		}
		l.veiled = append(l.veiled, newVeiled(w))
	}
	return l, nil
}
