package kit

import "oneiros/games"

// EventKind is what happened.
type EventKind string

// The kinds of events. Each has a seat but for the first two.
const (
	EventDream EventKind = "dream" // a dream was revealed: see Last
	EventSand  EventKind = "sand"  // the sand began to run by itself
	EventFirst EventKind = "first" // became the first dreamer
	EventReady EventKind = "ready" // is ready
	EventBuy   EventKind = "buy"   // bought a segment
	EventCalm  EventKind = "calm"  // paid for a point of calm
)

// Event is something that every player saw.
type Event struct {
	Kind    EventKind  `json:"kind"`
	Seat    games.Seat `json:"seat"`
	Segment Segment    `json:"segment,omitempty"` // that was bought
}
