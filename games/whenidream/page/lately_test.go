package page_test

import (
	"encoding/json"
	"fmt"
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

// reads is what a page of a seat says.
func (t *table) reads(seat games.Seat, path string) string {
	said := spoken(catalogue(t.T), text.English, page.At(view.Of(t.S, seat.Viewer()), path))
	return strings.NewReplacer(strings.Repeat("Ж", 31), "@", "\u00a0", " ").Replace(said)
}

// readsAll fails the test unless each of some texts stands on a seat's first page, in order.
func (t *table) readsAll(seat games.Seat, want ...string) {
	t.Helper()
	t.readsAt(seat, "", want...)
}

func (t *table) readsAt(seat games.Seat, path string, want ...string) {
	t.Helper()
	said := t.reads(seat, path)
	rest := said
	for _, w := range want {
		_, after, ok := strings.Cut(rest, w)
		if !ok {
			t.Errorf("seat %d does not read %q in\n%s", seat, w, said)
			return
		}
		rest = after
	}
}

// TestSinceLastTurn: a spirit reads who said what since their own last clue, card by card,
// with what became of each, and the card in play last.
func TestSinceLastTurn(t *testing.T) {
	tab := nightfall(t, 5)
	tab.Show("Mug")
	tab.Play(`1: clue 1 "вода"`, `2: clue 1 "утро"`, `0: guess 1 "чай"`)
	tab.Show("Cat")
	tab.Play(`3: pass 2`, `4: clue 2 "усы"`, `0: guess 2 "кот"`)
	tab.Show("Bridge")
	tab.Play(`1: clue 3 "река"`)
	mug, cat := "🃏 1 **Кружка**: ", "🃏 2 **Кот**: "
	tab.readsAt(2, page.PathSince, mug+"**утро** (you) → 🔵 missed: “чай”", cat+"pass (@3), **усы** (@4) → 🟡 guessed", "🃏 3 **Мост** (now): **река** (@1)")
	tab.readsAll(3, "Since your last turn", cat+"pass (you), **усы** (@4) → 🟡 guessed")
	// The card before stands there too where it was over before the own last clue.
	tab.readsAll(1, "Before that: "+cat+"**усы** (@4) → 🟡 guessed", "Since your last turn", "🃏 3 **Мост** (now): **река** (you)")
	if said := tab.reads(1, ""); strings.Contains(said, "Кружка") {
		t.Errorf("seat 1 reads what was before its own clue:\n%s", said)
	}
	// So do the clues of the card in play that were given before the own one.
	tab.Play(`2: clue 3 "арка"`, `3: pass 3`)
	tab.readsAll(2, "Earlier: **река** (@1)", "Since your last turn", "🃏 3 **Мост** (now): **арка** (you), pass (@3)")
	tab.readsAll(4, "Since your last turn", "→ 🟡 guessed", "🃏 3 **Мост** (now): **река** (@1), **арка** (@2), pass (@3)")
	// The dreamer reads the clues of the card in play, and of no other.
	tab.readsAll(0, "Card 2: you said “кот”.", "Clues: **река** (@1), **арка** (@2), pass (@3)")
	if said := tab.reads(0, ""); strings.Contains(said, "усы") || strings.Contains(said, "утро") {
		t.Errorf("the dreamer reads clues of cards that are gone:\n%s", said)
	}
}

// TestSinceIsOnePressAway: what was said of the cards that do not fit on the first page
// stands on the page behind. The first page has what became of the latest.
func TestSinceIsOnePressAway(t *testing.T) {
	tab := nightfall(t, 4)
	for i := range 7 {
		tab.Play(fmt.Sprintf(`0: next %d`, i+1))
	}
	v := view.Of(tab.S, games.Seat(2).Viewer())
	open := func(path string) (lines int) {
		for _, l := range page.At(v, path).Lines {
			if strings.HasPrefix(l.Key, "since.card") {
				lines++
			}
		}
		return lines
	}
	tab.Is("on the page of all", open(page.PathSince), 7)
	said := tab.reads(2, "")
	for i, c := range v.Cards[4:] {
		i += 4
		if !strings.Contains(said, fmt.Sprintf("%d **%s**", i+1, c.Element.Word)) {
			t.Errorf("the first page does not tell of card %d:\n%s", i+1, said)
		}
	}
	if p := page.At(v, ""); !slices.ContainsFunc(p.Controls, func(c ui.Control) bool { return c.To.To == page.PathSince }) {
		t.Error("no button leads to all of it")
	}
}

// TestCluesOfCardsGone: where names are short, the first page has what was said of the latest
// cards, and where they are long only what became of them.
func TestCluesOfCardsGone(t *testing.T) {
	tab := nightfall(t, 5)
	tab.Play(`1: clue 1 "вода"`, `2: clue 1 "утро"`, `3: clue 1 "сон"`, `0: next 1`, `4: clue 2 "усы"`, `1: clue 2 "нос"`, `0: next 2`)
	tab.readsAll(3, "**сон** (you)", "**усы** (@4), **нос** (@1)")
	if said := tab.reads(3, fmt.Sprint(page.PathLess, "/", page.MostFewer)); strings.Contains(said, "**сон** (you)") || !strings.Contains(said, "🔵 skipped, 2 **") {
		t.Errorf("with long names:\n%s", said)
	}
}

// TestNothingIsOutOfReach: where challenges take the room of clues, a button leads to these.
func TestNothingIsOutOfReach(t *testing.T) {
	tab := nightfall(t, 5)
	tab.Play(`1: clue 1 "вода"`, `2: clue 1 "утро"`, `3: clue 1 "сон"`)
	for _, seat := range []int{1, 2} {
		tab.S.Lately.Tell(kit.Event{News: kit.News{Kind: kit.Objected, Seat: games.Seat(seat), Card: 1}, Round: tab.S.Round(), Word: "вода"})
		tab.S.Lately.Tell(kit.Event{News: kit.News{Kind: kit.Cleared, Seat: games.Seat(seat), Card: 1}, Round: tab.S.Round(), Word: "вода"})
	}
	long := fmt.Sprint(page.PathLess, "/", page.MostFewer)
	tab.readsAt(4, long, "earlier one")
	p := page.At(view.Of(tab.S, games.Seat(4).Viewer()), long)
	if !slices.ContainsFunc(p.Controls, func(c ui.Control) bool { return c.To.To == page.PathSince }) {
		t.Error("no button leads to all of it")
	}
}

// TestEarlierCluesAreCounted: where the clues of the card in play from before the own one have
// no room, the first page says how many there were.
func TestEarlierCluesAreCounted(t *testing.T) {
	tab := nightfall(t, 5)
	words := []string{"стол", "вода", "утро", "ручка", "завтрак", "глина", "ложка", "тепло", "сервиз", "полка"}
	for i, w := range words {
		tab.Play(fmt.Sprintf("%d: clue 1 %q", i%4+1, w))
	}
	tab.readsAll(3, "Earlier: **утро** (you), **ручка** (@4), **завтрак** (@1), **глина** (@2)", "(now): 2 earlier ones, **ложка** (you)", "**полка** (@2)")
	tab.readsAt(3, page.PathSince, "**стол** (@1), **вода** (@2)", "(now): **ложка** (you)")
}

// TestNightEnds: the player who looks again at dusk reads how the night before ended, and what it
// brought them.
func TestNightEnds(t *testing.T) {
	tab := laid(t, 4, "YYB")
	tab.S.Roles = []kit.Role{"", kit.Good, kit.Bad, kit.Trickster}
	tab.Play(`0: told`)
	tab.S.Cards[0].Told = true
	tab.readsAll(1, "**Are the ticks ✨ right?** Not told: 2, so no +2")
	tab.S.Cards[1].Told = true
	tab.readsAll(1, "**Are the ticks ✨ right?** All told: +2 for the dreamer")
	tab.S.Cards[0].Told, tab.S.Cards[1].Told = false, false
	tab.readsAll(1, "**Are the ticks ✨ right?** Not told: 1, 2, so no +2", "Good Spirit** · tonight +2", "**Since your last turn:** cards 1–4, the dream was told", "Waiting for everybody.")
	tab.readsAll(0, "these are your guesses", "Dreamer** · tonight +2")
	tab.Ready()
	tab.readsAll(1, "**+2** for you (Good Spirit) · place 1–3 of 4", "Total and tonight: @0 **2** 💤+2, you **2** 🟡+2, @3 **2** ⚖️+2, @2 **1** 🔵+1")
	tab.readsAll(2, "place 4 of 4", "**Since your last turn:** dream not whole")
	tab.Play(`1: ready dawn 1`)
	tab.readsAll(1, "Waiting for: @0, @2, @3.")
	tab.readsAll(2, "Waiting for: you, @0, @3.")
	tab.Ready()
	tab.Is("round", tab.S.Round(), 2)
	tab.readsAll(3, "Trickster** · asleep: **@1**", "Score: you, @0, @1 2 · @2 1", "Night 1: 🟡 2 : 1 🔵, you **+2** ⚖️")
}

// TestTurnIsSaid: the panel says whom the game waits for, and how far the own turn is.
func TestTurnIsSaid(t *testing.T) {
	tab := nightfall(t, 5)
	tab.readsAll(1, "**Waiting for you** ⏳ <t:", "End of the sand: ")
	tab.readsAll(2, "Waiting for: **@1**, then you ⏳ <t:1790000000:T>")
	tab.readsAll(4, "Waiting for: **@1** · you in 3 turns ⏳ <t:1790000000:T>")
	tab.readsAll(0, "You may guess at any moment. Waiting for a word: **@1** ⏳ <t:1790000000:T>")
	tab.Play(`1: pass 1`)
	tab.readsAll(1, "you in 3 turns", "pass (you)")
}

// TestChallengeIsToldToSpirits: a challenge and how it ended stand among the clues, and the
// dreamer reads nothing of them, not by day either.
func TestChallengeIsToldToSpirits(t *testing.T) {
	tab := nightfall(t, 6)
	tab.Show("Sea")
	tab.Play(`1: clue 1 "вода"`, `2: challenge 1 1`, `3: reject 1 1`, `4: reject 1 1`)
	tab.readsAll(3, "**вода** (@1), ⛔ “вода” challenged (@2), 👌 “вода” allowed")
	tab.Play(`0: guess 1 "море"`)
	tab.Wait(tab.S.Sand)
	tab.Wait(tab.S.Tale) // the dreamer says nothing
	tab.Is("phase", tab.S.Phase, kit.Check)
	tab.readsAt(3, page.PathSince, "👌 “вода” allowed → 🟡 guessed", "The dream was told, with 0 of 1")
	b, err := json.Marshal(view.Of(tab.S, games.Seat(0).Viewer()))
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(string(b), string(kit.Objected)) || strings.Contains(string(b), string(kit.Cleared)) {
		t.Errorf("the dreamer learns of a challenge: %s", b)
	}
}

// TestDreamerReadsReplaced: a penalty is news to the dreamer, with the card and its giver.
func TestDreamerReadsReplaced(t *testing.T) {
	tab := nightfall(t, 5)
	tab.Show("Mug")
	tab.Play(`1: clue 1 "вода"`, `2: clue 1 "кружка"`)
	tab.readsAll(0, "Since your last turn", "Card 1 was replaced: @2 gave a forbidden clue.", "No clue for this card yet.")
	if said := tab.reads(0, ""); strings.Contains(said, "вода") {
		t.Errorf("the dreamer reads a clue of a card that is gone:\n%s", said)
	}
	tab.readsAll(1, "**вода** (you) → ⛔ penalty: @2")
}

// TestReadersHaveTime: while a person who dreamt reads the cards, spirits cannot end that.
func TestReadersHaveTime(t *testing.T) {
	tab := laid(t, 5, "YB")
	tab.Play(`0: told`, `1: ready check 1`, `2: ready check 1`, `3: ready check 1`, `4: ready check 1`)
	tab.Is("phase", tab.S.Phase, kit.Check)
	tab.Is("awaited", rules.Status(tab.S).Awaits, []games.Seat{0})
	tab.Wait(tab.S.Until - tab.At)
	tab.Is("phase in the end", tab.S.Phase, kit.Dawn)
}

// TestOldPositionGoesOn: a position without a chronicle is played on, and has one from the
// next night on.
func TestOldPositionGoesOn(t *testing.T) {
	tab := nightfall(t, 4)
	tab.S.Lately = games.Chronicle[kit.Event]{}
	tab.Play(`1: clue 1 "раз"`, `0: guess 1 "ничто"`)
	tab.readsAll(1, "Waiting for: ")
	tab.Wait(tab.S.Sand)
	tab.Play(`0: told`)
	tab.Ready()
	tab.Ready()
	tab.Is("seats", len(tab.S.Lately.Read), 4)
}

// TestEndSaysWhy: the last page says why it ended so for its reader, shows every player, and
// marks the reader.
func TestEndSaysWhy(t *testing.T) {
	tab := sit(t, 4)
	tab.S.Dreams = []rules.Past{
		{Dreamer: 0, Elements: []int{1, 2, 3}, Sides: "yyb", Roles: []kit.Role{"", kit.Good, kit.Bad, kit.Trickster}},
		{Dreamer: 1, Elements: []int{4, 5, 6}, Sides: "YYY", Roles: []kit.Role{kit.Good, "", kit.Bad, kit.Trickster}},
	}
	for i, n := range []int{5, 7, 1, 2} {
		tab.S.Chairs[i].Points = n
	}
	tab.S.Chairs[3].Penalties = 1
	tab.S.EndMatch()
	tab.readsAll(1, "🏆 **You won:** 7 points, ahead of **@0** with 5. Widest gap, night 2: +5 (Dreamer) against +3 (Good Spirit).", "**1 · You 7** = 🟡2 💤5", "**2** · @0 **5** = 💤2 🟡3", "**3** · @2 **1** = 🔵1 🔵0", "@3 **1** = ⚖️2 ⚖️0 − 1 (penalty)")
	tab.readsAll(2, "Your place: 3. 1 point; **@1** is 6 ahead. Widest gap, night 2: +0 (Bad Spirit) against +5 (Dreamer).")
	tab.readsAll(2, "**2** · @0 **5** = 💤2 🟡3", "**3 · You 1** = 🔵1 🔵0")
	board := strings.ReplaceAll(spoken(catalogue(t), text.English, page.At(view.Of(tab.S, games.Viewer{}), "")), strings.Repeat("Ж", 31), "@")
	if want := "🏆 **@1** with 7 points, ahead of **@0** with 5. Best night: 2 (+5, Dreamer)."; !strings.Contains(board, want) || !strings.Contains(board, "⚖️2 ⚖️0 − 1 (penalty)") {
		t.Errorf("the board says\n%s", board)
	}
	for seat := range games.Seat(4) {
		alt := ""
		for _, x := range page.At(view.Of(tab.S, seat.Viewer()), "").Pictures[0].Alt {
			alt += catalogue(t).Say(text.English, x, plain{})
		}
		if !strings.Contains(alt, "2–7") || !strings.Contains(alt, "2–2–1") {
			t.Errorf("seat %d: the chart says %s", seat, alt)
		}
	}
}

// TestSecretsFillNoChronicle: what a dreamer reads does not tell how much happened in secret.
func TestSecretsFillNoChronicle(t *testing.T) {
	read := func(secret int) string {
		tab := nightfall(t, 10, "night=900")
		for i := range 30 {
			seat := 1 + i%9
			tab.Play(fmt.Sprintf(`%d: pass 1`, seat))
			if i < secret {
				tab.S.Lately.Tell(kit.Event{News: kit.News{Kind: kit.Objected, Seat: 2, Card: 1}, Round: tab.S.Round(), Word: "сон"})
			}
		}
		return tab.reads(0, "")
	}
	if none, many := read(0), read(30); none != many {
		t.Errorf("without challenges the dreamer reads\n%s\nand with them\n%s", none, many)
	}
}
