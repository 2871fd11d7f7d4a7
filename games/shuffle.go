package games

import "math/rand/v2"

// Shuffle brings a list into an order that r chooses. All orders are as likely.
func Shuffle[T any](r *rand.Rand, list []T) {
	r.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
}
