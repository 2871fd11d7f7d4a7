package page

import (
	"strings"
	"testing"

	"oneiros/games/dreamrunners/kit"
	"oneiros/games/text"
	"oneiros/games/ui"
)

// TestNamesInBothLanguages: every dream has a name of its own.
func TestNamesInBothLanguages(t *testing.T) {
	c, err := text.Load(text.Common(), words.Info().Locale)
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range text.Langs {
		seen := map[string]bool{}
		for n := kit.Tile(1); n <= kit.Tiles; n++ {
			s := c.Say(l, ui.T("tile."+n.Card().Name), nil)
			if strings.Contains(s, "⟦") || strings.TrimSpace(s) == "" || seen[s] {
				t.Errorf("%s in %s: %q", n.Card().Name, l, s)
			}
			seen[s] = true
		}
	}
}
