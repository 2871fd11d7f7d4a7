package somnia

import (
	"flag"
	"fmt"
	"math/bits"
	"math/rand/v2"
	"testing"

	"oneiros/games"
)

// dealt is a round as the rules deal it.
func dealt(t testing.TB, seats int, seed uint64) State {
	t.Helper()
	o, err := Game.Info().Complete(nil)
	if err != nil {
		t.Fatal(err)
	}
	s, err := rules{}.Deal(&games.Env{Rand: rand.New(rand.NewPCG(seed, 3))}, games.Table{Seats: seats, Options: o})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// BenchmarkPlayout plays whole deals by chance on the typed rules and counts the
// moves. A search does the same.
func BenchmarkPlayout(b *testing.B) {
	b.Run("floor", func(b *testing.B) {
		s := dealt(b, MaxSeats, 1)
		chance := rand.NewPCG(1, 2)
		b.ReportAllocs()
		for b.Loop() {
			for hands := s.Round.Hands; hands[MaxSeats-1] != 0; {
				for i, h := range hands {
					n, _ := bits.Mul64(chance.Uint64(), uint64(h.size()))
					hands[i] = h.less(h.nth(int(n)))
				}
			}
		}
		b.ReportMetric(36*float64(b.N)/b.Elapsed().Seconds()/1e6, "Mmoves/s")
	})
	for seats := 2; seats <= MaxSeats; seats++ {
		b.Run(fmt.Sprint(seats), func(b *testing.B) {
			s := dealt(b, seats, 1)
			chance := rand.NewPCG(1, 2)
			b.ReportAllocs()
			for b.Loop() {
				r := s.Round
				r.playout(chance)
			}
			moves := float64(deck(seats).size()) * float64(b.N)
			b.ReportMetric(moves/b.Elapsed().Seconds()/1e6, "Mmoves/s")
		})
	}
}

// BenchmarkSearch is one choice of the automatic player, on the first trick.
func BenchmarkSearch(b *testing.B) {
	for seats := 2; seats <= MaxSeats; seats++ {
		b.Run(fmt.Sprint(seats), func(b *testing.B) {
			o, err := Game.Info().Complete(nil)
			if err != nil {
				b.Fatal(err)
			}
			m, err := Game.Deal(games.Seed{1}, games.Table{Seats: seats, Options: o})
			if err != nil {
				b.Fatal(err)
			}
			for b.Loop() {
				if _, ok := m.Choose(m.Status().Awaits[0], games.Strong); !ok {
					b.Fatal("no choice")
				}
			}
		})
	}
}

var deals = flag.Int("strength", 0, "deals in which the strength of the automatic player is measured")

// seatPlayer chooses for whose turn it is.
type seatPlayer func(s *State, r *rand.Rand) Card

func byChance(s *State, r *rand.Rand) Card {
	may := s.Round.legal(s.Round.Hands[s.Round.turn()])
	return may.nth(r.IntN(may.size()))
}

// byDucking lays the card that the rules lay for players who are late.
func byDucking(s *State, _ *rand.Rand) Card { return s.fallback() }

// byTaking takes what it can with the strongest card, and else throws away the cheapest.
func byTaking(s *State, _ *rand.Rand) Card {
	r := &s.Round
	me := r.turn()
	best, most := NoCard, -1
	for _, c := range r.legal(r.Hands[me]).Cards() {
		t := *r
		t.lay(c)
		n := 0
		if t.player(t.ahead()) == me {
			n = 1000 + 20*strength(c, t.Nightmare)
		}
		if n += 100 - points(Set(0).with(c), r.Nightmare); n > most {
			best, most = c, n
		}
	}
	return best
}

func bySearch(s *State, r *rand.Rand) Card {
	seat := s.Round.turn()
	deal := func() State {
		c := *s
		c.Round.Stock = append([]Card(nil), s.Round.Stock...)
		rules{}.Redeal(&c, seat.Viewer(), r)
		return c
	}
	return rules{}.Search(&games.Env{Rand: r}, games.Strong, seat, deal, s.moves(seat)).Card
}

// TestStrength measures how many lives the automatic player loses beside one
// kind of others. The unit is one life for each deal:
//
//	go test ./games/somnia -run Strength -strength 1000 -v
func TestStrength(t *testing.T) {
	if *deals == 0 {
		t.Skip("only with -strength")
	}
	for seats := 2; seats <= MaxSeats; seats++ {
		for _, other := range []struct {
			name string
			play seatPlayer
		}{{"random", byChance}, {"ducking", byDucking}, {"taking", byTaking}} {
			lost := [2]float64{}
			for n := range *deals {
				s := dealt(t, seats, uint64(n))
				r := rand.New(rand.NewPCG(uint64(n), 9))
				me := games.Seat(n % seats)
				env := &games.Env{Rand: r}
				for s.Phase != Dawn {
					if s.Phase != Turn {
						env.At = s.Until
						if err := (rules{}).Expire(env, &s); err != nil {
							t.Fatal(err)
						}
						continue
					}
					play := other.play
					if s.Round.turn() == me {
						play = bySearch
					}
					s.layCard(env, play(&s, r), Laid)
				}
				for _, l := range s.Past[0].Losers {
					if l == me {
						lost[0]++
					} else {
						lost[1] += 1 / float64(seats-1)
					}
				}
			}
			t.Logf("%d seats, %d deals: the player loses %.3f lives a deal, each %s one %.3f", seats, *deals, lost[0]/float64(*deals), other.name, lost[1]/float64(*deals))
		}
	}
}
