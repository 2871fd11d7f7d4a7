package rules

import (
	"oneiros/games"
	"oneiros/games/whenidream/judge"
	"oneiros/games/whenidream/kit"
)

// takeGuess takes the dreamer's written guess at the card in play.
func takeGuess(env *games.Env, s *State, text string) error {
	text, err := judge.CleanText(text, kit.MaxGuess)
	if err != nil {
		return err
	}
	side := kit.Blue
	if s.Lexicon().Names(text, s.Element) {
		side = kit.Yellow
	}
	s.tell(kit.News{Kind: kit.Guessed, Seat: games.Nobody, Card: s.Card()}, "")
	s.closeCard(env, Played{Side: side, Guess: text})
	return nil
}

// pressGuess notes by voice whether the guess at the card in play was right. Of
// the card before it corrects what was noted.
func pressGuess(env *games.Env, s *State, seat games.Seat, m kit.Move) {
	side := kit.Yellow
	if m.Verb == kit.Wrong {
		side = kit.Blue
	}
	if m.Card != s.Card() {
		s.Cards[m.Card-1].Side = side
		s.Cards[m.Card-1].Skipped = false
		noteAmended(s, seat, m.Card)
		return
	}
	s.tell(kit.News{Kind: kit.Guessed, Seat: games.Nobody, Card: m.Card}, "")
	s.closeCard(env, Played{Side: side})
}
