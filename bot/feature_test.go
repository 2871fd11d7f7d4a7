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
	"oneiros/bot/localcord"
	"oneiros/bot/page"
	"oneiros/store"
)

// withSample adds the sample feature to a bot, in one line.
func withSample(c *Config) {
	rows := c.Store.(*store.Store).Rows
	c.Features = []func(feature.House) feature.Feature{sample.New(rows(sample.Guests))}
}

// TestSampleFeature: a feature of another package has a command, controls with different needs,
// words, a setting, and tables that survive a restart and are exported, checked and erased.
func TestSampleFeature(t *testing.T) {
	for _, locale := range []string{"en-US", "ru"} {
		words := map[string][]string{
			"en-US": {"No line stands in it yet", "Guest book (2)", "Take mine out", "Clear", "a line has something besides spaces", "may manage the server", "Guest book (0)", "Guest book: **open**", "Guest book: **closed**", "Let nobody write lines", "this guest book is closed", "1 line in a guest book"},
			"ru":    {"В ней ещё нет ни строки", "Книга гостей (2)", "Убрать мою", "Очистить", "в строке должно быть что-то, кроме пробелов", "кто управляет сервером", "Книга гостей (0)", "Книга гостей: **открыта**", "Книга гостей: **закрыта**", "Закрыть книгу", "книга гостей этого сервера закрыта", "1 строка в книгах гостей"},
		}[locale]
		virtual(t, locale, nil, func(t *testing.T, w *town) {
			w.stop()
			db, err := sql.Open("sqlite", w.file)
			if err != nil {
				t.Fatal(err)
			}
			_, err = db.Exec(sample.Schema)
			if err := errors.Join(err, db.Close()); err != nil {
				t.Fatal(err)
			}
			w.tables, w.with = []*store.Table{sample.Guests}, withSample
			w.start()
			for _, who := range []string{"Аня", "Eve", "Mallory"} {
				if err := w.person(who).SetLocale(locale); err != nil {
					t.Fatal(err)
				}
			}
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
			settings = w.does(w.person("Аня").Choose(w.ctx, settings.ID, page.CustomID{Action: page.Settings}.String(), "guestbook")).Message
			for _, c := range [][2]string{{"nonsense", words[7]}, {"closed", words[8]}} {
				settings = w.does(w.person("Аня").Forge(w.ctx, localcord.Forged{Channel: w.here, Message: settings.ID, CustomID: page.CustomID{Action: "guestbook-state"}.String(), Values: []string{c[0]}})).Message
				if !has(settings, c[1], words[9]) {
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
			if m := w.does(w.person("Eve").Forge(w.ctx, localcord.Forged{Channel: w.here, CustomID: page.CustomID{Action: page.WhatKept}.String()})).Message; !has(m, words[11]) {
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
			if err := w.bot.store.RequestErasure(w.ctx, uint64(mustID(t, w.person("Eve"))), time.Now()); err != nil {
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

// TestFeaturesAreWhole: what the features declare has a name, words and a right to be there.
func TestFeaturesAreWhole(t *testing.T) {
	virtual(t, "en-US", nil, func(t *testing.T, w *town) {
		names, settings, own := map[string]bool{"core": true}, map[string]bool{}, 0
		for _, f := range w.bot.surfaces.features {
			if names[f.Name] || f.Name == "" || strings.ToLower(f.Name) != f.Name {
				t.Errorf("a feature is called %q", f.Name)
			}
			names[f.Name] = true
			if len(f.Commands)+len(f.Controls) == 0 {
				t.Errorf("%s: nobody can use it", f.Name)
			}
			for _, c := range f.Controls {
				if c.Do == nil || len((page.CustomID{Action: c.Action, Match: "abcdefghij"}).String()) > discord.MaxCustomID/2 {
					t.Errorf("%s: the control %q has no handler, or no room for its argument", f.Name, c.Action)
				}
			}
			for _, s := range f.Settings {
				if s.Of == feature.Person {
					own++
				}
				if s.Action == "" || s.Key == "" || len(s.Values) < 2 || s.Name == "" || settings[s.Name] {
					t.Errorf("%s: the setting %q is not whole, or has the name of another", f.Name, s.Key)
				}
				settings[s.Name] = true
			}
			for _, c := range f.Commands {
				if c.Do == nil || len(c.Needs) == 0 {
					t.Errorf("%s: /%s %s is answered anywhere, or by nothing", f.Name, c.Root, c.Name)
				}
			}
		}
		if own > 2 {
			t.Errorf("people have %d settings of features; their page has room for two buttons", own)
		}
		if len(names) < 3 {
			t.Errorf("there are %d features", len(names)-1)
		}
		if err := discord.CheckCommands(w.bot.Commands()); err != nil {
			t.Error(err)
		}
	})
}

// TestFeatureHears: a feature is told of events of the gateway in their order, of whom is to be
// erased before and after, and that it should compare what it shows. Presses and new messages
// come by other ways.
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
			Name:  "hearer",
			Start: func() { note("start") },
			Hear: func(_ context.Context, e discord.Event) {
				note(strings.TrimPrefix(fmt.Sprintf("%T", e), "discord."))
			},
			Erasing: func(_ context.Context, user discord.ID) func() {
				note("erasing")
				return func() { note("erased") }
			},
			Sweep: func(context.Context) { note("sweep") },
		}
	}
	virtual(t, "en-US", func(c *Config) { c.Features = []func(feature.House) feature.Feature{hearer} }, func(t *testing.T, w *town) {
		w.lobbyOf("Boris") // a command, and a message
		channel := w.srv.NewChannel("short-lived")
		if err := w.srv.DeleteChannel(channel); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Second)
		w.press("Eve", w.press("Eve", w.dream("Eve", "me", nil).Message, "Erase me").Message, "Erase")
		time.Sleep(sweepEvery + time.Second)
		mu.Lock()
		defer mu.Unlock()
		is := slices.DeleteFunc(slices.Clone(told), func(what string) bool { return what == "GuildJoined" })
		if want := []string{"start", "Ready", "ChannelDeleted", "erasing", "erased", "sweep"}; !slices.Equal(is, want) {
			t.Errorf("it was told %q, want %q", is, want)
		}
	})
}
