package bot

import (
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"oneiros/bot/discord"
	"oneiros/bot/localcord"
	"oneiros/bot/table"
	"oneiros/games"
	"oneiros/games/gametest/sample"
	"oneiros/games/ui"
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

// lengthy are pages of Lullaby that have more lines than a panel has room for.
type lengthy struct{ pages }

// panelLines are how many lines a panel has room for, and how many a page has to say besides
// those of Lullaby.
const panelLines = 30

func (p lengthy) Page(v sample.View, path string) ui.Page {
	at, rest, _ := strings.Cut(path, "/")
	fewer := 0
	if at == "fewer" {
		fewer, _ = strconv.Atoi(rest)
		path = ""
	}
	shown := p.pages.Page(v, path)
	if path == "" && shown.Form == nil {
		shown.Room, shown.Shorter, shown.Shortest = panelLines, "fewer", panelLines
		for i := range max(0, panelLines-fewer) {
			shown.Lines = append(shown.Lines, ui.Literal("line "+strconv.Itoa(i)))
		}
	}
	return shown
}

// TestInspectUnderNotice: a notice leaves a page less room, so that it has fewer words until
// the panel changes. They are among those that are listed for a panel under notices.
func TestInspectUnderNotice(t *testing.T) {
	game := games.Define(sample.Info(), sample.Rules{}, lengthy{})
	virtual(t, "en-US", func(c *Config) { c.Games = []games.Game{game} }, func(t *testing.T, w *town) {
		panel := w.match("", "Boris", "Eve")["Boris"]
		toss := panel.Button("Toss for it").CustomID
		w.press("Boris", panel, toss)
		r := w.does(w.person("Boris").Forge(w.ctx, localcord.Forged{Channel: w.here, Message: panel.ID, CustomID: toss}))
		time.Sleep(5 * time.Second) // nothing edits it
		const notice = "Too late"
		said, noticed := []string{}, false
		for line := range strings.Lines(w.now("Boris", r.Message).Text()) {
			switch {
			case strings.Contains(line, notice):
				noticed = true
			case strings.HasPrefix(line, "line "):
				said = append(said, strings.TrimSpace(line))
			}
		}
		if !noticed || len(said) == 0 {
			t.Fatalf("the panel says\n%s", w.now("Boris", r.Message).Text())
		}
		list, err := w.bot.Inspect(w.ctx)
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range list {
			if s.User == 0 && len(s.Under) > 0 {
				t.Errorf("a board has %d other wordings", len(s.Under))
			}
			if s.Message.String() != string(r.Message.ID) {
				continue
			}
			words := func(text []string) (list []string) {
				for line := range strings.Lines(strings.Join(text, "\n")) {
					if strings.HasPrefix(line, "line ") {
						list = append(list, strings.TrimSpace(line))
					}
				}
				return list
			}
			if now := words(s.Text); len(now) <= len(said) {
				t.Errorf("without a notice there are %d lines, under one %d", len(now), len(said))
			}
			if !slices.ContainsFunc(s.Under, func(is Wording) bool { return slices.Equal(words(is.Text), said) }) {
				t.Errorf("the panel says %q, which is none of %d wordings under notices", said, len(s.Under))
			}
			return
		}
		t.Error("the panel is not listed")
	})
}

// TestBoardIsPostedLater: a board that Discord does not take is posted as soon as it
// does, without any person pressing anything.
func TestBoardIsPostedLater(t *testing.T) {
	virtual(t, "en-US", nil, func(t *testing.T, w *town) {
		w.srv.SetFaults(localcord.Faults{ErrorRate: 1, ErrorStatus: 503, AnswerWithin: 60_000})
		// The answer of the command does not arrive either.
		_, err := w.person("Boris").Command(w.ctx, w.here, "dream play", map[string]any{"game": "lullaby"})
		if err == nil {
			t.Fatal("the command was answered")
		}
		if len(w.bot.tables.Known(table.All())) != 1 || slices.ContainsFunc(w.person("Kate").Messages(w.here), func(m *localcord.Message) bool { return len(m.Embeds) > 0 }) {
			t.Fatalf("%d tables", len(w.bot.tables.Known(table.All())))
		}
		w.srv.SetFaults(localcord.Faults{})
		w.sees("Kate", w.here, "Lullaby", "Boris")
		if w.state().Phase != table.Lobby {
			t.Errorf("the table is %v", w.state().Phase)
		}
	})
}
