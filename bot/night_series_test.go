package bot

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"oneiros/bot/discord"
	"oneiros/bot/localcord"
	"oneiros/bot/localcord/wire"
	"oneiros/bot/night"
	nights "oneiros/bot/night/page"
	"oneiros/bot/page"
	"oneiros/bot/table"
	"oneiros/store"
)

// repeats announces a night of a host, has it come back, and returns the page that says how.
func (w *town) repeats(who, moment string, options map[string]any) *localcord.Message {
	w.t.Helper()
	o := map[string]any{"game": "lullaby", "when": moment, "zone": "Europe/Berlin"}
	for key, v := range options {
		o[key] = v
	}
	r := w.does(w.person(who).Command(w.ctx, w.here, "dream night", o))
	m := w.press(who, r.Message, "Repeat").Message
	if !has(m, "The night repeats from now on") || !m.Ephemeral() {
		w.t.Fatalf("the answer:\n%s", m.Text())
	}
	return m
}

// series are the series of the town's server.
func (w *town) series() []store.Series {
	w.t.Helper()
	list, err := w.bot.conf.Stores.Features.Nights.SeriesOn(w.ctx, discordID(w.t, w.srv.Guild()))
	if err != nil {
		w.t.Fatal(err)
	}
	return list
}

func discordID(t *testing.T, id localcord.ID) uint64 {
	t.Helper()
	n, err := discord.ParseID(string(id))
	if err != nil {
		t.Fatal(err)
	}
	return uint64(n)
}

// asleep has the bot be away until a moment.
func (w *town) asleep(until time.Time) {
	w.stop()
	time.Sleep(time.Until(until))
	w.start()
	time.Sleep(10 * time.Second)
}

// seriesMenu chooses in one of the menus of a series.
func (w *town) seriesMenu(who string, m *localcord.Message, which string, labels ...string) *localcord.Message {
	w.t.Helper()
	for _, row := range m.Components {
		for _, c := range row.Components {
			if strings.HasSuffix(c.CustomID, ":"+which) {
				return w.does(w.person(who).Choose(w.ctx, m.ID, c.CustomID, labels...)).Message
			}
		}
	}
	w.t.Fatalf("no menu %s:\n%s", which, m.Text())
	return nil
}

// TestSeriesOverTheClock: a night comes back two weeks in a row, over a change of clocks, with
// restarts between. Each is announced once, two days before, for the same hour, and asks anew who
// comes.
func TestSeriesOverTheClock(t *testing.T) {
	nightly(t, func(t *testing.T, w *town) {
		berlin, err := time.LoadLocation("Europe/Berlin")
		if err != nil {
			t.Fatal(err)
		}
		_, change := time.Now().In(berlin).ZoneBounds()
		if time.Until(change) < 7*24*time.Hour {
			_, change = change.In(berlin).ZoneBounds() // the next one
		}
		w.asleep(change.Add(-6 * 24 * time.Hour))
		day := change.In(berlin).AddDate(0, 0, -4)
		night := func(week int) time.Time {
			return time.Date(day.Year(), day.Month(), day.Day()+7*week, 20, 0, 0, 0, berlin)
		}
		if apart := night(1).Sub(night(0)); apart == 7*24*time.Hour {
			t.Fatal("no clock is changed between the nights")
		}
		m := w.repeats("Boris", night(0).Format("02.01.2006 15:04"), map[string]any{"options": "rounds:2"})
		if !has(m, "Every week: "+night(0).Weekday().String()+" · 20:00 · Berlin", "Next: "+discord.Timestamp(night(1))) {
			t.Errorf("how it comes back:\n%s", m.Text())
		}
		for week := 1; week <= 2; week++ {
			w.asleep(night(week).Add(-48*time.Hour - time.Minute))
			if n := len(w.announcements()); n != week {
				t.Fatalf("week %d: %d announcements before its time", week, n)
			}
			time.Sleep(2 * time.Minute)
			m := w.announcement()
			if n := len(w.announcements()); n != week+1 || !has(m, discord.Timestamp(night(week)), "Who's coming?", "Announced by Boris") {
				t.Fatalf("week %d: %d announcements:\n%s", week, n, m.Text())
			}
			w.asleep(time.Now().Add(time.Minute)) // nothing is announced anew
			w.answers("Eve", m, "Coming")
			w.answers("Kate", m, "Coming")
			w.asleep(night(week).Add(-time.Minute))
			time.Sleep(2 * time.Minute)
			s := w.state()
			if got := w.sitting(); !slices.Equal(got, []string{"Eve", "Kate"}) || s.Options["rounds"] != "2" || s.Created.Sub(night(week)) > time.Minute || len(w.announcements()) != week+1 {
				t.Errorf("week %d: at the table sit %q with %v since %v, %d announcements", week, got, s.Options, s.Created, len(w.announcements()))
			}
			if _, err := w.bot.tables.Send(w.ctx, s.ID, table.Action{Kind: table.Stop, Asked: table.Whatever, User: table.User{ID: s.Host}}); err != nil {
				t.Fatal(err)
			}
		}
	})
}

