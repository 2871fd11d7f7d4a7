package page

import (
	"strings"

	"oneiros/bot/discord"
	"oneiros/bot/screen"
	"oneiros/games/ui"
)

// Changed is a line of an audit log: from what to what something was changed.
func Changed(what, old, now string) string {
	plain := strings.NewReplacer("**", "")
	return "**" + plain.Replace(what) + "**: " + plain.Replace(old) + " → " + plain.Replace(now)
}

// Stopped is the line of a table that one person has ended.
func (k Kit) Stopped(f *screen.Frame, game string, channel discord.ID) string {
	return Raw(f, ui.T("bot.audit.stop", ui.Literal(k.GameName(game, f.Lang)), ui.Name(0)), ChannelMention(channel))
}

// Removed is the line of a player whom one person has removed from a table. The player is 0
// when they were erased.
func (k Kit) Removed(f *screen.Frame, game string, channel, player discord.ID) string {
	line := Raw(f, ui.T("bot.audit.kick", ui.Literal(k.GameName(game, f.Lang)), ui.Name(0)), ChannelMention(channel))
	if player == 0 {
		return line
	}
	return line + ": " + UserMention(player)
}
