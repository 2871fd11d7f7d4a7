package view_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"oneiros/games"
	"oneiros/games/dreamrunners/dreamrunnerstest"
	"oneiros/games/dreamrunners/kit"
	"oneiros/games/dreamrunners/rules"
	"oneiros/games/dreamrunners/view"
)

// TestNobodyLearnsWhatIsBuilt: whatever a seat builds or chooses, and how often, the
// others and the public see the same, and have the same moves.
func TestNobodyLearnsWhatIsBuilt(t *testing.T) {
	b := dreamrunnerstest.Sit(t, 3)
	b.Tile("r r - | - - - | - - -")
	b.Print(0, "L c.. D x.")
	b.Print(1, "L c..")
	same := func(lines ...string) {
		t.Helper()
		for _, l := range lines {
			before, status := view.Of(b.S, games.Viewer{}), rules.Status(b.S)
			other, moves := view.Of(b.S, games.Seat(2).Viewer()), b.Moves(2)
			b.At += time.Second
			b.Play(l)
			b.Is("the public after "+l, view.Of(b.S, games.Viewer{}), before)
			b.Is("the status after "+l, rules.Status(b.S), status)
			b.Is("another seat after "+l, view.Of(b.S, games.Seat(2).Viewer()), other)
			b.Is("its moves after "+l, b.Moves(2), moves)
		}
	}
	same("0: place L b3 0", "0: take L", "0: place", "0: clear", `0: build "`+dreamrunnerstest.Exact+`"`, `1: build "`+dreamrunnerstest.Exact+`"`)
	b.Finish()
	b.Is("phase", b.S.Phase, kit.Choosing)
	same("0: pick 1 3", "0: pick 2 1", "0: done")
	b.Play("1: done")
	b.Is("phase", b.S.Phase, kit.Between)
	b.Is("shards", []any{b.S.Dreamers[0].Shards, b.S.Dreamers[1].Shards}, []any{[kit.Colours]int{2, 0, 1, 0}, [kit.Colours]int{1, 0, 0, 0}})
}

// TestRedealWhileChoosing: no player knows what any other built, whichever seat looks.
func TestRedealWhileChoosing(t *testing.T) {
	b := dreamrunnerstest.Sit(t, 4)
	b.Tile("r - - | - - - | - - -")
	for i := range b.S.Dreamers {
		b.Print(i, "L c..")
	}
	b.Build(dreamrunnerstest.Exact, dreamrunnerstest.Exact, dreamrunnerstest.Exact, dreamrunnerstest.Exact)
	b.Finish()
	b.Is("phase", b.S.Phase, kit.Choosing)
	for me := range b.S.Dreamers {
		other := make([]bool, 4)
		for n := range uint64(50) {
			s := b.S
			s.Dreamers = slices.Clone(b.S.Dreamers)
			view.Redeal(&s, games.Seat(me).Viewer(), rand.New(rand.NewPCG(n, 3)))
			for i := range other {
				other[i] = other[i] || s.Dreamers[i].Draft.String() != b.S.Dreamers[i].Draft.String()
			}
		}
		want := []bool{true, true, true, true}
		want[me] = false
		b.Is(fmt.Sprintf("seats whose drafts seat %d does not know", me), other, want)
	}
}
