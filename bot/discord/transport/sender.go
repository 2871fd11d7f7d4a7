package transport

import (
	"cmp"
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
	"sync/atomic"
	"time"

	"github.com/bwmarrin/discordgo"
	"golang.org/x/time/rate"

	"oneiros/bot/backoff"
	"oneiros/bot/chance"
	"oneiros/bot/discord"
)

// DefaultBase is Discord's own API.
const DefaultBase = "https://discord.com/api/v10"

// LibraryAgent is what Discord demands at the beginning of a User-Agent: the address
// of the library that connects to it, and its version.
const LibraryAgent = "DiscordBot (https://github.com/bwmarrin/discordgo, " + discordgo.VERSION + ")"

// Config is how to reach Discord. Everything but the token has a default.
type Config struct {
	Token string // of the bot, with or without "Bot " in front
	Base  string // the API with its version: DefaultBase, or that of a proxy or a stand-in
	Agent string // User-Agent: LibraryAgent, and what else is to be said after a space

	Timeout    time.Duration // of one attempt: 10 s
	MaxWait    time.Duration // for a rate limit: 1 min
	MaxTries   int           // attempts of a request that may be repeated: 4
	Backoff    time.Duration // before the second attempt, doubled each time: 250 ms
	MaxRefused int           // refused requests in ten minutes, after which the bot sends only answers to people: 5,000 of Discord's 10,000

	// May says whether a request may be sent, and is asked each time. Where another
	// process may have taken over what this one shows, only answers to presses are sent,
	// or nothing. It is nil for always.
	May func(answer bool) bool

	// Follows says that a process before this one may have used up the bot's limit of this
	// second. So the sender begins with an empty bucket.
	Follows bool

	Chance chance.Source // of waits and of the names of posts: the system's

	Dial      func(ctx context.Context, network, address string) (net.Conn, error) // nil for the network; without use beside Transport
	Transport http.RoundTripper                                                    // nil for one with separate connections

	// Wrap is put around the transport, so that each attempt and its answer can be read. Nil for
	// nothing.
	Wrap func(http.RoundTripper) http.RoundTripper

	Proxies Proxies        // of requests, but beside Transport, and of the gateway
	Roots   *x509.CertPool // that certificates are trusted by; nil for the system's
}

// Format writes where Discord is, and not the token.
func (c Config) Format(f fmt.State, _ rune) { fmt.Fprintf(f, "Discord at %s", c.Base) }

// A Sender sends requests to Discord within its limits. All of its methods may be called
// from any goroutine and end with their context. They return an [*discord.Error], a
// [*discord.Fault] or [discord.ErrHalted], and none of these has a token in it.
type Sender struct {
	*shared
	end context.Context // ends all requests; nil for never
}

// shared is what a [Sender] and those made from it have together.
type shared struct {
	config  Config
	scheme  string
	host    string
	prefix  string
	auth    []string
	agent   []string
	tripper http.RoundTripper
	own     *http.Transport // to be closed with the sender

	limits  limits
	limiter *rate.Limiter
	refused window
	clock   *discord.Clock
	paused  pauses
	bans    bans
	token   atomic.Bool   // the token was refused
	denied  chan struct{} // closed then
	heard   atomic.Int64  // when Discord last said something, in nanoseconds after paused.born

	sent  routeCounts
	stats struct {
		requests, retries, limited, failed, faults atomic.Uint64
	}
}

// Stats are a sender's counters since it was made, and its state now.
type Stats struct {
	Requests uint64 // attempts that were sent
	Retries  uint64 // of them, repeated
	Limited  uint64 // answers 429
	Failed   uint64 // answers of 500 and above
	Faults   uint64 // attempts without an answer

	Routes []RouteStats // the attempts, by route

	Buckets int  // rate limits that are kept in memory
	Refused int  // answers 401, 403 and 429 in the last ten minutes
	Halted  bool // so many that the bot sends only answers to people
}

