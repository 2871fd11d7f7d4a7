package discord

import (
	"slices"
	"time"

	"github.com/bwmarrin/discordgo"
)

// App is the application and its user.
type App struct {
	ID   ID
	User User

	Flags     uint64
	Endpoint  string // that takes the interactions in place of the gateway; empty for none
	CodeGrant bool   // an invite needs OAuth2's code grant
	Private   bool   // only its owner can invite it
	Privacy   string // the address of its privacy policy
	Terms     string // the address of its terms
}

// privilegedIntents are the flags of an application for which an intent was switched on
// in the developer portal. Of each the second is for fewer than a hundred servers.
var privilegedIntents = []struct {
	flags uint64
	name  string
}{
	{1<<12 | 1<<13, "Presence Intent"},
	{1<<14 | 1<<15, "Server Members Intent"},
	{1<<18 | 1<<19, "Message Content Intent"},
}

// PrivilegedIntents names the privileged intents that are switched on, as the developer
// portal does.
func (a App) PrivilegedIntents() (names []string) {
	for _, i := range privilegedIntents {
		if a.Flags&i.flags != 0 {
			names = append(names, i.name)
		}
	}
	return names
}

// Guild is a guild that the bot is in.
type Guild struct {
	ID          ID     `json:"id"`
	Name        string `json:"name"`
	Permissions uint64 `json:"permissions,string"` // of the bot, before the overwrites of a channel
}

// Role is a role of a guild, as people see it.
type Role struct {
	ID          ID
	Name        string
	Mentionable bool // all members may mention it
}

// GuildChannel is a channel of a guild, or a thread.
type GuildChannel struct {
	ID         ID                    `json:"id"`
	Type       discordgo.ChannelType `json:"type"`
	Guild      ID                    `json:"guild_id"`
	Name       string                `json:"name"`
	Position   int                   `json:"position"`
	Parent     ID                    `json:"parent_id"`
	Overwrites []Overwrite           `json:"permission_overwrites"` // a thread has those of its parent
}

// An Access is what the bot may do in a guild, by channels.
type Access struct {
	Name     string // of the guild
	System   ID     // the channel in which Discord welcomes members; 0 for none
	Locale   string
	Channels []ChannelAccess // in the order in which Discord lists them, and then threads that were asked for
}

// ChannelAccess is a channel or a thread with the permissions of the bot there. They are 0 where it
// sees nothing. Those of a thread are those of its channel.
type ChannelAccess struct {
	GuildChannel
	Bot      uint64
	Everyone uint64 // of a member without a role
}

// Of is what the bot may do in a channel. It is false for one that the guild does not have.
func (a Access) Of(channel ID) (ChannelAccess, bool) {
	i := slices.IndexFunc(a.Channels, func(one ChannelAccess) bool { return one.ID == channel })
	if i < 0 {
		return ChannelAccess{}, false
	}
	return a.Channels[i], true
}

// How long a thread is silent before Discord archives it. Nothing can be pressed in a
// thread that is archived.
const (
	SilentDay  = 24 * time.Hour
	SilentWeek = 7 * SilentDay // Discord knows nothing longer
)
