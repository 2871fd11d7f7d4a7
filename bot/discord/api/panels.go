package api

import (
	"context"
	"net/http"

	"oneiros/bot/discord"
	"oneiros/bot/discord/transport"

	"github.com/bwmarrin/discordgo"
)

// byToken is a request about a token's message.
func byToken(method string, t discord.SavedToken) *transport.Request {
	if t.FollowUp {
		r := webhook(method, "/messages/followup", t.App, t.Secret)
		r.Path = "/webhooks/" + t.App.String() + "/" + t.Secret + "/messages/" + t.Message.String()
		return r
	}
	return webhook(method, "/messages/@original", t.App, t.Secret)
}

// EditPanel makes a panel show m. Only its reader sees it. It is refused with
// [discord.ErrPrivate] for a private m where every person is known to see the message.
func (c *Client) EditPanel(ctx context.Context, t discord.PanelToken, m *discord.Message) error {
	if t.Zero() || !m.Public && c.posted.Has(t.Message()) {
		return discord.ErrPrivate
	}
	_, err := sendMessage(ctx, c, byToken(http.MethodPatch, t.Saved()), m, discord.PlaceOriginal, false)
	return err
}

// DeletePanel deletes a panel.
func (c *Client) DeletePanel(ctx context.Context, t discord.PanelToken) error {
	if t.Zero() || c.posted.Has(t.Message()) {
		return discord.ErrPrivate
	}
	return c.sender.Do(ctx, byToken(http.MethodDelete, t.Saved()))
}

// EditBoard makes a board show m, which every person in its channel may read, as of Edit.
// It is not one of the bot's fifty requests a second.
func (c *Client) EditBoard(ctx context.Context, t discord.BoardToken, m *discord.Message) error {
	saved := t.Saved()
	if t.Zero() || !m.MayRead(saved.Channel) {
		return discord.ErrPrivate
	}
	if m.Public {
		c.posted.Add(saved.Message)
	}
	_, err := sendMessage(ctx, c, byToken(http.MethodPatch, saved), m, discord.PlaceBoard, false)
	return err
}

// FollowUp answers an interaction once more, with another message that only the presser
// sees. It is not repeated if it may have arrived. The token edits that message. It is
// zero when the answer does not say which message it is.
func (c *Client) FollowUp(ctx context.Context, ix *discord.Interaction, m *discord.Message) (discord.PanelToken, error) {
	private := *m
	private.Flags |= discordgo.MessageFlagsEphemeral
	r := webhook(http.MethodPost, "", ix.App, ix.Token)
	r.Query, r.Retry = "wait=true", transport.IfUnsent
	id, err := sendMessage(ctx, c, r, &private, discord.PlaceFollow, true)
	if err != nil || id == 0 {
		return discord.PanelToken{}, err
	}
	return discord.RestorePanel(discord.SavedToken{App: ix.App, Message: id, Secret: ix.Token, Expires: c.sender.Clock().Expires(ix), FollowUp: true}), nil
}
