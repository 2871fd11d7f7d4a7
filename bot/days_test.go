package bot

import (
	"bytes"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"oneiros/bot/localcord"
	"oneiros/games"
	"oneiros/games/somnia"
	"oneiros/store"
)

// playsSomnia has a bot that knows Somnia alone.
func playsSomnia(c *Config) { c.Games = []games.Game{somnia.Game} }

// somniaOf opens a lobby of Somnia in a new channel.
func (w *town) somniaOf(who, options string, others ...string) *localcord.Message {
	w.t.Helper()
	w.here = w.srv.NewChannel("lobby")
	w.does(w.person(who).Command(w.ctx, w.here, "dream play", map[string]any{"game": "somnia", "options": options}))
	for _, other := range others {
		w.press(other, w.board(), "Join")
	}
	return w.board()
}

// reminded are the people whom a message of the channel reminds.
func (w *town) reminded() (list []string) {
	w.t.Helper()
	synctest.Wait()
	for _, m := range w.person("Grace").Messages(w.here) {
		for _, u := range m.Mentions {
			for _, name := range []string{"Boris", "Dave", "Eve"} {
				if w.person(name).ID() == u.ID {
					list = append(list, name)
				}
			}
		}
	}
	return list
}

// TestPaceOfHost: the hours and the zone of a table by days are those in which its host
// wants to be called, and what the pace decides is not offered.
func TestPaceOfHost(t *testing.T) {
	virtual(t, "en-US", playsSomnia, func(t *testing.T, w *town) {
		w.asks("Boris", store.Call{From: 18, To: 24, Zone: 180, Every: time.Hour})
		m := w.own("Boris", w.somniaOf("Boris", "clock:60"), "options").Message
		choose := func(menu string, value string) {
			t.Helper()
			m = w.does(w.person("Boris").Choose(w.ctx, m.ID, "b/"+w.state().ID+"/"+menu, value)).Message
		}
		if !has(m, "Seconds for a card") || has(m, "Time zone") {
			t.Fatalf("a live table offers:\n%s", m.Text())
		}
		choose("option/", "pace")
		choose("value/pace", "1d")
		s := w.state()
		if s.Turn != 24*time.Hour || s.Hours.From != 18 || s.Hours.To != 24 || s.Hours.Zone.String() != "Europe/Moscow" || s.Options["clock"] != "86400" {
			t.Fatalf("the table has %v, %v, %v", s.Turn, s.Hours, s.Options)
		}
		if !has(m, "1 day a turn", "Time zone:** Moscow", "from:** 18", "until:** 24") || has(m, "Seconds for a card") {
			t.Errorf("a table by days offers:\n%s", m.Text())
		}
		time.Sleep(time.Minute)
		if b := w.board(); !has(b, "🗓️ 1 day a turn · 18:00–24:00, Moscow") || has(b, "⚙️") {
			t.Errorf("the lobby:\n%s", b.Text())
		}
		if left := time.Until(s.Expires); left < 6*24*time.Hour {
			t.Errorf("the lobby closes in %v", left)
		}
		choose("option/", "zone")
		choose("value/zone", "Asia/Tokyo")
		choose("option/", "pace")
		choose("value/pace", "live")
		if s := w.state(); s.Turn != 0 || s.Options["clock"] != "60" || s.Options["zone"] != "" {
			t.Errorf("live again, the table has %v, %v", s.Turn, s.Options)
		}
		choose("value/pace", "2d")
		if s := w.state(); s.Hours.Zone.String() != "Asia/Tokyo" {
			t.Errorf("the zone that was chosen is now %v", s.Hours.Zone)
		}
		// Options that were typed are no different.
		w.somniaOf("Boris", "pace:1d to:22")
		if s := w.state(); s.Turn != 24*time.Hour || s.Hours.From != 18 || s.Hours.To != 22 || s.Hours.Zone.String() != "Europe/Moscow" {
			t.Errorf("a table of typed options has %v, %v", s.Turn, s.Hours)
		}
	})
}

