package world

import (
	"regexp"
	"slices"

	"oneiros/bot/localcord/wire"
)

var mentioned = regexp.MustCompile(`<@([!&]?)(\d+)>|@everyone|@here`)

// mention notes whom the content pings. Without allowed_mentions, a channel message
// pings every person whom it names, and an answer to an interaction pings people only. A role is
// pinged only where it is mentionable, or the author may mention all roles.
func (s *Messages) mention(m *wire.Message, d *wire.Draft, answer bool) {
	m.Mentions, m.MentionRoles, m.MentionEveryone = []wire.User{}, []wire.ID{}, false
	users, roles, everyone := true, !answer, !answer
	var named, namedRoles []wire.ID
	if a := d.AllowedMentions; a != nil {
		users, roles, everyone, named, namedRoles = a.Parse["users"], a.Parse["roles"], a.Parse["everyone"], a.Users, a.Roles
	}
	c := s.w.Channels.Find(m.Channel)
	all := !m.Author.Bot || s.w.Permissions.In(c)&PermEveryone != 0
	everyone = everyone && all
	var here []Role
	if g := s.w.Guilds.Find(c.Guild); g != nil {
		here = g.Roles
	}
	for _, hit := range mentioned.FindAllStringSubmatch(m.Content, -1) {
		id := wire.ID(hit[2])
		if id == "" {
			m.MentionEveryone = m.MentionEveryone || everyone
			continue
		}
		if hit[1] == "&" {
			pings := slices.ContainsFunc(here, func(r Role) bool { return r.ID == id && (r.Mentionable || all) })
			if pings && (roles || slices.Contains(namedRoles, id)) && !slices.Contains(m.MentionRoles, id) {
				m.MentionRoles = append(m.MentionRoles, id)
			}
			continue
		}
		p := s.w.People.Find(id)
		if p == nil || !users && !slices.Contains(named, id) || slices.ContainsFunc(m.Mentions, func(u wire.User) bool { return u.ID == id }) {
			continue
		}
		m.Mentions = append(m.Mentions, p.User())
	}
}
