package discord

import (
	"bytes"
	"cmp"
	"context"
	"crypto/tls"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"runtime/debug"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/gorilla/websocket"
	"github.com/rs/zerolog"
)

// GatewayConfig is how to listen to Discord. Client has no default.
type GatewayConfig struct {
	Client *Client
	Log    zerolog.Logger

	ReadTimeout      time.Duration // without a byte the connection is dead: 90 s, as every heartbeat is answered
	AckTimeout       time.Duration // nor may a heartbeat wait longer for its answer: 15 s
	OpenTimeout      time.Duration // the longest that connecting may take: 30 s
	LockTimeout      time.Duration // the longest that discordgo may hold its lock: 60 s
	IdleTimeout      time.Duration // without a read, whoever should read is stuck: 3 min
	Backoff          time.Duration // after the second failure in a row, doubled each time up to sixty-fourfold: 1 s
	Stable           time.Duration // a connection that lasted this long was no failure: 1 min
	Brief            time.Duration // nor one that lasted this long and can be resumed: 5 s
	IdentifyInterval time.Duration // between two IDENTIFYs at least: 5 s

	Dial func(ctx context.Context, network, address string) (net.Conn, error) // nil for the network
}

// Gateway keeps listening to Discord.
type Gateway struct {
	config GatewayConfig
	client *Client
	log    zerolog.Logger

	current atomic.Pointer[link]
	seen    recent
	bot     atomic.Uint64 // our own user; 0 before READY

	mu     sync.Mutex
	guilds map[ID]bool

	identified time.Time // the last IDENTIFY; of Run

	stats struct {
		connects, identifies, resumes, lost, stuck, events, interactions, again, panics, unread atomic.Uint64
	}
}

// GatewayStats are a gateway's counters since it was made, and what is so now.
type GatewayStats struct {
	Connects     uint64 // connections that were opened
	Identifies   uint64 // sessions that were begun
	Resumes      uint64 // sessions that went on
	Lost         uint64 // connections that ended
	Stuck        uint64 // sessions that the watchdog gave up
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
	if l := g.current.Load(); l != nil {
		if w := l.wire.Load(); w != nil {
			s.Up = w.end.Load() == nil && l.open.Load()
			s.Latency = time.Duration(w.lag.Load())
		}
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	s.Guilds = len(g.guilds)
	return s
}

// CloseError is an end of the gateway after which connecting again is useless.
type CloseError struct{ Code int }

// Error says what the code means and what to do about it.
func (e *CloseError) Error() string {
	why, ok := map[int]string{
		4004: ErrToken.Error(),
		4010: "the shard is out of range",
		4011: "the bot is in so many servers that one connection is not allowed any more; it needs sharding",
		4012: "Discord does not speak this version of its API any more",
		4013: "the intents are invalid",
		4014: "the intents are not allowed to this bot",
	}[e.Code]
	if !ok {
		why = "Discord does not let the bot in"
	}
	return fmt.Sprintf("%s (the gateway was closed with code %d)", why, e.Code)
}

// Is makes a refused token recognisable as [ErrToken].
func (e *CloseError) Is(target error) bool { return target == ErrToken && e.Code == 4004 }

// final are the close codes after which nobody should connect again.
func final(code int) bool { return code == 4004 || code >= 4010 && code <= 4014 }

// Run listens until ctx ends, and then returns nil. It returns an error when
// Discord will never let this bot in: ErrToken or a [*CloseError].
//
// The events of one connection are handled in their order. handle must not
// block, since nothing is read meanwhile, and must be safe to call from several
// goroutines; a panic in it is caught and counted. Once Run has returned, handle
// is not called any more.
func (g *Gateway) Run(ctx context.Context, handle func(Event)) error {
	logger.Store(&g.log)
	var l *link
	defer func() {
		if l != nil {
			l.dropped.Store(true)
			if w := l.wire.Load(); w != nil {
				w.bye()
			}
		}
		g.current.Store(nil)
	}()
	for failures := 0; ; {
		was := time.Now()
		err := g.enter(ctx, &l, handle)
		if err == nil {
			opened := time.Now()
			err = l.watch(ctx)
			switch lasted := time.Since(opened); {
			case lasted >= g.config.Stable:
				failures = 0
			case lasted >= g.config.Brief && l.resumable():
				failures = 0 // to resume costs nothing, and people wait
			}
			if was = time.Now(); errors.Is(err, errSilent) || errors.Is(err, errUnheard) || errors.Is(err, errStuck) {
				was = l.wire.Load().alive()
			}
		}
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
		if l != nil && (ended && (e.lost || e.code == 4007 || e.code == 4009) || errors.Is(err, errStuck) || !l.resumable()) {
			l.drop()
			l = nil
			if ended && e.lost {
				wait = max(wait, g.config.IdentifyInterval/5+rand.N(g.config.IdentifyInterval*4/5)) // as Discord asks
			}
		}
		g.stats.lost.Add(1)
		g.log.Warn().Err(err).Dur("wait", wait).Bool("resume", l != nil).Msg("gateway lost")
		g.call(handle, Disconnected{Err: err, Since: was, In: wait})
		if !pause(ctx, wait) {
			return nil
		}
	}
}

// wait is how long to wait after so many failures in a row: nearly nothing
// after the first.
func (g *Gateway) wait(failures int) time.Duration {
	b := g.config.Backoff
	if failures == 1 {
		return rand.N(b / 4)
	}
	b <<= min(failures-2, 6)
	return b + rand.N(b/2)
}

func pause(ctx context.Context, d time.Duration) bool {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return true
	case <-ctx.Done():
		return false
	}
}

