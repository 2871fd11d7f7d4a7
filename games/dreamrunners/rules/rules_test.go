package rules_test

import (
	"slices"
	"strconv"
	"testing"
	"time"

	"oneiros/games"
	"oneiros/games/dreamrunners"
	"oneiros/games/dreamrunners/dreamrunnerstest"
	"oneiros/games/dreamrunners/kit"
	"oneiros/games/dreamrunners/rules"
	"oneiros/games/dreamrunners/view"
)

// TestRulings2And3: every player has one segment of each shape. The sets differ, and each has
// two effects that banish and three that collect.
func TestRulings2And3(t *testing.T) {
	seen := map[string]bool{}
	for set := range kit.Sets {
		text := ""
		banish, collect, plain := 0, 0, 0
		for s := range kit.Shape(kit.Shapes) {
			c := kit.StartSegment(set, s).Card()
			if c.Shape != s || c.Set != set+1 {
				t.Errorf("set %d has %+v for %s", set+1, c, s)
			}
			for _, e := range c.Effects {
				text += string(e)
				switch e {
				case kit.Banish:
					banish++
				case kit.Collect:
					collect++
				case kit.Plain:
					plain++
				}
			}
		}
		if banish != 2 || collect != 3 || plain != 4 || seen[text] {
			t.Errorf("set %d is %s", set+1, text)
		}
		seen[text] = true
	}
	b := dreamrunnerstest.Sit(t, 4)
	var has []int
	for _, d := range b.S.Dreamers {
		b.Is("labels", []kit.Label{d.Segments[0].Label, d.Segments[1].Label, d.Segments[2].Label, d.Segments[3].Label}, []kit.Label{"L", "I", "D", "M"})
		b.Is("coins", d.Coins, 2)
		has = append(has, d.Set)
	}
	slices.Sort(has)
	b.Is("sets", has, []int{1, 2, 3, 4})
}

// TestRuling4: the sand runs for a minute, twice as long as at a table.
func TestRuling4(t *testing.T) {
	b := dreamrunnerstest.Sit(t, 2)
	b.At = 7 * time.Second
	b.Play("1: done")
	b.Is("until", b.S.Until, 67*time.Second)
	b.Is("coins of the first dreamer", b.S.Dreamers[1].Coins, 3)
	b.Is("coins of the other", b.S.Dreamers[0].Coins, 2)
	b.Expire()
	b.Is("phase", b.S.Phase, kit.Between)
}

// TestRulings5And6: calm goes from 20, one space for a point, at most to 30.
func TestRulings5And6(t *testing.T) {
	b := dreamrunnerstest.Sit(t, 2)
	b.Is("calm at the start", b.S.Dreamers[0].Calm, 20)
	b.Tile("++ - - | - - - | - - -")
	b.Print(0, "L x..")
	b.Round(dreamrunnerstest.Exact, "")
	b.Is("calm", b.S.Dreamers[0].Calm, 24)
	b.Is("without a composition", b.S.Dreamers[1].Calm, 11)
	b.Is("points", b.S.Dreamers[1].Score(), kit.Score{Calm: 11, Total: 11})
	b.NextRound()
	b.S.Dreamers[0].Calm = 29
	b.Tile("++ - - | - - - | - - -")
	b.Print(0, "L x..")
	b.Round(dreamrunnerstest.Exact, dreamrunnerstest.Exact)
	b.Is("calm at most", b.S.Dreamers[0].Calm, 30)
}

