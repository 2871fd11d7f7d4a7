package localcord

import (
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"oneiros/bot/localcord/stream"
	"oneiros/bot/localcord/wire"
)

// changes are what can happen to people, channels and messages. Every person who may
// see a change is told of it.
type changes struct {
	gateway
	oldEdits map[ID][]time.Time // when old messages were edited, by channel
}

// say posts what a person writes.
func (s *changes) say(p *person, c *Channel, content string) (*Message, error) {
	if n := utf8.RuneCountInString(content); n == 0 || n > 2000 {
		return nil, clientError("a message has from 1 to 2000 characters")
	}
	if !s.isHere(p, c) {
		return nil, errGone
	}
	if c.Locked {
		return nil, clientError("the thread is locked")
	}
	return s.post(c, &wire.Draft{Content: content}, origin{author: p.user()})
}

// dismiss deletes an ephemeral message. At Discord only the reader's client drops it,
// and the bot can still edit it. Here it is gone, and the bot has to bear that too.
func (s *changes) dismiss(p *person, id ID) error {
	m := s.byID[id]
	if m == nil || m.EphemeralFor != p.ID {
		return clientError("there is no such message")
	}
	s.drop(m)
	return nil
}

// An origin says who sends a new message, and what it answers.
type origin struct {
	author    User
	kind      int
	asked     *interaction // that it answers, or nil
	ephemeral ID
	flags     int
}

// post sends a draft as a new message. The caller holds mu.
func (s *changes) post(c *Channel, d *wire.Draft, from origin) (*Message, error) {
	id := s.newID()
	m := &Message{
		ID: id, Channel: c.ID, Type: from.kind, Author: from.author, Content: d.Content, Timestamp: stamp(id.Time()), TTS: d.TTS,
		Flags: d.Flags&^wire.FlagEphemeral | from.flags, Nonce: d.Nonce, EphemeralFor: from.ephemeral,
		Mentions: []User{}, MentionRoles: []ID{}, Attachments: []*Attachment{}, Embeds: d.Embeds, Components: d.Components,
	}
	if from.ephemeral != "" {
		m.Flags |= wire.FlagEphemeral
	}
	if x := from.asked; x != nil {
		m.Application, m.Webhook, m.Interaction = s.app, s.app, x.ID
		m.Meta = &wire.Meta{ID: x.ID, Type: x.Kind, Name: x.Words, Owners: s.owners(c), InteractedMessage: x.Source}
		if p := s.person(x.User); p != nil {
			m.Meta.User = p.user()
		}
		if x.Original != "" && x.Original != x.Source {
			m.Meta.OriginalResponse = x.Original
		}
	}
	if err := s.dress(m, d, nil); err != nil {
		return nil, err
	}
	s.mention(m, d, from.asked != nil)
	s.place(m)
	s.keepMessage(m)
	next := *c
	if m.EphemeralFor == "" {
		next.Last = m.ID // what one person sees is not the last message of the channel
	}
	next.Count = c.Count + 1
	wake := c.thread() && c.Archived
	if wake {
		next.Archived, next.ArchiveAt = false, stamp(s.now())
	}
	s.saveChannel(&next, wake)
	if wake {
		s.archiveQuiet(c.ID)
	}
	s.tellMessage("message_create", m)
	s.dispatchMessage("MESSAGE_CREATE", m)
	s.change()
	return m, nil
}

// edit makes the next version of a message. The caller holds mu.
func (s *changes) edit(old *Message, d *wire.Draft) (*Message, error) {
	m := *old
	now := stamp(s.now())
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
	if err := s.dress(&m, d, old); err != nil {
		return nil, err
	}
	if m.Blank() {
		return nil, wire.ErrEmptyMessage
	}
	if d.HasContent || d.AllowedMentions != nil {
		s.mention(&m, d, old.Webhook != "")
	}
	s.update(&m)
	return &m, nil
}

// update saves and tells a new version of a message. The caller holds mu.
func (s *changes) update(m *Message) {
	old := s.byID[m.ID]
	s.place(m)
	s.keepMessage(m)
	s.forgetFiles(old, m)
	s.tellMessage("message_update", m)
	s.dispatchMessage("MESSAGE_UPDATE", m)
	s.change()
}

// drop deletes a message. The caller holds mu.
func (s *changes) drop(m *Message) {
	s.streams.Tell(func(u ID) bool { return s.sees(u, m) }, stream.Event{"type": "message_delete", "channel": m.Channel, "message": m.ID})
	if m.EphemeralFor == "" {
		s.dispatchMessage("MESSAGE_DELETE", m)
	}
	s.remove(m.ID)
	s.journal.Drop("message", m.ID)
	s.forgetFiles(m, nil)
	s.change()
}

