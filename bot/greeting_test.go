package bot

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"

	"oneiros/bot/discord"
	greetingpage "oneiros/bot/greeting/page"
	homepage "oneiros/bot/home/page"
	"oneiros/bot/localcord"
	"oneiros/bot/page"
	personpage "oneiros/bot/person/page"
	"oneiros/store"
)

// greetingID is the custom id of the button that takes a greeting away.
var greetingID = page.CustomID{Action: greetingpage.Remove}.String()

// greetings are the greetings that stand on a server.
func (w *town) greetings(g *localcord.Guild) (list []*localcord.Message) {
	w.t.Helper()
	time.Sleep(5 * time.Second)
	for _, c := range w.srv.Channels() {
		if c.Guild != g.ID() {
			continue
		}
		for _, m := range w.person("Аня").Messages(c.ID) { // who owns all servers
			if slices.ContainsFunc(m.Buttons(), func(b *localcord.Component) bool { return b.CustomID == greetingID }) {
				list = append(list, m)
			}
		}
	}
	return list
}

// greeted is the one greeting of a server, which stands in a channel and says these words.
func (w *town) greeted(what string, g *localcord.Guild, channel localcord.ID, words ...string) *localcord.Message {
	w.t.Helper()
	list := w.greetings(g)
	if len(list) != 1 || list[0].Channel != channel || list[0].Ephemeral() || !has(list[0], words...) {
		for _, m := range list {
			w.t.Logf("in %s:\n%s", m.Channel, m.Text())
		}
		w.t.Fatalf("%s: there are %d greetings, and not one in %s with %q:\n%s", what, len(list), channel, words, w.log)
	}
	if m := list[0]; len(m.Mentions) > 0 || len(m.Embeds) > 0 || m.MentionEveryone {
		w.t.Errorf("%s: it mentions people or is an embed: %+v", what, m)
	}
	return list[0]
}

// silent fails the test where a server has a greeting.
func (w *town) silent(what string, g *localcord.Guild) {
	w.t.Helper()
	if list := w.greetings(g); len(list) > 0 {
		w.t.Errorf("%s: there are %d greetings, as\n%s", what, len(list), list[0].Text())
	}
}

func guildID(t *testing.T, g *localcord.Guild) discord.ID {
	t.Helper()
	id, err := discord.ParseID(string(g.ID()))
	if err != nil {
		t.Fatal(err)
	}
	return id
}

// adds adds the bot to a new server of a language.
func (w *town) adds(name, locale string) *localcord.Guild {
	w.t.Helper()
	g := w.srv.NewGuild(name)
	g.SetLocale(locale)
	return g
}

// TestGreeting: a server to which the bot is added is greeted once, in its language. Its buttons
// lead to the games and to the settings, and a manager of the server takes it away for good.
func TestGreeting(t *testing.T) {
	for locale, words := range map[string]struct {
		hello, play, settings, remove, removed, title, refused string
	}{
		"en-US": {"runs tabletop games about dreams", "Play", "Settings", "Remove", "is removed", "Settings of this server", "Manage Server"},
		"ru":    {"ведёт настольные игры о снах", "Играть", "Настройки", "Убрать", "приветствие убрано", "Настройки этого сервера", "Управлять сервером"},
	} {
		virtual(t, locale, nil, func(t *testing.T, w *town) {
			w.speaks(locale)
			home := w.srv.Guilds()[0]
			w.silent("a server of before the first start", home)
			if locale == "ru" { // a new server has no language until a person sets it
				w.stop()
			}
			g := w.adds("second", locale)
			eve := g.User("Eve")
			if err := eve.SetLocale(locale); err != nil {
				t.Fatal(err)
			}
			if w.stop == nil {
				w.start()
			}
			m := w.greeted("added", g, g.Channel(""), words.hello)
			if has(m, "⚠") || m.Edited != nil {
				t.Errorf("nothing is missing, and it is posted at once as it stays; edited %v:\n%s", m.Edited, m.Text())
			}
			w.silent("the other server", home)
			w.stop()
			w.start()
			if again := w.greeted("after a restart", g, g.Channel(""), words.hello); again.ID != m.ID {
				t.Error("it was posted anew")
			}
			g.SetState(localcord.GuildUnavailable)
			time.Sleep(time.Minute)
			g.SetState(localcord.GuildAvailable)
			g.SetState(localcord.GuildRemoved)
			time.Sleep(time.Minute)
			g.SetState(localcord.GuildAvailable)
			w.greeted("after an outage, and when the bot was removed and added again", g, g.Channel(""))

			w.here = g.Channel("")
			if r := w.press("Eve", m, words.play); r.Message == nil || !r.Message.Ephemeral() || len(r.Message.Menus())+len(r.Message.Buttons()) < 3 {
				t.Errorf("play leads to\n%s", r.Message.Text())
			}
			if r := w.press("Аня", m, words.settings); !r.Message.Ephemeral() || !has(r.Message, words.title) {
				t.Errorf("settings lead to\n%s", r.Message.Text())
			}
			for _, button := range []string{words.settings, words.remove} {
				if r := w.press("Eve", m, button); !r.Message.Ephemeral() || !has(r.Message, words.refused) {
					t.Errorf("%s, pressed without the right:\n%s", button, r.Message.Text())
				}
			}
			w.greeted("refused", g, g.Channel(""))
			if r := w.press("Аня", m, words.remove); !r.Message.Ephemeral() || !has(r.Message, words.removed) {
				t.Errorf("taken away:\n%s", r.Message.Text())
			}
			w.silent("removed", g)
			w.stop()
			w.start()
			g.SetState(localcord.GuildUnavailable)
			g.SetState(localcord.GuildAvailable)
			w.silent("taken away, after a restart", g)
		})
	}
}

