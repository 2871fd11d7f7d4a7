package picture

import (
	"math/rand/v2"
	"testing"

	"oneiros/games"
	"oneiros/games/somnicum/kit"
	"oneiros/games/somnicum/rules"
	"oneiros/games/somnicum/somnicumtest"
	"oneiros/games/somnicum/view"
)

// TestWayThere: the chart ends with the result of each player, and an older position, which
// does not know the way, has none.
func TestWayThere(t *testing.T) {
	for seed := range uint64(3) {
		var s rules.State
		somnicumtest.Walk(t, seed, 3, somnicumtest.PlainOptions, func(_ *rand.Rand, now *rules.State) { s = *now })
		v := view.Of(s, games.Viewer{})
		for i := range v.Dreamers {
			way := v.ByRound(games.Seat(i))
			if len(way) != kit.Rounds || way[kit.Rounds-1] != v.Dreamers[i].Dreams.Total {
				t.Errorf("seat %d: %v, and %d at the end", i, way, v.Dreamers[i].Dreams.Total)
			}
		}
		whole := End(v).Key
		v.Ended = []kit.Ending{{Why: kit.FewCards}, {Why: kit.FewCards}, {Why: kit.FewCards}}
		if v.ByRound(0) != nil || End(v).Key == whole {
			t.Error("a way that is not known is drawn")
		}
	}
}
