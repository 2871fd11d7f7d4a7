package bot

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"oneiros/bot/localcord"
	notebookpage "oneiros/bot/notebook/page"
	"oneiros/bot/page"
	personpage "oneiros/bot/person/page"
	"oneiros/games"
	"oneiros/games/all"
	"oneiros/store"
)

// writesDown has a player write in their notebook about the first of the others.
func (w *town) writesDown(who string, panel *localcord.Message, answers map[string][]string) *localcord.Message {
	w.t.Helper()
	book := w.own(who, panel, string(notebookpage.Show)).Message
	form := w.own(who, book, string(notebookpage.Edit))
	if form.Modal == nil {
		w.t.Fatalf("%s is asked nothing:\n%s", who, form.Message.Text())
	}
	return w.does(w.person(who).Fill(w.ctx, form.Modal, answers)).Message
}

// TestNotebook: a player writes about another. They alone read it, also after a restart, and at
// the end with what was right. A person who takes their seat over begins with none.
func TestNotebook(t *testing.T) {
	for locale, says := range map[string]struct{ blank, suspected, struck string }{
		"en-US": {"nothing yet", "❗ suspected", "struck out: bold"},
		"ru":    {"пока ничего", "❗ подозрение", "вычеркнуто: смелый"},
	} {
		virtual(t, locale, nil, func(t *testing.T, w *town) {
			for _, who := range []string{"Boris", "Eve", "Kate"} {
				if err := w.person(who).SetLocale(locale); err != nil {
					t.Fatal(err)
				}
			}
			panels := w.match("rounds:3", "Boris", "Eve")
			before := w.board().Text()
			if m := w.own("Boris", panels["Boris"], string(notebookpage.Show)).Message; !m.Ephemeral() || m.ID == panels["Boris"].ID || !has(m, says.blank) {
				t.Errorf("an empty notebook:\n%s", m.Text())
			}
			written := map[string][]string{notebookpage.MarkField: {"suspected"}, notebookpage.Struck: {"bold"}, notebookpage.Line: {"moth **light**\t@everyone"}}
			m := w.writesDown("Boris", panels["Boris"], written)
			if !m.Ephemeral() || len(m.Mentions) > 0 || !has(m, says.suspected, says.struck, `moth \*\*light\*\*`) {
				t.Errorf("Boris reads\n%s", m.Text())
			}
			w.lacks("moth", "Boris")
			if got := w.board().Text(); got != before {
				t.Errorf("the board is now\n%s", got)
			}
			if kinds, _ := w.kinds(9); len(kinds) > 0 {
				t.Errorf("the log has %v", kinds)
			}
			if m := w.own("Eve", panels["Eve"], string(notebookpage.Show)).Message; !has(m, says.blank) {
				t.Errorf("Eve reads\n%s", m.Text())
			}
			w.stop()
			w.start()
			time.Sleep(time.Second)
			if m := w.forges("Boris", page.CustomID{Match: w.state().ID, Action: notebookpage.Show}); !has(m, says.suspected, "moth") {
				t.Errorf("after a restart Boris reads\n%s", m.Text())
			}
			for _, forged := range []page.CustomID{
				{Match: w.state().ID, Action: notebookpage.Edit, Arg: "0"}, {Match: w.state().ID, Action: notebookpage.Edit, Arg: "2"},
				{Match: w.state().ID, Action: notebookpage.Save, Arg: "1"}, {Match: w.state().ID, Action: notebookpage.Edit, Arg: "x"},
			} {
				if m := w.forges("Boris", forged); has(m, "moth") {
					t.Errorf("%v shows\n%s", forged, m.Text())
				}
			}
			if m := w.forges("Kate", page.CustomID{Match: w.state().ID, Action: notebookpage.Show}); has(m, "moth") || has(m, says.blank) {
				t.Errorf("Kate, who does not play, reads\n%s", m.Text())
			}
			w.play([]string{"Boris", "Eve"}, panels)
			if m := w.forges("Boris", page.CustomID{Match: w.state().ID, Action: notebookpage.Show}); !has(m, says.suspected, "moth") {
				t.Errorf("at the end Boris reads\n%s", m.Text())
			}
			w.lacks("moth", "Boris")
		})
	}
}

