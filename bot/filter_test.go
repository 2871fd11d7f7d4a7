package bot

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"oneiros/bot/filter"
	filterpage "oneiros/bot/filter/page"
	"oneiros/bot/localcord"
	"oneiros/bot/page"
	"oneiros/bot/screen"
	"oneiros/games/all"
)

// filters has the owner of the server choose how strict the filter is.
func (w *town) filters(strictness string) {
	w.t.Helper()
	if m := w.forges("Аня", page.CustomID{Action: "filter"}, strictness); m == nil || !m.Ephemeral() {
		w.t.Fatalf("%s is no strictness", strictness)
	}
}

// ownWords has the owner add words to the filter or remove them, by the form.
func (w *town) ownWords(do string, answers ...string) *localcord.Message {
	w.t.Helper()
	list := w.press("Аня", w.dream("Аня", "settings", nil).Message, page.CustomID{Action: filterpage.Show}.String()).Message
	form := w.press("Аня", list, page.CustomID{Action: filterpage.Change, Arg: do}.String()).Modal
	if form == nil {
		w.t.Fatal("there is no form for words")
	}
	return w.does(w.person("Аня").Submit(w.ctx, form, answers...)).Message
}

// names has a player answer the form by which a dream is named.
func (w *town) names(who, words string) *localcord.Message {
	w.t.Helper()
	s := w.state()
	seat, _ := s.Seat(mustID(w.t, w.person(who)))
	id := screen.CustomID{Match: s.ID, Turn: s.Turns[seat+1], Action: screen.ActionFill, To: "name"}
	m := w.does(w.person(who).Forge(w.ctx, localcord.Forged{Channel: w.here, Message: w.panelOf(who).ID, CustomID: id.String(), Fields: []localcord.Field{{CustomID: "0", Value: words}}})).Message
	time.Sleep(time.Second)
	return m
}

// TestFilter: what a server does not want is refused in moves and names, its author alone is
// told so, and nothing has kept it. What is allowed passes. Without a filter everything does.
func TestFilter(t *testing.T) {
	for locale, says := range map[string]struct{ refused, toss, added, removed, audit string }{
		"en-US": {"is not allowed on this server", "Toss for it", "2 words added", "1 word removed", "**Filter words**: 2 added"},
		"ru":    {"на этом сервере не пропускают", "Наугад", "добавлено 2 слова", "убрано 1 слово", "**Слова фильтра**: добавлено 2"},
	} {
		virtual(t, locale, nil, func(t *testing.T, w *town) {
			for _, who := range []string{"Аня", "Boris", "Eve"} {
				if err := w.person(who).SetLocale(locale); err != nil {
					t.Fatal(err)
				}
			}
			who := w.naming(says.toss, "Boris", "Eve")
			refuses := func(words, named string) {
				t.Helper()
				before := w.writings()
				if m := w.names(who, words); m == nil || !m.Ephemeral() || !has(m, says.refused, named) {
					t.Errorf("%s: %q is answered by\n%s", locale, words, m.Text())
				}
				if now := w.writings(); now != before {
					t.Errorf("%q is kept: %s", words, now)
				}
				for _, m := range w.person("Kate").Messages(w.here) {
					if has(m, named) {
						t.Errorf("others read\n%s", m.Text())
					}
				}
			}
			w.filters(filterpage.Mild)
			refuses("a wh0re of dreams", "wh0re")
			w.filters(filterpage.Own)
			if m := w.ownWords(filterpage.Add, "Моль, moth", ""); !has(m, says.added, "моль", "moth") {
				t.Errorf("added:\n%s", m.Text())
			}
			refuses("тень с м*о*л*и", `м\*о\*л\*и`)
			w.filters(filterpage.Strict)
			refuses("f.u_c*k it", `f.u\_c\*k`)
			refuses("Пи3дец", "Пи3дец")
			refuses("две моли", "моли")
			w.ownWords(filterpage.Add, "", "дерьмо")
			if m := w.ownWords(filterpage.Remove, "МОЛЬ"); !has(m, says.removed) || has(m, "моль") {
				t.Errorf("removed:\n%s", m.Text())
			}
			w.logged("own words", "1", "1", says.audit)
			before := w.writings()
			if m := w.names(who, "моль в дерьме"); has(m, says.refused) || w.writings() == before {
				t.Errorf("what is allowed is answered by\n%s", m.Text())
			}
			metrics, err := w.metrics.Gather()
			for _, word := range []string{"wh0re", "Пи3дец", "моли", "moth", "u_c"} {
				if err != nil || strings.Contains(w.log.String(), word) || strings.Contains(fmt.Sprint(metrics), word) {
					t.Errorf("%q stands in a log or a metric, %v", word, err)
				}
			}
		})
	}
}

