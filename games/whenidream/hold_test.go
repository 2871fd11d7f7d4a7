package whenidream

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"oneiros/games"
	"oneiros/games/gametest"
	"oneiros/games/whenidream/judge"
	"oneiros/games/whenidream/kit"
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
		if page := fmt.Sprint(At(w, "")); strings.Contains(page, "барабан") != v.Is(0) {
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

// The broken games of this test let others learn something of a dream that waits.
type (
	showsWaiting struct{ contract } // to every player
	ticksWaiting struct{ contract } // by its ticks
	keepsWords   struct{ contract } // after they were withheld
)

func (r showsWaiting) View(s rules.State, v games.Viewer) view.View {
	w := r.contract.View(s, v)
	w.Story = s.Story
	return w
}

func (r ticksWaiting) View(s rules.State, v games.Viewer) view.View {
	w := r.contract.View(s, v)
	if s.Waits {
		for i, told := range s.Lexicon().Told(s.Story, s.Cards.Dreamt()) {
			if i < len(w.Cards) {
				w.Cards[i].Told = told
			}
		}
	}
	return w
}

func (r keepsWords) Release(env *games.Env, s *rules.State, shown bool) error {
	was := s.Story
	err := r.contract.Release(env, s, shown)
	s.Story = was
	return err
}

func (r keepsWords) Expire(env *games.Env, s *rules.State) error {
	if s.Waits {
		return r.Release(env, s, false)
	}
	return r.contract.Expire(env, s)
}

// TestSuiteFindsLeaks: the suite of all games finds what a dream that waits must not tell.
func TestSuiteFindsLeaks(t *testing.T) {
	for name, broken := range map[string]struct {
		rules games.Rules[rules.State, kit.Move, view.View]
		by    gametest.Property
	}{
		"shown":  {showsWaiting{}, gametest.Twins},
		"ticked": {ticksWaiting{}, gametest.Twins},
		"kept":   {keepsWords{}, gametest.Holding},
	} {
		game := games.Define(Game.Info(), broken.rules, presenter{})
		found := gametest.Failures(gametest.Check(game, gametest.Options{Seats: []int{4}, Work: 150, Matches: 1}))
		if !slices.ContainsFunc(found, func(f *gametest.Failure) bool { return f.Property == broken.by }) {
			t.Errorf("%s: not found by %s, but %v", name, broken.by, found)
		}
	}
}
