package localcord

import (
	"slices"
	"strconv"
	"time"

	"oneiros/bot/localcord/session"
)

// A guild is one of the servers. Its members stay in it after they have left, because
// what they saw stays on their screens.
type guild struct {
	ID      ID             `json:"id"`
	Name    string         `json:"name"`
	Locale  string         `json:"locale"`
	Owner   ID             `json:"owner"`
	Members map[ID]*member `json:"members"`
	Roles   []role         `json:"roles,omitempty"` // besides @everyone
	Events  []Event        `json:"events,omitempty"`
	System  ID             `json:"system,omitempty"` // the channel in which Discord welcomes members; "" for none
	Added   time.Time      `json:"added,omitzero"`   // when the bot was added; zero for when the server was made

	state  GuildState
	voices map[ID]voiceState
	sounds map[ID][]string // that the bot has sent, by channel
}

// A member is a person on one of the servers.
type member struct {
	Roles []ID `json:"roles,omitempty"`
	Gone  bool `json:"gone,omitempty"` // left, or was banned
}

// A role gives its members permissions.
type role struct {
	ID          ID     `json:"id"`
	Name        string `json:"name"`
	Permissions uint64 `json:"permissions"`
	Mentionable bool   `json:"mentionable,omitempty"` // every person may mention it
}

// GuildState is whether the bot has a server.
type GuildState int

// The states of a server.
const (
	GuildAvailable   GuildState = iota
	GuildUnavailable            // Discord has an outage there
	GuildRemoved                // the bot was removed
)

// has reports whether a person is a member who has not left. Without a server it is
// false.
func (g *guild) has(person ID) bool {
	if g == nil {
		return false
	}
	m := g.Members[person]
	return m != nil && !m.Gone
}

// joined is when the bot was added to the server.
func (g *guild) joined() time.Time {
	if g.Added.IsZero() {
		return g.ID.Time()
	}
	return g.Added
}

// present is how many members have not left.
func (g *guild) present() int {
	n := 0
	for _, m := range g.Members {
		if !m.Gone {
			n++
		}
	}
	return n
}

// permissions are those of a member. The owner may do everything.
func (g *guild) permissions(person ID) uint64 {
	if g == nil {
		return everybody
	}
	if g.Owner == person {
		return everything
	}
	have := uint64(everybody)
	if m := g.Members[person]; m != nil {
		for _, r := range g.Roles {
			if slices.Contains(m.Roles, r.ID) {
				have |= r.Permissions
			}
		}
	}
	return have
}

// features are those of a server. Only a Community can have another language than
// American English.
func (g *guild) features() []string {
	if g.Locale == "" || g.Locale == "en-US" {
		return []string{}
	}
	return []string{"COMMUNITY"}
}

// home is the first server, which the web client calls the server.
func (s *world) home() *guild { return s.guilds[0] }

// guild is the server with an id; nil when there is none.
func (s *world) guild(id ID) *guild { return s.guildByID[id] }

// addGuild adds a server, or replaces it.
func (s *changes) addGuild(g *guild) {
	if i := slices.IndexFunc(s.guilds, func(o *guild) bool { return o.ID == g.ID }); i >= 0 {
		s.guilds[i] = g
	} else {
		s.guilds = append(s.guilds, g)
	}
	s.guildByID[g.ID] = g
}

func (s *world) keepGuild(g *guild) { s.journal.Put("guild", g.ID, g) }

// isHere reports whether a person can do anything where a channel is: the person has
// not left its server, or all servers if it is a direct channel.
func (s *changes) isHere(p *person, c *Channel) bool {
	if c.Type != channelDM {
		return s.guild(c.Guild).has(p.ID)
	}
	return s.isAnywhere(p)
}

// isAnywhere reports whether a person is on any server.
func (s *changes) isAnywhere(p *person) bool {
	return slices.ContainsFunc(s.guilds, func(g *guild) bool { return g.has(p.ID) })
}

// roles are the roles of the server as Discord's JSON has them.
func (g *guild) roles() (list []any) {
	for i, r := range append([]role{{ID: g.ID, Name: "@everyone", Permissions: everybody | permVoice}}, g.Roles...) {
		list = append(list, r.wire(i))
	}
	return list
}

