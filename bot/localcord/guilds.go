package localcord

import (
	"slices"
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
	guilds := len(s.having(func(*guild) bool { return true }))
	owner := s.people[0].user()
	return 200, map[string]any{
		"id": s.app, "name": s.bot.Username, "icon": nil, "description": "", "type": nil, "bot": s.bot, "bot_public": true, "bot_require_code_grant": false,
		"verify_key": strings.Repeat("0", 64), "flags": 0, "flags_new": "0", "redirect_uris": []any{}, "interactions_endpoint_url": nil,
		"role_connections_verification_url": nil, "owner": owner, "approximate_guild_count": guilds, "approximate_user_install_count": 0,
		"approximate_user_authorization_count": 0, "explicit_content_filter": 0, "team": nil, "eligible_oauth2_scopes": []any{},
		"install_params": map[string]any{"scopes": []string{"bot", "applications.commands"}, "permissions": strconv.Itoa(invited)},
	}, nil
}

// having are the servers that the bot has and that are wanted.
func (s *gateway) having(want func(*guild) bool) (list []*guild) {
	for _, g := range s.guilds {
		if g.state != GuildRemoved && want(g) {
			list = append(list, g)
		}
	}
	return list
}

// getGuilds lists the bot's servers by their ids, page by page.
func (s *api) getGuilds(q *call) (int, any, error) {
	v := q.r.URL.Query()
	limit := 200
	if t := v.Get("limit"); t != "" {
		var err error
		if limit, err = strconv.Atoi(t); err != nil || limit < 1 || limit > 200 {
			q.body.Form.Add("limit", "NUMBER_TYPE_MAX", "int value should be less than or equal to 200.")
			return 0, nil, q.body.Form.Err()
		}
	}
	list := s.having(func(g *guild) bool { return v.Get("after") == "" || g.ID.Compare(ID(v.Get("after"))) > 0 })
	slices.SortFunc(list, func(a, b *guild) int { return a.ID.Compare(b.ID) })
	out := []any{}
	for _, g := range list[:min(limit, len(list))] {
		out = append(out, map[string]any{
			"id": g.ID, "name": g.Name, "icon": nil, "banner": nil, "owner": false, "permissions": strconv.FormatUint((invited|permVoice|s.granted)&^(s.denied[""]|s.denied[g.ID]), 10), "features": g.features(),
		})
	}
	return 200, out, nil
}

// inGuild is the server of a call. The bot must have it.
func (s *eventAPI) inGuild(q *call) (*guild, error) {
	g := s.guild(ID(q.arg["guild"]))
	if g == nil || g.state == GuildRemoved {
		return nil, wire.ErrUnknownGuild
	}
	if g.state == GuildUnavailable {
		return nil, wire.ErrMissingAccess
	}
	return g, nil
}

func (s *api) getGuild(q *call) (int, any, error) {
	g, err := s.inGuild(q)
	if err != nil {
		return 0, nil, err
	}
	return 200, g.wire(), nil
}

// channelList are channels of a server.
func (s *gateway) channelList(g *guild, want func(*Channel) bool) []any {
	out := []any{}
	for _, id := range s.order {
		if c := s.channels[id]; c.Guild == g.ID && want(c) {
			out = append(out, s.channelWire(c))
		}
	}
	return out
}

func (s *api) getGuildChannels(q *call) (int, any, error) {
	g, err := s.inGuild(q)
	if err != nil {
		return 0, nil, err
	}
	return 200, s.channelList(g, (*Channel).listed), nil
}

func (s *api) getRoles(q *call) (int, any, error) {
	g, err := s.inGuild(q)
	if err != nil {
		return 0, nil, err
	}
	return 200, g.roles(), nil
}

func (s *api) getThreads(q *call) (int, any, error) {
	g, err := s.inGuild(q)
	if err != nil {
		return 0, nil, err
	}
	return 200, map[string]any{"threads": s.channelList(g, func(c *Channel) bool { return c.thread() && !c.Archived }), "members": []any{}, "has_more": false}, nil
}

func (s *api) getMember(q *call) (int, any, error) {
	g, err := s.inGuild(q)
	if err != nil {
		return 0, nil, err
	}
	if ID(q.arg["user"]) == s.app {
		return 200, s.botMember(g), nil
	}
	p := s.person(ID(q.arg["user"]))
	if p == nil {
		return 0, nil, wire.ErrUnknownUser
	}
	if !g.has(p.ID) {
		return 0, nil, wire.ErrUnknownMember
	}
	m := g.member(p)
	delete(m, "permissions")
	return 200, m, nil
}

// homeName is the name of the first server.
const homeName = "Oneiros"
