package localcord

import (
	"bytes"
	"crypto/subtle"
	"fmt"
	"image"
	_ "image/gif" // sizes of pictures
	_ "image/jpeg"
	_ "image/png"
	"mime"
	"net/http"
	"net/url"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"oneiros/bot/localcord/wire"
)

// A person is one of those who can be acted as.
type person struct {
	ID     ID     `json:"id"`
	Name   string `json:"name"`
	Login  string `json:"login"`
	Color  string `json:"color"`
	Locale string `json:"locale"`
	Owner  bool   `json:"owner"`
	Gone   bool   `json:"gone,omitempty"` // left the server, or was banned
}

func (p *person) user() User {
	name := p.Name
	return User{ID: p.ID, Username: p.Login, GlobalName: &name, Discriminator: "0"}
}

func botUser(id ID) User {
	return User{ID: id, Username: "Oneiros", Discriminator: "0001", Bot: true}
}

// first are the people of a new server.
var first = []person{
	{Name: "Аня", Login: "anya", Color: "#e58fb1", Locale: "ru", Owner: true},
	{Name: "Boris", Login: "boris", Color: "#7fb3e6", Locale: "en-US"},
	{Name: "Вера", Login: "vera", Color: "#b59af0", Locale: "ru"},
	{Name: "Gleb", Login: "gleb", Color: "#7fd1a8", Locale: "en-US"},
	{Name: "Даша", Login: "dasha", Color: "#f0b36f", Locale: "ru"},
	{Name: "Eve", Login: "eve", Color: "#e6d06a", Locale: "en-US"},
	{Name: "Фёдор", Login: "fyodor", Color: "#6fc9d1", Locale: "ru"},
	{Name: "Grace", Login: "grace", Color: "#e6887a", Locale: "en-US"},
	{Name: "Илья", Login: "ilya", Color: "#9bbf6a", Locale: "ru"},
	{Name: "Kate", Login: "kate", Color: "#c8a0d8", Locale: "en-US"},
}

const guildName = "Oneiros"

// found makes a new server. The caller holds mu.
func (s *Server) found() {
	s.app, s.guild, s.locale = s.newID(), s.newID(), "en-US"
	s.bot = botUser(s.app)
	for i := range first {
		p := first[i]
		p.ID = s.newID()
		s.people = append(s.people, &p)
	}
	for i, name := range []string{"table", "second-table", "lounge"} {
		c := &Channel{ID: s.newID(), Type: channelText, Name: name, Position: i}
		s.channels[c.ID] = c
		s.order = append(s.order, c.ID)
	}
	if s.journal != nil {
		s.keepAll()
	}
}

func (s *Server) person(id ID) *person {
	for _, p := range s.people {
		if p.ID == id {
			return p
		}
	}
	return nil
}

// Permissions.
const (
	permManageServer   = 1 << 5
	permViewChannel    = 1 << 10
	permSend           = 1 << 11
	permManageMessages = 1 << 13
	permEmbed          = 1 << 14
	permAttach         = 1 << 15
	permHistory        = 1 << 16
	permEveryone       = 1 << 17
	permManageThreads  = 1 << 34
	permThreads        = 1 << 35
	permSendInThreads  = 1 << 38

	// invited is what the bot's invite asks for, threads included.
	invited = 309237763072
	// everybody is what a new server lets all members do, as far as anything here asks.
	everybody = permViewChannel | permSend | permEmbed | permAttach | permHistory | permThreads | permSendInThreads | 1<<6 | 1<<31
	// everything is every permission that Discord has given a bit.
	everything = 1<<53 - 1
)

func (s *Server) memberPermissions(p *person) uint64 {
	if p.Owner {
		return everything
	}
	return everybody
}

// botPermissions are the bot's in a channel, a thread having its parent's.
func (s *Server) botPermissions(c *Channel) uint64 {
	if c.Type == channelDM {
		return everybody
	}
	deny := s.denied[""] | s.denied[c.ID]
	if c.thread() {
		deny |= s.denied[c.Parent]
	}
	return invited &^ deny
}

// sees is the one rule of who may see a message.
func (s *Server) sees(user ID, m *Message) bool {
	c := s.channels[m.Channel]
	if c == nil || !c.open(user) {
		return false
	}
	return m.EphemeralFor == "" || m.EphemeralFor == user
}

