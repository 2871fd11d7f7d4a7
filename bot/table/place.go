package table

import (
	"context"
	"errors"
	"slices"
	"time"

	"oneiros/bot/discord"
	"oneiros/games"
	"oneiros/store"
)

// deserted is why a match is paused whose channel was deleted.
const deserted = "table.pause.channel"

// SetThread tells a table that its match has a thread of its own now.
func (h *Tables) SetThread(ctx context.Context, match string, thread discord.ID) (*State, error) {
	return h.Send(ctx, match, Action{Kind: moved, thread: thread})
}

// Move takes a match to another channel and lets it go on there, if it was paused
// because its own was deleted. A channel in which another match is on is refused.
func (h *Tables) Move(ctx context.Context, match string, channel discord.ID) (*State, error) {
	return h.Send(ctx, match, Action{Kind: moved, channel: channel})
}

// ChannelDeleted tells a table that its channel was deleted. A match is paused until it is
// moved; a lobby, at which nothing can be lost, is closed.
func (h *Tables) ChannelDeleted(ctx context.Context, match string) (*State, error) {
	return h.Send(ctx, match, Action{Kind: evicted})
}

// Clear takes a table out of the tables whose match is not in the store any more. It
// is out when Clear returns nil.
func (h *Tables) Clear(ctx context.Context, match string) error {
	h.mu.RLock()
	t := h.tables[match]
	h.mu.RUnlock()
	if _, err := h.Send(ctx, match, Action{Kind: erased}); err != nil {
		return err
	}
	select {
	case <-t.gone:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// place does what Moved, Move and Desert want.
func (t *table) place(r *request, now time.Time) error {
	next := clone(t.rec)
	switch {
	case r.Kind == evicted && next.Phase == Lobby:
		end(&next, now)
	case r.Kind == evicted && next.Phase == Live && next.Paused != deserted:
		next.Paused, next.Incident, next.Motion = deserted, "", nil
		note(&next, now, "table.note.paused")
	case r.Kind == evicted:
		return nil
	case r.channel == 0:
		next.Thread = uint64(r.thread)
	default:
		if uint64(r.channel) == next.Channel && next.Thread == 0 && next.Paused != deserted {
			return nil
		}
		next.Channel, next.Thread, next.OwnThread = uint64(r.channel), 0, false
		if next.Phase == Live && next.Paused == deserted {
			next.Paused = ""
			note(&next, now, "table.note.resumed")
			t.tidy(&next, now)
		}
	}
	err := t.save(next, now)
	if errors.Is(err, store.ErrTaken) {
		return games.Refuse("table.busy")
	}
	return err
}

// HaltGuild is Halt for the tables of one server alone.
func (h *Tables) HaltGuild(guild discord.ID, reason string, since time.Time) {
	h.halt(halt{reason, since, guild})
}

// UnhaltGuild is Unhalt for the tables of one server alone.
func (h *Tables) UnhaltGuild(guild discord.ID, reason string) { h.unhalt(reason, guild) }

// halted lists why the clock of this table is to stand.
func (t *table) halted() []halt {
	return slices.DeleteFunc(slices.Clone(*t.tables.halts.Load()), func(o halt) bool {
		return o.guild != 0 && uint64(o.guild) != t.rec.Guild
	})
}
