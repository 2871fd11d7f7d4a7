package bot

import (
	"errors"
	"fmt"
	"iter"
	"strconv"
	"sync/atomic"
	"testing"

	"oneiros/bot/discord"
	"oneiros/bot/discord/scripted"
	"oneiros/bot/table"
	"oneiros/games"
	"oneiros/games/gametest/sample"
	"oneiros/games/text"
	"oneiros/games/ui"
	"oneiros/store"
)

// drum is a game in which every move is always legal. The benchmark measures the
// way of a press, not rules.
type drum struct{}

type beats struct {
	Last  int
	Count int
}

type beat int

func (b beat) String() string { return "play " + strconv.Itoa(int(b)) }

func (drum) Deal(*games.Env, games.Table) (beats, error) { return beats{}, nil }
func (drum) Moves(beats, games.Seat) iter.Seq[beat] {
	return func(yield func(beat) bool) {
		for b := range beat(15) {
			if !yield(b) {
				return
			}
		}
	}
}

func (drum) Play(_ *games.Env, s *beats, _ games.Seat, b beat) error {
	s.Last, s.Count = int(b), s.Count+1
	return nil
}
func (drum) View(s beats, _ games.Viewer) beats { return s }
func (drum) Status(beats) games.Status          { return games.Status{Awaits: []games.Seat{0}} }
func (drum) Parse(t string) (beat, error) {
	var b beat
	if _, err := fmt.Sscanf(t, "play %d", &b); err != nil || b < 0 || b > 14 {
		return 0, errors.New("no beat")
	}
	return b, nil
}

func (drum) Page(v beats, _ string) ui.Page {
	p := ui.Page{Title: ui.Literal("The second night"), Lines: []ui.Text{
		ui.Literal("The sleeper listens. Five cards lie in the bed."), ui.Literal("Spirits: Anna, Boris, Vera"), ui.Literal(strconv.Itoa(v.Count)),
	}}
	for b := range beat(15) {
		p.Controls = append(p.Controls, ui.Control{Label: ui.Literal("Play the card " + strconv.Itoa(int(b))), To: ui.Do(b), Break: b%5 == 0})
	}
	return p
}

func (drum) Fill(beats, string, []string) (beat, error) { return 0, games.Refuse("refuse.not-now") }

// BenchmarkPress measures a press of a player until its answer has arrived, through
// the whole bot. Its move is saved (WAL, FULL) before the answer. Beside it, in the
// same run, is a bare discordgo handler that only answers. It reports the median at
// 50 presses a second, and how many a second are answered with 64 under way. The
// third is the same handler with one row written before each answer. Nothing that
// saves can be quicker. With -short it only shows that it runs.
func BenchmarkPress(b *testing.B) {
	info := sample.Game.Info()
	info.Name, info.Min, info.Max, info.Options, info.Commands, info.Rules = "drum", 1, 1, nil, nil, nil
	game := games.Define[beats, beat, beats](info, drum{}, drum{})
	w := newBench(b, game, func(c *Config) { c.Workers = 64 })
	ctx := b.Context()

	// The presser sits at many tables, so that presses do not wait for each
	// other's turn.
	me := table.User{ID: 12, Name: "Anna", Locale: "ru"}
	matches, turns := make([]string, 256), make([]atomic.Int64, 256)
	for i := range matches {
		t, err := w.Tables().Create(ctx, table.New{Guild: 9, Channel: discord.ID(1000 + i), Game: "drum", Host: me, Lang: text.Russian})
		if err == nil {
			t, err = w.Tables().Send(ctx, t.ID, table.Action{Kind: table.Start, User: me})
		}
		if err != nil {
			b.Fatal(err)
		}
		matches[i] = t.ID
		turns[i].Store(int64(t.Turns[1]) - 1)
	}
	var next, row atomic.Int64
	ours := func(int) string {
		n := int(next.Add(1)) % len(matches)
		return fmt.Sprintf("m/%s/%s/d/play %d", matches[n], strconv.FormatInt(turns[n].Add(1), 36), n%15)
	}

	they := scripted.New()
	other, err := they.Start()
	if err != nil {
		b.Fatal(err)
	}
	var saves atomic.Bool
	leave, err := scripted.Bare(other, func() {
		if saves.Load() {
			if _, err := w.store.Settings().ChangeUser(ctx, uint64(row.Add(1)), func(*store.User) {}); err != nil {
				b.Error(err)
			}
		}
	})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() {
		if err := errors.Join(leave(), they.Close()); err != nil {
			b.Error(err)
		}
	})
	custom := func(i int) string { return fmt.Sprintf("m/abcdefghij/1/d/play %d", i%15) }
	sides := []struct {
		s           *scripted.Server
		custom      func(int) string
		saves       bool
		p50, speed  float64
		metric, per string
	}{
		{s: w.discord, custom: ours, metric: "µs-p50", per: "presses/s"},
		{s: they, custom: custom, metric: "µs-p50-bare", per: "presses/s-bare"},
		{s: they, custom: custom, saves: true, metric: "µs-p50-saving", per: "presses/s-saving"},
	}
	for _, x := range sides { // connections and caches
		if _, err := x.s.Throughput(500, 64, x.custom); err != nil {
			b.Fatal(err)
		}
	}
	rounds, presses := 0.0, 5000
	if testing.Short() {
		presses = 500
	}
	for b.Loop() {
		rounds++
		for i := range sides {
			x := &sides[i]
			saves.Store(x.saves)
			d, err := x.s.Median(100, 50, x.custom)
			if err != nil {
				b.Fatal(err)
			}
			x.p50 += float64(d.Microseconds())
			n, err := x.s.Throughput(presses, 64, x.custom)
			if err != nil {
				b.Fatal(err)
			}
			x.speed += n
		}
	}
	for _, x := range sides {
		b.ReportMetric(x.p50/rounds, x.metric)
		b.ReportMetric(x.speed/rounds, x.per)
	}
	b.ReportMetric(sides[0].p50/sides[1].p50, "p50-ratio")
	b.ReportMetric(sides[0].p50/sides[2].p50, "p50-ratio-saving")
	b.ReportMetric(sides[0].speed/sides[1].speed, "presses/s-ratio")
	b.ReportMetric(0, "ns/op")

	// Every press that was answered played: none was stale.
	played := 0
	for _, t := range w.Tables().Known(table.On()) {
		played += t.Match.N()
	}
	if want := int(next.Load()); played != want {
		b.Logf("%d of %d presses played; the others met a turn that was under way", played, want)
	}
}
