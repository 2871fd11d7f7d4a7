package bot

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	avoidpage "oneiros/bot/avoid/page"
	"oneiros/bot/localcord"
	"oneiros/bot/page"
	personpage "oneiros/bot/person/page"
	"oneiros/store"
)

// avoids has a person put others on their list.
func (w *town) avoids(who string, others ...string) *localcord.Message {
	w.t.Helper()
	var ids []string
	for _, other := range others {
		ids = append(ids, string(w.person(other).ID()))
	}
	list := w.own(who, w.dream(who, "me", nil).Message, string(avoidpage.Show)).Message
	return w.does(w.person(who).Choose(w.ctx, list.ID, page.CustomID{Action: avoidpage.Add}.String(), ids...)).Message
}

// TestNotWithMe: three people have lists. Each is warned where one of theirs sits, goes on or
// not, and takes people from the list again.
func TestNotWithMe(t *testing.T) {
	for locale, words := range map[string]struct{ warning, night, anyway, leave, none, self, kept string }{
		"en-US": {"sit at this table: ", "is coming to this night", "Join anyway", "Don't join", "The list is empty", "bots or yourself", "1 person on your list"},
		"ru":    {"За этим столом есть люди из списка «Не со мной»: ", "На этот вечер идёт 1 человек", "Всё равно сесть", "Не садиться", "В списке никого нет", "Ботов и себя", "1 человек в списке"},
	} {
		virtual(t, locale, nil, func(t *testing.T, w *town) {
			for _, who := range []string{"Boris", "Eve", "Kate", "Mallory"} {
				if err := w.person(who).SetLocale(locale); err != nil {
					t.Fatal(err)
				}
			}
			sits := func(who string) bool {
				_, sits := w.state().Seat(mustID(t, w.person(who)))
				return sits
			}
			if m := w.avoids("Kate", "Kate"); !has(m, words.none, words.self) {
				t.Errorf("herself:\n%s", m.Text())
			}
			for who, others := range map[string][]string{"Kate": {"Boris", "Eve"}, "Mallory": {"Kate"}, "Boris": {"Kate"}} {
				if m := w.avoids(who, others...); !m.Ephemeral() || len(m.Mentions) > 0 || !strings.Contains(m.Text(), "<@"+string(w.person(others[0]).ID())+">") {
					t.Errorf("the list of %s:\n%s", who, m.Text())
				}
			}
			w.plays("Boris", nil)
			w.own("Eve", w.board(), "join")
			if !sits("Eve") {
				t.Error("Eve, who has no list, is warned")
			}
			w.own("Mallory", w.board(), "join")
			m := w.own("Kate", w.board(), "join").Message
			if !sits("Mallory") || sits("Kate") || !m.Ephemeral() || !has(m, words.warning, "Boris", "Eve") || has(m, "Mallory") {
				t.Fatalf("Kate reads\n%s", m.Text())
			}
			w.press("Kate", m, words.leave)
			m = w.dream("Kate", "join", nil).Message
			w.own("Eve", w.board(), "leave")
			m = w.press("Kate", m, words.anyway).Message // it was about two
			if sits("Kate") || !has(m, words.warning, "Boris") || has(m, "Eve") {
				t.Fatalf("Kate reads\n%s", m.Text())
			}
			if w.press("Kate", m, words.anyway); !sits("Kate") {
				t.Errorf("Kate does not sit\n%s", w.log)
			}
			w.own("Mallory", w.board(), "leave")
			if m := w.own("Mallory", w.board(), "join").Message; sits("Mallory") || !has(m, words.warning, "Kate") {
				t.Errorf("Mallory reads\n%s", m.Text())
			}

			w.here = w.srv.NewChannel("night")
			w.dream("Boris", "night", map[string]any{"game": "lullaby", "when": "in 10 minutes", "zone": "Etc/UTC"})
			invitation, coming := w.invitation()
			w.answers("Boris", invitation, coming)
			m = w.press("Kate", invitation, coming).Message
			if !m.Ephemeral() || !has(m, words.night) {
				t.Errorf("Kate reads\n%s", m.Text())
			}

			list := w.own("Kate", w.dream("Kate", "me", nil).Message, string(avoidpage.Show)).Message
			list = w.press("Kate", list, "1").Message
			if text := list.Text(); strings.Contains(text, string(w.person("Boris").ID())) || !strings.Contains(text, string(w.person("Eve").ID())) {
				t.Errorf("without Boris:\n%s", text)
			}
			if r := w.press("Kate", m, words.anyway); !has(r.Message, map[string]string{"en-US": "you are coming", "ru": "вы придёте"}[locale]) {
				t.Errorf("coming:\n%s", r.Message.Text())
			}
		})
	}
}

