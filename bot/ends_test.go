package bot

import (
	"bytes"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/bwmarrin/discordgo"

	"oneiros/bot/localcord"
	"oneiros/bot/page"
	"oneiros/bot/table"
	"oneiros/games"
	"oneiros/games/all"
	"oneiros/games/dreamrunners"
	"oneiros/games/somnia"
)

// playsAlone opens a table of a game and starts it for a person among automatic players.
func (w *town) playsAlone(who, game, options string) {
	w.t.Helper()
	o := map[string]any{"game": game}
	if options != "" {
		o["options"] = options
	}
	w.dream(who, "play", o)
	w.press(who, w.board(), "Play alone")
}

// loud are the labels of the buttons of a message that are not grey.
func loud(m *localcord.Message) (list []string) {
	for _, b := range m.Buttons() {
		if !b.Disabled && b.URL == "" && discordgo.ButtonStyle(b.Style) != discordgo.SecondaryButton {
			list = append(list, b.Label)
		}
	}
	return list
}

// TestOneLoudButton: in a lobby one button is loud, and it is what the table waits for.
func TestOneLoudButton(t *testing.T) {
	virtual(t, "en-US", nil, func(t *testing.T, w *town) {
		is := func(when string, want ...string) {
			t.Helper()
			if got := loud(w.board()); !slices.Equal(got, want) {
				t.Errorf("%s: %q are loud, not %q", when, got, want)
			}
		}
		w.dream("Boris", "play", map[string]any{"game": "lullaby"})
		is("one person", "Join")
		w.own("Eve", w.board(), "join")
		is("Eve is not ready", "Ready")
		w.own("Eve", w.board(), "ready")
		is("everything is ready", "Start")
		w.own("Boris", w.board(), "start")
		w.within("the match begins", func() bool { return w.state().Phase == table.Live })
	})
}

// TestLobbyIsShort: the lobby of each game has its cover, says how many of how many play,
// and lists options in one line. How it is dealt is behind the rules, and so are all options
// with their values, for those too who may not change them.
func TestLobbyIsShort(t *testing.T) {
	for locale, say := range map[string][5]string{
		"en-US": {"Players (1 of ", " more\n", "How it is dealt", "**Seconds a night: 120**", "Language of the words: "},
		"ru":    {"Игроки (1 из ", " · ещё ", "Как сдаются карты", "**Секунд на ночь: 120**", "Язык слов: "},
	} {
		virtual(t, locale, func(c *Config) { c.Games = all.Games }, func(t *testing.T, w *town) {
			boris := w.person("Boris")
			if err := boris.SetLocale(locale); err != nil {
				t.Fatal(err)
			}
			w.dream("Boris", "play", map[string]any{"game": "when-i-dream", "options": "night:120 clue:15 story:60 law:friendly"})
			b := w.board()
			if e := b.Embeds[0]; e.Thumbnail == nil || e.Thumbnail.Description == "" || e.Image != nil {
				t.Errorf("%s: the lobby has no cover: %+v", locale, e)
			}
			if !has(b, say[0], say[1]) || has(b, w.state().Commitment[:12]) {
				t.Errorf("%s: the lobby:\n%s", locale, b.Text())
			}
			if err := w.person("Kate").SetLocale(locale); err != nil {
				t.Fatal(err)
			}
			m := w.own("Kate", b, "rules").Message
			if has(m, w.state().Commitment) || m.Button(say[2]) == nil {
				t.Errorf("%s: the rules in the lobby:\n%s", locale, m.Text())
			}
			if m = w.press("Kate", m, say[2]).Message; !has(m, w.state().Commitment) {
				t.Errorf("%s: how it is dealt:\n%s", locale, m.Text())
			}
			m = w.own("Kate", b, "rules").Message
			pages := m.Menus()[0]
			m = w.does(w.person("Kate").Choose(w.ctx, m.ID, pages.CustomID, pages.Options[len(pages.Options)-1].Value)).Message
			for _, line := range say[3:] {
				if !has(m, line) {
					t.Errorf("%s: the options of the table do not say %q:\n%s", locale, line, m.Text())
				}
			}
		})
	}
}

// TestPauseIsSaidOnce: a board that is paused says so once, one that goes on says nothing of
// the pause before, and what would be refused cannot be pressed meanwhile.
func TestPauseIsSaidOnce(t *testing.T) {
	virtual(t, "en-US", nil, func(t *testing.T, w *town) {
		panels := w.match("rounds:2", "Boris", "Eve")
		said := func(when string, words string, times int) {
			t.Helper()
			w.within(when, func() bool { return strings.Count(strings.ToLower(w.board().Embeds[0].Description), words) == times })
		}
		is := func(when string, can bool) {
			t.Helper()
			w.within(when, func() bool { return decides(w.now("Eve", panels["Eve"])) == can })
		}
		is("before the pause", true)
		for range 2 {
			w.dream("Boris", "pause", nil)
			said("the pause", "pause", 1)
			said("the pause", "goes on", 0)
			is("the pause", false)
			w.dream("Boris", "resume", nil)
			said("after the pause", "pause", 0)
			said("after the pause", "goes on", 1)
			is("after the pause", true)
		}
	})
}

