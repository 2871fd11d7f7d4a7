package bot

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"oneiros/bot/discord"
	"oneiros/bot/feature"
	"oneiros/bot/feature/sample"
	samplepage "oneiros/bot/feature/sample/page"
	homepage "oneiros/bot/home/page"
	"oneiros/bot/localcord"
	nights "oneiros/bot/night/page"
	"oneiros/bot/page"
	personpage "oneiros/bot/person/page"
	"oneiros/bot/screen"
	"oneiros/bot/table"
	"oneiros/games"
	"oneiros/games/all"
	"oneiros/games/ui"
	"oneiros/games/whenidream/pack"
	"oneiros/store"
)

// withSample adds the sample feature to a bot, in one line.
func withSample(c *Config) {
	rows := c.Stores.Features.Rows
	c.Features = []func(feature.House) feature.Feature{sample.New(rows(sample.Guests))}
}

// keepsTable gives a town a table that a feature declares, and a bot that has the feature.
func (w *town) keepsTable(schema string, table *store.Table, with func(*Config)) {
	w.t.Helper()
	w.stop()
	db, err := sql.Open("sqlite", w.file)
	if err != nil {
		w.t.Fatal(err)
	}
	_, err = db.Exec(schema)
	if err := errors.Join(err, db.Close()); err != nil {
		w.t.Fatal(err)
	}
	w.tables, w.with = []*store.Table{table}, with
	w.start()
}

// keepsBook gives a town the sample feature, and its people a language.
func (w *town) keepsBook(locale string) {
	w.t.Helper()
	w.keepsTable(sample.Schema, sample.Guests, withSample)
	for _, who := range []string{"Аня", "Boris", "Eve", "Kate", "Mallory"} {
		if err := w.person(who).SetLocale(locale); err != nil {
			w.t.Fatal(err)
		}
	}
}

// TestSampleLink: what a feature offers in lobbies stands there, behind the house's own buttons
// and those of the features before it. It works, and no other page has it.
func TestSampleLink(t *testing.T) {
	for locale, words := range map[string][]string{"en-US": {"Guest book", "No line stands in it yet"}, "ru": {"Книга гостей", "В ней ещё нет ни строки"}} {
		virtual(t, locale, nil, func(t *testing.T, w *town) {
			w.keepsBook(locale)
			id := page.CustomID{Action: "guestbook"}.String()
			linked := func(m *localcord.Message) bool {
				return slices.ContainsFunc(m.Buttons(), func(b *localcord.Component) bool { return b.CustomID == id })
			}
			w.lobbyOf("Eve")
			lobby := w.board()
			list := lobby.Buttons()
			if n := len(list); n < 2 || list[n-1].CustomID != id || list[n-1].Label != words[0] || !strings.Contains(list[n-2].CustomID, "/calls/") {
				t.Fatalf("a lobby:\n%s", lobby.Text())
			}
			if m := w.press("Mallory", lobby, words[0]).Message; !m.Ephemeral() || !has(m, words[1]) {
				t.Errorf("pressed on a lobby:\n%s", m.Text())
			}
			for _, value := range []string{samplepage.Closed, samplepage.Open} { // without a press on the lobby
				w.forges("Аня", page.CustomID{Action: "guestbook-state"}, value)
				time.Sleep(5 * time.Second)
				if lobby = w.board(); linked(lobby) != (value == samplepage.Open) {
					t.Errorf("the book is %s:\n%s", value, lobby.Text())
				}
			}
			people, panels := []string{"Eve", "Boris"}, map[string]*localcord.Message{}
			pages := map[string]*localcord.Message{"the log": w.dream("Eve", "log", nil).Message, "her settings": w.dream("Eve", "me", nil).Message}
			w.own("Boris", lobby, "join")
			w.own("Eve", lobby, "start")
			for _, who := range people {
				panels[who] = w.own(who, w.board(), "panel").Message
			}
			pages["a board"], pages["a panel"] = w.board(), panels["Eve"]
			for at, m := range pages {
				if linked(m) {
					t.Errorf("%s has the link:\n%s", at, m.Text())
				}
			}
			w.play(people, panels)
			w.own("Boris", w.board(), "keep")
			if linked(w.board()) || linked(w.now("Eve", panels["Eve"])) {
				t.Errorf("the end has the link:\n%s", w.board().Text())
			}
		})
	}
}

// TestLinksHaveRoom: a feature offers more on each page than has room there. The first of them
// stand, behind those of the features before it, and Discord takes the page.
func TestLinksHaveRoom(t *testing.T) {
	crowd := func(feature.House) feature.Feature {
		f := feature.Feature{Name: "crowd"}
		for _, at := range []page.Place{page.OnLobby, page.OnPanel, page.OnBoard, page.OnEnd, page.OnLog, page.OnMe, page.OnCall, page.OnOptions, page.OnServer, page.OnNights, page.OnResults} {
			for i := range 8 {
				f.Links = append(f.Links, feature.Pure(at, func(*table.State, page.Reader) page.Offer {
					return page.LinkTo(ui.T("bot.match.rules"), "", page.CustomID{Action: "crowd", Arg: fmt.Sprint(i)})
				}))
			}
		}
		return f
	}
	virtual(t, "en-US", func(c *Config) { c.Features = []func(feature.House) feature.Feature{crowd} }, func(t *testing.T, w *town) {
		count := func(at string, m *localcord.Message, before string, want int) {
			t.Helper()
			n := 0
			for i, b := range m.Buttons() {
				if !strings.HasPrefix(b.CustomID, "b/-/crowd/") {
					continue
				}
				if n == 0 && i > 0 && !strings.Contains(m.Buttons()[i-1].CustomID, before) {
					t.Errorf("%s: %s stands before the links", at, m.Buttons()[i-1].CustomID)
				}
				n++
			}
			if n != want {
				t.Errorf("%s has %d links, want %d:\n%s", at, n, want, m.Text())
			}
		}
		w.lobbyOf("Eve")
		count("a lobby", w.board(), "/calls/", 5)
		count("the options", w.own("Eve", w.board(), "options").Message, "/private/", 2)
		count("the settings of the server", w.dream("Аня", "settings", nil).Message, "", 0)
		count("the nights", w.dream("Eve", "night", nil).Message, "/season/", 4)
		count("the results of the server", w.press("Eve", w.dream("Eve", "stats", nil).Message, "Server").Message, "/season/", 2)
		count("her settings", w.dream("Eve", "me", nil).Message, "/erase/", 2)
		count("her settings where nobody is called", w.does(w.person("Eve").Command(w.ctx, w.writes("Eve"), "dream me", nil)).Message, "/erase/", 3)
		people, panels := []string{"Eve", "Boris"}, map[string]*localcord.Message{}
		w.own("Boris", w.board(), "join")
		w.own("Eve", w.board(), "start")
		for _, who := range people {
			panels[who] = w.own(who, w.board(), "panel").Message
		}
		count("the board of a live match", w.board(), "/rules/", 1)
		count("the log of a live match", w.dream("Eve", "log", nil).Message, "/deal/", 2)
		w.play(people, panels)
		w.own("Boris", w.board(), "keep")
		count("the board at the end", w.board(), "/keep/", 1)
		count("the log at the end", w.dream("Eve", "log", nil).Message, "/keep/", 1)
	})
}

