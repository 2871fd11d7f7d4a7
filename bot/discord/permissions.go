package discord

import (
	"net/url"
	"slices"
	"strconv"

	"github.com/bwmarrin/discordgo"
)

// IsVoice reports whether people meet aloud in channels of a type. Such a channel has a
// chat, and no threads.
func IsVoice(t discordgo.ChannelType) bool {
	return t == discordgo.ChannelTypeGuildVoice || t == discordgo.ChannelTypeGuildStageVoice
}

// IsThread reports whether a type is one of threads.
func IsThread(t discordgo.ChannelType) bool {
	switch t {
	case discordgo.ChannelTypeGuildNewsThread, discordgo.ChannelTypeGuildPublicThread, discordgo.ChannelTypeGuildPrivateThread:
		return true
	}
	return false
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
	apply(func(o Overwrite) bool { return o.Type == 0 && o.ID == guild }) // the role of all members has the guild's id
	apply(func(o Overwrite) bool { return o.Type == 0 && o.ID != guild && slices.Contains(roles, o.ID) })
	apply(func(o Overwrite) bool { return o.Type == 1 && o.ID == member })
	if have&discordgo.PermissionViewChannel == 0 {
		return 0 // without it nothing else can be done there
	}
	return have
}

// Invite is the address at which a server's owner adds the bot, with the permissions that
// it is to have there.
func Invite(app ID, permissions uint64) string {
	return "https://discord.com/oauth2/authorize?" + url.Values{
		"client_id":   {app.String()},
		"scope":       {"bot applications.commands"},
		"permissions": {strconv.FormatUint(permissions, 10)},
	}.Encode()
}
