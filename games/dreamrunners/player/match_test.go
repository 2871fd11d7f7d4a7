package player_test

import (
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"oneiros/games"
	"oneiros/games/dreamrunners"
	"oneiros/games/dreamrunners/kit"
	"oneiros/games/dreamrunners/player"
	"oneiros/games/dreamrunners/rules"
	"oneiros/games/dreamrunners/view"
)

// playMatch plays a match between automatic players as a table does: each of them thinks
// for two to six seconds before each press, all at the same time. It returns the last
// position and how long each player took to find its moves. With every round that is
// revealed it calls seen.
func playMatch(t testing.TB, n uint64, how []games.Strength, options games.Options, seen func(s *rules.State)) (rules.State, [][]time.Duration) {
	t.Helper()
	full, err := dreamrunners.Game.Info().Complete(options)
	if err != nil {
		t.Fatal(err)
	}
	chance := rand.New(rand.NewPCG(n, 99))
	env := &games.Env{Rand: rand.New(rand.NewPCG(n, 1))}
	s, err := rules.Deal(env, games.Table{Seats: len(how), Options: full})
	if err != nil {
		t.Fatal(err)
	}
	think := func() time.Duration { return 2*time.Second + time.Duration(chance.Int64N(int64(4*time.Second))) }
	spent := make([][]time.Duration, len(how))
	next := map[games.Seat]time.Duration{}
	round := 0
	for s.Phase != kit.Over {
		awaits := rules.Status(s).Awaits
		for i := range how {
			seat := games.Seat(i)
			awaited := slices.Contains(awaits, seat)
			moves := slices.Collect(s.Moves(seat))
			if acts := len(moves) > 0 && (awaited || !player.Waits(view.Of(s, seat.Viewer()))); !acts {
				delete(next, seat)
			} else if _, ok := next[seat]; !ok {
				next[seat] = env.At + think()
			}
		}
		first, at := games.Nobody, s.Until
		for i := range how {
			if when, ok := next[games.Seat(i)]; ok && when < at {
				first, at = games.Seat(i), when
			}
		}
		env.At = at
		if first == games.Nobody {
			if err := rules.Expire(env, &s); err != nil {
				t.Fatal(err)
			}
		} else {
			v := view.Of(s, first.Viewer())
			began := time.Now()
			m := player.Choose(&games.Env{At: env.At, Rand: chance}, how[first], v, v.Legal)
			spent[first] = append(spent[first], time.Since(began))
			if err := rules.Play(env, &s, first, m); err != nil {
				t.Fatalf("match %d, %s: %v", n, m, err)
			}
			delete(next, first)
		}
		if s.Last.Round > round {
			round = s.Last.Round
			if seen != nil {
				seen(&s)
			}
		}
	}
	return s, spent
}
