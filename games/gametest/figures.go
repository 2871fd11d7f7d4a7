package gametest

import (
	"flag"
	"fmt"
	"sync"
	"testing"

	"oneiros/games"
)

var figureMatches = flag.Int("figures", 0, "matches between equal automatic players, for figures")

// Figures logs what matches between equal automatic players are like, for each strength
// and number of seats. It plays only with -figures:
//
//	go test ./games/somnicum/player -run Figures -figures 500 -v
//
// Begin begins a tally. Its play plays the nth match, and returns what adds it to the
// tally. Two matches are played at a time, and one is added at a time.
func Figures(t *testing.T, g games.Game, begin func(t *testing.T, how games.Strength, seats int) (play func(n int) (add func()), tally fmt.Stringer)) {
	if *figureMatches == 0 {
		t.Skip("only with -figures")
	}
	info := g.Info()
	for _, how := range games.Strengths {
		for seats := info.Min; seats <= info.Max; seats++ {
			t.Run(fmt.Sprintf("%s/%d", how, seats), func(t *testing.T) {
				play, tally := begin(t, how, seats)
				var mu sync.Mutex
				inTwos(*figureMatches, func(n int) {
					add := play(n)
					mu.Lock()
					defer mu.Unlock()
					add()
				})
				t.Log(tally)
			})
		}
	}
}

// inTwos calls play for all numbers below n, with two calls at a time.
func inTwos(n int, play func(n int)) {
	numbers := make(chan int, n)
	for i := range n {
		numbers <- i
	}
	close(numbers)
	var group sync.WaitGroup
	for range 2 {
		group.Go(func() {
			for i := range numbers {
				play(i)
			}
		})
	}
	group.Wait()
}
