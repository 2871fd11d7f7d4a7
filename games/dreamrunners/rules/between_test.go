package rules_test

import (
	"strings"
	"testing"
	"time"

	"oneiros/games"
	"oneiros/games/dreamrunners/dreamrunnerstest"
	"oneiros/games/dreamrunners/kit"
	"oneiros/games/dreamrunners/rules"
)

// TestShopInTurn: clockwise from the first dreamer, every player who can pay anything has a
// turn. The player who says before that they are ready is passed over.
func TestShopInTurn(t *testing.T) {
	b := dreamrunnerstest.Sit(t, 4)
	for i, coins := range []int{3, 2, 7, 3} {
		b.S.Dreamers[i].Coins = coins
	}
	b.Build(dreamrunnerstest.Exact, dreamrunnerstest.Exact, dreamrunnerstest.Exact, dreamrunnerstest.Exact)
	b.Play("2: done", "0: done", "1: done", "3: done")
	b.Is("shopper", b.S.Shopper, games.Seat(2))
	b.Is("awaits", rules.Status(b.S).Awaits, []games.Seat{2})
	b.Is("until", b.S.Until, b.At+30*time.Second)
	b.Refuse("3: calm", "refuse.shopper")
	b.Play("3: done", "2: buy L", "2: calm")
	b.Is("the turn is over, with a coin left", []any{b.S.Dreamers[2].Coins, b.S.Shopper}, []any{1 + b.S.Dreamers[2].Segments[4].Segment.Card().Coins, games.Seat(0)})
	b.Expire()
	b.Is("all read on", []any{b.S.Shopper, rules.Status(b.S).Awaits, rules.Status(b.S).Break}, []any{games.Nobody, []games.Seat{0, 1}, true})
	b.Play("1: done", "0: done")
	b.Is("round", []any{b.S.Round, b.S.Phase, b.S.Last.Round}, []any{2, kit.Building, 1})
	b.Is("the next is not theirs yet", b.S.First, games.Nobody)
}

// TestShopRefusals.
func TestShopRefusals(t *testing.T) {
	b := dreamrunnerstest.Sit(t, 2)
	b.S.Dreamers[1].Coins = 3
	b.Round(dreamrunnerstest.Exact, dreamrunnerstest.Exact)
	b.Is("shopper", b.S.Shopper, games.Seat(0))
	b.Refuse("0: buy L", "refuse.price")
	b.Play("0: done")
	b.Refuse("0: calm", "refuse.shopper")
	b.Refuse("1: place L c3 0", "refuse.not-now")
	b.Play("1: done")
}

// TestReadingTime: with nothing to buy, people have half a minute to read, unless all are
// ready before.
func TestReadingTime(t *testing.T) {
	b := dreamrunnerstest.Sit(t, 2)
	b.S.Dreamers[0].Coins = 0
	b.At = time.Minute
	b.Round(dreamrunnerstest.Exact, dreamrunnerstest.Exact)
	b.Is("until", b.S.Until, 90*time.Second)
	b.Refuse("0: buy L", "refuse.not-now")
	b.Play("1: done")
	b.Expire()
	b.Is("round", []any{b.S.Round, b.S.Until}, []any{2, 270 * time.Second})
}

// TestRelaxed: a fixed window, no sand, and the first one who is ready is the first
// dreamer.
func TestRelaxed(t *testing.T) {
	b := dreamrunnerstest.Sit(t, 2, "speed=relaxed", "window=60")
	b.Is("until", b.S.Until, time.Hour)
	b.At = 20 * time.Minute
	b.Play("1: done")
	b.Is("first", []any{b.S.First, b.S.Running, b.S.Until, b.S.Dreamers[1].Coins}, []any{games.Seat(1), false, time.Hour, 3})
	b.Expire()
	b.Is("phase", []any{b.S.Phase, b.S.Shopper, b.S.Until}, []any{kit.Between, games.Seat(1), time.Hour + 15*time.Minute})
}

