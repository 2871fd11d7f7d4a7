package discord

import (
	"fmt"
	"time"

	"github.com/bwmarrin/discordgo"
)

// User is a person or a bot.
type User struct {
	ID       ID
	Name     string // as shown: the nickname in the guild, else the display name, else the username
	Username string // which no other user has
	Bot      bool
}

// Interaction is something that a person did. It wants an answer within three
// seconds of its id's time. Its token is a secret that is good for fifteen minutes.
// Printing an Interaction, in any way, leaves the token out.
type Interaction struct {
	ID, App ID
	Token   string `json:"-"`
	Type    discordgo.InteractionType

	Guild          ID // 0 in a direct message
	Channel        ID
	ChannelType    discordgo.ChannelType
	Context        discordgo.InteractionContextType // where it happened
	Parent         ID                               // of a thread: its channel
	LastMessage    ID                               // of the channel; 0 when Discord does not say
	User           User
	Roles          []ID   // of the user, on the server
	Permissions    uint64 // of the user, in the channel
	AppPermissions uint64 // of the bot, in the channel
	Locale         string // of the user, as "en-US" or "ru"
	// CommunityLocale is the language of the server. It is empty where no server can have
	// chosen it: Discord says "en-US" of each server that is no Community.
	CommunityLocale string
	FileLimit       int // bytes that one attachment may have here; 0 when Discord does not say

	Message  MessageRef        // of a press, and of a modal that a press opened
	CustomID string            // of a press or a modal
	Values   []string          // what was chosen in a menu
	Picked   []Picked          // the people that were chosen in a UserMenu, as far as Discord says more of them than their ids
	Command  Command           // of a command or an autocompletion
	Answers  []string          // of a modal, in the order of its rows; of an upload the ids of its files
	Fields   map[string]string // likewise, by the custom ids of its fields; several values are divided by commas
	Uploads  []Uploaded        // of a modal: the files that were uploaded into it

	Received time.Time // by our clock
}

// Direct reports whether it happened in the direct messages of the bot and the user.
// A conversation of two people has the same type of channel, and another context.
func (ix *Interaction) Direct() bool {
	return ix.Guild == 0 && ix.Context == discordgo.InteractionContextBotDM && ix.ChannelType == discordgo.ChannelTypeDM && ix.User.ID != 0
}

// MessageRef names the message that an interaction happened on.
type MessageRef struct {
	ID              ID
	Flags           discordgo.MessageFlags
	InteractionUser ID // whose interaction it answered; 0 when Discord does not say
}

// OnlyPressers reports whether Discord says that only the presser sees the
// message that was pressed. It is ephemeral and answered this very person, or it is in
// their direct messages.
func (ix *Interaction) OnlyPressers() bool {
	m := ix.Message
	if m.ID != 0 && ix.Direct() {
		return true
	}
	return m.Flags&discordgo.MessageFlagsEphemeral != 0 && m.InteractionUser == ix.User.ID && ix.User.ID != 0
}

// Everybodys reports whether it is a message that every person may see.
func (m MessageRef) Everybodys() bool {
	return m.ID != 0 && m.Flags&discordgo.MessageFlagsEphemeral == 0
}

// Command is a slash command that a person used.
type Command struct {
	Name    string
	Sub     string            // the subcommand, or "group sub"
	Options map[string]string // numbers and booleans as JSON writes them
	Focused string            // of an autocompletion: the option being typed
}

// Picked is a person, or a bot, that a presser chose in a [UserMenu].
type Picked struct {
	User        User
	Member      bool   // of the server
	Permissions uint64 // of a member, in the channel
}

// Format writes what may be logged of an interaction: never its token, never what
// a person typed.
func (ix Interaction) Format(f fmt.State, _ rune) {
	fmt.Fprintf(f, "interaction %d of type %d by %d in %d", ix.ID, ix.Type, ix.User.ID, ix.Channel)
}

// AnswerKind is how an interaction is answered.
type AnswerKind int

// The kinds of answers. They differ from discordgo's response types. Whether an
// answer is ephemeral is a part of the kind, because it cannot be changed later. A
// deferred answer takes no message. Client.EditPanel completes it within fifteen
// minutes.
const (
	Reply          AnswerKind = iota // a new message, for every person
	ReplyEphemeral                   // a new message that only the user sees
	Update                           // of a press: the message that it happened on becomes this
	Defer                            // "thinking…", for every person
	DeferEphemeral                   // "thinking…", that only the user sees
	DeferUpdate                      // of a press: nothing yet, an edit may follow
)
