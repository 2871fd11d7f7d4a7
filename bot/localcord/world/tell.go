package world

import (
	"strconv"
	"strings"

	"oneiros/bot/localcord/fault"
	"oneiros/bot/localcord/session"
	"oneiros/bot/localcord/stream"
	"oneiros/bot/localcord/wire"
)

func (s *Messages) tell(kind string, m *wire.Message) {
	s.w.Streams.Tell(func(u wire.ID) bool { return s.Sees(u, m) }, stream.Event{"type": kind, "channel": m.Channel, "message": m})
}

// dispatch sends an event about a message. Without the privileged
// intent a bot reads only its own messages and those written to it.
func (s *Messages) dispatch(kind string, m *wire.Message) {
	if m.EphemeralFor != "" {
		return
	}
	c := s.w.Channels.Find(m.Channel)
	direct := c.Type == ChannelDM
	intent := session.IntentMessages
	if direct {
		intent = session.IntentDMs
	}
	if kind == "MESSAGE_DELETE" {
		d := map[string]any{"id": m.ID, "channel_id": m.Channel}
		if !direct {
			d["guild_id"] = c.Guild
		}
		s.w.Sessions.Dispatch(intent, c.Guild, kind, d)
		return
	}
	b := *s.forBot(m)
	if m.Author.ID != s.w.App && !direct && !strings.Contains(m.Content, "<@"+string(s.w.App)+">") {
		b.Content, b.Embeds, b.Attachments, b.Components = "", []*wire.Embed{}, []*wire.Attachment{}, []*wire.Component{}
	}
	d := struct {
		*wire.Message
		Guild  wire.ID        `json:"guild_id,omitempty"`
		Member map[string]any `json:"member,omitempty"`
	}{Message: &b}
	if !direct {
		d.Guild = c.Guild
		if p := s.w.People.Find(m.Author.ID); p != nil {
			d.Member = s.w.Guilds.Find(c.Guild).Member(p)
			delete(d.Member, "user")
		}
	}
	s.w.Sessions.Dispatch(intent, c.Guild, kind, d)
}

// Wire is forBot, with the thread that was started at the message.
func (s *Messages) Wire(m *wire.Message) any {
	b := s.forBot(m)
	if m.Flags&wire.FlagThread == 0 || s.w.Channels.Find(m.ID) == nil {
		return b
	}
	return struct {
		*wire.Message
		Thread map[string]any `json:"thread"`
	}{b, s.w.Channels.Wire(s.w.Channels.Find(m.ID))}
}

// forBot is a message as the bot gets it. Its addresses are whole, and the only
// person who can see it is left out.
func (s *Messages) forBot(m *wire.Message) *wire.Message {
	c := *m
	c.EphemeralFor = ""
	if m.Meta != nil {
		meta := *m.Meta
		meta.Name = "" // only the web client gets it
		c.Meta = &meta
	}
	whole := func(address *string) {
		if strings.HasPrefix(*address, "/attachments/") {
			*address = s.w.URL + *address
		}
	}
	c.Attachments = make([]*wire.Attachment, len(m.Attachments))
	for i, a := range m.Attachments {
		b := *a
		whole(&b.URL)
		whole(&b.ProxyURL)
		c.Attachments[i] = &b
	}
	c.Embeds = make([]*wire.Embed, len(m.Embeds))
	for i, e := range m.Embeds {
		b := *e
		for _, p := range []**wire.EmbedImage{&b.Image, &b.Thumbnail} {
			if *p != nil {
				q := **p
				whole(&q.URL)
				whole(&q.ProxyURL)
				*p = &q
			}
		}
		c.Embeds[i] = &b
	}
	if m.Flags&wire.FlagV2 != 0 {
		c.Components = wholeMedia(m.Components, whole)
	}
	return &c
}

// wholeMedia copies components with whole addresses of what they show.
func wholeMedia(all []*wire.Component, whole func(*string)) []*wire.Component {
	out := make([]*wire.Component, len(all))
	one := func(m *wire.Media) *wire.Media {
		if m == nil {
			return nil
		}
		b := *m
		whole(&b.URL)
		whole(&b.ProxyURL)
		return &b
	}
	for i, c := range all {
		b := *c
		b.Media, b.File, b.Items = one(c.Media), one(c.File), nil
		for _, x := range c.Items {
			y := *x
			y.Media = *one(&x.Media)
			b.Items = append(b.Items, &y)
		}
		b.Components = wholeMedia(c.Components, whole)
		if c.Accessory != nil {
			b.Accessory = wholeMedia([]*wire.Component{c.Accessory}, whole)[0]
		}
		out[i] = &b
	}
	return out
}

// TellOnline tells web clients and waiting tests whether the bot is connected.
func (s *World) TellOnline() {
	s.Streams.TellAll(stream.Event{"type": "bot_status", "bot": s.BotState()})
	s.Wake()
}

// BotState is the bot as the web client gets it.
func (s *World) BotState() map[string]any {
	return map[string]any{"id": s.App, "name": s.Bot.Username, "online": s.Sessions.Online()}
}

// FaultState is what is switched on, for GET /local/faults and the event "faults".
// It has the [Faults]. Its "deny" has the permissions taken from the bot by
// channel, where "" means everywhere. Its "restart" says whether the web client can
// restart the bot. Its "guild" says whether the bot has the first server, as in
// setFaults.
func (s *World) FaultState() any {
	deny := map[wire.ID]string{}
	for channel, bits := range s.Permissions.denied {
		deny[channel] = strconv.FormatUint(bits, 10) // as Discord: JavaScript has no numbers that long
	}
	guild := ""
	for name, is := range GuildStates {
		if is == s.Guilds.Home().State {
			guild = name
		}
	}
	return struct {
		fault.Switches
		Deny    map[wire.ID]string `json:"deny"`
		Restart bool               `json:"restart"`
		Guild   string             `json:"guild"`
	}{s.Faults.On, deny, s.Restartable, guild}
}

// TellFaults tells every person which faults are on.
func (s *World) TellFaults() {
	s.Streams.TellAll(stream.Event{"type": "faults", "faults": s.FaultState()})
	s.Wake()
}