// TestNotebookTwice: of two forms that a player has open at once neither undoes what the other did.
// Where both changed the line, the later one stands and its answer says which words are gone. One
// message shows the notebook, however often it is opened.
func TestNotebookTwice(t *testing.T) {
	for locale, says := range map[string]struct{ struck, suspected, trusted, replaced string }{
		"en-US": {"struck out: bold", "❗ suspected", "💚 trusted", "Your form replaced:"},
		"ru":    {"вычеркнуто: смелый", "❗ подозрение", "💚 доверие", "Ваша форма заменила:"},
	} {
		virtual(t, locale, nil, func(t *testing.T, w *town) {
			boris := w.person("Boris")
			for _, who := range []string{"Boris", "Eve"} {
				if err := w.person(who).SetLocale(locale); err != nil {
					t.Fatal(err)
				}
			}
			panels := w.match("rounds:3", "Boris", "Eve")
			books := func() (n int) {
				for _, m := range boris.Messages(w.here) {
					if has(m, "📓") && slices.ContainsFunc(m.Buttons(), func(c *localcord.Component) bool {
						return strings.Contains(c.CustomID, "/"+string(notebookpage.Edit)+"/")
					}) {
						n++
					}
				}
				return n
			}
			opens := func() (form *localcord.Modal) {
				t.Helper()
				return w.own("Boris", w.own("Boris", panels["Boris"], string(notebookpage.Show)).Message, string(notebookpage.Edit)).Modal
			}
			sends := func(form *localcord.Modal, mark, struck, line string) *localcord.Message {
				t.Helper()
				answers := map[string][]string{notebookpage.MarkField: {mark}, notebookpage.Line: {line}, notebookpage.Struck: {}}
				if struck != "" {
					answers[notebookpage.Struck] = []string{struck}
				}
				return w.does(boris.Fill(w.ctx, form, answers)).Message
			}
			phone, desktop := opens(), opens()
			w.soon("one notebook is there", func() bool { return books() == 1 })
			if len(phone.CustomID) > 100 || strings.Contains(phone.CustomID, "suspected") {
				t.Errorf("the form is %q", phone.CustomID)
			}
			if m := sends(desktop, "suspected", "", "moth **x**"); !has(m, says.suspected) || has(m, says.replaced) {
				t.Errorf("the desktop reads\n%s", m.Text())
			}
			m := sends(phone, "none", "bold", "wasp")
			if !has(m, says.suspected, says.struck, "wasp", says.replaced, `moth \*\*x\*\*`, "**Eve**") || strings.Count(m.Text(), says.suspected) != 1 {
				t.Errorf("the phone reads\n%s", m.Text())
			}
			w.soon("one notebook is left", func() bool { return books() == 1 })
			// A form that changes nothing undoes nothing, and the same words are no loss.
			idle, same, later := opens(), opens(), opens()
			sends(later, "trusted", "", "fly")
			if m := sends(same, "trusted", "bold", "fly"); !has(m, says.trusted, "fly") || has(m, says.struck) || has(m, says.replaced) {
				t.Errorf("the same words are answered by\n%s", m.Text())
			}
			if m := sends(idle, "suspected", "bold", "wasp"); !has(m, says.trusted, "fly") || has(m, says.struck) || has(m, "wasp") || has(m, says.replaced) {
				t.Errorf("a form without a change is answered by\n%s", m.Text())
			}
			if m := w.own("Boris", panels["Boris"], string(notebookpage.Show)).Message; has(m, says.replaced) || !has(m, "fly") {
				t.Errorf("afterwards Boris reads\n%s", m.Text())
			}
			w.soon("one notebook is there at last", func() bool { return books() == 1 })
		})
	}
}

// TestNotebookOfStopped: after a match that was stopped early its players read what they wrote from
// their panels. It can no longer be changed, and how right they were is not said: no role was shown.
func TestNotebookOfStopped(t *testing.T) {
	for locale, says := range map[string]struct{ struck, right string }{
		"en-US": {"struck out: bold", "Correctly"},
		"ru":    {"вычеркнуто: смелый", "верно"},
	} {
		virtual(t, locale, nil, func(t *testing.T, w *town) {
			for _, who := range []string{"Boris", "Eve"} {
				if err := w.person(who).SetLocale(locale); err != nil {
					t.Fatal(err)
				}
			}
			panels := w.match("rounds:3", "Boris", "Eve")
			w.writesDown("Boris", panels["Boris"], map[string][]string{notebookpage.MarkField: {"suspected"}, notebookpage.Struck: {"bold"}, notebookpage.Line: {"moth"}})
			stopped := w.own("Boris", w.dream("Boris", "stop", nil).Message, "stop").Message
			offers := func(m *localcord.Message) bool {
				return slices.ContainsFunc(m.Buttons(), func(c *localcord.Component) bool {
					return strings.Contains(c.CustomID, "/"+string(notebookpage.Show)+"/")
				})
			}
			book := w.own("Boris", stopped, string(notebookpage.Show)).Message
			if !book.Ephemeral() || !has(book, says.struck, "moth") || has(book, says.right) || len(book.Buttons()) > 0 {
				t.Errorf("after a stop Boris reads\n%s", book.Text())
			}
			if m := w.dream("Boris", "panel", nil).Message; !offers(m) {
				t.Errorf("a new panel has no notebook:\n%s", m.Text())
			}
			if m := w.now("Eve", panels["Eve"]); offers(m) {
				t.Errorf("Eve, who wrote nothing, has an empty notebook:\n%s", m.Text())
			}
			w.lacks("moth", "Boris")
		})
	}
}

