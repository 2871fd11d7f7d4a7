package rules

import (
	"slices"
	"time"

	"oneiros/games"
	"oneiros/games/somnicum/kit"
)

// Clone is a copy that shares nothing that moves change.
func (s *State) Clone() *State {
	c := *s
	c.Ring, c.Bag, c.Lost = slices.Clone(s.Ring), slices.Clone(s.Bag), slices.Clone(s.Lost)
	c.Stack, c.Discards, c.Offer = slices.Clone(s.Stack), slices.Clone(s.Discards), slices.Clone(s.Offer)
	c.Dreamers = slices.Clone(s.Dreamers)
	c.Story = slices.Clip(s.Story)
	d := c.Dreamer()
	d.Sand, d.Aside, d.Hand, d.Open = slices.Clone(d.Sand), slices.Clone(d.Aside), slices.Clone(d.Hand), slices.Clone(d.Open)
	for i := range d.Rows {
		d.Rows[i] = slices.Clone(d.Rows[i])
		for j := range d.Rows[i] {
			d.Rows[i][j].Added = slices.Clip(d.Rows[i][j].Added)
		}
	}
	return &c
}

// State is the position of a match.
type State struct {
	GapBreaks bool          `json:"gap_breaks,omitempty"` // a gap in a row is a break
	Think     time.Duration `json:"think"`                // for a turn

	Round int           `json:"round"` // from 1
	Phase kit.Phase     `json:"phase"` // never Choosing; see Stage
	Until time.Duration `json:"until,omitempty"`
	First games.Seat    `json:"first"` // the first player of the match
	Turn  games.Seat    `json:"turn"`  // whose turn it is, or who places the flywheels
	Count int           `json:"count"` // turns that ended in this match
	Now   kit.Doing     `json:"now"`   // what the turn has done so far

	Ring    []kit.Dream  `json:"ring"`   // by place; 0 where a card was taken
	Wheels  [2]int       `json:"wheels"` // by Wheel: the place from which it goes on; -1 before they are placed
	Deck    []kit.Dream  `json:"deck"`   // the next one is the first
	Removed []kit.Dream  `json:"removed"`
	Ended   []kit.Ending `json:"ended"` // rounds, in order

	Bag  []kit.Token `json:"bag"`  // in no order
	Lost []kit.Token `json:"lost"` // in breaks; no player knows which is where

	Stack    []kit.Encounter `json:"stack"`    // the encounter deck; the next one is the first
	Discards []kit.Encounter `json:"discards"` // face up
	Offer    []kit.Encounter `json:"offer"`    // drawn by whose turn it is, who keeps one

	Dreamers []Dreamer   `json:"dreamers"` // by seat
	Story    []kit.Event `json:"story"`    // of this turn and of the last turn of every player
}

// Dreamer is what a player has.
type Dreamer struct {
	Rows  kit.Rows        `json:"rows"`
	Sand  []kit.Token     `json:"sand"`  // sorted; the backs are public
	Aside []kit.Token     `json:"aside"` // of the sand, what is paid first; a draft
	Goal  kit.Goal        `json:"goal"`
	Hand  []kit.Encounter `json:"hand"` // sorted; how many is public
	Open  []kit.Encounter `json:"open"` // lasting ones in play
}

// Stage is the phase, and Choosing where an encounter is to be kept.
func (s *State) Stage() kit.Phase {
	if len(s.Offer) > 0 {
		return kit.Choosing
	}
	return s.Phase
}

// Dreamer is the player whose turn it is.
func (s *State) Dreamer() *Dreamer { return &s.Dreamers[s.Turn] }
