package bot

import (
	"regexp"
	"strings"
	"testing"
	"time"

	"oneiros/bot/localcord"
	"oneiros/bot/table"
	"oneiros/store"
)

// TestClockStepsLobby: when the host's clock steps by a day around a restart, a lobby that
// the bot has read from its database ends at its moment by Discord's clock.
func TestClockStepsLobby(t *testing.T) {
	virtual(t, "en-US", nil, func(t *testing.T, w *town) {
		w.dream("Boris", "play", map[string]any{"game": "lullaby", "options": "rounds:1"})
		time.Sleep(10 * time.Minute)
		w.steps(testDay)
		left := table.LobbyTimeout - 10*time.Minute
		time.Sleep(left - time.Minute)
		if all := w.bot.tables.Known(table.All()); len(all) != 1 || all[0].Phase != table.Lobby {
			t.Fatalf("a minute before the end of the lobby there is %+v", all)
		}
		if list := times(t, w.board()); len(list) == 0 || list[0].Sub(time.Now().Add(-testDay)).Round(10*time.Second) != time.Minute {
			t.Errorf("the board says that it ends at %v, and it is %v", list, time.Now().Add(-testDay))
		}
		time.Sleep(2 * time.Minute)
		if s := w.state(); s.Phase != table.Void {
			t.Errorf("a minute after the end of the lobby it is %s", s.Phase)
		}
	})
	virtual(t, "en-US", nil, func(t *testing.T, w *town) {
		w.dream("Boris", "play", map[string]any{"game": "lullaby", "options": "rounds:1"})
		time.Sleep(10 * time.Minute)
		w.steps(-testDay) // for Discord a day has passed
		time.Sleep(time.Minute)
		if s := w.state(); s.Phase != table.Void {
			t.Errorf("a day after its end the lobby is %s", s.Phase)
		}
	})
}

// TestClockStepsOutage: when the host's clock steps by a day around a restart, the board says
// for how long the bot was away, and not for how long by the host's clock.
func TestClockStepsOutage(t *testing.T) {
	for _, step := range []time.Duration{testDay, -testDay} {
		// No clock of a test goes back. A host that was set back is one that is behind all the
		// time: what was saved before is by Discord's clock.
		virtualOn(t, localcord.Config{Skew: max(-step, 0)}, "en-US", nil, func(t *testing.T, w *town) {
			w.match("rounds:3", "Boris", "Eve")
			time.Sleep(5 * time.Second)
			w.ctx = t.Context()
			w.stop()
			time.Sleep(20*time.Second + max(step, 0))
			w.srv.SetSkew(-step)
			w.start()
			time.Sleep(3 * time.Second)
			text := w.board().Text()
			if step > 0 && !regexp.MustCompile(`The bot was away for 2\d s`).MatchString(text) || strings.Contains(text, " h ") {
				t.Errorf("after a step of %v the board says\n%s", step, text)
			}
		})
	}
}

// TestWrongClockEnds: what is saved of an end and of a holiday is by Discord's clock, so it
// stays right when the host's clock is set.
func TestWrongClockEnds(t *testing.T) {
	wrongClock(t, nil, func(t *testing.T, w *town, ahead time.Duration) {
		near := func(what string, at, want time.Time) {
			t.Helper()
			if at.Sub(want).Abs() > 10*time.Second {
				t.Errorf("%s is at %v, want %v", what, at, want)
			}
		}
		id := w.ends()
		now := time.Now().Add(-ahead)
		m, err := w.bot.conf.Stores.Matches.Match(w.ctx, id)
		if err != nil {
			t.Fatal(err)
		}
		near("the end of the match", m.Ended, now)
		near("its clearing away", m.Expires, now.Add(table.ClearAfter))
		me := w.dream("Kate", "me", nil).Message
		if me == nil {
			t.Fatal("no settings")
		}
		me = w.does(w.person("Kate").Choose(w.ctx, me.ID, "b/-/holiday/", "3")).Message
		u, err := w.bot.conf.Stores.Settings.User(w.ctx, uint64(mustID(t, w.person("Kate"))))
		if err != nil {
			t.Fatal(err)
		}
		near("the end of the holiday", u.Holiday, time.Now().Add(-ahead).Add(3*testDay))
		if list := times(t, me); len(list) != 1 {
			t.Errorf("the settings show %v", list)
		} else {
			near("the shown end of the holiday", list[0], u.Holiday)
		}
	})
}

// TestHoursByDiscordsClock: at a table by days clocks run, and people are called and reminded,
// in its hours as people know them, however wrong the host's clock is.
func TestHoursByDiscordsClock(t *testing.T) {
	for name, ahead := range map[string]time.Duration{"right": 0, "11 hours ahead": 11 * time.Hour, "11 hours behind": -11 * time.Hour} {
		t.Run(name, func(t *testing.T) {
			virtualOn(t, localcord.Config{Skew: -ahead}, "en-US", playsSomnia, func(t *testing.T, w *town) {
				now := func() time.Time { return time.Now().Add(-ahead).UTC() } // Discord's
				night := now().Truncate(testDay).Add(testDay + 2*time.Hour)
				w.passes(night.Sub(now()))
				w.asks("Eve", store.Call{Every: time.Hour})
				w.somniaOf("Dave", "pace:12h from:10 to:22")
				lobby := w.here
				w.somniaOf("Boris", "pace:12h from:10 to:22", "Grace")
				w.own("Boris", w.board(), "start")
				time.Sleep(time.Minute)
				playing, s := w.here, w.state()
				ran := func(d time.Duration) time.Duration {
					before := s.Now(time.Now())
					time.Sleep(d)
					s = w.look(s.ID)
					return s.Now(time.Now()) - before
				}
				if d := ran(6 * time.Hour); d != 0 {
					t.Errorf("at night the clock ran %v", d)
				}
				w.here = lobby
				w.wantCalled("at night")
				w.here = playing
				if who := w.reminded(); len(who) > 0 {
					t.Errorf("%v are reminded at night", who)
				}
				for _, at := range times(t, w.board()) {
					if h := at.UTC().Hour(); h < 10 || h > 22 {
						t.Errorf("the board shows a deadline at %v", at.UTC())
					}
				}
				time.Sleep(night.Add(8*time.Hour + time.Second).Sub(now()))
				w.here = lobby
				w.wantCalled("in the morning", "Eve")
				w.here = playing
				s = w.look(s.ID)
				if d := ran(time.Hour); (d - time.Hour).Abs() > time.Second {
					t.Errorf("in an hour of the morning the clock ran %v", d)
				}
			})
		})
	}
}
