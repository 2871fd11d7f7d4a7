package bot

import (
	"context"
	"maps"
	"slices"
	"sync"
	"time"

	"oneiros/bot/discord"
	"oneiros/bot/savelog"
	"oneiros/bot/screen"
	"oneiros/bot/table"
	"oneiros/games"
)

// eraseAfter is how long a server that removed the bot finds everything again.
const eraseAfter = 30 * 24 * time.Hour

// GuildStore knows the servers, saves which of them removed the bot, and erases them.
type GuildStore interface {
	GuildRemoved(ctx context.Context, guild uint64, at time.Time) error
	GuildReturned(ctx context.Context, guild uint64) error
	RemovedGuilds(ctx context.Context) (map[uint64]time.Time, error)
	Guilds(ctx context.Context) ([]uint64, error)
	EraseGuild(ctx context.Context, guild uint64, before time.Time) (bool, error)
	EraseGuildNow(ctx context.Context, guild uint64) error
}

// guilds knows which servers cannot be reached, and stops their tables.
type guilds struct {
	tables     *table.Tables
	reconciler *screen.Reconciler
	log        savelog.Log
	clock      *discord.Clock
	store      GuildStore
	errands    *errands

	mu      sync.Mutex
	away    map[discord.ID]bool // which; true for those that removed the bot
	awaited map[discord.ID]int  // announced by a session, and not here yet; by which session
	session int                 // the last session
}

// isAway reports whether a server cannot be reached.
func (g *guilds) isAway(guild discord.ID) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	_, away := g.away[guild]
	return away
}

// recall notes at the start which servers removed the bot.
func (g *guilds) recall(ctx context.Context) error {
	removed, err := g.store.RemovedGuilds(ctx)
	if err != nil {
		return err
	}
	for id := range removed {
		g.suspend(discord.ID(id), true, time.Now())
	}
	return nil
}

// sync compares the servers of a new session with those of its shard that we know. A
// missing one removed the bot while no process listened.
func (g *guilds) sync(ctx context.Context, shard discord.ShardID, announced []discord.ID) {
	known, err := g.store.Guilds(ctx)
	if err != nil {
		g.log.Error().Err(err).Msg("list servers failed")
		return
	}
	g.await(shard, announced)
	here := map[discord.ID]bool{}
	for _, id := range announced {
		here[id] = true
	}
	for _, id := range known {
		if id := discord.ID(id); shard.Has(id) && !here[id] && id != 0 {
			g.left(ctx, id, false)
		}
	}
}

// await notes which servers of a shard are announced and not here. One that does not
// come is in an outage.
func (g *guilds) await(shard discord.ShardID, announced []discord.ID) {
	begun := time.Now()
	g.mu.Lock()
	g.session++
	session := g.session
	maps.DeleteFunc(g.awaited, func(id discord.ID, _ int) bool { return shard.Has(id) })
	for _, id := range announced {
		g.awaited[id] = session
	}
	g.mu.Unlock()
	time.AfterFunc(blackout, func() {
		g.errands.add(func(context.Context) {
			for _, id := range g.missing(session) {
				g.suspend(id, false, begun)
			}
		})
	})
}

// missing are the servers that a session announced and that did not come.
func (g *guilds) missing(session int) []discord.ID {
	g.mu.Lock()
	defer g.mu.Unlock()
	var list []discord.ID
	for id, by := range g.awaited {
		if by == session {
			list = append(list, id)
		}
	}
	slices.Sort(list)
	return list
}

// left notes that a server cannot be reached: it removed the bot, or Discord has an
// outage. A server that removed the bot by mistake finds all its tables again.
func (g *guilds) left(ctx context.Context, guild discord.ID, outage bool) {
	now := time.Now()
	if !outage {
		g.log.Info().Uint64("guild", uint64(guild)).Msg("leave server")
		if err := g.store.GuildRemoved(ctx, uint64(guild), g.clock.Now()); err != nil {
			g.log.Failed(err).Msg("save server removal failed")
		}
	}
	g.suspend(guild, !outage, now)
}

// suspend stops the tables of a server.
func (g *guilds) suspend(guild discord.ID, removed bool, since time.Time) {
	g.mu.Lock()
	g.away[guild] = removed || g.away[guild]
	delete(g.awaited, guild)
	g.mu.Unlock()
	for _, s := range g.tables.Known(table.All()) {
		if s.Guild == guild {
			g.reconciler.SuspendMatch(s.ID) // Discord would refuse its edits
		}
	}
	g.tables.HaltGuild(guild, table.HaltGuild, since)
}

// joined notes that a server is there, as at the beginning of every session.
func (g *guilds) joined(ctx context.Context, e discord.GuildJoined) {
	g.mu.Lock()
	removed, away := g.away[e.ID]
	delete(g.away, e.ID)
	delete(g.awaited, e.ID)
	g.mu.Unlock()
	if e.New {
		g.log.Info().Uint64("guild", uint64(e.ID)).Bool("again", removed).Msg("join server")
	}
	if removed {
		if err := g.store.GuildReturned(ctx, uint64(e.ID)); err != nil {
			g.log.Failed(err).Msg("save server return failed")
		}
	}
	if !away {
		return
	}
	g.tables.UnhaltGuild(e.ID, table.HaltGuild)
	for _, s := range g.tables.Known(table.All()) {
		if s.Guild == e.ID {
			g.reconciler.Recheck(s.ID)
		}
	}
}

// eraseRemoved erases the servers that removed the bot long enough before a moment of
// Discord's clock.
func (g *guilds) eraseRemoved(ctx context.Context, now time.Time) {
	removed, err := g.store.RemovedGuilds(ctx)
	if err != nil {
		g.log.Error().Err(err).Msg("list removed servers failed")
		return
	}
	before := now.Add(-eraseAfter)
	for id, at := range removed {
		if !at.Before(before) {
			continue
		}
		erased, err := g.store.EraseGuild(ctx, id, before)
		if err != nil {
			g.log.Failed(err).Uint64("guild", id).Msg("erase server failed")
		}
		if erased {
			g.log.Info().Uint64("guild", id).Msg("erase server done")
			g.forget(ctx, discord.ID(id))
		}
	}
}

// forget clears the tables of an erased server away.
func (g *guilds) forget(ctx context.Context, guild discord.ID) {
	for _, s := range g.tables.Known(table.All()) {
		if s.Guild != guild {
			continue
		}
		g.reconciler.UntrackMatch(s.ID)
		err := g.tables.Clear(ctx, s.ID)
		if _, gone := games.Refused(err); err != nil && !gone { // another press may have erased the server, too
			g.log.Failed(err).Str("match", s.ID).Msg("clear table of erased server failed")
		}
	}
	g.mu.Lock()
	delete(g.away, guild)
	g.mu.Unlock()
	g.tables.UnhaltGuild(guild, table.HaltGuild)
}
