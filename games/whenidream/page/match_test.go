package page_test

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"oneiros/games"
	"oneiros/games/text"
	"oneiros/games/ui"
	"oneiros/games/whenidream/kit"
	"oneiros/games/whenidream/page"
	"oneiros/games/whenidream/rules"
	"oneiros/games/whenidream/view"
)

// TestFriendlyWords: a friendly table promises another word only for what the bot
// refuses. An upheld challenge costs the card there too, and the words say so.
func TestFriendlyWords(t *testing.T) {
	c := catalogue(t)
	for lang, costs := range map[text.Lang][2]string{
		text.English: {"its giver keeps the card as a penalty", "makes its card a penalty card, at a friendly table too"},
		text.Russian: {"она стоит карты", "подсказка стоит карты и за дружеским столом"},
	} {
		for i, key := range []string{"help.friendly", "rules.clues.challenge"} {
			if said := c.Say(lang, ui.T(key), plain{}); !strings.Contains(said, costs[i]) {
				t.Errorf("%s does not say %q: %s", key, costs[i], said)
			}
		}
	}
}

// seenOn is a page without the functions that draw its pictures, which cannot be
// compared. The keys of the pictures stay, and equal keys have equal looks.
func seenOn(p ui.Page) ui.Page {
	p.Pictures = slices.Clone(p.Pictures)
	for i, picture := range p.Pictures {
		bare := *picture
		bare.Draw = nil
		p.Pictures[i] = &bare
	}
	return p
}

// Clues of past cards and guesses are nowhere to be read again by who sleeps, but for the
// guess at the card before. The dreamer's view has them for an automatic player, and no
// page shows them. Spirits read what was said of the card before, and since their own last
// move.
func TestNothingToScrollBackTo(t *testing.T) {
	tab := nightfall(t, 5)
	look := func(v games.Viewer) string {
		w := view.Of(tab.S, v)
		seat, ok := v.Seat()
		if asleep := ok && seat == 0; asleep != (w.Memory != nil) {
			t.Errorf("%v remembers %v", v, w.Memory)
		}
		bare := w
		bare.Memory = nil
		if n := len(w.Memory); n > 0 {
			bare.Memory = []view.Memory{{Card: w.Memory[n-1].Card, Guess: w.Memory[n-1].Guess}}
		}
		for _, path := range []string{"", "help", "since", "guess/1", "guess/2", "guess/3", "story"} {
			if !reflect.DeepEqual(seenOn(page.At(w, path)), seenOn(page.At(bare, path))) {
				t.Errorf("the page %q reminds %v", path, v)
			}
		}
		b, err := json.Marshal(bare)
		if err != nil {
			t.Fatal(err)
		}
		return string(b)
	}
	tab.Show("Bridge")
	tab.Play(`1: clue 1 "переправа"`, `0: guess 1 "паромщик"`, `2: clue 2 "1"`)
	for v := range games.Viewers(5) {
		b := look(v)
		seat, ok := v.Seat()
		if spirit := ok && seat != 0; strings.Contains(b, "переправа") != spirit {
			t.Errorf("%v reads the clue of a card that is gone: %v", v, !spirit)
		}
		if _, ok := v.Seat(); strings.Contains(b, "паромщик") != ok {
			t.Errorf("%v and the last guess: %s", v, b)
		}
	}
	tab.Play(`0: next 2`)
	for v := range games.Viewers(5) {
		seat, ok := v.Seat()
		since := ok && seat != 0 && seat != 2 // spirit 2 has given a clue since the guess
		if b := look(v); strings.Contains(b, "паромщик") != since || strings.Contains(b, "переправа") != since {
			t.Errorf("%v reads a guess before the last: %v", v, !since)
		}
	}
}

