package gateway

import (
	"context"
	"errors"
	"maps"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"oneiros/bot/discord"
	"oneiros/bot/discord/transport"

	"github.com/rs/zerolog"
	"golang.org/x/time/rate"
)

// Shard keeps listening to the part of the servers that Discord sends to one session.
// It has all that belongs to that session, and shares only the budget of IDENTIFYs
// with other shards.
type Shard struct {
	id     discord.ShardID
	config Config
	sender *transport.Sender
	log    zerolog.Logger
	starts *starts
	attend func(*Shard) (leave func()) // counts it among the others while it runs; nil where that is done

	current atomic.Pointer[session]
	seen    discord.Recent
	app     atomic.Uint64 // the application; 0 before READY
	bot     atomic.Uint64 // the bot's user; 0 before READY
	voice   *rate.Limiter // of voice states
	saves   chan struct{} // holds one when the session is to be saved at once
	tried   bool          // the saved session was looked for; of Run

	mu     sync.Mutex
	guilds map[discord.ID]bool // whether they are available
	others int                 // guilds of a saved session that were not named yet
	until  time.Time           // until when an IDENTIFY waits for the budget

	stats struct {
		connects, identifies, resumes, lost, stuck, events, interactions, again, panics, unread atomic.Uint64
	}
}

// ShardStats are a shard's counters since it was made, and its state now.
type ShardStats struct {
	ID discord.ShardID

	Connects     uint64 // connections that were opened
	Identifies   uint64 // sessions that were begun
	Resumes      uint64 // sessions that went on
	Lost         uint64 // connections that ended
	Stuck        uint64 // sessions that were stuck and given up
	Events       uint64
	Interactions uint64 // that were handled
	Repeated     uint64 // that were delivered twice and handled once, or perhaps so
	Panics       uint64 // of the handler
	Unread       uint64 // events that could not be decoded

	Up      bool // connected
	Guilds  int
	Latency time.Duration // of the last heartbeat; 0 before it
	Until   time.Time     // until when the shard waits, because the day's sessions are spent; zero for not
}

func newShard(id discord.ShardID, c Config, s *starts) *Shard {
	d := &Shard{id: id, config: c, sender: c.Sender, log: c.Log, starts: s, guilds: map[discord.ID]bool{}, saves: make(chan struct{}, 1), voice: newVoiceLimit()}
	if id.Of > 1 {
		d.log = c.Log.With().Int("shard", id.Number).Logger()
	}
	return d
}

