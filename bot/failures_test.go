package bot

import (
	"context"
	"errors"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"

	"oneiros/bot/discord"
	"oneiros/bot/localcord"
	"oneiros/bot/screen"
	"oneiros/bot/table"
	"oneiros/store"
)

// within waits until something is so.
func (w *town) within(what string, ok func() bool) {
	w.t.Helper()
	if err := w.until(ok); err != nil {
		w.t.Fatalf("%s: %v\n%s", what, err, w.log)
	}
}

// boards are the bot's messages in a channel with the buttons of a match, except
// the call to its players.
func (w *town) boards(channel localcord.ID, match string) (list []*localcord.Message) {
	for _, m := range w.person("Grace").Messages(channel) {
		for _, b := range m.Buttons() {
			if len(m.Embeds) > 0 && strings.Contains(b.CustomID, "/"+match+"/") {
				list = append(list, m)
				break
			}
		}
	}
	return list
}

// TestChannelDeleted deletes the channel under a match. The match is paused until
// one of its players continues it in another channel, also after a restart. No
// other match is touched.
func TestChannelDeleted(t *testing.T) {
	for _, away := range []bool{false, true} {
		t.Run(map[bool]string{false: "before its eyes", true: "while away"}[away], func(t *testing.T) {
			virtual(t, "en-US", nil, func(t *testing.T, w *town) {
				first := w.here
				w.match("", "Boris", "Eve")
				other := w.state().ID
				w.here = w.srv.NewChannel("short-lived")
				panels := w.match("", "Boris", "Eve")
				w.press("Boris", panels["Boris"], "Toss for it")
				gone := w.state()
				if away {
					w.stop()
				}
				if err := w.srv.Control().DeleteChannel(w.here); err != nil {
					t.Fatal(err)
				}
				if away {
					w.start()
				}
				homeless := func() bool {
					s, ok := w.bot.tables.Find(table.OfMatch(gone.ID))
					_, kept := w.bot.reconciler.Address(screen.Key{Match: gone.ID})
					return ok && s.ChannelDeleted && !s.Running && !kept
				}
				w.within("the match stands", homeless)
				w.stop()
				w.start()
				w.within("it stands after a restart", homeless)
				if s, ok := w.bot.tables.Find(table.OfMatch(other)); !ok || s.Phase != table.Live || s.ChannelDeleted {
					t.Error("another match stands too")
				}

				if r := w.does(w.person("Eve").Command(w.ctx, first, "table resume", nil)); r.Message == nil || !r.Message.Ephemeral() {
					t.Error("the command is not answered")
				} else if s, _ := w.bot.tables.Find(table.OfMatch(gone.ID)); !s.ChannelDeleted {
					t.Error("it moves to where another match is")
				}
				there := w.srv.NewChannel("a-new-home")
				if r := w.does(w.person("Kate").Command(w.ctx, there, "table resume", nil)); has(r.Message, "goes on") {
					t.Errorf("somebody who does not play moves it:\n%s", r.Message.Text())
				}
				r := w.does(w.person("Eve").Command(w.ctx, there, "table resume", nil))
				if !has(r.Message, "goes on in this channel") {
					t.Errorf("Eve is told:\n%s", r.Message.Text())
				}
				w.sees("Kate", there, "Boris: 3 dreams, has chosen", "My panel")
				if s, _ := w.bot.tables.Find(table.OfMatch(gone.ID)); !s.Running || s.ChannelDeleted || s.CurrentChannel().String() != string(there) {
					t.Errorf("after it moved: %+v", s)
				}
				w.stop()
				w.start()
				w.within("the board is known after a restart", func() bool {
					at, ok := w.bot.reconciler.Address(screen.Key{Match: gone.ID})
					return ok && at.Message != 0 && len(w.boards(there, gone.ID)) == 1
				})
			})
		})
	}
}

// TestLobbyDeserted deletes the channel under a lobby, at which nothing can be lost.
func TestLobbyDeserted(t *testing.T) {
	virtual(t, "en-US", nil, func(t *testing.T, w *town) {
		w.here = w.srv.NewChannel("short-lived")
		w.does(w.person("Boris").Command(w.ctx, w.here, "dream play", map[string]any{"game": "lullaby"}))
		if err := w.srv.Control().DeleteChannel(w.here); err != nil {
			t.Fatal(err)
		}
		w.within("the lobby closes", func() bool { return w.state().Phase == table.Void })
	})
}

