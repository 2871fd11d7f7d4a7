package bot

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"oneiros/bot/discord"
	"oneiros/bot/localcord"
	"oneiros/bot/night"
	nights "oneiros/bot/night/page"
	"oneiros/bot/page"
	"oneiros/bot/table"
	"oneiros/games/gametest"
	"oneiros/store"
)

// nightly runs a test in a town that lasts for weeks. While the bot runs, it says each
// second that it lives, so an hour of virtual time takes some tenths of a second.
func nightly(t *testing.T, test func(t *testing.T, w *town)) {
	t.Helper()
	virtual(t, "en-US", nil, func(t *testing.T, w *town) {
		w.stop()
		w.ctx = t.Context()
		w.start()
		test(t, w)
	})
}

// announce announces a night, and returns the announcement.
func (w *town) announce(who, moment string, options map[string]any) *localcord.Message {
	w.t.Helper()
	o := map[string]any{"game": "lullaby", "when": moment, "zone": "Etc/UTC"}
	for key, v := range options {
		o[key] = v
	}
	r := w.does(w.person(who).Command(w.ctx, w.here, "dream night", o))
	if !has(r.Message, "is announced") || !r.Message.Ephemeral() {
		w.t.Fatalf("the answer:\n%s", r.Message.Text())
	}
	return w.announcement()
}

// announceFor is announce by a person who does not come.
func (w *town) announceFor(who, moment string) *localcord.Message {
	w.t.Helper()
	m := w.announce(who, moment, nil)
	w.answers(who, m, "Not coming")
	return m
}

// announcement is the latest announcement in the channel.
func (w *town) announcement() *localcord.Message {
	w.t.Helper()
	list := w.announcements()
	if len(list) == 0 {
		w.t.Fatalf("there is no announcement\n%s", w.log)
	}
	return list[len(list)-1]
}

func (w *town) announcements() (list []*localcord.Message) {
	w.t.Helper()
	synctest.Wait()
	for _, m := range w.person("Grace").Messages(w.here) {
		if !m.Ephemeral() && has(m, "game night") && len(m.Embeds) > 0 {
			list = append(list, m)
		}
	}
	return list
}

// answers presses a button of an announcement, and waits until it is drawn.
func (w *town) answers(who string, m *localcord.Message, button string) {
	w.t.Helper()
	w.does(w.person(who).Press(w.ctx, m.ID, button))
	time.Sleep(5 * time.Second)
}

// begun are the messages that call people to a night, and whom they notified.
func (w *town) begun() (n int, who []string) {
	w.t.Helper()
	synctest.Wait()
	for _, m := range w.person("Grace").Messages(w.here) {
		if m.Ephemeral() || !has(m, "the night begins") {
			continue
		}
		n++
		for _, u := range m.Mentions {
			for _, name := range []string{"Boris", "Dave", "Eve", "Grace", "Kate", "Mallory"} {
				if w.person(name).ID() == u.ID {
					who = append(who, name)
				}
			}
		}
	}
	slices.Sort(who)
	return n, who
}

// sitting are the names of who sits at the table.
func (w *town) sitting() (names []string) {
	w.t.Helper()
	for _, p := range w.state().Players {
		names = append(names, p.Name)
	}
	return names
}

// TestNight: a night is announced a week ahead. People answer, change their minds and
// press twice, and the bot restarts twice. Those who come sit at the table in time, and are
// mentioned once.
func TestNight(t *testing.T) {
	nightly(t, func(t *testing.T, w *town) {
		at := time.Now().Add(7 * 24 * time.Hour).Truncate(time.Hour)
		m := w.announce("Boris", at.UTC().Format("02.01.2006 15:04"), map[string]any{"options": "rounds:2"})
		if !has(m, "Lullaby: game night", discord.Timestamp(at), "Coming (1): Boris", "Announced by Boris") || len(m.Mentions) > 0 {
			t.Fatalf("the announcement:\n%s", m.Text())
		}
		w.answers("Eve", m, "Coming")
		w.answers("Boris", m, "Coming")
		w.answers("Kate", m, "Coming")
		w.answers("Kate", m, "Maybe")
		w.answers("Eve", m, "Coming")
		w.answers("Dave", m, "Not coming")
		if m = w.announcement(); !has(m, "Coming (2): Boris, Eve", "Maybe (1): Kate", "Not coming: 1") {
			t.Errorf("the answers:\n%s", m.Text())
		}
		for range 2 {
			w.stop()
			time.Sleep(3 * 24 * time.Hour)
			w.start()
			time.Sleep(time.Minute)
		}
		w.answers("Mallory", m, "Coming")
		w.stop()
		time.Sleep(time.Until(at) - time.Minute)
		w.start()
		time.Sleep(time.Until(at) - time.Second)
		if n, _ := w.begun(); n != 0 || len(w.bot.tables.Known(table.All())) != 0 {
			t.Fatal("it begins too early")
		}
		time.Sleep(10 * time.Second)
		s := w.state()
		if got := w.sitting(); s.Phase != table.Lobby || !slices.Equal(got, []string{"Boris", "Eve", "Mallory"}) || s.Options["rounds"] != "2" || s.Host != mustID(t, w.person("Boris")) {
			t.Errorf("at the table sit %q with %v", got, s.Options)
		}
		if n, who := w.begun(); n != 1 || !slices.Equal(who, []string{"Boris", "Eve", "Kate", "Mallory"}) { // she may come, and a seat is free
			t.Errorf("%d calls to %q", n, who)
		}
		if m = w.announcement(); !has(m, "The night has begun") || m.Button("Coming") != nil || len(w.announcements()) != 1 {
			t.Errorf("the announcement:\n%s", m.Text())
		}
		w.stop()
		w.start()
		time.Sleep(2 * time.Minute)
		if n, _ := w.begun(); n != 1 || len(w.bot.tables.Known(table.All())) != 1 {
			t.Errorf("after a restart there are %d calls and %d tables", n, len(w.bot.tables.Known(table.All())))
		}
		w.stop()
		time.Sleep(8 * 24 * time.Hour)
		w.start()
		time.Sleep(sweepEvery + time.Second)
		if p, err := w.bot.conf.Stores.Features.People.Person(w.ctx, uint64(mustID(t, w.person("Eve"))), func(uint64) time.Time { return time.Time{} }); err != nil || len(p.Rows("nights")) != 0 {
			t.Errorf("a week later there is %s, %v", p.Rows("nights"), err)
		}
	})
}

