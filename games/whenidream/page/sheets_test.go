package page_test

import (
	"testing"

	"oneiros/games/whenidream/page"
	"oneiros/games/whenidream/view"
)

// TestSheets: no page of a round is empty, and no card is on none.
func TestSheets(t *testing.T) {
	for cards, want := range map[int]int{0: 1, 1: 1, page.Sheet: 1, page.Sheet + 1: 2, 2 * page.Sheet: 2, 2*page.Sheet + 1: 3} {
		if got := page.Sheets(view.View{Cards: make([]view.Card, cards)}); got != want {
			t.Errorf("%d cards are on %d pages, want %d", cards, got, want)
		}
	}
}