// TestThreads archives and deletes the thread of a match.
func TestThreads(t *testing.T) {
	virtual(t, "en-US", nil, func(t *testing.T, w *town) {
		w.does(w.person("Boris").Command(w.ctx, w.here, "dream play", map[string]any{"game": "lullaby", "thread": true}))
		w.own("Eve", w.board(), "join")
		w.own("Boris", w.board(), "start")
		w.within("the thread", func() bool { return w.state().Thread != 0 })
		s := w.state()
		thread := localcord.ID(s.Thread.String())
		w.within("the board in the thread", func() bool { return len(w.boards(thread, s.ID)) == 1 })
		// Whatever is posted opens an archived thread, so the last of the beginning is
		// waited for.
		w.sees("Kate", thread, "begins")
		old := w.boards(thread, s.ID)[0]
		panel := w.does(w.person("Boris").Command(w.ctx, thread, "dream panel", nil)).Message
		if err := w.srv.Control().ArchiveThread(thread, true, false); err != nil {
			t.Fatal(err)
		}
		w.within("the thread is open again", func() bool { return !w.channel(thread).Archived })
		w.press("Boris", panel, "Toss for it")
		w.sees("Kate", thread, "Boris: 3 dreams, has chosen")
		if list := w.boards(thread, s.ID); len(list) != 1 || list[0].ID != old.ID {
			t.Errorf("there are %d boards, and not the former one", len(list))
		}
		if err := w.srv.Control().DeleteChannel(thread); err != nil {
			t.Fatal(err)
		}
		w.within("the match stands", func() bool { return w.state().ChannelDeleted })
		w.does(w.person("Boris").Command(w.ctx, w.here, "table resume", nil))
		w.sees("Kate", w.here, "Boris: 3 dreams, has chosen")
	})
}

// quietGateway tells of no messages on servers.
type quietGateway struct{ Gateway }

func (q quietGateway) Run(ctx context.Context, handle func(discord.ShardID, discord.Event)) error {
	return q.Gateway.Run(ctx, func(shard discord.ShardID, e discord.Event) {
		switch e.(type) {
		case discord.MessageCreated, discord.MessagesDeleted:
		default:
			handle(shard, e)
		}
	})
}

// TestQuiet: without the events of messages, a bot learns from presses that its board is
// buried, and from its next edit that it was deleted.
func TestQuiet(t *testing.T) {
	quiet := func(c *Config) { c.Quiet, c.Gateway = true, quietGateway{c.Gateway} }
	virtual(t, "en-US", quiet, func(t *testing.T, w *town) {
		w.match("", "Boris", "Eve")
		w.does(w.person("Boris").Command(w.ctx, w.here, "table pause", nil))
		s, old := w.state(), w.board()
		time.Sleep(screen.MinBoardAge)
		chat := func(most int, speaks bool) {
			for range most {
				if _, err := w.person("Kate").Say(w.here, "chatter"); speaks && err != nil {
					t.Fatal(err)
				}
				w.does(w.person("Eve").Command(w.ctx, w.here, "dream panel", nil))
			}
		}
		w.does(w.person("Eve").Command(w.ctx, w.here, "dream panel", nil))
		chat(screen.BuriedAfter-5, true)
		w.does(w.person("Boris").Command(w.ctx, w.here, "table resume", nil))
		time.Sleep(5 * time.Second)
		if w.board().ID != old.ID {
			t.Fatal("it is posted anew before it is buried")
		}
		w.does(w.person("Boris").Command(w.ctx, w.here, "table pause", nil))
		chat(5, true)
		w.does(w.person("Boris").Command(w.ctx, w.here, "table resume", nil))
		time.Sleep(5 * time.Second)
		list := w.boards(w.here, s.ID)
		if len(list) != 1 || list[0].ID == old.ID || has(list[0], "⏸") {
			t.Fatalf("%d boards; the first:\n%s", len(list), list[0].Text())
		}
		if err := w.srv.Control().DeleteMessage(list[0].ID); err != nil {
			t.Fatal(err)
		}
		w.does(w.person("Boris").Command(w.ctx, w.here, "table pause", nil))
		time.Sleep(5 * time.Second)
		shows(t, w, "paused")
	})
}

