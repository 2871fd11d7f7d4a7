package bot

import (
	"context"
	"testing"
	"time"

	"oneiros/bot/discord"
	"oneiros/bot/localcord"
	"oneiros/bot/surface"
	"oneiros/store"
)

// answered is what a person was answered who did not wait for it.
type answered struct {
	r   *localcord.Reply
	err error
}

// plans announces a night in three hours and does not wait for the answer. It returns while
// the first call of the bot is on its way to a slow Discord.
func (w *town) plans(who string) <-chan answered {
	w.t.Helper()
	to := make(chan answered, 1)
	person, here := w.person(who), w.here
	go func() {
		r, err := person.Command(w.ctx, here, "dream night", map[string]any{"game": "lullaby", "when": "in 3 hours", "zone": "Etc/UTC"})
		to <- answered{r, err}
	}()
	time.Sleep(200 * time.Millisecond)
	return to
}

// picks chooses the only night of a person in the list, and presses a button below it.
func (w *town) picks(who, button string) *localcord.Reply {
	w.t.Helper()
	m := w.does(w.person(who).Command(w.ctx, w.here, "dream night", nil)).Message
	menu := m.Menu("")
	if menu == nil || len(menu.Options) != 1 {
		w.t.Fatalf("%s reads:\n%s", who, m.Text())
	}
	m = w.does(w.person(who).Choose(w.ctx, m.ID, menu.CustomID, menu.Options[0].Label)).Message
	return w.press(who, m, button)
}

// moves moves the only night of a person to a moment.
func (w *town) movesNight(who string, to time.Time) {
	w.t.Helper()
	r := w.does(w.person(who).Submit(w.ctx, w.picks(who, "Move").Modal, discord.Timestamp(to)))
	if !has(r.Message, "is moved") {
		w.t.Fatalf("moved:\n%s", r.Message.Text())
	}
}

// callsOff calls the only night of a person off.
func (w *town) callsOff(who string) {
	w.t.Helper()
	ask := w.picks(who, "Call off").Message
	if r := w.press(who, ask, "Call off"); !has(r.Message, "called off") {
		w.t.Fatalf("called off:\n%s", r.Message.Text())
	}
}

// events are the events in the list of the server.
func (w *town) events() []localcord.Event { return w.srv.Control().Events(w.srv.Guild()) }

// unposted fails the test where the announcement of a night is there already.
func (w *town) unposted() {
	w.t.Helper()
	if n := len(w.announcements()); n != 0 {
		w.t.Fatalf("Discord was to be slow, and there are %d announcements", n)
	}
}

// slow lets each call that Discord is asked for from now on take so long. Answers to
// presses may take as long.
func (w *town) slow(d time.Duration) {
	w.srv.SetFaults(localcord.Faults{Latency: int(d.Milliseconds()), AnswerWithin: int(time.Minute.Milliseconds())})
}

// onTheHour is an hour of the day so far ahead.
func onTheHour(ahead time.Duration) time.Time { return time.Now().Add(ahead).Truncate(time.Hour) }

// TestNightMovedWhilePosted: a night that is moved while its first announcement is on its
// way to Discord is announced once, and shows when it begins now.
func TestNightMovedWhilePosted(t *testing.T) {
	nightly(t, func(t *testing.T, w *town) {
		w.slow(time.Second)
		told := w.plans("Boris")
		w.srv.SetFaults(localcord.Faults{})
		at := onTheHour(6 * time.Hour)
		w.unposted()
		w.movesNight("Boris", at)
		if a := <-told; a.err != nil || !has(a.r.Message, "is announced") {
			t.Errorf("the answer: %v", a)
		}
		time.Sleep(10 * time.Second)
		if list := w.announcements(); len(list) != 1 || !has(list[0], discord.Timestamp(at), "Coming (1): Boris") {
			t.Errorf("%d announcements; the last one:\n%s", len(list), w.announcement().Text())
		}
	})
}

// TestNightOffWhilePosted: a night that is called off while its first announcement is on
// its way to Discord is announced as called off, and no person is asked to come.
func TestNightOffWhilePosted(t *testing.T) {
	nightly(t, func(t *testing.T, w *town) {
		w.srv.Control().Grant(discord.PermissionCreateEvents)
		w.slow(time.Second)
		told := w.plans("Boris")
		w.srv.SetFaults(localcord.Faults{})
		w.unposted()
		w.callsOff("Boris")
		<-told
		time.Sleep(time.Second)
		if list := w.announcements(); len(list) != 1 || !has(list[0], "Called off") || len(list[0].Buttons()) != 0 {
			t.Errorf("%d announcements; the last one:\n%s", len(list), w.announcement().Text())
		}
		if list := w.events(); len(list) != 0 {
			t.Errorf("called off, and there are the events %+v", list)
		}
	})
}