// TestNotWithMeRows: a list stands in the file of the person whose it is, and in no other. It
// goes with either of the two, and has no more than fifty people.
func TestNotWithMeRows(t *testing.T) {
	virtual(t, "en-US", nil, func(t *testing.T, w *town) {
		rows := w.bot.conf.Stores.Features.Rows(store.Avoided)
		w.avoids("Kate", "Boris", "Eve")
		w.avoids("Boris", "Kate")
		eve := w.kept("Eve")
		file, err := json.Marshal(eve)
		if err != nil || len(eve.Rows("not_with")) != 0 || bytes.Contains(file, []byte(w.person("Kate").ID())) {
			t.Errorf("the file of Eve names Kate: %s, %v", file, err)
		}
		if got := w.kept("Kate").Rows("not_with"); len(got) != 2 {
			t.Errorf("the file of Kate: %s", got)
		}
		if m := w.forges("Eve", page.CustomID{Action: personpage.WhatKept}); has(m, "Not with me") {
			t.Errorf("Eve reads\n%s", m.Text())
		}
		w.forges("Eve", page.CustomID{Action: personpage.Erase, Arg: page.Yes})
		time.Sleep(time.Minute)
		if got := w.kept("Kate").Rows("not_with"); len(got) != 1 {
			t.Errorf("the file of Kate after Eve was erased: %s", got)
		}
		w.forges("Kate", page.CustomID{Action: personpage.Erase, Arg: page.Yes})
		time.Sleep(time.Minute)
		if list, err := rows.List(w.ctx, store.With{"user_id": []uint64{uint64(mustID(t, w.person("Kate"))), uint64(mustID(t, w.person("Boris")))}}); err != nil || len(list) != 0 {
			t.Errorf("left is %v, %v", list, err)
		}
		for i := range 49 {
			if err := rows.Put(w.ctx, store.Row{uint64(mustID(t, w.person("Mallory"))), uint64(1_000_000 + i), int64(i)}); err != nil {
				t.Fatal(err)
			}
		}
		m := w.avoids("Mallory", "Boris")
		for m.Button("Next") != nil {
			m = w.press("Mallory", m, "Next").Message
		}
		if !has(m, "Page 5 of 5", "50. ", "The list is full") || len(m.Menus()) > 0 {
			t.Errorf("a full list:\n%s", m.Text())
		}
		if m := w.forges("Mallory", page.CustomID{Action: avoidpage.Add}, string(w.person("Eve").ID())); !has(m, "room for 50") {
			t.Errorf("one more:\n%s", m.Text())
		}
	})
}

// TestNotCalledTogether: of two of whom one avoids the other, one is called, and it is never the
// one with the list. While one of them sits there, the other is not called.
func TestNotCalledTogether(t *testing.T) {
	virtual(t, "en-US", nil, func(t *testing.T, w *town) {
		w.avoids("Eve", "Mallory")
		w.asks("Eve", store.Call{Every: time.Minute, Called: time.Now().Add(-48 * time.Hour)}) // her turn comes first
		w.asks("Mallory", store.Call{Every: time.Minute, Called: time.Now().Add(-24 * time.Hour)})
		w.lobbyOf("Boris")
		time.Sleep(callAfter + time.Second)
		w.wantCalled("of both", "Mallory")
		for host, other := range map[string]string{"Mallory": "Eve", "Eve": "Mallory"} {
			w.lobbyOf(host)
			time.Sleep(callAfter + time.Second)
			w.wantCalled("to the table of " + host + ", without " + other)
		}
	})
}

// twinStory is what one and the same evening shows to some people, moment by moment. Kate has
// them on her list, or people who do not come. What is private of her is left out.
func twinStory(t *testing.T, with func(w *town), evening func(w *town)) (story []string) {
	t.Helper()
	virtual(t, "en-US", nil, func(t *testing.T, w *town) {
		var mu sync.Mutex
		begin, kate := time.Now(), w.person("Kate").ID()
		var last, tenths time.Duration
		shown := map[string]string{} // by where and when; of the edits of one instant the last one
		with(w)
		people := map[string]string{}
		for _, who := range []string{"Boris", "Dave", "Eve", "Grace", "Kate", "Mallory", "Аня"} {
			people[string(w.person(who).ID())] = who
		}
		w.srv.REST().Tap(func(q localcord.Request) {
			others := slices.ContainsFunc(q.Only, func(id localcord.ID) bool { return id != kate })
			if q.Status >= 300 || !q.Everyone && !others {
				return
			}
			mu.Lock()
			defer mu.Unlock()
			// What is done at one instant is told by calls that go one after the other: they are
			// of the moment of the first one, which is not near the end of its tenth.
			if now := time.Since(begin); now > last+100*time.Millisecond {
				tenths = (now + 33*time.Millisecond) / (100 * time.Millisecond)
			}
			last = time.Since(begin)
			where := fmt.Sprintf("%8d %s %s", tenths, q.Method, q.Path)
			if q.Method != http.MethodPatch {
				where += fmt.Sprint(" ", len(shown))
			}
			shown[where] = withNames(fmt.Sprintf("%8d %s %s %v %s", tenths, q.Method, q.Path, q.Only, q.Body), people)
		})
		evening(w)
		time.Sleep(time.Minute)
		mu.Lock()
		story = slices.Sorted(maps.Values(shown)) // messages are edited side by side
		mu.Unlock()
		for _, who := range []string{"Boris", "Eve", "Grace"} {
			file, err := json.Marshal(w.kept(who))
			if err != nil {
				t.Error(err)
			}
			story = append(story, withNames(string(file), people), w.forges(who, page.CustomID{Action: personpage.WhatKept}).Text())
		}
	})
	return story
}

