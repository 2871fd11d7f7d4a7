package world

import (
	"maps"
	"strconv"

	"oneiros/bot/localcord/session"
	"oneiros/bot/localcord/wire"
)

// Bits of permissions.
const (
	PermManageServer   = 1 << 5
	PermViewChannel    = 1 << 10
	PermSend           = 1 << 11
	PermManageMessages = 1 << 13
	PermEmbed          = 1 << 14
	PermAttach         = 1 << 15
	PermHistory        = 1 << 16
	PermEveryone       = 1 << 17
	PermEmojis         = 1 << 18 // of other servers
	PermConnect        = 1 << 20
	PermSpeak          = 1 << 21
	PermManageThreads  = 1 << 34
	PermThreads        = 1 << 35
	PermSendInThreads  = 1 << 38
	PermSoundboard     = 1 << 42
	PermCreateEvents   = 1 << 44

	// PermVoice is what all members of a new server may do in voice channels.
	PermVoice = PermConnect | PermSpeak | PermSoundboard

	// PermInvited is what the bot's invite asks for, with threads.
	PermInvited = 309237763072
	// PermMembers is what all members of a new server may do, as far as localcord checks
	// it.
	PermMembers = PermViewChannel | PermSend | PermEmbed | PermAttach | PermHistory | PermThreads | PermSendInThreads | 1<<6 | 1<<31
	// everything is every permission that Discord has given a bit.
	everything = 1<<53 - 1
)

// Permissions are what the bot may do.
type Permissions struct {
	w       *World
	granted uint64             // besides those of its invite
	denied  map[wire.ID]uint64 // taken from it, by channel or server; "" is everywhere
}

// In are the bot's permissions in a channel. A thread has those of its
// parent.
func (s *Permissions) In(c *Channel) uint64 {
	if c.Type == ChannelDM {
		return PermMembers
	}
	deny := s.denied[""] | s.denied[c.Guild] | s.denied[c.ID]
	if c.Thread() {
		deny |= s.denied[c.Parent]
	}
	have := PermInvited | s.granted
	if c.Voice() {
		have |= PermVoice // the role of all members has it
	}
	return have &^ deny
}

// overwrites are the permissions of a channel as Discord's JSON has them: what is taken
// from the bot there, and from all members.
func (s *Permissions) overwrites(c *Channel) []any {
	deny, allow, list := s.denied[""]|s.denied[c.Guild]|s.denied[c.ID], uint64(0), []any{}
	if c.Hidden {
		allow = PermViewChannel &^ deny
		list = append(list, map[string]any{"id": c.Guild, "type": 0, "allow": "0", "deny": strconv.Itoa(PermViewChannel)})
	}
	if deny|allow != 0 {
		list = append(list, map[string]any{"id": s.w.App, "type": 1, "allow": strconv.FormatUint(allow, 10), "deny": strconv.FormatUint(deny, 10)})
	}
	return list
}

// App are the permissions that an interaction tells the bot. Of direct
// messages Discord names only these, though the bot may write and read there.
func (s *Permissions) App(c *Channel) uint64 {
	if c.Type == ChannelDM {
		return PermAttach | PermEmbed | PermEveryone | PermEmojis
	}
	return s.In(c)
}

// On are the bot's permissions on a server, without those that all members have.
func (s *Permissions) On(g *Guild) uint64 {
	return (PermInvited | s.granted) &^ (s.denied[""] | s.denied[g.ID])
}

// Listed are the bot's permissions on a server as the list of its servers has them, with what all
// members may do in voice channels.
func (s *Permissions) Listed(g *Guild) uint64 {
	return (PermInvited | PermVoice | s.granted) &^ (s.denied[""] | s.denied[g.ID])
}

// Denied are the permissions taken from the bot, by channel or server; "" is everywhere.
func (s *Permissions) Denied() map[wire.ID]uint64 { return maps.Clone(s.denied) }

// Grant gives the bot permissions that its invite does not ask for, everywhere.
func (s *Permissions) Grant(permissions uint64) { s.granted = permissions }

// Deny takes permissions from the bot in a channel or on a server; "" is everywhere. 0 gives all
// permissions of its invite back. The bot is told that something changed, not what.
func (s *Permissions) Deny(channel wire.ID, permissions uint64) {
	if s.denied[channel] = permissions; permissions == 0 {
		delete(s.denied, channel)
	}
	if c := s.w.Channels.Find(channel); c != nil {
		kind := "CHANNEL_UPDATE"
		if c.Thread() {
			kind = "THREAD_UPDATE"
		}
		s.w.Sessions.Dispatch(session.IntentGuilds, c.Guild, kind, s.w.Channels.Wire(c))
	}
	for _, g := range s.w.Guilds.All() {
		if channel == "" || channel == g.ID {
			s.w.Sessions.Dispatch(session.IntentGuilds, g.ID, "GUILD_ROLE_UPDATE", map[string]any{"guild_id": g.ID, "role": map[string]any{"id": g.ID}})
		}
	}
	s.w.TellFaults()
}
