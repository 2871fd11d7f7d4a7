// Package call is the feature by which people say when they want to be called to a table that
// forms.
package call

import (
	"context"
	"slices"
	"strings"
	"time"

	pages "oneiros/bot/call/page"
	"oneiros/bot/feature"
	"oneiros/bot/page"
	"oneiros/bot/route"
	"oneiros/games"
	"oneiros/games/text"
	"oneiros/store"
)

// Store is what the feature needs of the store.
type Store interface {
	Call(ctx context.Context, guild, user uint64) (store.Call, bool, error)
	ChangeCall(ctx context.Context, guild, user uint64, do func(c *store.Call, on bool) bool) (store.Call, bool, error)
	DeleteCall(ctx context.Context, guild, user uint64) error
}

// New returns the feature.
func New(h feature.House, from Store) feature.Feature {
	of := &calling{House: h, store: from}
	for _, g := range h.Games {
		of.infos = append(of.infos, g.Info())
	}
	needs := []route.Need{route.InGuild}
	return feature.Feature{
		Name: "call",
		Controls: []route.Control{
			{Action: pages.Calls, Needs: needs, Do: of.button},
			{Action: pages.Menu, Needs: needs, Do: of.menu},
		},
		Links: []feature.Link{
			feature.Pure(page.OnLobby, pages.InLobby), feature.Pure(page.OnCall, pages.InCall), feature.Pure(page.OnMe, pages.InSettings),
		},
	}
}

// calling lets people say when they want to be called.
type calling struct {
	feature.House
	store Store
	infos []games.Info
}

// knows reports whether there is a game of a name.
func (c *calling) knows(game string) bool { return c.Game(game) != nil }

// callEvery is how often somebody is called who did not choose: at most once in so long.
const callEvery = 3 * time.Hour

// button answers the button of lobbies, and those of the page.
func (c *calling) button(ctx context.Context, r *route.Request) error {
	guild, user := uint64(r.Interaction.Guild), uint64(r.Interaction.User.ID)
	game, wants := strings.CutPrefix(r.ID.Arg, pages.OfGame)
	var call store.Call
	var on bool
	var err error
	switch {
	case r.ID.Arg == page.No:
		call = store.Call{Guild: guild, User: user}
		err = c.store.DeleteCall(ctx, guild, user)
	case r.ID.Arg == page.Yes, wants && c.knows(game):
		call, on, err = c.store.ChangeCall(ctx, guild, user, func(call *store.Call, on bool) bool {
			if !on {
				call.Every = callEvery
				if r.Lang == text.Russian {
					call.City = page.Moscow.City
				}
			}
			if wants && (!on || len(call.Games) > 0) && !slices.Contains(call.Games, game) {
				call.Games = append(call.Games, game)
			}
			return true
		})
	default:
		call, on, err = c.store.Call(ctx, guild, user)
	}
	if err != nil {
		return err
	}
	return c.show(ctx, r, call, on)
}

// menu answers the menus of the page.
func (c *calling) menu(ctx context.Context, r *route.Request) error {
	call, on, err := c.store.ChangeCall(ctx, uint64(r.Interaction.Guild), uint64(r.Interaction.User.ID), func(call *store.Call, on bool) bool {
		if !on {
			return false // they said no meanwhile
		}
		if r.ID.Arg != pages.Games {
			p := pageOf(*call, true)
			p.Choose(r.ID.Arg, r.Chosen())
			call.From, call.To, call.City, call.Zone, call.Every = p.From, p.To, p.Zone.City, p.Zone.East, p.Every
			return true
		}
		call.Games = nil
		for _, name := range r.Interaction.Values {
			if c.knows(name) && !slices.Contains(call.Games, name) {
				call.Games = append(call.Games, name)
			}
		}
		return true
	})
	if err != nil {
		return err
	}
	return c.show(ctx, r, call, on)
}

// show shows the page, on a page of the presser's own if that was pressed.
func (c *calling) show(ctx context.Context, r *route.Request, call store.Call, on bool) error {
	shown := pages.Pages{Kit: c.Kit}.Page(c.infos, pageOf(call, on), r.Lang, c.Now())
	if r.OnBoard() {
		return r.ShowNew(ctx, shown)
	}
	return r.Show(ctx, shown)
}

// pageOf is what the page shows of a wish.
func pageOf(c store.Call, on bool) pages.Wish {
	return pages.Wish{On: on, Games: c.Games, From: c.From, To: c.To, Zone: page.Zone{City: c.City, East: c.Zone}, Every: c.Every}
}
