package bot

import (
	"context"
	"time"

	"oneiros/bot/discord"
	"oneiros/bot/inbox"
	"oneiros/bot/savelog"
	"oneiros/bot/screen"
	"oneiros/bot/surface"
	"oneiros/bot/table"
)

// events leads each event of the gateway to what handles it.
type events struct {
	tables     *table.Tables
	reconciler *screen.Reconciler
	surfaces   *surfaces
	jobs       *jobs
	metrics    *metrics
	log        savelog.Log
	keeper     *surface.Keeper
	inbox      *inbox.Inbox
	errands    *errands
	outage     *outage
	guilds     *guilds
	commands   *commands
	starting   *starting
	reminders  *reminders
	tidings    *tidings
	forming    *forming
	quiet      bool
}

// dispatch leads an event of a shard of the gateway to what handles it. It never
// waits. Interactions go to the inbox, and all else becomes an errand.
func (v *events) dispatch(shard discord.ShardID, e discord.Event) {
	if lost, ok := e.(discord.Disconnected); ok {
		v.outage.shardLost(shard, lost.Since)
		return
	}
	v.outage.shardFound(shard)
	switch e := e.(type) {
	case *discord.Interaction:
		if v.quiet && e.Guild != 0 {
			// It does not say how many messages there are, so this counts fewer.
			v.reconciler.MessageCreated(e.Channel, e.LastMessage)
		}
		if why := v.inbox.Put(e, senderClass(v.tables, e), time.Now()); why != "" {
			v.metrics.dropped.WithLabelValues(string(why)).Inc()
		}
	case discord.MessageCreated:
		v.reconciler.MessageCreated(e.Channel, e.Message)
	case discord.Ready:
		v.errands.add(func(ctx context.Context) {
			v.guilds.sync(ctx, shard, e.Guilds)
			v.sessionBegun(ctx, shard, e.App, v.reconciler.Recheck)
		})
	case discord.Restored:
		v.errands.add(func(ctx context.Context) {
			v.guilds.await(shard, e.Away)
			v.sessionBegun(ctx, shard, e.App, func(match string) { screen.Reached(v.reconciler, match) })
		})
	case discord.GuildLeft:
		v.errands.add(func(ctx context.Context) { v.guilds.left(ctx, e.ID, e.Unavailable) })
	case discord.GuildJoined:
		v.errands.add(func(ctx context.Context) { v.guilds.joined(ctx, e) })
	case discord.ChannelDeleted:
		v.errands.add(func(ctx context.Context) { v.surfaces.channelDeleted(ctx, e.Channel) })
	case discord.ThreadArchived:
		v.errands.add(func(ctx context.Context) { v.surfaces.threadArchived(ctx, e) })
	case discord.PermissionsChanged:
		v.errands.add(func(context.Context) { v.permissionsChanged(e) })
	case discord.MessagesDeleted:
		v.errands.add(func(ctx context.Context) { v.surfaces.messageDeleted(ctx, e) })
	case discord.MemberBanned:
		v.errands.add(func(ctx context.Context) { v.reminders.banned(ctx, e.Guild, e.User) })
	}
	v.tell(e)
}

// tell tells the features of an event. Interactions reach them by their routes, and of new
// messages there are too many.
func (v *events) tell(e discord.Event) {
	switch e.(type) {
	case *discord.Interaction, discord.MessageCreated:
		return
	}
	v.errands.add(func(context.Context) { v.keeper.Hear(e) })
	for _, f := range v.surfaces.features {
		if f.Hear != nil {
			v.errands.add(func(ctx context.Context) { f.Hear(ctx, e) })
		}
	}
}

// sessionBegun looks at everything on the servers of a shard when its session begins, or
// goes on in this process. No event tells what happened before a session begins, so every
// board is edited: it may have been deleted. A session that goes on misses nothing.
func (v *events) sessionBegun(ctx context.Context, shard discord.ShardID, app discord.ID, look func(match string)) {
	if !v.outage.one || shard.Has(0) { // once for all bots of a cluster
		if err := v.commands.publish(ctx, app); err != nil {
			v.log.Error().Err(err).Msg("register commands failed")
		}
	}
	for _, s := range v.tables.Known(table.On()) {
		if !shard.Has(s.Guild) || v.guilds.isAway(s.Guild) {
			continue
		}
		look(s.ID)
		v.reminders.check(s)
		if v.starting.unfinished(s) {
			v.errands.add(func(ctx context.Context) { v.starting.resume(ctx, s.ID) })
		}
	}
}

// permissionsChanged tries again what Discord refused, because an admin changed the
// permissions of a channel or of the whole server.
func (v *events) permissionsChanged(e discord.PermissionsChanged) {
	for _, s := range v.tables.Known(table.All()) {
		if s.Guild == e.Guild && (e.Channel == 0 || e.Channel == s.Channel || e.Channel == s.Thread) {
			v.reconciler.Retry(screen.Key{Match: s.ID})
		}
	}
}

// saved is told each saved change of a table, by its goroutine.
func (v *events) saved(s *table.State) {
	v.reconciler.MarkDirty(s.ID)
	if s.Previous != "" && s.Phase != table.Lobby && (s.Match == nil || s.Match.N() == 0) {
		v.reconciler.MarkDirty(s.Previous) // no player joins from its board any longer
	}
	v.reminders.check(s)
	v.tidings.check(s)
	v.forming.changed(s)
	if s.Phase == table.Over || s.Phase == table.Void {
		v.starting.ended(s)
	}
	for _, f := range v.surfaces.features {
		if f.Changed != nil {
			f.Changed(s)
		}
	}
}