// enter opens a connection: that of *at again, or that of a new session, for
// which it waits as the budget of IDENTIFYs demands. Who overdraws the budget
// loses the token.
func (g *Gateway) enter(ctx context.Context, at **link, handle func(Event)) error {
	if *at == nil {
		e, err := g.client.entrance(ctx)
		if err != nil {
			return fmt.Errorf("ask for the gateway: %w", err)
		}
		if e.URL == "" {
			return errors.New("ask for the gateway: the answer has no address")
		}
		var wait time.Duration
		reset := time.Duration(e.Budget.After) * time.Millisecond
		switch {
		case e.Budget.Total > 0 && e.Budget.Remaining <= 0:
			wait = reset
			g.log.Error().Dur("wait", wait).Msg("no more sessions may be begun today")
		case g.identified.IsZero():
		default:
			wait = time.Until(g.identified.Add(g.config.IdentifyInterval))
			if e.Budget.Total > 0 && e.Budget.Remaining < 100 {
				wait = max(wait, time.Until(g.identified.Add(reset/time.Duration(e.Budget.Remaining+1))))
			}
		}
		if wait > 0 && !pause(ctx, wait) {
			return ctx.Err()
		}
		if *at, err = g.begin(ctx, e.URL, handle); err != nil {
			return err
		}
		g.identified = time.Now()
	}
	l := *at
	g.current.Store(l)
	return l.connect(ctx)
}

// link is one session of discordgo with the connections it has had.
type link struct {
	g       *Gateway
	session *discordgo.Session
	handle  func(Event)
	wire    atomic.Pointer[wire]
	open    atomic.Bool
	closed  chan struct{} // discordgo has finished closing; holds one
	dropped atomic.Bool
	failed  int // connections in a row that did not come to be

	mu     sync.Mutex
	first  string // the gateway's address
	resume string // the session's own address; empty before READY
	known  string // what discordgo was last told
}

// errMoved makes discordgo forget an address.
var errMoved = errors.New("the gateway's address has changed")