// TestSeriesChanged: the days of a night, how often it comes, its city, a night that is left out,
// a pause and its end. Only its host and managers of the server change it.
func TestSeriesChanged(t *testing.T) {
	nightly(t, func(t *testing.T, w *town) {
		at := onTheHour(50 * time.Hour)
		m := w.repeats("Boris", discord.Timestamp(at), nil)
		next := func(m *localcord.Message, at time.Time) {
			t.Helper()
			if !has(m, "Next: "+discord.Timestamp(at)) {
				t.Errorf("want %s:\n%s", discord.Timestamp(at), m.Text())
			}
		}
		berlin, err := time.LoadLocation("Europe/Berlin")
		if err != nil {
			t.Fatal(err)
		}
		in := func(days int) time.Time {
			local := at.In(berlin)
			return time.Date(local.Year(), local.Month(), local.Day()+days, local.Hour(), 0, 0, 0, berlin)
		}
		next(m, in(7))
		m = w.seriesMenu("Boris", m, "weeks", "Every two weeks")
		next(m, in(14))
		m = w.seriesMenu("Boris", m, "weeks", "Every week")
		m = w.seriesMenu("Boris", m, "days", in(0).Weekday().String(), in(5).Weekday().String())
		next(m, in(5))
		m = w.press("Boris", m, "Skip "+in(5).Format("Mon 02.01")).Message
		next(m, in(7))
		if !has(m, fmt.Sprintf("Skipped: <t:%d:D>", in(5).Unix())) {
			t.Errorf("what is left out:\n%s", m.Text())
		}
		m = w.press("Boris", m, "Don't skip").Message
		next(m, in(5))
		m = w.seriesMenu("Boris", m, "zone", "Kolkata")
		if next(m, in(5)); !has(m, in(5).UTC().Add(5*time.Hour+30*time.Minute).Format("15:04")+" · Kolkata") {
			t.Errorf("by the clocks of Kolkata:\n%s", m.Text())
		}
		m = w.press("Boris", m, "Pause").Message
		if !has(m, "The repeats are paused") {
			t.Errorf("paused:\n%s", m.Text())
		}
		w.asleep(in(5).Add(-47 * time.Hour))
		if n := len(w.announcements()); n != 1 {
			t.Errorf("while it pauses there are %d announcements", n)
		}
		list := w.does(w.person("Eve").Command(w.ctx, w.here, "dream night", nil)).Message
		if !has(list, "Every week", "⏸️ paused") || list.Menu("") != nil {
			t.Errorf("Eve reads:\n%s", list.Text())
		}
		if r, err := w.person("Eve").Forge(w.ctx, localcord.Forged{Message: list.ID, CustomID: "b/-/series/" + w.series()[0].ID + ":go"}); err == nil && !has(r.Message, "Only the person who announced") {
			t.Errorf("by another:\n%s", r.Message.Text())
		}
		list = w.does(w.person("Boris").Command(w.ctx, w.here, "dream night", nil)).Message
		menu := list.Menu("")
		m = w.does(w.person("Boris").Choose(w.ctx, list.ID, menu.CustomID, menu.Options[0].Label)).Message
		m = w.press("Boris", m, "Resume").Message
		next(m, in(5))
		if time.Sleep(2 * time.Minute); len(w.announcements()) != 2 || !has(w.announcement(), discord.Timestamp(in(5))) {
			t.Errorf("it goes on, and there are %d announcements:\n%s", len(w.announcements()), w.announcement().Text())
		}
		ask := w.press("Boris", m, "Stop repeating").Message
		if !has(ask, "Stop repeating the night of") || !has(w.press("Boris", ask, "Back").Message, "repeating night") || len(w.series()) != 1 {
			t.Errorf("the question:\n%s", ask.Text())
		}
		ask = w.press("Boris", w.now("Boris", ask), "Stop repeating").Message
		if r := w.press("Boris", ask, "Stop repeating"); !has(r.Message, "no longer repeats") || len(w.series()) != 0 {
			t.Errorf("ended:\n%s", r.Message.Text())
		}
		w.asleep(in(7).Add(-47 * time.Hour))
		if n := len(w.announcements()); n != 2 {
			t.Errorf("after its end there are %d announcements", n)
		}
	})
}