// TestNightChannelGoneWhilePosted: a channel that is deleted while a night is being
// announced there leaves no night.
func TestNightChannelGoneWhilePosted(t *testing.T) {
	nightly(t, func(t *testing.T, w *town) {
		home := w.here
		w.here = w.srv.NewChannel("short-lived")
		w.slow(time.Second)
		told := w.plans("Boris")
		w.srv.SetFaults(localcord.Faults{})
		if err := w.srv.Control().DeleteChannel(w.here); err != nil {
			t.Fatal(err)
		}
		<-told // perhaps not to be seen: its channel is gone
		w.here = home
		if m := w.does(w.person("Boris").Command(w.ctx, w.here, "dream night", nil)).Message; !has(m, "No game nights are planned") {
			t.Errorf("the list:\n%s", m.Text())
		}
	})
}

// TestNightAnswerLost: Discord posts the announcement and makes the event of a night, and
// the bot hears nothing of it. It does neither twice, and both end with the night.
func TestNightAnswerLost(t *testing.T) {
	for name, when := range map[string]time.Duration{"of both": 0, "of the event": 500 * time.Millisecond} {
		t.Run(name, func(t *testing.T) {
			nightly(t, func(t *testing.T, w *town) {
				w.srv.Control().Grant(discord.PermissionCreateEvents)
				faults := localcord.Faults{Latency: 1000, AnswerWithin: 60_000}
				if w.srv.SetFaults(faults); when == 0 {
					faults.LostRate = 1
					w.srv.SetFaults(faults)
				}
				w.plans("Boris") // the answer to the presser is lost, too
				time.Sleep(when)
				faults.LostRate = 1
				w.srv.SetFaults(faults)
				time.Sleep(15 * time.Second)
				w.srv.SetFaults(localcord.Faults{})
				time.Sleep(2 * time.Minute)
				list, events := w.announcements(), w.events()
				if len(list) != 1 || !has(list[0], "Coming (1): Boris") || len(events) != 1 {
					t.Fatalf("%d announcements and %d events", len(list), len(events))
				}
				at := onTheHour(6 * time.Hour)
				w.movesNight("Boris", at)
				time.Sleep(5 * time.Second)
				if events := w.events(); len(events) != 1 || !events[0].Start.Equal(at) {
					t.Errorf("moved to %v, and the events are %+v", at, events)
				}
				w.answers("Eve", list[0], "Coming")
				if list := w.announcements(); len(list) != 1 || !has(list[0], "Coming (2): Boris, Eve", discord.Timestamp(at)) {
					t.Errorf("%d announcements; the last one:\n%s", len(list), w.announcement().Text())
				}
				w.callsOff("Boris")
				time.Sleep(5 * time.Second)
				if list := w.announcements(); len(list) != 1 || !has(list[0], "Called off") || len(w.events()) != 0 {
					t.Errorf("called off, and there are %d announcements and %d events", len(list), len(w.events()))
				}
			})
		})
	}
}

// TestNightOverBeforeHeard: the moment of a night passes before the bot hears that its
// announcement was posted. The announcement says what became of the night.
func TestNightOverBeforeHeard(t *testing.T) {
	nightly(t, func(t *testing.T, w *town) {
		w.srv.SetFaults(localcord.Faults{LostRate: 1})
		go w.person("Boris").Command(w.ctx, w.here, "dream night", map[string]any{"game": "lullaby", "when": "in 2 minutes"})
		time.Sleep(10 * time.Second)
		w.srv.SetFaults(localcord.Faults{Outage: true})
		time.Sleep(3 * time.Minute)
		w.srv.SetFaults(localcord.Faults{})
		time.Sleep(3 * time.Minute)
		if list := w.announcements(); len(list) != 1 || !has(list[0], "The night has begun") {
			t.Errorf("%d announcements; the last one:\n%s", len(list), w.announcement().Text())
		}
	})
}

