package fortress

import (
	"testing"

	"oneiros/games/gametest"
)

func TestGame(t *testing.T) {
	o := gametest.Options{Unused: true, Work: 800, Rare: []string{
		"help.awake.janitor",   // TestHopeOfThoseAwake
		"insight.lose2",        // TestReceiversPage
		"more.button",          // TestFullestPages
		"more.title",           // TestFullestPages
		"news.struck.none",     // TestQuilts
		"over.why.beaten",      // TestAliceWinsAlone
		"over.side.william",    // TestLastPage
		"over.why.janitor",     // TestLastPage
		"over.why.william",     // TestLastPage
		"picture.side.william", // TestLastPage
		"received.gain1",       // TestReceiversPage
		"received.lose1",       // TestReceiversPage
		"received.lose2",       // TestReceiversPage
		"received.sealed",      // TestReceiversPage
		"received.top",         // TestReceiversPage
		"received.toll",        // TestReceiversPage
		"self.awake.janitor",   // TestHopeOfThoseAwake
		"take.menu",            // TestSpoilsPage
		"you.end.dice",         // TestNoActionLeft
		"you.end.both",         // TestNoActionLeft
	}}
	gametest.Run(t, Game, o)
}

func FuzzGame(f *testing.F) { gametest.Fuzz(f, Game) }
