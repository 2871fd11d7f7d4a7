package dreamrunners

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"oneiros/games"
	"oneiros/games/box"
	"oneiros/games/dreamrunners/kit"
	"oneiros/games/gametest"
)

// A table plays the rules directly.
type table struct {
	*gametest.Bench[State, kit.Move, View]
}

// exact covers the tile with the start segments. L lies on the squares 0, 3 and 4, I on 6
// to 8, D on 1 and 2, and M on 5.
const exact = "L b3, I c4, D c2, M d3"

// sit deals. Seat 0 leads, and nothing is printed on the tile or on the start segments.
func sit(t *testing.T, seats int, options ...string) *table {
	t.Helper()
	b := &table{gametest.Sit[State, kit.Move, View](t, Game, rules{}, seats, options...)}
	for b.S.Leader != 0 {
		b.Deal()
	}
	b.blank()
	return b
}

// blank prints nothing on the tile and on the start segments.
func (b *table) blank() {
	b.tile("- - - | - - - | - - -")
	for i := range b.S.Dreamers {
		b.print(i, "L ... I ... D .. M .")
	}
}

// tile prints squares on the present tile, until the end of the test.
func (b *table) tile(squares string) {
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

// print prints effects on segments of a seat, as "L c.b M x", until the end of the test.
func (b *table) print(seat int, effects string) {
	b.Helper()
	words := strings.Fields(effects)
	for i := 0; i < len(words); i += 2 {
		card := b.S.Dreamers[seat].owned(kit.Label(words[i])).Card()
		before := card.Effects
		b.Cleanup(func() { card.Effects = before })
		if card.Effects = []kit.Effect(words[i+1]); len(card.Effects) != card.Shape.Size() {
			b.Fatalf("%s has not %d effects", words[i+1], card.Shape.Size())
		}
	}
}

// hide puts a chest with some content on top of its stack, until the end of the test.
func (b *table) hide(locks int, content string) kit.Chest {
	b.Helper()
	top := b.S.Chests[locks-1][0]
	card := top.Card()
	before := card.Rewards
	b.Cleanup(func() { card.Rewards = before })
	card.Rewards = []kit.Reward(content)
	return top
}

// build lets seats build, from seat 0 on. A line that is empty builds nothing.
func (b *table) build(lines ...string) {
	b.Helper()
	for i, l := range lines {
		b.Play(fmt.Sprintf("%d: build %q", i, l))
	}
}

// finish lets every player be ready, from seat 0 on.
func (b *table) finish() {
	b.Helper()
	for i, d := range slices.Clone(b.S.Dreamers) {
		if d.Woke == 0 {
			b.Play(fmt.Sprintf("%d: done", i))
		}
	}
}

// answer lets the answers of every player stand.
func (b *table) answer() {
	b.Helper()
	for i := range b.S.Dreamers {
		if b.S.Phase == kit.Choosing && len(b.Moves(games.Seat(i))) > 0 {
			b.Play(fmt.Sprintf("%d: done", i))
		}
	}
}

// round lets seats build and be ready, and all answers stand.
func (b *table) round(lines ...string) {
	b.Helper()
	b.build(lines...)
	b.finish()
	b.answer()
}

// nextRound lets every player pass in the shop, and blanks the next tile.
func (b *table) nextRound() {
	b.Helper()
	round := b.S.Round
	for b.S.Round == round && b.S.Phase != kit.Over {
		b.Expire()
	}
	b.blank()
}

// may reports whether a seat may make a move.
func (b *table) may(seat games.Seat, move string) bool {
	return slices.Contains(b.Moves(seat), move)
}

// pick chooses an option of a seat's first choice of a kind that was not made.
func (b *table) pick(seat int, kind kit.AskKind, is func(o kit.Option) bool) {
	b.Helper()
	for i, a := range b.S.Dreamers[seat].Asks {
		if k := slices.IndexFunc(a.Options, is); a.Kind == kind && !a.Chosen && k >= 0 {
			b.Play(fmt.Sprintf("%d: pick %d %d", seat, i+1, k+1))
			return
		}
	}
	b.Fatalf("seat %d cannot choose %s: %+v", seat, kind, b.S.Dreamers[seat].Asks)
}

// colour chooses the colour of a seat's next rainbow shard.
func (b *table) colour(seat int, c kit.Colour) {
	b.Helper()
	b.pick(seat, kit.AskColour, func(o kit.Option) bool { return o.Colour == c })
}
