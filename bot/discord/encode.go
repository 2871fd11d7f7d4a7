package discord

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/bwmarrin/discordgo"
)

// A Place is where a message goes. It decides which members the body may have.
type Place int

// The places to which a request sends a message.
const (
	placeCallback Place = iota // a new message that answers an interaction
	placeUpdate                // the message of the press becomes this
	PlaceFollow                // a new message with an interaction's token
	PlaceOriginal              // an edit with an interaction's token
	PlacePost                  // a new message in a channel
	PlaceEdit                  // an edit in a channel
	PlaceBoard                 // such an edit with an interaction's token
)

func (p Place) edits() bool { return p == placeUpdate || p == PlaceOriginal || p.isChannel() }

// isChannel reports whether a message is edited that every person in its channel sees.
func (p Place) isChannel() bool { return p == PlaceEdit || p == PlaceBoard }

// answerBody is the body of an answer to an interaction.
type answerBody struct {
	Type discordgo.InteractionResponseType `json:"type"`
	Data any                               `json:"data,omitempty"`
}

// AnswerBody is an answer to an interaction as Discord reads it. m is nil for a deferred one.
func AnswerBody(kind AnswerKind, m *Message) (any, error) {
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
		b = answerBody{discordgo.InteractionResponseDeferredChannelMessageWithSource, map[string]any{"flags": discordgo.MessageFlagsEphemeral}}
	case DeferUpdate:
		b.Type = discordgo.InteractionResponseDeferredMessageUpdate
	default:
		return nil, fmt.Errorf("answer of unknown kind %d", kind)
	}
	return b, nil
}

// ModalBody is the answer with a modal, as Discord reads it.
func ModalBody(m Modal) any { return answerBody{discordgo.InteractionResponseModal, m.body()} }

// ChoicesBody is the answer to an autocompletion, as Discord reads it. Of the choices at most
// 25 are in it.
func ChoicesBody(choices []*discordgo.ApplicationCommandOptionChoice) any {
	return answerBody{discordgo.InteractionApplicationCommandAutocompleteResult, choicesOf(choices)}
}

// MessageBody is a message as Discord reads it. The first four members are
// always there: what an edit leaves out would stay as it was.
type MessageBody struct {
	Content     string                    `json:"content"`
	Embeds      []*discordgo.MessageEmbed `json:"embeds"`
	Components  []rowBody                 `json:"components"`
	Mentions    mentionsBody              `json:"allowed_mentions"`
	Attachments []attachmentBody          `json:"attachments,omitzero"` // nil for none to speak of, empty to clear
	Flags       *discordgo.MessageFlags   `json:"flags,omitempty"`      // nil for no flags, 0 to clear them
	Nonce       string                    `json:"nonce,omitempty"`
	Enforce     bool                      `json:"enforce_nonce,omitempty"`
}

type mentionsBody struct {
	Parse []string `json:"parse"` // empty, not null: nothing in the text notifies any person
	Users []ID     `json:"users,omitempty"`
	Roles []ID     `json:"roles,omitempty"`
}

type attachmentBody struct {
	ID   ID     `json:"id"` // of a new file its number
	Name string `json:"filename,omitempty"`
	Alt  string `json:"description,omitempty"`
}

type rowBody struct {
	Type       discordgo.ComponentType `json:"type"`
	Components []componentBody         `json:"components"`
}

// The types of components that discordgo does not know: a label, which holds a field of a
// modal, an upload, and a radio group.
const (
	labelComponent  discordgo.ComponentType = 18
	uploadComponent discordgo.ComponentType = 19
	radioComponent  discordgo.ComponentType = 21
)

