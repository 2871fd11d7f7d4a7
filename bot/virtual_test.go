package bot

import (
	"context"
	"errors"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/rs/zerolog"

	"oneiros/bot/chance"
	"oneiros/bot/chance/chancetest"
	"oneiros/bot/discord/api"
	"oneiros/bot/discord/bubbletest"
	"oneiros/bot/discord/gateway"
	"oneiros/bot/discord/transport"
	"oneiros/bot/localcord"
	"oneiros/bot/need"
	"oneiros/bot/screen"
	"oneiros/games"
	"oneiros/games/gametest"
	"oneiros/store"
)

// tick counts the hours of a bubble until the test ends.
func tick(moves *atomic.Uint64, ended <-chan struct{}) {
	hour := time.NewTicker(time.Hour)
	defer hour.Stop()
	for {
		select {
		case <-hour.C:
			moves.Add(1)
		case <-ended:
			return
		}
	}
}

// watchTime ends the tests when nothing moves in a bubble for five real minutes. A
// bubble stands still for ever when a person waits for a lock whose holder sleeps. A
// slow machine does not matter: the calls of the bot move it, too.
func watchTime(name string, moves *atomic.Uint64, stop <-chan struct{}) {
	minute := time.NewTicker(time.Minute)
	defer minute.Stop()
	last, still := uint64(0), 0
	for {
		select {
		case <-minute.C:
		case <-stop:
			return
		}
		if still++; moves.Load() != last {
			last, still = moves.Load(), 0
		}
		if still == 5 {
			debug.SetTraceback("all")
			panic(name + ": virtual time stands still")
		}
	}
}

// virtual runs a test in a town whose time is virtual. Discord, the gateway, the
// bot, its tables and its store are all the real ones. The test is called with a
// bot that has come.
func virtual(t *testing.T, locale string, with func(*Config), test func(t *testing.T, w *town)) {
	t.Helper()
	virtualOn(t, localcord.Config{}, locale, with, test)
}

// virtualOn is virtual on a Discord of another kind.
func virtualOn(t *testing.T, c localcord.Config, locale string, with func(*Config), test func(t *testing.T, w *town)) {
	t.Helper()
	virtualBy(t, chancetest.Source(t), c, locale, with, test)
}

// virtualUntil is virtual for a test that not every deal suits. It begins anew, with other
// luck, until the test says that the deal suited it.
func virtualUntil(t *testing.T, locale string, with func(*Config), test func(t *testing.T, w *town) (suits bool)) {
	t.Helper()
	suits := false
	for try := 0; !suits && !t.Failed(); try++ {
		if try == 20 {
			t.Fatalf("%d deals do not suit the test", try)
		}
		virtualBy(t, chancetest.Source(t).Of("try", try), localcord.Config{}, locale, with, func(t *testing.T, w *town) { suits = test(t, w) })
	}
}

// virtualBy is virtualOn by some luck.
func virtualBy(t *testing.T, luck chance.Source, c localcord.Config, locale string, with func(*Config), test func(t *testing.T, w *town)) {
	t.Helper()
	virtualFrom(t, luck, c, locale, database, with, test)
}

// virtualFrom is virtualBy with a database that another function names. It is called in virtual
// time, before there is a Discord.
func virtualFrom(t *testing.T, luck chance.Source, c localcord.Config, locale string, database func(*testing.T) string, with func(*Config), test func(t *testing.T, w *town)) {
	t.Helper()
	var moves atomic.Uint64
	stop := make(chan struct{})
	defer close(stop)
	go watchTime(t.Name(), &moves, stop)
	bubbletest.Test(t, func(t *testing.T) {
		chancetest.Begin(t)
		awaitHome()
		c.URL, c.Chance = "http://discord.invalid", luck.Of("Discord")
		file := database(t)
		ended := make(chan struct{})
		defer close(ended)
		go tick(&moves, ended)
		srv, err := localcord.New(c)
		if err != nil {
			t.Fatal(err)
		}
		at := bubbletest.NewPipes()
		serve := &http.Server{Handler: srv}
		served := make(chan error, 1)
		go func() { served <- serve.Serve(at) }()
		ctx, cancel := context.WithTimeout(t.Context(), 24*time.Hour)
		w := &town{
			t: t, ctx: ctx, srv: srv, record: srv.REST().Record(), file: file, log: &lines{},
			each: -1, with: with, at: at, luck: luck,
		}
		defer func() {
			// discordgo sleeps with its lock held while it closes; a heartbeat that is
			// under way must not wait for that.
			time.Sleep(time.Millisecond)
			if w.stop != nil {
				w.stop()
			}
			cancel()
			if err := srv.Close(); err != nil {
				t.Error(err)
			}
			if err := serve.Close(); err != nil {
				t.Error(err)
			}
			time.Sleep(time.Minute) // discordgo takes a second to close, and says nothing when it has
			if err := <-served; !errors.Is(err, http.ErrServerClosed) && !errors.Is(err, net.ErrClosed) {
				t.Error(err)
			}
		}()
		srv.REST().Tap(func(localcord.Request) { moves.Add(1) })
		srv.Control().SetLocale(locale)
		w.here = srv.Channels()[0].ID
		w.start()
		test(t, w)
	})
}

