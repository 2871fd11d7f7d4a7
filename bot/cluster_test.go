package bot

import (
	"context"
	"errors"
	"net"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/rs/zerolog"

	"oneiros/bot/discord"
	"oneiros/bot/discord/api"
	"oneiros/bot/discord/bubbletest"
	"oneiros/bot/discord/gateway"
	"oneiros/bot/discord/transport"
	"oneiros/bot/feature"
	"oneiros/bot/localcord"
	"oneiros/bot/screen"
	"oneiros/bot/table"
	"oneiros/games"
	"oneiros/games/gametest"
	"oneiros/store"
)

// division divides the shards among clusters that share one database. Two processes
// cannot share a file, so it moves the shards of one process about. Their epochs are
// the store's own: a process that lost a shard writes nothing of it.
type division struct {
	store *store.Store

	lock    chan struct{} // holds one; a mutex would stop virtual time while its holder writes
	of      int
	members []*member
	owner   map[int]*member
	epoch   map[int]int64

	features []func(feature.House) feature.Feature // of each process

	mostFree int // shards that no person had at one moment, as a process saw it
}

// member is a process of a division.
type member struct {
	division *division
	changed  chan struct{}
	people   chan uint64
	leaving  bool
	heard    time.Time
}

func (d *division) join() *member {
	d.lock <- struct{}{}
	defer func() { <-d.lock }()
	m := &member{division: d, changed: make(chan struct{}, 1), people: make(chan uint64, 64)}
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

func (m *member) Claim(ctx context.Context, of, most int) (held []store.Held, share int, err error) {
	d := m.division
	d.lock <- struct{}{}
	defer func() { <-d.lock }()
	if !slices.Contains(d.members, m) {
		return nil, 0, store.ErrLeaseLost
	}
	staying := slices.DeleteFunc(slices.Clone(d.members), func(o *member) bool { return o.leaving })
	if at := slices.Index(staying, m); at >= 0 {
		share = of / len(staying)
		if at < of%len(staying) {
			share++
		}
	}
	mine := 0
	for _, o := range d.owner {
		if o == m {
			mine++
		}
	}
	for n := 0; n < of && mine < share && most > 0; n++ {
		if d.owner[n] == nil {
			d.owner[n] = m
			mine++
			most--
			if d.of == of {
				if err := store.NewShards(d.store).Release(ctx, store.Held{Shard: n, Epoch: d.epoch[n]}); err != nil {
					return nil, 0, err
				}
			}
		}
	}
	d.of = of
	all, _, err := store.NewShards(d.store).Claim(ctx, of, of)
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

func (m *member) Leave(context.Context) error {
	m.division.lock <- struct{}{}
	defer func() { <-m.division.lock }()
	m.leaving = true
	return nil
}

func (m *member) OthersStay(context.Context) (bool, error) {
	m.division.lock <- struct{}{}
	defer func() { <-m.division.lock }()
	return slices.ContainsFunc(m.division.members, func(o *member) bool { return o != m && !o.leaving }), nil
}

func (m *member) Hear(_ context.Context, ago time.Duration) error {
	m.division.lock <- struct{}{}
	defer func() { <-m.division.lock }()
	m.heard = time.Now().Add(-ago)
	return nil
}

func (m *member) OthersHear(_ context.Context, within time.Duration) (bool, error) {
	m.division.lock <- struct{}{}
	defer func() { <-m.division.lock }()
	return slices.ContainsFunc(m.division.members, func(o *member) bool {
		return o != m && !o.leaving && time.Since(o.heard) <= within
	}), nil
}

func (m *member) Changed() <-chan struct{} { return m.changed }

func (m *member) People() <-chan uint64 { return m.people }

func (m *member) TellPerson(_ context.Context, user uint64) {
	m.division.lock <- struct{}{}
	defer func() { <-m.division.lock }()
	for _, o := range m.division.members {
		o.people <- user
	}
}

func (m *member) Owners(context.Context) (list []store.ShardOwner, err error) {
	d := m.division
	d.lock <- struct{}{}
	defer func() { <-d.lock }()
	free := 0
	for n := range d.of {
		owner := d.owner[n]
		if owner == nil {
			free++
		}
		list = append(list, store.ShardOwner{Shard: n, Of: d.of, Owned: owner != nil})
	}
	d.mostFree = max(d.mostFree, free)
	return list, nil
}

// probeEvery is how long a shard waits in a silence before it asks whether Discord is there.
const probeEvery = 5 * time.Second

// shardGateway makes the gateways of shards with a gateway of discord.
type shardGateway struct{ *gateway.Gateway }

func (g shardGateway) Shard(id discord.ShardID, s gateway.Sessions) Gateway {
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
	dial := j.dial(w.at.Dial)
	wire := &http.Transport{DialContext: dial, MaxIdleConnsPerHost: 64}
	client, err := api.NewClient(transport.Config{
		Token: w.srv.Token(), Base: w.srv.APIBase() + "/v10", Agent: "DiscordBot (https://example.invalid, 1)", Transport: j.count(wire),
		May: func(bool) bool { return j.lives.Load() }, Chance: w.luck.Next("process").Of("client"),
	})
	if err != nil {
		w.t.Fatal(err)
	}
	j.Cluster, err = NewCluster(ClusterConfig{
		Bot:     Config{Clock: client.Sender().Clock(), Stores: StoresOf(d.store), Games: []games.Game{lullaby}, Log: log, Each: w.each, Chance: w.luck.Of("bot"), Features: d.features},
		Gateway: shardGateway{gateway.New(gateway.Config{Log: log, Intents: intents(), Sender: client.Sender(), Dial: dial, Lives: j.lives.Load, Turns: store.NewShards(d.store), Probe: probeEvery})},
		Client:  func(end context.Context) Client { return client.Until(end) },
		Shards:  j.member,
		Stores:  func(h store.Held) Stores { return StoresOf(store.NewShards(d.store).Store(h)) },
		Share:   client.Sender().SetShare,
		Heard:   client.Sender().Heard, Reach: client.Sender().Reach,
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
		synctest.Wait() // as for a town
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
		st, err := store.Open(w.ctx, w.file, store.WithChance(w.luck.Next("process").Of("store").Read))
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
		if n := w.srv.Gateway().Identifies(); n != shards {
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

// TestClusterWorksOnce: what is done once per bot is done by one process at a time, and goes on
// in another one when that ends. What is done per shard is done for each. All of it has ended
// when its process has.
func TestClusterWorksOnce(t *testing.T) {
	together(t, func(t *testing.T, w *town, d *division) {
		var mu sync.Mutex
		now, most, all := map[feature.Each]int{}, map[feature.Each]int{}, map[feature.Each]int{}
		work := func(each feature.Each) feature.Work {
			return feature.Work{Name: "count", Each: each, Do: func(ctx context.Context) {
				add := func(n int) {
					mu.Lock()
					defer mu.Unlock()
					now[each] += n
					most[each] = max(most[each], now[each])
					all[each] += max(n, 0)
				}
				add(1)
				<-ctx.Done()
				add(-1)
			}}
		}
		d.features = []func(feature.House) feature.Feature{func(feature.House) feature.Feature {
			return feature.Feature{Name: "counting", Work: []feature.Work{work(feature.PerBot), work(feature.PerShard)}}
		}}
		counts := func(what string, bot, shard int) {
			t.Helper()
			mu.Lock()
			defer mu.Unlock()
			if now[feature.PerBot] != bot || now[feature.PerShard] != shard {
				t.Errorf("%s: %d work per bot and %d per shard, want %d and %d\n%s", what, now[feature.PerBot], now[feature.PerShard], bot, shard, w.log)
			}
		}
		first := w.join(d)
		time.Sleep(5 * time.Second)
		counts("one process", 1, shards)
		second := w.join(d)
		time.Sleep(5 * time.Second)
		counts("two processes", 1, shards)
		owner, other := w.meet(0, first, second), first
		if owner == first {
			other = second
		}
		if err := owner.end(); err != nil {
			t.Error(err)
		}
		time.Sleep(5 * time.Second)
		counts("the other one", 1, shards)
		if err := other.end(); err != nil {
			t.Error(err)
		}
		counts("none", 0, 0)
		if most[feature.PerBot] != 1 || all[feature.PerBot] < 2 || most[feature.PerShard] != shards {
			t.Errorf("at most %v at once, and %v in all", most, all)
		}
	})
}

// TestClusterTellsOfPeople: what a person learns or chooses in direct messages, which are
// shard 0, their panel at a table of another shard shows at once.
func TestClusterTellsOfPeople(t *testing.T) {
	together(t, func(t *testing.T, w *town, d *division) {
		j := w.join(d)
		time.Sleep(5 * time.Second)
		w.meet(w.home(), j)
		panel := w.match("rounds:3", "Boris", "Eve")["Boris"]
		w.meet(0, j)
		alone := w.solo("Boris", "rounds:3")
		lesson := lessonOf(alone)
		if lesson == "" || lessonOf(w.now("Boris", panel)) != lesson {
			t.Fatalf("the lessons are %q and %q", lesson, lessonOf(w.now("Boris", panel)))
		}
		w.press("Boris", alone, "Toss for it")
		w.within("the lesson goes", func() bool { return lessonOf(w.now("Boris", panel)) != lesson })
		me := w.does(w.person("Boris").Command(w.ctx, w.writes("Boris"), "dream me", nil)).Message
		w.does(w.person("Boris").Choose(w.ctx, me.ID, me.Menus()[0].CustomID, "ru"))
		w.within("the panel is Russian", func() bool { return has(w.now("Boris", panel), "Наугад") })
		if err := j.end(); err != nil {
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
		w.srv.Control().ClearFaults()
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
		if _, err := old.tables.Send(w.ctx, s.ID, table.Action{Kind: table.Stop, Asked: table.Whatever, User: table.User{ID: s.Host}, Moderator: true}); !errors.Is(err, store.ErrShardLost) {
			t.Errorf("the first one writes: %v", err)
		}
		time.Sleep(time.Minute)
		if n := first.sent.Load() - sent; n != 0 {
			t.Errorf("the first one has sent %d requests", n)
		}
		if err := first.end(); err != nil {
			t.Error(err)
		}
		if n := w.srv.Gateway().Identifies(); n != shards {
			t.Errorf("%d IDENTIFYs", n)
		}
		if list := w.srv.Gateway().OnlineShards(); len(list) != shards {
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
		time.Sleep(2 * blackout)
		if list := first.shards(); len(list) != shards {
			t.Fatalf("without another process it has %v\n%s", list, w.log)
		}
		if w.state().Running {
			t.Error("the clock runs although nobody can press")
		}
		second := w.join(d)
		for waited := time.Duration(0); len(second.shards()) < shards; waited += time.Second {
			if waited > 10*time.Second {
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

// TestIsCutOff: a process leaves only when Discord spoke to another one all the time in
// which it did not speak to this one. When Discord is away for all, or comes back to one
// of them first, no person leaves.
func TestIsCutOff(t *testing.T) {
	always, never := func(time.Duration) bool { return true }, func(time.Duration) bool { return false }
	until := func(end time.Duration) func(time.Duration) bool {
		return func(at time.Duration) bool { return at < end }
	}
	for name, c := range map[string]struct {
		hears, reaches, other func(at time.Duration) bool
		want                  bool
	}{
		"all is well":          {always, always, always, false},
		"cut off":              {until(5 * time.Second), until(5 * time.Second), always, true},
		"only the gateway":     {until(5 * time.Second), always, always, false},
		"alone":                {until(5 * time.Second), until(5 * time.Second), never, false},
		"away for all":         {until(5 * time.Second), until(5 * time.Second), until(5 * time.Second), false},
		"the other one first":  {never, func(at time.Duration) bool { return at >= 20*time.Second }, func(at time.Duration) bool { return at >= 19500*time.Millisecond }, false},
		"back before it knows": {until(5 * time.Second), func(at time.Duration) bool { return at < 5*time.Second || at > 9*time.Second }, always, false},
	} {
		t.Run(name, func(t *testing.T) {
			bubbletest.Test(t, func(t *testing.T) {
				d := &division{lock: make(chan struct{}, 1)}
				mine, other := d.join(), d.join()
				began := time.Now()
				var heard atomic.Int64 // after began
				hear := func() { heard.Store(int64(time.Since(began))) }
				l := &Cluster{look: make(chan struct{}, 1), conf: ClusterConfig{
					Shards: mine,
					Heard:  func() time.Time { return began.Add(time.Duration(heard.Load())) },
					Reach: func(ctx context.Context) error {
						for !c.reaches(time.Since(began)) {
							if !discord.Sleep(ctx, 100*time.Millisecond) {
								return ctx.Err()
							}
						}
						hear()
						return nil
					},
				}}
				cut := false
				for time.Since(began) < 30*time.Second {
					if c.hears(time.Since(began)) {
						hear()
					}
					if c.other(time.Since(began)) {
						if err := other.Hear(t.Context(), 0); err != nil {
							t.Error(err)
						}
					}
					cut = cut || l.isCutOff(t.Context())
					time.Sleep(250 * time.Millisecond)
				}
				l.all.Wait()
				if cut != c.want {
					t.Errorf("it is cut off: %v", cut)
				}
			})
		})
	}
}

// TestClusterUpgrade: new processes come and old ones go, while answers take a while and
// every person presses. Each press is answered exactly once. What was played is in the log
// once, and what was refused is not.
func TestClusterUpgrade(t *testing.T) {
	gametest.NotShort(t)
	together(t, func(t *testing.T, w *town, d *division) {
		first := w.join(d)
		time.Sleep(5 * time.Second)
		w.meet(w.home(), first)
		people := []string{"Boris", "Eve", "Kate"}
		panels := w.match("rounds:3", people...)
		match := w.state().ID
		answers := &answerCounts{times: map[localcord.ID]int{}}
		w.srv.REST().Tap(answers.tap)
		w.srv.SetFaults(localcord.Faults{Latency: 400})
		pressing, enough := context.WithCancel(w.ctx)
		var all sync.WaitGroup
		for _, who := range people {
			all.Go(func() {
				for n := 0; discord.Sleep(pressing, 150*time.Millisecond); n++ {
					all.Go(func() { answers.press(w, who, panels[who], match, n%8 == 0) })
				}
			})
		}
		time.Sleep(time.Second)
		for last := first; ; {
			next := w.join(d)
			time.Sleep(3 * time.Second)
			if err := last.end(); err != nil {
				t.Error(err)
			}
			time.Sleep(2 * time.Second)
			if list := next.shards(); len(list) != shards {
				t.Errorf("the next one has %v\n%s", list, w.log)
			}
			if last != first {
				last = next
				enough()
				all.Wait()
				w.srv.Control().ClearFaults()
				w.meet(w.home(), last)
				answers.check(t, d.store, match)
				if d.mostFree > handAtOnce {
					t.Errorf("nobody had %d shards at one moment, want up to %d", d.mostFree, handAtOnce)
				}
				if err := last.end(); err != nil {
					t.Error(err)
				}
				break
			}
			last = next
		}
		if n := w.srv.Gateway().Identifies(); n != shards {
			t.Errorf("%d IDENTIFYs", n)
		}
	})
}

// answerCounts are the presses of a test, and how often each was answered.
type answerCounts struct {
	mu      sync.Mutex
	times   map[localcord.ID]int
	pressed []pressed
}

// pressed is what came of a press.
type pressed struct {
	id     localcord.ID
	err    error
	played bool // its answer shows a later turn
	warned bool
}

// tap counts the calls that answer an interaction.
func (a *answerCounts) tap(r localcord.Request) {
	part := strings.Split(strings.Trim(r.Path, "/"), "/")
	if part[0] != "interactions" || r.Status >= 300 {
		return
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	a.times[localcord.ID(part[1])]++
}

// press lets a person play a move of their panel, or ask for the rules.
func (a *answerCounts) press(w *town, who string, panel *localcord.Message, match string, play bool) {
	p := w.person(who)
	button, turn := "", 0
	for _, b := range p.Message(panel.ID).Buttons() {
		id, err := screen.ParseCustomID(b.CustomID)
		if err == nil && play && id.Match == match && (id.Action == screen.ActionDo || id.Action == screen.ActionAsk) {
			button, turn = b.CustomID, id.Turn
		}
	}
	var r *localcord.Reply
	var err error
	if button == "" {
		r, err = p.Command(w.ctx, w.here, "dream rules", nil)
	} else {
		r, err = p.Press(w.ctx, panel.ID, button)
	}
	if r == nil { // the panel has changed since
		return
	}
	one := pressed{id: r.Interaction, err: err}
	if err == nil && r.Modal != nil {
		a.add(one)
		if r, err = p.Submit(w.ctx, r.Modal, "a dream"); r == nil {
			return
		}
		one = pressed{id: r.Interaction, err: err}
	}
	if err == nil && r.Message != nil {
		one.warned = has(r.Message, "⚠")
		for _, b := range r.Message.Buttons() {
			if id, err := screen.ParseCustomID(b.CustomID); err == nil && id.Turn > turn {
				one.played = !one.warned
			}
		}
	}
	a.add(one)
}

func (a *answerCounts) add(one pressed) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.pressed = append(a.pressed, one)
}

// check compares what people saw with the log.
func (a *answerCounts) check(t *testing.T, st *store.Store, match string) {
	t.Helper()
	list, err := st.Matches().PressIDs(t.Context(), match)
	if err != nil {
		t.Fatal(err)
	}
	log := map[localcord.ID]int{}
	for _, id := range list {
		log[localcord.ID(strconv.FormatUint(id, 10))]++
	}
	played := 0
	for _, p := range a.pressed {
		switch n := log[p.id]; {
		case p.err != nil:
			t.Errorf("press %s: %v; %d times in the log", p.id, p.err, n)
		case a.times[p.id] != 1:
			t.Errorf("press %s was answered %d times", p.id, a.times[p.id])
		case n > 1, p.warned && n > 0:
			t.Errorf("press %s, refused %v, is in the log %d times", p.id, p.warned, n)
		case n == 1:
			played++
		}
	}
	if played < 5 || len(a.pressed) < 50 {
		t.Errorf("%d presses, and %d moves; too few to show anything", len(a.pressed), played)
	}
}
