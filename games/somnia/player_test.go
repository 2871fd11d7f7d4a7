package somnia

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"
	"time"

	"oneiros/games"
)

var duels = flag.Int("duels", 0, "matches between automatic players of two strengths")

// TestDuels lets automatic players of two strengths share the seats of matches. It
// logs how often each wins for each seat, and the median time of a move:
//
//	go test ./games/somnia -run Duels -duels 1000 -v
func TestDuels(t *testing.T) {
	if *duels == 0 {
		t.Skip("only with -duels")
	}
	for seats := 2; seats <= MaxSeats; seats++ {
		for i, weak := range games.Strengths[:len(games.Strengths)-1] {
			strong := games.Strengths[i+1]
			t.Run(fmt.Sprintf("%d/%s", seats, strong), func(t *testing.T) { duel(t, seats, weak, strong) })
		}
	}
}

// duel plays matches in which every second seat is stronger: the odd ones in half
// of the matches, the even ones in the others.
func duel(t *testing.T, seats int, weak, strong games.Strength) {
	var mu sync.Mutex
	var group sync.WaitGroup
	var won, sat [2]float64
	var times []time.Duration
	matches := make(chan int)
	for range 2 {
		group.Go(func() {
			for n := range matches {
				w, spent := match(t, seats, n, [2]games.Strength{weak, strong})
				mu.Lock()
				for s := range seats {
					sat[(s+n)%2]++
				}
				for _, s := range w {
					won[(int(s)+n)%2] += 1 / float64(len(w))
				}
				times = append(times, spent...)
				mu.Unlock()
			}
		})
	}
	for n := range *duels {
		matches <- n
	}
	close(matches)
	group.Wait()
	slices.Sort(times)
	a, b := won[0]/sat[0], won[1]/sat[1]
	t.Logf("%d seats, %d matches: %s wins %.3f a seat, %s %.3f, %.2f times as often; a %s move takes %v at the median, %v at most",
		seats, *duels, weak, a, strong, b, b/a, strong, times[len(times)/2], times[len(times)-1])
	if b < 1.5*a {
		t.Error("want 1.5 times as often")
	}
}

// TestStrengthsDiffer: an easy player leaves most of its moves to chance, a strong one
// none.
func TestStrengthsDiffer(t *testing.T) {
	s := dealt(t, 3, 1)
	seat := s.Round.turn()
	deal := func() State {
		c := s
		rules{}.Redeal(&c, seat.Viewer(), rand.New(rand.NewPCG(1, 1)))
		return c
	}
	for how, most := range map[games.Strength]int{games.Easy: 12, games.Normal: 12, games.Strong: 6} {
		chosen := map[Card]bool{}
		for n := range 40 {
			env := &games.Env{Rand: rand.New(rand.NewPCG(uint64(n), 5))}
			chosen[rules{}.Search(env, how, seat, deal, s.moves(seat)).Card] = true
		}
		if len(chosen) > most || how == games.Easy && len(chosen) < 8 {
			t.Errorf("a %s player lays %d different cards", how, len(chosen))
		}
	}
}

// match plays the nth match and returns who won, and how long the stronger ones thought.
func match(t *testing.T, seats, n int, how [2]games.Strength) ([]games.Seat, []time.Duration) {
	var times []time.Duration
	s := dealt(t, seats, uint64(n))
	r := rand.New(rand.NewPCG(uint64(n), 9))
	env := &games.Env{Rand: r}
	for s.Phase != Over {
		if s.Phase != Turn {
			env.At = s.Until
			if err := (rules{}).Expire(env, &s); err != nil {
				t.Fatal(err)
			}
			continue
		}
		seat := s.Round.turn()
		deal := func() State {
			c := s
			c.Round.Stock = append([]Card(nil), s.Round.Stock...)
			rules{}.Redeal(&c, seat.Viewer(), r)
			return c
		}
		level := (int(seat) + n) % 2
		begun := time.Now()
		m := rules{}.Search(env, how[level], seat, deal, s.moves(seat))
		if level == 1 {
			times = append(times, time.Since(begun))
		}
		s.layCard(env, m.Card, Laid)
	}
	return rules{}.Status(s).Winners, times
}