// TestBuried: a board under fifty messages is posted again with the next change,
// and the former one is deleted.
func TestBuried(t *testing.T) {
	virtual(t, "en-US", nil, func(t *testing.T, w *town) {
		w.match("", "Boris", "Eve")
		w.does(w.person("Boris").Command(w.ctx, w.here, "table pause", nil))
		s, old := w.state(), w.board()
		time.Sleep(screen.MinBoardAge)
		for range screen.BuriedAfter {
			if _, err := w.person("Kate").Say(w.here, "chatter"); err != nil {
				t.Fatal(err)
			}
		}
		time.Sleep(time.Minute)
		if list := w.boards(w.here, s.ID); len(list) != 1 || list[0].ID != old.ID {
			t.Error("it is posted anew while nothing happens")
		}
		w.does(w.person("Boris").Command(w.ctx, w.here, "table resume", nil))
		time.Sleep(5 * time.Second)
		list := w.boards(w.here, s.ID)
		if len(list) != 1 || list[0].ID == old.ID || has(list[0], "paused") {
			t.Errorf("%d boards", len(list))
		}
	})
}

// TestBoardDeletedQuietly deletes the board while no person presses anything.
func TestBoardDeletedQuietly(t *testing.T) {
	virtual(t, "en-US", nil, func(t *testing.T, w *town) {
		w.match("", "Boris", "Eve")
		s, old := w.state(), w.board()
		if err := w.srv.Control().DeleteMessage(old.ID); err != nil {
			t.Fatal(err)
		}
		w.within("another board", func() bool {
			list := w.boards(w.here, s.ID)
			return len(list) == 1 && list[0].ID != old.ID
		})
		// That of a match that has ended is not missed.
		if _, err := w.bot.tables.Send(w.ctx, s.ID, table.Action{Kind: table.Stop, Asked: table.Whatever, Moderator: true}); err != nil {
			t.Fatal(err)
		}
		last := w.sees("Kate", w.here, "ended early")
		if err := w.srv.Control().DeleteMessage(last.ID); err != nil {
			t.Fatal(err)
		}
		w.within("it is forgotten", func() bool {
			_, kept := w.bot.reconciler.Address(screen.Key{Match: s.ID})
			return !kept
		})
	})
}

// TestKilledWhilePosting: the program is killed after a board was posted again and
// before that was saved. At the next start there is one board.
func TestKilledWhilePosting(t *testing.T) {
	virtual(t, "en-US", nil, func(t *testing.T, w *town) {
		panels := w.match("", "Boris", "Eve")
		s, old := w.state(), w.board()
		w.stop()
		time.Sleep(5 * time.Second) // the board will tell it
		w.forgetsToken(s.ID)
		// This is what a kill leaves behind. The store knows only the former board,
		// and in the channel there is another one.
		if err := w.srv.REST().Refuse("PATCH /channels/{channel}/messages/{message}", 30046, 1); err != nil {
			t.Fatal(err)
		}
		w.start()
		w.within("the board is posted anew", func() bool {
			list := w.boards(w.here, s.ID)
			return len(list) == 1 && list[0].ID != old.ID
		})
		now := w.boards(w.here, s.ID)[0]
		w.stop()
		st, err := store.Open(w.ctx, w.file)
		if err != nil {
			t.Fatal(err)
		}
		here, err := discord.ParseID(string(w.here))
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range []store.Surface{
			{Owner: store.MatchOwner(s.ID), Kind: store.OldBoard, Channel: uint64(here), Message: 5},
			{Owner: store.MatchOwner(s.ID), Kind: store.Board, Channel: uint64(here)},
		} {
			if err := st.Surfaces().SaveSurface(w.ctx, f); err != nil {
				t.Fatal(err)
			}
		}
		if err := st.Close(); err != nil {
			t.Fatal(err)
		}
		w.start()
		w.within("the board is found", func() bool {
			at, _ := w.bot.reconciler.Address(screen.Key{Match: s.ID})
			return at.Message.String() == string(now.ID) && at.Former == 0
		})
		w.press("Boris", panels["Boris"], "Toss for it")
		w.sees("Kate", w.here, "Boris: 3 dreams, has chosen")
		if list := w.boards(w.here, s.ID); len(list) != 1 || list[0].ID != now.ID {
			t.Errorf("%d boards", len(list))
		}
	})
}

