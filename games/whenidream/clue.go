package whenidream

import "oneiros/games"

// takeClue takes a written clue. A forbidden one costs its giver the card, or is
// refused.
func takeClue(env *games.Env, s *State, seat games.Seat, text string) error {
	word, err := cleanClue(text)
	if err != nil {
		return err
	}
	for _, c := range s.Clues {
		if repeats(word, c.Word) {
			return games.Refuse("refuse.repeat", c.Word)
		}
	}
	switch v := s.lexicon().judge(word, s.Element, s.Words); {
	case v.level == forbidden && s.Faithful:
		s.penalize(env, seat)
		return nil
	case v.level > fine && !s.Faithful:
		return games.Refuse(v.reason)
	}
	s.Clues = append(s.Clues, given{Seat: seat, Turn: s.Turn, Word: word})
	s.tell(News{Kind: Gave, Seat: seat, Card: s.card()}, word)
	s.passTurnTo(env, s.Chairs.leftOf(seat, s.Dreamer))
	return nil
}

// noteSpoken notes by voice that the spirit whose turn it is has spoken.
func noteSpoken(env *games.Env, s *State) {
	s.Clues = append(s.Clues, given{Seat: s.Giver, Turn: s.Turn})
	s.tell(News{Kind: Gave, Seat: s.Giver, Card: s.card()}, "")
	s.passTurnTo(env, s.Chairs.leftOf(s.Giver, s.Dreamer))
}
