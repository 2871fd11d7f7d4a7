package bot

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"oneiros/bot/discord"
	"oneiros/bot/localcord"
)

// scheduled announces a night with an event in the list of the server, and returns both.
func (w *town) scheduled(moment string) (*localcord.Message, localcord.Event) {
	w.t.Helper()
	w.srv.Control().Grant(discord.PermissionCreateEvents)
	m := w.announce("Boris", moment, nil)
	time.Sleep(5 * time.Second)
	list := w.events()
	if len(list) == 0 {
		w.t.Fatalf("there is no event\n%s", w.log)
	}
	return m, list[len(list)-1]
}

// changesEvent has a person who manages events change one.
func (w *town) changesEvent(id localcord.ID, do func(e *localcord.Event)) {
	w.t.Helper()
	if err := w.srv.Control().ChangeEvent(id, do); err != nil {
		w.t.Fatal(err)
	}
	time.Sleep(5 * time.Second)
}

// TestNightEventMoved: a night is moved with its event in Discord. Those who answered stay, the
// announcement says so, and it begins at the new moment, also after a restart.
func TestNightEventMoved(t *testing.T) {
	nightly(t, func(t *testing.T, w *town) {
		m, e := w.scheduled("in 3 hours")
		w.answers("Eve", m, "Coming")
		at := onTheHour(6 * time.Hour)
		w.changesEvent(e.ID, func(e *localcord.Event) { e.Start, e.End = at, at.Add(time.Hour) })
		if m = w.announcement(); !has(m, discord.Timestamp(at), "Coming (2): Boris, Eve", "Moved in the server's list of events") {
			t.Errorf("moved:\n%s", m.Text())
		}
		if list := w.events(); len(list) != 1 || !list[0].Start.Equal(at) {
			t.Errorf("moved, and the events are %+v", list)
		}
		// What has nothing to do with when it begins changes nothing, and neither does nonsense.
		w.changesEvent(e.ID, func(e *localcord.Event) { e.Name = "Our night" })
		w.changesEvent(e.ID, func(e *localcord.Event) { e.Start, e.End = at.AddDate(1, 0, 0), at.AddDate(1, 0, 1) })
		if m = w.announcement(); !has(m, discord.Timestamp(at)) {
			t.Errorf("moved too far:\n%s", m.Text())
		}
		w.changesEvent(e.ID, func(e *localcord.Event) { e.Start, e.End = at, at.Add(time.Hour) })
		// Moved with the button, it is not said any more, and goes back when the event does.
		w.movesNight("Boris", at.Add(time.Hour))
		time.Sleep(5 * time.Second)
		if m = w.announcement(); !has(m, discord.Timestamp(at.Add(time.Hour))) || has(m, "Moved in") {
			t.Errorf("moved with the button:\n%s", m.Text())
		}
		time.Sleep(5 * time.Minute)
		w.changesEvent(e.ID, func(e *localcord.Event) { e.Start = at })
		w.stop()
		w.start()
		if m = w.announcement(); !has(m, discord.Timestamp(at), "Moved in") {
			t.Errorf("moved back:\n%s", m.Text())
		}
		time.Sleep(time.Until(at) + 10*time.Second)
		if n, who := w.begun(); n != 1 || !slices.Equal(who, []string{"Boris", "Eve"}) {
			t.Errorf("%d calls to %q", n, who)
		}
	})
}

// TestNightEventEcho: what the bot itself makes of an event comes back late and in any order, and
// moves nothing.
func TestNightEventEcho(t *testing.T) {
	nightly(t, func(t *testing.T, w *town) {
		_, e := w.scheduled("in 3 hours")
		w.slow(2 * time.Second)
		at := onTheHour(6 * time.Hour)
		for i := range 4 {
			w.movesNight("Boris", at.Add(time.Duration(i)*time.Hour))
		}
		w.srv.SetFaults(localcord.Faults{})
		last := at.Add(3 * time.Hour)
		time.Sleep(30 * time.Second)
		w.bot.events.dispatch(discord.ShardID{Of: 1}, discord.EventChanged{Guild: mustGuild(w), Event: eventID(t, e), Start: at})
		time.Sleep(10 * time.Second)
		if m := w.announcement(); !has(m, discord.Timestamp(last)) || has(m, "Moved in") {
			t.Errorf("the announcement:\n%s", m.Text())
		}
		// Long afterwards, it is asked what the event is now.
		time.Sleep(10 * time.Minute)
		w.bot.events.dispatch(discord.ShardID{Of: 1}, discord.EventChanged{Guild: mustGuild(w), Event: eventID(t, e), Start: at})
		time.Sleep(10 * time.Second)
		if m := w.announcement(); !has(m, discord.Timestamp(last)) || has(m, "Moved in") {
			t.Errorf("the announcement:\n%s", m.Text())
		}
		w.callsOff("Boris")
		time.Sleep(10 * time.Second)
		if m := w.announcement(); !has(m, "Called off") || has(m, "event") || len(w.events()) != 0 {
			t.Errorf("called off:\n%s", m.Text())
		}
	})
}

