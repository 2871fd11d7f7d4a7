package gateway

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/gorilla/websocket"
	"github.com/rs/zerolog"

	"oneiros/bot/discord"
	"oneiros/bot/discord/api"
	"oneiros/bot/discord/bubbletest"
	"oneiros/bot/discord/scripted"
	"oneiros/bot/discord/transport"
	"oneiros/games/gametest"
)

const canary = "MTIzNDU2Nzg5.canary.token-that-nobody-may-see"

// rig is a gateway that runs against a scripted one.
type rig struct {
	t      *testing.T
	server *scripted.Server
	client *api.Client
	gate   *Gateway
	log    *safeBuffer
	events chan discord.Event
	ended  chan error
	stop   context.CancelFunc
}

type safeBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (s *safeBuffer) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.Write(p)
}

func (s *safeBuffer) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.String()
}

// quick has waits that a test can wait for.
func quick() Config {
	return Config{
		ReadTimeout: 30 * time.Second, OpenTimeout: 30 * time.Second, LockTimeout: 30 * time.Second, IdleTimeout: 30 * time.Second,
		Intents: discordgo.IntentGuilds | discordgo.IntentGuildModeration | discordgo.IntentGuildMessages | discordgo.IntentDirectMessages,
		Backoff: 4 * time.Millisecond, IdentifyInterval: 5 * time.Millisecond, Stable: time.Hour,
	}
}

// run starts a gateway against a script. tune may change its waits. tune and handle
// may be nil.
func run(t *testing.T, server *scripted.Server, tune func(*Config), handle func(discord.Event)) *rig {
	t.Helper()
	base, err := server.Start()
	if err != nil {
		t.Fatal(err)
	}
	return runAt(t, server, base, nil, tune, handle)
}

// runInBubble is run in virtual time, for a test whose moments have an order. All of it has
// to be made in the bubble.
func runInBubble(t *testing.T, server *scripted.Server, tune func(*Config)) *rig {
	t.Helper()
	// discordgo takes a second to close, and says nothing when it has.
	t.Cleanup(func() { time.Sleep(time.Minute) })
	at := bubbletest.NewPipes()
	r := runAt(t, server, server.StartOn(at), at.Dial, tune, nil)
	// It sleeps with its lock held meanwhile. A heartbeat that is under way would wait for
	// the lock, and time for the heartbeat.
	t.Cleanup(func() { time.Sleep(time.Millisecond) })
	return r
}

// runAt is run against a server that is at an address, which is dialled.
func runAt(t *testing.T, server *scripted.Server, base string, dial dialFunc, tune func(*Config), handle func(discord.Event)) *rig {
	t.Helper()
	client, err := api.NewClient(transport.Config{Token: canary, Base: base, Backoff: time.Millisecond, Dial: dial})
	if err != nil {
		t.Fatal(err)
	}
	r := &rig{t: t, server: server, client: client, log: &safeBuffer{}, events: make(chan discord.Event, 1000), ended: make(chan error, 1)}
	c := quick()
	c.Sender, c.Log, c.Dial = client.Sender(), zerolog.New(r.log), dial
	if tune != nil {
		tune(&c)
	}
	r.gate = New(c)
	ctx, stop := context.WithCancel(context.Background())
	r.stop = stop
	go func() {
		r.ended <- r.gate.Run(ctx, func(_ discord.ShardID, e discord.Event) {
			if handle != nil {
				handle(e)
			}
			r.events <- e
		})
	}()
	t.Cleanup(func() {
		stop()
		if err := server.Close(); err != nil {
			t.Error(err)
		}
		client.Sender().Close()
		if strings.Contains(r.log.String(), canary) {
			t.Errorf("the token is in the log: %s", r.log)
		}
	})
	return r
}

// shard is the first shard of the gateway, once there are any.
func (r *rig) shard() *Shard {
	r.gate.mu.Lock()
	defer r.gate.mu.Unlock()
	return r.gate.shards[0]
}

// stats are those of the first shard.
func (r *rig) stats() ShardStats { return r.shard().Stats() }

// limit is longer than everything here takes.
const limit = time.Minute

// next waits for the next event of a type.
func next[E discord.Event](r *rig) E {
	r.t.Helper()
	for {
		select {
		case e := <-r.events:
			if e, ok := e.(E); ok {
				return e
			}
		case err := <-r.ended:
			r.t.Fatalf("the gateway ended: %v", err)
		case <-time.After(limit):
			r.t.Fatalf("no %T came; log:\n%s", *new(E), r.log)
		}
	}
}

func (r *rig) end() error {
	r.t.Helper()
	select {
	case err := <-r.ended:
		return err
	case <-time.After(limit):
		r.t.Fatalf("the gateway did not end; log:\n%s", r.log)
		return nil
	}
}

func pressing(id int, custom string) string {
	return fmt.Sprintf(`{"id":"%d","application_id":"6","type":3,"token":"secret-%d","channel_id":"8","user":{"id":"12","username":"anna"},"message":{"id":"15","flags":64},"data":{"component_type":2,"custom_id":%q}}`, id, id, custom)
}