func TestTicks(t *testing.T) {
	tab := laid(t, 5, "YB") // four spirits: three are a majority
	tab.Refuse(`1: tick 1`, "refuse.not-now")
	tab.Play(`0: story "Мне снилась вода."`)
	tab.Refuse(`0: tick 1`, "refuse.not-yours")
	tab.Refuse(`1: untick 1`, "refuse.not-now")
	tab.Play(`1: tick 1`, `2: tick 1`)
	tab.Is("told", tab.S.Cards[0].Told, false)
	for seat, want := range map[games.Seat]string{1: "→ take your vote back · votes for it: 2, yours too", 4: "→ tick ✨ · votes for it: 2"} {
		var menu []string
		for _, c := range page.At(view.Of(tab.S, seat.Viewer()), "").Controls {
			for _, choice := range c.Menu {
				menu = append(menu, catalogue(t).Say(text.English, choice.Label, plain{}))
			}
		}
		if len(menu) == 0 || !strings.HasSuffix(menu[0], want) {
			t.Errorf("the menu of %d does not say %q: %q", seat, want, menu)
		}
	}
	tab.Play(`2: untick 1`, `3: tick 1`)
	tab.Is("told", tab.S.Cards[0].Told, false)
	tab.Play(`4: tick 1`)
	tab.Is("told", tab.S.Cards[0].Told, true)
	tab.Is("votes", len(tab.S.Cards[0].Votes), 0)
	tab.Play(`1: ready check 1`, `2: ready check 1`, `3: ready check 1`)
	tab.Is("phase", tab.S.Phase, kit.Check)
	tab.Refuse(`3: ready check 1`, "refuse.not-now")
	tab.Refuse(`4: ready dusk 1`, "refuse.not-now")
	tab.Play(`4: ready check 1`)
	tab.Is("phase", tab.S.Phase, kit.Check) // the dreamer reads the cards
	tab.Play(`0: ready check 1`)
	tab.Is("phase", tab.S.Phase, kit.Dawn)
	tab.Is("bonus", rules.Tally(tab.S.Dreamer, tab.S.Roles, tab.S.Cards).Bonus, true)
}

// TestVoiceButtonsStay: each button for what is heard has its row and its place at every moment of
// a night, also while it cannot be pressed.
func TestVoiceButtonsStay(t *testing.T) {
	tab := nightfall(t, 5, "mode=voice")
	look := func(when string) {
		t.Helper()
		for seat := games.Seat(1); seat < 5; seat++ {
			p := page.At(view.Of(tab.S, seat.Viewer()), "")
			var rows []string
			for _, c := range p.Controls[:5] {
				if c.Break || len(rows) == 0 {
					rows = append(rows, "")
				}
				rows[len(rows)-1] += " " + c.Label.Key
			}
			tab.Is(fmt.Sprintf("%s, the rows of seat %d", when, seat), rows, []string{" said.button pass.button", " right.button wrong.button", " next.button"})
		}
	}
	look("at the first turn")
	tab.Play("1: said 1 1")
	look("at the second")
	tab.Play("3: wrong 1")
	look("at the next card")
}

// Every player sleeps once, to the left, and no element comes back.
func TestWholeMatch(t *testing.T) {
	for n := 4; n <= 10; n++ {
		tab := sit(t, n)
		seen := map[int]bool{}
		for round := range n {
			tab.Is("dreamer", tab.S.Dreamer, games.Seat(round))
			tab.Is("rounds", tab.S.Rounds(), n)
			tab.Ready()
			for range 3 {
				if seen[tab.S.Element] {
					t.Fatalf("element %d comes back", tab.S.Element)
				}
				seen[tab.S.Element] = true
				tab.Play(fmt.Sprintf("%d: next %d", round, tab.S.Card()))
			}
			seen[tab.S.Element] = true
			tab.Wait(tab.S.Sand)
			tab.Play(fmt.Sprintf("%d: told", round))
			tab.Ready()
			told := page.PhaseEnds(view.Of(tab.S, games.Viewer{}))
			if next := round + 1; next == n {
				tab.Is("what dawn says comes", told.Key, "dawn.until.last")
			} else {
				tab.Is("who dawn says sleeps next", told.Args[0], any(ui.Name(next)))
				tab.Is("what they read", page.PhaseEnds(view.Of(tab.S, games.Seat(next).Viewer())).Key, "dawn.until.you")
			}
			tab.Ready()
		}
		tab.Is("phase", tab.S.Phase, kit.Over)
		tab.Is("dreams", len(tab.S.Dreams), n)
		if st := rules.Status(tab.S); !st.Over || len(st.Winners) == 0 || st.Due != 0 || len(st.Awaits) != 0 {
			t.Errorf("at the end: %+v", st)
		}
	}
}
