package bot

import (
	"context"

	"oneiros/bot/feature"
	"oneiros/bot/page"
	"oneiros/bot/route"
	"oneiros/bot/table"
)

// pacing lets players have bots play faster.
type pacing struct{ actions *actions }

// declared are the controls of pacing.
func (p *pacing) declared() feature.Feature {
	return feature.Feature{
		Name: "pacing",
		Controls: []route.Control{
			{Action: page.Faster, Needs: onTable, Do: p.faster},
			{Action: page.Slower, Needs: onTable, Do: p.slower},
		},
	}
}

// faster answers Faster bots: it asks the table, and speeds them up where the presser plays
// alone.
func (p *pacing) faster(ctx context.Context, r *route.Request) error {
	done := "bot.faster.done"
	if r.Table.Faster {
		done = "bot.faster.already"
	}
	is := func(s *table.State) bool { return s.Faster }
	return p.actions.do(ctx, r, seatsPath(r, page.AskNothing, 0), table.Action{Kind: table.Faster}, outcome(table.Faster, done, is))
}

// slower answers Bots at the usual pace. Each player may have that alone.
func (p *pacing) slower(ctx context.Context, r *route.Request) error {
	is := func(s *table.State) bool { return !s.Faster }
	return p.actions.do(ctx, r, seatsPath(r, page.AskNothing, 0), table.Action{Kind: table.Slower}, outcome(table.Slower, "bot.slower.done", is))
}
