package kit

import "oneiros/games"

// Was is how a seat lay before the last deed that every player saw, where that changed it.
type Was struct {
	Seat    games.Seat `json:"seat"`
	Sleep   int        `json:"sleep"`
	Place   Place      `json:"place,omitempty"`
	Visions int        `json:"visions,omitempty"` // how many
}

// Kind tells what an event is.
type Kind string

// The kinds of events, with what is set besides Seat.
const (
	Rolled    Kind = "rolled"    // What: the dice, in words of [Face]
	Rerolled  Kind = "rerolled"  // What: the dice
	Spun      Kind = "spun"      // What: the dice
	Turned    Kind = "turned"    // What: the dice
	Stuck     Kind = "stuck"     // the dice that are left allow no action; N were used
	Began     Kind = "began"     // What: a place
	Walked    Kind = "walked"    // What: a place
	Crowded   Kind = "crowded"   // N: floors
	Looked    Kind = "looked"    // N: Insights
	Sent      Kind = "sent"      // To
	Quiet     Kind = "quiet"     // of an Insight: nothing happens
	Sank      Kind = "sank"      // N floors, by an Insight
	Rose      Kind = "rose"      // N floors, by an Insight
	Gave      Kind = "gave"      // To, What: a Vision, by an Insight
	Found     Kind = "found"     // What: a Vision
	Kept      Kind = "kept"      // What: a Vision of two
	Stole     Kind = "stole"     // To: from whom; What
	Used      Kind = "used"      // What; To, where there is one
	Struck    Kind = "struck"    // To, N
	Waived    Kind = "waived"    //
	Healed    Kind = "healed"    // To, N
	Lost      Kind = "lost"      // N floors, by a Vision; What
	Gained    Kind = "gained"    // N floors, by a Vision; What
	Presented Kind = "presented" // To, What
	Took      Kind = "took"      // To: from whom; What
	Awoke     Kind = "awoke"     // What: the role
	Slow      Kind = "slow"      // the time is over, the rules play for them
)

// Event is something that every player saw.
type Event struct {
	Kind Kind       `json:"kind"`
	Seat games.Seat `json:"seat"`
	To   games.Seat `json:"to"`
	N    int        `json:"n,omitempty"`
	What string     `json:"what,omitempty"`
}

// Moved is whose floor an event changes, and by how much.
func (e Event) Moved() (seat games.Seat, n int) {
	switch e.Kind {
	case Struck:
		return e.To, -e.N
	case Healed:
		return e.To, e.N
	case Sank, Lost, Crowded:
		return e.Seat, -e.N
	case Rose, Gained:
		return e.Seat, e.N
	default:
		return games.Nobody, 0
	}
}

// Moves is in which direction a kind of event moves a sleeper by itself; 0 for none.
func (k Kind) Moves() int {
	switch k {
	case Lost, Sank:
		return -1
	case Gained, Rose:
		return 1
	default:
		return 0
	}
}

// Rolls reports whether an event changed how the dice lie.
func (k Kind) Rolls() bool { return k == Rolled || k == Rerolled || k == Spun || k == Turned }

// Span is a part of a list.
type Span struct{ From, To int }

// Turns are the turns of some events. The first event of each is of the player of the turn.
func Turns(list []Event) (out []Span) {
	for from := 0; from < len(list); {
		to := from + 1
		for to < len(list) && !begins(list, to, list[from].Seat) {
			to++
		}
		out = append(out, Span{from, to})
		from = to
	}
	return out
}

// begins reports whether an event is of another turn than the one before it, which is by a
// seat. What a deed does to others follows the deed.
func begins(list []Event, i int, by games.Seat) bool {
	switch e := list[i]; e.Kind {
	case Crowded:
		return true
	case Quiet, Sank, Rose, Gave, Lost, Gained, Awoke, Took:
		return false
	case Slow:
		before := list[i-1]
		return e.Seat != by && !(before.Kind == Sent && before.To == e.Seat)
	default:
		return e.Seat != by
	}
}

// Woken is a player who woke.
type Woken struct {
	Seat games.Seat `json:"seat"`
	By   games.Seat `json:"by"` // Nobody, where they or a crowd did it
	Lap  int        `json:"lap"`
}
