package discord

import (
	"cmp"
	"context"
	cryptorand "crypto/rand"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/bwmarrin/discordgo"
	"golang.org/x/time/rate"
)

// DefaultBase is Discord's own API.
const DefaultBase = "https://discord.com/api/v10"

// Config is how to reach Discord. Only the token has no default.
type Config struct {
	Token string // of the bot, with or without "Bot " in front
	Base  string // the API with its version: DefaultBase, or that of a proxy or a stand-in
	Agent string // User-Agent, as "DiscordBot (URL, VERSION)"

	Timeout    time.Duration // of one attempt: 10 s
	MaxWait    time.Duration // the longest that a rate limit is waited for: 1 min
	MaxTries   int           // attempts of a request that may be repeated: 4
	Backoff    time.Duration // before the second attempt, doubled each time: 250 ms
	MaxRefused int           // requests refused in ten minutes after which the bot asks for nothing by itself: 5,000 of Discord's 10,000

	Transport http.RoundTripper // nil for one with connections of its own
}

// Format writes where Discord is, and not the token.
func (c Config) Format(f fmt.State, _ rune) { fmt.Fprintf(f, "Discord at %s", c.Base) }

// Client sends requests to Discord. All of its methods may be called at once
// from any goroutine, end with their context, and return an [*Error], a
// [*Fault] or [ErrHalted], in none of which is a token.
type Client struct {
	config  Config
	scheme  string
	host    string
	prefix  string
	auth    []string
	agent   []string
	tripper http.RoundTripper
	own     *http.Transport // to be closed with the client

	limits  limits
	pace    *rate.Limiter
	refused window
	born    time.Time
	paused  [2]atomic.Int64 // until when, in nanoseconds after born: the bot's own routes, interactions' routes
	user    atomic.Uint64   // the bot's own; 0 while nobody asked
	token   atomic.Bool     // the token was refused
	denied  chan struct{}   // closed then

	stats struct {
		requests, retries, limited, failed, faults atomic.Uint64
	}
}

// Stats are a client's counters since it was made, and what is so now.
type Stats struct {
	Requests uint64 // attempts that were sent
	Retries  uint64 // of them, repeated ones
	Limited  uint64 // answers 429
	Failed   uint64 // answers of 500 and above
	Faults   uint64 // attempts without an answer

	Buckets int  // rate limits that are kept in memory
	Refused int  // answers 401, 403 and 429 in the last ten minutes
	Halted  bool // the bot asks for nothing by itself because of them
}

// NewClient makes a client. It does not ask Discord anything yet.
func NewClient(c Config) (*Client, error) {
	c.Token = strings.TrimPrefix(strings.TrimSpace(c.Token), "Bot ")
	c.Base = strings.TrimRight(cmp.Or(c.Base, DefaultBase), "/")
	c.Agent = cmp.Or(c.Agent, "DiscordBot (https://oneiros.invalid, 0)")
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
	cl := &Client{
		config: c, born: time.Now(), scheme: u.Scheme, host: u.Host, prefix: u.Path,
		auth: []string{"Bot " + c.Token}, agent: []string{c.Agent},
		limits: limits{buckets: map[string]*bucket{}, shared: map[string]string{}},
		// Fifty a second is Discord's limit; a burst of five leaves no second
		// with more.
		pace:   rate.NewLimiter(45, 5),
		denied: make(chan struct{}),
	}
	if cl.tripper = c.Transport; cl.tripper == nil {
		cl.own = &http.Transport{
			Proxy:                 http.ProxyFromEnvironment,
			DialContext:           (&net.Dialer{Timeout: 5 * time.Second, KeepAlive: 30 * time.Second}).DialContext,
			ForceAttemptHTTP2:     true,
			TLSHandshakeTimeout:   5 * time.Second,
			ResponseHeaderTimeout: c.Timeout,
			MaxIdleConns:          512,
			MaxIdleConnsPerHost:   512,
			IdleConnTimeout:       60 * time.Second, // below that of Discord's side, so that no press meets a closing connection
			DisableCompression:    true,             // answers are small or not read
			HTTP2:                 &http.HTTP2Config{SendPingTimeout: 15 * time.Second, PingTimeout: 5 * time.Second},
		}
		cl.tripper = cl.own
	}
	return cl, nil
}

