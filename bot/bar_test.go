package bot

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"

	barpage "oneiros/bot/bar/page"
	"oneiros/bot/localcord"
	nights "oneiros/bot/night/page"
	"oneiros/bot/page"
	personpage "oneiros/bot/person/page"
	"oneiros/games"
	"oneiros/store"
)

// bars bars a person by the page: the term is one of its menu, and of another one the moment is
// typed.
func (w *town) bars(by, whom, term, why string, typed ...string) *localcord.Message {
	w.t.Helper()
	list := w.dream(by, "bars", nil).Message
	ask := w.does(w.person(by).Choose(w.ctx, list.ID, page.CustomID{Action: barpage.Pick}.String(), string(w.person(whom).ID()))).Message
	if len(ask.Menus()) == 0 {
		return ask
	}
	form := w.does(w.person(by).Choose(w.ctx, ask.ID, "", term))
	if form.Modal == nil {
		w.t.Fatalf("%s is asked no reason but\n%s", by, form.Message.Text())
	}
	answers := map[string][]string{barpage.Why: {why}}
	if len(typed) > 0 {
		answers[barpage.Until] = typed
	}
	return w.does(w.person(by).Fill(w.ctx, form.Modal, answers)).Message
}

// TestBars: three people are barred from tables, each in another way. They are refused on each
// way to a table, in words that say until when and why, and are told once in private. A match
// goes on, lobbies are left, and a bar ends by itself, or is lifted.
func TestBars(t *testing.T) {
	for locale, words := range map[string]struct{ until, ever, why, lifted, empty, notice, lift, logBar, logLift, kept string }{
		"en-US": {"barred from the tables of this server until", "You are barred from the tables of this server", "The reason: too loud", "Done: the bar is lifted", "Nobody is barred", "You are barred from tables", "Lift", "Barred from tables: ", "Bar lifted: ", "1 server bars you"},
		"ru":    {"Столы этого сервера закрыты для вас до", "Столы этого сервера закрыты для вас", "Причина: too loud", "запрет снят", "Столы открыты всем", "Вам закрыты столы", "Снять", "Закрыты столы: ", "Снят запрет: ", "1 сервер закрыл вам столы"},
	} {
		virtual(t, locale, nil, func(t *testing.T, w *town) {
			for _, who := range []string{"Аня", "Boris", "Eve", "Kate", "Mallory", "Dave"} {
				if err := w.person(who).SetLocale(locale); err != nil {
					t.Fatal(err)
				}
			}
			sits := func(who string) bool {
				_, sits := w.state().Seat(mustID(t, w.person(who)))
				return sits
			}
			refused := func(way string, m *localcord.Message, line ...string) {
				t.Helper()
				if m == nil || !m.Ephemeral() || !has(m, line...) {
					t.Errorf("%s: %s is answered by\n%s", locale, way, m.Text())
				}
			}
			direct := func(who string) (list []*localcord.Message) {
				time.Sleep(5 * time.Second)
				for _, m := range w.person(who).Messages(w.person(who).Direct()) {
					if has(m, words.notice) {
						list = append(list, m)
					}
				}
				return list
			}
			// Eve plays a match, and waits in the lobby of another one. Mallory waits there, too.
			w.match("", "Boris", "Eve", "Kate")
			match := w.state().ID
			w.lobbyOf("Boris")
			lobby := w.state().ID
			for _, who := range []string{"Eve", "Mallory"} {
				w.own(who, w.board(), "join")
			}
			w.bars("Аня", "Eve", "week", "**too loud** <@1> @everyone")
			w.bars("Аня", "Mallory", "ever", "")
			w.bars("Аня", "Dave", barpage.Other, "too loud", "<t:"+unix(time.Now().Add(6*time.Hour))+":F>")
			if _, plays := w.table(match).Seat(mustID(t, w.person("Eve"))); !plays {
				t.Error("Eve has lost her seat in a match")
			}
			if w.state().ID != lobby || sits("Eve") || sits("Mallory") || !sits("Boris") {
				t.Errorf("in the lobby sit %q", w.sitting())
			}
			for who, n := range map[string]int{"Eve": 1, "Mallory": 1, "Dave": 1, "Boris": 0} {
				if got := direct(who); len(got) != n {
					t.Errorf("%s has %d messages\n%s", who, len(got), w.log)
				}
			}
			if m := direct("Eve")[0]; !has(m, `\*\*too loud\*\*`, "**"+w.srv.Guilds()[0].Name()+"**") || len(m.Mentions) > 0 || !strings.Contains(m.Text(), "<t:") {
				t.Errorf("Eve is told\n%s", m.Text())
			}
			refused("to open", w.plays("Mallory", nil), words.ever)
			if m := w.plays("Mallory", nil); has(m, words.until) {
				t.Errorf("for ever:\n%s", m.Text())
			}
			refused("to play alone", w.forges("Dave", page.CustomID{Action: page.PlayAlone, Arg: "lullaby"}), words.until, words.why)
			refused("to join", w.own("Eve", w.board(), "join").Message, words.until, "too loud")
			refused("to join by a command", w.dream("Dave", "join", nil).Message, words.until, words.why)
			w.asks("Mallory", store.Call{Every: time.Hour})
			w.asks("Kate", store.Call{Every: time.Hour})
			time.Sleep(callAfter)
			w.wantCalled("of a barred person and one who plays")

			w.here = w.srv.NewChannel("night")
			w.dream("Boris", "night", map[string]any{"game": "lullaby", "when": "in 12 hours", "zone": "Etc/UTC"})
			invitation, coming := w.invitation()
			refused("to come to a night", w.press("Dave", invitation, coming).Message, words.until)
			if id, ok := page.ParseCustomID(coming); !ok || id.Action != nights.Action {
				t.Fatal("that was no night")
			}
			// A bar ends at its moment, without a worker.
			time.Sleep(6 * time.Hour)
			if m := w.press("Dave", invitation, coming).Message; m != nil && m.Ephemeral() {
				t.Errorf("after its end:\n%s", m.Text())
			}
			w.here = w.srv.NewChannel("later")
			if m := w.plays("Dave", nil); has(m, words.until) {
				t.Errorf("after its end:\n%s", m.Text())
			}
			refused("to join later", w.own("Eve", w.board(), "join").Message, words.until)

			list := w.dream("Аня", "bars", nil).Message
			if text := list.Text(); !strings.Contains(text, "<@"+string(w.person("Mallory").ID())+">") || strings.Contains(text, "<@"+string(w.person("Dave").ID())+">") || len(list.Mentions) > 0 {
				t.Errorf("the list:\n%s", list.Text())
			}
			if m := w.press("Аня", list, words.lift+" 1").Message; !has(m, words.lifted) {
				t.Errorf("lifted:\n%s", m.Text())
			}
			if m := w.own("Mallory", w.board(), "join").Message; has(m, words.ever) {
				t.Errorf("Mallory, whose bar is lifted:\n%s", m.Text())
			}
			refused("still barred", w.own("Eve", w.board(), "join").Message, words.until)
			mention := func(who string) string { return "<@" + string(w.person(who).ID()) + ">" }
			log := w.logged("bars", words.logLift+mention("Mallory"), words.logBar+mention("Dave"), words.logBar+mention("Mallory"), words.logBar+mention("Eve"))
			if strings.Contains(log.Text(), "loud") {
				t.Errorf("the log has the reason:\n%s", log.Text())
			}
			log = w.undoes("Аня", log)
			if !has(log, "↩️ "+words.logBar+mention("Mallory")) {
				t.Errorf("undone:\n%s", log.Text())
			}
			w.own("Mallory", w.board(), "leave")
			refused("barred again by undo", w.own("Mallory", w.board(), "join").Message, words.ever)
			log = w.undoes("Аня", log)
			if m := w.own("Mallory", w.board(), "join").Message; has(m, words.ever) || !has(log, "↩️ "+words.logLift+mention("Mallory")) {
				t.Errorf("lifted by undo:\n%s\n%s", m.Text(), log.Text())
			}

			if p := w.kept("Eve"); len(p.Rows("bars")) != 1 || !bytes.Contains(p.Rows("bars")[0], []byte("too loud")) {
				t.Errorf("her file: %s", p.Rows("bars"))
			}
			if m := w.forges("Eve", page.CustomID{Action: personpage.WhatKept}); !has(m, words.kept) {
				t.Errorf("what is kept:\n%s", m.Text())
			}
			w.forges("Eve", page.CustomID{Action: personpage.Erase, Arg: page.Yes})
			time.Sleep(time.Minute)
			refused("she has erased herself", w.own("Eve", w.board(), "join").Message, words.until, "too loud")
			if m := w.dream("Аня", "bars", nil).Message; has(m, words.empty) {
				t.Errorf("after she was erased:\n%s", m.Text())
			}
		})
	}
}

