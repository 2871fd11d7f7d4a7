package gametest

import (
	"math/rand/v2"

	"oneiros/games"
)

// Redealt are n positions that a viewer cannot tell from the present one. Each is
// redealt from the present one, with different luck. The luck is the same at
// every call.
func (b *Bench[S, M, V]) Redealt(v games.Viewer, n int) []S {
	b.Helper()
	r := rand.New(rand.NewPCG(31, 32))
	var list []S
	for range n {
		s := b.Copied()
		b.rules.(games.Hider[S]).Redeal(&s, v, r)
		list = append(list, s)
	}
	return list
}

// Values is how many different values something has in a list of positions.
func Values[S any, T comparable](list []S, what func(s S) T) int {
	seen := map[T]bool{}
	for _, s := range list {
		seen[what(s)] = true
	}
	return len(seen)
}