// Format writes where Discord is, and not the token.
func (c *Client) Format(f fmt.State, verb rune) { c.config.Format(f, verb) }

// Close lets go of idle connections.
func (c *Client) Close() {
	if c.own != nil {
		c.own.CloseIdleConnections()
	}
}

// Stats reads the counters.
func (c *Client) Stats() Stats {
	s := Stats{
		Requests: c.stats.requests.Load(), Retries: c.stats.retries.Load(), Limited: c.stats.limited.Load(),
		Failed: c.stats.failed.Load(), Faults: c.stats.faults.Load(),
		Buckets: c.limits.count(), Refused: c.refused.sum(),
	}
	s.Halted = s.Refused >= c.config.MaxRefused
	return s
}

// again tells which requests may be sent twice.
type again int

const (
	ifUnsent again = iota // only if Discord cannot have seen it
	always                // twice is as good as once
)

// request is one thing to be asked, however often it is sent.
type request struct {
	method string
	route  string // method and shape of the path: what limits and errors go by
	path   string // after the base
	query  string
	major  string // channel or token that the route's limit is kept by
	secret string // interaction token in the path
	json   any    // the body; nil for none
	files  []File // beside it
	again  again
	open   bool // it carries its own token: not the bot's, not within the bot's 50 a second
	free   bool // Discord limits it in no way
	want   func([]byte) error

	body body // made of json and files by do
}

// object is a JSON object of a few members.
type object map[string]any

// maxAnswer is more than any answer that the client reads.
const maxAnswer = 4 << 20

func (c *Client) do(ctx context.Context, r *request) error {
	if r.json != nil {
		var err error
		if r.body, err = encode(r.json, r.files); err != nil {
			return fmt.Errorf("%s: encode the body: %w", r.route, err)
		}
	}
	var may bool // an attempt may have arrived
	for try := 1; ; try++ {
		err := c.admit(ctx, r)
		if err != nil {
			return err
		}
		err = c.attempt(ctx, r)
		if err == nil {
			return nil
		}
		if r.method == http.MethodDelete && may && IsDeleted(err) {
			return nil // the attempt before did it
		}
		may = may || MayHaveArrived(err)
		wait, ok := c.next(r, err, try)
		if !ok || !c.sleep(ctx, wait) {
			return err
		}
		c.stats.retries.Add(1)
	}
}

// next says whether and when to try again after an error.
func (c *Client) next(r *request, err error, try int) (time.Duration, bool) {
	if try >= c.config.MaxTries {
		return 0, false
	}
	backoff := c.config.Backoff<<(try-1) + rand.N(c.config.Backoff)
	var e *Error
	if errors.As(err, &e) {
		switch {
		case e.Code == discordgo.ErrCodeMaximumNumberOfEditsToMessagesOlderThanOneHourReached:
			return 0, false // it lasts for most of an hour, and there is a cure
		case e.Status == http.StatusTooManyRequests && e.Scope != "local":
			return e.RetryAfter, e.RetryAfter <= c.config.MaxWait
		case e.Status >= 500:
			return backoff, r.again == always
		}
		return 0, false
	}
	var f *Fault
	if errors.As(err, &f) && !errors.Is(err, context.Canceled) {
		return backoff, r.again == always || !f.Arrived
	}
	return 0, false
}

// sleep waits, unless the context would end first; then it does not wait at all.
func (c *Client) sleep(ctx context.Context, d time.Duration) bool {
	if t, ok := ctx.Deadline(); ok && time.Until(t) <= d {
		return false
	}
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return true
	case <-ctx.Done():
		return false
	}
}

func (c *Client) lane(r *request) *atomic.Int64 {
	if r.open {
		return &c.paused[1]
	}
	return &c.paused[0]
}

