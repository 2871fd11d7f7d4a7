package bot

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"oneiros/bot/discord"
	"oneiros/bot/localcord"
	"oneiros/bot/page"
	"oneiros/bot/screen"
	"oneiros/bot/table"
	"oneiros/bot/words"
	"oneiros/games"
	"oneiros/games/all"
	"oneiros/games/gametest"
	"oneiros/games/gametest/sample"
	"oneiros/games/text"
)

// decides reports whether a panel has a control with which its owner plays.
func decides(m *localcord.Message) bool {
	plays := func(id string) bool {
		c, err := screen.ParseCustomID(id)
		return err == nil && slices.Contains([]screen.Action{screen.ActionDo, screen.ActionAsk, screen.ActionSelect}, c.Action)
	}
	for _, b := range m.Buttons() {
		if !b.Disabled && plays(b.CustomID) {
			return true
		}
	}
	return slices.ContainsFunc(m.Menus(), func(c *localcord.Component) bool { return !c.Disabled && plays(c.CustomID) })
}

// card is the custom id of a button on the card of Lullaby.
func card(a page.Action) string {
	return page.CustomID{Action: a, Arg: page.CardArg{Game: "lullaby"}.String()}.String()
}

// TestCards: who types /dream play sees the games. From there two presses lead to
// the first own decision in a match among automatic players, in each game and
// language.
func TestCards(t *testing.T) {
	gametest.NotShort(t)
	words := map[string][]string{"en-US": {" players", "Play alone", "Play"}, "ru": {"Игроков: ", "Играть одному", "Играть"}}
	for locale, say := range words {
		virtual(t, locale, func(c *Config) { c.Games = all.Games }, func(t *testing.T, w *town) {
			boris := w.person("Boris")
			if err := boris.SetLocale(locale); err != nil {
				t.Fatal(err)
			}
			for _, g := range w.bot.games {
				w.here = w.srv.NewChannel(g.info.Name)
				m := w.does(boris.Command(w.ctx, w.here, "dream play", nil)).Message
				if !m.Ephemeral() || !has(m, say[0]) || m.Button(say[1]) == nil || len(m.Embeds) != 1 || m.Embeds[0].Image == nil || m.Embeds[0].Image.Description == "" {
					t.Fatalf("%s: the list of games:\n%s", locale, m.Text())
				}
				id := page.CustomID{Action: page.Cards, Arg: g.info.Name}.String()
				if m.Button(id) != nil { // another card is open
					m = w.press("Boris", m, id).Message
				}
				for _, b := range m.Buttons()[len(m.Buttons())-len(w.bot.games):] {
					if b.Disabled != (b.CustomID == id) {
						t.Errorf("%s: the open card is %s, and the button of %s is off: %v", locale, g.info.Name, b.CustomID, b.Disabled)
					}
				}
				before := m.ID
				r := w.press("Boris", m, say[1])
				s := w.state()
				if s.Phase != table.Live || s.Game.Info().Name != g.info.Name || len(s.Players) != g.info.Best || s.Host != mustID(t, boris) {
					t.Fatalf("%s: the match of %s: %v with %d", locale, g.info.Name, s.Phase, len(s.Players))
				}
				if all := boris.Messages(w.here); all[len(all)-1].ID != r.Message.ID || r.Message.ID == before || !r.Message.Ephemeral() {
					t.Errorf("%s: the panel of %s is not the last message", locale, g.info.Name)
				}
				if err := w.srv.Wait(w.ctx, func() bool { return decides(w.now("Boris", r.Message)) }); err != nil {
					t.Errorf("%s: the first decision in %s does not come:\n%s", locale, g.info.Name, w.now("Boris", r.Message).Text())
				}
				for _, m := range w.person("Kate").Messages(w.here) {
					if strings.Contains(m.Content, "<@") {
						t.Errorf("%s: somebody alone is called:\n%s", locale, m.Text())
					}
				}
				if len(w.boards(w.here, s.ID)) != 1 {
					t.Errorf("%s: %d boards of %s", locale, len(w.boards(w.here, s.ID)), g.info.Name)
				}
			}
		})
	}
}

// TestManyCards: up to ten games have a button each, in rows of about one length. More have
// a menu.
func TestManyCards(t *testing.T) {
	for n, want := range map[int][]int{1: nil, 5: {5}, 6: {3, 3}, 7: {4, 3}, 10: {5, 5}, 11: {1}, 25: {1}} {
		var list []games.Info
		lullaby, err := loadGames([]games.Game{sample.Game})
		if err != nil {
			t.Fatal(err)
		}
		known := map[string]*text.Catalogue{}
		for i := range n {
			info := sample.Game.Info()
			info.Name += strconv.Itoa(i)
			list, known[info.Name] = append(list, info), lullaby.words()["lullaby"]
		}
		pages := page.New(&screen.Painter{Pictures: screen.NewUnpainted()}, words.Catalogue(), known, nil)
		shown, err := pages.Cards(list, page.CardArg{Game: list[0].Name}, text.English, true, func(string) bool { return true })
		if err != nil {
			t.Fatal(err)
		}
		var got []int
		for _, row := range shown.Message.Components[1:] {
			got = append(got, len(row))
		}
		if !slices.Equal(got, want) {
			t.Errorf("%d games have rows of %d, want %d", n, got, want)
		}
	}
}

// slowBoard is a Discord that takes two seconds to post a board.
type slowBoard struct{ Client }

func (s slowBoard) Post(ctx context.Context, channel discord.ID, m *discord.Message) (discord.ID, error) {
	time.Sleep(2 * time.Second)
	return s.Client.Post(ctx, channel, m)
}