// TestFilterWhereItIsNot: nothing is refused where no server has chosen a filter, nor in direct
// messages.
func TestFilterWhereItIsNot(t *testing.T) {
	virtual(t, "en-US", nil, func(t *testing.T, w *town) {
		who := w.naming("Toss for it", "Boris", "Eve")
		before := w.writings()
		if m := w.names(who, "holy shit"); has(m, "not allowed on this server") || w.writings() == before {
			t.Errorf("without a filter:\n%s", m.Text())
		}
		w.filters(filterpage.Strict)
		w.filters("nonsense")
		w.lobbyOf("Kate")
		if m := w.saves("Kate", "fu©k it"); !has(m, "“fu©k” is not allowed") {
			t.Errorf("a preset:\n%s", m.Text())
		}
	})
}

// TestFilterWords: own words have limits, and each form changes all that it says or nothing.
// Pages have room for the longest words, and only managers see them.
func TestFilterWords(t *testing.T) {
	virtual(t, "en-US", func(c *Config) { c.Games = append(c.Games, all.Games...) }, func(t *testing.T, w *town) {
		if err := w.person("Аня").SetLocale("en-US"); err != nil {
			t.Fatal(err)
		}
		for _, c := range []struct{ typed, says string }{
			{" ,\n; ", "There were no words"},
			{"good x", "“x” is too short: a word needs at least two letters"},
			{"?!", "“?!” is too short"},
			{strings.Repeat("a", filter.MostLength+1), "aa…” is too long: a word can have at most 40 characters"},
			{"one *two* <@123> one", "3 words added"}, // once each
			{"One", "0 words added"},
		} {
			if m := w.ownWords(filterpage.Add, c.typed, ""); !has(m, c.says) || len(m.Mentions) > 0 {
				t.Errorf("%q is answered by\n%s", c.typed, m.Text())
			}
		}
		w.fillsInAgain()
		long := func(i int) string { return fmt.Sprintf("%s%03d", strings.Repeat("_щ", 18)[1:], i) }
		var words []string
		for i := range filter.MostWords - 3 {
			words = append(words, long(i))
		}
		for len(words) > 0 {
			n := min(50, len(words))
			w.ownWords(filterpage.Add, strings.Join(words[:n], "\n"), "")
			words = words[n:]
		}
		if m := w.ownWords(filterpage.Add, "another", ""); !has(m, "at most 200 words of its own") {
			t.Errorf("one too many:\n%s", m.Text())
		}
		if m := w.ownWords(filterpage.Add, "", "one"); !has(m, "1 word added", "**Allowed:** one", "Page 1 of 5") {
			t.Errorf("from one list to the other:\n%s", m.Text())
		}
		for n, says := range map[string]string{"4": "Page 5 of 5", "99": "Page 5 of 5", "-1": "Page 1 of 5", "x": "Page 1 of 5"} {
			if m := w.forges("Аня", page.CustomID{Action: filterpage.Show, Arg: n}); !has(m, says) {
				t.Errorf("page %s:\n%s", n, m.Text())
			}
		}
		for _, id := range []page.CustomID{{Action: filterpage.Show}, {Action: filterpage.Change, Arg: filterpage.Add}, {Action: filterpage.Form, Arg: filterpage.Remove}} {
			if m := w.forges("Mallory", id); !has(m, "the permission Manage Server") || has(m, "two") {
				t.Errorf("%s by a player:\n%s", id.Action, m.Text())
			}
		}
	})
}

// fillsInAgain has a form refused, which is opened again with what was typed into it: from the
// refusal, which is there until the form is sent, and by the button that opened it.
func (w *town) fillsInAgain() {
	t, me := w.t, w.person("Аня")
	t.Helper()
	refused := w.ownWords(filterpage.Add, "red green", "blue green")
	if !has(refused, "“green” is in both lists", "Nothing has changed") {
		t.Fatalf("a word in both lists:\n%s", refused.Text())
	}
	kept := func(form *localcord.Modal) {
		t.Helper()
		if in := form.Inputs(); len(in) != 2 || in[0].Value != "red green" || in[1].Value != "blue green" {
			t.Fatalf("what was typed is not kept: %+v", in)
		}
	}
	shown := w.forges("Аня", page.CustomID{Action: filterpage.Show})
	kept(w.press("Аня", shown, "Add words").Modal)
	refused = w.ownWords(filterpage.Add, "red green", "blue green")
	kept(w.press("Аня", refused, "Fill in again").Modal)
	form := w.press("Аня", refused, "Fill in again").Modal // it was not sent
	kept(form)
	if m := w.does(me.Submit(w.ctx, form, "red green", "blue")).Message; !has(m, "3 words added") {
		t.Errorf("filled in again:\n%s", m.Text())
	}
	w.ownWords(filterpage.Remove, "red green blue")
	for _, press := range []string{"b/-/reopen/" + string(refused.ID), "b/-/reopen/x"} {
		if m := w.does(me.Forge(w.ctx, localcord.Forged{Channel: w.here, CustomID: press})).Message; !has(m, "no longer stored") {
			t.Errorf("%s:\n%s", press, m.Text())
		}
	}
	if in := w.press("Аня", shown, "Add words").Modal.Inputs(); in[0].Value != "" || in[1].Value != "" {
		t.Errorf("a form that was sent is kept: %+v", in)
	}
}
