package bot

import (
	"context"
	"maps"
	"slices"
	"sync"
	"time"

	"oneiros/bot/discord"
	"oneiros/bot/screen"
	"oneiros/bot/table"
	"oneiros/store"
)

// The times of outages and removals.
const (
	blackout = 10 * time.Second    // without the gateway all clocks stand, dated back to its loss
	grace    = 30 * 24 * time.Hour // for so long nothing of a server is erased that removed the bot
)

// errands are what follows events other than interactions: done one after the
// other, in the order of the events, however many come at once.
type errands struct {
	mu   sync.Mutex
	list []func(context.Context)
	wake chan struct{} // holds one
}

func newErrands() *errands { return &errands{wake: make(chan struct{}, 1)} }

func (e *errands) add(do func(context.Context)) {
	e.mu.Lock()
	e.list = append(e.list, do)
	e.mu.Unlock()
	select {
	case e.wake <- struct{}{}:
	default: // it has been told and did not look yet
	}
}

func (e *errands) take() []func(context.Context) {
	e.mu.Lock()
	defer e.mu.Unlock()
	list := e.list
	e.list = nil
	return list
}

// line is the connection with the gateway.
type line struct {
	mu    sync.Mutex
	since time.Time   // when it was lost; zero while it is there
	timer *time.Timer // until it has been lost for too long
}

// lost notes that there is no gateway since a moment. Once that is long ago, all
// clocks stand.
func (b *Bot) lost(since time.Time) {
	b.line.mu.Lock()
	defer b.line.mu.Unlock()
	if !b.line.since.IsZero() {
		return
	}
	b.line.since = since
	b.line.timer = time.AfterFunc(time.Until(since.Add(blackout)), func() {
		b.line.mu.Lock()
		defer b.line.mu.Unlock()
		if !b.line.since.Equal(since) {
			return
		}
		b.log.Warn().Time("since", since).Msg("no gateway; all clocks stand")
		b.tables.Halt(table.HaltGateway, since)
	})
}

// found notes that the gateway is there: something came from it. A press that was
// delivered late is thus played by a table whose clock goes.
func (b *Bot) found() {
	b.line.mu.Lock()
	defer b.line.mu.Unlock()
	if b.line.since.IsZero() {
		return
	}
	b.line.since = time.Time{}
	b.line.timer.Stop()
	b.tables.Unhalt(table.HaltGateway)
}

// take takes an event of the gateway. It never waits.
func (b *Bot) take(e discord.Event) {
	if lost, ok := e.(discord.Disconnected); ok {
		b.metrics.lost.Inc()
		b.lost(lost.Since)
		return
	}
	b.found()
	switch e := e.(type) {
	case *discord.Interaction:
		if why := b.inbox.Put(e, time.Now()); why != "" {
			b.metrics.dropped.WithLabelValues(string(why)).Inc()
		}
	case discord.MessageCreated:
		b.reconciler.MessageCreated(e.Channel, e.Message)
	case discord.Ready:
		b.later.add(func(ctx context.Context) { b.ready(ctx, e) })
	case discord.GuildLeft:
		b.later.add(func(ctx context.Context) { b.parted(ctx, e.ID, e.Unavailable) })
	case discord.GuildJoined:
		b.later.add(func(ctx context.Context) { b.joined(ctx, e) })
	case discord.ChannelDeleted:
		b.later.add(func(ctx context.Context) { b.deserted(ctx, e.Channel) })
	case discord.PermissionsChanged:
		b.later.add(func(context.Context) { b.granted(e) })
	case discord.MessagesDeleted:
		b.later.add(func(ctx context.Context) { b.deleted(ctx, e) })
	case discord.MemberBanned:
		b.later.add(func(ctx context.Context) { b.banned(ctx, e.Guild, e.User) })
	}
}