// TestNightEnds: the bot ends, or is killed, while a night is being announced or its event
// is being made. The next one neither announces it again nor makes another event.
func TestNightEnds(t *testing.T) {
	for name, c := range map[string]struct {
		how  func(w *town)
		when time.Duration
	}{
		"ends while it posts":       {func(w *town) { w.stop() }, 0},
		"killed while it posts":     {(*town).killed, 0},
		"ends while it schedules":   {func(w *town) { w.stop() }, time.Second},
		"killed while it schedules": {(*town).killed, time.Second},
	} {
		t.Run(name, func(t *testing.T) {
			nightly(t, func(t *testing.T, w *town) {
				w.srv.Control().Grant(discord.PermissionCreateEvents)
				w.slow(time.Second)
				w.plans("Boris")
				time.Sleep(c.when)
				if n := len(w.announcements()); n != 0 && c.when == 0 || len(w.events()) != 0 {
					t.Fatalf("there are %d announcements and %d events too early", n, len(w.events()))
				}
				c.how(w)
				w.srv.SetFaults(localcord.Faults{})
				w.start()
				time.Sleep(10 * time.Second)
				list, events := w.announcements(), w.events()
				if len(list) != 1 || len(events) != 1 {
					t.Fatalf("%d announcements and %d events", len(list), len(events))
				}
				w.answers("Eve", list[0], "Coming")
				if m := w.announcement(); !has(m, "Coming (2): Boris, Eve") {
					t.Errorf("the announcement:\n%s", m.Text())
				}
				w.callsOff("Boris")
				time.Sleep(5 * time.Second)
				if list := w.announcements(); len(list) != 1 || !has(list[0], "Called off") || len(w.events()) != 0 {
					t.Errorf("called off, and there are %d announcements and %d events", len(list), len(w.events()))
				}
			})
		})
	}
}

// TestNightMovedWhileScheduled: a night that is moved twice while its event is being made
// is one event, at the last moment.
func TestNightMovedWhileScheduled(t *testing.T) {
	nightly(t, func(t *testing.T, w *town) {
		w.scheduling()
		w.movesNight("Boris", onTheHour(6*time.Hour))
		at := onTheHour(9 * time.Hour)
		w.movesNight("Boris", at)
		time.Sleep(10 * time.Second)
		if list := w.events(); len(list) != 1 || !list[0].Start.Equal(at) {
			t.Errorf("moved to %v, and the events are %+v", at, list)
		}
	})
}

// TestNightOffWhileScheduled: of a night that is called off while its event is being made
// no event remains.
func TestNightOffWhileScheduled(t *testing.T) {
	nightly(t, func(t *testing.T, w *town) {
		w.scheduling()
		w.callsOff("Boris")
		time.Sleep(10 * time.Second)
		if list := w.events(); len(list) != 0 {
			t.Errorf("called off, and there are the events %+v", list)
		}
		if m := w.announcement(); !has(m, "Called off") {
			t.Errorf("the announcement:\n%s", m.Text())
		}
	})
}

// scheduling announces a night whose event is being made when it returns.
func (w *town) scheduling() {
	w.t.Helper()
	w.srv.Control().Grant(discord.PermissionCreateEvents)
	w.slow(time.Second)
	w.plans("Boris")
	for len(w.announcements()) == 0 {
		time.Sleep(100 * time.Millisecond)
	}
	if len(w.events()) != 0 {
		w.t.Fatal("Discord was to be slow, and there is an event")
	}
	w.srv.SetFaults(localcord.Faults{})
}

// TestNightOffInOutage: a night is called off while Discord takes nothing. Afterwards the
// announcement says so, and the event is gone.
func TestNightOffInOutage(t *testing.T) {
	for name, ends := range map[string]func(w *town){
		"goes on": func(*town) {}, "ends": func(w *town) { w.stop(); w.start() }, "is killed": func(w *town) { w.killed(); w.start() },
	} {
		t.Run(name, func(t *testing.T) {
			nightly(t, func(t *testing.T, w *town) {
				w.srv.Control().Grant(discord.PermissionCreateEvents)
				w.announce("Boris", "in 3 hours", nil)
				time.Sleep(5 * time.Second)
				ask := w.picks("Boris", "Call off").Message
				w.srv.SetFaults(localcord.Faults{ErrorRate: 1})
				go w.person("Boris").Press(w.ctx, ask.ID, "Call off")
				time.Sleep(90 * time.Second)
				if list := w.events(); len(list) != 1 || has(w.announcement(), "Called off") {
					t.Fatalf("Discord was to take nothing: %+v", list)
				}
				w.srv.SetFaults(localcord.Faults{})
				ends(w)
				time.Sleep(2 * time.Minute)
				if m := w.announcement(); !has(m, "Called off") || len(w.events()) != 0 {
					t.Errorf("there are the events %+v; the announcement:\n%s", w.events(), m.Text())
				}
			})
		})
	}
}