// emptyDatabase is the file of a database in which nothing was saved.
var emptyDatabase = sync.OnceValues(func() (file []byte, err error) {
	dir, err := os.MkdirTemp("", "oneiros-empty-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "oneiros.db")
	st, err := store.Open(context.Background(), path)
	if err != nil {
		return nil, err
	}
	if err := st.Close(); err != nil {
		return nil, err
	}
	return os.ReadFile(path)
})

// makeDatabase makes an empty database where none is. The tests make some hundreds, and
// each would go through all migrations.
func makeDatabase(t testing.TB, path string) {
	t.Helper()
	if _, err := os.Stat(path); err == nil {
		return
	}
	file, err := emptyDatabase()
	if err == nil {
		err = os.WriteFile(path, file, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// arrive makes a bot in town; depart closes what it is made of.
func (w *town) arrive() (b *Bot, depart func()) {
	w.t.Helper()
	if !store.IsPostgres(w.file) {
		makeDatabase(w.t, w.file)
	}
	luck := w.luck.Next("process") // what belongs to no press, and must not come twice
	st, err := store.Open(w.ctx, w.file, store.WithChance(luck.Of("store").Read), store.WithRareHeartbeat(), store.WithTables(w.tables...))
	if err != nil {
		w.t.Fatal(err)
	}
	log := zerolog.New(w.log).Level(zerolog.TraceLevel)
	conf := transport.Config{Token: w.srv.Token(), Base: w.srv.APIBase() + "/v10", Agent: "DiscordBot (https://example.invalid, 1)", Chance: luck.Of("client")}
	way := gateway.Config{Log: log, Intents: intents()}
	var wire *http.Transport
	if w.at != nil {
		wire = &http.Transport{DialContext: w.at.Dial, MaxIdleConnsPerHost: 64}
		conf.Transport, way.Dial = wire, w.at.Dial
	}
	client, err := api.NewClient(conf)
	if err != nil {
		w.t.Fatal(err)
	}
	way.Sender, way.Sessions = client.Sender(), Sessions(st.Sessions())
	w.metrics = prometheus.NewRegistry()
	c := Config{
		Client: client, Gateway: gateway.New(way), Clock: client.Sender().Clock(), Stores: StoresOf(st), Games: []games.Game{lullaby}, Log: log, Metrics: w.metrics, Each: w.each, Chance: w.luck.Of("bot"),
	}
	if !gametest.Whole() { // a test that looks at what they show is painted
		c.pictures = screen.NewUnpainted()
	}
	if w.with != nil {
		w.with(&c)
	}
	b, err = New(w.ctx, c)
	if err != nil {
		w.t.Fatal(err)
	}
	return b, func() {
		if err := b.Close(); err != nil {
			w.t.Error(err)
		}
		client.Sender().Close()
		if wire != nil {
			wire.CloseIdleConnections()
		}
		if err := st.Close(); err != nil {
			w.t.Error(err)
		}
	}
}

// intents are those of a bot.
var intents = sync.OnceValue(func() discordgo.Intent {
	needs, err := Needs([]games.Game{lullaby})
	if err != nil {
		panic(err)
	}
	return need.Intents(needs, false)
})

// painted is the configuration of a bot that draws the pictures of a game, where CI is set.
func painted(g games.Game) func(*Config) {
	return func(c *Config) {
		c.Games = []games.Game{g}
		if gametest.Thorough() {
			c.pictures = nil
		}
	}
}

// TestVirtual plays a match in virtual time.
func TestVirtual(t *testing.T) {
	virtual(t, "en-US", painted(lullaby), func(t *testing.T, w *town) {
		people := []string{"Boris", "Eve", "Kate"}
		panels := w.match("rounds:2", people...)
		w.play(people, panels)
		w.secret(w.state(), people)
	})
}
