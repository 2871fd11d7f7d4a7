package somnia

import (
	"testing"

	"oneiros/games/gametest"
)

func TestGame(t *testing.T) {
	o := gametest.Options{Unused: true, Work: 12000, Rare: []string{
		// TestEveryEndingIsSaid
		"ending.monopoly", "ending.monopoly.why", "ending.sleepless", "ending.sleepless.why", "ending.solitude", "ending.solitude.why",
		"ending.string", "ending.string.why", "ending.strings", "ending.strings.why",
		"picture.hand.none", "refuse.low", "refuse.low.follow", "result.calm", // TestWordsOfRareMoments
	}}
	gametest.Run(t, Game, o)
}

func FuzzGame(f *testing.F) { gametest.Fuzz(f, Game) }