// admit waits for what concerns all requests: pauses and the pace.
func (c *Client) admit(ctx context.Context, r *request) error {
	if err := ctx.Err(); err != nil {
		return &Fault{Route: r.route, Err: err}
	}
	if !r.open && c.token.Load() {
		return &Error{Route: r.route, Status: http.StatusUnauthorized, Scope: "local"}
	}
	// People who press are answered for longer than the bot does anything by itself.
	if most := c.config.MaxRefused; c.refused.sum() >= most && (!r.open || c.refused.sum() >= most+most/2) {
		return fmt.Errorf("%s: %w", r.route, ErrHalted)
	}
	for {
		d := time.Duration(c.lane(r).Load()) - time.Since(c.born)
		if d <= 0 {
			break
		}
		if d > c.config.MaxWait || !c.sleep(ctx, d) {
			if err := ctx.Err(); err != nil {
				return &Fault{Route: r.route, Err: err}
			}
			return &Error{Route: r.route, Status: http.StatusTooManyRequests, Scope: "local", Global: true,
				Message: "all requests are limited", RetryAfter: d}
		}
	}
	if r.open {
		return nil
	}
	if err := c.pace.Wait(ctx); err != nil {
		if ctx.Err() != nil {
			return &Fault{Route: r.route, Err: ctx.Err()}
		}
		return &Error{Route: r.route, Status: http.StatusTooManyRequests, Scope: "local", Global: true,
			Message: "fifty requests a second are spent", RetryAfter: time.Second}
	}
	return nil
}

// attempt sends the request once.
func (c *Client) attempt(ctx context.Context, r *request) error {
	key := ""
	if !r.free {
		var err error
		if key, err = c.limits.enter(ctx, r.route, r.major, c.config.MaxWait); err != nil {
			return err
		}
	}
	h, err := c.send(ctx, r)
	var e *Error
	errors.As(err, &e)
	if key != "" {
		c.limits.leave(key, r.route, r.major, h, e)
	}
	if e != nil {
		c.judge(r, e)
	}
	return err
}

// judge keeps what a refusal says about all requests to come.
func (c *Client) judge(r *request, e *Error) {
	switch {
	case e.Status == http.StatusTooManyRequests:
		c.stats.limited.Add(1)
		if e.Scope != "shared" {
			c.refused.add()
		}
		if e.Global {
			until := int64(time.Since(c.born) + e.RetryAfter)
			for lane := c.lane(r); ; {
				old := lane.Load()
				if old >= until || lane.CompareAndSwap(old, until) {
					break
				}
			}
		}
	case e.Status == http.StatusUnauthorized || e.Status == http.StatusForbidden:
		c.refused.add()
		if e.Status == http.StatusUnauthorized && !r.open && c.token.CompareAndSwap(false, true) {
			close(c.denied)
		}
	case e.Status >= 500:
		c.stats.failed.Add(1)
	}
}

// send makes one HTTP exchange. The headers are nil when there was no answer.
func (c *Client) send(ctx context.Context, r *request) (http.Header, error) {
	ctx, cancel := context.WithTimeout(ctx, c.config.Timeout)
	defer cancel()
	req := (&http.Request{
		Method: r.method,
		URL:    &url.URL{Scheme: c.scheme, Host: c.host, Path: c.prefix + r.path, RawQuery: r.query},
		Host:   c.host,
		Proto:  "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1,
		Header: http.Header{"User-Agent": c.agent},
	}).WithContext(ctx)
	if !r.open {
		req.Header["Authorization"] = c.auth
	}
	if len(r.body.parts) > 0 {
		req.Header["Content-Type"] = []string{r.body.mime}
		req.ContentLength = r.body.size()
		req.Body = r.body.open()
		req.GetBody = func() (io.ReadCloser, error) { return r.body.open(), nil }
	}
	c.stats.requests.Add(1)
	// The transport and not a client of net/http: there is no redirect to
	// follow and no cookie to keep, and its errors do not repeat the address.
	resp, err := c.tripper.RoundTrip(req)
	if err != nil {
		c.stats.faults.Add(1)
		return nil, fault(r.route, err, c.config.Token, r.secret)
	}
	defer resp.Body.Close()
	ok := resp.StatusCode >= 200 && resp.StatusCode < 300
	if ok && r.want == nil {
		// Read to its end, so that the connection can be used again.
		if _, err := io.Copy(io.Discard, io.LimitReader(resp.Body, maxAnswer)); err != nil {
			return resp.Header, nil // it is done; how the answer ends does not matter
		}
		return resp.Header, nil
	}
	b, err := io.ReadAll(io.LimitReader(resp.Body, maxAnswer))
	if err != nil {
		c.stats.faults.Add(1)
		return resp.Header, fault(r.route, err, c.config.Token, r.secret)
	}
	if !ok {
		return resp.Header, refusal(r.route, resp.StatusCode, resp.Header, b)
	}
	if err := r.want(b); err != nil {
		return resp.Header, &Fault{Route: r.route, Arrived: true, Err: err}
	}
	return resp.Header, nil
}

