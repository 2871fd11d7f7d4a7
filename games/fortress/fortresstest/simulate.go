package fortresstest

import (
	"math/rand/v2"
	"testing"

	"oneiros/games"
	"oneiros/games/fortress/kit"
	"oneiros/games/fortress/player"
	"oneiros/games/fortress/rules"
	"oneiros/games/fortress/view"
)

// Simulate plays a match to its end, without any player who is late. The automatic
// player plays the clever seats, and chance the others.
func Simulate(tb testing.TB, seats int, seed uint64, clever func(kit.Role) bool) (s rules.State, turns int) {
	tb.Helper()
	strong := func(games.Seat, kit.Role) games.Strength { return games.Strong }
	return Watch(tb, seats, seed, map[string]string{"talk": "0"}, clever, strong, func(rules.State) {})
}

// Watch plays a match as [Simulate] does, with players of any strength, and looks at
// every position.
func Watch(tb testing.TB, seats int, seed uint64, options map[string]string, clever func(kit.Role) bool, strength func(games.Seat, kit.Role) games.Strength, look func(rules.State)) (s rules.State, turns int) {
	tb.Helper()
	o, err := agreed.Info().Complete(options)
	if err != nil {
		tb.Fatal(err)
	}
	env := &games.Env{Rand: rand.New(rand.NewPCG(seed, uint64(seats)))}
	if s, err = rules.Deal(env, games.Table{Seats: seats, Options: o}); err != nil {
		tb.Fatal(err)
	}
	last := games.Nobody
	for s.Phase != kit.Over {
		look(s)
		if s.Letter != nil && s.Letter.Answer != "" {
			env.At = s.Letter.Opens
			if err := rules.Expire(env, &s); err != nil {
				tb.Fatal(err)
			}
			continue
		}
		seat := rules.Status(s).Awaits[0]
		if s.Phase == kit.Play && s.Active != last {
			last = s.Active
			turns++
		}
		list := s.Moves(seat)
		m := list[env.Rand.IntN(len(list))]
		if clever(s.Beds[seat].Role) {
			m = player.Choose(env, strength(seat, s.Beds[seat].Role), view.Of(s, seat.Viewer()), list)
		}
		if err := rules.Play(env, &s, seat, m); err != nil {
			tb.Fatalf("%s: %v", m, err)
		}
	}
	look(s)
	return s, turns
}

// EveryRole lets the automatic player play every seat.
func EveryRole(kit.Role) bool { return true }
