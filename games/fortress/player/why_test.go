package player_test

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"reflect"
	"testing"

	"oneiros/games"
	"oneiros/games/fortress/fortresstest"
	"oneiros/games/fortress/kit"
	"oneiros/games/fortress/player"
	"oneiros/games/fortress/rules"
	"oneiros/games/fortress/view"
	"oneiros/games/gametest"
)

// TestCalibration: of the groups that a strong player holds for likely at so many in a
// hundred, about so many are so. It may err by ten in a hundred.
func TestCalibration(t *testing.T) {
	const parts = 10
	var held [parts]int
	var sum, right [parts]float64
	for n := range uint64(gametest.Times(300, 60, 12)) {
		seats := 4 + int(n)%6
		fortresstest.Watch(t, seats, n, map[string]string{"talk": "0"}, every, how(games.Strong), func(s rules.State) {
			if s.Phase != kit.Play {
				return
			}
			v := view.Of(s, s.Active.Viewer())
			for i, odds := range player.Odds(v, games.Strong) {
				if v.Pawns[i].Role != "" {
					continue
				}
				for g, p := range odds {
					part := min(int(p*parts), parts-1)
					held[part]++
					sum[part] += p
					if s.Beds[i].Role.Group().Index() == g {
						right[part]++
					}
				}
			}
		})
	}
	for part, n := range held {
		if n < 2000 {
			continue // they come from few players
		}
		thought, was := sum[part]/float64(n), right[part]/float64(n)
		t.Logf("held at %.2f: %.2f were so, of %d", thought, was, n)
		if math.Abs(thought-was) > 0.1 {
			t.Errorf("what is held at %.2f is so %.2f times", thought, was)
		}
	}
}

func every(kit.Role) bool { return true }

func how(h games.Strength) func(games.Seat, kit.Role) games.Strength {
	return func(games.Seat, kit.Role) games.Strength { return h }
}

// TestWhy: a suggestion names whom it is about and what they are taken for. It is the same
// wherever the player sees the same.
func TestWhy(t *testing.T) {
	found := map[string]int{}
	for n := range uint64(gametest.Times(60, 12, 6)) {
		fortresstest.Watch(t, 4+int(n)%6, n, map[string]string{"talk": "0"}, every, how(games.Strong), func(s rules.State) {
			if s.Phase != kit.Play {
				return
			}
			r := rand.New(rand.NewPCG(n, 7))
			for _, l := range s.Moves(s.Active) {
				said := player.Advise(view.Of(s, s.Active.Viewer()), l)
				other := copied(t, s)
				view.Redeal(&other, s.Active.Viewer(), r)
				if again := player.Advise(view.Of(other, s.Active.Viewer()), l); !reflect.DeepEqual(again, said) {
					t.Fatalf("%s: %v, and where it looks the same %v", l, said, again)
				}
				for _, k := range said {
					found[k.Key]++
				}
			}
		})
	}
	for _, k := range []string{"why.sure", "why.odds", "why.deeds", "why.puzzle"} {
		if found[k] == 0 {
			t.Errorf("%s is never said: %v", k, found)
		}
	}
}

// copied is a position that shares nothing with s.
func copied(t *testing.T, s rules.State) (c rules.State) {
	t.Helper()
	b, err := json.Marshal(s)
	if err == nil {
		err = json.Unmarshal(b, &c)
	}
	if err != nil {
		t.Fatal(err)
	}
	return c
}
