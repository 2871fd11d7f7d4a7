package page_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"oneiros/games/text"
	"oneiros/games/ui"
	"oneiros/games/whenidream"
	"oneiros/games/whenidream/kit"
	"oneiros/games/whenidream/label"
	"oneiros/games/whenidream/pack"
	"oneiros/games/whenidream/page"
	"oneiros/games/whenidream/picture"
	"oneiros/games/whenidream/view"
)

// TestPackIsShown checks the pages where a card has one language.
func TestPackIsShown(t *testing.T) {
	var entries strings.Builder
	for i := range 110 {
		fmt.Fprintf(&entries, "слово%d\n", 1000+i*7)
	}
	read := pack.Read("Проба", []byte(entries.String()))
	value := read.Value
	if value == "" {
		t.Fatalf("refused: %v", read.Mistakes)
	}
	shown := page.Sample(value, rand.New(rand.NewPCG(1, 1)))
	if len(shown.Lines) < page.SampledWords || len(shown.Pictures) != 1 {
		t.Errorf("%d lines and %d pictures", len(shown.Lines), len(shown.Pictures))
	}
	e := pack.Glossary(value).Element(1, kit.Russian)
	for _, got := range []ui.Text{page.ElementLine(&e, ui.Text{}), picture.Spirit(view.View{Element: &e}).Alt[0], label.Words(e)} {
		c, err := text.Load(text.Common(), whenidream.Game.Info().Locale)
		if err != nil {
			t.Fatal(err)
		}
		if s := c.Say(text.Russian, got, plain{}); !strings.Contains(s, "слово1000") || strings.Contains(s, "()") || strings.Contains(s, " · ") {
			t.Errorf("shown as %q", s)
		}
	}
}
