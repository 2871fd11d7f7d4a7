package kit

import "oneiros/games"

// Score is how a round counts.
type Score struct {
	Yellow int    `json:"yellow"`
	Blue   int    `json:"blue"`
	Bonus  bool   `json:"bonus,omitempty"` // the dream mentions every yellow card, and there is one
	Lines  []Line `json:"lines"`           // the dreamer's, then the spirits' from the dreamer's left on
}

// Line is one seat's points of a round.
type Line struct {
	Seat   games.Seat `json:"seat"`
	Role   Role       `json:"role,omitempty"` // empty for the dreamer
	Cards  int        `json:"cards"`          // points for cards
	Extra  int        `json:"extra"`          // 2 for a whole dream or a balanced one, else 0
	Points int        `json:"points"`         // Cards + Extra
}

// Total is one seat's result.
type Total struct {
	Seat      games.Seat `json:"seat"`
	Points    int        `json:"points"`    // of all rounds
	Penalties int        `json:"penalties"` // taken off
	Score     int        `json:"score"`     // Points - Penalties
	Gone      bool       `json:"gone,omitempty"`
}

// Balance is what a Trickster's balance is worth. Equal sides give one side and
// two more. Sides that differ by one give the higher one, other sides the lower
// one.
func Balance(yellow, blue int) (cards, extra int) {
	switch max(yellow, blue) - min(yellow, blue) {
	case 0:
		return yellow, 2
	case 1:
		return max(yellow, blue), 0
	default:
		return min(yellow, blue), 0
	}
}

// Balanced reports whether the points of a line are those of a Trickster for equal sides, which
// come as a surprise where no card lies on either.
func (l Line) Balanced() bool { return l.Role == Trickster && l.Extra > 0 }
