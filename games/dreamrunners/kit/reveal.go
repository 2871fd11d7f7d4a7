package kit

import (
	"slices"

	"oneiros/games"
)

// Reveal is what every player saw of a round.
type Reveal struct {
	Round   int        `json:"round"` // 0 before the first one
	Tile    Tile       `json:"tile"`
	First   games.Seat `json:"first"` // or no seat
	Leader  games.Seat `json:"leader"`
	Opened  []Opened   `json:"opened"`  // chests that a player opened
	Results []Result   `json:"results"` // by seat
}

// Opened is a chest that a player opened.
type Opened struct {
	Square int   `json:"square"` // of the tile, not turned
	Chest  Chest `json:"chest"`
}

// Result is what a round brought to a player.
type Result struct {
	Absent    bool        `json:"absent"` // woke in an earlier round
	Turns     int         `json:"turns"`  // quarter turns by which the player sees the tile
	Draft     Composition `json:"draft"`
	Uncovered int         `json:"uncovered"` // squares without a segment
	Outside   int         `json:"outside"`   // cells of segments outside the tile
	Harms     []Harm      `json:"harms"`     // nightmares that were not banished
	Gains     []Gain      `json:"gains"`     // in reading order; chests after the others
	Before    int         `json:"before"`    // calm
	Calm      int         `json:"calm"`      // afterwards
	Steps     int         `json:"steps"`     // on the star track
	Woke      bool        `json:"woke"`
	Clock     bool        `json:"clock,omitempty"` // time was up before the player had chosen everything
}

// Harm is what a nightmare did.
type Harm struct {
	Square int        `json:"square"` // of the tile, not turned
	Kind   SquareKind `json:"kind"`
	Loss   int        `json:"loss"`  // calm
	Taken  Label      `json:"taken"` // by a bat
	Lost   Segment    `json:"lost"`  // the same
}

// Gain is what a square brought.
type Gain struct {
	Square int        `json:"square"` // of the tile, not turned
	Kind   SquareKind `json:"kind"`
	Times  int        `json:"times"`           // 2 under a double effect
	Chest  Chest      `json:"chest,omitempty"` // that was opened here
	Keys   int        `json:"keys"`            // paid for it
	Closed bool       `json:"closed"`          // a chest for which the keys did not suffice
	Haul   Haul       `json:"haul"`            // all of it, multiplied
}

// Present are the seats that took part in the last round.
func (r *Reveal) Present() []int {
	var list []int
	for i := range r.Results {
		if !r.Results[i].Absent {
			list = append(list, i)
		}
	}
	return list
}

// Brought is all that a composition brought.
func (r *Result) Brought() Haul {
	var all Haul
	for _, g := range r.Gains {
		all.Plus(g.Haul)
	}
	return all
}

// Lost is how much calm a composition cost.
func (r *Result) Lost() int {
	n := r.Uncovered + r.Outside
	for _, h := range r.Harms {
		n += h.Loss
	}
	return n
}

// Closed are the cells whose chests stayed closed, as their player saw them.
func (r *Result) Closed(t Tile) []string {
	_, from := t.Card().Seen(r.Turns)
	var list []string
	for _, g := range r.Gains {
		if g.Closed {
			list = append(list, SquareCell(slices.Index(from[:], g.Square)).String())
		}
	}
	return list
}
