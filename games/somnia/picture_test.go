package somnia

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

// midway is the public view of a table in the middle of a trick.
func midway(seats int, nightmare Suit) View {
	v := View{Me: games.Nobody, Phase: Turn, Deal: 2, Number: 4, Tricks: 8, Leader: 1, Turn: 3 % games.Seat(seats), Ahead: 1, Nightmare: nightmare}
	v.Trick = []Card{card(Moon, 6), card(Fish, 9)}
	for i := range seats {
		v.Lives = append(v.Lives, 3-i%3)
		v.Points = append(v.Points, 7*i)
		v.Piles = append(v.Piles, nil)
	}
	for i, c := range deck(seats).Cards() {
		if !slices.Contains(v.Trick, c) && i%3 == 0 {
			v.Piles[i%seats] = append(v.Piles[i%seats], c)
		}
	}
	return v
}

// counted is the public view of a deal that is over.
func counted(seats int) View {
	v := midway(seats, Clover)
	v.Phase, v.Turn, v.Trick, v.Ahead = Dawn, games.Nobody, nil, games.Nobody
	v.Past = []Result{{Ending: Endings[0], Nightmare: Clover, Losers: []games.Seat{1}}}
	return v
}

// holding is the view of a player with so many cards.
func holding(n int, nightmare Suit) View {
	v := midway(3, nightmare)
	v.Me, v.Hand = 0, deck(3).Cards()[:n]
	return v
}

// pictures are the game's pictures by name, each as full as it gets.
func pictures() map[string]*ui.Picture {
	list := map[string]*ui.Picture{}
	for _, seats := range []int{2, 3, 4} {
		for name, suit := range map[string]Suit{"calm": NoSuit, "nightmare": Fish} {
			list[fmt.Sprintf("table-%d-%s", seats, name)] = tabletop(midway(seats, suit))
		}
		list[fmt.Sprintf("dawn-%d", seats)] = tabletop(counted(seats))
	}
	for _, n := range []int{3, 12} {
		list[fmt.Sprintf("hand-%d", n)] = hand(holding(n, NoSuit))
	}
	list["hand-nightmare"] = hand(holding(8, Moon))
	for _, s := range Suits {
		list["arrival-"+s.String()] = arrival(View{Nightmare: s})
	}
	list["morning"] = morning(View{Lives: []int{2, 0, 1}, Winners: []games.Seat{0}})
	return list
}

// BenchmarkPicture draws and encodes each picture.
func BenchmarkPicture(b *testing.B) {
	c, err := text.Load(text.Common(), locale)
	if err != nil {
		b.Fatal(err)
	}
	say := func(x ui.Text) string { return c.Say(text.Russian, x, words{}) }
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
