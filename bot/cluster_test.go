package bot

import (
	"context"
	"errors"
	"net"
	"net/http"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/rs/zerolog"

	"oneiros/bot/discord"
	"oneiros/bot/localcord"
	"oneiros/bot/table"
	"oneiros/games"
	"oneiros/store"
)

// division divides the shards among clusters that share one database. Two processes
// cannot share a file, so it moves the shards of one process about. Their epochs are
// the store's own: whoever lost a shard writes nothing of it.
type division struct {
	store *store.Store

	lock    chan struct{} // holds one; a mutex would stop virtual time while its holder writes
	of      int
	members []*member
	owner   map[int]*member
	epoch   map[int]int64
}

// member is a process of a division.
type member struct {
	division *division
	changed  chan struct{}
}

func (d *division) join() *member {
	d.lock <- struct{}{}
	defer func() { <-d.lock }()
	m := &member{division: d, changed: make(chan struct{}, 1)}
	d.members = append(d.members, m)
	return m
}

// leave removes a process, and what it has is free.
func (m *member) leave() {
	d := m.division
	d.lock <- struct{}{}
	defer func() { <-d.lock }()
	d.members = slices.DeleteFunc(d.members, func(o *member) bool { return o == m })
	for n, o := range d.owner {
		if o == m {
			delete(d.owner, n)
		}
	}
}

func (m *member) Claim(ctx context.Context, of int) (held []store.Held, share int, err error) {
	d := m.division
	d.lock <- struct{}{}
	defer func() { <-d.lock }()
	at := slices.Index(d.members, m)
	if at < 0 {
		return nil, 0, store.ErrLeaseLost
	}
	share = of / len(d.members)
	if at < of%len(d.members) {
		share++
	}
	mine := 0
	for _, o := range d.owner {
		if o == m {
			mine++
		}
	}
	for n := 0; n < of && mine < share; n++ {
		if d.owner[n] == nil {
			d.owner[n] = m
			mine++
			if d.of == of {
				if err := store.NewShards(d.store).Release(ctx, store.Held{Shard: n, Epoch: d.epoch[n]}); err != nil {
					return nil, 0, err
				}
			}
		}
	}
	d.of = of
	all, _, err := store.NewShards(d.store).Claim(ctx, of)
	for _, h := range all {
		d.epoch[h.Shard] = h.Epoch
		if d.owner[h.Shard] == m {
			held = append(held, h)
		}
	}
	return held, share, err
}

func (m *member) Release(_ context.Context, list ...store.Held) error {
	d := m.division
	d.lock <- struct{}{}
	defer func() { <-d.lock }()
	for _, h := range list {
		if d.owner[h.Shard] == m {
			delete(d.owner, h.Shard)
		}
	}
	for _, o := range d.members {
		select {
		case o.changed <- struct{}{}:
		default:
		}
	}
	return nil
}

func (m *member) Processes(context.Context) (int, error) {
	m.division.lock <- struct{}{}
	defer func() { <-m.division.lock }()
	return len(m.division.members), nil
}

func (m *member) Changed() <-chan struct{} { return m.changed }

func (m *member) Owners(context.Context) ([]store.ShardOwner, error) { return nil, nil }

// shardGateway makes the gateways of shards with a gateway of discord.
type shardGateway struct{ *discord.Gateway }

func (g shardGateway) Shard(id discord.ShardID, s discord.Sessions) Gateway {
	return g.Gateway.Shard(id, s)
}

// joined is a process of a town.
type joined struct {
	*Cluster
	member *member
	lives  atomic.Bool  // whether others cannot have taken it for dead yet
	sent   atomic.Int64 // its requests
	going  atomic.Int64 // those that have no answer yet
	end    func() error // as SIGTERM ends it, if it has not ended by itself

	cut   sync.Mutex
	away  bool       // it cannot reach Discord
	conns []net.Conn // to Discord
}

