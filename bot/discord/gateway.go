package discord

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"sync"
	"sync/atomic"
	"time"

	"github.com/rs/zerolog"
)

// GatewayConfig is how to listen to Discord. Client has no default.
type GatewayConfig struct {
	Client *Client
	Log    zerolog.Logger

	ReadTimeout      time.Duration // without a byte the connection is dead: 90 s, because every heartbeat is answered
	AckTimeout       time.Duration // the longest that a heartbeat may wait for its answer: 15 s
	OpenTimeout      time.Duration // the longest that connecting may take: 30 s
	LockTimeout      time.Duration // the longest that discordgo may hold its lock: 60 s
	IdleTimeout      time.Duration // without a read, discordgo's reader is stuck: 3 min
	Backoff          time.Duration // after the second failure in a row, doubled each time up to sixty-fourfold: 1 s
	Stable           time.Duration // a connection that lasted this long was no failure: 1 min
	Brief            time.Duration // one that can be resumed was no failure when it lasted this long: 5 s
	IdentifyInterval time.Duration // the shortest time between two IDENTIFYs: 5 s

	Dial func(ctx context.Context, network, address string) (net.Conn, error) // nil for the network
}

// Gateway keeps listening to Discord.
type Gateway struct {
	config GatewayConfig
	client *Client
	log    zerolog.Logger

	current atomic.Pointer[session]
	seen    recent
	bot     atomic.Uint64 // the bot's user; 0 before READY

	mu     sync.Mutex
	guilds map[ID]bool

	identified time.Time // the last IDENTIFY; of Run

	stats struct {
		connects, identifies, resumes, lost, stuck, events, interactions, again, panics, unread atomic.Uint64
	}
}

// GatewayStats are a gateway's counters since it was made, and its state now.
type GatewayStats struct {
	Connects     uint64 // connections that were opened
	Identifies   uint64 // sessions that were begun
	Resumes      uint64 // sessions that went on
	Lost         uint64 // connections that ended
	Stuck        uint64 // sessions that were stuck and given up
	Events       uint64
	Interactions uint64 // that were handled
	Repeated     uint64 // that were delivered twice and handled once
	Panics       uint64 // of the handler
	Unread       uint64 // events that could not be decoded

	Up      bool // connected
	Guilds  int
	Latency time.Duration // of the last heartbeat; 0 before it
}

// NewGateway makes a gateway. Nothing happens before Run.
func NewGateway(c GatewayConfig) *Gateway {
	c.ReadTimeout = cmp.Or(c.ReadTimeout, 90*time.Second)
	c.AckTimeout = cmp.Or(c.AckTimeout, 15*time.Second)
	c.OpenTimeout = cmp.Or(c.OpenTimeout, 30*time.Second)
	c.LockTimeout = cmp.Or(c.LockTimeout, time.Minute)
	c.IdleTimeout = cmp.Or(c.IdleTimeout, 3*time.Minute)
	c.Backoff = cmp.Or(c.Backoff, time.Second)
	c.Stable = cmp.Or(c.Stable, time.Minute)
	c.Brief = cmp.Or(c.Brief, 5*time.Second)
	c.IdentifyInterval = cmp.Or(c.IdentifyInterval, 5*time.Second)
	return &Gateway{config: c, client: c.Client, log: c.Log, guilds: map[ID]bool{}}
}