// forgetsToken deletes the token of a board from the store of a bot that has stopped.
func (w *town) forgetsToken(match string) {
	w.t.Helper()
	st, err := store.Open(w.ctx, w.file)
	if err != nil {
		w.t.Fatal(err)
	}
	if err := errors.Join(st.Surfaces().DeleteSurface(w.ctx, store.MatchOwner(match), store.BoardToken, 0), st.Close()); err != nil {
		w.t.Fatal(err)
	}
}

// TestReminderAnswerLost: Discord posts a reminder, the bot hears nothing of it, and its
// next attempt is refused because of a limit. Nobody is mentioned twice.
func TestReminderAnswerLost(t *testing.T) {
	virtual(t, "en-US", nil, func(t *testing.T, w *town) {
		panels := w.match("rounds:3", "Boris", "Eve")
		w.press("Boris", panels["Boris"], "Toss for it")
		slow := localcord.Faults{Latency: 1000}
		w.srv.SetFaults(slow)
		s := w.state()
		time.Sleep(s.Left(s.Status.Due, time.Now())/2 + 500*time.Millisecond) // at half of her time Eve is looked up
		slow.LostRate = 1
		w.srv.SetFaults(slow)
		time.Sleep(1600 * time.Millisecond) // the reminder is posted
		if n := len(w.mentions()); n != 1 {
			t.Fatalf("Discord was to post one, and there are %d mentions", n)
		}
		w.srv.SetFaults(localcord.Faults{LimitRate: 1})
		time.Sleep(5 * time.Second)
		w.srv.SetFaults(localcord.Faults{})
		time.Sleep(postponeTime + time.Second)
		if n := len(w.mentions()); n != 1 {
			t.Errorf("Eve is mentioned %d times", n)
		}
	})
}

// TestReminderKilled: the bot is killed while it posts a reminder, before it could save that it
// was posted or after. Nobody is mentioned twice in one turn, and a reminder that the bot knows of
// goes with the turn.
func TestReminderKilled(t *testing.T) {
	for name, lost := range map[string]float64{"before": 1, "after": 0} {
		t.Run(name, func(t *testing.T) {
			virtual(t, "en-US", nil, func(t *testing.T, w *town) {
				panels := w.match("rounds:3", "Boris", "Eve")
				w.press("Boris", panels["Boris"], "Toss for it")
				slow := localcord.Faults{Latency: 1000}
				w.srv.SetFaults(slow)
				s := w.state()
				time.Sleep(s.Left(s.Status.Due, time.Now())/2 + 500*time.Millisecond) // at half of her time Eve is looked up
				slow.LostRate = lost
				w.srv.SetFaults(slow)
				time.Sleep(1600 * time.Millisecond) // the reminder is posted
				if n := len(w.mentions()); n != 1 {
					t.Fatalf("Discord was to post one, and there are %d mentions", n)
				}
				time.Sleep(time.Duration((1 - lost) * float64(time.Second)))
				w.srv.SetFaults(localcord.Faults{Outage: true}) // the killed bot does nothing more
				w.killed()
				w.srv.SetFaults(localcord.Faults{})
				w.start()
				time.Sleep(postponeTime + time.Second)
				if n := len(w.mentions()); n != 1 {
					t.Errorf("Eve is mentioned %d times", n)
				}
				w.press("Eve", w.own("Eve", w.board(), "panel").Message, "Toss for it")
				time.Sleep(5 * time.Second)
				if n := len(w.mentions()); n != int(lost) {
					t.Errorf("her turn is over, and there are %d mentions", n)
				}
			})
		})
	}
}

