package somnicum

import (
	"testing"

	"oneiros/games"
	"oneiros/games/gametest"
)

func TestGame(t *testing.T) {
	o := gametest.Options{Unused: true, Work: 60_000, Rare: []string{
		"laying.ends", "over.winners", // TestWordsOfRareMoments
		"refuse.support", // TestSwapMayNotTakeAPairAway
	}}
	gametest.Run(t, Game, o)
}

func FuzzGame(f *testing.F) { gametest.Fuzz(f, Game) }

// TestWordsOfRareMoments says what the matches of TestGame may not meet.
func TestWordsOfRareMoments(t *testing.T) {
	b := sit(t, 2)
	b.S.Wheels = [2]int{0, 1}
	b.S.Bag = sand(t, "dragon-b tower-b")
	b.move("spin b 1")
	ends := rules{}.View(b.S, games.Seat(0).Viewer())

	b.S.Phase, b.S.Round = Over, Rounds
	b.S.Dreamers[0], b.S.Dreamers[1] = Dreamer{Goal: 1}, Dreamer{Goal: 2}
	shared := rules{}.View(b.S, games.Viewer{})
	for key, v := range map[string]View{"laying.ends": ends, "over.winners": shared} {
		found := false
		for _, l := range (presenter{}).Page(v, "").Lines {
			found = found || l.Key == key
		}
		if !found {
			t.Errorf("%q is not said", key)
		}
	}
	if n := len(shared.Winners); n != 2 {
		t.Errorf("%d winners", n)
	}
}