// TestGreetingChannel: the greeting stands in the system channel if the bot may write there,
// else in the first channel in which it may and that every person reads, else nowhere, and
// nothing comes later.
func TestGreetingChannel(t *testing.T) {
	virtual(t, "en-US", nil, func(t *testing.T, w *town) {
		w.stop()
		with := func(name string, make func(g *localcord.Guild)) *localcord.Guild {
			g := w.adds(name, "en-US")
			make(g)
			return g
		}
		system := with("system", func(g *localcord.Guild) { g.SetSystemChannel(g.NewChannel("welcome")) })
		muted := with("muted", func(g *localcord.Guild) {
			id := g.NewChannel("welcome")
			g.SetSystemChannel(id)
			w.srv.Control().Deny(id, discordgo.PermissionSendMessages)
		})
		hidden := with("hidden", func(g *localcord.Guild) {
			g.HideChannel(g.Channel(""))
			g.NewChannelOf(2, "voice")
			g.NewChannel("open")
		})
		none := with("none", func(g *localcord.Guild) { w.srv.Control().Deny(g.ID(), discordgo.PermissionSendMessages) })
		w.start()
		w.greeted("the system channel", system, system.Channel("welcome"))
		w.greeted("a system channel where the bot may not write", muted, muted.Channel("table"))
		w.greeted("the first channel is hidden", hidden, hidden.Channel("open"))
		w.silent("no channel", none)
		w.srv.Control().Deny(none.ID(), 0)
		w.stop()
		w.start()
		w.silent("a channel that comes later", none)
		if err := w.srv.Control().DeleteChannel(system.Channel("welcome")); err != nil {
			t.Fatal(err)
		}
		w.stop()
		w.start()
		w.silent("the channel was deleted", system)
	})
}

// TestGreetingLacks: each permission that is missing in the channel is named in both languages, with
// what it is for. The greeting follows when permissions change, and the server's language.
func TestGreetingLacks(t *testing.T) {
	for _, locale := range []string{"en-US", "ru"} {
		virtual(t, locale, nil, func(t *testing.T, w *town) {
			for _, c := range checked {
				if c.bit == discordgo.PermissionSendMessages {
					continue // there is no greeting then
				}
				w.stop()
				g := w.adds("lacking", locale)
				w.srv.Control().Deny(g.Channel(""), c.bit)
				w.start()
				m := w.greeted("without one permission", g, g.Channel(""), c.says[locale]...)
				if n := strings.Count(m.Content, "• "); n != 1 {
					t.Errorf("%d permissions are missing:\n%s", n, m.Text())
				}
				w.srv.Control().Deny(g.Channel(""), 0)
				if m = w.greeted("granted", g, g.Channel("")); has(m, "⚠") {
					t.Errorf("nothing is missing any more:\n%s", m.Text())
				}
				w.srv.Control().Deny(g.ID(), c.bit)
				w.greeted("taken from the role", g, g.Channel(""), c.says[locale]...)
				w.srv.Control().Deny(g.ID(), 0)
			}
		})
	}
}

