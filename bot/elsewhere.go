package bot

import (
	"context"
	"slices"

	"oneiros/bot/discord"
	"oneiros/bot/table"
	"oneiros/games"
)

// elsewhere asks once more before a command changes a table in another channel.
// People type where nothing is played and forget at which table they sit.
type elsewhere struct {
	*services
	panels *panels
}

// first guards a command of a kind. Where it means a table in another channel, that
// table is named and the typer is asked. Of several tables the latest is meant that
// could do it: a lobby does not hide the match that is paused.
func (e *elsewhere) first(kind table.Kind, do handler) handler {
	return func(ctx context.Context, r *request) error {
		if r.state.CurrentChannel() == r.ix.Channel {
			return do(ctx, r)
		}
		for _, s := range e.inOrder(r) {
			r.about(s)
			if e.asksAnyway(r, kind) {
				return do(ctx, r)
			}
			if shown, ok := e.pages.Elsewhere(s, r.ix.User.ID, r.lang, kind, userID(r.option("user"))); ok {
				return e.panels.send(ctx, r, shown)
			}
		}
		return games.Refuse("bot.match.none")
	}
}

// inOrder are the tables on this server at which the typer sits, in the order in
// which a command can mean them. A match whose channel was deleted comes first,
// because it has no place where a command would mean it.
func (e *elsewhere) inOrder(r *request) []*table.State {
	list := slices.DeleteFunc(seatedAt(e.tables, r.ix.User.ID), func(s *table.State) bool { return s.Guild != r.ix.Guild })
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
func (e *elsewhere) asksAnyway(r *request, kind table.Kind) bool {
	switch kind {
	case table.Stop:
		return r.privileged()
	case table.Kick:
		whom := userID(r.option("user"))
		_, there := r.state.Seat(whom)
		return r.privileged() && there && whom != r.ix.User.ID
	case table.Transfer:
		return r.state.Host == userID(r.option("user")) && r.privileged() // it changes nothing
	case table.Resume:
		return r.state.ChannelDeleted
	}
	return false
}

// ask asks whether the typer means their table in another channel. When that table
// could not do it, the typer is told only that nothing is played here.
func (e *elsewhere) ask(ctx context.Context, r *request, kind table.Kind, whom discord.ID) error {
	shown, ok := e.pages.Elsewhere(r.state, r.ix.User.ID, r.lang, kind, whom)
	if !ok {
		return games.Refuse("bot.match.none")
	}
	return e.panels.send(ctx, r, shown)
}
