package page

import (
	"strings"
	"testing"

	"oneiros/games"
	"oneiros/games/dreamrunners/dreamrunnerstest"
	"oneiros/games/dreamrunners/kit"
	"oneiros/games/dreamrunners/view"
)

// TestChestsInTheDark: who names an order of chests does not know what is in them. Then
// only those that open ask for colours, and the order stays.
func TestChestsInTheDark(t *testing.T) {
	for _, first := range []int{0, 3, -1} {
		b := dreamrunnerstest.Sit(t, 2)
		b.Tile("1 - - | 1 - - | - - -")
		b.Hide(1, "r")
		second := b.S.Chests[0][1].Card()
		before := second.Rewards
		t.Cleanup(func() { second.Rewards = before })
		second.Rewards = []kit.Reward("rr")
		b.Print(0, "L cc.")
		b.S.Dreamers[0].Keys = 1
		b.S.Dreamers[0].Shards = [kit.Colours]int{1, 0, 1, 1}
		b.Build(dreamrunnerstest.Exact, dreamrunnerstest.Exact)
		b.Finish()
		b.Is("nothing is seen", len(b.S.Dreamers[0].Asks), 1)
		if first < 0 {
			b.Answer()
			b.Is("a step with the scarcest colour", b.S.Dreamers[0].Stars, 1)
			continue
		}
		b.Pick(0, kit.AskChests, func(o kit.Option) bool { return o.Squares[0] == first })
		var squares []int
		for _, a := range b.S.Dreamers[0].Asks[1:] {
			squares = append(squares, a.Square)
		}
		b.Is("the open one asks", squares, map[int][]int{0: {0}, 3: {3, 3}}[first])
		b.Refuse("0: pick 1 1", "refuse.not-now")
		b.Refuse("0: pick 1 2", "refuse.not-now")
		if shown := shownOn(view.Of(b.S, games.Seat(0).Viewer()), ""); !strings.Contains(shown, "ask.chests.chosen") {
			t.Errorf("the order is not said: %s", shown)
		}
		b.Colour(0, kit.White)
		b.Answer()
		b.Is("a step", b.S.Dreamers[0].Stars, 1)
	}
}
