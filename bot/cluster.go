package bot

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"oneiros/bot/discord"
	"oneiros/bot/discord/gateway"
	"oneiros/bot/table"
	"oneiros/store"
)

// Shards divide the shards of the gateway among the processes of a bot; [store.Shards]
// are it.
type Shards interface {
	Claim(ctx context.Context, of, most int) (held []store.Held, share int, err error)
	Release(ctx context.Context, shards ...store.Held) error
	Leave(ctx context.Context) error
	OthersStay(ctx context.Context) (bool, error)
	Changed() <-chan struct{}
	TellPerson(ctx context.Context, user uint64)
	People() <-chan uint64
	Owners(ctx context.Context) ([]store.ShardOwner, error)
	Hear(ctx context.Context, ago time.Duration) error
	OthersHear(ctx context.Context, within time.Duration) (bool, error)
}

// ShardGateway makes gateways of single shards.
type ShardGateway interface {
	// Count asks how many shards there are, until it knows it. It is 0 when ctx ends.
	Count(ctx context.Context, handle func(discord.ShardID, discord.Event)) (int, error)
	Shard(id discord.ShardID, sessions gateway.Sessions) Gateway
}

// ClusterConfig is what a cluster is made of.
type ClusterConfig struct {
	Bot     Config                           // of each shard; its Client and Gateway are not used, and of its Stores the Disk
	Client  func(end context.Context) Client // that sends nothing after end
	Gateway ShardGateway
	Shards  Shards
	Stores  func(store.Held) Stores // whose writes belong to a shard
	// Share is told how many of all shards this process serves: one less before another
	// process may have it. It may be nil.
	Share func(shards, of int)
	// Heard is when Discord last said anything to this process. It may be nil.
	Heard func() time.Time
	// Reach asks Discord anything, to find out whether this process can.
	Reach func(context.Context) error
	// LastAnswers is how long the end of a shard waits for Discord to take the last
	// answers: 3 s. Discord refuses later ones. What is under way then is broken off, so
	// that nothing arrives behind what the next owner of the shard shows.
	LastAnswers time.Duration
}

// ErrCutOff is the error of a process that cannot reach Discord, while others may.
var ErrCutOff = errors.New("this process cannot reach Discord; it leaves its shards to the others, and ends")

// Cluster is the bot in one of several processes. It has a [Bot] for each shard that
// the process has, with the tables of that shard's servers and with the shard's session.
// So to take a shard over is what a start of the bot is, and to give it up is what an
// end is.
//
// It looks once a second, and whenever another process has left shards, which shards it
// should have. Those that it has too many it gives up: what was pressed is answered,
// and clocks and the session are saved, before another process can take them.
//
// Shards are handed over and taken up three at a time. While the next owner takes a shard
// up, the presses on its tables wait, and taking up a dozen at once takes longer than a
// press lives.
//
// # Cut off from Discord
//
// Each process says in the database when Discord last said anything to it. One that
// hears nothing for two seconds asks Discord by REST, some times in three seconds. When
// there is no answer, and Discord speaks to another process, it leaves all its shards at
// once: the other one can play, and a press waits no longer than three seconds. When
// Discord speaks to no process, all processes keep what they have, because none could do
// better. The heartbeats of the gateway would tell only after a minute.
type Cluster struct {
	conf   ClusterConfig
	of     int
	fatal  chan error      // holds one
	all    sync.WaitGroup  // of the shards
	cut    context.Context // ends when this process is cut off from Discord
	cutOff context.CancelFunc
	tried  time.Time     // when this process last asked Discord; of Run
	asking atomic.Bool   // it asks Discord whether it is there
	deaf   atomic.Bool   // it has asked in vain, while Discord spoke to another process
	look   chan struct{} // holds one when Run has to look at once

	mu      sync.Mutex
	running map[store.Held]*clusterShard
	claimed bool  // whether it is known which shards are this process's
	trouble error // why nothing can be saved
	since   time.Time
}