// open says whether a person may see a channel at all.
func (c *Channel) open(user ID) bool { return c.Type != channelDM || c.Recipient == user }

// place puts a version of a message where it belongs.
func (s *Server) place(m *Message) {
	all := s.posts[m.Channel]
	if s.byID[m.ID] != nil {
		if i := slices.IndexFunc(all, func(o *Message) bool { return o.ID == m.ID }); i >= 0 {
			all[i] = m
		}
	} else {
		s.posts[m.Channel] = append(all, m)
	}
	s.byID[m.ID] = m
}

func (s *Server) remove(id ID) {
	m := s.byID[id]
	if m == nil {
		return
	}
	delete(s.byID, id)
	s.posts[m.Channel] = slices.DeleteFunc(s.posts[m.Channel], func(o *Message) bool { return o.ID == id })
}

func (s *Server) removeChannel(id ID) {
	for _, m := range s.posts[id] {
		delete(s.byID, m.ID)
	}
	delete(s.posts, id)
	delete(s.channels, id)
	s.order = slices.DeleteFunc(s.order, func(o ID) bool { return o == id })
}

// newChannel makes a channel known. The caller holds mu.
func (s *Server) newChannel(c *Channel) {
	s.channels[c.ID] = c
	s.order = append(s.order, c.ID)
	s.journal.put("channel", c.ID, c)
	s.tellChannel("channel_create", c)
	switch {
	case c.thread():
		w := s.channelWire(c)
		w["newly_created"] = true
		s.dispatch(1, true, "THREAD_CREATE", w)
	case c.Type != channelDM:
		s.dispatch(1, true, "CHANNEL_CREATE", s.channelWire(c))
	}
	s.change()
}

// saveChannel replaces a channel by a changed copy. The caller holds mu.
func (s *Server) saveChannel(c *Channel, tell bool) {
	s.channels[c.ID] = c
	s.journal.put("channel", c.ID, c)
	if !tell {
		return
	}
	s.tellChannel("channel_update", c)
	kind := "CHANNEL_UPDATE"
	if c.thread() {
		kind = "THREAD_UPDATE"
	}
	s.dispatch(1, true, kind, s.channelWire(c))
	s.change()
}

// dropChannel deletes a channel and the threads below it. The caller holds mu.
func (s *Server) dropChannel(c *Channel) {
	for _, id := range slices.Clone(s.order) {
		if t := s.channels[id]; t != nil && t.Parent == c.ID {
			s.dropChannel(t)
		}
	}
	s.tell(c.open, event{"type": "channel_delete", "channel": c.ID})
	kind := "CHANNEL_DELETE"
	if c.thread() {
		kind = "THREAD_DELETE"
	}
	s.dispatch(1, true, kind, s.channelWire(c))
	for _, m := range s.posts[c.ID] {
		s.forgetFiles(m, nil)
	}
	s.removeChannel(c.ID)
	s.journal.drop("channel", c.ID)
	s.change()
}

// An origin is where a new message comes from.
type origin struct {
	author    User
	kind      int
	asked     *interaction // that it answers, or nil
	ephemeral ID
	flags     int
}

// post makes a message of a draft. The caller holds mu.
func (s *Server) post(c *Channel, d *wire.Draft, from origin) (*Message, error) {
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
	next.Last, next.Count = m.ID, c.Count+1
	wake := c.thread() && c.Archived
	next.Archived = next.Archived && !c.thread()
	s.saveChannel(&next, wake)
	s.tellMessage("message_create", m)
	s.dispatchMessage("MESSAGE_CREATE", m)
	s.change()
	return m, nil
}

