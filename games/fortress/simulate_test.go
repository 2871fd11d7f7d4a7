package fortress

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"oneiros/games"
)

// simulate plays a match to its end, without anybody who is late: clever seats
// by the automatic player, the others at random.
func simulate(tb testing.TB, seats int, seed uint64, clever func(Role) bool) (s State, turns int) {
	tb.Helper()
	o, err := Game.Info().Complete(map[string]string{"talk": "0"})
	if err != nil {
		tb.Fatal(err)
	}
	env := &games.Env{Rand: rand.New(rand.NewPCG(seed, uint64(seats)))}
	if s, err = (rules{}).Deal(env, games.Table{Seats: seats, Options: o}); err != nil {
		tb.Fatal(err)
	}
	last := games.Nobody
	for s.Phase != Over {
		if s.Letter != nil && s.Letter.Answer != "" {
			env.At = s.Letter.Opens
			if err := (rules{}).Expire(env, &s); err != nil {
				tb.Fatal(err)
			}
			continue
		}
		seat := rules{}.Status(s).Awaits[0]
		if s.Phase == Play && s.Active != last {
			last = s.Active
			turns++
		}
		list := s.moves(seat)
		m := list[env.Rand.IntN(len(list))]
		if clever(s.Beds[seat].Role) {
			m = rules{}.Choose(env, games.Normal, rules{}.View(s, seat.Viewer()), list)
		}
		if err := (rules{}).Play(env, &s, seat, m); err != nil {
			tb.Fatalf("%s: %v", m, err)
		}
	}
	return s, turns
}

// tally counts who played and who won, by role, in matches of so many seats.
type tally struct {
	matches, turns, first, dawn int
	played, won                 map[Role]int // matches
}

func (t *tally) add(s State, turns int) {
	if t.played == nil {
		t.played, t.won = map[Role]int{}, map[Role]int{}
	}
	t.matches++
	t.turns += turns
	played, won := map[Role]bool{}, map[Role]bool{}
	for i, b := range s.Beds {
		played[b.Role] = true
		for _, seat := range s.Win {
			if int(seat) == i {
				won[b.Role] = true
			}
		}
	}
	for r := range played {
		t.played[r]++
	}
	for r := range won {
		t.won[r]++
	}
	if s.Why == whyDawn {
		t.dawn++
	}
	if len(s.Woken) > 0 && s.Beds[s.Woken[0].Seat].Role == Janitor {
		t.first++
	}
}

// share is in how many of a hundred matches in which a role played it won.
func (t *tally) share(r Role) float64 {
	return 100 * float64(t.won[r]) / float64(max(t.played[r], 1))
}

func everybody(Role) bool { return true }

// The decks are balanced for automatic players: no team and no Dreamer is above
// its bounds at any number of seats. The Janitor's share has no upper bound to
// keep: with the only Dreamer he shares the victory of one of two equal teams
// whenever he does not wake first, so he wins half of his matches at least.
func TestBalance(t *testing.T) {
	if testing.Short() {
		t.Skip("many matches")
	}
	for seats := 4; seats <= 9; seats++ {
		var c tally
		for seed := range uint64(250) {
			s, turns := simulate(t, seats, seed, everybody)
			c.add(s, turns)
		}
		for _, r := range []Role{Nightmare, GoodDream} {
			if got := c.share(r); got < 20 || got > 60 {
				t.Errorf("%d seats: %s wins %.0f of 100", seats, r, got)
			}
		}
		for _, r := range []Role{Alice, Sigmund, William} {
			if got := c.share(r); c.played[r] > 0 && (got < 5 || got > 40) {
				t.Errorf("%d seats: %s wins %.0f of 100", seats, r, got)
			}
		}
		if got := 100 * c.first / c.matches; got > 15 {
			t.Errorf("%d seats: the Janitor wakes first in %d of 100", seats, got)
		}
		if got := c.turns / c.matches; got < 4*seats || got > 9*seats {
			t.Errorf("%d seats: %d turns", seats, got)
		}
	}
}

// In a team's place the automatic player wins clearly more often than random
// legal play, against random play and against itself.
func TestPlayerBeatsChance(t *testing.T) {
	const matches = 120
	wins := func(team Role, clever func(Role) bool) int {
		n := 0
		for seed := range uint64(matches) {
			s, _ := simulate(t, 6, seed, clever)
			for _, seat := range s.Win {
				if s.Beds[seat].Role == team {
					n++
					break
				}
			}
		}
		return n
	}
	for _, team := range []Role{Nightmare, GoodDream} {
		chance := wins(team, func(Role) bool { return false })
		against := wins(team, func(r Role) bool { return r == team })
		if against < chance+matches/4 {
			t.Errorf("%s among random players: %d of %d, and %d at random", team, against, matches, chance)
		}
		if testing.Short() {
			break
		}
		alone := wins(team, func(r Role) bool { return r != team })
		equal := wins(team, everybody)
		if alone > equal-matches/8 {
			t.Errorf("%s at random among automatic players: %d of %d, and %d as one of them", team, alone, matches, equal)
		}
	}
}

// BenchmarkBalance is the balance of b.N matches at each number of seats: how
// many of a hundred matches in which it plays each role wins.
func BenchmarkBalance(b *testing.B) {
	for seats := 4; seats <= 9; seats++ {
		b.Run(fmt.Sprintf("seats=%d", seats), func(b *testing.B) {
			var c tally
			for i := range b.N {
				s, turns := simulate(b, seats, uint64(i), everybody)
				c.add(s, turns)
			}
			for _, r := range []Role{Nightmare, GoodDream, Alice, Sigmund, William, Janitor} {
				if c.played[r] > 0 {
					b.ReportMetric(c.share(r), string(r)+"%")
				}
			}
			b.ReportMetric(100*float64(c.first)/float64(c.matches), "first%")
			b.ReportMetric(100*float64(c.dawn)/float64(c.matches), "dawn%")
			b.ReportMetric(float64(c.turns)/float64(c.matches), "turns")
		})
	}
}
