package page_test

import (
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

// page is what a seat sees at a path.
func (t *table) page(seat games.Seat, path string) ui.Page {
	return page.At(view.Of(t.S, seat.Viewer()), path)
}

// labels are the moves that a page offers, by what their controls say.
func (t *table) labels(l text.Lang, p ui.Page) map[string]string {
	list := map[string]string{}
	add := func(label ui.Text, to ui.Link) {
		if to.Kind == ui.KindDo {
			list[catalogue(t.T).Say(l, label, plain{})] = to.To
		}
	}
	for _, c := range p.Controls {
		add(c.Label, c.To)
		for _, choice := range c.Menu {
			add(choice.Label, choice.To)
		}
	}
	return list
}

// press presses what a page of a seat says.
func (t *table) press(seat games.Seat, l text.Lang, path, label string) {
	t.Helper()
	list := t.labels(l, t.page(seat, path))
	if list[label] == "" {
		t.Fatalf("%d finds no %q at %q, only %v", seat, label, path, list)
	}
	t.Play(fmt.Sprintf("%d: %s", seat, list[label]))
}

// TestLateMark: the dreamer guesses in time, and all spirits mark it after the sand. At dawn a
// majority takes the card out of the bed, and a dream that was whole stays whole.
func TestLateMark(t *testing.T) {
	for l, words := range map[text.Lang]struct{ move, asked, done string }{
		text.English: {"2. %s: guessed in time, to the yellow side", "Card 2: was it guessed in time?", "Card 2 was moved by a majority."},
		text.Russian: {"2. %s: угадано вовремя, на жёлтую сторону", "Карта 2: её угадали вовремя?", "Карта 2 переложена по решению большинства."},
	} {
		tab := nightfall(t, 5, "mode=voice")
		tab.Judge("right")
		tab.Play(fmt.Sprintf("%d: said 2 1", tab.S.Giver))
		tab.Wait(tab.S.Sand)
		tab.Wait(tab.S.Until - tab.At)
		tab.Play("1: tick 1", "0: told")
		tab.Ready()
		tab.Is("sides", tab.Sides(), "YBed")
		label := fmt.Sprintf(words.move, view.Of(tab.S, games.Viewer{}).Cards[1].Element.Word)
		path := page.FirstCards(view.Of(tab.S, games.Seat(1).Viewer()))
		if said := spoken(catalogue(t), l, tab.page(1, path)); !strings.Contains(said, words.asked) {
			t.Errorf("before the vote a spirit reads\n%s", said)
		}
		if !slices.ContainsFunc(tab.page(1, "").Controls, func(c ui.Control) bool { return c.To == ui.Open(path) }) {
			t.Error("no button leads to the cards that may be moved")
		}
		tab.press(1, l, path, label)
		tab.press(2, l, path, label)
		tab.Is("sides before the majority", tab.Sides(), "YBed")
		tab.press(4, l, path, label)
		tab.Is("sides", tab.Sides(), "YY")
		score := rules.Tally(tab.S.Dreamer, tab.S.Roles, tab.S.Cards)
		tab.Is("the dreamer's points", []any{score.Lines[0].Points, score.Bonus}, []any{4, true})
		if said := spoken(catalogue(t), l, tab.page(1, "")); !strings.Contains(said, words.done) {
			t.Errorf("after the vote a spirit reads\n%s", said)
		}
	}
}

// TestLateMarkOfTheOnlyCard: where nothing else was dreamt, no dream was told. So the card gives
// no more than itself.
func TestLateMarkOfTheOnlyCard(t *testing.T) {
	tab := nightfall(t, 5, "mode=voice")
	tab.Play("1: said 1 1")
	tab.Wait(tab.S.Sand)
	tab.Wait(tab.S.Until - tab.At)
	tab.Is("phase", tab.S.Phase, kit.Dawn)
	tab.Play("1: move 1", "2: move 1", "3: move 1")
	score := rules.Tally(tab.S.Dreamer, tab.S.Roles, tab.S.Cards)
	tab.Is("the dreamer's points", []any{score.Lines[0].Points, score.Bonus}, []any{1, false})
}

// In writing the bot has heard every guess. So a card of the bed stays there.
func TestBedInWriting(t *testing.T) {
	tab := laid(t, 5, "Y")
	tab.Play(`0: story "Ничего."`)
	tab.Ready()
	tab.Is("sides", tab.Sides(), "YBed")
	tab.Refuse("1: move 2", "refuse.not-now")
}

// TestChallengeOfGivenWords: a panel offers to challenge a word once its spirit has marked it. One
// whose spirit does not is challenged behind "What now?", by a button that says so.
func TestChallengeOfGivenWords(t *testing.T) {
	for l, words := range map[text.Lang]struct{ challenge, unmarked, own string }{
		text.English: {"Challenge the word: ", "Said, not marked, forbidden", "Admit: my word is forbidden"},
		text.Russian: {"Оспорить слово: ", "Сказано без отметки, запрещено", "Признать: моё слово запрещено"},
	} {
		tab := nightfall(t, 6, "mode=voice")
		offers := func(seat games.Seat, path string) (list []string) {
			for label, move := range tab.labels(l, tab.page(seat, path)) {
				if strings.HasPrefix(move, "challenge") {
					list = append(list, strings.ReplaceAll(label, strings.Repeat("Ж", 31), "@"))
				}
			}
			slices.Sort(list)
			return list
		}
		none := []string(nil)
		tab.Is("before the first word", [][]string{offers(1, ""), offers(3, "")}, [][]string{none, none})
		tab.Is("behind help", [][]string{offers(1, page.PathHelp), offers(3, page.PathHelp)}, [][]string{{words.own}, {words.unmarked}})
		tab.Wait(tab.S.Haste)
		tab.Is("after a turn without a word", [][]string{offers(1, ""), offers(3, "")}, [][]string{none, none})
		tab.Play("2: said 1 2")
		tab.Is("after a word", [][]string{offers(2, ""), offers(3, "")}, [][]string{{words.own}, {words.challenge + "@2"}})
		tab.Is("after a pass", func() []string { tab.Play("3: pass 1"); return offers(4, "") }(), []string{words.challenge + "@2"})
		tab.press(5, l, page.PathHelp, words.unmarked)
		tab.Is("whose word is voted on", tab.S.Vote.Giver, games.Seat(4))
	}
}

// TestMarkingSaysWho: where the guess can be marked, a panel says who marks it. The player who
// presses first does, and a second press of the same kind is refused.
func TestMarkingSaysWho(t *testing.T) {
	for l, line := range map[text.Lang]string{
		text.English: "👂 Whoever presses first marks the guess.",
		text.Russian: "👂 Догадку отмечает тот, кто нажал первым.",
	} {
		tab := nightfall(t, 6, "mode=voice")
		says := func(when string, want bool) {
			t.Helper()
			for seat := games.Seat(1); seat < 6; seat++ {
				if said := spoken(catalogue(t), l, tab.page(seat, "")); strings.Contains(said, line) != want {
					t.Errorf("%s seat %d reads\n%s", when, seat, said)
				}
			}
		}
		says("before any word", false)
		tab.Play("1: said 1 1")
		says("after a word", true)
		tab.Play("4: right 1")
		tab.Refuse("5: right 1", "refuse.card-gone")
		says("at the next card", false)
		tab.Wait(tab.S.Sand)
		says("after the sand", true)
	}
}

// TestTurnStandsLast: aloud a spirit reads last, right above the picture and the buttons, whose
// turn it is and until when, in a line of a phone, also while there is a vote.
func TestTurnStandsLast(t *testing.T) {
	for l, words := range map[text.Lang][3]string{
		text.English: {"👉 **Say your word aloud** ⏳ ", "👉 **@2**, then you ⏳ ", "👉 **@2** · you in 2 turns ⏳ "},
		text.Russian: {"👉 **Ваше слово!** ⏳ ", "👉 **@2**, потом вы ⏳ ", "👉 **@2** · вы через 2 хода ⏳ "},
	} {
		tab := nightfall(t, 6, "mode=voice")
		tab.Play("1: said 1 1")
		for _, when := range []string{"at a turn", "in a vote"} {
			for i, want := range words {
				said := strings.Split(strings.ReplaceAll(spoken(catalogue(t), l, tab.page(games.Seat(2+i), "")), strings.Repeat("Ж", 31), "@"), "\n")
				if last := said[len(said)-1]; !strings.HasPrefix(last, want) {
					t.Errorf("%s seat %d reads last %q, want %q", when, 2+i, last, want)
				}
			}
			if tab.S.Vote == nil {
				tab.Play("5: challenge 1 1")
			}
		}
	}
}

// TestReasonsOfNothing: where nothing was dreamt, dawn says why there are no two points for the
// dream, and what a Trickster has two points for.
func TestReasonsOfNothing(t *testing.T) {
	for l, words := range map[text.Lang]struct{ panel, all, trickster, reason string }{
		text.English: {"nothing guessed: no +2", "Nothing was guessed: no +2.", "Trickster: +2 for equal sides", "+2: 0 and 0 are equal sides"},
		text.Russian: {"ничего не угадано: без +2", "Ничего не угадано: +2 нет.", "Пересмешник: +2 за равновесие", "+2: 0 и 0 — тоже равновесие"},
	} {
		tab := nightfall(t, 5, "mode=voice")
		tab.Play("1: said 1 1")
		tab.Wait(tab.S.Sand)
		tab.Wait(tab.S.Until - tab.At)
		tab.Is("phase", tab.S.Phase, kit.Dawn)
		tab.S.Roles = []kit.Role{"", kit.Good, kit.Bad, kit.Trickster, kit.Good}
		read := func(v games.Viewer, path string) string {
			return spoken(catalogue(t), l, page.At(view.Of(tab.S, v), path))
		}
		for what, want := range map[string][2]string{
			"a panel":             {read(games.Seat(1).Viewer(), ""), words.panel},
			"all that happened":   {read(games.Seat(1).Viewer(), page.PathSince), words.all},
			"the trickster":       {read(games.Seat(3).Viewer(), ""), words.trickster},
			"the public":          {read(games.Viewer{}, ""), words.trickster},
			"the page of reasons": {read(games.Seat(1).Viewer(), page.PathCards+"/1"), words.reason},
		} {
			if !strings.Contains(want[0], want[1]) {
				t.Errorf("%s lacks %q:\n%s", what, want[1], want[0])
			}
		}
	}
}

// TestSaidLate: whose word was spoken in time and whose press comes after the clock says so until
// the next event. It is no longer told as too slow, and the turn of the next spirit goes on.
func TestSaidLate(t *testing.T) {
	for l, words := range map[text.Lang]struct{ late, slow string }{
		text.English: {"Said in time", "too slow"},
		text.Russian: {"Сказано вовремя", "время вышло"},
	} {
		tab := nightfall(t, 5, "mode=voice")
		reads := func() string { return spoken(catalogue(t), l, tab.page(3, page.PathSince)) }
		tab.Wait(tab.S.Haste)
		if said := reads(); !strings.Contains(said, words.slow) {
			t.Errorf("after a silent turn a spirit reads\n%s", said)
		}
		tab.Refuse("3: said 1 1", "refuse.turn")
		until := tab.S.TurnUntil
		tab.press(1, l, "", words.late)
		tab.Is("whose turn it is", []any{tab.S.Giver, tab.S.Turn, tab.S.TurnUntil}, []any{games.Seat(2), 2, until})
		if said := reads(); strings.Contains(said, words.slow) {
			t.Errorf("after the late press a spirit reads\n%s", said)
		}
		if _, ok := tab.labels(l, tab.page(1, ""))[words.late]; ok {
			t.Error("the word can be said twice")
		}
		tab.Wait(tab.S.Haste)
		tab.Play("3: pass 1")
		if _, ok := tab.labels(l, tab.page(2, ""))[words.late]; ok {
			t.Error("a word is still said in time after the next turn")
		}
	}
}

// TestAmendIsMeant: the panel by night does not offer to change the card before, beside the buttons
// for the card in play. "What now?" does, and all spirits read who did it; the dreamer does not.
func TestAmendIsMeant(t *testing.T) {
	for l, words := range map[text.Lang]struct{ amend, read string }{
		text.English: {"Card 1: it was wrong", "✏️ Card 1 corrected: 🔵 missed"},
		text.Russian: {"Карта 1: всё-таки мимо", "✏️ Карту 1 исправили: 🔵 мимо"},
	} {
		tab := nightfall(t, 5, "mode=voice")
		tab.Judge("right")
		for _, out := range []bool{false, true} {
			if _, ok := tab.labels(l, tab.page(1, ""))[words.amend]; ok {
				t.Errorf("the panel offers to change the card before; the sand is out: %v", out)
			}
			if !out {
				tab.Wait(tab.S.Sand)
			}
		}
		tab.Is("phase", tab.S.Phase, kit.Last)
		tab.press(1, l, page.PathHelp, words.amend)
		tab.Is("sides", tab.Sides()[:1], "B")
		if said := spoken(catalogue(t), l, tab.page(2, page.PathSince)); !strings.Contains(said, words.read) {
			t.Errorf("a spirit reads\n%s", said)
		}
		if said := spoken(catalogue(t), l, tab.page(0, page.PathSince)); strings.Contains(said, "✏️") {
			t.Errorf("the dreamer reads\n%s", said)
		}
		told := tab.S.Lately.Told()
		tab.Play("1: right 1", "1: wrong 1", "1: right 1")
		tab.Is("events of more changes", tab.S.Lately.Told(), told)
	}
}

// TestBallotIsSeen: a vote for a tick or for a move stands on the panels of all spirits.
func TestBallotIsSeen(t *testing.T) {
	for l, words := range map[text.Lang]struct{ tick, yours, move string }{
		text.English: {"🗳️ Change the tick? card 1: 1 · needed: 3", "card 1: 1, you too", "🗳️ Move it? card 1: 1 · needed: 3"},
		text.Russian: {"🗳️ Исправить отметку? карта 1: 1 · нужно: 3", "карта 1: 1, и вы", "🗳️ Переложить? карта 1: 1 · нужно: 3"},
	} {
		tab := laid(t, 5, "YB")
		tab.Play(`0: story "Ничего."`, "1: tick 1")
		reads := func(seat games.Seat) string { return spoken(catalogue(t), l, tab.page(seat, "")) }
		for seat, line := range map[games.Seat]string{1: words.yours, 2: words.tick} {
			if said := reads(seat); !strings.Contains(said, line) {
				t.Errorf("seat %d reads\n%s\nnot %q", seat, said, line)
			}
		}
		tab.Ready()
		tab.Play("3: move 1")
		if said := reads(2); !strings.Contains(said, words.move) {
			t.Errorf("at dawn a spirit reads\n%s\nnot %q", said, words.move)
		}
	}
}