// read makes a reader of an answer's JSON.
func read(into any) func([]byte) error {
	return func(b []byte) error {
		if err := json.Unmarshal(b, into); err != nil {
			return fmt.Errorf("read the answer: %w", err)
		}
		return nil
	}
}

// wireMessage is what the client reads of a message.
type wireMessage struct {
	ID          ID           `json:"id"`
	Channel     ID           `json:"channel_id"`
	Attachments []Attachment `json:"attachments"`
}

func (w *wireMessage) sent(to *Sent) {
	if to != nil {
		*to = Sent(*w)
	}
}

// Answer answers an interaction, within three seconds of its time. m is nil for
// an answer that is deferred. The id is that of the message, and is zero unless
// m.Sent asks for it; an Update's is that of the message that was pressed.
//
// An answer that may have arrived is not sent again: see [MayHaveArrived]. Such
// an interaction can still be shown the message by EditOriginal.
func (c *Client) Answer(ctx context.Context, ix *Interaction, kind AnswerKind, m *Message) (ID, error) {
	b := answerBody{}
	switch kind {
	case Reply:
		b = answerBody{discordgo.InteractionResponseChannelMessageWithSource, m.body(placeCallback, 0)}
	case ReplyEphemeral:
		b = answerBody{discordgo.InteractionResponseChannelMessageWithSource, m.body(placeCallback, discordgo.MessageFlagsEphemeral)}
	case Update:
		b = answerBody{discordgo.InteractionResponseUpdateMessage, m.body(placeUpdate, 0)}
	case Defer:
		b.Type = discordgo.InteractionResponseDeferredChannelMessageWithSource
	case DeferEphemeral:
		b = answerBody{discordgo.InteractionResponseDeferredChannelMessageWithSource, object{"flags": discordgo.MessageFlagsEphemeral}}
	case DeferUpdate:
		b.Type = discordgo.InteractionResponseDeferredMessageUpdate
	default:
		return 0, fmt.Errorf("answer of unknown kind %d", kind)
	}
	r := callback(ix, b)
	var to *Sent
	if m != nil {
		r.files, to = m.Files, m.Sent
	}
	if to == nil {
		return 0, c.do(ctx, r)
	}
	var told struct {
		Resource struct {
			Message wireMessage `json:"message"`
		} `json:"resource"`
	}
	r.query, r.want = "with_response=true", read(&told)
	if err := c.do(ctx, r); err != nil {
		return 0, err
	}
	told.Resource.Message.sent(to)
	return told.Resource.Message.ID, nil
}

// AnswerModal answers with a modal. An interaction that is a modal cannot be
// answered with another.
func (c *Client) AnswerModal(ctx context.Context, ix *Interaction, m Modal) error {
	return c.do(ctx, callback(ix, answerBody{discordgo.InteractionResponseModal, m.body()}))
}

// AnswerChoices answers an autocompletion. Of the choices at most 25 are shown.
func (c *Client) AnswerChoices(ctx context.Context, ix *Interaction, choices []*discordgo.ApplicationCommandOptionChoice) error {
	return c.do(ctx, callback(ix, answerBody{discordgo.InteractionApplicationCommandAutocompleteResult, choicesOf(choices)}))
}

// choicesOf is the body of an autocompletion's answer. No choices are an empty
// list, not null.
func choicesOf(list []*discordgo.ApplicationCommandOptionChoice) object {
	return object{"choices": append([]*discordgo.ApplicationCommandOptionChoice{}, list[:min(len(list), MaxChoices)]...)}
}

func callback(ix *Interaction, b answerBody) *request {
	return &request{
		method: http.MethodPost, route: "POST interactions/callback", open: true, free: true, secret: ix.Token,
		path: "/interactions/" + ix.ID.String() + "/" + ix.Token + "/callback", json: b,
	}
}

func webhook(method, rest string, app ID, token string) *request {
	return &request{
		method: method, route: method + " webhooks" + rest, open: true, secret: token, major: token,
		path: "/webhooks/" + app.String() + "/" + token + rest, again: always,
	}
}

