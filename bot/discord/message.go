package discord

import (
	"errors"
	"slices"
	"strings"

	"github.com/bwmarrin/discordgo"
)

// Message is what a message shows. It is always whole. An edit clears what is
// absent here, so a message keeps nothing of what it showed before. [Check] says
// which messages Discord accepts.
type Message struct {
	Content     string
	Embeds      []*discordgo.MessageEmbed
	Components  []Row                  // at most 5
	Attachments []Attachment           // those that it has and keeps
	Files       []File                 // new attachments, after those that it keeps
	Mentions    Mentions               // whom it may notify: no person by default
	Flags       discordgo.MessageFlags // the AnswerKind says whether an answer is ephemeral

	// Public says that every person may read it. A message without it goes only where one
	// person reads it: see [ErrPrivate].
	Public bool

	// Direct is the channel of direct messages whose one person may read a private
	// message. It may be posted and edited there, and in no other channel. It is 0 for
	// a message that is posted nowhere.
	Direct ID

	// Nonce, when it is not empty, names the message when it is posted into a channel. For
	// some minutes Discord makes no other message with that name, the person who repeats the
	// request. It has at most [MaxNonce] characters.
	Nonce string

	// Sent, when it is not nil, asks for the message that Discord made of this one.
	// It is filled in when the call returns without an error. It makes an answer to
	// an interaction slower.
	Sent *Sent
}

// ErrPrivate is the error of a message that only one person may read, and that
// every person would be shown. Nothing was sent.
var ErrPrivate = errors.New("the message is private, and everybody would read it")

// MayRead reports whether every person who sees a channel may read a message.
func (m *Message) MayRead(channel ID) bool {
	return m.Public || m.Direct != 0 && m.Direct == channel
}

// Sent is a message as Discord keeps it.
type Sent struct {
	ID          ID
	Channel     ID
	Attachments []Attachment // those that it kept and the new ones
}

// Footer is the small print of an embed, if it has any.
func Footer(e *discordgo.MessageEmbed) string {
	if e.Footer == nil {
		return ""
	}
	return e.Footer.Text
}

// Row is up to five buttons, or one menu. In a modal it is one field: an input, a menu, a
// radio group or an upload.
type Row []Component

// Component is a [Button], a [Menu], an [Input], a [Radio] or an [Upload].
type Component interface {
	custom() string
	body() componentBody
}

// Button has a label, an emoji, or both.
type Button struct {
	CustomID string // 1 to 100 characters, unique in its message; empty for a link
	Label    string // 80 characters
	Emoji    string // one Unicode emoji, or NAME:ID of a custom one
	Style    discordgo.ButtonStyle
	URL      string // of a link
	Disabled bool   // it is shown, and no person can press it
}

// Menu is a list of options to choose from. In a modal it has a label. There Min is 1 at least
// if it is required, and 0 if it is not.
type Menu struct {
	CustomID    string
	Label       string // in a modal only: 45 characters
	Description string // in a modal only: the line under the label, 100 characters
	Required    bool   // in a modal only
	Kind        MenuKind
	Placeholder string       // 150 characters
	Options     []MenuOption // of OptionMenu only
	Chosen      []ID         // of other kinds: what is chosen from the start, at most Max
	Min, Max    int          // how many may be chosen; two zeroes mean exactly one
	Disabled    bool
}

// MenuKind says what is chosen in a menu. Discord lists what is not an option of ours,
// and the values are ids.
type MenuKind int

// The kinds of menus.
const (
	OptionMenu  MenuKind = iota
	RoleMenu             // roles of the server
	ChannelMenu          // channels of the server in which people write
	UserMenu             // people, bots among them: see [Interaction.Picked]
)

// MenuOption is one line of a menu.
type MenuOption struct {
	Label       string // 100 characters
	Value       string // 100 characters, unique in its menu
	Description string // 100 characters
	Emoji       string
	Default     bool // chosen from the start
}

// Input is a text field of a modal.
type Input struct {
	CustomID    string
	Label       string // 45 characters
	Description string // the line under the label, 100 characters
	Placeholder string // 100 characters
	Value       string // its text when it opens, 4000 characters
	Long        bool   // several lines
	Min, Max    int    // characters; a Max of 0 means Discord's 4000
	Required    bool
}

// Upload is a field of a modal that takes one file.
type Upload struct {
	CustomID    string
	Label       string // 45 characters
	Description string // the line under the label, 100 characters
	Required    bool
}

// Radio is a field of a modal in which one of a few options is chosen, all of which are seen.
// None may be chosen from the start.
type Radio struct {
	CustomID    string
	Label       string       // 45 characters
	Description string       // the line under the label, 100 characters
	Options     []MenuOption // 2 to 10, without emojis
	Required    bool
}

func (u Upload) custom() string { return u.CustomID }
func (r Radio) custom() string  { return r.CustomID }
func (b Button) custom() string { return b.CustomID }
func (m Menu) custom() string   { return m.CustomID }
func (i Input) custom() string  { return i.CustomID }

// Attachment is a file that a message has.
type Attachment struct {
	ID   ID     `json:"id"`
	Name string `json:"filename"`
	Alt  string `json:"description"`
	URL  string `json:"url"`
}

// File is a new attachment.
type File struct {
	Name string
	Alt  string // for people who cannot see it, 1024 characters
	Data []byte
}

// Mentions lists whom a message may notify. Other mentions in its text are shown
// and notify no person.
type Mentions struct {
	Users []ID // at most 100
	Roles []ID // likewise; Discord notifies only those that every person may mention, unless the bot may mention all
}

// Modal is a form in a window. Each row is one field, which is no button.
type Modal struct {
	CustomID string // 100 characters
	Title    string // 45 characters
	Rows     []Row  // 1 to 5
}

// OwnMessage is a message of the bot's own in a channel.
type OwnMessage struct {
	ID        ID
	Embeds    int
	CustomIDs []string // custom ids of its components
}

// About reports whether a component's id names a match, as its second part.
func (m OwnMessage) About(match string) bool {
	return slices.ContainsFunc(m.CustomIDs, func(id string) bool {
		part := strings.SplitN(id, "/", 3)
		return len(part) == 3 && part[1] == match
	})
}
