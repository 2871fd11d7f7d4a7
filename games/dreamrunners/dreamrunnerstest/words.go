package dreamrunnerstest

import (
	"fmt"

	"oneiros/games/ui"
)

// RareWords are what the matches of TestGame may not meet. TestWordsOfRareMoments says
// all of them.
var RareWords = []string{
	"ask.chest", "ask.chests", "ask.chests.chosen", "ask.menu.chests", "ask.menu.victim", "calm.title", "calm.about", "calm.do", "choosing.more", "morning.woke",
	"over.shared", "result.bat.none", "result.octopus", "result.closed", "result.none-left", "shop.alt.empty",
	"reveal.alt.closed", "stars.top", "edge.sets", "edge.points", "news.other.woke", "stand.woke", "danger", "danger.who",
}

// PlainWords says names as short words.
type PlainWords struct{}

// Name is the word for a player.
func (PlainWords) Name(n ui.Name) string { return fmt.Sprintf("Player %d", int(n)) }

// Until is the word for a moment.
func (PlainWords) Until(ui.Until) string { return "soon" }

// Escape leaves a text as it is.
func (PlainWords) Escape(s string) string { return s }

// TopWords are said of a player at the top of the star track.
var TopWords = []string{"stars.top"}

// RelaxedWords are said to a player who has decided everything in a relaxed match, and waits.
var RelaxedWords = []string{"choosing.wait.relaxed"}
