package table

import (
	"context"
	"errors"
	"time"

	"oneiros/bot/discord"
	"oneiros/games"
	"oneiros/store"
)

// pausedChannelDeleted is why a match is paused whose channel was deleted.
const pausedChannelDeleted = "table.pause.channel"

// SetThread tells a table that its match has a thread now.
func (h *Tables) SetThread(ctx context.Context, match string, thread discord.ID) (*State, error) {
	return h.Send(ctx, match, Action{Kind: channelChanged, thread: thread})
}

// Move takes a match to another channel because its own was deleted, and it goes on there.
// A person at the table may do that, or a moderator, whom the action names. A match that has
// a channel stays in it. A channel in which another match is on is refused.
func (h *Tables) Move(ctx context.Context, match string, channel discord.ID, by Action) (*State, error) {
	return h.Send(ctx, match, Action{Kind: channelChanged, channel: channel, User: by.User, Moderator: by.Moderator})
}

// ChannelDeleted tells a table that its channel was deleted. A match is paused
// until it is moved; a lobby is closed, because nothing is lost with it.
func (h *Tables) ChannelDeleted(ctx context.Context, match string) (*State, error) {
	return h.Send(ctx, match, Action{Kind: channelDeleted})
}

// changeChannel does what SetThread, Move and ChannelDeleted want.
func (t *table) changeChannel(r *request, now time.Time) error {
	next := clone(t.rec)
	switch {
	case r.Kind == channelDeleted && next.Phase == Lobby:
		t.ends.void(&next, now)
	case r.Kind == channelDeleted && next.Phase == Live && next.Paused != pausedChannelDeleted:
		next.Paused, next.Incident, next.Motion = pausedChannelDeleted, "", nil
		addNote(&next, now, "table.note.paused")
	case r.Kind == channelDeleted:
		return nil
	case r.channel == 0:
		next.Thread = uint64(r.thread)
	case next.Phase != Live || next.Paused != pausedChannelDeleted:
		return nil // it has a channel, perhaps since another person moved it
	default:
		if _, seated := t.seatOf(r.User.ID); !seated && !r.Moderator {
			return games.Refuse("table.not-seated")
		}
		next.Channel, next.Thread, next.OwnThread = uint64(r.channel), 0, false
		next.Paused = ""
		addNote(&next, now, "table.note.resumed")
		t.ends.tidy(&next, now)
	}
	err := t.save(next, now)
	if errors.Is(err, store.ErrTaken) {
		return games.Refuse("table.busy")
	}
	return err
}
