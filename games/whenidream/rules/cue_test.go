package rules_test

import (
	"testing"
	"time"

	"oneiros/games"
	"oneiros/games/whenidream/kit"
	"oneiros/games/whenidream/rules"
)

// TestCues: roles that are dealt, the last ten seconds of the sand and its end are called out.
func TestCues(t *testing.T) {
	cue := func(s rules.State) string { return rules.Status(s).Cue.Kind }
	for _, mode := range []string{"text", "voice"} {
		tab := sit(t, 5, "mode="+mode)
		tab.Is("at dusk", rules.Status(tab.S).Cue, games.Cue{Kind: "dusk", N: 1, Seat: tab.S.Dreamer})
		tab.Ready()
		tab.Is("when the night begins", cue(tab.S), "")
		tab.Wait(tab.S.Sand - 31*time.Second)
		tab.Is("before the last mark", cue(tab.S), "")
		tab.Wait(22 * time.Second)
		tab.Is("ten seconds before the end", rules.Status(tab.S).Cue, games.Cue{Kind: "ten", N: 1, Seat: tab.S.Dreamer})
		tab.Wait(10 * time.Second)
		if tab.S.Phase == kit.Last {
			tab.Is("when the sand is out", cue(tab.S), "out")
		}
	}
}