// begin makes a session, with all that discordgo has to be told.
func (g *Gateway) begin(ctx context.Context, address string, handle func(Event)) (*link, error) {
	s, err := discordgo.New("Bot " + g.client.config.Token)
	if err != nil {
		return nil, fmt.Errorf("make a session: %w", err)
	}
	l := &link{g: g, session: s, handle: handle, first: address, closed: make(chan struct{}, 1)}
	s.StateEnabled = false // 129 MB at 2,500 guilds
	// Interactions come without any intent. None of these is privileged: the first
	// tells of channels and guilds, the second of bans, the third of messages, of
	// which Discord does not tell the content where others wrote them.
	s.Identify.Intents = discordgo.IntentGuilds | discordgo.IntentGuildModeration | discordgo.IntentGuildMessages
	s.Compress = false               // the wire has to read
	s.SyncEvents = true              // events keep their order
	s.ShouldReconnectOnError = false // Run does, and looks at the close code
	s.ShouldReconnectVoiceOnSessionError = false
	s.ShouldRetryOnRateLimit = false
	s.MaxRestRetries = 0
	s.UserAgent = g.client.config.Agent
	s.LogLevel = discordgo.LogWarning // from LogDebug on it prints tokens
	s.Client = &http.Client{Timeout: 10 * time.Second, Transport: tripper(l.answer)}
	dialer := &net.Dialer{Timeout: 10 * time.Second, KeepAlive: 30 * time.Second}
	s.Dialer = &websocket.Dialer{
		HandshakeTimeout: 10 * time.Second,
		ReadBufferSize:   16 << 10,
		NetDialContext: func(c context.Context, network, address string) (net.Conn, error) {
			return l.dial(ctx, c, dialer.DialContext, network, address)
		},
		NetDialTLSContext: func(c context.Context, network, address string) (net.Conn, error) {
			return l.dial(ctx, c, (&tls.Dialer{NetDialer: dialer}).DialContext, network, address)
		},
	}
	if by := g.config.Dial; by != nil {
		s.Dialer.NetDialTLSContext = nil // TLS is on top of it
		s.Dialer.NetDialContext = func(c context.Context, network, address string) (net.Conn, error) {
			return l.dial(ctx, c, by, network, address)
		}
	}
	s.AddHandler(func(_ *discordgo.Session, e *discordgo.Event) { l.event(e) })
	s.AddHandler(func(*discordgo.Session, *discordgo.Disconnect) {
		select {
		case l.closed <- struct{}{}:
		default:
		}
	})
	return l, nil
}

type tripper func(*http.Request) (*http.Response, error)

func (t tripper) RoundTrip(r *http.Request) (*http.Response, error) { return t(r) }