// NewSender makes a sender. It does not ask Discord anything yet.
func NewSender(c Config) (*Sender, error) {
	c.Token = strings.TrimPrefix(strings.TrimSpace(c.Token), "Bot ")
	c.Base = strings.TrimRight(cmp.Or(c.Base, DefaultBase), "/")
	c.Agent = cmp.Or(c.Agent, LibraryAgent)
	c.Timeout = cmp.Or(c.Timeout, 10*time.Second)
	c.MaxWait = cmp.Or(c.MaxWait, time.Minute)
	c.MaxTries = cmp.Or(c.MaxTries, 4)
	c.Backoff = cmp.Or(c.Backoff, 250*time.Millisecond)
	c.MaxRefused = cmp.Or(c.MaxRefused, 5000)
	if c.Token == "" || strings.ContainsFunc(c.Token, func(r rune) bool { return r <= ' ' || r > '~' }) {
		return nil, errors.New("the bot's token is empty or has characters that no token has")
	}
	u, err := url.Parse(c.Base)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || u.User != nil || u.RawQuery != "" || u.Fragment != "" {
		return nil, fmt.Errorf("the API's address %q is no http or https address", c.Base)
	}
	cl := &shared{
		config: c, clock: discord.NewClock(), paused: pauses{born: time.Now()}, scheme: u.Scheme, host: u.Host, prefix: u.Path,
		auth: []string{"Bot " + c.Token}, agent: []string{c.Agent},
		limits:  limits{buckets: map[string]*bucket{}, shared: map[string]string{}},
		limiter: rate.NewLimiter(share(1, 1)),
		denied:  make(chan struct{}),
	}
	if c.Dial == nil {
		c.Dial = (&net.Dialer{Timeout: 5 * time.Second, KeepAlive: 30 * time.Second}).DialContext
	}
	if cl.tripper = c.Transport; cl.tripper == nil {
		cl.own = &http.Transport{
			DialContext:           c.Proxies.through("https", c.Dial, c.Roots),
			ForceAttemptHTTP2:     true,
			TLSHandshakeTimeout:   5 * time.Second,
			ResponseHeaderTimeout: c.Timeout,
			MaxIdleConns:          512,
			MaxIdleConnsPerHost:   512,
			IdleConnTimeout:       60 * time.Second, // shorter than on Discord's side, so that no press meets a closing connection
			DisableCompression:    true,             // answers are small or not read
			HTTP2:                 &http.HTTP2Config{SendPingTimeout: pingAfter, PingTimeout: pingTimeout},
		}
		if c.Roots != nil {
			cl.own.TLSClientConfig = &tls.Config{RootCAs: c.Roots}
		}
		if u.Scheme == "http" { // a proxy is asked for the page itself, and not for a connection
			cl.own.DialContext, cl.own.Proxy = c.Dial, c.Proxies.ofRequest
		}
		cl.tripper = cl.own
	}
	if c.Wrap != nil {
		cl.tripper = c.Wrap(cl.tripper)
	}
	if c.Follows {
		cl.limiter.AllowN(time.Now(), cl.limiter.Burst())
	}
	return &Sender{shared: cl}, nil
}

// Until returns a sender that sends nothing after end has ended. What is under way then
// is broken off, whatever its own context says. Both senders have all limits together,
// and only the first one is closed.
func (c *Sender) Until(end context.Context) *Sender { return &Sender{c.shared, end} }

// Config is what the sender was made of, with what stands for the defaults.
func (c *shared) Config() Config { return c.config }

// Format writes where Discord is, and not the token.
func (c *Sender) Format(f fmt.State, verb rune) { c.config.Format(f, verb) }

// perSecond is how many requests Discord takes from a bot in a second. Answers to
// interactions are not among them.
const perSecond = 50

// SetShare lets this process send its part of the requests that all processes of the
// bot may send: as many as it has shards of all shards. A process without a shard may
// send as many as one with one.
func (c *shared) SetShare(shards, of int) {
	limit, burst := share(max(shards, 1), max(of, 1))
	c.limiter.SetLimit(limit)
	c.limiter.SetBurst(burst)
}

// share is a part of Discord's limit. In no second more is sent than the rate and the
// burst, so that all parts together stay below the limit. The rate leaves room for a second
// burst, because a network or a busy machine brings requests together that were sent one
// after another. A part so small that this would leave nothing takes a request in four
// seconds.
func share(shards, of int) (rate.Limit, int) {
	part := perSecond * float64(shards) / float64(of)
	burst := max(1, int(part/10))
	return rate.Limit(max(part-2*float64(burst), 0.25)), burst
}