// TestNightMoved: only who announced a night moves it or calls it off, or who manages the
// server. What is typed wrongly is refused, and nothing changes.
func TestNightMoved(t *testing.T) {
	nightly(t, func(t *testing.T, w *town) {
		m := w.announce("Boris", "in 10 minutes", nil)
		w.answers("Eve", m, "Coming")
		w.answers("Boris", m, "Coming")
		for _, button := range []string{"Move", "Call off"} {
			if r, err := w.person("Eve").Press(w.ctx, m.ID, button); err != nil || r.Modal != nil || !has(r.Message, "Only the person who announced") {
				t.Errorf("%s by another: %v %+v", button, err, r)
			}
		}
		move := func(who, to string) *localcord.Reply {
			t.Helper()
			form := w.does(w.person(who).Press(w.ctx, m.ID, "Move"))
			if form.Modal == nil {
				t.Fatalf("no form:\n%s", form.Message.Text())
			}
			return w.does(w.person(who).Submit(w.ctx, form.Modal, to))
		}
		for to, want := range map[string]string{
			"soon": "I do not understand “soon”", "tomorrow": "at what time", "31.02 20:00": `There is no “31\.02”`, "1.1.2001 20:00": "has already passed", "in 300 days": "too far away", "@everyone [x](y)": `I do not understand “\@everyone”`,
		} {
			r := move("Boris", to)
			if !has(r.Message, want) {
				t.Errorf("%q:\n%s", to, r.Message.Text())
			}
			if form := w.press("Boris", r.Message, "Fill in again").Modal; form == nil || form.Inputs()[0].Value != to {
				t.Errorf("%q is not kept: %+v", to, form)
			}
		}
		if r := move("Boris", time.Now().UTC().Add(5*time.Hour).Truncate(time.Hour).Format("15:04")+" utc+2"); !has(r.Message, "UTC+02", discord.Timestamp(time.Now().Add(3*time.Hour).Truncate(time.Hour))) {
			t.Errorf("by the zone in the words:\n%s", r.Message.Text())
		}
		at := time.Now().Add(40 * time.Minute).Truncate(time.Minute)
		if r := move("Аня", "<t:"+discord.Timestamp(at)[3:]); !has(r.Message, "перенесён", discord.Timestamp(at)) { // she manages the server, and reads Russian
			t.Errorf("moved:\n%s", r.Message.Text())
		}
		time.Sleep(15 * time.Minute)
		if len(w.bot.tables.Known(table.All())) != 0 {
			t.Fatal("it begins when it was to begin at first")
		}
		if m = w.announcement(); !has(m, discord.Timestamp(at), "Coming (2): Boris, Eve") {
			t.Errorf("the announcement:\n%s", m.Text())
		}
		ask := w.does(w.person("Boris").Press(w.ctx, m.ID, "Call off")).Message
		if !has(ask, "Call off the night of **Lullaby**?") {
			t.Fatalf("the question:\n%s", ask.Text())
		}
		if has(w.announcement(), "Called off") {
			t.Fatal("it was not asked")
		}
		// Their yes is about the moment that they were asked about.
		at = at.Add(time.Hour)
		move("Аня", "<t:"+discord.Timestamp(at)[3:])
		if r := w.does(w.person("Boris").Press(w.ctx, ask.ID, "Call off")); !has(r.Message, "was moved in the meantime") || has(w.announcement(), "Called off") {
			t.Errorf("a yes to what has changed:\n%s", r.Message.Text())
		}
		ask = w.does(w.person("Boris").Press(w.ctx, m.ID, "Call off")).Message
		w.does(w.person("Boris").Press(w.ctx, ask.ID, "Call off"))
		time.Sleep(5 * time.Second)
		if m = w.announcement(); !has(m, "Called off") || len(m.Buttons()) != 0 {
			t.Errorf("the announcement:\n%s", m.Text())
		}
		time.Sleep(time.Until(at) + time.Minute)
		if n, _ := w.begun(); n != 0 || len(w.bot.tables.Known(table.All())) != 0 {
			t.Error("it begins all the same")
		}
	})
}

