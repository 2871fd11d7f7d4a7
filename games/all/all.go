// Package all lists the games. Add a game here and nowhere else.
package all

import (
	"oneiros/games"
	"oneiros/games/dreamrunners"
	"oneiros/games/fortress"
	"oneiros/games/somnia"
	"oneiros/games/somnicum"
	"oneiros/games/whenidream"
)

// Games lists all games, in the order in which people see them.
var Games = []games.Game{whenidream.Game, fortress.Game, somnia.Game, somnicum.Game, dreamrunners.Game}

// Find returns the game with a name.
func Find(name string) (games.Game, bool) {
	for _, g := range Games {
		if g.Info().Name == name {
			return g, true
		}
	}
	return nil, false
}
