// Package view says what one viewer knows of a position of Somnicum: a seat, or the public.
//
// # Why it stands apart
//
// Here is all of the game's secrecy. [Of] builds a [View] from a position field by field, and
// what has no line here stays unknown. [Redeal] deals again what a viewer does not know, and
// [Hidden] names it, so that tests can prove that nothing leaks. A reader who asks who may know
// what reads this package, and the fields of the position.
//
// Whatever shows the game is given a View and imports this package, never the one with the
// position. So it stands above the rules and below pages and pictures.
//
// What follows from a View alone is asked of it here too: which ways a flywheel can go and where
// a card fits (ways.go), what happened since the viewer's last turn (turns.go), who is awaited and
// what can be played (facts.go). Pages and pictures then cannot come to different answers.
package view

import (
	"time"

	"oneiros/games"
	"oneiros/games/somnicum/kit"
	"oneiros/games/somnicum/rules"
)

// View is what one viewer knows. It is built field by field.
type View struct {
	Me        games.Seat    `json:"me"` // Nobody for the public
	GapBreaks bool          `json:"gap_breaks,omitempty"`
	Think     time.Duration `json:"think"`

	// What every player knows.
	Round  int           `json:"round"` // from 1
	Phase  kit.Phase     `json:"phase"`
	Until  time.Duration `json:"until"` // when the time is over; 0 when Over
	First  games.Seat    `json:"first"`
	Turn   games.Seat    `json:"turn"`
	Count  int           `json:"count"`  // turns that ended in this match
	Now    kit.Doing     `json:"now"`    // what the turn has done so far
	Powers kit.Powers    `json:"powers"` // of whose turn it is, with those of lasting encounters

	Ring    []kit.Dream  `json:"ring"`   // by place, clockwise; 0 where a card was taken
	Wheels  [2]int       `json:"wheels"` // by Wheel; see Place
	Deck    int          `json:"deck"`   // cards in it
	Removed []kit.Dream  `json:"removed"`
	Ended   []kit.Ending `json:"ended"`

	Bag      int             `json:"bag"`    // tokens in it
	Blanks   int             `json:"blanks"` // of them with a blank back
	Stack    int             `json:"stack"`  // encounters in the deck
	Discards []kit.Encounter `json:"discards"`
	Offers   int             `json:"offers"` // encounters of which one is to be kept

	Dreamers []Dreaming  `json:"dreamers"` // by seat
	Story    []kit.Event `json:"story"`

	// What only the viewer knows.
	Sand  []kit.Token     `json:"sand"`  // in the order in which it would be paid
	Aside int             `json:"aside"` // how many of them, from the first, the viewer put there
	Goal  kit.Goal        `json:"goal"`
	Hand  []kit.Encounter `json:"hand"`
	Offer []kit.Encounter `json:"offer"` // of which one is to be kept
	Score *kit.Score      `json:"score"` // what the dream of the viewer is worth now; nil for the public
	Legal []kit.Move      `json:"legal"`

	Winners []games.Seat `json:"winners"` // when Over
}

// Dreaming is what every player knows of a player.
type Dreaming struct {
	Rows   kit.Rows        `json:"rows"`
	Sand   int             `json:"sand"`   // tokens
	Blanks int             `json:"blanks"` // of them with a blank back
	Hand   int             `json:"hand"`   // encounters that were not played
	Open   []kit.Encounter `json:"open"`   // lasting ones in play
	Dreams kit.Score       `json:"dreams"` // what every player can count; when Over, all of it
	Goal   kit.Goal        `json:"goal"`   // when Over
	Held   []kit.Encounter `json:"held"`   // those not played, when Over
}

// Of is built from nothing that v does not know.
func Of(s rules.State, v games.Viewer) View {
	w := View{
		Me: games.Nobody, GapBreaks: s.GapBreaks, Think: s.Think,
		Round: s.Round, Phase: s.Stage(), Until: s.Until, First: s.First, Turn: s.Turn, Count: s.Count, Now: s.Now, Powers: s.Powers(),
		Ring: s.Ring, Wheels: s.Wheels, Deck: len(s.Deck), Removed: s.Removed, Ended: s.Ended,
		Bag: len(s.Bag), Blanks: kit.Blanks(s.Bag), Stack: len(s.Stack), Discards: s.Discards, Offers: len(s.Offer),
		Story: s.Story,
	}
	for i := range s.Dreamers {
		d := &s.Dreamers[i]
		known := Dreaming{
			Rows: d.Rows, Sand: len(d.Sand), Blanks: kit.Blanks(d.Sand), Hand: len(d.Hand), Open: d.Open, Dreams: d.OpenScore(),
		}
		if s.Phase == kit.Over {
			known.Dreams, known.Goal, known.Held = d.Score(), d.Goal, d.Hand
		}
		w.Dreamers = append(w.Dreamers, known)
	}
	if me, ok := v.Seat(); ok {
		d := &s.Dreamers[me]
		w.Me, w.Sand, w.Aside, w.Goal, w.Hand, w.Legal = me, d.Purse(), len(d.Aside), d.Goal, d.Hand, s.Moves(me)
		score := d.Score()
		w.Score = &score
		if me == s.Turn {
			w.Offer = s.Offer
		}
	}
	if s.Phase == kit.Over {
		w.Winners = rules.Winners(s.Dreamers)
	}
	return w
}