// TestNightDown: a bot that was not there opens the table when it is back, if it is not
// too late. A night that was missed can be moved.
func TestNightDown(t *testing.T) {
	for _, c := range []struct {
		down  time.Duration
		opens bool
	}{{30 * time.Minute, true}, {2 * time.Hour, false}} {
		nightly(t, func(t *testing.T, w *town) {
			m := w.announceFor("Boris", "in 10 minutes")
			w.answers("Eve", m, "Coming")
			w.answers("Kate", m, "Coming")
			time.Sleep(9 * time.Minute)
			w.stop()
			time.Sleep(c.down)
			w.start()
			time.Sleep(time.Minute)
			n, who := w.begun()
			if c.opens {
				if got := w.sitting(); n != 1 || !slices.Equal(who, []string{"Eve", "Kate"}) || !slices.Equal(got, []string{"Eve", "Kate"}) {
					t.Errorf("%d calls to %q, and there sit %q", n, who, got)
				}
				return
			}
			if m = w.announcement(); n != 0 || len(w.bot.tables.Known(table.All())) != 0 || !has(m, "No table could be opened in time") {
				t.Errorf("%d calls:\n%s", n, m.Text())
			}
			form := w.does(w.person("Boris").Press(w.ctx, m.ID, "Move"))
			w.does(w.person("Boris").Submit(w.ctx, form.Modal, "in 10 minutes"))
			time.Sleep(11 * time.Minute)
			if n, who = w.begun(); n != 1 || !slices.Equal(who, []string{"Eve", "Kate"}) {
				t.Errorf("after it was moved, %d calls to %q", n, who)
			}
		})
	}
}

// TestNightAlone: no person comes, the channel is busy, or deleted, or forbidden.
func TestNightAlone(t *testing.T) {
	nightly(t, func(t *testing.T, w *town) {
		m := w.announceFor("Boris", "in 10 minutes")
		w.answers("Eve", m, "Maybe")
		time.Sleep(11 * time.Minute)
		if m = w.announcement(); !has(m, "Nobody signed up") || len(w.bot.tables.Known(table.All())) != 0 {
			t.Errorf("nobody comes:\n%s", m.Text())
		}

		w.here = w.srv.NewChannel("busy")
		m = w.announceFor("Boris", "in 10 minutes")
		w.answers("Eve", m, "Coming")
		time.Sleep(5 * time.Minute)
		w.does(w.person("Kate").Command(w.ctx, w.here, "dream play", map[string]any{"game": "lullaby"}))
		time.Sleep(10 * time.Minute)
		if n, _ := w.begun(); n != 0 || !has(w.announcement(), "Coming (1): Eve") {
			t.Errorf("in a busy channel %d calls:\n%s", n, w.announcement().Text())
		}
		if _, err := w.bot.tables.Send(w.ctx, w.state().ID, table.Action{Kind: table.Stop, Asked: table.Whatever, User: table.User{ID: mustID(t, w.person("Kate"))}}); err != nil {
			t.Fatal(err)
		}
		time.Sleep(2 * time.Minute)
		if n, who := w.begun(); n != 1 || !slices.Equal(who, []string{"Eve"}) {
			t.Errorf("the channel is free, and %d calls to %q", n, who)
		}

		w.here = w.srv.NewChannel("deleted")
		m = w.announce("Boris", "in 10 minutes", nil)
		w.answers("Eve", m, "Coming")
		if err := w.srv.Control().DeleteChannel(w.here); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Minute)
		if list, err := w.bot.conf.Stores.Features.Nights.PlannedNights(w.ctx); err != nil || len(list) != 0 {
			t.Errorf("without a channel %+v, %v", list, err)
		}

		w.here = w.srv.NewChannel("forbidden")
		m = w.announce("Boris", "in 10 minutes", nil)
		w.answers("Eve", m, "Coming")
		w.srv.Control().Deny(w.here, 1<<11) // to send messages
		time.Sleep(11 * time.Minute)
		if n, _ := w.begun(); n != 0 {
			t.Error("it calls where it may not")
		}
		w.srv.Control().Deny(w.here, 0)
		if err := w.srv.Control().DeleteMessage(m.ID); err != nil { // the night goes on without its announcement
			t.Fatal(err)
		}
	})
}

// TestNightFull: more come than there are seats. The first ones sit and are mentioned. The
// announcement names the others, and no other person is notified.
func TestNightFull(t *testing.T) {
	nightly(t, func(t *testing.T, w *town) {
		m := w.announce("Grace", "in 10 minutes", nil)
		people := []string{"Boris", "Eve", "Kate", "Dave", "Grace"}
		for _, who := range people {
			w.answers(who, m, "Coming")
		}
		most := lullaby.Info().Max
		if m = w.announcement(); !has(m, fmt.Sprintf("Coming (%d): Grace, Boris, Eve, Kate", most), "signed up: 5. In line (1): Dave") || most >= 5 {
			t.Fatalf("of %d seats:\n%s", most, m.Text())
		}
		time.Sleep(10 * time.Minute)
		if got := w.sitting(); len(got) != most || !slices.Contains(got, "Grace") || !slices.Contains(got, "Boris") || slices.Contains(got, "Dave") {
			t.Errorf("there sit %q", got)
		}
		sit := slices.Sorted(slices.Values(w.sitting()))
		if n, who := w.begun(); n != 1 || !slices.Equal(who, sit) {
			t.Errorf("there sit %q, and %d calls to %q", sit, n, who)
		}
		m = w.announcement()
		if !has(m, "No seat was free (1): Dave.") || len(m.Mentions) != 0 {
			t.Errorf("the announcement:\n%s", m.Text())
		}
	})
}

