package bot

import (
	"context"

	"oneiros/bot/table"
)

// voting takes votes.
type voting struct {
	*services
	actions *actions
}

// agree answers Agree.
func (v *voting) agree(ctx context.Context, r *request) error { return v.vote(ctx, r, table.Agree) }

// object answers Object.
func (v *voting) object(ctx context.Context, r *request) error { return v.vote(ctx, r, table.Object) }

// vote votes on what the button names, and leaves the presser on their page. The table says
// whether that is still voted on.
func (v *voting) vote(ctx context.Context, r *request, kind table.Kind) error {
	path := ""
	if at, ok := v.reconciler.Address(r.panelKey()); ok {
		path = at.Path
	}
	return v.actions.do(ctx, r, path, table.Action{Kind: kind, Motion: r.id.Arg}, sayNothing)
}
