package rules

import (
	"oneiros/games"
	"oneiros/games/ui"
	"oneiros/games/whenidream/kit"
)

// explain says why a move is not legal. It knows no more than its reader does.
func explain(s *State, seat games.Seat, m kit.Move) error {
	if s.Chairs.Gone(seat) {
		return games.Refuse("refuse.not-yours")
	}
	night := s.Phase == kit.Night || s.Phase == kit.Last
	switch m.Verb {
	case kit.Clue, kit.Pass, kit.Guess, kit.Next, kit.Challenge, kit.Uphold, kit.Reject, kit.Said, kit.Right, kit.Wrong:
		if night && m.Card != s.Card() {
			return games.Refuse("refuse.card-gone", m.Card)
		}
	}
	switch m.Verb {
	case kit.Clue, kit.Pass, kit.Said:
		if s.Phase == kit.Night && s.Chairs.Spirit(seat, s.Dreamer) && s.Giver != seat {
			return games.Refuse("refuse.turn", ui.Name(s.Giver))
		}
		if seat == s.Dreamer && m.Verb == kit.Said {
			return games.Refuse("refuse.not-yours")
		}
	case kit.Tell, kit.Told, kit.Guess, kit.Wake:
		if seat != s.Dreamer {
			return games.Refuse("refuse.not-yours")
		}
	case kit.Challenge, kit.Uphold, kit.Reject, kit.Right, kit.Wrong, kit.Tick, kit.Untick, kit.Shift, kit.Keep:
		if seat == s.Dreamer {
			return games.Refuse("refuse.not-yours")
		}
	}
	if spirit := s.Chairs.Spirit(seat, s.Dreamer); spirit && s.Voice && s.Phase == kit.Night && (m.Verb == kit.Right || m.Verb == kit.Wrong || m.Verb == kit.Next) {
		return games.Refuse("refuse.unspoken", m.Card)
	}
	return games.Refuse("refuse.not-now")
}