// TestSampleWorks: the sample trims a book that gets too long, beside the press. The oldest lines
// go.
func TestSampleWorks(t *testing.T) {
	virtual(t, "en-US", nil, func(t *testing.T, w *town) {
		w.keepsBook("en-US")
		rows, guild := w.bot.conf.Stores.Features.Rows(sample.Guests), uint64(mustGuild(w))
		for i := range 100 {
			if err := rows.Put(w.ctx, store.Row{guild, uint64(i + 1), "Guest", fmt.Sprint("line ", i+1), int64(i + 1)}); err != nil {
				t.Fatal(err)
			}
		}
		w.dream("Eve", "guestbook", map[string]any{"line": "the last one"})
		time.Sleep(time.Second)
		list, err := rows.List(w.ctx, store.With{"guild": guild})
		if err != nil || len(list) != 100 || slices.ContainsFunc(list, func(r store.Row) bool { return r[3] == "line 1" }) {
			t.Errorf("there are %d lines, %v", len(list), err)
		}
	})
}

// TestSampleFeature: a feature of another package has a command, controls with different needs,
// words, a setting, and tables that survive a restart and are exported, checked and erased.
func TestSampleFeature(t *testing.T) {
	for _, locale := range []string{"en-US", "ru"} {
		words := map[string][]string{
			"en-US": {"No line stands in it yet", "Guest book (2)", "Take mine out", "Clear", "a line has something besides spaces", "the permission Manage Server", "Guest book (0)", "Guest book: **open**", "Guest book: **closed**", "Let nobody write lines", "this guest book is closed", "1 line in a guest book"},
			"ru":    {"В ней ещё нет ни строки", "Книга гостей (2)", "Убрать мою", "Очистить", "в строке должно быть что-то, кроме пробелов", "право «Управлять сервером»", "Книга гостей (0)", "Книга гостей: **открыта**", "Книга гостей: **закрыта**", "Закрыть книгу", "книга гостей этого сервера закрыта", "1 строка в книгах гостей"},
		}[locale]
		virtual(t, locale, nil, func(t *testing.T, w *town) {
			w.keepsBook(locale)
			sign := func(who, line string) *localcord.Message {
				t.Helper()
				options := map[string]any{}
				if line != "" {
					options["line"] = line
				}
				r := w.dream(who, "guestbook", options)
				if r.Message == nil || !r.Message.Ephemeral() {
					t.Fatalf("%s was answered by %+v", who, r.Message)
				}
				return r.Message
			}
			if m := sign("Eve", ""); !has(m, words[0]) {
				t.Errorf("an empty book:\n%s", m.Text())
			}
			if m := sign("Eve", "   "); !has(m, words[4]) {
				t.Errorf("a blank line:\n%s", m.Text())
			}
			sign("Eve", "**@everyone** _hi_")
			m := sign("Аня", "ночь")
			if !has(m, words[1], `\*\*\@everyone`, "ночь") || m.Button(words[2]) == nil || m.Button(words[3]) == nil {
				t.Errorf("two lines, for the owner:\n%s", m.Text())
			}
			if m := sign("Mallory", ""); m.Button(words[2]) != nil || m.Button(words[3]) != nil {
				t.Errorf("for one who has no line and no right:\n%s", m.Text())
			}
			forged, err := w.person("Mallory").Forge(w.ctx, localcord.Forged{Channel: w.here, CustomID: page.CustomID{Action: "guestbook-clear"}.String()})
			if err != nil || forged.Message == nil || !has(forged.Message, words[5]) {
				t.Errorf("forged: %v, %v", forged.Message.Text(), err)
			}
			settings := w.dream("Аня", "settings", nil).Message
			if !has(settings, words[7]) {
				t.Errorf("the settings of the server:\n%s", settings.Text())
			}
			form := w.settingForm("guestbook")
			if o := form.Components[0].Component.Options; len(form.Components) != 2 || o[0].Label != words[9] && o[1].Label != words[9] {
				t.Errorf("the form of other settings is %+v", form.Components)
			}
			for _, c := range [][2]string{{"nonsense", words[7]}, {"closed", words[8]}} {
				settings = w.does(w.person("Аня").Forge(w.ctx, localcord.Forged{Channel: w.here, Message: settings.ID, CustomID: page.CustomID{Action: "guestbook-state"}.String(), Values: []string{c[0]}})).Message
				if !has(settings, c[1]) {
					t.Errorf("chosen %s:\n%s", c[0], settings.Text())
				}
			}
			forged, err = w.person("Mallory").Forge(w.ctx, localcord.Forged{Channel: w.here, CustomID: page.CustomID{Action: "guestbook-state"}.String(), Values: []string{"open"}})
			if err != nil || forged.Message == nil || !has(forged.Message, words[5]) {
				t.Errorf("forged: %v, %v", forged.Message.Text(), err)
			}
			w.stop()
			w.start()
			if m := sign("Eve", "day"); !has(m, words[10]) {
				t.Errorf("a line in a closed book:\n%s", m.Text())
			}
			if m := w.does(w.person("Eve").Forge(w.ctx, localcord.Forged{Channel: w.here, CustomID: page.CustomID{Action: personpage.WhatKept}.String()})).Message; !has(m, words[11]) {
				t.Errorf("what is kept:\n%s", m.Text())
			}
			if m := sign("Eve", ""); !has(m, words[1]) {
				t.Errorf("after a restart:\n%s", m.Text())
			}
			if list, err := store.FindDamage(w.ctx, w.file, store.WithTables(sample.Guests)); err != nil || len(list) > 0 {
				t.Errorf("damage: %v, %v", list, err)
			}
			p := w.kept("Eve")
			if rows := p.Rows("guest_books"); len(rows) != 1 || !bytes.Contains(rows[0], []byte("hi_")) {
				t.Errorf("what is kept of her: %s", rows)
			}
			if err := w.bot.conf.Stores.Erasures.RequestErasure(w.ctx, uint64(mustID(t, w.person("Eve"))), time.Now()); err != nil {
				t.Fatal(err)
			}
			m = sign("Аня", "")
			if has(m, "hi") {
				t.Errorf("an erased person:\n%s", m.Text())
			}
			if m := w.press("Аня", m, words[3]).Message; !has(m, words[6]) {
				t.Errorf("cleared:\n%s", m.Text())
			}
		})
	}
}

