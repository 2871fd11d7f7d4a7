package cue

import (
	"context"
	"errors"
	"slices"

	"oneiros/bot/discord"
	"oneiros/bot/table"
	"oneiros/games"
	"oneiros/games/ui"
)

// likes are sounds of Discord's own that fit moments, the best first. Any other moment has the
// first sound that there is.
var likes = map[string][]string{
	"dusk":    {"cricket"},
	"ten":     {"ba dum tss"},
	"out":     {"sad horn", "airhorn"},
	"turn":    {"quack"},
	"insight": {"golf clap"},
}

// fitting is the sound for a kind of moment.
func fitting(kind string, list []discord.Sound) (discord.ID, bool) {
	for _, name := range likes[kind] {
		if i := slices.IndexFunc(list, func(one discord.Sound) bool { return one.Name == name }); i >= 0 {
			return list[i].ID, true
		}
	}
	if len(list) == 0 {
		return 0, false
	}
	return list[0].ID, true
}

// sound sends the sound of a moment. The error is a mute, errEmpty, or a fault.
func (v *seats) sound(ctx context.Context, s *table.State, kind string) error {
	is, err := v.take(ctx, s)
	if err != nil {
		return err
	}
	if err := v.attended(ctx, s, is); err != nil {
		return err
	}
	id, err := v.chosen(ctx, kind)
	if err != nil {
		return err
	}
	if err := v.sit(ctx, s.Guild, is); err != nil {
		return err
	}
	return v.client.SendSound(ctx, is.channel, id)
}

// chosen is the sound for a kind of moment, of those that Discord has.
func (v *seats) chosen(ctx context.Context, kind string) (discord.ID, error) {
	v.mu.Lock()
	list := v.sounds
	v.mu.Unlock()
	if len(list) == 0 {
		var err error
		if list, err = v.client.DefaultSounds(ctx); err != nil {
			return 0, err
		}
		v.mu.Lock()
		v.sounds = list
		v.mu.Unlock()
	}
	id, ok := fitting(kind, list)
	if !ok {
		return 0, &mute{ui.T("cue.mute.refused")}
	}
	return id, nil
}

// sound calls a moment out by a sound, or by a message where that is not possible. A sound that comes
// too late is dropped.
func (c *cues) sound(ctx context.Context, m *match, s *table.State, cue games.Cue) {
	if !m.sounding.enter(ctx) {
		return
	}
	defer m.sounding.leave()
	c.mu.Lock()
	at := m.now.at
	now := m.now.Cue == cue && m.why == nil
	c.mu.Unlock()
	if !now {
		return
	}
	within, cancel := context.WithCancel(ctx)
	defer cancel()
	c.Due.After(max(late-c.Now().Sub(at), 1), func(context.Context) { cancel() })
	err := c.seats.sound(within, s, cue.Kind)
	c.watch(m, s)
	var no *mute
	switch {
	case err == nil:
		return
	case within.Err() != nil, errors.Is(err, context.Canceled):
		c.Log.Debug().Err(err).Str("match", s.ID).Msg("sound dropped")
		return
	case errors.Is(err, errEmpty):
		c.seats.leave(s.Guild, s.ID)
	case errors.As(err, &no):
		c.mutes(s, no.why)
	default:
		c.Refused(err)
		c.Log.Debug().Err(err).Str("match", s.ID).Msg("send sound failed")
		c.mutes(s, c.seats.refusal(within, s))
	}
	c.post(ctx, s, cue)
}

// refusal is why Discord refuses a sound: a permission that was taken away since the bot came, as
// far as can be found out.
func (v *seats) refusal(ctx context.Context, s *table.State) ui.Text {
	var no *mute
	if errors.As(v.fits(ctx, s.Guild, s.CurrentChannel()), &no) {
		return no.why
	}
	return ui.T("cue.mute.refused")
}

// mutes ends the sounds of a match. Its next message says why.
func (c *cues) mutes(s *table.State, why ui.Text) {
	c.seats.leave(s.Guild, s.ID)
	c.mu.Lock()
	defer c.mu.Unlock()
	if m := c.of[s.ID]; m != nil {
		m.why = &why
	}
}

// watch has it asked later whether a player is still with the bot in the channel. The sounds of a
// match are passed one at a time, and so is this.
func (c *cues) watch(m *match, s *table.State) {
	is := c.seats.held(s.Guild, s.ID)
	if is == nil || !is.taken || is.watched {
		return
	}
	is.watched = true
	c.Due.After(looks, func(ctx context.Context) {
		if !m.sounding.enter(ctx) {
			return
		}
		defer m.sounding.leave()
		c.mu.Lock()
		s := m.last
		c.mu.Unlock()
		if c.seats.held(s.Guild, s.ID) != is {
			return
		}
		is.watched = false
		if errors.Is(c.seats.attended(ctx, s, is), errEmpty) {
			c.seats.leave(s.Guild, s.ID)
			return
		}
		c.watch(m, s) // what Discord refuses is said with the next sound
	})
}
