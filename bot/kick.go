package bot

import (
	"cmp"
	"context"

	"oneiros/bot/page"
	"oneiros/bot/table"
	"oneiros/games"
	"oneiros/games/ui"
)

// kicking puts people out of a table.
type kicking struct {
	panels  *panels
	actions *actions
}

// command answers /table kick.
func (k *kicking) command(ctx context.Context, r *request) error {
	return k.kick(ctx, r, page.KickArg{Whom: userID(r.option("user"))})
}

// button answers the menu of whom to kick, and the answer to its question.
func (k *kicking) button(ctx context.Context, r *request) error {
	return k.kick(ctx, r, page.ParseKickArg(cmp.Or(r.id.Arg, r.chosen())))
}

// kick puts somebody out: after a question when the presser may do it alone, else
// by a vote.
func (k *kicking) kick(ctx context.Context, r *request, arg page.KickArg) error {
	whom := arg.Whom
	if _, there := r.state.Seat(whom); !there {
		return refuseAbsent(whom)
	}
	if whom == r.ix.User.ID {
		return games.Refuse("bot.kick.self")
	}
	kick := table.Action{Kind: table.Kick, Whom: whom, Asked: arg.Asked}
	if r.unasked(kick) {
		return k.panels.show(ctx, r, r.questionPath(kick))
	}
	done := "bot.kick.done"
	if r.state.Phase == table.Lobby {
		done = "bot.kick.done.lobby"
	}
	isOut := func(s *table.State) bool { _, there := s.Seat(whom); return !there }
	say := outcome(table.Kick, done, isOut)
	return k.actions.do(ctx, r, r.seatsPath(page.AskNothing, 0), kick, func(s *table.State) []ui.Text {
		if s.Phase == table.Void {
			return []ui.Text{ui.T("bot.stop.done")} // nobody else had a seat
		}
		return say(s)
	})
}
