package localcord

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"time"
)

// An ID is a snowflake as Discord writes it: a number in decimal, in a string.
type ID string

// epoch is the first moment of 2015, from which Discord counts milliseconds.
const epoch = 1420070400000

// Time is when the id was made, to the millisecond; the zero Time for no id.
func (id ID) Time() time.Time {
	n, err := strconv.ParseUint(string(id), 10, 64)
	if err != nil {
		return time.Time{}
	}
	return time.UnixMilli(int64(n>>22) + epoch)
}

// newID is a snowflake of now, greater than every one before.
func (s *Server) newID() ID {
	n := uint64(time.Now().UnixMilli()-epoch) << 22
	if n <= s.lastID {
		n = s.lastID + 1
	}
	s.lastID = n
	return ID(strconv.FormatUint(n, 10))
}

// stamp is a moment as Discord writes it.
func stamp(t time.Time) string { return t.UTC().Format("2006-01-02T15:04:05.000000+00:00") }

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

// Types of channels.
const (
	channelText    = 0
	channelDM      = 1
	channelThread  = 11
	channelPrivate = 12
)

// A Channel is a channel of the server, a thread, or a direct channel between
// the bot and one person. Those given out are snapshots and never change.
type Channel struct {
	ID        ID
	Type      int
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
}

func (c *Channel) thread() bool { return c.Type == channelThread || c.Type == channelPrivate }

// wire is the channel as Discord's JSON has it.
func (s *Server) channelWire(c *Channel) map[string]any {
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
	m["guild_id"], m["name"], m["rate_limit_per_user"] = s.guild, c.Name, 0
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
	m["permission_overwrites"] = []any{}
	m["topic"] = nil
	if c.Topic != "" {
		m["topic"] = c.Topic
	}
	return m
}

// Flags of messages.
const (
	flagSuppressEmbeds = 1 << 2
	flagThread         = 1 << 5
	flagEphemeral      = 1 << 6
	flagLoading        = 1 << 7
	flagSilent         = 1 << 12
	flagV2             = 1 << 15
)

// A Message is one version of a message; an edit makes another. Those given
// out are snapshots: they never change, and must not be changed.
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
	Mentions        []User        `json:"mentions"` // those who were pinged, not those who were named
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
	EphemeralFor    ID            `json:"ephemeral_for,omitempty"` // never in what the bot receives

	files []*Attachment // all of them
	meta  ID            // the interaction that made it
}