// edit makes the next version of a message. The caller holds mu.
func (s *Server) edit(old *Message, d *wire.Draft) (*Message, error) {
	m := *old
	now := stamp(time.Now())
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
func (s *Server) update(m *Message) {
	old := s.byID[m.ID]
	s.place(m)
	s.keepMessage(m)
	s.forgetFiles(old, m)
	s.tellMessage("message_update", m)
	s.dispatchMessage("MESSAGE_UPDATE", m)
	s.change()
}

// drop deletes a message. The caller holds mu.
func (s *Server) drop(m *Message) {
	s.tell(func(u ID) bool { return s.sees(u, m) }, event{"type": "message_delete", "channel": m.Channel, "message": m.ID})
	if m.EphemeralFor == "" {
		s.dispatchMessage("MESSAGE_DELETE", m)
	}
	s.remove(m.ID)
	s.journal.drop("message", m.ID)
	s.forgetFiles(m, nil)
	s.change()
}

// forgetFiles removes the files that a message had and has no more. What is
// left over after a kill in between is swept away at the next start.
func (s *Server) forgetFiles(old, now *Message) {
	if old == nil {
		return
	}
	for _, a := range old.AllFiles {
		if now != nil && now.File(a.ID) != nil {
			continue
		}
		if err := s.blobs.remove(a.ID); err != nil {
			s.log.Warn().Err(err).Msg("a file stays until the next start")
		}
	}
}

// dress gives a message its files, and its embeds and components the addresses
// of the files that they show. An attachment that an embed shows is not among
// the message's attachments: so it is at Discord. Only the name hides it: an
// embed that comes back with the file's address shows it twice, there as here.
func (s *Server) dress(m *Message, d *wire.Draft, old *Message) error {
	m.AllFiles = nil
	if old != nil && !d.HasAttachments {
		m.AllFiles = slices.Clone(old.AllFiles)
	}
	for _, k := range d.Attachments {
		if _, isNew := d.Upload(k.ID); isNew || old == nil {
			continue
		}
		a := *old.File(k.ID)
		if k.Description != "" {
			a.Description = k.Description
		}
		m.AllFiles = append(m.AllFiles, &a)
	}
	for _, n := range d.FileOrder {
		u := d.Files[n]
		a := &Attachment{ID: s.newID(), Filename: wire.CleanName(u.Name), Size: len(u.Data), Ephemeral: m.EphemeralFor != ""}
		for _, k := range d.Attachments {
			if i, ok := d.Upload(k.ID); ok && i == n {
				a.Description, a.Title = k.Description, k.Title
				if k.Name != "" {
					a.Filename = wire.CleanName(k.Name)
				}
			}
		}
		a.ContentType = mime.TypeByExtension(path.Ext(a.Filename))
		if c, _, err := image.DecodeConfig(bytes.NewReader(u.Data)); err == nil {
			a.Width, a.Height = c.Width, c.Height
		}
		a.URL = fmt.Sprintf("/attachments/%s/%s/%s?hm=%s", m.Channel, a.ID, url.PathEscape(a.Filename), secret(16))
		a.ProxyURL = a.URL
		if err := s.blobs.save(a.ID, u.Data); err != nil {
			return err
		}
		m.AllFiles = append(m.AllFiles, a)
	}
	if len(m.AllFiles) > 10 {
		f := &wire.Form{}
		f.Add("attachments", "BASE_TYPE_MAX_LENGTH", "Must be 10 or fewer in length.")
		return f.Err()
	}
	find := func(address string) *Attachment {
		name, ok := strings.CutPrefix(address, "attachment://")
		for _, a := range slices.Backward(m.AllFiles) {
			if ok && a.Filename == name {
				return a
			}
		}
		return nil
	}
	shown := map[ID]bool{}
	if old != nil && !d.HasEmbeds {
		for _, a := range old.AllFiles {
			shown[a.ID] = !slices.ContainsFunc(old.Attachments, func(b *Attachment) bool { return b.ID == a.ID })
		}
	}
	embeds := make([]*Embed, 0, len(m.Embeds))
	for _, e := range m.Embeds {
		c := *e
		for _, i := range []**wire.EmbedImage{&c.Image, &c.Thumbnail} {
			if *i == nil {
				continue
			}
			if a := find((*i).URL); a != nil {
				*i = &wire.EmbedImage{URL: a.URL, ProxyURL: a.URL, Width: a.Width, Height: a.Height, ContentType: a.ContentType, Description: a.Description}
				shown[a.ID] = true
			}
		}
		for _, p := range []**wire.EmbedPart{&c.Author, &c.Footer} {
			if *p != nil {
				if a := find((*p).IconURL); a != nil {
					q := **p
					q.IconURL, q.ProxyIconURL = a.URL, a.URL
					*p = &q
					shown[a.ID] = true
				}
			}
		}
		embeds = append(embeds, &c)
	}
	m.Embeds = embeds
	if d.HasComponents || old == nil {
		wire.Walk(m.Components, func(c *Component) {
			for _, x := range c.AllMedia() {
				if a := find(x.URL); a != nil {
					*x = wire.Media{URL: a.URL, Width: a.Width, Height: a.Height, ContentType: a.ContentType, AttachmentID: a.ID}
					if c.Type == wire.TypeFile {
						c.Name, c.Size = a.Filename, a.Size
					}
				}
				x.ID, x.ProxyURL = s.newID(), x.URL
			}
		})
	}
	if m.Components == nil {
		m.Components = []*Component{}
	}
	m.Attachments = []*Attachment{}
	for _, a := range m.AllFiles {
		if !shown[a.ID] {
			m.Attachments = append(m.Attachments, a)
		}
	}
	return nil
}

var mentioned = regexp.MustCompile(`<@!?(\d+)>|@everyone|@here`)

// mention notes whom the content pings. Without allowed_mentions a channel
// message pings all it names, an interaction's answer people only.
func (s *Server) mention(m *Message, d *wire.Draft, answer bool) {
	m.Mentions, m.MentionEveryone = []User{}, false
	users, everyone := true, !answer
	var named []ID
	if d.AllowedMentions != nil {
		users, everyone, named = d.AllowedMentions.Parse["users"], d.AllowedMentions.Parse["everyone"], d.AllowedMentions.Users
	}
	if c := s.channels[m.Channel]; m.Author.Bot && s.botPermissions(c)&permEveryone == 0 {
		everyone = false
	}
	for _, hit := range mentioned.FindAllStringSubmatch(m.Content, -1) {
		id := ID(hit[1])
		if id == "" {
			m.MentionEveryone = m.MentionEveryone || everyone
			continue
		}
		p := s.person(id)
		if p == nil || !users && !contains(named, id) || slices.ContainsFunc(m.Mentions, func(u User) bool { return u.ID == id }) {
			continue
		}
		m.Mentions = append(m.Mentions, p.user())
	}
}

// forBot is a message as the bot gets it: with whole addresses and without who
// alone may see it.
func (s *Server) forBot(m *Message) *Message {
	c := *m
	c.EphemeralFor = ""
	if m.Meta != nil {
		meta := *m.Meta
		meta.Name = "" // for the web client alone
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

// wire is forBot with what only the full shape of a channel's message has.
func (s *Server) wire(m *Message) any {
	b := s.forBot(m)
	if m.Flags&wire.FlagThread == 0 || s.channels[m.ID] == nil {
		return b
	}
	return struct {
		*Message
		Thread map[string]any `json:"thread"`
	}{b, s.channelWire(s.channels[m.ID])}
}

func (s *Server) owners(c *Channel) map[string]ID {
	if c.Type == channelDM {
		return map[string]ID{"0": "0"}
	}
	return map[string]ID{"0": s.guild}
}

// serveAttachment serves a file to whoever knows its address.
func (s *Server) serveAttachment(w http.ResponseWriter, r *http.Request) {
	parts := strings.Split(strings.TrimPrefix(r.URL.Path, "/attachments/"), "/")
	if len(parts) != 3 {
		http.NotFound(w, r)
		return
	}
	id := ID(parts[1])
	if _, err := strconv.ParseUint(parts[1], 10, 64); err != nil {
		http.NotFound(w, r)
		return
	}
	s.mu.Lock()
	found := s.attachment(id, r.URL.RequestURI())
	var data []byte
	if found != nil {
		var err error
		if data, err = s.blobs.load(id); err != nil {
			s.log.Error().Err(err).Msg("an attachment is lost")
			found = nil
		}
	}
	s.mu.Unlock()
	if found == nil {
		http.NotFound(w, r)
		return
	}
	w.Header().Set("Content-Type", found.ContentType)
	if found.ContentType == "" || !strings.HasPrefix(found.ContentType, "image/") || strings.Contains(found.ContentType, "svg") {
		w.Header().Set("Content-Type", "application/octet-stream")
	}
	w.Header().Set("X-Content-Type-Options", "nosniff")
	w.Header().Set("Cache-Control", "private, max-age=31536000, immutable")
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(data))
}

// attachment is the file with this id and this address, compared in constant
// time. Files of former versions are not found any more.
func (s *Server) attachment(id ID, address string) *Attachment {
	for _, m := range s.byID {
		if a := m.File(id); a != nil && subtle.ConstantTimeCompare([]byte(a.URL), []byte(address)) == 1 {
			return a
		}
	}
	return nil
}