// message sends a message and reads what came of it, when somebody asks.
func (c *Client) message(ctx context.Context, r *request, m *Message, p place, ask bool) (ID, error) {
	b := m.body(p, 0)
	if p == placePost {
		// Discord makes one message of all that have the same nonce within a
		// few minutes, so this request may be repeated.
		b.Nonce, b.Enforce = nonce(), true
	}
	r.json, r.files = b, m.Files
	var w wireMessage
	if ask || m.Sent != nil {
		r.want = read(&w)
	}
	if err := c.do(ctx, r); err != nil {
		return 0, err
	}
	w.sent(m.Sent)
	return w.ID, nil
}

func nonce() string {
	var b [15]byte
	cryptorand.Read(b[:]) // it never fails: it would end the program
	return base64.RawURLEncoding.EncodeToString(b[:])
}

// EditOriginal makes the first answer to an interaction show m. app and token
// are the interaction's.
func (c *Client) EditOriginal(ctx context.Context, app ID, token string, m *Message) error {
	_, err := c.message(ctx, webhook(http.MethodPatch, "/messages/@original", app, token), m, placeOriginal, false)
	return err
}

// DeleteOriginal deletes the first answer to an interaction.
func (c *Client) DeleteOriginal(ctx context.Context, app ID, token string) error {
	return c.do(ctx, webhook(http.MethodDelete, "/messages/@original", app, token))
}

// FollowUp answers an interaction once more, with a message of its own; with
// FlagEphemeral only the user sees it. It is not repeated if it may have
// arrived.
func (c *Client) FollowUp(ctx context.Context, app ID, token string, m *Message) (ID, error) {
	r := webhook(http.MethodPost, "", app, token)
	r.query, r.again = "wait=true", ifUnsent
	return c.message(ctx, r, m, placeFollow, true)
}

func channel(method, rest string, channel ID, ids ...any) *request {
	at := channel.String()
	return &request{
		method: method, route: method + " channels" + strings.ReplaceAll(rest, "%d", "ID"), major: at,
		path: "/channels/" + at + fmt.Sprintf(rest, ids...), again: always,
	}
}

// Post puts a message into a channel.
func (c *Client) Post(ctx context.Context, at ID, m *Message) (ID, error) {
	return c.message(ctx, channel(http.MethodPost, "/messages", at), m, placePost, true)
}

// Edit makes a message in a channel show m.
func (c *Client) Edit(ctx context.Context, at, message ID, m *Message) error {
	_, err := c.message(ctx, channel(http.MethodPatch, "/messages/%d", at, message), m, placeEdit, false)
	return err
}

// OwnMessage is a message of the bot's own in a channel.
type OwnMessage struct {
	ID        ID
	Embeds    int
	CustomIDs []string // custom ids of its components
}

// About reports whether a component's id names a match, as its second part.
func (m OwnMessage) About(match string) bool {
	return slices.ContainsFunc(m.CustomIDs, func(id string) bool {
		part := strings.SplitN(id, "/", 3)
		return len(part) == 3 && part[1] == match
	})
}

// OwnMessages lists the bot's own messages among the last hundred of a channel, newest
// first. Of the others nothing but the author is read. Without Read Message
// History there are none.
func (c *Client) OwnMessages(ctx context.Context, at ID) ([]OwnMessage, error) {
	me := c.user.Load()
	if me == 0 {
		a, err := c.Me(ctx)
		if err != nil {
			return nil, err
		}
		me = uint64(a.User.ID)
		c.user.Store(me)
	}
	var all []struct {
		ID     ID `json:"id"`
		Author struct {
			ID ID `json:"id"`
		} `json:"author"`
		Embeds []struct{} `json:"embeds"`
		Rows   []struct {
			Parts []struct {
				ID string `json:"custom_id"`
			} `json:"components"`
		} `json:"components"`
	}
	r := channel(http.MethodGet, "/messages", at)
	r.query, r.want = "limit=100", read(&all)
	if err := c.do(ctx, r); err != nil {
		return nil, err
	}
	var list []OwnMessage
	for _, m := range all {
		if m.Author.ID != ID(me) {
			continue
		}
		mine := OwnMessage{ID: m.ID, Embeds: len(m.Embeds)}
		for _, row := range m.Rows {
			for _, p := range row.Parts {
				mine.CustomIDs = append(mine.CustomIDs, p.ID)
			}
		}
		list = append(list, mine)
	}
	return list, nil
}

// Delete deletes a message in a channel.
func (c *Client) Delete(ctx context.Context, at, message ID) error {
	return c.do(ctx, channel(http.MethodDelete, "/messages/%d", at, message))
}

