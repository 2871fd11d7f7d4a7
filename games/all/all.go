// Package all is the list of games. A game is added here and nowhere else.
package all

import (
	"oneiros/games"
	"oneiros/games/fortress"
	"oneiros/games/somnia"
	"oneiros/games/whenidream"
)

// Games are all games, in the order in which they are offered.
var Games = []games.Game{whenidream.Game, fortress.Game, somnia.Game}

// Find is the game with a name, and whether there is one.
func Find(name string) (games.Game, bool) {
	for _, g := range Games {
		if g.Info().Name == name {
			return g, true
		}
	}
	return nil, false
}