// TestAloneSlowly: an answer that was promised before the board was posted stands
// below the board too. That panel follows the game, and another one replaces it.
func TestAloneSlowly(t *testing.T) {
	slow := func(c *Config) { c.Client = slowBoard{c.Client} }
	virtual(t, "en-US", slow, func(t *testing.T, w *town) {
		m := w.does(w.person("Boris").Command(w.ctx, w.here, "dream play", nil)).Message
		w.press("Boris", m, "Play alone")
		panel := func() *localcord.Message {
			t.Helper()
			var last *localcord.Message
			if err := w.srv.Wait(w.ctx, func() bool {
				all := w.person("Boris").Messages(w.here)
				last = all[len(all)-1]
				return last.Ephemeral() && decides(last)
			}); err != nil {
				t.Fatalf("the last message is\n%s", last.Text())
			}
			return last
		}
		first := panel()
		if all := w.person("Boris").Messages(w.here); len(all) != 3 || all[1].Ephemeral() {
			t.Fatalf("%d messages", len(all))
		}
		s := w.state()
		if _, err := w.bot.tables.Send(w.ctx, s.ID, table.Action{Kind: table.Pause, User: table.User{ID: s.Host}}); err != nil {
			t.Fatal(err)
		}
		w.shows("Boris", first, "⏸")
		w.dream("Boris", "panel", nil)
		if err := w.srv.Wait(w.ctx, func() bool { return w.person("Boris").Message(first.ID) == nil }); err != nil {
			t.Error("the former panel stays")
		}
	})
}

// TestCardOpensLobby: Play on a card opens a table for all, and the list of games
// gives way to what its host has to know.
func TestCardOpensLobby(t *testing.T) {
	virtual(t, "en-US", nil, func(t *testing.T, w *town) {
		m := w.does(w.person("Boris").Command(w.ctx, w.here, "dream play", map[string]any{"thread": true})).Message
		r := w.press("Boris", m, page.CustomID{Action: page.Play, Arg: page.CardArg{Game: "lullaby", Thread: true}.String()}.String())
		if s := w.state(); s.Phase != table.Lobby || !s.WantsThread || len(s.Players) != 1 {
			t.Fatalf("the table: %v", s.Phase)
		}
		if !r.Updated || !has(r.Message, "You are the host") {
			t.Errorf("the host is told:\n%s", r.Message.Text())
		}
		if b := w.board(); b.Button("Join") == nil {
			t.Errorf("the lobby:\n%s", b.Text())
		}
		m = w.does(w.person("Eve").Command(w.ctx, w.here, "dream play", nil)).Message
		for _, button := range []page.Action{page.Play, page.PlayAlone} {
			if r := w.press("Eve", m, card(button)); !has(r.Message, "⚠", "already") || len(w.bot.tables.Known(table.On())) != 1 {
				t.Errorf("%s where a table is open:\n%s", button, r.Message.Text())
			}
		}
		if r := w.does(w.person("Eve").Command(w.ctx, w.here, "dream play", map[string]any{"options": "rounds:1"})); !has(r.Message, "⚠", "Name the game too") {
			t.Errorf("options of no game:\n%s", r.Message.Text())
		}
	})
}

// TestCommandAlone: the command itself can start a match for one person, also in a
// thread of its own.
func TestCommandAlone(t *testing.T) {
	virtual(t, "en-US", nil, func(t *testing.T, w *town) {
		r := w.does(w.person("Boris").Command(w.ctx, w.here, "dream play", map[string]any{"game": "lullaby", "alone": true, "thread": true, "options": "rounds:3"}))
		s := w.state()
		if s.Phase != table.Live || s.Options["rounds"] != "3" || !r.Message.Ephemeral() || !decides(r.Message) {
			t.Fatalf("the match: %v\n%s", s.Phase, r.Message.Text())
		}
		if err := w.srv.Wait(w.ctx, func() bool { return w.state().Thread != 0 }); err != nil {
			t.Error("the match has no thread")
		}
	})
}

// TestCardsPeopleOnly: where a server wants no automatic players, no person is offered
// to play alone, and a forged press is refused without a table.
func TestCardsPeopleOnly(t *testing.T) {
	virtual(t, "en-US", nil, func(t *testing.T, w *town) {
		m := w.does(w.person("Boris").Command(w.ctx, w.here, "dream play", nil)).Message
		w.does(w.person("Аня").Command(w.ctx, w.here, "dream settings", map[string]any{"bots": "no"}))
		if r := w.press("Boris", m, "Play alone"); !has(r.Message, "⚠", "Bots may not sit down") || len(w.bot.tables.Known(table.All())) != 0 {
			t.Errorf("Play alone is answered with\n%s", r.Message.Text())
		}
		m = w.does(w.person("Boris").Command(w.ctx, w.here, "dream play", nil)).Message
		if m.Button("Play alone") != nil || m.Button(card(page.Play)) == nil {
			t.Errorf("the list of games:\n%s", m.Text())
		}
		if r := w.does(w.person("Boris").Command(w.ctx, w.here, "dream play", map[string]any{"game": "lullaby", "alone": true})); !has(r.Message, "⚠", "Bots may not sit down") || len(w.bot.tables.Known(table.All())) != 0 {
			t.Errorf("alone: is answered with\n%s", r.Message.Text())
		}
		for _, arg := range []string{"chess", "", "lullaby:x", "thread"} {
			r := w.does(w.person("Boris").Forge(w.ctx, localcord.Forged{Channel: w.here, Message: m.ID, CustomID: page.CustomID{Action: page.PlayAlone, Arg: arg}.String()}))
			if !has(r.Message, "⚠") || len(w.bot.tables.Known(table.All())) != 0 {
				t.Errorf("%q is answered with\n%s", arg, r.Message.Text())
			}
		}
	})
}
