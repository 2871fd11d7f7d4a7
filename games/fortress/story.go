package fortress

import "oneiros/games"

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

// Story is what every player saw lately, in order.
type Story struct {
	News []Event `json:"news"` // of this turn
	Past []Event `json:"past"` // of the turn before, and of those that no player could play after it

	// Woke is the deed that woke each player who is awake, in order. A match of an older
	// program may lack some.
	Woke []Event `json:"woke,omitempty"`

	// Lately is what a player may have missed since their own last turn, or in a lap, if they
	// are awake. How the dice lay, and where pawns began, is not in it.
	Lately games.Chronicle[Event] `json:"lately"`

	// Laps has the same of the latest laps, for all who look it up. Matches of an older
	// program begin with the lap in which this program took them over.
	Laps []Lap `json:"laps,omitempty"`
}

// report adds to the news of the turn.
func (s *State) report(e Event) {
	s.News = append(s.News, e)
	if !e.Kind.rolls() && e.Kind != Looked && e.Kind != Began {
		s.tell(s.Lap, e)
	}
}

// reportDeed adds a deed of a seat that needs no more words.
func (s *State) reportDeed(k Kind, seat games.Seat) {
	s.report(Event{Kind: k, Seat: seat, To: games.Nobody})
}

// turnPage begins the news of another turn. A turn that its player could not play
// ends with the input that ended the turn before. So no player has seen either, and
// their news stay together.
func (s *Story) turnPage(played bool) {
	if played {
		s.Past = nil
	}
	s.Past, s.News = append(s.Past, s.News...), nil
}

// moved is whose floor an event changes, and by how much.
func (e Event) moved() (seat games.Seat, n int) {
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

// moves is in which direction a kind of event moves a sleeper by itself; 0 for none.
func (k Kind) moves() int {
	switch k {
	case Lost, Sank:
		return -1
	case Gained, Rose:
		return 1
	default:
		return 0
	}
}

// rolls reports whether an event changed how the dice lie.
func (k Kind) rolls() bool { return k == Rolled || k == Rerolled || k == Spun || k == Turned }

// span is a part of a list.
type span struct{ from, to int }

// turns are the turns of some events. The first event of each is of the player of the turn.
func turns(list []Event) (out []span) {
	for from := 0; from < len(list); {
		to := from + 1
		for to < len(list) && !begins(list, to, list[from].Seat) {
			to++
		}
		out = append(out, span{from, to})
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
