package wire

import (
	"math"
	"strconv"
	"strings"
	"unicode/utf8"
)

// A Draft is what a request wants a message to be. An edit changes only the fields
// whose Has is true.
type Draft struct {
	Content         string
	Embeds          []*Embed
	Components      []*Component
	Flags           int
	TTS             bool
	Nonce           any
	EnforceNonce    bool
	AllowedMentions *AllowedMentions
	Attachments     []AttachmentRef
	HasContent      bool
	HasEmbeds       bool
	HasComponents   bool
	HasFlags        bool
	HasAttachments  bool
	Files           map[int]Upload
	FileOrder       []int
}

// An AttachmentRef is one entry of the attachments array. Its ID is that of an
// attachment the message has, or the n of files[n].
type AttachmentRef struct {
	ID          ID
	Name        string
	Description string
	Title       string
}

// AllowedMentions is allowed_mentions: who may be pinged.
type AllowedMentions struct {
	Parse map[string]bool
	Users []ID
	Roles []ID
}

// A Purpose is what a body is for, which decides which flags it may set.
type Purpose int

const (
	ForMessage  Purpose = iota
	ForResponse         // an interaction's answer or follow-up
	ForEdit
)

// ReadMessage reads and checks the body of a message. old is the message that an
// edit changes, or nil. What is wrong is in the form of o.
func ReadMessage(b *Body, o Object, where Purpose, old *Message) *Draft {
	d := &Draft{Files: b.files, FileOrder: b.FileOrder}
	d.HasContent, d.HasEmbeds, d.HasComponents = o.has("content"), o.has("embeds"), o.has("components")
	d.HasFlags, d.HasAttachments = o.IsSet("flags"), o.has("attachments")
	d.Content = o.TrimmedString("content", 0, 2000)
	d.TTS = o.Bool("tts")
	d.Flags = readFlags(o, where)
	d.Embeds = readEmbeds(o)
	d.AllowedMentions = readMentions(o)
	if v := o.Fields["nonce"]; v != nil {
		d.Nonce = v
		if t, ok := v.(string); ok && utf8.RuneCountInString(t) > 25 {
			o.Wrong("nonce", "BASE_TYPE_MAX_LENGTH", "Must be 25 or fewer in length.")
		}
		d.EnforceNonce = o.Bool("enforce_nonce")
	}
	wasV2 := old != nil && old.Flags&FlagV2 != 0
	v2 := d.Flags&FlagV2 != 0 || wasV2
	d.Components = readComponents(o, v2)
	if v2 {
		d.checkLegacyFields(o, old, wasV2)
	}
	d.readAttachments(o, old)
	if len(d.FileOrder) > 10 {
		o.Wrong("attachments", "BASE_TYPE_MAX_LENGTH", "Must be 10 or fewer in length.")
	}
	names := map[string]bool{}
	if old != nil && !d.HasAttachments {
		for _, f := range old.AllFiles {
			names[f.Filename] = true
		}
	}
	for _, k := range d.Attachments {
		if old != nil {
			if f := old.File(k.ID); f != nil {
				names[f.Filename] = true
			}
		}
	}
	for _, n := range d.FileOrder {
		names[CleanName(d.Files[n].Name)] = true
	}
	checkFiles(o, d, names)
	return d
}

// checkLegacyFields refuses content and embeds beside components of version 2.
func (d *Draft) checkLegacyFields(o Object, old *Message, wasV2 bool) {
	if d.Content != "" || old != nil && !wasV2 && !d.HasContent && old.Content != "" {
		o.Wrong("content", "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2", "The 'content' field cannot be used when using MessageFlags.IS_COMPONENTS_V2")
	}
	if len(d.Embeds) > 0 || old != nil && !wasV2 && !d.HasEmbeds && len(old.Embeds) > 0 {
		o.Wrong("embeds", "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2", "The 'embeds' field cannot be used when using MessageFlags.IS_COMPONENTS_V2")
	}
	for _, k := range []string{"poll", "sticker_ids"} {
		if o.IsSet(k) {
			o.Wrong(k, "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2", "The '%s' field cannot be used when using MessageFlags.IS_COMPONENTS_V2", k)
		}
	}
}

// readAttachments reads the attachments array.
func (d *Draft) readAttachments(o Object, old *Message) {
	for _, a := range o.Objects("attachments", 0, 10) {
		k := AttachmentRef{ID: ID(Text(a.Fields["id"])), Name: a.String("filename", 0, 1024), Description: a.String("description", 0, 1024), Title: a.String("title", 0, 1024)}
		if !a.IsSet("id") {
			a.Require("id")
			continue
		}
		_, isFile := d.Upload(k.ID)
		if !isFile && (old == nil || old.File(k.ID) == nil) {
			a.Wrong("id", "MESSAGE_ATTACHMENT_NOT_FOUND", "Attachment data not found")
			continue
		}
		d.Attachments = append(d.Attachments, k)
	}
}

// Upload is the n of files[n] that an id means; false when there is no such file.
func (d *Draft) Upload(id ID) (int, bool) {
	n, err := strconv.Atoi(string(id))
	if err != nil {
		return 0, false
	}
	_, ok := d.Files[n]
	return n, ok
}

