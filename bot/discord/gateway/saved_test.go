package gateway

import (
	"context"
	"errors"
	"fmt"
	"net"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/gorilla/websocket"
	"github.com/rs/zerolog"

	"oneiros/bot/discord"
	"oneiros/bot/discord/api"
	"oneiros/bot/discord/scripted"
	"oneiros/bot/discord/transport"
)

// memory keeps sessions as a store does.
type memory struct {
	mu      sync.Mutex
	list    map[int]SavedSession
	deleted int
	fail    error
}

func (m *memory) GatewaySession(_ context.Context, shard int) (SavedSession, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.list[shard], m.fail
}

func (m *memory) SaveGatewaySession(_ context.Context, s SavedSession) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.list == nil {
		m.list = map[int]SavedSession{}
	}
	m.list[s.Shard.Number] = s
	return m.fail
}

func (m *memory) DeleteGatewaySession(_ context.Context, shard int) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	delete(m.list, shard)
	m.deleted++
	return m.fail
}

// saved is the session of shard 0.
func (m *memory) saved() SavedSession {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.list[0]
}

// next starts the next process of the bot, after the one of r has ended.
func (r *rig) next(tune func(*Config)) *rig {
	r.t.Helper()
	n := &rig{t: r.t, server: r.server, client: r.client, log: r.log, events: make(chan discord.Event, 1000), ended: make(chan error, 1)}
	c := quick()
	c.Sender, c.Log = n.client.Sender(), zerolog.New(n.log)
	tune(&c)
	n.gate = New(c)
	ctx, stop := context.WithCancel(context.Background())
	n.stop = stop
	r.t.Cleanup(stop)
	go func() { n.ended <- n.gate.Run(ctx, func(_ discord.ShardID, e discord.Event) { n.events <- e }) }()
	return n
}

// kept is a session of the scripted server that can be resumed.
func kept(s *transport.Sender) SavedSession {
	return SavedSession{
		Shard: discord.ShardID{Number: 0, Of: 1}, ID: "s", Seq: 3, Address: "ws://" + strings.TrimPrefix(strings.TrimSuffix(s.Config().Base, "/api/v10"), "http://") + "/gateway/resume",
		Token: tokenDigest(canary), App: 6, Bot: 5, Guilds: 1, Clean: true, At: time.Now(),
	}
}