// Stats reads the counters.
func (g *Gateway) Stats() GatewayStats {
	s := GatewayStats{
		Connects: g.stats.connects.Load(), Identifies: g.stats.identifies.Load(), Resumes: g.stats.resumes.Load(),
		Lost: g.stats.lost.Load(), Stuck: g.stats.stuck.Load(), Events: g.stats.events.Load(),
		Interactions: g.stats.interactions.Load(), Repeated: g.stats.again.Load(),
		Panics: g.stats.panics.Load(), Unread: g.stats.unread.Load(),
	}
	if at := g.current.Load(); at != nil {
		if w := at.wire.Load(); w != nil {
			s.Up = w.end.Load() == nil && at.up.Load()
			s.Latency = time.Duration(w.lag.Load())
		}
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	s.Guilds = len(g.guilds)
	return s
}

// CloseError is a close code after which it is useless to connect again.
type CloseError struct{ Code int }

// Error says what the code means and what to do about it.
func (e *CloseError) Error() string {
	why, ok := map[int]string{
		4004: ErrToken.Error(),
		4010: "the shard is out of range",
		4011: "the bot is in so many servers that one connection is not enough; it needs sharding",
		4012: "Discord has given up this version of its API",
		4013: "the intents are invalid",
		4014: "this bot may not have the intents",
	}[e.Code]
	if !ok {
		why = "Discord does not let the bot in"
	}
	return fmt.Sprintf("%s (the gateway was closed with code %d)", why, e.Code)
}

// Is makes a refused token recognisable as [ErrToken].
func (e *CloseError) Is(target error) bool { return target == ErrToken && e.Code == 4004 }

// final are the close codes after which it is useless to connect again.
func final(code int) bool { return code == 4004 || code >= 4010 && code <= 4014 }

// Run listens until ctx ends, and then returns nil. It returns an error when
// Discord will never let this bot in: ErrToken or a [*CloseError].
//
// The events of one connection are handled in their order. handle must not block,
// because nothing is read meanwhile. It must be safe to call from several
// goroutines. A panic in it is caught and counted. It is not called after Run has
// returned.
func (g *Gateway) Run(ctx context.Context, handle func(Event)) error {
	logger.Store(&g.log)
	var s *session
	defer func() {
		if s != nil {
			s.dropped.Store(true)
			if w := s.wire.Load(); w != nil {
				w.goodbye()
			}
		}
		g.current.Store(nil)
	}()
	for failures := 0; ; {
		since, err := g.listen(ctx, &s, handle, &failures)
		if ctx.Err() != nil {
			return nil
		}
		failures++
		var e *ending
		ended := errors.As(err, &e)
		switch {
		case ended && final(e.code):
			return &CloseError{e.code}
		case errors.Is(err, ErrToken):
			return err
		}
		wait := g.wait(failures)
		if s != nil && (ended && (e.lost || e.code == 4007 || e.code == 4009) || errors.Is(err, errStuck) || !s.resumable()) {
			s.drop()
			s = nil
			if ended && e.lost {
				wait = max(wait, g.config.IdentifyInterval/5+rand.N(g.config.IdentifyInterval*4/5)) // as Discord asks
			}
		}
		g.stats.lost.Add(1)
		g.log.Warn().Err(err).Dur("wait", wait).Bool("resume", s != nil).Msg("gateway lost")
		g.deliver(handle, Disconnected{Err: err, Since: since, In: wait})
		if !Sleep(ctx, wait) {
			return nil
		}
	}
}

// listen opens one connection and returns when it has ended: since when it was
// gone, and why. A connection that lasted sets failures to zero.
func (g *Gateway) listen(ctx context.Context, at **session, handle func(Event), failures *int) (time.Time, error) {
	since := time.Now()
	if err := g.connect(ctx, at, handle); err != nil {
		return since, err
	}
	s, opened := *at, time.Now()
	err := s.watch(ctx)
	switch lasted := time.Since(opened); {
	case lasted >= g.config.Stable:
		*failures = 0
	case lasted >= g.config.Brief && s.resumable():
		*failures = 0 // a resume costs nothing, and people wait
	}
	if errors.Is(err, errSilent) || errors.Is(err, errUnheard) || errors.Is(err, errStuck) {
		return s.wire.Load().lastRead(), err
	}
	return time.Now(), err
}

// wait is how long to wait after so many failures in a row: nearly nothing after
// the first.
func (g *Gateway) wait(failures int) time.Duration {
	b := g.config.Backoff
	if failures == 1 {
		return rand.N(b / 4)
	}
	b <<= min(failures-2, 6)
	return b + rand.N(b/2)
}

// connect opens a connection: of the session at *at, or, when there is none, of a
// new one.
func (g *Gateway) connect(ctx context.Context, at **session, handle func(Event)) error {
	if *at == nil {
		e, err := g.client.gatewayBot(ctx)
		if err != nil {
			return fmt.Errorf("ask for the gateway: %w", err)
		}
		if e.URL == "" {
			return errors.New("ask for the gateway: the answer has no address")
		}
		if wait := g.identifyWait(e); wait > 0 && !Sleep(ctx, wait) {
			return ctx.Err()
		}
		if *at, err = g.newSession(ctx, e.URL, handle); err != nil {
			return err
		}
		g.identified = time.Now()
	}
	g.current.Store(*at)
	return (*at).connect(ctx)
}

// identifyWait is how long to wait before the next IDENTIFY. Discord resets the
// token of a bot that sends more than its budget. So the last hundred are spread
// over the time that is left.
func (g *Gateway) identifyWait(e gatewayBot) time.Duration {
	reset := time.Duration(e.Budget.After) * time.Millisecond
	if e.Budget.Total > 0 && e.Budget.Remaining <= 0 {
		g.log.Error().Dur("wait", reset).Msg("identify delayed: the budget of sessions is spent")
		return reset
	}
	if g.identified.IsZero() {
		return 0
	}
	wait := time.Until(g.identified.Add(g.config.IdentifyInterval))
	if e.Budget.Total > 0 && e.Budget.Remaining < 100 {
		wait = max(wait, time.Until(g.identified.Add(reset/time.Duration(e.Budget.Remaining+1))))
	}
	return wait
}