// Clock is the host's clock beside Discord's. It hears each answer to this sender,
// and each interaction of a gateway that uses it.
func (c *shared) Clock() *discord.Clock { return c.clock }

// A connection without an answer for pingAfter is asked whether it is alive, and is
// dead when it says nothing for pingTimeout. So few presses meet a dead one.
const (
	pingAfter   = 15 * time.Second
	pingTimeout = 5 * time.Second
)

// Close closes idle connections.
func (c *shared) Close() {
	if c.own != nil {
		c.own.CloseIdleConnections()
	}
}

// Denied is closed when Discord refuses the bot's token.
func (c *shared) Denied() <-chan struct{} { return c.denied }

// Stats reads the counters.
func (c *shared) Stats() Stats {
	s := Stats{
		Requests: c.stats.requests.Load(), Retries: c.stats.retries.Load(), Limited: c.stats.limited.Load(),
		Failed: c.stats.failed.Load(), Faults: c.stats.faults.Load(),
		Routes: c.sent.list(), Buckets: c.limits.count(), Refused: c.refused.sum(),
	}
	s.Halted = s.Refused >= c.config.MaxRefused
	return s
}

// A RetryPolicy says whether a request may be sent twice.
type RetryPolicy int

// The policies.
const (
	IfUnsent RetryPolicy = iota // only if Discord cannot have seen it
	Always                      // twice is as good as once
)

// A Request is one request, however often it is sent.
type Request struct {
	Method    string
	Route     string // method and shape of the path, for limits and errors
	Path      string // after the base
	Query     string
	Major     string         // channel or token that the route's limit belongs to
	Secret    string         // interaction token in the path
	JSON      any            // the body; nil for none
	Files     []discord.File // beside it
	Retry     RetryPolicy
	ByToken   bool               // it has an interaction's token: not the bot's, not one of the bot's 50 a second
	Unlimited bool               // Discord does not limit it
	Read      func([]byte) error // of the answer; nil when no caller wants it

	body body // made of JSON and Files by Do
}

// maxAnswer is more than any answer that the sender reads.
const maxAnswer = 4 << 20

// Do sends a request and reads its answer. It waits for the limits that the request
// counts to, and repeats what may be repeated. An error says whether Discord may have done
// what was asked: see [discord.MayHaveArrived].
func (c *Sender) Do(ctx context.Context, r *Request) error {
	if c.end != nil {
		var cancel context.CancelFunc
		ctx, cancel = context.WithCancel(ctx)
		defer cancel()
		defer context.AfterFunc(c.end, cancel)()
	}
	if r.JSON != nil {
		var err error
		if r.body, err = encode(r.JSON, r.Files); err != nil {
			return fmt.Errorf("%s: encode the body: %w", r.Route, err)
		}
	}
	arrived, err := attempts(ctx, c, r)
	switch {
	case err != nil && arrived && r.Method == http.MethodDelete && discord.IsDeleted(err):
		return nil // an attempt before did it
	case err != nil && arrived && r.Method == http.MethodPost && !discord.MayHaveArrived(err):
		return &discord.Fault{Route: r.Route, Arrived: true, Err: err} // how the last attempt ended says nothing about the one before
	}
	return err
}

// attempts sends the request until it has an answer. arrived says that an attempt without
// an answer may have arrived.
func attempts(ctx context.Context, c *Sender, r *Request) (arrived bool, err error) {
	for try := 1; ; try++ {
		if err := admit(ctx, c, r); err != nil {
			return arrived, err
		}
		err := c.attempt(ctx, r)
		if err == nil {
			return arrived, nil
		}
		wait, ok := c.config.next(r, err, try)
		if !ok || !sleepBefore(ctx, wait) {
			return arrived, err
		}
		arrived = arrived || discord.MayHaveArrived(err)
		c.stats.retries.Add(1)
	}
}

