package world

import (
	"slices"
	"time"

	"oneiros/bot/localcord/session"
	"oneiros/bot/localcord/stream"
	"oneiros/bot/localcord/wire"
)

// Channels are all channels, threads and direct channels of all servers.
type Channels struct {
	w     *World
	byID  map[wire.ID]*Channel
	order []wire.ID
}

// Find is the channel with an id; nil when there is none.
func (s *Channels) Find(id wire.ID) *Channel { return s.byID[id] }

// All are all channels, oldest first.
func (s *Channels) All() (list []*Channel) {
	for _, id := range s.order {
		list = append(list, s.byID[id])
	}
	return list
}

// Wire is the channel as Discord's JSON has it.
func (s *Channels) Wire(c *Channel) map[string]any {
	m := map[string]any{"id": c.ID, "type": c.Type, "flags": 0}
	if c.Last != "" {
		m["last_message_id"] = c.Last
	}
	if c.Type == ChannelDM {
		if p := s.w.People.Find(c.Recipient); p != nil {
			m["recipients"] = []wire.User{p.User()}
		}
		return m
	}
	m["guild_id"], m["name"], m["rate_limit_per_user"] = c.Guild, c.Name, 0
	if c.Thread() {
		m["parent_id"], m["owner_id"] = c.Parent, c.Owner
		m["message_count"], m["total_message_sent"], m["member_count"] = c.Count, c.Count, 1
		m["thread_metadata"] = map[string]any{
			"archived": c.Archived, "locked": c.Locked, "auto_archive_duration": c.Archive,
			"archive_timestamp": c.ArchiveAt, "create_timestamp": Stamp(c.ID.Time()),
		}
		return m
	}
	m["parent_id"], m["position"], m["nsfw"] = nil, c.Position, false
	m["permission_overwrites"] = s.w.Permissions.overwrites(c)
	if c.Voice() {
		m["bitrate"], m["user_limit"], m["rtc_region"] = 64000, c.UserLimit, nil
	}
	m["topic"] = nil
	if c.Topic != "" {
		m["topic"] = c.Topic
	}
	return m
}

// List are channels of a server.
func (s *Channels) List(g *Guild, want func(*Channel) bool) []any {
	out := []any{}
	for _, c := range s.All() {
		if c.Guild == g.ID && want(c) {
			out = append(out, s.Wire(c))
		}
	}
	return out
}

// IsOpen reports whether a person may see a channel: a member of its server, or the
// person at the other side of a direct channel.
func (s *Channels) IsOpen(c *Channel, user wire.ID) bool {
	if c.Type == ChannelDM {
		return c.Recipient == user
	}
	g := s.w.Guilds.Find(c.Guild)
	return g != nil && g.Members[user] != nil && (!c.Hidden || g.Owner == user)
}

// Readers decide who may see a channel.
func (s *Channels) Readers(c *Channel) func(wire.ID) bool {
	return func(user wire.ID) bool { return s.IsOpen(c, user) }
}

// Owners are for whom an app is installed in a channel, as Discord's JSON has it.
func (s *Channels) Owners(c *Channel) map[string]wire.ID {
	if c.Type == ChannelDM {
		return map[string]wire.ID{"0": "0"}
	}
	return map[string]wire.ID{"0": c.Guild}
}

// Direct is the direct channel of the bot and a person; nil when there is none.
func (s *Channels) Direct(person wire.ID) *Channel {
	for _, c := range s.byID {
		if c.Type == ChannelDM && c.Recipient == person {
			return c
		}
	}
	return nil
}

// OpenDirect opens the direct channel of the bot and a person. It is the one that
// they have, if they have one.
func (s *Channels) OpenDirect(person wire.ID) *Channel {
	c := s.Direct(person)
	if c == nil {
		c = &Channel{ID: s.w.NewID(), Type: ChannelDM, Name: s.w.Bot.Username, Recipient: person}
		s.Add(c)
	}
	return c
}

// put adds a channel, or replaces it by its new version.
func (s *Channels) put(c *Channel) {
	if s.byID[c.ID] == nil {
		s.order = append(s.order, c.ID)
	}
	s.byID[c.ID] = c
}

// Add adds a channel.
func (s *Channels) Add(c *Channel) {
	s.put(c)
	s.w.Journal.Put("channel", c.ID, c)
	s.tell("channel_create", c)
	s.ArchiveQuiet(c.ID)
	switch {
	case c.Thread():
		w := s.Wire(c)
		w["newly_created"] = true
		s.w.Sessions.Dispatch(session.IntentGuilds, c.Guild, "THREAD_CREATE", w)
	case c.Type != ChannelDM:
		s.w.Sessions.Dispatch(session.IntentGuilds, c.Guild, "CHANNEL_CREATE", s.Wire(c))
	}
	s.w.Wake()
}

// Save replaces a channel by a changed copy.
func (s *Channels) Save(c *Channel, tell bool) {
	s.put(c)
	s.w.Journal.Put("channel", c.ID, c)
	if !tell {
		return
	}
	s.tell("channel_update", c)
	kind := "CHANNEL_UPDATE"
	if c.Thread() {
		kind = "THREAD_UPDATE"
	}
	s.w.Sessions.Dispatch(session.IntentGuilds, c.Guild, kind, s.Wire(c))
	s.w.Wake()
}

// ArchiveQuiet archives a thread in which nothing happened for as long as it says, now or
// when that time comes.
func (s *Channels) ArchiveQuiet(id wire.ID) {
	c := s.Find(id)
	if s.w.Closed || c == nil || !c.Thread() || c.Archived {
		return
	}
	last := parseStamp(c.ArchiveAt)
	if c.Last != "" && c.Last.Time().After(last) {
		last = c.Last.Time()
	}
	if left := last.Add(time.Duration(c.Archive) * time.Minute).Sub(s.w.Now()); left > 0 {
		time.AfterFunc(left, func() {
			s.w.Lock()
			defer s.w.Unlock()
			s.ArchiveQuiet(id)
		})
		return
	}
	next := *c
	next.Archived, next.ArchiveAt = true, Stamp(s.w.Now())
	s.Save(&next, true)
}

// Drop deletes a channel and the threads below it.
func (s *Channels) Drop(c *Channel) {
	for _, id := range slices.Clone(s.order) {
		if t := s.Find(id); t != nil && t.Parent == c.ID {
			s.Drop(t)
		}
	}
	s.w.Streams.Tell(s.Readers(c), stream.Event{"type": "channel_delete", "channel": c.ID})
	kind := "CHANNEL_DELETE"
	if c.Thread() {
		kind = "THREAD_DELETE"
	}
	s.w.Sessions.Dispatch(session.IntentGuilds, c.Guild, kind, s.Wire(c))
	for _, m := range s.w.Messages.In(c.ID) {
		s.w.Files.forget(m, nil)
	}
	s.remove(c.ID)
	s.w.Journal.Drop("channel", c.ID)
	s.w.Wake()
}

func (s *Channels) remove(id wire.ID) {
	s.w.Messages.removeAll(id)
	delete(s.byID, id)
	s.order = slices.DeleteFunc(s.order, func(o wire.ID) bool { return o == id })
}

func (s *Channels) tell(kind string, c *Channel) {
	s.w.Streams.Tell(s.Readers(c), stream.Event{"type": kind, "channel": c.Local()})
}