// clusterShard is a shard that this process has.
type clusterShard struct {
	held   store.Held
	id     discord.ShardID
	end    context.CancelFunc
	giveUp bool                   // release it once it has ended
	ended  bool                   // it sends nothing any more
	disk   func(error, time.Time) // set by WatchDisk; nil before
	bot    *Bot                   // nil while it is made
	begun  time.Time
	up     bool // it has, or had, its session
}

const (
	claimEvery  = time.Second     // how often a process looks which shards it should have
	releaseTime = 3 * time.Second // how long giving one back may take
	serveAgain  = 5 * time.Second // when a shard is tried again that could not be served

	handAtOnce = 3                      // shards that are on their way to another process, or taken up
	takeUpTime = 3 * time.Second        // how long taking one up may keep others waiting; Discord may let none in
	handAgain  = 200 * time.Millisecond // how often one that ends looks whether they have arrived
	handTime   = 6 * time.Second        // how long it may take; then it gives up the rest at once

	quietAfter = 2 * time.Second // without a word of Discord it is asked
	reachTime  = 3 * time.Second // how long it may take to answer
	reachEvery = 750 * time.Millisecond
	othersHear = 2 * time.Second // less, so that what another one heard before an outage is too old at the end of the asking
)

// NewCluster makes a cluster. It has no shard before Run.
func NewCluster(c ClusterConfig) (*Cluster, error) {
	c.LastAnswers = cmp.Or(c.LastAnswers, 3*time.Second)
	with := newShared(c.Bot.Log)
	with.hint = func(ctx context.Context, user discord.ID) { c.Shards.TellPerson(ctx, uint64(user)) }
	l := &Cluster{conf: c, fatal: make(chan error, 1), look: make(chan struct{}, 1), running: map[store.Held]*clusterShard{}}
	l.cut, l.cutOff = context.WithCancel(context.Background())
	l.conf.Bot.shared, l.conf.Bot.Metrics = with, nil
	if to := c.Bot.Metrics; to != nil {
		gateway, _ := c.Gateway.(Gateway) // for its numbers
		if err := with.metrics.register(to, c.Client(context.Background()), gateway, c.Bot.Clock, l.Live); err != nil {
			return nil, err
		}
	}
	c.Bot.Stores.Disk.WatchDisk(l.disk)
	return l, nil
}

// Live lists the lobbies and live matches of all shards that this process has.
func (l *Cluster) Live() (list []*table.State) {
	for _, b := range l.bots() {
		list = append(list, b.tables.Known(table.On())...)
	}
	return list
}

// Inspect draws everything that the tables of this process show, see [Bot.Inspect].
func (l *Cluster) Inspect(ctx context.Context) (list []Surface, err error) {
	for _, b := range l.bots() {
		some, e := b.Inspect(ctx)
		list, err = append(list, some...), errors.Join(err, e)
	}
	return list, err
}

func (l *Cluster) bots() (list []*Bot) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, p := range l.running {
		if p.bot != nil {
			list = append(list, p.bot)
		}
	}
	return list
}

// Shards lists the shards that this process serves, and reports whether that is known
// yet. There are none when there are more processes than shards.
func (l *Cluster) Shards() (list []discord.ShardID, known bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, p := range l.running {
		list = append(list, p.id)
	}
	return list, l.claimed
}

// Run works until ctx ends or the gateway fails for good. Then it gives all shards up,
// and returns when another process may have each of them.
func (l *Cluster) Run(ctx context.Context) error {
	of, err := l.count(ctx)
	if err != nil || of == 0 {
		return err
	}
	l.of = of
	ctx, stop := context.WithCancel(ctx)
	defer l.cutOff()
	defer l.all.Wait()
	defer l.endAll()
	defer stop()
	l.all.Go(func() { l.people(ctx) })
	every := time.NewTicker(claimEvery)
	defer every.Stop()
	var said error
	for {
		err := l.balance(ctx)
		if err != nil && ctx.Err() == nil && !store.Unwritable(err) && !errors.Is(err, store.ErrLeaseLost) && (said == nil || said.Error() != err.Error()) {
			l.conf.Bot.Log.Error().Err(err).Msg("claim shards failed") // once, and the others are told elsewhere
		}
		said = err
		if l.isCutOff(ctx) {
			l.cutOff()
			return ErrCutOff
		}
		select {
		case <-every.C:
		case <-l.conf.Shards.Changed():
		case <-l.look:
		case err := <-l.fatal:
			return err
		case <-ctx.Done():
			return nil
		}
	}
}

