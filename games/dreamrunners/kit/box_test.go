package kit

import (
	"slices"
	"strings"
	"testing"

	"oneiros/games/gametest"
)

// equivalent is what rewards are worth in points of calm.
func equivalent(list []Reward) float64 {
	sum := 0.0
	for _, r := range list {
		if _, ok := r.Shard(); ok {
			sum += 1.3
			continue
		}
		sum += map[Reward]float64{Rainbow: 1.6, CalmPoint: 1, Key: 1.5, Coin: 1.0 / 3, Chest1: 2, Chest2: 3, Chest3: 5}[r]
	}
	return sum
}

// strength is what the best of all exact layouts brings with some start segments.
func strength(tile *TileCard, own [Shapes]*SegmentCard) float64 {
	best := -100.0
	for _, l := range Layouts {
		sum := 0.0
		for s, i := range l {
			for n, square := range Slots[i].On {
				q, e := &tile.Squares[square], own[s].Effects[n]
				if e.Banishes() {
					sum += float64(q.Loss)
				}
				sum += float64(e.Times()) * equivalent(q.Rewards)
			}
		}
		best = max(best, sum)
	}
	return best
}

// TestStartSetsAreEquallyStrong: with any two of them, the best of the 192 exact layouts on
// a tile of level 1 differs by at most a point of calm.
func TestStartSetsAreEquallyStrong(t *testing.T) {
	for n := Tile(1); n <= eachLevel; n++ {
		var list []float64
		for set := range Sets {
			var own [Shapes]*SegmentCard
			for s := range Shape(Shapes) {
				own[s] = StartSegment(set, s).Card()
			}
			list = append(list, strength(n.Card(), own))
		}
		if slices.Max(list)-slices.Min(list) > 1 {
			t.Errorf("%s: the sets bring %.2f", n.Card().Name, list)
		}
	}
}

// TestExactLayouts: the digest counts 192, which are 48 with the segments as they lie.
func TestExactLayouts(t *testing.T) {
	if n := len(Layouts); n != 192 {
		t.Errorf("%d exact layouts, want 192", n)
	}
	lie := map[string]bool{}
	for _, l := range Layouts {
		var squares [9]byte
		used := 0
		for s, i := range l {
			for _, square := range Slots[i].On {
				squares[square] = shapeLetters[s]
				used++
			}
		}
		if used != 9 || strings.ContainsRune(string(squares[:]), 0) {
			t.Errorf("%v covers %q", l, squares)
		}
		lie[string(squares[:])] = true
	}
	if len(lie) != 48 {
		t.Errorf("the segments lie in %d ways, want 48", len(lie))
	}
}

// TestBox looks at what is in the box as a whole.
func TestBox(t *testing.T) {
	colour := [Levels + 1][Colours]int{}
	keys := [Levels + 1]int{}
	for n := Tile(1); n <= Tiles; n++ {
		c := n.Card()
		for _, q := range c.Squares {
			for _, r := range q.Rewards {
				if k, ok := r.Shard(); ok {
					colour[c.Level][k]++
				}
				if r == Key {
					keys[c.Level]++
				}
			}
		}
	}
	for level := 1; level <= Levels; level++ {
		if list := colour[level][:]; slices.Max(list)-slices.Min(list) > 1 {
			t.Errorf("level %d has %v shards of the four colours", level, list)
		}
	}
	if sum := float64(keys[1]+keys[2]+keys[3]+keys[4]) * 2 / eachLevel; sum < 5 || sum > 7 {
		t.Errorf("%v keys by level: %.1f on the eight tiles of a match, want about 6", keys, sum)
	}
	for locks, about := range map[int]float64{1: 2, 2: 3, 3: 5} {
		sum := 0.0
		for c := Chest(1); c <= Chests; c++ {
			if card := c.Card(); card.Locks == locks {
				sum += equivalent(card.Rewards) / eachLocks
				if w := equivalent(card.Rewards); w < about-0.7 || w > about+0.7 {
					t.Errorf("chest %d with %d locks holds %q, worth %.1f, want about %.0f", c, locks, string(card.Rewards), w, about)
				}
			}
		}
		if sum < about-0.3 || sum > about+0.3 {
			t.Errorf("chests with %d locks hold %.2f, want about %.0f", locks, sum, about)
		}
	}
	special := map[SquareKind]int{}
	for n := Tile(1); n <= Tiles; n++ {
		for _, q := range n.Card().Squares {
			special[q.Kind]++
		}
	}
	for _, k := range []SquareKind{Octopus, Bat, Spider, Intertwined} {
		if special[k] < 5 {
			t.Errorf("kind %d is on %d tiles", k, special[k])
		}
	}
}

