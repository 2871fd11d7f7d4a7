package localcord

import (
	"fmt"
	"slices"
	"strconv"
	"unicode/utf8"

	"oneiros/bot/localcord/session"
	"oneiros/bot/localcord/stream"
	"oneiros/bot/localcord/wire"
)

// member is a person as a member of the server, in Discord's JSON.
func (g *guild) member(p *person) map[string]any {
	roles := []ID{}
	if m := g.Members[p.ID]; m != nil {
		roles = append(roles, m.Roles...)
	}
	return map[string]any{
		"user": p.user(), "nick": nil, "avatar": nil, "banner": nil, "roles": roles, "joined_at": stamp(p.ID.Time()), "premium_since": nil,
		"deaf": false, "mute": false, "pending": false, "flags": 0, "communication_disabled_until": nil,
		"permissions": strconv.FormatUint(g.permissions(p.ID), 10),
	}
}

// botMember is the bot as a member of a server. What every person may do there is enough
// for it, so it has no role.
func (s *world) botMember(g *guild) map[string]any {
	return map[string]any{
		"user": s.bot, "nick": nil, "avatar": nil, "banner": nil, "roles": []ID{}, "joined_at": stamp(g.joined()), "premium_since": nil,
		"deaf": false, "mute": false, "pending": false, "flags": 0, "communication_disabled_until": nil,
	}
}

// local is a person as the web client gets it: it shows who owns and who has left the
// first server.
func (s *eventStreams) local(p *person) map[string]any {
	g := s.home()
	return map[string]any{"id": p.ID, "name": p.Name, "color": p.Color, "locale": p.Locale, "owner": g.Owner == p.ID, "gone": !g.has(p.ID)}
}

func (s *changes) rename(p *person, name, locale *string) error {
	if name != nil {
		if n := utf8.RuneCountInString(*name); n == 0 || n > 32 {
			return clientError("a name has from 1 to 32 characters")
		}
	}
	if locale != nil && !slices.Contains(wire.Locales, *locale) {
		return clientError("Discord does not speak that language")
	}
	if name != nil {
		p.Name = *name
	}
	if locale != nil {
		p.Locale = *locale
	}
	s.journal.Put("person", p.ID, p)
	s.streams.TellAll(stream.Event{"type": "user_update", "user": s.local(p)})
	s.change()
	return nil
}

// errGone is the answer to everything that a person does who has left the server.
const errGone = clientError("you have left the server")

// leave removes a person from a server. The caller holds mu.
func (s *changes) leave(g *guild, p *person, banned bool) error {
	if g.Owner == p.ID {
		return clientError("the owner cannot leave the server")
	}
	if !g.has(p.ID) {
		return errGone
	}
	g.Members[p.ID] = &member{Gone: true} // the roles are lost
	s.keepGuild(g)
	s.streams.TellAll(stream.Event{"type": "user_update", "user": s.local(p)})
	about := map[string]any{"guild_id": g.ID, "user": p.user()}
	s.sessions.Dispatch(session.IntentMembers, g.ID, "GUILD_MEMBER_REMOVE", about)
	if banned {
		s.sessions.Dispatch(session.IntentBans, g.ID, "GUILD_BAN_ADD", about)
	}
	s.change()
	return s.journal.Failure()
}

// enter brings a person to a server, or back. The caller holds mu.
func (s *changes) enter(g *guild, p *person) error {
	if g.has(p.ID) {
		return nil
	}
	g.Members[p.ID] = &member{}
	s.keepGuild(g)
	s.streams.TellAll(stream.Event{"type": "user_update", "user": s.local(p)})
	s.change()
	return s.journal.Failure()
}

// A person is one whom the web client or a test can act as.
type person struct {
	ID     ID     `json:"id"`
	Name   string `json:"name"`
	Login  string `json:"login"`
	Color  string `json:"color"`
	Locale string `json:"locale"`

	itself bool // the page made the latest interaction for them
}

func (p *person) user() User {
	name := p.Name
	return User{ID: p.ID, Username: p.Login, GlobalName: &name, Discriminator: "0"}
}

func botUser(id ID) User {
	return User{ID: id, Username: "Oneiros", Discriminator: "0001", Bot: true}
}

// first are the people of a new Discord. The first of them owns its servers.
var first = []person{
	{Name: "Аня", Login: "anya", Color: "#e58fb1", Locale: "ru"},
	{Name: "Boris", Login: "boris", Color: "#7fb3e6", Locale: "en-US"},
	{Name: "Вера", Login: "vera", Color: "#b59af0", Locale: "ru"},
	{Name: "Gleb", Login: "gleb", Color: "#7fd1a8", Locale: "en-US"},
	{Name: "Даша", Login: "dasha", Color: "#f0b36f", Locale: "ru"},
	{Name: "Eve", Login: "eve", Color: "#e6d06a", Locale: "en-US"},
	{Name: "Фёдор", Login: "fyodor", Color: "#6fc9d1", Locale: "ru"},
	{Name: "Grace", Login: "grace", Color: "#e6887a", Locale: "en-US"},
	{Name: "Илья", Login: "ilya", Color: "#9bbf6a", Locale: "ru"},
	{Name: "Kate", Login: "kate", Color: "#c8a0d8", Locale: "en-US"},
}

func (s *world) person(id ID) *person {
	for _, p := range s.people {
		if p.ID == id {
			return p
		}
	}
	return nil
}

// named is the first person with a name; nil when no person has it.
func (s *changes) named(name string) *person {
	for _, p := range s.people {
		if p.Name == name {
			return p
		}
	}
	return nil
}

// newPerson brings a person new to a server. The caller holds mu.
func (s *changes) newPerson(g *guild, name string) *person {
	p := &person{ID: s.newID(), Name: name, Login: fmt.Sprintf("person%d", len(s.people)+1), Color: "#a0a0c0", Locale: "en-US"}
	s.people = append(s.people, p)
	g.Members[p.ID] = &member{}
	s.journal.Put("person", p.ID, p)
	s.keepGuild(g)
	s.streams.TellAll(stream.Event{"type": "user_update", "user": s.local(p)})
	return p
}
