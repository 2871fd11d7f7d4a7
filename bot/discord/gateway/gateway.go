package gateway

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net"
	"slices"
	"sync"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/rs/zerolog"

	"oneiros/bot/backoff"
	"oneiros/bot/chance"
	"oneiros/bot/discord"
	"oneiros/bot/discord/transport"
)

// GatewayConfig is how to listen to Discord. Sender has no default.
type Config struct {
	Sender   *transport.Sender
	Log      zerolog.Logger
	Shards   int         // how many there are; 0 for as many as Discord recommends
	Sessions Sessions    // where sessions are saved; nil ends them with Run
	Lives    func() bool // whether this process may connect; nil for always
	Turns    Turns       // to IDENTIFY, with the shards of other processes; nil where there are none
	Told     Starts      // what Discord has said before; the zero Starts asks it

	// Intents are what IDENTIFY asks for. None leaves only interactions. A session that goes on
	// keeps those with which it began.
	Intents discordgo.Intent

	// Heard is told of each event as it came, before it is decoded, by its name and its data. It
	// must not block. Nil for nothing.
	Heard func(kind string, data []byte)

	ReadTimeout      time.Duration // without a byte the connection is dead: 90 s, because every heartbeat is answered
	AckTimeout       time.Duration // the longest that a heartbeat may wait for its answer: 15 s
	OpenTimeout      time.Duration // the longest that connecting may take: 30 s
	LockTimeout      time.Duration // the longest that discordgo may hold its lock: 60 s
	Probe            time.Duration // after so long a silence a heartbeat is sent, and after once more the connection is dead; 0 for not
	IdleTimeout      time.Duration // without a read, discordgo's reader is stuck: 3 min
	Backoff          time.Duration // after the second failure in a row, doubled each time up to sixty-fourfold: 1 s
	Stable           time.Duration // a connection that lasted this long was no failure: 1 min
	Brief            time.Duration // one that can be resumed was no failure when it lasted this long: 5 s
	IdentifyInterval time.Duration // the shortest time between two IDENTIFYs of one bucket: 5 s

	Dial func(ctx context.Context, network, address string) (net.Conn, error) // nil for the network
}

// Gateway keeps listening to Discord, with all shards of a bot.
type Gateway struct {
	config Config
	starts *starts

	mu     sync.Mutex
	shards []*Shard // those that run, by number; empty until Run knows how many there are
}

// GatewayStats are the shards of a gateway, and what it may still begin.
type Stats struct {
	Shards []ShardStats // by number; none until it is known how many there are

	Left    int       // sessions that may still be begun; see Renewed
	Total   int       // of how many; 0 until Discord has said it
	Renewed time.Time // when there are so many again
}

// NewGateway makes a gateway. Nothing happens before Run.
func New(c Config) *Gateway {
	logger.Store(&c.Log)
	c.ReadTimeout = cmp.Or(c.ReadTimeout, 90*time.Second)
	c.AckTimeout = cmp.Or(c.AckTimeout, 15*time.Second)
	c.OpenTimeout = cmp.Or(c.OpenTimeout, 30*time.Second)
	c.LockTimeout = cmp.Or(c.LockTimeout, time.Minute)
	c.IdleTimeout = cmp.Or(c.IdleTimeout, 3*time.Minute)
	c.Backoff = cmp.Or(c.Backoff, time.Second)
	c.Stable = cmp.Or(c.Stable, time.Minute)
	c.Brief = cmp.Or(c.Brief, 5*time.Second)
	c.IdentifyInterval = cmp.Or(c.IdentifyInterval, 5*time.Second)
	ask := func(ctx context.Context) (gatewayBot, error) { return askGateway(ctx, c.Sender) }
	s := newStarts(ask, c.IdentifyInterval, c.Log)
	s.turns, s.hold = c.Turns, c.OpenTimeout+c.IdentifyInterval
	s.told, s.at = c.Told.told, c.Told.at
	return &Gateway{config: c, starts: s}
}

// Stats reads the counters.
func (g *Gateway) Stats() Stats {
	var s Stats
	s.Left, s.Total, s.Renewed = g.starts.budget()
	g.mu.Lock()
	shards := g.shards
	g.mu.Unlock()
	for _, d := range shards {
		s.Shards = append(s.Shards, d.Stats())
	}
	return s
}

// CloseError is a close code after which it is useless to connect again.
type CloseError struct{ Code int }

// Error says what the code means and what to do about it.
func (e *CloseError) Error() string {
	why, ok := map[int]string{
		4004: discord.ErrToken.Error(),
		4010: "there is no such shard; its number is out of range",
		4011: "the bot is in so many servers that it needs more shards; set discord.shards to auto",
		4012: "Discord has given up this version of its API",
		4013: "the intents are invalid",
		4014: "this bot may not have the intents",
	}[e.Code]
	if !ok {
		why = "Discord does not let the bot in"
	}
	return fmt.Sprintf("%s (the gateway was closed with code %d)", why, e.Code)
}