// TestNightEvent: with the permission a night is an event of the server. It moves, begins
// and goes with the night. Without the permission nothing is missing.
func TestNightEvent(t *testing.T) {
	nightly(t, func(t *testing.T, w *town) {
		events := func() []localcord.Event {
			synctest.Wait()
			time.Sleep(time.Second)
			return w.srv.Control().Events(w.srv.Guild())
		}
		w.announce("Boris", "in 10 minutes", nil)
		if len(events()) != 0 {
			t.Error("an event without the permission")
		}
		w.srv.Control().Grant(discord.PermissionCreateEvents)
		w.here = w.srv.NewChannel("events")
		m := w.announce("Boris", "in 10 minutes", nil)
		w.answers("Eve", m, "Coming")
		list := events()
		if len(list) != 1 || list[0].Name != "Lullaby: game night" || !strings.HasSuffix(list[0].Location, string(m.ID)) || !list[0].End.After(list[0].Start) {
			t.Fatalf("the events: %+v", list)
		}
		form := w.does(w.person("Boris").Press(w.ctx, m.ID, "Move"))
		w.does(w.person("Boris").Submit(w.ctx, form.Modal, "in 30 minutes"))
		time.Sleep(time.Second)
		if moved := events(); len(moved) != 1 || moved[0].ID != list[0].ID || moved[0].Start.Sub(list[0].Start) < 15*time.Minute {
			t.Errorf("moved: %+v", moved)
		}
		time.Sleep(31 * time.Minute)
		if now := events(); len(now) != 1 || now[0].Status != localcord.EventActive {
			t.Errorf("begun: %+v", now)
		}
		w.here = w.srv.NewChannel("off")
		m = w.announce("Boris", "in 10 minutes", nil)
		if n := len(events()); n != 2 {
			t.Fatalf("%d events", n)
		}
		ask := w.does(w.person("Boris").Press(w.ctx, m.ID, "Call off")).Message
		w.does(w.person("Boris").Press(w.ctx, ask.ID, "Call off"))
		if n := len(events()); n != 1 {
			t.Errorf("called off, and there are %d events", n)
		}
	})
}

// TestNightWithoutEvent: where the bot may not create events, the host of a night is told which
// permission is missing, when they announce it, pick it in the list and move it. No other
// reader is told, and nothing is said of a night that has its event.
func TestNightWithoutEvent(t *testing.T) {
	for locale, words := range map[string]struct{ lack, move string }{
		"en-US": {"I may not create events here, so this night has no server event. I need: Create Events.", "Move"},
		"ru":    {"В событиях сервера этого вечера не будет: у бота нет права «Создавать события».", "Перенести"},
	} {
		nightly(t, func(t *testing.T, w *town) {
			tells := func(what string, m *localcord.Message, want bool) {
				t.Helper()
				if !m.Ephemeral() || strings.Contains(m.Text(), words.lack) != want {
					t.Errorf("%s: %s, want it told: %v\n%s", locale, what, want, m.Text())
				}
			}
			for _, who := range []string{"Boris", "Аня"} {
				if err := w.person(who).SetLocale(locale); err != nil {
					t.Fatal(err)
				}
			}
			announce := func() *localcord.Message {
				t.Helper()
				return w.does(w.person("Boris").Command(w.ctx, w.here, "dream night", map[string]any{"game": "lullaby", "when": "in 30 minutes"})).Message
			}
			pick := func(who, night string) *localcord.Message {
				t.Helper()
				list := w.does(w.person(who).Command(w.ctx, w.here, "dream night", nil)).Message
				if strings.Contains(list.Text(), words.lack) {
					t.Errorf("%s: the list says it of no night:\n%s", locale, list.Text())
				}
				return w.does(w.person(who).Choose(w.ctx, list.ID, page.CustomID{Action: nights.Action, Arg: ":" + nights.Pick}.String(), night)).Message
			}
			moves := func(who string, from *localcord.Message) *localcord.Message {
				t.Helper()
				form := w.does(w.person(who).Press(w.ctx, from.ID, words.move))
				return w.does(w.person(who).Submit(w.ctx, form.Modal, "in 40 minutes")).Message
			}
			tells("announced", announce(), true)
			m, _ := w.invitation()
			if strings.Contains(m.Text(), "Create Events") || strings.Contains(m.Text(), words.lack) {
				t.Errorf("everybody reads\n%s", m.Text())
			}
			night := nightOf(m)
			tells("picked", pick("Boris", night), true)
			tells("picked by another who may move it", pick("Аня", night), false)
			tells("moved", moves("Boris", pick("Boris", night)), true)
			tells("moved by another", moves("Аня", pick("Аня", night)), false)

			w.srv.Control().Grant(discord.PermissionCreateEvents)
			tells("moved with the permission", moves("Boris", pick("Boris", night)), false)
			time.Sleep(time.Second)
			if n := len(w.srv.Control().Events(w.srv.Guild())); n != 1 {
				t.Fatalf("%d events", n)
			}
			w.srv.Control().Grant(0)
			tells("picked with an event", pick("Boris", night), false)
			w.srv.Control().Grant(discord.PermissionCreateEvents)
			w.here = w.srv.NewChannel("events")
			tells("announced with the permission", announce(), false)
		})
	}
}

// nightOf is the id of the night of an announcement.
func nightOf(m *localcord.Message) string {
	for _, b := range m.Buttons() {
		if id, ok := page.ParseCustomID(b.CustomID); ok && id.Action == nights.Action {
			night, _, _ := strings.Cut(id.Arg, ":")
			return night
		}
	}
	return ""
}