// next is how long to wait after an error before the next try, if there is one.
func (c Config) next(r *Request, err error, try int) (time.Duration, bool) {
	if try >= c.MaxTries {
		return 0, false
	}
	wait := backoff.After(try, c.Backoff, c.MaxWait) + c.Chance.Wait(c.Backoff, "retry", r.Method, r.Path, r.JSON, try)
	var e *discord.Error
	if errors.As(err, &e) {
		switch {
		case e.Code == discordgo.ErrCodeMaximumNumberOfEditsToMessagesOlderThanOneHourReached:
			return 0, false // it lasts for most of an hour; the board is posted again instead
		case e.Status == http.StatusTooManyRequests && e.Scope != "local":
			return e.RetryAfter, e.RetryAfter <= c.MaxWait
		case e.Status >= 500:
			return wait, r.Retry == Always
		}
		return 0, false
	}
	var f *discord.Fault
	if errors.As(err, &f) && !errors.Is(err, context.Canceled) {
		return wait, r.Retry == Always || !f.Arrived
	}
	return 0, false
}

// sleepBefore sleeps, or does not begin to when the context would end first.
func sleepBefore(ctx context.Context, d time.Duration) bool {
	if t, ok := ctx.Deadline(); ok && time.Until(t) <= d {
		return false
	}
	return discord.Sleep(ctx, d)
}

// pauses are until when requests wait, because Discord limited all of them: those with
// an interaction's token, and the others.
type pauses struct {
	born            time.Time
	byToken, others atomic.Int64 // nanoseconds after born
}

func (p *pauses) of(r *Request) *atomic.Int64 {
	if r.ByToken {
		return &p.byToken
	}
	return &p.others
}

// left is how long requests like r have to wait.
func (p *pauses) left(r *Request) time.Duration {
	return time.Duration(p.of(r).Load()) - time.Since(p.born)
}

// extend lets requests like r wait at least so long.
func (p *pauses) extend(r *Request, d time.Duration) {
	until := int64(time.Since(p.born) + d)
	for at := p.of(r); ; {
		if old := at.Load(); old >= until || at.CompareAndSwap(old, until) {
			return
		}
	}
}

// admit waits for the limits of all requests together.
func admit(ctx context.Context, c *Sender, r *Request) error {
	if err := ctx.Err(); err != nil {
		return &discord.Fault{Route: r.Route, Err: err}
	}
	if c.end != nil && c.end.Err() != nil {
		return fmt.Errorf("%s: %w", r.Route, discord.ErrSilenced)
	}
	if err := c.awaitLeave(ctx, r); err != nil {
		return err
	}
	if !r.ByToken && c.token.Load() {
		return &discord.Error{Route: r.Route, Status: http.StatusUnauthorized, Scope: "local"}
	}
	// People who press are answered for longer than the bot sends anything by itself.
	if most := c.config.MaxRefused; c.refused.sum() >= most && (!r.ByToken || c.refused.sum() >= most+most/2) {
		return fmt.Errorf("%s: %w", r.Route, discord.ErrHalted)
	}
	for {
		d := c.paused.left(r)
		if d <= 0 {
			break
		}
		if d > c.config.MaxWait || !sleepBefore(ctx, d) {
			if err := ctx.Err(); err != nil {
				return &discord.Fault{Route: r.Route, Err: err}
			}
			return &discord.Error{Route: r.Route, Status: http.StatusTooManyRequests, Scope: "local", Global: true,
				Message: "all requests are limited", RetryAfter: d}
		}
	}
	if r.ByToken {
		return nil
	}
	if err := c.limiter.Wait(ctx); err != nil {
		if ctx.Err() != nil {
			return &discord.Fault{Route: r.Route, Err: ctx.Err()}
		}
		return &discord.Error{Route: r.Route, Status: http.StatusTooManyRequests, Scope: "local", Global: true,
			Message: "fifty requests a second are used up", RetryAfter: time.Second}
	}
	return nil
}

// How long a request waits until it may be sent again, and how often it asks. A process
// on a busy machine is taken for dead for a moment, and then goes on.
const (
	silencedTime = 3 * time.Second
	mayAgain     = 50 * time.Millisecond
)

// awaitLeave waits until a request may be sent.
func (c *shared) awaitLeave(ctx context.Context, r *Request) error {
	if c.config.May == nil {
		return nil
	}
	for since := time.Now(); !c.config.May(r.Unlimited); {
		if time.Since(since) >= silencedTime || !discord.Sleep(ctx, mayAgain) {
			return fmt.Errorf("%s: %w", r.Route, discord.ErrSilenced)
		}
	}
	return nil
}

