package bot

import (
	"context"

	"oneiros/bot/page"
	"oneiros/bot/table"
	"oneiros/games"
)

// stopping ends matches.
type stopping struct {
	panels  *panels
	actions *actions
}

// ask answers /table stop. Somebody who may end the match alone is asked whether
// they want to. Anybody else at the table asks the table.
func (st *stopping) ask(ctx context.Context, r *request) error {
	stop := table.Action{Kind: table.Stop}
	switch {
	case r.state.Phase != table.Lobby && r.state.Phase != table.Live:
		return st.stop(ctx, r, stop) // the table says that nothing is left to end
	case r.unasked(stop):
		return st.panels.show(ctx, r, r.questionPath(stop))
	case r.seated:
		return st.stop(ctx, r, stop) // in a lobby only the host may; the table says who that is
	case r.state.Phase == table.Lobby:
		return games.Refuse("bot.stop.refused.lobby")
	default:
		return games.Refuse("bot.stop.refused")
	}
}

// button answers End it. Its presser is asked again where something else would end by now.
func (st *stopping) button(ctx context.Context, r *request) error {
	stop := table.Action{Kind: table.Stop, Asked: table.ParseQuestion(r.id.Arg)}
	if r.unasked(stop) {
		return st.panels.show(ctx, r, r.questionPath(stop))
	}
	return st.stop(ctx, r, stop)
}

// stop ends the match, or asks the table whether it should.
func (st *stopping) stop(ctx context.Context, r *request, stop table.Action) error {
	done := "bot.stop.done"
	if r.state.Started.IsZero() {
		done = "bot.stop.done.lobby"
	}
	stopped := func(s *table.State) bool { return s.Phase == table.Void }
	return st.actions.do(ctx, r, r.seatsPath(page.AskNothing, 0), stop, outcome(table.Stop, done, stopped))
}

// table answers /dream table with the page of the seats, which has a button for all
// that can be done to a table.
func (st *stopping) table(ctx context.Context, r *request) error {
	return st.panels.show(ctx, r, r.seatsPath(page.AskNothing, 0))
}

// seats answers the button of the page of the seats, and its question about the
// end.
func (st *stopping) seats(ctx context.Context, r *request) error {
	if page.Question(r.id.Arg) == page.AskStop {
		return st.ask(ctx, r)
	}
	return st.panels.show(ctx, r, r.seatsPath(page.AskNothing, 0))
}
