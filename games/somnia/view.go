package somnia

import (
	"slices"
	"time"

	"oneiros/games"
)

// Phase is where a deal stands.
type Phase string

// The phases.
const (
	Turn    Phase = "turn"    // a player is to lay a card
	Arrival Phase = "arrival" // the Nightmare has come; no player may do anything but look
	Taken   Phase = "taken"   // a complete trick lies in the middle
	Dawn    Phase = "dawn"    // the deal is counted; the next begins when every player is ready
	Over    Phase = "over"    // a player has no life left
)

// NewsKind is what happened.
type NewsKind string

// The kinds of news.
const (
	Dealt   NewsKind = "dealt"   // Seat dealt
	Laid    NewsKind = "laid"    // Seat laid Card
	Slow    NewsKind = "slow"    // Card was laid for Seat, whose time was over
	Took    NewsKind = "took"    // Seat took the trick
	Counted NewsKind = "counted" // the deal is over
)

// News is what happened last.
type News struct {
	Kind NewsKind   `json:"kind"`
	Seat games.Seat `json:"seat"` // Nobody where the kind names none
	Card Card       `json:"card"`
}

// Swept is a trick that was taken.
type Swept struct {
	Taker  games.Seat `json:"taker"` // Nobody before the first of a deal
	Leader games.Seat `json:"leader"`
	Cards  []Card     `json:"cards"` // in the order played, from the leader's on
	Points int        `json:"points"`
}

// Revoked is the kind of an event that is no news by itself: Card of Seat was against
// the rules.
const Revoked NewsKind = "revoked"

// Event is what every player saw, for those who look later. Its kind is Slow, Took, Counted
// or Revoked. Any other card is no event, since it is told with its trick.
type Event struct {
	Kind   NewsKind   `json:"kind"`
	Deal   int        `json:"deal"`             // in which deal, from 1
	Number int        `json:"number,omitempty"` // in which trick, from 1
	Seat   games.Seat `json:"seat"`             // whose it is; Nobody of Counted
	Card   Card       `json:"card,omitempty"`
	Trick  Swept      `json:"trick,omitzero"` // of Took
}

// Result is how a deal ended.
type Result struct {
	Ending    Ending       `json:"ending"`
	Nightmare Suit         `json:"nightmare"`
	Points    []int        `json:"points"`          // by seat
	Losers    []games.Seat `json:"losers"`          // who lost a life for it
	Fined     []games.Seat `json:"fined,omitempty"` // who lost one for a revoke, once for each
}

// View is what one viewer knows. It is built field by field.
type View struct {
	Me     games.Seat    `json:"me"` // Nobody for the public
	Honest bool          `json:"honest"`
	Clock  time.Duration `json:"clock"`

	Undertrump bool `json:"undertrump,omitempty"` // see Round

	// What every player knows.
	Phase   Phase         `json:"phase"`
	Until   time.Duration `json:"until"` // when the phase or the turn ends by itself; 0 when Over
	Deal    int           `json:"deal"`  // from 1
	Dealer  games.Seat    `json:"dealer"`
	Lives   []int         `json:"lives"` // by seat
	Ready   []bool        `json:"ready"` // by seat, at Dawn
	News    News          `json:"news"`
	Number  int           `json:"number"` // of the trick, from 1
	Tricks  int           `json:"tricks"` // in the deal
	Leader  games.Seat    `json:"leader"` // of the trick
	Turn    games.Seat    `json:"turn"`   // whose card is awaited; Nobody outside of Turn
	Trick   []Card        `json:"trick"`  // from the leader's on
	Ahead   games.Seat    `json:"ahead"`  // who takes the trick as it lies; Nobody without a card
	Revokes []games.Seat  `json:"revokes"`
	Last    Swept         `json:"last"`

	Nightmare Suit       `json:"nightmare"`
	Caller    games.Seat `json:"caller"` // Nobody before the Nightmare
	Called    int        `json:"called"` // in which trick
	Piles     [][]Card   `json:"piles"`  // by seat
	Points    []int      `json:"points"` // by seat, of the piles
	Sizes     []int      `json:"sizes"`  // by seat, cards in hand
	Stock     int        `json:"stock"`  // cards in it

	// What only the viewer knows.
	Hand    []Card `json:"hand"`    // sorted by suit and rank
	Pressed Card   `json:"pressed"` // chosen, and laid at the beat
	Drew    Card   `json:"drew"`    // from the stock, last
	Legal   []Move `json:"legal"`

	// What every player saw since the viewer's own last card, and how much of it was forgotten.
	Since     []Event `json:"since,omitempty"`
	Forgotten int     `json:"forgotten,omitempty"`

	Past    []Result     `json:"past"`
	Winners []games.Seat `json:"winners"` // when Over
}

