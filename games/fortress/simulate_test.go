package fortress

import (
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
	"testing"

	"oneiros/games"
)

func TestBalanceScratch(t *testing.T) {
	n, _ := strconv.Atoi(os.Getenv("N"))
	if n == 0 {
		t.Skip()
	}
	for seats := 4; seats <= 9; seats++ {
		o, _ := Game.Info().Complete(map[string]string{"talk": "0"})
		wins := map[string]int{}
		in := map[Role]int{}
		turns := 0
		why := map[string]int{}
		for k := range n {
			r := rand.New(rand.NewPCG(uint64(k), uint64(seats)))
			env := &games.Env{Rand: r}
			s, err := rules{}.Deal(env, games.Table{Seats: seats, Options: o})
			if err != nil {
				t.Fatal(err)
			}
			last := games.Nobody
			for s.Phase != Over {
				if s.Letter != nil && s.Letter.Answer != "" {
					env.At = s.Letter.Opens
					if err := (rules{}).Expire(env, &s); err != nil {
						t.Fatal(err)
					}
					continue
				}
				seat := s.waits()
				if s.Phase == Dusk {
					for i := range s.Beds {
						if !s.Beds[i].Ready {
							seat = games.Seat(i)
						}
					}
				}
				if s.Phase == Play && s.Active != last {
					last = s.Active
					turns++
				}
				legal := s.moves(seat)
				m := rules{}.Choose(env, rules{}.View(s, seat.Viewer()), legal)
				if err := (rules{}).Play(env, &s, seat, m); err != nil {
					t.Fatal(m, err)
				}
			}
			why[s.Why]++
			if len(s.Woken) > 0 && s.Beds[s.Woken[0].Seat].Role == Janitor {
				why["first"]++
			}
			seen := map[string]bool{}
			for _, b := range s.Beds {
				if b.Role.Group() == Dreamers {
					in[b.Role]++
				}
			}
			for _, w := range s.Win {
				seen[string(s.Beds[w].Role)] = true
			}
			for w := range seen {
				wins[w]++
			}
		}
		fmt.Printf("%d: turns %.0f  N %.0f%% G %.0f%%", seats, float64(turns)/float64(n), 100*float64(wins["nightmare"])/float64(n), 100*float64(wins["gooddream"])/float64(n))
		for _, r := range []Role{Alice, Sigmund, William, Janitor} {
			fmt.Printf("  %s %.0f%% of %d", r, 100*float64(wins[string(r)])/float64(max(in[r], 1)), in[r])
		}
		fmt.Println("", why)
	}
}
