package sample

import (
	"fmt"
	"slices"

	"oneiros/games"
)

// Choose is the automatic player. It sees a view and never the position, so it
// cannot cheat. All its luck comes from env, so it chooses the same each time.
//
// An easy player plays by chance. A normal one plays the higher of two dreams
// that it takes by chance. A strong one plays its highest, gives its two lowest
// away when they are low, and yawns first of all.
func (Rules) Choose(env *games.Env, how games.Strength, v View, legal []Move) Move {
	by := map[Verb][]Move{}
	for _, m := range legal {
		by[m.Verb] = append(by[m.Verb], m)
	}
	any := func(list []Move) Move { return list[env.Rand.IntN(len(list))] }
	switch cards := by[Play]; {
	case len(by[Name]) > 0:
		if how == games.Easy {
			return Move{Verb: Hush}
		}
		return Move{Verb: Name, Text: fmt.Sprintf("the %d. dream", v.Round)}
	case len(by[Yawn]) > 0:
		return Move{Verb: Yawn}
	case how == games.Easy:
		return any(append(cards, by[Toss]...))
	case how == games.Normal:
		return higher(any(cards), any(cards))
	case len(by[Trade]) > 0 && v.Hand[0]+v.Hand[1] < len(Dreams)-4:
		return Move{Verb: Trade, Card: v.Hand[0], With: v.Hand[1]}
	default:
		return slices.MaxFunc(cards, func(a, b Move) int { return a.Card - b.Card })
	}
}

func higher(a, b Move) Move {
	if a.Card > b.Card {
		return a
	}
	return b
}
