package discord

import (
	"net/url"
	"slices"
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

	// InVoice is what it needs in the chat of a voice channel or a stage. Without Connect
	// nothing there can be read or written.
	InVoice = MinimalRights | discordgo.PermissionVoiceConnect

	// InThread is what it needs in a thread.
	InThread = MinimalRights&^discordgo.PermissionSendMessages | discordgo.PermissionSendMessagesInThreads
)

// permissionNames are the names in Discord's English client, in the order of its
// settings. Guides for owners of servers use these names.
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
	{discordgo.PermissionVoiceConnect, "Connect"},
	{discordgo.PermissionAdministrator, "Administrator"},
}

// IsVoice reports whether people meet aloud in channels of a type. Such a channel has a
// chat, and no threads.
func IsVoice(t discordgo.ChannelType) bool {
	return t == discordgo.ChannelTypeGuildVoice || t == discordgo.ChannelTypeGuildStageVoice
}

// Overwrite allows or denies permissions in one channel, to a role or to a member.
type Overwrite struct {
	ID    ID     `json:"id"`
	Type  int    `json:"type"` // 0 for a role, 1 for a member
	Allow uint64 `json:"allow,string"`
	Deny  uint64 `json:"deny,string"`
}

// RightsIn are the permissions of a member in a channel, by the order that Discord's
// page Permissions documents. have are those on the whole guild.
func RightsIn(have uint64, guild, member ID, roles []ID, list []Overwrite) uint64 {
	if have&discordgo.PermissionAdministrator != 0 {
		return ^uint64(0)
	}
	apply := func(is func(Overwrite) bool) {
		var allow, deny uint64
		for _, o := range list {
			if is(o) {
				allow, deny = allow|o.Allow, deny|o.Deny
			}
		}
		have = have&^deny | allow
	}
	apply(func(o Overwrite) bool { return o.Type == 0 && o.ID == guild }) // everyone's role has the guild's id
	apply(func(o Overwrite) bool { return o.Type == 0 && o.ID != guild && slices.Contains(roles, o.ID) })
	apply(func(o Overwrite) bool { return o.Type == 1 && o.ID == member })
	if have&discordgo.PermissionViewChannel == 0 {
		return 0 // without it nothing else can be done there
	}
	return have
}

// Missing names the permissions of need that are not in have. An administrator has
// all of them.
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

// Invite is the address at which a server's owner adds the bot, with the least
// permissions that it needs. With threads, it also asks for those of tables in
// threads.
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
