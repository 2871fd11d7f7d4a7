package whenidream

import "oneiros/games"

// takeGuess takes the dreamer's written guess at the card in play.
func takeGuess(env *games.Env, s *State, text string) error {
	text, err := cleanText(text, MaxGuess)
	if err != nil {
		return err
	}
	side := Blue
	if s.lexicon().names(text, s.Element) {
		side = Yellow
	}
	s.tell(News{Kind: Guessed, Seat: games.Nobody, Card: s.card()}, "")
	s.closeCard(env, played{Side: side, Guess: text})
	return nil
}

// pressGuess notes by voice whether the guess at the card in play was right. Of
// the card before it corrects what was noted.
func pressGuess(env *games.Env, s *State, seat games.Seat, m Move) {
	side := Yellow
	if m.Verb == Wrong {
		side = Blue
	}
	if m.Card != s.card() {
		s.Cards[m.Card-1].Side = side
		s.Cards[m.Card-1].Skipped = false
		noteAmended(s, seat, m.Card)
		return
	}
	s.tell(News{Kind: Guessed, Seat: games.Nobody, Card: m.Card}, "")
	s.closeCard(env, played{Side: side})
}
