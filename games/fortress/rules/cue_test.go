package rules_test

import (
	"testing"

	"oneiros/games"
	"oneiros/games/fortress/fortresstest"
	"oneiros/games/fortress/kit"
	"oneiros/games/fortress/rules"
)

// TestCues: the dusk, each turn and each Insight on its way are called out. An Insight is called
// out to its receiver, whom the board names, too. Its answer is not.
func TestCues(t *testing.T) {
	g := fortresstest.Deal(t, 5)
	cue := func() games.Cue { return rules.Status(g.S).Cue }
	if got := cue(); got.Kind != "dusk" {
		t.Errorf("at dusk: %+v", got)
	}
	g = fortresstest.Sit(t, fortresstest.Five)
	g.Dice(kit.FaceInsight, kit.FaceHeal, kit.FaceMove)
	turn := cue()
	if turn.Kind != "turn" || turn.Seat != g.S.Active {
		t.Errorf("on a turn: %+v", turn)
	}
	g.Play("0: insight 1")
	if got := cue(); got != turn {
		t.Errorf("while the Insight is in the hand: %+v", got)
	}
	g.Play("0: pass 2 1")
	mail := cue()
	if mail.Kind != "insight" || mail.Seat != 2 {
		t.Errorf("on its way: %+v", mail)
	}
	g.Play("2: obey")
	if got := cue(); got != mail {
		t.Errorf("a sealed answer shows: %+v", got)
	}
	g.Wait(rules.Hush)
	if got := cue(); got != turn {
		t.Errorf("when the turn goes on: %+v", got)
	}
	g.S.Phase = kit.Talk
	if got := cue(); got.Kind != "" {
		t.Errorf("while the table talks: %+v", got)
	}
}
