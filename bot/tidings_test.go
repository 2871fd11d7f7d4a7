package bot

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"oneiros/bot/localcord"
	notebookpage "oneiros/bot/notebook/page"
	"oneiros/bot/page"
	"oneiros/bot/screen"
	"oneiros/bot/table"
	"oneiros/games"
	"oneiros/games/all"
	"oneiros/games/fortress/kit"
	fortressrules "oneiros/games/fortress/rules"
)

// told are the messages of the channel that have some words and mention a player.
func (w *town) told(words string) (list []*localcord.Message) {
	for _, m := range w.mentions() {
		if strings.Contains(m.Content, words) {
			list = append(list, m)
		}
	}
	return list
}

// toldTo are those of them that mention one player. Others may be put out at the same time.
func (w *town) toldTo(who, words string) []*localcord.Message {
	return slices.DeleteFunc(w.told(words), func(m *localcord.Message) bool { return m.Mentions[0].ID != w.person(who).ID() })
}

// TestNewHost: who becomes the host is told, on their panel or by a message, as they chose it for
// reminders. The table reads it on the board. The message goes away.
func TestNewHost(t *testing.T) {
	for locale, says := range map[string]struct{ told, direct, panel, board, command string }{
		"en-US": {", you are the host now: pauses", "Lullaby: you are the host now", "You are the host now", "is now the host", "`/dream panel`"},
		"ru":    {", теперь вы ведущий стола: паузы", "теперь вы ведущий стола. Паузы", "Теперь вы ведущий стола", "ведущий", "`/сон панель`"},
	} {
		virtual(t, locale, nil, func(t *testing.T, w *town) {
			for _, who := range []string{"Boris", "Eve", "Kate"} {
				if err := w.person(who).SetLocale(locale); err != nil {
					t.Fatal(err)
				}
			}
			w.dream("Kate", "me", map[string]any{"reminders": "direct"})
			panels := w.match("rounds:3", "Boris", "Eve", "Kate")
			host := func(from, to string) {
				t.Helper()
				w.does(w.person(from).Command(w.ctx, w.here, "table host", w.whom(to)))
				if s := w.state(); s.Host != mustID(t, w.person(to)) {
					t.Fatalf("the host is %v", s.Host)
				}
				time.Sleep(3 * time.Second)
			}
			host("Boris", "Eve")
			if list := w.told(says.told); len(list) != 0 {
				t.Errorf("Eve, whose panel follows the game, is mentioned: %q", list[0].Content)
			}
			if m := w.now("Eve", panels["Eve"]); !has(m, says.panel) {
				t.Errorf("Eve reads\n%s", m.Text())
			}
			if m := w.panelOf("Boris"); has(m, says.panel) {
				t.Errorf("Boris reads\n%s", m.Text())
			}
			if !has(w.board(), says.board) {
				t.Errorf("the table reads\n%s", w.board().Text())
			}
			w.does(w.person("Eve").Command(w.ctx, w.here, "table pause", nil)) // so that no time runs out
			time.Sleep(20 * time.Minute)                                       // the panels have stopped
			if !slices.ContainsFunc(w.person("Boris").Panels(w.here), func(m *localcord.Message) bool { return has(m, says.command) }) {
				t.Error("a panel that has stopped does not name the command that brings it back")
			}
			host("Eve", "Boris")
			list := w.told(says.told)
			if len(list) != 1 || list[0].Mentions[0].ID != w.person("Boris").ID() {
				t.Fatalf("Boris is told by %d messages", len(list))
			}
			host("Boris", "Kate")
			if list := w.told(says.told); len(list) != 0 {
				t.Errorf("Boris is no host and reads %q", list[0].Content)
			}
			if m := w.person("Kate").Last(w.person("Kate").Direct()); m == nil || !has(m, says.direct) {
				t.Errorf("Kate reads %v", m)
			}
			host("Kate", "Boris")
			time.Sleep(tidingsStay + time.Minute)
			if list := w.told(says.told); len(list) != 0 {
				t.Errorf("it stays: %q", list[0].Content)
			}
		})
	}
}

// fortress seats people at Dream Fortress and lets time pass until their panels have stopped. Then
// it plays until a Nightmare is out, and returns that seat and one of a Good dream of whom the
// Nightmare knows nothing for certain. It begins anew where a Dreamer wins before, or all is known.
func (w *town) fortress(people ...string) (victim, asleep games.Seat) {
	w.t.Helper()
	for range 20 {
		w.sit("dream-fortress", map[string]string{"turn": "86400", "talk": "0"}, people...)
		var dealt fortressrules.State
		if err := json.Unmarshal(w.state().Match.Snapshot().Position, &dealt); err != nil {
			w.t.Fatal(err)
		}
		victim = games.Seat(slices.IndexFunc(dealt.Beds, func(b fortressrules.Bed) bool { return b.Role == kit.Nightmare }))
		time.Sleep(20 * time.Minute)
		w.attacks(victim, func(s *table.State) bool { return !slices.Contains(s.Status.Out, victim) })
		if s := w.state(); s.Phase == table.Live {
			for i, known := range s.Match.Suspects(victim.Viewer()) {
				if dealt.Beds[i].Role == kit.GoodDream && known.Role == "" && len(known.Not) == 0 {
					return victim, games.Seat(i)
				}
			}
		}
		w.attacks(victim, func(*table.State) bool { return true })
	}
	w.t.Fatal("no match comes so far")
	return games.Nobody, games.Nobody
}

