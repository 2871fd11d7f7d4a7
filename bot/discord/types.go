package discord

import (
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/bwmarrin/discordgo"
)

// ID is a snowflake: the id of anything on Discord, and the moment at which it
// was made. In JSON it is a string; 0 is none.
type ID uint64

// epoch is the first second of 2015, from which Discord counts.
const epoch = 1420070400000

// ParseID reads an id written in decimal. Zero is no id.
func ParseID(s string) (ID, error) {
	n, err := strconv.ParseUint(s, 10, 64)
	if err != nil || n == 0 {
		return 0, fmt.Errorf("%q is no Discord id", s)
	}
	return ID(n), nil
}

// IDAt is the smallest id of a moment.
func IDAt(t time.Time) ID { return ID(max(t.UnixMilli()-epoch, 0)) << 22 }

// Time is when the thing was made, by Discord's clock, to the millisecond.
func (id ID) Time() time.Time { return time.UnixMilli(int64(id>>22) + epoch) }

// String is the id in decimal.
func (id ID) String() string { return strconv.FormatUint(uint64(id), 10) }

// MarshalJSON writes the id as a string.
func (id ID) MarshalJSON() ([]byte, error) {
	b := make([]byte, 0, 22)
	b = append(b, '"')
	b = strconv.AppendUint(b, uint64(id), 10)
	return append(b, '"'), nil
}

// UnmarshalJSON reads a string or a number; null is none.
func (id *ID) UnmarshalJSON(b []byte) error {
	s := string(b)
	if s == "null" || s == `""` {
		*id = 0
		return nil
	}
	if len(s) > 1 && s[0] == '"' {
		s = s[1 : len(s)-1]
	}
	n, err := strconv.ParseUint(s, 10, 64)
	if err != nil {
		return errors.New("something that is no Discord id") // and may be anything else
	}
	*id = ID(n)
	return nil
}

// Message is what a message shows. It is always whole: what is absent here is
// cleared by an edit, so a message never keeps a part of what it was before.
// [Check] says which messages Discord accepts.
type Message struct {
	Content     string
	Embeds      []*discordgo.MessageEmbed
	Components  []Row                  // at most 5
	Attachments []Attachment           // of those it already has, the ones to keep
	Files       []File                 // new attachments, after the kept ones
	Mentions    Mentions               // whom it may notify; nobody by default
	Flags       discordgo.MessageFlags // that an answer is ephemeral is said by its AnswerKind

	// Sent, when it is not nil, asks for the message that Discord made of this
	// one and is filled in before the call returns without an error. An answer
	// to an interaction costs Discord more with it.
	Sent *Sent
}

// Sent is a message as Discord keeps it.
type Sent struct {
	ID          ID
	Channel     ID
	Attachments []Attachment // kept ones and new ones, with their ids
}

// Footer is the small print of an embed, if it has any.
func Footer(e *discordgo.MessageEmbed) string {
	if e.Footer == nil {
		return ""
	}
	return e.Footer.Text
}

// Row is up to five buttons, or one menu alone; in a modal one input alone.
type Row []Component

// Component is a [Button], a [Menu] or an [Input].
type Component interface {
	custom() string
	body() componentBody
}

// Button is pressed. It has a label, an emoji, or both.
type Button struct {
	CustomID string // 1 to 100 characters, unique in its message; empty for a link
	Label    string // 80 characters
	Emoji    string // one Unicode emoji, or NAME:ID of a custom one
	Style    discordgo.ButtonStyle
	URL      string // of a link
	Disabled bool   // shown, but it cannot be pressed
}

// Menu is a list of which some are chosen.
type Menu struct {
	CustomID    string
	Placeholder string // 150 characters
	Options     []MenuOption
	Min, Max    int // how many may be chosen; zeroes stand for exactly one
	Disabled    bool
}

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
	Description string // a line under the label, 100 characters
	Placeholder string // 100 characters
	Value       string // what stands in it when it opens, 4000 characters
	Long        bool   // several lines
	Min, Max    int    // characters; a Max of 0 leaves Discord's 4000
	Required    bool
}

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

// File is an attachment to be sent.
type File struct {
	Name string
	Alt  string // for those who cannot see it, 1024 characters
	Data []byte
}

// Mentions lists whom a message may notify. Whatever else its text mentions is
// shown and notifies nobody.
type Mentions struct {
	Users []ID // at most 100
}

// Modal is a form in a window of its own. Each row is one input.
type Modal struct {
	CustomID string // 100 characters
	Title    string // 45 characters
	Rows     []Row  // 1 to 5
}

// User is somebody.
type User struct {
	ID   ID
	Name string // as shown: the nickname in the guild, else the display name, else the user name
	Bot  bool
}

