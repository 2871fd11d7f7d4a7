package rules_test

import (
	"testing"

	"oneiros/games"
	"oneiros/games/dreamrunners/dreamrunnerstest"
	"oneiros/games/dreamrunners/kit"
	"oneiros/games/dreamrunners/view"
)

// TestWayToTheEnd: the points of every player are noted at the start and after each dream, the
// shop included. Of who wakes the last number is 0.
func TestWayToTheEnd(t *testing.T) {
	b := dreamrunnerstest.Sit(t, 3)
	b.S.Dreamers[2].Calm = 1
	b.S.Way[2] = []int{1}
	b.Print(0, "L c.. I ... D .. M .")
	b.Tile("- - - | b - - | - - n1")
	b.Round(dreamrunnerstest.Exact, dreamrunnerstest.Exact, "")
	b.S.Dreamers[1].Coins = kit.CalmPrice
	for b.S.Shopper != 1 {
		b.Expire()
	}
	b.Play("1: calm")
	b.NextRound()
	b.Is("the way", b.S.Way, [][]int{{20, 19}, {20, 20}, {1, 0}})
	b.NextRound()
	b.Is("the way of who woke", b.S.Way[2], []int{1, 0})
	v := view.Of(b.S, games.Viewer{})
	if v.Way != nil {
		t.Error("the way is shown before the end")
	}
}