// Stats reads the counters.
func (d *Shard) Stats() ShardStats {
	s := ShardStats{
		ID:       d.id,
		Connects: d.stats.connects.Load(), Identifies: d.stats.identifies.Load(), Resumes: d.stats.resumes.Load(),
		Lost: d.stats.lost.Load(), Stuck: d.stats.stuck.Load(), Events: d.stats.events.Load(),
		Interactions: d.stats.interactions.Load(), Repeated: d.stats.again.Load(),
		Panics: d.stats.panics.Load(), Unread: d.stats.unread.Load(),
	}
	if at := d.current.Load(); at != nil {
		if w := at.wire.Load(); w != nil {
			s.Up = w.end.Load() == nil && at.up.Load()
			s.Latency = time.Duration(w.lag.Load())
		}
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	s.Guilds, s.Until = len(d.guilds)+d.others, d.until
	return s
}

// Run listens until ctx ends, see [Gateway.Run]. Where sessions are saved, it leaves its
// own so that the next process can go on with it.
func (d *Shard) Run(ctx context.Context, handle func(discord.ShardID, discord.Event)) error {
	if d.attend != nil {
		defer d.attend(d)()
	}
	var s *session
	saving, stop := context.WithCancel(ctx)
	var saver sync.WaitGroup
	saver.Go(func() { d.keepSaved(saving) })
	var fatal error
	defer func() {
		stop()
		saver.Wait()
		d.leave(s, fatal)
		d.current.Store(nil)
	}()
	for failures := 0; ; {
		since, err := d.listen(ctx, &s, handle, &failures)
		if ctx.Err() != nil {
			return nil
		}
		failures++
		var e *ending
		ended := errors.As(err, &e)
		switch {
		case ended && final(e.code):
			fatal = &CloseError{e.code}
			return fatal
		case errors.Is(err, discord.ErrToken):
			fatal = err
			return err
		}
		luck := d.sender.Config().Chance.Next("connect", d.id)
		wait := d.config.wait(failures, luck)
		if s != nil && (ended && (e.lost || e.code == 4007 || e.code == 4009 && s.opened) || errors.Is(err, errStuck) || !s.resumable()) {
			s.drop()
			s = nil
			d.forget(ctx)
			if ended && e.lost {
				wait = max(wait, d.config.IdentifyInterval/5+luck.Wait(d.config.IdentifyInterval*4/5, "identify")) // as Discord asks
			}
		}
		if s != nil {
			wait = min(wait, resumeAgain)
		}
		d.stats.lost.Add(1)
		d.log.Warn().Err(err).Dur("wait", wait).Bool("resume", s != nil).Msg("gateway lost")
		d.deliver(handle, discord.Disconnected{Err: err, Since: since, In: wait})
		if !discord.Sleep(ctx, wait) {
			return nil
		}
	}
}

// listen opens one connection and returns when it has ended: since when it was
// gone, and why. A connection that lasted sets failures to zero.
func (d *Shard) listen(ctx context.Context, at **session, handle func(discord.ShardID, discord.Event), failures *int) (time.Time, error) {
	since := time.Now()
	if err := d.connect(ctx, at, handle); err != nil {
		return since, err
	}
	s, opened := *at, time.Now()
	err := s.watch(ctx)
	switch lasted := time.Since(opened); {
	case lasted >= d.config.Stable:
		*failures = 0
	case lasted >= d.config.Brief && s.resumable():
		*failures = 0 // a resume costs nothing, and people wait
	}
	if errors.Is(err, errSilent) || errors.Is(err, errUnheard) || errors.Is(err, errStuck) {
		return s.wire.Load().lastRead(), err
	}
	return time.Now(), err
}

// livesAgain is how often a shard asks whether its process may connect again.
const livesAgain = 250 * time.Millisecond

// connect opens a connection: of the session at *at, or, when there is none, of a saved
// one or a new one.
func (d *Shard) connect(ctx context.Context, at **session, handle func(discord.ShardID, discord.Event)) error {
	for d.config.Lives != nil && !d.config.Lives() { // another process may have the session
		if !discord.Sleep(ctx, livesAgain) {
			return ctx.Err()
		}
	}
	if *at == nil && !d.tried && d.config.Sessions != nil {
		told, err := d.starts.known(ctx)
		if err != nil {
			return err
		}
		d.tried = true
		*at = d.restore(ctx, told.URL, handle)
	}
	if *at == nil {
		turn, err := d.starts.wait(ctx, d.id.Number, d.waitUntil)
		if err != nil {
			return err
		}
		defer turn.close()
		*at = d.newSession(turn.address, handle)
		(*at).turn = turn
	}
	d.current.Store(*at)
	return (*at).connect(ctx)
}

// waitUntil notes until when an IDENTIFY waits for the budget.
func (d *Shard) waitUntil(t time.Time) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.until = t
}

// restore makes a session of the saved one; nil when there is none that can be resumed.
func (d *Shard) restore(ctx context.Context, gateway string, handle func(discord.ShardID, discord.Event)) *session {
	saved, err := d.config.Sessions.GatewaySession(ctx, d.id.Number)
	if err != nil {
		logUnread(d.log, err)
		return nil
	}
	if saved.Shard != d.id || !saved.usable(d.sender.Config().Token, time.Now()) {
		return nil
	}
	if !isTrusted(saved.Address, gateway) {
		d.log.Error().Msg("leave saved session: its address is not Discord's")
		return nil
	}
	s := d.newSession(gateway, handle)
	s.id, s.resume = saved.ID, saved.Address
	s.seq.Store(saved.Seq)
	s.restored, s.doubtful = true, !saved.Clean
	d.app.Store(uint64(saved.App))
	d.bot.Store(uint64(saved.Bot))
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, id := range saved.Away {
		d.guilds[id] = false
	}
	d.others = max(0, saved.Guilds-len(saved.Away))
	return s
}