// answer is all of the API that discordgo sees: the gateway's address. No
// request leaves through discordgo, so none of its limits, retries and leaks
// matter, and its global addresses need not be changed.
func (l *link) answer(r *http.Request) (*http.Response, error) {
	if r.Method != http.MethodGet || r.URL.String() != discordgo.EndpointGateway {
		return nil, errors.New("discordgo makes no requests here")
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.known = l.target()
	b, err := json.Marshal(map[string]string{"url": l.known})
	if err != nil {
		return nil, err
	}
	return &http.Response{
		StatusCode: http.StatusOK, Status: "200 OK", Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1,
		Header: http.Header{}, Body: io.NopCloser(bytes.NewReader(b)), ContentLength: int64(len(b)), Request: r,
	}, nil
}

// target is where to connect next: a session is resumed at its own address.
func (l *link) target() string { return cmp.Or(l.resume, l.first) }

type dial func(context.Context, string, string) (net.Conn, error)

// dial makes the connection. discordgo remembers the first address and forgets
// it when dialling fails, so an old one fails here.
func (l *link) dial(run, ctx context.Context, by dial, network, address string) (net.Conn, error) {
	l.mu.Lock()
	moved := l.known != l.target()
	l.mu.Unlock()
	if moved {
		return nil, errMoved
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(run, cancel)()
	c, err := by(ctx, network, address)
	if err != nil {
		return nil, err
	}
	w := newWire(c, l.g.config.ReadTimeout)
	l.wire.Store(w)
	if l.dropped.Load() {
		w.finish(&ending{cause: errClosed})
	}
	return w, nil
}

// connect lets discordgo open a connection, and gives up on the whole session
// when discordgo does not come back from it.
func (l *link) connect(ctx context.Context) error {
	select {
	case <-l.closed: // of a connection before
	default:
	}
	l.wire.Store(nil)
	result := make(chan error, 1)
	go func() {
		defer func() {
			if p := recover(); p != nil {
				result <- fmt.Errorf("discordgo panicked: %v", p)
			}
		}()
		err := l.session.Open()
		if errors.Is(err, errMoved) {
			err = l.session.Open()
		}
		result <- err
	}()
	timer := time.NewTimer(l.g.config.OpenTimeout)
	defer timer.Stop()
	var err error
	select {
	case err = <-result:
	case <-ctx.Done():
		l.mu.Lock()
		entered := l.resume != ""
		l.mu.Unlock()
		if w := l.wire.Load(); w != nil && entered {
			w.bye() // discordgo has not come back from a session that is on
		}
		l.drop()
		return ctx.Err()
	case <-timer.C:
		l.g.stats.stuck.Add(1)
		l.drop()
		return fmt.Errorf("connect: %w", errStuck)
	}
	if err != nil {
		l.failed++
		if w := l.wire.Load(); w != nil {
			w.finish(&ending{cause: err})
			err = w.end.Load() // which may know better
		}
		return fmt.Errorf("connect: %w", err)
	}
	l.failed = 0
	l.open.Store(true)
	l.g.stats.connects.Add(1)
	return nil
}

// resumable reports whether the session can go on at another connection.
func (l *link) resumable() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.resume != "" && l.failed < 3 && !l.dropped.Load()
}

// drop gives the session up. If discordgo is locked for ever, what it holds
// stays; that is a few kilobytes, and the wire prevents the ways known to it.
func (l *link) drop() {
	l.dropped.Store(true)
	if w := l.wire.Load(); w != nil {
		w.finish(&ending{cause: errClosed})
	}
}

// watch returns when the connection has ended and discordgo has noticed, or
// when discordgo is stuck.
func (l *link) watch(ctx context.Context) error {
	defer l.open.Store(false)
	w := l.wire.Load()
	stuck := l.g.config.LockTimeout
	tick := time.NewTicker(min(stuck, l.g.config.IdleTimeout, l.g.config.AckTimeout) / 4)
	defer tick.Stop()
	free := time.Now() // when the lock was last seen open
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-l.g.client.denied:
			l.drop()
			return fmt.Errorf("a request was refused: %w", ErrToken)
		case <-w.done:
			timer := time.NewTimer(stuck)
			defer timer.Stop()
			select {
			case <-l.closed:
				return w.end.Load()
			case <-ctx.Done():
				return ctx.Err()
			case <-timer.C:
				return l.give("it does not notice that its connection ended")
			}
		case <-tick.C:
			if l.session.TryRLock() {
				l.session.RUnlock()
				free = time.Now()
			} else if time.Since(free) > stuck {
				return l.give("it holds its lock")
			}
			if w.quiet() > l.g.config.IdleTimeout {
				return l.give("nobody reads")
			}
			if w.unheard() > l.g.config.AckTimeout {
				w.finish(&ending{cause: errUnheard})
			}
		}
	}
}

func (l *link) give(why string) error {
	l.g.stats.stuck.Add(1)
	l.drop()
	return fmt.Errorf("%w: %s", errStuck, why)
}

// event decodes what the bot wants to know. It runs in discordgo's reading
// goroutine.
func (l *link) event(e *discordgo.Event) {
	g := l.g
	g.stats.events.Add(1)
	if l.dropped.Load() {
		return
	}
	defer g.survive() // of decoding; the handler's own is caught by call
	v, err := l.read(e)
	if err != nil {
		g.stats.unread.Add(1)
		g.log.Error().Str("event", e.Type).Err(err).Msg("event not understood")
		return
	}
	if v != nil {
		g.call(l.handle, v)
	}
}

