package localcord

import (
	"slices"
	"strconv"
	"time"

	"oneiros/bot/localcord/stream"
	"oneiros/bot/localcord/wire"
)

// A channelAPI serves the endpoints of channels and messages.
type channelAPI struct {
	commandAPI
	dmTimes []time.Time // when direct channels were opened
}

// channel finds the channel of a call. The bot must be able to see it, and needs
// the permissions.
func (s *channelAPI) channel(q *call, need uint64) (*Channel, error) {
	c := s.channels[ID(q.arg["channel"])]
	if c == nil {
		return nil, wire.ErrUnknownChannel
	}
	have := s.botPermissions(c)
	if have&permViewChannel == 0 || c.voice() && have&permConnect == 0 || c.Type != channelDM && s.guild(c.Guild).state != GuildAvailable {
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
	return 200, s.channelWire(c), nil
}

func (s *channelAPI) patchChannel(q *call) (int, any, error) {
	c, err := s.channel(q, 0)
	if err != nil {
		return 0, nil, err
	}
	if c.Type == channelDM {
		return 0, nil, wire.ErrDMChannel
	}
	o := q.body.Object
	reopens := len(q.body.Fields) == 1 && o.IsSet("archived") && !o.Bool("archived")
	switch moderates := s.botPermissions(c)&permManageThreads != 0; {
	case !c.thread(), c.Locked && !moderates:
		return 0, nil, wire.ErrMissingPermissions
	case !moderates && c.Owner != s.app && !(reopens && s.isMember(c)):
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
		next.ArchiveAt = stamp(s.now())
	}
	if o.IsSet("locked") {
		if s.botPermissions(c)&permManageThreads == 0 {
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
	s.saveChannel(&next, true)
	s.archiveQuiet(next.ID)
	return 200, s.channelWire(&next), nil
}

// isMember reports whether the bot was added to a thread, as happens when it makes the
// thread or writes there.
func (s *channelAPI) isMember(c *Channel) bool {
	return c.Owner == s.app || slices.ContainsFunc(s.posts[c.ID], func(m *Message) bool { return m.Author.ID == s.app && m.EphemeralFor == "" })
}

// locked reports whether a moderator locked a thread against the bot.
func (s *channelAPI) locked(c *Channel) bool {
	return c.Locked && s.botPermissions(c)&permManageThreads == 0
}

func (s *channelAPI) deleteChannel(q *call) (int, any, error) {
	c, err := s.channel(q, permManageThreads)
	if err != nil {
		return 0, nil, err
	}
	if !c.thread() {
		return 0, nil, wire.ErrMissingPermissions // the invite does not ask for Manage Channels
	}
	w := s.channelWire(c)
	s.dropChannel(c)
	return 200, w, nil
}

// visible is a message of a channel that the bot may know of.
func (s *channelAPI) visible(q *call, c *Channel) (*Message, error) {
	m := s.byID[ID(q.arg["message"])]
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
	if s.botPermissions(c)&permHistory == 0 {
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
	all := slices.DeleteFunc(slices.Clone(s.posts[c.ID]), func(m *Message) bool {
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
		out = append(out, s.wire(m))
	}
	return 200, out, nil
}

func (s *channelAPI) getMessage(q *call) (int, any, error) {
	c, err := s.channel(q, permHistory)
	if err != nil {
		return 0, nil, err
	}
	m, err := s.visible(q, c)
	if err != nil {
		return 0, nil, err
	}
	return 200, s.wire(m), nil
}

// content checks that the bot may send embeds and files to a channel.
func (s *channelAPI) content(c *Channel, d *wire.Draft) error {
	have := s.botPermissions(c)
	if len(d.Embeds) > 0 && have&permEmbed == 0 || len(d.FileOrder) > 0 && have&permAttach == 0 {
		return wire.ErrMissingPermissions
	}
	return nil
}

func (s *channelAPI) postMessage(q *call) (int, any, error) {
	c, err := s.channel(q, 0)
	if err != nil {
		return 0, nil, err
	}
	need := uint64(permSend)
	switch {
	case c.Type == channelForum:
		return 0, nil, wire.ErrChannelType // it has posts, which are threads
	case c.thread():
		need = permSendInThreads
	}
	if s.botPermissions(c)&need == 0 {
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
		for _, m := range slices.Backward(s.posts[c.ID]) {
			if s.now().Sub(m.ID.Time()) > 5*time.Minute {
				break
			}
			if m.Author.ID == s.app && m.Nonce != nil && wire.Text(m.Nonce) == wire.Text(d.Nonce) {
				q.shows(s.channels[m.Channel], m)
				return 200, s.wire(m), nil
			}
		}
	}
	m, err := s.post(c, d, origin{author: s.bot})
	if err != nil {
		return 0, nil, err
	}
	q.shows(s.channels[m.Channel], m)
	return 200, s.wire(m), nil
}

// reachable refuses a new message to a person who takes none, or who shares no server
// with the bot. Answers to what that person does are not refused, and edits neither.
func (s *channelAPI) reachable(c *Channel) error {
	if c.Type != channelDM {
		return nil
	}
	if p := s.person(c.Recipient); p == nil || len(s.having(func(g *guild) bool { return g.has(p.ID) })) == 0 {
		return wire.ErrNoGuildShared
	}
	if s.faults.On.Closed(c.Recipient) {
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
	if old.Author.ID != s.app {
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
	if err := s.paceOld(old); err != nil {
		return 0, nil, err
	}
	m, err := s.edit(old, d)
	if err != nil {
		return 0, nil, err
	}
	q.shows(s.channels[m.Channel], m)
	return 200, s.wire(m), nil
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
	if m.Author.ID != s.app && c.Type == channelDM {
		return 0, nil, wire.ErrDMChannel
	}
	if m.Author.ID != s.app && s.botPermissions(c)&permManageMessages == 0 {
		return 0, nil, wire.ErrMissingPermissions
	}
	s.drop(m)
	return 204, nil, nil
}

func (s *channelAPI) postThread(q *call) (int, any, error) {
	c, err := s.channel(q, 0)
	if err != nil {
		return 0, nil, err
	}
	if c.Type != channelText {
		return 0, nil, wire.ErrChannelType
	}
	if s.botPermissions(c)&permThreads == 0 {
		return 0, nil, wire.ErrMissingPermissions
	}
	t := &Channel{Type: channelThread, Guild: c.Guild, Parent: c.ID, Owner: s.app, Archive: 4320, ArchiveAt: stamp(s.now())}
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
		if s.channels[start.ID] != nil {
			return 0, nil, wire.ErrThreadExists
		}
	} else if n, ok := o.Int("type", 0, 20); ok && n != channelThread {
		return 0, nil, wire.ErrChannelType // a private thread needs a permission that the invite does not ask for
	}
	if err := o.Form.Err(); err != nil {
		return 0, nil, err
	}
	if start != nil {
		t.ID = start.ID
		s.newChannel(t)
		next := *start
		next.Flags |= wire.FlagThread
		s.update(&next)
	} else {
		t.ID = s.newID()
		s.newChannel(t)
	}
	q.channel, q.everyone = c.ID, true
	w := s.channelWire(t)
	w["member"] = map[string]any{"id": t.ID, "user_id": s.app, "join_timestamp": stamp(s.now()), "flags": 1}
	return 201, w, nil
}

func (s *channelAPI) putThreadMember(q *call) (int, any, error) {
	c, err := s.channel(q, permSendInThreads)
	if err != nil {
		return 0, nil, err
	}
	if !c.thread() {
		return 0, nil, wire.ErrChannelType
	}
	if q.arg["user"] != "@me" && s.person(ID(q.arg["user"])) == nil {
		return 0, nil, wire.ErrUnknownUser
	}
	return 204, nil, nil
}

func (s *channelAPI) postTyping(q *call) (int, any, error) {
	c, err := s.channel(q, permSend)
	if err != nil {
		return 0, nil, err
	}
	s.streams.Tell(s.readers(c), stream.Event{"type": "typing", "channel": c.ID, "user": s.app})
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
	p := s.person(id)
	if p == nil {
		return 0, nil, wire.ErrRecipient
	}
	c := s.direct(id)
	if c == nil {
		if err := s.paceDMs(); err != nil {
			return 0, nil, err
		}
		c = s.openDirect(id)
	}
	return 200, s.channelWire(c), nil
}
