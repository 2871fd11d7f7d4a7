package bot

import (
	"slices"
	"testing"
	"time"

	"oneiros/bot/discord"
	"oneiros/bot/localcord"
	"oneiros/bot/table"
)

// TestInspect lists what is shown: the board and the open panels. A panel is left out
// when it is about to say farewell, and so is a seat without one.
func TestInspect(t *testing.T) {
	virtual(t, "en-US", nil, func(t *testing.T, w *town) {
		shown := func() (boards, panels int) {
			list, err := w.bot.Inspect(w.ctx)
			if err != nil {
				t.Fatal(err)
			}
			for _, s := range list {
				if s.User == 0 {
					boards++
				} else {
					panels++
				}
				if s.Match != w.state().ID || s.Phase != w.state().Phase || s.Trouble != "" || s.Message == 0 || len(s.Text) == 0 {
					t.Errorf("a surface is %+v", s)
				}
			}
			return boards, panels
		}
		w.match("", "Boris", "Eve")
		w.own("Boris", w.board(), "panel")
		if boards, panels := shown(); boards != 1 || panels != 2 {
			t.Errorf("%d boards and %d panels", boards, panels)
		}
		time.Sleep(discord.TokenLife - farewellSoon + time.Second)
		if boards, panels := shown(); boards != 1 || panels != 0 {
			t.Errorf("%d boards and %d panels before the farewell", boards, panels)
		}
	})
}

// TestBoardIsPostedLater: a board that Discord does not take is posted as soon as it
// does, without anybody pressing anything.
func TestBoardIsPostedLater(t *testing.T) {
	virtual(t, "en-US", nil, func(t *testing.T, w *town) {
		w.srv.SetFaults(localcord.Faults{ErrorRate: 1, ErrorStatus: 503, AnswerWithin: 60_000})
		// The answer of the command does not arrive either.
		_, err := w.person("Boris").Command(w.ctx, w.here, "dream play", map[string]any{"game": "lullaby"})
		if err == nil {
			t.Fatal("the command was answered")
		}
		if len(w.bot.tables.All()) != 1 || slices.ContainsFunc(w.person("Kate").Messages(w.here), func(m *localcord.Message) bool { return len(m.Embeds) > 0 }) {
			t.Fatalf("%d tables", len(w.bot.tables.All()))
		}
		w.srv.SetFaults(localcord.Faults{})
		w.sees("Kate", w.here, "Lullaby", "Boris")
		if w.state().Phase != table.Lobby {
			t.Errorf("the table is %v", w.state().Phase)
		}
	})
}
