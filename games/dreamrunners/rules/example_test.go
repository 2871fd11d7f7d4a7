package rules_test

import (
	"testing"

	"oneiros/games"
	"oneiros/games/dreamrunners/dreamrunnerstest"
	"oneiros/games/dreamrunners/kit"
)

// TestExampleOfRewards is the example on page 8 of the rulebook (vector T1): one square is
// not covered and one cell lies outside, a nightmare of two is not banished, a key is
// collected and a blue shard twice. The player loses four calm.
func TestExampleOfRewards(t *testing.T) {
	b := dreamrunnerstest.Sit(t, 2)
	b.Tile("k b - | n1 - - | - - n2")
	b.Print(0, "L cb. I ... D x. M .")
	b.Round("L b3, I c4, D c2, M e3", dreamrunnerstest.Exact)
	r := b.S.Last.Results[0]
	b.Is("logic", []int{r.Uncovered, r.Outside}, []int{1, 1})
	b.Is("nightmares", r.Harms, []kit.Harm{{Square: 8, Kind: kit.Nightmare, Loss: 2}})
	b.Is("gains", r.Gains, []kit.Gain{
		{Square: 0, Kind: kit.Treasure, Times: 1, Haul: kit.Haul{Keys: 1}},
		{Square: 1, Kind: kit.Treasure, Times: 2, Haul: kit.Haul{Shards: [kit.Colours]int{kit.Blue: 2}}},
	})
	b.Is("calm", r.Calm-r.Before, -4)
}

// TestExampleOfARound is the rulebook's example of a round. Alice is first, collects a
// key, four coins and a chest with two locks, completes a set of shards, loses two calm to
// logic and two to a nightmare, buys a segment with a coin on it, and two points of calm.
func TestExampleOfARound(t *testing.T) {
	b := dreamrunnerstest.Sit(t, 2)
	a := &b.S.Dreamers[0]
	// Before the round she has four coins, a key, and shards but for white ones.
	a.Coins, a.Keys, a.Shards = 4, 1, [kit.Colours]int{2, 0, 1, 1}
	b.S.Round, b.S.Leader = 3, 1
	b.Tile("k cc - | 2 - - | n1 - n2")
	top := b.Hide(2, "rcccc")
	// The square 5 is open, and the single cell lies outside.
	b.Print(0, "L cc. I b.. D x. M .")
	b.Build("L b3, I c4, D c2, M e3", dreamrunnerstest.Exact)
	b.Play("0: done", "1: done")
	b.Colour(0, kit.White)
	b.Play("0: done")
	a = &b.S.Dreamers[0]
	r := b.S.Last.Results[0]
	b.Is("coins", a.Coins, 4+1+4+4)
	b.Is("keys", a.Keys, 0)
	b.Is("shards", a.Shards, [kit.Colours]int{1, 0, 0, 0})
	b.Is("steps", []int{r.Steps, a.Stars}, []int{1, 1})
	b.Is("logic", []int{r.Uncovered, r.Outside}, []int{1, 1})
	b.Is("nightmares", r.Harms, []kit.Harm{{Square: 8, Kind: kit.Nightmare, Loss: 2}})
	b.Is("calm", []int{r.Before, r.Calm}, []int{20, 16})
	b.Is("chest", b.S.Last.Opened, []kit.Opened{{Square: 3, Chest: top}})

	b.Is("she buys first", b.S.Shopper, games.Seat(0))
	b.S.Shop[kit.Mono] = coinSegment(t, 1)
	b.Play("0: buy M", "0: calm", "0: calm")
	b.Refuse("0: buy D", "refuse.bought")
	b.Is("coins", b.S.Dreamers[0].Coins, 13-4+1-6)
	b.Is("calm", b.S.Dreamers[0].Calm, 18)
}

// TestVectorT4: a new set at 30 moves the marker to the top, and the shards stay: 30 points
// and 10.
func TestVectorT4(t *testing.T) {
	b := dreamrunnerstest.Sit(t, 2)
	b.Tile("g - - | - - - | - - -")
	b.Print(0, "L c..")
	b.S.Dreamers[0].Stars, b.S.Dreamers[0].Shards = kit.Top-1, [kit.Colours]int{1, 1, 1, 0}
	b.Round(dreamrunnerstest.Exact, dreamrunnerstest.Exact)
	d := b.S.Dreamers[0]
	b.Is("shards", d.Shards, [kit.Colours]int{1, 1, 1, 1})
	b.Is("score", d.Score(), kit.Score{Stars: 30, Sets: 10, Calm: 20, Total: 60})
}

// TestVectorT5: under a double effect one takes a key of intertwined dreams, and has two.
// The others are not affected.
func TestVectorT5(t *testing.T) {
	b := dreamrunnerstest.Sit(t, 2)
	b.Tile("~kk - - | - - - | - - -")
	b.Print(0, "L x..")
	b.Print(1, "L c..")
	b.Round(dreamrunnerstest.Exact, dreamrunnerstest.Exact)
	b.Is("keys", []int{b.S.Dreamers[0].Keys, b.S.Dreamers[1].Keys}, []int{2, 1})
}
