package localcord

import (
	"slices"
	"time"

	"oneiros/bot/localcord/session"
	"oneiros/bot/localcord/stream"
)

// local is the channel as the web client gets it.
func (c *Channel) local() map[string]any {
	m := map[string]any{"id": c.ID, "name": c.Name, "type": c.Type, "parent": c.Parent}
	if c.thread() {
		m["archived"], m["locked"] = c.Archived, c.Locked
	}
	return m
}

const stampLayout = "2006-01-02T15:04:05.000000+00:00"

// stamp is a time as Discord writes it.
func stamp(t time.Time) string { return t.UTC().Format(stampLayout) }

// parseStamp reads a time that stamp wrote. What is none is the zero time.
func parseStamp(s string) time.Time {
	t, err := time.Parse(stampLayout, s)
	if err != nil {
		return time.Time{}
	}
	return t
}

// ChannelVoice is the type of a voice channel: see [Guild.NewChannelOf].
const ChannelVoice = 2

// Types of channels.
const (
	channelText    = 0
	channelDM      = 1
	channelThread  = 11
	channelPrivate = 12
	channelStage   = 13
	channelForum   = 15
)

// A Channel is a channel of a server, a thread, or the direct channel of the bot
// and one person. It is a snapshot, which never changes.
type Channel struct {
	ID        ID
	Type      int
	Guild     ID `json:",omitempty"` // its server; "" of a direct channel
	Name      string
	Parent    ID // of a thread
	Topic     string
	Position  int
	Recipient ID // of a direct channel
	Owner     ID // of a thread
	Archived  bool
	Locked    bool
	Archive   int // minutes of silence until a thread is archived
	Last      ID  // its newest message
	Count     int // messages of a thread
	ArchiveAt string
	UserLimit int  `json:",omitempty"` // of a voice channel; 0 is none
	Hidden    bool `json:",omitempty"` // from all members but the owner; the bot sees it
}

func (c *Channel) thread() bool { return c.Type == channelThread || c.Type == channelPrivate }

// voice reports whether people meet aloud in a channel. It has a chat.
func (c *Channel) voice() bool { return c.Type == ChannelVoice || c.Type == channelStage }

// listed reports whether a server lists a channel. It lists no threads.
func (c *Channel) listed() bool { return c.Type != channelDM && !c.thread() }

// channelWire is the channel as Discord's JSON has it.
func (s *world) channelWire(c *Channel) map[string]any {
	m := map[string]any{"id": c.ID, "type": c.Type, "flags": 0}
	if c.Last != "" {
		m["last_message_id"] = c.Last
	}
	if c.Type == channelDM {
		if p := s.person(c.Recipient); p != nil {
			m["recipients"] = []User{p.user()}
		}
		return m
	}
	m["guild_id"], m["name"], m["rate_limit_per_user"] = c.Guild, c.Name, 0
	if c.thread() {
		m["parent_id"], m["owner_id"] = c.Parent, c.Owner
		m["message_count"], m["total_message_sent"], m["member_count"] = c.Count, c.Count, 1
		m["thread_metadata"] = map[string]any{
			"archived": c.Archived, "locked": c.Locked, "auto_archive_duration": c.Archive,
			"archive_timestamp": c.ArchiveAt, "create_timestamp": stamp(c.ID.Time()),
		}
		return m
	}
	m["parent_id"], m["position"], m["nsfw"] = nil, c.Position, false
	m["permission_overwrites"] = s.overwrites(c)
	if c.voice() {
		m["bitrate"], m["user_limit"], m["rtc_region"] = 64000, c.UserLimit, nil
	}
	m["topic"] = nil
	if c.Topic != "" {
		m["topic"] = c.Topic
	}
	return m
}