// TestTimesAreOptions.
func TestTimesAreOptions(t *testing.T) {
	b := dreamrunnerstest.Sit(t, 2, "sand=30", "start=100")
	b.Is("start", b.S.Until, 100*time.Second)
	b.Play("0: done")
	b.Is("sand", b.S.Until, 30*time.Second)
}

// TestBeginner: eight tiles stay in the box.
func TestBeginner(t *testing.T) {
	for _, o := range []string{"no", "yes"} {
		stars := 0
		b := dreamrunnerstest.Sit(t, 2, "beginner="+o)
		for range 20 {
			b.Deal()
			for i, tile := range append([]kit.Tile{b.S.Tile}, b.S.Deck...) {
				if c := tile.Card(); c.Star {
					stars++
				} else if c.Level != i/2+1 {
					t.Errorf("tile %d has level %d", i, c.Level)
				}
			}
		}
		if stars > 0 != (o == "no") {
			t.Errorf("beginner=%s: %d tiles with a star", o, stars)
		}
	}
}

// TestDefaultsOfColours: rainbow shards become those of which there will be the fewest.
func TestDefaultsOfColours(t *testing.T) {
	b := dreamrunnerstest.Sit(t, 2)
	b.Tile("r r b | - - - | - - -")
	b.Print(0, "L c.. D cc M .")
	b.S.Dreamers[0].Shards = [kit.Colours]int{0, 2, 0, 0}
	b.Build("L b3, D c2", "")
	b.Play("1: done", "0: done")
	b.Is("answers", []int{b.S.Dreamers[0].Asks[0].Answer, b.S.Dreamers[0].Asks[1].Answer}, []int{int(kit.Orange), int(kit.Green)})
	b.Colour(0, kit.Green)
	b.Is("the other one follows", b.S.Dreamers[0].Asks[1].Answer, int(kit.Orange))
	b.Expire()
	b.Is("shards", []any{b.S.Dreamers[0].Stars, b.S.Dreamers[0].Shards}, []any{1, [kit.Colours]int{0, 1, 0, 0}})
}

// TestDefaultsCountTheChest: what a chest will bring counts before a rainbow shard does.
func TestDefaultsCountTheChest(t *testing.T) {
	b := dreamrunnerstest.Sit(t, 2)
	b.Tile("3 - - | - - - | - - -")
	b.Print(0, "L c.. D cc M .")
	b.Hide(3, "rrwc")
	b.S.Dreamers[0].Keys = 3
	b.S.Dreamers[0].Shards = [kit.Colours]int{0, 0, 1, 0}
	b.Build("L b3, D c2", "")
	b.Play("1: done", "0: done")
	b.Expire()
	b.Is("shards", b.S.Dreamers[0].Shards, [kit.Colours]int{})
}

// TestLinesOfBuild: what people type is read as they mean it, or refused with the reason.
func TestLinesOfBuild(t *testing.T) {
	b := dreamrunnerstest.Sit(t, 2)
	for typed, want := range map[string]string{
		"l B2 90; i c4":        "L b2 90, I c4",
		"Л б2 90°, и: с4,, ":   "L b2 90, I c4",
		"M d4 270\nd c2":       "M d4, D c2",
		"":                     "",
		"L b3, I c4, D c2,Md3": "",
	} {
		m := kit.Move{Verb: kit.Build, Text: kit.Tidy(typed)}
		err := b.Try("0: " + m.String())
		if refused := err != nil; refused != (typed == "L b3, I c4, D c2,Md3") {
			t.Errorf("%q: %v", typed, err)
		} else if !refused {
			b.Is(typed, b.S.Dreamers[0].Draft.String(), want)
		}
	}
	b.Play(`0: build ""`)
	b.Refuse(`0: build "L b2 45"`, "refuse.line")
	b.Refuse(`0: build "`+strings.Repeat("L b2, ", 1700)+`"`, "refuse.long")
	b.Refuse(`0: build "L b2, L c3"`, "refuse.twice")
	b.Refuse(`0: build "L b2, M b2"`, "refuse.overlap")
	b.Refuse(`0: build "L2 b2"`, "refuse.no-segment")
	b.Refuse("0: take L", "refuse.not-placed")
}
