package api

import (
	"context"
	"sync/atomic"

	"oneiros/bot/discord"
	"oneiros/bot/discord/transport"
)

// A Client asks Discord and tells it, one method for each request. All of its methods may be
// called from any goroutine and end with their context. They return the errors of a
// [transport.Sender], or [discord.ErrPrivate].
type Client struct {
	sender *transport.Sender
	voices
	posted *discord.Recent // messages that every person can see
	user   *atomic.Uint64  // the bot; 0 until it was asked for
}

// NewClient makes a client with a sender of its own. It does not ask Discord anything yet.
func NewClient(c transport.Config) (*Client, error) {
	s, err := transport.NewSender(c)
	if err != nil {
		return nil, err
	}
	return &Client{sender: s, voices: voices{s}, posted: new(discord.Recent), user: new(atomic.Uint64)}, nil
}

// Sender is what sends the client's requests.
func (c *Client) Sender() *transport.Sender { return c.sender }

// Until returns a client whose sender has an end, see [transport.Sender.Until]. Both clients
// know the same messages.
func (c *Client) Until(end context.Context) *Client {
	s := c.sender.Until(end)
	return &Client{sender: s, voices: voices{s}, posted: c.posted, user: c.user}
}

// MayFollowUp reports whether no ban holds back what is sent after the first answer to an
// interaction.
func (c *Client) MayFollowUp() bool { return c.sender.MayFollowUp() }

// Download reads an uploaded file of at most so many bytes, see [transport.Sender.Download].
func (c *Client) Download(ctx context.Context, up discord.Uploaded, most int) ([]byte, error) {
	return c.sender.Download(ctx, up, most)
}

// object is a JSON object of a few members.
type object map[string]any
