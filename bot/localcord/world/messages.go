package world

import (
	"slices"
	"time"
	"unicode/utf8"

	"oneiros/bot/localcord/stream"
	"oneiros/bot/localcord/wire"
)

// Messages are the messages of all channels.
type Messages struct {
	w        *World
	byID     map[wire.ID]*wire.Message
	posts    map[wire.ID][]*wire.Message // by channel, oldest first
	oldEdits map[wire.ID][]time.Time     // when old messages were edited, by channel
}

// Find is the message with an id as it is now; nil when there is none.
func (s *Messages) Find(id wire.ID) *wire.Message { return s.byID[id] }

// In are all messages of a channel, oldest first.
func (s *Messages) In(channel wire.ID) []*wire.Message { return s.posts[channel] }

// VisibleTo are the messages of a channel that a person may see, oldest first.
func (s *Messages) VisibleTo(user, channel wire.ID) []*wire.Message {
	all := []*wire.Message{}
	for _, m := range s.In(channel) {
		if s.Sees(user, m) {
			all = append(all, m)
		}
	}
	return all
}

// Sees reports whether a person may see a message. No other function decides it.
func (s *Messages) Sees(user wire.ID, m *wire.Message) bool {
	c := s.w.Channels.Find(m.Channel)
	if c == nil || !s.w.Channels.IsOpen(c, user) {
		return false
	}
	return m.EphemeralFor == "" || m.EphemeralFor == user
}

// Say posts what a person writes.
func (s *Messages) Say(p *Person, c *Channel, content string) (*wire.Message, error) {
	if n := utf8.RuneCountInString(content); n == 0 || n > 2000 {
		return nil, ClientError("a message has from 1 to 2000 characters")
	}
	if !s.w.People.IsHere(p, c) {
		return nil, ErrGone
	}
	if c.Locked {
		return nil, ClientError("the thread is locked")
	}
	return s.Post(c, &wire.Draft{Content: content}, Origin{Author: p.User()})
}

// Dismiss deletes an ephemeral message. At Discord only the reader's client drops it,
// and the bot can still edit it. Here it is gone, and the bot has to bear that too.
func (s *Messages) Dismiss(p *Person, id wire.ID) error {
	m := s.Find(id)
	if m == nil || m.EphemeralFor != p.ID {
		return ClientError("there is no such message")
	}
	s.Drop(m)
	return nil
}

// An Origin says who sends a new message, and what it answers.
type Origin struct {
	Author    wire.User
	Kind      int
	Answers   *wire.Meta // the interaction that it answers, or nil
	Ephemeral wire.ID    // the one person who sees it; "" is every person
	Flags     int
}

// Post sends a draft as a new message.
func (s *Messages) Post(c *Channel, d *wire.Draft, from Origin) (*wire.Message, error) {
	id := s.w.NewID()
	m := &wire.Message{
		ID: id, Channel: c.ID, Type: from.Kind, Author: from.Author, Content: d.Content, Timestamp: Stamp(id.Time()), TTS: d.TTS,
		Flags: d.Flags&^wire.FlagEphemeral | from.Flags, Nonce: d.Nonce, EphemeralFor: from.Ephemeral,
		Mentions: []wire.User{}, MentionRoles: []wire.ID{}, Attachments: []*wire.Attachment{}, Embeds: d.Embeds, Components: d.Components,
	}
	if from.Ephemeral != "" {
		m.Flags |= wire.FlagEphemeral
	}
	if x := from.Answers; x != nil {
		m.Application, m.Webhook, m.Interaction, m.Meta = s.w.App, s.w.App, x.ID, x
	}
	if err := s.w.Files.dress(m, d, nil); err != nil {
		return nil, err
	}
	s.mention(m, d, from.Answers != nil)
	s.place(m)
	s.keep(m)
	next := *c
	if m.EphemeralFor == "" {
		next.Last = m.ID // what one person sees is not the last message of the channel
	}
	next.Count = c.Count + 1
	wake := c.Thread() && c.Archived
	if wake {
		next.Archived, next.ArchiveAt = false, Stamp(s.w.Now())
	}
	s.w.Channels.Save(&next, wake)
	if wake {
		s.w.Channels.ArchiveQuiet(c.ID)
	}
	s.tell("message_create", m)
	s.dispatch("MESSAGE_CREATE", m)
	s.w.Wake()
	return m, nil
}