// TestNightErased: a person goes from the nights with all that is kept of them, and a
// server with its nights.
func TestNightErased(t *testing.T) {
	nightly(t, func(t *testing.T, w *town) {
		m := w.announce("Xaver", "in 30 minutes", nil)
		w.answers("Xaver", m, "Coming")
		w.answers("Eve", m, "Coming")
		w.press("Xaver", w.press("Xaver", w.dream("Xaver", "me", nil).Message, "Erase me").Message, "Erase")
		time.Sleep(5 * time.Second)
		if m = w.announcement(); has(m, "Xaver") || !has(m, "Coming (1): Eve") {
			t.Errorf("the announcement:\n%s", m.Text())
		}
		w.erased()
		if w.holds("Xaver") || w.holds(string(w.person("Xaver").ID())) {
			t.Error("the database has something of them")
		}
		time.Sleep(30 * time.Minute)
		if n, who := w.begun(); n != 1 || !slices.Equal(who, []string{"Eve"}) {
			t.Errorf("%d calls to %q", n, who)
		}
	})
}

// TestNightNamesakes: an announcement tells apart people whose names look alike, and only
// those. So does the table that it opens, before any of them pressed something there.
func TestNightNamesakes(t *testing.T) {
	nightly(t, func(t *testing.T, w *town) {
		const latin, cyrillic = "Alex", "Аlех"
		w.renamed(map[string]string{"Boris": latin, "Eve": cyrillic})
		m := w.announce(latin, "in 30 minutes", nil)
		w.answers(latin, m, "Coming")
		w.answers("Kate", m, "Coming")
		if m = w.announcement(); !has(m, "Coming (2): "+latin+", Kate") || has(m, "@") {
			t.Errorf("nobody is alike, and the announcement is\n%s", m.Text())
		}
		w.answers(cyrillic, m, "Maybe")
		if m = w.announcement(); !has(m, "Coming (2): "+latin+" \\@boris, Kate", "Maybe (1): "+cyrillic+" \\@eve", "Announced by "+latin+" \\@boris") {
			t.Errorf("two are alike, and the announcement is\n%s", m.Text())
		}
		w.answers(cyrillic, m, "Coming")
		time.Sleep(30 * time.Minute)
		w.shows("Grace", w.board(), latin+"\u00a0\\@boris", cyrillic+"\u00a0\\@eve")
	})
}

// TestNightRefused: what cannot be announced is refused, and the list has what was.
func TestNightRefused(t *testing.T) {
	nightly(t, func(t *testing.T, w *town) {
		ask := func(who string, o map[string]any) *localcord.Message {
			t.Helper()
			return w.does(w.person(who).Command(w.ctx, w.here, "dream night", o)).Message
		}
		if m := ask("Boris", nil); !has(m, "No game nights are planned", "/dream night") {
			t.Errorf("the list:\n%s", m.Text())
		}
		for want, o := range map[string]map[string]any{
			"Give a day and a time":          {"game": "lullaby"},
			"I do not understand":            {"game": "lullaby", "when": "whenever"},
			"Which game is the night for?":   {"when": "20:00"},
			"This game has no option “x”":    {"game": "lullaby", "when": "20:00", "options": "x:y"},
			"This server has no such preset": {"preset": "none", "when": "20:00"},
		} {
			if m := ask("Boris", o); !m.Ephemeral() || !has(m, want) || len(w.announcements()) != 0 {
				t.Errorf("%s:\n%s", want, m.Text())
			}
		}
		for range night.MostOwn {
			w.announce("Boris", "tomorrow 20:00", nil)
		}
		if m := ask("Boris", map[string]any{"game": "lullaby", "when": "20:00"}); !has(m, "You have announced 3 nights here") {
			t.Errorf("one more:\n%s", m.Text())
		}
		if m := ask("Eve", nil); strings.Count(m.Text(), "coming: 1") != night.MostOwn || !has(m, "https://discord.com/channels/") {
			t.Errorf("the list:\n%s", m.Text())
		}
		list, err := w.person("Eve").Complete(w.ctx, w.here, "dream night", "when", "fri 20:00", map[string]any{"game": "lullaby"})
		if err != nil || len(list) == 0 || !strings.HasPrefix(list[0].Name, "Fri ") || !strings.Contains(list[0].Name, "20:00 · UTC") || !strings.HasPrefix(fmt.Sprint(list[0].Value), "<t:") {
			t.Errorf("suggested: %+v, %v", list, err)
		}
		if list, err = w.person("Eve").Complete(w.ctx, w.here, "dream night", "when", "", nil); err != nil || len(list) < 3 {
			t.Errorf("suggested at first: %+v, %v", list, err)
		}
		list, err = w.person("Eve").Complete(w.ctx, w.here, "dream night", "when", "fri 20:00 мск", map[string]any{"game": "lullaby", "zone": "Asia/Tokyo"})
		if err != nil || len(list) == 0 || !strings.Contains(list[0].Name, "20:00 · Moscow") {
			t.Errorf("suggested by the zone in the words: %+v, %v", list, err)
		}
		planned, _ := w.bot.conf.Stores.Features.Nights.NightsOn(w.ctx, uint64(mustGuild(w)))
		for _, id := range []string{"b/-/night/x:yes", "b/-/night/:", "b/-/night/" + planned[0].ID + ":what", "b/-/night/" + planned[0].ID + ":drop", "b/-/night/" + planned[0].ID + ":move"} {
			r, err := w.person("Mallory").Forge(w.ctx, localcord.Forged{Channel: w.here, Message: w.announcement().ID, CustomID: id})
			if err != nil || !has(r.Message, "⚠") {
				t.Errorf("%s: %v\n%+v", id, err, r)
			}
		}
		if now, err := w.bot.conf.Stores.Features.Nights.NightsOn(w.ctx, uint64(mustGuild(w))); err != nil || len(now) != night.MostOwn {
			t.Errorf("after forged presses there are %d nights, %v", len(now), err)
		}
	})
}

