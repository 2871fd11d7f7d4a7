package bot

import (
	"context"
	"time"

	"github.com/bwmarrin/discordgo"

	"oneiros/bot/discord"
	"oneiros/bot/reply"
	"oneiros/bot/screen"
)

// Client is what the bot needs of Discord's REST interface; *api.Client is
// one.
type Client interface {
	screen.Editor
	reply.Client
	featureClient
	Public(messages ...discord.ID)
	Thread(ctx context.Context, channel, message discord.ID, name string, silent time.Duration) (discord.ID, error)
	SetCommands(ctx context.Context, app discord.ID, list []*discordgo.ApplicationCommand) error
	Member(ctx context.Context, guild, user discord.ID) (bool, error)
	DM(ctx context.Context, user discord.ID) (discord.ID, error)
}

// Gateway is where events come from; *gateway.Gateway is one.
type Gateway interface {
	Run(ctx context.Context, handle func(discord.ShardID, discord.Event)) error
	// SetVoiceState brings the bot into a voice channel of a server, or out of all: 0.
	SetVoiceState(guild, channel discord.ID) error
}