// TestRulings7And8: the star track, step by step, and its top, which keeps the shards.
func TestRulings7And8(t *testing.T) {
	d := rules.Dreamer{Calm: 1}
	for i, want := range []int{4, 9, 15, 22, 30} {
		d.Shards = [kit.Colours]int{1, 1, 2, 1}
		if steps := d.Climb(); steps != 1 || d.Stars != i+1 || d.Score().Stars != want {
			t.Errorf("step %d: %d steps to %d, worth %d", i, steps, d.Stars, d.Score().Stars)
		}
		if d.Shards != [kit.Colours]int{0, 0, 1, 0} {
			t.Errorf("step %d leaves %v", i, d.Shards)
		}
	}
	d.Shards = [kit.Colours]int{1, 1, 1, 1}
	d.Climb()
	if d.Stars != kit.Top || d.Shards != [kit.Colours]int{1, 1, 1, 1} || d.Score() != (kit.Score{Stars: 30, Sets: 10, Calm: 1, Total: 41}) {
		t.Errorf("at the top: %+v, %+v", d, d.Score())
	}
	d.Shards = [kit.Colours]int{2, 3, 2, 2}
	if steps := d.Climb(); steps != 0 || d.Score().Sets != 20 {
		t.Errorf("later: %d steps, %+v", steps, d.Score())
	}
	d = rules.Dreamer{Shards: [kit.Colours]int{3, 3, 3, 3}}
	if steps := d.Climb(); steps != 3 || d.Shards != [kit.Colours]int{} {
		t.Errorf("three sets at once: %d steps, %v", steps, d.Shards)
	}
}

// TestRuling9: a segment may be turned, and never flipped.
func TestRuling9(t *testing.T) {
	b := dreamrunnerstest.Sit(t, 2)
	for turn, want := range [][]kit.Cell{{7, 12, 13}, {13, 12, 17}, {17, 12, 11}, {11, 12, 7}} {
		b.Play("0: place L c3 " + kit.Turn(turn).String())
		b.Is("cells", b.S.Dreamers[0].Draft[0].Cells(), want)
	}
	b.Refuse("0: place M c3 90", "refuse.turn")
}

// TestRuling10: segments may not overlap, and need not touch each other.
func TestRuling10(t *testing.T) {
	b := dreamrunnerstest.Sit(t, 2)
	b.Play("0: place L b3 0", "0: place M d4 0")
	b.Refuse("0: place I c3 0", "refuse.overlap")
	b.Refuse("0: place I a1 0", "refuse.frame")
	b.Refuse("0: place L2 b2 0", "refuse.no-segment")
	b.Play("0: place L b3 90") // it moves, and is not in its own way
	b.Is("pieces", b.S.Dreamers[0].Draft.String(), "M d4, L b3 90")
}

// TestRuling11: cells may lie outside the tile, as far as the frame goes.
func TestRuling11(t *testing.T) {
	b := dreamrunnerstest.Sit(t, 2)
	b.Play("0: place I b1 0")
	b.Refuse("0: place D d5 90", "refuse.frame")
	b.Play("0: place D e4 90")
	b.Finish()
	b.Is("outside", b.S.Last.Results[0].Outside, 5)
	b.Is("calm", b.S.Dreamers[0].Calm, 6)
}

// TestRuling12: with the option every player sees the tile from their side.
func TestRuling12(t *testing.T) {
	for seats, want := range map[int][]int{2: {0, 2}, 3: {0, 1, 2}, 4: {0, 1, 2, 3}} {
		b := dreamrunnerstest.Sit(t, seats, "tile_rotation=yes")
		b.Tile("k - - | - - - | - - -")
		corner := []string{"b2", "d2", "d4", "b4"}
		for i, turns := range want {
			v := view.Of(b.S, games.Seat(i).Viewer())
			b.Is("turns", v.Turns, turns)
			b.Print(i, "M c")
			b.Play(strconv.Itoa(i) + ": place M " + corner[turns] + " 0")
		}
		b.Finish()
		for i := range seats {
			b.Is("keys of seat "+strconv.Itoa(i), b.S.Dreamers[i].Keys, 1)
		}
	}
	b := dreamrunnerstest.Sit(t, 2)
	b.Is("without it", view.Of(b.S, games.Seat(1).Viewer()).Turns, 0)
}