// TestNightEither: "tomorrow at 8" is in the morning or in the evening. Both are offered
// while it is typed. Sent all the same, it is refused with both, and either of them is read
// as it stands there.
func TestNightEither(t *testing.T) {
	nightly(t, func(t *testing.T, w *town) {
		day := time.Now().UTC().AddDate(0, 0, 1)
		both := []string{day.Format("Mon 02.01.2006") + " 08:00", day.Format("Mon 02.01.2006") + " 20:00"}
		for _, words := range []string{"tomorrow at 8", "завтра в 8", "tomorrow at 8:00"} {
			list, err := w.person("Eve").Complete(w.ctx, w.here, "dream night", "when", words, map[string]any{"game": "lullaby", "zone": "Etc/UTC"})
			if err != nil || len(list) != 2 || !strings.HasPrefix(list[0].Name, both[0]) || !strings.HasPrefix(list[1].Name, both[1]) {
				t.Errorf("%q suggests %+v, %v", words, list, err)
			}
		}
		for words, want := range map[string]string{"next friday": " 20:00", "tomorrow morning": " 10:00", "tomorrow afternoon": " 15:00", "завтра вечером": " 20:00"} {
			list, err := w.person("Eve").Complete(w.ctx, w.here, "dream night", "when", words, map[string]any{"game": "lullaby", "zone": "Etc/UTC"})
			if err != nil || len(list) == 0 || !strings.Contains(list[0].Name, want) {
				t.Errorf("%q suggests %+v, %v", words, list, err)
			}
		}
		m := w.does(w.person("Boris").Command(w.ctx, w.here, "dream night", map[string]any{"game": "lullaby", "when": "tomorrow at 8", "zone": "Etc/UTC"})).Message
		plain := strings.ReplaceAll(m.Text(), "\\", "")
		if !strings.Contains(plain, "Do you mean "+both[0]+" or "+both[1]+"?") || len(w.announcements()) != 0 {
			t.Errorf("sent:\n%s", m.Text())
		}
		evening := time.Date(day.Year(), day.Month(), day.Day(), 20, 0, 0, 0, time.UTC)
		if m := w.announce("Boris", both[1], nil); !has(m, discord.Timestamp(evening)) {
			t.Errorf("the announcement:\n%s", m.Text())
		}
	})
}

// TestNightSuggestedAtFirst: the person who has typed nothing yet is offered at least three
// evenings, on each day of the week and at any hour.
func TestNightSuggestedAtFirst(t *testing.T) {
	nightly(t, func(t *testing.T, w *town) {
		moments := gametest.Often(28, 28, 8)
		for range moments {
			list, err := w.person("Eve").Complete(w.ctx, w.here, "dream night", "when", "", nil)
			if err != nil || len(list) < 3 {
				t.Errorf("%s: suggested %+v, %v", time.Now().UTC().Format("Mon 15:04"), list, err)
			}
			w.stop() // a bot with nothing to do would pay for each of its clocks
			time.Sleep(7 * 24 * time.Hour / time.Duration(moments))
			w.start()
		}
	})
}

// TestNightAfterACrash: the table was opened, and the process ended before that was
// saved. The next one takes the same table.
func TestNightAfterACrash(t *testing.T) {
	nightly(t, func(t *testing.T, w *town) {
		m := w.announce("Boris", "in 10 minutes", nil)
		w.answers("Boris", m, "Coming")
		w.answers("Eve", m, "Coming")
		list, err := w.bot.conf.Stores.Features.Nights.PlannedNights(w.ctx)
		if err != nil || len(list) != 1 {
			t.Fatal(list, err)
		}
		time.Sleep(time.Until(list[0].At) + time.Second)
		begun, _, err := w.bot.conf.Stores.Features.Nights.Night(w.ctx, list[0].Guild, list[0].ID)
		if err != nil || begun.State != store.NightBegun {
			t.Fatalf("it is %+v, %v", begun, err)
		}
		before, _ := w.begun()
		w.stop()
		st, err := store.Open(w.ctx, w.file)
		if err != nil {
			t.Fatal(err)
		}
		begun.State, begun.Match, begun.Ended = store.NightPlanned, "", time.Time{}
		if err := st.Nights().SaveNight(w.ctx, begun); err != nil {
			t.Fatal(err)
		}
		if err := st.Close(); err != nil {
			t.Fatal(err)
		}
		w.start()
		time.Sleep(time.Minute)
		if n, _ := w.begun(); n != before+1 || len(w.bot.tables.Known(table.All())) != 1 || len(w.sitting()) != 2 {
			t.Errorf("%d calls, %d tables, %q", n, len(w.bot.tables.Known(table.All())), w.sitting())
		}
	})
}

