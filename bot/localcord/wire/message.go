package wire

import (
	"slices"
	"strconv"
	"strings"
	"time"
)

// An ID is a snowflake as Discord writes it: a decimal number in a string.
type ID string

// Epoch is the start of 2015, from which snowflakes count milliseconds.
const Epoch = 1420070400000

// Time is when the id was made, to the millisecond. It is zero for the empty id.
func (id ID) Time() time.Time {
	n, err := strconv.ParseUint(string(id), 10, 64)
	if err != nil {
		return time.Time{}
	}
	return time.UnixMilli(int64(n>>22) + Epoch)
}

// Compare orders ids by when they were made.
func (id ID) Compare(other ID) int {
	if len(id) != len(other) {
		return len(id) - len(other)
	}
	return strings.Compare(string(id), string(other))
}

// Shard is the shard, of so many, of the server with this id. It is 0 for the empty id,
// which stands for direct messages.
func (id ID) Shard(of int) int {
	n, err := strconv.ParseUint(string(id), 10, 64)
	if err != nil {
		return 0
	}
	return int(n >> 22 % uint64(of))
}

// A User is a person or the bot.
type User struct {
	ID            ID      `json:"id"`
	Username      string  `json:"username"`
	GlobalName    *string `json:"global_name"`
	Discriminator string  `json:"discriminator"`
	Avatar        *string `json:"avatar"`
	Bot           bool    `json:"bot,omitempty"`
	PublicFlags   int     `json:"public_flags"`
	Flags         int     `json:"flags"`
	PrimaryGuild  *string `json:"primary_guild"` // always null
}

// Flags of messages.
const (
	FlagSuppressEmbeds = 1 << 2
	FlagThread         = 1 << 5
	FlagEphemeral      = 1 << 6
	FlagLoading        = 1 << 7
	FlagSilent         = 1 << 12
	FlagV2             = 1 << 15
)

// A Message is one version of a message. An edit makes another version, so no person
// may change a Message that they were given.
type Message struct {
	ID              ID            `json:"id"`
	Channel         ID            `json:"channel_id"`
	Type            int           `json:"type"`
	Author          User          `json:"author"`
	Content         string        `json:"content"`
	Timestamp       string        `json:"timestamp"`
	Edited          *string       `json:"edited_timestamp"`
	TTS             bool          `json:"tts"`
	MentionEveryone bool          `json:"mention_everyone"`
	Mentions        []User        `json:"mentions"` // people who were pinged, which may be fewer than those who were named
	MentionRoles    []ID          `json:"mention_roles"`
	Attachments     []*Attachment `json:"attachments"` // those that no embed shows
	Embeds          []*Embed      `json:"embeds"`
	Components      []*Component  `json:"components"`
	Pinned          bool          `json:"pinned"`
	Flags           int           `json:"flags"`
	Nonce           any           `json:"nonce,omitempty"`
	Application     ID            `json:"application_id,omitempty"`
	Webhook         ID            `json:"webhook_id,omitempty"`
	Meta            *Meta         `json:"interaction_metadata,omitempty"`
	EphemeralFor    ID            `json:"ephemeral_for,omitempty"` // never in what the bot gets

	AllFiles    []*Attachment `json:"-"` // also those that an embed shows
	Interaction ID            `json:"-"` // that made the message
}

// Meta says which interaction a message answers.
type Meta struct {
	ID                ID            `json:"id"`
	Type              int           `json:"type"`
	Name              string        `json:"name,omitempty"` // of a command, with its subcommand
	User              User          `json:"user"`
	Owners            map[string]ID `json:"authorizing_integration_owners"`
	OriginalResponse  ID            `json:"original_response_message_id,omitempty"`
	InteractedMessage ID            `json:"interacted_message_id,omitempty"`
}

// An Attachment is a file of a message. Its URL cannot be guessed.
type Attachment struct {
	ID          ID     `json:"id"`
	Filename    string `json:"filename"`
	Description string `json:"description,omitempty"`
	ContentType string `json:"content_type,omitempty"`
	Size        int    `json:"size"`
	URL         string `json:"url"`
	ProxyURL    string `json:"proxy_url"`
	Width       int    `json:"width,omitempty"`
	Height      int    `json:"height,omitempty"`
	Ephemeral   bool   `json:"ephemeral,omitempty"`
	Title       string `json:"title,omitempty"`
}

// An Embed is a rich embed.
type Embed struct {
	Type        string       `json:"type"`
	Title       string       `json:"title,omitempty"`
	Description string       `json:"description,omitempty"`
	URL         string       `json:"url,omitempty"`
	Timestamp   string       `json:"timestamp,omitempty"`
	Color       *int         `json:"color,omitempty"`
	Footer      *EmbedPart   `json:"footer,omitempty"`
	Image       *EmbedImage  `json:"image,omitempty"`
	Thumbnail   *EmbedImage  `json:"thumbnail,omitempty"`
	Author      *EmbedPart   `json:"author,omitempty"`
	Fields      []EmbedField `json:"fields,omitempty"`
}