// TestRestart ends a bot and starts it again. The next process goes on with the
// session, and handles what came in between. It hears that it has to compare what is
// shown. After it has lost its connection, it resumes like any other.
func TestRestart(t *testing.T) {
	t.Parallel()
	s := scripted.New()
	entered, left := make(chan string, 10), make(chan error, 10)
	s.Gateway = func(c *scripted.Conn) {
		if c.Hello() != nil {
			return
		}
		op, err := c.Await()
		if err != nil {
			return
		}
		entered <- fmt.Sprintf("op %d session %q seq %d shard %v at %s", op, c.ID, c.Seq, c.Shard, c.Path)
		events := [][2]string{{"INTERACTION_CREATE", pressing(1, "one")}}
		switch c.N {
		case 1:
			if c.Ready() != nil {
				return
			}
		case 2: // what came while no person listened
			events = [][2]string{
				{"GUILD_CREATE", `{"id":"9","name":"x","joined_at":"2020-05-01T10:00:00.000000+00:00"}`},
				{"INTERACTION_CREATE", pressing(2, "two")}, {"RESUMED", "{}"}, {"MESSAGE_CREATE", `{"id":"21","channel_id":"8","author":{"id":"5"}}`},
			}
		case 3:
			events = [][2]string{{"RESUMED", "{}"}, {"INTERACTION_CREATE", pressing(3, "three")}}
		}
		for _, e := range events {
			if c.Event(e[0], e[1]) != nil {
				return
			}
		}
		for {
			f, err := c.Recv()
			if err != nil {
				left <- err
				return
			}
			if f.Op == 1 && c.Send(11, "null") != nil {
				return
			}
			if c.N == 2 && f.Op == 1 {
				c.Cut()
			}
		}
	}
	m := &memory{}
	with := func(c *Config) { c.Sessions = m }
	r := run(t, s, with, nil)
	next[*discord.Interaction](r)
	r.stop()
	if err := r.end(); err != nil {
		t.Errorf("ended with %v", err)
	}
	if err := <-left; websocket.IsCloseError(err, 1000, 1001) {
		t.Error("the first process ends the session")
	}
	if d := m.saved(); !d.Clean || d.Seq != 2 || d.ID != "s" || d.Shard != (discord.ShardID{Number: 0, Of: 1}) || d.App != 6 || d.Bot != 5 || d.Guilds != 1 || len(d.Away) != 1 {
		t.Errorf("saved %+v clean %v seq %d guilds %d away %v", d, d.Clean, d.Seq, d.Guilds, d.Away)
	}
	n := r.next(with)
	if g := next[discord.GuildJoined](n); g.New {
		t.Error("a server that became available is new")
	}
	if ix := next[*discord.Interaction](n); ix.ID != 2 {
		t.Errorf("interaction %d", ix.ID)
	}
	if got := next[discord.Restored](n); got.App != 6 || len(got.Away) != 0 {
		t.Errorf("%+v", got)
	}
	next[discord.Disconnected](n)
	next[discord.Resumed](n)
	next[*discord.Interaction](n)
	for _, want := range []string{
		`op 2 session "" seq 0 shard [] at /gateway/?v=10&encoding=json`,
		`op 6 session "s" seq 2 shard [] at /gateway/resume/?v=10&encoding=json`,
		`op 6 session "s" seq 6 shard [] at /gateway/resume/?v=10&encoding=json`,
	} {
		if got := <-entered; got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
	if g := n.stats(); g.Identifies != 0 || g.Resumes != 2 || g.Guilds != 1 || g.Unread != 0 {
		t.Errorf("%+v", g)
	}
}

// TestRestartAfterCrash goes on behind what a crashed process has saved. Nobody knows
// which of the interactions that Discord repeats were handled, so none is. What comes
// later is.
func TestRestartAfterCrash(t *testing.T) {
	t.Parallel()
	s := scripted.New()
	s.Gateway = func(c *scripted.Conn) {
		if c.Hello() != nil {
			return
		}
		if op, err := c.Await(); err != nil || op != 6 || c.Seq != 3 {
			t.Errorf("op %d seq %d, %v", op, c.Seq, err)
		}
		for _, e := range [][2]string{
			{"INTERACTION_CREATE", pressing(1, "one")}, {"GUILD_DELETE", `{"id":"9"}`}, {"RESUMED", "{}"},
			{"INTERACTION_CREATE", pressing(1, "one")}, {"INTERACTION_CREATE", pressing(2, "two")},
		} {
			if c.Event(e[0], e[1]) != nil {
				return
			}
		}
		c.Live()
	}
	m := &memory{}
	r := run(t, s, func(c *Config) {
		saved := kept(c.Sender)
		saved.Clean = false
		m.list = map[int]SavedSession{0: saved}
		c.Sessions = m
	}, nil)
	if g := next[discord.GuildLeft](r); g.ID != 9 || g.Unavailable {
		t.Errorf("%+v", g)
	}
	next[discord.Restored](r)
	if ix := next[*discord.Interaction](r); ix.ID != 2 {
		t.Errorf("interaction %d was handled", ix.ID)
	}
	if g := r.stats(); g.Repeated != 2 || g.Interactions != 1 || g.Guilds != 0 {
		t.Errorf("%+v", g)
	}
}

// TestSavedSessionIsLeft: a session that cannot be resumed or is not trusted is left,
// and a new one begins. The token is not sent to a forged address.
func TestSavedSessionIsLeft(t *testing.T) {
	t.Parallel()
	forged, err := net.Listen("tcp", "127.0.0.2:0") // another host
	if err != nil {
		t.Skip("no second address of loopback: ", err)
	}
	defer forged.Close()
	caught := make(chan struct{}, 1)
	go func() {
		for {
			c, err := forged.Accept()
			if err != nil {
				return
			}
			c.Close()
			caught <- struct{}{}
		}
	}()
	for name, spoil := range map[string]func(*SavedSession, *memory){
		"none":          func(_ *SavedSession, m *memory) { m.list = nil },
		"unreadable":    func(_ *SavedSession, m *memory) { m.fail = errors.New("damaged") },
		"other token":   func(s *SavedSession, _ *memory) { s.Token = tokenDigest("other") },
		"other count":   func(s *SavedSession, _ *memory) { s.Shard.Of = 2 },
		"old":           func(s *SavedSession, _ *memory) { s.At = s.At.Add(-savedFor) },
		"of the future": func(s *SavedSession, _ *memory) { s.At = s.At.Add(2 * savedFor) },
		"forged":        func(s *SavedSession, _ *memory) { s.Address = "ws://" + forged.Addr().String() },
		"no address":    func(s *SavedSession, _ *memory) { s.Address = "" },
	} {
		t.Run(name, func(t *testing.T) {
			s := scripted.New()
			op := make(chan int, 1)
			s.Gateway = func(c *scripted.Conn) {
				n, err := c.Enter()
				if err != nil {
					return
				}
				op <- n
				c.Live()
			}
			m := &memory{}
			r := run(t, s, func(c *Config) {
				saved := kept(c.Sender)
				m.list = map[int]SavedSession{0: saved}
				spoil(&saved, m)
				if m.list != nil {
					m.list[0] = saved
				}
				c.Sessions, c.Shards = m, 1
			}, nil)
			next[discord.Ready](r)
			if got := <-op; got != 2 {
				t.Errorf("op %d", got)
			}
			select {
			case <-caught:
				t.Error("the forged address was dialled")
			default:
			}
		})
	}
}

// TestSavedSessionIsInvalid: when Discord does not know a saved session any more, it is
// deleted and a new one begins, which is saved at once.
func TestSavedSessionIsInvalid(t *testing.T) {
	t.Parallel()
	s := scripted.New()
	s.Gateway = func(c *scripted.Conn) {
		if c.N > 1 {
			c.Serve()
			return
		}
		if c.Hello() != nil {
			return
		}
		if op, err := c.Await(); err != nil || op != 6 {
			t.Errorf("op %d, %v", op, err)
		}
		if c.Send(9, "false") == nil {
			c.Live()
		}
	}
	m := &memory{}
	r := run(t, s, func(c *Config) {
		m.list = map[int]SavedSession{0: kept(c.Sender)}
		c.Sessions = m
	}, nil)
	next[discord.Disconnected](r)
	next[discord.Ready](r)
	r.stop()
	if err := r.end(); err != nil {
		t.Error(err)
	}
	if d := m.saved(); m.deleted != 1 || d.Seq != 1 || !d.Clean {
		t.Errorf("%d deleted, saved %d clean %v", m.deleted, d.Seq, d.Clean)
	}
}

// TestFatalSessionIsForgotten: a session that Discord has closed for good is not kept.
func TestFatalSessionIsForgotten(t *testing.T) {
	t.Parallel()
	s := scripted.New()
	s.Gateway = func(c *scripted.Conn) {
		if _, err := c.Enter(); err == nil && c.CloseWith(4004) == nil {
			c.Live()
		}
	}
	m := &memory{}
	r := run(t, s, func(c *Config) { c.Sessions = m }, nil)
	if err := r.end(); !errors.Is(err, discord.ErrToken) {
		t.Errorf("ended with %v", err)
	}
	if d := m.saved(); d.ID != "" {
		t.Errorf("%v is still saved", d)
	}
}

// TestShardsIdentify: each shard says which it is, and one that Discord refuses for good
// ends all.
func TestShardsIdentify(t *testing.T) {
	t.Parallel()
	s := scripted.New()
	var mu sync.Mutex
	seen := map[string]bool{}
	all, end := make(chan struct{}), make(chan struct{})
	s.Gateway = func(c *scripted.Conn) {
		if _, err := c.Enter(); err != nil {
			return
		}
		mu.Lock()
		seen[fmt.Sprint(c.Shard)] = true
		if len(seen) == 4 {
			close(all)
		}
		mu.Unlock()
		if fmt.Sprint(c.Shard) == "[2 4]" {
			<-end
			if c.CloseWith(4011) != nil {
				return
			}
		}
		c.Live()
	}
	r := run(t, s, func(c *Config) { c.Shards = 4 }, nil)
	<-all
	for range 4 {
		next[discord.Ready](r)
	}
	if g := r.gate.Stats(); len(g.Shards) != 4 || g.Shards[3].ID != (discord.ShardID{Number: 3, Of: 4}) || g.Left >= 1000 || g.Total != 1000 || g.Renewed.IsZero() {
		t.Errorf("%+v", g)
	}
	close(end)
	var e *CloseError
	if err := r.end(); !errors.As(err, &e) || e.Code != 4011 {
		t.Errorf("ended with %v", err)
	}
	if !seen["[0 4]"] || !seen["[1 4]"] || !seen["[3 4]"] {
		t.Errorf("shards %v", seen)
	}
}

// TestRecommendedShards: the number of saved sessions is kept while it is near what
// Discord recommends.
func TestRecommendedShards(t *testing.T) {
	t.Parallel()
	client, err := api.NewClient(transport.Config{Token: canary})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ recommended, saved, want int }{
		{0, 0, 1}, {1, 0, 1}, {40, 0, 40}, {41, 40, 40}, {39, 40, 40}, {80, 40, 40}, {81, 40, 81}, {20, 40, 40}, {19, 40, 19}, {2, 1, 1}, {3, 1, 3},
	} {
		m := &memory{list: map[int]SavedSession{}}
		if c.saved > 0 {
			m.list[0] = SavedSession{Shard: discord.ShardID{Number: 0, Of: c.saved}, ID: "s", Seq: 1, Token: tokenDigest(canary), At: time.Now()}
		}
		g := New(Config{Sender: client.Sender(), Sessions: m, Log: zerolog.Nop()})
		if got := g.recommended(t.Context(), gatewayBot{Shards: c.recommended}); got != c.want {
			t.Errorf("%+v: %d", c, got)
		}
	}
}

func TestSavedSessionIsNotPrinted(t *testing.T) {
	t.Parallel()
	s := SavedSession{Shard: discord.ShardID{Number: 3, Of: 40}, ID: canary, Address: "wss://" + canary, Token: canary}
	for _, verb := range []string{"%v", "%+v", "%#v", "%s"} {
		if got := fmt.Sprintf(verb, s); strings.Contains(got, canary) || !strings.Contains(got, "shard 3 of 40") {
			t.Errorf("%s: %s", verb, got)
		}
	}
}
