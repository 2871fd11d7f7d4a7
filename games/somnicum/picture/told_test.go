package picture_test

import (
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"oneiros/games"
	"oneiros/games/somnicum/kit"
	"oneiros/games/somnicum/news"
	"oneiros/games/somnicum/page"
	"oneiros/games/somnicum/picture"
	"oneiros/games/somnicum/rules"
	"oneiros/games/somnicum/somnicumtest"
	"oneiros/games/somnicum/view"
	"oneiros/games/ui"
)

// TestEveryTurnIsTold: a panel leaves out no turn since the viewer's last one, and none of the
// viewer's lasting encounters unless the news leave the encounters in hand no room beside them.
func TestEveryTurnIsTold(t *testing.T) {
	told, lasting := 0, 0
	somnicumtest.Walk(t, 3, kit.MaxSeats, somnicumtest.PlainOptions, func(_ *rand.Rand, s *rules.State) {
		if s.Phase == kit.Over {
			return
		}
		for seat := range games.Seat(kit.MaxSeats) {
			v := view.Of(*s, seat.Viewer())
			page := page.At(v, "")
			says := func(list []ui.Text, want ui.Text) bool {
				return slices.ContainsFunc(list, func(l ui.Text) bool { return reflect.DeepEqual(l, want) })
			}
			for _, turn := range view.Recent(v) {
				told++
				if !says(page.Lines, news.Line(v, turn, news.Terse)) && !says(page.Lines, news.Line(v, turn, news.Short)) && !says(page.Lines, news.Line(v, turn, news.Medium)) {
					t.Fatalf("seat %d, turn %d: not told", seat, v.Count)
				}
			}
			words := picture.LastingWords(&v.Dreamers[seat])
			inRow := 2
			if picture.Crowd(v) > 2 {
				inRow = 4
			}
			for some := range slices.Chunk(words, inRow) {
				if picture.Crowd(v) > 3 && v.May(kit.Spin) && len(v.Hand) > 0 {
					continue
				}
				lasting++
				if !says(page.Pictures[0].Alt, ui.T("head.alt.row", ui.Text{Args: []any{some}})) {
					t.Fatalf("seat %d, turn %d: a lasting encounter is not told", seat, v.Count)
				}
			}
		}
	})
	if told == 0 || lasting == 0 {
		t.Errorf("%d turns and %d lasting encounters were met", told, lasting)
	}
}
