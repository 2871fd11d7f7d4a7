package world

import (
	"slices"
	"strconv"

	"oneiros/bot/localcord/session"
	"oneiros/bot/localcord/stream"
	"oneiros/bot/localcord/wire"
)

// Guilds are the servers, the first one first.
type Guilds struct {
	w    *World
	list []*Guild
	byID map[wire.ID]*Guild
}

// All are all servers.
func (s *Guilds) All() []*Guild { return s.list }

// Find is the server with an id; nil when there is none.
func (s *Guilds) Find(id wire.ID) *Guild { return s.byID[id] }

// Home is the first server, which the web client calls the server.
func (s *Guilds) Home() *Guild { return s.list[0] }

// Having are the servers that the bot has and that are wanted.
func (s *Guilds) Having(want func(*Guild) bool) (list []*Guild) {
	for _, g := range s.list {
		if g.State != GuildRemoved && want(g) {
			list = append(list, g)
		}
	}
	return list
}

// put adds a server, or replaces it.
func (s *Guilds) put(g *Guild) {
	if i := slices.IndexFunc(s.list, func(o *Guild) bool { return o.ID == g.ID }); i >= 0 {
		s.list[i] = g
	} else {
		s.list = append(s.list, g)
	}
	s.byID[g.ID] = g
}

func (s *Guilds) keep(g *Guild) { s.w.Journal.Put("guild", g.ID, g) }

// BotMember is the bot as a member of a server. What every person may do there is enough
// for it, so it has no role.
func (s *Guilds) BotMember(g *Guild) map[string]any {
	return map[string]any{
		"user": s.w.Bot, "nick": nil, "avatar": nil, "banner": nil, "roles": []wire.ID{}, "joined_at": Stamp(g.joined()), "premium_since": nil,
		"deaf": false, "mute": false, "pending": false, "flags": 0, "communication_disabled_until": nil,
	}
}

// Whole is a server as GUILD_CREATE tells it.
func (s *Guilds) Whole(g *Guild) map[string]any {
	w := g.Wire()
	w["joined_at"], w["large"], w["unavailable"], w["member_count"] = Stamp(g.joined()), false, false, g.present()+1
	w["channels"] = s.w.Channels.List(g, (*Channel).Listed)
	w["threads"] = s.w.Channels.List(g, func(c *Channel) bool { return c.Thread() && !c.Archived })
	w["members"] = []any{s.BotMember(g)} // without the intent of members there are no others
	for _, k := range []string{"voice_states", "presences", "stage_instances", "guild_scheduled_events", "soundboard_sounds"} {
		w[k] = []any{}
	}
	return w
}

// newID is the id of a new server. It belongs to the shard that has the fewest
// servers, of as many shards as Discord recommends. Discord's ids fall where they like;
// these spread a few servers over all shards.
func (s *Guilds) newID() wire.ID {
	have := make([]int, s.w.Sessions.Starts.Shards())
	for _, g := range s.list {
		have[g.ID.Shard(len(have))]++
	}
	want := slices.Index(have, slices.Min(have))
	moment := s.w.lastID >> 22
	for int(moment%uint64(len(have))) != want {
		moment--
	}
	worker := uint64(1<<17 + len(s.list)) // no other id is made by this worker
	return wire.ID(strconv.FormatUint(moment<<22|worker, 10))
}

// New makes a server with one channel, which the bot has.
func (s *Guilds) New(name string) *Guild {
	g := &Guild{ID: s.newID(), Name: name, Locale: "en-US", Owner: s.w.People.All()[0].ID, Members: map[wire.ID]*Member{s.w.People.All()[0].ID: {}}, Added: s.w.Now()}
	s.put(g)
	s.keep(g)
	c := &Channel{ID: s.w.NewID(), Type: ChannelText, Guild: g.ID, Name: "table"}
	s.w.Channels.put(c)
	s.w.Journal.Put("channel", c.ID, c)
	s.w.Channels.tell("channel_create", c)
	s.w.Sessions.Dispatch(session.IntentGuilds, g.ID, "GUILD_CREATE", s.Whole(g))
	s.w.Wake()
	return g
}

// SetState gives the bot a server, takes it away in an outage, or removes the bot, and
// tells it.
func (s *Guilds) SetState(g *Guild, is GuildState) {
	was := g.State
	if g.State = is; is == was {
		return
	}
	switch is {
	case GuildAvailable:
		if was == GuildRemoved {
			g.Added = s.w.Now()
			s.keep(g)
		}
		s.w.Sessions.Dispatch(session.IntentGuilds, g.ID, "GUILD_CREATE", s.Whole(g))
	case GuildUnavailable:
		s.w.Sessions.Dispatch(session.IntentGuilds, g.ID, "GUILD_DELETE", map[string]any{"id": g.ID, "unavailable": true})
	case GuildRemoved:
		s.w.Sessions.Dispatch(session.IntentGuilds, g.ID, "GUILD_DELETE", map[string]any{"id": g.ID})
	}
	s.w.Wake()
	s.w.TellFaults()
}