// TestNightForbidden: where Discord does not let the bot announce a night, there is none.
func TestNightForbidden(t *testing.T) {
	nightly(t, func(t *testing.T, w *town) {
		w.refuses("POST /channels/{channel}/messages", 50013, 1)
		r := w.does(w.person("Boris").Command(w.ctx, w.here, "dream night", map[string]any{"game": "lullaby", "when": "in 3 hours"}))
		if !has(r.Message, "⚠") || has(r.Message, "is announced") {
			t.Errorf("the answer:\n%s", r.Message.Text())
		}
		if m := w.does(w.person("Boris").Command(w.ctx, w.here, "dream night", nil)).Message; !has(m, "No game nights are planned") {
			t.Errorf("the list:\n%s", m.Text())
		}
		time.Sleep(3 * time.Hour)
		if n := len(w.announcements()); n != 0 {
			t.Errorf("there are %d announcements: %s", n, w.announcements()[0].Text())
		}
	})
}

// slowKept is a store that takes a second to save a kept message by itself.
type slowKept struct{ surface.Store }

func (s slowKept) SaveSurface(ctx context.Context, f store.Surface) error {
	time.Sleep(time.Second)
	return s.Store.SaveSurface(ctx, f)
}

// TestNightMovedKilled: the bot is killed at a moment at which a night is moved that gets an
// event by that. The next one makes the event.
func TestNightMovedKilled(t *testing.T) {
	virtual(t, "en-US", func(c *Config) { c.Stores.Kept = slowKept{c.Stores.Kept} }, func(t *testing.T, w *town) {
		w.announce("Boris", "in 3 hours", nil)
		time.Sleep(5 * time.Second)
		if n := len(w.events()); n != 0 {
			t.Fatalf("there are %d events, and the bot may make none", n)
		}
		w.srv.Control().Grant(discord.PermissionCreateEvents)
		at := onTheHour(6 * time.Hour)
		form := w.picks("Boris", "Move").Modal
		boris := w.person("Boris")
		go boris.Submit(w.ctx, form, discord.Timestamp(at)) // its answer is lost with the bot
		time.Sleep(500 * time.Millisecond)
		w.srv.SetFaults(localcord.Faults{Outage: true}) // the killed bot does nothing more
		w.killed()
		w.srv.SetFaults(localcord.Faults{})
		time.Sleep(time.Hour) // or Discord would tell the next one of the press again
		w.start()
		time.Sleep(time.Minute)
		if m := w.announcement(); !has(m, discord.Timestamp(at)) {
			t.Errorf("the announcement:\n%s", m.Text())
		}
		if list := w.events(); len(list) != 1 || !list[0].Start.Equal(at) {
			t.Errorf("the night is at %v, and the events are %+v", at, list)
		}
	})
}

// TestNightMovedWhileTakenAway: a night that was missed is moved while its event is on its way
// out of the list. Afterwards there is an event, at the new moment.
func TestNightMovedWhileTakenAway(t *testing.T) {
	nightly(t, func(t *testing.T, w *town) {
		w.srv.Control().Grant(discord.PermissionCreateEvents)
		m := w.announce("Boris", "in 10 minutes", nil)
		w.answers("Eve", m, "Coming")
		time.Sleep(9 * time.Minute)
		w.stop()
		time.Sleep(2 * time.Hour)
		w.slow(5 * time.Second)
		w.start()
		for planned := 1; planned > 0; time.Sleep(100 * time.Millisecond) {
			list, err := w.bot.conf.Stores.Features.Nights.PlannedNights(w.ctx)
			if planned = len(list); err != nil {
				t.Fatal(err)
			}
		}
		if n := len(w.events()); n != 1 {
			t.Fatalf("Discord was to be slow, and there are %d events", n)
		}
		w.srv.SetFaults(localcord.Faults{})
		at := onTheHour(6 * time.Hour)
		form := w.does(w.person("Boris").Press(w.ctx, m.ID, "Move"))
		w.does(w.person("Boris").Submit(w.ctx, form.Modal, discord.Timestamp(at)))
		time.Sleep(time.Minute)
		if list := w.events(); len(list) != 1 || !list[0].Start.Equal(at) {
			t.Errorf("the night is at %v, and the events are %+v", at, list)
		}
	})
}
