package whenidream

import (
	"oneiros/games"
	"oneiros/games/ui"
)

// explain says why a move is not legal. It knows no more than its reader does.
func explain(s *State, seat games.Seat, m Move) error {
	if s.Chairs.gone(seat) {
		return games.Refuse("refuse.not-yours")
	}
	night := s.Phase == Night || s.Phase == Last
	switch m.Verb {
	case Clue, Pass, Guess, Next, Challenge, Uphold, Reject, Said, Right, Wrong:
		if night && m.Card != s.card() {
			return games.Refuse("refuse.card-gone", m.Card)
		}
	}
	switch m.Verb {
	case Clue, Pass, Said:
		if s.Phase == Night && s.Chairs.spirit(seat, s.Dreamer) && s.Giver != seat {
			return games.Refuse("refuse.turn", ui.Name(s.Giver))
		}
		if seat == s.Dreamer && m.Verb == Said {
			return games.Refuse("refuse.not-yours")
		}
	case Tell, Told, Guess, Wake:
		if seat != s.Dreamer {
			return games.Refuse("refuse.not-yours")
		}
	case Challenge, Uphold, Reject, Right, Wrong, Tick, Untick, Shift, Keep:
		if seat == s.Dreamer {
			return games.Refuse("refuse.not-yours")
		}
	}
	if spirit := s.Chairs.spirit(seat, s.Dreamer); spirit && s.Voice && s.Phase == Night && (m.Verb == Right || m.Verb == Wrong || m.Verb == Next) {
		return games.Refuse("refuse.unspoken", m.Card)
	}
	return games.Refuse("refuse.not-now")
}