// TestDatabaseMoved renames the database under the bot. The board and the answers
// say so within two seconds, and no press is taken as saved. When the file has its
// name again, the match goes on.
func TestDatabaseMoved(t *testing.T) {
	virtual(t, "en-US", nil, func(t *testing.T, w *town) {
		panels := w.match("", "Boris", "Eve")
		if err := os.Rename(w.file, w.file+".away"); err != nil {
			t.Fatal(err)
		}
		w.press("Boris", panels["Boris"], "Toss for it")
		w.sees("Boris", w.here, "The file in which I save everything is missing")
		time.Sleep(2 * time.Second)
		if s := w.state(); s.Running || s.Paused.Key != table.HaltMoved {
			t.Errorf("the match runs: %v, %v", s.Running, s.Paused)
		}
		w.sees("Kate", w.here, "The file in which I save everything is missing")
		if err := os.Rename(w.file+".away", w.file); err != nil {
			t.Fatal(err)
		}
		time.Sleep(2 * time.Second)
		if s := w.state(); !s.Running {
			t.Errorf("the file is back, and the match stands: %v", s.Paused)
		}
		w.press("Boris", panels["Boris"], "Toss for it")
		w.sees("Kate", w.here, "Boris: 3 dreams, has chosen")
	})
}

// TestGranted: what was taken away is found out by one request. Once it is granted
// the board repairs itself, without a press.
func TestGranted(t *testing.T) {
	virtual(t, "en-US", nil, func(t *testing.T, w *town) {
		panels := w.match("", "Boris", "Eve")
		w.unlent()
		before := w.srv.REST().Invalid()
		w.srv.Control().Deny("", discordgo.PermissionEmbedLinks)
		time.Sleep(time.Second) // the bot hears of it before it is refused; heard later, it would try once more
		w.press("Boris", panels["Boris"], "Toss for it")
		time.Sleep(9 * time.Minute)
		key := screen.Key{Match: w.state().ID}
		if n := w.srv.REST().Invalid() - before; n != 1 || discord.Code(w.bot.reconciler.Trouble(key)) != discordgo.ErrCodeMissingPermissions {
			t.Errorf("%d refused requests, trouble %v", n, w.bot.reconciler.Trouble(key))
		}
		if s := w.state(); !s.Running {
			t.Error("the match stands though panels work")
		}
		w.srv.Control().Deny("", 0)
		time.Sleep(15 * time.Second)
		if err := w.bot.reconciler.Trouble(key); err != nil {
			t.Errorf("after it was granted: %v", err)
		}
		if list := w.boards(w.here, key.Match); len(list) != 1 || has(list[0], "choose a dream") {
			t.Errorf("the board shows:\n%s", list[0].Text())
		}
	})
}

// TestGatewayLost loses the gateway for a minute. All clocks stop, dated back to
// the loss, and the board says so. Then everything goes on by itself. A loss of
// nine seconds changes nothing.
func TestGatewayLost(t *testing.T) {
	virtual(t, "en-US", nil, func(t *testing.T, w *town) {
		w.match("", "Boris", "Eve")
		time.Sleep(5 * time.Second)
		left := func() time.Duration {
			s := w.state()
			return s.Left(s.Status.Due, time.Now())
		}
		w.bot.events.dispatch(discord.ShardID{Of: 1}, discord.Disconnected{Since: time.Now()})
		time.Sleep(9 * time.Second)
		if s := w.state(); !s.Running {
			t.Error("nine seconds stop the clocks")
		}
		w.bot.events.dispatch(discord.ShardID{Of: 1}, discord.Resumed{})
		time.Sleep(time.Minute / 4)
		if s := w.state(); !s.Running {
			t.Error("the clocks stop though the gateway is there")
		}
		was := left()
		w.bot.events.dispatch(discord.ShardID{Of: 1}, discord.Disconnected{Since: time.Now()})
		time.Sleep(3 * time.Second)
		w.bot.events.dispatch(discord.ShardID{Of: 1}, discord.Disconnected{Since: time.Now()}) // another attempt that failed
		time.Sleep(8 * time.Second)
		s := w.state()
		if s.Running || s.Paused.Key != table.HaltGateway || left() != was {
			t.Errorf("running %v, paused %q, %v left of %v", s.Running, s.Paused.Key, left(), was)
		}
		w.sees("Kate", w.here, "connection to Discord was lost")
		for _, b := range w.board().Buttons() {
			if b.Label == "Resume" {
				t.Error("the board offers to resume what goes on by itself")
			}
		}
		time.Sleep(49 * time.Second)
		w.bot.events.dispatch(discord.ShardID{Of: 1}, discord.Resumed{})
		time.Sleep(100 * time.Millisecond)
		if s := w.state(); !s.Running || was-left() > time.Second {
			t.Errorf("running %v, %v left of %v", s.Running, left(), was)
		}
		w.sees("Kate", w.here, "Nobody lost any time")
	})
}