// Meta says which interaction a message answers.
type Meta struct {
	ID                ID            `json:"id"`
	Type              int           `json:"type"`
	Name              string        `json:"name,omitempty"` // of a command, with what is below it
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

// Types of components.
const (
	typeRow       = 1
	typeButton    = 2
	typeSelect    = 3
	typeInput     = 4
	typeUsers     = 5
	typeRoles     = 6
	typeMentions  = 7
	typeChannels  = 8
	typeSection   = 9
	typeText      = 10
	typeThumbnail = 11
	typeGallery   = 12
	typeFile      = 13
	typeSeparator = 14
	typeContainer = 17
	typeLabel     = 18
)

// A Component is any component; which fields it has depends on its type.
type Component struct {
	Type        int          `json:"type"`
	Num         int          `json:"id"`
	CustomID    string       `json:"custom_id,omitempty"`
	Style       int          `json:"style,omitempty"`
	Label       string       `json:"label,omitempty"`
	Emoji       *Emoji       `json:"emoji,omitempty"`
	URL         string       `json:"url,omitempty"`
	SKU         ID           `json:"sku_id,omitempty"`
	Disabled    bool         `json:"disabled,omitempty"`
	Placeholder string       `json:"placeholder,omitempty"`
	Options     []Option     `json:"options,omitempty"`
	MinValues   *int         `json:"min_values,omitempty"`
	MaxValues   *int         `json:"max_values,omitempty"`
	MinLength   *int         `json:"min_length,omitempty"`
	MaxLength   *int         `json:"max_length,omitempty"`
	Required    *bool        `json:"required,omitempty"`
	Value       string       `json:"value,omitempty"`
	Content     string       `json:"content,omitempty"`
	Description string       `json:"description,omitempty"`
	Spoiler     bool         `json:"spoiler,omitempty"`
	Divider     *bool        `json:"divider,omitempty"`
	Spacing     int          `json:"spacing,omitempty"`
	AccentColor *int         `json:"accent_color,omitempty"`
	Media       *Media       `json:"media,omitempty"`
	File        *Media       `json:"file,omitempty"`
	Name        string       `json:"name,omitempty"` // of a file
	Size        int          `json:"size,omitempty"`
	Items       []*Item      `json:"items,omitempty"`
	Components  []*Component `json:"components,omitempty"`
	Accessory   *Component   `json:"accessory,omitempty"`
	Component   *Component   `json:"component,omitempty"`
}

// An Emoji is the emoji of a button or an option.
type Emoji struct {
	ID       ID     `json:"id,omitempty"`
	Name     string `json:"name,omitempty"`
	Animated bool   `json:"animated,omitempty"`
}

// An Option is a choice of a menu.
type Option struct {
	Label       string `json:"label"`
	Value       string `json:"value"`
	Description string `json:"description,omitempty"`
	Emoji       *Emoji `json:"emoji,omitempty"`
	Default     bool   `json:"default,omitempty"`
}

// MarshalJSON writes also what Discord always says of some types, though it be
// nothing.
func (c *Component) MarshalJSON() ([]byte, error) {
	type plain Component
	switch c.Type {
	case typeContainer:
		return json.Marshal(struct {
			*plain
			AccentColor *int `json:"accent_color"`
			Spoiler     bool `json:"spoiler"`
		}{(*plain)(c), c.AccentColor, c.Spoiler})
	case typeThumbnail, typeFile:
		return json.Marshal(struct {
			*plain
			Description string `json:"description"`
			Spoiler     bool   `json:"spoiler"`
		}{(*plain)(c), c.Description, c.Spoiler})
	}
	return json.Marshal((*plain)(c))
}

// A Media is a picture or file that a component shows.
type Media struct {
	ID           ID     `json:"id"`
	URL          string `json:"url"`
	ProxyURL     string `json:"proxy_url"`
	Width        int    `json:"width,omitempty"`
	Height       int    `json:"height,omitempty"`
	ContentType  string `json:"content_type,omitempty"`
	AttachmentID ID     `json:"attachment_id,omitempty"`
}

// An Item is one picture of a gallery.
type Item struct {
	Media       Media  `json:"media"`
	Description string `json:"description"`
	Spoiler     bool   `json:"spoiler"`
}

// A Modal is a form that the bot opened for somebody.
type Modal struct {
	Interaction ID           `json:"interaction"`
	Channel     ID           `json:"channel"`
	CustomID    string       `json:"custom_id"`
	Title       string       `json:"title"`
	Components  []*Component `json:"components"`
}

// Inputs are the text inputs of the form, in order.
func (m *Modal) Inputs() []*Component {
	var in []*Component
	walk(m.Components, func(c *Component) {
		if c.Type == typeInput {
			in = append(in, c)
		}
	})
	return in
}

// A Choice is one suggestion of an autocomplete.
type Choice struct {
	Name  string `json:"name"`
	Value any    `json:"value"`
}

// walk calls f for every component of a tree, parents first.
func walk(all []*Component, f func(*Component)) {
	for _, c := range all {
		f(c)
		walk(c.Components, f)
		if c.Accessory != nil {
			walk([]*Component{c.Accessory}, f)
		}
		if c.Component != nil {
			walk([]*Component{c.Component}, f)
		}
	}
}

// Ephemeral says whether one person alone sees the message.
func (m *Message) Ephemeral() bool { return m.EphemeralFor != "" }

// Loading says whether the message is the "thinking…" of a deferred answer.
func (m *Message) Loading() bool { return m.Flags&flagLoading != 0 }

// Silent says whether the message was sent without a notification.
func (m *Message) Silent() bool { return m.Flags&flagSilent != 0 }

// Files are all attachments, also those that an embed shows.
func (m *Message) Files() []*Attachment { return slices.Clone(m.files) }

// Text is everything written in the message, line by line: content, embeds,
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
	walk(m.Components, func(c *Component) {
		add(c.Content, c.Placeholder, c.Label, c.Description)
		for _, o := range c.Options {
			add(o.Label, o.Description)
		}
		for _, i := range c.Items {
			add(i.Description)
		}
	})
	for _, a := range m.files {
		add(a.Description)
	}
	return strings.Join(lines, "\n")
}

// Buttons are the buttons of the message that can be pressed, in order.
func (m *Message) Buttons() []*Component {
	return m.find(func(c *Component) bool { return c.Type == typeButton && c.CustomID != "" && !c.Disabled })
}

// Menus are the menus of the message that can be used, in order.
func (m *Message) Menus() []*Component {
	return m.find(func(c *Component) bool { return c.menu() && !c.Disabled })
}

// Button is the first enabled button with this label or custom id; if there is
// none, the first whose label contains the words. It is nil without any.
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
// label or value, "" for the first menu; nil without any.
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
	walk(m.Components, func(c *Component) {
		if ok(c) {
			found = append(found, c)
		}
	})
	return found
}

func (c *Component) menu() bool {
	return c.Type == typeSelect || c.Type >= typeUsers && c.Type <= typeChannels
}

// plain is JSON with every escape undone, for looking for words in it.
func plain(body []byte) string {
	var v any
	if json.Unmarshal(body, &v) != nil {
		return string(body)
	}
	var b strings.Builder
	var visit func(any)
	visit = func(v any) {
		switch v := v.(type) {
		case string:
			b.WriteString(v)
			b.WriteByte('\n')
		case []any:
			for _, e := range v {
				visit(e)
			}
		case map[string]any:
			for k, e := range v {
				b.WriteString(k)
				b.WriteByte('\n')
				visit(e)
			}
		}
	}
	visit(v)
	return b.String()
}

func contains(ids []ID, id ID) bool { return slices.Contains(ids, id) }

// A Command is an application command as the bot defined it.
type Command struct {
	ID          ID
	Guild       ID // "" for a global command
	Kind        int
	Name        string
	Description string
	Permissions *uint64 // what a member needs, by default
	Contexts    []int   // nil is everywhere
	Options     []*CommandOption
	Version     ID
	Raw         map[string]any // what else Discord sends back as it came: localisations and the like
}

// A CommandOption is an option, subcommand or group of a command.
type CommandOption struct {
	Type         int
	Name         string
	Required     bool
	Autocomplete bool
	Choices      []Choice
	Min, Max     *float64
	MinLen       *int
	MaxLen       *int
	Options      []*CommandOption
}
