package localcord

import (
	"slices"
	"strconv"
	"unicode/utf8"

	"oneiros/bot/localcord/wire"
)

func (s *world) member(p *person) map[string]any {
	return map[string]any{
		"user": p.user(), "nick": nil, "avatar": nil, "banner": nil, "roles": []ID{}, "joined_at": stamp(p.ID.Time()), "premium_since": nil,
		"deaf": false, "mute": false, "pending": false, "flags": 0, "communication_disabled_until": nil,
		"permissions": strconv.FormatUint(s.memberPermissions(p), 10),
	}
}

func (p *person) local() map[string]any {
	return map[string]any{"id": p.ID, "name": p.Name, "color": p.Color, "locale": p.Locale, "owner": p.Owner, "gone": p.Gone}
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
	s.journal.put("person", p.ID, p)
	s.tellAll(event{"type": "user_update", "user": p.local()})
	s.change()
	return nil
}

// errGone is the answer to everything that somebody does who has left the server.
const errGone = clientError("you have left the server")

// leave removes a person from the server. The caller holds mu.
func (s *changes) leave(p *person, banned bool) error {
	if p.Owner {
		return clientError("the owner cannot leave the server")
	}
	if p.Gone {
		return errGone
	}
	p.Gone = true
	s.journal.put("person", p.ID, p)
	s.tellAll(event{"type": "user_update", "user": p.local()})
	about := map[string]any{"guild_id": s.guild, "user": p.user()}
	s.dispatch(intentMembers, true, "GUILD_MEMBER_REMOVE", about)
	if banned {
		s.dispatch(intentBans, true, "GUILD_BAN_ADD", about)
	}
	s.change()
	return s.journal.failure()
}

// enter brings a person back to the server. The caller holds mu.
func (s *changes) enter(p *person) error {
	p.Gone = false
	s.journal.put("person", p.ID, p)
	s.tellAll(event{"type": "user_update", "user": p.local()})
	s.change()
	return s.journal.failure()
}

// A person is somebody whom the web client or a test can act as.
type person struct {
	ID     ID     `json:"id"`
	Name   string `json:"name"`
	Login  string `json:"login"`
	Color  string `json:"color"`
	Locale string `json:"locale"`
	Owner  bool   `json:"owner"`
	Gone   bool   `json:"gone,omitempty"` // left the server, or was banned
}

func (p *person) user() User {
	name := p.Name
	return User{ID: p.ID, Username: p.Login, GlobalName: &name, Discriminator: "0"}
}

func botUser(id ID) User {
	return User{ID: id, Username: "Oneiros", Discriminator: "0001", Bot: true}
}

// first are the people of a new server.
var first = []person{
	{Name: "Аня", Login: "anya", Color: "#e58fb1", Locale: "ru", Owner: true},
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