// TestPlantedMistakes: each mistake in the data is found, and its line is named.
func TestPlantedMistakes(t *testing.T) {
	const nine = " n1 - b | - w - | o n1 g"
	gametest.Mistakes(t, boxTXT, tryBox, [][3]string{
		{"1 L", "1 I c.b", "want set 1, the shape L"},
		{"1 L", "2 L c.b", "want set 1, the shape L"},
		{"1 L", "1 L c.", `3 effects of .cbxm, and not "c."`},
		{"1 L", "1 L c.z", `and not "c.z"`},
		{"1 M", "1 M x", "set 1 has not two effects that banish"},
		{"M x", "Q x", "want a shape and its effects"},
		{"M x", "M", "want a shape and its effects"},
		{"M x", "M xx", "1 effects of .cbxm"},
		{"M x", "M x q2", "neither coins"},
		{"M x", "M x p9", "neither coins"},
		{"M x", "M x c1 c1", "neither coins"},
		{"M x", "M x c", "neither coins"},
		{"L .x.", "I .x. c1", "more than 6 segments of the shape I"},
		{"1 moon-in-a-puddle", "2 moon-in-a-puddle" + nine, "tile 1 has the level 1"},
		{"1 moon-in-a-puddle", "1 Moon" + nine, "has other signs than"},
		{"1 house-on-stilts", "1 moon-in-a-puddle" + nine, "is in line"},
		{"1 moon-in-a-puddle", "1 moon-in-a-puddle n1 - b", "a level, a name and nine squares"},
		{"1 moon-in-a-puddle", "1 moon-in-a-puddle n1 - b | z w - | o n1 g", `"z" is no square`},
		{"1 moon-in-a-puddle", "1 moon-in-a-puddle n2 - b | k w - | o n1 g", "a nightmare of level 1 costs 1 to 1, and not 2"},
		{"1 moon-in-a-puddle", "1 moon-in-a-puddle n1 - b | k w n1 | o n1 g", "3 nightmares, want 2 to 2"},
		{"1 moon-in-a-puddle", "1 moon-in-a-puddle n1 - b | - w - | o n1 g", "4 squares with rewards, want 5"},
		{"1 moon-in-a-puddle", "1 moon-in-a-puddle bat - b | k w - | o n1 g", "1 special nightmares, want 0 to 0"},
		{"1 moon-in-a-puddle", "1 moon-in-a-puddle n1 - 1 | 2 w - | o n1 g", "2 chests, want one at most"},
		{"1 moon-in-a-puddle", "1 moon-in-a-puddle n1 - ~bw | k w - | o n1 g", "intertwined dreams are on levels 3 and 4"},
		{"1 moon-in-a-puddle", "1 moon-in-a-puddle n1 - ~b | k w - | o n1 g", "has not two or three"},
		{"1 moon-in-a-puddle", "1 moon-in-a-puddle n1 - spider:k | k w - | o n1 g", "has not the colour of one shard"},
		{"1 moon-in-a-puddle", "1 moon-in-a-puddle n1 - spider | k w - | o n1 g", "has not the colour of one shard"},
		{"1 stairs-of-books", "1 stairs-of-books n1 - b | k w - | o n1 g", "1 tiles of level 1 have a star, want 2"},
		{"1 bc", "2 bc", "want 1 locks"},
		{"1 bc", "1", "want 1 locks"},
		{"1 bc", "1 bq", "has other signs than"},
		{"[tiles]", "[dreams]", "[dreams] is not expected here"},
		{"[starts]", "", "no list has begun"},
		{"1 L", "\xff", "not UTF-8"},
	})
}

func tryBox(text string) error {
	_, err := readBox(text)
	return err
}

// TestMissingAndExtraCards: a list that is too short or too long is found at its end.
func TestMissingAndExtraCards(t *testing.T) {
	gametest.Cards(t, boxTXT, tryBox, map[string][2]string{
		"4 M":          {"[starts] has 15 cards, want 16", "[starts] has 17 cards, want 16"},
		"L .x.":        {"[segments] has 23 cards, want 24", "[segments] has 25 cards, want 24"},
		"4 last-tower": {"[tiles] has 23 cards, want 24", "[tiles] has 25 cards, want 24"},
		"3 r+++c":      {"[chests] has 17 cards, want 18", "[chests] has 19 cards, want 18"},
	})
}