// TestSeriesBehind: a night of another day that is less than two days ahead is announced at once,
// but not while its host still chooses. One that passed while the bot was away is left out.
func TestSeriesBehind(t *testing.T) {
	nightly(t, func(t *testing.T, w *town) {
		at := onTheHour(20 * time.Hour)
		m := w.repeats("Boris", discord.Timestamp(at), map[string]any{"zone": "Etc/UTC"})
		tomorrow := at.UTC().Add(24 * time.Hour)
		w.seriesMenu("Boris", m, "days", at.UTC().Weekday().String(), tomorrow.Weekday().String())
		if time.Sleep(30 * time.Second); len(w.announcements()) != 1 {
			t.Error("it is announced while the host may still choose")
		}
		if time.Sleep(time.Minute); len(w.announcements()) != 2 || !has(w.announcement(), discord.Timestamp(tomorrow)) {
			t.Errorf("there are %d announcements:\n%s", len(w.announcements()), w.announcement().Text())
		}
		w.asleep(at.Add(8*24*time.Hour + time.Minute)) // both have passed
		if n := len(w.announcements()); n != 2 {
			t.Errorf("of nights that have passed there are %d announcements", n)
		}
		next := at.Add(14 * 24 * time.Hour)
		w.asleep(next.Add(-time.Hour))
		list := w.announcements()
		if len(list) != 4 || !has(list[2], discord.Timestamp(next)) || !has(list[3], discord.Timestamp(next.Add(24*time.Hour))) {
			t.Errorf("an hour before there are %d announcements:\n%s", len(list), w.announcement().Text())
		}
	})
}

// TestSeriesHalts: a series without a channel, or whose host was banned, pauses, and the list says
// so. One that goes on takes the channel where it was pressed.
func TestSeriesHalts(t *testing.T) {
	nightly(t, func(t *testing.T, w *town) {
		home := w.here
		w.here = w.srv.NewChannel("dreams")
		at := onTheHour(50 * time.Hour)
		w.repeats("Boris", discord.Timestamp(at), nil)
		if err := w.srv.Control().DeleteChannel(w.here); err != nil {
			t.Fatal(err)
		}
		w.here = home
		time.Sleep(time.Minute)
		list := w.does(w.person("Boris").Command(w.ctx, w.here, "dream night", nil)).Message
		if !has(list, "has no channel") {
			t.Errorf("Boris reads:\n%s", list.Text())
		}
		menu := list.Menu("")
		m := w.does(w.person("Boris").Choose(w.ctx, list.ID, menu.CustomID, menu.Options[0].Label)).Message
		if !has(m, "the channel is gone") {
			t.Errorf("the page:\n%s", m.Text())
		}
		if m = w.press("Boris", m, "Resume").Message; !has(m, "<#"+string(home)+">") {
			t.Errorf("it goes on:\n%s", m.Text())
		}
		w.asleep(at.Add(6*24*time.Hour - time.Hour))
		if n := len(w.announcements()); n != 1 {
			t.Fatalf("there are %d announcements", n)
		}
		w.srv.Control().Deny(home, 1<<11) // to send messages
		w.asleep(at.Add(13*24*time.Hour - time.Hour))
		time.Sleep(time.Minute)
		if s := w.series(); len(s) != 1 || s[0].State != store.SeriesLost {
			t.Errorf("where it may not write: %+v", s)
		}
		w.srv.Control().Deny(home, 0)
		list = w.does(w.person("Аня").Command(w.ctx, w.here, "dream night", nil)).Message // she manages the server
		m = w.does(w.person("Аня").Choose(w.ctx, list.ID, list.Menu("").CustomID, list.Menu("").Options[0].Label)).Message
		w.press("Аня", m, "Продолжить")
		if err := w.person("Boris").Banned(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Minute)
		if s := w.series(); len(s) != 1 || s[0].State != store.SeriesPaused {
			t.Errorf("of a host who was banned: %+v", s)
		}
	})
}

