package soak

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"oneiros/bot/discord"
	"oneiros/bot/localcord"
	"oneiros/bot/page"
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

// hurtEvery is the time between two faults of processes.
const hurtEvery = 30 * time.Second

// processFaults come besides the fault kill, where there are several processes.
var processFaults = []processFault{
	{"suspend", signal(syscall.SIGSTOP), 10 * time.Second, signal(syscall.SIGCONT), 15 * time.Second},
	{"database-cut", setRelay(database, relayCut), 12 * time.Second, setRelay(database, relayOpen), 15 * time.Second},
	{"database-reset", resetEach(time.Second, hurtEvery), 0, func(*process) error { return nil }, 0},
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

// resetEach resets one connection to the database after another, for a time. The process
// goes on, and its shards stay with it.
func resetEach(every, lasts time.Duration) func(*process) error {
	return func(p *process) error {
		for range lasts / every {
			p.database.resetOne()
			time.Sleep(every)
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
		if err := j.hurt(ctx, r, b.processes[r.IntN(len(b.processes))], kinds[n%len(kinds)]); err != nil {
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
func (j *injector) hurt(ctx context.Context, r *rand.Rand, p *process, f processFault) error {
	b := j.crowd.Bot
	rooms, err := j.crowd.roomsOf(ctx, p)
	if ctx.Err() != nil {
		return nil // the time of faults has ended meanwhile
	}
	if err != nil {
		return err
	}
	j.crowd.waits.begin(f.name, rooms, (*room).hasTable)
	defer j.crowd.waits.end(rooms)
	for _, in := range rooms {
		go j.crowd.ask(ctx, in)
	}
	if f.begin == nil {
		if err := b.end((*os.Process).Kill, p); err != nil {
			return err
		}
		discord.Sleep(ctx, time.Duration(r.Int64N(int64(4*time.Second))))
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
	for _, in := range slices.Concat(c.rooms, c.direct) {
		for _, o := range owners {
			if o.Owned && o.Holder.PID == pid && o.Shard == in.shard(o.Of) {
				rooms = append(rooms, in)
			}
		}
	}
	return rooms, nil
}

// shard is the shard of a room, of so many.
func (r *room) shard(of int) int {
	if r.server == nil {
		return 0
	}
	return shardOf(r.server.ID(), of)
}

// hasTable reports whether a person sees the board of a table in the room, from which they
// can open their panel.
func (r *room) hasTable() bool {
	if r.server == nil {
		return false // it is a person's panel
	}
	_, ok := r.people[0].panelButton(r.channels())
	return ok
}

// panelButton is the button of a board that opens the presser's panel.
func (p *player) panelButton(channels []localcord.ID) (button, bool) {
	list := p.boardButtons(channels)
	i := slices.IndexFunc(list, func(b button) bool { return strings.Contains(b.id, "/"+string(page.Panel)+"/") })
	if i < 0 {
		return button{}, false
	}
	return list[i], true
}

const (
	asked    = "asked" // stands for the control of a person who asks
	askEvery = 500 * time.Millisecond
)

// ask lets the people of a room ask for their panels while the room waits. Otherwise the
// wait would last until a person wants to do something.
func (c *Crowd) ask(ctx context.Context, in *room) {
	for n := 0; c.waits.lasts(in); n++ {
		go c.askOnce(ctx, in, n)
		if !discord.Sleep(ctx, askEvery) {
			return
		}
	}
}

// askOnce lets a person in a room ask for their panel. They wait for the answer, also when
// the soak ends.
func (c *Crowd) askOnce(ctx context.Context, in *room, n int) {
	p := *in.people[n%len(in.people)]
	p.room = in
	ctx = context.WithoutCancel(ctx)
	channels := in.channels()
	if b, ok := p.panelButton(channels); ok {
		r, err := p.Press(ctx, b.message.ID, b.id)
		p.noteReply(r, err, asked)
		return
	}
	r, err := p.Command(ctx, channels[len(channels)-1], "dream panel", nil)
	p.noteReply(r, err, asked)
}

// shardOf is the shard of a server, as Discord divides them.
func shardOf(guild localcord.ID, of int) int {
	n, err := strconv.ParseUint(string(guild), 10, 64)
	if err != nil {
		return 0
	}
	return int((n >> 22) % uint64(of))
}

// waits measure how long the people of a table have to wait after a fault of the process that
// has it: until a person who pressed after it gets their panel or plays a move. For some
// moments a process does not know that nothing can be saved; these do not count. They also
// know when a press may remain without an answer.
type waits struct {
	mu    sync.Mutex
	since map[*room]wait
	list  map[string][]time.Duration // by fault

	everybody []*trouble // faults of Discord
	troubles  map[*room][]*trouble
}

// unaware is how long a process may not know that nothing can be saved.
const unaware = 2500 * time.Millisecond

// trouble is a time in which a press may remain without an answer.
type trouble struct{ from, to time.Time } // to is zero while it lasts

// afterTrouble is how long it lasts after a fault, because connections are made anew.
const afterTrouble = 15 * time.Second

type wait struct {
	fault string
	since time.Time
}

func newWaits() *waits {
	return &waits{since: map[*room]wait{}, list: map[string][]time.Duration{}, troubles: map[*room][]*trouble{}}
}

// begin begins to measure. A room that waits already goes on with that. Presses may
// remain unanswered until the fault has ended, and some seconds more.
func (w *waits) begin(fault string, rooms []*room, waits func(*room) bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	now := time.Now()
	for _, in := range rooms {
		if _, ok := w.since[in]; !ok && waits(in) {
			w.since[in] = wait{fault, now}
		}
		w.troubles[in] = append(w.troubles[in], &trouble{from: now})
	}
}

// end notes that what began last in some rooms is over.
func (w *waits) end(rooms []*room) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, in := range rooms {
		if list := w.troubles[in]; len(list) > 0 {
			list[len(list)-1].to = time.Now()
		}
	}
}

// lasts reports whether a room waits still.
func (w *waits) lasts(in *room) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	_, ok := w.since[in]
	return ok
}

// everywhere notes that Discord has a fault, until end is called.
func (w *waits) everywhere() (end func()) {
	w.mu.Lock()
	defer w.mu.Unlock()
	t := &trouble{from: time.Now()}
	w.everybody = append(w.everybody, t)
	return func() {
		w.mu.Lock()
		defer w.mu.Unlock()
		t.to = time.Now()
	}
}

// excuses reports whether a press in a room may have remained without an answer.
func (w *waits) excuses(s silence) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return slices.ContainsFunc(slices.Concat(w.everybody, w.troubles[s.in]), func(t *trouble) bool {
		return t.from.Before(s.to) && (t.to.IsZero() || s.from.Before(t.to.Add(afterTrouble)))
	})
}

// answered notes that a person in a room got an answer to what they did at a moment.
func (w *waits) answered(in *room, pressed time.Time) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if at, ok := w.since[in]; ok && pressed.After(at.since.Add(unaware)) {
		delete(w.since, in)
		w.list[at.fault] = append(w.list[at.fault], time.Since(at.since))
	}
}

// say prints how long rooms waited after each kind of fault, and how many wait still.
func (w *waits) say(to func(format string, args ...any)) {
	w.mu.Lock()
	defer w.mu.Unlock()
	var all []time.Duration
	for _, f := range append([]processFault{{name: killFault}}, processFaults...) {
		list := w.list[f.name]
		all = append(all, list...)
		if len(list) > 0 {
			to("  after %-14s  %v (p50), %v (p99), %d tables", f.name, percentile(list, 50), percentile(list, 99), len(list))
		}
	}
	if len(all) > 0 {
		to("tables go on after  %v (p50), %v (p99), %v at most; nobody has pressed yet at %d", percentile(all, 50), percentile(all, 99), percentile(all, 100), len(w.since))
	}
}

// percentile is the wait that so many of a hundred do not exceed.
func percentile(list []time.Duration, percent int) time.Duration {
	slices.Sort(list)
	return list[min(len(list)*percent/100, len(list)-1)].Round(10 * time.Millisecond)
}