func eventID(t *testing.T, e localcord.Event) discord.ID {
	t.Helper()
	id, err := discord.ParseID(string(e.ID))
	if err != nil {
		t.Fatal(err)
	}
	return id
}

// TestNightEventRemoved: a night whose event a person deletes or cancels stays planned. The
// event is not made again, and the announcement says that it is gone.
func TestNightEventRemoved(t *testing.T) {
	for name, remove := range map[string]func(w *town, e localcord.Event){
		"deleted": func(w *town, e localcord.Event) { w.changesEvent(e.ID, nil) },
		"cancelled": func(w *town, e localcord.Event) {
			w.changesEvent(e.ID, func(e *localcord.Event) { e.Status = localcord.EventCanceled })
		},
	} {
		t.Run(name, func(t *testing.T) {
			nightly(t, func(t *testing.T, w *town) {
				_, e := w.scheduled("in 3 hours")
				open := func() int {
					return len(slices.DeleteFunc(w.events(), func(e localcord.Event) bool { return e.Status > localcord.EventActive }))
				}
				remove(w, e)
				time.Sleep(5 * time.Second)
				const gone = "Its event is gone from the server's list. The night stays."
				m := w.announcement()
				if !has(m, gone, "Coming (1): Boris") {
					t.Errorf("the announcement:\n%s", m.Text())
				}
				w.answers("Eve", m, "Coming")
				w.movesNight("Boris", onTheHour(5*time.Hour))
				w.stop()
				w.start()
				time.Sleep(sweepEvery + time.Minute)
				if m = w.announcement(); !has(m, gone) || open() != 0 {
					t.Errorf("later there are %d events\n%s", open(), m.Text())
				}
				time.Sleep(5 * time.Hour)
				if n, who := w.begun(); n != 1 || !slices.Equal(who, []string{"Boris", "Eve"}) {
					t.Errorf("%d calls to %q", n, who)
				}
				if m = w.announcement(); has(m, "event") {
					t.Errorf("begun:\n%s", m.Text())
				}
			})
		})
	}
}

// TestNightInterested: who is interested in the event of a night may come, as long as they are and
// have not answered.
func TestNightInterested(t *testing.T) {
	nightly(t, func(t *testing.T, w *town) {
		m, e := w.scheduled("in 30 minutes")
		interested := func(who string, is bool) {
			t.Helper()
			if err := w.person(who).Interested(e.ID, is); err != nil {
				t.Fatal(err)
			}
		}
		shows := func(what, want string) {
			t.Helper()
			time.Sleep(5 * time.Second)
			if m = w.announcement(); want == "" && has(m, "Maybe (") || want != "" && !has(m, want) || len(m.Mentions) > 0 {
				t.Errorf("%s:\n%s", what, m.Text())
			}
		}
		w.answers("Kate", m, "Not coming")
		for _, who := range []string{"Eve", "Kate", "Boris"} {
			interested(who, true)
		}
		shows("interested", "Maybe (1): Eve")
		shows("they have answered", "Not coming: 1")
		interested("Eve", false)
		shows("not any more", "")
		for _, is := range []bool{true, false, true, false} {
			interested("Eve", is)
		}
		shows("not in the end", "")
		for _, is := range []bool{true, false, true} {
			interested("Eve", is)
		}
		shows("in the end", "Maybe (1): Eve")
		w.answers("Eve", m, "Maybe")
		interested("Eve", false)
		shows("her answer stays", "Maybe (1): Eve")
		interested("Dave", true)
		shows("another", "Maybe (2): Eve, Dave")
		w.answers("Dave", m, "Coming")
		shows("he comes", "Coming (2): Boris, Dave")
		interested("Dave", false)
		shows("he still comes", "Coming (2): Boris, Dave")
		interested("Mallory", true)
		time.Sleep(5 * time.Second)
		w.press("Mallory", w.press("Mallory", w.dream("Mallory", "me", nil).Message, "Erase me").Message, "Erase")
		shows("one was erased", "Maybe (1): Eve")
		if w.erased(); w.holds("Mallory") {
			t.Error("the database has something of them")
		}
		interested("Grace", true)
		time.Sleep(5 * time.Second)
		for i := range 60 {
			interested(fmt.Sprint("Fan", i), true)
			time.Sleep(time.Second)
		}
		shows("a crowd", "Maybe (51): Eve, Grace, Fan0")
		time.Sleep(30 * time.Minute)
		if n, who := w.begun(); n != 1 || !slices.Equal(who, []string{"Boris", "Dave", "Eve", "Grace"}) {
			t.Errorf("%d calls to %q", n, who)
		}
	})
}
