package somnicum

import (
	"time"

	"oneiros/games"
)

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

// State is the position of a match.
type State struct {
	GapBreaks bool          `json:"gap_breaks,omitempty"` // a gap in a row is a break
	Think     time.Duration `json:"think"`                // for a turn

	Round int           `json:"round"` // from 1
	Phase Phase         `json:"phase"` // never Choosing; see phase
	Until time.Duration `json:"until,omitempty"`
	First games.Seat    `json:"first"` // the first player of the match
	Turn  games.Seat    `json:"turn"`  // whose turn it is, or who places the flywheels
	Count int           `json:"count"` // turns that ended in this match
	Now   Doing         `json:"now"`   // what the turn has done so far

	Ring    []Dream  `json:"ring"`   // by place; 0 where a card was taken
	Wheels  [2]int   `json:"wheels"` // by Wheel: the place from which it goes on; -1 before they are placed
	Deck    []Dream  `json:"deck"`   // the next one is the first
	Removed []Dream  `json:"removed"`
	Ended   []Ending `json:"ended"` // rounds, in order

	Bag  []Token `json:"bag"`  // in no order
	Lost []Token `json:"lost"` // in breaks; no player knows which is where

	Stack    []Encounter `json:"stack"`    // the encounter deck; the next one is the first
	Discards []Encounter `json:"discards"` // face up
	Offer    []Encounter `json:"offer"`    // drawn by whose turn it is, who keeps one

	Dreamers []Dreamer `json:"dreamers"` // by seat
	Story    []Event   `json:"story"`    // of this turn and of the last turn of every player
}

// Dreamer is what a player has.
type Dreamer struct {
	Rows  Rows        `json:"rows"`
	Sand  []Token     `json:"sand"`  // sorted; the backs are public
	Aside []Token     `json:"aside"` // of the sand, what is paid first; a draft
	Goal  Goal        `json:"goal"`
	Hand  []Encounter `json:"hand"` // sorted; how many is public
	Open  []Encounter `json:"open"` // lasting ones in play
}

// Rows are a dream: a row for each level, from the first level on.
type Rows [Levels][]Card

// Card is a dream card in a row. All of it is public.
type Card struct {
	Dream  Dream   `json:"dream"`
	Slot   int     `json:"slot"`             // under the cards above with this slot and the next one
	Added  []Token `json:"added,omitempty"`  // face up, in the order in which they were added
	Break  Break   `json:"break,omitempty"`  // between it and the card on its left
	Bright bool    `json:"bright,omitempty"` // its eyes count as stars
	Round  int     `json:"round,omitempty"`  // in which it was taken
}

// Break is a break and the back of its token.
type Break string

// The breaks.
const (
	NoBreak    Break = ""
	SandBreak  Break = "sand"
	BlankBreak Break = "blank"
	BareBreak  Break = "bare" // the bag was empty
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

// EventKind is what happened.
type EventKind string

// The kinds of events, with the fields that say more.
const (
	DidSet  EventKind = "set"  // the flywheels were placed; Place
	DidAdd  EventKind = "add"  // Token on the last card of Level; Count tokens went back to the bag
	DidSpin EventKind = "spin" // Wheel went Steps, from From to Place, and took Dream; Count tokens were paid
	DidDraw EventKind = "draw" // Count tokens from the bag, Blanks of them with a blank back
	DidLay  EventKind = "lay"  // Dream on Level, with Break
	DidMeet EventKind = "meet" // Count encounters were drawn, and one was kept
	DidPlay EventKind = "play" // Encounter
	DidEnd  EventKind = "end"  // the round ended; see the last Ending
	WasSlow EventKind = "slow" // the time was over, and the game did the rest of the turn
)

// Event is something that happened. All of it is public.
type Event struct {
	Turn      int        `json:"turn"` // its number in the match, from 0
	Seat      games.Seat `json:"seat"`
	Kind      EventKind  `json:"kind"`
	Wheel     Wheel      `json:"wheel,omitempty"`
	Steps     int        `json:"steps,omitempty"`
	Place     int        `json:"place,omitempty"`
	Level     int        `json:"level,omitempty"` // from 1
	Dream     Dream      `json:"dream,omitempty"`
	Token     Token      `json:"token,omitempty"`
	Encounter Encounter  `json:"encounter,omitempty"`
	Count     int        `json:"count,omitempty"`
	Blanks    int        `json:"blanks,omitempty"`
	Break     Break      `json:"break,omitempty"`
	From      int        `json:"from,omitempty"`   // one more than the place; older positions have none
	Points    int        `json:"points,omitempty"` // by how much what every player can count of the player changed
}

// phase is the phase, and Choosing where an encounter is to be kept.
func (s *State) phase() Phase {
	if len(s.Offer) > 0 {
		return Choosing
	}
	return s.Phase
}

// dreamer is the player whose turn it is.
func (s *State) dreamer() *Dreamer { return &s.Dreamers[s.Turn] }
