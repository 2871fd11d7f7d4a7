package route

import (
	"strings"

	"github.com/bwmarrin/discordgo"

	"oneiros/bot/discord"
	"oneiros/bot/table"
	"oneiros/games"
)

// permissions are those that a table needs, in the order of Discord's settings,
// with their names in the catalogue.
var permissions = []struct {
	bit    uint64
	key    string
	thread bool // only a table with its own thread needs it
}{
	{discordgo.PermissionViewChannel, "bot.permission.view", false},
	{discordgo.PermissionVoiceConnect, "bot.permission.connect", false},
	{discordgo.PermissionSendMessages, "bot.permission.send", false},
	{discordgo.PermissionSendMessagesInThreads, "bot.permission.thread-send", true},
	{discordgo.PermissionCreatePublicThreads, "bot.permission.thread", true},
	{discordgo.PermissionEmbedLinks, "bot.permission.embed", false},
	{discordgo.PermissionAttachFiles, "bot.permission.attach", false},
	{discordgo.PermissionReadMessageHistory, "bot.permission.history", false},
}

// MissingPermissions lists the keys of the permissions that the bot lacks in the
// channel of an interaction. Discord sends the permissions with the interaction. In
// a thread another permission allows to send. The chat of a voice channel needs Connect,
// and has no threads. In direct messages none is needed.
func MissingPermissions(ix *discord.Interaction, thread bool) []string {
	if ix.Direct() || ix.AppPermissions&discordgo.PermissionAdministrator != 0 {
		return nil
	}
	in, voice := InThread(ix), discord.IsVoice(ix.ChannelType)
	var list []string
	for _, p := range permissions {
		needed := !p.thread || thread && !voice
		switch {
		case p.bit == discordgo.PermissionVoiceConnect:
			needed = voice
		case in && p.bit == discordgo.PermissionSendMessages:
			needed = false
		case in && p.bit == discordgo.PermissionSendMessagesInThreads:
			needed = true
		case in && p.bit == discordgo.PermissionCreatePublicThreads:
			needed = false
		}
		if needed && ix.AppPermissions&p.bit == 0 {
			list = append(list, p.key)
		}
	}
	return list
}

// A LackError says which permissions the bot lacks in the channel of a request: the keys of
// their names. It is answered with what each is for.
type LackError struct{ Permissions []string }

// Error names the permissions.
func (e *LackError) Error() string {
	return "the bot lacks " + strings.Join(e.Permissions, ", ")
}

// Permitted is a [LackError] where the bot lacks something that a table needs in the channel of
// an interaction: see [MissingPermissions].
func Permitted(ix *discord.Interaction, thread bool) error {
	if missing := MissingPermissions(ix, thread); len(missing) > 0 {
		return &LackError{missing}
	}
	return nil
}

// RefuseThread refuses a thread where there can be none.
func RefuseThread(ix *discord.Interaction) error {
	switch {
	case InThread(ix):
		return games.Refuse("bot.refuse.thread")
	case discord.IsVoice(ix.ChannelType):
		return games.Refuse("bot.refuse.thread.voice")
	}
	return nil
}

func InThread(ix *discord.Interaction) bool {
	switch ix.ChannelType {
	case discordgo.ChannelTypeGuildNewsThread, discordgo.ChannelTypeGuildPublicThread, discordgo.ChannelTypeGuildPrivateThread:
		return true
	}
	return false
}

// IsModerator reports whether somebody may end the matches of others and kick
// people from them. They must be an administrator or have the permission to manage
// the channel of the table. The permission to delete messages or to name the server
// is not enough. Discord sends the permissions in the channel of the press. So a
// press elsewhere counts only for administrators. A person who may manage a channel
// is a moderator in its threads too.
func IsModerator(ix *discord.Interaction, s *table.State) bool {
	if ix.Permissions&discordgo.PermissionAdministrator != 0 {
		return true
	}
	there := ix.Channel == s.Channel || ix.Channel == s.CurrentChannel() || ix.Parent == s.Channel
	return there && ix.Permissions&discordgo.PermissionManageChannels != 0
}

// ManagesGuild reports whether somebody may change the settings of a server.
func ManagesGuild(ix *discord.Interaction) bool {
	return ix.Permissions&(discordgo.PermissionAdministrator|discordgo.PermissionManageGuild) != 0
}
