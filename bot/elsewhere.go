package bot

import (
	"context"

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
// table is named and the typer is asked.
func (e *elsewhere) first(kind table.Kind, do handler) handler {
	return func(ctx context.Context, r *request) error {
		if r.state.CurrentChannel() == r.ix.Channel || e.asksAnyway(r, kind) {
			return do(ctx, r)
		}
		return e.ask(ctx, r, kind, userID(r.option("user")))
	}
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
