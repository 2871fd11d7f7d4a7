package somnia

import (
	"time"

	"oneiros/games"
)

// State is the position of a match.
type State struct {
	Honest bool          `json:"honest,omitempty"`
	Clock  time.Duration `json:"clock"` // for a card

	Lives  []int      `json:"lives"`  // by seat
	Deal   int        `json:"deal"`   // from 1
	Dealer games.Seat `json:"dealer"` // of this deal
	Past   []Result   `json:"past"`   // finished deals, in order

	Phase Phase         `json:"phase"`
	Until time.Duration `json:"until,omitempty"` // when the phase ends, or the turn
	Beat  time.Duration `json:"beat,omitempty"`  // before it no card of this turn is laid; 0 once it has passed
	Ready []bool        `json:"ready"`           // by seat, at Dawn
	News  News          `json:"news"`

	Round   Round                `json:"round"`
	Pressed Card                 `json:"pressed"` // chosen before the beat by whose turn it is; still in the hand
	Drew    [MaxSeats]Card       `json:"drew"`    // by seat, the last card from the stock
	Caller  games.Seat           `json:"caller"`  // who called the Nightmare
	Called  int                  `json:"called"`  // in which trick, from 1; 0 before it comes
	Revokes []games.Seat         `json:"revokes"` // in this trick
	Fines   [MaxSeats]int        `json:"fines"`   // lives taken for revokes in this deal, by seat
	Last    Swept                `json:"last"`    // the trick before
	Lacks   [MaxSeats][]Shortage `json:"lacks"`   // by seat, what its cards have told every player

	Lately games.Chronicle[Event] `json:"lately,omitzero"` // a seat reads it until it lays its next card itself
}

// Shortage is what attentive people know of a hand: of some cards it has at most
// so many. The room grows with each card that is drawn.
type Shortage struct {
	Cards Set `json:"cards"`
	Room  int `json:"room"`
}

// learnShortage notes that a seat had none of the cards when it played its last one.
// Shortages are nested: a later one is narrower, and all its cards are in those
// before it.
func (s *State) learnShortage(seat games.Seat, none Set) {
	if none == 0 {
		return
	}
	list := s.Lacks[seat]
	for i := range list {
		list[i].Cards |= none
	}
	if n := len(list); n == 0 || list[n-1].Room > 0 {
		list = append(list, Shortage{Cards: none})
	}
	s.Lacks[seat] = list
}

// noteLaid notes that a seat no longer has a card.
func (s *State) noteLaid(seat games.Seat, c Card) {
	for i := range s.Lacks[seat] {
		if l := &s.Lacks[seat][i]; l.Cards.has(c) && l.Room > 0 {
			l.Room--
		}
	}
}

// noteDrawn notes that a seat drew a card. It drops what says nothing from then
// on.
func (s *State) noteDrawn(seat games.Seat) {
	var list []Shortage
	for _, l := range s.Lacks[seat] {
		if l.Room++; l.Room < s.Round.Hands[seat].size() {
			list = append(list, l)
		}
	}
	s.Lacks[seat] = list
}

// mayHold reports whether a hand of a seat is one that it may have, by what
// every player knows.
func (s *State) mayHold(seat games.Seat, hand Set) bool {
	for _, l := range s.Lacks[seat] {
		if (hand & l.Cards).size() > l.Room {
			return false
		}
	}
	return true
}

// excluded are the cards that a lawful player who plays c now does not have.
func (r *Round) excluded(c Card) Set {
	if r.Laid == 0 {
		return 0
	}
	led, night, is := lane(r.Trick[0].Suit()), lane(r.Nightmare), Set(0).with(c)
	switch {
	case is&led != 0:
		return 0
	case led == night:
		return led & deck(r.Seats) &^ rank(seven)
	case is&night == 0:
		return led & deck(r.Seats)
	case is&r.over() != 0:
		return 0
	case r.Undertrump:
		return led & deck(r.Seats)
	default:
		return deck(r.Seats) &^ (night &^ r.over()) // nothing but Nightmare cards that are too low
	}
}

// trickNumber is the number of the trick in play, from 1.
func (s *State) trickNumber() int { return min(s.Round.taken()+1, s.Round.tricks()) }

// tell adds events of this deal to what players read at their next turn.
func (s *State) tell(e Event) {
	e.Deal = s.Deal
	s.Lately.Tell(e)
}

// since is what has happened since the last card of a seat. Cards of an earlier deal are
// left out when the first trick of this one is over. They are in hands again.
func (s *State) since(seat games.Seat) (list []Event, forgotten int) {
	events, forgotten := s.Lately.Since(seat)
	for _, e := range events {
		if e.Deal == s.Deal || e.Kind == Counted || e.Deal == s.Deal-1 && s.Round.taken() == 0 {
			list = append(list, e)
		}
	}
	return list, forgotten
}
