package picture

import (
	"fmt"
	"strings"
	"testing"

	"oneiros/games"
	"oneiros/games/dreamrunners/dreamrunnerstest"
	"oneiros/games/dreamrunners/kit"
	"oneiros/games/dreamrunners/view"
)

// TestBoardMarksChanges: the board marks what the last dream changed, in the picture and
// in words. A position that was kept before there were marks has none.
func TestBoardMarksChanges(t *testing.T) {
	b := dreamrunnerstest.Sit(t, 2)
	b.Tile("b - - | k - - | - - n2")
	b.Print(0, "L cc. I ... D .. M .")
	seen := func() view.View { return view.Of(b.S, games.Viewer{}) }
	before := changes(&seen().Dreamers[0])
	b.Round(dreamrunnerstest.Exact, dreamrunnerstest.Exact)
	for b.S.Phase != kit.Building {
		b.Expire()
	}
	v := seen()
	b.Is("marks", []string{before, changes(&v.Dreamers[0])}, []string{"", "🌙−2 🗝️+1 🔵+1"})
	plain := seen()
	plain.Dreamers[0].Was = kit.Goods{}
	if !strings.Contains(fmt.Sprint(Board(v).Alt), "🌙−2") || Board(v).Key == Board(plain).Key {
		t.Error("the board does not mark the change")
	}
	b.Is("marks of an older position", changes(&plain.Dreamers[0]), "")
}