// TestSampleParty: the book leads to an event of the server, which goes away with its last line.
// Where the bot may not create events, the page says so to who manages the server.
func TestSampleParty(t *testing.T) {
	for locale, words := range map[string]struct{ party, lack, clear string }{
		"en-US": {"Party", "so the guests have no party. Needed: Create Events.", "Clear"},
		"ru":    {"Праздник", "праздника гостей нет. Нужно право: Создавать события.", "Очистить"},
	} {
		virtual(t, locale, nil, func(t *testing.T, w *town) {
			w.keepsBook(locale)
			if m := w.dream("Eve", "guestbook", map[string]any{"line": "zzz"}).Message; has(m, words.lack) || m.Button(words.party) != nil {
				t.Errorf("for a guest:\n%s", m.Text())
			}
			if m := w.dream("Аня", "guestbook", nil).Message; !has(m, words.lack) || m.Button(words.party) != nil {
				t.Errorf("without the permission:\n%s", m.Text())
			}
			if m := w.forges("Аня", page.CustomID{Action: "guestbook-party"}); !has(m, words.lack) {
				t.Errorf("forged without the permission:\n%s", m.Text())
			}
			w.srv.Control().Grant(discord.PermissionCreateEvents)
			m := w.dream("Аня", "guestbook", nil).Message
			if has(m, words.lack) {
				t.Errorf("with the permission:\n%s", m.Text())
			}
			m = w.press("Аня", m, words.party).Message
			time.Sleep(time.Second)
			if list := w.srv.Control().Events(w.srv.Guild()); len(list) != 1 || list[0].Status != localcord.EventScheduled {
				t.Fatalf("the events: %+v\n%s", list, w.log)
			}
			w.press("Аня", m, words.clear)
			time.Sleep(time.Second)
			if list := w.srv.Control().Events(w.srv.Guild()); len(list) != 0 {
				t.Errorf("the events of an empty book: %+v", list)
			}
		})
	}
}

// forges presses a control that stands on no message.
func (w *town) forges(who string, id page.CustomID, values ...string) *localcord.Message {
	w.t.Helper()
	return w.does(w.person(who).Forge(w.ctx, localcord.Forged{Channel: w.here, CustomID: id.String(), Values: values})).Message
}

// invitation is the announcement of a night in the channel, and the custom id by which it is
// answered with Coming.
func (w *town) invitation() (m *localcord.Message, coming string) {
	w.t.Helper()
	for _, m := range w.person("Grace").Messages(w.here) {
		for _, b := range m.Buttons() {
			if id, ok := page.ParseCustomID(b.CustomID); ok && id.Action == nights.Action && strings.HasSuffix(id.Arg, ":"+nights.Yes) {
				return m, b.CustomID
			}
		}
	}
	w.t.Fatal("no night is announced here")
	return nil, ""
}

// TestSampleAdmits: only who stands in the guest book comes to a table of a server that wants
// it so, on whichever way.
func TestSampleAdmits(t *testing.T) {
	for locale, words := range map[string][]string{"en-US": {"only who stands in this server's guest book", "the permission Manage Server", "Tables: **for guests in the book**"}, "ru": {"только те, кто записан в книге гостей", "право «Управлять сервером»", "Столы: **для гостей из книги**"}} {
		virtual(t, locale, nil, func(t *testing.T, w *town) {
			w.keepsBook(locale)
			refused := func(way string, m *localcord.Message) {
				t.Helper()
				if m == nil || !m.Ephemeral() || !has(m, words[0]) {
					t.Errorf("%s: %s is answered by\n%s", locale, way, m.Text())
				}
				time.Sleep(time.Second)
			}
			sit := func(want ...string) {
				t.Helper()
				if got := slices.Sorted(slices.Values(w.sitting())); !slices.Equal(got, want) {
					t.Errorf("%s: at the table sit %q, want %q", locale, got, want)
				}
			}
			guests := page.CustomID{Action: "guestbook-tables"}
			if m := w.forges("Mallory", guests, "guests"); !has(m, words[1]) {
				t.Errorf("a stranger changes the setting:\n%s", m.Text())
			}
			if m := w.forges("Аня", guests, "guests"); !has(m, words[2]) {
				t.Errorf("the settings:\n%s", m.Text())
			}
			for _, who := range []string{"Boris", "Eve", "Kate"} {
				w.dream(who, "guestbook", map[string]any{"line": "zzz"})
			}
			refused("to open", w.plays("Mallory", nil))
			refused("to open with a forged button", w.forges("Mallory", page.CustomID{Action: page.Play, Arg: "lullaby"}))
			refused("to play alone", w.forges("Mallory", page.CustomID{Action: page.PlayAlone, Arg: "lullaby"}))
			if len(w.bot.tables.Known(table.All())) != 0 {
				t.Error("a table is open")
			}
			w.asks("Mallory", store.Call{Every: time.Hour})
			w.asks("Eve", store.Call{Every: time.Hour})
			w.plays("Boris", nil)
			lobby := w.state().ID
			refused("to join", w.own("Mallory", w.board(), "join").Message)
			refused("to join by a command", w.dream("Mallory", "join", nil).Message)
			refused("to join with a forged button", w.forges("Mallory", page.CustomID{Action: page.Join, Match: lobby}))
			time.Sleep(callAfter)
			w.wantCalled("of a guest and a stranger", "Eve")
			w.own("Eve", w.board(), "join")
			w.dream("Kate", "join", nil)
			sit("Boris", "Eve", "Kate")
			w.own("Boris", w.board(), "start")
			w.own("Kate", w.dream("Kate", "leave", nil).Message, "leave")
			seat := page.CustomID{Action: page.TakeSeat, Match: lobby, Arg: page.SeatArg{Seat: 2}.String()}
			refused("to take a seat", w.own("Mallory", w.own("Mallory", w.board(), "take").Message, "take").Message)
			refused("to take a seat by a command", w.dream("Mallory", "join", nil).Message)
			refused("to take a seat with a forged button", w.forges("Mallory", seat))
			if _, sits := w.state().Seat(mustID(t, w.person("Mallory"))); sits {
				t.Error("a stranger sits")
			}
			w.dream("Mallory", "guestbook", map[string]any{"line": "zzz"})
			w.forges("Mallory", seat)
			sit("Boris", "Eve", "Mallory")
			w.forges("Mallory", page.CustomID{Action: "guestbook-leave"})
			people, panels := []string{"Boris", "Eve", "Mallory"}, map[string]*localcord.Message{}
			for _, who := range people {
				panels[who] = w.own(who, w.board(), "panel").Message
			}
			w.play(people, panels) // the person who sits there stays
			again := page.CustomID{Action: page.Again, Match: lobby}
			refused("to play again", w.own("Mallory", w.board(), "again").Message)
			if s := w.state(); s.ID != lobby {
				t.Fatal("a stranger has opened the next table")
			}
			w.own("Boris", w.board(), "again")
			refused("to join the next table", w.forges("Mallory", again))
			w.forges("Eve", again)
			sit("Boris", "Eve")

			w.here = w.srv.NewChannel("night")
			night := map[string]any{"game": "lullaby", "when": "in 10 minutes", "zone": "Etc/UTC"}
			refused("to announce", w.dream("Mallory", "night", night).Message)
			w.dream("Boris", "night", night)
			m, coming := w.invitation()
			refused("to say that they come", w.press("Mallory", m, coming).Message)
			for _, who := range []string{"Kate", "Eve", "Boris"} {
				w.answers(who, m, coming)
			}
			w.forges("Kate", page.CustomID{Action: "guestbook-leave"})
			time.Sleep(11 * time.Minute)
			sit("Boris", "Eve")
			if s := w.state(); s.CurrentChannel().String() != string(w.here) {
				t.Error("the night has not begun")
			}
			for _, m := range w.person("Grace").Messages(w.here) {
				for _, u := range m.Mentions {
					if u.ID == w.person("Kate").ID() || u.ID == w.person("Mallory").ID() {
						t.Errorf("a stranger is called:\n%s", m.Text())
					}
				}
			}
		})
	}
}

