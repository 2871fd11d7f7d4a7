package fortress

import (
	"testing"

	"oneiros/games/gametest"
)

func TestGame(t *testing.T) {
	o := gametest.Options{Unused: true, Work: 1500}
	if testing.Short() { // fewest and most people, and too little of both to meet every word
		o.Unused, o.Seats = false, []int{Game.Info().Min, Game.Info().Max}
	}
	gametest.Run(t, Game, o)
}

func FuzzGame(f *testing.F) { gametest.Fuzz(f, Game) }
