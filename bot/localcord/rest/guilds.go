package rest

import (
	"slices"
	"strconv"
	"strings"

	"oneiros/bot/localcord/wire"
	"oneiros/bot/localcord/world"
)

// guilds serve the endpoints of servers, of their members, and of the bot itself.
type guilds struct{ w *world.World }

func (s *guilds) getMe(*call) (int, any, error) {
	return 200, struct {
		wire.User
		MFA    bool   `json:"mfa_enabled"`
		Locale string `json:"locale"`
		Email  any    `json:"email"`
	}{s.w.Bot, false, "en-US", nil}, nil
}

func (s *guilds) getUser(q *call) (int, any, error) {
	if wire.ID(q.arg["user"]) == s.w.App {
		return 200, s.w.Bot, nil
	}
	p := s.w.People.Find(wire.ID(q.arg["user"]))
	if p == nil {
		return 0, nil, wire.ErrUnknownUser
	}
	return 200, p.User(), nil
}

func (s *guilds) getApplication(*call) (int, any, error) {
	guilds := len(s.w.Guilds.Having(func(*world.Guild) bool { return true }))
	owner := s.w.People.All()[0].User()
	return 200, map[string]any{
		"id": s.w.App, "name": s.w.Bot.Username, "icon": nil, "description": "", "type": nil, "bot": s.w.Bot, "bot_public": true, "bot_require_code_grant": false,
		"verify_key": strings.Repeat("0", 64), "flags": 0, "flags_new": "0", "redirect_uris": []any{}, "interactions_endpoint_url": nil,
		"role_connections_verification_url": nil, "owner": owner, "approximate_guild_count": guilds, "approximate_user_install_count": 0,
		"approximate_user_authorization_count": 0, "explicit_content_filter": 0, "team": nil, "eligible_oauth2_scopes": []any{},
		"install_params": map[string]any{"scopes": []string{"bot", "applications.commands"}, "permissions": strconv.Itoa(world.PermInvited)},
	}, nil
}

// getGuilds lists the bot's servers by their ids, page by page.
func (s *guilds) getGuilds(q *call) (int, any, error) {
	v := q.r.URL.Query()
	limit := 200
	if t := v.Get("limit"); t != "" {
		var err error
		if limit, err = strconv.Atoi(t); err != nil || limit < 1 || limit > 200 {
			q.body.Form.Add("limit", "NUMBER_TYPE_MAX", "int value should be less than or equal to 200.")
			return 0, nil, q.body.Form.Err()
		}
	}
	list := s.w.Guilds.Having(func(g *world.Guild) bool { return v.Get("after") == "" || g.ID.Compare(wire.ID(v.Get("after"))) > 0 })
	slices.SortFunc(list, func(a, b *world.Guild) int { return a.ID.Compare(b.ID) })
	out := []any{}
	for _, g := range list[:min(limit, len(list))] {
		out = append(out, map[string]any{
			"id": g.ID, "name": g.Name, "icon": nil, "banner": nil, "owner": false, "permissions": strconv.FormatUint(s.w.Permissions.Listed(g), 10), "features": g.Features(),
		})
	}
	return 200, out, nil
}

func (s *guilds) getGuild(q *call) (int, any, error) {
	g, err := q.inGuild()
	if err != nil {
		return 0, nil, err
	}
	return 200, g.Wire(), nil
}

func (s *guilds) getGuildChannels(q *call) (int, any, error) {
	g, err := q.inGuild()
	if err != nil {
		return 0, nil, err
	}
	return 200, s.w.Channels.List(g, (*world.Channel).Listed), nil
}

func (s *guilds) getRoles(q *call) (int, any, error) {
	g, err := q.inGuild()
	if err != nil {
		return 0, nil, err
	}
	return 200, g.WireRoles(), nil
}

func (s *guilds) getThreads(q *call) (int, any, error) {
	g, err := q.inGuild()
	if err != nil {
		return 0, nil, err
	}
	return 200, map[string]any{"threads": s.w.Channels.List(g, func(c *world.Channel) bool { return c.Thread() && !c.Archived }), "members": []any{}, "has_more": false}, nil
}

func (s *guilds) getMember(q *call) (int, any, error) {
	g, err := q.inGuild()
	if err != nil {
		return 0, nil, err
	}
	if wire.ID(q.arg["user"]) == s.w.App {
		return 200, s.w.Guilds.BotMember(g), nil
	}
	p := s.w.People.Find(wire.ID(q.arg["user"]))
	if p == nil {
		return 0, nil, wire.ErrUnknownUser
	}
	if !g.Has(p.ID) {
		return 0, nil, wire.ErrUnknownMember
	}
	m := g.Member(p)
	delete(m, "permissions")
	return 200, m, nil
}

func (s *guilds) getGateway(*call) (int, any, error) {
	return 200, map[string]any{"url": s.w.Socket() + "/gateway"}, nil
}

func (s *guilds) getGatewayBot(*call) (int, any, error) {
	starts := &s.w.Sessions.Starts
	left, reset := starts.Left()
	return 200, map[string]any{
		"url": s.w.Socket() + "/gateway", "shards": starts.Shards(),
		"session_start_limit": map[string]any{
			"total": starts.Day(), "remaining": left, "reset_after": reset.Milliseconds(), "max_concurrency": starts.Concurrency(),
		},
	}, nil
}