// isOpen reports whether a person may see a channel: a member of its server, or the
// person at the other side of a direct channel.
func (s *world) isOpen(c *Channel, user ID) bool {
	if c.Type == channelDM {
		return c.Recipient == user
	}
	g := s.guild(c.Guild)
	return g != nil && g.Members[user] != nil && (!c.Hidden || g.Owner == user)
}

// readers decide who may see a channel.
func (s *eventStreams) readers(c *Channel) func(ID) bool {
	return func(user ID) bool { return s.isOpen(c, user) }
}

// direct is the direct channel of the bot and a person; nil when there is none.
func (s *world) direct(person ID) *Channel {
	for _, c := range s.channels {
		if c.Type == channelDM && c.Recipient == person {
			return c
		}
	}
	return nil
}

// openDirect opens the direct channel of the bot and a person. It is the one that
// they have, if they have one. The caller holds mu.
func (s *changes) openDirect(person ID) *Channel {
	c := s.direct(person)
	if c == nil {
		c = &Channel{ID: s.newID(), Type: channelDM, Name: s.bot.Username, Recipient: person}
		s.newChannel(c)
	}
	return c
}

// newChannel adds a channel. The caller holds mu.
func (s *changes) newChannel(c *Channel) {
	s.channels[c.ID] = c
	s.order = append(s.order, c.ID)
	s.journal.Put("channel", c.ID, c)
	s.tellChannel("channel_create", c)
	s.archiveQuiet(c.ID)
	switch {
	case c.thread():
		w := s.channelWire(c)
		w["newly_created"] = true
		s.sessions.Dispatch(session.IntentGuilds, c.Guild, "THREAD_CREATE", w)
	case c.Type != channelDM:
		s.sessions.Dispatch(session.IntentGuilds, c.Guild, "CHANNEL_CREATE", s.channelWire(c))
	}
	s.change()
}

// saveChannel replaces a channel by a changed copy. The caller holds mu.
func (s *changes) saveChannel(c *Channel, tell bool) {
	s.channels[c.ID] = c
	s.journal.Put("channel", c.ID, c)
	if !tell {
		return
	}
	s.tellChannel("channel_update", c)
	kind := "CHANNEL_UPDATE"
	if c.thread() {
		kind = "THREAD_UPDATE"
	}
	s.sessions.Dispatch(session.IntentGuilds, c.Guild, kind, s.channelWire(c))
	s.change()
}

// archiveQuiet archives a thread in which nothing happened for as long as it says, now or
// when that time comes. The caller holds mu.
func (s *changes) archiveQuiet(id ID) {
	c := s.channels[id]
	if s.closed || c == nil || !c.thread() || c.Archived {
		return
	}
	last := parseStamp(c.ArchiveAt)
	if c.Last != "" && c.Last.Time().After(last) {
		last = c.Last.Time()
	}
	if left := last.Add(time.Duration(c.Archive) * time.Minute).Sub(s.now()); left > 0 {
		time.AfterFunc(left, func() {
			s.mu.Lock()
			defer s.mu.Unlock()
			s.archiveQuiet(id)
		})
		return
	}
	next := *c
	next.Archived, next.ArchiveAt = true, stamp(s.now())
	s.saveChannel(&next, true)
}

// dropChannel deletes a channel and the threads below it. The caller holds mu.
func (s *changes) dropChannel(c *Channel) {
	for _, id := range slices.Clone(s.order) {
		if t := s.channels[id]; t != nil && t.Parent == c.ID {
			s.dropChannel(t)
		}
	}
	s.streams.Tell(s.readers(c), stream.Event{"type": "channel_delete", "channel": c.ID})
	kind := "CHANNEL_DELETE"
	if c.thread() {
		kind = "THREAD_DELETE"
	}
	s.sessions.Dispatch(session.IntentGuilds, c.Guild, kind, s.channelWire(c))
	for _, m := range s.posts[c.ID] {
		s.forgetFiles(m, nil)
	}
	s.removeChannel(c.ID)
	s.journal.Drop("channel", c.ID)
	s.change()
}
