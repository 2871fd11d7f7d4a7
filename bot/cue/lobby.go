package cue

import (
	"context"
	"errors"
	"maps"
	"time"

	"oneiros/bot/cue/page"
	"oneiros/bot/discord"
	kit "oneiros/bot/page"
	"oneiros/bot/table"
	"oneiros/games/pace"
	"oneiros/games/ui"
)

// knows is how long it stays known what a channel has no sounds for.
const knows = time.Minute

// place is a channel in which a lobby has chosen sounds.
type place struct {
	why   *ui.Text  // it can have none, and why; nil where it can, or while that is not known
	asked time.Time // when Discord was asked
}

// inLobby says in a lobby that has chosen sounds why its channel can have none.
func (c *cues) inLobby(_ context.Context, s *table.State, _ kit.Reader) kit.Offer {
	if s.Direct() || pace.CueOf(s.Options) != pace.CueSounds {
		return nil
	}
	return page.InLobby(c.lacks(s))
}

// lacks is why the channel of a lobby can have no sounds; nil where it can, or while that is not
// known. It asks Discord beside, and has the lobby drawn again when that is known.
func (c *cues) lacks(s *table.State) *ui.Text {
	channel, now := s.CurrentChannel(), c.Now()
	c.mu.Lock()
	defer c.mu.Unlock()
	known := c.places[channel]
	if now.Sub(known.asked) < knows {
		return known.why
	}
	maps.DeleteFunc(c.places, func(_ discord.ID, p place) bool { return now.Sub(p.asked) >= 2*knows })
	c.places[channel] = place{known.why, now}
	c.Go(func(ctx context.Context) {
		err := c.seats.fits(ctx, s.Guild, channel)
		var no *mute
		if err != nil && !errors.As(err, &no) {
			c.Log.Debug().Err(err).Str("match", s.ID).Msg("read permissions for sounds failed")
			return
		}
		is := place{asked: now}
		if no != nil {
			is.why = &no.why
		}
		c.mu.Lock()
		c.places[channel] = is
		c.mu.Unlock()
		c.Redraw(s.ID)
	})
	return known.why
}