// Thread begins a public thread at a message, archived after a day of silence.
// A thread that is there already is the answer too.
func (c *Client) Thread(ctx context.Context, at, message ID, name string) (ID, error) {
	r := channel(http.MethodPost, "/messages/%d/threads", at, message)
	r.json = object{"name": name, "auto_archive_duration": 1440}
	var made struct {
		ID ID `json:"id"`
	}
	r.want = read(&made)
	err := c.do(ctx, r)
	if Code(err) == discordgo.ErrCodeThreadAlreadyCreatedForThisMessage {
		return message, nil // a message's thread has the message's id
	}
	return made.ID, err
}

// SetCommands makes the application's global commands exactly these.
func (c *Client) SetCommands(ctx context.Context, app ID, list []*discordgo.ApplicationCommand) error {
	return c.do(ctx, &request{
		method: http.MethodPut, route: "PUT applications/commands", again: always,
		path: "/applications/" + app.String() + "/commands", json: append([]*discordgo.ApplicationCommand{}, list...), // none are an empty list, not null
	})
}

// Me says which application and which user the token belongs to.
func (c *Client) Me(ctx context.Context) (App, error) {
	var me struct {
		ID  ID       `json:"id"`
		Bot wireUser `json:"bot"`
	}
	r := &request{method: http.MethodGet, route: "GET applications/@me", path: "/applications/@me", again: always, want: read(&me)}
	if err := c.do(ctx, r); err != nil {
		return App{}, err
	}
	if me.Bot.ID == 0 {
		r = &request{method: http.MethodGet, route: "GET users/@me", path: "/users/@me", again: always, want: read(&me.Bot)}
		if err := c.do(ctx, r); err != nil {
			return App{}, err
		}
	}
	return App{ID: me.ID, User: me.Bot.user("")}, nil
}

// Guild is a guild that the bot is in.
type Guild struct {
	ID          ID     `json:"id"`
	Name        string `json:"name"`
	Permissions uint64 `json:"permissions,string"` // of the bot, before a channel's own rules
}

// Guilds lists the guilds that the bot is in.
func (c *Client) Guilds(ctx context.Context) ([]Guild, error) {
	const page = 200
	var all []Guild
	for after := ID(0); ; {
		var some []Guild
		err := c.do(ctx, &request{
			method: http.MethodGet, route: "GET users/@me/guilds", path: "/users/@me/guilds",
			query: fmt.Sprintf("limit=%d&after=%d", page, after), again: always, want: read(&some),
		})
		if err != nil {
			return nil, err
		}
		all = append(all, some...)
		if len(some) < page {
			return all, nil
		}
		after = some[len(some)-1].ID
	}
}

// DM is the channel of direct messages with somebody. Whether they take any is
// known only when one is sent: see [ClosedDMs].
func (c *Client) DM(ctx context.Context, user ID) (ID, error) {
	var made struct {
		ID ID `json:"id"`
	}
	err := c.do(ctx, &request{
		method: http.MethodPost, route: "POST users/@me/channels", path: "/users/@me/channels",
		json: object{"recipient_id": user}, again: always, want: read(&made),
	})
	return made.ID, err
}

// Member asks whether somebody is a member of a guild that the bot is in.
func (c *Client) Member(ctx context.Context, guild, user ID) (bool, error) {
	err := c.do(ctx, &request{
		method: http.MethodGet, route: "GET guilds/members", major: guild.String(), again: always,
		path: "/guilds/" + guild.String() + "/members/" + user.String(),
	})
	switch Code(err) {
	case discordgo.ErrCodeUnknownMember, discordgo.ErrCodeUnknownUser:
		return false, nil
	}
	return err == nil, err
}

// entrance is where and how often the gateway may be entered.
type entrance struct {
	URL    string `json:"url"`
	Shards int    `json:"shards"`
	Budget struct {
		Total     int   `json:"total"`
		Remaining int   `json:"remaining"`
		After     int64 `json:"reset_after"` // milliseconds
	} `json:"session_start_limit"`
}

func (c *Client) entrance(ctx context.Context) (entrance, error) {
	var e entrance
	err := c.do(ctx, &request{
		method: http.MethodGet, route: "GET gateway/bot", path: "/gateway/bot", again: always, want: read(&e),
	})
	return e, err
}
