package whenidream

import (
	"oneiros/games"
	"slices"
)

// tick changes a tick while a dream is told aloud. Afterwards it casts a vote to
// change the tick, or takes that vote back.
func tick(s *State, seat games.Seat, m Move) {
	c := &s.Cards[m.Card-1]
	switch i := slices.Index(c.Votes, seat); {
	case s.Phase == Story:
		c.Told = m.Verb == Tick
	case i >= 0:
		c.Votes = slices.Delete(c.Votes, i, i+1)
	default:
		c.Votes = append(c.Votes, seat)
	}
}
