package player

import (
	"slices"

	"oneiros/games/lexeme"
	"oneiros/games/whenidream/judge"
	"oneiros/games/whenidream/kit"
	"oneiros/games/whenidream/view"
)

// fair is what a spirit does about the words and cards of others, and whether there
// is anything to do. It does not ask what would serve its role.
func (p *player) fair() (kit.Move, bool) {
	switch p.Phase {
	case kit.Night, kit.Last:
		return p.judgeClue()
	case kit.Check:
		return p.correctTick()
	case kit.Dawn:
		return p.settleCard()
	}
	return kit.Move{}, false
}

// judgeClue votes on a clue that a player challenged, or challenges one that is
// surely forbidden.
func (p *player) judgeClue() (kit.Move, bool) {
	if up, ok := p.find(kit.Uphold); ok && p.Vote != nil {
		down, _ := p.find(kit.Reject)
		if p.Voice {
			// Only people have heard the word.
			if p.Vote.For > 1+p.Vote.Against {
				return up, true
			}
			return down, p.Vote.Against > 0
		}
		if p.Element != nil && p.Vote.Card == p.Card && p.lexicon().Judge(p.Vote.Word, p.Element.Number, p.Words).Level > judge.Fine {
			return up, true
		}
		if i := p.Vote.Card - 1; i < len(p.Cards) && p.lexicon().Judge(p.Vote.Word, p.Cards[i].Element.Number, p.Words).Level > judge.Fine {
			return up, true
		}
		return down, true
	}
	if p.Voice || p.Element == nil {
		return kit.Move{}, false
	}
	for _, m := range p.legal {
		i := slices.IndexFunc(p.Clues, func(h view.Hint) bool { return m.Verb == kit.Challenge && h.Turn == m.Turn })
		if i >= 0 && p.Clues[i].Seat != p.Me && p.lexicon().Judge(p.Clues[i].Word, p.Element.Number, p.Words).Level == judge.Forbidden {
			return m, true
		}
	}
	return kit.Move{}, false
}

// correctTick joins those who want a tick of a written dream changed, where they are
// right.
func (p *player) correctTick() (kit.Move, bool) {
	if p.Story == "" {
		return kit.Move{}, false
	}
	for _, m := range p.legal {
		if m.Verb != kit.Tick && m.Verb != kit.Untick {
			continue
		}
		c := p.Cards[m.Card-1]
		others := slices.ContainsFunc(c.Votes, p.isOther)
		if others && !slices.Contains(c.Votes, p.Me) && resembles(p.lexicon(), p.Story, c.Element.Number) != c.Told {
			return m, true
		}
	}
	return kit.Move{}, false
}

// settleCard joins those who want a card moved, where that is fair. A guess that is
// almost the element is right, and one that has nothing of it is wrong.
func (p *player) settleCard() (kit.Move, bool) {
	for _, m := range p.legal {
		if m.Verb != kit.Shift {
			continue
		}
		c := p.Cards[m.Card-1]
		if !slices.ContainsFunc(c.Votes, p.isOther) || c.Guess == "" {
			continue
		}
		if resembles(p.lexicon(), c.Guess, c.Element.Number) != (c.Side == kit.Yellow) {
			return m, true
		}
	}
	return kit.Move{}, false
}

// resembles reports whether a text has a word that is almost a word of an element. A
// person would let it count.
func resembles(g *judge.Glossary, text string, n int) bool {
	for _, w := range judge.WordsOf(text) {
		for _, answer := range g.Answers(n) {
			for _, of := range answer {
				a, b := []rune(w.Text), []rune(of.Text)
				if w.Same(of) || len(b) >= 4 && lexeme.Distance(a, b, 1) <= 1 || len(b) >= 7 && lexeme.Distance(a, b, 2) <= 2 {
					return true
				}
			}
		}
	}
	return false
}
