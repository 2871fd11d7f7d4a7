package whenidream

import (
	"fmt"
	"maps"
	"slices"
	"testing"

	"oneiros/games"
	"oneiros/games/paint"
	"oneiros/games/text"
	"oneiros/games/ui"
)

// morrow is the public view of a dawn with so many yellow, blue and other cards.
func morrow(yellow, blue, rest int) View {
	v := View{Me: games.Nobody, Part: Public, Words: Russian, Phase: Dawn, Round: 3, Rounds: 10}
	for side, n := range map[Side]int{Yellow: yellow, Blue: blue, Bed: rest} {
		for range n {
			v.Cards = append(v.Cards, Card{Side: side})
		}
	}
	slices.SortFunc(v.Cards, func(a, b Card) int { return len(a.Side) - len(b.Side) })
	for i := range v.Cards {
		v.Cards[i].Element = Element{Number: i + 1, Word: fmt.Sprintf("Слово-%d", i+1)}
		v.Cards[i].Told = i%3 == 0
	}
	return v
}

// evening is the public view of a dusk.
func evening() View {
	return View{Me: games.Nobody, Part: Public, Phase: Dusk, Round: 3, Rounds: 10, Dreamer: 2, Circle: make([]Chair, 10)}
}

// ended is the public view of a match that is over.
func ended() View {
	return View{Me: games.Nobody, Phase: Over, Totals: []Total{{Seat: 1, Score: 21}, {Seat: 0, Score: 12}}, Winners: []games.Seat{1}}
}

// pictures are the game's pictures by name.
func pictures() map[string]*ui.Picture {
	list := map[string]*ui.Picture{"bed": bedside(evening()), "morning": morning(ended())}
	for _, r := range []Role{Good, Bad, Trickster, ""} {
		list["role-"+string(r)] = portrait(r)
	}
	for _, n := range [][3]int{{0, 0, 0}, {5, 4, 1}, {12, 9, 0}, {24, 30, 3}} {
		list[fmt.Sprintf("sides-%02d-%02d-%d", n[0], n[1], n[2])] = sides(morrow(n[0], n[1], n[2]))
	}
	return list
}

// BenchmarkPicture draws and encodes each picture.
func BenchmarkPicture(b *testing.B) {
	c, err := text.Load(text.Common(), locale)
	if err != nil {
		b.Fatal(err)
	}
	say := func(x ui.Text) string { return c.Say(text.Russian, x, plain{}) }
	list := pictures()
	for _, name := range slices.Sorted(maps.Keys(list)) {
		b.Run(name, func(b *testing.B) {
			size := 0
			for b.Loop() {
				png, err := paint.Encode(list[name].Draw(say))
				if err != nil {
					b.Fatal(err)
				}
				size = len(png)
			}
			b.ReportMetric(float64(size)/1000, "kB")
		})
	}
}