// TestSeriesErased: a host who is erased has no series, and the file of what is kept of them names
// it before.
func TestSeriesErased(t *testing.T) {
	nightly(t, func(t *testing.T, w *town) {
		at := onTheHour(50 * time.Hour)
		w.repeats("Xaver", discord.Timestamp(at), nil)
		if rows := w.kept("Xaver").Rows("night_series"); len(rows) != 1 {
			t.Errorf("what is kept: %s", rows)
		}
		w.press("Xaver", w.press("Xaver", w.dream("Xaver", "me", nil).Message, "Erase me").Message, "Erase")
		time.Sleep(5 * time.Second)
		w.erased()
		if w.holds("Xaver") || w.holds(string(w.person("Xaver").ID())) || len(w.series()) != 0 {
			t.Error("the database has something of them")
		}
		w.asleep(at.Add(6 * 24 * time.Hour))
		if n := len(w.announcements()); n != 1 {
			t.Errorf("there are %d announcements", n)
		}
	})
}

// TestSeriesMany: a person has few series, and a server some more. Their nights do not count among
// those that the host may announce.
func TestSeriesMany(t *testing.T) {
	nightly(t, func(t *testing.T, w *town) {
		days := []string{"Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"}
		for i := range night.MostOwnSeries {
			m := w.repeats("Boris", fmt.Sprint("in ", 3+i, " hours"), nil)
			w.seriesMenu("Boris", m, "days", days...)
			time.Sleep(2 * time.Minute)
		}
		r := w.does(w.person("Boris").Command(w.ctx, w.here, "dream night", map[string]any{"game": "lullaby", "when": "in 7 hours"}))
		if !has(r.Message, "is announced") {
			t.Errorf("one more night:\n%s", r.Message.Text())
		}
		if r := w.press("Boris", r.Message, "Repeat"); !has(r.Message, "You have 2 repeating nights here") {
			t.Errorf("one more series:\n%s", r.Message.Text())
		}
		if n := len(w.series()); n != night.MostOwnSeries {
			t.Errorf("there are %d series", n)
		}
	})
}

// TestSeriesKilled: the bot is killed at a moment at which it announces a night of a series. The
// next one announces it, and nothing twice.
func TestSeriesKilled(t *testing.T) {
	virtual(t, "en-US", func(c *Config) { c.Stores.Kept = slowKept{c.Stores.Kept} }, func(t *testing.T, w *town) {
		at := onTheHour(20 * time.Hour)
		m := w.repeats("Boris", discord.Timestamp(at), map[string]any{"zone": "Etc/UTC"})
		tomorrow := at.UTC().Add(24 * time.Hour)
		w.seriesMenu("Boris", m, "days", tomorrow.Weekday().String())
		for planned := 1; planned < 2; time.Sleep(10 * time.Millisecond) {
			list, err := w.bot.conf.Stores.Features.Nights.PlannedNights(w.ctx)
			if planned = len(list); err != nil {
				t.Fatal(err)
			}
		}
		w.srv.SetFaults(localcord.Faults{Outage: true}) // the killed bot does nothing more
		w.killed()
		w.srv.SetFaults(localcord.Faults{})
		time.Sleep(time.Minute)
		w.start()
		if time.Sleep(3 * time.Minute); len(w.announcements()) != 2 || !has(w.announcement(), discord.Timestamp(tomorrow)) {
			t.Errorf("there are %d announcements:\n%s", len(w.announcements()), w.announcement().Text())
		}
	})
}

