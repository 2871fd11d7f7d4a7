// Package alike finds names that a reader cannot tell apart.
//
// Two names are alike when they look the same in a text, by Unicode's own table of
// confusables, or in a picture. There some signs are missing, letters that mean the same are
// drawn the same, and the end of a long name may be cut. A list of our own would miss most
// of the ten thousand pairs.
package alike

import (
	"github.com/mtibben/confusables"

	"oneiros/games/paint"
)

// begin is how many letters of a name every picture shows.
const begin = 12

// keys are those that were asked for last. Every page asks for those of its table.
var keys = paint.NewCache[string, string](128 << 10)

// Key is equal for names that are alike. It is for comparing, and no name itself.
func Key(name string) string {
	if k, ok := keys.Find(name); ok {
		return k
	}
	k := []rune(confusables.Skeleton(paint.Plain(name)))
	key := string(k[:min(len(k), begin)])
	keys.Keep(name, key, len(name)+len(key)+100)
	return key
}
