package somnicum

import (
	"testing"

	"oneiros/games"
	"oneiros/games/gametest"
	"oneiros/games/somnicum/kit"
	"oneiros/games/somnicum/page"
	"oneiros/games/somnicum/rules"
	"oneiros/games/somnicum/somnicumtest"
	"oneiros/games/somnicum/view"
)

func TestGame(t *testing.T) {
	o := gametest.Options{Unused: true, Work: 60_000, Rare: []string{
		"laying.ends", "over.winners", // TestWordsOfRareMoments
		"refuse.support", // TestSwapMayNotTakeAPairAway
		"play.swap",      // TestEncounterChoices
	}}
	for g := kit.Goal(1); g <= kit.Goals; g++ { // a match deals four of the eight
		o.Rare = append(o.Rare, "goal."+g.Card().Name) // TestScoreNamesTheGoal
	}
	gametest.Run(t, Game, o)
}

func FuzzGame(f *testing.F) { gametest.Fuzz(f, Game) }

// TestWordsOfRareMoments says what the matches of TestGame may not meet.
func TestWordsOfRareMoments(t *testing.T) {
	b := somnicumtest.Sit(t, 2)
	b.S.Wheels = [2]int{0, 1}
	b.S.Bag = somnicumtest.Sand(t, "dragon-b tower-b")
	b.Move("spin b 1")
	ends := view.Of(b.S, games.Viewer{})

	b.S.Phase, b.S.Round = kit.Over, kit.Rounds
	b.S.Dreamers[0], b.S.Dreamers[1] = rules.Dreamer{Goal: 1}, rules.Dreamer{Goal: 2}
	shared := view.Of(b.S, games.Viewer{})
	for key, v := range map[string]view.View{"laying.ends": ends, "over.winners": shared} {
		found := false
		for _, l := range page.At(v, "").Lines {
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
