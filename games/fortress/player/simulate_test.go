package player_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"oneiros/games"
	"oneiros/games/fortress/fortresstest"
	"oneiros/games/fortress/kit"
	"oneiros/games/fortress/player"
	"oneiros/games/fortress/rules"
	"oneiros/games/fortress/view"
	"oneiros/games/gametest"
)

// tally counts who played and who won, by role, in matches of so many seats.
type tally struct {
	matches, turns, first, dawn int
	played, won                 map[kit.Role]int // matches
}

func (t *tally) add(s rules.State, turns int) {
	if t.played == nil {
		t.played, t.won = map[kit.Role]int{}, map[kit.Role]int{}
	}
	t.matches++
	t.turns += turns
	played, won := map[kit.Role]bool{}, map[kit.Role]bool{}
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
	if s.Why == kit.WhyDawn {
		t.dawn++
	}
	if len(s.Woken) > 0 && s.Beds[s.Woken[0].Seat].Role == kit.Janitor {
		t.first++
	}
}

// share is in how many of a hundred matches in which a role played it won.
func (t *tally) share(r kit.Role) float64 {
	return 100 * float64(t.won[r]) / float64(max(t.played[r], 1))
}

// between are the bounds of that share: a Dreamer plays in few matches. They are Wilson's, of 95 in
// 100 such tallies.
func (t *tally) between(r kit.Role) (low, high float64) {
	const z = 1.96
	n := float64(max(t.played[r], 1))
	p := float64(t.won[r]) / n
	middle, half := (p+z*z/(2*n))/(1+z*z/n), z/(1+z*z/n)*math.Sqrt(p*(1-p)/n+z*z/(4*n*n))
	return 100 * (middle - half), 100 * (middle + half)
}

// join adds what another tally counted.
func (t *tally) join(o tally) {
	if t.played == nil {
		t.played, t.won = map[kit.Role]int{}, map[kit.Role]int{}
	}
	t.matches, t.turns, t.first, t.dawn = t.matches+o.matches, t.turns+o.turns, t.first+o.first, t.dawn+o.dawn
	for r, n := range o.played {
		t.played[r] += n
		t.won[r] += o.won[r]
	}
}

// balanced checks the bounds of every role. The Janitor has no upper bound. As
// the only Dreamer he shares the victory of one of two equal teams unless he
// wakes first. So he wins at least half of his matches.
func (t *tally) balanced(tb testing.TB, where string) {
	tb.Helper()
	for _, r := range []kit.Role{kit.Nightmare, kit.GoodDream} {
		if got := t.share(r); got < 20 || got > 60 {
			tb.Errorf("%s: %s wins %.0f of 100", where, r, got)
		}
	}
	for _, r := range []kit.Role{kit.Alice, kit.Sigmund, kit.William} {
		if low, high := t.between(r); t.played[r] > 0 && (high < 5 || low > 40) {
			tb.Errorf("%s: %s wins %.0f of 100 (%.0f to %.0f)", where, r, t.share(r), low, high)
		}
	}
	if got := 100 * t.first / t.matches; got > 15 {
		tb.Errorf("%s: the Janitor wakes first in %d of 100", where, got)
	}
}

// The decks are balanced for automatic players: no team and no Dreamer is
// outside its bounds. A few matches at each number of seats show it for all of
// them together. The whole test shows it for each number.
func TestBalance(t *testing.T) {
	gametest.NotShort(t)
	matches := uint64(gametest.Times(250, 15, 15))
	var all tally
	for seats := 4; seats <= 9; seats++ {
		var c tally
		for seed := range matches {
			s, turns := fortresstest.Simulate(t, seats, seed, fortresstest.EveryRole)
			c.add(s, turns)
		}
		where := fmt.Sprintf("%d seats", seats)
		if gametest.Whole() {
			c.balanced(t, where)
		}
		if got := c.turns / c.matches; got < 4*seats || got > 9*seats {
			t.Errorf("%s: %d turns", where, got)
		}
		all.join(c)
	}
	all.balanced(t, "all tables")
}

// stronger plays pairs of matches of six seats. Both have the same seed, and a
// team is played in two ways. It reports whether the first way wins clearly more
// often.
//
// It is Wald's sequential test. Only pairs count of which one match was won. If
// the first way is no better, it wins half of them. If it is much better, it
// wins four in five. The test ends when one of the two is a thousand times as
// likely as the other. Otherwise it ends after the last pair.
func stronger(t *testing.T, team kit.Role, first, second func(kit.Role) bool) bool {
	t.Helper()
	const most = 120 // pairs
	wins := func(seed uint64, clever func(kit.Role) bool) bool {
		s, _ := fortresstest.Simulate(t, 6, seed, clever)
		return slices.ContainsFunc(s.Win, func(seat games.Seat) bool { return s.Beds[seat].Role == team })
	}
	likely := 0.0 // logarithm of how much likelier "much better" is
	for seed := range uint64(most) {
		a, b := wins(seed, first), wins(seed, second)
		switch {
		case a && !b:
			likely += math.Log(0.8 / 0.5)
		case b && !a:
			likely += math.Log(0.2 / 0.5)
		}
		if math.Abs(likely) >= math.Log(1000) && !gametest.Whole() {
			break
		}
	}
	return likely >= math.Log(1000)
}