// attacks has all play, who attack one of them where they can, as long as that is so.
func (w *town) attacks(victim games.Seat, while func(s *table.State) bool) {
	w.t.Helper()
	for range 3000 {
		s := w.state()
		if s.Phase != table.Live || !while(s) {
			return
		}
		if len(s.Status.Awaits) == 0 {
			time.Sleep(time.Second)
			continue
		}
		seat := s.Status.Awaits[0]
		move, ok := s.Match.Choose(seat, games.Strong)
		for _, m := range s.Match.Moves(seat) {
			if strings.HasPrefix(m, fmt.Sprintf("attack %d ", victim)) {
				move, ok = m, true
			}
		}
		if !ok {
			time.Sleep(time.Second)
			continue
		}
		_, err := w.bot.tables.Send(w.ctx, s.ID, table.Action{Kind: table.Play, User: s.Players[seat].User, Move: move, Turn: table.AnyTurn})
		if _, refused := games.Refused(err); err != nil && !refused {
			w.t.Fatal(err)
		}
		time.Sleep(100 * time.Millisecond)
	}
	w.t.Fatal("the match does not come so far")
}

// TestPutOut: who is put out of a match while their panel has stopped is told so once, and reads on
// their panel what follows. They go on writing in their notebook, and read at the end how right
// they were.
func TestPutOut(t *testing.T) {
	for locale, says := range map[string]struct{ told, panel, name, suspected, right string }{
		"en-US": {"you are out of the match", "You were woken in lap", "Nightmare", "suspected", "Correctly struck out: "},
		"ru":    {"вы выбыли из партии", "Вас разбудили в круге", "Кошмар", "подозрение", "Вычеркнуто верно: "},
	} {
		virtual(t, locale, func(c *Config) { c.Games = all.Games }, func(t *testing.T, w *town) {
			people := []string{"Boris", "Eve", "Kate", "Grace", "Vera"}
			for _, who := range people {
				if err := w.person(who).SetLocale(locale); err != nil {
					t.Fatal(err)
				}
			}
			victim, asleep := w.fortress(people...)
			who := w.state().Players[victim].Name
			time.Sleep(3 * time.Second)
			list := w.toldTo(who, says.told)
			if len(list) != 1 {
				t.Fatalf("%s is told by %d messages", who, len(list))
			}
			panel := w.own(who, list[0], "panel").Message
			if !has(panel, says.panel) {
				t.Errorf("%s reads\n%s", who, panel.Text())
			}
			book := w.own(who, panel, string(notebookpage.Show)).Message
			form := w.press(who, book, page.CustomID{Match: w.state().ID, Action: notebookpage.Edit, Arg: fmt.Sprint(asleep)}.String()).Modal
			book = w.does(w.person(who).Fill(w.ctx, form, map[string][]string{notebookpage.MarkField: {"suspected"}, notebookpage.Struck: {string(kit.Nightmare)}, notebookpage.Line: {"moth"}})).Message
			if !book.Ephemeral() || !has(book, "moth", says.name, says.suspected) {
				t.Errorf("%s, who is out, writes\n%s", who, book.Text())
			}
			if !has(w.own(who, panel, string(notebookpage.Show)).Message, "moth") {
				t.Error("it is not kept")
			}
			w.attacks(victim, func(*table.State) bool { return true })
			time.Sleep(3 * time.Second)
			end := w.forges(who, page.CustomID{Match: w.state().ID, Action: notebookpage.Show})
			if !has(end, says.right, "moth") || !strings.Contains(end.Text(), "✅") && !strings.Contains(end.Text(), "❌") {
				t.Errorf("at the end %s reads\n%s", who, end.Text())
			}
			w.lacks("moth", who)
			time.Sleep(tidingsStay)
			if list := w.told(says.told); len(list) != 0 {
				t.Errorf("it stays: %q", list[0].Content)
			}
		})
	}
}

// TestEndIsSeen: a board with much chat below it is posted again when the match ends, so that its
// players see how. One with little is edited.
func TestEndIsSeen(t *testing.T) {
	for _, said := range []int{2, screen.PanelBuriedAfter} {
		w := openTown(t, "en-US")
		people := []string{"Boris", "Eve", "Kate"}
		panels := w.match("rounds:3", people...)
		before := w.board().ID
		for i := range said {
			if _, err := w.person("Mallory").Say(w.here, fmt.Sprint("well played ", i)); err != nil {
				t.Fatal(err)
			}
		}
		w.play(people, panels)
		posted := said >= screen.PanelBuriedAfter
		ended := func() bool { b := w.board(); return has(b, "Save match") && (b.ID != before || !posted) }
		if err := w.person("Boris").WaitFor(w.ctx, ended); err != nil {
			t.Fatalf("below %d messages the board of the end is %s, and was %s: %v", said, w.board().ID, before, err)
		}
		if after := w.board().ID; after != before && !posted {
			t.Errorf("below %d messages the board of the end is %s, and was %s", said, after, before)
		}
	}
}