// TestRulings13And14: the bat takes an unused segment that its owner chooses, or chance.
// It costs no calm, and takes nothing where all segments are used.
func TestRulings13And14(t *testing.T) {
	b := dreamrunnerstest.Sit(t, 2)
	b.Tile("bat - - | - - - | - - -")
	b.Build("L b3, I c4", dreamrunnerstest.Exact)
	b.Finish()
	b.Is("phase", b.S.Phase, kit.Choosing)
	b.Is("nothing is left to choose for the other", len(b.Moves(1)), 0)
	b.Pick(0, kit.AskVictim, func(o kit.Option) bool { return o.Label == "M" })
	b.Play("0: done")
	b.Is("its segments", []kit.Label{b.S.Dreamers[0].Segments[0].Label, b.S.Dreamers[0].Segments[1].Label, b.S.Dreamers[0].Segments[2].Label}, []kit.Label{"L", "I", "D"})
	b.Is("gone", b.S.Gone, []kit.Segment{kit.StartSegment(b.S.Dreamers[0].Set-1, kit.Mono)})
	b.Is("harms", b.S.Last.Results[0].Harms, []kit.Harm{{Square: 0, Kind: kit.Bat, Taken: "M", Lost: b.S.Gone[0]}})
	b.Is("calm", b.S.Dreamers[0].Calm, 17) // three squares are not covered
	b.Is("of the other", b.S.Dreamers[1].Calm, 20)
	b.Is("segments of the other", len(b.S.Dreamers[1].Segments), 4)

	taken := map[kit.Label]bool{}
	for range 20 {
		b.Deal()
		b.Blank()
		b.Tile("bat - - | - - - | - - -")
		b.Build("L b3, I c4", dreamrunnerstest.Exact)
		b.Finish()
		b.Expire()
		taken[b.S.Last.Results[0].Harms[0].Taken] = true
	}
	b.Is("by chance", taken, map[kit.Label]bool{"D": true, "M": true})
}

// TestBatWithOneUnused: there is nothing to choose.
func TestBatWithOneUnused(t *testing.T) {
	b := dreamrunnerstest.Sit(t, 2)
	b.Tile("bat - - | - - - | - - -")
	b.Build("L b3, I c4, D c2", dreamrunnerstest.Exact)
	b.Finish()
	b.Is("phase", b.S.Phase, kit.Between)
	b.Is("taken", b.S.Last.Results[0].Harms[0].Taken, kit.Label("M"))
	b.NextRound()
	b.Tile("bat - - | - - - | - - -")
	b.Print(0, "L b..")
	b.Build("L b3 90", dreamrunnerstest.Exact)
	b.Is("banished", kit.Judge(b.S.Tile.Card(), 0, b.S.Dreamers[0].Draft).Banished[0], false)
	b.Build("L b2 90", dreamrunnerstest.Exact)
	b.Finish()
	b.Is("not banished", len(b.S.Last.Results[0].Harms), 1)
}

// TestRuling15: the octopus counts the effects that collect, also outside the tile. A
// double one counts once (vector T3).
func TestRuling15(t *testing.T) {
	b := dreamrunnerstest.Sit(t, 2)
	b.Tile("octopus - - | - - - | - - -")
	b.Print(0, "L .cx I m.. D .. M .")
	b.Print(1, "L bcx I c.. D .. M .")
	b.Round("L b3, I c4, D c2, M e1", "L b3, I c4, D c2, M d3")
	b.Is("harms", b.S.Last.Results[0].Harms, []kit.Harm{{Square: 0, Kind: kit.Octopus, Loss: 3}})
	b.Is("calm", b.S.Dreamers[0].Calm, 15)
	b.Is("banished", b.S.Dreamers[1].Calm, 20)

	b.NextRound()
	b.Tile("octopus - - | - - - | - - -")
	b.Print(0, "L .cx M c")
	b.Round("L b3, I c4, D c2, M e1", dreamrunnerstest.Exact)
	b.Is("outside too", b.S.Last.Results[0].Harms[0].Loss, 3)
}

