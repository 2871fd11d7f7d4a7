package gametest

import (
	"testing"
	"time"

	"oneiros/games"
)

// TestContest counts two matches of three. In the second one the even seats are
// stronger.
func TestContest(t *testing.T) {
	c := contest{weak: games.Easy, strong: games.Strong, seats: 3}
	thought := [][]time.Duration{{1}, {2, 3}, {4}}
	c.count(0, Outcome{Winners: []games.Seat{1}, Points: []float64{5, 9, 7}, Thought: thought})
	c.count(1, Outcome{Winners: []games.Seat{0, 1}, Points: []float64{8, 8, 2}, Thought: thought})
	if c.sat != [2]float64{3, 3} || c.won != [2]float64{0.5, 1.5} || c.points != [2]float64{20, 19} {
		t.Errorf("sat %v, won %v, points %v", c.sat, c.won, c.points)
	}
	if len(c.thought) != 4 { // two moves of seat 1, then one of each even seat
		t.Errorf("the stronger thought %v", c.thought)
	}
}

func TestDuels(t *testing.T) {
	if n := Duels(7); n != 7 {
		t.Errorf("a test of seven matches plays %d", n)
	}
	*duelMatches = 1000
	defer func() { *duelMatches = 0 }()
	if n := Duels(7); n != 1000 {
		t.Errorf("with -duels 1000 it plays %d", n)
	}
}
