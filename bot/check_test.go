package bot

import (
	"fmt"
	"strings"
	"testing"

	"github.com/bwmarrin/discordgo"

	homepage "oneiros/bot/home/page"
	"oneiros/bot/localcord"
	"oneiros/bot/page"
	"oneiros/games/fortress"
	"oneiros/games/whenidream"
)

// speaks gives the owner of the server a language.
func (w *town) speaks(locale string) {
	w.t.Helper()
	if err := w.person("Аня").SetLocale(locale); err != nil {
		w.t.Fatal(err)
	}
}

// checked are the permissions of a table, with their names and what a page says of each.
var checked = []struct {
	bit  uint64
	says map[string][]string
}{
	{discordgo.PermissionSendMessages, map[string][]string{"en-US": {"• **Send Messages** to post the board", "no table can be opened here"}, "ru": {"• **Отправлять сообщения** — чтобы показывать стол", "столы здесь не открыть"}}},
	{discordgo.PermissionEmbedLinks, map[string][]string{"en-US": {"• **Embed Links** to show text", "no table can be opened here"}, "ru": {"• **Встраивать ссылки** — чтобы показывать текст", "столы здесь не открыть"}}},
	{discordgo.PermissionAttachFiles, map[string][]string{"en-US": {"• **Attach Files** to show pictures", "no table can be opened here"}, "ru": {"• **Прикреплять файлы** — чтобы показывать картинки", "столы здесь не открыть"}}},
	{discordgo.PermissionReadMessageHistory, map[string][]string{"en-US": {"• **Read Message History** to find the board again", "no table can be opened here"}, "ru": {"• **Читать историю сообщений** — чтобы находить стол снова", "столы здесь не открыть"}}},
	{discordgo.PermissionSendMessagesInThreads, map[string][]string{"en-US": {"• **Send Messages in Threads** for tables in threads", "in the channel itself work"}, "ru": {"• **Отправлять сообщения в ветках** — для столов в ветках", "прямо в канале работают"}}},
	{discordgo.PermissionCreatePublicThreads, map[string][]string{"en-US": {"• **Create Public Threads** for tables in threads", "in the channel itself work"}, "ru": {"• **Создавать публичные ветки** — для столов в ветках", "прямо в канале работают"}}},
}

// TestSettingsCheck: the settings of a server begin with what the bot lacks in the channel where
// they are shown. Where nothing is missing, that is one line.
func TestSettingsCheck(t *testing.T) {
	for locale, words := range map[string]struct{ all, lacks, optional, connect string }{
		"en-US": {"✅ The bot has all the permissions", "⚠️ The bot lacks", "Optional: **Create Events** to make a night", "**Connect** to write in the chat"},
		"ru":    {"✅ В этом канале у бота есть все", "⚠️ В этом канале боту не хватает", "Необязательно: **Создавать события** — чтобы вечер", "**Подключаться** — чтобы писать в чате"},
	} {
		virtual(t, locale, nil, func(t *testing.T, w *town) {
			w.speaks(locale)
			first := func(want ...string) *localcord.Message {
				t.Helper()
				m := w.dream("Аня", "settings", nil).Message
				head, _, _ := strings.Cut(m.Embeds[0].Description, "\n\n")
				for _, one := range want {
					if !strings.Contains(head, one) {
						t.Errorf("%s: the settings begin with no %q:\n%s", locale, one, m.Text())
					}
				}
				return m
			}
			if m := first(words.all, words.optional); has(m, words.lacks) {
				t.Errorf("%s: nothing is missing:\n%s", locale, m.Text())
			}
			w.srv.Control().Grant(1 << 44)
			if m := first(words.all); has(m, words.optional) {
				t.Errorf("%s: an optional permission is there:\n%s", locale, m.Text())
			}
			for _, c := range checked {
				w.srv.Control().Deny(w.here, c.bit)
				if m := first(append(c.says[locale], words.lacks)...); has(m, words.all) || strings.Count(m.Embeds[0].Description, "• ") != 1 {
					t.Errorf("%s: without one permission:\n%s", locale, m.Text())
				}
			}
			w.srv.Control().Deny(w.here, 0)
			w.here = w.srv.NewChannelOf(2, "voice")
			w.srv.Control().Deny(w.here, discordgo.PermissionVoiceConnect)
			first(words.lacks, words.connect)
			// A press on the page shows what is so by now.
			m := first()
			w.srv.Control().Deny(w.here, 0)
			if m = w.does(w.person("Аня").Fill(w.ctx, w.press("Аня", m, "b/-/settings-form/tables").Modal, nil)).Message; !has(m, words.all) {
				t.Errorf("%s: after a press:\n%s", locale, m.Text())
			}
		})
	}
}

