package discord

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/bwmarrin/discordgo"
)

// A WireUser is a user as Discord writes one.
type WireUser struct {
	ID     ID     `json:"id"`
	Name   string `json:"username"`
	Global string `json:"global_name"`
	Bot    bool   `json:"bot"`
}

// User is the user, with the nickname of a guild or none.
func (u *WireUser) User(nick string) User {
	w := User{ID: u.ID, Name: u.Name, Username: u.Name, Bot: u.Bot}
	if u.Global != "" {
		w.Name = u.Global
	}
	if nick != "" {
		w.Name = nick
	}
	return w
}

// wireInteraction is what is read of INTERACTION_CREATE. The rest is skipped, above
// all the message with its components. So no new type of component can break a
// press.
type wireInteraction struct {
	ID          ID                               `json:"id"`
	App         ID                               `json:"application_id"`
	Type        discordgo.InteractionType        `json:"type"`
	Token       string                           `json:"token"`
	Guild       ID                               `json:"guild_id"`
	ChannelID   ID                               `json:"channel_id"`
	Permissions string                           `json:"app_permissions"`
	Locale      string                           `json:"locale"`
	GuildLocale string                           `json:"guild_locale"`
	Context     discordgo.InteractionContextType `json:"context"`
	Server      struct {
		Features []string `json:"features"`
	} `json:"guild"`
	FileLimit int `json:"attachment_size_limit"`
	Channel   *struct {
		ID     ID                    `json:"id"`
		Type   discordgo.ChannelType `json:"type"`
		Parent ID                    `json:"parent_id"`
		Last   ID                    `json:"last_message_id"`
	} `json:"channel"`
	Member *struct {
		User        WireUser `json:"user"`
		Nick        string   `json:"nick"`
		Roles       []ID     `json:"roles"`
		Permissions string   `json:"permissions"`
	} `json:"member"`
	User    *WireUser `json:"user"`
	Message *struct {
		ID    ID                     `json:"id"`
		Flags discordgo.MessageFlags `json:"flags"`
		Meta  *struct {
			User WireUser `json:"user"`
		} `json:"interaction_metadata"`
	} `json:"message"`
	Data struct {
		Name       string          `json:"name"`
		CustomID   string          `json:"custom_id"`
		Values     []string        `json:"values"`
		Options    []wireOption    `json:"options"`
		Components []wireComponent `json:"components"`
		Resolved   struct {
			Attachments map[ID]wireUpload `json:"attachments"`
			Users       map[ID]WireUser   `json:"users"`
			Members     map[ID]struct {
				Nick        string `json:"nick"`
				Permissions string `json:"permissions"`
			} `json:"members"`
		} `json:"resolved"`
	} `json:"data"`
}

type wireOption struct {
	Name    string                                 `json:"name"`
	Type    discordgo.ApplicationCommandOptionType `json:"type"`
	Value   json.RawMessage                        `json:"value"`
	Focused bool                                   `json:"focused"`
	Options []wireOption                           `json:"options"`
}

// wireComponent is a row, a label or a field of a modal's answers. The value of a
// field may be of any type, so it stays as it is written.
type wireComponent struct {
	CustomID   string          `json:"custom_id"`
	Value      json.RawMessage `json:"value"`
	Values     []string        `json:"values"`
	Components []wireComponent `json:"components"`
	Component  *wireComponent  `json:"component"`
}

