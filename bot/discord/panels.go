package discord

import (
	"context"
	"net/http"

	"github.com/bwmarrin/discordgo"
)

// request is a request about the token's message.
func (t token) request(method string, followUp bool) *request {
	if followUp {
		r := webhook(method, "/messages/followup", t.app, t.secret)
		r.path = "/webhooks/" + t.app.String() + "/" + t.secret + "/messages/" + t.message.String()
		return r
	}
	return webhook(method, "/messages/@original", t.app, t.secret)
}

// EditPanel makes a panel show m. Only its reader sees it. It is refused with
// [ErrPrivate] for a private m where every person is known to see the message.
func (c *Client) EditPanel(ctx context.Context, t PanelToken, m *Message) error {
	if t.Zero() || !m.Public && c.posted.has(t.message) {
		return ErrPrivate
	}
	_, err := sendMessage(ctx, c, t.request(http.MethodPatch, t.followUp), m, placeOriginal, false)
	return err
}

// DeletePanel deletes a panel.
func (c *Client) DeletePanel(ctx context.Context, t PanelToken) error {
	if t.Zero() || c.posted.has(t.message) {
		return ErrPrivate
	}
	return c.do(ctx, t.request(http.MethodDelete, t.followUp))
}

// EditBoard makes a board show m, which every person in its channel may read, as of Edit.
// It is not one of the bot's fifty requests a second.
func (c *Client) EditBoard(ctx context.Context, t BoardToken, m *Message) error {
	if t.Zero() || !m.mayRead(t.channel) {
		return ErrPrivate
	}
	if m.Public {
		c.posted.add(t.message)
	}
	_, err := sendMessage(ctx, c, t.request(http.MethodPatch, false), m, placeBoard, false)
	return err
}

// FollowUp answers an interaction once more, with another message that only the presser
// sees. It is not repeated if it may have arrived. The token edits that message. It is
// zero when the answer does not say which message it is.
func (c *Client) FollowUp(ctx context.Context, ix *Interaction, m *Message) (PanelToken, error) {
	private := *m
	private.Flags |= discordgo.MessageFlagsEphemeral
	r := webhook(http.MethodPost, "", ix.App, ix.Token)
	r.query, r.retry = "wait=true", ifUnsent
	id, err := sendMessage(ctx, c, r, &private, placeFollow, true)
	if err != nil || id == 0 {
		return PanelToken{}, err
	}
	return PanelToken{token{ix.App, ix.Token, c.clock.Expires(ix), id}, true}, nil
}
