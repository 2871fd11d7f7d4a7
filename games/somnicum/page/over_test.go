package page

import (
	"testing"

	"oneiros/games"
	"oneiros/games/somnicum/kit"
	"oneiros/games/somnicum/rules"
	"oneiros/games/somnicum/somnicumtest"
	"oneiros/games/somnicum/view"
	"oneiros/games/ui"
)

// TestScoreNamesTheGoal reads the name of each goal beside the points that it brought.
func TestScoreNamesTheGoal(t *testing.T) {
	for g := kit.Goal(1); g <= kit.Goals; g++ {
		b := somnicumtest.Sit(t, 2)
		b.S.Phase, b.S.Round = kit.Over, kit.Rounds
		b.S.Dreamers[0], b.S.Dreamers[1] = rules.Dreamer{Goal: g}, rules.Dreamer{Goal: g%kit.Goals + 1}
		v := view.Of(b.S, games.Viewer{})
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