// named is an id, a token, a nonce, or the id of a match.
var named = regexp.MustCompile(`"nonce":"[^"]*"|[0-9]{15,20}|[A-Za-z0-9_-]{26,}|\b[bm]/[a-z2-7]{10}/|"[a-z2-7]{10}"`)

// withNames writes the ids of people as their names. Two towns draw other ids and tokens, so those
// are left out.
func withNames(line string, people map[string]string) string {
	return named.ReplaceAllStringFunc(line, func(id string) string { return cmp.Or(people[id], "#") })
}

// TestNotWithMeTwins: a person who is on a list, and all others, are shown the same at the same
// moments, whatever the list has. A person with a list who gives way in a call looks like one
// who does not want to be called.
func TestNotWithMeTwins(t *testing.T) {
	private := func(w *town) { w.dream("Kate", "mine", nil) } // takes as long as to read a warning
	evening := func(warned bool) func(w *town) {
		goesOn := func(w *town, do func() *localcord.Reply) {
			if !warned {
				private(w)
				do()
				return
			}
			w.press("Kate", do().Message, "Join anyway")
		}
		return func(w *town) {
			begin := time.Now()
			await := func(d time.Duration) { time.Sleep(time.Until(begin.Add(d))) } // so that edits of two presses are never one
			w.between = 5 * time.Second
			w.plays("Boris", map[string]any{"options": "rounds:1"})
			await(5 * time.Second)
			w.own("Eve", w.board(), "join")
			await(10 * time.Second)
			goesOn(w, func() *localcord.Reply { return w.dream("Kate", "join", nil) })
			await(20 * time.Second)
			w.own("Boris", w.board(), "start")
			panels := map[string]*localcord.Message{}
			for _, who := range []string{"Boris", "Eve", "Kate"} {
				time.Sleep(w.between)
				panels[who] = w.own(who, w.board(), "panel").Message
			}
			w.play(w.sitting(), panels)
			await(90 * time.Second)
			w.own("Boris", w.board(), "again")
			await(2 * time.Minute)
			again := page.CustomID{Action: page.Again, Match: w.state().Previous}
			w.forges("Eve", again)
			await(3 * time.Minute)
			goesOn(w, func() *localcord.Reply {
				return w.does(w.person("Kate").Forge(w.ctx, localcord.Forged{Channel: w.here, CustomID: again.String()}))
			})
			await(5 * time.Minute)
			w.here = w.srv.NewChannel("night")
			w.dream("Boris", "night", map[string]any{"game": "lullaby", "when": "in 10 minutes", "zone": "Etc/UTC"})
			invitation, coming := w.invitation()
			w.answers("Boris", invitation, coming)
			await(5*time.Minute + 30*time.Second)
			goesOn(w, func() *localcord.Reply { return w.press("Kate", invitation, coming) })
			await(6 * time.Minute)
			w.answers("Eve", invitation, coming)
			time.Sleep(11 * time.Minute)
		}
	}
	calls := func(w *town) {
		w.asks("Boris", store.Call{Every: time.Hour, Called: time.Now().Add(-time.Hour)})
		w.asks("Eve", store.Call{Every: time.Hour, Called: time.Now().Add(-time.Hour)})
		for range 3 {
			w.lobbyOf("Grace")
			time.Sleep(2 * callAfter)
			w.own("Grace", w.board(), "leave")
			time.Sleep(time.Hour)
		}
	}
	for name, c := range map[string]struct {
		one, other               func(w *town)
		oneEvening, otherEvening func(w *town)
	}{
		"tables and nights": {
			func(w *town) { w.avoids("Kate", "Boris", "Eve") }, func(w *town) { w.avoids("Kate", "Mallory", "Dave") },
			evening(true), evening(false),
		},
		"calls": {
			func(w *town) {
				w.avoids("Kate", "Boris")
				w.asks("Kate", store.Call{Every: time.Hour, Called: time.Now().Add(-2 * time.Hour)})
			},
			func(w *town) { w.avoids("Kate", "Mallory") }, calls, calls,
		},
	} {
		t.Run(name, func(t *testing.T) {
			a, b := twinStory(t, c.one, c.oneEvening), twinStory(t, c.other, c.otherEvening)
			if len(a) < 20 {
				t.Errorf("only %d things were shown", len(a))
			}
			for i := range max(len(a), len(b)) {
				if i >= len(a) || i >= len(b) || a[i] != b[i] {
					t.Fatalf("of %d and %d, number %d differs:\n%s\n%s", len(a), len(b), i, at(a, i), at(b, i))
				}
			}
		})
	}
}

func at(list []string, i int) string {
	if i < len(list) {
		return list[i]
	}
	return "nothing"
}