// ready begins a session: what happened meanwhile is unknown, so everything is
// compared.
func (b *Bot) ready(ctx context.Context, e discord.Ready) {
	if err := b.publish(ctx, e.App); err != nil {
		b.log.Error().Err(err).Msg("commands not registered")
	}
	b.muster(ctx, e.Guilds)
	b.spawn(func(ctx context.Context) {
		for _, s := range b.tables.All() {
			if s.Phase == table.Over || s.Phase == table.Void {
				b.recant(ctx, s)
			}
		}
	})
	for _, s := range b.tables.Live() {
		if b.absent(s.Guild) {
			continue
		}
		b.reconciler.Recheck(s.ID)
		b.bell.ring(s)
		if s.Phase == table.Live && s.WantsThread && s.Thread == 0 {
			b.spawn(func(ctx context.Context) { b.thread(ctx, s) })
		}
	}
}

// guilds are the servers that cannot be reached.
type guilds struct {
	mu      sync.Mutex
	away    map[discord.ID]bool     // which; true for those that removed the bot
	awaited map[discord.ID]struct{} // that the session began with and that have not come yet
	session int                     // which session that is
}

func (b *Bot) absent(guild discord.ID) bool {
	b.guilds.mu.Lock()
	defer b.guilds.mu.Unlock()
	_, away := b.guilds.away[guild]
	return away
}

// muster compares the servers that a session begins with with those that we know:
// what is missing removed the bot while nobody listened, and what does not come is
// in an outage.
func (b *Bot) muster(ctx context.Context, there []discord.ID) {
	known, err := b.conf.Store.Guilds(ctx)
	if err != nil {
		b.log.Error().Err(err).Msg("servers not compared")
		return
	}
	here := map[discord.ID]struct{}{}
	for _, id := range there {
		here[id] = struct{}{}
	}
	b.guilds.mu.Lock()
	b.guilds.awaited = here
	b.guilds.session++
	session := b.guilds.session
	b.guilds.mu.Unlock()
	for _, id := range known {
		if _, ok := here[discord.ID(id)]; !ok && id != 0 {
			b.parted(ctx, discord.ID(id), false)
		}
	}
	begun := time.Now()
	time.AfterFunc(blackout, func() {
		b.later.add(func(context.Context) {
			b.guilds.mu.Lock()
			var missing []discord.ID
			if b.guilds.session == session {
				missing = slices.Collect(maps.Keys(b.guilds.awaited))
			}
			b.guilds.mu.Unlock()
			for _, id := range missing {
				b.shut(id, false, begun)
			}
		})
	})
}

// parted notes that a server cannot be reached any more, and whether that is an
// outage of Discord's. Its tables stand still. Who removed the bot by mistake
// finds all of them again.
func (b *Bot) parted(ctx context.Context, guild discord.ID, outage bool) {
	now := time.Now()
	if !outage {
		b.log.Info().Uint64("guild", uint64(guild)).Msg("removed from a server")
		if err := b.conf.Store.GuildRemoved(ctx, uint64(guild), now); err != nil {
			b.log.Error().Err(err).Msg("a removal is not noted")
		}
	}
	b.shut(guild, !outage, now)
}

// shut lets the tables of a server stand.
func (b *Bot) shut(guild discord.ID, removed bool, since time.Time) {
	b.guilds.mu.Lock()
	b.guilds.away[guild] = removed || b.guilds.away[guild]
	delete(b.guilds.awaited, guild)
	b.guilds.mu.Unlock()
	for _, s := range b.tables.All() {
		if s.Guild == guild {
			b.reconciler.Suspend(s.ID) // what Discord would refuse is not tried
		}
	}
	b.tables.HaltGuild(guild, table.HaltGuild, since)
}

// joined notes that a server is there, as at the beginning of every session.
func (b *Bot) joined(ctx context.Context, e discord.GuildJoined) {
	b.guilds.mu.Lock()
	removed, away := b.guilds.away[e.ID]
	delete(b.guilds.away, e.ID)
	delete(b.guilds.awaited, e.ID)
	b.guilds.mu.Unlock()
	if e.New {
		b.log.Info().Uint64("guild", uint64(e.ID)).Bool("again", removed).Msg("added to a server")
	}
	if removed {
		if err := b.conf.Store.GuildReturned(ctx, uint64(e.ID)); err != nil {
			b.log.Error().Err(err).Msg("a return is not noted")
		}
	}
	if !away {
		return
	}
	b.tables.UnhaltGuild(e.ID, table.HaltGuild)
	for _, s := range b.tables.All() {
		if s.Guild == e.ID {
			b.reconciler.Recheck(s.ID)
		}
	}
}

