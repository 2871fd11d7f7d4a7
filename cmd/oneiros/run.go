package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/rs/zerolog"
	"github.com/spf13/cobra"

	"oneiros/bot"
	"oneiros/bot/discord"
	"oneiros/games/all"
	"oneiros/store"
)

func (p *program) runCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "run",
		Short: "Run the bot on Discord",
		Args:  cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			conf, log, err := p.load()
			if err != nil {
				return err
			}
			if err := conf.needToken(); err != nil {
				return err
			}
			return serve(c.Context(), conf, log)
		},
	}
}

// noteStart logs which settings are not those of the last start, and saves this one.
func noteStart(ctx context.Context, db *store.Store, conf *Config, log zerolog.Logger) {
	last, err := db.LastStart(ctx)
	if err != nil {
		log.Warn().Err(err).Msg("read last start failed")
		return
	}
	if changed := changedSettings(last, conf.values); !last.At.IsZero() && len(changed) > 0 {
		log.Info().Strs("changed", changed).Msg("settings differ from the last start")
	}
	if err := db.SaveStart(ctx, store.Start{At: time.Now(), Version: buildVersion(), Settings: conf.values}); err != nil {
		log.Warn().Err(err).Msg("save start failed")
	}
}

// errLost ends a bot whose database another process has taken over.
var errLost = errors.New("another process has taken the database over while this one did not answer; this one has written nothing since then, and ends")

// farewell is how long the end waits for Discord to take the last answers. After
// three seconds Discord refuses them (Receiving and Responding to Interactions).
// Tests that must not depend on the machine's speed make it longer.
var farewell = 3 * time.Second

// leftOut is logged when that was too short for the last answers.
const leftOut = "send last answers timed out"

// serve runs the bot until ctx ends. Everything that was acknowledged is saved by
// then. Pages are added to the server of the metrics.
func serve(ctx context.Context, conf *Config, log zerolog.Logger, pages ...func(*bot.Bot, *http.ServeMux)) (err error) {
	db, err := openStore(ctx, conf, log)
	if err != nil {
		if ctx.Err() != nil { // somebody ended it while it waited
			return nil
		}
		return err
	}
	defer func() {
		if err = errors.Join(err, db.Close()); errors.Is(err, store.ErrLeaseLost) {
			err = errLost // instead of one error for each thing that was not saved
		}
	}()
	ctx, stopped := context.WithCancelCause(ctx)
	defer stopped(nil)
	go func() {
		select {
		case <-db.LeaseLost():
			stopped(store.ErrLeaseLost)
		case <-ctx.Done():
		}
	}()
	rest, err := client(conf)
	if err != nil {
		return fmt.Errorf("discord: %w", err)
	}
	defer rest.Close()
	registry := prometheus.NewRegistry()
	registry.MustRegister(collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	gateway := &watched{Gateway: discord.NewGateway(discord.GatewayConfig{Client: rest, Log: log, Shards: conf.Shards, Quiet: conf.Quiet, Sessions: bot.Sessions(db)})}
	b, err := bot.New(ctx, bot.Config{
		Client: rest, Gateway: gateway, Clock: rest.Clock(), Store: db, Games: all.Games, Log: log, Metrics: registry,
		Guilds: conf.Guilds, Speed: conf.Speed, Quiet: conf.Quiet, Links: conf.Links,
	})
	if errors.Is(err, store.ErrDamaged) {
		return storeError(conf.Store, err)
	}
	if err != nil {
		return fmt.Errorf("load the tables: %w", err)
	}
	defer func() { err = errors.Join(err, b.Close()) }()
	mux := http.NewServeMux()
	for _, add := range pages {
		add(b, mux)
	}
	stop, err := serveMetrics(conf.Metrics, mux, registry, gateway.missing, db.Trouble, rest.Clock(), log)
	if err != nil {
		return err
	}
	defer stop()
	noteStart(ctx, db, conf, log)
	log.Info().Str("version", buildVersion()).Int("tables", len(b.Tables().Live())).Msg("start bot")
	ran := make(chan error, 1)
	go func() { ran <- b.Run(ctx) }()
	select {
	case err = <-ran:
	case <-ctx.Done():
		select {
		case err = <-ran:
		case <-time.After(farewell):
			log.Warn().Msg(leftOut)
		}
	}
	if errors.Is(context.Cause(ctx), store.ErrLeaseLost) {
		return store.ErrLeaseLost
	}
	if ctx.Err() != nil {
		log.Info().Msg("stop bot; everything is saved")
		return nil
	}
	if errors.Is(err, discord.ErrToken) {
		return bad("discord.token: Discord refuses this token; make a new one in the developer portal")
	}
	return err
}
