package sample

import (
	"fmt"

	"oneiros/games"
)

// Choose plays by chance.
func (Rules) Choose(env *games.Env, _ games.Strength, v View, legal []Move) Move {
	m := legal[env.Rand.IntN(len(legal))]
	if m.Verb == Name {
		m.Text = fmt.Sprintf("the %d. dream", v.Round)
	}
	return m
}
