package bot

import (
	"context"
	"errors"
	"path/filepath"
	"testing"

	"github.com/rs/zerolog"

	"oneiros/bot/discord/api"
	"oneiros/bot/discord/gateway"
	"oneiros/bot/discord/scripted"
	"oneiros/bot/discord/transport"
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
	b.Cleanup(func() {
		if err := s.Close(); err != nil {
			b.Error(err)
		}
	})
	w := runBench(b, base, filepath.Join(b.TempDir(), "oneiros.db"), []games.Game{game}, with)
	w.discord = s
	return w
}

// runBench starts a bot that listens to the Discord at base and keeps its database at
// place. It ends with the benchmark.
func runBench(b *testing.B, base, place string, list []games.Game, with func(*Config)) benched {
	b.Helper()
	client, err := api.NewClient(transport.Config{Token: "bench", Base: base})
	if err != nil {
		b.Fatal(err)
	}
	ctx, stop := context.WithCancel(b.Context())
	db, err := store.Open(ctx, place)
	if err != nil {
		b.Fatal(err)
	}
	c := Config{
		Client: client, Gateway: gateway.New(gateway.Config{Sender: client.Sender(), Intents: intents()}), Stores: StoresOf(db),
		Games: list, Log: zerolog.Nop(), Each: -1,
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
		for _, end := range []func() error{w.Close, db.Close} {
			if err := end(); err != nil {
				b.Error(err)
			}
		}
	})
	return benched{Bot: w, store: db}
}
