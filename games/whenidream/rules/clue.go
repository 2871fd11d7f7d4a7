package rules

import (
	"oneiros/games"
	"oneiros/games/whenidream/judge"
	"oneiros/games/whenidream/kit"
)

// takeClue takes a written clue. A forbidden one costs its giver the card, or is
// refused.
func takeClue(env *games.Env, s *State, seat games.Seat, text string) error {
	word, err := judge.CleanClue(text)
	if err != nil {
		return err
	}
	for _, c := range s.Clues {
		if judge.Repeats(word, c.Word) {
			return games.Refuse("refuse.repeat", c.Word)
		}
	}
	switch v := s.Lexicon().Judge(word, s.Element, s.Words); {
	case v.Level == judge.Forbidden && s.Faithful:
		s.penalize(env, seat)
		return nil
	case v.Level > judge.Fine && !s.Faithful:
		return games.Refuse(v.Reason)
	}
	s.Clues = append(s.Clues, Clue{Seat: seat, Turn: s.Turn, Word: word})
	s.tell(kit.News{Kind: kit.Gave, Seat: seat, Card: s.Card()}, word)
	s.passTurnTo(env, s.Chairs.LeftOf(seat, s.Dreamer))
	return nil
}

// late is the spirit who may still say that their word was spoken in time: the one whose turn
// at this card ended by itself just now. The player who speaks last presses last.
func late(s *State) games.Seat {
	if s.Voice && s.Phase == kit.Night && s.News.Kind == kit.Slow && s.News.Card == s.Card() {
		return s.News.Seat
	}
	return games.Nobody
}

// noteLate notes by voice that a spirit has spoken whose turn ended meanwhile. The turn of the
// next one goes on.
func noteLate(s *State, seat games.Seat, turn int) {
	s.Clues = append(s.Clues, Clue{Seat: seat, Turn: turn})
	s.tell(kit.News{Kind: kit.Gave, Seat: seat, Card: s.Card()}, "")
}

// noteSpoken notes by voice that the spirit whose turn it is has spoken.
func noteSpoken(env *games.Env, s *State) {
	s.Clues = append(s.Clues, Clue{Seat: s.Giver, Turn: s.Turn})
	s.tell(kit.News{Kind: kit.Gave, Seat: s.Giver, Card: s.Card()}, "")
	s.passTurnTo(env, s.Chairs.LeftOf(s.Giver, s.Dreamer))
}
