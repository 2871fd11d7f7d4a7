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
		Kept: []feature.Kept{{Rows: "calls", Key: "bot.kept.calls"}},
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

// callEvery is how often a person is called who did not choose: at most once in so long.
const callEvery = 3 * time.Hour

// usual is the wish of a person who has not chosen.
func usual(r *route.Request) pages.Wish {
	w := pages.Wish{Every: callEvery}
	if r.Lang == text.Russian {
		w.Zone = page.Moscow
	}
	return w
}

// button answers the button of lobbies, and those of the page. On a lobby one press is enough: it
// chooses the game.
func (c *calling) button(ctx context.Context, r *route.Request) error {
	guild, user := uint64(r.Interaction.Guild), uint64(r.Interaction.User.ID)
	game, wants := strings.CutPrefix(r.ID.Arg, pages.OfGame)
	does, draft := pages.SplitDraft(r.ID.Arg, c.infos, usual(r))
	var call store.Call
	var on bool
	var err error
	switch {
	case does == page.No:
		err = c.store.DeleteCall(ctx, guild, user)
	case wants && c.knows(game):
		call, on, err = c.store.ChangeCall(ctx, guild, user, func(call *store.Call, on bool) bool {
			if !on {
				apply(usual(r), call)
			}
			if (!on || len(call.Games) > 0) && !slices.Contains(call.Games, game) {
				call.Games = append(call.Games, game)
			}
			return true
		})
	case does == page.Yes:
		call, on, err = c.store.ChangeCall(ctx, guild, user, func(call *store.Call, on bool) bool {
			if !on {
				apply(draft, call)
			}
			return true
		})
	default:
		call, on, err = c.store.Call(ctx, guild, user)
	}
	if err != nil {
		return err
	}
	return c.show(ctx, r, call, on, usual(r))
}

// menu answers the menus of the page. What a person chooses who is not called is kept nowhere but
// on the page.
func (c *calling) menu(ctx context.Context, r *route.Request) error {
	does, draft := pages.SplitDraft(r.ID.Arg, c.infos, usual(r))
	choose := func(w *pages.Wish) {
		if does == pages.Games {
			w.ChooseGames(c.infos, r.Interaction.Values)
			return
		}
		w.Choose(does, r.Chosen())
	}
	call, on, err := c.store.ChangeCall(ctx, uint64(r.Interaction.Guild), uint64(r.Interaction.User.ID), func(call *store.Call, on bool) bool {
		if !on {
			return false
		}
		w := pageOf(*call)
		choose(&w)
		apply(w, call)
		return true
	})
	if err != nil {
		return err
	}
	choose(&draft)
	return c.show(ctx, r, call, on, draft)
}

// apply takes over a wish.
func apply(w pages.Wish, call *store.Call) {
	call.Games, call.From, call.To, call.City, call.Zone, call.Every = w.Games, w.From, w.To, w.Zone.City, w.Zone.East, w.Every
}

// show shows the page, on a page of the presser's own if that was pressed. A person who is not
// called is shown a draft.
func (c *calling) show(ctx context.Context, r *route.Request, call store.Call, on bool, draft pages.Wish) error {
	if on {
		draft = pageOf(call)
	}
	shown := pages.Pages{Kit: c.Kit}.Page(c.infos, draft, r.Lang, c.Now())
	if r.OnBoard() {
		return r.ShowNew(ctx, shown)
	}
	return r.Show(ctx, shown)
}

// pageOf is what the page shows of a wish that was saved.
func pageOf(c store.Call) pages.Wish {
	return pages.Wish{On: true, Games: c.Games, From: c.From, To: c.To, Zone: page.Zone{City: c.City, East: c.Zone}, Every: c.Every}
}
