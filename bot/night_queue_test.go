package bot

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"oneiros/bot/localcord"
	"oneiros/bot/table"
	"oneiros/games"
	"oneiros/store"
)

// crowd answers Coming to an announcement, and returns the names.
func (w *town) crowd(m *localcord.Message, n int) (names []string) {
	w.t.Helper()
	for i := range n {
		names = append(names, fmt.Sprint("Guest", i+1))
		w.does(w.person(names[i]).Press(w.ctx, m.ID, "Coming"))
		time.Sleep(time.Second)
	}
	time.Sleep(5 * time.Second)
	return names
}

// calls are the messages of a channel that call people to a night, each with whom it notifies.
func (w *town) callsIn(channel localcord.ID) (calls [][]string) {
	w.t.Helper()
	for _, m := range w.person("Grace").Messages(channel) {
		if m.Ephemeral() || !has(m, "the night begins") {
			continue
		}
		var who []string
		for _, u := range m.Mentions {
			who = append(who, *u.GlobalName)
		}
		calls = append(calls, who)
	}
	return calls
}

// lobbyIn are the people in the lobby of a channel.
func (w *town) lobbyIn(channel localcord.ID) (people []string) {
	w.t.Helper()
	for _, s := range w.bot.tables.Known(table.All()) {
		if s.CurrentChannel().String() != string(channel) || s.Phase != table.Lobby {
			continue
		}
		for _, p := range s.Players {
			people = append(people, p.Name)
		}
	}
	return people
}

// ofFive is a game for two to five people.
type ofFive struct{ games.Game }

// Info is that of the game, with five seats.
func (g ofFive) Info() games.Info {
	i := g.Game.Info()
	i.Max = 5
	return i
}

// TestNightOfEleven: eleven come to a game of five. Five have a seat, five get a second table in a
// thread, each mentioned once, and one stands in line.
func TestNightOfEleven(t *testing.T) {
	virtual(t, "en-US", func(c *Config) { c.Games = []games.Game{ofFive{lullaby}} }, func(t *testing.T, w *town) {
		m := w.announce("Boris", "in 10 minutes", nil)
		people := append([]string{"Boris"}, w.crowd(m, 10)...)
		if m = w.announcement(); !has(m, "Coming (5): "+strings.Join(people[:5], ", "), "Seats: 5, signed up: 11. In line (6): "+strings.Join(people[5:], ", "), "A second table opens for those in line") || len(m.Mentions) > 0 {
			t.Errorf("the announcement:\n%s", m.Text())
		}
		time.Sleep(11 * time.Minute)
		thread := m.ID // of the announcement
		for channel, want := range map[localcord.ID][]string{w.here: people[:5], thread: people[5:10]} {
			if got := w.lobbyIn(channel); !slices.Equal(got, want) {
				t.Errorf("in %s sit %q, want %q", channel, got, want)
			}
			if calls := w.callsIn(channel); len(calls) != 1 || !slices.Equal(calls[0], want) {
				t.Errorf("in %s are called %q, want %q", channel, calls, want)
			}
		}
		m = w.announcement()
		if !has(m, "The night has begun", "At the second table (5): "+strings.Join(people[5:10], ", "), "No seat was free (1): Guest10", "Go to the second table") || len(m.Mentions) > 0 {
			t.Errorf("the announcement:\n%s", m.Text())
		}
		w.stop()
		w.start()
		time.Sleep(2 * time.Minute)
		if n := len(w.bot.tables.Known(table.All())); n != 2 || len(w.callsIn(w.here)) != 1 || len(w.callsIn(thread)) != 1 {
			t.Errorf("after a restart there are %d tables", n)
		}
	})
}

// TestNightLine: seats go by the order of the answers. Who leaves makes room for the first in line,
// who is not notified, and who comes back stands at its end. The host has the first seat.
func TestNightLine(t *testing.T) {
	nightly(t, func(t *testing.T, w *town) {
		m := w.announce("Boris", "in 10 minutes", nil)
		for _, who := range []string{"Eve", "Kate", "Dave", "Mallory"} {
			w.answers(who, m, "Coming")
		}
		if m = w.announcement(); !has(m, "Coming (4): Boris, Eve, Kate, Dave", "Seats: 4, signed up: 5. In line (1): Mallory") || has(m, "second table") {
			t.Errorf("one too many:\n%s", m.Text())
		}
		if err := w.person("Kate").Rename("Katharina"); err != nil {
			t.Fatal(err)
		}
		w.answers("Katharina", m, "Coming") // keeps the place
		w.answers("Eve", m, "Not coming")
		w.answers("Eve", m, "Coming")
		w.answers("Boris", m, "Maybe")
		w.answers("Boris", m, "Coming")
		if m = w.announcement(); !has(m, "Coming (4): Boris, Katharina, Dave, Mallory", "In line (1): Eve") || len(m.Mentions) > 0 {
			t.Errorf("she has changed her mind:\n%s", m.Text())
		}
		time.Sleep(10 * time.Minute)
		if got := w.lobbyIn(w.here); !slices.Equal(got, []string{"Boris", "Katharina", "Dave", "Mallory"}) || len(w.bot.tables.Known(table.All())) != 1 {
			t.Errorf("there sit %q", got)
		}
		if m = w.announcement(); !has(m, "No seat was free (1): Eve") {
			t.Errorf("begun:\n%s", m.Text())
		}
	})
}

