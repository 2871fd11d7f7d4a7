package dreamrunners

import (
	"fmt"
	"strings"
	"testing"

	"oneiros/games"
	"oneiros/games/dreamrunners/kit"
	"oneiros/games/text"
	"oneiros/games/ui"
)

// refusals are reasons that the matches of TestGame may not meet. Other tests do.
var refusals = []string{
	"refuse.late", "refuse.woke", "refuse.line", "refuse.twice", // TestRuling31, TestRulings17And18, TestLinesOfBuild
	"refuse.bought", "refuse.price", "refuse.sold-out", // TestExampleOfARound, TestShopRefusals, TestRuling22
}

// dreamNames are the names of all dreams. A match has eight of them.
func dreamNames() []string {
	var list []string
	for n := kit.Tile(1); n <= kit.Tiles; n++ {
		list = append(list, "tile."+n.Card().Name)
	}
	return list
}

// topWords are said of a player at the top of the star track.
var topWords = []string{"stars.top"}

// TestTopIsSaid: every player sees who is at the top of the star track, and in the end what the
// sets there bring.
func TestTopIsSaid(t *testing.T) {
	b := sit(t, 2)
	b.S.Dreamers[0].Stars, b.S.Dreamers[0].Shards = kit.Top, [kit.Colours]int{2, 2, 2, 3}
	all := shownOn(rules{}.View(b.S, games.Viewer{}), "")
	b.S.Phase, b.S.Until = kit.Over, 0
	all += shownOn(rules{}.View(b.S, games.Viewer{}), pathSeat+"/0") + shownOn(rules{}.View(b.S, games.Viewer{}), "")
	for _, key := range topWords {
		if !strings.Contains(all, key) {
			t.Errorf("%q is not said", key)
		}
	}
}

// relaxedWords are said to a player who has decided everything in a relaxed match, and waits.
var relaxedWords = []string{"choosing.wait.relaxed"}

// TestNoSandWithoutSand: a relaxed match does not speak of sand.
func TestNoSandWithoutSand(t *testing.T) {
	b := sit(t, 3)
	b.S.Relaxed = true
	b.tile("r r - | - - - | - - -")
	b.print(0, "L c.. D x.")
	b.build(exact, "", "")
	all := ""
	for _, next := range []string{"1: done", "2: done", "0: done", ""} {
		for _, v := range []games.Viewer{{}, games.Seat(0).Viewer(), games.Seat(2).Viewer()} {
			all += shownOn(rules{}.View(b.S, v), "") + shownOn(rules{}.View(b.S, v), pathHelp)
		}
		if next != "" {
			b.Play(next)
		}
	}
	for _, key := range append(relaxedWords, "choosing.board.relaxed", "help.built.relaxed", "built.relaxed") {
		if !strings.Contains(all, "{"+key+" ") {
			t.Errorf("%q is not said", key)
		}
	}
	c, err := text.Load(text.Common(), Locale)
	if err != nil {
		t.Fatal(err)
	}
	for _, key := range c.Keys() {
		if s := c.Say(text.English, ui.T(key), nil); strings.Contains(all, "{"+key+" ") && strings.Contains(strings.ToLower(s), "sand ") {
			t.Errorf("%s speaks of sand: %s", key, s)
		}
	}
}

// shownOn is all that a page shows, as keys with their arguments.
func shownOn(v View, path string) string {
	p := presenter{}.Page(v, path)
	all := fmt.Sprint(p.Title, p.Lines, p.Controls)
	for _, picture := range p.Pictures {
		all += fmt.Sprint(picture.Alt)
	}
	return all
}

// TestEveryDreamIsNamed: the board says what the dream is called.
func TestEveryDreamIsNamed(t *testing.T) {
	b := sit(t, 2)
	for n := kit.Tile(1); n <= kit.Tiles; n++ {
		b.S.Tile = n
		all := shownOn(rules{}.View(b.S, games.Viewer{}), "")
		if want := "tile." + n.Card().Name; !strings.Contains(all, want) {
			t.Errorf("%s is not on the board: %s", want, all)
		}
	}
}
