package rest

import (
	"slices"
	"time"

	"oneiros/bot/localcord/stream"
	"oneiros/bot/localcord/wire"
	"oneiros/bot/localcord/world"
)

// channels serve the endpoints of channels and messages.
type channels struct {
	w       *world.World
	dmTimes []time.Time // when direct channels were opened
}

func (s *channels) getChannel(q *call) (int, any, error) {
	c, err := q.inChannel(0)
	if err != nil {
		return 0, nil, err
	}
	return 200, s.w.Channels.Wire(c), nil
}

func (s *channels) patchChannel(q *call) (int, any, error) {
	c, err := q.inChannel(0)
	if err != nil {
		return 0, nil, err
	}
	if c.Type == world.ChannelDM {
		return 0, nil, wire.ErrDMChannel
	}
	o := q.body.Object
	reopens := len(q.body.Fields) == 1 && o.IsSet("archived") && !o.Bool("archived")
	switch moderates := s.w.Permissions.In(c)&world.PermManageThreads != 0; {
	case !c.Thread(), c.Locked && !moderates:
		return 0, nil, wire.ErrMissingPermissions
	case !moderates && c.Owner != s.w.App && !(reopens && s.isMember(c)):
		return 0, nil, wire.ErrMissingPermissions
	}
	next := *c
	if o.IsSet("name") {
		next.Name = o.TrimmedString("name", 1, 100)
	}
	if o.IsSet("auto_archive_duration") {
		next.Archive = o.OneOf("auto_archive_duration", 60, 1440, 4320, 10080)
	}
	if o.IsSet("archived") {
		next.Archived = o.Bool("archived")
		next.ArchiveAt = world.Stamp(s.w.Now())
	}
	if o.IsSet("locked") {
		if s.w.Permissions.In(c)&world.PermManageThreads == 0 {
			return 0, nil, wire.ErrMissingPermissions
		}
		next.Locked = o.Bool("locked")
	}
	if err := o.Form.Err(); err != nil {
		return 0, nil, err
	}
	if c.Archived && next.Archived {
		return 0, nil, wire.ErrThreadArchived
	}
	s.w.Channels.Save(&next, true)
	s.w.Channels.ArchiveQuiet(next.ID)
	return 200, s.w.Channels.Wire(&next), nil
}

// isMember reports whether the bot was added to a thread, as happens when it makes the
// thread or writes there.
func (s *channels) isMember(c *world.Channel) bool {
	return c.Owner == s.w.App || slices.ContainsFunc(s.w.Messages.In(c.ID), func(m *wire.Message) bool { return m.Author.ID == s.w.App && m.EphemeralFor == "" })
}

// locked reports whether a moderator locked a thread against the bot.
func (s *channels) locked(c *world.Channel) bool {
	return c.Locked && s.w.Permissions.In(c)&world.PermManageThreads == 0
}

func (s *channels) deleteChannel(q *call) (int, any, error) {
	c, err := q.inChannel(world.PermManageThreads)
	if err != nil {
		return 0, nil, err
	}
	if !c.Thread() {
		return 0, nil, wire.ErrMissingPermissions // the invite does not ask for Manage Channels
	}
	w := s.w.Channels.Wire(c)
	s.w.Channels.Drop(c)
	return 200, w, nil
}

func (s *channels) postThread(q *call) (int, any, error) {
	c, err := q.inChannel(0)
	if err != nil {
		return 0, nil, err
	}
	if c.Type != world.ChannelText {
		return 0, nil, wire.ErrChannelType
	}
	if s.w.Permissions.In(c)&world.PermThreads == 0 {
		return 0, nil, wire.ErrMissingPermissions
	}
	t := &world.Channel{Type: world.ChannelThread, Guild: c.Guild, Parent: c.ID, Owner: s.w.App, Archive: 4320, ArchiveAt: world.Stamp(s.w.Now())}
	o := q.body.Object
	if o.Require("name") {
		t.Name = o.TrimmedString("name", 1, 100)
	}
	if o.IsSet("auto_archive_duration") {
		t.Archive = o.OneOf("auto_archive_duration", 60, 1440, 4320, 10080)
	}
	var start *wire.Message
	if q.arg["message"] != "" {
		if start, err = s.visible(q, c); err != nil {
			return 0, nil, err
		}
		if s.w.Channels.Find(start.ID) != nil {
			return 0, nil, wire.ErrThreadExists
		}
	} else if n, ok := o.Int("type", 0, 20); ok && n != world.ChannelThread {
		return 0, nil, wire.ErrChannelType // a private thread needs a permission that the invite does not ask for
	}
	if err := o.Form.Err(); err != nil {
		return 0, nil, err
	}
	if start != nil {
		t.ID = start.ID
		s.w.Channels.Add(t)
		next := *start
		next.Flags |= wire.FlagThread
		s.w.Messages.Update(&next)
	} else {
		t.ID = s.w.NewID()
		s.w.Channels.Add(t)
	}
	q.channel, q.everyone = c.ID, true
	w := s.w.Channels.Wire(t)
	w["member"] = map[string]any{"id": t.ID, "user_id": s.w.App, "join_timestamp": world.Stamp(s.w.Now()), "flags": 1}
	return 201, w, nil
}

func (s *channels) putThreadMember(q *call) (int, any, error) {
	c, err := q.inChannel(world.PermSendInThreads)
	if err != nil {
		return 0, nil, err
	}
	if !c.Thread() {
		return 0, nil, wire.ErrChannelType
	}
	if q.arg["user"] != "@me" && s.w.People.Find(wire.ID(q.arg["user"])) == nil {
		return 0, nil, wire.ErrUnknownUser
	}
	return 204, nil, nil
}

func (s *channels) postTyping(q *call) (int, any, error) {
	c, err := q.inChannel(world.PermSend)
	if err != nil {
		return 0, nil, err
	}
	s.w.Streams.Tell(s.w.Channels.Readers(c), stream.Event{"type": "typing", "channel": c.ID, "user": s.w.App})
	return 204, nil, nil
}

// postDM opens the direct channel with a person. Discord opens it even when the
// person has closed DMs, and refuses the message later.
func (s *channels) postDM(q *call) (int, any, error) {
	o := q.body.Object
	if !o.Require("recipient_id") {
		return 0, nil, o.Form.Err()
	}
	id := o.ID("recipient_id")
	if err := o.Form.Err(); err != nil {
		return 0, nil, err
	}
	p := s.w.People.Find(id)
	if p == nil {
		return 0, nil, wire.ErrRecipient
	}
	c := s.w.Channels.Direct(id)
	if c == nil {
		if err := s.paceDMs(); err != nil {
			return 0, nil, err
		}
		c = s.w.Channels.OpenDirect(id)
	}
	return 200, s.w.Channels.Wire(c), nil
}

func (s *channels) paceDMs() error {
	if !s.w.Limits {
		return nil
	}
	now := s.w.Now()
	for len(s.dmTimes) > 0 && now.Sub(s.dmTimes[0]) >= 10*time.Minute {
		s.dmTimes = s.dmTimes[1:]
	}
	if len(s.dmTimes) >= newDMLimit {
		e := *wire.ErrDMsTooFast
		e.RetryAfter = 10*time.Minute - now.Sub(s.dmTimes[0])
		return &e
	}
	s.dmTimes = append(s.dmTimes, now)
	return nil
}
