package localcord

import (
	"strconv"
	"strings"

	"oneiros/bot/localcord/wire"
)

func (s *api) getMe(*call) (int, any, error) {
	return 200, struct {
		User
		MFA    bool   `json:"mfa_enabled"`
		Locale string `json:"locale"`
		Email  any    `json:"email"`
	}{s.bot, false, "en-US", nil}, nil
}

func (s *api) getUser(q *call) (int, any, error) {
	if ID(q.arg["user"]) == s.app {
		return 200, s.bot, nil
	}
	p := s.person(ID(q.arg["user"]))
	if p == nil {
		return 0, nil, wire.ErrUnknownUser
	}
	return 200, p.user(), nil
}

func (s *api) getApplication(*call) (int, any, error) {
	owner := s.people[0].user()
	return 200, map[string]any{
		"id": s.app, "name": s.bot.Username, "icon": nil, "description": "", "type": nil, "bot": s.bot, "bot_public": true, "bot_require_code_grant": false,
		"verify_key": strings.Repeat("0", 64), "flags": 0, "flags_new": "0", "redirect_uris": []any{}, "interactions_endpoint_url": nil,
		"role_connections_verification_url": nil, "owner": owner, "approximate_guild_count": 1, "approximate_user_install_count": 0,
		"approximate_user_authorization_count": 0, "explicit_content_filter": 0, "team": nil, "eligible_oauth2_scopes": []any{},
		"install_params": map[string]any{"scopes": []string{"bot", "applications.commands"}, "permissions": strconv.Itoa(invited)},
	}, nil
}

func (s *api) getGuilds(*call) (int, any, error) {
	if s.guildState == GuildRemoved {
		return 200, []any{}, nil
	}
	return 200, []any{map[string]any{
		"id": s.guild, "name": guildName, "icon": nil, "banner": nil, "owner": false, "permissions": strconv.Itoa(invited), "features": s.features(),
	}}, nil
}

// features are those of the server. Only a Community can have another language than
// American English.
func (s *world) features() []string {
	if s.locale == "" || s.locale == "en-US" {
		return []string{}
	}
	return []string{"COMMUNITY"}
}

// guildWire is the server as Discord's JSON has it.
func (s *world) guildWire() map[string]any {
	return map[string]any{
		"id": s.guild, "name": guildName, "icon": nil, "description": nil, "home_header": nil, "splash": nil, "discovery_splash": nil, "features": s.features(),
		"banner": nil, "owner_id": s.people[0].ID, "application_id": nil, "region": "deprecated", "afk_channel_id": nil, "afk_timeout": 300,
		"system_channel_id": nil, "system_channel_flags": 0, "widget_enabled": false, "widget_channel_id": nil, "verification_level": 0,
		"roles": []any{map[string]any{
			"id": s.guild, "name": "@everyone", "description": nil, "permissions": strconv.Itoa(everybody), "position": 0, "color": 0,
			"colors": map[string]any{"primary_color": 0, "secondary_color": nil, "tertiary_color": nil}, "hoist": false, "managed": false,
			"mentionable": false, "icon": nil, "unicode_emoji": nil, "flags": 0,
		}},
		"default_message_notifications": 1, "mfa_level": 0, "explicit_content_filter": 0, "max_presences": nil, "max_members": 500000,
		"max_stage_video_channel_users": 0, "max_video_channel_users": 25, "vanity_url_code": nil, "premium_tier": 0, "premium_subscription_count": 0,
		"preferred_locale": s.locale, "rules_channel_id": nil, "safety_alerts_channel_id": nil, "public_updates_channel_id": nil,
		"premium_progress_bar_enabled": false, "nsfw": false, "nsfw_level": 0, "emojis": []any{}, "stickers": []any{}, "incidents_data": nil,
	}
}

func (s *api) inGuild(q *call) error {
	if ID(q.arg["guild"]) != s.guild || s.guildState == GuildRemoved {
		return wire.ErrUnknownGuild
	}
	if s.guildState == GuildUnavailable {
		return wire.ErrMissingAccess
	}
	return nil
}

func (s *api) getGuild(q *call) (int, any, error) {
	if err := s.inGuild(q); err != nil {
		return 0, nil, err
	}
	return 200, s.guildWire(), nil
}

func (s *world) channelList(want func(*Channel) bool) []any {
	out := []any{}
	for _, id := range s.order {
		if c := s.channels[id]; want(c) {
			out = append(out, s.channelWire(c))
		}
	}
	return out
}

func (s *api) getGuildChannels(q *call) (int, any, error) {
	if err := s.inGuild(q); err != nil {
		return 0, nil, err
	}
	return 200, s.channelList(func(c *Channel) bool { return c.Type == channelText }), nil
}

func (s *api) getThreads(q *call) (int, any, error) {
	if err := s.inGuild(q); err != nil {
		return 0, nil, err
	}
	return 200, map[string]any{"threads": s.channelList(func(c *Channel) bool { return c.thread() && !c.Archived }), "members": []any{}, "has_more": false}, nil
}

func (s *api) getMember(q *call) (int, any, error) {
	if err := s.inGuild(q); err != nil {
		return 0, nil, err
	}
	p := s.person(ID(q.arg["user"]))
	if p == nil {
		return 0, nil, wire.ErrUnknownUser
	}
	if p.Gone {
		return 0, nil, wire.ErrUnknownMember
	}
	m := s.member(p)
	delete(m, "permissions")
	return 200, m, nil
}

const guildName = "Oneiros"
