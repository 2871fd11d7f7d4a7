package bot

import (
	"testing"

	"oneiros/bot/localcord"
)

// TestFasterBots: all players of a table have its bots play faster, and one of them takes that
// back.
func TestFasterBots(t *testing.T) {
	virtual(t, "en-US", nil, func(t *testing.T, w *town) {
		panels := w.match("rounds:3", "Boris", "Eve", "Kate")
		tableOf := func(who string) *localcord.Reply { t.Helper(); return w.press(who, w.panelOf(who), "People") }
		if r := tableOf("Boris"); has(r.Message, "aster bots") {
			t.Errorf("without bots they can be faster:\n%s", r.Message.Text())
		}
		r := w.dream("Kate", "leave", nil)
		w.press("Kate", r.Message, "Leave the match")
		r = tableOf("Boris")
		r = w.press("Boris", r.Message, "Propose faster bots")
		if !has(r.Message, "The table decides", "👍 Boris") || has(r.Message, "Propose faster bots") || w.state().Faster {
			t.Fatalf("the host proposes:\n%s", r.Message.Text())
		}
		w.sees("Grace", w.here, "🗳 **Boris** wants the bots to play faster", "Votes needed: 2")
		w.shows("Eve", panels["Eve"], "wants the bots to play faster", "Agree")
		w.own("Eve", w.board(), "agree")
		w.sees("Grace", w.here, "⏩ The bots play faster.")
		if !w.state().Faster {
			t.Fatal("all agreed, and they do not")
		}
		r = tableOf("Eve")
		r = w.press("Eve", r.Message, "Bots at the usual pace")
		if !has(r.Message, "🐢 The bots play at the usual pace") || w.state().Faster {
			t.Fatalf("one player takes it back:\n%s", r.Message.Text())
		}
		w.within("the board without the line", func() bool { return !has(w.board(), "⏩ The bots play faster.") })
		w.sees("Grace", w.here, "Eve has the bots play at the usual pace again")
	})
}