// TestRuling16: a dip does not wake, and calm above 30 is lost only at the end.
func TestRuling16(t *testing.T) {
	b := dreamrunnerstest.Sit(t, 2)
	b.Tile("++ - - | - - - | - - n3")
	b.Print(0, "L x..")
	b.Print(1, "L x..")
	b.S.Dreamers[0].Calm, b.S.Dreamers[1].Calm = 2, 29
	b.Round(dreamrunnerstest.Exact, dreamrunnerstest.Exact)
	b.Is("after the dip", b.S.Dreamers[0].Calm, 3)
	b.Is("after the top", b.S.Dreamers[1].Calm, 30)
}

// TestRulings17And18: the player who has no calm left is out at once, coins or not. Of the others
// the last one wins.
func TestRulings17And18(t *testing.T) {
	b := dreamrunnerstest.Sit(t, 3)
	b.S.Dreamers[0].Calm, b.S.Dreamers[0].Coins, b.S.Dreamers[0].Stars = 9, 20, 3
	b.Round("", dreamrunnerstest.Exact, dreamrunnerstest.Exact)
	b.Is("woke", b.S.Dreamers[0].Woke, 1)
	b.Is("its moves", len(b.Moves(0)), 0)
	b.Is("its score", b.S.Dreamers[0].Score(), kit.Score{Stars: 15})
	b.Is("phase", b.S.Phase, kit.Between)
	b.Refuse("0: done", "refuse.woke")
	b.NextRound()
	b.S.Dreamers[1].Calm, b.S.Dreamers[2].Stars = 3, 0
	b.Play(`1: build ""`, "1: done", `2: build "L b3, I c4"`, "2: done")
	b.Is("phase", b.S.Phase, kit.Over)
	b.Is("winner", rules.Status(b.S).Winners, []games.Seat{2})
	b.Is("scores", rules.Status(b.S).Scores, []int{0, 0, 17})
	b.Is("absent", b.S.Last.Results[0].Absent, true)
}

// TestNobodyWinsWhenAllWake.
func TestNobodyWinsWhenAllWake(t *testing.T) {
	b := dreamrunnerstest.Sit(t, 2)
	b.S.Dreamers[0].Calm, b.S.Dreamers[1].Calm = 9, 8
	b.Round("", "")
	b.Is("phase", b.S.Phase, kit.Over)
	b.Is("winners", len(rules.Status(b.S).Winners), 0)
}

// TestRulings19And32: two chests with as many locks have a token each, in reading order.
// A chest without a token stays closed. Several intertwined dreams are shared in reading
// order too.
func TestRulings19And32(t *testing.T) {
	b := dreamrunnerstest.Sit(t, 2)
	b.Tile("1 - - | 1 1 - | - - -")
	b.S.Chests[0] = b.S.Chests[0][:2]
	b.Hide(1, "cc")
	first, second := b.S.Chests[0][0], b.S.Chests[0][1]
	before := second.Card().Rewards
	t.Cleanup(func() { second.Card().Rewards = before })
	second.Card().Rewards = []kit.Reward("+")
	b.Print(0, "L ccc")
	b.S.Dreamers[0].Keys = 3
	b.Round(dreamrunnerstest.Exact, dreamrunnerstest.Exact)
	b.Is("opened", b.S.Last.Opened, []kit.Opened{{Square: 0, Chest: first}, {Square: 3, Chest: second}})
	b.Is("used", b.S.Used, []kit.Chest{first, second})
	b.Is("left", len(b.S.Chests[0]), 0)
	b.Is("keys", b.S.Dreamers[0].Keys, 1)
	b.Is("gains", b.S.Last.Results[0].Gains[2], kit.Gain{Square: 4, Kind: kit.Treasure, Closed: true})

	b.NextRound()
	b.Tile("~kc - - | ~kc - - | - - -")
	b.Print(0, "L cc.")
	b.Print(1, "L cc.")
	b.S.Leader = 0
	b.Build(dreamrunnerstest.Exact, dreamrunnerstest.Exact)
	b.Finish()
	b.Answer()
	b.Is("keys", []int{b.S.Dreamers[0].Keys, b.S.Dreamers[1].Keys}, []int{3, 0})
}