// TestNobodyIsMentionedAtNight: a table by days calls and reminds people in its hours only.
func TestNobodyIsMentionedAtNight(t *testing.T) {
	virtual(t, "en-US", playsSomnia, func(t *testing.T, w *town) {
		now := time.Now().UTC()
		morning := time.Date(now.Year(), now.Month(), now.Day(), 10, 0, 0, 0, time.UTC)
		if !now.Before(morning.Add(-2 * time.Hour)) { // it begins at night
			morning = morning.Add(24 * time.Hour)
			time.Sleep(time.Until(morning) - 9*time.Hour)
		}
		w.asks("Eve", store.Call{Every: time.Hour})
		w.somniaOf("Dave", "pace:12h from:10 to:22")
		lobby := w.here
		w.somniaOf("Boris", "pace:12h from:10 to:22", "Grace")
		w.own("Boris", w.board(), "start")
		time.Sleep(time.Until(morning) - time.Second)
		w.wantCalled("at night")
		table := w.here
		w.here = lobby
		w.wantCalled("at night")
		time.Sleep(2 * time.Second)
		w.wantCalled("in the morning", "Eve")
		w.here = table
		if who := w.reminded(); len(who) > 0 {
			t.Errorf("%v are reminded before their turn has begun in the hours", who)
		}
		time.Sleep(16 * time.Minute)
		awaited := w.state().Status.Awaits
		if len(awaited) != 1 {
			t.Fatalf("awaited are %v", awaited)
		}
		late := w.state().Players[awaited[0]].ID
		synctest.Wait()
		told := 0
		for _, m := range w.person("Eve").Messages(w.here) {
			if slices.ContainsFunc(m.Mentions, func(u localcord.User) bool { return string(u.ID) == late.String() }) {
				told++
				if !strings.Contains(m.Text(), "<t:") {
					t.Errorf("the reminder has no deadline:\n%s", m.Text())
				}
			}
		}
		if told != 1 {
			t.Errorf("%d reminders a quarter of an hour after the hours began", told)
		}
	})
}

// TestHolidayMenu: a person who goes on holiday is away at tables by days, until they say
// that they are back.
func TestHolidayMenu(t *testing.T) {
	virtual(t, "en-US", playsSomnia, func(t *testing.T, w *town) {
		w.somniaOf("Boris", "pace:1d", "Eve")
		w.own("Boris", w.board(), "start")
		m := w.does(w.person("Eve").Command(w.ctx, w.here, "dream me", nil)).Message
		choose := func(value string) {
			t.Helper()
			m = w.does(w.person("Eve").Choose(w.ctx, m.ID, "b/-/holiday/", value)).Message
		}
		choose("7")
		if !has(m, "You are on holiday", "You are back on <t:") {
			t.Errorf("the settings:\n%s", m.Text())
		}
		seat, _ := w.state().Seat(mustID(t, w.person("Eve")))
		if p := w.state().Players[seat]; !p.Asleep || !p.Off {
			t.Fatalf("her seat: %+v", p)
		}
		time.Sleep(time.Second)
		if b := w.board(); !has(b, "Away (bot playing)", "Eve", "🗓️ 1 day a turn") || has(b, "holiday") {
			t.Errorf("the board:\n%s", b.Text())
		}
		if k := w.kept("Eve"); len(k.Rows("settings")) != 1 || !bytes.Contains(k.Rows("settings")[0], []byte(`"on_holiday_until":"20`)) || k.Matches[0].Holiday.IsZero() {
			t.Errorf("what is kept of her: %+v", k)
		}
		choose("0")
		if has(m, "You are on holiday") || w.state().Players[seat].Asleep {
			t.Errorf("she is back:\n%s", m.Text())
		}
		choose("30")
		w.own("Eve", w.does(w.person("Eve").Command(w.ctx, w.here, "dream panel", nil)).Message, "back")
		time.Sleep(time.Second)
		if u, err := w.bot.conf.Stores.Settings.User(w.ctx, uint64(mustID(t, w.person("Eve")))); err != nil || !u.Holiday.IsZero() || w.state().Players[seat].Asleep {
			t.Errorf("she pressed that she is back, and is on holiday until %v: %v", u.Holiday, err)
		}
	})
}