// discordgo waits for ever for a lock that it holds itself.
func TestReconnectAsFirstPacket(t *testing.T) {
	t.Parallel()
	s := scripted.New()
	s.Gateway = func(c *scripted.Conn) {
		if c.N > 2 {
			c.Serve()
			return
		}
		if c.Hello() != nil {
			return
		}
		if op, err := c.Await(); err != nil || op != 2 {
			t.Errorf("op %d, %v instead of IDENTIFY", op, err)
		}
		if c.Send(7, "null") == nil {
			c.Live()
		}
	}
	r := run(t, s, nil, nil)
	next[discord.Disconnected](r)
	next[discord.Disconnected](r)
	next[discord.Ready](r)
	if g := r.stats(); g.Stuck != 0 || g.Lost != 2 {
		t.Errorf("%d sessions were stuck, %d connections lost", g.Stuck, g.Lost)
	}
}

// discordgo has no read deadline: Open would block for ever, with its lock.
func TestSilentGateway(t *testing.T) {
	for _, step := range []string{"before hello", "after identify", "after ready"} {
		t.Run(step, func(t *testing.T) {
			bubbletest.Test(t, func(t *testing.T) {
				s := scripted.New()
				op := make(chan int, 1)
				s.Gateway = func(c *scripted.Conn) {
					if c.N > 1 {
						n, err := c.Enter()
						if err != nil {
							return
						}
						if c.N == 2 {
							op <- n
						}
						c.Live()
						return
					}
					switch step {
					case "after identify":
						if c.Hello() != nil {
							return
						}
					case "after ready":
						if _, err := c.Enter(); err != nil {
							return
						}
					}
					for { // and acknowledge nothing
						if _, err := c.Recv(); err != nil {
							return
						}
					}
				}
				r := runInBubble(t, s, func(c *Config) { c.ReadTimeout = 20 * time.Second })
				if lost := next[discord.Disconnected](r); !errors.Is(lost.Err, errSilent) {
					t.Errorf("lost because %v", lost.Err)
				}
				want := 2
				if step == "after ready" {
					want = 6 // nothing is missing: the session goes on
				}
				if got := <-op; got != want {
					t.Errorf("op %d after the silence, want %d", got, want)
				}
			})
		})
	}
}

// TestPanicWhileConnecting: a panic of discordgo's Open costs one connection. That
// connection is closed, and the reason is reported.
func TestPanicWhileConnecting(t *testing.T) {
	t.Parallel()
	s := scripted.New()
	closed := make(chan struct{})
	s.Gateway = func(c *scripted.Conn) {
		if c.N > 1 {
			c.Serve()
			return
		}
		if c.Raw("null"+strings.Repeat(" ", small)) != nil { // discordgo does not survive it, and the wire does not inspect it
			return
		}
		if _, err := c.Recv(); err != nil {
			close(closed)
		}
	}
	r := run(t, s, nil, nil)
	lost := next[discord.Disconnected](r)
	if lost.Err == nil || !strings.Contains(lost.Err.Error(), "discordgo panicked") {
		t.Errorf("lost because %v", lost.Err)
	}
	select {
	case <-closed:
	case <-time.After(limit):
		t.Error("the connection is still open")
	}
	next[discord.Ready](r)
}

// A heartbeat without an answer ends the connection, even if events arrive on it. The
// session goes on at another connection. The loss is dated by the last sign of life.
func TestUnheardHeartbeat(t *testing.T) {
	t.Parallel()
	s := scripted.New()
	op := make(chan int, 1)
	s.Gateway = func(c *scripted.Conn) {
		n, err := c.Enter()
		if err != nil {
			return
		}
		if c.N > 1 {
			op <- n
			c.Live()
			return
		}
		for {
			if _, err := c.Recv(); err != nil || c.Event("TYPING_START", "{}") != nil {
				return
			}
		}
	}
	begun := time.Now()
	r := run(t, s, func(c *Config) { c.AckTimeout = 150 * time.Millisecond }, nil)
	lost := next[discord.Disconnected](r)
	if !errors.Is(lost.Err, errUnheard) || lost.Since.Before(begun) || lost.Since.After(time.Now()) {
		t.Errorf("lost at %v because %v", lost.Since, lost.Err)
	}
	if got := <-op; got != 6 {
		t.Errorf("op %d after it, want 6", got)
	}
}

// TestProbe: with a process beside it that could take the shard, a gateway that says
// nothing is noticed long before its next heartbeat. One that answers lives.
func TestProbe(t *testing.T) {
	bubbletest.Test(t, func(t *testing.T) {
		s := scripted.New()
		op := make(chan int, 1)
		beats := 0
		s.Gateway = func(c *scripted.Conn) {
			n, err := c.Enter()
			if err != nil {
				return
			}
			if c.N > 1 {
				op <- n
				c.Live()
				return
			}
			for {
				f, err := c.Recv()
				if err != nil {
					return
				}
				if beats++; f.Op != 1 || beats > 3 {
					continue // it is silent from now on
				}
				if string(f.Data) == "" || c.Send(11, "null") != nil {
					return
				}
			}
		}
		r := runInBubble(t, s, func(c *Config) { c.Probe = time.Second })
		if lost := next[discord.Disconnected](r); !errors.Is(lost.Err, errSilent) {
			t.Errorf("lost because %v", lost.Err)
		}
		if got := <-op; got != 6 {
			t.Errorf("op %d after it, want 6", got)
		}
		synctest.Wait()
		if beats < 4 {
			t.Errorf("lost after %d heartbeats, of which the first three were answered", beats)
		}
	})
}

