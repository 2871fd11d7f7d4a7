package player

import (
	"slices"
	"time"

	"oneiros/games"
	"oneiros/games/lexeme"
	"oneiros/games/whenidream/association"
	"oneiros/games/whenidream/judge"
	"oneiros/games/whenidream/kit"
	"oneiros/games/whenidream/view"
)

// speak is the move of the spirit whose turn it is: a clue, or a pass when it has no
// word.
func (p *player) speak() kit.Move {
	pass, _ := p.find(kit.Pass)
	clue, writes := p.find(kit.Clue)
	if !writes || p.Element == nil {
		return pass
	}
	aim := p.aim()
	if aim == 0 {
		return pass
	}
	words := p.words(aim > 0)
	for _, w := range words {
		if p.maySay(w) {
			clue.Text = w
			return clue
		}
	}
	return pass
}

// words are those for the element, or those that lead away from it, the best first.
func (p *player) words(honest bool) []string {
	if p.Pack != "" {
		return sayable(p, honest)
	}
	words := p.truths()
	if !honest {
		words = p.lies()
	}
	return words
}

// maySay reports whether a word is a clue that no player will forbid or has said.
func (p *player) maySay(word string) bool {
	return p.lexicon().Judge(word, p.Element.Number, p.Words).Level == judge.Fine &&
		!slices.ContainsFunc(p.Clues, func(h view.Hint) bool { return judge.Repeats(word, h.Word) })
}

// aim says whether the spirit wants a right guess (1), a wrong one (-1), or neither.
func (p *player) aim() int {
	switch p.Role {
	case kit.Good:
		return 1
	case kit.Bad:
		return -1
	}
	if p.how == games.Easy {
		return 1 - 2*p.rand.IntN(2)
	}
	yellow, blue := 0, 0
	for _, c := range p.Cards {
		switch c.Side {
		case kit.Yellow:
			yellow++
		case kit.Blue:
			blue++
		}
	}
	switch {
	case yellow < blue:
		return 1
	case yellow > blue:
		return -1
	case p.how == games.Strong && p.Until-p.at < 20*time.Second && yellow > 0:
		return 0 // the balance is even, and stays so
	}
	return 1 - 2*p.rand.IntN(2)
}

// ranked are words, the best first. The ones that come equal are in any order.
type ranked struct {
	word  string
	value float64
}

// best sorts words by their value.
func (p *player) best(list []ranked) []string {
	games.Shuffle(p.rand, list)
	slices.SortStableFunc(list, func(a, b ranked) int {
		switch {
		case a.value > b.value:
			return -1
		case a.value < b.value:
			return 1
		}
		return 0
	})
	words := make([]string, len(list))
	for i, r := range list {
		words[i] = r.word
	}
	return words
}

// truths are words for the element. A strong spirit takes the one after which a
// dreamer is likely to be surest of it. An easy one takes what fits much else too.
func (p *player) truths() []string {
	n := p.Element.Number
	var list []ranked
	base, h := p.soFar()
	for i, w := range association.Load().Of(n, p.Words) {
		r := ranked{word: w}
		wide := float64(len(knowledge().exact[association.Fold(w)]))
		switch p.how {
		case games.Easy:
			r.value = min(wide, 3) + 2*p.rand.Float64()
		case games.Normal:
			r.value = -min(wide, 2) + 3*p.rand.Float64()
		default:
			s := *base
			p.opinion(w).apply(&s, h)
			s.normalize()
			r.value = s[n] - 0.02*float64(i) + 0.1*p.rand.Float64() // the first ones come to mind first
		}
		list = append(list, r)
	}
	kind := judge.Lexicon().KindWord(n, p.Words)
	if p.how == games.Easy {
		list = append(list, ranked{kind, 2 + 2*p.rand.Float64()})
	} else {
		list = append(list, ranked{kind, -9}) // when all else is said
	}
	return p.best(list)
}

// soFar is what a dreamer is likely to think of the clues so far, and how much it
// trusts each.
func (p *player) soFar() (*scores, float64) {
	h := max(p.honesty(), 0.5)
	trust := make([]float64, len(p.Circle))
	for i := range trust {
		trust[i] = h
	}
	return p.weigh(p.expected(), p.Clues, trust), h
}

// lies are words that lead to a neighbour of the element and have something of the
// element too. A strong spirit leads to where the dreamer's thoughts go already.
func (p *player) lies() []string {
	n := p.Element.Number
	l := knowledge()
	base, h := p.soFar()
	many := 8
	if p.how == games.Strong {
		many = closest
	}
	var list []ranked
	seen := lexeme.Set{}
	for i, f := range l.neighbours[n][:many] {
		for _, w := range association.Load().Of(f, p.Words) {
			to := l.exact[association.Fold(w)]
			if seen[w] || slices.Contains(to, n) && len(to) == 1 {
				continue
			}
			seen[w] = true
			r := ranked{word: w}
			switch p.how {
			case games.Easy:
				r.value = p.rand.Float64()
				if slices.Contains(to, n) {
					r.value += 0.4 // it says half of the truth
				}
			case games.Normal:
				r.value = l.near[n][f] + p.rand.Float64()
				if slices.Contains(to, n) {
					r.value -= 0.5
				}
			default:
				s := *base
				p.opinion(w).apply(&s, h)
				s.normalize()
				own := s[n]
				s[n] = 0
				r.value = slices.Max(s[:]) - own + 0.1*p.rand.Float64() - 0.01*float64(i)
			}
			list = append(list, r)
		}
	}
	return p.best(list)
}