// componentBody has the members of all components that we send. One struct for all
// of them needs no method to be encoded. Such methods make discordgo's components
// slow.
type componentBody struct {
	Type        discordgo.ComponentType   `json:"type"`
	CustomID    string                    `json:"custom_id,omitempty"`
	Style       int                       `json:"style,omitempty"`
	Label       string                    `json:"label,omitempty"`
	Description string                    `json:"description,omitempty"`
	Emoji       *discordgo.ComponentEmoji `json:"emoji,omitempty"`
	URL         string                    `json:"url,omitempty"`
	Placeholder string                    `json:"placeholder,omitempty"`
	Options     []optionBody              `json:"options,omitempty"`
	Channels    []discordgo.ChannelType   `json:"channel_types,omitempty"`
	Chosen      []chosenBody              `json:"default_values,omitempty"`
	MinValues   *int                      `json:"min_values,omitempty"`
	MaxValues   int                       `json:"max_values,omitempty"`
	Value       string                    `json:"value,omitempty"`
	MinLength   int                       `json:"min_length,omitempty"`
	MaxLength   int                       `json:"max_length,omitempty"`
	Required    *bool                     `json:"required,omitempty"`
	Disabled    bool                      `json:"disabled,omitempty"`
	Component   *componentBody            `json:"component,omitempty"` // of a label
}

// chosenBody is what is chosen in a menu from the start.
type chosenBody struct {
	ID   ID     `json:"id"`
	Type string `json:"type"`
}

type optionBody struct {
	Label       string                    `json:"label"`
	Value       string                    `json:"value"`
	Description string                    `json:"description,omitempty"`
	Emoji       *discordgo.ComponentEmoji `json:"emoji,omitempty"`
	Default     bool                      `json:"default,omitempty"`
}

// Body is the message for a place. The places of answers are not for it: see [AnswerBody].
func (m *Message) Body(p Place) *MessageBody { return m.body(p, 0) }

// body is the message for a place. extra are flags that the place adds.
func (m *Message) body(p Place, extra discordgo.MessageFlags) *MessageBody {
	b := &MessageBody{
		Content: m.Content, Embeds: m.Embeds, Components: make([]rowBody, len(m.Components)),
		Mentions: mentionsBody{Parse: []string{}, Users: m.Mentions.Users, Roles: m.Mentions.Roles},
	}
	if b.Embeds == nil {
		b.Embeds = []*discordgo.MessageEmbed{}
	}
	for i, r := range m.Components {
		b.Components[i] = r.body()
	}
	if p.edits() || len(m.Attachments)+len(m.Files) > 0 {
		b.Attachments = m.attachments()
	}
	flags := m.Flags | extra
	if p.edits() {
		flags &= discordgo.MessageFlagsSuppressEmbeds
	}
	// Zero is sent for a message in a channel too. Every member who may manage
	// messages can take the embeds off the board, and zero puts them back.
	if flags != 0 || p.isChannel() {
		b.Flags = &flags
	}
	return b
}

func (m *Message) attachments() []attachmentBody {
	list := make([]attachmentBody, 0, len(m.Attachments)+len(m.Files))
	for _, a := range m.Attachments {
		list = append(list, attachmentBody{a.ID, a.Name, a.Alt})
	}
	for i, f := range m.Files {
		list = append(list, attachmentBody{ID(i), f.Name, f.Alt})
	}
	return list
}

func (r Row) body() rowBody {
	b := rowBody{Type: discordgo.ActionsRowComponent, Components: make([]componentBody, len(r))}
	for i, c := range r {
		b.Components[i] = c.body()
	}
	return b
}

func (b Button) body() componentBody {
	return componentBody{
		Type: discordgo.ButtonComponent, CustomID: b.CustomID, Style: int(b.Style), Label: b.Label,
		Emoji: emoji(b.Emoji), URL: b.URL, Disabled: b.Disabled,
	}
}

func (m Menu) body() componentBody {
	b := componentBody{
		Type: discordgo.SelectMenuComponent, CustomID: m.CustomID, Placeholder: m.Placeholder,
		Options: optionBodies(m.Options), Disabled: m.Disabled,
	}
	of := ""
	switch m.Kind {
	case RoleMenu:
		b.Type, of = discordgo.RoleSelectMenuComponent, "role"
	case ChannelMenu:
		b.Type, b.Channels, of = discordgo.ChannelSelectMenuComponent, tableChannels, "channel"
	case UserMenu:
		b.Type, of = discordgo.UserSelectMenuComponent, "user"
	}
	for _, id := range m.Chosen {
		b.Chosen = append(b.Chosen, chosenBody{id, of})
	}
	if m.Max != 0 {
		b.MinValues, b.MaxValues = &m.Min, m.Max
	}
	return b
}

