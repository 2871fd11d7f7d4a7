package whenidream

import (
	"slices"
	"strconv"
	"strings"
	"unicode"

	"oneiros/games"
	"oneiros/games/lexeme"
)

// With a pack, an automatic player knows the words of the pack, its clues, and the
// associations of the words that the glossary has too. It makes up nothing. When no clue
// is left, it says how many letters the word has: that tells something, and never the
// word. After that it passes. A spirit that lies uses the clues and the letters of
// another word.

// packThoughts is what automatic players know of a pack.
type packThoughts struct {
	exact, stems map[Tongue]map[string][]int // entries by a clue, folded, and by its stems
	letters      map[Tongue]map[string][]int // entries by their number of letters
}

// learn reads the clues of a pack.
func (k *packThoughts) learn(g *glossary) {
	k.exact, k.stems, k.letters = map[Tongue]map[string][]int{}, map[Tongue]map[string][]int{}, map[Tongue]map[string][]int{}
	for _, t := range []Tongue{Russian, English} {
		k.exact[t], k.stems[t], k.letters[t] = map[string][]int{}, map[string][]int{}, map[string][]int{}
		for n := 1; n <= g.size(); n++ {
			if g.entries[n].word[t] == "" {
				continue
			}
			many := letters(g.entries[n].word[t])
			k.letters[t][many] = append(k.letters[t][many], n)
			for _, clue := range g.entries[n].clues[t] {
				for _, part := range lexeme.Tokens(clue) {
					k.exact[t][part] = insert(k.exact[t][part], n)
					k.stems[t][lexeme.Stem(part)] = insert(k.stems[t][lexeme.Stem(part)], n)
				}
			}
		}
	}
}

// letters is how many letters a word has, as a clue says it.
func letters(word string) string {
	n := 0
	for _, r := range word {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			n++
		}
	}
	return strconv.Itoa(n)
}

// sayable are the words that a spirit may say of an element of a pack, the best first.
func sayable(p *player, honest bool) []string {
	g, of := p.lexicon(), p.Element.Number
	if !honest {
		of = decoy(p, g)
	}
	clues := g.entries[of].clues[p.Words]
	var list []ranked
	for i, w := range clues {
		r := ranked{word: w, value: p.rand.Float64() * 3}
		if p.how == games.Strong {
			r.value = p.rand.Float64() - float64(i)*0.1 - float64(len(g.thoughts.exact[p.Words][strings.Join(lexeme.Tokens(w), "")]))
		}
		if !honest && slices.Contains(g.entries[p.Element.Number].clues[p.Words], w) {
			continue // it would be true
		}
		list = append(list, r)
	}
	return append(p.best(list), letters(g.entries[of].word[p.Words]))
}

// decoy is an entry to which a spirit leads that wants a wrong guess.
func decoy(p *player, g *glossary) int {
	mine := letters(g.entries[p.Element.Number].word[p.Words])
	best := 0
	for range 30 {
		n := 1 + p.rand.IntN(g.size())
		if n == p.Element.Number || letters(g.entries[n].word[p.Words]) == mine {
			continue
		}
		best = n
		if len(g.entries[n].clues[p.Words]) > 0 {
			break
		}
	}
	if best == 0 { // nearly all words are equally long
		return 1 + p.Element.Number%g.size()
	}
	return best
}

// believePack is the entry of a pack that the dreamer thinks of, and how sure it is. Of
// several that fit equally it takes any.
func believePack(p *player) (n int, sure float64) {
	g := p.lexicon()
	s := expectedPack(p, g)
	clues, honest := p.Clues, p.honesty()
	if p.how == games.Easy {
		clues, honest = p.remembered(clues), 0.9
	}
	for _, h := range clues {
		leads := leadsTo(p, g, h.Word)
		for e := range s {
			s[e] *= honest*(leads[e]+byChance) + (1-honest)*byLie
		}
	}
	sum, ties := 0.0, 0
	for e := 1; e < len(s); e++ {
		sum += s[e]
		switch {
		case n == 0 || s[e] > s[n]:
			n, ties = e, 1
		case s[e] == s[n]:
			if ties++; p.rand.IntN(ties) == 0 {
				n = e
			}
		}
	}
	return n, s[n] / sum
}

// expectedPack is what the dreamer expects of the next card; see expected.
func expectedPack(p *player, g *glossary) []float64 {
	s := make([]float64, g.size()+1)
	for n := range s {
		s[n] = 1
	}
	if p.how == games.Easy {
		return s
	}
	for _, d := range p.Dreams {
		for _, c := range d.Cards {
			s[c.Element.Number] = 0.02
		}
	}
	for _, m := range p.Memory {
		for _, n := range g.named(m.Guess) {
			s[n] = min(s[n], 0.15)
		}
	}
	return s
}

// leadsTo is how strongly a clue leads to each entry of a pack.
func leadsTo(p *player, g *glossary, clue string) []float64 {
	s := make([]float64, g.size()+1)
	for _, n := range g.thoughts.letters[p.Words][clue] {
		s[n] = byStart
	}
	for _, part := range lexeme.Tokens(clue) {
		if p.how != games.Easy {
			for _, n := range g.thoughts.stems[p.Words][lexeme.Stem(part)] {
				s[n] = max(s[n], byStem)
			}
		}
		for _, n := range g.thoughts.exact[p.Words][part] {
			s[n] = byClue
		}
	}
	return s
}
