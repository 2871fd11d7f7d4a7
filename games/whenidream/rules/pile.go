package rules

import (
	"slices"

	"oneiros/games"
	"oneiros/games/whenidream/judge"
	"oneiros/games/whenidream/kit"
)

// Played is a card that is out of the bed.
type Played struct {
	Element int          `json:"element"`
	Side    kit.Side     `json:"side"`
	Skipped bool         `json:"skipped,omitempty"`
	Guess   string       `json:"guess,omitempty"`
	Seat    games.Seat   `json:"seat"` // of a penalty; else Nobody
	Told    bool         `json:"told,omitempty"`
	Votes   []games.Seat `json:"votes,omitempty"` // at Check: who wants the tick changed
	Clues   []kit.Heard  `json:"clues,omitempty"` // in writing, in order
}

// Counts reports whether the card lies on one of the two sides.
func (p Played) Counts() bool { return p.Side == kit.Yellow || p.Side == kit.Blue }

// movable reports whether the dawn may move the card. By voice it may move the card of the
// bed too: people heard the last guess in time, and all of them may have pressed too late.
func (p Played) movable(voice bool) bool {
	if p.Side == kit.Bed {
		return voice
	}
	return p.Counts() && (voice || !p.Skipped)
}

// Pile is the cards of a round that are out of the bed, in order.
type Pile []Played

// Dreamt are the cards as a dream may mention them.
func (p Pile) Dreamt() []judge.Dreamt {
	list := make([]judge.Dreamt, len(p))
	for i, c := range p {
		list[i] = judge.Dreamt{Element: c.Element, Guess: c.Guess}
	}
	return list
}

// some reports whether a card lies on one of the two sides.
func (p Pile) some() bool { return slices.ContainsFunc(p, Played.Counts) }
