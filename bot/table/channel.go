package table

import (
	"context"

	"oneiros/bot/discord"
	"oneiros/bot/table/people"
)

// SetThread tells a table that its match has a thread now.
func (h *Tables) SetThread(ctx context.Context, match string, thread discord.ID) (*State, error) {
	return h.Send(ctx, match, Action{Kind: people.ChannelChanged, Thread: thread})
}

// Move takes a match to another channel because its own was deleted, and it goes on there.
// A person at the table may do that, or a moderator, whom the action names. A match that has
// a channel stays in it. A channel in which another match is on is refused.
func (h *Tables) Move(ctx context.Context, match string, channel discord.ID, by Action) (*State, error) {
	return h.Send(ctx, match, Action{Kind: people.ChannelChanged, Channel: channel, User: by.User, Moderator: by.Moderator})
}

// ChannelDeleted tells a table that its channel was deleted. A match is paused
// until it is moved; a lobby is closed, because nothing is lost with it.
func (h *Tables) ChannelDeleted(ctx context.Context, match string) (*State, error) {
	return h.Send(ctx, match, Action{Kind: people.ChannelDeleted})
}