// TestSampleWarns: who does not stand in the guest book is warned of guests at a table, on each
// way there, and no other person is told. They go on or leave it, also after a restart. When the
// warning is about something else by then, they are warned again.
func TestSampleWarns(t *testing.T) {
	for locale, words := range map[string]struct{ one, two, anyway, leave, left string }{
		"en-US": {"1 guest from the book sits there", "2 guests from the book sit there", "Join anyway", "Don't join", "nothing has changed"},
		"ru":    {"Там сидит 1 гость из книги", "Там сидят 2 гостя из книги", "Всё равно сесть", "Не садиться", "ничего не изменилось"},
	} {
		virtual(t, locale, nil, func(t *testing.T, w *town) {
			w.keepsBook(locale)
			if err := w.person("Dave").SetLocale(locale); err != nil {
				t.Fatal(err)
			}
			sits := func(who string) bool {
				_, sits := w.state().Seat(mustID(t, w.person(who)))
				return sits
			}
			warned := func(way, who string, m *localcord.Message, line string) *localcord.Message {
				t.Helper()
				if m == nil || !m.Ephemeral() || !has(m, line) || m.Button(words.anyway) == nil || m.Button(words.leave) == nil || sits(who) {
					t.Fatalf("%s: %s is answered by\n%s", way, who, m.Text())
				}
				return m
			}
			w.forges("Аня", page.CustomID{Action: "guestbook-tables"}, "warned")
			for _, who := range []string{"Eve", "Boris"} {
				w.dream(who, "guestbook", map[string]any{"line": "zzz"})
			}
			w.plays("Eve", map[string]any{"options": "rounds:1"})
			m := warned("join", "Mallory", w.own("Mallory", w.board(), "join").Message, words.one)
			if r := w.press("Mallory", m, words.leave); !r.Updated || !has(r.Message, words.left) || len(r.Message.Buttons()) > 0 || sits("Mallory") {
				t.Errorf("left:\n%s", r.Message.Text())
			}
			m = warned("join again", "Mallory", w.own("Mallory", w.board(), "join").Message, words.one)
			w.stop()
			w.start()
			if r := w.press("Mallory", m, words.anyway); !r.Updated || !sits("Mallory") {
				t.Errorf("joined anyway:\n%s", r.Message.Text())
			}
			m = warned("join by a command", "Kate", w.dream("Kate", "join", nil).Message, words.one)
			w.own("Boris", w.board(), "join")
			forged := page.CustomID{Match: w.state().ID, Action: page.Join, Confirms: "0123456789ab"}
			warned("with a forged confirmation", "Kate", w.forges("Kate", forged), words.two)
			m = warned("of one more", "Kate", w.press("Kate", m, words.anyway).Message, words.two)
			w.press("Kate", m, words.anyway)
			if !sits("Kate") {
				t.Errorf("Kate does not sit\n%s", w.log)
			}
			for _, other := range w.person("Grace").Messages(w.here) {
				if has(other, words.one) || has(other, words.two) {
					t.Errorf("others see\n%s", other.Text())
				}
			}

			w.own("Eve", w.board(), "start")
			w.own("Kate", w.dream("Kate", "leave", nil).Message, "leave")
			seats := w.own("Dave", w.board(), "take").Message
			m = warned("take a seat", "Dave", w.own("Dave", seats, "take").Message, words.two)
			w.press("Dave", m, words.anyway)
			if !sits("Dave") {
				t.Errorf("Dave does not sit\n%s", w.log)
			}
			people, panels := w.sitting(), map[string]*localcord.Message{}
			for _, who := range people {
				panels[who] = w.own(who, w.board(), "panel").Message
			}
			w.play(people, panels)
			w.own("Eve", w.board(), "again")
			again := page.CustomID{Action: page.Again, Match: panelMatch(t, panels["Mallory"])}
			m = warned("play again", "Mallory", w.forges("Mallory", again), words.one)
			w.press("Mallory", m, words.anyway)
			if !sits("Mallory") {
				t.Errorf("Mallory does not play again\n%s", w.log)
			}

			w.here = w.srv.NewChannel("night")
			w.dream("Eve", "night", map[string]any{"game": "lullaby", "when": "in 10 minutes", "zone": "Etc/UTC"})
			invitation, coming := w.invitation()
			w.answers("Eve", invitation, coming)
			m = w.press("Mallory", invitation, coming).Message
			if !m.Ephemeral() || !has(m, words.one) || strings.Contains(w.comes(), "Mallory") {
				t.Fatalf("coming is answered by\n%s\n%s", m.Text(), w.comes())
			}
			w.press("Mallory", m, words.anyway)
			w.answers("Boris", invitation, coming) // of whom Mallory was not warned
			time.Sleep(11 * time.Minute)
			if got := slices.Sorted(slices.Values(w.sitting())); !slices.Equal(got, []string{"Boris", "Eve", "Mallory"}) {
				t.Errorf("at the table of the night sit %q", got)
			}
		})
	}
}

// TestSampleGivesWay: strangers are called where no guest is, and give way to guests.
func TestSampleGivesWay(t *testing.T) {
	virtual(t, "en-US", nil, func(t *testing.T, w *town) {
		w.keepsBook("en-US")
		w.forges("Аня", page.CustomID{Action: "guestbook-tables"}, "warned")
		w.dream("Kate", "guestbook", map[string]any{"line": "zzz"})
		for who, ago := range map[string]time.Duration{"Mallory": 48 * time.Hour, "Kate": 24 * time.Hour} {
			w.asks(who, store.Call{Every: time.Hour, Called: time.Now().Add(-ago)})
		}
		w.lobbyOf("Boris")
		time.Sleep(callAfter + time.Second)
		w.wantCalled("of a stranger and a guest", "Kate")
		w.lobbyOf("Eve")
		time.Sleep(callAfter + time.Second)
		w.wantCalled("of a stranger", "Mallory")
	})
}

// panelMatch is the match of a button on a message.
func panelMatch(t *testing.T, m *localcord.Message) string {
	t.Helper()
	for _, b := range m.Buttons() {
		if id, ok := page.ParseCustomID(b.CustomID); ok && id.Match != "" {
			return id.Match
		}
	}
	t.Fatalf("there is no match on\n%s", m.Text())
	return ""
}

