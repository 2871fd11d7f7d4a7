package bot

import (
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"

	homepage "oneiros/bot/home/page"
	"oneiros/bot/localcord"
	"oneiros/bot/page"
	"oneiros/bot/table"
)

// voices are the types of channels in which people meet aloud. Each has a chat.
var voices = map[string]discordgo.ChannelType{"voice": discordgo.ChannelTypeGuildVoice, "stage": discordgo.ChannelTypeGuildStageVoice}

// TestVoiceChannel: a table stands in the chat of a voice channel, where there are no
// threads: none is tried, also where the server has one for each table.
func TestVoiceChannel(t *testing.T) {
	for name, kind := range voices {
		virtual(t, "en-US", nil, func(t *testing.T, w *town) {
			w.set(homepage.HomeThreads, page.Yes)
			w.here = w.srv.NewChannelOf(int(kind), name)
			if m := w.plays("Boris", map[string]any{"thread": true}); !has(m, "A voice channel has no threads") || len(w.bot.tables.Known(table.All())) != 0 {
				t.Errorf("%s: a thread that was asked for:\n%s", name, m.Text())
			}
			if m := w.does(w.person("Boris").Command(w.ctx, w.here, "dream night", map[string]any{"game": "lullaby", "when": "in 10 minutes", "thread": true})).Message; !has(m, "A voice channel has no threads") {
				t.Errorf("%s: a thread that was asked for a night:\n%s", name, m.Text())
			}
			w.plays("Boris", nil)
			w.own("Eve", w.board(), "join")
			w.own("Boris", w.board(), "start")
			w.sees("Kate", w.here, "Round 1 of 2")
			if s := w.state(); s.Phase != table.Live || s.WantsThread || s.Thread != 0 {
				t.Errorf("%s: the match is %s, and wants a thread: %v", name, s.Phase, s.WantsThread)
			}
			w.does(w.person("Boris").Command(w.ctx, w.here, "table stop", nil))
			if n := w.calls("POST", "/threads"); n != 0 {
				t.Errorf("%s: %d threads were tried", name, n)
			}
		})
	}
}

// TestVoiceConnect: without Connect nothing can be written in the chat of a voice channel.
// It is named where it is missing, and nowhere else.
func TestVoiceConnect(t *testing.T) {
	for name, kind := range voices {
		virtual(t, "en-US", nil, func(t *testing.T, w *town) {
			text := w.here
			w.here = w.srv.NewChannelOf(int(kind), name)
			w.srv.Control().Deny(w.here, discordgo.PermissionVoiceConnect)
			for who, want := range map[string]string{"Boris": "lacks: **Connect**", "Аня": "Не хватает прав: **Подключаться**"} {
				if m := w.plays(who, nil); !has(m, want) || len(w.bot.tables.Known(table.All())) != 0 {
					t.Errorf("%s: %s opens a table:\n%s", name, who, m.Text())
				}
			}
			if m := w.does(w.person("Boris").Command(w.ctx, w.here, "dream night", map[string]any{"game": "lullaby", "when": "in 10 minutes"})).Message; !has(m, "lacks: **Connect**") {
				t.Errorf("%s: a night is announced:\n%s", name, m.Text())
			}
			w.srv.Control().Deny(w.here, 0)
			w.plays("Boris", nil)
			w.own("Eve", w.board(), "join")
			w.own("Boris", w.board(), "start")
			w.sees("Kate", w.here, "Round 1 of 2")
			// It is taken away while the match runs.
			w.unlent()
			w.srv.Control().Deny(w.here, discordgo.PermissionVoiceConnect)
			w.does(w.person("Boris").Command(w.ctx, w.here, "table pause", nil))
			time.Sleep(time.Minute)
			w.does(w.person("Eve").Command(w.ctx, w.here, "dream panel", nil))
			w.sees("Eve", w.here, "lacks: **Connect**")
			w.here = text
			w.srv.Control().Deny(w.here, discordgo.PermissionVoiceConnect)
			if m := w.plays("Kate", nil); has(m, "Connect") {
				t.Errorf("in a text channel:\n%s", m.Text())
			}
		})
	}
}

// TestHomeKinds: a server may choose voice channels, stages and forums for its tables.
// Those of a forum stand in its posts.
func TestHomeKinds(t *testing.T) {
	virtual(t, "en-US", nil, func(t *testing.T, w *town) {
		text := w.here
		forum := w.srv.NewChannelOf(int(discordgo.ChannelTypeGuildForum), "forum")
		chosen := []string{string(forum)}
		for name, kind := range voices {
			chosen = append(chosen, string(w.srv.NewChannelOf(int(kind), name)))
		}
		if m := w.set(homepage.HomeChannels, chosen...); !has(m, "<#"+chosen[0]+">", "<#"+chosen[1]+">", "<#"+chosen[2]+">") {
			t.Fatalf("the settings:\n%s", m.Text())
		}
		w.plays("Boris", nil)
		if len(w.bot.tables.Known(table.All())) != 0 {
			t.Error("a table is open elsewhere")
		}
		for i, here := range []localcord.ID{w.srv.NewThread(forum, "post"), localcord.ID(chosen[1]), localcord.ID(chosen[2])} {
			w.here = here
			if m := w.plays([]string{"Boris", "Eve", "Kate"}[i], nil); len(w.bot.tables.Known(table.All())) != i+1 {
				t.Errorf("no table in channel %d:\n%s", i, m.Text())
			}
		}
		w.here = text
	})
}