// DecodeInteraction reads an interaction as the gateway sends it.
func DecodeInteraction(b []byte, now time.Time) (*Interaction, error) {
	var w wireInteraction
	err := json.Unmarshal(b, &w)
	var odd *json.UnmarshalTypeError // one member has another type; the others were read
	if err != nil && !errors.As(err, &odd) {
		return nil, fmt.Errorf("decode an interaction: %w", err)
	}
	if w.ID == 0 || w.Token == "" {
		return nil, fmt.Errorf("decode an interaction: it has no id or no token")
	}
	ix := &Interaction{
		ID: w.ID, App: w.App, Token: w.Token, Type: w.Type, Guild: w.Guild, Channel: w.ChannelID, Context: w.Context,
		AppPermissions: bits(w.Permissions), Locale: w.Locale, FileLimit: w.FileLimit,
		CustomID: w.Data.CustomID, Values: w.Data.Values, Received: now,
	}
	if slices.Contains(w.Server.Features, "COMMUNITY") {
		ix.CommunityLocale = w.GuildLocale
	}
	if w.Channel != nil {
		ix.ChannelType, ix.Parent, ix.LastMessage = w.Channel.Type, w.Channel.Parent, w.Channel.Last
		if ix.Channel == 0 {
			ix.Channel = w.Channel.ID
		}
	}
	switch {
	case w.Member != nil:
		ix.User, ix.Roles, ix.Permissions = w.Member.User.User(w.Member.Nick), w.Member.Roles, bits(w.Member.Permissions)
	case w.User != nil:
		ix.User = w.User.User("")
	}
	if w.Message != nil {
		ix.Message = MessageRef{ID: w.Message.ID, Flags: w.Message.Flags}
		if m := w.Message.Meta; m != nil {
			ix.Message.InteractionUser = m.User.ID
		}
	}
	switch ix.Type {
	case discordgo.InteractionApplicationCommand, discordgo.InteractionApplicationCommandAutocomplete:
		ix.Command = command(w.Data.Name, w.Data.Options)
	case discordgo.InteractionMessageComponent:
		ix.Picked = w.picked()
	case discordgo.InteractionModalSubmit:
		ix.CustomID = undrafted(ix.CustomID)
		for i := range w.Data.Components {
			w.Data.Components[i].answers(ix)
		}
		for id, u := range w.Data.Resolved.Attachments {
			ix.Uploads = append(ix.Uploads, Uploaded{ID: id, Name: cmp.Or(u.Title, u.Name), Size: u.Size, Address: u.URL})
		}
	}
	return ix, nil
}

// picked are the people of a menu, in the order in which they were chosen.
func (w *wireInteraction) picked() (list []Picked) {
	for _, v := range w.Data.Values {
		id, err := ParseID(v)
		u, ok := w.Data.Resolved.Users[id]
		if err != nil || !ok {
			continue
		}
		m, member := w.Data.Resolved.Members[id]
		list = append(list, Picked{u.User(m.Nick), member, bits(m.Permissions)})
	}
	return list
}

func bits(s string) uint64 {
	n, err := strconv.ParseUint(s, 10, 64)
	if err != nil {
		return 0
	}
	return n
}

// command is a slash command. Its subcommands become one name.
func command(name string, options []wireOption) Command {
	c := Command{Name: name}
	for len(options) == 1 && (options[0].Type == discordgo.ApplicationCommandOptionSubCommand || options[0].Type == discordgo.ApplicationCommandOptionSubCommandGroup) {
		c.Sub = strings.TrimPrefix(c.Sub+" "+options[0].Name, " ")
		options = options[0].Options
	}
	for _, o := range options {
		if c.Options == nil {
			c.Options = make(map[string]string, len(options))
		}
		c.Options[o.Name] = plain(o.Value)
		if o.Focused {
			c.Focused = o.Name
		}
	}
	return c
}

// plain is a JSON value as text: a string without its quotes, anything else as it is
// written.
func plain(b json.RawMessage) string {
	var s string
	if json.Unmarshal(b, &s) == nil {
		return s
	}
	return string(b)
}

// answers adds the values of the fields. A text of the modal has no custom id and is
// not an answer.
func (w *wireComponent) answers(to *Interaction) {
	if w.Component != nil {
		w.Component.answers(to)
	}
	for i := range w.Components {
		w.Components[i].answers(to)
	}
	if w.CustomID == "" || w.Component != nil || w.Components != nil {
		return
	}
	answer := strings.Join(w.Values, ",")
	if w.Value != nil {
		answer = plain(w.Value)
	}
	to.Answers = append(to.Answers, answer)
	if to.Fields == nil {
		to.Fields = map[string]string{}
	}
	to.Fields[w.CustomID] = answer
}
