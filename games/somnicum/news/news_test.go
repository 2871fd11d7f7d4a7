package news

import (
	"testing"

	"oneiros/games/somnicum/kit"
	"oneiros/games/somnicum/somnicumtest"
	"oneiros/games/text"
)

// TestMeetingIsSaid: the news name a choice only where there is one.
func TestMeetingIsSaid(t *testing.T) {
	c, err := text.Load(text.Common(), words.Info().Locale)
	if err != nil {
		t.Fatal(err)
	}
	for n, want := range map[int][2]string{1: {"an encounter", "встреча"}, 3: {"an encounter out of 3", "встреча, выбор из 3"}} {
		for i, lang := range []text.Lang{text.English, text.Russian} {
			if got := c.Say(lang, event(kit.Event{Kind: kit.DidMeet, Count: n}), somnicumtest.PlainWords{}); got != want[i] {
				t.Errorf("%d: %q, want %q", n, got, want[i])
			}
		}
	}
}
