package kit

import (
	"slices"

	"oneiros/games"
)

// Answer is what the receiver of an Insight chose: nothing yet, [Obeyed], or the
// name of a Vision to give.
type Answer string

// Obeyed is the answer of a receiver who had no choice, or chose to lose sleep.
const Obeyed Answer = "obey"

// Passed is an Insight that was answered. All of it but the card is public.
type Passed struct {
	By   games.Seat   `json:"by"`
	To   games.Seat   `json:"to"`
	Card Insight      `json:"card,omitempty"`
	From int          `json:"from"`           // floor before
	Step int          `json:"step,omitempty"` // floors gained, or lost when negative
	Gave Vision       `json:"gave,omitempty"`
	Read []games.Seat `json:"read,omitempty"` // who read it in a diary
}

// Knows reports whether a seat has read the card.
func (p *Passed) Knows(seat games.Seat) bool {
	return p.By == seat || p.To == seat || slices.Contains(p.Read, seat)
}

// Fits reports whether a card, passed to a role, does what every player saw.
func (p *Passed) Fits(c Insight, to Role) bool {
	if !c.Concerns(to) {
		return p.Step == 0 && p.Gave == ""
	}
	switch c.Effect() {
	case Lose1:
		return p.Step == -1
	case Lose2:
		return p.Step == -2
	case Gain1:
		return p.Step == 1 && p.From < TopFloor || p.Step == -1 && p.From >= TopFloor
	default:
		return p.Gave != "" || p.Step == -1
	}
}

// Concerns reports whether the Insight is about a role.
func (c Insight) Concerns(r Role) bool { return c.About()&r.Group() != 0 }

// Event is what every player sees of the answer.
func (p *Passed) Event() Event {
	switch {
	case p.Gave != "":
		return Event{Kind: Gave, Seat: p.To, To: p.By, What: string(p.Gave)}
	case p.Step > 0:
		return Event{Kind: Rose, Seat: p.To, To: games.Nobody, N: p.Step}
	case p.Step < 0:
		return Event{Kind: Sank, Seat: p.To, To: games.Nobody, N: -p.Step}
	default:
		return Event{Kind: Quiet, Seat: p.To, To: games.Nobody}
	}
}
