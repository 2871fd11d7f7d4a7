package discord

import (
	"context"
	"fmt"
	"net/http"
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

// Answer answers an interaction, within three seconds of its time. m is nil for a
// deferred answer. It returns what the interaction's token edits from now on. The id of
// a new message is in it when m.Sent asks for it.
//
// An answer that may have arrived is not sent again: see [MayHaveArrived]. Then it
// returns the error and what the token edits if it has arrived.
func (c *Client) Answer(ctx context.Context, ix *Interaction, kind AnswerKind, m *Message) (Original, error) {
	if m != nil && !m.Public && (kind == Reply || kind == Update && !c.OnlyPressers(ix)) {
		return Original{}, ErrPrivate
	}
	b := answerBody{}
	switch kind {
	case Reply:
		b = answerBody{discordgo.InteractionResponseChannelMessageWithSource, m.body(placeCallback, 0)}
	case ReplyEphemeral:
		b = answerBody{discordgo.InteractionResponseChannelMessageWithSource, m.body(placeCallback, discordgo.MessageFlagsEphemeral)}
	case Update:
		b = answerBody{discordgo.InteractionResponseUpdateMessage, m.body(placeUpdate, 0)}
	case Defer:
		b.Type = discordgo.InteractionResponseDeferredChannelMessageWithSource
	case DeferEphemeral:
		b = answerBody{discordgo.InteractionResponseDeferredChannelMessageWithSource, object{"flags": discordgo.MessageFlagsEphemeral}}
	case DeferUpdate:
		b.Type = discordgo.InteractionResponseDeferredMessageUpdate
	default:
		return Original{}, fmt.Errorf("answer of unknown kind %d", kind)
	}
	r := callback(ix, b)
	var to *Sent
	if m != nil {
		r.files, to = m.Files, m.Sent
	}
	var told struct {
		Resource struct {
			Message wireMessage `json:"message"`
		} `json:"resource"`
	}
	if to != nil {
		r.query, r.read = "with_response=true", readJSON(&told)
	}
	if err := c.do(ctx, r); err != nil {
		if MayHaveArrived(err) {
			return original(ix, kind, 0, c.clock.Expires(ix), c.OnlyPressers(ix)), err
		}
		return Original{}, err
	}
	told.Resource.Message.sent(to)
	return original(ix, kind, told.Resource.Message.ID, c.clock.Expires(ix), c.OnlyPressers(ix)), nil
}

// Public says that every person can see messages which another process has posted.
func (c *Client) Public(messages ...ID) {
	for _, id := range messages {
		c.posted.add(id)
	}
}

// OnlyPressers reports whether only the presser sees the message that was
// pressed. Discord says so, and this client did not post it for every person.
func (c *Client) OnlyPressers(ix *Interaction) bool {
	return ix.OnlyPressers() && !c.posted.has(ix.Message.ID)
}

// AnswerModal answers with a modal. A modal cannot be answered with a modal.
func (c *Client) AnswerModal(ctx context.Context, ix *Interaction, m Modal) error {
	return c.do(ctx, callback(ix, answerBody{discordgo.InteractionResponseModal, m.body()}))
}

// AnswerChoices answers an autocompletion. Of the choices at most 25 are shown.
func (c *Client) AnswerChoices(ctx context.Context, ix *Interaction, choices []*discordgo.ApplicationCommandOptionChoice) error {
	return c.do(ctx, callback(ix, answerBody{discordgo.InteractionApplicationCommandAutocompleteResult, choicesOf(choices)}))
}

// choicesOf is the body of an autocompletion's answer. No choices are an empty
// list, not null.
func choicesOf(list []*discordgo.ApplicationCommandOptionChoice) object {
	return object{"choices": append([]*discordgo.ApplicationCommandOptionChoice{}, list[:min(len(list), MaxChoices)]...)}
}

func callback(ix *Interaction, b answerBody) *request {
	return &request{
		method: http.MethodPost, route: "POST interactions/callback", byToken: true, unlimited: true, secret: ix.Token,
		path: "/interactions/" + ix.ID.String() + "/" + ix.Token + "/callback", json: b,
	}
}

func webhook(method, rest string, app ID, token string) *request {
	return &request{
		method: method, route: method + " webhooks" + rest, byToken: true, secret: token, major: token,
		path: "/webhooks/" + app.String() + "/" + token + rest, retry: always,
	}
}
