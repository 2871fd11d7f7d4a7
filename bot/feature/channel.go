package feature

import (
	"context"

	"github.com/bwmarrin/discordgo"

	"oneiros/bot/discord"
	"oneiros/bot/need"
	"oneiros/games"
	"oneiros/games/ui"
)

// A ChannelUse is what a channel is chosen for.
type ChannelUse struct {
	Needs need.Set // what the bot needs there, of [need.Core]
	Posts bool     // posts of a forum are meant, too, which are threads
}

// ChannelClient is what [Usable] needs of Discord.
type ChannelClient interface {
	Access(ctx context.Context, guild discord.ID, threads ...discord.ID) (discord.Access, error)
}

// Usable refuses a channel or a thread of a server in which the bot lacks a permission that a use
// needs. It names what is missing. A feature that lets people choose a channel asks it first.
func Usable(ctx context.Context, from ChannelClient, guild, channel discord.ID, use ChannelUse) error {
	access, err := from.Access(ctx, guild, channel)
	if err != nil {
		return err
	}
	at, there := access.Of(channel)
	name := ui.T("bot.channel.that") // the bot does not see what it is called
	if there {
		name = ui.Literal("#" + at.Name)
	}
	in := need.Place{Thread: discord.IsThread(at.Type), Voice: discord.IsVoice(at.Type)}
	switch at.Type {
	case discordgo.ChannelTypeGuildForum, discordgo.ChannelTypeGuildMedia:
		if in.Thread = true; !use.Posts {
			return games.Refuse("bot.channel.silent", name)
		}
	case discordgo.ChannelTypeGuildCategory, discordgo.ChannelTypeGuildDirectory:
		return games.Refuse("bot.channel.silent", name)
	}
	var missing []ui.Text
	for _, s := range need.Missing([]need.Set{use.Needs}, at.Bot, in) {
		for _, p := range s.Permissions {
			missing = append(missing, ui.T(p.Name))
		}
	}
	if len(missing) > 0 {
		return games.Refuse("bot.channel.lacks", name, missing)
	}
	return nil
}
