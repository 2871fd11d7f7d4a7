package somnicum

import (
	"testing"

	"oneiros/games"
	"oneiros/games/gametest"
	"oneiros/games/ui"
)

func TestGame(t *testing.T) {
	o := gametest.Options{Unused: true, Work: 60_000, Rare: []string{
		"laying.ends", "over.winners", // TestWordsOfRareMoments
		"refuse.support", // TestSwapMayNotTakeAPairAway
		"play.swap",      // TestEncounterChoices
	}}
	for g := Goal(1); g <= goals; g++ { // a match deals four of the eight
		o.Rare = append(o.Rare, "goal."+g.Card().Name) // TestScoreNamesTheGoal
	}
	gametest.Run(t, Game, o)
}

func FuzzGame(f *testing.F) { gametest.Fuzz(f, Game) }

// TestWordsOfRareMoments says what the matches of TestGame may not meet.
func TestWordsOfRareMoments(t *testing.T) {
	b := sit(t, 2)
	b.S.Wheels = [2]int{0, 1}
	b.S.Bag = sand(t, "dragon-b tower-b")
	b.move("spin b 1")
	ends := rules{}.View(b.S, games.Viewer{})

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

// TestScoreNamesTheGoal reads the name of each goal beside the points that it brought.
func TestScoreNamesTheGoal(t *testing.T) {
	for g := Goal(1); g <= goals; g++ {
		b := sit(t, 2)
		b.S.Phase, b.S.Round = Over, Rounds
		b.S.Dreamers[0], b.S.Dreamers[1] = Dreamer{Goal: g}, Dreamer{Goal: g%goals + 1}
		v := rules{}.View(b.S, games.Viewer{})
		named := map[string]bool{}
		for _, a := range scoreLine(v, 0).Args {
			parts, _ := a.([]ui.Text)
			for _, part := range parts {
				for _, a := range part.Args {
					if x, ok := a.(ui.Text); ok {
						named[x.Key] = true
					}
				}
			}
		}
		if key := "goal." + g.Card().Name; !named[key] {
			t.Errorf("%q is not said", key)
		}
	}
}
