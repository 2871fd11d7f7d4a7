package localcord

import (
	"slices"

	"oneiros/bot/localcord/session"
)

// A Guild is one of the servers, for tests. People come to the first one, which is there
// from the beginning. The others are made by NewGuild, and people join them.
type Guild struct {
	s  *Server
	id ID
}

func (s *Server) handle(g *guild) *Guild { return &Guild{s, g.ID} }

// first is the first server.
func (s *Server) first() *Guild {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.handle(s.home())
}

// NewGuild makes another server that the bot has, with one text channel. Its owner is
// that of the first one, and no other person is there. Servers are spread over the shards:
// the new one is of a shard that has the fewest, of as many as Discord recommends.
func (s *Server) NewGuild(name string) *Guild {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.handle(s.newGuild(name))
}

// Guilds are all servers, the first one first.
func (s *Server) Guilds() (list []*Guild) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, g := range s.guilds {
		list = append(list, s.handle(g))
	}
	return list
}

// ID is the server's id.
func (g *Guild) ID() ID { return g.id }

// Name is the server's name.
func (g *Guild) Name() string {
	g.s.mu.Lock()
	defer g.s.mu.Unlock()
	return g.s.guild(g.id).Name
}

// User is the person with a name, who is on this server from now on. A new person comes
// when no person has the name.
func (g *Guild) User(name string) *Person {
	g.s.mu.Lock()
	defer g.s.mu.Unlock()
	here := g.s.guild(g.id)
	p := g.s.named(name)
	if p == nil {
		p = g.s.newPerson(here, name)
	} else if err := g.s.enter(here, p); err != nil {
		g.s.log.Error().Err(err).Msg("keep member failed") // every later call fails, too
	}
	return &Person{g.s, p.ID}
}

// Leave lets a person leave the server, or be banned from it.
func (g *Guild) Leave(p *Person, banned bool) error {
	g.s.mu.Lock()
	defer g.s.mu.Unlock()
	return g.s.leave(g.s.guild(g.id), g.s.person(p.id), banned)
}

// Members are the people who are on the server.
func (g *Guild) Members() (list []*Person) {
	g.s.mu.Lock()
	defer g.s.mu.Unlock()
	for _, p := range g.s.people {
		if g.s.guild(g.id).has(p.ID) {
			list = append(list, &Person{g.s, p.ID})
		}
	}
	return list
}

// Allow gives a person a new role with these permissions.
func (g *Guild) Allow(p *Person, name string, permissions uint64) error {
	g.s.mu.Lock()
	defer g.s.mu.Unlock()
	here := g.s.guild(g.id)
	if !here.has(p.id) {
		return errGone
	}
	r := role{ID: g.s.newID(), Name: name, Permissions: permissions}
	here.Roles = append(here.Roles, r)
	m := here.Members[p.id]
	m.Roles = append(slices.Clone(m.Roles), r.ID)
	g.s.keepGuild(here)
	g.s.sessions.Dispatch(session.IntentGuilds, g.id, "GUILD_ROLE_CREATE", map[string]any{"guild_id": g.id, "role": r.wire(len(here.Roles))})
	w := here.member(g.s.person(p.id))
	w["guild_id"] = g.id
	delete(w, "permissions")
	g.s.sessions.Dispatch(session.IntentMembers, g.id, "GUILD_MEMBER_UPDATE", w)
	g.s.change()
	return g.s.journal.Failure()
}

// Role is the id of the role with a name. It is "" when there is none.
func (g *Guild) Role(name string) ID {
	g.s.mu.Lock()
	defer g.s.mu.Unlock()
	for _, r := range g.s.guild(g.id).Roles {
		if r.Name == name {
			return r.ID
		}
	}
	return ""
}

// SetMentionable says whether a role is mentionable: all members may mention it.
func (g *Guild) SetMentionable(id ID, is bool) error {
	g.s.mu.Lock()
	defer g.s.mu.Unlock()
	here := g.s.guild(g.id)
	i := slices.IndexFunc(here.Roles, func(r role) bool { return r.ID == id })
	if i < 0 {
		return errGone
	}
	here.Roles = slices.Clone(here.Roles)
	here.Roles[i].Mentionable = is
	g.s.keepGuild(here)
	g.s.sessions.Dispatch(session.IntentGuilds, g.id, "GUILD_ROLE_UPDATE", map[string]any{"guild_id": g.id, "role": here.Roles[i].wire(i + 1)})
	g.s.change()
	return g.s.journal.Failure()
}

// DeleteRole deletes a role, which no person has any longer.
func (g *Guild) DeleteRole(id ID) error {
	g.s.mu.Lock()
	defer g.s.mu.Unlock()
	here := g.s.guild(g.id)
	here.Roles = slices.DeleteFunc(slices.Clone(here.Roles), func(r role) bool { return r.ID == id })
	for _, m := range here.Members {
		m.Roles = slices.DeleteFunc(slices.Clone(m.Roles), func(r ID) bool { return r == id })
	}
	g.s.keepGuild(here)
	g.s.sessions.Dispatch(session.IntentGuilds, g.id, "GUILD_ROLE_DELETE", map[string]any{"guild_id": g.id, "role_id": id})
	g.s.change()
	return g.s.journal.Failure()
}

// Channel is the id of the channel or thread with a name; "" names the first channel.
// It is "" when there is none.
func (g *Guild) Channel(name string) ID {
	g.s.mu.Lock()
	defer g.s.mu.Unlock()
	for _, id := range g.s.order {
		if c := g.s.channels[id]; c.Guild == g.id && (name == "" || c.Name == name) {
			return id
		}
	}
	return ""
}

// NewChannel makes a text channel.
func (g *Guild) NewChannel(name string) ID { return g.NewChannelOf(channelText, name) }

// NewChannelOf makes a channel of one of Discord's types: 0 for text, 2 for voice, 13 for a
// stage and 15 for a forum.
func (g *Guild) NewChannelOf(kind int, name string) ID {
	g.s.mu.Lock()
	defer g.s.mu.Unlock()
	c := &Channel{ID: g.s.newID(), Type: kind, Guild: g.id, Name: name, Position: len(g.s.order)}
	g.s.newChannel(c)
	return c.ID
}

// SetSystemChannel makes a channel the one in which Discord welcomes members; "" is none.
func (g *Guild) SetSystemChannel(id ID) {
	g.s.mu.Lock()
	defer g.s.mu.Unlock()
	here := g.s.guild(g.id)
	here.System = id
	g.s.keepGuild(here)
	g.s.sessions.Dispatch(session.IntentGuilds, g.id, "GUILD_UPDATE", here.wire())
}

// HideChannel takes a channel from the eyes of all members but the owner. The bot sees it.
func (g *Guild) HideChannel(id ID) {
	g.s.mu.Lock()
	defer g.s.mu.Unlock()
	next := *g.s.channels[id]
	next.Hidden = true
	g.s.saveChannel(&next, true)
}

// SetLocale sets the server's language, a locale of Discord's as in "ru".
func (g *Guild) SetLocale(locale string) {
	g.s.mu.Lock()
	defer g.s.mu.Unlock()
	g.s.setLocale(g.s.guild(g.id), locale)
}

// SetState gives the bot the server, takes it away in an outage, or removes the bot, and
// tells it. Until the bot has the server, all calls about it are refused.
func (g *Guild) SetState(is GuildState) {
	g.s.mu.Lock()
	defer g.s.mu.Unlock()
	g.s.setState(g.s.guild(g.id), is)
}
