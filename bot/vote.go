package bot

import (
	"context"

	"oneiros/bot/feature"
	"oneiros/bot/page"
	"oneiros/bot/route"
	"oneiros/bot/screen"
	"oneiros/bot/table"
)

// voting takes votes.
type voting struct {
	reconciler *screen.Reconciler
	actions    *actions
}

// declared are the commands and controls of voting.
func (v *voting) declared() feature.Feature {
	return feature.Feature{
		Name: "voting",
		Controls: []route.Control{
			{Action: page.Agree, Needs: onTable, Do: v.agree},
			{Action: page.Object, Needs: onTable, Do: v.object},
		},
	}
}

// agree answers Agree.
func (v *voting) agree(ctx context.Context, r *route.Request) error {
	return v.vote(ctx, r, table.Agree)
}

// object answers Object.
func (v *voting) object(ctx context.Context, r *route.Request) error {
	return v.vote(ctx, r, table.Object)
}

// vote votes on what the button names, and leaves the presser on their page. The table says
// whether that is still voted on.
func (v *voting) vote(ctx context.Context, r *route.Request, kind table.Kind) error {
	path := ""
	if at, ok := v.reconciler.Address(ownPanelKey(r)); ok {
		path = at.Path
	}
	return v.actions.do(ctx, r, path, table.Action{Kind: kind, Motion: r.ID.Arg}, sayNothing)
}
