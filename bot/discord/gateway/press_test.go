package gateway

import (
	"context"
	"fmt"
	"testing"

	"github.com/bwmarrin/discordgo"

	"oneiros/bot/discord"
	"oneiros/bot/discord/api"
	"oneiros/bot/discord/scripted"
	"oneiros/bot/discord/transport"
)

// board is the answer to a press, the same as that of the bare bot.
func board() *discord.Message {
	m := &discord.Message{Public: true, Embeds: []*discordgo.MessageEmbed{{
		Title: "The second night", Description: "The sleeper listens. Five cards lie in the bed.", Color: 5793266,
		Fields: []*discordgo.MessageEmbedField{{Name: "Spirits", Value: "Anna, Boris, Vera", Inline: true}},
	}}}
	for r := range 3 {
		var row discord.Row
		for b := range 5 {
			row = append(row, discord.Button{Label: fmt.Sprintf("Play the card %d", r*5+b), Style: discordgo.SecondaryButton, CustomID: fmt.Sprintf("m/abcdefghij/2/d/play %d", r*5+b)})
		}
		m.Components = append(m.Components, row)
	}
	return m
}

// ours answers presses as the bot does: the handler enqueues, workers answer.
func ours(b *testing.B) *scripted.Server {
	s := scripted.New()
	base, err := s.Start()
	if err != nil {
		b.Fatal(err)
	}
	c, err := api.NewClient(transport.Config{Token: "bench", Base: base})
	if err != nil {
		b.Fatal(err)
	}
	g := New(Config{Sender: c.Sender()})
	ctx, stop := context.WithCancel(context.Background())
	queue := make(chan *discord.Interaction, 1024)
	for range 64 {
		go func() {
			for ix := range queue {
				if _, err := c.Answer(ctx, ix, discord.Update, board()); err != nil && ctx.Err() == nil {
					b.Error(err)
				}
			}
		}()
	}
	ended := make(chan error, 1)
	go func() {
		ended <- g.Run(ctx, func(_ discord.ShardID, e discord.Event) {
			if ix, ok := e.(*discord.Interaction); ok {
				queue <- ix
			}
		})
	}()
	b.Cleanup(func() {
		stop()
		if err := <-ended; err != nil {
			b.Error(err)
		}
		close(queue)
		if err := s.Close(); err != nil {
			b.Error(err)
		}
	})
	return s
}

func bare(b *testing.B) *scripted.Server {
	s := scripted.New()
	base, err := s.Start()
	if err != nil {
		b.Fatal(err)
	}
	stop, err := scripted.Bare(base, nil)
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() {
		if err := stop(); err != nil {
			b.Error(err)
		}
		if err := s.Close(); err != nil {
			b.Error(err)
		}
	})
	return s
}

func custom(i int) string { return fmt.Sprintf("m/abcdefghij/1/d/play %d", i%15) }

// BenchmarkPress measures a press until its answer has arrived, beside a bare
// discordgo handler in the same run. It reports the median at 50 presses a second.
// It also reports how many a second are answered with 64 under way. With -short it only
// shows that it runs.
func BenchmarkPress(b *testing.B) {
	us, they := ours(b), bare(b)
	for _, s := range []*scripted.Server{us, they} { // connections and caches
		if _, err := s.Throughput(500, 64, custom); err != nil {
			b.Fatal(err)
		}
	}
	var most, least, median, other float64
	rounds, presses := 0, 5000
	if testing.Short() {
		presses = 500
	}
	for b.Loop() {
		rounds++
		for _, x := range []struct {
			s     *scripted.Server
			p50   *float64
			speed *float64
		}{{us, &median, &most}, {they, &other, &least}} {
			d, err := x.s.Median(100, 50, custom)
			if err != nil {
				b.Fatal(err)
			}
			*x.p50 += float64(d.Microseconds())
			n, err := x.s.Throughput(presses, 64, custom)
			if err != nil {
				b.Fatal(err)
			}
			*x.speed += n
		}
	}
	n := float64(rounds)
	b.ReportMetric(median/n, "µs-p50")
	b.ReportMetric(other/n, "µs-p50-bare")
	b.ReportMetric(median/other, "p50-ratio")
	b.ReportMetric(most/n, "presses/s")
	b.ReportMetric(least/n, "presses/s-bare")
	b.ReportMetric(most/least, "throughput-ratio")
	b.ReportMetric(0, "ns/op")
}
