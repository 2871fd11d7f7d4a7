package bot

import (
	"context"
	"slices"

	"oneiros/bot/feature"
	"oneiros/bot/page"
	"oneiros/bot/route"
	"oneiros/bot/screen"
	"oneiros/bot/table"
	"oneiros/games"
)

// leaving lets people go.
type leaving struct {
	tables     *table.Tables
	reconciler *screen.Reconciler
	pages      *page.Pages
	panels     *panels
	actions    *actions
	elsewhere  *elsewhere
}

// declared are the commands and controls of leaving.
func (l *leaving) declared() feature.Feature {
	return feature.Feature{
		Name: "leaving",
		Commands: []route.Command{
			{Root: "table", Name: "leave", Rank: 20, Needs: whereTables, Do: l.command},
		},
		Controls: []route.Control{
			{Action: page.Leave, Needs: onTable, Do: l.button},
		},
	}
}

// command answers /table leave. It takes the table in this channel, else the only
// one on this server at which the presser sits, after a question. If there are
// several, the presser chooses.
func (l *leaving) command(ctx context.Context, r *route.Request) error {
	tables := slices.DeleteFunc(route.SeatedAt(l.tables, r.Interaction.User.ID), func(s *table.State) bool { return !route.IsInReach(r.Interaction, s) })
	for _, s := range tables {
		switch {
		case s.CurrentChannel() == r.Interaction.Channel:
		case len(tables) > 1:
			continue
		case s.Phase == table.Lobby:
			r.About(s)
			return l.elsewhere.ask(ctx, r, table.Leave, 0)
		}
		r.About(s)
		return l.leave(ctx, r, table.NotAsked)
	}
	if len(tables) == 0 {
		return games.Refuse("bot.leave.none")
	}
	return r.ShowNew(ctx, l.pages.LeaveWhich(tables, r.Lang))
}

// button answers Leave.
func (l *leaving) button(ctx context.Context, r *route.Request) error {
	if r.Table.Phase == table.Lobby && !r.OnPanel() {
		return l.actions.onBoard(ctx, r, table.Action{Kind: table.Leave})
	}
	return l.leave(ctx, r, table.ParseQuestion(r.ID.Arg))
}

// leave leaves a table: a lobby at once, a live match after a question.
func (l *leaving) leave(ctx context.Context, r *route.Request, asked table.Question) error {
	if !r.Seated {
		return games.Refuse("bot.match.none-yours")
	}
	leave := table.Action{Kind: table.Leave, Asked: asked}
	if unasked(r, leave) {
		return l.panels.show(ctx, r, questionPath(r, leave))
	}
	if r.Table.Direct() {
		return l.actions.do(ctx, r, "", leave, sayNothing) // its one message stays
	}
	key := ownPanelKey(r)
	return l.panels.after(ctx, r, func() (ownPage, error) {
		next, err := l.tables.Send(ctx, r.Table.ID, by(r, leave))
		if asksFirst(err) {
			r.About(next)
			return ownPage{path: questionPath(r, leave)}, nil
		}
		if err != nil {
			return ownPage{}, err
		}
		// The message that this answers on is no panel any longer; a panel elsewhere is
		// closed.
		at, quiet, open := l.reconciler.Untrack(key)
		if open && at.Message != r.Interaction.Message.ID {
			l.panels.closeBeside(key, at, quiet)
		} else {
			l.panels.forget(ctx, key)
		}
		return ownPage{instead: func() error { return r.Show(ctx, l.pages.Left(r.Table, r.Lang)) }}, nil
	})
}
