package store

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"oneiros/store/storetest"
)

// shareOpen opens a database that several processes share.
func shareOpen(t *testing.T, place string, timing leaseTiming) *Store {
	t.Helper()
	s, err := openWith(t.Context(), place, leaseRequest{timing: timing, shared: true, waiting: func(Holder) {}})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func claim(t *testing.T, s *Store, of, share int, want ...Held) {
	t.Helper()
	held, mine, err := NewShards(s).Claim(t.Context(), of, of)
	if d := cmp.Diff(want, held); d != "" || mine != share || err != nil {
		t.Errorf("a share of %d of %d, %v:\n%s", mine, of, err, d)
	}
}

// TestShardEpochs: what was begun under an earlier epoch of a shard is refused, of
// every kind, and nothing of it is saved.
func TestShardEpochs(t *testing.T) {
	t.Parallel()
	storetest.OnBoth(t, func(t *testing.T, place string) {
		s := openStore(t, place)
		claim(t, s, 2, 2, Held{0, 1}, Held{1, 1})
		shards := NewShards(s)
		of := shards.Store(Held{1, 1})
		m := startMatch(t, of, "match", 5)
		if err := of.Matches().AppendInput(t.Context(), newStep(m, 1, 0, []byte("{}"))); err != nil {
			t.Fatal(err)
		}
		if err := shards.Release(t.Context(), Held{1, 1}); err != nil {
			t.Fatal(err)
		}
		refused := func(when string, of *Store) {
			t.Helper()
			for name, write := range map[string]func() error{
				"input": func() error { return of.Matches().AppendInput(t.Context(), newStep(m, 2, 0, []byte("{}"))) },
				"match": func() error { return of.Matches().SaveMatch(t.Context(), m) },
				"clock": func() error { return of.Matches().SaveClocks(t.Context(), m.Created, []Clock{{"match", time.Hour}}) },
				"guild": func() error { return of.SaveGuild(t.Context(), Guild{ID: 9, Lang: "ru"}) },
				"surface": func() error {
					return of.Surfaces().SaveSurface(t.Context(), Surface{Owner: MatchOwner("match"), Kind: Board})
				},
				"boards":  func() error { return of.Boards().SaveShownBoards(t.Context(), []ShownBoard{{Match: "match"}}) },
				"taken":   func() error { _, err := of.Boards().TakeShownBoards(t.Context()); return err },
				"cleared": func() error { return of.Surfaces().DeleteSurfaces(t.Context(), "match") },
				"create": func() error {
					return of.Matches().CreateMatch(t.Context(), Match{ID: "new", Channel: 77, Phase: Lobby})
				},
				"session": func() error {
					return of.Sessions().SaveGatewaySession(t.Context(), GatewaySession{Shard: 1, ID: "late"})
				},
			} {
				if err := write(); !errors.Is(err, ErrShardLost) || Unwritable(err) {
					t.Errorf("%s, %s: %v", when, name, err)
				}
			}
		}
		refused("given back", of)
		claim(t, s, 2, 2, Held{0, 1}, Held{1, 2})
		refused("of an earlier epoch", of)
		refused("of a shard that does not exist", shards.Store(Held{7, 1}))
		refused("of no epoch", shards.Store(Held{1, 0}))
		if err := shards.Store(Held{1, 2}).Matches().AppendInput(t.Context(), newStep(m, 2, 0, []byte("{}"))); err != nil {
			t.Errorf("under the new epoch: %v", err)
		}
		if log, err := s.Matches().Inputs(t.Context(), "match"); err != nil || len(log) != 2 {
			t.Errorf("the log is %v, %v", log, err)
		}
		if g, err := s.Sessions().GatewaySession(t.Context(), 1); err != nil || g.ID != "" {
			t.Errorf("the session is %+v, %v", g, err)
		}
	})
}

// TestShardsAfterRestart: the shards of a process that has ended are free, and their
// epochs grow. So they do when there is another number of them.
func TestShardsAfterRestart(t *testing.T) {
	t.Parallel()
	storetest.OnBoth(t, func(t *testing.T, place string) {
		for n := range int64(3) {
			s, err := openWith(t.Context(), place, leaseRequest{timing: alive})
			if err != nil {
				t.Fatal(err)
			}
			claim(t, s, 2, 2, Held{0, n + 1}, Held{1, n + 1})
			if err := s.Close(); err != nil {
				t.Fatal(err)
			}
		}
		s := openStore(t, place)
		claim(t, s, 3, 3, Held{0, 4}, Held{1, 4}, Held{2, 1})
		if _, _, err := NewShards(s).Claim(t.Context(), 1, 1); !errors.Is(err, ErrShardCount) {
			t.Errorf("another number while shards are held: %v", err)
		}
		if err := NewShards(s).Release(t.Context(), Held{0, 4}, Held{1, 4}, Held{2, 1}); err != nil {
			t.Fatal(err)
		}
		claim(t, s, 1, 1, Held{0, 5})
		owners, err := NewShards(s).Owners(t.Context())
		if err != nil || len(owners) != 1 || !owners[0].Owned || owners[0].Epoch != 5 || owners[0].Of != 1 || owners[0].Holder.PID == 0 {
			t.Errorf("the owners are %+v, %v", owners, err)
		}
	})
}

// TestListsOfShard: what a process does by itself, it does for the servers of its
// shards. Direct messages have no server and belong to shard 0.
func TestListsOfShard(t *testing.T) {
	t.Parallel()
	storetest.OnBoth(t, func(t *testing.T, place string) {
		s := openStore(t, place)
		claim(t, s, 3, 3, Held{0, 1}, Held{1, 1}, Held{2, 1})
		at := time.UnixMilli(1_790_000_000_000)
		servers := []uint64{0, 1 << 22, 2 << 22, 3 << 22, 4<<22 | 1<<22 - 1, 1_290_000_000_000_000_005}
		matches, removed := map[int][]string{}, map[int][]uint64{}
		for i, guild := range servers {
			shard := int(guild >> 22 % 3)
			of := NewShards(s).Store(Held{shard, 1})
			m := Match{ID: fmt.Sprint("match", i), Guild: guild, Channel: uint64(i + 1), Game: "test", Phase: Lobby, Created: at.Add(time.Duration(i) * time.Second)}
			if err := of.Matches().CreateMatch(t.Context(), m); err != nil {
				t.Fatal(err)
			}
			matches[shard] = append(matches[shard], m.ID)
			for _, kind := range []string{Announcement, Panel} {
				if err := of.Surfaces().SaveSurface(t.Context(), Surface{Owner: MatchOwner(m.ID), Kind: kind, Message: 5}); err != nil {
					t.Fatal(err)
				}
			}
			if guild == 0 {
				continue
			}
			if err := of.Guilds().GuildRemoved(t.Context(), guild, at); err != nil {
				t.Fatal(err)
			}
			removed[shard] = append(removed[shard], guild)
			planned := Night{Guild: guild, ID: "planned", Game: "test", At: at, State: NightPlanned}
			ended := Night{Guild: guild, ID: "ended", Game: "test", At: at, State: NightOff, Ended: at}
			if err := errors.Join(of.Nights().SaveNight(t.Context(), planned), of.Nights().SaveNight(t.Context(), ended, Surface{Owner: NightOwner(guild, "ended"), Kind: NightMessage})); err != nil {
				t.Fatal(err)
			}
		}
		for shard := range 3 {
			of := NewShards(s).Store(Held{shard, 1})
			for id, list := range map[string]func() ([]Night, error){
				"planned": func() ([]Night, error) { return of.Nights().PlannedNights(t.Context()) }, "ended": func() (list []Night, err error) { // by its message
					messages, err := of.Surfaces().KeptSurfaces(t.Context())
					for _, f := range messages {
						list = append(list, Night{Guild: f.Guild, ID: f.Owner.ID[strings.LastIndex(f.Owner.ID, "/")+1:]})
					}
					return list, err
				},
			} {
				nights, err := list()
				var guilds []uint64
				for _, n := range nights {
					if guilds = append(guilds, n.Guild); n.ID != id {
						t.Errorf("among the %s nights is %q", id, n.ID)
					}
				}
				if slices.Sort(guilds); err != nil || !slices.Equal(guilds, removed[shard]) {
					t.Errorf("the servers of the %s nights of shard %d are %v, want %v: %v", id, shard, guilds, removed[shard], err)
				}
			}
			if ids, err := of.Matches().ActiveMatches(t.Context(), at); err != nil || !slices.Equal(ids, matches[shard]) {
				t.Errorf("the matches of shard %d are %v, want %v: %v", shard, ids, matches[shard], err)
			}
			var announced []string
			kept, err := of.Surfaces().KeptSurfaces(t.Context(), Announcement, Reminder)
			for _, f := range kept {
				if f.Match != "" {
					announced = append(announced, f.Match)
				}
			}
			if slices.Sort(announced); err != nil || len(kept) != len(removed[shard])+len(announced) || !slices.Equal(announced, slices.Sorted(slices.Values(matches[shard]))) {
				t.Errorf("the messages of shard %d are %v, want those of %v: %v", shard, kept, matches[shard], err)
			}
			list, err := of.Guilds().RemovedGuilds(t.Context())
			if got := slices.Sorted(maps.Keys(list)); err != nil || !slices.Equal(got, removed[shard]) {
				t.Errorf("the servers that removed shard %d are %v, want %v: %v", shard, got, removed[shard], err)
			}
		}
		if ids, err := s.Matches().ActiveMatches(t.Context(), at); err != nil || len(ids) != len(servers) {
			t.Errorf("of all shards: %v, %v", ids, err)
		}
		if list, err := s.Guilds().RemovedGuilds(t.Context()); err != nil || len(list) != len(servers)-1 {
			t.Errorf("removed of all shards: %v, %v", list, err)
		}
	})
}

// TestShareOut: processes come and go, and divide the shards evenly. A shard that is
// given back goes to the next process with its session, and each writes only its own.
func TestShareOut(t *testing.T) {
	t.Parallel()
	place := postgres(t)
	first := shareOpen(t, place, alive)
	claim(t, first, 5, 5, Held{0, 1}, Held{1, 1}, Held{2, 1}, Held{3, 1}, Held{4, 1})
	for n := range 5 {
		of := NewShards(first).Store(Held{n, 1})
		startMatch(t, of, fmt.Sprint("match", n), uint64(n+1))
		if err := of.Sessions().SaveGatewaySession(t.Context(), GatewaySession{Shard: n, Shards: 5, ID: fmt.Sprint("session", n), Seq: 7}); err != nil {
			t.Fatal(err)
		}
	}
	second := shareOpen(t, place, alive)
	held, share, err := NewShards(second).Claim(t.Context(), 5, 5)
	if err != nil || len(held) != 0 || share < 2 || share > 3 {
		t.Errorf("before shards are free it has %v of %d, %v", held, share, err)
	}
	mine, left, err := NewShards(first).Claim(t.Context(), 5, 5)
	if err != nil || left+share != 5 || len(mine) != 5 {
		t.Errorf("the first has %v, and its share is %d besides %d, %v", mine, left, share, err)
	}
	drain(NewShards(second).Changed())
	if err := NewShards(first).Release(t.Context(), mine[left:]...); err != nil {
		t.Fatal(err)
	}
	<-NewShards(second).Changed() // it is told at once
	held, _, err = NewShards(second).Claim(t.Context(), 5, 5)
	if err != nil || len(held) != share || held[0] != (Held{left, 2}) {
		t.Fatalf("the second has %v, %v", held, err)
	}
	g, err := second.Sessions().GatewaySession(t.Context(), left)
	if err != nil || g.ID != fmt.Sprint("session", left) || g.Seq != 7 {
		t.Errorf("the session that was handed over is %+v, %v", g, err)
	}
	id := fmt.Sprint("match", left)
	m, err := second.Matches().Match(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	if err := NewShards(first).Store(mine[left]).Matches().AppendInput(t.Context(), newStep(m, 1, 0, []byte("{}"))); !errors.Is(err, ErrShardLost) {
		t.Errorf("the first writes what it gave back: %v", err)
	}
	if err := NewShards(second).Store(held[0]).Matches().AppendInput(t.Context(), newStep(m, 1, 0, []byte("{}"))); err != nil {
		t.Errorf("the second writes what it took: %v", err)
	}
	if err := NewShards(first).Store(mine[0]).Matches().SaveMatch(t.Context(), Match{ID: "match0", Channel: 1, Phase: Live, Rev: m.Rev}); err != nil {
		t.Errorf("the first writes what it kept: %v", err)
	}
	// What belongs to people is written by all, and read as it is.
	for n, s := range []*Store{first, second, first} {
		if err := s.SaveUser(t.Context(), User{ID: 1, Lang: fmt.Sprint(n)}); err != nil {
			t.Fatal(err)
		}
		for _, reader := range []*Store{first, second} {
			if u, err := reader.Settings().User(t.Context(), 1); err != nil || u.Lang != fmt.Sprint(n) {
				t.Errorf("after writer %d the settings are %+v, %v", n, u, err)
			}
		}
	}
	for _, s := range []*Store{first, second} {
		if user := <-NewShards(s).People(); user != 0 { // it listens from here on
			t.Errorf("at first it is told of %d", user)
		}
	}
	NewShards(first).TellPerson(t.Context(), 1<<63+5)
	for _, s := range []*Store{first, second} {
		if user := <-NewShards(s).People(); user != 1<<63+5 {
			t.Errorf("it is told of %d", user)
		}
	}
	if err := first.Close(); err != nil { // it hands all over
		t.Error(err)
	}
	all, share, err := NewShards(second).Claim(t.Context(), 5, 5)
	if err != nil || len(all) != 5 || share != 5 {
		t.Errorf("alone it has %v of %d, %v", all, share, err)
	}
	if err := second.Close(); err != nil {
		t.Error(err)
	}
	// The last one freed the database for a process that is alone.
	if s, err := openWith(t.Context(), place, leaseRequest{timing: alive}); err != nil {
		t.Error(err)
	} else if err := s.Close(); err != nil {
		t.Error(err)
	}
}

func drain(hints <-chan struct{}) {
	select {
	case <-hints:
	default:
	}
}

// TestDeadProcess: a process that sends no heartbeat loses its shards, by the clock of
// the database. When it wakes up, it writes nothing of any kind.
func TestDeadProcess(t *testing.T) {
	t.Parallel()
	place := postgres(t)
	still := leaseTiming{heartbeat: time.Hour, timeout: 50 * time.Millisecond, poll: time.Millisecond}
	suspended := shareOpen(t, place, still)
	claim(t, suspended, 3, 3, Held{0, 1}, Held{1, 1}, Held{2, 1})
	m := startMatch(t, NewShards(suspended).Store(Held{1, 1}), "match", 5)
	heir := shareOpen(t, place, alive)
	for {
		held, _, err := NewShards(heir).Claim(t.Context(), 3, 3)
		if err != nil {
			t.Fatal(err)
		}
		if len(held) > 0 {
			if !slices.Equal(held, []Held{{0, 2}, {1, 2}, {2, 2}}) {
				t.Errorf("the heir has %v", held)
			}
			break
		}
		<-NewShards(heir).Changed()
	}
	for name, write := range map[string]func() error{
		"input": func() error {
			return NewShards(suspended).Store(Held{1, 1}).Matches().AppendInput(t.Context(), newStep(m, 1, 0, []byte("{}")))
		},
		"user":    func() error { return suspended.SaveUser(t.Context(), User{ID: 1, Lang: "ru"}) },
		"claim":   func() error { _, _, err := NewShards(suspended).Claim(t.Context(), 3, 3); return err },
		"release": func() error { return NewShards(suspended).Release(t.Context(), Held{1, 1}) },
	} {
		if err := write(); !errors.Is(err, ErrLeaseLost) {
			t.Errorf("%s: %v", name, err)
		}
	}
	<-suspended.LeaseLost()
	if err := NewShards(heir).Store(Held{1, 2}).Matches().AppendInput(t.Context(), newStep(m, 1, 0, []byte("{}"))); err != nil {
		t.Errorf("the heir: %v", err)
	}
	if err := errors.Join(suspended.Close(), heir.Close()); err != nil {
		t.Error(err)
	}
}

// TestDatabaseAway: no process could renew its row, because the database was away. The
// first one that can again does not take the others for dead.
func TestDatabaseAway(t *testing.T) {
	t.Parallel()
	place := postgres(t)
	still := leaseTiming{heartbeat: time.Hour, timeout: time.Minute, poll: time.Millisecond}
	first, second := shareOpen(t, place, still), shareOpen(t, place, still)
	if _, err := first.writes.ExecContext(t.Context(), `UPDATE processes SET until = 0`); err != nil {
		t.Fatal(err)
	}
	ago := time.Now().Add(-time.Minute)
	for _, s := range []*Store{first, second} {
		s.diskWatch.mu.Lock()
		s.diskWatch.beaten = ago
		s.diskWatch.mu.Unlock()
	}
	first.diskWatch.beat()
	first.diskWatch.beat() // the second one needs longer to connect
	second.diskWatch.beat()
	if n, err := NewShards(first).Processes(t.Context()); n != 2 || err != nil || !second.Lives() {
		t.Errorf("%d processes, %v; the second one lives: %v", n, err, second.Lives())
	}
	for now, want := range map[time.Time]bool{time.Now(): false, time.Now().Add(still.timeout): true} {
		first.diskWatch.mu.Lock()
		first.diskWatch.beaten = now
		first.diskWatch.mu.Unlock()
		if got := first.diskWatch.mayBury(now); got != want {
			t.Errorf("it may take others for dead: %v", got)
		}
	}
	if err := errors.Join(first.Close(), second.Close()); err != nil {
		t.Error(err)
	}
}

// TestTurns: one shard of a bucket has the turn, of whichever process. It passes the turn
// on, or loses it after a time.
func TestTurns(t *testing.T) {
	t.Parallel()
	for kind, open := range map[string]func(*testing.T) []*Store{
		"sqlite": func(t *testing.T) []*Store {
			s, err := openWith(t.Context(), storetest.File(t), leaseRequest{timing: alive})
			if err != nil {
				t.Fatal(err)
			}
			return []*Store{s, s}
		},
		"postgres": func(t *testing.T) []*Store {
			place := postgres(t)
			return []*Store{shareOpen(t, place, alive), shareOpen(t, place, alive)}
		},
	} {
		t.Run(kind, func(t *testing.T) {
			stores := open(t)
			first, second := NewShards(stores[0]), NewShards(stores[1])
			take := func(h *Shards, bucket int, hold time.Duration) (wait time.Duration) {
				t.Helper()
				wait, err := h.TakeTurn(t.Context(), bucket, hold)
				if err != nil {
					t.Error(err)
				}
				return wait
			}
			if w := take(first, 0, time.Hour); w != 0 {
				t.Errorf("the first waits %v", w)
			}
			if w := take(second, 0, time.Hour); w <= 59*time.Minute || w > time.Hour {
				t.Errorf("the second waits %v", w)
			}
			if w := take(second, 1, time.Hour); w != 0 {
				t.Errorf("the second waits %v for another bucket", w)
			}
			if err := first.PassTurn(t.Context(), 0, time.Minute); err != nil {
				t.Error(err)
			}
			if w := take(second, 0, time.Hour); w <= 50*time.Second || w > time.Minute {
				t.Errorf("after it was passed the second waits %v", w)
			}
			if err := first.PassTurn(t.Context(), 0, 0); err != nil {
				t.Error(err)
			}
			if w := take(second, 0, time.Hour); w != 0 {
				t.Errorf("then the second waits %v", w)
			}
			if stores[0] != stores[1] {
				if err := first.PassTurn(t.Context(), 0, 0); err != nil {
					t.Error(err)
				}
				if w := take(first, 0, time.Hour); w <= 59*time.Minute {
					t.Errorf("the first passed the turn of the second, and waits %v", w)
				}
				if err := stores[1].Close(); err != nil {
					t.Error(err)
				}
			}
			if err := stores[0].Close(); err != nil {
				t.Error(err)
			}
		})
	}
}

// TestTurnOfTheDead: a process ends with the turn in its hands, and the next one has it at
// once. What it had passed on keeps its distance.
func TestTurnOfTheDead(t *testing.T) {
	t.Parallel()
	place := postgres(t)
	dead, heir := shareOpen(t, place, alive), shareOpen(t, place, alive)
	for bucket := range 2 {
		if wait, err := NewShards(dead).TakeTurn(t.Context(), bucket, time.Hour); err != nil || wait != 0 {
			t.Fatalf("it waits %v, %v", wait, err)
		}
	}
	if err := NewShards(dead).PassTurn(t.Context(), 1, passedFor); err != nil {
		t.Error(err)
	}
	for _, ended := range []bool{false, true} {
		if ended {
			if err := dead.Close(); err != nil {
				t.Error(err)
			}
		}
		if wait, err := NewShards(heir).TakeTurn(t.Context(), 0, time.Hour); err != nil || (wait == 0) != ended {
			t.Errorf("the other one has ended: %v; it waits %v, %v", ended, wait, err)
		}
		if wait, err := NewShards(heir).TakeTurn(t.Context(), 1, time.Hour); err != nil || wait <= 0 || wait > passedFor {
			t.Errorf("the other one has ended: %v; for what was passed on it waits %v, %v", ended, wait, err)
		}
	}
	if err := heir.Close(); err != nil {
		t.Error(err)
	}
}

// TestLeave: a process that ends hands over one shard after the other, and takes none
// back.
func TestLeave(t *testing.T) {
	t.Parallel()
	place := postgres(t)
	leaves, stays := shareOpen(t, place, alive), shareOpen(t, place, alive)
	claim(t, leaves, 2, 1, Held{0, 1})
	claim(t, stays, 2, 1, Held{1, 1})
	if err := NewShards(leaves).Leave(t.Context()); err != nil {
		t.Fatal(err)
	}
	claim(t, stays, 2, 2, Held{1, 1}) // and it waits for the other one
	for s, want := range map[*Store]bool{leaves: true, stays: false} {
		if others, err := NewShards(s).OthersStay(t.Context()); err != nil || others != want {
			t.Errorf("others stay: %v, %v; want %v", others, err, want)
		}
	}
	claim(t, leaves, 2, 0, Held{0, 1})
	if err := NewShards(leaves).Release(t.Context(), Held{0, 1}); err != nil {
		t.Fatal(err)
	}
	claim(t, leaves, 2, 0)
	claim(t, stays, 2, 2, Held{0, 2}, Held{1, 1})
	if err := errors.Join(leaves.Close(), stays.Close()); err != nil {
		t.Error(err)
	}
}

// TestHear: a process knows whether Discord says something to another one.
func TestHear(t *testing.T) {
	t.Parallel()
	place := postgres(t)
	one, other := NewShards(shareOpen(t, place, alive)), NewShards(shareOpen(t, place, alive))
	hears := func(h *Shards, want bool) {
		t.Helper()
		if is, err := h.OthersHear(t.Context(), time.Minute); err != nil || is != want {
			t.Errorf("another one hears Discord: %v, %v", is, err)
		}
	}
	hears(one, false)
	if err := errors.Join(one.Hear(t.Context(), time.Second), other.Hear(t.Context(), time.Hour)); err != nil {
		t.Fatal(err)
	}
	hears(one, false)
	hears(other, true)
	if err := one.Leave(t.Context()); err != nil {
		t.Error(err)
	}
	hears(other, false)
	if err := errors.Join(one.s.Close(), other.s.Close()); err != nil {
		t.Error(err)
	}
}

// TestSuspendedWithItsRow: a process is suspended in the middle of a transaction. Others
// write on meanwhile, and have its shards once the server has ended that transaction.
func TestSuspendedWithItsRow(t *testing.T) {
	t.Parallel()
	place := postgres(t)
	still := leaseTiming{heartbeat: time.Hour, timeout: 10 * time.Millisecond, poll: time.Millisecond}
	suspended := shareOpen(t, place, still)
	claim(t, suspended, 2, 2, Held{0, 1}, Held{1, 1})
	heir := shareOpen(t, place, alive)
	err := suspended.writer.write(t.Context(), func(w tx) error {
		if _, err := w.exec(`INSERT INTO users (user_id, lang, checksum) VALUES (9, 'half', 0)`); err != nil {
			return err
		}
		// The server ends the transaction only after the other process has written.
		if err := heir.SaveUser(t.Context(), User{ID: 1}); err != nil {
			t.Errorf("the other process writes meanwhile: %v", err)
		}
		if _, err := w.exec(`SET idle_in_transaction_session_timeout = 100`); err != nil {
			return err
		}
		for {
			held, _, err := NewShards(heir).Claim(t.Context(), 2, 2)
			if err != nil || len(held) == 2 {
				return err
			}
		}
	})
	if !errors.Is(err, ErrLeaseLost) && !errors.Is(err, ErrUnreachable) {
		t.Errorf("the suspended transaction: %v", err)
	}
	if u, err := heir.Settings().User(t.Context(), 9); err != nil || u.Lang != "" {
		t.Errorf("half of the transaction was saved: %+v, %v", u, err)
	}
	if err := errors.Join(suspended.Close(), heir.Close()); err != nil {
		t.Error(err)
	}
}

// TestClaimTogether: processes claim at the same moment, again and again. No shard has
// two owners, and in the end all have their share.
func TestClaimTogether(t *testing.T) {
	t.Parallel()
	place := postgres(t)
	const processes, of = 3, 8
	var list []*Store
	for range processes {
		list = append(list, shareOpen(t, place, alive))
	}
	results := make([]chan []Held, processes)
	for i, s := range list {
		results[i] = make(chan []Held, 1)
		go func() {
			var held []Held
			for range 20 {
				var share int
				var err error
				if held, share, err = NewShards(s).Claim(context.Background(), of, of); err != nil {
					t.Error(err)
				}
				if len(held) > share {
					t.Errorf("process %d has %v, more than %d", i, held, share)
				}
			}
			results[i] <- held
		}()
	}
	owner := map[int]int{}
	for i := range results {
		held := <-results[i]
		if len(held) < of/processes {
			t.Errorf("process %d has only %v", i, held)
		}
		for _, h := range held {
			if other, taken := owner[h.Shard]; taken {
				t.Errorf("processes %d and %d have shard %d", other, i, h.Shard)
			}
			owner[h.Shard] = i
		}
	}
	if len(owner) != of {
		t.Errorf("%d of %d shards have an owner", len(owner), of)
	}
	for _, s := range list {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}
}

// TestAloneOrShared: a process that has the database alone and processes that share it
// keep each other out.
func TestAloneOrShared(t *testing.T) {
	t.Parallel()
	place := postgres(t)
	shared := shareOpen(t, place, alive)
	if _, err := openWith(t.Context(), place, leaseRequest{timing: alive}); !errors.As(err, new(*HeldError)) {
		t.Errorf("alone while others share it: %v", err)
	}
	if err := shared.Close(); err != nil {
		t.Fatal(err)
	}
	alone := openFast(t, place)
	ctx, stop := context.WithCancel(t.Context())
	_, err := openWith(ctx, place, leaseRequest{timing: alive, shared: true, waiting: func(Holder) { stop() }})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("shared while one has it alone: %v", err)
	}
	if err := alone.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := OpenShared(t.Context(), filepath.Join(t.TempDir(), "oneiros.db"), nil); err == nil {
		t.Error("a file was shared")
	}
	// Processes that shared it and are silent lose it to one that is alone.
	still := leaseTiming{heartbeat: time.Hour, timeout: 50 * time.Millisecond, poll: time.Millisecond}
	silent := shareOpen(t, place, still)
	if alone, err = openWith(t.Context(), place, leaseRequest{timing: impatient, waiting: func(Holder) {}}); err != nil {
		t.Fatal(err)
	}
	if err := silent.SaveUser(t.Context(), User{ID: 1}); !errors.Is(err, ErrLeaseLost) {
		t.Errorf("a silent one writes: %v", err)
	}
	if err := errors.Join(alone.Close(), silent.Close()); err != nil {
		t.Error(err)
	}
}

func TestShareOf(t *testing.T) {
	t.Parallel()
	for of := range 20 {
		for n := 1; n < 8; n++ {
			var live []string
			for i := range n {
				live = append(live, fmt.Sprint(i))
			}
			sum, least, most := 0, of, 0
			has := map[string]int{live[n/2]: 1 + of/n} // what is left over stays with it
			if share := shareOf(of, live, live[n/2], has); of%n > 0 && share != has[live[n/2]] {
				t.Errorf("%d shards for %d processes: one that has %d should have %d", of, n, has[live[n/2]], share)
			}
			for _, id := range live {
				share := shareOf(of, live, id, has)
				sum, least, most = sum+share, min(least, share), max(most, share)
			}
			if sum != of || most-least > 1 {
				t.Errorf("%d shards for %d processes: %d in all, from %d to %d", of, n, sum, least, most)
			}
		}
	}
}

// TestLives: a process knows when the others may have taken it for dead. One that has
// the database alone need not ask.
func TestLives(t *testing.T) {
	t.Parallel()
	at := time.Now()
	if d := silentFor(at, at.Add(time.Second)); d != time.Second {
		t.Errorf("silent for %v", d)
	}
	if d := silentFor(at.Round(0), at.Add(-time.Minute)); d > 0 {
		t.Errorf("the clock was set back, and it is silent for %v", d)
	}
	place := postgres(t)
	still := leaseTiming{heartbeat: time.Hour, timeout: time.Hour, poll: time.Millisecond}
	beat := func(s *Store, ago time.Duration) {
		s.diskWatch.mu.Lock()
		defer s.diskWatch.mu.Unlock()
		s.diskWatch.beaten = time.Now().Add(-ago)
	}
	silent := shareOpen(t, place, still)
	for minutes, want := range map[time.Duration]bool{0: true, 40: true, 49: false, 70: false} {
		if beat(silent, minutes*time.Minute); silent.Lives() != want {
			t.Errorf("after %d silent minutes it lives: %v", minutes, !want)
		}
	}
	if err := silent.Close(); err != nil {
		t.Error(err)
	}
	beats := shareOpen(t, place, alive)
	if !beats.Lives() {
		t.Error("it is taken for dead at the start")
	}
	heir := shareOpen(t, place, alive)
	if _, err := heir.writes.ExecContext(t.Context(), `DELETE FROM processes WHERE id = '`+beats.writer.leaseID+`'`); err != nil {
		t.Fatal(err)
	}
	if err := beats.SaveUser(t.Context(), User{ID: 1}); !errors.Is(err, ErrLeaseLost) || beats.Lives() {
		t.Errorf("without its row it writes, %v, or lives: %v", err, beats.Lives())
	}
	if err := errors.Join(beats.Close(), heir.Close()); err != nil {
		t.Error(err)
	}
	alone, err := openWith(t.Context(), storetest.File(t), leaseRequest{timing: still})
	if err != nil {
		t.Fatal(err)
	}
	if beat(alone, 2*time.Hour); !alone.Lives() {
		t.Error("a process that is alone does not live")
	}
	if err := alone.Close(); err != nil {
		t.Error(err)
	}
}