func optionBodies(list []MenuOption) []optionBody {
	all := make([]optionBody, len(list))
	for i, o := range list {
		all[i] = optionBody{Label: o.Label, Value: o.Value, Description: o.Description, Emoji: emoji(o.Emoji), Default: o.Default}
	}
	return all
}

// tableChannels are the types of channels in which tables can be opened, or in whose
// threads: those of a forum are its posts.
var tableChannels = []discordgo.ChannelType{
	discordgo.ChannelTypeGuildText, discordgo.ChannelTypeGuildNews, discordgo.ChannelTypeGuildVoice, discordgo.ChannelTypeGuildStageVoice,
	discordgo.ChannelTypeGuildForum, discordgo.ChannelTypeGuildMedia,
}

func (i Input) body() componentBody {
	b := componentBody{
		Type: discordgo.TextInputComponent, CustomID: i.CustomID, Style: int(discordgo.TextInputShort),
		Placeholder: i.Placeholder, Value: i.Value, MinLength: i.Min, MaxLength: i.Max, Required: &i.Required,
	}
	if i.Long {
		b.Style = int(discordgo.TextInputParagraph)
	}
	return b
}

func (u Upload) body() componentBody {
	least := 0
	if u.Required {
		least = 1
	}
	return componentBody{Type: uploadComponent, CustomID: u.CustomID, MinValues: &least, MaxValues: 1, Required: &u.Required}
}

func (r Radio) body() componentBody {
	return componentBody{Type: radioComponent, CustomID: r.CustomID, Options: optionBodies(r.Options), Required: &r.Required}
}

func emoji(s string) *discordgo.ComponentEmoji {
	if s == "" {
		return nil
	}
	name, id, _ := strings.Cut(s, ":")
	return &discordgo.ComponentEmoji{Name: name, ID: id}
}

// modalBody is a modal as Discord reads it. Its fields stand in labels: an input
// alone in a row is the deprecated form.
type modalBody struct {
	CustomID   string          `json:"custom_id"`
	Title      string          `json:"title"`
	Components []componentBody `json:"components"`
}

func (m *Modal) body() *modalBody {
	b := &modalBody{CustomID: m.id(), Title: m.Title, Components: []componentBody{}}
	for _, r := range m.Rows {
		for _, c := range r {
			label, field := componentBody{Type: labelComponent}, c.body()
			switch c := c.(type) {
			case Input:
				label.Label, label.Description = c.Label, c.Description
			case Upload:
				label.Label, label.Description = c.Label, c.Description
			case Radio:
				label.Label, label.Description = c.Label, c.Description
			case Menu:
				label.Label, label.Description, field.Required = c.Label, c.Description, &c.Required
				least := c.Min
				if c.Required {
					least = max(least, 1)
				}
				field.MinValues, field.MaxValues = &least, max(c.Max, 1)
			default:
				continue
			}
			label.Component = &field
			b.Components = append(b.Components, label)
		}
	}
	return b
}

// Digest is equal for messages that look the same. It is made of what is sent
// of them, without the data of files, which their names stand for. It is empty
// for a message that cannot be sent.
func (m *Message) Digest() string {
	b, err := json.Marshal(m.body(placeUpdate, 0))
	if err != nil {
		return ""
	}
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:16])
}

// choicesOf is the body of an autocompletion's answer. No choices are an empty
// list, not null.
func choicesOf(list []*discordgo.ApplicationCommandOptionChoice) map[string]any {
	return map[string]any{"choices": append([]*discordgo.ApplicationCommandOptionChoice{}, list[:min(len(list), MaxChoices)]...)}
}
