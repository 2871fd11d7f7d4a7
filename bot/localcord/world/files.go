package world

import (
	"bytes"
	"crypto/subtle"
	"fmt"
	"image"
	_ "image/gif" // sizes of pictures
	_ "image/jpeg"
	_ "image/png"
	"mime"
	"net/url"
	"path"
	"slices"
	"strings"

	"oneiros/bot/localcord/journal"
	"oneiros/bot/localcord/wire"
)

// Files are the attachments of messages, and the files of forms, which are in no message.
type Files struct {
	w       *World
	Blobs   journal.Blobs // their bytes
	uploads map[wire.ID]*wire.Attachment
}

// forget removes the files that only the old version of a message has. After a
// kill in between, the next start removes what is left over.
func (s *Files) forget(old, now *wire.Message) {
	if old == nil {
		return
	}
	for _, a := range old.AllFiles {
		if now != nil && now.File(a.ID) != nil {
			continue
		}
		if err := s.Blobs.Remove(a.ID); err != nil {
			s.w.Log.Warn().Err(err).Msg("remove attachment failed")
		}
	}
}

// dress gives a message its files. It gives the embeds and components the addresses
// of the files that they show. As at Discord, an attachment that an embed shows is
// not among the message's attachments. Only the file's name hides it. An embed that
// comes back with the file's address shows it twice, at Discord and here.
func (s *Files) dress(m *wire.Message, d *wire.Draft, old *wire.Message) error {
	if err := s.attach(m, d, old); err != nil {
		return err
	}
	find := func(address string) *wire.Attachment {
		name, ok := strings.CutPrefix(address, "attachment://")
		for _, a := range slices.Backward(m.AllFiles) {
			if ok && a.Filename == name {
				return a
			}
		}
		return nil
	}
	shown := map[wire.ID]bool{}
	if old != nil && !d.HasEmbeds {
		for _, a := range old.AllFiles {
			shown[a.ID] = !slices.ContainsFunc(old.Attachments, func(b *wire.Attachment) bool { return b.ID == a.ID })
		}
	}
	m.Embeds = dressEmbeds(m.Embeds, func(address string) *wire.Attachment {
		a := find(address)
		if a != nil {
			shown[a.ID] = true
		}
		return a
	})
	if d.HasComponents || old == nil {
		s.dressComponents(m.Components, find)
	}
	if m.Components == nil {
		m.Components = []*wire.Component{}
	}
	m.Attachments = []*wire.Attachment{}
	for _, a := range m.AllFiles {
		if !shown[a.ID] {
			m.Attachments = append(m.Attachments, a)
		}
	}
	return nil
}

// attach gives a message its files: those that it keeps, and those of the draft.
func (s *Files) attach(m *wire.Message, d *wire.Draft, old *wire.Message) error {
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
		a := &wire.Attachment{ID: s.w.NewID(), Filename: wire.CleanName(u.Name), Size: len(u.Data), Ephemeral: m.EphemeralFor != ""}
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
		a.URL = fmt.Sprintf("/attachments/%s/%s/%s?hm=%s", m.Channel, a.ID, url.PathEscape(a.Filename), Secret(s.w.Luck.Next("attachment", m.Channel, a.Filename), 16))
		a.ProxyURL = a.URL
		if err := s.Blobs.Save(a.ID, u.Data); err != nil {
			return err
		}
		m.AllFiles = append(m.AllFiles, a)
	}
	if len(m.AllFiles) > 10 {
		f := &wire.Form{}
		f.Add("attachments", "BASE_TYPE_MAX_LENGTH", "Must be 10 or fewer in length.")
		return f.Err()
	}
	return nil
}

// dressEmbeds copies embeds with the addresses of the files that they show.
func dressEmbeds(all []*wire.Embed, find func(string) *wire.Attachment) []*wire.Embed {
	embeds := make([]*wire.Embed, 0, len(all))
	for _, e := range all {
		c := *e
		for _, i := range []**wire.EmbedImage{&c.Image, &c.Thumbnail} {
			if *i == nil {
				continue
			}
			if a := find((*i).URL); a != nil {
				*i = &wire.EmbedImage{URL: a.URL, ProxyURL: a.URL, Width: a.Width, Height: a.Height, ContentType: a.ContentType, Description: a.Description}
			}
		}
		for _, p := range []**wire.EmbedPart{&c.Author, &c.Footer} {
			if *p == nil {
				continue
			}
			if a := find((*p).IconURL); a != nil {
				q := **p
				q.IconURL, q.ProxyIconURL = a.URL, a.URL
				*p = &q
			}
		}
		embeds = append(embeds, &c)
	}
	return embeds
}

// dressComponents gives components the addresses of the files that they show.
func (s *Files) dressComponents(all []*wire.Component, find func(string) *wire.Attachment) {
	wire.Walk(all, func(c *wire.Component) {
		for _, x := range c.AllMedia() {
			if a := find(x.URL); a != nil {
				*x = wire.Media{URL: a.URL, Width: a.Width, Height: a.Height, ContentType: a.ContentType, AttachmentID: a.ID}
				if c.Type == wire.TypeFile {
					c.Name, c.Size = a.Filename, a.Size
				}
			}
			x.ID, x.ProxyURL = s.w.NewID(), x.URL
		}
	})
}

// find is the file with this id and this address. It is nil for files of old
// versions. Addresses are compared in constant time.
func (s *Files) find(id wire.ID, address string) *wire.Attachment {
	if a := s.uploads[id]; a != nil && subtle.ConstantTimeCompare([]byte(a.URL), []byte(address)) == 1 {
		return a
	}
	for _, m := range s.w.Messages.byID {
		if a := m.File(id); a != nil && subtle.ConstantTimeCompare([]byte(a.URL), []byte(address)) == 1 {
			return a
		}
	}
	return nil
}

// Open is the file with this id and this address, with its bytes; nil when there is none.
func (s *Files) Open(id wire.ID, address string) (*wire.Attachment, []byte) {
	found := s.find(id, address)
	if found == nil {
		return nil, nil
	}
	data, err := s.Blobs.Load(id)
	if err != nil {
		s.w.Log.Error().Err(err).Msg("read attachment failed")
		return nil, nil
	}
	return found, data
}

// Upload keeps a file that a person puts into a form. It is in no message, and as at Discord a
// restart may forget it. The file that comes back has its whole address.
func (s *Files) Upload(c *Channel, name string, data []byte) (*wire.Attachment, error) {
	a := &wire.Attachment{ID: s.w.NewID(), Filename: wire.CleanName(name), Size: len(data), Ephemeral: true}
	if a.Filename != name {
		a.Title = strings.TrimSuffix(name, path.Ext(name))
	}
	a.URL = fmt.Sprintf("/attachments/%s/%s/%s?hm=%s", c.ID, a.ID, url.PathEscape(a.Filename), Secret(s.w.Luck.Next("attachment", c.ID, a.Filename), 16))
	if err := s.Blobs.Save(a.ID, data); err != nil {
		return nil, err
	}
	s.uploads[a.ID] = a
	told := *a
	told.URL = s.w.URL + a.URL
	told.ProxyURL = told.URL
	return &told, nil
}
