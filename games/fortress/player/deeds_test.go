package player_test

import (
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

// aims is how often players had a choice of an aim that matters, and what they chose.
type aims struct {
	turns, both int     // turns in which a player hit another; and in which a Lullaby, which can wait, then mended that player
	hits        int     // attacks, where one of several in reach lay almost as high above all as William must
	even, lead  float64 // of these, how many would have met that player by chance, and did
}

// TestAimsMakeSense: a player that is not an easy one does not hit a player and then heal them
// with a Vision that can wait, and it hits whoever may win as William in a moment.
func TestAimsMakeSense(t *testing.T) {
	for _, strength := range []games.Strength{games.Normal, games.Strong} {
		var a aims
		for n := range uint64(gametest.Times(600, 150, 100)) {
			a.watch(t, n, strength)
		}
		t.Logf("strength %d: %+v", strength, a)
		if 1000*a.both > a.turns {
			t.Errorf("strength %d: %d of %d turns have a hit and a Lullaby for the same player", strength, a.both, a.turns)
		}
		if a.lead < 1.7*a.even {
			t.Errorf("strength %d: of %d attacks %.0f meet who lies highest, and by chance %.1f would", strength, a.hits, a.lead, a.even)
		}
	}
}

// watch counts the aims of one match.
func (a *aims) watch(t *testing.T, seed uint64, strength games.Strength) {
	t.Helper()
	turn := games.Nobody
	fortresstest.Watch(t, 4+int(seed)%6, seed, map[string]string{"talk": "0"}, every, how(strength), func(s rules.State) {
		if s.Phase != kit.Play {
			return
		}
		if s.Active != turn {
			turn = s.Active
			a.turn(view.Of(s, games.Viewer{}).Past)
		}
		a.hit(s, strength, seed)
	})
}

// turn counts the hits of a turn, and what healed those whom they met.
func (a *aims) turn(list []kit.Event) {
	hit := map[games.Seat]bool{}
	for _, e := range list {
		switch {
		case e.Kind == kit.Struck:
			hit[e.To] = true
		case e.Kind == kit.Used && e.What == string(kit.Lullaby) && hit[e.To]:
			a.both++
		}
	}
	if len(hit) > 0 {
		a.turns++
	}
}

// hit counts an attack, if one of several in reach were William's size above all others.
func (a *aims) hit(s rules.State, strength games.Strength, seed uint64) {
	v := view.Of(s, s.Active.Viewer())
	var attacks []kit.Move
	for _, m := range v.Legal {
		if m.Verb == kit.Attack && v.Pawns[m.Seat].Role == "" {
			attacks = append(attacks, m)
		}
	}
	if len(attacks) < 2 || v.Role == kit.William || slices.ContainsFunc(v.Woken, func(w kit.Woken) bool { return v.Pawns[w.Seat].Role == kit.William }) {
		return
	}
	lead := attacks[a.hits%len(attacks)].Seat
	for i := range v.Pawns {
		if v.Pawns[i].Sleep > 0 {
			v.Pawns[i].Sleep = kit.TopFloor - kit.FloorsAhead + 1
		}
	}
	v.Pawns[lead].Sleep = kit.TopFloor
	env := &games.Env{Rand: rand.New(rand.NewPCG(seed, uint64(a.hits)))}
	a.hits++
	a.even += 1 / float64(len(attacks))
	if player.Choose(env, strength, v, attacks).Seat == lead {
		a.lead++
	}
}