// people has the tables of this process follow what was changed of people at others.
func (l *Cluster) people(ctx context.Context) {
	for {
		select {
		case user := <-l.conf.Shards.People():
			for _, b := range l.bots() {
				b.redrawing.person(discord.ID(user))
			}
		case <-ctx.Done():
			return
		}
	}
}

// isCutOff reports whether Discord speaks to another process and not to this one. It
// tells the others what this one hears.
func (l *Cluster) isCutOff(ctx context.Context) bool {
	if l.conf.Heard == nil {
		return false
	}
	heard := l.conf.Heard()
	if !heard.IsZero() {
		// It fails when nothing can be saved, which is told elsewhere.
		_ = l.conf.Shards.Hear(ctx, time.Since(heard))
	}
	if time.Since(heard) < quietAfter {
		l.deaf.Store(false)
		return false
	}
	if time.Since(l.tried) >= reachEvery && l.asking.CompareAndSwap(false, true) {
		l.tried = time.Now()
		l.all.Go(func() {
			// After an outage one of the processes is the first to hear Discord again. The
			// others are not cut off because they asked in vain before that.
			others, err := l.conf.Shards.OthersHear(ctx, othersHear)
			l.deaf.Store(!l.reach(ctx) && others && err == nil)
			l.asking.Store(false)
			l.lookAgain()
		})
	}
	if !l.deaf.Load() || ctx.Err() != nil {
		return false
	}
	others, err := l.conf.Shards.OthersHear(ctx, othersHear)
	return err == nil && others
}

// reach asks Discord anything, several times at once, and reports whether it answers.
func (l *Cluster) reach(ctx context.Context) bool {
	ctx, cancel := context.WithTimeout(ctx, reachTime)
	defer cancel()
	var reached atomic.Bool
	var all sync.WaitGroup
	defer all.Wait()
	for {
		all.Go(func() {
			// A process that may send nothing does not know, and ends by itself soon.
			if err := l.conf.Reach(ctx); err == nil || errors.Is(err, discord.ErrSilenced) {
				reached.Store(true)
				cancel()
			}
		})
		if !discord.Sleep(ctx, reachEvery) {
			return reached.Load()
		}
	}
}

// count is how many shards there are. Processes that are there already have decided it.
func (l *Cluster) count(ctx context.Context) (int, error) {
	if of, err := l.decided(ctx); of > 0 || err != nil {
		return of, err
	}
	return l.conf.Gateway.Count(ctx, func(discord.ShardID, discord.Event) {})
}

// decided is how many shards other processes divide; 0 if none has any.
func (l *Cluster) decided(ctx context.Context) (int, error) {
	owners, err := l.conf.Shards.Owners(ctx)
	if err != nil {
		return 0, err
	}
	if i := slices.IndexFunc(owners, func(o store.ShardOwner) bool { return o.Owned }); i >= 0 {
		return owners[i].Of, nil
	}
	return 0, nil
}