// An EmbedPart is an embed's footer (Text) or author (Name).
type EmbedPart struct {
	Text         string `json:"text,omitempty"`
	Name         string `json:"name,omitempty"`
	URL          string `json:"url,omitempty"`
	IconURL      string `json:"icon_url,omitempty"`
	ProxyIconURL string `json:"proxy_icon_url,omitempty"`
}

// An EmbedImage is an embed's image or thumbnail.
type EmbedImage struct {
	URL         string `json:"url"`
	ProxyURL    string `json:"proxy_url,omitempty"`
	Width       int    `json:"width,omitempty"`
	Height      int    `json:"height,omitempty"`
	ContentType string `json:"content_type,omitempty"`
	Description string `json:"description,omitempty"`
}

// An EmbedField is a field of an embed.
type EmbedField struct {
	Name   string `json:"name"`
	Value  string `json:"value"`
	Inline bool   `json:"inline"`
}

// Ephemeral reports whether only one person sees the message.
func (m *Message) Ephemeral() bool { return m.EphemeralFor != "" }

// Loading reports whether the message is the "thinking…" of a deferred answer.
func (m *Message) Loading() bool { return m.Flags&FlagLoading != 0 }

// Silent reports whether the message was sent without a notification.
func (m *Message) Silent() bool { return m.Flags&FlagSilent != 0 }

// Files are copies of all attachments, also of those that an embed shows.
func (m *Message) Files() []*Attachment { return slices.Clone(m.AllFiles) }

// Text is everything written in the message, line by line. That is content, embeds,
// texts of components, labels of buttons and menus, and alt texts.
func (m *Message) Text() string {
	var lines []string
	add := func(more ...string) {
		for _, l := range more {
			if l != "" {
				lines = append(lines, l)
			}
		}
	}
	add(m.Content)
	for _, e := range m.Embeds {
		if e.Author != nil {
			add(e.Author.Name)
		}
		add(e.Title, e.Description)
		for _, f := range e.Fields {
			add(f.Name, f.Value)
		}
		if e.Footer != nil {
			add(e.Footer.Text)
		}
	}
	Walk(m.Components, func(c *Component) {
		add(c.Content, c.Placeholder, c.Label, c.Description)
		for _, o := range c.Options {
			add(o.Label, o.Description)
		}
		for _, i := range c.Items {
			add(i.Description)
		}
	})
	for _, a := range m.AllFiles {
		add(a.Description)
	}
	return strings.Join(lines, "\n")
}

// Buttons are the buttons of the message that can be pressed, in order.
func (m *Message) Buttons() []*Component {
	return m.find(func(c *Component) bool { return c.Type == TypeButton && c.CustomID != "" && !c.Disabled })
}

// Menus are the menus of the message that can be used, in order.
func (m *Message) Menus() []*Component {
	return m.find(func(c *Component) bool { return c.IsMenu() && !c.Disabled })
}

// Button is the first enabled button with this label or custom id. Otherwise it is
// the first whose label contains the words. It is nil when there is none.
func (m *Message) Button(words string) *Component {
	all := m.Buttons()
	for _, c := range all {
		if c.Label == words || c.CustomID == words {
			return c
		}
	}
	for _, c := range all {
		if words != "" && strings.Contains(c.Label, words) {
			return c
		}
	}
	return nil
}

// Menu is the first enabled menu with this custom id or with an option of this
// label or value. For "" it is the first menu. It is nil when there is none.
func (m *Message) Menu(words string) *Component {
	for _, c := range m.Menus() {
		if words == "" || c.CustomID == words || c.Placeholder == words {
			return c
		}
		for _, o := range c.Options {
			if o.Label == words || o.Value == words {
				return c
			}
		}
	}
	return nil
}

func (m *Message) find(ok func(*Component) bool) []*Component {
	var found []*Component
	Walk(m.Components, func(c *Component) {
		if ok(c) {
			found = append(found, c)
		}
	})
	return found
}

// Blank reports whether the message shows nothing, which Discord does not allow.
func (m *Message) Blank() bool {
	return m.Content == "" && len(m.Embeds) == 0 && len(m.AllFiles) == 0 && len(m.Components) == 0 && m.Flags&FlagLoading == 0
}

// File is the attachment with an id; nil when there is none.
func (m *Message) File(id ID) *Attachment {
	for _, a := range m.AllFiles {
		if a.ID == id {
			return a
		}
	}
	return nil
}
