package page

import (
	"strings"
	"testing"

	"oneiros/games"
	"oneiros/games/fortress/fortresstest"
	"oneiros/games/fortress/kit"
	"oneiros/games/fortress/picture"
	"oneiros/games/fortress/view"
	"oneiros/games/text"
)

// The record has each public deed by lap, with what came of an Insight.
func TestRecordOfLaps(t *testing.T) {
	g := fortresstest.Sit(t, fortresstest.Five)
	g.S.Laps = nil
	g.S.Lap = 1
	for _, e := range []kit.Event{
		{Kind: kit.Sent, Seat: 0, To: 2}, {Kind: kit.Sank, Seat: 2, To: games.Nobody, N: 1}, {Kind: kit.Struck, Seat: 0, To: 1, N: 2}, {Kind: kit.Struck, Seat: 0, To: 1, N: 2},
		{Kind: kit.Healed, Seat: 1, To: 3, N: 1}, {Kind: kit.Walked, Seat: 1, To: games.Nobody, What: string(kit.Shop)},
		{Kind: kit.Sent, Seat: 2, To: 4}, {Kind: kit.Slow, Seat: 4, To: games.Nobody}, {Kind: kit.Quiet, Seat: 4, To: games.Nobody},
	} {
		g.S.Report(e)
	}
	g.S.Lap = 2
	g.S.Report(kit.Event{Kind: kit.Sent, Seat: 0, To: 4})
	g.S.Report(kit.Event{Kind: kit.Gave, Seat: 4, To: 0, What: string(kit.Quilt)})
	for _, who := range []games.Seat{games.Nobody, 0, 3} {
		must(t, pageOf(g, who, ""), "[Laps] laps")
		must(t, pageOf(g, who, pathLaps), "laps 1–2", "Lap 1 |  lap/1", "Lap 2 |  lap/2")
		must(t, pageOf(g, who, "lap/2"), "gives “Patchwork Quilt”")
	}
	must(t, pageOf(g, 3, "lap/1"), "**"+name(0)+"**: 👁️ **"+name(2)+"** −1", "⏰ **"+name(1)+"** −4", "👁️ **"+name(4)+"**: nothing")
	for _, path := range []string{"laps/2", "laps/1", "laps/x", "lap", "lap/3", "lap/1/2", "lap/01"} {
		if pageOf(g, 0, path) != pageOf(g, 0, "") {
			t.Errorf("there is a page %q", path)
		}
	}
}

// The legend of a grid says what its signs mean, those that it has and no others. Its description has
// the letters that are on the markers.
func TestLegendOfLaps(t *testing.T) {
	for _, c := range []struct {
		events []kit.Event
		want   map[text.Lang]string
	}{
		{[]kit.Event{{Kind: kit.Sent, Seat: 0, To: 2}, {Kind: kit.Quiet, Seat: 2, To: games.Nobody}, {Kind: kit.Walked, Seat: 0, To: games.Nobody, What: string(kit.Shop)}}, map[text.Lang]string{
			text.English: "👁️ Insight, 👣 move, 0 nothing", text.Russian: "👁️ Озарение, 👣 шаг, 0 ничего",
		}},
		{[]kit.Event{{Kind: kit.Sent, Seat: 0, To: 2}, {Kind: kit.Gave, Seat: 2, To: 0, What: string(kit.Quilt)}, {Kind: kit.Healed, Seat: 0, To: 1, N: 1}, {Kind: kit.Used, Seat: 0, To: games.Nobody, What: string(kit.Boots)}}, map[text.Lang]string{
			text.English: "👁️ Insight, 🔮 Vision, 💗 heal, ✨ used", text.Russian: "👁️ Озарение, 🔮 Видение, 💗 лечение, ✨ сыграно",
		}},
		{[]kit.Event{{Kind: kit.Struck, Seat: 0, To: 1, N: 2}, {Kind: kit.Awoke, Seat: 1, To: 0, What: string(kit.GoodDream)}}, map[text.Lang]string{
			text.English: "⏰ attack, ☀️ woke", text.Russian: "⏰ атака, ☀️ пробуждение",
		}},
	} {
		g := fortresstest.Sit(t, fortresstest.Five)
		g.S.Laps, g.S.Lap = nil, 1
		for _, e := range c.events {
			g.S.Report(e)
		}
		v := view.Of(g.S, games.Viewer{})
		for lang, want := range c.want {
			if got := catalogue(t).Say(lang, picture.Legend(v, v.Laps), fortresstest.Usual{}); got != want {
				t.Errorf("the legend is %q, want %q", got, want)
			}
			if !strings.Contains(catalogue(t).Say(lang, lapsSheet(v, 1).Lines[0], fortresstest.Usual{}), want) {
				t.Errorf("the page has no legend %q", want)
			}
		}
	}
}

// A night without a dawn keeps its latest laps.
func TestLapsAreBounded(t *testing.T) {
	g := fortresstest.Sit(t, fortresstest.Five)
	for n := range kit.LastLap + 5 {
		g.S.Lap = n + 1
		g.S.Report(kit.Event{Kind: kit.Waived, Seat: 0, To: games.Nobody})
		g.S.Report(kit.Event{Kind: kit.Waived, Seat: 1, To: games.Nobody})
	}
	if n := len(g.S.Laps); n != kit.LastLap || g.S.Laps[0].N != 6 {
		t.Errorf("%d laps are kept, from %d", n, g.S.Laps[0].N)
	}
}
