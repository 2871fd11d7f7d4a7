package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"sync/atomic"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"
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

// apiVersion is the version of Discord's API that the bot speaks.
const apiVersion = "/v10"

// agent is the User-Agent that Discord asks for.
func agent() string {
	return "DiscordBot (https://github.com/oneiros-bot/oneiros, " + buildVersion() + ")"
}

func client(conf *Config) (*discord.Client, error) {
	return discord.NewClient(discord.Config{Token: conf.Token, Base: conf.APIBase + apiVersion, Agent: agent()})
}

// openStore opens the database, once no other process writes it if it is to wait.
func openStore(ctx context.Context, conf *Config, log zerolog.Logger) (s *store.Store, err error) {
	if conf.Wait {
		s, err = store.OpenWhenFree(ctx, conf.Store, func(h store.Holder) {
			log.Warn().Int("pid", h.PID).Str("host", h.Host).Time("since", h.Since).Str("store", conf.Store).
				Msg("another process writes the database; waiting for it to end")
		})
	} else {
		s, err = store.Open(ctx, conf.Store)
	}
	if err != nil {
		return nil, storeError(conf.Store, err)
	}
	return s, nil
}

// storeError says what is wrong with a database and what to do. The person who
// runs the bot can mend it, so it is bad input: it names the file.
func storeError(path string, err error) error {
	var newer *store.NewerError
	var held *store.HeldError
	switch {
	case errors.As(err, &newer):
		err = fmt.Errorf("%w; nothing was changed. Start the program that wrote it, or restore a back-up from before the upgrade (oneiros restore)", newer)
	case errors.As(err, &held):
		err = fmt.Errorf("%w; end it first, or set store.wait to start as soon as it has ended", held)
	case errors.Is(err, store.ErrDamaged):
		err = fmt.Errorf("%w; nothing was changed. Restore a back-up (oneiros restore)", store.ErrDamaged)
	case errors.Is(err, store.ErrOlder):
		err = fmt.Errorf("%w; bring it to this version first (oneiros migrate)", store.ErrOlder)
	case errors.Is(err, store.ErrFull):
		err = fmt.Errorf("%w; nothing was lost. Make room and start again", store.ErrFull)
	case errors.Is(err, store.ErrNotFound):
		err = errors.New("there is no database")
	case errors.Is(err, store.ErrReadOnly):
		err = store.ErrReadOnly
	case errors.Is(err, store.ErrBusy):
		err = store.ErrBusy
	}
	return bad("store.path = %q: %w", path, err)
}

// errLost ends a bot whose database another process has taken over.
var errLost = errors.New("another process has taken the database over while this one was silent; this one has written nothing since and ends")

// farewell is how long the end waits for Discord to take the last answers. After
// three seconds Discord refuses them (Receiving and Responding to Interactions).
// Tests that must not depend on the machine's speed make it longer.
var farewell = 3 * time.Second

// leftOut is logged when that was too short.
const leftOut = "Discord takes the last answers too slowly; they are left out"

