package whenidream

import (
	"oneiros/games"
	"slices"
)

// played is a card that is out of the bed.
type played struct {
	Element int          `json:"element"`
	Side    Side         `json:"side"`
	Skipped bool         `json:"skipped,omitempty"`
	Guess   string       `json:"guess,omitempty"`
	Seat    games.Seat   `json:"seat"` // of a penalty; else Nobody
	Told    bool         `json:"told,omitempty"`
	Votes   []games.Seat `json:"votes,omitempty"` // at Check: who wants the tick changed
	Clues   []heard      `json:"clues,omitempty"` // in writing, in order
}

// heard is a clue of a card that is gone. By night it is in the dreamer's memory, and at dawn
// in the record of the round.
type heard struct {
	Seat games.Seat `json:"seat"`
	Word string     `json:"word"`
}

// counts reports whether the card lies on one of the two sides.
func (p played) counts() bool { return p.Side == Yellow || p.Side == Blue }

// movable reports whether the dawn may move the card. By voice it may move the card of the
// bed too: people heard the last guess in time, and all of them may have pressed too late.
func (p played) movable(voice bool) bool {
	if p.Side == Bed {
		return voice
	}
	return p.counts() && (voice || !p.Skipped)
}

// pile is the cards of a round that are out of the bed, in order.
type pile []played

// dreamt reports whether a card lies on one of the two sides.
func (p pile) dreamt() bool { return slices.ContainsFunc(p, played.counts) }
