package gateway

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"oneiros/bot/discord"
	"oneiros/bot/discord/transport"

	"github.com/bwmarrin/discordgo"
	"github.com/gorilla/websocket"
)

// session is a session of Discord's gateway with the connections that it has had. Each
// connection has a Session of discordgo of its own.
type session struct {
	shard     *Shard
	discordgo *discordgo.Session // of the connection that was opened last
	closed    chan struct{}      // that Session has finished closing; holds one
	handle    func(discord.ShardID, discord.Event)
	wire      atomic.Pointer[wire] // of the connection that was dialled last
	up        atomic.Bool
	dropped   atomic.Bool
	seq       atomic.Int64 // of the last event that was handled
	opened    bool         // the last connection came as far as a RESUME or an IDENTIFY
	refused   int          // connections in a row that ended on a RESUME
	unreached int          // attempts in a row that did not come as far as a RESUME
	turn      *start       // to IDENTIFY; nil for a session that was saved

	handling sync.Mutex // held while an event is handled

	mu       sync.Mutex
	id       string // what Discord calls the session; empty before READY
	first    string // the gateway's address
	resume   string // the session's own address; empty before READY
	restored bool   // another process began it, and it does not go on yet
	doubtful bool   // and that process may have handled what Discord repeats now
}

// newSession makes a session that has no connection yet.
func (h *Shard) newSession(address string, handle func(discord.ShardID, discord.Event)) *session {
	return &session{shard: h, handle: handle, first: address}
}

// renew makes discordgo's Session for the next connection, and tells it all that it has to
// be told. The goroutines of the last one may still be there: discordgo's heartbeat reads
// what its Open writes.
func (s *session) renew(ctx context.Context) error {
	h := s.shard
	d, err := discordgo.New("Bot " + h.sender.Config().Token)
	if err != nil {
		return fmt.Errorf("make a session: %w", err)
	}
	closed := make(chan struct{}, 1)
	d.StateEnabled = false // 129 MB at 2,500 guilds
	d.ShardID, d.ShardCount = h.id.Number, h.id.Of
	d.Identify.Intents = h.config.Intents // interactions come without any
	d.Compress = false                    // the wire has to read
	d.SyncEvents = true                   // events keep their order
	d.ShouldReconnectOnError = false      // Run does, and looks at the close code
	d.ShouldReconnectVoiceOnSessionError = false
	d.ShouldRetryOnRateLimit = false
	d.MaxRestRetries = 0
	d.UserAgent = h.sender.Config().Agent
	d.LogLevel = discordgo.LogWarning // from LogDebug on it prints tokens
	d.Client = &http.Client{Timeout: 10 * time.Second, Transport: roundTripper(s.answerAddress)}
	d.Dialer = s.dialer(ctx)
	d.AddHandler(func(_ *discordgo.Session, e *discordgo.Event) { s.event(e) })
	d.AddHandler(func(*discordgo.Session, *discordgo.Disconnect) {
		select {
		case closed <- struct{}{}:
		default:
		}
	})
	s.discordgo, s.closed = d, closed
	return nil
}

// dialer makes connections that have a wire. run is the context of Run. The wire reads
// what is sent, so it is above TLS, and a proxy is below that. The websocket's own
// dialer would have a proxy above TLS, or the wire below it.
func (s *session) dialer(run context.Context) *websocket.Dialer {
	by := func(dial dialFunc) dialFunc {
		return func(ctx context.Context, network, address string) (net.Conn, error) {
			return s.dial(run, ctx, dial, network, address)
		}
	}
	plain, secure := s.shard.sender.Ways(s.shard.config.Dial)
	return &websocket.Dialer{
		HandshakeTimeout: transport.ConnectTime, ReadBufferSize: 16 << 10,
		NetDialContext: by(plain), NetDialTLSContext: by(secure),
	}
}

type roundTripper func(*http.Request) (*http.Response, error)

func (t roundTripper) RoundTrip(r *http.Request) (*http.Response, error) { return t(r) }