// TestFeatureHears: a feature is told of events of the gateway in their order, and of whom is to
// be erased before and after. Presses and new messages come by other ways.
func TestFeatureHears(t *testing.T) {
	var mu sync.Mutex
	var told []string
	note := func(what string) {
		mu.Lock()
		defer mu.Unlock()
		told = append(told, what)
	}
	hearer := func(feature.House) feature.Feature {
		return feature.Feature{
			Name: "hearer",
			Hear: func(_ context.Context, e discord.Event) {
				note(strings.TrimPrefix(fmt.Sprintf("%T", e), "discord."))
			},
			Erasing: func(_ context.Context, user discord.ID) func() {
				note("erasing")
				return func() { note("erased") }
			},
		}
	}
	virtual(t, "en-US", func(c *Config) { c.Features = []func(feature.House) feature.Feature{hearer} }, func(t *testing.T, w *town) {
		w.lobbyOf("Boris") // a command, and a message
		channel := w.srv.NewChannel("short-lived")
		if err := w.srv.Control().DeleteChannel(channel); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Second)
		w.press("Eve", w.press("Eve", w.dream("Eve", "me", nil).Message, "Erase me").Message, "Erase")
		time.Sleep(time.Second)
		mu.Lock()
		defer mu.Unlock()
		is := slices.DeleteFunc(slices.Clone(told), func(what string) bool { return what == "GuildJoined" })
		if want := []string{"Ready", "ChannelDeleted", "erasing", "erased"}; !slices.Equal(is, want) {
			t.Errorf("it was told %q, want %q", is, want)
		}
	})
}

// doorman is a feature that says who is admitted, and notes what it is asked.
type doorman struct {
	mu     sync.Mutex
	asked  []string
	answer func(feature.Asked) error // nil for every person
}

// with adds a doorman who admits every person, and this one behind.
func (d *doorman) with(c *Config) {
	of := func(name string) func(feature.House) feature.Feature {
		return func(feature.House) feature.Feature {
			return feature.Feature{Name: name, Admit: func(_ context.Context, a feature.Asked) error {
				d.mu.Lock()
				defer d.mu.Unlock()
				at := "no table"
				if a.Table != nil {
					at = "table " + a.Table.ID
				}
				d.asked = append(d.asked, fmt.Sprint(name, " ", a.Deed, " ", a.User, " ", a.Guild, " ", a.Channel, " ", at))
				if name == "second" && d.answer != nil {
					return d.answer(a)
				}
				return nil
			}}
		}
	}
	c.Features = []func(feature.House) feature.Feature{of("first"), of("second")}
}

// set changes what the doorman answers, and returns what it was asked before.
func (d *doorman) set(answer func(feature.Asked) error) []string {
	d.mu.Lock()
	defer d.mu.Unlock()
	was := d.asked
	d.asked, d.answer = nil, answer
	return was
}

// keepsOut refuses a person, or fails.
func (w *town) keepsOut(who string, err error) func(feature.Asked) error {
	user := mustID(w.t, w.person(who))
	return func(a feature.Asked) error {
		if a.User == user {
			return err
		}
		return nil
	}
}

// comes is where a test of admission looks for changes: who sits where, and who comes to nights.
func (w *town) comes() string {
	w.t.Helper()
	var b strings.Builder
	for _, s := range w.bot.tables.Known(table.All()) {
		fmt.Fprintln(&b, s.ID, s.Phase)
		for _, p := range s.Players {
			fmt.Fprintln(&b, p.ID, p.Open)
		}
	}
	list, err := w.bot.conf.Stores.Features.Nights.NightsOn(w.ctx, uint64(mustGuild(w)))
	if err != nil {
		w.t.Fatal(err)
	}
	for _, night := range list {
		fmt.Fprintln(&b, night.ID, night.Guests)
	}
	return b.String()
}

// TestWaysToTables: each way to a table asks all features before anything is done. The first
// refusal is the answer, and what a feature fails at is an incident. Both change nothing.
func TestWaysToTables(t *testing.T) {
	card := func(a page.Action) func(w *town) *localcord.Message {
		return func(w *town) *localcord.Message { return w.forges("Eve", page.CustomID{Action: a, Arg: "lullaby"}) }
	}
	onTable := func(a page.Action, arg string) func(w *town) *localcord.Message {
		return func(w *town) *localcord.Message {
			return w.forges("Eve", page.CustomID{Action: a, Match: w.bot.tables.Known(table.All())[0].ID, Arg: arg})
		}
	}
	typed := func(sub string, options map[string]any) func(w *town) *localcord.Message {
		return func(w *town) *localcord.Message { return w.dream("Eve", sub, options).Message }
	}
	lobby := func(w *town) { w.lobbyOf("Boris") }
	match := func(w *town) {
		w.match("", "Boris", "Kate", "Dave")
		w.own("Dave", w.dream("Dave", "leave", nil).Message, "leave")
	}
	over := func(w *town) { w.play([]string{"Boris", "Kate"}, w.match("rounds:2", "Boris", "Kate")) }
	night := map[string]any{"game": "lullaby", "when": "in 10 minutes", "zone": "Etc/UTC"}
	for name, c := range map[string]struct {
		before  func(w *town)
		do      func(w *town) *localcord.Message
		deed    feature.Deed
		atTable bool
	}{
		"play":                 {nil, func(w *town) *localcord.Message { return w.plays("Eve", nil) }, feature.Open, false},
		"play on a card":       {nil, card(page.Play), feature.Open, false},
		"play alone on a card": {nil, card(page.PlayAlone), feature.Open, false},
		"announce a night":     {nil, typed("night", night), feature.Open, false},
		"come to a night": {func(w *town) { w.dream("Boris", "night", night) }, func(w *town) *localcord.Message {
			m, coming := w.invitation()
			return w.press("Eve", m, coming).Message
		}, feature.Join, false},
		"join":                   {lobby, onTable(page.Join, ""), feature.Join, true},
		"join by a command":      {lobby, typed("join", nil), feature.Join, true},
		"take a seat":            {match, onTable(page.TakeSeat, "2"), feature.Sit, true},
		"sit down by a command":  {match, typed("join", nil), feature.Sit, true},
		"play again":             {over, onTable(page.Again, ""), feature.Open, false},
		"play again with others": {func(w *town) { over(w); w.own("Boris", w.board(), "again") }, onTable(page.Again, ""), feature.Join, true},
	} {
		t.Run(name, func(t *testing.T) {
			d := &doorman{}
			virtual(t, "en-US", d.with, func(t *testing.T, w *town) {
				if c.before != nil {
					c.before(w)
				}
				time.Sleep(time.Second)
				before, at := w.comes(), "no table"
				if c.atTable {
					at = "table " + w.state().ID
				}
				asks := fmt.Sprint(c.deed, " ", w.person("Eve").ID(), " ", w.srv.Guild(), " ", w.here, " ", at)
				for _, no := range []struct {
					err   error
					words string
				}{{games.Refuse("bot.home.lost"), "that limit is lifted"}, {errors.New("the door is stuck"), "incident number"}} {
					d.set(w.keepsOut("Eve", no.err))
					m := c.do(w)
					if m == nil || !m.Ephemeral() || !has(m, no.words) {
						t.Errorf("%v is answered by\n%s", no.err, m.Text())
					}
					time.Sleep(time.Second)
					if now := w.comes(); now != before {
						t.Errorf("after %v it is\n%s\nbefore it was\n%s", no.err, now, before)
					}
					if asked := d.set(nil); !slices.Equal(asked, []string{"first " + asks, "second " + asks}) {
						t.Errorf("asked was %q, want %q", asked, asks)
					}
				}
				if n := w.counted("oneiros_faults_total"); n != 1 || !strings.Contains(w.log.String(), "feature second: admit to "+string(c.deed)+": the door is stuck") {
					t.Errorf("%v faults are counted\n%s", n, w.log)
				}
				c.do(w)
				time.Sleep(time.Second)
				if w.comes() == before {
					t.Errorf("who is admitted comes to nothing\n%s", before)
				}
				d.set(w.keepsOut("Eve", games.Refuse("bot.home.lost")))
				before = w.comes()
				if c.atTable { // there they stay
					if m := c.do(w); m != nil && has(m, "that limit") || w.comes() != before {
						t.Errorf("whoever sits there is refused:\n%s", m.Text())
					}
				}
			})
		})
	}
}

