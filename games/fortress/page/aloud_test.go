package page

import (
	"testing"

	"oneiros/games"
	"oneiros/games/fortress/fortresstest"
	"oneiros/games/fortress/kit"
	"oneiros/games/fortress/rules"
)

// TestAloud: at a table that talks aloud the pages say where it talks and who is silent. It is
// always live.
func TestAloud(t *testing.T) {
	const seats = "nightmare@city gooddream@city:0 nightmare@shop gooddream@house william@forest"
	written, aloud := fortresstest.Sit(t, seats), fortresstest.Sit(t, seats, "mode=voice")
	must(t, pageOf(aloud, 1, pathHelp), "Mute your microphone")
	must(t, pageOf(aloud, 2, pathHelp), "Meanwhile talk aloud")
	never(t, pageOf(written, 1, pathHelp), "microphone")
	never(t, pageOf(written, 2, pathHelp), "aloud")
	must(t, pageOf(fortresstest.Deal(t, 5, "mode=voice"), games.Nobody, ""), "You talk **aloud**")
	never(t, pageOf(fortresstest.Deal(t, 5), games.Nobody, ""), "aloud")
	aloud.S.Phase, written.S.Phase = kit.Talk, kit.Talk
	must(t, pageOf(aloud, games.Nobody, ""), "Let's talk aloud")
	must(t, pageOf(aloud, 0, ""), "Talk aloud")
	never(t, pageOf(written, games.Nobody, ""), "aloud")
	never(t, pageOf(written, 0, ""), "aloud")
	options, err := games.Info{Options: rules.Options()}.Complete(map[string]string{"mode": "voice", "pace": "1d"})
	if err != nil || options["pace"] != "live" {
		t.Errorf("aloud the options are %v, %v", options, err)
	}
}
