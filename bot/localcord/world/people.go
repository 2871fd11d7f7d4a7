package world

import (
	"fmt"
	"slices"
	"unicode/utf8"

	"oneiros/bot/localcord/stream"
	"oneiros/bot/localcord/wire"
)

// A Person is one whom the web client or a test can act as.
type Person struct {
	ID     wire.ID `json:"id"`
	Name   string  `json:"name"`
	Login  string  `json:"login"`
	Color  string  `json:"color"`
	Locale string  `json:"locale"`
}

// User is the person as Discord's JSON has it.
func (p *Person) User() wire.User {
	name := p.Name
	return wire.User{ID: p.ID, Username: p.Login, GlobalName: &name, Discriminator: "0"}
}

// People are all people, in the order in which they came.
type People struct {
	w    *World
	list []*Person
}

// All are all people. The first of them owns the servers.
func (s *People) All() []*Person { return s.list }

// Find is the person with an id; nil when there is none.
func (s *People) Find(id wire.ID) *Person {
	for _, p := range s.list {
		if p.ID == id {
			return p
		}
	}
	return nil
}

// Named is the first person with a name; nil when no person has it.
func (s *People) Named(name string) *Person {
	for _, p := range s.list {
		if p.Name == name {
			return p
		}
	}
	return nil
}

// New brings a person new to a server.
func (s *People) New(g *Guild, name string) *Person {
	p := &Person{ID: s.w.NewID(), Name: name, Login: fmt.Sprintf("person%d", len(s.list)+1), Color: "#a0a0c0", Locale: "en-US"}
	s.list = append(s.list, p)
	g.Members[p.ID] = &Member{}
	s.w.Journal.Put("person", p.ID, p)
	s.w.Guilds.keep(g)
	s.w.Streams.TellAll(stream.Event{"type": "user_update", "user": s.Local(p)})
	return p
}

// Rename changes the name of a person, or the language of their Discord; nil leaves it.
func (s *People) Rename(p *Person, name, locale *string) error {
	if name != nil {
		if n := utf8.RuneCountInString(*name); n == 0 || n > 32 {
			return ClientError("a name has from 1 to 32 characters")
		}
	}
	if locale != nil && !slices.Contains(wire.Locales, *locale) {
		return ClientError("Discord does not speak that language")
	}
	if name != nil {
		p.Name = *name
	}
	if locale != nil {
		p.Locale = *locale
	}
	s.w.Journal.Put("person", p.ID, p)
	s.w.Streams.TellAll(stream.Event{"type": "user_update", "user": s.Local(p)})
	s.w.Wake()
	return nil
}

// IsHere reports whether a person can do anything where a channel is: the person has
// not left its server, or all servers if it is a direct channel.
func (s *People) IsHere(p *Person, c *Channel) bool {
	if c.Type != ChannelDM {
		return s.w.Guilds.Find(c.Guild).Has(p.ID)
	}
	return s.IsAnywhere(p)
}

// IsAnywhere reports whether a person is on any server.
func (s *People) IsAnywhere(p *Person) bool {
	return slices.ContainsFunc(s.w.Guilds.list, func(g *Guild) bool { return g.Has(p.ID) })
}

// Local is a person as the web client gets it: it shows who owns and who has left the
// first server.
func (s *People) Local(p *Person) map[string]any {
	g := s.w.Guilds.Home()
	return map[string]any{"id": p.ID, "name": p.Name, "color": p.Color, "locale": p.Locale, "owner": g.Owner == p.ID, "gone": !g.Has(p.ID)}
}
