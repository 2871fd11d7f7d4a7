package rules

import (
	"oneiros/games"
	"oneiros/games/fortress/kit"
)

// Story is what every player saw lately, in order.
type Story struct {
	News []kit.Event `json:"news"` // of this turn
	Past []kit.Event `json:"past"` // of the turn before, and of those that no player could play after it

	// Woke is the deed that woke each player who is awake, in order. A match of an older
	// program may lack some.
	Woke []kit.Event `json:"woke,omitempty"`

	// Lately is what a player may have missed since their own last turn, or in a lap, if they
	// are awake. How the dice lay, and where pawns began, is not in it.
	Lately games.Chronicle[kit.Event] `json:"lately"`

	// Laps has the same of the latest laps, for all who look it up. Matches of an older
	// program begin with the lap in which this program took them over.
	Laps []kit.Lap `json:"laps,omitempty"`
}

// Report adds to the news of the turn.
func (s *State) Report(e kit.Event) {
	s.News = append(s.News, e)
	if !e.Kind.Rolls() && e.Kind != kit.Looked && e.Kind != kit.Began {
		s.tell(s.Lap, e)
	}
}

// reportDeed adds a deed of a seat that needs no more words.
func (s *State) reportDeed(k kit.Kind, seat games.Seat) {
	s.Report(kit.Event{Kind: k, Seat: seat, To: games.Nobody})
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