// call calls the handler and survives it.
func (g *Gateway) call(handle func(Event), e Event) {
	defer g.survive()
	handle(e)
}

// survive ends a panic. It is to be deferred.
func (g *Gateway) survive() {
	p := recover()
	if p == nil {
		return
	}
	g.stats.panics.Add(1)
	// What a panic says may hold anything, unless it is the runtime's.
	what := fmt.Sprintf("%T", p)
	if err, ok := p.(interface {
		error
		RuntimeError()
	}); ok {
		what = err.Error()
	}
	g.log.Error().Str("panic", what).Bytes("stack", debug.Stack()).Msg("handler panicked")
}

func (l *link) read(e *discordgo.Event) (Event, error) {
	g := l.g
	switch e.Type {
	case "INTERACTION_CREATE", unreadInteraction:
		ix, err := decode(e.RawData, time.Now())
		if err != nil {
			return nil, err
		}
		if !g.seen.add(ix.ID) {
			g.stats.again.Add(1)
			return nil, nil
		}
		g.stats.interactions.Add(1)
		return ix, nil
	case "READY":
		var d struct {
			Resume string   `json:"resume_gateway_url"`
			User   wireUser `json:"user"`
			App    struct {
				ID ID `json:"id"`
			} `json:"application"`
			Guilds []struct {
				ID ID `json:"id"`
			} `json:"guilds"`
		}
		if err := json.Unmarshal(e.RawData, &d); err != nil {
			return nil, err
		}
		l.mu.Lock()
		l.resume = cmp.Or(d.Resume, l.first)
		l.mu.Unlock()
		g.bot.Store(uint64(d.User.ID))
		g.stats.identifies.Add(1)
		r := Ready{App: d.App.ID, Bot: d.User.user("")}
		g.mu.Lock()
		clear(g.guilds)
		for _, x := range d.Guilds {
			r.Guilds = append(r.Guilds, x.ID)
			g.guilds[x.ID] = true
		}
		g.mu.Unlock()
		return r, nil
	case "RESUMED":
		g.stats.resumes.Add(1)
		return Resumed{}, nil
	case "GUILD_CREATE":
		var d struct {
			ID          ID     `json:"id"`
			Name        string `json:"name"`
			Locale      string `json:"preferred_locale"`
			Unavailable bool   `json:"unavailable"`
		}
		if err := json.Unmarshal(e.RawData, &d); err != nil {
			return nil, err
		}
		g.mu.Lock()
		known := g.guilds[d.ID]
		g.guilds[d.ID] = true
		g.mu.Unlock()
		if d.Unavailable {
			return GuildLeft{ID: d.ID, Unavailable: true}, nil
		}
		return GuildJoined{ID: d.ID, Name: d.Name, Locale: d.Locale, New: !known}, nil
	case "GUILD_DELETE":
		var d struct {
			ID          ID   `json:"id"`
			Unavailable bool `json:"unavailable"`
		}
		if err := json.Unmarshal(e.RawData, &d); err != nil {
			return nil, err
		}
		if !d.Unavailable {
			g.mu.Lock()
			delete(g.guilds, d.ID)
			g.mu.Unlock()
		}
		return GuildLeft(d), nil
	case "CHANNEL_DELETE", "THREAD_DELETE":
		var d struct {
			ID    ID `json:"id"`
			Guild ID `json:"guild_id"`
		}
		if err := json.Unmarshal(e.RawData, &d); err != nil {
			return nil, err
		}
		return ChannelDeleted{Guild: d.Guild, Channel: d.ID}, nil
	case "GUILD_BAN_ADD":
		var d struct {
			Guild ID       `json:"guild_id"`
			User  wireUser `json:"user"`
		}
		if err := json.Unmarshal(e.RawData, &d); err != nil {
			return nil, err
		}
		return MemberBanned{Guild: d.Guild, User: d.User.ID}, nil
	case "CHANNEL_UPDATE", "THREAD_UPDATE", "GUILD_ROLE_UPDATE", "GUILD_MEMBER_UPDATE":
		var d struct {
			Channel ID `json:"id"`
			Guild   ID `json:"guild_id"`
		}
		if err := json.Unmarshal(e.RawData, &d); err != nil {
			return nil, err
		}
		if e.Type == "GUILD_ROLE_UPDATE" || e.Type == "GUILD_MEMBER_UPDATE" {
			d.Channel = 0
		}
		return PermissionsChanged{Guild: d.Guild, Channel: d.Channel}, nil
	case "MESSAGE_DELETE", "MESSAGE_DELETE_BULK":
		var d struct {
			ID      ID   `json:"id"`
			IDs     []ID `json:"ids"`
			Channel ID   `json:"channel_id"`
			Guild   ID   `json:"guild_id"`
		}
		if err := json.Unmarshal(e.RawData, &d); err != nil {
			return nil, err
		}
		if d.ID != 0 {
			d.IDs = append(d.IDs, d.ID)
		}
		return MessagesDeleted{Guild: d.Guild, Channel: d.Channel, Messages: d.IDs}, nil
	case "MESSAGE_CREATE", unreadMessage:
		var d struct {
			ID      ID `json:"id"`
			Channel ID `json:"channel_id"`
			Author  struct {
				ID ID `json:"id"`
			} `json:"author"`
		}
		if err := json.Unmarshal(e.RawData, &d); err != nil {
			return nil, err
		}
		if d.Author.ID == ID(g.bot.Load()) {
			return nil, nil
		}
		return MessageCreated{Channel: d.Channel, Message: d.ID}, nil
	}
	return nil, nil
}