// TestNotebookOfSeat: a person who takes a seat over begins with an empty notebook. An entry
// stands in the file of the person whose it is, and in no other, and goes with them.
func TestNotebookOfSeat(t *testing.T) {
	virtual(t, "en-US", nil, func(t *testing.T, w *town) {
		panels := w.match("rounds:3", "Boris", "Eve", "Kate")
		w.writesDown("Boris", panels["Boris"], map[string][]string{notebookpage.MarkField: {"trusted"}, notebookpage.Line: {"moth"}})
		w.writesDown("Eve", panels["Eve"], map[string][]string{notebookpage.MarkField: {"none"}, notebookpage.Line: {"wasp"}})
		w.forges("Boris", page.CustomID{Match: w.state().ID, Action: page.Leave, Arg: "goes-on"})
		w.dream("Grace", "join", nil)
		if seat, sits := w.state().Seat(mustID(t, w.person("Grace"))); !sits || seat != 0 {
			t.Fatalf("Grace has seat %d, %t", seat, sits)
		}
		if m := w.forges("Grace", page.CustomID{Match: w.state().ID, Action: notebookpage.Show}); !has(m, "nothing yet") || has(m, "moth") {
			t.Errorf("Grace reads\n%s", m.Text())
		}
		w.lacks("moth", "Boris")
		if got := w.kept("Boris").Rows("notebook"); len(got) != 1 || !bytes.Contains(got[0], []byte("moth")) {
			t.Errorf("the file of Boris: %s", got)
		}
		for _, who := range []string{"Eve", "Kate", "Grace"} {
			if file, err := json.Marshal(w.kept(who)); err != nil || bytes.Contains(file, []byte("moth")) {
				t.Errorf("the file of %s has the words of Boris, %v", who, err)
			}
		}
		if m := w.forges("Boris", page.CustomID{Action: personpage.WhatKept}); !has(m, "1 entry in your notebooks") {
			t.Errorf("Boris reads\n%s", m.Text())
		}
		w.forges("Boris", page.CustomID{Action: personpage.Erase, Arg: page.Yes})
		time.Sleep(time.Minute)
		rows, err := w.bot.conf.Stores.Features.Rows(store.NotebookEntries).List(w.ctx, store.With{"match": w.state().ID})
		if err != nil || len(rows) != 1 || rows[0][6] != "wasp" {
			t.Errorf("left is %v, %v", rows, err)
		}
		w.writesDown("Eve", panels["Eve"], map[string][]string{notebookpage.MarkField: {"none"}, notebookpage.Line: {" "}})
		if rows, err := w.bot.conf.Stores.Features.Rows(store.NotebookEntries).List(w.ctx, store.With{"match": w.state().ID}); err != nil || len(rows) != 0 {
			t.Errorf("an empty entry is kept: %v, %v", rows, err)
		}
	})
}

// TestNotebookIsWhole: at the largest table the longest entries about all others fit into one
// message, none of them cut, in each language.
func TestNotebookIsWhole(t *testing.T) {
	for locale, names := range map[string][]string{"en-US": {"Nightmare", "Good dream", "Alice", "William"}, "ru": {"Кошмар", "Добрый сон", "Алиса", "Вильям"}} {
		virtual(t, locale, func(c *Config) { c.Games = all.Games }, func(t *testing.T, w *town) {
			boris := w.person("Boris")
			if err := boris.SetLocale(locale); err != nil {
				t.Fatal(err)
			}
			w.dream("Boris", "play", map[string]any{"game": "dream-fortress", "options": "turn:900"})
			for range 8 {
				w.own("Boris", w.board(), "auto")
			}
			w.own("Boris", w.board(), "start")
			roles := w.state().Game.Roles(9)
			line := strings.Repeat("*", games.MaxNotebookLine)
			var m *localcord.Message
			for about := range 8 {
				m = w.does(boris.Forge(w.ctx, localcord.Forged{
					Channel: w.here, CustomID: page.CustomID{Match: w.state().ID, Action: notebookpage.Save, Arg: fmt.Sprint(about + 1)}.String(),
					Fields: []localcord.Field{{CustomID: notebookpage.MarkField, Value: "suspected"}, {CustomID: notebookpage.Struck, Values: roles}, {CustomID: notebookpage.Line, Value: line}},
				})).Message
			}
			if got := strings.Count(m.Text(), "“"+strings.Repeat(`\*`, games.MaxNotebookLine)+"”") + strings.Count(m.Text(), "«"+strings.Repeat(`\*`, games.MaxNotebookLine)+"»"); got != 8 {
				t.Errorf("%s: %d of 8 entries are whole:\n%s", locale, got, m.Text())
			}
			for _, role := range names {
				if strings.Count(m.Text(), role) < 8 {
					t.Errorf("%s: %s is not struck out of all:\n%s", locale, role, m.Text())
				}
			}
		})
	}
}