// TestChosenChannels: wherever a channel is chosen, one that the bot cannot use is refused with the
// names of what it lacks there. Nothing is saved then.
func TestChosenChannels(t *testing.T) {
	virtual(t, "en-US", nil, func(t *testing.T, w *town) {
		w.speaks("en-US")
		kinds := map[string]localcord.ID{"text": w.srv.NewChannel("text"), "voice": w.srv.NewChannelOf(2, "voice"), "forum": w.srv.NewChannelOf(15, "forum"), "category": w.srv.NewChannelOf(4, "category")}
		kinds["thread"] = w.srv.NewThread(kinds["text"], "thread")
		tables, log := page.CustomID{Action: homepage.SetHome, Arg: homepage.HomeChannels}, page.CustomID{Action: "audit-channel"}
		for _, c := range []struct {
			kind         string
			deny         uint64
			tables, logs string // what each says; empty for what is saved
		}{
			{"text", 0, "", ""},
			{"voice", 0, "", ""},
			{"thread", 0, "", ""},
			{"forum", 0, "", "No messages can be posted in"},
			{"category", 0, "No messages can be posted in", "No messages can be posted in"},
			{"text", discordgo.PermissionViewChannel, "View Channel, Send Messages, Embed Links", "View Channel, Send Messages, Embed Links"},
			{"text", discordgo.PermissionSendMessages, "It lacks: Send Messages.", "It lacks: Send Messages."},
			{"text", discordgo.PermissionAttachFiles, "It lacks: Attach Files.", ""},
			{"voice", discordgo.PermissionVoiceConnect, "It lacks: Connect.", "It lacks: Connect."},
			{"thread", discordgo.PermissionSendMessagesInThreads, "It lacks: Send Messages in Threads.", "It lacks: Send Messages in Threads."},
			{"thread", discordgo.PermissionSendMessages, "", ""},
			{"forum", discordgo.PermissionSendMessagesInThreads, "It lacks: Send Messages in Threads.", "No messages can be posted in"},
		} {
			on := kinds[c.kind]
			if c.kind == "thread" {
				on = kinds["text"]
			}
			w.srv.Control().Deny(on, c.deny)
			for id, want := range map[page.CustomID]string{tables: c.tables, log: c.logs} {
				w.forges("Аня", page.CustomID{Action: homepage.SetHome, Arg: homepage.HomeChannels + ":"})
				w.forges("Аня", page.CustomID{Action: "audit-channel", Arg: page.No})
				m := w.forges("Аня", id, string(kinds[c.kind]))
				now := w.dream("Аня", "settings", nil).Message
				saved := has(now, "<#"+string(kinds[c.kind])+">")
				if want == "" && (!saved || has(m, "⚠ ")) || want != "" && (saved || !has(m, want, c.kind)) {
					t.Errorf("%s without %d, for %s (saved: %v):\n%s", c.kind, c.deny, id, saved, m.Text())
				}
			}
			w.srv.Control().Deny(on, 0)
		}
		if m := w.forges("Аня", tables, string(w.here), "999"); !has(m, "The bot cannot use that channel. It lacks: View Channel") {
			t.Errorf("a channel of nowhere:\n%s", m.Text())
		}
	})
}

// TestVoiceAloud: a table in the chat of a voice channel is played aloud where the game can be. An
// explicit choice wins: that of the host, of a preset and of the server.
func TestVoiceAloud(t *testing.T) {
	virtual(t, "en-US", func(c *Config) { c.Games = append(c.Games, whenidream.Game, fortress.Game) }, func(t *testing.T, w *town) {
		w.speaks("en-US")
		n, text := 0, w.here
		opens := func(where string, want string, options map[string]any) {
			t.Helper()
			all := map[string]any{"game": "when-i-dream"}
			for k, v := range options {
				all[k] = v
			}
			w.dream("Аня", "play", all)
			if got := w.state().Options["mode"]; got != want {
				t.Errorf("%s with %v: the mode is %s, want %s", where, options, got, want)
			}
			n++
		}
		room := func(kind int) { w.here = w.srv.NewChannelOf(kind, fmt.Sprint("room ", n)) }
		opens("a text channel", "text", nil)
		for _, kind := range voices {
			room(int(kind))
			opens("a voice channel", "voice", nil)
			room(int(kind))
			opens("a voice channel", "text", map[string]any{"options": "mode:text"})
		}
		room(2)
		opens("a voice channel", "voice", map[string]any{"game": "dream-fortress"})
		if m := w.board(); !has(m, "aloud (the bot hears nothing)") {
			t.Errorf("the lobby does not say that the bot hears nothing:\n%s", m.Text())
		}
		room(0)
		opens("a text channel", "text", map[string]any{"game": "dream-fortress"})
		room(2)
		opens("a voice channel", "text", map[string]any{"options": "mode:text"})
		w.saves("Аня", "typed")
		room(2)
		opens("a voice channel", "text", map[string]any{"preset": "typed"})
		w.forges("Аня", page.CustomID{Match: w.state().ID, Action: homepage.SetDefaults})
		room(2)
		opens("a voice channel of a server that plays in writing", "text", nil)
		w.here = text
	})
}

// TestSettingNames: each setting has one name, in the list and in its form.
func TestSettingNames(t *testing.T) {
	for _, locale := range []string{"en-US", "ru"} {
		virtual(t, locale, nil, func(t *testing.T, w *town) {
			w.speaks(locale)
			m, n := w.dream("Аня", "settings", nil).Message, 0
			for _, b := range m.Buttons() {
				if !strings.HasPrefix(b.CustomID, page.CustomID{Action: homepage.Form}.String()) {
					continue
				}
				form := w.press("Аня", m, b.CustomID).Modal
				for _, row := range form.Components {
					if n++; row.Component.CustomID == homepage.HomeZone { // the line of the quiet hours has it
						continue
					}
					if !strings.Contains("\n"+m.Embeds[0].Description, "\n"+row.Label+": ") {
						t.Errorf("%s: the list has no %q:\n%s", locale, row.Label, m.Text())
					}
				}
			}
			if n < 8 {
				t.Errorf("the forms have %d settings", n)
			}
		})
	}
}