// checkFiles checks that each attachment:// address names a file of the message. In
// an embed Discord would show nothing instead. Here it is refused, because the bot
// would not notice its mistake.
func checkFiles(o Object, d *Draft, names map[string]bool) {
	look := func(path, address string) {
		name, ok := strings.CutPrefix(address, "attachment://")
		if ok && !names[name] {
			o.Form.Add(path, "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND", "The referenced attachment \"%s\" was not found.", name)
		}
	}
	for i, e := range d.Embeds {
		base := o.at("embeds") + "\x00" + strconv.Itoa(i) + "\x00"
		if e.Image != nil {
			look(base+"image\x00url", e.Image.URL)
		}
		if e.Thumbnail != nil {
			look(base+"thumbnail\x00url", e.Thumbnail.URL)
		}
	}
	Walk(d.Components, func(c *Component) {
		for _, m := range c.AllMedia() {
			look(o.at("components"), m.URL)
		}
	})
}

// readFlags reads the flags that a sender may set. Other flags are refused on a new
// message, because a bot that sets them means something else. An edit can suppress
// embeds and turn to V2; its other flags are ignored.
func readFlags(o Object, where Purpose) int {
	n, ok := o.Int("flags", 0, math.MaxInt32)
	if !ok {
		return 0
	}
	may := FlagSuppressEmbeds | FlagV2
	switch where {
	case ForEdit:
		return n & may
	case ForResponse:
		may |= FlagEphemeral | FlagSilent
	case ForMessage:
		may |= FlagSilent
	}
	if n&^may != 0 {
		o.Wrong("flags", "MESSAGE_FLAGS_INVALID", "The flags %d cannot be set here.", n&^may)
	}
	return n & may
}

func readMentions(o Object) *AllowedMentions {
	a, ok := o.Child("allowed_mentions")
	if !ok {
		return nil
	}
	m := &AllowedMentions{Parse: map[string]bool{}}
	for i, v := range a.List("parse", 0, 100) {
		t, ok := v.(string)
		if !ok || t != "users" && t != "roles" && t != "everyone" {
			a.Form.Add(a.at("parse")+"\x00"+strconv.Itoa(i), "BASE_TYPE_CHOICES", "Value must be one of ('roles', 'users', 'everyone').")
			continue
		}
		m.Parse[t] = true
	}
	read := func(key string) []ID {
		var ids []ID
		for i, v := range a.List(key, 0, 100) {
			id := Text(v)
			if _, err := strconv.ParseUint(id, 10, 64); err != nil {
				a.Form.Add(a.at(key)+"\x00"+strconv.Itoa(i), "NUMBER_TYPE_COERCE", "Value \"%s\" is not snowflake.", id)
				continue
			}
			ids = append(ids, ID(id))
		}
		if len(ids) > 0 && m.Parse[key] {
			a.Wrong("", "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE", "parse:[\"%s\"] and %s: [ids...] are mutually exclusive.", key, key)
		}
		return ids
	}
	m.Users, m.Roles = read("users"), read("roles")
	a.Bool("replied_user")
	return m
}

func readEmbeds(o Object) []*Embed {
	var all []*Embed
	total := 0
	count := func(t string) string { total += utf8.RuneCountInString(t); return t }
	for _, e := range o.Objects("embeds", 0, 10) {
		x := &Embed{Type: "rich"}
		x.Title = count(e.TrimmedString("title", 0, 256))
		x.Description = count(e.TrimmedString("description", 0, 4096))
		x.URL = e.URL("url", "http", "https")
		x.Timestamp = e.String("timestamp", 0, 64)
		x.Color = e.OptionalInt("color", 0, 0xFFFFFF)
		if f, ok := e.Child("footer"); ok {
			x.Footer = &EmbedPart{Text: count(f.TrimmedString("text", 0, 2048)), IconURL: f.URL("icon_url", "http", "https", "attachment")}
		}
		if a, ok := e.Child("author"); ok {
			x.Author = &EmbedPart{Name: count(a.TrimmedString("name", 0, 256)), URL: a.URL("url", "http", "https"), IconURL: a.URL("icon_url", "http", "https", "attachment")}
		}
		image := func(key string) *EmbedImage {
			i, ok := e.Child(key)
			if !ok {
				return nil
			}
			u := i.URL("url", "http", "https", "attachment")
			if u == "" {
				return nil
			}
			return &EmbedImage{URL: u}
		}
		x.Image, x.Thumbnail = image("image"), image("thumbnail")
		for _, f := range e.Objects("fields", 0, 25) {
			one := EmbedField{Inline: f.Bool("inline")}
			for key, to := range map[string]*string{"name": &one.Name, "value": &one.Value} {
				max := 256
				if key == "value" {
					max = 1024
				}
				if *to = count(f.TrimmedString(key, 0, max)); *to == "" {
					f.Wrong(key, "BASE_TYPE_REQUIRED", "This field is required")
				}
			}
			x.Fields = append(x.Fields, one)
		}
		if x.Title == "" && x.Description == "" && x.Image == nil && x.Thumbnail == nil && len(x.Fields) == 0 && (x.Author == nil || x.Author.Name == "") && (x.Footer == nil || x.Footer.Text == "") {
			e.Wrong("description", "BASE_TYPE_REQUIRED", "This field is required")
		}
		all = append(all, x)
	}
	if total > 6000 {
		o.Wrong("embeds", "MAX_EMBED_SIZE_EXCEEDED", "Embed size exceeds maximum size of 6000")
	}
	return all
}

// Empty reports whether the draft shows nothing.
func (d *Draft) Empty() bool {
	return d.Content == "" && len(d.Embeds) == 0 && len(d.Components) == 0 && len(d.FileOrder) == 0
}