// keepSaved saves the session now and then, until ctx ends. After a crash the next
// process goes on behind the last save, and Discord repeats what came later.
func (d *Shard) keepSaved(ctx context.Context) {
	if d.config.Sessions == nil {
		return
	}
	ticker := time.NewTicker(saveEvery)
	defer ticker.Stop()
	var last SavedSession
	failed := false
	for {
		select {
		case <-ticker.C:
		case <-d.saves:
		case <-ctx.Done():
			return
		}
		now, ok := d.snapshot(d.current.Load())
		if !ok || now.ID == last.ID && now.Seq == last.Seq && now.At.Sub(last.At) < saveIdle {
			continue
		}
		save, cancel := context.WithTimeout(ctx, saveTimeout)
		err := d.config.Sessions.SaveGatewaySession(save, now)
		cancel()
		switch {
		case err == nil:
			last, failed = now, false
		case ctx.Err() == nil && !failed && !errors.Is(err, ErrTold): // once, because it may last for hours
			failed = true
			d.log.Error().Err(err).Msg("save session failed")
		}
	}
}

// snapshot is what is to be saved of a session, if it has begun.
func (d *Shard) snapshot(s *session) (SavedSession, bool) {
	if s == nil || s.dropped.Load() {
		return SavedSession{}, false
	}
	return d.saved(s)
}

// saved is a session as it is saved, if it has begun.
func (d *Shard) saved(s *session) (SavedSession, bool) {
	seq := s.seq.Load() // before the guilds: to read an event of them again does no harm
	s.mu.Lock()
	id, address := s.id, s.resume
	s.mu.Unlock()
	d.mu.Lock()
	defer d.mu.Unlock()
	away := slices.Sorted(maps.Keys(d.guilds))
	away = slices.DeleteFunc(away, func(id discord.ID) bool { return d.guilds[id] })
	return SavedSession{
		Shard: d.id, ID: id, Seq: seq, Address: address, Token: tokenDigest(d.sender.Config().Token),
		App: discord.ID(d.app.Load()), Bot: discord.ID(d.bot.Load()), Guilds: len(d.guilds) + d.others, Away: away, At: time.Now(),
	}, id != "" && seq > 0
}

// leave ends the connection of a session. Where sessions are saved, the next process
// may go on with it. Otherwise, and after a fatal error, the bot says goodbye, so that
// Discord shows it as offline at once.
func (d *Shard) leave(s *session, fatal error) {
	ctx, cancel := context.WithTimeout(context.Background(), saveTimeout)
	defer cancel()
	if fatal != nil {
		d.forget(ctx)
	}
	if s == nil {
		return
	}
	dropped := s.dropped.Load()
	clean := s.settle()
	saved, ok := d.saved(s)
	if w := s.wire.Load(); w != nil && ok && (fatal != nil || d.config.Sessions == nil) {
		w.goodbye() // also while discordgo has not come back from Open
	}
	s.drop()
	if fatal != nil || d.config.Sessions == nil || dropped || !ok {
		return
	}
	saved.Clean = clean && !s.isDoubtful()
	if err := d.config.Sessions.SaveGatewaySession(ctx, saved); err != nil && !errors.Is(err, ErrTold) {
		d.log.Error().Err(err).Msg("save session failed")
	}
}

// forget deletes the saved session, because it has ended.
func (d *Shard) forget(ctx context.Context) {
	if d.config.Sessions == nil {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, saveTimeout)
	defer cancel()
	if err := d.config.Sessions.DeleteGatewaySession(ctx, d.id.Number); err != nil && ctx.Err() == nil && !errors.Is(err, ErrTold) {
		d.log.Error().Err(err).Msg("delete saved session failed")
	}
}