func unix(at time.Time) string { return strconv.FormatInt(at.Unix(), 10) }

// TestBarsAreRefused: bots, the presser and managers cannot be barred, and a manager who is
// barred by a forged form is not kept from tables. The person who may not bar, sees nothing.
func TestBarsAreRefused(t *testing.T) {
	virtual(t, "en-US", nil, func(t *testing.T, w *town) {
		g := w.srv.Guilds()[0]
		if err := g.Allow(w.person("Boris"), "manager", discordgo.PermissionManageGuild); err != nil {
			t.Fatal(err)
		}
		if err := g.Allow(w.person("Kate"), "moderator", discordgo.PermissionModerateMembers); err != nil {
			t.Fatal(err)
		}
		if m := w.dream("Eve", "bars", nil).Message; !has(m, "or may time members out") {
			t.Errorf("Eve sees\n%s", m.Text())
		}
		for whom, line := range map[string]string{"Boris": "People who manage the server cannot be barred", "Kate": "You cannot bar yourself"} {
			if m := w.bars("Kate", whom, "week", ""); !has(m, line) {
				t.Errorf("%s: %s", whom, m.Text())
			}
		}
		list := w.dream("Kate", "bars", nil).Message
		bot := w.does(w.person("Kate").Choose(w.ctx, list.ID, page.CustomID{Action: barpage.Pick}.String(), string(w.srv.Bot()))).Message
		if !has(bot, "Bots cannot be barred") {
			t.Errorf("the bot itself: %s", bot.Text())
		}
		for typed, line := range map[string]string{"whenever": "The bot cannot read “whenever” as a time", "in 300 days": "more than 180 days", "25 December 2020 20:00": "has already passed"} {
			m := w.bars("Kate", "Eve", barpage.Other, "so", typed)
			if !has(m, line, "“"+typed+"”") {
				t.Errorf("%q: %s", typed, m.Text())
			}
			in := w.press("Kate", m, "Fill in again").Modal.Inputs() // what is required stands first
			if len(in) != 2 || in[0].Value != typed || !*in[0].Required || in[1].Value != "so" {
				t.Errorf("%q is not kept: %+v", typed, in)
			}
		}
		forged := localcord.Forged{Channel: w.here, CustomID: page.CustomID{Action: barpage.Bar, Arg: string(w.person("Boris").ID()) + ":week"}.String(), Fields: []localcord.Field{{CustomID: "0", Value: ""}}}
		w.does(w.person("Kate").Forge(w.ctx, forged))
		forged.Fields[0].Value = strings.Repeat("я", barpage.MaxWhy+1)
		if m := w.does(w.person("Kate").Forge(w.ctx, forged)).Message; !has(m, "at most 200 characters") {
			t.Errorf("a long reason: %s", m.Text())
		}
		if m := w.plays("Boris", nil); has(m, "barred") {
			t.Errorf("a manager is kept out:\n%s", m.Text())
		}
		// Direct messages that are closed change nothing.
		w.srv.SetFaults(localcord.Faults{ClosedDMs: []localcord.ID{w.person("Eve").ID()}})
		w.bars("Kate", "Eve", "day", "")
		time.Sleep(time.Minute)
		if m := w.own("Eve", w.board(), "join").Message; !has(m, "until ") {
			t.Errorf("Eve joins:\n%s", m.Text())
		}
		if n := w.counted("oneiros_faults_total"); n != 0 {
			t.Errorf("%v faults\n%s", n, w.log)
		}
	})
}

