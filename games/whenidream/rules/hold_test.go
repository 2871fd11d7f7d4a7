package rules_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"oneiros/games"
	"oneiros/games/whenidream/judge"
	"oneiros/games/whenidream/kit"
	"oneiros/games/whenidream/page"
	"oneiros/games/whenidream/rules"
	"oneiros/games/whenidream/view"
)

// waits has the dreamer tell a dream that waits for a moderator.
func (t *table) waits(text string) {
	t.Helper()
	if err := t.Do(func(env *games.Env, s *rules.State) error {
		return rules.Hold(env, s, 0, kit.Move{Verb: kit.Tell, Text: text})
	}); err != nil {
		t.Fatal(err)
	}
}

// decides ends the wait of a dream.
func (t *table) decides(shown bool) {
	t.Helper()
	if err := t.Do(func(env *games.Env, s *rules.State) error { return rules.Release(env, s, shown) }); err != nil {
		t.Fatal(err)
	}
}

// ticks are the cards that the dream mentions, by number.
func (t *table) ticks() (list []int) {
	for i, c := range t.S.Cards {
		if c.Told {
			list = append(list, i+1)
		}
	}
	return list
}

// A dream that waits is read by its dreamer alone, and awaits no player. Once it is shown, the
// check begins with all of its time. Ticks come then, and not before.
func TestDreamWaits(t *testing.T) {
	const dream = "Петух бил в барабан, а вампир ел гамбургер"
	tab := laid(t, 4, "YYB")
	tab.waits(dream)
	st := rules.Status(tab.S)
	if len(st.Awaits) > 0 || st.Due != tab.At+rules.Vetting || !st.Break {
		t.Errorf("while a dream waits the status is %+v", st)
	}
	for v := range games.Viewers(4) {
		w := view.Of(tab.S, v)
		if own := v.Is(0); !w.Waits || (w.Story == dream) != own || !own && w.Story != "" || len(w.Legal) > 0 {
			t.Errorf("%v sees %+v", v, w)
		}
		if page := fmt.Sprint(page.At(w, "")); strings.Contains(page, "барабан") != v.Is(0) {
			t.Errorf("%v is shown\n%s", v, page)
		}
	}
	tab.Refuse(`0: story "другой"`, "refuse.not-now")
	tab.Refuse("0: told", "refuse.not-now")
	tab.Is("ticks while it waits", len(tab.ticks()), 0)
	tab.At += time.Minute
	tab.decides(true)
	tab.Is("phase", tab.S.Phase, kit.Check)
	tab.Is("end of the check", tab.S.Until, tab.At+rules.Checking)
	tab.Is("ticks", tab.ticks(), []int{1, 2, 3})
	tab.Is("story", view.Of(tab.S, games.Viewer{}).Story, dream)
}

// A dream that is not let through, or for which no moderator comes, counts with the cards that
// it mentions. Its words are nowhere.
func TestDreamIsWithheld(t *testing.T) {
	for what, end := range map[string]func(*table){
		"refused":             func(t *table) { t.decides(false) },
		"no moderator":        func(t *table) { t.Wait(rules.Vetting) },
		"the dreamer is gone": func(t *table) { t.Leave(0) },
	} {
		tab := laid(t, 5, "YYBY")
		tab.waits("Петух бил в бубен, а собака ела гамбургер. Секрет!")
		before := tab.Copied()
		instead := rules.Unsaid(tab.S)
		end(tab)
		tab.Is(what+": ticks", tab.ticks(), []int{1, 3, 4})
		if s := fmt.Sprintf("%+v", tab.S); strings.Contains(s, "бубен") || !tab.S.Unsaid || tab.S.Waits {
			t.Errorf("%s: the position is %s", what, s)
		}
		if again := judge.Lexicon().Told(instead.Text, before.Cards.Dreamt()); !slices.Equal(again, []bool{true, false, true, true, false}) {
			t.Errorf("%q mentions %v", instead.Text, again)
		}
	}
	tab := laid(t, 4, "Y")
	tab.S.Haste = 24 * time.Hour
	tab.waits("сон")
	if due := rules.Status(tab.S).Due; due != tab.At+tab.S.Haste {
		t.Errorf("by days a dream waits until %v, from %v on", due, tab.At)
	}
}

// A dream of which no other words mention the same cards counts as if it mentioned none.
func TestUnsaidAlwaysEnds(t *testing.T) {
	tab := laid(t, 4, "Y")
	for len(tab.S.Cards) < 200 { // so many that their names are longer than any dream
		tab.S.Cards = append(tab.S.Cards, rules.Played{Element: 1 + len(tab.S.Cards)*2, Side: kit.Blue, Seat: games.Nobody})
	}
	told := make([]bool, len(tab.S.Cards))
	for i := range told {
		told[i] = true
	}
	if _, ok := rules.Retell(&tab.S, told); ok {
		t.Fatal("they have room after all")
	}
	tab.Is("a dream of nothing", judge.Lexicon().Told(rules.NothingTold, tab.S.Cards.Dreamt()), make([]bool, len(tab.S.Cards)))
}
