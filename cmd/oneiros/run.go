package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"runtime/debug"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/rs/zerolog"
	"github.com/spf13/cobra"

	"oneiros/bot"
	"oneiros/bot/discord"
	"oneiros/bot/discord/api"
	"oneiros/bot/discord/gateway"
	"oneiros/bot/need"
	"oneiros/bot/table"
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
			if lookup(p.environ, "GOGC") == "" {
				debug.SetGCPercent(garbage)
			}
			defer time.AfterFunc(settledAfter, debug.FreeOSMemory).Stop()
			return serve(c.Context(), conf, log)
		},
	}
}

// garbage is how much of it the bot may have in memory, in per cent of what it uses, unless the
// environment says so. Go's default is 100. A bot waits most of the time, and many run where
// memory costs more than the processor.
const garbage = 50

// settledAfter is how long after the start the system gets back the memory that only the start needed.
const settledAfter = 15 * time.Second

// noteStart logs which settings are not those of the last start, and saves this one.
func noteStart(ctx context.Context, db *store.Store, conf *Config, log zerolog.Logger) {
	last, err := db.Starts().LastStart(ctx)
	if err != nil {
		log.Warn().Err(err).Msg("read last start failed")
		return
	}
	if changed := changedSettings(last, conf.values); !last.At.IsZero() && len(changed) > 0 {
		log.Info().Strs("changed", changed).Msg("settings differ from the last start")
	}
	if err := db.Starts().SaveStart(ctx, store.Start{At: time.Now(), Version: buildVersion(), Settings: conf.values}); err != nil {
		log.Warn().Err(err).Msg("save start failed")
	}
}

// errLost ends a bot whose database another process has taken over.
var errLost = errors.New("another process has taken the database over while this one did not answer; this one has written nothing since then, and ends")

// errToken is the error of a token that Discord does not take.
var errToken = bad("discord.token: Discord refuses this token; make a new one in the developer portal")

// reachAgain is how long a process waits before it asks again whether it can reach
// Discord.
const reachAgain = 5 * time.Second

// probeEvery is how long a shard waits in a silence before it asks whether Discord is
// there. It is for several processes, where another one might be.
const probeEvery = 5 * time.Second

// farewell is how long the end waits for Discord to take the last answers. After
// three seconds Discord refuses them (Receiving and Responding to Interactions).
// Tests that must not depend on the machine's speed make it longer.
var farewell = 3 * time.Second

// hurry is how many times as fast as the time of day the clocks of matches run. Tests
// that wait for them make it more. The playground has a flag for it.
var hurry = 1.0

// speedOf is how fast the clocks of matches run: as the playground wants it, or a test.
func speedOf(conf *Config) float64 {
	if hurry != 1 {
		return hurry
	}
	return conf.Speed
}

// leftOut is logged when that was too short for the last answers.
const leftOut = "send last answers timed out"

// startError is the error of a start that failed. An end that came while the tables were
// loaded is none.
func startError(ctx context.Context, conf *Config, err error) error {
	switch {
	case ctx.Err() != nil && errors.Is(err, context.Canceled):
		return nil
	case errors.Is(err, store.ErrDamaged):
		return storeError(conf.Store, err)
	default:
		return err
	}
}

// A process is what serves Discord: a whole bot or, where several processes share the
// database, the shards that this one has.
type process struct {
	bot interface {
		Run(ctx context.Context) error
		Inspect(ctx context.Context) ([]bot.Surface, error)
	}
	missing  func() string // which shards have no session, for /ready
	close    func() error
	farewell time.Duration // how long it may take to end; 0 for as long as it wants
}

