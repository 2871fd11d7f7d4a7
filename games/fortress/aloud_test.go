package fortress

import (
	"testing"

	"oneiros/games"
	"oneiros/games/fortress/kit"
)

// TestAloud: at a table that talks aloud the pages say where it talks and who is silent. It is
// always live.
func TestAloud(t *testing.T) {
	const seats = "nightmare@city gooddream@city:0 nightmare@shop gooddream@house william@forest"
	written, aloud := sit(t, seats), sit(t, seats, "mode=voice")
	must(t, aloud.page(1, pathHelp), "Mute your microphone")
	must(t, aloud.page(2, pathHelp), "Meanwhile talk aloud")
	never(t, written.page(1, pathHelp), "microphone")
	never(t, written.page(2, pathHelp), "aloud")
	must(t, deal(t, 5, "mode=voice").page(games.Nobody, ""), "You talk **aloud**")
	never(t, deal(t, 5).page(games.Nobody, ""), "aloud")
	aloud.S.Phase, written.S.Phase = kit.Talk, kit.Talk
	must(t, aloud.page(games.Nobody, ""), "Let's talk aloud")
	must(t, aloud.page(0, ""), "Talk aloud")
	never(t, written.page(games.Nobody, ""), "aloud")
	never(t, written.page(0, ""), "aloud")
	options, err := Game.Info().Complete(map[string]string{"mode": "voice", "pace": "1d"})
	if err != nil || options["pace"] != "live" {
		t.Errorf("aloud the options are %v, %v", options, err)
	}
}