// remembered is how many interactions a resumed session could repeat and still
// find here: more than Discord keeps.
const remembered = 8192

// recent remembers the last ids. The zero recent remembers none.
type recent struct {
	mu   sync.Mutex
	ids  map[ID]struct{}
	ring []ID
	next int
}

// add reports whether id is new.
func (r *recent) add(id ID) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if _, ok := r.ids[id]; ok {
		return false
	}
	if r.ids == nil {
		r.ids = make(map[ID]struct{}, remembered)
		r.ring = make([]ID, remembered)
	}
	delete(r.ids, r.ring[r.next])
	r.ids[id] = struct{}{}
	r.ring[r.next] = id
	r.next = (r.next + 1) % remembered
	return true
}

// logger is where discordgo's own words go: to the gateway that ran last. They
// go through one variable because discordgo's do.
var logger atomic.Pointer[zerolog.Logger]

// discordgo keeps its version of the API and its logger in variables of the
// package. They are set before anything runs and never again.
func init() {
	discordgo.APIVersion = "10"
	discordgo.Logger = tell
}

// tell logs what discordgo says, without what it says it about: payloads and
// tokens come as arguments, and only those that are errors of the network are
// passed on.
func tell(level, _ int, format string, args ...any) {
	log := logger.Load()
	if log == nil {
		return
	}
	// What cannot be decoded concerns nobody: the gateway decodes by itself.
	if level > discordgo.LogWarning || strings.HasPrefix(format, "error unmarshalling") || strings.HasPrefix(format, "unknown ") {
		return
	}
	var cause error
	for _, a := range args {
		var net net.Error
		var end *ending
		err, ok := a.(error)
		if ok && errors.Is(err, errMoved) {
			return // that is how it is told a new address
		}
		if ok && errors.As(err, &end) {
			return // Run logs the end of a connection, and why; or ended it itself
		}
		if ok && errors.As(err, &net) {
			cause = err
		}
	}
	text, _, _ := strings.Cut(format, "%")
	event := log.Warn()
	if level == discordgo.LogError {
		event = log.Error()
	}
	event.Err(cause).Str("from", "discordgo").Msg(strings.TrimRight(text, " ,:\n\t"))
}