// TestGreetingWhileDown: a server that adds the bot while it is down is greeted at the next start. A
// process that is killed at any moment on the way leaves one greeting.
func TestGreetingWhileDown(t *testing.T) {
	virtual(t, "en-US", nil, func(t *testing.T, w *town) {
		w.stop()
		g := w.adds("second", "en-US")
		time.Sleep(time.Hour)
		w.start()
		w.greeted("added while the bot was down", g, g.Channel(""))

		// That it is to be greeted was saved, and Discord did not answer.
		w.stop()
		third := w.adds("third", "en-US")
		ctx := context.Background()
		change := func(g *localcord.Guild, do func(*store.Store, uint64) error) {
			t.Helper()
			st, err := store.Open(ctx, w.file)
			if err != nil {
				t.Fatal(err)
			}
			err = do(st, uint64(guildID(t, g)))
			if e := st.Close(); err != nil || e != nil {
				t.Fatal(err, e)
			}
		}
		change(third, func(st *store.Store, id uint64) error {
			return st.Greetings().AddGreeting(ctx, store.Greeting{Guild: id, At: time.Now(), State: store.GreetingDue})
		})
		w.start()
		m := w.greeted("to be greeted", third, third.Channel(""))

		// The message was saved and posted, and not that it was.
		w.stop()
		change(third, func(st *store.Store, id uint64) error {
			here, err := discord.ParseID(string(third.Channel("")))
			if err != nil {
				return err
			}
			return st.Surfaces().SaveSurface(ctx, store.Surface{Owner: store.ServerOwner(id), Kind: "greeting", Channel: uint64(here), Lang: "en"})
		})
		w.start()
		if again := w.greeted("posted and not noted", third, third.Channel("")); again.ID != m.ID {
			t.Error("it was posted anew")
		}

		// The message was saved, and not posted.
		if err := w.srv.Control().DeleteMessage(m.ID); err != nil {
			t.Fatal(err)
		}
		w.stop()
		change(third, func(st *store.Store, id uint64) error {
			here, err := discord.ParseID(string(third.Channel("")))
			if err != nil {
				return err
			}
			return st.Surfaces().SaveSurface(ctx, store.Surface{Owner: store.ServerOwner(id), Kind: "greeting", Channel: uint64(here), Lang: "en"})
		})
		w.start()
		w.greeted("saved and not posted", third, third.Channel(""))
	})
}

// TestGreetingKnown: a server of which the database knows before the first start with greetings is
// never greeted, and one that was added before that start is not either.
func TestGreetingKnown(t *testing.T) {
	virtual(t, "en-US", nil, func(t *testing.T, w *town) {
		g := w.adds("second", "en-US")
		w.greeted("added", g, g.Channel(""))
		w.stop()
		third := w.adds("third", "en-US")
		// As the former version leaves it: there are settings, and nothing of greetings.
		w.file = database(t)
		st, err := store.Open(w.ctx, w.file)
		if err != nil {
			t.Fatal(err)
		}
		_, err = st.Settings().ChangeGuild(w.ctx, uint64(mustGuild(w)), func(g *store.Guild) bool { g.Lang = "en"; return true })
		if e := st.Close(); err != nil || e != nil {
			t.Fatal(err, e)
		}
		time.Sleep(time.Minute)
		w.start()
		w.silent("added before the first start", third)
		home := w.srv.Guilds()[0]
		for _, g := range []*localcord.Guild{home, third} {
			g.SetState(localcord.GuildRemoved)
			time.Sleep(time.Minute)
			g.SetState(localcord.GuildAvailable)
		}
		w.silent("known, and added again", home)
		w.silent("of before the first start, and added again", third)
		fourth := w.adds("fourth", "en-US")
		w.greeted("added later", fourth, fourth.Channel(""))
	})
}

// TestGreetingErased: the greeting goes with its server. While the bot stays, the server is not
// greeted again. When it is added again, it is.
func TestGreetingErased(t *testing.T) {
	virtual(t, "en-US", nil, func(t *testing.T, w *town) {
		w.speaks("en-US")
		g := w.adds("second", "en-US")
		w.greeted("added", g, g.Channel(""))
		w.here = g.Channel("")
		w.set(homepage.HomeThreads, page.Yes)
		w.forges("Аня", page.CustomID{Action: personpage.EraseServer, Arg: "yes"})
		w.silent("erased", g)
		if _, known, err := w.bot.conf.Stores.Features.Greetings.Greeting(w.ctx, uint64(guildID(t, g))); known || err != nil {
			t.Errorf("an erased server is known: %v, %v", known, err)
		}
		kept, err := w.bot.conf.Stores.Kept.KeptSurfaces(w.ctx)
		if len(kept) != 0 || err != nil {
			t.Errorf("%+v is kept: %v", kept, err)
		}
		w.stop()
		w.start()
		w.silent("erased, after a restart", g)
		g.SetState(localcord.GuildRemoved)
		time.Sleep(time.Minute)
		g.SetState(localcord.GuildAvailable)
		w.greeted("erased, and added again", g, g.Channel(""))
	})
}

// TestGreetingOff: without greetings a server hears nothing, and also not later when they are on.
// So does a server that the bot does not serve.
func TestGreetingOff(t *testing.T) {
	virtual(t, "en-US", func(c *Config) { c.NoGreeting = true }, func(t *testing.T, w *town) {
		g := w.adds("second", "en-US")
		w.silent("off", g)
		w.stop()
		w.with = nil
		w.start()
		w.silent("on again", g)
		w.greeted("another server", w.adds("third", "en-US"), w.srv.Guilds()[2].Channel(""))
		w.stop()
		w.with = func(c *Config) { c.Guilds = append(c.Guilds, mustGuild(w)) }
		w.start()
		w.silent("a server that is not served", w.adds("fourth", "en-US"))
	})
}
