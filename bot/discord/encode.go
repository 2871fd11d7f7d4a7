package discord

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"mime/multipart"
	"net/textproto"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/bwmarrin/discordgo"
)

// The bodies of requests are written by hand, byte after byte: a body is then
// exactly what its place in Discord's schema allows, nothing is sent empty that
// Discord would take for a wish, and an answer costs a few microseconds.

const digits = "0123456789abcdef"

// quote appends s as a JSON string. What is no UTF-8 becomes U+FFFD.
func quote(b []byte, s string) []byte {
	b = append(b, '"')
	from := 0
	for i := 0; i < len(s); {
		c := s[i]
		if c < utf8.RuneSelf {
			if c >= ' ' && c != '"' && c != '\\' {
				i++
				continue
			}
			b = append(b, s[from:i]...)
			switch c {
			case '"', '\\':
				b = append(b, '\\', c)
			case '\n':
				b = append(b, '\\', 'n')
			default:
				b = append(b, '\\', 'u', '0', '0', digits[c>>4], digits[c&15])
			}
			i++
			from = i
			continue
		}
		r, n := utf8.DecodeRuneInString(s[i:])
		if r == utf8.RuneError && n == 1 {
			b = append(b, s[from:i]...)
			b = append(b, `\ufffd`...)
			from = i + 1
		}
		i += n
	}
	b = append(b, s[from:]...)
	return append(b, '"')
}

// object writes the members of one JSON object.
type object struct {
	b     []byte
	begun bool
}

func (o *object) key(k string) {
	if o.begun {
		o.b = append(o.b, ',')
	} else {
		o.b = append(o.b, '{')
		o.begun = true
	}
	o.b = append(o.b, '"')
	o.b = append(o.b, k...)
	o.b = append(o.b, '"', ':')
}

func (o *object) text(k, v string) { o.key(k); o.b = quote(o.b, v) }

// some writes a text that is left out when it is empty.
func (o *object) some(k, v string) {
	if v != "" {
		o.text(k, v)
	}
}

func (o *object) number(k string, v int) { o.key(k); o.b = strconv.AppendInt(o.b, int64(v), 10) }

func (o *object) truth(k string, v bool) { o.key(k); o.b = strconv.AppendBool(o.b, v) }

func (o *object) id(k string, v ID) {
	o.key(k)
	o.b = append(o.b, '"')
	o.b = strconv.AppendUint(o.b, uint64(v), 10)
	o.b = append(o.b, '"')
}

// nested writes a member that is an object again.
func (o *object) nested(k string, fill func(*object)) {
	o.key(k)
	o.b = inner(o.b, fill)
}

func (o *object) end() []byte {
	if !o.begun {
		o.b = append(o.b, '{')
	}
	return append(o.b, '}')
}

func inner(b []byte, fill func(*object)) []byte {
	o := object{b: b}
	fill(&o)
	return o.end()
}

// list writes a member that is an array of objects.
func list[T any](o *object, k string, items []T, fill func(*object, *T)) {
	o.key(k)
	o.b = append(o.b, '[')
	for i := range items {
		if i > 0 {
			o.b = append(o.b, ',')
		}
		o.b = inner(o.b, func(o *object) { fill(o, &items[i]) })
	}
	o.b = append(o.b, ']')
}

// place is where a message goes, which decides what its body may hold.
type place int

const (
	placeCallback place = iota // a new message that answers an interaction
	placeUpdate                // the pressed message becomes this
	placeFollow                // a new message with an interaction's token
	placeOriginal              // an edit with an interaction's token
	placePost                  // a new message in a channel
	placeEdit                  // an edit in a channel
)

func (p place) edits() bool { return p == placeUpdate || p == placeOriginal || p == placeEdit }

// fill writes the members of a message's body.
func (m *Message) fill(o *object, p place, extra discordgo.MessageFlags) {
	o.text("content", m.Content)
	list(o, "embeds", m.Embeds, (*object).embed)
	list(o, "components", m.Components, (*object).row)
	o.nested("allowed_mentions", func(o *object) {
		o.key("parse")
		o.b = append(o.b, '[', ']')
		if len(m.Mentions.Users) == 0 {
			return
		}
		o.key("users")
		o.b = append(o.b, '[')
		for i, u := range m.Mentions.Users {
			if i > 0 {
				o.b = append(o.b, ',')
			}
			o.b = append(o.b, '"')
			o.b = strconv.AppendUint(o.b, uint64(u), 10)
			o.b = append(o.b, '"')
		}
		o.b = append(o.b, ']')
	})
	if p.edits() || len(m.Attachments)+len(m.Files) > 0 {
		o.attachments(m)
	}
	switch flags := m.Flags | extra; {
	case p == placeEdit:
		// Zero too: whoever may manage messages can take the embeds off the
		// board, and this puts them back.
		o.number("flags", int(flags&discordgo.MessageFlagsSuppressEmbeds))
	case p.edits():
		if flags &= discordgo.MessageFlagsSuppressEmbeds; flags != 0 {
			o.number("flags", int(flags))
		}
	case flags != 0:
		o.number("flags", int(flags))
	}
}