// attempt sends the request once.
func (c *shared) attempt(ctx context.Context, r *Request) error {
	key := ""
	if !r.Unlimited {
		var err error
		if key, err = c.limits.acquire(ctx, r.Route, r.Major, c.config.MaxWait); err != nil {
			return err
		}
	}
	if err := c.awaitBans(ctx, r); err != nil {
		if key != "" {
			c.limits.release(key, r.Route, r.Major, nil, nil)
		}
		return err
	}
	h, err := c.send(ctx, r)
	var e *discord.Error
	errors.As(err, &e)
	c.bans.note(r, e, err != nil && e == nil)
	if key != "" {
		c.limits.release(key, r.Route, r.Major, h, e)
	}
	if e != nil {
		c.noteRefusal(r, e)
	}
	return err
}

// noteRefusal keeps what a refusal says about all later requests.
func (c *shared) noteRefusal(r *Request, e *discord.Error) {
	switch {
	case e.Status == http.StatusTooManyRequests:
		c.stats.limited.Add(1)
		if e.Scope != "shared" {
			c.refused.add()
		}
		if e.Global {
			c.paused.extend(r, e.RetryAfter)
		}
	case e.Status == http.StatusUnauthorized || e.Status == http.StatusForbidden:
		c.refused.add()
		if e.Status == http.StatusUnauthorized && !e.Banned && !r.ByToken && c.token.CompareAndSwap(false, true) {
			close(c.denied)
		}
	case e.Status >= 500:
		c.stats.failed.Add(1)
	}
}

// send makes one HTTP exchange. The headers are nil when there was no answer.
func (c *shared) send(ctx context.Context, r *Request) (http.Header, error) {
	ctx, cancel := context.WithTimeout(ctx, c.config.Timeout)
	defer cancel()
	req := (&http.Request{
		Method: r.Method,
		URL:    &url.URL{Scheme: c.scheme, Host: c.host, Path: c.prefix + r.Path, RawQuery: r.Query},
		Host:   c.host,
		Proto:  "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1,
		Header: http.Header{"User-Agent": c.agent},
	}).WithContext(ctx)
	if !r.ByToken {
		req.Header["Authorization"] = c.auth
	}
	if len(r.body.parts) > 0 {
		req.Header["Content-Type"] = []string{r.body.mime}
		req.ContentLength = r.body.size()
		req.Body = r.body.open()
		req.GetBody = func() (io.ReadCloser, error) { return r.body.open(), nil }
	}
	c.stats.requests.Add(1)
	c.sent.add(r)
	// This is the transport and not a client of net/http. It follows no redirects
	// and keeps no cookies, and its errors do not repeat the address.
	sent := time.Now()
	resp, err := c.tripper.RoundTrip(req)
	if err != nil {
		c.stats.faults.Add(1)
		return nil, fault(r.Route, err, c.config.Token, r.Secret)
	}
	if resp.StatusCode < 500 {
		c.Hear()
	}
	c.clock.Answered(resp.Header, sent, time.Now())
	defer resp.Body.Close()
	ok := resp.StatusCode >= 200 && resp.StatusCode < 300
	if ok && r.Read == nil {
		// Read to its end, so that the connection can be used again.
		if _, err := io.Copy(io.Discard, io.LimitReader(resp.Body, maxAnswer)); err != nil {
			return resp.Header, nil // Discord has done it; how the answer ends does not matter
		}
		return resp.Header, nil
	}
	b, err := io.ReadAll(io.LimitReader(resp.Body, maxAnswer))
	if err != nil {
		c.stats.faults.Add(1)
		return resp.Header, fault(r.Route, err, c.config.Token, r.Secret)
	}
	if !ok {
		return resp.Header, refusal(r.Route, resp.StatusCode, resp.Header, b, c.config.Token, r.Secret)
	}
	if err := r.Read(b); err != nil {
		return resp.Header, &discord.Fault{Route: r.Route, Arrived: true, Err: err}
	}
	return resp.Header, nil
}

// ReadJSON makes a reader of an answer's JSON.
func ReadJSON(into any) func([]byte) error {
	return func(b []byte) error {
		if err := json.Unmarshal(b, into); err != nil {
			return fmt.Errorf("read the answer: %w", err)
		}
		return nil
	}
}