// TestBarredHost: a host who was barred calls off the night that they announced, and may not move it
// or have it come back. A person who is barred anew is told anew.
func TestBarredHost(t *testing.T) {
	virtual(t, "en-US", nil, func(t *testing.T, w *town) {
		if err := w.person("Аня").SetLocale("en-US"); err != nil {
			t.Fatal(err)
		}
		w.dream("Boris", "night", map[string]any{"game": "lullaby", "when": "in 12 hours", "zone": "Etc/UTC"})
		_, coming := w.invitation()
		id, _ := page.ParseCustomID(coming)
		night, _, _ := strings.Cut(id.Arg, ":")
		presses := func(action page.Action, do string) *localcord.Reply {
			return w.does(w.person("Boris").Forge(w.ctx, localcord.Forged{Channel: w.here, CustomID: page.CustomID{Action: action, Arg: night + ":" + do}.String()}))
		}
		if r := presses(nights.Action, nights.Move); r.Modal == nil {
			t.Fatalf("Boris moves his night:\n%s", r.Message.Text())
		}
		told := func(n int) {
			t.Helper()
			time.Sleep(5 * time.Second)
			got := 0
			for _, m := range w.person("Boris").Messages(w.person("Boris").Direct()) {
				if has(m, "You are barred from tables") {
					got++
				}
			}
			if got != n {
				t.Errorf("Boris was told %d times, want %d", got, n)
			}
		}
		w.bars("Аня", "Boris", "week", "")
		told(1)
		list := w.dream("Аня", "bars", nil).Message
		w.press("Аня", list, list.Buttons()[0].CustomID)
		w.bars("Аня", "Boris", "ever", "")
		told(2)
		for what, r := range map[string]*localcord.Reply{"move": presses(nights.Action, nights.Move), "repeat": presses(nights.SeriesAction, nights.Repeat)} {
			if r.Message == nil || !has(r.Message, "You are barred from the tables of this server") {
				t.Errorf("%s: %+v", what, r)
			}
		}
		if r := presses(nights.Action, nights.Off); r.Message == nil || has(r.Message, "barred") {
			t.Errorf("Boris may not call off his night: %+v", r)
		}
	})
}