// Can is whether the viewer may play a card.
func (v View) Can(c Card) bool {
	for _, m := range v.Legal {
		if m.Verb == Play && m.Card == c {
			return true
		}
	}
	return false
}

// mine reports whether the viewer is to choose a card.
func (v View) mine() bool {
	return v.Me != games.Nobody && v.Turn == v.Me && v.Pressed == NoCard
}

// drew is the card that the viewer has drawn since their own last card, or none.
func (v View) drew() Card {
	// A hand is full again by what was drawn after the last trick, and not after an earlier one.
	if v.Me == games.Nobody || v.Phase != Turn || v.placeOf(v.Me) < len(v.Trick) || len(v.Hand) < handOfTwo || !slices.Contains(v.Hand, v.Drew) {
		return NoCard
	}
	return v.Drew
}

// swept is the view with a complete trick in the pile of who takes it.
func (v View) swept() View {
	if v.Phase == Taken {
		v.Piles, v.Points = slices.Clone(v.Piles), slices.Clone(v.Points)
		pile := setOf(v.Piles[v.Ahead]) | setOf(v.Trick)
		v.Piles[v.Ahead], v.Points[v.Ahead] = pile.Cards(), points(pile, v.Nightmare)
	}
	return v
}

// placeOf is the place in the trick of a seat's card, from 0.
func (v View) placeOf(seat games.Seat) int {
	return (int(seat) - int(v.Leader) + len(v.Lives)) % len(v.Lives)
}

// player is who laid, or is to lay, the nth card of the trick.
func (v View) player(n int) games.Seat { return games.Seat((int(v.Leader) + n) % len(v.Lives)) }

// View is built from nothing that v does not know.
func (rules) View(s State, v games.Viewer) View {
	r := &s.Round
	w := View{
		Me: games.Nobody, Honest: s.Honest, Clock: s.Clock, Undertrump: r.Undertrump,
		Phase: s.Phase, Until: s.Until, Deal: s.Deal, Dealer: s.Dealer, Lives: s.Lives, Ready: s.Ready, News: s.News,
		Number: s.trickNumber(), Tricks: r.tricks(), Leader: r.Leader, Turn: games.Nobody, Ahead: games.Nobody,
		Revokes: s.Revokes, Last: s.Last,
		Nightmare: r.Nightmare, Caller: s.Caller, Called: s.Called, Stock: len(r.Stock),
		Past: s.Past,
	}
	if s.Phase == Turn {
		w.Turn = r.turn()
	}
	if r.Laid > 0 {
		w.Trick, w.Ahead = r.Trick[:r.Laid:r.Laid], r.player(r.ahead())
	}
	p := r.points()
	for i := range r.Seats {
		w.Piles = append(w.Piles, r.Piles[i].Cards())
		w.Points = append(w.Points, p[i])
		w.Sizes = append(w.Sizes, r.Hands[i].size())
	}
	if me, ok := v.Seat(); ok {
		w.Me, w.Legal = me, s.moves(me)
		w.Hand, w.Drew = r.Hands[me].Cards(), s.Drew[me]
		if s.Phase == Turn && r.turn() == me {
			w.Pressed = s.Pressed
		}
		w.Since, w.Forgotten = s.since(me)
	}
	if s.Phase == Over {
		w.Winners = winners(s.Lives)
	}
	return w
}