// TestRuling20: each takes what they like best of what is left, clockwise from the first
// dreamer (vector T5: two effects that double are doubled afterwards).
func TestRuling20(t *testing.T) {
	b := dreamrunnerstest.Sit(t, 3)
	b.Tile("~kc+ - - | - - - | - - -")
	b.Print(0, "L c..")
	b.Print(1, "L x..")
	b.Print(2, "L c..")
	b.Build(dreamrunnerstest.Exact, dreamrunnerstest.Exact, dreamrunnerstest.Exact)
	b.Play("1: done", "2: done", "0: done")
	b.Is("phase", b.S.Phase, kit.Choosing)
	order := func(want string) func(o kit.Option) bool {
		return func(o kit.Option) bool { return string(o.Rewards) == want }
	}
	b.Pick(1, kit.AskOrder, order("kc+"))
	b.Pick(2, kit.AskOrder, order("k+c"))
	b.Pick(0, kit.AskOrder, order("+kc"))
	b.Answer()
	b.Is("doubled", b.S.Dreamers[1].Keys, 2)
	b.Is("the second takes what is left", b.S.Dreamers[2].Calm, 21)
	b.Is("the third too", b.S.Dreamers[0].Coins, 3)

	b.NextRound()
	b.Tile("~kc+ - - | - - - | - - -")
	b.Print(0, "L c..")
	b.Print(1, "L c..")
	b.S.Dreamers[0].Keys, b.S.Dreamers[1].Keys, b.S.Dreamers[0].Calm = 0, 0, 20
	b.Build(dreamrunnerstest.Exact, dreamrunnerstest.Exact, dreamrunnerstest.Exact)
	b.Play("0: done", "1: done", "2: done")
	b.Pick(0, kit.AskOrder, order("k+c"))
	b.Pick(1, kit.AskOrder, order("k+c"))
	b.Answer()
	b.Is("the first takes twice", []int{b.S.Dreamers[0].Keys, b.S.Dreamers[1].Keys, b.S.Dreamers[1].Calm}, []int{1, 0, 21})
}

// TestRuling21: there is always enough of everything in the box.
func TestRuling21(t *testing.T) {
	b := dreamrunnerstest.Sit(t, 2)
	b.Tile("kkk bbb ccc | - - - | - - -")
	b.Print(0, "L x.. D xx")
	b.S.Dreamers[0] = func(d rules.Dreamer) rules.Dreamer { d.Keys, d.Coins, d.Shards[kit.Blue] = 20, 60, 16; return d }(b.S.Dreamers[0])
	b.Round(dreamrunnerstest.Exact, dreamrunnerstest.Exact)
	b.Is("has", []int{b.S.Dreamers[0].Keys, b.S.Dreamers[0].Coins, b.S.Dreamers[0].Shards[kit.Blue]}, []int{26, 67, 22})
}

// TestRuling22: an empty stack stays empty.
func TestRuling22(t *testing.T) {
	b := dreamrunnerstest.Sit(t, 2)
	b.S.Dreamers[0].Coins, b.S.Dreamers[1].Coins = 8, 8
	b.S.Stacks[kit.Mono] = nil
	b.Round(dreamrunnerstest.Exact, dreamrunnerstest.Exact)
	b.Play("0: buy M")
	b.Is("shop", b.S.Shop[kit.Mono], kit.Segment(0))
	b.Play("0: done")
	b.Refuse("1: buy M", "refuse.sold-out")
	v := view.Of(b.S, games.Viewer{})
	b.Is("stack", v.Stacks, [kit.Shapes]int{0, 6, 6, 6})
}

