// Package whenidreamtest seats players at tables of When I Dream, for the tests of its rooms.
//
// The rooms share it, so that each can be tested where it is: with a table where seat 0 sleeps first,
// and with a night that is as far as a test wants it. It knows the rules and the views. It knows no
// player and no page, so that the tests of both may use it.
package whenidreamtest

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"oneiros/games"
	"oneiros/games/gametest"
	"oneiros/games/whenidream/judge"
	"oneiros/games/whenidream/kit"
	"oneiros/games/whenidream/pack"
	"oneiros/games/whenidream/rules"
	"oneiros/games/whenidream/view"
)

// agreed is a game that has the options of When I Dream and nothing else.
var agreed = games.Define[rules.State, kit.Move, view.View](games.Info{Options: Options()}, view.Contract{}, nil)

// Options are the options of the game. A pack shows no sample.
func Options() []games.Option { return append(rules.Options(), pack.Option(nil)) }

// A Table plays the rules, as "2: clue 1 \"вода\"".
type Table struct {
	*gametest.Bench[rules.State, kit.Move, view.View]
}

// Sit deals a table. The first to sleep is seat 0. So the spirits are 1, 2, 3
// and so on, in the order of clues.
func Sit(t *testing.T, seats int, options ...string) *Table {
	t.Helper()
	tab := &Table{gametest.Sit(t, agreed, view.Contract{}, seats, options...)}
	for range 1000 {
		if tab.S.Dreamer == 0 {
			return tab
		}
		tab.Deal()
	}
	t.Fatal("seat 0 is never first")
	return nil
}

// Ready makes every player ready who is asked.
func (t *Table) Ready() {
	t.Helper()
	phase, round := t.S.Phase, t.S.Round()
	for i := range t.S.Chairs {
		if t.S.Phase == phase && t.S.Round() == round && t.mustReady(games.Seat(i)) {
			t.Play(fmt.Sprintf("%d: ready %s %d", i, phase, round))
		}
	}
}

// Show puts an element into play.
func (t *Table) Show(english string) {
	t.Helper()
	t.S.Used.Remove(t.S.Element)
	t.S.Element = judge.Twin(english, kit.English)
	t.Is("element", t.S.Element != 0, true)
	t.S.Used.Add(t.S.Element)
}

// Sides are where the cards of the round came to lie: a letter for each.
func (t *Table) Sides() string {
	var b strings.Builder
	for _, c := range t.S.Cards {
		b.WriteString(strings.ToUpper(string(c.Side[:1])))
		if c.Side == kit.Bed {
			b.WriteString("ed")
		}
	}
	return b.String()
}

// Nightfall is a table whose night has begun.
func Nightfall(t *testing.T, seats int, options ...string) *Table {
	t.Helper()
	tab := Sit(t, seats, options...)
	tab.Ready()
	tab.Is("phase", tab.S.Phase, kit.Night)
	return tab
}

// Laid is a table at Story with cards on the sides: Y guessed, B wrong.
func Laid(t *testing.T, seats int, sides string, options ...string) *Table {
	t.Helper()
	tab := Nightfall(t, seats, options...)
	names := []string{"Rooster", "Vampire", "Hamburger", "Dog", "Drum", "Cat", "Sea", "Moon"}
	for i, side := range sides {
		tab.Show(names[i])
		word := judge.Lexicon().Element(tab.S.Element, kit.Russian).Word
		if side == 'B' {
			word = "ничто"
		}
		tab.Play(fmt.Sprintf("0: guess %d %q", i+1, word))
	}
	tab.Wait(tab.S.Sand)
	tab.Is("phase", tab.S.Phase, kit.Story)
	return tab
}

// Judge plays cards by voice: the spirit whose turn it is speaks, and another marks the guess.
func (t *Table) Judge(how ...string) {
	t.Helper()
	for _, verdict := range how {
		n := t.S.Card()
		t.Play(fmt.Sprintf("%d: said %d %d", t.S.Giver, n, t.S.Turn), fmt.Sprintf("2: %s %d", verdict, n))
	}
}

// mustReady reports whether the table waits for a seat to be ready.
func (t *Table) mustReady(seat games.Seat) bool {
	return slices.ContainsFunc(t.S.Moves(seat), func(m kit.Move) bool { return m.Verb == kit.Ready })
}