// Digest is equal for messages that look the same: it is made of what is sent
// of them, but for the data of files, which their names stand for.
func (m *Message) Digest() string {
	sum := sha256.Sum256(inner(make([]byte, 0, 4096), func(o *object) { m.fill(o, placeUpdate, 0) }))
	return hex.EncodeToString(sum[:16])
}

func (o *object) attachments(m *Message) {
	o.key("attachments")
	o.b = append(o.b, '[')
	for i := range m.Attachments {
		if i > 0 {
			o.b = append(o.b, ',')
		}
		o.b = inner(o.b, func(o *object) {
			o.id("id", m.Attachments[i].ID)
			o.some("filename", m.Attachments[i].Name)
			o.some("description", m.Attachments[i].Alt)
		})
	}
	for i := range m.Files {
		if i+len(m.Attachments) > 0 {
			o.b = append(o.b, ',')
		}
		o.b = inner(o.b, func(o *object) {
			o.id("id", ID(i))
			o.text("filename", m.Files[i].Name)
			o.some("description", m.Files[i].Alt)
		})
	}
	o.b = append(o.b, ']')
}

func (o *object) embed(e *Embed) {
	o.some("title", e.Title)
	o.some("url", e.URL)
	o.some("description", e.Description)
	if e.Colour != 0 {
		o.number("color", e.Colour)
	}
	if len(e.Fields) > 0 {
		list(o, "fields", e.Fields, func(o *object, f *Field) {
			o.text("name", f.Name)
			o.text("value", f.Value)
			if f.Inline {
				o.truth("inline", true)
			}
		})
	}
	part := func(k, inside, v string) {
		if v != "" {
			o.nested(k, func(o *object) { o.text(inside, v) })
		}
	}
	part("image", "url", e.Image)
	part("thumbnail", "url", e.Thumbnail)
	part("author", "name", e.Author)
	part("footer", "text", e.Footer)
}

func (o *object) row(r *Row) {
	o.number("type", 1)
	list(o, "components", *r, func(o *object, c *Component) { o.component(*c) })
}

func (o *object) component(c Component) {
	switch c := c.(type) {
	case Button:
		o.number("type", 2)
		o.number("style", int(c.Style))
		o.some("label", c.Label)
		o.emoji(c.Emoji)
		o.some("custom_id", c.CustomID)
		o.some("url", c.URL)
		if c.Off {
			o.truth("disabled", true)
		}
	case Menu:
		o.number("type", 3)
		o.text("custom_id", c.CustomID)
		o.some("placeholder", c.Placeholder)
		list(o, "options", c.Options, func(o *object, m *MenuOption) {
			o.text("label", m.Label)
			o.text("value", m.Value)
			o.some("description", m.Hint)
			o.emoji(m.Emoji)
			if m.Now {
				o.truth("default", true)
			}
		})
		if c.Max != 0 {
			o.number("min_values", c.Min)
			o.number("max_values", c.Max)
		}
		if c.Off {
			o.truth("disabled", true)
		}
	case Input:
		o.number("type", 4)
		o.text("custom_id", c.CustomID)
		if c.Long {
			o.number("style", 2)
		} else {
			o.number("style", 1)
		}
		o.some("placeholder", c.Placeholder)
		o.some("value", c.Value)
		if c.Min > 0 {
			o.number("min_length", c.Min)
		}
		if c.Max > 0 {
			o.number("max_length", c.Max)
		}
		o.truth("required", c.Required)
	}
}

func (o *object) emoji(e string) {
	if e == "" {
		return
	}
	o.nested("emoji", func(o *object) {
		if name, id, ok := strings.Cut(e, ":"); ok {
			o.text("name", name)
			o.text("id", id)
			return
		}
		o.text("name", e)
	})
}

// fill writes a modal. Its inputs stand in labels, component type 18; an input
// in a row of its own is the deprecated form.
func (m *Modal) fill(o *object) {
	o.text("custom_id", m.CustomID)
	o.text("title", m.Title)
	var inputs []Input
	for _, r := range m.Rows {
		for _, c := range r {
			if in, ok := c.(Input); ok {
				inputs = append(inputs, in)
			}
		}
	}
	list(o, "components", inputs, func(o *object, in *Input) {
		o.number("type", 18)
		o.text("label", in.Label)
		o.some("description", in.Hint)
		o.nested("component", func(o *object) { o.component(*in) })
	})
}

func (o *object) names(k string, by map[string]string) {
	if len(by) == 0 {
		return
	}
	b, err := json.Marshal(by) // sorts the keys; a map of strings cannot fail
	if err != nil {
		return
	}
	o.key(k)
	o.b = append(o.b, b...)
}

func (o *object) choice(c *Choice) {
	o.text("name", c.Name)
	o.names("name_localizations", c.Names)
	o.text("value", c.Value)
}