// TestRuling23: coins on a segment that was bought can be used at once (Alice does that).
func TestRuling23(t *testing.T) {
	b := dreamrunnerstest.Sit(t, 2)
	b.S.Shop[kit.Mono] = coinSegment(t, 2)
	b.S.Dreamers[0].Coins = 4
	b.Round(dreamrunnerstest.Exact, dreamrunnerstest.Exact)
	b.Play("0: buy M", "0: calm")
	b.Is("calm", b.S.Dreamers[0].Calm, 21)
	b.Is("coins", b.S.Dreamers[0].Coins, 0) // the first dreamer had five
	b.Is("segments", b.S.Dreamers[0].Segments[4].Label, kit.Label("M2"))
	b.Is("ready", b.S.Dreamers[0].Done, true)
}

// coinSegment is a segment of one cell that gives coins.
func coinSegment(t *testing.T, coins int) kit.Segment {
	t.Helper()
	for g := kit.Segment(1); g <= kit.Segments; g++ {
		if c := g.Card(); c.Shape == kit.Mono && c.Coins == coins {
			return g
		}
	}
	t.Fatalf("no segment of one cell gives %d coins", coins)
	return 0
}

// TestRulings24And25: points on unused segments count. Coins break a tie, and then the
// victory is shared.
func TestRulings24And25(t *testing.T) {
	d := rules.Dreamer{Calm: 5, Segments: []kit.Owned{{Label: "M", Segment: kit.StartSegment(0, kit.Mono)}}}
	for g := kit.Segment(1); g <= kit.Segments; g++ {
		if c := g.Card(); c.Points == 2 {
			d.Segments = append(d.Segments, kit.Owned{Label: "M2", Segment: g})
			break
		}
	}
	if got := d.Score(); got != (kit.Score{Calm: 5, Points: 2, Total: 7}) {
		t.Errorf("score %+v", got)
	}
	b := dreamrunnerstest.Sit(t, 3)
	for i, c := range []struct{ calm, coins int }{{20, 3}, {20, 4}, {19, 9}} {
		b.S.Dreamers[i].Calm, b.S.Dreamers[i].Coins = c.calm, c.coins
	}
	b.Is("coins decide", b.S.Winners(), []games.Seat{1})
	b.S.Dreamers[0].Coins = 4
	b.Is("shared", b.S.Winners(), []games.Seat{0, 1})
}

// TestRuling26: a chest opens where the keys suffice, and under a double effect again.
// What the first opening brings can be used for the second, and each rainbow shard has its
// own colour.
func TestRuling26(t *testing.T) {
	b := dreamrunnerstest.Sit(t, 2)
	b.Tile("k 2 - | - - - | - - -")
	top := b.Hide(2, "rkk")
	b.Print(0, "L c.. D x.")
	b.S.Dreamers[0].Keys = 1
	b.Print(1, "D c.")
	b.Build(dreamrunnerstest.Exact, dreamrunnerstest.Exact)
	b.Finish()
	b.Is("asks", len(b.S.Dreamers[0].Asks), 2)
	b.Colour(0, kit.Orange)
	b.Colour(0, kit.Green)
	b.Play("0: done")
	b.Is("keys", b.S.Dreamers[0].Keys, 2) // one, one more, twice minus two and plus two
	b.Is("shards", b.S.Dreamers[0].Shards, [kit.Colours]int{0, 0, 1, 1})
	gains := b.S.Last.Results[0].Gains
	b.Is("gain", gains[len(gains)-1], kit.Gain{Square: 1, Kind: kit.Treasure, Times: 2, Chest: top, Keys: 4, Haul: kit.Haul{Shards: [kit.Colours]int{0, 0, 1, 1}, Keys: 4}})
	b.Is("closed for the other", b.S.Last.Results[1].Gains, []kit.Gain{{Square: 1, Kind: kit.Treasure, Closed: true}})
	b.Is("used", b.S.Used, []kit.Chest{top})
}