// TestGatewaySilent lets the gateway fall silent for real, and delivers late what
// was pressed before.
func TestGatewaySilent(t *testing.T) {
	virtual(t, "en-US", nil, func(t *testing.T, w *town) {
		w.match("", "Boris", "Eve")
		w.srv.SetFaults(localcord.Faults{Silent: true})
		time.Sleep(3 * time.Minute)
		if s := w.state(); s.Running || s.Paused.Key != table.HaltGateway {
			t.Errorf("running %v, paused %q\n%s", s.Running, s.Paused.Key, w.log)
		}
		w.srv.SetFaults(localcord.Faults{})
		time.Sleep(3 * time.Minute)
		if s := w.state(); !s.Running {
			t.Errorf("paused %q\n%s", s.Paused.Key, w.log)
		}
		w.own("Boris", w.board(), "panel")
	})
}

// TestGuildOutage: an outage of a server stops its clocks, and nothing is tried
// there until it is back.
func TestGuildOutage(t *testing.T) {
	virtual(t, "en-US", nil, func(t *testing.T, w *town) {
		w.match("", "Boris", "Eve")
		time.Sleep(5 * time.Second)
		s := w.state()
		was := s.Left(s.Status.Due, time.Now())
		before := w.srv.REST().Invalid()
		w.srv.Control().SetGuildState(localcord.GuildUnavailable)
		time.Sleep(time.Hour)
		s = w.state()
		if s.Running || s.Paused.Key != table.HaltGuild || was-s.Left(s.Status.Due, time.Now()) > time.Second {
			t.Errorf("running %v, paused %q, %v left of %v", s.Running, s.Paused.Key, s.Left(s.Status.Due, time.Now()), was)
		}
		if n := w.srv.REST().Invalid() - before; n > 0 {
			t.Errorf("%d refused requests in an outage", n)
		}
		w.srv.Control().SetGuildState(localcord.GuildAvailable)
		time.Sleep(time.Second)
		if s := w.state(); !s.Running {
			t.Errorf("paused %q", s.Paused.Key)
		}
		w.sees("Kate", w.here, "Nobody lost any time")
	})
}

// TestGuildRemoved: who removes the bot by mistake finds everything again, also
// after a restart; after thirty days nothing is left.
func TestGuildRemoved(t *testing.T) {
	for _, away := range []bool{false, true} {
		t.Run(map[bool]string{false: "before its eyes", true: "while away"}[away], func(t *testing.T) {
			virtual(t, "en-US", nil, func(t *testing.T, w *town) {
				panels := w.match("", "Boris", "Eve")
				s := w.state()
				if _, err := w.bot.conf.Stores.Features.Homes.ChangeGuild(w.ctx, uint64(s.Guild), func(g *store.Guild) bool { g.Lang = "en"; return true }); err != nil {
					t.Fatal(err)
				}
				if away {
					w.stop()
				}
				w.srv.Control().SetGuildState(localcord.GuildRemoved)
				if away {
					w.start()
				}
				stands := func() bool { return w.state().Paused.Key == table.HaltGuild }
				w.within("the match stands", stands)
				w.stop()
				w.start()
				w.within("it stands after a restart", stands)
				w.srv.Control().SetGuildState(localcord.GuildAvailable)
				w.within("it goes on", func() bool { return w.state().Running })
				w.press("Boris", panels["Boris"], "Toss for it")
				w.sees("Kate", w.here, "Boris: 3 dreams, has chosen")
				if gone, err := w.bot.conf.Stores.Guilds.RemovedGuilds(w.ctx); err != nil || len(gone) != 0 {
					t.Errorf("departed: %v, %v", gone, err)
				}

				if err := w.bot.conf.Stores.Guilds.GuildRemoved(w.ctx, uint64(s.Guild), time.Now().Add(-eraseAfter-time.Minute)); err != nil {
					t.Fatal(err)
				}
				w.bot.guilds.eraseRemoved(w.ctx, time.Now())
				if n := len(w.bot.tables.Known(table.All())); n != 0 {
					t.Errorf("%d tables stay", n)
				}
				if _, err := w.bot.conf.Stores.Matches.Match(w.ctx, s.ID); err == nil {
					t.Error("the match stays")
				}
			})
		})
	}
}
