package main

import (
	"context"
	"errors"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"time"

	"github.com/rs/zerolog"
	"github.com/spf13/cobra"

	"oneiros/bot/discord"
	"oneiros/bot/discord/transport"
	"oneiros/bot/localcord"
	"oneiros/store"
)

// voiceRoom is the voice channel of the playground, in which the sounds of a table are heard.
const voiceRoom = "voice"

func (p *program) playground() *cobra.Command {
	var addr, data string
	speed := 1.0
	c := &cobra.Command{
		Use:   "playground",
		Short: "Play in the browser: a Discord on this machine, with ten people and the bot",
		Long: `Play in the browser: a Discord on this machine, with ten people and the bot.

It needs no token, no account and no network. Everything is kept in the data
folder, so that a match goes on after the program has ended, even by a crash.
Remove the folder to start from nothing.

With --speed 0.1 every clock of a match runs at a tenth: a clue of twenty
seconds has more than three minutes, for people and for automatic players. So
who reads slowly can try the default times.

It answers under localhost, an IP address, or the name in --addr, and under no
other name. Pages of other sites cannot use it.`,
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			if !(speed >= slowest && speed <= fastest) { // NaN is neither
				return bad("--speed %v: want %v to %d", speed, slowest, fastest)
			}
			return p.play(c.Context(), addr, data, speed)
		},
	}
	c.Flags().StringVar(&addr, "addr", "127.0.0.1:8080", "address to listen on")
	c.Flags().StringVar(&data, "data", "playground-data", "folder for the database and the messages")
	c.Flags().Float64Var(&speed, "speed", 1, "how many times as fast automatic players play and waits pass, your own time stays; below 1, as 0.1, all clocks are slow, yours too")
	return c
}

// slowest is how slow the clocks of the playground may run: a turn of half a minute takes most
// of an hour then.
const slowest = 0.01

// fastest is how fast the clocks of the playground may run. A press takes some
// milliseconds on its way, so people come too late for faster ones.
const fastest = 100

func (p *program) play(ctx context.Context, addr, data string, speed float64) (err error) {
	conf, err := Load(p.config, p.environ)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(data, 0o700); err != nil {
		return bad("--data %q: %w", data, reason(err))
	}
	l, err := net.Listen("tcp", addr)
	if err != nil {
		return bad("--addr %q: %w", addr, err)
	}
	// The server closes the listener. This closes it when there is an error before.
	defer func() {
		if closed := l.Close(); closed != nil && !errors.Is(closed, net.ErrClosed) {
			err = errors.Join(err, closed)
		}
	}()
	log := p.log(max(conf.LogLevel, zerolog.WarnLevel), true)
	url := "http://" + l.Addr().String()
	conf.Speed = speed
	conf.Proxies = transport.Proxies{} // its Discord is this process
	conf.Wait = false                  // another playground has the data folder, and it does not end by itself
	conf.Store = database(filepath.Join(data, "oneiros.db"))
	if err := alone(ctx, conf, data, log); err != nil {
		return err
	}
	again := make(chan chan struct{}) // each asks for a new bot, and is closed when the old one has ended
	local, err := localcord.New(localcord.Config{
		Dir: data, Log: log, Limits: true, URL: url, Hosts: []string{addr}, Welcome: "dream play", Speed: speed,
		Restart: func() error { return askAgain(ctx, again) },
	})
	if err != nil {
		return bad("--data %q: %w", data, err)
	}
	defer func() { err = errors.Join(err, local.Close()) }()
	if local.Channel(voiceRoom) == "" {
		local.NewChannelOf(localcord.ChannelVoice, voiceRoom)
	}
	ctx, closeWeb := serveWeb(ctx, l, local)
	defer func() { err = errors.Join(err, closeWeb()) }()

	conf.playsItself = func(user discord.ID) bool { return local.PlaysItself(uint64(user)) }
	conf.Token, conf.APIBase, conf.Metrics, conf.Guilds = local.Token(), url+"/api", "", nil
	p.say("The playground is open: %s", url)
	p.say("Ten people live there; choose at the top who you are, and press the button to play. Ctrl-C ends the playground; nothing is lost.")
	err = rounds(ctx, again, func(ctx context.Context) error { return serve(ctx, conf, log) })
	if cause := context.Cause(ctx); cause != nil && !errors.Is(cause, context.Canceled) {
		err = errors.Join(err, cause)
	}
	return err
}

// serveWeb serves the pages of the playground. The context ends when that fails.
func serveWeb(ctx context.Context, l net.Listener, pages http.Handler) (context.Context, func() error) {
	web := &http.Server{Handler: pages, ReadHeaderTimeout: 10 * time.Second}
	ctx, stop := context.WithCancelCause(ctx)
	go func() {
		if err := web.Serve(l); !errors.Is(err, http.ErrServerClosed) {
			stop(err)
		}
	}()
	return ctx, func() error {
		defer stop(nil)
		return web.Close()
	}
}

// askAgain asks for a new bot, and waits until the old one has ended.
func askAgain(ctx context.Context, again chan<- chan struct{}) error {
	ended := make(chan struct{})
	select {
	case again <- ended:
	case <-ctx.Done():
		return context.Cause(ctx)
	}
	<-ended
	return nil
}

// alone makes sure that no other playground uses a data folder. Opening the messages
// replaces their file, so what the other playground wrote later would be lost.
func alone(ctx context.Context, conf *Config, data string, log zerolog.Logger) error {
	db, err := openStore(ctx, conf, log)
	if held := new(store.HeldError); errors.As(err, &held) {
		return bad("--data %q: %w; end it first, or choose another folder", data, held)
	}
	if err != nil {
		return err
	}
	return db.Close()
}

// rounds calls run until ctx ends or run fails. It calls run again for each request
// in again, and closes the request when the call before has ended.
func rounds(ctx context.Context, again <-chan chan struct{}, run func(context.Context) error) error {
	for {
		round, end := context.WithCancel(ctx)
		ended := make(chan error, 1)
		go func() { ended <- run(round) }()
		select {
		case err := <-ended:
			end()
			return err
		case asked := <-again:
			end()
			err := <-ended
			close(asked)
			if err != nil || ctx.Err() != nil {
				return err
			}
		}
	}
}
