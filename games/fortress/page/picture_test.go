package page

import (
	"strings"
	"testing"

	"oneiros/games"
	"oneiros/games/fortress/fortresstest"
	"oneiros/games/fortress/kit"
	"oneiros/games/fortress/picture"
	"oneiros/games/fortress/rules"
	"oneiros/games/fortress/view"
	"oneiros/games/gametest"
	"oneiros/games/paint"
	"oneiros/games/text"
	"oneiros/games/ui"
)

// The alt text says all that the pictures show: names, floors, places, shelter,
// Visions, dice, roles and winners.
func TestAltTells(t *testing.T) {
	g := fortresstest.Sit(t, "nightmare@city:9+wings gooddream@forest+wings+quilt nightmare@:8 gooddream@house:0 william@forest:7").Dice(kit.FaceAttack, kit.FaceHeal, kit.FaceMove)
	g.S.Beds[1].Hidden = true
	g.S.Turn.Used[0] = true
	said := func(p *ui.Picture) string {
		var lines []string
		for _, l := range p.Alt {
			lines = append(lines, strings.ReplaceAll(catalogue(t).Say(text.English, l, fortresstest.Plain{}), strings.Repeat("Ж", 31), ""))
		}
		return strings.Join(lines, "\n")
	}
	if got, want := said(picture.Table(view.Of(g.S, games.Viewer{}))), `The dream fortress. Lap 2/20.
A 0: floor 9, Drowned City, Visions: 1.
B 1: floor 10, Mysterious Forest, hidden from Insights, Visions: 2.
C 2: floor 8.
D 3: awake, Good dream.
E 4: floor 7, Mysterious Forest.
Dice: Attack (used), Heal, Move.
Turn: A 0.`; got != want {
		t.Errorf("the table is\n%s\nwant\n%s", got, want)
	}
	g.S.Phase, g.S.Win = kit.Over, []games.Seat{0, 2}
	if got, want := said(picture.End(view.Of(g.S, games.Viewer{}))), `Morning over the fortress: who was who.
Victory: Nightmares.
A 0: Nightmare, floor 9. Won!
B 1: Good dream, floor 10.
C 2: Nightmare, floor 8. Won!
D 3: Good dream, awake.
E 4: William, floor 7.`; got != want {
		t.Errorf("the end is\n%s\nwant\n%s", got, want)
	}
}

// TestBoardBytes: no picture of the table in a whole match is too large to be sent, for
// any number of seats. Most of them have pieces that were never sent before.
func TestBoardBytes(t *testing.T) {
	gametest.NotShort(t)
	const mostBoard = 40_500 // as package picture has it
	words := catalogue(t)
	say := func(x ui.Text) string { return words.Say(text.Russian, x, fortresstest.Usual{}) }
	check := func(seats int, p *ui.Picture) {
		png, err := paint.Encode(p.Draw(say))
		if err != nil {
			t.Fatal(err)
		}
		if len(png) > mostBoard {
			t.Errorf("%d seats: the picture %v has %d bytes of %d", seats, p.Alt, len(png), mostBoard)
		}
	}
	for seats := 4; seats <= 9; seats++ {
		seen := map[string]bool{}
		fortresstest.Watch(t, seats, 1, nil, fortresstest.EveryRole, func(games.Seat, kit.Role) games.Strength { return games.Strong }, func(s rules.State) {
			if p := picture.Table(view.Of(s, games.Viewer{})); !seen[p.Key] {
				seen[p.Key] = true
				check(seats, p)
			}
		})
		if len(seen) < 30 {
			t.Errorf("%d seats: %d pictures", seats, len(seen))
		}
	}
}