var mentioned = regexp.MustCompile(`<@([!&]?)(\d+)>|@everyone|@here`)

// mention notes whom the content pings. Without allowed_mentions, a channel message
// pings every person whom it names, and an answer to an interaction pings people only. A role is
// pinged only where it is mentionable, or the author may mention all roles.
func (s *changes) mention(m *Message, d *wire.Draft, answer bool) {
	m.Mentions, m.MentionRoles, m.MentionEveryone = []User{}, []ID{}, false
	users, roles, everyone := true, !answer, !answer
	var named, namedRoles []ID
	if a := d.AllowedMentions; a != nil {
		users, roles, everyone, named, namedRoles = a.Parse["users"], a.Parse["roles"], a.Parse["everyone"], a.Users, a.Roles
	}
	c := s.channels[m.Channel]
	all := !m.Author.Bot || s.botPermissions(c)&permEveryone != 0
	everyone = everyone && all
	var here []role
	if g := s.guild(c.Guild); g != nil {
		here = g.Roles
	}
	for _, hit := range mentioned.FindAllStringSubmatch(m.Content, -1) {
		id := ID(hit[2])
		if id == "" {
			m.MentionEveryone = m.MentionEveryone || everyone
			continue
		}
		if hit[1] == "&" {
			pings := slices.ContainsFunc(here, func(r role) bool { return r.ID == id && (r.Mentionable || all) })
			if pings && (roles || contains(namedRoles, id)) && !contains(m.MentionRoles, id) {
				m.MentionRoles = append(m.MentionRoles, id)
			}
			continue
		}
		p := s.person(id)
		if p == nil || !users && !contains(named, id) || slices.ContainsFunc(m.Mentions, func(u User) bool { return u.ID == id }) {
			continue
		}
		m.Mentions = append(m.Mentions, p.user())
	}
}

// forBot is a message as the bot gets it. Its addresses are whole, and the only
// person who can see it is left out.
func (s *world) forBot(m *Message) *Message {
	c := *m
	c.EphemeralFor = ""
	if m.Meta != nil {
		meta := *m.Meta
		meta.Name = "" // only the web client gets it
		c.Meta = &meta
	}
	whole := func(address *string) {
		if strings.HasPrefix(*address, "/attachments/") {
			*address = s.url + *address
		}
	}
	c.Attachments = make([]*Attachment, len(m.Attachments))
	for i, a := range m.Attachments {
		b := *a
		whole(&b.URL)
		whole(&b.ProxyURL)
		c.Attachments[i] = &b
	}
	c.Embeds = make([]*Embed, len(m.Embeds))
	for i, e := range m.Embeds {
		b := *e
		for _, p := range []**wire.EmbedImage{&b.Image, &b.Thumbnail} {
			if *p != nil {
				q := **p
				whole(&q.URL)
				whole(&q.ProxyURL)
				*p = &q
			}
		}
		c.Embeds[i] = &b
	}
	if m.Flags&wire.FlagV2 != 0 {
		c.Components = wholeMedia(m.Components, whole)
	}
	return &c
}

// wholeMedia copies components with whole addresses of what they show.
func wholeMedia(all []*Component, whole func(*string)) []*Component {
	out := make([]*Component, len(all))
	one := func(m *wire.Media) *wire.Media {
		if m == nil {
			return nil
		}
		b := *m
		whole(&b.URL)
		whole(&b.ProxyURL)
		return &b
	}
	for i, c := range all {
		b := *c
		b.Media, b.File, b.Items = one(c.Media), one(c.File), nil
		for _, x := range c.Items {
			y := *x
			y.Media = *one(&x.Media)
			b.Items = append(b.Items, &y)
		}
		b.Components = wholeMedia(c.Components, whole)
		if c.Accessory != nil {
			b.Accessory = wholeMedia([]*Component{c.Accessory}, whole)[0]
		}
		out[i] = &b
	}
	return out
}

// wire is forBot, with the thread that was started at the message.
func (s *world) wire(m *Message) any {
	b := s.forBot(m)
	if m.Flags&wire.FlagThread == 0 || s.channels[m.ID] == nil {
		return b
	}
	return struct {
		*Message
		Thread map[string]any `json:"thread"`
	}{b, s.channelWire(s.channels[m.ID])}
}
