package bot

import (
	"cmp"
	"context"

	"oneiros/bot/discord"
	"oneiros/bot/page"
	"oneiros/bot/table"
	"oneiros/games/ui"
)

// hosting passes the host's part on.
type hosting struct{ actions *actions }

// command answers /table host.
func (h *hosting) command(ctx context.Context, r *request) error {
	return h.makeHost(ctx, r, userID(r.option("user")))
}

// button answers the menu of whom to make the host, and the button that names them.
func (h *hosting) button(ctx context.Context, r *request) error {
	return h.makeHost(ctx, r, userID(cmp.Or(r.id.Arg, r.chosen())))
}

// makeHost makes somebody the host.
func (h *hosting) makeHost(ctx context.Context, r *request, whom discord.ID) error {
	if _, there := r.state.Seat(whom); !there {
		return refuseAbsent(whom)
	}
	before := r.state.Host
	return h.actions.do(ctx, r, r.seatsPath(page.AskNothing, 0), table.Action{Kind: table.Transfer, Whom: whom}, func(s *table.State) []ui.Text {
		seat, there := s.Seat(whom)
		if !there {
			return nil // they left at the same moment
		}
		if before == whom && whom == r.ix.User.ID {
			return []ui.Text{ui.T("bot.host.self")}
		}
		if before == whom {
			return []ui.Text{ui.T("bot.host.already", ui.Name(seat))}
		}
		return []ui.Text{ui.T("bot.host.done", ui.Name(seat))}
	})
}
