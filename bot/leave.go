package bot

import (
	"context"
	"slices"

	"oneiros/bot/table"
	"oneiros/games"
)

// leaving lets people go.
type leaving struct {
	*services
	panels    *panels
	actions   *actions
	elsewhere *elsewhere
}

// command answers /table leave. It takes the table in this channel, else the only
// one on this server at which the presser sits, after a question. If there are
// several, the presser chooses.
func (l *leaving) command(ctx context.Context, r *request) error {
	tables := slices.DeleteFunc(seatedAt(l.tables, r.ix.User.ID), func(s *table.State) bool { return !isInReach(r.ix, s) })
	for _, s := range tables {
		switch {
		case s.CurrentChannel() == r.ix.Channel:
		case len(tables) > 1:
			continue
		case s.Phase == table.Lobby:
			r.about(s)
			return l.elsewhere.ask(ctx, r, table.Leave, 0)
		}
		r.about(s)
		return l.leave(ctx, r, table.NotAsked)
	}
	if len(tables) == 0 {
		return games.Refuse("bot.leave.none")
	}
	return l.panels.send(ctx, r, l.pages.LeaveWhich(tables, r.lang))
}

// button answers Leave.
func (l *leaving) button(ctx context.Context, r *request) error {
	if r.state.Phase == table.Lobby && !r.OnPanel() {
		return l.actions.onBoard(ctx, r, table.Action{Kind: table.Leave})
	}
	return l.leave(ctx, r, table.ParseQuestion(r.id.Arg))
}

// leave leaves a table: a lobby at once, a live match after a question.
func (l *leaving) leave(ctx context.Context, r *request, asked table.Question) error {
	if !r.seated {
		return games.Refuse("bot.match.none-yours")
	}
	leave := table.Action{Kind: table.Leave, Asked: asked}
	if r.unasked(leave) {
		return l.panels.show(ctx, r, r.questionPath(leave))
	}
	if r.state.Direct() {
		return l.actions.do(ctx, r, "", leave, sayNothing) // its one message stays
	}
	key := r.panelKey()
	h := l.panels.hold(key)
	if next, err := l.tables.Send(ctx, r.state.ID, by(r, leave)); asksFirst(err) {
		r.about(next)
		return l.panels.showHeld(ctx, r, r.questionPath(leave), h)
	} else if err != nil {
		h.none(false)
		return err
	}
	// The message that this answers on is no panel any longer; a panel elsewhere is
	// closed.
	at, _, open := l.reconciler.Untrack(key)
	h.none(false)
	if open && at.Message != r.ix.Message.ID {
		l.jobs.spawn(func(ctx context.Context) { l.panels.close(ctx, key, at) })
	} else {
		l.panels.forget(ctx, key)
	}
	return l.panels.updateOrSend(ctx, r, l.pages.Left(r.state, r.lang))
}
