package page

import (
	"strings"
	"testing"

	"oneiros/games/somnicum/kit"
	"oneiros/games/somnicum/label"
	"oneiros/games/text"
	"oneiros/games/ui"
)

// TestNamesInBothLanguages: everything in the box has a name, each its own, and every
// encounter has a line that tells of it.
func TestNamesInBothLanguages(t *testing.T) {
	c, err := text.Load(text.Common(), words.Info().Locale)
	if err != nil {
		t.Fatal(err)
	}
	var keys []string
	for p := kit.Particle(1); p <= kit.ParticleKinds; p++ {
		keys = append(keys, "particle."+p.Name())
	}
	for d := kit.Dream(1); d <= kit.Dreams; d++ {
		keys = append(keys, "dream."+d.Card().Name)
	}
	for g := kit.Goal(1); g <= kit.Goals; g++ {
		keys = append(keys, "goal."+g.Card().Name)
	}
	for _, e := range kit.Boxed.Encounters[1:] {
		keys = append(keys, "encounter."+e.Name, "encounter."+e.Name+".tale")
	}
	for _, l := range text.Langs {
		seen := map[string]string{}
		for _, k := range keys {
			s := c.Say(l, ui.T(k), nil)
			if strings.Contains(s, "⟦") || strings.TrimSpace(s) == "" {
				t.Errorf("%s in %s: %q", k, l, s)
			}
			if other, ok := seen[s]; ok {
				t.Errorf("%s and %s are both %q in %s", other, k, s, l)
			}
			seen[s] = k
		}
	}
	for _, e := range kit.Boxed.Encounters[1:] {
		for _, x := range e.Effects {
			for _, l := range text.Langs {
				if s := c.Say(l, label.Effect(x), nil); strings.Contains(s, "⟦") || strings.Contains(s, "{") {
					t.Errorf("the effect %v in %s: %q", x, l, s)
				}
			}
		}
	}
}