// TestNightWithoutThreads: without the right to make threads the announcement names what is
// missing, before and after the night begins. When it is given, the second table opens.
func TestNightWithoutThreads(t *testing.T) {
	for permission, name := range map[uint64]string{1 << 35: "Create Public Threads", 1 << 38: "Send Messages in Threads"} {
		nightly(t, func(t *testing.T, w *town) {
			w.srv.Control().Deny(w.here, permission)
			m := w.announce("Boris", "in 10 minutes", nil)
			people := append([]string{"Boris"}, w.crowd(m, 5)...)
			lack := "A second table would open in a thread here, but I lack: " + name
			if m = w.announcement(); !has(m, "In line (2): Guest4, Guest5", lack) {
				t.Errorf("the announcement:\n%s", m.Text())
			}
			time.Sleep(15 * time.Minute)
			if m = w.announcement(); !has(m, "has begun", "No seat was free (2): Guest4, Guest5", lack) || len(w.bot.tables.Known(table.All())) != 1 {
				t.Errorf("begun:\n%s", m.Text())
			}
			w.stop()
			w.start()
			time.Sleep(time.Minute)
			w.srv.Control().Deny(w.here, 0)
			time.Sleep(2 * time.Minute)
			if m = w.announcement(); has(m, "I lack") || !slices.Equal(w.lobbyIn(m.ID), people[4:]) || len(w.callsIn(m.ID)) != 1 {
				t.Errorf("with the permission there sit %q\n%s", w.lobbyIn(m.ID), m.Text())
			}
		})
	}
	// In a thread there is none, and no person is told of one.
	nightly(t, func(t *testing.T, w *town) {
		w.here = w.srv.NewThread(w.here, "nights")
		m := w.announce("Boris", "in 10 minutes", nil)
		w.crowd(m, 5)
		if m = w.announcement(); !has(m, "In line (2)") || has(m, "second table") {
			t.Errorf("in a thread:\n%s", m.Text())
		}
		time.Sleep(11 * time.Minute)
		if m = w.announcement(); !has(m, "No seat was free (2)") || len(w.bot.tables.Known(table.All())) != 1 {
			t.Errorf("begun in a thread:\n%s", m.Text())
		}
	})
}

// TestNightKilledBetweenTables: the bot is killed while the second table opens. The next one opens
// it, once, and calls people at most once.
func TestNightKilledBetweenTables(t *testing.T) {
	for _, after := range []time.Duration{0, 500, 1500, 2500, 3500, 4500, 5500, 6500, 8500} {
		nightly(t, func(t *testing.T, w *town) {
			m := w.announce("Boris", "in 10 minutes", nil)
			people := append([]string{"Boris"}, w.crowd(m, 5)...)
			list, err := w.bot.conf.Stores.Features.Nights.PlannedNights(w.ctx)
			if err != nil || len(list) != 1 {
				t.Fatal(list, err)
			}
			time.Sleep(time.Until(list[0].At) - time.Second)
			w.slow(time.Second)
			time.Sleep(time.Second + after*time.Millisecond)
			w.srv.SetFaults(localcord.Faults{Outage: true}) // the killed bot does nothing more
			w.killed()
			w.srv.SetFaults(localcord.Faults{})
			w.start()
			time.Sleep(3 * time.Minute)
			if first, second := w.lobbyIn(w.here), w.lobbyIn(m.ID); !slices.Equal(first, people[:4]) || !slices.Equal(second, people[4:]) || len(w.bot.tables.Known(table.All())) != 2 {
				t.Errorf("killed after %d ms: %d tables, with %q and %q", after, len(w.bot.tables.Known(table.All())), first, second)
			}
			if a, b := w.callsIn(w.here), w.callsIn(m.ID); len(a) > 1 || len(b) > 1 {
				t.Errorf("killed after %d ms: calls %q and %q", after, a, b)
			}
		})
	}
}