// TestSeriesRole: where the server lets it, each night mentions a role once, which is
// mentionable. Neither an edit nor an announcement that is posted again mentions it anew.
func TestSeriesRole(t *testing.T) {
	nightly(t, func(t *testing.T, w *town) {
		here := w.srv.Guilds()[0]
		if err := errors.Join(here.Allow(w.person("Eve"), "dreamers", 0), here.Allow(w.person("Kate"), "staff", 0)); err != nil {
			t.Fatal(err)
		}
		dreamers, staff := here.Role("dreamers"), here.Role("staff")
		if err := here.SetMentionable(dreamers, true); err != nil {
			t.Fatal(err)
		}
		at := onTheHour(20 * time.Hour)
		m := w.repeats("Boris", discord.Timestamp(at), map[string]any{"zone": "Etc/UTC"})
		id := "b/-/series/" + w.series()[0].ID + ":role"
		chooses := func(who string, role localcord.ID) *localcord.Message {
			t.Helper()
			r := w.does(w.person(who).Forge(w.ctx, localcord.Forged{Channel: w.here, Message: m.ID, CustomID: id, Values: []string{string(role)}}))
			return r.Message
		}
		chooses("Boris", dreamers)
		if s := w.series()[0]; s.Role != 0 {
			t.Errorf("the server does not let nights mention roles, and the role is %d", s.Role)
		}
		w.forges("Аня", page.CustomID{Action: "nightroles"}, page.Yes)
		if r := chooses("Boris", staff); !has(r, "Not everybody may mention the role staff") {
			t.Errorf("a role that not everybody may mention:\n%s", r.Text())
		}
		if r := chooses("Boris", w.srv.Guild()); !has(r, "I do not mention everyone") {
			t.Errorf("everyone:\n%s", r.Text())
		}
		if r := chooses("Mallory", dreamers); !has(r, "Only the person who announced") || w.series()[0].Role != 0 {
			t.Errorf("by another:\n%s", r.Text())
		}
		if r := chooses("Boris", dreamers); !has(r, "mentions <@&"+string(dreamers)+"> once") {
			t.Errorf("chosen:\n%s", r.Text())
		}
		if r := w.does(w.person("Eve").Press(w.ctx, w.announcement().ID, "Coming")); has(w.announcement(), "<@&") {
			t.Errorf("a night that was announced before:\n%s", r.Message.Text())
		}
		pinged := func(week int) (all []localcord.ID) {
			t.Helper()
			next := at.Add(time.Duration(week) * 7 * 24 * time.Hour)
			w.asleep(next.Add(-47 * time.Hour))
			m := w.announcement()
			if !has(m, discord.Timestamp(next)) {
				t.Fatalf("week %d:\n%s", week, m.Text())
			}
			return m.MentionRoles
		}
		if got := pinged(1); !slices.Equal(got, []localcord.ID{dreamers}) || w.announcement().Content != "<@&"+string(dreamers)+">" {
			t.Errorf("it mentions %q:\n%s", got, w.announcement().Text())
		}
		first := w.announcement()
		w.answers("Eve", first, "Coming")
		if m := w.announcement(); m.ID != first.ID || m.Content != first.Content || !has(m, "Coming (1): Eve") {
			t.Errorf("it was edited:\n%s", m.Text())
		}
		if err := w.srv.Control().DeleteMessage(first.ID); err != nil {
			t.Fatal(err)
		}
		list := w.does(w.person("Boris").Command(w.ctx, w.here, "dream night", nil)).Message
		menu := list.Menu("")
		i := slices.IndexFunc(menu.Options, func(o wire.Option) bool { return !strings.HasPrefix(o.Value, nights.OfSeries) })
		form := w.press("Boris", w.does(w.person("Boris").Forge(w.ctx, localcord.Forged{Channel: w.here, Message: list.ID, CustomID: menu.CustomID, Values: []string{menu.Options[i].Value}})).Message, "Move").Modal
		w.does(w.person("Boris").Submit(w.ctx, form, discord.Timestamp(at.Add(8*24*time.Hour))))
		time.Sleep(5 * time.Second)
		if m := w.announcement(); m.ID == first.ID || len(m.MentionRoles) != 0 {
			t.Errorf("posted again it mentions %q:\n%s", m.MentionRoles, m.Text())
		}
		if err := here.SetMentionable(dreamers, false); err != nil {
			t.Fatal(err)
		}
		if got := pinged(2); len(got) != 0 || has(w.announcement(), "<@&") {
			t.Errorf("a role that not everybody may mention any longer: %q", got)
		}
		if err := here.SetMentionable(dreamers, true); err != nil {
			t.Fatal(err)
		}
		w.forges("Аня", page.CustomID{Action: "nightroles"}, page.No)
		if got := pinged(3); len(got) != 0 || has(w.announcement(), "<@&") {
			t.Errorf("where the server does not let it any longer: %q", got)
		}
	})
}
