package kit

import "oneiros/games"

// Element is what a card shows beside the headboard.
type Element struct {
	Number int    `json:"number"`         // in the glossary, or in the pack, from 1
	Word   string `json:"word"`           // in the table's tongue
	Note   string `json:"note,omitempty"` // which of its meanings, in the table's tongue; shown in brackets
	Other  string `json:"other"`          // in the other tongue; empty in a pack of one language
}

// Heard is a clue of a card that is gone. By night it is in the dreamer's memory, and at dawn
// in the record of the round.
type Heard struct {
	Seat games.Seat `json:"seat"`
	Word string     `json:"word"`
}

// Chair is what every player knows of a seat.
type Chair struct {
	Gone      bool `json:"gone,omitempty"`  // left for good
	Ready     bool `json:"ready,omitempty"` // at Dusk, Check and Dawn
	Slept     bool `json:"slept,omitempty"` // was the dreamer of a finished round
	Points    int  `json:"points"`          // of finished rounds, penalties not yet taken off
	Penalties int  `json:"penalties"`       // penalty cards
}