// TestTimedOutBeforeResume: Discord closes a connection on which nothing was said yet,
// because it waited too long. The session goes on at the next one. When the session itself
// has timed out, a new one begins.
func TestTimedOutBeforeResume(t *testing.T) {
	t.Parallel()
	s := scripted.New()
	ops := make(chan int, 5)
	s.Gateway = func(c *scripted.Conn) {
		if c.N == 2 {
			if err := c.CloseWith(4009); err != nil {
				t.Error(err)
			}
			return
		}
		op, err := c.Enter()
		if err != nil {
			return
		}
		ops <- op
		switch c.N {
		case 1:
			c.Cut()
		case 3:
			if err := c.CloseWith(4009); err != nil {
				t.Error(err)
			}
		default:
			c.Live()
		}
	}
	run(t, s, nil, nil)
	for _, want := range []int{2, 6, 2} {
		if got := <-ops; got != want {
			t.Errorf("op %d, want %d", got, want)
		}
	}
}

// TestMessages: the gateway reports messages of others and deleted messages. It does
// not read what was written, and does not report the bot's own messages.
func TestMessages(t *testing.T) {
	t.Parallel()
	s := scripted.New()
	intents := make(chan int, 1)
	s.Gateway = func(c *scripted.Conn) {
		if c.Hello() != nil {
			return
		}
		for {
			f, err := c.Recv()
			if err != nil {
				return
			}
			if f.Op == 2 {
				var d struct {
					Intents int `json:"intents"`
				}
				if err := json.Unmarshal(f.Data, &d); err != nil {
					return
				}
				intents <- d.Intents
				break
			}
			if f.Op == 1 && c.Send(11, "null") != nil {
				return
			}
		}
		if c.Ready() != nil {
			return
		}
		for _, e := range [][2]string{
			{"MESSAGE_CREATE", `{"id":"20","channel_id":"8","guild_id":"9","author":{"id":"5"},"content":"mine","components":[{"type":99}]}`},
			{"MESSAGE_CREATE", `{"id":"21","channel_id":"8","guild_id":"9","author":{"id":"12"},"content":"","embeds":7}`},
			{"MESSAGE_DELETE", `{"id":"20","channel_id":"8","guild_id":"9"}`},
			{"MESSAGE_DELETE_BULK", `{"ids":["21","22"],"channel_id":"8","guild_id":"9"}`},
		} {
			if c.Event(e[0], e[1]) != nil {
				return
			}
		}
		c.Live()
	}
	r := run(t, s, nil, nil)
	if got := <-intents; got != 1|1<<2|1<<9|1<<12 {
		t.Errorf("intents %b", got)
	}
	if said := next[discord.MessageCreated](r); said != (discord.MessageCreated{Channel: 8, Message: 21}) {
		t.Errorf("%+v", said)
	}
	if got := fmt.Sprint(next[discord.MessagesDeleted](r), next[discord.MessagesDeleted](r)); got != "{9 8 [20]} {9 8 [21 22]}" {
		t.Error(got)
	}
	if g := r.stats(); g.Unread != 0 || g.Panics != 0 {
		t.Errorf("%+v", g)
	}
}

// TestQuiet: a gateway without the intent does not ask for the messages of servers.
func TestQuiet(t *testing.T) {
	t.Parallel()
	s := scripted.New()
	intents := make(chan string, 1)
	s.Gateway = func(c *scripted.Conn) {
		if c.Hello() != nil {
			return
		}
		for {
			f, err := c.Recv()
			if err != nil || f.Op == 1 && c.Send(11, "null") != nil {
				return
			}
			if f.Op == 2 {
				intents <- string(f.Data)
				return
			}
		}
	}
	run(t, s, func(c *Config) { c.Intents &^= discordgo.IntentGuildMessages }, nil)
	if got := <-intents; !strings.Contains(got, fmt.Sprintf(`"intents":%d`, 1|1<<2|1<<12)) {
		t.Error(got)
	}
}

// When a session is locked for another reason, the watchdog opens a new one. It
// closes the connection of the old one.
func TestWatchdogStuckLock(t *testing.T) {
	t.Parallel()
	s := scripted.New()
	closed := make(chan struct{})
	s.Gateway = func(c *scripted.Conn) {
		c.Serve()
		if c.N == 1 {
			close(closed)
		}
	}
	r := run(t, s, func(c *Config) { c.LockTimeout = 100 * time.Millisecond }, nil)
	next[discord.Ready](r)
	r.shard().current.Load().discordgo.Lock() // after Open has released it; it is never unlocked
	lost := next[discord.Disconnected](r)
	if !errors.Is(lost.Err, errStuck) {
		t.Errorf("lost because %v", lost.Err)
	}
	next[discord.Ready](r)
	if g := r.stats(); g.Stuck != 1 || g.Identifies != 2 {
		t.Errorf("stuck %d, identified %d", g.Stuck, g.Identifies)
	}
	select {
	case <-closed:
	case <-time.After(limit):
		t.Error("the connection of the session that was given up stays open")
	}
}