// TestNineNotebooks: nine players write ten thousand letters about each of the others, which is
// refused with the words that say how much there may be, and then as much as there may be. All
// notebooks, and the panels beside them, fit into what Discord takes.
func TestNineNotebooks(t *testing.T) {
	for locale, refusal := range map[string]string{"en-US": "at most 80 characters", "ru": "не больше 80 знаков"} {
		virtual(t, locale, func(c *Config) { c.Games = all.Games }, func(t *testing.T, w *town) {
			people := w.people(9)
			for _, who := range people {
				if err := w.person(who).SetLocale(locale); err != nil {
					t.Fatal(err)
				}
			}
			w.sit("dream-fortress", map[string]string{"turn": "900"}, people...)
			roles := w.state().Game.Roles(9)
			for i, who := range people {
				saves := func(about int, line string) *localcord.Message {
					t.Helper()
					return w.does(w.person(who).Forge(w.ctx, localcord.Forged{
						Channel: w.here, CustomID: page.CustomID{Match: w.state().ID, Action: notebookpage.Save, Arg: fmt.Sprint(about)}.String(),
						Fields: []localcord.Field{{CustomID: notebookpage.MarkField, Value: "suspected"}, {CustomID: notebookpage.Struck, Values: roles}, {CustomID: notebookpage.Line, Value: line}},
					})).Message
				}
				whole := strings.Repeat(`\*`, games.MaxNotebookLine)
				written := 0
				for about := range people {
					if about == i {
						continue
					}
					if m := saves(about, strings.Repeat("*", 10_000)); !m.Ephemeral() || !has(m, refusal) {
						t.Fatalf("ten thousand letters are answered by\n%s", m.Text())
					}
					written++
					if m := saves(about, strings.Repeat("*", games.MaxNotebookLine)); strings.Count(m.Text(), whole) != written {
						t.Fatalf("%s has written %d entries and reads\n%s", who, written, m.Text())
					}
				}
				if m := w.panelOf(who); len(m.Buttons()) == 0 || utf8.RuneCountInString(m.Text()) > 6000 {
					t.Errorf("%s plays on\n%s", who, m.Text())
				}
			}
			rows, err := w.bot.conf.Stores.Features.Rows(store.NotebookEntries).List(w.ctx, store.With{"match": w.state().ID})
			if err != nil || len(rows) != 9*8 {
				t.Errorf("%d entries are kept, %v", len(rows), err)
			}
		})
	}
}

