// Package kit has what Somnicum is made of, and how each thing is written: cards, tokens and
// particles, the rows of a dream, the ring and its flywheels, what encounters do, the moves that
// players make, and what every player sees of a turn.
//
// # Why it stands apart
//
// All rooms of the game speak of these things: the rules change a position of them, a view has
// those that one viewer knows, pages name them. Nothing here knows a position, a view or a page.
// So a page that needs a card or a move does not get the position with it, and the import test
// can refuse the position to all pages.
//
// Where a card fits, what rows are worth and what steps cost follows from public things alone
// (dream.go, score.go, wheel.go). The rules ask it when a card is attached, and a view asks it
// before. So both give one answer.
//
// What is written here stands in the log, in saved positions and in the custom ids of buttons.
// So a name that was played once keeps its spelling.
package kit

import "oneiros/games"

// Seats and rounds.
const (
	MaxSeats = 4
	Rounds   = 3
	Levels   = 3 // rows of a dream
)

// Phase is where a match stands.
type Phase string

// The phases. A turn is Spinning, Laying and perhaps Closing. A player in one of them
// who has drawn encounters is Choosing.
const (
	Setting  Phase = "setting"  // the flywheels are to be placed
	Spinning Phase = "spinning" // a flywheel is to be moved; a particle may be added
	Laying   Phase = "laying"   // the card that was taken is to be attached
	Choosing Phase = "choosing" // one of the drawn encounters is to be kept
	Closing  Phase = "closing"  // the card is attached; encounters may still be played
	Over     Phase = "over"
)

// Doing is what a turn has done so far.
type Doing struct {
	Taken  Dream  `json:"taken,omitempty"` // to be attached
	From   int    `json:"from,omitempty"`  // the place in the ring that it was taken from
	Added  int    `json:"added,omitempty"` // particles that were added
	Ends   bool   `json:"ends,omitempty"`  // the round ends: nothing is left between the flywheels, and a blank back was drawn
	Powers Powers `json:"powers"`          // of encounters, for this turn only
	Done   bool   `json:"done,omitempty"`  // the turn ends once an encounter is kept
}

// Powers change what a turn allows. Those of several encounters add up.
type Powers struct {
	Free   int `json:"free,omitempty"`   // more steps without a price
	More   int `json:"more,omitempty"`   // more tokens for one step and for two steps
	Stride int `json:"stride,omitempty"` // tokens for three steps
	Add    int `json:"add,omitempty"`    // more particles to add
	Single int `json:"single,omitempty"` // one token is enough for another plot
	Join   int `json:"join,omitempty"`   // the card that is attached makes no break
}

// Reason is why a round ended.
type Reason string

// The reasons.
const (
	FewCards  Reason = "few"   // as few cards are left as there are players
	EmptyPath Reason = "empty" // nothing was left between the flywheels, and a blank back was drawn
)

// Ending is how a round ended.
type Ending struct {
	Why   Reason     `json:"why"` // FewCards if both are true
	Seat  games.Seat `json:"seat"`
	Turns int        `json:"turns"`
	Left  int        `json:"left"` // cards in the ring

	// Points are what every player could count then, by seat. Older positions have none.
	Points []int `json:"points,omitempty"`
}