// TestDirectMessagesAreAsked: features are asked about tables in direct messages, which are on
// no server.
func TestDirectMessagesAreAsked(t *testing.T) {
	d := &doorman{}
	virtual(t, "en-US", d.with, func(t *testing.T, w *town) {
		d.set(w.keepsOut("Eve", games.Refuse("bot.home.lost")))
		r := w.does(w.person("Eve").Command(w.ctx, w.writes("Eve"), "dream play", map[string]any{"game": "lullaby"}))
		if !has(r.Message, "that limit is lifted") || len(w.bot.tables.Known(table.All())) != 0 {
			t.Errorf("the answer:\n%s", r.Message.Text())
		}
		if asked, want := d.set(nil), fmt.Sprint("second open ", w.person("Eve").ID(), " 0 ", w.person("Eve").Direct(), " no table"); !slices.Contains(asked, want) {
			t.Errorf("asked was %q, want %q", asked, want)
		}
		w.solo("Eve", "")
	})
}

// TestCallsAreAsked: no person is called who is not admitted. When a feature fails, the lobby
// calls later.
func TestCallsAreAsked(t *testing.T) {
	d := &doorman{}
	virtual(t, "en-US", d.with, func(t *testing.T, w *town) {
		for _, who := range []string{"Eve", "Mallory"} {
			w.asks(who, store.Call{Every: time.Hour})
		}
		s := w.lobbyOf("Boris")
		d.set(w.keepsOut("Mallory", errors.New("the door is stuck")))
		time.Sleep(callAfter + time.Second)
		w.wantCalled("while a feature fails")
		asked := d.set(w.keepsOut("Mallory", games.Refuse("bot.home.lost")))
		if want := fmt.Sprint("second call ", w.person("Mallory").ID(), " ", s.Guild, " ", w.here, " table ", s.ID); !slices.Contains(asked, want) {
			t.Errorf("asked was %q, want %q", asked, want)
		}
		time.Sleep(callAgain)
		w.wantCalled("of two", "Eve")
	})
}

// TestNightsAreAsked: at the table of a night sits who is admitted at its time. Its host must be
// admitted to open it.
func TestNightsAreAsked(t *testing.T) {
	d := &doorman{}
	virtual(t, "en-US", d.with, func(t *testing.T, w *town) {
		come := func(people ...string) {
			d.set(nil)
			w.here = w.srv.NewChannel("night")
			m := w.announceFor("Boris", "in 10 minutes")
			for _, who := range people {
				w.answers(who, m, "Coming")
			}
		}
		only := func(deed feature.Deed, who string, err error) func(feature.Asked) error {
			no := w.keepsOut(who, err)
			return func(a feature.Asked) error {
				if a.Deed != deed {
					return nil
				}
				return no(a)
			}
		}
		refusal, fault := games.Refuse("bot.home.lost"), errors.New("the door is stuck")

		come("Kate", "Boris", "Eve")
		d.set(only(feature.Join, "Kate", refusal))
		time.Sleep(11 * time.Minute)
		if n, who := w.begun(); n != 1 || !slices.Equal(who, []string{"Boris", "Eve"}) || !slices.Equal(w.sitting(), who) {
			t.Errorf("%d calls to %q, and there sit %q", n, who, w.sitting())
		}
		if m := w.announcement(); !has(m, "The night has begun") || has(m, "Kate") || has(m, "limit") {
			t.Errorf("the announcement:\n%s", m.Text())
		}

		come("Kate", "Boris")
		d.set(only(feature.Join, "Kate", fault))
		time.Sleep(11 * time.Minute)
		if n, _ := w.begun(); n != 0 || len(w.bot.tables.Known(table.All())) != 1 {
			t.Errorf("%d calls while a feature fails", n)
		}
		d.set(only(feature.Open, "Boris", fault))
		time.Sleep(2 * time.Minute)
		d.set(only(feature.Open, "Boris", refusal))
		time.Sleep(2 * time.Minute)
		if m := w.announcement(); !has(m, "The host cannot open a table here right now") || len(w.bot.tables.Known(table.All())) != 1 {
			t.Errorf("the announcement:\n%s", m.Text())
		}
		d.set(nil)
		time.Sleep(2 * time.Minute)
		if n, who := w.begun(); n != 1 || !slices.Equal(who, []string{"Boris", "Kate"}) {
			t.Errorf("%d calls to %q", n, who)
		}

		come("Eve")
		d.set(only(feature.Join, "Eve", refusal))
		time.Sleep(11 * time.Minute)
		if m := w.announcement(); !has(m, "No table could be opened in time") || len(w.bot.tables.Known(table.All())) != 2 {
			t.Errorf("the announcement:\n%s", m.Text())
		}
	})
}

// censor is a feature that says which words may be shown, and notes what it is asked.
type censor struct {
	mu     sync.Mutex
	asked  []string
	answer error // nil for all words
}

// with adds all games, a censor whom all words please, and this one behind.
func (e *censor) with(c *Config) {
	of := func(name string) func(feature.House) feature.Feature {
		return func(feature.House) feature.Feature {
			return feature.Feature{Name: name, Text: func(_ context.Context, a feature.Written) error {
				e.mu.Lock()
				defer e.mu.Unlock()
				at := "no table"
				if a.Table != nil {
					at = "table " + a.Table.ID
				}
				e.asked = append(e.asked, fmt.Sprintf("%s %s %v %v %v %s %.60q", name, a.Use, a.User, a.Guild, a.Channel, at, a.Words))
				if name == "second" {
					return e.answer
				}
				return nil
			}}
		}
	}
	c.Games = append(c.Games, all.Games...)
	c.Features = []func(feature.House) feature.Feature{of("first"), of("second")}
}

// set changes what the censor answers, and returns what it was asked before.
func (e *censor) set(answer error) []string {
	e.mu.Lock()
	defer e.mu.Unlock()
	was := e.asked
	e.asked, e.answer = nil, answer
	return was
}

