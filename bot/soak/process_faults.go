package soak

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"sync"
	"syscall"
	"time"

	"oneiros/bot/discord"
	"oneiros/bot/localcord"
	"oneiros/store"
)

// A processFault happens to one of several processes. It lasts until begin returns and
// heal was called. Others have the process's shards meanwhile, and it ends by itself or
// goes on.
type processFault struct {
	name  string
	begin func(p *process) error
	lasts time.Duration
	heal  func(p *process) error
	ends  time.Duration // how long it may take then to find out that it has lost everything
}

// upgradeFault is how the waits after an upgrade are called.
const upgradeFault = "upgrade"

// hurtEvery is the time between two faults of processes.
const hurtEvery = 30 * time.Second

// processFaults come besides the fault kill, where there are several processes.
var processFaults = []processFault{
	{"suspend", signal(syscall.SIGSTOP), 10 * time.Second, signal(syscall.SIGCONT), 15 * time.Second},
	{"database-cut", setRelay(database, relayCut), 12 * time.Second, setRelay(database, relayOpen), 15 * time.Second},
	{"database-stall", setRelay(database, relayStalled), 12 * time.Second, setRelay(database, relayOpen), 15 * time.Second},
	{"discord-cut", setRelay(toDiscord, relayCut), 25 * time.Second, setRelay(toDiscord, relayOpen), time.Second},
	{"discord-stall", setRelay(toDiscord, relayStalled), 25 * time.Second, setRelay(toDiscord, relayOpen), time.Second},
}

func signal(s syscall.Signal) func(*process) error {
	return func(p *process) error {
		if err := p.running.Process.Signal(s); err != nil && !errors.Is(err, os.ErrProcessDone) {
			return err
		}
		return nil
	}
}

func database(p *process) *relay { return p.database }

func toDiscord(p *process) *relay { return p.discord }

func setRelay(of func(*process) *relay, state relayState) func(*process) error {
	return func(p *process) error {
		of(p).set(state)
		return nil
	}
}

// hurtProcesses lets faults happen to one process after another, until the context ends.
// The others take its shards over, and a new one follows it.
func (j *injector) hurtProcesses(ctx context.Context, r *rand.Rand) error {
	var kinds []processFault
	for _, f := range append([]processFault{{name: killFault}}, processFaults...) {
		if slices.Contains(j.names, f.name) {
			kinds = append(kinds, f)
		}
	}
	if len(kinds) == 0 {
		return nil
	}
	b := j.crowd.Bot
	pause := hurtEvery / 3
	for n := r.IntN(len(kinds)); discord.Sleep(ctx, pause); n++ {
		began := time.Now()
		if err := j.hurt(ctx, b.processes[r.IntN(len(b.processes))], kinds[n%len(kinds)]); err != nil {
			return err
		}
		j.mu.Lock()
		j.count[kinds[n%len(kinds)].name]++
		j.mu.Unlock()
		pause = max(0, hurtEvery-time.Since(began))
	}
	return nil
}

// hurt lets a fault happen to a process, and starts it again if it has ended.
func (j *injector) hurt(ctx context.Context, p *process, f processFault) error {
	b := j.crowd.Bot
	rooms, err := j.crowd.roomsOf(ctx, p)
	if err != nil {
		return err
	}
	j.crowd.waits.begin(f.name, rooms)
	if f.begin == nil {
		if err := b.end((*os.Process).Kill, p); err != nil {
			return err
		}
		discord.Sleep(ctx, rand.N(4*time.Second))
		return b.Start()
	}
	ended := b.mayEnd(p, true)
	defer b.mayEnd(p, false)
	if err := f.begin(p); err != nil {
		return fmt.Errorf("%s: %w", f.name, err)
	}
	time.Sleep(f.lasts) // also when the soak ends: what follows needs a whole process
	if err := f.heal(p); err != nil {
		return fmt.Errorf("%s: %w", f.name, err)
	}
	select {
	case <-ended:
	case <-time.After(f.ends):
	}
	return b.Start()
}

// roomsOf are the rooms whose tables a process has at present.
func (c *Crowd) roomsOf(ctx context.Context, p *process) (rooms []*room, err error) {
	pid := c.Bot.pid(p)
	db, err := store.OpenReadOnly(ctx, c.Bot.Store())
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	owners, err := store.NewShards(db).Owners(ctx)
	if err != nil {
		return nil, err
	}
	for _, in := range c.rooms {
		for _, o := range owners {
			if o.Owned && o.Holder.PID == pid && o.Shard == shardOf(in.server.ID(), o.Of) {
				rooms = append(rooms, in)
			}
		}
	}
	return rooms, nil
}

// shardOf is the shard of a server, as Discord divides them.
func shardOf(guild localcord.ID, of int) int {
	n, err := strconv.ParseUint(string(guild), 10, 64)
	if err != nil {
		return 0
	}
	return int((n >> 22) % uint64(of))
}

// waits measure how long the people of a room have to wait after a fault of the process
// that has their table: until somebody who pressed after it gets an answer that is no
// apology.
type waits struct {
	mu    sync.Mutex
	since map[*room]wait
	list  map[string][]time.Duration // by fault
}

type wait struct {
	fault string
	since time.Time
}

func newWaits() *waits { return &waits{since: map[*room]wait{}, list: map[string][]time.Duration{}} }

// begin begins to measure. A room that waits already goes on with that.
func (w *waits) begin(fault string, rooms []*room) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, in := range rooms {
		if _, ok := w.since[in]; !ok {
			w.since[in] = wait{fault, time.Now()}
		}
	}
}

// answered notes that somebody in a room got an answer to what they did at a moment.
func (w *waits) answered(in *room, pressed time.Time) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if at, ok := w.since[in]; ok && pressed.After(at.since) {
		delete(w.since, in)
		w.list[at.fault] = append(w.list[at.fault], time.Since(at.since))
	}
}

// say prints how long rooms waited after each kind of fault, and how many wait still.
func (w *waits) say(to func(format string, args ...any)) {
	w.mu.Lock()
	defer w.mu.Unlock()
	var all []time.Duration
	for _, f := range append([]processFault{{name: killFault}, {name: upgradeFault}}, processFaults...) {
		list := w.list[f.name]
		all = append(all, list...)
		if len(list) > 0 {
			to("  after %-14s  %v (p50), %v (p99), %d tables", f.name, at(list, 50), at(list, 99), len(list))
		}
	}
	if len(all) > 0 {
		to("tables go on after  %v (p50), %v (p99), %v at most; nobody has pressed yet at %d", at(all, 50), at(all, 99), at(all, 100), len(w.since))
	}
}

// at is a percentile.
func at(list []time.Duration, percent int) time.Duration {
	slices.Sort(list)
	return list[min(len(list)*percent/100, len(list)-1)].Round(10 * time.Millisecond)
}
