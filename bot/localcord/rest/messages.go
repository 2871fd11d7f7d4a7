package rest

import (
	"slices"
	"strconv"
	"time"

	"oneiros/bot/localcord/wire"
	"oneiros/bot/localcord/world"
)

// visible is a message of a channel that the bot may know of.
func (s *channels) visible(q *call, c *world.Channel) (*wire.Message, error) {
	m := s.w.Messages.Find(wire.ID(q.arg["message"]))
	if m == nil || m.Channel != c.ID || m.EphemeralFor != "" {
		return nil, wire.ErrUnknownMessage
	}
	return m, nil
}

func (s *channels) getMessages(q *call) (int, any, error) {
	c, err := q.inChannel(0)
	if err != nil {
		return 0, nil, err
	}
	out := []any{}
	if s.w.Permissions.In(c)&world.PermHistory == 0 {
		return 200, out, nil
	}
	v := q.r.URL.Query()
	limit := 50
	if t := v.Get("limit"); t != "" {
		if limit, err = strconv.Atoi(t); err != nil || limit < 1 || limit > 100 {
			q.body.Form.Add("limit", "NUMBER_TYPE_MAX", "int value should be less than or equal to 100.")
			return 0, nil, q.body.Form.Err()
		}
	}
	all := slices.DeleteFunc(slices.Clone(s.w.Messages.In(c.ID)), func(m *wire.Message) bool {
		switch {
		case m.EphemeralFor != "":
			return true
		case v.Get("before") != "":
			return m.ID.Compare(wire.ID(v.Get("before"))) >= 0
		case v.Get("after") != "":
			return m.ID.Compare(wire.ID(v.Get("after"))) <= 0
		}
		return false
	})
	if len(all) > limit {
		if v.Get("after") != "" {
			all = all[:limit]
		} else {
			all = all[len(all)-limit:]
		}
	}
	for _, m := range slices.Backward(all) {
		out = append(out, s.w.Messages.Wire(m))
	}
	return 200, out, nil
}

func (s *channels) getMessage(q *call) (int, any, error) {
	c, err := q.inChannel(world.PermHistory)
	if err != nil {
		return 0, nil, err
	}
	m, err := s.visible(q, c)
	if err != nil {
		return 0, nil, err
	}
	return 200, s.w.Messages.Wire(m), nil
}

// content checks that the bot may send embeds and files to a channel.
func (s *channels) content(c *world.Channel, d *wire.Draft) error {
	have := s.w.Permissions.In(c)
	if len(d.Embeds) > 0 && have&world.PermEmbed == 0 || len(d.FileOrder) > 0 && have&world.PermAttach == 0 {
		return wire.ErrMissingPermissions
	}
	return nil
}

func (s *channels) postMessage(q *call) (int, any, error) {
	c, err := q.inChannel(0)
	if err != nil {
		return 0, nil, err
	}
	need := uint64(world.PermSend)
	switch {
	case c.Type == world.ChannelForum:
		return 0, nil, wire.ErrChannelType // it has posts, which are threads
	case c.Thread():
		need = world.PermSendInThreads
	}
	if s.w.Permissions.In(c)&need == 0 {
		return 0, nil, wire.ErrMissingPermissions
	}
	if err := s.reachable(c); err != nil {
		return 0, nil, err
	}
	if s.locked(c) {
		return 0, nil, wire.ErrThreadLocked
	}
	d := wire.ReadMessage(q.body, q.body.Object, wire.ForMessage, nil)
	if err := q.body.Form.Err(); err != nil {
		return 0, nil, err
	}
	if d.Empty() {
		return 0, nil, wire.ErrEmptyMessage
	}
	if err := s.content(c, d); err != nil {
		return 0, nil, err
	}
	if d.EnforceNonce && d.Nonce != nil {
		for _, m := range slices.Backward(s.w.Messages.In(c.ID)) {
			if s.w.Now().Sub(m.ID.Time()) > 5*time.Minute {
				break
			}
			if m.Author.ID == s.w.App && m.Nonce != nil && wire.Text(m.Nonce) == wire.Text(d.Nonce) {
				q.shows(s.w.Channels.Find(m.Channel), m)
				return 200, s.w.Messages.Wire(m), nil
			}
		}
	}
	m, err := s.w.Messages.Post(c, d, world.Origin{Author: s.w.Bot})
	if err != nil {
		return 0, nil, err
	}
	q.shows(s.w.Channels.Find(m.Channel), m)
	return 200, s.w.Messages.Wire(m), nil
}

// reachable refuses a new message to a person who takes none, or who shares no server
// with the bot. Answers to what that person does are not refused, and edits neither.
func (s *channels) reachable(c *world.Channel) error {
	if c.Type != world.ChannelDM {
		return nil
	}
	if p := s.w.People.Find(c.Recipient); p == nil || len(s.w.Guilds.Having(func(g *world.Guild) bool { return g.Has(p.ID) })) == 0 {
		return wire.ErrNoGuildShared
	}
	if s.w.Faults.On.Closed(c.Recipient) {
		return wire.ErrCannotSendToUser
	}
	return nil
}

func (s *channels) patchMessage(q *call) (int, any, error) {
	c, err := q.inChannel(0)
	if err != nil {
		return 0, nil, err
	}
	old, err := s.visible(q, c)
	if err != nil {
		return 0, nil, err
	}
	if old.Author.ID != s.w.App {
		return 0, nil, wire.ErrOtherAuthor
	}
	switch {
	case c.Archived:
		return 0, nil, wire.ErrThreadArchived
	case s.locked(c):
		return 0, nil, wire.ErrThreadLocked
	}
	d := wire.ReadMessage(q.body, q.body.Object, wire.ForEdit, old)
	if err := q.body.Form.Err(); err != nil {
		return 0, nil, err
	}
	if err := s.content(c, d); err != nil {
		return 0, nil, err
	}
	if err := s.w.Messages.PaceOld(old); err != nil {
		return 0, nil, err
	}
	m, err := s.w.Messages.Edit(old, d)
	if err != nil {
		return 0, nil, err
	}
	q.shows(s.w.Channels.Find(m.Channel), m)
	return 200, s.w.Messages.Wire(m), nil
}

func (s *channels) deleteMessage(q *call) (int, any, error) {
	c, err := q.inChannel(0)
	if err != nil {
		return 0, nil, err
	}
	m, err := s.visible(q, c)
	if err != nil {
		return 0, nil, err
	}
	if m.Author.ID != s.w.App && c.Type == world.ChannelDM {
		return 0, nil, wire.ErrDMChannel
	}
	if m.Author.ID != s.w.App && s.w.Permissions.In(c)&world.PermManageMessages == 0 {
		return 0, nil, wire.ErrMissingPermissions
	}
	s.w.Messages.Drop(m)
	return 204, nil, nil
}