// writings is where a test looks for words that were kept.
func (w *town) writings() string {
	w.t.Helper()
	var b strings.Builder
	for _, s := range w.bot.tables.Known(table.All()) {
		fmt.Fprintln(&b, s.ID, s.Phase, s.Turns)
	}
	presets, err := w.bot.conf.Stores.Features.Homes.Presets(w.ctx, uint64(mustGuild(w)))
	if err != nil {
		w.t.Fatal(err)
	}
	for _, p := range presets {
		fmt.Fprintln(&b, "preset", p.Name)
	}
	db, err := sql.Open("sqlite", w.file)
	if err != nil {
		w.t.Fatal(err)
	}
	packs := 0 // drafts too, which no list has
	err = db.QueryRowContext(w.ctx, "SELECT count(*) FROM packs").Scan(&packs)
	if err := errors.Join(err, db.Close()); err != nil {
		w.t.Fatal(err)
	}
	fmt.Fprintln(&b, packs, "packs")
	return b.String()
}

// naming has two people play until one of them names a dream.
func (w *town) naming(toss string, people ...string) (who string) {
	w.t.Helper()
	panels := w.match("rounds:1", people...)
	for _, who := range people {
		w.press(who, panels[who], toss)
	}
	return people[w.state().Status.Awaits[0]]
}

// saves saves what the table agreed on as a preset.
func (w *town) saves(who, name string) *localcord.Message {
	w.t.Helper()
	form := w.press(who, w.own(who, w.board(), "options").Message, page.CustomID{Match: w.state().ID, Action: homepage.SavePreset}.String()).Modal
	if form == nil {
		w.t.Fatal("there is no form for a preset")
	}
	return w.does(w.person(who).Submit(w.ctx, form, name)).Message
}

// TestWordsAreAsked: all features are asked before words are kept that others may read. The
// first refusal is the answer, and what a feature fails at is an incident. Both change nothing,
// and the words are read by no person.
func TestWordsAreAsked(t *testing.T) {
	const words = "mumblecrust"
	lobby := func(w *town) string { w.lobbyOf("Eve"); return "Eve" }
	match := func(w *town) string { return w.naming("Toss for it", "Boris", "Eve") }
	fill := func(onBoard bool) func(w *town, who string) *localcord.Message {
		return func(w *town, who string) *localcord.Message {
			s := w.state()
			seat, _ := s.Seat(mustID(w.t, w.person(who)))
			on, turn := w.panelOf(who), s.Turns[seat+1]
			if onBoard {
				on, turn = w.board(), s.Turns[0]
			}
			id := screen.CustomID{Match: s.ID, Turn: turn, Action: screen.ActionFill, To: "name"}
			return w.does(w.person(who).Forge(w.ctx, localcord.Forged{Channel: w.here, Message: on.ID, CustomID: id.String(), Fields: []localcord.Field{{CustomID: "0", Value: words}}})).Message
		}
	}
	for name, c := range map[string]struct {
		before func(w *town) (who string)
		do     func(w *town, who string) *localcord.Message
		asks   string // of the use and of the words
		keeps  string // what still stands beside a refusal
	}{
		"a form of a game":  {match, fill(false), "move mumblecrust", "Name it"},
		"a form on a board": {match, fill(true), "move mumblecrust", "Name it"},
		"a command of a game": {match, func(w *town, who string) *localcord.Message {
			return w.types(who, "name", words).Message
		}, "move mumblecrust", "Name it"},
		"a forged control of a game": {match, func(w *town, who string) *localcord.Message {
			s := w.state()
			seat, _ := s.Seat(mustID(w.t, w.person(who)))
			id := screen.CustomID{Match: s.ID, Turn: s.Turns[seat+1], Action: screen.ActionDo, To: `name "` + words + `"`}
			return w.does(w.person(who).Forge(w.ctx, localcord.Forged{Channel: w.here, Message: w.panelOf(who).ID, CustomID: id.String()})).Message
		}, "move mumblecrust", "Name it"},
		"a preset": {lobby, func(w *town, who string) *localcord.Message { return w.saves(who, words) }, "preset mumblecrust", "Save as preset"},
		"a pack": {nil, func(w *town, who string) *localcord.Message {
			return w.uploads(who, w.dream(who, "words", nil).Message, examplePack(w.t), words).Message
		}, "pack mumblecrust", "Your own words"},
		"a pack by its code": {func(w *town) string {
			read := pack.Read(words, []byte(examplePack(w.t)))
			p := store.Pack{Guild: 77, ID: "elsewhere", Code: "abcdefghijklmnopqrstuvwxyz", Game: "when-i-dream", Value: read.Value, Entries: read.Entries}
			if err := w.bot.conf.Stores.Features.Packs.SavePack(w.ctx, p); err != nil {
				w.t.Fatal(err)
			}
			return "Аня"
		}, func(w *town, who string) *localcord.Message {
			form := w.press(who, w.dream(who, "words", nil).Message, "b/-/words/code").Modal
			return w.does(w.person(who).Submit(w.ctx, form, "abcdefghijklmnopqrstuvwxyz")).Message
		}, "pack mumblecrust", "Your own words"},
	} {
		t.Run(name, func(t *testing.T) {
			e := &censor{}
			virtual(t, "en-US", e.with, func(t *testing.T, w *town) {
				if err := w.person("Аня").SetLocale("en-US"); err != nil {
					t.Fatal(err)
				}
				who, table := "Аня", "no table"
				if c.before != nil {
					who = c.before(w)
				}
				time.Sleep(time.Second)
				use, said, _ := strings.Cut(c.asks, " ")
				if use != string(feature.Pack) {
					table = "table " + w.state().ID
				}
				before := w.writings()
				asks := fmt.Sprint(use, " ", w.person(who).ID(), " ", w.srv.Guild(), " ", w.here, " ", table, ` ["`, said)
				e.set(nil)
				for _, no := range []struct {
					err  error
					says []string
				}{{games.Refuse("bot.home.lost"), []string{"that limit is lifted", c.keeps}}, {errors.New("the ink is dry"), []string{"incident number"}}} {
					e.set(no.err)
					m := c.do(w, who)
					if m == nil || !m.Ephemeral() || !has(m, no.says...) {
						t.Errorf("%v is answered by\n%s", no.err, m.Text())
					}
					time.Sleep(time.Second)
					if now := w.writings(); now != before {
						t.Errorf("after %v it is\n%s\nbefore it was\n%s", no.err, now, before)
					}
					asked := e.set(nil)
					if len(asked) != 2 || !strings.HasPrefix(asked[0], "first "+asks) || !strings.HasPrefix(asked[1], "second "+asks) {
						t.Errorf("asked was %q, want %q", asked, asks)
					}
				}
				if n := w.counted("oneiros_faults_total"); n != 1 || !strings.Contains(w.log.String(), "feature second: words of a "+use+": the ink is dry") {
					t.Errorf("%v faults are counted\n%s", n, w.log)
				}
				if n := w.counted("oneiros_refusals_total", "bot.home.lost"); use != string(feature.Pack) && n != 1 {
					t.Errorf("%v refusals are counted", n)
				}
				metrics, err := w.metrics.Gather()
				if err != nil || strings.Contains(w.log.String(), words) || strings.Contains(fmt.Sprint(metrics), words) {
					t.Errorf("the words stand in a log or a metric, %v\n%s", err, w.log)
				}
				for _, m := range w.person("Kate").Messages(w.here) {
					if has(m, words) || has(m, "that limit") {
						t.Errorf("others read\n%s", m.Text())
					}
				}
				c.do(w, who)
				time.Sleep(time.Second)
				if w.writings() == before {
					t.Errorf("words that may be shown are not kept\n%s", before)
				}
			})
		})
	}
}