// TestBarsAskAboutWords: all features are asked about the reason of a bar, which the barred person
// reads. What they refuse bars no person.
func TestBarsAskAboutWords(t *testing.T) {
	e := &censor{}
	virtual(t, "en-US", e.with, func(t *testing.T, w *town) {
		if err := w.person("Аня").SetLocale("en-US"); err != nil {
			t.Fatal(err)
		}
		e.set(games.Refuse("bot.home.lost"))
		if m := w.bars("Аня", "Eve", "week", "rude words"); !has(m, "that limit is lifted") {
			t.Errorf("the reason is taken:\n%s", m.Text())
		}
		want := fmt.Sprintf("second bar %s %s %s no table %q", w.person("Аня").ID(), w.srv.Guild(), w.here, []string{"rude words"})
		if asked := e.set(nil); !slices.Contains(asked, want) {
			t.Errorf("asked was %q, want %q", asked, want)
		}
		if m := w.dream("Аня", "bars", nil).Message; !has(m, "Nobody is barred") {
			t.Errorf("Eve is barred:\n%s", m.Text())
		}
		// Who chose no language is told in that of their app, if a match of theirs knows it, and else in
		// that of the server.
		for _, who := range []string{"Kate", "Eve"} {
			if err := w.person(who).SetLocale("ru"); err != nil {
				t.Fatal(err)
			}
		}
		w.plays("Kate", nil)
		for who, says := range map[string]string{"Kate": "Вам закрыты столы", "Eve": "You are barred from tables"} {
			w.bars("Аня", who, "week", "")
			time.Sleep(5 * time.Second)
			if list := w.person(who).Messages(w.person(who).Direct()); len(list) != 1 || !has(list[0], says) {
				t.Errorf("%s is told %d messages, the last of which lacks %q", who, len(list), says)
			}
		}
	})
}

// TestBarsTurnPages: many are barred, and each stands on a page with a button that lifts the bar.
func TestBarsTurnPages(t *testing.T) {
	virtual(t, "en-US", nil, func(t *testing.T, w *town) {
		rows, guild := w.bot.conf.Stores.Features.Rows(store.Bars), uint64(mustGuild(w))
		for i := range 12 {
			if err := rows.Put(w.ctx, store.Row{guild, uint64(1_000_000 + i), int64(0), strings.Repeat("<", barpage.MaxWhy), int64(100 - i)}); err != nil {
				t.Fatal(err)
			}
		}
		if err := w.person("Аня").SetLocale("en-US"); err != nil {
			t.Fatal(err)
		}
		m := w.dream("Аня", "bars", nil).Message
		for _, want := range []string{"Page 2 of 3", "Page 3 of 3"} {
			if m = w.press("Аня", m, "Next").Message; !has(m, want) {
				t.Fatalf("want %s:\n%s", want, m.Text())
			}
		}
		if !has(m, "12. <@1000011>") || m.Button("Next") != nil {
			t.Errorf("the last page:\n%s", m.Text())
		}
		for range 2 {
			m = w.press("Аня", m, "Lift 1").Message
		}
		if !has(m, "Page 2 of 2", "10. <@1000009>") {
			t.Errorf("two bars were lifted:\n%s", m.Text())
		}
	})
}
