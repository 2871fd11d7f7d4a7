package judge

import (
	"slices"

	"oneiros/games/lexeme"
	"oneiros/games/whenidream/kit"
)

// A Wording is an entry of a server's own words in one language, with other answers that count.
type Wording struct {
	Tongue  kit.Tongue
	Word    string
	Aliases []string
}

// GlossaryOf makes the glossary of a server's own words. Each entry has a wording for each of
// its languages.
func GlossaryOf(entries [][]Wording) *Glossary {
	g := newGlossary(len(entries))
	for i, list := range entries {
		g.entries[i+1] = ownEntry(i+1, list)
		g.index(i + 1)
	}
	g.learnAll(lists())
	return g
}

// ownEntry makes an entry. Where the glossary has exactly one element of its word, the
// roots and the translations of that element are used too.
func ownEntry(n int, list []Wording) entry {
	e := entry{
		word: map[kit.Tongue]string{}, note: map[kit.Tongue]string{}, shown: map[kit.Tongue]kit.Element{},
		printed: map[kit.Tongue][]phrase{}, aliases: map[kit.Tongue][]phrase{}, family: map[kit.Tongue]*lexeme.Family{kit.Russian: {}, kit.English: {}},
	}
	for _, c := range list {
		e.word[c.Tongue] = c.Word
		e.printed[c.Tongue] = []phrase{newPhrase(n, c.Word)}
		for _, a := range c.Aliases {
			e.aliases[c.Tongue] = append(e.aliases[c.Tongue], newPhrase(n, a))
		}
		e.family[c.Tongue] = lexeme.FamilyOf(e.printed[c.Tongue][0].words)
		twin := Twin(c.Word, c.Tongue)
		if twin == 0 {
			continue
		}
		e.family[c.Tongue] = Lexicon().entries[twin].family[c.Tongue]
		if other := c.Tongue.Other(); len(list) == 1 {
			for _, p := range Lexicon().entries[twin].printed[other] {
				p.number = n
				e.printed[other] = append(e.printed[other], p)
			}
			e.family[other] = Lexicon().entries[twin].family[other]
		}
	}
	for _, t := range []kit.Tongue{kit.English, kit.Russian} {
		e.shown[t] = kit.Element{Number: n, Word: e.word[t], Other: e.word[t.Other()]}
	}
	e.all = slices.Concat(e.printed[kit.English], e.printed[kit.Russian], e.aliases[kit.English], e.aliases[kit.Russian])
	return e
}

// Twin is the only element of the game's own glossary that is printed with a word, or 0.
func Twin(word string, t kit.Tongue) int {
	whole := newPhrase(0, word).whole
	found := 0
	for _, n := range Lexicon().whole[whole] {
		if slices.ContainsFunc(Lexicon().entries[n].printed[t], func(p phrase) bool { return p.whole == whole }) {
			if found != 0 {
				return 0
			}
			found = n
		}
	}
	return found
}
