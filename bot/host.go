package bot

import (
	"cmp"
	"context"

	"oneiros/bot/discord"
	"oneiros/bot/feature"
	"oneiros/bot/page"
	"oneiros/bot/route"
	"oneiros/bot/table"
	"oneiros/games/ui"
)

// hosting passes the host's part on.
type hosting struct{ actions *actions }

// declared are the commands and controls of hosting.
func (h *hosting) declared(elsewhere *elsewhere) feature.Feature {
	return feature.Feature{
		Name: "hosting",
		Commands: []route.Command{
			{Root: "table", Name: "host", Rank: 60, Options: route.Options(says().User("host.user", true)), Needs: tableOn, Do: elsewhere.first(table.Transfer, h.command)},
		},
		Controls: []route.Control{
			{Action: page.Host, Needs: onTable, Do: h.button},
		},
	}
}

// command answers /table host.
func (h *hosting) command(ctx context.Context, r *route.Request) error {
	return h.makeHost(ctx, r, userID(r.Option("user")))
}

// button answers the menu of whom to make the host, and the button that names them.
func (h *hosting) button(ctx context.Context, r *route.Request) error {
	return h.makeHost(ctx, r, userID(cmp.Or(r.ID.Arg, r.Chosen())))
}

// makeHost makes a player the host.
func (h *hosting) makeHost(ctx context.Context, r *route.Request, whom discord.ID) error {
	if _, there := r.Table.Seat(whom); !there {
		return refuseAbsent(whom)
	}
	before := r.Table.Host
	return h.actions.do(ctx, r, seatsPath(r, page.AskNothing, 0), table.Action{Kind: table.Transfer, Whom: whom}, func(s *table.State) []ui.Text {
		seat, there := s.Seat(whom)
		if !there {
			return nil // they left at the same moment
		}
		if before == whom && whom == r.Interaction.User.ID {
			return []ui.Text{ui.T("bot.host.self")}
		}
		if before == whom {
			return []ui.Text{ui.T("bot.host.already", ui.Name(seat))}
		}
		return []ui.Text{ui.T("bot.host.done", ui.Name(seat))}
	})
}
