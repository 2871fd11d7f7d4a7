package rules

import (
	"slices"

	"oneiros/games"
	"oneiros/games/whenidream/kit"
)

// tick sets or removes the tick of a card while a dream is told aloud. Later it adds
// a vote to change that tick, or removes the vote.
func tick(s *State, seat games.Seat, m kit.Move) {
	c := &s.Cards[m.Card-1]
	switch i := slices.Index(c.Votes, seat); {
	case s.Phase == kit.Story:
		c.Told = m.Verb == kit.Tick
	case i >= 0:
		c.Votes = slices.Delete(c.Votes, i, i+1)
	default:
		c.Votes = append(c.Votes, seat)
	}
}
