package dreamrunners

import (
	"testing"

	"oneiros/games"
	"oneiros/games/gametest"
)

// TestDuels lets automatic players of two strengths share the seats of matches.
func TestDuels(t *testing.T) {
	gametest.Duel(t, Game, 1.5, func(t *testing.T, n int, how []games.Strength) gametest.Outcome {
		s, thought := playMatch(t, uint64(n), how, nil, nil)
		o := gametest.Outcome{Winners: s.winners(), Thought: thought}
		for i := range s.Dreamers {
			o.Points = append(o.Points, float64(s.Dreamers[i].score().Total))
		}
		return o
	})
}
