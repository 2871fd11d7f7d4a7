package bot

import (
	"testing"
	"time"

	"oneiros/bot/localcord"
	"oneiros/bot/table"
)

// channel is a channel or thread as it is now.
func (w *town) channel(id localcord.ID) *localcord.Channel {
	w.t.Helper()
	for _, c := range w.srv.Channels() {
		if c.ID == id {
			return c
		}
	}
	w.t.Fatalf("there is no channel %s", id)
	return nil
}

// threaded begins a match in a thread of its own, and returns the thread.
func (w *town) threaded(game, options string) localcord.ID {
	w.t.Helper()
	w.here = w.srv.NewChannel(game + " " + options)
	w.does(w.person("Boris").Command(w.ctx, w.here, "dream play", map[string]any{"game": game, "options": options, "thread": true}))
	w.own("Eve", w.board(), "join")
	w.own("Boris", w.board(), "start")
	w.within("the thread", func() bool { return w.state().Thread != 0 })
	s := w.state()
	thread := localcord.ID(s.Thread.String())
	w.within("the board in the thread", func() bool { return len(w.boards(thread, s.ID)) == 1 })
	w.sees("Kate", thread, "begins") // whatever is posted opens an archived thread, so the last of the beginning is waited for
	return thread
}

// TestThreadSilence: the thread of a table by days is archived after a week without a
// message, that of another one after a day.
func TestThreadSilence(t *testing.T) {
	virtual(t, "en-US", playsSomnia, func(t *testing.T, w *town) {
		for options, want := range map[string]int{"": 1440, "pace:12h": 10080, "pace:2d": 10080} {
			if got := w.channel(w.threaded("somnia", options)).Archive; got != want {
				t.Errorf("with %q the thread is archived after %d minutes, want %d", options, got, want)
			}
		}
	})
}

// TestThreadArchivedMeanwhile: a thread that is archived while the bot is away, after a
// week of silence, is open when it is back.
func TestThreadArchivedMeanwhile(t *testing.T) {
	virtual(t, "en-US", playsSomnia, func(t *testing.T, w *town) {
		w.stop()
		w.ctx = t.Context()
		w.start()
		thread := w.threaded("somnia", "pace:2d")
		w.does(w.person("Boris").Command(w.ctx, thread, "table pause", nil))
		match := w.state().ID
		w.stop()
		time.Sleep(7*24*time.Hour + time.Minute)
		if !w.channel(thread).Archived {
			t.Fatal("the thread is not archived after a week")
		}
		if _, err := w.person("Boris").Press(w.ctx, w.boards(thread, match)[0].ID, "Resume"); err == nil {
			t.Error("something is pressed in an archived thread")
		}
		w.start()
		w.within("the thread is open again", func() bool { return !w.channel(thread).Archived })
		time.Sleep(time.Minute)
		list := w.boards(thread, match)
		if len(list) != 1 {
			t.Fatalf("there are %d boards", len(list))
		}
		w.does(w.person("Boris").Press(w.ctx, list[0].ID, "Resume"))
		if !w.state().Running {
			t.Errorf("the match does not go on:\n%s", w.log)
		}
	})
}

// TestThreadOfOthers: a table that stands in the thread of people keeps it open, as a lobby
// and as a match.
func TestThreadOfOthers(t *testing.T) {
	virtual(t, "en-US", nil, func(t *testing.T, w *town) {
		w.here = w.srv.NewThread(w.here, "night")
		again := func(when string) {
			t.Helper()
			if err := w.srv.Control().ArchiveThread(w.here, true, false); err != nil {
				t.Fatal(err)
			}
			w.within("the thread is open "+when, func() bool { return !w.channel(w.here).Archived })
		}
		w.does(w.person("Boris").Command(w.ctx, w.here, "dream play", map[string]any{"game": "lullaby"}))
		w.board()
		again("under a lobby")
		w.own("Eve", w.board(), "join")
		w.own("Boris", w.board(), "start")
		w.sees("Kate", w.here, "begins")
		again("under a match")
		w.does(w.person("Boris").Command(w.ctx, w.here, "table stop", nil))
	})
}

// TestThreadLocked: a thread that a moderator locks stays closed. Its match waits until one
// of its players takes it to another channel.
func TestThreadLocked(t *testing.T) {
	virtual(t, "en-US", nil, func(t *testing.T, w *town) {
		thread := w.threaded("lullaby", "")
		if err := w.srv.Control().ArchiveThread(thread, true, true); err != nil {
			t.Fatal(err)
		}
		w.within("the match waits", func() bool { return w.state().ChannelDeleted })
		time.Sleep(time.Hour)
		if !w.channel(thread).Archived || w.state().Running {
			t.Error("the thread was opened, or the match goes on")
		}
		if m := w.does(w.person("Eve").Command(w.ctx, w.here, "dream mine", nil)).Message; !has(m, "its thread locked") {
			t.Errorf("the tables of a player:\n%s", m.Text())
		}
		w.does(w.person("Boris").Command(w.ctx, w.here, "table resume", nil))
		w.sees("Kate", w.here, "Round 1")
		if s := w.state(); !s.Running || s.CurrentChannel().String() != string(w.here) {
			t.Errorf("the match is in %s", s.CurrentChannel())
		}
	})
}

// TestThreadAfterTheMatch: the thread of a match that has ended stays archived.
func TestThreadAfterTheMatch(t *testing.T) {
	virtual(t, "en-US", nil, func(t *testing.T, w *town) {
		thread := w.threaded("lullaby", "")
		if _, err := w.bot.tables.Send(w.ctx, w.state().ID, table.Action{Kind: table.Stop, Asked: table.Whatever, User: table.User{ID: mustID(t, w.person("Boris"))}}); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Minute)
		if err := w.srv.Control().ArchiveThread(thread, true, false); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Minute)
		if !w.channel(thread).Archived {
			t.Error("the thread was opened")
		}
	})
}

// TestThreadOfNight: while a night is planned, the thread stays open in which it is announced,
// also when it was archived while the bot was away.
func TestThreadOfNight(t *testing.T) {
	nightly(t, func(t *testing.T, w *town) {
		w.here = w.srv.NewThread(w.here, "nights")
		m := w.announce("Boris", "in 10 days", nil)
		again := func(when string, archive func()) {
			t.Helper()
			archive()
			w.within("the thread is open "+when, func() bool { return !w.channel(w.here).Archived })
		}
		archive := func() {
			t.Helper()
			if err := w.srv.Control().ArchiveThread(w.here, true, false); err != nil {
				t.Fatal(err)
			}
		}
		again("under an announcement", archive)
		w.answers("Eve", m, "Coming")
		again("after a restart", func() {
			w.stop()
			time.Sleep(2 * 24 * time.Hour)
			if !w.channel(w.here).Archived {
				t.Fatal("the thread is not archived after a day")
			}
			w.start()
		})
		w.answers("Kate", m, "Coming")
		if m = w.announcement(); !has(m, "Coming (3): Boris, Eve, Kate") || len(w.announcements()) != 1 {
			t.Errorf("the announcement:\n%s", m.Text())
		}
		ask := w.does(w.person("Boris").Press(w.ctx, m.ID, "Call off")).Message
		w.does(w.person("Boris").Press(w.ctx, ask.ID, "Call off"))
		time.Sleep(time.Minute)
		archive()
		time.Sleep(time.Minute)
		if !w.channel(w.here).Archived {
			t.Error("the thread of a night that is off was opened")
		}
	})
}