// answerAddress is all of the API that discordgo sees: the gateway's address. No
// request leaves through discordgo. So none of its limits, retries and leaks
// matter, and its global addresses need not be changed.
func (s *session) answerAddress(r *http.Request) (*http.Response, error) {
	if r.Method != http.MethodGet || r.URL.String() != discordgo.EndpointGateway {
		return nil, errors.New("discordgo makes no requests here")
	}
	b, err := json.Marshal(map[string]string{"url": s.address()})
	if err != nil {
		return nil, err
	}
	return &http.Response{
		StatusCode: http.StatusOK, Status: "200 OK", Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1,
		Header: http.Header{}, Body: io.NopCloser(bytes.NewReader(b)), ContentLength: int64(len(b)), Request: r,
	}, nil
}

// address is where to connect next: a session is resumed at its own address.
func (s *session) address() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return cmp.Or(s.resume, s.first)
}

type dialFunc = func(ctx context.Context, network, address string) (net.Conn, error)

// dial makes a connection.
func (s *session) dial(run, ctx context.Context, by dialFunc, network, address string) (net.Conn, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(run, cancel)()
	c, err := by(ctx, network, address)
	if err != nil {
		return nil, err
	}
	w := newWire(c, s.shard.config.ReadTimeout)
	w.opening, w.hear = s.opening, s.shard.sender.Hear
	s.wire.Store(w)
	if s.dropped.Load() {
		w.finish(&ending{cause: errClosed})
	}
	return w, nil
}

// connect lets discordgo open a connection. It gives the whole session up when
// discordgo does not come back.
func (s *session) connect(ctx context.Context) error {
	s.wire.Store(nil)
	if err := s.renew(ctx); err != nil {
		return err
	}
	result := make(chan error, 1)
	go func() { result <- open(s.discordgo) }()
	timer := time.NewTimer(s.shard.config.OpenTimeout)
	defer timer.Stop()
	var err error
	select {
	case err = <-result:
	case <-ctx.Done():
		return ctx.Err() // Run leaves the session, which may be on although discordgo has not come back
	case <-timer.C:
		return fmt.Errorf("connect: %w", s.giveUp("Open does not come back"))
	}
	w := s.wire.Load()
	s.opened = w != nil && w.opened
	if err != nil {
		s.noteFailure(s.opened)
		if w != nil {
			w.finish(&ending{cause: err})
			err = w.end.Load() // the wire may know better why it ended
		}
		return fmt.Errorf("connect: %w", err)
	}
	s.refused, s.unreached = 0, 0
	s.up.Store(true)
	s.shard.stats.connects.Add(1)
	return nil
}

// open calls discordgo's Open.
func open(d *discordgo.Session) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("discordgo panicked: %v", p)
		}
	}()
	return d.Open()
}

// opening is the packet that the wire sends in place of discordgo's first: a RESUME by
// what we know of the session. It is nil when discordgo is to IDENTIFY.
func (s *session) opening() ([]byte, error) {
	s.mu.Lock()
	id := s.id
	s.mu.Unlock()
	if id == "" {
		if s.turn != nil {
			s.turn.used()
		}
		return nil, nil
	}
	return json.Marshal(map[string]any{"op": 6, "d": map[string]any{"token": "Bot " + s.shard.sender.Config().Token, "session_id": id, "seq": s.seq.Load()}})
}

// settle waits for the event that is handled, and lets none follow it. It reports
// whether that worked, because a handler may block for ever.
func (s *session) settle() bool {
	settled := make(chan struct{})
	go func() {
		s.handling.Lock()
		s.dropped.Store(true)
		s.handling.Unlock()
		close(settled)
	}()
	timer := time.NewTimer(time.Second)
	defer timer.Stop()
	select {
	case <-settled:
		return true
	case <-timer.C:
		return false
	}
}

// isDoubtful reports whether another process may have handled what is read now.
func (s *session) isDoubtful() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.doubtful
}