// TestRefusedWordsAreAPress: the person who writes what may not be shown is there, and a move that
// comes too late is told so.
func TestRefusedWordsAreAPress(t *testing.T) {
	e := &censor{}
	virtualUntil(t, "en-US", e.with, func(t *testing.T, w *town) bool {
		people := []string{"Boris", "Eve"}
		panels := w.match("rounds:3", people...)
		if !w.loses(0) {
			return false
		}
		e.set(nil)
		w.sleeps(0, panels, people...)
		e.set(games.Refuse("bot.home.lost"))
		if m := w.types("Boris", "name", "mumblecrust").Message; !has(m, "⚠", "that limit is lifted") || w.state().Players[0].Asleep {
			t.Errorf("a player who slept:\n%s", m.Text())
		}
		s := w.state()
		id := screen.CustomID{Match: s.ID, Turn: s.Turns[1] + 1, Action: screen.ActionFill, To: "name"}
		form := localcord.Forged{Channel: w.here, Message: w.panelOf("Boris").ID, CustomID: id.String(), Fields: []localcord.Field{{CustomID: "0", Value: "mumblecrust"}}}
		if m := w.does(w.person("Boris").Forge(w.ctx, form)).Message; has(m, "that limit") {
			t.Errorf("a form of another turn:\n%s", m.Text())
		}
		e.set(errors.New("the ink is dry"))
		if r := w.does(w.person("Boris").Forge(w.ctx, form)); !has(r.Message, "incident number") {
			t.Errorf("a fault at a form of another turn:\n%s", r.Message.Text())
		}
		return true
	})
}

// TestNightsShowNoWords: nothing is asked about what is read as a moment or an option, and
// no person reads how it was written.
func TestNightsShowNoWords(t *testing.T) {
	e := &censor{answer: games.Refuse("bot.home.lost")}
	virtual(t, "en-US", e.with, func(t *testing.T, w *town) {
		w.dream("Boris", "night", map[string]any{"game": "lullaby", "when": "in ten minutes mumblecrust", "zone": "Etc/UTC"})
		w.announce("Boris", "in 10 minutes", map[string]any{"options": "rounds:3"})
		m, _ := w.invitation()
		if asked := e.set(nil); len(asked) > 0 || has(m, "in 10 minutes") {
			t.Errorf("asked was %q of\n%s", asked, m.Text())
		}
		for _, who := range []string{"Kate", "Grace"} {
			for _, m := range w.person(who).Messages(w.here) {
				if has(m, "mumblecrust") {
					t.Errorf("%s reads\n%s", who, m.Text())
				}
			}
		}
	})
}

// TestSampleText: no person writes the name of a guest in the book but that guest, on whichever
// way.
func TestSampleText(t *testing.T) {
	for locale, says := range map[string][]string{
		"en-US": {"may not write the name of a guest", "Toss for it", "Saved"},
		"ru":    {"имена тех, кто записан в книге гостей", "Наугад", "Набор сохранён"},
	} {
		virtual(t, locale, nil, func(t *testing.T, w *town) {
			w.keepsBook(locale)
			w.stop()
			e := &censor{}
			w.with = func(c *Config) {
				withSample(c)
				book := c.Features
				e.with(c)
				c.Features = append(c.Features, book...)
			}
			w.start()
			refused := func(what string, m *localcord.Message) {
				t.Helper()
				if m == nil || !m.Ephemeral() || !has(m, says[0]) {
					t.Errorf("%s: %s is answered by\n%s", locale, what, m.Text())
				}
				time.Sleep(time.Second)
			}
			w.dream("Kate", "guestbook", map[string]any{"line": "zzz"})
			refused("a line of the book", w.dream("Eve", "guestbook", map[string]any{"line": "I know KATE."}).Message)

			who := w.naming(says[1], "Boris", "Eve")
			form := func() *localcord.Modal {
				for _, b := range w.panelOf(who).Buttons() {
					if id, err := screen.ParseCustomID(b.CustomID); err == nil && id.Action == screen.ActionAsk {
						return w.press(who, w.panelOf(who), b.CustomID).Modal
					}
				}
				t.Fatalf("no form on\n%s", w.panelOf(who).Text())
				return nil
			}
			n := w.state().Match.N()
			refused("a form", w.does(w.person(who).Submit(w.ctx, form(), "sleep, Kate")).Message)
			id := screen.CustomID{Match: w.state().ID, Turn: w.state().Turns[0], Action: screen.ActionFill, To: "name"}
			board := localcord.Forged{Channel: w.here, Message: w.board().ID, CustomID: id.String(), Fields: []localcord.Field{{CustomID: "0", Value: "Kate!"}}}
			refused("a form on the board", w.does(w.person(who).Forge(w.ctx, board)).Message)
			refused("a command", w.types(who, "name", "*kate*").Message)
			if w.state().Match.N() != n {
				t.Error("a refused move was played")
			}
			if m := w.does(w.person(who).Submit(w.ctx, form(), "sleep")).Message; has(m, "⚠") || w.state().Match.N() == n {
				t.Errorf("a name of nobody:\n%s", m.Text())
			}

			w.here = w.srv.NewChannel("presets")
			w.plays("Mallory", nil)
			refused("a preset", w.saves("Mallory", "for kate"))
			if m := w.saves("Mallory", "for Katerina"); !has(m, says[2]) {
				t.Errorf("another name:\n%s", m.Text())
			}
			list := w.dream("Аня", "words", nil).Message
			refused("a pack", w.uploads("Аня", list, examplePack(t), "Kate's own").Message)
			if m := w.uploads("Аня", list, examplePack(t), "Sea").Message; idOf(m, "save") == "" {
				t.Errorf("a pack that names nobody:\n%s", m.Text())
			}
			w.dream("Kate", "guestbook", map[string]any{"line": "I am Kate."})
			e.set(games.Refuse("bot.home.lost")) // another feature's say on the lines of the book
			if m := w.dream("Kate", "guestbook", map[string]any{"line": "not me"}).Message; !has(m, "⚠") || has(m, says[0]) {
				t.Errorf("%s: what another feature refuses is answered by\n%s", locale, m.Text())
			}
			if m := w.dream("Eve", "guestbook", nil).Message; !has(m, "I am Kate") || has(m, "KATE") {
				t.Errorf("the book:\n%s", m.Text())
			}
		})
	}
}