// A handler that blocks breaks its promise. The watchdog notices that nothing is read,
// and the bot goes on without that goroutine.
func TestWatchdogNobodyReads(t *testing.T) {
	t.Parallel()
	s := scripted.New()
	s.Gateway = func(c *scripted.Conn) {
		if _, err := c.Enter(); err != nil {
			return
		}
		if c.N == 1 && c.Event("INTERACTION_CREATE", pressing(1, "block")) != nil {
			return
		}
		c.Live()
	}
	block := make(chan struct{})
	r := run(t, s, func(c *Config) { c.IdleTimeout = 150 * time.Millisecond }, func(e discord.Event) {
		if ix, ok := e.(*discord.Interaction); ok && ix.CustomID == "block" {
			<-block
		}
	})
	lost := next[discord.Disconnected](r)
	if !errors.Is(lost.Err, errStuck) {
		t.Errorf("lost because %v", lost.Err)
	}
	next[discord.Ready](r)
	close(block)
}

// discordgo calls handlers without recover: a panic ends the process.
func TestHandlerPanics(t *testing.T) {
	t.Parallel()
	s := scripted.New()
	s.Gateway = func(c *scripted.Conn) {
		if _, err := c.Enter(); err != nil {
			return
		}
		for i, custom := range []string{"panic", "panic", "fine"} {
			if c.Event("INTERACTION_CREATE", pressing(i+1, custom)) != nil {
				return
			}
		}
		c.Live()
	}
	r := run(t, s, nil, func(e discord.Event) {
		if ix, ok := e.(*discord.Interaction); ok && ix.CustomID == "panic" {
			panic("what only " + canary + " knows")
		}
	})
	if ix := next[*discord.Interaction](r); ix.CustomID != "fine" {
		t.Errorf("handled %q", ix.CustomID)
	}
	if g := r.stats(); g.Panics != 2 || g.Lost != 0 {
		t.Errorf("%d panics, %d connections lost", g.Panics, g.Lost)
	}
	if !strings.Contains(r.log.String(), "handle event panicked") {
		t.Errorf("nobody was told: %s", r.log)
	}
}

// Events are handled in the order in which they were sent. discordgo would start a
// goroutine for each.
func TestOrder(t *testing.T) {
	t.Parallel()
	const many = 500
	s := scripted.New()
	s.Gateway = func(c *scripted.Conn) {
		if _, err := c.Enter(); err != nil {
			return
		}
		for i := range many {
			if c.Event("INTERACTION_CREATE", pressing(i+1, "x")) != nil {
				return
			}
		}
		c.Live()
	}
	r := run(t, s, nil, nil)
	for i := range many {
		if ix := next[*discord.Interaction](r); ix.ID != discord.ID(i+1) {
			t.Fatalf("interaction %d came as number %d", ix.ID, i+1)
		}
	}
}

// 2,500 guilds are 129 MB in discordgo's state.
func TestNoState(t *testing.T) {
	t.Parallel()
	s := scripted.New()
	s.Gateway = func(c *scripted.Conn) {
		if _, err := c.Enter(); err != nil {
			return
		}
		for _, e := range [][2]string{
			{"GUILD_CREATE", `{"id":"9","name":"Known","preferred_locale":"ru","channels":[{"id":"1"}],"members":[{"user":{"id":"2"}}]}`},
			{"GUILD_CREATE", `{"id":"10","name":"New","preferred_locale":"en-US"}`},
			{"GUILD_DELETE", `{"id":"10","unavailable":true}`},
			{"GUILD_CREATE", `{"id":"10","name":"New","preferred_locale":"en-US"}`},
			{"GUILD_DELETE", `{"id":"10"}`},
			{"GUILD_CREATE", `{"id":"11","unavailable":true}`},
			{"THREAD_DELETE", `{"id":"20","guild_id":"9","parent_id":"8","type":11}`},
			{"GUILD_BAN_ADD", `{"guild_id":"9","user":{"id":"12","username":"anna"}}`},
			{"GUILD_SCHEDULED_EVENT_CREATE", `{"id":"30","guild_id":"9","scheduled_start_time":"2040-01-01T20:00:00+00:00","status":1}`},
			{"GUILD_SCHEDULED_EVENT_UPDATE", `{"id":"30","guild_id":"9","scheduled_start_time":"2040-01-01T20:00:00+00:00","status":1}`},
			{"GUILD_SCHEDULED_EVENT_UPDATE", `{"id":"30","guild_id":"9","scheduled_start_time":"2040-01-01T20:00:00+00:00","status":4}`},
			{"GUILD_SCHEDULED_EVENT_USER_ADD", `{"guild_scheduled_event_id":"30","user_id":"12","guild_id":"9"}`},
			{"GUILD_SCHEDULED_EVENT_USER_REMOVE", `{"guild_scheduled_event_id":"30","user_id":"12","guild_id":"9"}`},
			{"GUILD_SCHEDULED_EVENT_DELETE", `{"id":"30","guild_id":"9","status":1}`},
		} {
			if c.Event(e[0], e[1]) != nil {
				return
			}
		}
		c.Live()
	}
	r := run(t, s, nil, nil)
	if x := next[discord.Ready](r); x.App != 6 || x.Bot.ID != 5 || len(x.Guilds) != 1 || x.Guilds[0] != 9 {
		t.Errorf("ready: %+v", x)
	}
	for _, want := range []discord.Event{
		discord.GuildJoined{ID: 9, Name: "Known", Locale: "ru"},
		discord.GuildJoined{ID: 10, Name: "New", Locale: "en-US", New: true},
		discord.GuildLeft{ID: 10, Unavailable: true},
		discord.GuildJoined{ID: 10, Name: "New", Locale: "en-US"},
		discord.GuildLeft{ID: 10},
		discord.GuildLeft{ID: 11, Unavailable: true},
		discord.ChannelDeleted{Guild: 9, Channel: 20},
		discord.MemberBanned{Guild: 9, User: 12},
		discord.EventChanged{Guild: 9, Event: 30, Start: time.Date(2040, 1, 1, 20, 0, 0, 0, time.UTC)},
		discord.EventChanged{Guild: 9, Event: 30, Start: time.Date(2040, 1, 1, 20, 0, 0, 0, time.UTC), Over: true},
		discord.InterestChanged{Guild: 9, Event: 30, User: 12, Interested: true},
		discord.InterestChanged{Guild: 9, Event: 30, User: 12},
		discord.EventDeleted{Guild: 9, Event: 30},
	} {
		if got := next[discord.Event](r); got != want {
			t.Errorf("event %+v, want %+v", got, want)
		}
	}
	session := r.shard().current.Load().discordgo
	session.State.RLock()
	defer session.State.RUnlock()
	if n := len(session.State.Guilds); n != 0 {
		t.Errorf("discordgo keeps %d guilds", n)
	}
	if n := r.stats().Guilds; n != 2 {
		t.Errorf("%d guilds, want 2", n)
	}
}

