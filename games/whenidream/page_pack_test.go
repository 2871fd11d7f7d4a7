package whenidream

import (
	"math/rand/v2"
	"oneiros/games/text"
	"oneiros/games/ui"
	"oneiros/games/whenidream/kit"
	"oneiros/games/whenidream/label"
	"oneiros/games/whenidream/pack"
	"oneiros/games/whenidream/picture"
	"strings"
	"testing"
)

// TestPackIsShown checks the pages where a card has one language.
func TestPackIsShown(t *testing.T) {
	value := wholePack(t, entries(110)).Value
	page := samplePack(value, rand.New(rand.NewPCG(1, 1)))
	if len(page.Lines) < sampledWords || len(page.Pictures) != 1 {
		t.Errorf("%d lines and %d pictures", len(page.Lines), len(page.Pictures))
	}
	e := pack.Glossary(value).Element(1, kit.Russian)
	for _, got := range []ui.Text{elementLine(&e, ui.Text{}), picture.WordAlt(&e), label.Words(e)} {
		c, err := text.Load(text.Common(), locale)
		if err != nil {
			t.Fatal(err)
		}
		if s := c.Say(text.Russian, got, plain{}); !strings.Contains(s, "слово1000") || strings.Contains(s, "()") || strings.Contains(s, " · ") {
			t.Errorf("shown as %q", s)
		}
	}
}
