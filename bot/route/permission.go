package route

import (
	"strings"

	"github.com/bwmarrin/discordgo"

	"oneiros/bot/discord"
	"oneiros/bot/need"
	"oneiros/bot/table"
	"oneiros/games"
)

// MissingPermissions lists the keys of the names of the permissions that a table needs and that
// the bot lacks in the channel of an interaction: see [need.Core]. Discord sends the permissions
// with the interaction. With thread, a table there gets a thread. In direct messages none is
// needed.
func MissingPermissions(ix *discord.Interaction, thread bool) (names []string) {
	if ix.Direct() {
		return nil
	}
	for _, s := range need.Missing([]need.Set{need.Core}, ix.AppPermissions, PlaceOf(ix, thread)) {
		for _, p := range s.Permissions {
			names = append(names, p.Name)
		}
	}
	return names
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

func InThread(ix *discord.Interaction) bool { return discord.IsThread(ix.ChannelType) }

// PlaceOf is where an interaction was made. With thread, a table there gets a thread.
func PlaceOf(ix *discord.Interaction, thread bool) need.Place {
	return need.Place{Thread: InThread(ix), Voice: discord.IsVoice(ix.ChannelType), OpenThread: thread}
}

// IsModerator reports whether a person may end the matches of others and kick
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

// ManagesGuild reports whether a person may change the settings of a server.
func ManagesGuild(ix *discord.Interaction) bool {
	return ix.Permissions&(discordgo.PermissionAdministrator|discordgo.PermissionManageGuild) != 0
}
