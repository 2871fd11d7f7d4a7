package page

import (
	"fmt"
	"strings"
	"testing"

	"oneiros/games"
	"oneiros/games/dreamrunners/dreamrunnerstest"
	"oneiros/games/dreamrunners/kit"
	"oneiros/games/dreamrunners/view"
	"oneiros/games/text"
	"oneiros/games/ui"
)

// TestTopIsSaid: every player sees who is at the top of the star track, and in the end what the
// sets there bring.
func TestTopIsSaid(t *testing.T) {
	b := dreamrunnerstest.Sit(t, 2)
	b.S.Dreamers[0].Stars, b.S.Dreamers[0].Shards = kit.Top, [kit.Colours]int{2, 2, 2, 3}
	all := shownOn(view.Of(b.S, games.Viewer{}), "")
	b.S.Phase, b.S.Until = kit.Over, 0
	all += shownOn(view.Of(b.S, games.Viewer{}), pathSeat+"/0") + shownOn(view.Of(b.S, games.Viewer{}), "")
	for _, key := range dreamrunnerstest.TopWords {
		if !strings.Contains(all, key) {
			t.Errorf("%q is not said", key)
		}
	}
}

// TestNoSandWithoutSand: a relaxed match does not speak of sand.
func TestNoSandWithoutSand(t *testing.T) {
	b := dreamrunnerstest.Sit(t, 3)
	b.S.Relaxed = true
	b.Tile("r r - | - - - | - - -")
	b.Print(0, "L c.. D x.")
	b.Build(dreamrunnerstest.Exact, "", "")
	all := ""
	for _, next := range []string{"1: done", "2: done", "0: done", ""} {
		for _, v := range []games.Viewer{{}, games.Seat(0).Viewer(), games.Seat(2).Viewer()} {
			all += shownOn(view.Of(b.S, v), "") + shownOn(view.Of(b.S, v), pathHelp)
		}
		if next != "" {
			b.Play(next)
		}
	}
	for _, key := range append(dreamrunnerstest.RelaxedWords, "choosing.board.relaxed", "help.built.relaxed", "built.relaxed") {
		if !strings.Contains(all, "{"+key+" ") {
			t.Errorf("%q is not said", key)
		}
	}
	c, err := text.Load(text.Common(), words.Info().Locale)
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
func shownOn(v view.View, path string) string {
	p := At(v, path)
	all := fmt.Sprint(p.Title, p.Lines, p.Controls)
	for _, picture := range p.Pictures {
		all += fmt.Sprint(picture.Alt)
	}
	return all
}

// TestEveryDreamIsNamed: the board says what the dream is called.
func TestEveryDreamIsNamed(t *testing.T) {
	b := dreamrunnerstest.Sit(t, 2)
	for n := kit.Tile(1); n <= kit.Tiles; n++ {
		b.S.Tile = n
		all := shownOn(view.Of(b.S, games.Viewer{}), "")
		if want := "tile." + n.Card().Name; !strings.Contains(all, want) {
			t.Errorf("%s is not on the board: %s", want, all)
		}
	}
}
