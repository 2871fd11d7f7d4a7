package dreamrunners

import (
	"slices"
	"testing"

	"oneiros/games/gametest"
)

func TestGame(t *testing.T) {
	gametest.Run(t, Game, gametest.Options{Unused: true, Matches: gametest.Times(16, 8, 0), Work: 60_000, Rare: slices.Concat(rareWords, refusals, topWords, relaxedWords, dreamNames())})
}

func FuzzGame(f *testing.F) { gametest.Fuzz(f, Game) }
