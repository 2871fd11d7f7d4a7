package discord

import (
	"net/url"
	"strconv"

	"github.com/bwmarrin/discordgo"
)

// What the bot needs in a channel to run a table there.
const (
	MinimalRights uint64 = discordgo.PermissionViewChannel | discordgo.PermissionSendMessages |
		discordgo.PermissionEmbedLinks | discordgo.PermissionAttachFiles |
		discordgo.PermissionReadMessageHistory // 117760
	MinimalAndThread = MinimalRights | discordgo.PermissionCreatePublicThreads |
		discordgo.PermissionSendMessagesInThreads // 309237763072
)

// permissionNames are the names as Discord's English client writes them, which
// is what the documentation of servers uses, in the order of its settings.
var permissionNames = []struct {
	bit  uint64
	name string
}{
	{discordgo.PermissionViewChannel, "View Channel"},
	{discordgo.PermissionManageChannels, "Manage Channels"},
	{discordgo.PermissionManageGuild, "Manage Server"},
	{discordgo.PermissionSendMessages, "Send Messages"},
	{discordgo.PermissionSendMessagesInThreads, "Send Messages in Threads"},
	{discordgo.PermissionCreatePublicThreads, "Create Public Threads"},
	{discordgo.PermissionEmbedLinks, "Embed Links"},
	{discordgo.PermissionAttachFiles, "Attach Files"},
	{discordgo.PermissionManageMessages, "Manage Messages"},
	{discordgo.PermissionManageThreads, "Manage Threads"},
	{discordgo.PermissionReadMessageHistory, "Read Message History"},
	{discordgo.PermissionAdministrator, "Administrator"},
}

// Missing names what of need is not in have. Whoever is an administrator lacks
// nothing.
func Missing(have, need uint64) []string {
	if have&discordgo.PermissionAdministrator != 0 {
		return nil
	}
	return PermissionNames(need &^ have)
}

// PermissionNames names permissions as Discord's English client does.
func PermissionNames(set uint64) []string {
	var names []string
	for _, p := range permissionNames {
		if set&p.bit != 0 {
			names = append(names, p.name)
		}
	}
	return names
}

// Invite is the address at which a server's owner adds the bot with the least
// that it needs; with threads, also what tables in threads need.
func Invite(app ID, threads bool) string {
	rights := MinimalRights
	if threads {
		rights = MinimalAndThread
	}
	return "https://discord.com/oauth2/authorize?" + url.Values{
		"client_id":   {app.String()},
		"scope":       {"bot applications.commands"},
		"permissions": {strconv.FormatUint(rights, 10)},
	}.Encode()
}
