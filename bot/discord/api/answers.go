package api

import (
	"context"
	"net/http"

	"oneiros/bot/discord"
	"oneiros/bot/discord/transport"

	"github.com/bwmarrin/discordgo"
)

// Answer answers an interaction, within three seconds of its time. m is nil for a
// deferred answer. It returns what the interaction's token edits from now on. The id of
// a new message is in it when m.Sent asks for it.
//
// An answer that may have arrived is not sent again: see [discord.MayHaveArrived]. Then it
// returns the error and what the token edits if it has arrived.
func (c *Client) Answer(ctx context.Context, ix *discord.Interaction, kind discord.AnswerKind, m *discord.Message) (discord.Original, error) {
	if m != nil && !m.Public && (kind == discord.Reply || kind == discord.Update && !c.OnlyPressers(ix)) {
		return discord.Original{}, discord.ErrPrivate
	}
	b, err := discord.AnswerBody(kind, m)
	if err != nil {
		return discord.Original{}, err
	}
	r := callback(ix, b)
	var to *discord.Sent
	if m != nil {
		r.Files, to = m.Files, m.Sent
	}
	var told struct {
		Resource struct {
			Message wireMessage `json:"message"`
		} `json:"resource"`
	}
	if to != nil {
		r.Query, r.Read = "with_response=true", transport.ReadJSON(&told)
	}
	if err := c.sender.Do(ctx, r); err != nil {
		if discord.MayHaveArrived(err) {
			return discord.OriginalOf(ix, kind, 0, c.sender.Clock().Expires(ix), c.OnlyPressers(ix)), err
		}
		return discord.Original{}, err
	}
	told.Resource.Message.sent(to)
	return discord.OriginalOf(ix, kind, told.Resource.Message.ID, c.sender.Clock().Expires(ix), c.OnlyPressers(ix)), nil
}

// Public says that every person can see messages which another process has posted. Zero is none:
// a process that was killed while it posted a message leaves no id, and the answer that a press
// was promised has none yet.
func (c *Client) Public(messages ...discord.ID) {
	for _, id := range messages {
		if id != 0 {
			c.posted.Add(id)
		}
	}
}

// OnlyPressers reports whether only the presser sees the message that was
// pressed. Discord says so, and this client did not post it for every person.
func (c *Client) OnlyPressers(ix *discord.Interaction) bool {
	return ix.OnlyPressers() && !c.posted.Has(ix.Message.ID)
}

// AnswerModal answers with a modal. A modal cannot be answered with a modal.
func (c *Client) AnswerModal(ctx context.Context, ix *discord.Interaction, m discord.Modal) error {
	return c.sender.Do(ctx, callback(ix, discord.ModalBody(m)))
}

// AnswerChoices answers an autocompletion. Of the choices at most 25 are shown.
func (c *Client) AnswerChoices(ctx context.Context, ix *discord.Interaction, choices []*discordgo.ApplicationCommandOptionChoice) error {
	return c.sender.Do(ctx, callback(ix, discord.ChoicesBody(choices)))
}

func callback(ix *discord.Interaction, b any) *transport.Request {
	return &transport.Request{
		Method: http.MethodPost, Route: "POST interactions/callback", ByToken: true, Unlimited: true, Secret: ix.Token,
		Path: "/interactions/" + ix.ID.String() + "/" + ix.Token + "/callback", JSON: b,
	}
}

func webhook(method, rest string, app discord.ID, token string) *transport.Request {
	return &transport.Request{
		Method: method, Route: method + " webhooks" + rest, ByToken: true, Secret: token, Major: token,
		Path: "/webhooks/" + app.String() + "/" + token + rest, Retry: transport.Always,
	}
}
