// Package dreamrunnerstest seats players at tables of Dream Runners, for the tests of its rooms.
//
// The rooms share it, so that each can be tested where it is: with a table that is arranged in
// lines, or with views as full as they get. It knows the rules and the views. It knows no page and
// no player, so that the tests of both may use it.
package dreamrunnerstest

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"oneiros/games"
	"oneiros/games/box"
	"oneiros/games/dreamrunners/kit"
	"oneiros/games/dreamrunners/rules"
	"oneiros/games/dreamrunners/view"
	"oneiros/games/gametest"
)

// agreed is a game that has the options of Dream Runners and nothing else.
var agreed = games.Define[rules.State, kit.Move, view.View](games.Info{Options: rules.Options()}, view.Contract{}, nil)

// A Table plays the rules directly.
type Table struct {
	*gametest.Bench[rules.State, kit.Move, view.View]
}

// Exact covers the tile with the start segments. L lies on the squares 0, 3 and 4, I on 6
// to 8, D on 1 and 2, and M on 5.
const Exact = "L b3, I c4, D c2, M d3"

// Deal deals a table.
func Deal(t *testing.T, seats int, options ...string) *Table {
	t.Helper()
	return &Table{gametest.Sit(t, agreed, view.Contract{}, seats, options...)}
}

// Sit deals. Seat 0 leads, and nothing is printed on the tile or on the start segments.
func Sit(t *testing.T, seats int, options ...string) *Table {
	t.Helper()
	b := Deal(t, seats, options...)
	for b.S.Leader != 0 {
		b.Deal()
	}
	b.Blank()
	return b
}

// Blank prints nothing on the tile and on the start segments.
func (b *Table) Blank() {
	b.Tile("- - - | - - - | - - -")
	for i := range b.S.Dreamers {
		b.Print(i, "L ... I ... D .. M .")
	}
}

// Tile prints squares on the present tile, until the end of the test.
func (b *Table) Tile(squares string) {
	b.Helper()
	card := b.S.Tile.Card()
	before := *card
	b.Cleanup(func() { *card = before })
	words := strings.Fields(strings.ReplaceAll(squares, "|", " "))
	if len(words) != 9 {
		b.Fatalf("%q has %d squares", squares, len(words))
	}
	for i, w := range words {
		if w[0] == '~' {
			card.Squares[i] = kit.Square{Kind: kit.Intertwined, Rewards: []kit.Reward(w[1:])}
			continue
		}
		var err error
		if card.Squares[i], err = kit.ReadSquare(box.Line{}, w); err != nil {
			b.Fatal(err)
		}
	}
}

// Print prints effects on segments of a seat, as "L c.b M x", until the end of the test.
func (b *Table) Print(seat int, effects string) {
	b.Helper()
	words := strings.Fields(effects)
	for i := 0; i < len(words); i += 2 {
		card := b.S.Dreamers[seat].Owned(kit.Label(words[i])).Card()
		before := card.Effects
		b.Cleanup(func() { card.Effects = before })
		if card.Effects = []kit.Effect(words[i+1]); len(card.Effects) != card.Shape.Size() {
			b.Fatalf("%s has not %d effects", words[i+1], card.Shape.Size())
		}
	}
}

// Hide puts a chest with some content on top of its stack, until the end of the test.
func (b *Table) Hide(locks int, content string) kit.Chest {
	b.Helper()
	top := b.S.Chests[locks-1][0]
	card := top.Card()
	before := card.Rewards
	b.Cleanup(func() { card.Rewards = before })
	card.Rewards = []kit.Reward(content)
	return top
}

// Build lets seats build, from seat 0 on. A line that is empty builds nothing.
func (b *Table) Build(lines ...string) {
	b.Helper()
	for i, l := range lines {
		b.Play(fmt.Sprintf("%d: build %q", i, l))
	}
}

// Finish lets every player be ready, from seat 0 on.
func (b *Table) Finish() {
	b.Helper()
	for i, d := range slices.Clone(b.S.Dreamers) {
		if d.Woke == 0 {
			b.Play(fmt.Sprintf("%d: done", i))
		}
	}
}

// Answer lets the answers of every player stand.
func (b *Table) Answer() {
	b.Helper()
	for i := range b.S.Dreamers {
		if b.S.Phase == kit.Choosing && len(b.Moves(games.Seat(i))) > 0 {
			b.Play(fmt.Sprintf("%d: done", i))
		}
	}
}

// Round lets seats build and be ready, and all answers stand.
func (b *Table) Round(lines ...string) {
	b.Helper()
	b.Build(lines...)
	b.Finish()
	b.Answer()
}

// NextRound lets every player pass in the shop, and blanks the next tile.
func (b *Table) NextRound() {
	b.Helper()
	round := b.S.Round
	for b.S.Round == round && b.S.Phase != kit.Over {
		b.Expire()
	}
	b.Blank()
}

// May reports whether a seat may make a move.
func (b *Table) May(seat games.Seat, move string) bool {
	return slices.Contains(b.Moves(seat), move)
}

// Pick chooses an option of a seat's first choice of a kind that was not made.
func (b *Table) Pick(seat int, kind kit.AskKind, is func(o kit.Option) bool) {
	b.Helper()
	for i, a := range b.S.Dreamers[seat].Asks {
		if k := slices.IndexFunc(a.Options, is); a.Kind == kind && !a.Chosen && k >= 0 {
			b.Play(fmt.Sprintf("%d: pick %d %d", seat, i+1, k+1))
			return
		}
	}
	b.Fatalf("seat %d cannot choose %s: %+v", seat, kind, b.S.Dreamers[seat].Asks)
}

// Colour chooses the colour of a seat's next rainbow shard.
func (b *Table) Colour(seat int, c kit.Colour) {
	b.Helper()
	b.Pick(seat, kit.AskColour, func(o kit.Option) bool { return o.Colour == c })
}
