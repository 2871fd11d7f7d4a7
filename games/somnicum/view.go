package somnicum

import (
	"time"

	"oneiros/games"
)

// View is what one viewer knows. It is built field by field.
type View struct {
	Me        games.Seat    `json:"me"` // Nobody for the public
	GapBreaks bool          `json:"gap_breaks,omitempty"`
	Think     time.Duration `json:"think"`

	// What every player knows.
	Round  int           `json:"round"` // from 1
	Phase  Phase         `json:"phase"`
	Until  time.Duration `json:"until"` // when the time is over; 0 when Over
	First  games.Seat    `json:"first"`
	Turn   games.Seat    `json:"turn"`
	Count  int           `json:"count"`  // turns that ended in this match
	Now    Doing         `json:"now"`    // what the turn has done so far
	Powers Powers        `json:"powers"` // of whose turn it is, with those of lasting encounters

	Ring    []Dream  `json:"ring"`   // by place, clockwise; 0 where a card was taken
	Wheels  [2]int   `json:"wheels"` // by Wheel; see Place
	Deck    int      `json:"deck"`   // cards in it
	Removed []Dream  `json:"removed"`
	Ended   []Ending `json:"ended"`

	Bag      int         `json:"bag"`    // tokens in it
	Blanks   int         `json:"blanks"` // of them with a blank back
	Stack    int         `json:"stack"`  // encounters in the deck
	Discards []Encounter `json:"discards"`
	Offers   int         `json:"offers"` // encounters of which one is to be kept

	Dreamers []Dreaming `json:"dreamers"` // by seat
	Story    []Event    `json:"story"`

	// What only the viewer knows.
	Sand  []Token     `json:"sand"`  // in the order in which it would be paid
	Aside int         `json:"aside"` // how many of them, from the first, the viewer put there
	Goal  Goal        `json:"goal"`
	Hand  []Encounter `json:"hand"`
	Offer []Encounter `json:"offer"` // of which one is to be kept
	Score *Score      `json:"score"` // what the dream of the viewer is worth now; nil for the public
	Legal []Move      `json:"legal"`

	Winners []games.Seat `json:"winners"` // when Over
}

// Dreaming is what every player knows of a player.
type Dreaming struct {
	Rows   Rows        `json:"rows"`
	Sand   int         `json:"sand"`   // tokens
	Blanks int         `json:"blanks"` // of them with a blank back
	Hand   int         `json:"hand"`   // encounters that were not played
	Open   []Encounter `json:"open"`   // lasting ones in play
	Dreams Score       `json:"dreams"` // what every player can count; when Over, all of it
	Goal   Goal        `json:"goal"`   // when Over
	Held   []Encounter `json:"held"`   // those not played, when Over
}

// Score is what a player's dream is worth.
type Score struct {
	Levels     [Levels]int `json:"levels"`     // stars of each level, times the level
	Edges      int         `json:"edges"`      // stars of cards between breaks, times one
	Eyes       int         `json:"eyes"`       // of nightmares, each times what its stars would be; subtracted
	Encounters int         `json:"encounters"` // that were not played
	Open       int         `json:"open"`       // what lasting encounters bring
	Goal       int         `json:"goal"`
	Total      int         `json:"total"`
}

// Way is one way to move a flywheel.
type Way struct {
	Wheel Wheel
	Steps int
	Place int     // where it stops
	Dream Dream   // that is taken there
	Price int     // tokens to pay: the first ones of View.Sand
	Gift  int     // tokens to draw
	Few   bool    // the round ends for sure: as few cards are left as there are players
	Empty bool    // nothing is left between the flywheels, and the round ends with Chance
	Ends  float64 // how likely the round ends
}

// Fit is how a card can be attached to a row.
type Fit struct {
	Level int // from 1
	Slot  int
	Left  Dream     // the card on its left; 0 for the first card of the row
	Joins Particles // those that both cards have
	Gap   bool      // slots between them are empty
	Break bool      // it makes a break
	Draws int       // encounters that it draws
}

// View is built from nothing that v does not know.
func (rules) View(s State, v games.Viewer) View {
	w := View{
		Me: games.Nobody, GapBreaks: s.GapBreaks, Think: s.Think,
		Round: s.Round, Phase: s.phase(), Until: s.Until, First: s.First, Turn: s.Turn, Count: s.Count, Now: s.Now, Powers: s.powers(),
		Ring: s.Ring, Wheels: s.Wheels, Deck: len(s.Deck), Removed: s.Removed, Ended: s.Ended,
		Bag: len(s.Bag), Blanks: blanks(s.Bag), Stack: len(s.Stack), Discards: s.Discards, Offers: len(s.Offer),
		Story: s.Story,
	}
	for i := range s.Dreamers {
		d := &s.Dreamers[i]
		known := Dreaming{
			Rows: d.Rows, Sand: len(d.Sand), Blanks: blanks(d.Sand), Hand: len(d.Hand), Open: d.Open, Dreams: d.open(),
		}
		if s.Phase == Over {
			known.Dreams, known.Goal, known.Held = d.score(), d.Goal, d.Hand
		}
		w.Dreamers = append(w.Dreamers, known)
	}
	if me, ok := v.Seat(); ok {
		d := &s.Dreamers[me]
		w.Me, w.Sand, w.Aside, w.Goal, w.Hand, w.Legal = me, d.purse(), len(d.Aside), d.Goal, d.Hand, s.moves(me)
		score := d.score()
		w.Score = &score
		if me == s.Turn {
			w.Offer = s.Offer
		}
	}
	if s.Phase == Over {
		w.Winners = winners(s.Dreamers)
	}
	return w
}

// blanks is how many tokens have a blank back.
func blanks(list []Token) int {
	n := 0
	for _, t := range list {
		if t.Blank() {
			n++
		}
	}
	return n
}
