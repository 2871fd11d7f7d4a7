package bot

import (
	"context"

	"oneiros/bot/discord"
	"oneiros/bot/page"
	"oneiros/bot/screen"
	"oneiros/bot/table"
	"oneiros/store"
)

// seated answers where somebody's tables are, and where it is their turn.
type seated struct {
	*services
	panels *panels
}

// command answers /dream mine. On a server it lists the presser's tables there, and in
// direct messages all of them.
func (m *seated) command(ctx context.Context, r *request) error {
	tables, err := m.tables.Mine(ctx, r.ix.User.ID, r.ix.Guild)
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
	return m.panels.send(ctx, r, m.pages.Mine(list, r.ix.User.ID, r.lang))
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
