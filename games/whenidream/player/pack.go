package player

import (
	"slices"
	"strings"

	"oneiros/games"
	"oneiros/games/lexeme"
	"oneiros/games/whenidream/judge"
	"oneiros/games/whenidream/pack"
)

// With a pack, an automatic player knows the words of the pack, its clues, and the
// associations of the words that the glossary has too. It makes up nothing. When no clue
// is left, it says how many letters the word has: that tells something, and never the
// word. After that it passes. A spirit that lies uses the clues and the letters of
// another word.

// sayable are the words that a spirit may say of an element of a pack, the best first.
func sayable(p *player, honest bool) []string {
	g, known, of := p.lexicon(), pack.CluesOf(p.Pack), p.Element.Number
	if !honest {
		of = decoy(p, g, known)
	}
	clues := known.Of(of, p.Words)
	var list []ranked
	for i, w := range clues {
		r := ranked{word: w, value: p.rand.Float64() * 3}
		if p.how == games.Strong {
			r.value = p.rand.Float64() - float64(i)*0.1 - float64(len(known.Exact(strings.Join(lexeme.Tokens(w), ""), p.Words)))
		}
		if !honest && slices.Contains(known.Of(p.Element.Number, p.Words), w) {
			continue // it would be true
		}
		list = append(list, r)
	}
	return append(p.best(list), pack.Letters(g.Element(of, p.Words).Word))
}

// decoy is an entry to which a spirit leads that wants a wrong guess.
func decoy(p *player, g *judge.Glossary, known *pack.Clues) int {
	mine := pack.Letters(g.Element(p.Element.Number, p.Words).Word)
	best := 0
	for range 30 {
		n := 1 + p.rand.IntN(g.Size())
		if n == p.Element.Number || pack.Letters(g.Element(n, p.Words).Word) == mine {
			continue
		}
		best = n
		if len(known.Of(n, p.Words)) > 0 {
			break
		}
	}
	if best == 0 { // nearly all words are equally long
		return 1 + p.Element.Number%g.Size()
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
func expectedPack(p *player, g *judge.Glossary) []float64 {
	s := make([]float64, g.Size()+1)
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
		for _, n := range g.Named(m.Guess) {
			s[n] = min(s[n], 0.15)
		}
	}
	return s
}

// leadsTo is how strongly a clue leads to each entry of a pack.
func leadsTo(p *player, g *judge.Glossary, clue string) []float64 {
	s, known := make([]float64, g.Size()+1), pack.CluesOf(p.Pack)
	for _, n := range known.OfLetters(clue, p.Words) {
		s[n] = byStart
	}
	for _, part := range lexeme.Tokens(clue) {
		if p.how != games.Easy {
			for _, n := range known.Stem(lexeme.Stem(part), p.Words) {
				s[n] = max(s[n], byStem)
			}
		}
		for _, n := range known.Exact(part, p.Words) {
			s[n] = byClue
		}
	}
	return s
}
