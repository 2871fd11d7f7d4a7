package api

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"time"

	"oneiros/bot/discord"
	"oneiros/bot/discord/transport"

	"github.com/bwmarrin/discordgo"
)

func channel(method, rest string, channel discord.ID, ids ...any) *transport.Request {
	at := channel.String()
	return &transport.Request{
		Method: method, Route: method + " channels" + strings.ReplaceAll(rest, "%d", "ID"), Major: at,
		Path: "/channels/" + at + fmt.Sprintf(rest, ids...), Retry: transport.Always,
	}
}

// Post puts a message into a channel. It is public, or it is for the one person who
// reads that channel.
func (c *Client) Post(ctx context.Context, at discord.ID, m *discord.Message) (discord.ID, error) {
	if !m.MayRead(at) {
		return 0, discord.ErrPrivate
	}
	id, err := sendMessage(ctx, c, channel(http.MethodPost, "/messages", at), m, discord.PlacePost, true)
	if id != 0 && m.Public {
		c.posted.Add(id)
	}
	return id, err
}

// Edit makes a message in a channel show m, which every person there may read, as of Post.
func (c *Client) Edit(ctx context.Context, at, message discord.ID, m *discord.Message) error {
	if !m.MayRead(at) {
		return discord.ErrPrivate
	}
	if m.Public {
		c.posted.Add(message)
	}
	_, err := sendMessage(ctx, c, channel(http.MethodPatch, "/messages/%d", at, message), m, discord.PlaceEdit, false)
	return err
}

// OwnMessages lists the bot's messages among the last hundred of a channel, newest
// first. Of other messages only the author is read. Without the permission Read
// Message History the list is empty.
func (c *Client) OwnMessages(ctx context.Context, at discord.ID) ([]discord.OwnMessage, error) {
	me, err := ownUser(ctx, c)
	if err != nil {
		return nil, err
	}
	var all []struct {
		ID     discord.ID `json:"id"`
		Author struct {
			ID discord.ID `json:"id"`
		} `json:"author"`
		Embeds []struct{} `json:"embeds"`
		Rows   []struct {
			Parts []struct {
				ID string `json:"custom_id"`
			} `json:"components"`
		} `json:"components"`
	}
	r := channel(http.MethodGet, "/messages", at)
	r.Query, r.Read = "limit=100", transport.ReadJSON(&all)
	if err := c.sender.Do(ctx, r); err != nil {
		return nil, err
	}
	var list []discord.OwnMessage
	for _, m := range all {
		if m.Author.ID != me {
			continue
		}
		mine := discord.OwnMessage{ID: m.ID, Embeds: len(m.Embeds)}
		for _, row := range m.Rows {
			for _, p := range row.Parts {
				mine.CustomIDs = append(mine.CustomIDs, p.ID)
			}
		}
		list = append(list, mine)
	}
	return list, nil
}

// ownUser is the bot's user. It is asked for once.
func ownUser(ctx context.Context, c *Client) (discord.ID, error) {
	if me := c.user.Load(); me != 0 {
		return discord.ID(me), nil
	}
	a, err := c.Me(ctx)
	if err != nil {
		return 0, err
	}
	c.user.Store(uint64(a.User.ID))
	return a.User.ID, nil
}

// Delete deletes a message in a channel.
func (c *Client) Delete(ctx context.Context, at, message discord.ID) error {
	return c.sender.Do(ctx, channel(http.MethodDelete, "/messages/%d", at, message))
}

// Thread begins a public thread at a message. It is archived after so long a silence, one of
// [discord.SilentDay] and [discord.SilentWeek]. If the message has a thread, that is the one.
func (c *Client) Thread(ctx context.Context, at, message discord.ID, name string, silent time.Duration) (discord.ID, error) {
	r := channel(http.MethodPost, "/messages/%d/threads", at, message)
	r.JSON = object{"name": name, "auto_archive_duration": int(silent / time.Minute)}
	var made struct {
		ID discord.ID `json:"id"`
	}
	r.Read = transport.ReadJSON(&made)
	err := c.sender.Do(ctx, r)
	if discord.Code(err) == discordgo.ErrCodeThreadAlreadyCreatedForThisMessage {
		return message, nil // a message's thread has the message's id
	}
	return made.ID, err
}

// OpenThread opens a thread that is archived. The bot has to be a member of it, as it is of
// its own threads and of those in which it wrote. A thread that a moderator locked is
// opened by moderators only.
func (c *Client) OpenThread(ctx context.Context, thread discord.ID) error {
	r := channel(http.MethodPatch, "", thread)
	r.JSON = object{"archived": false}
	return c.sender.Do(ctx, r)
}

// sendMessage sends a message, and reads what Discord made of it when ask or m.Sent says so.
func sendMessage(ctx context.Context, c *Client, r *transport.Request, m *discord.Message, p discord.Place, ask bool) (discord.ID, error) {
	b := m.Body(p)
	if p == discord.PlacePost {
		// Within a few minutes, Discord makes only one message for each nonce. So
		// this request may be repeated.
		if b.Nonce, b.Enforce = m.Nonce, true; m.Nonce == "" {
			b.Nonce = c.sender.Config().Chance.Next("nonce", r.Path, b).Text(24)
		}
	}
	r.JSON, r.Files = b, m.Files
	var w wireMessage
	if ask || m.Sent != nil {
		r.Read = transport.ReadJSON(&w)
	}
	if err := c.sender.Do(ctx, r); err != nil {
		return 0, err
	}
	w.sent(m.Sent)
	return w.ID, nil
}

// wireMessage is what the client reads of a message.
type wireMessage struct {
	ID          discord.ID           `json:"id"`
	Channel     discord.ID           `json:"channel_id"`
	Attachments []discord.Attachment `json:"attachments"`
}

func (w *wireMessage) sent(to *discord.Sent) {
	if to != nil {
		*to = discord.Sent(*w)
	}
}
