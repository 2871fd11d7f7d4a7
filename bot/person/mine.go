package person

import (
	"context"

	pages "oneiros/bot/person/page"
	"oneiros/bot/route"
)

// mine answers /dream mine. On a server it lists the presser's tables there, and in direct
// messages all of them.
func (o *own) mine(ctx context.Context, r *route.Request) error {
	tables, err := o.room.Mine(ctx, r.Interaction.User.ID, r.Interaction.Guild)
	if err != nil {
		return err
	}
	var list []pages.MyTable
	for _, s := range tables {
		board, err := o.room.BoardOf(ctx, s)
		if err != nil {
			return err
		}
		list = append(list, pages.MyTable{State: s, Board: board})
	}
	return r.ShowNew(ctx, o.pages.Mine(list, r.Interaction.User.ID, r.Lang, o.Now()))
}