// Interaction is something that somebody did and that wants an answer within
// three seconds of its id's time. Its token is a secret, good for fifteen
// minutes; printing an Interaction, in any way, leaves the token out.
type Interaction struct {
	ID, App ID
	Token   string `json:"-"`
	Type    discordgo.InteractionType

	Guild          ID // 0 in a direct message
	Channel        ID
	ChannelType    discordgo.ChannelType
	Parent         ID // of a thread: its channel
	User           User
	Permissions    uint64 // of the user, in the channel
	AppPermissions uint64 // of the bot, in the channel
	Locale         string // of the user, as "en-US" or "ru"
	GuildLocale    string
	FileLimit      int // bytes that one attachment may have here; 0 when Discord does not say

	Message  MessageRef // of a press, and of a modal that a press opened
	CustomID string     // of a press or a modal
	Values   []string   // what was chosen in a menu
	Command  Command    // of a command or an autocompletion
	Answers  []string   // of a modal, in the order of its rows

	Received time.Time // by our clock
}

// MessageRef names the message that an interaction happened on.
type MessageRef struct {
	ID              ID
	Flags           discordgo.MessageFlags
	InteractionUser ID // whose interaction it answered, who alone sees it when it is ephemeral; 0 when Discord does not say
}

// Command is a slash command as it was used.
type Command struct {
	Name    string
	Sub     string            // the subcommand, or "group sub"
	Options map[string]string // numbers and booleans as JSON writes them
	Focused string            // of an autocompletion: the option being typed
}

// Format writes what may be known of an interaction: never its token, never
// what somebody typed.
func (ix Interaction) Format(f fmt.State, _ rune) {
	fmt.Fprintf(f, "interaction %d of kind %d by %d in %d", ix.ID, ix.Type, ix.User.ID, ix.Channel)
}

// Event is something that the gateway tells: an *[Interaction], a [Ready],
// [Resumed], [Disconnected], [GuildJoined], [GuildLeft], [ChannelDeleted], [MemberBanned],
// [MessagesDeleted], [MessageCreated] or [PermissionsChanged].
type Event interface{ event() }

// Ready begins a new session of the gateway. What happened before it and was
// not delivered is lost; surfaces are to be compared.
type Ready struct {
	App    ID
	Bot    User
	Guilds []ID // that the bot is in; GuildJoined follows for each, once it is available
}

// Resumed says that the gateway goes on where it was lost and nothing is missing.
type Resumed struct{}

// Disconnected says that the gateway was lost. It reconnects by itself.
type Disconnected struct {
	Err   error         // why
	Since time.Time     // when it was last known to be there
	In    time.Duration // how long until the next attempt
}

// GuildJoined says that a guild is there.
type GuildJoined struct {
	ID     ID
	Name   string
	Locale string // the guild's preferred one
	New    bool   // the bot was just added; false when it was known and became available
}

// GuildLeft says that a guild is gone: the bot was removed, or, when
// Unavailable, Discord has an outage and the guild will be back.
type GuildLeft struct {
	ID          ID
	Unavailable bool
}

// ChannelDeleted says that a channel or a thread was deleted.
type ChannelDeleted struct{ Guild, Channel ID }

// MemberBanned says that somebody was banned from a guild. That somebody left one is
// told only to bots with a privileged intent.
type MemberBanned struct{ Guild, User ID }

// MessagesDeleted says that messages were deleted.
type MessagesDeleted struct {
	Guild, Channel ID
	Messages       []ID
}

// MessageCreated says that somebody wrote a message in a channel; not what, nor who. The
// bot's own are not told.
type MessageCreated struct{ Channel, Message ID }

// PermissionsChanged says that who may do what has changed, in a channel, or on the whole
// server when Channel is 0: perhaps something is allowed that was refused before.
type PermissionsChanged struct{ Guild, Channel ID }

func (*Interaction) event()       {}
func (Ready) event()              {}
func (Resumed) event()            {}
func (Disconnected) event()       {}
func (GuildJoined) event()        {}
func (GuildLeft) event()          {}
func (ChannelDeleted) event()     {}
func (MemberBanned) event()       {}
func (MessagesDeleted) event()    {}
func (MessageCreated) event()     {}
func (PermissionsChanged) event() {}

// AnswerKind is how an interaction is answered.
type AnswerKind int

// The kinds of answers. A deferred answer takes no message; it is completed
// with Client.EditOriginal within fifteen minutes.
const (
	Reply          AnswerKind = iota // a new message, for everybody
	ReplyEphemeral                   // a new message that only the user sees
	Update                           // of a press: the message that it happened on becomes this
	Defer                            // "thinking…", for everybody
	DeferEphemeral                   // "thinking…", that only the user sees
	DeferUpdate                      // of a press: nothing yet, an edit may follow
)

// App is what the bot is.
type App struct {
	ID   ID
	User User
}
