package rest

import (
	"net/http"

	"oneiros/bot/localcord/endpoint"
	"oneiros/bot/localcord/wire"
	"oneiros/bot/localcord/world"
)

// A call is one request of the REST API on its way.
type call struct {
	w        *world.World
	r        *http.Request
	to       *endpoint.Endpoint // nil where there is none
	arg      map[string]string
	body     *wire.Body
	channel  wire.ID // where its content is shown
	everyone bool
	only     []wire.ID
}

// pattern is that of the endpoint; "" where there is none.
func (q *call) pattern() string {
	if q.to == nil {
		return ""
	}
	return q.to.Pattern
}

// shows notes who sees what the call made.
func (q *call) shows(c *world.Channel, m *wire.Message) {
	q.channel = m.Channel
	switch {
	case m.EphemeralFor != "":
		q.only = []wire.ID{m.EphemeralFor}
	case c != nil && c.Type == world.ChannelDM:
		q.only = []wire.ID{c.Recipient}
	default:
		q.everyone = true
	}
}

// inChannel is the channel of the call. The bot must be able to see it, and needs
// the permissions.
func (q *call) inChannel(need uint64) (*world.Channel, error) {
	c := q.w.Channels.Find(wire.ID(q.arg["channel"]))
	if c == nil {
		return nil, wire.ErrUnknownChannel
	}
	have := q.w.Permissions.In(c)
	if have&world.PermViewChannel == 0 || c.Voice() && have&world.PermConnect == 0 || c.Type != world.ChannelDM && q.w.Guilds.Find(c.Guild).State != world.GuildAvailable {
		return nil, wire.ErrMissingAccess
	}
	if have&need != need {
		return nil, wire.ErrMissingPermissions
	}
	return c, nil
}

// inGuild is the server of a call. The bot must have it.
func (q *call) inGuild() (*world.Guild, error) {
	g := q.w.Guilds.Find(wire.ID(q.arg["guild"]))
	if g == nil || g.State == world.GuildRemoved {
		return nil, wire.ErrUnknownGuild
	}
	if g.State == world.GuildUnavailable {
		return nil, wire.ErrMissingAccess
	}
	return g, nil
}

func (q *call) guildID() wire.ID { return wire.ID(q.arg["guild"]) }