// balance takes and gives up shards until this process has its share.
func (l *Cluster) balance(ctx context.Context) error {
	held, share, err := l.conf.Shards.Claim(ctx, l.of, l.mayTake())
	if errors.Is(err, store.ErrShardCount) { // two began at the same moment, and this one was later
		of, e := l.decided(ctx)
		if e != nil || of == 0 {
			return errors.Join(err, e)
		}
		l.of = of
		held, share, err = l.conf.Shards.Claim(ctx, of, l.mayTake())
	}
	if err != nil {
		return err
	}
	room := 0
	if len(held) > share {
		if room, err = l.room(ctx); err != nil {
			return err
		}
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.claimed = true
	defer l.share()
	for at, p := range l.running {
		if !slices.Contains(held, at) {
			p.end()
		}
	}
	for i, at := range held {
		p := l.running[at]
		switch {
		case i < share && p == nil:
			l.begin(ctx, at)
		case i >= share && p == nil: // it was released in vain, or its process began anew
			p = l.begin(ctx, at)
			fallthrough
		case i >= share && !p.giveUp && room > 0:
			room--
			p.giveUp = true
			p.end()
		}
	}
	return nil
}

// mayTake is how many shards may be taken up besides those that are not there yet.
func (l *Cluster) mayTake() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	n := handAtOnce
	for _, p := range l.running {
		if !p.up && !p.giveUp && time.Since(p.begun) < takeUpTime {
			n--
		}
	}
	return max(n, 0)
}

// lookAgain lets Run look at once.
func (l *Cluster) lookAgain() {
	select {
	case l.look <- struct{}{}:
	default: // it will anyway
	}
}

// attended is the gateway of a shard. It notes when the shard has its session.
type attended struct {
	Gateway
	cluster *Cluster
	shard   *clusterShard
}

// Run runs the gateway.
func (a attended) Run(ctx context.Context, handle func(discord.ShardID, discord.Event)) error {
	return a.Gateway.Run(ctx, func(id discord.ShardID, e discord.Event) {
		switch e.(type) {
		case discord.Ready, discord.Restored:
			a.cluster.mu.Lock()
			a.shard.up = true
			a.cluster.mu.Unlock()
			a.cluster.lookAgain()
		}
		handle(id, e)
	})
}

