package localcord

import (
	"strconv"
)

// Bits of permissions.
const (
	permManageServer   = 1 << 5
	permViewChannel    = 1 << 10
	permSend           = 1 << 11
	permManageMessages = 1 << 13
	permEmbed          = 1 << 14
	permAttach         = 1 << 15
	permHistory        = 1 << 16
	permEveryone       = 1 << 17
	permEmojis         = 1 << 18 // of other servers
	permConnect        = 1 << 20
	permSpeak          = 1 << 21
	permManageThreads  = 1 << 34
	permThreads        = 1 << 35
	permSendInThreads  = 1 << 38
	permSoundboard     = 1 << 42
	permCreateEvents   = 1 << 44

	// permVoice is what all members of a new server may do in voice channels.
	permVoice = permConnect | permSpeak | permSoundboard

	// invited is what the bot's invite asks for, with threads.
	invited = 309237763072
	// every person is what all members of a new server may do, as far as localcord checks
	// it.
	everybody = permViewChannel | permSend | permEmbed | permAttach | permHistory | permThreads | permSendInThreads | 1<<6 | 1<<31
	// everything is every permission that Discord has given a bit.
	everything = 1<<53 - 1
)

// botPermissions are the bot's permissions in a channel. A thread has those of its
// parent.
func (s *world) botPermissions(c *Channel) uint64 {
	if c.Type == channelDM {
		return everybody
	}
	deny := s.denied[""] | s.denied[c.Guild] | s.denied[c.ID]
	if c.thread() {
		deny |= s.denied[c.Parent]
	}
	have := invited | s.granted
	if c.voice() {
		have |= permVoice // the role of all members has it
	}
	return have &^ deny
}

// overwrites are the permissions of a channel as Discord's JSON has them: what is taken
// from the bot there, and from all members.
func (s *world) overwrites(c *Channel) []any {
	deny, allow, list := s.denied[""]|s.denied[c.Guild]|s.denied[c.ID], uint64(0), []any{}
	if c.Hidden {
		allow = permViewChannel &^ deny
		list = append(list, map[string]any{"id": c.Guild, "type": 0, "allow": "0", "deny": strconv.Itoa(permViewChannel)})
	}
	if deny|allow != 0 {
		list = append(list, map[string]any{"id": s.app, "type": 1, "allow": strconv.FormatUint(allow, 10), "deny": strconv.FormatUint(deny, 10)})
	}
	return list
}

// appPermissions are the permissions that an interaction tells the bot. Of direct
// messages Discord names only these, though the bot may write and read there.
func (s *world) appPermissions(c *Channel) uint64 {
	if c.Type == channelDM {
		return permAttach | permEmbed | permEveryone | permEmojis
	}
	return s.botPermissions(c)
}

// sees reports whether a person may see a message. No other function decides it.
func (s *world) sees(user ID, m *Message) bool {
	c := s.channels[m.Channel]
	if c == nil || !s.isOpen(c, user) {
		return false
	}
	return m.EphemeralFor == "" || m.EphemeralFor == user
}