// serve runs the bot until ctx ends. Everything that was acknowledged is saved by
// then. Pages are added to the server of the metrics.
func serve(ctx context.Context, conf *Config, log zerolog.Logger, pages ...func(*process, *http.ServeMux)) (err error) {
	var told gateway.Starts
	if conf.Shared {
		if told, err = reachDiscord(ctx, conf, log); err != nil || ctx.Err() != nil {
			return err
		}
	}
	db, err := openStore(ctx, conf, log)
	if err != nil {
		if ctx.Err() != nil { // an operator ended it while it waited
			return nil
		}
		return err
	}
	defer func() {
		if err = errors.Join(err, db.Close()); errors.Is(err, store.ErrLeaseLost) {
			err = errLost // instead of one error for each thing that was not saved
		}
	}()
	ctx, stopped := withLease(ctx, db)
	defer stopped()
	rest, err := client(conf, mayShow(db))
	if err != nil {
		return err
	}
	defer rest.Sender().Close()
	if by, err := rest.Sender().ProxyOf(conf.APIBase); err == nil && by != nil {
		log.Info().Stringer("proxy", by).Str("variable", by.Variable).Msg("reach Discord through a proxy")
	}
	registry := prometheus.NewRegistry()
	registry.MustRegister(collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	p, err := newProcess(ctx, conf, db, rest, registry, told, log)
	if err != nil || p == nil {
		return err
	}
	defer func() { err = errors.Join(err, p.close()) }()
	mux := http.NewServeMux()
	for _, add := range pages {
		add(p, mux)
	}
	stop, err := serveMetrics(conf.Metrics, mux, registry, p.missing, db.Trouble, rest.Sender().Clock(), log)
	if err != nil {
		return err
	}
	defer stop()
	noteStart(ctx, db, conf, log)
	err = p.run(ctx, log)
	if errors.Is(context.Cause(ctx), store.ErrLeaseLost) {
		return store.ErrLeaseLost
	}
	if ctx.Err() != nil {
		log.Info().Msg("stop bot; everything is saved")
		return nil
	}
	if errors.Is(err, discord.ErrToken) {
		return errToken
	}
	return err
}

// withLease returns a context that ends when another process takes the database.
func withLease(ctx context.Context, db *store.Store) (context.Context, func()) {
	ctx, stop := context.WithCancelCause(ctx)
	go func() {
		select {
		case <-db.LeaseLost():
			stop(store.ErrLeaseLost)
		case <-ctx.Done():
		}
	}()
	return ctx, func() { stop(nil) }
}

// newProcess makes what serves Discord, or nothing where ctx has ended meanwhile. told is
// what Discord has said, where several processes share the database.
func newProcess(ctx context.Context, conf *Config, db *store.Store, rest *api.Client, registry *prometheus.Registry, told gateway.Starts, log zerolog.Logger) (*process, error) {
	c := bot.Config{
		Client: rest, Clock: rest.Sender().Clock(), Stores: bot.StoresOf(db), Games: all.Games, Log: log, Metrics: registry,
		Guilds: conf.Guilds, Speed: speedOf(conf), PlaysItself: conf.playsItself, Quiet: conf.Quiet, NoGreeting: conf.NoGreeting, Links: conf.Links, Keeps: conf.Keeps, Build: buildVersion(),
	}
	dial, err := dialing(conf, db, rest, told, log)
	if err != nil {
		return nil, err
	}
	gateway := &watched{Gateway: gateway.New(dial)}
	var p *process
	if conf.Shared {
		p, err = sharedProcess(c, db, rest, gateway)
	} else {
		p, err = wholeProcess(ctx, c, gateway)
	}
	if err != nil {
		return nil, startError(ctx, conf, err)
	}
	return p, nil
}

// dialing is how this process listens to Discord. told is what Discord has said, where several
// processes share the database.
func dialing(conf *Config, db *store.Store, rest *api.Client, told gateway.Starts, log zerolog.Logger) (gateway.Config, error) {
	needs, err := bot.Needs(all.Games)
	if err != nil {
		return gateway.Config{}, err
	}
	c := gateway.Config{Sender: rest.Sender(), Log: log, Shards: conf.Shards, Intents: need.Intents(needs, conf.Quiet), Sessions: bot.Sessions(db.Sessions()), Lives: db.Lives, Dial: conf.dial()}
	if conf.Shared {
		c.Turns, c.Told, c.Probe = store.NewShards(db), told, probeEvery
	}
	return c, nil
}

// run runs the process until ctx ends, and waits for its last answers.
func (p *process) run(ctx context.Context, log zerolog.Logger) error {
	ran := make(chan error, 1)
	go func() { ran <- p.bot.Run(ctx) }()
	select {
	case err := <-ran:
		return err
	case <-ctx.Done():
	}
	var late <-chan time.Time
	if p.farewell > 0 {
		late = time.After(p.farewell)
	}
	select {
	case err := <-ran:
		return err
	case <-late:
		log.Warn().Msg(leftOut)
		return nil
	}
}

// wholeProcess is a bot that has its database alone.
func wholeProcess(ctx context.Context, c bot.Config, gateway *watched) (*process, error) {
	c.Gateway = gateway
	b, err := bot.New(ctx, c)
	if err != nil {
		return nil, fmt.Errorf("load the tables: %w", err)
	}
	c.Log.Info().Str("version", buildVersion()).Int("tables", len(b.Tables().Known(table.On()))).Msg("start bot")
	return &process{bot: b, missing: func() string { return gateway.missing() }, close: b.Close, farewell: farewell}, nil
}

// sharedProcess is the part of a bot that one of several processes has.
func sharedProcess(c bot.Config, db *store.Store, rest *api.Client, gateway *watched) (*process, error) {
	shards := store.NewShards(db)
	l, err := bot.NewCluster(bot.ClusterConfig{
		Bot: c, Gateway: gateway, Shards: shards,
		Client: func(end context.Context) bot.Client { return rest.Until(end) },
		Stores: func(h store.Held) bot.Stores { return bot.StoresOf(shards.Store(h)) },
		Share:  rest.Sender().SetShare, LastAnswers: farewell,
		Heard: rest.Sender().Heard, Reach: rest.Sender().Reach,
	})
	if err != nil {
		return nil, err
	}
	c.Log.Info().Str("version", buildVersion()).Msg("start bot; several processes share the database")
	missing := func() string {
		list, known := l.Shards()
		if known && len(list) == 0 {
			return "" // there are more processes than shards, and it waits to take one over
		}
		return gateway.missing(list...)
	}
	return &process{bot: l, missing: missing, close: func() error { return nil }}, nil
}

// reachDiscord waits until Discord answers, or ctx ends. A process makes sure of that
// before it joins others, because they leave shards to it then. It returns what Discord
// says, which the gateway need not ask again.
func reachDiscord(ctx context.Context, conf *Config, log zerolog.Logger) (gateway.Starts, error) {
	rest, err := client(conf, nil)
	if err != nil {
		return gateway.Starts{}, err
	}
	defer rest.Sender().Close()
	for said := false; ; said = true {
		told, err := gateway.AskStarts(ctx, rest.Sender())
		if err == nil {
			return told, nil
		}
		if errors.Is(err, discord.ErrToken) {
			return gateway.Starts{}, errToken
		}
		if !said && ctx.Err() == nil {
			log.Warn().Err(err).Msg("wait for Discord")
		}
		if !discord.Sleep(ctx, reachAgain) {
			return gateway.Starts{}, nil
		}
	}
}

// mayShow says whether Discord may be sent something. When the other processes may have
// taken this one for dead, what it knows may be old. It still answers that nothing can
// be saved: a process that has taken the shard over would have got the press.
func mayShow(db *store.Store) func(answer bool) bool {
	return func(answer bool) bool { return db.Lives() || answer && db.Trouble() != nil }
}