// TestNightHostileNames: the person who announces a night and the person who comes may have
// any name.
func TestNightHostileNames(t *testing.T) {
	gametest.NotShort(t)
	nightly(t, func(t *testing.T, w *town) {
		from, players, list := len(w.record.All()), w.ids("Mallory", "Eve"), among(weapons, 2, 5)
		host, guest := w.person("Mallory"), w.person("Eve")
		for i, x := range list {
			name := []rune(strings.ToValidUTF8(x.text, ""))
			name = name[:min(len(name), 28)]
			for n, p := range []*localcord.Person{host, guest} {
				if err := errors.Join(p.SetLocale("en-US"), p.Rename(fmt.Sprint(n)+string(name))); err != nil {
					t.Fatal(err)
				}
			}
			w.here = w.srv.NewChannel(fmt.Sprint("night", i))
			r, err := host.Command(w.ctx, w.here, "dream night", map[string]any{"game": "lullaby", "when": "in 2 minutes"})
			if err != nil || !has(r.Message, "is announced") {
				t.Fatalf("%q: %v\n%s", string(name), err, r.Message.Text())
			}
			for _, p := range []*localcord.Person{host, guest} {
				w.does(p.Press(w.ctx, w.announcement().ID, "Coming"))
				time.Sleep(5 * time.Second)
			}
			time.Sleep(12 * time.Minute)
		}
		if n := w.harmless(from, players...); n < 5*len(list) {
			t.Errorf("%d messages were looked at", n)
		}
		if strings.Contains(w.log.String(), "zq") {
			t.Error("a name is in the log")
		}
	})
}

// TestNightBanned: the person who was banned from the server neither sits at the table of a night
// nor is mentioned, and is not its host.
func TestNightBanned(t *testing.T) {
	nightly(t, func(t *testing.T, w *town) {
		m := w.announce("Boris", "in 10 min", nil)
		for _, who := range []string{"Boris", "Eve", "Kate"} {
			w.answers(who, m, "Coming")
		}
		w.does(w.person("Kate").Press(w.ctx, m.ID, "Coming"))
		w.bot.events.dispatch(discord.ShardID{Of: 1}, discord.MemberBanned{Guild: mustGuild(w), User: mustID(t, w.person("Boris"))})
		time.Sleep(5 * time.Second)
		if m = w.announcement(); !has(m, "Coming (2): Eve, Kate") {
			t.Errorf("without him:\n%s", m.Text())
		}
		time.Sleep(11 * time.Minute)
		n, who := w.begun()
		if s := w.state(); n != 1 || slices.Contains(who, "Boris") || s.Host != mustID(t, w.person("Eve")) || len(s.Players) != 2 {
			t.Errorf("%d messages call %v; the host is %v of %v", n, who, s.Host, w.sitting())
		}
	})
}

// TestNightAtTheMoment: at the moment at which a night begins, the person who comes, and the
// person who moves it, is either heard or told that it has begun.
func TestNightAtTheMoment(t *testing.T) {
	for i := range gametest.Often(12, 12, 4) {
		nightly(t, func(t *testing.T, w *town) {
			m := w.announce("Boris", "in 10 min", nil)
			w.answers("Boris", m, "Coming")
			list, err := w.bot.conf.Stores.Features.Nights.PlannedNights(w.ctx)
			if err != nil || len(list) != 1 {
				t.Fatal(len(list), err)
			}
			moves := i%2 == 0
			var form *localcord.Modal
			if moves {
				form = w.does(w.person("Boris").Press(w.ctx, m.ID, "Move")).Modal
			}
			time.Sleep(time.Until(list[0].At) - time.Duration(i/2)*time.Millisecond)
			heard := false
			if moves {
				r, err := w.person("Boris").Submit(w.ctx, form, "in 3 hours")
				heard = err == nil && has(r.Message, "is moved")
			} else {
				r, err := w.person("Kate").Press(w.ctx, m.ID, "Coming")
				heard = err == nil && (r.Message == nil || !has(r.Message, "⚠"))
			}
			time.Sleep(2 * time.Minute)
			n, who := w.begun()
			switch {
			case moves && heard != (n == 0):
				t.Errorf("try %d: moved %v, and %d messages call people", i, heard, n)
			case !moves && heard != slices.Contains(who, "Kate"):
				t.Errorf("try %d: she comes %v, and %v are called", i, heard, who)
			}
		})
	}
}

// TestNightList: a night whose announcement a person deleted can be moved, which announces
// it anew, and called off. The person who did not announce it only reads about it.
func TestNightList(t *testing.T) {
	nightly(t, func(t *testing.T, w *town) {
		list := func(who string) *localcord.Message {
			t.Helper()
			return w.does(w.person(who).Command(w.ctx, w.here, "dream night", nil)).Message
		}
		m := w.announce("Boris", "in 10 min", nil)
		w.answers("Boris", m, "Coming")
		if err := w.srv.Control().DeleteMessage(m.ID); err != nil {
			t.Fatal(err)
		}
		if m := list("Kate"); m.Menu("") != nil || !has(m, "coming: 1") {
			t.Errorf("Kate reads:\n%s", m.Text())
		}
		of := func(do string) *localcord.Message {
			t.Helper()
			m := list("Boris")
			menu := m.Menu("")
			if menu == nil || len(menu.Options) != 1 {
				t.Fatalf("Boris reads:\n%s", m.Text())
			}
			return w.does(w.person("Boris").Choose(w.ctx, m.ID, menu.CustomID, menu.Options[0].Label)).Message
		}
		form := w.press("Boris", of("move"), "Move").Modal
		if r := w.does(w.person("Boris").Submit(w.ctx, form, "in 3 hours")); !has(r.Message, "is moved") {
			t.Errorf("moved:\n%s", r.Message.Text())
		}
		time.Sleep(5 * time.Second)
		if m := w.announcement(); !has(m, "Coming (1): Boris") {
			t.Errorf("announced anew:\n%s", m.Text())
		}
		w.press("Boris", w.press("Boris", of("off"), "Call off").Message, "Call off")
		time.Sleep(5 * time.Second)
		if m := w.announcement(); !has(m, "Called off") {
			t.Errorf("called off:\n%s", m.Text())
		}
		if m := list("Boris"); !has(m, "No game nights are planned") {
			t.Errorf("Boris reads:\n%s", m.Text())
		}
	})
}

