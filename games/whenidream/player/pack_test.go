package player

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"oneiros/games/whenidream/judge"
	"oneiros/games/whenidream/kit"
	"oneiros/games/whenidream/pack"
	"oneiros/games/whenidream/view"
)

// TestNoClueIsMadeUp checks what automatic spirits say of an entry without clues.
func TestNoClueIsMadeUp(t *testing.T) {
	value := readPack(t, 108, "Ракетоплан\nСлоновод")
	g := pack.Glossary(value)
	e := g.Element(109, kit.Russian)
	for _, honest := range []bool{true, false} {
		p := &player{View: view.View{Pack: value, Words: kit.Russian, Element: &e}, rand: rand.New(rand.NewPCG(1, 2))}
		list := sayable(p, honest)
		if honest && !slices.Equal(list, []string{"10"}) {
			t.Errorf("an honest spirit says %q", list)
		}
		if !honest && (len(list) == 0 || list[len(list)-1] == "10") {
			t.Errorf("a lying spirit says %q", list)
		}
		for _, w := range list {
			if g.Judge(w, 109, kit.Russian).Level > judge.Fine {
				t.Errorf("%q gives the word away", w)
			}
		}
	}
}

// readPack reads a pack of so many entries and some lines.
func readPack(t *testing.T, entries int, lines string) string {
	t.Helper()
	var b strings.Builder
	for i := range entries {
		fmt.Fprintf(&b, "слово%d\n", 1000+i*7)
	}
	r := pack.Read("Проба", []byte(b.String()+lines))
	if r.Value == "" {
		t.Fatalf("refused: %v", r.Mistakes)
	}
	return r.Value
}
