package gametest

import (
	"flag"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"oneiros/games"
)

var duelMatches = flag.Int("duels", 0, "matches between automatic players of two strengths")

// Duels is how many matches -duels asks for, or else how many the test usually plays.
func Duels(usual int) int {
	if *duelMatches > 0 {
		return *duelMatches
	}
	return usual
}

// An Outcome is how a match between automatic players of two strengths ended.
type Outcome struct {
	Winners []games.Seat
	Points  []float64         // of each seat
	Thought [][]time.Duration // how long each seat thought for each move
}

// Duel lets automatic players of two strengths share the seats of matches. It logs
// how often each wins for each seat, their points, and how long the stronger ones
// think. The stronger ones must win so many times as often. It plays only with -duels:
//
//	go test ./games/somnia -run Duels -duels 1000 -v
//
// The odd seats are stronger in half of the matches, the even ones in the others. The
// nth match is play's to deal, and two matches are played at a time.
func Duel(t *testing.T, g games.Game, times float64, play func(t *testing.T, n int, how []games.Strength) Outcome) {
	if *duelMatches == 0 {
		t.Skip("only with -duels")
	}
	info := g.Info()
	for seats := info.Min; seats <= info.Max; seats++ {
		for i, weak := range games.Strengths[:len(games.Strengths)-1] {
			strong := games.Strengths[i+1]
			t.Run(fmt.Sprintf("%d/%s", seats, strong), func(t *testing.T) {
				c := contest{weak: weak, strong: strong, seats: seats}
				c.play(t, play)
				c.tell(t, times)
			})
		}
	}
}

// A contest counts the matches between two strengths. The weaker one comes first.
type contest struct {
	weak, strong games.Strength
	seats        int

	mu               sync.Mutex
	won, sat, points [2]float64
	thought          []time.Duration
}

// play plays all matches, two at a time.
func (c *contest) play(t *testing.T, play func(t *testing.T, n int, how []games.Strength) Outcome) {
	inTwos(*duelMatches, func(n int) {
		how := make([]games.Strength, c.seats)
		for s := range how {
			how[s] = [2]games.Strength{c.weak, c.strong}[(s+n)%2]
		}
		c.count(n, play(t, n, how))
	})
}

// count notes how the nth match ended.
func (c *contest) count(n int, o Outcome) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for s := range c.seats {
		who := (s + n) % 2
		c.sat[who]++
		c.points[who] += o.Points[s]
		if who == 1 {
			c.thought = append(c.thought, o.Thought[s]...)
		}
	}
	for _, s := range o.Winners {
		c.won[(int(s)+n)%2] += 1 / float64(len(o.Winners))
	}
}

// tell logs what was counted, and compares it with how often the stronger must win.
func (c *contest) tell(t *testing.T, times float64) {
	slices.Sort(c.thought)
	a, b := c.won[0]/c.sat[0], c.won[1]/c.sat[1]
	t.Logf("%d seats, %d matches: %s wins %.3f a seat (%.1f points), %s %.3f (%.1f), %.2f times as often; a %s move takes %v at the median, %v at most",
		c.seats, *duelMatches, c.weak, a, c.points[0]/c.sat[0], c.strong, b, c.points[1]/c.sat[1], b/a, c.strong, c.thought[len(c.thought)/2], c.thought[len(c.thought)-1])
	if b < times*a {
		t.Errorf("want %.1f times as often", times)
	}
}
