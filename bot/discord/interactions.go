package discord

import (
	"context"
	"fmt"
	"net/http"

	"github.com/bwmarrin/discordgo"
)

// Answer answers an interaction, within three seconds of its time. m is nil for a
// deferred answer. The id is zero unless m.Sent asks for it. It is the id of the
// message; for an Update that is the message of the press.
//
// An answer that may have arrived is not sent again: see [MayHaveArrived].
// EditOriginal can still show the message.
func (c *Client) Answer(ctx context.Context, ix *Interaction, kind AnswerKind, m *Message) (ID, error) {
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
		return 0, fmt.Errorf("answer of unknown kind %d", kind)
	}
	r := callback(ix, b)
	var to *Sent
	if m != nil {
		r.files, to = m.Files, m.Sent
	}
	if to == nil {
		return 0, c.do(ctx, r)
	}
	var told struct {
		Resource struct {
			Message wireMessage `json:"message"`
		} `json:"resource"`
	}
	r.query, r.read = "with_response=true", readJSON(&told)
	if err := c.do(ctx, r); err != nil {
		return 0, err
	}
	told.Resource.Message.sent(to)
	return told.Resource.Message.ID, nil
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

// EditOriginal makes the first answer to an interaction show m. app and token are
// those of the interaction.
func (c *Client) EditOriginal(ctx context.Context, app ID, token string, m *Message) error {
	_, err := c.message(ctx, webhook(http.MethodPatch, "/messages/@original", app, token), m, placeOriginal, false)
	return err
}

// DeleteOriginal deletes the first answer to an interaction.
func (c *Client) DeleteOriginal(ctx context.Context, app ID, token string) error {
	return c.do(ctx, webhook(http.MethodDelete, "/messages/@original", app, token))
}

// FollowUp answers an interaction once more, with another message. With the
// ephemeral flag only the user sees it. It is not repeated if it may have arrived.
func (c *Client) FollowUp(ctx context.Context, app ID, token string, m *Message) (ID, error) {
	r := webhook(http.MethodPost, "", app, token)
	r.query, r.retry = "wait=true", ifUnsent
	return c.message(ctx, r, m, placeFollow, true)
}