// TestRuling26Order: where several chests compete for the keys their owner says which is
// opened first. Without a word it goes in reading order.
func TestRuling26Order(t *testing.T) {
	for _, first := range []int{0, 3, -1} {
		b := dreamrunnerstest.Sit(t, 2)
		b.Tile("1 - - | 2 - - | - - -")
		b.Hide(1, "c")
		b.Hide(2, "+")
		b.Print(0, "L cc.")
		b.S.Dreamers[0].Keys = 2
		b.Build(dreamrunnerstest.Exact, dreamrunnerstest.Exact)
		b.Finish()
		if first >= 0 {
			b.Pick(0, kit.AskChests, func(o kit.Option) bool { return o.Squares[0] == first })
		}
		b.Answer()
		want := []int{1, 20, 4}
		if first == 3 {
			want = []int{0, 21, 3}
		}
		d := b.S.Dreamers[0]
		b.Is("keys, calm and coins", []int{d.Keys, d.Calm, d.Coins}, want)
	}
}

// TestKeyOfIntertwinedDreams: a chest that opens only with a key from intertwined dreams
// asks for the colour of its rainbow shard. Without an answer it is the scarcest one, and
// where another player took the key the chest stays closed.
func TestKeyOfIntertwinedDreams(t *testing.T) {
	for _, leads := range []games.Seat{0, 1} {
		b := dreamrunnerstest.Sit(t, 2)
		b.S.Leader = leads
		b.Tile("~kc - - | 1 - - | - - -")
		b.Hide(1, "r")
		b.Print(0, "L cc.")
		b.Print(1, "L c..")
		b.S.Dreamers[0].Shards = [kit.Colours]int{2, 2, 0, 2}
		b.Build(dreamrunnerstest.Exact, dreamrunnerstest.Exact)
		b.Expire()
		b.Expire()
		b.Pick(0, kit.AskOrder, func(o kit.Option) bool { return o.Rewards[0] == kit.Key })
		b.Pick(1, kit.AskOrder, func(o kit.Option) bool { return o.Rewards[0] == kit.Key })
		a := b.S.Dreamers[0].Asks[1]
		b.Is("the chest asks", []any{a.Kind, a.Square, a.Options[a.Answer].Colour}, []any{kit.AskColour, 3, kit.Orange})
		b.Answer()
		want := [kit.Colours]int{2, 2, 1, 2}
		if leads == 1 {
			want[kit.Orange] = 0
		}
		b.Is("shards", b.S.Dreamers[0].Shards, [...][kit.Colours]int{{1, 1, 0, 1}, want}[leads])
	}
}

// TestRuling27: no player is first. The sand starts by itself after three minutes, without a
// coin, and who led before leads on.
func TestRuling27(t *testing.T) {
	b := dreamrunnerstest.Sit(t, 2)
	b.S.Leader = 1
	b.Is("until", b.S.Until, 180*time.Second)
	b.Is("a race", view.Contract{}.Racing(view.Of(b.S, games.Viewer{})), true)
	b.Expire()
	b.Is("runs", []any{b.S.Running, b.S.First, b.S.Phase, b.S.Until}, []any{true, games.Nobody, kit.Building, 240 * time.Second})
	b.Is("no race", view.Contract{}.Racing(view.Of(b.S, games.Viewer{})), false)
	b.Play("0: done")
	b.Is("no coin, and not bound", []any{b.S.Dreamers[0].Coins, b.S.First, b.May(0, "more")}, []any{2, games.Nobody, true})
	b.Expire()
	b.Is("leader", b.S.Leader, games.Seat(1))
	b.Is("clock", b.At, 240*time.Second)
	b.Is("phase", b.S.Phase, kit.Between)
	b.Is("no race between rounds", view.Contract{}.Racing(view.Of(b.S, games.Viewer{})), false)
}