func (o *object) command(c *CommandDef) {
	o.number("type", 1)
	o.text("name", c.Name)
	o.names("name_localizations", c.Names)
	o.text("description", c.About)
	o.names("description_localizations", c.Abouts)
	if len(c.Options) > 0 {
		list(o, "options", c.Options, (*object).option)
	}
	contexts := c.Contexts
	if len(contexts) == 0 {
		contexts = []discordgo.InteractionContextType{discordgo.InteractionContextGuild}
	}
	o.key("contexts")
	o.b = append(o.b, strings.ReplaceAll(fmt.Sprint(contexts), " ", ",")...)
	o.key("integration_types")
	o.b = append(o.b, "[0]"...)
	o.key("default_member_permissions")
	if c.Permissions == 0 {
		o.b = append(o.b, "null"...)
	} else {
		o.b = quote(o.b, strconv.FormatUint(c.Permissions, 10))
	}
}

func (o *object) option(d *OptionDef) {
	o.number("type", int(d.Type))
	o.text("name", d.Name)
	o.names("name_localizations", d.Names)
	o.text("description", d.About)
	o.names("description_localizations", d.Abouts)
	if d.Type == discordgo.ApplicationCommandOptionSubCommand || d.Type == discordgo.ApplicationCommandOptionSubCommandGroup {
		if len(d.Options) > 0 {
			list(o, "options", d.Options, (*object).option)
		}
		return
	}
	if d.Required {
		o.truth("required", true)
	}
	if d.Autocomplete {
		o.truth("autocomplete", true)
	}
	if len(d.Choices) > 0 {
		list(o, "choices", d.Choices, func(o *object, c *Choice) {
			if d.Type != discordgo.ApplicationCommandOptionInteger {
				o.choice(c)
				return
			}
			o.text("name", c.Name)
			o.names("name_localizations", c.Names)
			o.key("value") // Check makes sure that it is a number
			o.b = append(o.b, c.Value...)
		})
	}
	min, max := "min_length", "max_length"
	if d.Type == discordgo.ApplicationCommandOptionInteger {
		min, max = "min_value", "max_value"
	}
	if d.Min != nil {
		o.number(min, *d.Min)
	}
	if d.Max != nil {
		o.number(max, *d.Max)
	}
}

// commands is the body that replaces an application's commands.
func commands(defs []CommandDef) []byte {
	b := []byte{'['}
	for i := range defs {
		if i > 0 {
			b = append(b, ',')
		}
		b = inner(b, func(o *object) { o.command(&defs[i]) })
	}
	return append(b, ']')
}

// body is what a request carries: parts that are sent one after another, as
// often as the request is tried, and never copied together.
type body struct {
	mime  string
	parts [][]byte
}

const mimeJSON = "application/json"

func jsonBody(b []byte) body { return body{mimeJSON, [][]byte{b}} }

func (b *body) size() int64 {
	n := 0
	for _, p := range b.parts {
		n += len(p)
	}
	return int64(n)
}

func (b *body) open() io.ReadCloser {
	if len(b.parts) == 1 {
		return io.NopCloser(bytes.NewReader(b.parts[0]))
	}
	readers := make([]io.Reader, len(b.parts))
	for i, p := range b.parts {
		readers[i] = bytes.NewReader(p)
	}
	return io.NopCloser(io.MultiReader(readers...))
}

// messageBody is the JSON of a message, with its files as a multipart body
// around it when it has any.
func messageBody(payload []byte, files []File) body {
	if len(files) == 0 {
		return jsonBody(payload)
	}
	var head bytes.Buffer
	w := multipart.NewWriter(&head)
	b := body{mime: w.FormDataContentType()}
	part := func(disposition, mime string, data []byte) {
		// Nothing here can fail: a bytes.Buffer takes every write.
		if _, err := w.CreatePart(textproto.MIMEHeader{
			"Content-Disposition": {disposition},
			"Content-Type":        {mime},
		}); err == nil {
			b.parts = append(b.parts, bytes.Clone(head.Bytes()), data)
			head.Reset()
		}
	}
	part(`form-data; name="payload_json"`, mimeJSON, payload)
	for i, f := range files {
		part(fmt.Sprintf(`form-data; name="files[%d]"; filename=%s`, i, quotedName(f.Name)), mimeOf(f.Name), f.Data)
	}
	if err := w.Close(); err == nil {
		b.parts = append(b.parts, head.Bytes())
	}
	return b
}

// quotedName keeps a file's name from ending its header.
func quotedName(s string) string {
	return `"` + strings.NewReplacer("\\", "\\\\", `"`, "%22", "\r", "%0D", "\n", "%0A").Replace(s) + `"`
}

func mimeOf(name string) string {
	switch {
	case strings.HasSuffix(name, ".png"):
		return "image/png"
	case strings.HasSuffix(name, ".txt"):
		return "text/plain; charset=utf-8"
	case strings.HasSuffix(name, ".json"):
		return mimeJSON
	}
	return "application/octet-stream"
}