// TestNotebookKeepsItsSeat: the controls of a notebook are in the hands of the owner of a seat. A
// forged custom id of the presser's own seat, of no seat or of another match writes and shows
// nothing. Hostile text is one line of text.
func TestNotebookKeepsItsSeat(t *testing.T) {
	virtual(t, "en-US", nil, func(t *testing.T, w *town) {
		panels := w.match("rounds:3", "Boris", "Eve")
		match := w.state().ID
		w.writesDown("Boris", panels["Boris"], map[string][]string{notebookpage.MarkField: {"trusted"}, notebookpage.Line: {"moth"}})
		form := w.own("Boris", w.own("Boris", panels["Boris"], string(notebookpage.Show)).Message, string(notebookpage.Edit)).Modal
		writes := func(who, match, about, mark, struck, line string) *localcord.Message {
			t.Helper()
			return w.does(w.person(who).Forge(w.ctx, localcord.Forged{
				Channel: w.here, CustomID: page.CustomID{Match: match, Action: notebookpage.Save, Arg: about}.String(),
				Fields: []localcord.Field{{CustomID: notebookpage.MarkField, Value: mark}, {CustomID: notebookpage.Struck, Values: []string{struck}}, {CustomID: notebookpage.Line, Value: line}},
			})).Message
		}
		lines := func() (list []string) {
			t.Helper()
			rows, err := w.bot.conf.Stores.Features.Rows(store.NotebookEntries).List(w.ctx, store.With{"about": []uint64{0, 1, 2, 3}})
			if err != nil {
				t.Fatal(err)
			}
			for _, row := range rows {
				list = append(list, fmt.Sprint(row[1:]))
			}
			return list
		}
		before := lines()
		for _, about := range []string{"0", "2", "-1", "", "x", "1000000000000"} {
			if m := writes("Boris", match, about, "trusted", "bold", "wasp"); !m.Ephemeral() || has(m, "wasp") {
				t.Errorf("about seat %q Boris reads\n%s", about, m.Text())
			}
		}
		for _, who := range []string{"Kate", "Mallory"} { // they have no seat
			for _, about := range []string{"0", "1"} {
				if m := writes(who, match, about, "trusted", "bold", "wasp"); !has(m, "Only players of this match") {
					t.Errorf("%s reads\n%s", who, m.Text())
				}
			}
		}
		if m := writes("Boris", "nosuchmatc", "1", "trusted", "bold", "wasp"); has(m, "wasp", "moth") {
			t.Errorf("of another match Boris reads\n%s", m.Text())
		}
		if m := writes("Boris", match, "1", "trusted", "bold", strings.Repeat("ж", 10_000)); !has(m, "at most 80 characters") {
			t.Errorf("a long line is answered by\n%s", m.Text())
		}
		if got := lines(); !slices.Equal(got, before) {
			t.Errorf("forged forms have written %q", got)
		}
		// A row is written in words of the game alone, and the text is told as it stands.
		m := writes("Boris", match, "1", "liar", "nightmare", "\u202e# **b** <@1> @everyone\n> [x](https://a.example)\x00\u2028`z`")
		if !m.Ephemeral() || len(m.Mentions) > 0 || !has(m, `“\# \*\*b\*\* \<\@1\> \@everyone \> \[x\]\(https:\/\/a.example\) `+"\\`z\\`”") || has(m, "\u202e") || has(m, "liar") || has(m, "struck out") {
			t.Errorf("hostile text is shown as\n%s", m.Text())
		}
		if got := lines(); len(got) != 1 || strings.Contains(got[0], "liar") || strings.Contains(got[0], "nightmare") {
			t.Errorf("a forged form has written %q", got)
		}
		// Another match has another notebook.
		w.play([]string{"Boris", "Eve"}, panels)
		for what, m := range map[string]*localcord.Message{
			"a form that was opened before the end": w.does(w.person("Boris").Fill(w.ctx, form, map[string][]string{notebookpage.MarkField: {"suspected"}, notebookpage.Line: {"late"}})).Message,
			"a forged form":                         writes("Boris", match, "1", "suspected", "bold", "late"),
			"an old button":                         w.forges("Boris", page.CustomID{Match: match, Action: notebookpage.Edit, Arg: "1"}),
		} {
			if !m.Ephemeral() || !has(m, "can only be read") || has(m, "late") {
				t.Errorf("%s is answered by\n%s", what, m.Text())
			}
		}
		if got := lines(); len(got) != 1 || strings.Contains(got[0], "late") {
			t.Errorf("after the end there is %q", got)
		}
		w.match("rounds:3", "Boris", "Eve")
		if m := w.forges("Boris", page.CustomID{Match: w.state().ID, Action: notebookpage.Show}); !has(m, "nothing yet") {
			t.Errorf("in the next match Boris reads\n%s", m.Text())
		}
	})
}

// TestNotebookIsInNoFile: the file of a match has nothing of a notebook, no matter who asks
// for it. TestKeeps says how long a notebook is kept.
func TestNotebookIsInNoFile(t *testing.T) {
	virtual(t, "en-US", nil, func(t *testing.T, w *town) {
		panels := w.match("rounds:1", "Boris", "Eve")
		w.writesDown("Boris", panels["Boris"], map[string][]string{notebookpage.MarkField: {"suspected"}, notebookpage.Struck: {"bold", "careful"}, notebookpage.Line: {"moth"}})
		w.play([]string{"Boris", "Eve"}, panels)
		for _, who := range []string{"Boris", "Eve", "Mallory"} {
			if file := w.keptFile(w.own(who, w.board(), "keep").Message); bytes.Contains(file, []byte("moth")) {
				t.Errorf("the file of the match, as %s has it, has the notebook", who)
			}
			time.Sleep(time.Hour) // or it was kept a moment ago
		}
		if m := w.forges("Boris", page.CustomID{Match: w.state().ID, Action: notebookpage.Show}); !has(m, "moth") {
			t.Errorf("after the end Boris reads\n%s", m.Text())
		}
	})
}