// Is makes a refused token recognisable as [discord.ErrToken].
func (e *CloseError) Is(target error) bool { return target == discord.ErrToken && e.Code == 4004 }

// final are the close codes after which it is useless to connect again.
func final(code int) bool { return code == 4004 || code >= 4010 && code <= 4014 }

// Run listens until ctx ends, and then returns nil. It returns an error when
// Discord will never let this bot in: ErrToken or a [*CloseError].
//
// The events of one connection are handled in their order. handle is told by which
// shard they came; it is the zero ShardID while it is not known how many there are.
// handle must not block, because nothing is read meanwhile. It must be safe to call
// from several goroutines. A panic in it is caught and counted. It is not called after
// Run has returned, unless it blocks.
func (g *Gateway) Run(ctx context.Context, handle func(discord.ShardID, discord.Event)) error {
	of, err := g.Count(ctx, handle)
	if err != nil || ctx.Err() != nil {
		return err
	}
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	var shards []*Shard
	for n := range of {
		shards = append(shards, newShard(discord.ShardID{Number: n, Of: of}, g.config, g.starts))
	}
	g.mu.Lock()
	g.shards = shards
	g.mu.Unlock()
	var all sync.WaitGroup
	errs := make([]error, of)
	for n, d := range shards {
		all.Go(func() {
			if errs[n] = d.Run(ctx, handle); errs[n] != nil {
				stop() // a bot that lacks a part of its servers has to be mended
			}
		})
	}
	all.Wait()
	if first := slices.IndexFunc(errs, func(err error) bool { return err != nil }); first >= 0 {
		return errs[first]
	}
	return nil
}

// Shard is one shard of the gateway, for a process that has not all of them. It keeps
// its session in a store of its own, and takes its turns to IDENTIFY with the others of
// this process. Nothing happens before its Run.
func (g *Gateway) Shard(id discord.ShardID, sessions Sessions) *Shard {
	c := g.config
	c.Sessions = sessions
	d := newShard(id, c, g.starts)
	d.attend = g.attend
	return d
}

// attend counts a shard among those of the gateway until it leaves.
func (g *Gateway) attend(d *Shard) (leave func()) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.shards = append(slices.Clone(g.shards), d)
	slices.SortFunc(g.shards, func(a, b *Shard) int { return a.id.Number - b.id.Number })
	return func() {
		g.mu.Lock()
		defer g.mu.Unlock()
		g.shards = slices.DeleteFunc(slices.Clone(g.shards), func(s *Shard) bool { return s == d })
	}
}

// Count is how many shards there are: as many as the configuration says, or as Discord
// recommends. It asks until Discord answers: the address of the gateway says, too, which
// addresses of sessions may be trusted. handle is told what fails. It is 0 when ctx ends.
func (g *Gateway) Count(ctx context.Context, handle func(discord.ShardID, discord.Event)) (int, error) {
	for failures := 1; ; failures++ {
		since := time.Now()
		told, err := g.starts.gateway(ctx)
		switch {
		case ctx.Err() != nil:
			return 0, nil
		case errors.Is(err, discord.ErrToken):
			return 0, err
		case err == nil && g.config.Shards > 0:
			return g.config.Shards, nil
		case err == nil:
			return g.recommended(ctx, told), nil
		}
		wait := g.config.wait(failures, g.config.Sender.Config().Chance.Next("ask for shards"))
		g.config.Log.Warn().Err(err).Dur("wait", wait).Msg("gateway lost")
		deliver(g.config.Log, handle, discord.ShardID{}, discord.Disconnected{Err: err, Since: since, In: wait})
		if !discord.Sleep(ctx, wait) {
			return 0, nil
		}
	}
}

// recommended is the number of shards that Discord recommends. But when there are
// saved sessions, and not half as many of them as it recommends, their number stays:
// all of them can be resumed. Discord recommends a shard for each 1,000 servers, and
// allows 2,500.
func (g *Gateway) recommended(ctx context.Context, told gatewayBot) int {
	want := max(1, told.Shards)
	if g.config.Sessions == nil {
		return want
	}
	saved, err := g.config.Sessions.GatewaySession(ctx, 0)
	if err != nil {
		logUnread(g.config.Log, err)
		return want
	}
	if of := saved.Shard.Of; of > 0 && want <= 2*of && of <= 2*want && saved.usable(g.config.Sender.Config().Token, time.Now()) {
		return of
	}
	return want
}

// resumeAgain is the longest wait before a session is tried again that may go on. That
// costs nothing, and people wait.
const resumeAgain = 5 * time.Second

// wait is how long to wait after so many failures in a row: nearly nothing after
// the first.
func (c *Config) wait(failures int, luck chance.Source) time.Duration {
	if failures == 1 {
		return luck.Wait(c.Backoff / 4)
	}
	b := backoff.After(failures-1, c.Backoff, 64*c.Backoff)
	return b + luck.Wait(b/2)
}
