package stats

import (
	"context"

	"oneiros/bot/discord"
	"oneiros/bot/feature"
	"oneiros/bot/page"
	pages "oneiros/bot/stats/page"
	"oneiros/store"
)

// settings are those of a server and of a person.
func settings(from Store) []feature.Setting {
	shown := func(hidden bool, err error) (string, error) {
		if hidden {
			return page.No, err
		}
		return page.Yes, err
	}
	return []feature.Setting{{
		Of: feature.Server, Choice: pages.Boards,
		Value: func(ctx context.Context, server discord.ID) (string, error) {
			g, err := from.Guild(ctx, uint64(server))
			return shown(g.NoBoards, err)
		},
		Change: func(ctx context.Context, server discord.ID, value string) error {
			_, err := from.ChangeGuild(ctx, uint64(server), func(g *store.Guild) bool {
				g.NoBoards = value == page.No
				return true
			})
			return err
		},
	}, {
		Of: feature.Person, Choice: pages.Listed,
		Value: func(ctx context.Context, user discord.ID) (string, error) {
			u, err := from.User(ctx, uint64(user))
			return shown(u.Unlisted, err)
		},
		Change: func(ctx context.Context, user discord.ID, value string) error {
			_, err := from.ChangeUser(ctx, uint64(user), func(u *store.User) { u.Unlisted = value == page.No })
			return err
		},
	}}
}