// TestNightWaits: while another table is in the channel, the announcement says so. Then
// the night begins.
func TestNightWaits(t *testing.T) {
	nightly(t, func(t *testing.T, w *town) {
		m := w.announce("Boris", "in 5 min", nil)
		w.answers("Boris", m, "Coming")
		w.does(w.person("Eve").Command(w.ctx, w.here, "dream play", map[string]any{"game": "lullaby"}))
		time.Sleep(7 * time.Minute)
		if m = w.announcement(); !has(m, "⚠") || has(m, "has begun") {
			t.Errorf("it waits:\n%s", m.Text())
		}
		w.does(w.person("Eve").Command(w.ctx, w.here, "table leave", nil))
		time.Sleep(5 * time.Minute)
		if m = w.announcement(); has(m, "⚠") || !has(m, "has begun") {
			t.Errorf("then it begins:\n%s", m.Text())
		}
		if n, who := w.begun(); n != 1 || !slices.Equal(who, []string{"Boris"}) {
			t.Errorf("%d messages call %v", n, who)
		}
	})
}

// TestNightErasedLater: the announcement of a night that has begun names no person who was
// erased since.
func TestNightErasedLater(t *testing.T) {
	nightly(t, func(t *testing.T, w *town) {
		m := w.announce("Xaver", "in 5 min", nil)
		w.answers("Eve", m, "Coming")
		time.Sleep(6 * time.Minute)
		if m = w.announcement(); !has(m, "has begun", "Xaver") {
			t.Fatalf("begun:\n%s", m.Text())
		}
		w.press("Xaver", w.press("Xaver", w.dream("Xaver", "me", nil).Message, "Erase me").Message, "Erase")
		time.Sleep(5 * time.Second)
		if m = w.announcement(); has(m, "Xaver") {
			t.Errorf("the announcement:\n%s", m.Text())
		}
	})
}

// TestNightLeft: the person who has left the server since they said that they come is not at the
// table, and is not mentioned.
func TestNightLeft(t *testing.T) {
	nightly(t, func(t *testing.T, w *town) {
		m := w.announce("Boris", "in 10 min", nil)
		for _, who := range []string{"Boris", "Eve", "Kate"} {
			w.answers(who, m, "Coming")
		}
		if err := w.person("Boris").Leave(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(11 * time.Minute)
		n, who := w.begun()
		if s := w.state(); n != 1 || !slices.Equal(who, []string{"Eve", "Kate"}) || s.Host != mustID(t, w.person("Eve")) || len(s.Players) != 2 {
			t.Errorf("%d messages call %v; the host is %v of %v", n, who, s.Host, w.sitting())
		}
	})
}

// TestNightOften: no person fills a channel with nights that they announce and call off.
func TestNightOften(t *testing.T) {
	nightly(t, func(t *testing.T, w *town) {
		ask := func() *localcord.Message {
			t.Helper()
			return w.does(w.person("Boris").Command(w.ctx, w.here, "dream night", map[string]any{"game": "lullaby", "when": "in 3 hours"})).Message
		}
		for range night.MostHourly {
			ask()
			w.press("Boris", w.press("Boris", w.announcement(), "Call off").Message, "Call off")
			time.Sleep(5 * time.Second)
		}
		if m := ask(); !has(m, "⚠", "within an hour") || len(w.announcements()) != night.MostHourly {
			t.Errorf("one more:\n%s", m.Text())
		}
		time.Sleep(time.Hour)
		if m := ask(); !has(m, "is announced") {
			t.Errorf("an hour later:\n%s", m.Text())
		}
	})
}

// deafNights is a store that cannot list nights for a while.
type deafNights struct {
	night.Store
	deaf *atomic.Bool
}

func (d deafNights) PlannedNights(ctx context.Context) ([]store.Night, error) {
	if d.deaf.Load() {
		return nil, errors.New("the disk is away")
	}
	return d.Store.PlannedNights(ctx)
}

// TestNightUnread: the nights cannot be read when the bot begins. They begin all the same.
func TestNightUnread(t *testing.T) {
	var deaf atomic.Bool
	virtual(t, "en-US", func(c *Config) { c.Stores.Features.Nights = deafNights{c.Stores.Features.Nights, &deaf} }, func(t *testing.T, w *town) {
		m := w.announceFor("Boris", "in 10 minutes")
		w.answers("Eve", m, "Coming")
		w.stop()
		deaf.Store(true)
		w.start()
		time.Sleep(3 * time.Minute)
		deaf.Store(false)
		time.Sleep(8 * time.Minute)
		if n, who := w.begun(); n != 1 || !slices.Equal(who, []string{"Eve"}) {
			t.Errorf("%d calls to %q", n, who)
		}
	})
}
