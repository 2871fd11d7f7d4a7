package bot

import (
	"context"
	"errors"
	"path/filepath"
	"testing"

	"github.com/rs/zerolog"

	"oneiros/bot/discord"
	"oneiros/bot/discord/scripted"
	"oneiros/games"
	"oneiros/store"
)

// benched is a whole bot on a real file that listens to a scripted Discord.
type benched struct {
	*Bot
	discord *scripted.Server
	store   *store.Store
}

// newBench starts a bot with one game. It ends with the benchmark.
func newBench(b *testing.B, game games.Game, with func(*Config)) benched {
	b.Helper()
	s := scripted.New()
	base, err := s.Start()
	if err != nil {
		b.Fatal(err)
	}
	client, err := discord.NewClient(discord.Config{Token: "bench", Base: base})
	if err != nil {
		b.Fatal(err)
	}
	ctx, stop := context.WithCancel(b.Context())
	db, err := store.Open(ctx, filepath.Join(b.TempDir(), "oneiros.db"))
	if err != nil {
		b.Fatal(err)
	}
	c := Config{
		Client: client, Gateway: discord.NewGateway(discord.GatewayConfig{Client: client}), Store: db,
		Games: []games.Game{game}, Log: zerolog.Nop(), Each: -1,
	}
	if with != nil {
		with(&c)
	}
	w, err := New(ctx, c)
	if err != nil {
		b.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- w.Run(ctx) }()
	b.Cleanup(func() {
		stop()
		if err := <-ended; err != nil && !errors.Is(err, context.Canceled) {
			b.Error(err)
		}
		for _, end := range []func() error{w.Close, db.Close, s.Close} {
			if err := end(); err != nil {
				b.Error(err)
			}
		}
	})
	return benched{w, s, db}
}
