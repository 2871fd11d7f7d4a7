package page

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"oneiros/bot/discord"
	"oneiros/bot/screen"
	"oneiros/bot/words"
	"oneiros/games/text"
	"oneiros/games/ui"
)

// TestReasonsFit: however long the names of players are, the message with the file of their match
// is one that Discord takes, and its lines are whole.
func TestReasonsFit(t *testing.T) {
	f := &screen.Frame{Lang: text.English, Say: words.Catalogue()}
	var lines []ui.Text
	for i := range 40 {
		lines = append(lines, ui.Literal(fmt.Sprintf("%02d %s.", i, strings.Repeat("*", 60))))
	}
	got := withLines("kept", f, lines)
	if n := utf8.RuneCountInString(got); n > discord.MaxContent || n < discord.MaxContent-150 || !strings.HasSuffix(got, ".") || !strings.HasPrefix(got, "kept\n") {
		t.Errorf("%d characters: %q", n, got)
	}
	if got := withLines("kept", f, nil); got != "kept" {
		t.Errorf("without lines: %q", got)
	}
}