// wire is the server as Discord's JSON has it.
func (g *guild) wire() map[string]any {
	var system any
	if g.System != "" {
		system = g.System
	}
	return map[string]any{
		"id": g.ID, "name": g.Name, "icon": nil, "description": nil, "home_header": nil, "splash": nil, "discovery_splash": nil, "features": g.features(),
		"banner": nil, "owner_id": g.Owner, "application_id": nil, "region": "deprecated", "afk_channel_id": nil, "afk_timeout": 300,
		"system_channel_id": system, "system_channel_flags": 0, "widget_enabled": false, "widget_channel_id": nil, "verification_level": 0, "roles": g.roles(),
		"default_message_notifications": 1, "mfa_level": 0, "explicit_content_filter": 0, "max_presences": nil, "max_members": 500000,
		"max_stage_video_channel_users": 0, "max_video_channel_users": 25, "vanity_url_code": nil, "premium_tier": 0, "premium_subscription_count": 0,
		"preferred_locale": g.Locale, "rules_channel_id": nil, "safety_alerts_channel_id": nil, "public_updates_channel_id": nil,
		"premium_progress_bar_enabled": false, "nsfw": false, "nsfw_level": 0, "emojis": []any{}, "stickers": []any{}, "incidents_data": nil,
	}
}

// wire is the role as Discord's JSON has it.
func (r role) wire(position int) map[string]any {
	return map[string]any{
		"id": r.ID, "name": r.Name, "description": nil, "permissions": strconv.FormatUint(r.Permissions, 10), "position": position, "color": 0,
		"colors": map[string]any{"primary_color": 0, "secondary_color": nil, "tertiary_color": nil}, "hoist": false, "managed": false,
		"mentionable": r.Mentionable, "icon": nil, "unicode_emoji": nil, "flags": 0,
	}
}

// guildWhole is a server as GUILD_CREATE tells it.
func (s *gateway) guildWhole(g *guild) map[string]any {
	w := g.wire()
	w["joined_at"], w["large"], w["unavailable"], w["member_count"] = stamp(g.joined()), false, false, g.present()+1
	w["channels"] = s.channelList(g, (*Channel).listed)
	w["threads"] = s.channelList(g, func(c *Channel) bool { return c.thread() && !c.Archived })
	w["members"] = []any{s.botMember(g)} // without the intent of members there are no others
	for _, k := range []string{"voice_states", "presences", "stage_instances", "guild_scheduled_events", "soundboard_sounds"} {
		w[k] = []any{}
	}
	return w
}

// newGuildID is the id of a new server. It belongs to the shard that has the fewest
// servers, of as many shards as Discord recommends. Discord's ids fall where they like;
// these spread a few servers over all shards.
func (s *gateway) newGuildID() ID {
	have := make([]int, s.Shards())
	for _, g := range s.guilds {
		have[g.ID.Shard(len(have))]++
	}
	want := slices.Index(have, slices.Min(have))
	moment := s.lastID >> 22
	for int(moment%uint64(len(have))) != want {
		moment--
	}
	worker := uint64(1<<17 + len(s.guilds)) // no other id is made by this worker
	return ID(strconv.FormatUint(moment<<22|worker, 10))
}

// newGuild makes a server with one channel, which the bot has. The caller holds mu.
func (s *changes) newGuild(name string) *guild {
	g := &guild{ID: s.newGuildID(), Name: name, Locale: "en-US", Owner: s.people[0].ID, Members: map[ID]*member{s.people[0].ID: {}}, Added: s.now()}
	s.addGuild(g)
	s.keepGuild(g)
	c := &Channel{ID: s.newID(), Type: channelText, Guild: g.ID, Name: "table"}
	s.channels[c.ID] = c
	s.order = append(s.order, c.ID)
	s.journal.Put("channel", c.ID, c)
	s.tellChannel("channel_create", c)
	s.sessions.Dispatch(session.IntentGuilds, g.ID, "GUILD_CREATE", s.guildWhole(g))
	s.change()
	return g
}

// setState is [Guild.SetState]. The caller holds mu.
func (s *changes) setState(g *guild, is GuildState) {
	was := g.state
	if g.state = is; is == was {
		return
	}
	switch is {
	case GuildAvailable:
		if was == GuildRemoved {
			g.Added = s.now()
			s.keepGuild(g)
		}
		s.sessions.Dispatch(session.IntentGuilds, g.ID, "GUILD_CREATE", s.guildWhole(g))
	case GuildUnavailable:
		s.sessions.Dispatch(session.IntentGuilds, g.ID, "GUILD_DELETE", map[string]any{"id": g.ID, "unavailable": true})
	case GuildRemoved:
		s.sessions.Dispatch(session.IntentGuilds, g.ID, "GUILD_DELETE", map[string]any{"id": g.ID})
	}
	s.change()
	s.tellFaults()
}

// setLocale is [Guild.SetLocale]. The caller holds mu.
func (s *changes) setLocale(g *guild, locale string) {
	g.Locale = locale
	s.keepGuild(g)
	s.sessions.Dispatch(session.IntentGuilds, g.ID, "GUILD_UPDATE", g.wire())
}
