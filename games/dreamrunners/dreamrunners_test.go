package dreamrunners

import (
	"slices"
	"testing"

	"oneiros/games/dreamrunners/dreamrunnerstest"
	"oneiros/games/gametest"
)

func TestGame(t *testing.T) {
	gametest.Run(t, Game, gametest.Options{Unused: true, Matches: gametest.Times(16, 8, 0), Work: 60_000, Rare: slices.Concat(dreamrunnerstest.RareWords, refusals, dreamrunnerstest.TopWords, dreamrunnerstest.RelaxedWords, dreamNames())})
}

func FuzzGame(f *testing.F) { gametest.Fuzz(f, Game) }
