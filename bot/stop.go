package bot

import (
	"context"

	"oneiros/bot/feature"
	"oneiros/bot/page"
	"oneiros/bot/route"
	"oneiros/bot/table"
	"oneiros/games"
)

// stopping ends matches.
type stopping struct {
	panels  *panels
	actions *actions
}

// declared are the commands and controls of stopping.
func (st *stopping) declared(elsewhere *elsewhere) feature.Feature {
	return feature.Feature{
		Name: "stopping",
		Commands: []route.Command{
			{Root: "dream", Name: "table", Rank: 40, Needs: tableMeant, Do: st.table},
			{Root: "table", Name: "stop", Rank: 50, Needs: tableOn, Do: elsewhere.first(table.Stop, st.ask)},
		},
		Controls: []route.Control{
			{Action: page.Seats, Needs: onTable, Do: st.seats},
			{Action: page.Stop, Needs: onTable, Do: st.button},
		},
		Audit: []feature.AuditAction{st.actions.audits.stopped()},
	}
}

// ask answers /table stop. A host who may end the match alone is asked whether
// they want to. Any other player asks the table.
func (st *stopping) ask(ctx context.Context, r *route.Request) error {
	stop := table.Action{Kind: table.Stop}
	switch {
	case r.Table.Phase != table.Lobby && r.Table.Phase != table.Live:
		return st.stop(ctx, r, stop) // the table says that nothing is left to end
	case unasked(r, stop):
		return st.panels.show(ctx, r, questionPath(r, stop))
	case r.Seated:
		return st.stop(ctx, r, stop) // in a lobby only the host may; the table says who that is
	case r.Table.Phase == table.Lobby:
		return games.Refuse("bot.stop.refused.lobby")
	default:
		return games.Refuse("bot.stop.refused")
	}
}

// button answers End it. Its presser is asked again where something else would end by now.
func (st *stopping) button(ctx context.Context, r *route.Request) error {
	stop := table.Action{Kind: table.Stop, Asked: table.ParseQuestion(r.ID.Arg)}
	if unasked(r, stop) {
		return st.panels.show(ctx, r, questionPath(r, stop))
	}
	return st.stop(ctx, r, stop)
}

// stop ends the match, or asks the table whether it should.
func (st *stopping) stop(ctx context.Context, r *route.Request, stop table.Action) error {
	stopped := func(s *table.State) bool { return s.Phase == table.Void }
	return st.actions.do(ctx, r, seatsPath(r, page.AskNothing, 0), stop, outcome(table.Stop, "", stopped))
}

// table answers /dream table with the page of the seats, which has a button for all
// that can be done to a table.
func (st *stopping) table(ctx context.Context, r *route.Request) error {
	return st.panels.show(ctx, r, seatsPath(r, page.AskNothing, 0))
}

// seats answers the button of the page of the seats, and its question about the
// end.
func (st *stopping) seats(ctx context.Context, r *route.Request) error {
	if page.Question(r.ID.Arg) == page.AskStop {
		return st.ask(ctx, r)
	}
	return st.panels.show(ctx, r, seatsPath(r, page.AskNothing, 0))
}