// TestRuling28: the first dreamer wakes, and the next one clockwise leads.
func TestRuling28(t *testing.T) {
	b := dreamrunnerstest.Sit(t, 3)
	b.S.Dreamers[2].Calm = 5
	b.Build(dreamrunnerstest.Exact, dreamrunnerstest.Exact, "")
	b.Play("2: done", "0: done", "1: done")
	b.Is("woke", b.S.Dreamers[2].Woke, 1)
	b.Is("leader", b.S.Leader, games.Seat(0))
}

// TestRuling29: waking is judged when all is dealt out, intertwined dreams included.
func TestRuling29(t *testing.T) {
	b := dreamrunnerstest.Sit(t, 2)
	b.Tile("~++ - - | - - - | - - n3")
	b.Print(0, "L c..")
	b.S.Dreamers[0].Calm = 2
	b.Round(dreamrunnerstest.Exact, dreamrunnerstest.Exact)
	b.Is("calm", b.S.Dreamers[0].Calm, 1)
}

// TestRuling30: being ready binds only the first dreamer. The others may take it back, and
// when all are ready the sand ends at once.
func TestRuling30(t *testing.T) {
	b := dreamrunnerstest.Sit(t, 3)
	b.Play("1: done")
	b.Is("the first dreamer's moves", len(b.Moves(1)), 0)
	b.Refuse("1: place L c3 0", "refuse.first")
	b.Play("0: done")
	b.Refuse("0: place L c3 0", "refuse.ready")
	b.Play("0: more", "0: place L c3 0", "0: done")
	b.Is("phase", b.S.Phase, kit.Building)
	b.At = 3 * time.Second
	b.Play("2: done")
	b.Is("phase", b.S.Phase, kit.Between)
}

// TestDoneBeforeTheDraftIsWhole: no player has to use all segments, nor any.
func TestDoneBeforeTheDraftIsWhole(t *testing.T) {
	b := dreamrunnerstest.Sit(t, 2)
	b.Play("0: place L c3 0", "0: done", "1: done")
	b.Is("uncovered", []int{b.S.Last.Results[0].Uncovered, b.S.Last.Results[1].Uncovered}, []int{6, 9})
}

// TestRuling31: what is pressed at the very end is too late.
func TestRuling31(t *testing.T) {
	b := dreamrunnerstest.Sit(t, 2)
	b.Play("0: done")
	b.At = b.S.Until - 1
	b.Play("1: place L c3 0")
	b.At = b.S.Until
	b.Refuse("1: place L c3 90", "refuse.late")
	b.Refuse("1: done", "refuse.late")
	b.Expire()
	b.Is("as it stood", b.S.Last.Results[1].Draft.String(), "L c3")
}

// TestRuling33: calm at 30 may be bought, and is wasted.
func TestRuling33(t *testing.T) {
	b := dreamrunnerstest.Sit(t, 2)
	b.S.Dreamers[0].Calm, b.S.Dreamers[0].Coins = 30, 5
	b.Round(dreamrunnerstest.Exact, dreamrunnerstest.Exact)
	b.Play("0: calm")
	b.Is("calm and coins", []int{b.S.Dreamers[0].Calm, b.S.Dreamers[0].Coins}, []int{30, 3})
}

// TestRuling34: there is a shop after the last round.
func TestRuling34(t *testing.T) {
	b := dreamrunnerstest.Sit(t, 2)
	b.S.Round = kit.Rounds
	b.S.Dreamers[1].Coins = 3
	b.Round(dreamrunnerstest.Exact, dreamrunnerstest.Exact)
	b.Is("shopper", b.S.Shopper, games.Seat(0))
	b.Play("0: done", "1: calm")
	b.Is("phase", b.S.Phase, kit.Over)
	b.Is("winner", b.S.Winners(), []games.Seat{1})
	b.Is("played alone", dreamrunners.Game.Info().Min, 2) // there are no rules for one
}
