package kit

import "oneiros/games"

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