// discordgo uses version 9 of the API, and asks for the gateway by itself.
func TestVersion(t *testing.T) {
	t.Parallel()
	s := scripted.New()
	paths := make(chan string, 10)
	s.Gateway = func(c *scripted.Conn) {
		paths <- c.Path
		c.Serve()
	}
	s.API = func(_ http.ResponseWriter, r *http.Request, _ []byte) bool {
		paths <- r.URL.Path
		return false
	}
	r := run(t, s, nil, nil)
	next[discord.Ready](r)
	for _, want := range []string{"/api/v10/gateway/bot", "/gateway/?v=10&encoding=json"} {
		if got := <-paths; got != want {
			t.Errorf("asked for %q, want %q", got, want)
		}
	}
	if len(paths) > 0 {
		t.Errorf("and asked for %q", <-paths)
	}
}

// discordgo would reconnect for ever after each of these codes.
func TestFatalCodes(t *testing.T) {
	t.Parallel()
	var all sync.WaitGroup // each sleeps a second in discordgo, so all do it at once
	for _, code := range []int{4004, 4010, 4011, 4012, 4013, 4014} {
		for _, late := range []bool{false, true} {
			test := func(t *testing.T) {
				s := scripted.New()
				s.Gateway = func(c *scripted.Conn) {
					if late {
						if _, err := c.Enter(); err != nil {
							return
						}
					} else if c.Hello() != nil {
						return
					} else if _, err := c.Await(); err != nil {
						return
					}
					if c.CloseWith(code) == nil {
						c.Live()
					}
				}
				r := run(t, s, nil, nil)
				err := r.end()
				var e *CloseError
				if !errors.As(err, &e) || e.Code != code {
					t.Fatalf("ended with %v", err)
				}
				if errors.Is(err, discord.ErrToken) != (code == 4004) {
					t.Errorf("a refused token: %v", err)
				}
				if strings.Contains(err.Error(), canary) {
					t.Errorf("the token is in the error: %v", err)
				}
			}
			all.Go(func() { t.Run(fmt.Sprint(code, " late ", late), test) })
		}
	}
	all.Wait()
}

// When Discord has forgotten a session, a new one begins at a new connection. The
// package discordgo would send one IDENTIFY after the other.
func TestInvalidSession(t *testing.T) {
	t.Parallel()
	s := scripted.New()
	ops := make(chan string, 10)
	s.Gateway = func(c *scripted.Conn) {
		if c.N == 1 || c.N == 4 {
			op, err := c.Enter()
			if err != nil {
				return
			}
			ops <- fmt.Sprint(c.N, " op ", op)
			if c.N == 1 && c.Send(7, "null") != nil {
				return
			}
			c.Live()
			return
		}
		if c.Hello() != nil {
			return
		}
		op, err := c.Await()
		if err != nil {
			return
		}
		ops <- fmt.Sprint(c.N, " op ", op)
		if c.Send(9, fmt.Sprint(c.N == 2)) != nil {
			return
		}
		for {
			f, err := c.Recv()
			if err != nil {
				return
			}
			if f.Op == 2 || f.Op == 6 {
				t.Errorf("op %d at a connection that was invalidated", f.Op)
			}
		}
	}
	run(t, s, nil, nil)
	// The first op 9 says that the session may be resumed, the second says that it may
	// not.
	for _, want := range []string{"1 op 2", "2 op 6", "3 op 6", "4 op 2"} {
		select {
		case got := <-ops:
			if got != want {
				t.Errorf("%s, want %s", got, want)
			}
		case <-time.After(limit):
			t.Fatalf("%s never came", want)
		}
	}
}

