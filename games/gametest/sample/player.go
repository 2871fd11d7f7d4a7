package sample

import (
	"fmt"
	"slices"

	"oneiros/games"
)

// Choose plays by chance, and tucks nothing.
func (Rules) Choose(env *games.Env, _ games.Strength, v View, legal []Move) Move {
	legal = slices.DeleteFunc(slices.Clone(legal), Rules{}.Drafts)
	m := legal[env.Rand.IntN(len(legal))]
	if m.Verb == Name {
		m.Text = fmt.Sprintf("the %d. dream", v.Round)
	}
	return m
}
