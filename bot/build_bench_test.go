package bot

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"

	"oneiros/bot/table"
	"oneiros/games/dreamrunners"
	"oneiros/games/text"
)

// BenchmarkBuild measures a press that places a segment in Dream Runners, from the event
// of the gateway to its answer. The draft is saved, and the answer has the new picture,
// which no person has seen before.
func BenchmarkBuild(b *testing.B) {
	game := dreamrunners.Game
	w := newBench(b, game, nil)
	ctx := b.Context()
	me := table.User{ID: 12, Name: "Anna", Locale: "ru"}
	t, err := w.Tables().Create(ctx, table.New{
		Guild: 9, Channel: 1000, Game: game.Info().Name, Host: me, Lang: text.Russian, Options: map[string]string{"speed": "relaxed", "window": "1440"},
	})
	for _, kind := range []table.Kind{table.AddAuto, table.Start} {
		if err == nil {
			t, err = w.Tables().Send(ctx, t.ID, table.Action{Kind: kind, User: me})
		}
	}
	if err != nil {
		b.Fatal(err)
	}
	r := rand.New(rand.NewPCG(1, 2))
	custom := func(int) string {
		now, _ := w.Tables().Find(table.OfMatch(t.ID))
		seat, _ := now.Seat(me.ID)
		places := slices.Collect(now.Match.Within(seat, "place"))
		return fmt.Sprintf("m/%s/%s/d/%s", t.ID, strconv.FormatInt(int64(now.Turns[1+seat]), 36), places[r.IntN(len(places))])
	}
	sum, rounds := 0.0, 0.0
	for b.Loop() {
		d, err := w.discord.Median(100, 20, custom)
		if err != nil {
			b.Fatal(err)
		}
		sum, rounds = sum+float64(d.Microseconds())/1000, rounds+1
	}
	b.ReportMetric(sum/rounds, "ms-p50")
	b.ReportMetric(0, "ns/op")
	// A press that moves a segment to where it lies changes nothing.
	if now, ok := w.Tables().Find(table.OfMatch(t.ID)); !ok || float64(now.Match.N()) < 50*rounds {
		b.Errorf("%d inputs after %.0f presses", now.Match.N(), 100*rounds)
	}
}