// SetLocale sets the language of a server, a locale of Discord's as in "ru".
func (s *Guilds) SetLocale(g *Guild, locale string) {
	g.Locale = locale
	s.keep(g)
	s.w.Sessions.Dispatch(session.IntentGuilds, g.ID, "GUILD_UPDATE", g.Wire())
}

// Leave removes a person from a server.
func (s *Guilds) Leave(g *Guild, p *Person, banned bool) error {
	if g.Owner == p.ID {
		return ClientError("the owner cannot leave the server")
	}
	if !g.Has(p.ID) {
		return ErrGone
	}
	g.Members[p.ID] = &Member{Gone: true} // the roles are lost
	s.keep(g)
	s.w.Streams.TellAll(stream.Event{"type": "user_update", "user": s.w.People.Local(p)})
	about := map[string]any{"guild_id": g.ID, "user": p.User()}
	s.w.Sessions.Dispatch(session.IntentMembers, g.ID, "GUILD_MEMBER_REMOVE", about)
	if banned {
		s.w.Sessions.Dispatch(session.IntentBans, g.ID, "GUILD_BAN_ADD", about)
	}
	s.w.Wake()
	return s.w.Journal.Failure()
}

// Enter brings a person to a server, or back.
func (s *Guilds) Enter(g *Guild, p *Person) error {
	if g.Has(p.ID) {
		return nil
	}
	g.Members[p.ID] = &Member{}
	s.keep(g)
	s.w.Streams.TellAll(stream.Event{"type": "user_update", "user": s.w.People.Local(p)})
	s.w.Wake()
	return s.w.Journal.Failure()
}

// AddRole gives a person a new role with these permissions.
func (s *Guilds) AddRole(g *Guild, p *Person, name string, permissions uint64) error {
	if !g.Has(p.ID) {
		return ErrGone
	}
	r := Role{ID: s.w.NewID(), Name: name, Permissions: permissions}
	g.Roles = append(g.Roles, r)
	m := g.Members[p.ID]
	m.Roles = append(slices.Clone(m.Roles), r.ID)
	s.keep(g)
	s.w.Sessions.Dispatch(session.IntentGuilds, g.ID, "GUILD_ROLE_CREATE", map[string]any{"guild_id": g.ID, "role": r.Wire(len(g.Roles))})
	w := g.Member(p)
	w["guild_id"] = g.ID
	delete(w, "permissions")
	s.w.Sessions.Dispatch(session.IntentMembers, g.ID, "GUILD_MEMBER_UPDATE", w)
	s.w.Wake()
	return s.w.Journal.Failure()
}

// SetMentionable says whether all members may mention a role.
func (s *Guilds) SetMentionable(g *Guild, role wire.ID, is bool) error {
	i := slices.IndexFunc(g.Roles, func(r Role) bool { return r.ID == role })
	if i < 0 {
		return ErrGone
	}
	g.Roles = slices.Clone(g.Roles)
	g.Roles[i].Mentionable = is
	s.keep(g)
	s.w.Sessions.Dispatch(session.IntentGuilds, g.ID, "GUILD_ROLE_UPDATE", map[string]any{"guild_id": g.ID, "role": g.Roles[i].Wire(i + 1)})
	s.w.Wake()
	return s.w.Journal.Failure()
}

// DeleteRole deletes a role, which no person has any longer.
func (s *Guilds) DeleteRole(g *Guild, role wire.ID) error {
	g.Roles = slices.DeleteFunc(slices.Clone(g.Roles), func(r Role) bool { return r.ID == role })
	for _, m := range g.Members {
		m.Roles = slices.DeleteFunc(slices.Clone(m.Roles), func(r wire.ID) bool { return r == role })
	}
	s.keep(g)
	s.w.Sessions.Dispatch(session.IntentGuilds, g.ID, "GUILD_ROLE_DELETE", map[string]any{"guild_id": g.ID, "role_id": role})
	s.w.Wake()
	return s.w.Journal.Failure()
}

// SetSystemChannel makes a channel the one in which Discord welcomes members; "" is none.
func (s *Guilds) SetSystemChannel(g *Guild, channel wire.ID) {
	g.System = channel
	s.keep(g)
	s.w.Sessions.Dispatch(session.IntentGuilds, g.ID, "GUILD_UPDATE", g.Wire())
}