// A resumed session may repeat events, and nothing is handled twice. It is resumed at
// its own address. The former connection ends without a close frame, which would end
// the session.
func TestResume(t *testing.T) {
	t.Parallel()
	s := scripted.New()
	// The second connection may begin before the first is known to have ended.
	entered, closed := make(chan string, 10), make(chan bool, 10)
	s.Gateway = func(c *scripted.Conn) {
		op, err := c.Enter()
		if err != nil {
			return
		}
		entered <- fmt.Sprintf("op %d seq %d at %s", op, c.Seq, c.Path)
		events := []string{pressing(1, "one"), pressing(2, "two")}
		if c.N == 2 {
			events = append(events, pressing(3, "three"))
		}
		for _, e := range events {
			if c.Event("INTERACTION_CREATE", e) != nil {
				return
			}
		}
		if c.N == 1 {
			if c.Send(7, "null") != nil {
				return
			}
			for {
				if _, err = c.Recv(); err != nil {
					break
				}
			}
			closed <- websocket.IsCloseError(err, 1000, 1001)
			return
		}
		c.Live()
	}
	r := run(t, s, nil, nil)
	next[discord.Ready](r)
	var got []discord.ID
	for len(got) < 3 {
		got = append(got, next[*discord.Interaction](r).ID)
	}
	if fmt.Sprint(got) != "[1 2 3]" {
		t.Errorf("handled %v", got)
	}
	if got, want := <-entered, "op 2 seq 1 at /gateway/?v=10&encoding=json"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if <-closed {
		t.Error("the former connection ends with a close frame")
	}
	// The packets decide whether the presses were read before op 7. Those that were
	// not are repeated, and none is handled twice.
	if got := <-entered; !strings.HasPrefix(got, "op 6 ") || !strings.HasSuffix(got, " at /gateway/resume/?v=10&encoding=json") {
		t.Errorf("resumed with %s", got)
	}
	g := r.stats()
	if g.Resumes != 1 || g.Identifies != 1 || g.Interactions != 3 {
		t.Errorf("%+v", g)
	}
}

// A new session begins with the servers that Discord names. A server that removed the
// bot meanwhile and adds it again is new.
func TestGuildsOfNewSession(t *testing.T) {
	t.Parallel()
	s := scripted.New()
	s.Gateway = func(c *scripted.Conn) {
		if c.Hello() != nil {
			return
		}
		if op, err := c.Await(); err != nil || op != 2 {
			t.Errorf("op %d, %v instead of IDENTIFY", op, err)
		}
		guilds := `{"id":"8"},{"id":"9"}`
		if c.N > 1 {
			guilds = `{"id":"9"}`
		}
		if c.Event("READY", `{"user":{"id":"5"},"application":{"id":"6"},"session_id":"s","guilds":[`+guilds+`]}`) != nil {
			return
		}
		if c.N == 1 {
			if c.Send(9, "false") == nil {
				c.Live()
			}
			return
		}
		for _, id := range []string{"9", "8", "8"} {
			if c.Event("GUILD_CREATE", `{"id":"`+id+`","name":"x"}`) != nil {
				return
			}
		}
		c.Live()
	}
	r := run(t, s, nil, nil)
	if first, second := next[discord.Ready](r), next[discord.Ready](r); fmt.Sprint(first.Guilds, second.Guilds) != "[8 9] [9]" {
		t.Errorf("the servers are %v, then %v", first.Guilds, second.Guilds)
	}
	for _, want := range []discord.GuildJoined{{ID: 9, Name: "x"}, {ID: 8, Name: "x", New: true}, {ID: 8, Name: "x"}} {
		if got := next[discord.GuildJoined](r); got != want {
			t.Errorf("joined %+v, want %+v", got, want)
		}
	}
	if n := r.stats().Guilds; n != 2 {
		t.Errorf("%d servers are counted", n)
	}
}

// Connections that lasted for a while and are lost one after another are resumed at
// once each time. People wait, and a resume costs nothing.
func TestLostAgainAndAgain(t *testing.T) {
	gametest.NotShort(t)
	t.Parallel()
	var all sync.WaitGroup
	for name, test := range map[string]struct {
		brief   time.Duration
		patient bool
	}{"lasted": {time.Nanosecond, false}, "did not last": {time.Hour, true}} {
		lose := func(t *testing.T) { // each time discordgo sleeps a second
			s := scripted.New()
			s.Gateway = func(c *scripted.Conn) {
				if _, err := c.Enter(); err != nil {
					return
				}
				if c.N == 4 {
					c.Live()
					return
				}
				if err := c.Send(7, "null"); err != nil {
					return
				}
				for {
					if _, err := c.Recv(); err != nil {
						return
					}
				}
			}
			r := run(t, s, func(c *Config) { c.Brief = test.brief }, nil)
			longest := time.Duration(0)
			for n := range 3 {
				in := next[discord.Disconnected](r).In
				if most := quick().Backoff / 4; n == 0 && in > most {
					t.Errorf("the first loss waits %v, want at most %v", in, most)
				}
				longest = max(longest, in)
			}
			// After the first of several failures in a row Run waits at most a
			// quarter of Backoff. After the third it waits at least eight times as
			// long.
			if most := quick().Backoff / 4; (longest > most) != test.patient {
				t.Errorf("it waited %v", longest)
			}
		}
		all.Go(func() { t.Run(name, lose) })
	}
	all.Wait()
}

