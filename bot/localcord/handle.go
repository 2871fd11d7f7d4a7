package localcord

import (
	"oneiros/bot/localcord/world"
)

// A Guild is one of the servers, for tests. People come to the first one, which is there
// from the beginning. The others are made by NewGuild, and people join them.
type Guild struct {
	s  *Server
	id ID
}

func (s *Server) handle(g *world.Guild) *Guild { return &Guild{s, g.ID} }

// first is the first server.
func (s *Server) first() *Guild {
	s.w.Lock()
	defer s.w.Unlock()
	return s.handle(s.w.Guilds.Home())
}

// NewGuild makes another server that the bot has, with one text channel. Its owner is
// that of the first one, and no other person is there. Servers are spread over the shards:
// the new one is of a shard that has the fewest, of as many as Discord recommends.
func (s *Server) NewGuild(name string) *Guild {
	s.w.Lock()
	defer s.w.Unlock()
	return s.handle(s.w.Guilds.New(name))
}

// Guilds are all servers, the first one first.
func (s *Server) Guilds() (list []*Guild) {
	s.w.Lock()
	defer s.w.Unlock()
	for _, g := range s.w.Guilds.All() {
		list = append(list, s.handle(g))
	}
	return list
}

// ID is the server's id.
func (g *Guild) ID() ID { return g.id }

// Name is the server's name.
func (g *Guild) Name() string {
	g.s.w.Lock()
	defer g.s.w.Unlock()
	return g.s.w.Guilds.Find(g.id).Name
}

// User is the person with a name, who is on this server from now on. A new person comes
// when no person has the name.
func (g *Guild) User(name string) *Person {
	g.s.w.Lock()
	defer g.s.w.Unlock()
	here := g.s.w.Guilds.Find(g.id)
	p := g.s.w.People.Named(name)
	if p == nil {
		p = g.s.w.People.New(here, name)
	} else if err := g.s.w.Guilds.Enter(here, p); err != nil {
		g.s.w.Log.Error().Err(err).Msg("keep member failed") // every later call fails, too
	}
	return &Person{g.s, p.ID}
}

// Leave lets a person leave the server, or be banned from it.
func (g *Guild) Leave(p *Person, banned bool) error {
	g.s.w.Lock()
	defer g.s.w.Unlock()
	return g.s.w.Guilds.Leave(g.s.w.Guilds.Find(g.id), g.s.w.People.Find(p.id), banned)
}

// Members are the people who are on the server.
func (g *Guild) Members() (list []*Person) {
	g.s.w.Lock()
	defer g.s.w.Unlock()
	for _, p := range g.s.w.People.All() {
		if g.s.w.Guilds.Find(g.id).Has(p.ID) {
			list = append(list, &Person{g.s, p.ID})
		}
	}
	return list
}

// Allow gives a person a new role with these permissions.
func (g *Guild) Allow(p *Person, name string, permissions uint64) error {
	g.s.w.Lock()
	defer g.s.w.Unlock()
	return g.s.w.Guilds.AddRole(g.s.w.Guilds.Find(g.id), g.s.w.People.Find(p.id), name, permissions)
}

// Role is the id of the role with a name. It is "" when there is none.
func (g *Guild) Role(name string) ID {
	g.s.w.Lock()
	defer g.s.w.Unlock()
	for _, r := range g.s.w.Guilds.Find(g.id).Roles {
		if r.Name == name {
			return r.ID
		}
	}
	return ""
}

// SetMentionable says whether a role is mentionable: all members may mention it.
func (g *Guild) SetMentionable(id ID, is bool) error {
	g.s.w.Lock()
	defer g.s.w.Unlock()
	return g.s.w.Guilds.SetMentionable(g.s.w.Guilds.Find(g.id), id, is)
}

// DeleteRole deletes a role, which no person has any longer.
func (g *Guild) DeleteRole(id ID) error {
	g.s.w.Lock()
	defer g.s.w.Unlock()
	return g.s.w.Guilds.DeleteRole(g.s.w.Guilds.Find(g.id), id)
}

// Channel is the id of the channel or thread with a name; "" names the first channel.
// It is "" when there is none.
func (g *Guild) Channel(name string) ID {
	g.s.w.Lock()
	defer g.s.w.Unlock()
	for _, c := range g.s.w.Channels.All() {
		if c.Guild == g.id && (name == "" || c.Name == name) {
			return c.ID
		}
	}
	return ""
}

// NewChannel makes a text channel.
func (g *Guild) NewChannel(name string) ID { return g.NewChannelOf(world.ChannelText, name) }

// NewChannelOf makes a channel of one of Discord's types: 0 for text, 2 for voice, 13 for a
// stage and 15 for a forum.
func (g *Guild) NewChannelOf(kind int, name string) ID {
	g.s.w.Lock()
	defer g.s.w.Unlock()
	c := &Channel{ID: g.s.w.NewID(), Type: kind, Guild: g.id, Name: name, Position: len(g.s.w.Channels.All())}
	g.s.w.Channels.Add(c)
	return c.ID
}

// SetSystemChannel makes a channel the one in which Discord welcomes members; "" is none.
func (g *Guild) SetSystemChannel(id ID) {
	g.s.w.Lock()
	defer g.s.w.Unlock()
	g.s.w.Guilds.SetSystemChannel(g.s.w.Guilds.Find(g.id), id)
}

// HideChannel takes a channel from the eyes of all members but the owner. The bot sees it.
func (g *Guild) HideChannel(id ID) {
	g.s.w.Lock()
	defer g.s.w.Unlock()
	next := *g.s.w.Channels.Find(id)
	next.Hidden = true
	g.s.w.Channels.Save(&next, true)
}

// SetLocale sets the server's language, a locale of Discord's as in "ru".
func (g *Guild) SetLocale(locale string) {
	g.s.w.Lock()
	defer g.s.w.Unlock()
	g.s.w.Guilds.SetLocale(g.s.w.Guilds.Find(g.id), locale)
}

// SetState gives the bot the server, takes it away in an outage, or removes the bot, and
// tells it. Until the bot has the server, all calls about it are refused.
func (g *Guild) SetState(is GuildState) {
	g.s.w.Lock()
	defer g.s.w.Unlock()
	g.s.w.Guilds.SetState(g.s.w.Guilds.Find(g.id), is)
}
