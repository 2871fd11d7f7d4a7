package world

import (
	"time"

	"oneiros/bot/localcord/wire"
)

// Types of channels.
const (
	ChannelVoice   = 2
	ChannelText    = 0
	ChannelDM      = 1
	ChannelThread  = 11
	ChannelPrivate = 12
	ChannelStage   = 13
	ChannelForum   = 15
)

// A Channel is a channel of a server, a thread, or the direct channel of the bot
// and one person. It is a snapshot, which never changes.
type Channel struct {
	ID        wire.ID
	Type      int
	Guild     wire.ID `json:",omitempty"` // its server; "" of a direct channel
	Name      string
	Parent    wire.ID // of a thread
	Topic     string
	Position  int
	Recipient wire.ID // of a direct channel
	Owner     wire.ID // of a thread
	Archived  bool
	Locked    bool
	Archive   int     // minutes of silence until a thread is archived
	Last      wire.ID // its newest message
	Count     int     // messages of a thread
	ArchiveAt string
	UserLimit int  `json:",omitempty"` // of a voice channel; 0 is none
	Hidden    bool `json:",omitempty"` // from all members but the owner; the bot sees it
}

// Thread reports whether a channel is a thread.
func (c *Channel) Thread() bool { return c.Type == ChannelThread || c.Type == ChannelPrivate }

// Voice reports whether people meet aloud in a channel. It has a chat.
func (c *Channel) Voice() bool { return c.Type == ChannelVoice || c.Type == ChannelStage }

// Listed reports whether a server lists a channel. It lists no threads.
func (c *Channel) Listed() bool { return c.Type != ChannelDM && !c.Thread() }

// Local is the channel as the web client gets it.
func (c *Channel) Local() map[string]any {
	m := map[string]any{"id": c.ID, "name": c.Name, "type": c.Type, "parent": c.Parent}
	if c.Thread() {
		m["archived"], m["locked"] = c.Archived, c.Locked
	}
	return m
}

const stampLayout = "2006-01-02T15:04:05.000000+00:00"

// Stamp is a time as Discord writes it.
func Stamp(t time.Time) string { return t.UTC().Format(stampLayout) }

// parseStamp reads a time that Stamp wrote. What is none is the zero time.
func parseStamp(s string) time.Time {
	t, err := time.Parse(stampLayout, s)
	if err != nil {
		return time.Time{}
	}
	return t
}