// When a session's address is dead, the session goes on at the gateway's.
func TestResumeAddressDead(t *testing.T) {
	t.Parallel()
	dead, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := dead.Addr().String()
	if err := dead.Close(); err != nil {
		t.Fatal(err)
	}
	s := scripted.New()
	s.Gateway = func(c *scripted.Conn) {
		if c.N > 1 {
			c.Serve()
			return
		}
		if c.Hello() != nil {
			return
		}
		if _, err := c.Await(); err != nil {
			return
		}
		if c.Event("READY", `{"user":{"id":"5"},"session_id":"s","resume_gateway_url":"ws://`+address+`"}`) == nil {
			c.Cut()
		}
	}
	r := run(t, s, nil, nil)
	next[discord.Ready](r)
	next[discord.Resumed](r)
	if g := r.stats(); g.Identifies != 1 || g.Lost != 4 {
		t.Errorf("%d sessions begun and %d connections lost, want 1 and 4", g.Identifies, g.Lost)
	}
}

// Modals with labels (type 18) or with a newer component reach discordgo's handlers
// without data. Ours has it.
func TestModalWithLabels(t *testing.T) {
	t.Parallel()
	s := scripted.New()
	s.Gateway = func(c *scripted.Conn) {
		if _, err := c.Enter(); err != nil {
			return
		}
		if c.Event("INTERACTION_CREATE", `{"id":"21","application_id":"6","type":5,"token":"t","channel_id":"8",
			"message":{"id":"15","flags":64,"components":[{"type":77,"future":true}]},
			"member":{"user":{"id":"12","username":"anna","global_name":"Anna"},"nick":"Аня","permissions":"32"},
			"data":{"custom_id":"f","components":[
				{"type":18,"id":1,"component":{"type":4,"id":2,"custom_id":"a","value":"море \"и\" небо"}},
				{"type":10,"id":3},
				{"type":1,"components":[{"type":4,"custom_id":"b","value":""}]},
				{"type":18,"component":{"type":3,"custom_id":"c","values":["x","y"]}},
				{"type":18,"component":{"type":23,"custom_id":"d","value":true}},
				{"type":18,"component":{"type":21,"custom_id":"r","value":"one"}},
				{"type":18,"component":{"type":21,"custom_id":"n","value":null}},
				{"type":99,"component":{"type":98,"custom_id":"e","value":{"odd":1}}}]}}`) == nil {
			c.Live()
		}
	}
	r := run(t, s, nil, nil)
	ix := next[*discord.Interaction](r)
	if got, want := fmt.Sprintf("%q", ix.Answers), fmt.Sprintf("%q", []string{`море "и" небо`, "", "x,y", "true", "one", "", `{"odd":1}`}); got != want {
		t.Errorf("answers %s, want %s", got, want)
	}
	if len(ix.Fields) != len(ix.Answers) || ix.Fields["c"] != "x,y" || ix.Fields["r"] != "one" {
		t.Errorf("fields %q", ix.Fields)
	}
	if ix.Type != discordgo.InteractionModalSubmit || ix.User.Name != "Аня" || ix.Permissions != discordgo.PermissionManageGuild || ix.Message != (discord.MessageRef{ID: 15, Flags: 64}) {
		t.Errorf("%+v", *ix)
	}
}

// Discord resets the token of a bot that sends more IDENTIFYs than its budget.
func TestIdentifyBudget(t *testing.T) {
	t.Parallel()
	s := scripted.New()
	asked := make(chan time.Time, 2)
	entered := make(chan time.Time, 1)
	var times atomic.Int32
	s.API = func(w http.ResponseWriter, r *http.Request, _ []byte) bool {
		if r.URL.Path != "/api/v10/gateway/bot" {
			return false
		}
		asked <- time.Now()
		left := 0
		if times.Add(1) > 1 {
			left = 1000
		}
		fmt.Fprintf(w, `{"url":"ws://%s/gateway","session_start_limit":{"total":1000,"remaining":%d,"reset_after":200}}`, r.Host, left)
		return true
	}
	s.Gateway = func(c *scripted.Conn) {
		entered <- time.Now()
		c.Serve()
	}
	r := run(t, s, nil, nil)
	next[discord.Ready](r)
	if d := (<-entered).Sub(<-asked); d < 200*time.Millisecond {
		t.Errorf("connected %v after it was told to wait 200 ms", d)
	}
}

