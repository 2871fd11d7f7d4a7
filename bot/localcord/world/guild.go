package world

import (
	"slices"
	"strconv"
	"time"

	"oneiros/bot/localcord/wire"
)

// A Guild is one of the servers. Its members stay in it after they have left, because
// what they saw stays on their screens.
type Guild struct {
	ID      wire.ID             `json:"id"`
	Name    string              `json:"name"`
	Locale  string              `json:"locale"`
	Owner   wire.ID             `json:"owner"`
	Members map[wire.ID]*Member `json:"members"`
	Roles   []Role              `json:"roles,omitempty"` // besides @everyone
	Events  []Event             `json:"events,omitempty"`
	System  wire.ID             `json:"system,omitempty"` // the channel in which Discord welcomes members; "" for none
	Added   time.Time           `json:"added,omitzero"`   // when the bot was added; zero for when the server was made

	State  GuildState `json:"-"`
	voices map[wire.ID]VoiceState
	sounds map[wire.ID][]string // that the bot has sent, by channel
}

// A Member is a person on one of the servers.
type Member struct {
	Roles []wire.ID `json:"roles,omitempty"`
	Gone  bool      `json:"gone,omitempty"` // left, or was banned
}

// A Role gives its members permissions.
type Role struct {
	ID          wire.ID `json:"id"`
	Name        string  `json:"name"`
	Permissions uint64  `json:"permissions"`
	Mentionable bool    `json:"mentionable,omitempty"` // every person may mention it
}

// GuildState is whether the bot has a server.
type GuildState int

// The states of a server.
const (
	GuildAvailable   GuildState = iota
	GuildUnavailable            // Discord has an outage there
	GuildRemoved                // the bot was removed
)

// GuildStates are the names of the states.
var GuildStates = map[string]GuildState{"available": GuildAvailable, "unavailable": GuildUnavailable, "removed": GuildRemoved}

// Has reports whether a person is a member who has not left. Without a server it is
// false.
func (g *Guild) Has(person wire.ID) bool {
	if g == nil {
		return false
	}
	m := g.Members[person]
	return m != nil && !m.Gone
}

// joined is when the bot was added to the server.
func (g *Guild) joined() time.Time {
	if g.Added.IsZero() {
		return g.ID.Time()
	}
	return g.Added
}

// present is how many members have not left.
func (g *Guild) present() int {
	n := 0
	for _, m := range g.Members {
		if !m.Gone {
			n++
		}
	}
	return n
}

// Permissions are those of a member. The owner may do everything.
func (g *Guild) Permissions(person wire.ID) uint64 {
	if g == nil {
		return PermMembers
	}
	if g.Owner == person {
		return everything
	}
	have := uint64(PermMembers)
	if m := g.Members[person]; m != nil {
		for _, r := range g.Roles {
			if slices.Contains(m.Roles, r.ID) {
				have |= r.Permissions
			}
		}
	}
	return have
}

// Features are those of a server. Only a Community can have another language than
// American English.
func (g *Guild) Features() []string {
	if g.Locale == "" || g.Locale == "en-US" {
		return []string{}
	}
	return []string{"COMMUNITY"}
}

// WireRoles are the roles of the server as Discord's JSON has them.
func (g *Guild) WireRoles() (list []any) {
	for i, r := range append([]Role{{ID: g.ID, Name: "@everyone", Permissions: PermMembers | PermVoice}}, g.Roles...) {
		list = append(list, r.Wire(i))
	}
	return list
}

// Wire is the server as Discord's JSON has it.
func (g *Guild) Wire() map[string]any {
	var system any
	if g.System != "" {
		system = g.System
	}
	return map[string]any{
		"id": g.ID, "name": g.Name, "icon": nil, "description": nil, "home_header": nil, "splash": nil, "discovery_splash": nil, "features": g.Features(),
		"banner": nil, "owner_id": g.Owner, "application_id": nil, "region": "deprecated", "afk_channel_id": nil, "afk_timeout": 300,
		"system_channel_id": system, "system_channel_flags": 0, "widget_enabled": false, "widget_channel_id": nil, "verification_level": 0, "roles": g.WireRoles(),
		"default_message_notifications": 1, "mfa_level": 0, "explicit_content_filter": 0, "max_presences": nil, "max_members": 500000,
		"max_stage_video_channel_users": 0, "max_video_channel_users": 25, "vanity_url_code": nil, "premium_tier": 0, "premium_subscription_count": 0,
		"preferred_locale": g.Locale, "rules_channel_id": nil, "safety_alerts_channel_id": nil, "public_updates_channel_id": nil,
		"premium_progress_bar_enabled": false, "nsfw": false, "nsfw_level": 0, "emojis": []any{}, "stickers": []any{}, "incidents_data": nil,
	}
}

// Wire is the role as Discord's JSON has it.
func (r Role) Wire(position int) map[string]any {
	return map[string]any{
		"id": r.ID, "name": r.Name, "description": nil, "permissions": strconv.FormatUint(r.Permissions, 10), "position": position, "color": 0,
		"colors": map[string]any{"primary_color": 0, "secondary_color": nil, "tertiary_color": nil}, "hoist": false, "managed": false,
		"mentionable": r.Mentionable, "icon": nil, "unicode_emoji": nil, "flags": 0,
	}
}

// Member is a person as a member of the server, in Discord's JSON.
func (g *Guild) Member(p *Person) map[string]any {
	roles := []wire.ID{}
	if m := g.Members[p.ID]; m != nil {
		roles = append(roles, m.Roles...)
	}
	return map[string]any{
		"user": p.User(), "nick": nil, "avatar": nil, "banner": nil, "roles": roles, "joined_at": Stamp(p.ID.Time()), "premium_since": nil,
		"deaf": false, "mute": false, "pending": false, "flags": 0, "communication_disabled_until": nil,
		"permissions": strconv.FormatUint(g.Permissions(p.ID), 10),
	}
}
