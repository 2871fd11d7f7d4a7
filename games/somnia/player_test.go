package somnia

import (
	"math/rand/v2"
	"testing"
	"time"

	"oneiros/games"
	"oneiros/games/gametest"
)

// Somnia's stronger players win at least half as often again as weaker ones.
func TestDuels(t *testing.T) { gametest.Duel(t, Game, 1.5, match) }

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

// match plays the nth match of players with these strengths. Lives are their points.
func match(t *testing.T, n int, how []games.Strength) gametest.Outcome {
	o := gametest.Outcome{Thought: make([][]time.Duration, len(how))}
	s := dealt(t, len(how), uint64(n))
	r := rand.New(rand.NewPCG(uint64(n), 9))
	env := &games.Env{Rand: r}
	for s.Phase != Over {
		if s.Phase != Turn {
			env.At = s.Until
			if err := (rules{}).Expire(env, &s); err != nil {
				t.Error(err)
				break
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
		begun := time.Now()
		m := rules{}.Search(env, how[seat], seat, deal, s.moves(seat))
		o.Thought[seat] = append(o.Thought[seat], time.Since(begun))
		s.layCard(env, m.Card, Laid)
	}
	o.Winners = rules{}.Status(s).Winners
	for _, lives := range s.Lives {
		o.Points = append(o.Points, float64(lives))
	}
	return o
}