// dial is the way to Discord.
func (j *joined) dial(to func(context.Context, string, string) (net.Conn, error)) func(context.Context, string, string) (net.Conn, error) {
	return func(ctx context.Context, network, address string) (net.Conn, error) {
		j.cut.Lock()
		away := j.away
		j.cut.Unlock()
		if away {
			return nil, net.ErrClosed
		}
		c, err := to(ctx, network, address)
		j.cut.Lock()
		defer j.cut.Unlock()
		if err == nil {
			j.conns = append(j.conns, c)
		}
		return c, err
	}
}

// cutOff cuts the process off from Discord.
func (j *joined) cutOff() {
	j.cut.Lock()
	defer j.cut.Unlock()
	j.away = true
	for _, c := range j.conns {
		c.Close() // some have ended
	}
}

// count counts the requests that take a way.
func (j *joined) count(next http.RoundTripper) http.RoundTripper {
	return tripper(func(r *http.Request) (*http.Response, error) {
		j.sent.Add(1)
		j.going.Add(1)
		defer j.going.Add(-1)
		return next.RoundTrip(r)
	})
}

type tripper func(*http.Request) (*http.Response, error)

func (t tripper) RoundTrip(r *http.Request) (*http.Response, error) { return t(r) }

// join lets a process come to town that shares the shards with others.
func (w *town) join(d *division) *joined {
	w.t.Helper()
	log := zerolog.New(w.log).Level(zerolog.TraceLevel)
	j := &joined{member: d.join()}
	j.lives.Store(true)
	dial := j.dial(w.at.dial)
	wire := &http.Transport{DialContext: dial, MaxIdleConnsPerHost: 64}
	client, err := discord.NewClient(discord.Config{
		Token: w.srv.Token(), Base: w.srv.APIBase() + "/v10", Agent: "DiscordBot (https://example.invalid, 1)", Transport: j.count(wire),
		May: func(bool) bool { return j.lives.Load() },
	})
	if err != nil {
		w.t.Fatal(err)
	}
	j.Cluster, err = NewCluster(ClusterConfig{
		Bot:     Config{Clock: client.Clock(), Store: d.store, Games: []games.Game{lullaby}, Log: log, Each: w.each},
		Gateway: shardGateway{discord.NewGateway(discord.GatewayConfig{Log: log, Client: client, Dial: dial, Lives: j.lives.Load, Turns: store.NewShards(d.store)})},
		Client:  func(end context.Context) Client { return client.Until(end) },
		Shards:  j.member,
		Store:   func(h store.Held) ShardStore { return store.NewShards(d.store).Store(h) },
		Share:   client.SetShare,
		Reach: func(ctx context.Context) error {
			_, err := discord.AskStarts(ctx, client)
			return err
		},
	})
	if err != nil {
		w.t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(w.ctx)
	done := make(chan error, 1)
	go func() {
		err := j.Run(ctx)
		j.member.leave() // as the store does when it is closed
		done <- err
	}()
	j.end = sync.OnceValue(func() error {
		cancel()
		err := <-done
		wire.CloseIdleConnections()
		return err
	})
	return j
}

// shards are the numbers of those that a process serves.
func (j *joined) shards() (list []int) {
	j.mu.Lock()
	defer j.mu.Unlock()
	for at := range j.running {
		list = append(list, at.Shard)
	}
	slices.Sort(list)
	return list
}

// together runs a test in a town to which processes come that share the shards.
func together(t *testing.T, test func(t *testing.T, w *town, d *division)) {
	c := localcord.Config{Shards: localcord.Sharding{Recommended: shards, MaxConcurrency: shards}}
	virtualOn(t, c, "en-US", nil, func(t *testing.T, w *town) {
		time.Sleep(5 * time.Second) // until all shards are there
		w.stop()                    // the bot that was alone; its sessions go on
		st, err := store.Open(w.ctx, w.file)
		if err != nil {
			t.Fatal(err)
		}
		d := &division{lock: make(chan struct{}, 1), store: st, owner: map[int]*member{}, epoch: map[int]int64{}}
		test(t, w, d)
		if err := st.Close(); err != nil {
			t.Error(err)
		}
	})
}

// meet finds the bot that has a shard, and lets the town ask it.
func (w *town) meet(shard int, all ...*joined) *joined {
	w.t.Helper()
	for _, j := range all {
		j.mu.Lock()
		for at, p := range j.running {
			if at.Shard == shard && p.bot != nil {
				w.bot = p.bot
				j.mu.Unlock()
				return j
			}
		}
		j.mu.Unlock()
	}
	w.t.Fatalf("nobody has shard %d\n%s", shard, w.log)
	return nil
}

// TestClusterHandsOver: processes come and go while a match is on. Each has its share
// of the shards. The match goes on with the session and with what its clock had.
func TestClusterHandsOver(t *testing.T) {
	together(t, func(t *testing.T, w *town, d *division) {
		first := w.join(d)
		time.Sleep(5 * time.Second)
		if list := first.shards(); len(list) != shards {
			t.Fatalf("alone it has the shards %v\n%s", list, w.log)
		}
		w.meet(w.home(), first)
		people := []string{"Boris", "Eve", "Kate"}
		panels := w.match("rounds:3", people...)
		w.meet(0, first)
		w.solo("Grace", "rounds:3") // in direct messages
		w.meet(w.home(), first)
		clock := func() time.Duration { s := w.state(); return s.Now(time.Now()) }

		second := w.join(d)
		time.Sleep(5 * time.Second)
		if a, b := first.shards(), second.shards(); len(a) != 6 || len(b) != 5 || len(slices.Compact(slices.Sorted(slices.Values(slices.Concat(a, b))))) != shards {
			t.Fatalf("the two have %v and %v\n%s", a, b, w.log)
		}
		owner := w.meet(w.home(), first, second)
		other := first
		if owner == first {
			other = second
		}
		if n := len(owner.Live()) + len(other.Live()); n != 2 {
			t.Errorf("the two have %d tables", n)
		}
		before, at := clock(), time.Now()
		pressed := make(chan error, 2)
		press := func() {
			_, err := w.person("Boris").Command(w.ctx, w.here, "dream rules", nil)
			pressed <- err
		}
		go press()
		if err := owner.end(); err != nil {
			t.Error(err)
		}
		go press()
		for range 2 {
			if err := <-pressed; err != nil {
				t.Errorf("a press while the server was handed over: %v", err)
			}
		}
		if list := owner.shards(); len(list) != 0 {
			t.Errorf("it has ended and has %v", list)
		}
		time.Sleep(2 * time.Second)
		if list := other.shards(); len(list) != shards {
			t.Fatalf("alone again it has %v\n%s", list, w.log)
		}
		w.meet(w.home(), other)
		if ran, passed := clock()-before, time.Since(at); ran > passed || ran < passed-3*time.Second {
			t.Errorf("in %v the clock ran %v", passed, ran)
		}
		if !w.state().Running {
			t.Error("the clock stands")
		}
		if n := len(other.Live()); n != 2 {
			t.Errorf("it has %d tables", n)
		}
		w.play(people, panels)
		if n := w.srv.Identifies(); n != shards {
			t.Errorf("%d IDENTIFYs", n)
		}
		if s := w.state(); s.Phase != table.Over {
			t.Errorf("the match is %s", s.Phase)
		}
		if err := other.end(); err != nil {
			t.Error(err)
		}
	})
}

// TestClusterBreaksOff: Discord is so slow that the last answers take too long. What is
// under way is broken off before another process has the shard, and so cannot arrive
// behind what that one shows.
func TestClusterBreaksOff(t *testing.T) {
	together(t, func(t *testing.T, w *town, d *division) {
		first := w.join(d)
		time.Sleep(5 * time.Second)
		w.srv.SetFaults(localcord.Faults{Latency: 9000})
		pressed := make(chan error, 1)
		go func() {
			_, err := w.person("Boris").Command(w.ctx, w.here, "dream rules", nil)
			pressed <- err
		}()
		time.Sleep(time.Second)
		if first.going.Load() == 0 {
			t.Fatal("no answer is under way")
		}
		began := time.Now()
		if err := first.end(); err != nil {
			t.Error(err)
		}
		if n, took := first.going.Load(), time.Since(began); n != 0 || took > 4*time.Second {
			t.Errorf("it ends after %v with %d requests under way", took, n)
		}
		w.srv.ClearFaults()
		if err := <-pressed; err == nil {
			t.Error("the press was answered")
		}
	})
}

// TestClusterTakenForDead: a process is suspended or cut off from the database, and
// another one takes its shards over. The first one sends nothing any more, does not take
// the sessions back and writes nothing. The match goes on in the other one.
func TestClusterTakenForDead(t *testing.T) {
	together(t, func(t *testing.T, w *town, d *division) {
		first := w.join(d)
		time.Sleep(5 * time.Second)
		w.meet(w.home(), first)
		people := []string{"Boris", "Eve", "Kate"}
		panels := w.match("rounds:2", people...)
		time.Sleep(15 * time.Second) // until the sessions are saved
		old := w.bot

		first.lives.Store(false)
		sent := first.sent.Load()
		first.member.leave()
		second := w.join(d)
		defer func() {
			if err := second.end(); err != nil {
				t.Error(err)
			}
		}()
		time.Sleep(5 * time.Second)
		if list := second.shards(); len(list) != shards {
			t.Fatalf("the other one has %v\n%s", list, w.log)
		}
		w.meet(w.home(), second)
		w.play(people, panels)
		s := w.state()
		if s.Phase != table.Over {
			t.Errorf("the match is %s", s.Phase)
		}
		if _, err := old.tables.Send(w.ctx, s.ID, table.Action{Kind: table.Stop, User: table.User{ID: s.Host}, Moderator: true}); !errors.Is(err, store.ErrShardLost) {
			t.Errorf("the first one writes: %v", err)
		}
		time.Sleep(time.Minute)
		if n := first.sent.Load() - sent; n != 0 {
			t.Errorf("the first one has sent %d requests", n)
		}
		if err := first.end(); err != nil {
			t.Error(err)
		}
		if n := w.srv.Identifies(); n != shards {
			t.Errorf("%d IDENTIFYs", n)
		}
		if list := w.srv.OnlineShards(); len(list) != shards {
			t.Errorf("the shards %v are there", list)
		}
	})
}

// TestClusterCutOff: a process cannot reach Discord, and another one can. It leaves its
// shards, and the match goes on in the other one. While there is no other process, it
// keeps them and waits.
func TestClusterCutOff(t *testing.T) {
	together(t, func(t *testing.T, w *town, d *division) {
		first := w.join(d)
		time.Sleep(5 * time.Second)
		w.meet(w.home(), first)
		people := []string{"Boris", "Eve", "Kate"}
		panels := w.match("rounds:2", people...)
		first.cutOff()
		time.Sleep(2 * cutOffAfter)
		if list := first.shards(); len(list) != shards {
			t.Fatalf("without another process it has %v\n%s", list, w.log)
		}
		if w.state().Running {
			t.Error("the clock runs although nobody can press")
		}
		second := w.join(d)
		for waited := time.Duration(0); len(second.shards()) < shards; waited += time.Second {
			if waited > 3*cutOffAfter {
				t.Fatalf("the other one has %v\n%s", second.shards(), w.log)
			}
			time.Sleep(time.Second)
		}
		time.Sleep(3 * time.Second) // until it has the sessions
		w.meet(w.home(), second)
		w.play(people, panels)
		if s := w.state(); s.Phase != table.Over {
			t.Errorf("the match is %s", s.Phase)
		}
		if err := first.end(); !errors.Is(err, ErrCutOff) {
			t.Errorf("the first one ends with %v", err)
		}
		if err := second.end(); err != nil {
			t.Error(err)
		}
	})
}
