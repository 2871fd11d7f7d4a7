package player_test

import (
	"math"
	"testing"

	"oneiros/games"
	"oneiros/games/fortress/fortresstest"
	"oneiros/games/fortress/kit"
	"oneiros/games/fortress/player"
	"oneiros/games/fortress/rules"
	"oneiros/games/fortress/view"
	"oneiros/games/gametest"
)

// trail is how an onlooker, who sees what every player sees and reckons as the strong player does,
// comes to hold the group of a seat: by group and lap, the likelihood of the group that it has.
type trail struct {
	n, sum [3][trailLaps]float64
}

// trailLaps is how many laps are looked at: few matches last longer.
const trailLaps = 8

// add adds what the onlooker holds of a seat when its turn comes.
func (f *trail) add(s rules.State, seat games.Seat) {
	if s.Phase != kit.Play || s.Lap < 1 || s.Lap > trailLaps || s.Active != seat || s.Beds[seat].Sleep == 0 {
		return
	}
	g := s.Beds[seat].Role.Group().Index()
	f.n[g][s.Lap-1]++
	f.sum[g][s.Lap-1] += player.Odds(view.Of(s, games.Viewer{}), games.Strong)[seat][g]
}

// hidden is how many laps a role stays hidden, and by how much more than before the first deed it
// may be held for what it is until then.
const (
	hidden   = 3
	noticing = 0.05
)

// TestRolesStayHidden: what a normal or a strong player does in the first laps does not give its
// group away to an onlooker. The log has the laps after these, and an easy player beside them.
func TestRolesStayHidden(t *testing.T) {
	for _, how := range []games.Strength{games.Easy, games.Normal, games.Strong} {
		var f trail
		for n := range uint64(gametest.Times(600, 150, 60)) {
			seats := 5 + int(n)%5
			seat := games.Seat(int(n/5) % seats)
			fortresstest.Watch(t, seats, n, map[string]string{"talk": "0"}, every, func(s games.Seat, _ kit.Role) games.Strength {
				if s == seat {
					return how
				}
				return games.Normal
			}, func(s rules.State) { f.add(s, seat) })
		}
		for g, name := range []string{"Nightmare", "Good dream", "Dreamer"} {
			var held []float64
			for lap, n := range f.n[g] {
				held = append(held, math.Round(1000*f.sum[g][lap]/max(n, 1))/1000)
			}
			t.Logf("strength %d: a %s is held for one at %v", how, name, held)
			if how != games.Easy && held[hidden-1] > held[0]+noticing {
				t.Errorf("strength %d: a %s is found in lap %d: %v", how, name, hidden, held)
			}
		}
	}
}