func TestTokenRefusedAtTheDoor(t *testing.T) {
	t.Parallel()
	s := scripted.New()
	s.API = func(w http.ResponseWriter, _ *http.Request, _ []byte) bool {
		w.WriteHeader(http.StatusUnauthorized)
		fmt.Fprint(w, `{"message":"401: Unauthorized","code":0}`)
		return true
	}
	r := run(t, s, nil, nil)
	if err := r.end(); !errors.Is(err, discord.ErrToken) {
		t.Errorf("ended with %v", err)
	}
	if n := s.Requests(); n != 1 {
		t.Errorf("%d requests with a token that was refused", n)
	}
}

// TestTokenRefusedLater: when a request is refused because of the token, the gateway
// ends too. The bot could not answer its people. It says goodbye, so that Discord does
// not show it as online.
func TestTokenRefusedLater(t *testing.T) {
	t.Parallel()
	s := scripted.New()
	s.API = func(w http.ResponseWriter, r *http.Request, _ []byte) bool {
		if !strings.HasSuffix(r.URL.Path, "/messages") {
			return false
		}
		w.WriteHeader(http.StatusUnauthorized)
		fmt.Fprint(w, `{"message":"401: Unauthorized","code":0}`)
		return true
	}
	frame := listening(s)
	r := run(t, s, nil, nil)
	next[discord.Ready](r)
	if _, err := r.client.Post(context.Background(), 8, &discord.Message{Public: true, Content: "hello"}); !errors.Is(err, discord.ErrToken) {
		t.Errorf("a post: %v", err)
	}
	if err := r.end(); !errors.Is(err, discord.ErrToken) {
		t.Errorf("ended with %v", err)
	}
	if err := <-frame; !websocket.IsCloseError(err, 1000) {
		t.Errorf("the gateway was left with %v", err)
	}
}

// listening answers heartbeats, and says how the connection ends.
func listening(s *scripted.Server) <-chan error {
	frame := make(chan error, 1)
	s.Gateway = func(c *scripted.Conn) {
		if _, err := c.Enter(); err != nil {
			return
		}
		for {
			f, err := c.Recv()
			if err != nil {
				frame <- err
				return
			}
			if f.Op == 1 && c.Send(11, "null") != nil {
				return
			}
		}
	}
	return frame
}

func TestStop(t *testing.T) {
	t.Parallel()
	s := scripted.New()
	frame := listening(s)
	r := run(t, s, nil, nil)
	next[discord.Ready](r)
	r.stop()
	if err := r.end(); err != nil {
		t.Errorf("ended with %v", err)
	}
	if err := <-frame; !websocket.IsCloseError(err, 1000) {
		t.Errorf("the gateway was left with %v", err)
	}
	if r.stats().Up {
		t.Error("still up")
	}
}

// Run ends at once when it is stopped while nothing answers.
func TestStopWhileConnecting(t *testing.T) {
	t.Parallel()
	s := scripted.New()
	in := make(chan struct{})
	s.Gateway = func(c *scripted.Conn) {
		close(in)
		_, err := c.Recv()
		if err == nil {
			t.Error("it spoke first")
		}
	}
	r := run(t, s, nil, nil)
	<-in
	r.stop()
	if err := r.end(); err != nil {
		t.Errorf("ended with %v", err)
	}
}

// discordgo's log has payloads and tokens in it; ours has not.
func TestLogs(t *testing.T) {
	t.Parallel()
	s := scripted.New()
	s.Gateway = func(c *scripted.Conn) {
		if c.N > 2 {
			c.Serve()
			return
		}
		if c.Hello() != nil {
			return
		}
		if _, err := c.Await(); err != nil {
			return
		}
		if c.N == 1 {
			if c.Token != "Bot "+canary {
				t.Errorf("identified as %q", c.Token)
			}
			if c.Ready() != nil {
				return
			}
		}
		// discordgo logs the whole first packet of the second connection, because it
		// is not READY.
		for _, e := range []string{
			`{"t":"UNHEARD_OF","s":2,"op":0,"d":{"x":"` + canary + `"}}`,
			`{"t":"MESSAGE_CREATE","s":3,"op":0,"d":{"x":"` + canary + `","id":7}}`,
			`{"t":"INTERACTION_CREATE","s":4,"op":0,"d":{"token":"` + canary + `","id":"x"}}`,
			`{"t":"INTERACTION_CREATE","s":4,"op":0,"d":{"token":"` + canary + `","id":"77","locale":["x"],"data":{"components":[{"type":18}]},"type":5}}`,
			`{"t":null,"s":null,"op":77,"d":"` + canary + `"}`,
			strings.Repeat(" ", 600) + `{"` + canary,
			`null`,
		} {
			if c.Raw(e) != nil {
				return
			}
		}
		c.Live()
	}
	r := run(t, s, nil, nil)
	next[discord.Disconnected](r)
	next[discord.Disconnected](r)
	g := r.stats()
	if g.Unread == 0 || g.Interactions != 1 {
		t.Errorf("%+v", g)
	}
	if !strings.Contains(r.log.String(), "gateway lost") {
		t.Errorf("log: %s", r.log)
	}
	// The cleanup of run checks that the token is not in the log.
}
