package sample

import (
	"time"

	"oneiros/games"
)

// Phase is the part of a round that is being played.
type Phase string

// The phases.
const (
	Picking Phase = "pick"
	Naming  Phase = "call"
	Over    Phase = "over"
)

// mark is how long before the end of a round people are reminded.
const mark = 10 * time.Second

// State is a position: all that a restart needs to go on. It is plain data, and
// its JSON is the only truth about it, so every part has a name there. Nothing in
// it depends on when or where the program runs.
type State struct {
	Phase  Phase         `json:"phase"`
	Round  int           `json:"round"`
	Rounds int           `json:"rounds"`
	Pace   time.Duration `json:"length"` // of the picking
	End    time.Duration `json:"end"`    // of the picking, or of the wait for a moderator
	Marked bool          `json:"marked"` // the mark was passed
	Deck   []int         `json:"deck"`
	Hands  [][]int       `json:"hands"`  // sorted; a card that was picked is still in its hand
	Picks  []int         `json:"picks"`  // 0 for none
	Tucked [][]int       `json:"tucked"` // sorted; they are still in the hands
	Shown  []int         `json:"shown"`  // what was played last, by seat; 0 for none
	Trades bool          `json:"trades"` // whether dreams may be traded
	Gave   [][]int       `json:"gave"`   // what every player gave away, sorted; who gave may not give again
	Winner games.Seat    `json:"winner"`
	Yawned games.Seat    `json:"yawned"` // who yawned first in this round, or no seat
	Names  []string      `json:"names"`
	Waits  string        `json:"waits,omitempty"` // the winner's name for the dream, until a moderator has read it
	Points []int         `json:"points"`
	Gone   []bool        `json:"gone"`
}
