package bot

import (
	"context"
	"slices"
	"strings"
	"time"

	"oneiros/bot/page"
	"oneiros/games/text"
	"oneiros/store"
)

// calling lets people say when they want to be called to a table that forms.
type calling struct {
	*services
	games  gameList
	panels *panels
}

// callEvery is how often somebody is called who did not choose: at most once in so long.
const callEvery = 3 * time.Hour

// button answers the button of lobbies, and those of the page.
func (c *calling) button(ctx context.Context, r *request) error {
	guild, user := uint64(r.ix.Guild), uint64(r.ix.User.ID)
	game, wants := strings.CutPrefix(r.id.Arg, page.CallsGame)
	var call store.Call
	var on bool
	var err error
	switch {
	case r.id.Arg == page.No:
		call = store.Call{Guild: guild, User: user}
		err = c.store.DeleteCall(ctx, guild, user)
	case r.id.Arg == page.Yes, wants && c.games.named(game) != nil:
		call, on, err = c.store.ChangeCall(ctx, guild, user, func(call *store.Call, on bool) bool {
			if !on {
				call.Every = callEvery
				if r.lang == text.Russian {
					call.Zone = 180 // Moscow, until they say something else
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
func (c *calling) menu(ctx context.Context, r *request) error {
	call, on, err := c.store.ChangeCall(ctx, uint64(r.ix.Guild), uint64(r.ix.User.ID), func(call *store.Call, on bool) bool {
		if !on {
			return false // they said no meanwhile
		}
		if r.id.Arg != page.CallsGames {
			p := pageOf(*call, true)
			p.Choose(r.id.Arg, r.chosen())
			call.From, call.To, call.Zone, call.Every = p.From, p.To, p.Zone, p.Every
			return true
		}
		call.Games = nil
		for _, name := range r.ix.Values {
			if c.games.named(name) != nil && !slices.Contains(call.Games, name) {
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
func (c *calling) show(ctx context.Context, r *request, call store.Call, on bool) error {
	shown := c.pages.Calling.Page(c.games.infos(), pageOf(call, on), r.lang, time.Now())
	if r.onBoard() {
		return c.panels.send(ctx, r, shown)
	}
	return c.panels.updateOrSend(ctx, r, shown)
}

// pageOf is what the page shows of a wish.
func pageOf(c store.Call, on bool) page.CallPage {
	return page.CallPage{On: on, Games: c.Games, From: c.From, To: c.To, Zone: c.Zone, Every: c.Every}
}
