package discord

import (
	"context"
	"fmt"
	"net/http"

	"github.com/bwmarrin/discordgo"
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