// recallGuilds notes at the start which servers removed the bot.
func (b *Bot) recallGuilds(ctx context.Context) error {
	gone, err := b.conf.Store.RemovedGuilds(ctx)
	if err != nil {
		return err
	}
	for id := range gone {
		b.shut(discord.ID(id), true, time.Now())
	}
	return nil
}

// erase forgets the servers whose time of grace is over.
func (b *Bot) erase(ctx context.Context) {
	gone, err := b.conf.Store.RemovedGuilds(ctx)
	if err != nil {
		b.log.Error().Err(err).Msg("servers not erased")
		return
	}
	before := time.Now().Add(-grace)
	for id, at := range gone {
		if !at.Before(before) {
			continue
		}
		erased, err := b.conf.Store.EraseGuild(ctx, id, before)
		if err != nil {
			b.log.Error().Err(err).Msg("a server is not erased")
		}
		if !erased {
			continue
		}
		b.log.Info().Uint64("guild", id).Msg("a server that removed the bot is erased")
		for _, s := range b.tables.All() {
			if s.Guild != discord.ID(id) {
				continue
			}
			b.reconciler.UntrackMatch(s.ID)
			if err := b.tables.Clear(ctx, s.ID); err != nil {
				b.log.Error().Err(err).Str("match", s.ID).Msg("the table of an erased match stays")
			}
		}
		b.guilds.mu.Lock()
		delete(b.guilds.away, discord.ID(id))
		b.guilds.mu.Unlock()
		b.tables.UnhaltGuild(discord.ID(id), table.HaltGuild)
	}
}

// granted tries again what Discord refused, because somebody changed who may do
// what in a channel, or on the whole server.
func (b *Bot) granted(e discord.PermissionsChanged) {
	for _, s := range b.tables.All() {
		if s.Guild == e.Guild && (e.Channel == 0 || e.Channel == s.Channel || e.Channel == s.Thread) {
			b.reconciler.Retry(screen.Key{Match: s.ID})
		}
	}
}

// deleted posts a board anew that somebody deleted. That of a match that has ended
// is not missed.
func (b *Bot) deleted(ctx context.Context, e discord.MessagesDeleted) {
	for _, id := range e.Messages {
		key, ok := b.reconciler.Board(e.Channel, id)
		if !ok {
			continue
		}
		s, ok := b.tables.Find(key.Match)
		if ok && (s.Phase == table.Lobby || s.Phase == table.Live) {
			b.reconciler.MessageDeleted(key, id)
			continue
		}
		b.reconciler.Untrack(key)
		if err := b.conf.Store.DeleteSurface(ctx, key.Match, store.Board, 0); err != nil {
			b.log.Error().Err(err).Str("match", key.Match).Msg("a deleted board is not forgotten")
		}
	}
}

// deserted lets the matches of a channel or thread that was deleted wait until
// somebody takes them up in another one. A deleted channel takes its threads along.
func (b *Bot) deserted(ctx context.Context, channel discord.ID) {
	for _, s := range b.tables.Live() {
		if s.CurrentChannel() != channel && s.Channel != channel {
			continue
		}
		if _, err := b.tables.ChannelDeleted(ctx, s.ID); err != nil {
			b.log.Error().Err(err).Str("match", s.ID).Msg("a match without a channel does not stand")
		}
		b.homeless(ctx, s.ID)
	}
}

// homeless forgets where a board was.
func (b *Bot) homeless(ctx context.Context, match string) {
	b.reconciler.Untrack(screen.Key{Match: match})
	for _, kind := range []string{store.Board, store.OldBoard} {
		if err := b.conf.Store.DeleteSurface(ctx, match, kind, 0); err != nil {
			b.log.Error().Err(err).Str("match", match).Msg("a board in a deleted channel is not forgotten")
		}
	}
}