// In a team's place the automatic player wins clearly more often than random
// legal play. It does so against random play and against itself. The whole test
// plays all pairs instead of ending when it is sure.
func TestPlayerBeatsChance(t *testing.T) {
	gametest.NotShort(t)
	for _, team := range []kit.Role{kit.Nightmare, kit.GoodDream} {
		one := func(r kit.Role) bool { return r == team }
		but := func(r kit.Role) bool { return r != team }
		if !stronger(t, team, one, func(kit.Role) bool { return false }) {
			t.Errorf("%s among random players: the automatic player is hardly better than chance", team)
		}
		if !stronger(t, team, fortresstest.EveryRole, but) {
			t.Errorf("%s among automatic players: one of them is hardly better than chance", team)
		}
	}
}

// versus plays matches of two strengths. In half of them the Nightmares have the
// first and the Good dreams the second, in the others the other way round. The
// Dreamers are shared. It returns how many seats of each strength won with a team.
func versus(t *testing.T, matches int, a, b games.Strength) (won [2]int) {
	t.Helper()
	for i := range matches {
		first := func(seat games.Seat, r kit.Role) bool {
			switch r {
			case kit.Nightmare:
				return i%2 == 0
			case kit.GoodDream:
				return i%2 == 1
			default:
				return (int(seat)+i)%2 == 0
			}
		}
		s, _ := fortresstest.Watch(t, 4+i/2%6, uint64(i/2), map[string]string{"talk": "0"}, fortresstest.EveryRole, func(seat games.Seat, r kit.Role) games.Strength {
			if first(seat, r) {
				return a
			}
			return b
		}, func(rules.State) {})
		for _, seat := range s.Win {
			switch r := s.Beds[seat].Role; {
			case r.Group() == kit.Dreamers:
			case first(seat, r):
				won[0]++
			default:
				won[1]++
			}
		}
	}
	return won
}

// A team of a strength wins at least half as often again as a team of the strength
// below it. More matches measure it better:
//
//	go test ./games/fortress -run Strengths -duels 1000 -v
func TestStrengths(t *testing.T) {
	gametest.NotShort(t)
	matches := gametest.Duels(gametest.Times(120, 60, 60))
	for i, weak := range games.Strengths[:len(games.Strengths)-1] {
		strong := games.Strengths[i+1]
		won := versus(t, matches, strong, weak)
		t.Logf("%s against %s: %d to %d seats", strong, weak, won[0], won[1])
		if 2*won[0] < 3*won[1] {
			t.Errorf("%s against %s: %d to %d seats", strong, weak, won[0], won[1])
		}
	}
}

// BenchmarkChoose measures a strong player's move at the first turn of nine, where
// most is unknown.
func BenchmarkChoose(b *testing.B) {
	var v view.View
	var list []kit.Move
	fortresstest.Watch(b, 9, 1, map[string]string{"talk": "0"}, fortresstest.EveryRole, func(games.Seat, kit.Role) games.Strength { return games.Strong }, func(now rules.State) {
		if list == nil && now.Step() == kit.StepAct { // the position goes on, so the view is copied
			list = now.Moves(now.Active)
			text, err := json.Marshal(view.Of(now, now.Active.Viewer()))
			if err != nil {
				b.Fatal(err)
			}
			v = view.View{}
			d := json.NewDecoder(bytes.NewReader(text))
			if err := d.Decode(&struct {
				*view.View
				Open  any `json:"open"`
				Legal any `json:"legal"`
			}{View: &v}); err != nil {
				b.Fatal(err)
			}
		}
	})
	env := &games.Env{Rand: rand.New(rand.NewPCG(1, 1))}
	for b.Loop() {
		player.Choose(env, games.Strong, v, list)
	}
}

// BenchmarkBalance plays b.N matches at each number of seats. It reports how
// many of a hundred matches in which it plays each role wins.
func BenchmarkBalance(b *testing.B) {
	for seats := 4; seats <= 9; seats++ {
		b.Run(fmt.Sprintf("seats=%d", seats), func(b *testing.B) {
			var c tally
			for i := range b.N {
				s, turns := fortresstest.Simulate(b, seats, uint64(i), fortresstest.EveryRole)
				c.add(s, turns)
			}
			for _, r := range []kit.Role{kit.Nightmare, kit.GoodDream, kit.Alice, kit.Sigmund, kit.William, kit.Janitor} {
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
