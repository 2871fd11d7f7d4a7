package somnicumtest

import (
	"fmt"
	"strings"

	"oneiros/games"
	"oneiros/games/somnicum/kit"
	"oneiros/games/somnicum/view"
	"oneiros/games/ui"
)

// Crowded is the public view of a table in the middle of a round. It has everything that
// a picture can show.
func Crowded(seats int) view.View {
	v := view.View{Me: games.Nobody, Phase: kit.Spinning, Round: 2, Turn: 1, Bag: 41, Blanks: 13, Wheels: [2]int{2, 11}}
	for i := range kit.RingSize[seats] {
		v.Ring = append(v.Ring, kit.Dream(1+i*37%kit.Dreams))
	}
	for _, place := range []int{3, 4, 11} {
		v.Ring[place] = 0
	}
	for i := range seats {
		d := view.Dreaming{Sand: 4 + i, Blanks: i, Hand: i, Dreams: kit.Score{Levels: [kit.Levels]int{7, 10, 9}, Edges: 2, Eyes: i, Encounters: 1, Goal: 4, Total: 30 + i}}
		for slot := range 7 {
			d.Rows[0] = append(d.Rows[0], kit.Card{Dream: kit.Dream(1 + (i*29+slot*11)%kit.Dreams), Slot: slot})
		}
		d.Rows[0][2].Break, d.Rows[0][4].Break, d.Rows[0][5].Break = kit.SandBreak, kit.BlankBreak, kit.BareBreak
		d.Rows[0][1].Added = []kit.Token{kit.TokenOf(3, false)}
		d.Rows[0][6].Dream, d.Rows[0][6].Bright = lastGood+1+kit.Dream(i), true
		d.Rows[1] = []kit.Card{{Dream: kit.Dream(40 + i), Slot: 0}, {Dream: kit.Dream(50 + i), Slot: 2}, {Dream: kit.Dream(60 + i), Slot: 5, Break: kit.SandBreak}}
		d.Rows[2] = []kit.Card{{Dream: kit.Dream(70 + i), Slot: 0}}
		v.Dreamers = append(v.Dreamers, d)
	}
	return v
}

// lastGood is the last dream that is no nightmare.
const lastGood = kit.Dream(78)

// AtTurn is the view of the player whose turn it is, with sand for many steps.
func AtTurn() view.View {
	v := Crowded(kit.MaxSeats)
	v.Me, v.Goal, v.Score = v.Turn, 2, &kit.Score{}
	for p := kit.Particle(1); p <= 9; p++ {
		v.Sand = append(v.Sand, kit.TokenOf(p, p%3 == 0), kit.TokenOf(p, false))
	}
	v.Dreamers[v.Turn].Sand = len(v.Sand)
	return v
}

// Ended is the public view of the end.
func Ended() view.View {
	v := Crowded(kit.MaxSeats)
	v.Phase, v.Winners = kit.Over, []games.Seat{1, 3}
	for i := range v.Dreamers {
		v.Dreamers[i].Goal = kit.Goal(i + 1)
	}
	v.Ended = []kit.Ending{{Why: kit.FewCards, Points: []int{9, 7, 8, 11}}, {Why: kit.EmptyPath, Points: []int{16, 19, 15, 18}}, {Why: kit.FewCards, Points: []int{26, 27, 28, 29}}}
	return v
}

// LongNames says names that are as long as Discord lets them be.
type LongNames struct{ PlainWords }

// Name is the word for a player.
func (LongNames) Name(ui.Name) string { return strings.Repeat("Ш", 32) }

// PlainWords says names as short words.
type PlainWords struct{}

// Name is the word for a player.
func (PlainWords) Name(n ui.Name) string { return fmt.Sprintf("Player %d", int(n)) }

// Until is the word for a moment.
func (PlainWords) Until(ui.Until) string { return "soon" }

// Escape leaves a text as it is.
func (PlainWords) Escape(s string) string { return strings.TrimSpace(s) }