// room is how many more shards may be on their way to other processes.
func (l *Cluster) room(ctx context.Context) (int, error) {
	owners, err := l.conf.Shards.Owners(ctx)
	if err != nil {
		return 0, err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	n, mine := handAtOnce, map[int]bool{}
	for at, p := range l.running {
		mine[at.Shard] = true
		if p.giveUp {
			n--
		}
	}
	for _, o := range owners {
		if !o.Owned && !mine[o.Shard] {
			n-- // no process has taken it yet
		}
	}
	return n, nil
}

// share tells how many shards this process serves. l.mu is held.
func (l *Cluster) share() {
	n := 0
	for _, p := range l.running {
		if !p.ended {
			n++
		}
	}
	if l.conf.Share != nil {
		l.conf.Share(n, l.of)
	}
}

// begin begins to serve a shard. l.mu is held.
func (l *Cluster) begin(ctx context.Context, held store.Held) *clusterShard {
	ctx, end := context.WithCancel(context.WithoutCancel(ctx)) // endAll ends it
	p := &clusterShard{held: held, id: discord.ShardID{Number: held.Shard, Of: l.of}, end: end, begun: time.Now()}
	l.running[held] = p
	l.all.Go(func() { l.serve(ctx, p) })
	return p
}

// endAll gives all shards up, some at a time where other processes take them.
func (l *Cluster) endAll() {
	ctx, cancel := context.WithTimeout(context.Background(), handTime)
	defer cancel()
	if err := l.conf.Shards.Leave(ctx); err != nil && !errors.Is(err, store.ErrLeaseLost) && !store.Unwritable(err) {
		l.conf.Bot.Log.Warn().Err(err).Msg("leave the shards failed") // the others take them when this process has ended
	}
	for until := time.Now().Add(handTime); time.Now().Before(until) && l.cut.Err() == nil; {
		others, err := l.conf.Shards.OthersStay(ctx)
		if err != nil || !others {
			break
		}
		if room, err := l.room(ctx); err != nil || l.endSome(room) == 0 {
			break
		}
		select {
		case <-l.conf.Shards.Changed():
		case <-time.After(handAgain):
		}
	}
	l.endSome(l.of)
}

// endSome gives up so many shards, and returns how many are left that were not given up.
func (l *Cluster) endSome(n int) (left int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, p := range l.running {
		switch {
		case p.giveUp:
		case n > 0:
			n--
			p.giveUp = true
			p.end()
		default:
			left++
		}
	}
	return left
}

// serve is the life of a shard in this process.
func (l *Cluster) serve(ctx context.Context, p *clusterShard) {
	defer p.end()
	log := l.conf.Bot.Log.With().Int("shard", p.held.Shard).Int64("epoch", p.held.Epoch).Logger()
	err := l.run(ctx, p)
	switch {
	case err == nil, errors.Is(err, context.Canceled) && ctx.Err() != nil:
	case errors.Is(err, store.ErrShardLost), errors.Is(err, store.ErrLeaseLost):
		log.Warn().Msg("leave shard: another process has it")
	default:
		log.Error().Err(err).Msg("serve shard failed")
	}
	l.mu.Lock()
	p.disk, p.bot, p.ended = nil, nil, true
	giveUp := p.giveUp
	l.share()
	l.mu.Unlock()
	if giveUp {
		last, cancel := context.WithTimeout(context.WithoutCancel(ctx), releaseTime)
		defer cancel()
		switch err := l.conf.Shards.Release(last, p.held); {
		case err == nil:
			log.Info().Msg("release shard")
		case !errors.Is(err, store.ErrLeaseLost): // or others have it already
			log.Warn().Err(err).Msg("release shard failed")
		}
	} else if err != nil {
		discord.Sleep(ctx, serveAgain)
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.running, p.held) // if it is held still, the next look begins anew
}

// run has a bot of one shard until ctx ends.
func (l *Cluster) run(ctx context.Context, p *clusterShard) (err error) {
	if ctx.Err() != nil {
		return nil
	}
	sending, breakOff := context.WithCancel(context.WithoutCancel(ctx))
	defer breakOff()
	c := l.conf.Bot
	c.Client, c.Stores = l.conf.Client(sending), l.conf.Stores(p.held)
	c.Stores.Disk = shardDisk{l, p}
	c.follows = p.held.Shard != 0
	c.Gateway = attended{l.conf.Gateway.Shard(p.id, Sessions(c.Stores.Sessions)), l, p}
	b, err := New(ctx, c)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, b.Close()) }()
	l.mu.Lock()
	p.bot = b
	l.mu.Unlock()
	c.Log.Info().Int("shard", p.held.Shard).Int64("epoch", p.held.Epoch).Int("tables", len(b.tables.Known(table.On()))).Msg("serve shard")
	ran := make(chan error, 1)
	go func() { ran <- b.Run(ctx) }()
	select {
	case err := <-ran:
		if ctx.Err() == nil && err != nil { // Discord lets none of the shards in
			select {
			case l.fatal <- err:
			default: // another shard has said so
			}
		}
		return nil
	case <-ctx.Done():
	}
	select {
	case <-ran:
	case <-l.cut.Done(): // no answer arrives
		breakOff()
		<-ran
	case <-time.After(l.conf.LastAnswers):
		c.Log.Warn().Int("shard", p.held.Shard).Msg("send last answers timed out")
		breakOff()
		<-ran
	}
	return nil
}

// shardDisk tells a shard when nothing can be saved. The disk is watched for all shards together.
type shardDisk struct {
	cluster *Cluster
	shard   *clusterShard
}

// WatchDisk sets the function of the shard.
func (s shardDisk) WatchDisk(told func(err error, since time.Time)) {
	s.cluster.mu.Lock()
	defer s.cluster.mu.Unlock()
	s.shard.disk = told
	if s.cluster.trouble != nil {
		told(s.cluster.trouble, s.cluster.since)
	}
}

// disk tells all shards when nothing can be saved.
func (l *Cluster) disk(err error, since time.Time) {
	l.mu.Lock()
	defer l.mu.Unlock()
	logDisk(l.conf.Bot.shared.log, err)
	l.trouble, l.since = err, since
	for _, p := range l.running {
		if p.disk != nil {
			p.disk(err, since)
		}
	}
}