// TestEndLeadsOn: the board and the panel of a match that is over lead on. The person who played
// alone plays again alone at once: no lobby is shown.
func TestEndLeadsOn(t *testing.T) {
	virtual(t, "en-US", func(c *Config) { c.Games = append(slices.Clone(c.Games), somnia.Game) }, func(t *testing.T, w *town) {
		w.playsAlone("Boris", "lullaby", "rounds:1")
		panel := w.panelOf("Boris")
		for s := w.state(); s.Phase == table.Live; s = w.state() {
			if slices.Contains(s.Status.Awaits, 0) {
				w.chooses(s)
			} else {
				<-time.After(time.Second)
			}
		}
		before := w.state()
		for what, m := range map[string]*localcord.Message{"board": w.board(), "panel": panel} {
			w.within("the end of the "+what, func() bool {
				now := w.now("Boris", m)
				return now.Button("Play again") != nil && now.Button("Save match") != nil && now.Button("Next game") != nil
			})
			if got := loud(w.now("Boris", m)); !slices.Equal(got, []string{"Play again"}) {
				t.Errorf("the %s: %q are loud", what, got)
			}
		}
		if card := w.press("Boris", w.now("Boris", panel), "Next game").Message; !card.Ephemeral() || !has(card, "Somnia · game 2 of 2") {
			t.Errorf("the next game:\n%s", card.Text())
		}
		asked := len(w.record.All())
		w.own("Boris", w.board(), string(page.Again))
		s := w.state()
		if s.ID == before.ID || s.Previous != before.ID || s.Phase != table.Live || len(s.Players) != len(before.Players) || len(s.People()) != 1 {
			t.Fatalf("played again: %v with %d players, %d of them people", s.Phase, len(s.Players), len(s.People()))
		}
		synctest.Wait()
		for _, q := range w.record.All()[asked:] {
			if bytes.Contains(q.Body, []byte("**Players (")) {
				t.Errorf("a lobby was shown: %s %s", q.Method, q.Path)
			}
		}
		w.within("the panel of the next match", func() bool { return decides(w.panelOf("Boris")) || !slices.Contains(w.state().Status.Awaits, 0) })
	})
}

// done says for a seat that it is done, where it may: who builds nothing wakes soon.
func (w *town) done(seat games.Seat) {
	s := w.state()
	if s.Phase != table.Live || !slices.Contains(s.Match.Moves(seat), "done") || !slices.Contains(s.Status.Awaits, seat) {
		<-time.After(time.Second)
		return
	}
	w.t.Helper()
	if _, err := w.bot.tables.Send(w.ctx, s.ID, table.Action{Kind: table.Play, User: s.Players[seat].User, Move: "done", Turn: table.AnyTurn}); err != nil {
		if _, refused := games.Refused(err); !refused {
			w.t.Fatal(err)
		}
	}
}

// TestSeeTheEnd: a person who is out and waits for automatic players alone is told what
// follows, and sees the end when they want.
func TestSeeTheEnd(t *testing.T) {
	virtual(t, "en-US", func(c *Config) { c.Games = []games.Game{dreamrunners.Game} }, func(t *testing.T, w *town) {
		w.playsAlone("Boris", "dream-runners", "")
		panel := w.panelOf("Boris")
		for s := w.state(); s.Phase == table.Live && len(s.Status.Out) == 0; s = w.state() {
			if m := w.now("Boris", panel); m.Button("See the end") != nil || has(m, "No moves left") {
				t.Fatalf("while Boris plays:\n%s", m.Text())
			}
			w.done(0)
		}
		w.within("Boris is out", func() bool { return has(w.panelOf("Boris"), "No moves left", "See the end") })
		if s := w.state(); s.Phase != table.Live || !slices.Contains(s.Status.Out, 0) {
			t.Fatalf("Boris does not wake, or nobody is left: %v, %+v", s.Phase, s.Status)
		}
		<-time.After(5 * time.Second)
		n := w.state().Match.N()
		r := w.own("Boris", w.panelOf("Boris"), string(page.SeeEnd))
		if !r.Updated || !has(r.Message, "without stopping") || r.Message.Button("See the end") != nil {
			t.Errorf("once pressed:\n%s", r.Message.Text())
		}
		pressed := time.Now()
		w.within("the end", func() bool { return w.state().Phase == table.Over })
		if took := time.Since(pressed); took > 30*time.Second {
			t.Errorf("the end comes after %v and %d inputs", took, w.state().Match.N()-n)
		}
		w.within("the panel of the end", func() bool { return w.panelOf("Boris").Button("Play again") != nil })
		log, err := w.bot.conf.Stores.Matches.Inputs(w.ctx, w.state().ID)
		if err != nil {
			t.Fatal(err)
		}
		if slices.ContainsFunc(log[n:], func(in games.Input) bool { return in.Kind == games.KindPlay && in.Seat == 0 }) {
			t.Error("something was played for Boris")
		}
	})
}
