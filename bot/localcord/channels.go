package localcord

import (
	"slices"
	"strconv"
	"time"

	"oneiros/bot/localcord/stream"
	"oneiros/bot/localcord/wire"
	"oneiros/bot/localcord/world"
)

// A channelAPI serves the endpoints of channels and messages.
type channelAPI struct {
	commandAPI
	dmTimes []time.Time // when direct channels were opened
}

// channel finds the channel of a call. The bot must be able to see it, and needs
// the permissions.
func (s *channelAPI) channel(q *call, need uint64) (*Channel, error) {
	c := s.w.Channels.Find(ID(q.arg["channel"]))
	if c == nil {
		return nil, wire.ErrUnknownChannel
	}
	have := s.w.Permissions.In(c)
	if have&world.PermViewChannel == 0 || c.Voice() && have&world.PermConnect == 0 || c.Type != world.ChannelDM && s.w.Guilds.Find(c.Guild).State != GuildAvailable {
		return nil, wire.ErrMissingAccess
	}
	if have&need != need {
		return nil, wire.ErrMissingPermissions
	}
	return c, nil
}

func (s *channelAPI) getChannel(q *call) (int, any, error) {
	c, err := s.channel(q, 0)
	if err != nil {
		return 0, nil, err
	}
	return 200, s.w.Channels.Wire(c), nil
}

func (s *channelAPI) patchChannel(q *call) (int, any, error) {
	c, err := s.channel(q, 0)
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
func (s *channelAPI) isMember(c *Channel) bool {
	return c.Owner == s.w.App || slices.ContainsFunc(s.w.Messages.In(c.ID), func(m *Message) bool { return m.Author.ID == s.w.App && m.EphemeralFor == "" })
}

// locked reports whether a moderator locked a thread against the bot.
func (s *channelAPI) locked(c *Channel) bool {
	return c.Locked && s.w.Permissions.In(c)&world.PermManageThreads == 0
}

func (s *channelAPI) deleteChannel(q *call) (int, any, error) {
	c, err := s.channel(q, world.PermManageThreads)
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

// visible is a message of a channel that the bot may know of.
func (s *channelAPI) visible(q *call, c *Channel) (*Message, error) {
	m := s.w.Messages.Find(ID(q.arg["message"]))
	if m == nil || m.Channel != c.ID || m.EphemeralFor != "" {
		return nil, wire.ErrUnknownMessage
	}
	return m, nil
}

func (s *channelAPI) getMessages(q *call) (int, any, error) {
	c, err := s.channel(q, 0)
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
	all := slices.DeleteFunc(slices.Clone(s.w.Messages.In(c.ID)), func(m *Message) bool {
		switch {
		case m.EphemeralFor != "":
			return true
		case v.Get("before") != "":
			return m.ID.Compare(ID(v.Get("before"))) >= 0
		case v.Get("after") != "":
			return m.ID.Compare(ID(v.Get("after"))) <= 0
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

func (s *channelAPI) getMessage(q *call) (int, any, error) {
	c, err := s.channel(q, world.PermHistory)
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
func (s *channelAPI) content(c *Channel, d *wire.Draft) error {
	have := s.w.Permissions.In(c)
	if len(d.Embeds) > 0 && have&world.PermEmbed == 0 || len(d.FileOrder) > 0 && have&world.PermAttach == 0 {
		return wire.ErrMissingPermissions
	}
	return nil
}

func (s *channelAPI) postMessage(q *call) (int, any, error) {
	c, err := s.channel(q, 0)
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
func (s *channelAPI) reachable(c *Channel) error {
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

func (s *channelAPI) patchMessage(q *call) (int, any, error) {
	c, err := s.channel(q, 0)
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

func (s *channelAPI) deleteMessage(q *call) (int, any, error) {
	c, err := s.channel(q, 0)
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

func (s *channelAPI) postThread(q *call) (int, any, error) {
	c, err := s.channel(q, 0)
	if err != nil {
		return 0, nil, err
	}
	if c.Type != world.ChannelText {
		return 0, nil, wire.ErrChannelType
	}
	if s.w.Permissions.In(c)&world.PermThreads == 0 {
		return 0, nil, wire.ErrMissingPermissions
	}
	t := &Channel{Type: world.ChannelThread, Guild: c.Guild, Parent: c.ID, Owner: s.w.App, Archive: 4320, ArchiveAt: world.Stamp(s.w.Now())}
	o := q.body.Object
	if o.Require("name") {
		t.Name = o.TrimmedString("name", 1, 100)
	}
	if o.IsSet("auto_archive_duration") {
		t.Archive = o.OneOf("auto_archive_duration", 60, 1440, 4320, 10080)
	}
	var start *Message
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

func (s *channelAPI) putThreadMember(q *call) (int, any, error) {
	c, err := s.channel(q, world.PermSendInThreads)
	if err != nil {
		return 0, nil, err
	}
	if !c.Thread() {
		return 0, nil, wire.ErrChannelType
	}
	if q.arg["user"] != "@me" && s.w.People.Find(ID(q.arg["user"])) == nil {
		return 0, nil, wire.ErrUnknownUser
	}
	return 204, nil, nil
}

func (s *channelAPI) postTyping(q *call) (int, any, error) {
	c, err := s.channel(q, world.PermSend)
	if err != nil {
		return 0, nil, err
	}
	s.w.Streams.Tell(s.w.Channels.Readers(c), stream.Event{"type": "typing", "channel": c.ID, "user": s.w.App})
	return 204, nil, nil
}

// postDM opens the direct channel with a person. Discord opens it even when the
// person has closed DMs, and refuses the message later.
func (s *channelAPI) postDM(q *call) (int, any, error) {
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