// serve runs the bot until ctx ends. Everything acknowledged is saved by then.
// Pages are served besides the metrics where they are.
func serve(ctx context.Context, conf *Config, log zerolog.Logger, pages ...func(*bot.Bot, *http.ServeMux)) (err error) {
	db, err := openStore(ctx, conf, log)
	if err != nil {
		if ctx.Err() != nil { // it was ended while it waited
			return nil
		}
		return err
	}
	defer func() {
		if err = errors.Join(err, db.Close()); errors.Is(err, store.ErrLeaseLost) {
			err = errLost // and not each thing that was not saved
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
	var ready atomic.Bool
	gateway := discord.NewGateway(discord.GatewayConfig{Client: rest, Log: log})
	b, err := bot.New(ctx, bot.Config{
		Client: rest, Gateway: watched{gateway, &ready}, Store: db, Games: all.Games, Log: log, Metrics: registry,
		Guilds: conf.Guilds,
	})
	if errors.Is(err, store.ErrDamaged) {
		return storeError(conf.Store, err)
	}
	if err != nil {
		return fmt.Errorf("take up the tables: %w", err)
	}
	defer func() { err = errors.Join(err, b.Close()) }()
	mux := http.NewServeMux()
	for _, add := range pages {
		add(b, mux)
	}
	stop, err := serveMetrics(conf.Metrics, mux, registry, &ready, log)
	if err != nil {
		return err
	}
	defer stop()
	log.Info().Str("version", buildVersion()).Int("tables", len(b.Tables().Live())).Msg("oneiros starts")
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
		log.Info().Msg("oneiros ends; everything is saved")
		return nil
	}
	if errors.Is(err, discord.ErrToken) {
		return bad("discord.token: Discord refuses it; make a new one in the developer portal")
	}
	return err
}

// watched is a gateway that notes whether there is a session.
type watched struct {
	*discord.Gateway
	ready *atomic.Bool
}

func (w watched) Run(ctx context.Context, handle func(discord.Event)) error {
	defer w.ready.Store(false)
	return w.Gateway.Run(ctx, func(e discord.Event) {
		switch e.(type) {
		case discord.Ready, discord.Resumed:
			w.ready.Store(true)
		case discord.Disconnected:
			w.ready.Store(false)
		}
		handle(e)
	})
}

// serveMetrics serves /metrics, /live and /ready besides what mux has, and
// returns what ends that.
func serveMetrics(addr string, mux *http.ServeMux, registry *prometheus.Registry, ready *atomic.Bool, log zerolog.Logger) (func(), error) {
	if addr == "" {
		return func() {}, nil
	}
	l, err := net.Listen("tcp", addr)
	if err != nil {
		return nil, bad("metrics.addr = %q: %w", addr, err)
	}
	mux.Handle("GET /metrics", promhttp.HandlerFor(registry, promhttp.HandlerOpts{}))
	mux.HandleFunc("GET /live", func(w http.ResponseWriter, _ *http.Request) { fmt.Fprintln(w, "live") })
	mux.HandleFunc("GET /ready", func(w http.ResponseWriter, _ *http.Request) {
		if !ready.Load() {
			http.Error(w, "no session with Discord", http.StatusServiceUnavailable)
			return
		}
		fmt.Fprintln(w, "ready")
	})
	s := &http.Server{Handler: mux, ReadHeaderTimeout: 5 * time.Second}
	go func() {
		if err := s.Serve(l); !errors.Is(err, http.ErrServerClosed) {
			log.Error().Err(err).Msg("metrics end")
		}
	}()
	return func() {
		if err := s.Close(); err != nil {
			log.Warn().Err(err).Msg("metrics end")
		}
	}, nil
}

// health asks the bot that runs here whether it is connected: the image has no
// other program to ask with.
func (p *program) health() *cobra.Command {
	return &cobra.Command{
		Use:   "health",
		Short: "Ask the bot that runs on this machine whether it is connected to Discord",
		Args:  cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			conf, _, err := p.load()
			if err != nil {
				return err
			}
			if conf.Metrics == "" {
				return bad("metrics.addr is empty, so the bot cannot be asked")
			}
			ctx, cancel := context.WithTimeout(c.Context(), 4*time.Second)
			defer cancel()
			r, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+conf.Metrics+"/ready", nil)
			if err != nil {
				return fmt.Errorf("health: %w", err)
			}
			res, err := http.DefaultClient.Do(r)
			if err != nil {
				return fmt.Errorf("health: %w", err)
			}
			if err := res.Body.Close(); err != nil {
				return fmt.Errorf("health: %w", err)
			}
			if res.StatusCode != http.StatusOK {
				return errors.New("health: no session with Discord")
			}
			_, err = fmt.Fprintln(p.out, "ready")
			return err
		},
	}
}
