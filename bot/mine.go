package bot

import (
	"context"

	"oneiros/bot/discord"
	"oneiros/bot/feature"
	"oneiros/bot/page"
	"oneiros/bot/route"
	"oneiros/bot/screen"
	"oneiros/bot/table"
	"oneiros/store"
)

// seatedStore is what seated calls of the store.
type seatedStore interface {
	Surfaces(ctx context.Context, match string) ([]store.Surface, error)
}

// seated answers where somebody's tables are, and where it is their turn.
type seated struct {
	*services
	store  seatedStore
	panels *panels
}

// declared are the commands and controls of seated.
func (m *seated) declared() feature.Feature {
	return feature.Feature{
		Name: "seated",
		Commands: []route.Command{
			{Root: "dream", Name: "mine", Rank: 60, Needs: whereTables, Do: m.command},
		},
	}
}

// command answers /dream mine. On a server it lists the presser's tables there, and in
// direct messages all of them.
func (m *seated) command(ctx context.Context, r *route.Request) error {
	tables, err := m.tables.Mine(ctx, r.Interaction.User.ID, r.Interaction.Guild)
	if err != nil {
		return err
	}
	var list []page.MyTable
	for _, s := range tables {
		board, err := m.boardOf(ctx, s)
		if err != nil {
			return err
		}
		list = append(list, page.MyTable{State: s, Board: board})
	}
	return r.ShowNew(ctx, m.pages.Mine(list, r.Interaction.User.ID, r.Lang))
}

// boardOf is the message that shows a table, or 0. Another process may have posted it.
func (m *seated) boardOf(ctx context.Context, s *table.State) (discord.ID, error) {
	if at, ok := m.reconciler.Address(screen.Key{Match: s.ID}); ok {
		return at.Message, nil
	}
	list, err := m.store.Surfaces(ctx, s.ID)
	if err != nil {
		return 0, err
	}
	for _, f := range list {
		if f.Kind == store.Board {
			return discord.ID(f.Message), nil
		}
	}
	return 0, nil
}
