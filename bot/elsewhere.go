package bot

import (
	"context"
	"slices"

	"oneiros/bot/discord"
	"oneiros/bot/page"
	"oneiros/bot/route"
	"oneiros/bot/table"
	"oneiros/games"
)

// elsewhere asks once more before a command changes a table in another channel.
// People type where nothing is played and forget at which table they sit.
type elsewhere struct {
	tables *table.Tables
	pages  *page.Pages
	panels *panels
}

// first guards a command of a kind. Where it means a table in another channel, that
// table is named and the typer is asked. Of several tables the latest is meant that
// could do it: a lobby does not hide the match that is paused.
func (e *elsewhere) first(kind table.Kind, do route.Handler) route.Handler {
	return func(ctx context.Context, r *route.Request) error {
		if r.Table.CurrentChannel() == r.Interaction.Channel {
			return do(ctx, r)
		}
		for _, s := range e.inOrder(r) {
			r.About(s)
			if e.asksAnyway(r, kind) {
				return do(ctx, r)
			}
			if shown, ok := e.pages.Elsewhere(s, r.Interaction.User.ID, r.Lang, kind, userID(r.Option("user"))); ok {
				return r.ShowNew(ctx, shown)
			}
		}
		return games.Refuse("bot.match.none")
	}
}

// inOrder are the tables on this server at which the typer sits, in the order in
// which a command can mean them. A match whose channel was deleted comes first,
// because it has no place where a command would mean it.
func (e *elsewhere) inOrder(r *route.Request) []*table.State {
	list := slices.DeleteFunc(route.SeatedAt(e.tables, r.Interaction.User.ID), func(s *table.State) bool { return s.Guild != r.Interaction.Guild })
	slices.Reverse(list)
	homeless := func(s *table.State) int {
		if s.ChannelDeleted {
			return 0
		}
		return 1
	}
	slices.SortStableFunc(list, func(a, b *table.State) int { return homeless(a) - homeless(b) })
	return list
}

// asksAnyway reports whether a command asks by itself, and names the table then. A
// match whose channel was deleted is moved to where Resume is typed, as its page
// says.
func (e *elsewhere) asksAnyway(r *route.Request, kind table.Kind) bool {
	switch kind {
	case table.Stop:
		return r.Privileged()
	case table.Kick:
		whom := userID(r.Option("user"))
		_, there := r.Table.Seat(whom)
		return r.Privileged() && there && whom != r.Interaction.User.ID
	case table.Transfer:
		return r.Table.Host == userID(r.Option("user")) && r.Privileged() // it changes nothing
	case table.Resume:
		return r.Table.ChannelDeleted
	}
	return false
}

// ask asks whether the typer means their table in another channel. When that table
// could not do it, the typer is told only that nothing is played here.
func (e *elsewhere) ask(ctx context.Context, r *route.Request, kind table.Kind, whom discord.ID) error {
	shown, ok := e.pages.Elsewhere(r.Table, r.Interaction.User.ID, r.Lang, kind, whom)
	if !ok {
		return games.Refuse("bot.match.none")
	}
	return r.ShowNew(ctx, shown)
}
