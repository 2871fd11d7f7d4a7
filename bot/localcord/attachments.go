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
	"slices"
	"strconv"
	"strings"
	"time"

	"oneiros/bot/localcord/wire"
)

// forgetFiles removes the files that only the old version of a message has. After a
// kill in between, the next start removes what is left over.
func (s *world) forgetFiles(old, now *Message) {
	if old == nil {
		return
	}
	for _, a := range old.AllFiles {
		if now != nil && now.File(a.ID) != nil {
			continue
		}
		if err := s.blobs.Remove(a.ID); err != nil {
			s.log.Warn().Err(err).Msg("remove attachment failed")
		}
	}
}

// dress gives a message its files. It gives the embeds and components the addresses
// of the files that they show. As at Discord, an attachment that an embed shows is
// not among the message's attachments. Only the file's name hides it. An embed that
// comes back with the file's address shows it twice, at Discord and here.
func (s *changes) dress(m *Message, d *wire.Draft, old *Message) error {
	if err := s.attach(m, d, old); err != nil {
		return err
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
	m.Embeds = dressEmbeds(m.Embeds, func(address string) *Attachment {
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

// attach gives a message its files: those that it keeps, and those of the draft.
func (s *changes) attach(m *Message, d *wire.Draft, old *Message) error {
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
		a.URL = fmt.Sprintf("/attachments/%s/%s/%s?hm=%s", m.Channel, a.ID, url.PathEscape(a.Filename), secret(s.luck.Next("attachment", m.Channel, a.Filename), 16))
		a.ProxyURL = a.URL
		if err := s.blobs.Save(a.ID, u.Data); err != nil {
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
func dressEmbeds(all []*Embed, find func(string) *Attachment) []*Embed {
	embeds := make([]*Embed, 0, len(all))
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
func (s *changes) dressComponents(all []*Component, find func(string) *Attachment) {
	wire.Walk(all, func(c *Component) {
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

// serveAttachment serves a file to every person who knows its address.
func (s *api) serveAttachment(w http.ResponseWriter, r *http.Request) {
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
	found := findAttachment(&s.world, id, r.URL.RequestURI())
	var data []byte
	if found != nil {
		var err error
		if data, err = s.blobs.Load(id); err != nil {
			s.log.Error().Err(err).Msg("read attachment failed")
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

// findAttachment is the file with this id and this address. It is nil for files of old
// versions. Addresses are compared in constant time.
func findAttachment(s *world, id ID, address string) *Attachment {
	if a := s.uploads[id]; a != nil && subtle.ConstantTimeCompare([]byte(a.URL), []byte(address)) == 1 {
		return a
	}
	for _, m := range s.byID {
		if a := m.File(id); a != nil && subtle.ConstantTimeCompare([]byte(a.URL), []byte(address)) == 1 {
			return a
		}
	}
	return nil
}
