package picture

import (
	"testing"

	"oneiros/games"
	"oneiros/games/somnicum/news"
	"oneiros/games/somnicum/somnicumtest"
	"oneiros/games/somnicum/view"
)

// TestOlderPositionHasNoMark: a position from before places were noted marks no card.
func TestOlderPositionHasNoMark(t *testing.T) {
	b := somnicumtest.Sit(t, 2)
	b.Move("spin b 1", "lay 1")
	v := view.Of(b.S, games.Viewer{})
	if lastTaken(v) == nil {
		t.Fatal("the card taken last is not marked")
	}
	for i := range v.Story {
		v.Story[i].From, v.Story[i].Points = 0, 0
	}
	if lastTaken(v) != nil || news.Line(v, v.Latest(), news.Full).Key == "" {
		t.Error("an older position is marked, or has no news")
	}
	if line := news.Own(view.Of(b.S, games.Seat(0).Viewer())); line.Key != "news.you" {
		t.Errorf("the own turn is told by %q, with points that are not known", line.Key)
	}
}
