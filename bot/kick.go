package bot

import (
	"cmp"
	"context"

	"oneiros/bot/feature"
	"oneiros/bot/page"
	"oneiros/bot/route"
	"oneiros/bot/table"
	"oneiros/games"
	"oneiros/games/ui"
)

// kicking puts people out of a table.
type kicking struct {
	panels  *panels
	actions *actions
}

// declared are the commands and controls of kicking.
func (k *kicking) declared(elsewhere *elsewhere) feature.Feature {
	return feature.Feature{
		Name: "kicking",
		Commands: []route.Command{
			{Root: "table", Name: "kick", Rank: 70, Options: route.Options(says().User("kick.user", true)), Needs: tableOn, Do: elsewhere.first(table.Kick, k.command)},
		},
		Controls: []route.Control{
			{Action: page.Kick, Needs: onTable, Do: k.button},
		},
		Audit: []feature.AuditAction{k.actions.audits.kicked()},
	}
}

// command answers /table kick.
func (k *kicking) command(ctx context.Context, r *route.Request) error {
	return k.kick(ctx, r, page.KickArg{Whom: userID(r.Option("user"))})
}

// button answers the menu of whom to kick, and the answer to its question.
func (k *kicking) button(ctx context.Context, r *route.Request) error {
	return k.kick(ctx, r, page.ParseKickArg(cmp.Or(r.ID.Arg, r.Chosen())))
}

// kick puts a player out: after a question when the presser may do it alone, else
// by a vote.
func (k *kicking) kick(ctx context.Context, r *route.Request, arg page.KickArg) error {
	whom := arg.Whom
	if _, there := r.Table.Seat(whom); !there {
		return refuseAbsent(whom)
	}
	if whom == r.Interaction.User.ID {
		return games.Refuse("bot.kick.self")
	}
	kick := table.Action{Kind: table.Kick, Whom: whom, Asked: arg.Asked}
	if unasked(r, kick) {
		return k.panels.show(ctx, r, questionPath(r, kick))
	}
	done := "bot.kick.done"
	if r.Table.Phase == table.Lobby {
		done = "bot.kick.done.lobby"
	}
	isOut := func(s *table.State) bool { _, there := s.Seat(whom); return !there }
	say := outcome(table.Kick, done, isOut)
	return k.actions.do(ctx, r, seatsPath(r, page.AskNothing, 0), kick, func(s *table.State) []ui.Text {
		if s.Phase == table.Void {
			return nil // no other player had a seat; the page says that the match ended
		}
		return say(s)
	})
}
