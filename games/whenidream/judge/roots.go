package judge

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"

	"oneiros/games/lexeme"
	"oneiros/games/whenidream/kit"
)

// rootsTXT has the families of roots of every element, in both tongues. Its head
// says how it is written.
//
//go:embed roots.txt
var rootsTXT string

// rootError is a mistake in roots.txt, with its line.
func rootError(line int, format string, args ...any) error {
	return fmt.Errorf("roots.txt:%d: %w", line, fmt.Errorf(format, args...))
}

// readRoots reads the families and checks that every element has its own, which
// holds each of its words.
func (g *Glossary) readRoots(text string) error {
	var t kit.Tongue
	number := 0
	for line := range strings.Lines(text) {
		number++
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		if line[0] == '[' {
			if t = kit.Tongue(strings.Trim(line, "[]")); t != kit.Russian && t != kit.English {
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
		f, err := lexeme.ReadFamily(terms, t == kit.Russian)
		if err != nil {
			return rootError(number, "%w", err)
		}
		e.family[t] = &f
		for _, p := range e.printed[t] {
			for _, w := range p.words {
				if l, _ := f.Level(w.Text); l != Forbidden {
					return rootError(number, "the family does not hold %q", w.Text)
				}
			}
		}
	}
	for n := 1; n <= Elements; n++ {
		for _, t := range []kit.Tongue{kit.Russian, kit.English} {
			if g.entries[n].family[t] == nil {
				return rootError(number, "%q has no line in %s", g.entries[n].word[t], t)
			}
		}
	}
	return nil
}
