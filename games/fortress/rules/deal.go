package rules

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	"oneiros/games"
	"oneiros/games/fortress/kit"
	"oneiros/games/pace"
)

// Deal deals the roles of a table. Its error is about options that are not complete.
func Deal(env *games.Env, t games.Table) (State, error) {
	second := func(key string) time.Duration { return time.Duration(t.Options.Int(key)) * time.Second }
	s := State{
		Voice:  !written(t.Options),
		Novice: t.Options["novice"] == "yes",
		Crowd:  t.Options["crowd"] == "yes",
		Ghosts: t.Options["ghosts"] == "yes",
		Double: kit.Face(t.Options["double"]),
		Think:  second("turn"),
		Chat:   second("talk"),

		Endless: WithoutDawn(t.Options),

		Decks:  Decks{Insights: kit.Insights(), Pile: kit.Visions()},
		Phase:  kit.Dusk,
		Clock:  Clock{Asked: games.Nobody},
		Active: games.Nobody,
		Beds:   make(Beds, t.Seats),
		Story:  Story{Lately: games.NewChronicle[kit.Event](t.Seats)},
	}
	if s.Think <= 0 || !slices.Contains(kit.Faces, s.Double) {
		return s, fmt.Errorf("options are not complete: %v", t.Options)
	}
	var hand []kit.Role
	hand, s.Aside = roles(env.Rand, t.Seats)
	for i, r := range hand {
		s.Beds[i] = Bed{Role: r, Sleep: kit.TopFloor}
		s.Harm = append(s.Harm, make([]int, t.Seats))
		s.Care = append(s.Care, make([]int, t.Seats))
	}
	s.First = games.Seat(env.Rand.IntN(t.Seats))
	s.Until = env.At + max(s.Think, settle)
	s.Least = pace.Length(t.Options) / 4
	return s, nil
}

// roles deals the characters of a number of seats, and the one put aside.
func roles(r *rand.Rand, seats int) (hand []kit.Role, aside kit.Role) {
	c := kit.Cast[seats]
	for range c.Each {
		hand = append(hand, kit.Nightmare, kit.GoodDream)
	}
	games.Shuffle(r, hand)
	if c.Aside {
		aside, hand = hand[0], hand[1:]
	}
	box := kit.DreamersFor(seats)
	games.Shuffle(r, box)
	hand = append(hand, box[:c.Dreamers]...)
	games.Shuffle(r, hand)
	return hand, aside
}