// How often a session is tried again. Discord may not want it any more, or its address
// is dead, or there is no network. Only for the first a new session is better.
const (
	maxRefused   = 3
	maxAtAddress = 3  // then at the gateway's address
	maxUnreached = 60 // five minutes of resumeAgain, in which Discord forgets it anyway
)

// noteFailure counts an attempt that failed, before or after the RESUME was sent.
func (s *session) noteFailure(sent bool) {
	if sent {
		s.refused++
		return
	}
	if s.unreached++; s.unreached == maxAtAddress {
		s.mu.Lock()
		defer s.mu.Unlock()
		if s.resume != "" {
			s.resume = s.first
		}
	}
}

// resumable reports whether the session can go on at another connection.
func (s *session) resumable() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.resume != "" && s.refused < maxRefused && s.unreached < maxUnreached && !s.dropped.Load()
}

// drop leaves the session to itself. If discordgo is locked for ever, its memory is
// lost. That is a few kilobytes, and the wire prevents the known causes.
func (s *session) drop() {
	s.dropped.Store(true)
	if w := s.wire.Load(); w != nil {
		w.finish(&ending{cause: errClosed})
	}
}

// giveUp drops a session that is stuck.
func (s *session) giveUp(why string) error {
	s.shard.stats.stuck.Add(1)
	s.drop()
	return fmt.Errorf("%w: %s", errStuck, why)
}

// watch returns when the connection has ended and discordgo has noticed, or when
// discordgo is stuck.
func (s *session) watch(ctx context.Context) error {
	defer s.up.Store(false)
	w, c := s.wire.Load(), &s.shard.config
	ticker := time.NewTicker(min(c.LockTimeout, c.IdleTimeout, c.AckTimeout) / 4)
	defer ticker.Stop()
	var probe <-chan time.Time
	if c.Probe > 0 {
		each := time.NewTicker(c.Probe / 5)
		defer each.Stop()
		probe = each.C
	}
	unlocked := time.Now() // when the lock was last seen open
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-s.shard.sender.Denied(): // Run ends, and says goodbye
			return fmt.Errorf("a request was refused: %w", discord.ErrToken)
		case <-w.done:
			return s.waitClosed(ctx, w)
		case <-probe:
			w.probe(s.seq.Load(), c.Probe)
		case <-ticker.C:
			if s.discordgo.TryRLock() {
				s.discordgo.RUnlock()
				unlocked = time.Now()
			} else if time.Since(unlocked) > c.LockTimeout {
				return s.giveUp("it holds its lock")
			}
			s.hideAck()
			if w.sinceRead() > c.IdleTimeout {
				return s.giveUp("it does not read")
			}
			if w.ackWait() > c.AckTimeout {
				w.finish(&ending{cause: errUnheard})
			}
		}
	}
}

// hideAck tells discordgo that the answer to its last heartbeat came in a far future.
// discordgo compares that moment by the host's wall clock. So a step of that clock by five
// heartbeats, which are 206 seconds, would end the connection. Each answer sets the moment
// anew, so this has to be done again before the next heartbeat. Nothing is lost with
// discordgo's comparison: the wire waits less long for an answer, by the monotonic clock.
func (s *session) hideAck() {
	if s.discordgo.TryLock() {
		s.discordgo.LastHeartbeatAck = farFuture
		s.discordgo.Unlock()
	}
}

// farFuture is later than any clock says.
var farFuture = time.Date(9999, 1, 1, 0, 0, 0, 0, time.UTC)

// waitClosed waits until discordgo has noticed that its connection has ended.
func (s *session) waitClosed(ctx context.Context, w *wire) error {
	timer := time.NewTimer(s.shard.config.LockTimeout)
	defer timer.Stop()
	select {
	case <-s.closed:
		return w.end.Load()
	case <-ctx.Done():
		return ctx.Err()
	case <-timer.C:
		return s.giveUp("it does not notice that its connection has ended")
	}
}
