package rules_test

import (
	"maps"
	"math/rand/v2"
	"testing"

	"oneiros/games"
	"oneiros/games/dreamrunners"
	"oneiros/games/dreamrunners/kit"
	"oneiros/games/dreamrunners/rules"
)

// A plainRound is what a composition brings, counted square by square and as the rulebook
// says it. It shares nothing with the rules but the types.
type plainRound struct {
	calm   int
	things map[byte]int // shards by letter, keys and coins
	lost   bool         // a bat takes a segment
}

// plainShapes are where the cells of each shape are, seen from the anchor, for each turn.
var plainShapes = map[kit.Shape][4][][2]int{
	kit.Mono: {{{0, 0}}, {{0, 0}}, {{0, 0}}, {{0, 0}}},
	kit.Duo:  {{{0, 0}, {1, 0}}, {{0, 0}, {0, 1}}, {{0, 0}, {-1, 0}}, {{0, 0}, {0, -1}}},
	kit.Trio: {{{-1, 0}, {0, 0}, {1, 0}}, {{0, -1}, {0, 0}, {0, 1}}, {{1, 0}, {0, 0}, {-1, 0}}, {{0, 1}, {0, 0}, {0, -1}}},
	kit.Bend: {{{0, -1}, {0, 0}, {1, 0}}, {{1, 0}, {0, 0}, {0, 1}}, {{0, 1}, {0, 0}, {-1, 0}}, {{-1, 0}, {0, 0}, {0, -1}}},
}

// count counts a composition of a player whose segments are own. No other player collects
// anything, rainbow shards become blue, and chests hold what is on top of their stacks.
func (p *plainRound) count(squares [9]kit.Square, draft []kit.Piece, own, keys int, chest map[int][]kit.Reward) {
	p.things = map[byte]int{'k': keys}
	grid := map[[2]int]byte{} // by column and row of the tile, from 0
	for _, piece := range draft {
		card := piece.Segment.Card()
		for i, d := range plainShapes[card.Shape][piece.Turn] {
			grid[[2]int{int(piece.Cell)%5 - 1 + d[0], int(piece.Cell)/5 - 1 + d[1]}] = byte(card.Effects[i])
		}
	}
	hands := 0
	for at, effect := range grid {
		if at[0] < 0 || at[0] > 2 || at[1] < 0 || at[1] > 2 {
			p.calm--
		}
		if effect == 'c' || effect == 'x' || effect == 'm' {
			hands++
		}
	}
	var chests []int
	for i, q := range squares {
		effect, covered := grid[[2]int{i % 3, i / 3}]
		if !covered {
			p.calm--
		}
		if safe := effect == 'b' || effect == 'm'; !safe {
			switch q.Kind {
			case kit.Nightmare:
				p.calm -= q.Loss
			case kit.Spider:
				p.calm--
			case kit.Octopus:
				p.calm -= hands
			case kit.Bat:
				p.lost = p.lost || len(draft) < own
			}
		}
		times := map[byte]int{'c': 1, 'm': 1, 'x': 2}[effect]
		for range times {
			for _, r := range q.Rewards {
				p.get(byte(r))
			}
		}
		if times > 0 && chest[i] != nil {
			chests = append(chests, i)
			if times == 2 {
				chests = append(chests, i)
			}
		}
	}
	for _, i := range chests {
		locks := 0
		for _, r := range squares[i].Rewards {
			if r >= '1' && r <= '3' {
				locks = int(r - '0')
			}
		}
		if p.things['k'] < locks {
			continue
		}
		p.things['k'] -= locks
		for _, r := range chest[i] {
			p.get(byte(r))
		}
	}
}

func (p *plainRound) get(r byte) {
	switch r {
	case '+':
		p.calm++
	case 'r':
		p.things['b']++
	case '1', '2', '3':
	default:
		p.things[r]++
	}
}

// TestSecondScoring compares what random compositions on all tiles bring with a count that
// was written apart from the rules.
func TestSecondScoring(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 5))
	env := &games.Env{Rand: r}
	full, err := dreamrunners.Game.Info().Complete(nil)
	if err != nil {
		t.Fatal(err)
	}
	worth := map[int]bool{}
	taken, opened := 0, 0
	for n := range 10_000 {
		s, err := rules.Deal(env, games.Table{Seats: 2, Options: full})
		if err != nil {
			t.Fatal(err)
		}
		s.Tile = kit.Tile(n%kit.Tiles + 1)
		d := &s.Dreamers[0]
		for range r.IntN(5) {
			d.Gain(kit.Segment(kit.Sets*kit.Shapes + 1 + r.IntN(kit.EachNeutral*kit.Shapes)))
		}
		d.Keys = r.IntN(4)
		d.Draft = kit.Random(r, d.Segments)
		chest := map[int][]kit.Reward{}
		for i, c := range s.Tokens(s.Tile.Card()) {
			if c != 0 {
				chest[i] = c.Card().Rewards
			}
		}
		var want plainRound
		want.count(s.Tile.Card().Squares, d.Draft, len(d.Segments), d.Keys, chest)
		before := *d
		d.Asks = s.Asks(env, 0)
		for i := range d.Asks {
			if d.Asks[i].Kind == kit.AskColour {
				d.Asks[i].Answer = int(kit.Blue)
			}
		}
		s.Deal()
		got := plainRound{calm: -s.Last.Results[0].Before + before.Calm, things: map[byte]int{'k': d.Keys}, lost: len(d.Segments) < len(before.Segments)}
		sum := kit.Haul{}
		loss := s.Last.Results[0].Uncovered + s.Last.Results[0].Outside
		for _, h := range s.Last.Results[0].Harms {
			loss += h.Loss
		}
		for _, g := range s.Last.Results[0].Gains {
			sum.Plus(g.Haul)
			if g.Chest != 0 {
				opened++
			}
		}
		got.calm += sum.Calm - loss
		for c := range kit.Colour(kit.Colours) {
			if sum.Shards[c] > 0 {
				got.things["bwog"[c]] = sum.Shards[c]
			}
		}
		if sum.Coins > 0 {
			got.things['c'] = sum.Coins
		}
		if want.lost {
			taken++
		}
		if got.calm != want.calm || got.lost != want.lost || !maps.Equal(got.things, want.things) {
			t.Fatalf("composition %d, %s on %s: %+v, want %+v", n, before.Draft.String(), s.Tile.Card().Name, got, want)
		}
		if after := min(kit.MaxCalm, before.Calm+want.calm); d.Woke == 0 && d.Calm != after || d.Woke != 0 && after > 0 {
			t.Fatalf("composition %d: calm %d, want %d", n, d.Calm, after)
		}
		worth[want.calm] = true
	}
	if len(worth) < 15 || taken < 100 || opened < 100 {
		t.Errorf("only %d different losses, %d bats and %d chests", len(worth), taken, opened)
	}
}
