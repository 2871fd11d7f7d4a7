// Package alike finds names that a reader cannot tell apart.
//
// Two names are alike when they look the same in a text, by Unicode's own table of
// confusables, or in a picture: there some signs are missing, and letters that mean the same
// are drawn the same. A list of our own would miss most of the ten thousand pairs.
package alike

import (
	"github.com/mtibben/confusables"

	"oneiros/games/paint"
)

// keys are those that were asked for last. Every page asks for those of its table.
var keys = paint.NewCache[string, string](128 << 10)

// Key is equal for names that are alike. It is for comparing, and no name itself.
func Key(name string) string {
	if k, ok := keys.Find(name); ok {
		return k
	}
	k := confusables.Skeleton(paint.Plain(name))
	keys.Keep(name, k, len(name)+len(k)+100)
	return k
}