// Edit makes the next version of a message.
func (s *Messages) Edit(old *wire.Message, d *wire.Draft) (*wire.Message, error) {
	m := *old
	now := Stamp(s.w.Now())
	m.Edited = &now
	if old.Loading() {
		m.Edited = nil
		m.Flags &^= wire.FlagLoading
	}
	if d.HasContent {
		m.Content = d.Content
	}
	if d.HasEmbeds {
		m.Embeds = d.Embeds
	}
	if d.HasComponents {
		m.Components = d.Components
	}
	if d.HasFlags {
		m.Flags = m.Flags&^wire.FlagSuppressEmbeds | d.Flags&wire.FlagSuppressEmbeds
	}
	m.Flags |= d.Flags & wire.FlagV2
	if err := s.w.Files.dress(&m, d, old); err != nil {
		return nil, err
	}
	if m.Blank() {
		return nil, wire.ErrEmptyMessage
	}
	if d.HasContent || d.AllowedMentions != nil {
		s.mention(&m, d, old.Webhook != "")
	}
	s.Update(&m)
	return &m, nil
}

// Update saves and tells a new version of a message.
func (s *Messages) Update(m *wire.Message) {
	old := s.Find(m.ID)
	s.place(m)
	s.keep(m)
	s.w.Files.forget(old, m)
	s.tell("message_update", m)
	s.dispatch("MESSAGE_UPDATE", m)
	s.w.Wake()
}

// Drop deletes a message.
func (s *Messages) Drop(m *wire.Message) {
	s.w.Streams.Tell(func(u wire.ID) bool { return s.Sees(u, m) }, stream.Event{"type": "message_delete", "channel": m.Channel, "message": m.ID})
	if m.EphemeralFor == "" {
		s.dispatch("MESSAGE_DELETE", m)
	}
	s.remove(m.ID)
	s.w.Journal.Drop("message", m.ID)
	s.w.Files.forget(m, nil)
	s.w.Wake()
}

const oldEditLimit = 30 // a guess: edits in a channel of messages older than an hour, each hour

// PaceOld refuses an edit when too many old messages of the channel were edited. Discord
// does not say whether that counts edits with the token of an interaction. Here it does.
func (s *Messages) PaceOld(m *wire.Message) error {
	if !s.w.Limits && s.w.Faults.On.OldEdits == 0 {
		return nil
	}
	now := s.w.Now()
	if now.Sub(m.ID.Time()) < s.w.Faults.On.OldAge() {
		return nil
	}
	limit := oldEditLimit
	if s.w.Faults.On.OldEdits > 0 {
		limit = s.w.Faults.On.OldEdits
	}
	recent := s.oldEdits[m.Channel]
	for len(recent) > 0 && now.Sub(recent[0]) >= time.Hour {
		recent = recent[1:]
	}
	if len(recent) >= limit {
		s.oldEdits[m.Channel] = recent
		e := *wire.ErrTooManyOldEdits
		e.RetryAfter = time.Hour - now.Sub(recent[0])
		return &e
	}
	s.oldEdits[m.Channel] = append(recent, now)
	return nil
}

// place adds a message, or replaces it by its new version.
func (s *Messages) place(m *wire.Message) {
	all := s.In(m.Channel)
	if s.Find(m.ID) != nil {
		if i := slices.IndexFunc(all, func(o *wire.Message) bool { return o.ID == m.ID }); i >= 0 {
			all[i] = m
		}
	} else {
		s.posts[m.Channel] = append(all, m)
	}
	s.byID[m.ID] = m
}

func (s *Messages) remove(id wire.ID) {
	m := s.Find(id)
	if m == nil {
		return
	}
	delete(s.byID, id)
	s.posts[m.Channel] = slices.DeleteFunc(s.posts[m.Channel], func(o *wire.Message) bool { return o.ID == id })
}

// removeAll removes all messages of a channel.
func (s *Messages) removeAll(channel wire.ID) {
	for _, m := range s.posts[channel] {
		delete(s.byID, m.ID)
	}
	delete(s.posts, channel)
}

func (s *Messages) keep(m *wire.Message) {
	s.w.Journal.Put("message", m.ID, keptMessage{m, m.AllFiles, m.Interaction})
}