// TestNightSecondLeft: those in line who have left or are banned have no seat at the second table,
// and where too few remain it does not open.
func TestNightSecondLeft(t *testing.T) {
	nightly(t, func(t *testing.T, w *town) {
		m := w.announce("Boris", "in 10 minutes", nil)
		w.crowd(m, 5)
		if err := w.person("Guest4").Leave(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(11 * time.Minute)
		if m = w.announcement(); !has(m, "No seat was free (1): Guest5") || has(m, "second table") || len(w.bot.tables.Known(table.All())) != 1 {
			t.Errorf("the announcement:\n%s", m.Text())
		}
	})
}

// TestNightSecondUnannounced: a second table has its thread at the announcement. Where that was
// deleted, it does not open.
func TestNightSecondUnannounced(t *testing.T) {
	nightly(t, func(t *testing.T, w *town) {
		m := w.announce("Boris", "in 10 minutes", nil)
		w.crowd(m, 5)
		if err := w.srv.Control().DeleteMessage(m.ID); err != nil {
			t.Fatal(err)
		}
		w.does(w.person("Boris").Command(w.ctx, w.here, "dream night", nil))
		time.Sleep(15 * time.Minute)
		if n := len(w.bot.tables.Known(table.All())); n != 1 {
			t.Errorf("%d tables", n)
		}
		list, err := w.bot.conf.Stores.Features.Nights.PlannedNights(w.ctx)
		if err != nil || len(list) != 0 {
			t.Errorf("something is left to do: %+v, %v", list, err)
		}
	})
}

// warnings are the messages that tell the host of a night that too few come.
func (w *town) warnings() (list []*localcord.Message) {
	w.t.Helper()
	for _, m := range w.person("Grace").Messages(w.here) {
		if !m.Ephemeral() && has(m, "not enough players", "Start:") {
			list = append(list, m)
		}
	}
	return list
}

// TestNightTooFew: an hour before, the host alone is told once that too few come, also over a
// restart. The message goes when enough do.
func TestNightTooFew(t *testing.T) {
	nightly(t, func(t *testing.T, w *town) {
		m := w.announce("Boris", "in 3 hours", nil)
		time.Sleep(119 * time.Minute)
		if n := len(w.warnings()); n != 0 {
			t.Fatalf("%d messages two hours before", n)
		}
		w.stop()
		w.start()
		time.Sleep(3 * time.Minute)
		list := w.warnings()
		if len(list) != 1 || !has(list[0], "Coming: 1, needed: 2") || len(list[0].Mentions) != 1 || list[0].Mentions[0].ID != w.person("Boris").ID() {
			t.Fatalf("%d messages tell of too few\n%s", len(list), w.log)
		}
		if r, err := w.person("Eve").Press(w.ctx, list[0].ID, "Move"); err != nil || r.Modal != nil || !has(r.Message, "Only the person who announced") {
			t.Errorf("moved by another: %v %+v", err, r)
		}
		w.stop()
		w.start()
		time.Sleep(time.Minute)
		if n := len(w.warnings()); n != 1 {
			t.Errorf("after a restart %d messages", n)
		}
		w.answers("Eve", m, "Coming")
		time.Sleep(5 * time.Second)
		if n := len(w.warnings()); n != 0 {
			t.Errorf("enough come, and there are %d messages", n)
		}
		w.answers("Eve", m, "Not coming")
		time.Sleep(5 * time.Minute)
		if n := len(w.warnings()); n != 0 {
			t.Errorf("told again: %d messages", n)
		}

		// Moved by the button on the message, the night is told of once more.
		w.here = w.srv.NewChannel("moved")
		w.announce("Boris", "in 2 hours", nil)
		time.Sleep(61 * time.Minute)
		if list = w.warnings(); len(list) != 1 {
			t.Fatalf("%d messages", len(list))
		}
		form := w.does(w.person("Boris").Press(w.ctx, list[0].ID, "Move")).Modal
		w.does(w.person("Boris").Submit(w.ctx, form, "in 2 hours"))
		time.Sleep(30 * time.Minute)
		if n := len(w.warnings()); n != 0 {
			t.Errorf("moved, and there are %d messages", n)
		}
		time.Sleep(31 * time.Minute)
		if list = w.warnings(); len(list) != 1 {
			t.Fatalf("of the new moment there are %d messages", len(list))
		}
		ask := w.does(w.person("Boris").Press(w.ctx, list[0].ID, "Call off")).Message
		w.does(w.person("Boris").Press(w.ctx, ask.ID, "Call off"))
		time.Sleep(5 * time.Second)
		if m := w.announcement(); !has(m, "Called off") || len(w.warnings()) != 0 {
			t.Errorf("called off:\n%s", m.Text())
		}
	})
}

// TestNightTooFewLate: within the last hour, the host is told when a person leaves too few.
// They are not told of a night that they announce less than an hour ahead, nor notified if
// they want no reminders.
func TestNightTooFewLate(t *testing.T) {
	nightly(t, func(t *testing.T, w *town) {
		if _, err := w.bot.conf.Stores.Features.People.ChangeUser(w.ctx, uint64(mustID(t, w.person("Boris"))), func(u *store.User) { u.Remind = store.RemindOff }); err != nil {
			t.Fatal(err)
		}
		m := w.announce("Boris", "in 2 hours", nil)
		w.answers("Eve", m, "Coming")
		time.Sleep(90 * time.Minute)
		if n := len(w.warnings()); n != 0 {
			t.Fatalf("enough come, and there are %d messages", n)
		}
		w.answers("Eve", m, "Maybe")
		time.Sleep(10 * time.Second)
		if list := w.warnings(); len(list) != 1 || len(list[0].Mentions) != 0 {
			t.Errorf("%d messages", len(list))
		}
		w.press("Boris", w.press("Boris", w.dream("Boris", "me", nil).Message, "Erase me").Message, "Erase")
		time.Sleep(5 * time.Second)
		if n := len(w.warnings()); n != 0 {
			t.Errorf("the host was erased, and there are %d messages", n)
		}
		w.here = w.srv.NewChannel("soon")
		w.announce("Boris", "in 50 minutes", nil)
		time.Sleep(45 * time.Minute)
		if n := len(w.warnings()); n != 0 {
			t.Errorf("of a night that was announced so late there are %d messages", n)
		}
	})
}

// TestNightFilled: where too few come, bots take the empty seats if the host chose so. Where they
// may not play, that cannot be chosen.
func TestNightFilled(t *testing.T) {
	nightly(t, func(t *testing.T, w *town) {
		w.announce("Boris", "in 2 hours", nil)
		time.Sleep(61 * time.Minute)
		list := w.warnings()
		if len(list) != 1 {
			t.Fatalf("%d messages", len(list))
		}
		if r, err := w.person("Eve").Press(w.ctx, list[0].ID, "Play with bots"); err != nil || !has(r.Message, "Only the person who announced") {
			t.Errorf("chosen by another: %v %+v", err, r)
		}
		w.answers("Boris", list[0], "Play with bots")
		if list = w.warnings(); len(list) != 1 || !has(list[0], "bots take the empty seats") || list[0].Button("No bots") == nil || !has(w.announcement(), "bots take the empty seats") {
			t.Fatalf("chosen: %d messages\n%s\n%s", len(list), w.announcement().Text(), w.log)
		}
		w.answers("Boris", list[0], "No bots")
		if has(w.announcement(), "bots take") {
			t.Errorf("taken back:\n%s", w.announcement().Text())
		}
		w.picks("Boris", "Play with bots") // in the list
		time.Sleep(time.Hour)
		s := w.state()
		autos := 0
		for _, p := range s.Players {
			if p.Auto {
				autos++
			}
		}
		if n, who := w.begun(); n != 1 || !slices.Equal(who, []string{"Boris"}) || s.Phase != table.Lobby || autos == 0 || len(s.Players) < s.Game.Info().Min || len(w.warnings()) != 0 {
			t.Errorf("%d calls to %q; there sit %q, %d of them bots", n, who, w.sitting(), autos)
		}
		if m := w.announcement(); has(m, "bots take") {
			t.Errorf("begun:\n%s", m.Text())
		}
	})
	nightly(t, func(t *testing.T, w *town) {
		w.announce("Boris", "in 2 hours", nil)
		if _, err := w.bot.conf.Stores.Features.Homes.ChangeGuild(w.ctx, uint64(mustGuild(w)), func(g *store.Guild) bool {
			g.PeopleOnly = true
			return true
		}); err != nil {
			t.Fatal(err)
		}
		time.Sleep(61 * time.Minute)
		list := w.warnings()
		if len(list) != 1 || list[0].Button("Play with bots") != nil {
			t.Fatalf("%d messages", len(list))
		}
		id := "b/-/night/" + nightOf(w.announcement()) + ":fill:yes"
		r, err := w.person("Boris").Forge(w.ctx, localcord.Forged{Channel: w.here, Message: list[0].ID, CustomID: id})
		if err != nil || !has(r.Message, "⚠") || has(w.announcement(), "bots take") {
			t.Errorf("forged: %v\n%+v", err, r)
		}
	})
}

// TestNightLineErased: a person who is erased stands in line no more.
func TestNightLineErased(t *testing.T) {
	nightly(t, func(t *testing.T, w *town) {
		m := w.announce("Boris", "in 10 minutes", nil)
		w.crowd(m, 5)
		w.press("Guest5", w.press("Guest5", w.dream("Guest5", "me", nil).Message, "Erase me").Message, "Erase")
		time.Sleep(5 * time.Second)
		if m = w.announcement(); has(m, "Guest5") || !has(m, "In line (1): Guest4") {
			t.Errorf("the announcement:\n%s", m.Text())
		}
	})
}
