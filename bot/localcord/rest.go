package localcord

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"oneiros/bot/localcord/wire"
)

// A call is one request of the REST API on its way.
type call struct {
	r        *http.Request
	route    *route
	arg      map[string]string
	body     *wire.Body
	everyone bool
	only     []ID
}

// shows notes who sees what the call made.
func (q *call) shows(s *Server, m *Message) {
	c := s.channels[m.Channel]
	switch {
	case m.EphemeralFor != "":
		q.only = []ID{m.EphemeralFor}
	case c != nil && c.Type == channelDM:
		q.only = []ID{c.Recipient}
	default:
		q.everyone = true
	}
}

// A route is one endpoint. Its do holds the server's lock.
type route struct {
	method  string
	pattern string
	words   []string
	open    bool // needs no authorization, and does not count for the 50 a second
	do      func(*Server, *call) (int, any, error)
	limit   int // calls in each window, a guess where Discord does not say
	window  time.Duration
}

var routes = func() []*route {
	const s = time.Second
	all := []*route{
		{method: "GET", pattern: "/gateway", open: true, do: (*Server).getGateway, limit: 50, window: s},
		{method: "GET", pattern: "/gateway/bot", do: (*Server).getGatewayBot, limit: 2, window: 5 * s},
		{method: "GET", pattern: "/users/@me", do: (*Server).getMe, limit: 30, window: 30 * s},
		{method: "GET", pattern: "/applications/@me", do: (*Server).getApplication, limit: 30, window: 30 * s},
		{method: "GET", pattern: "/oauth2/applications/@me", do: (*Server).getApplication, limit: 30, window: 30 * s},
		{method: "POST", pattern: "/users/@me/channels", do: (*Server).postDM, limit: 10, window: 10 * s},
		{method: "GET", pattern: "/users/{user}", do: (*Server).getUser, limit: 30, window: 30 * s},
		{method: "GET", pattern: "/users/@me/guilds", do: (*Server).getGuilds, limit: 1, window: s},

		{method: "GET", pattern: "/applications/{app}/commands", do: (*Server).listCommands, limit: 50, window: 20 * s},
		{method: "PUT", pattern: "/applications/{app}/commands", do: (*Server).putCommands, limit: 5, window: 20 * s},
		{method: "POST", pattern: "/applications/{app}/commands", do: (*Server).postCommand, limit: 5, window: 20 * s},
		{method: "GET", pattern: "/applications/{app}/commands/{command}", do: (*Server).getCommand, limit: 50, window: 20 * s},
		{method: "PATCH", pattern: "/applications/{app}/commands/{command}", do: (*Server).patchCommand, limit: 5, window: 20 * s},
		{method: "DELETE", pattern: "/applications/{app}/commands/{command}", do: (*Server).deleteCommand, limit: 5, window: 20 * s},
		{method: "GET", pattern: "/applications/{app}/guilds/{guild}/commands", do: (*Server).listCommands, limit: 50, window: 20 * s},
		{method: "PUT", pattern: "/applications/{app}/guilds/{guild}/commands", do: (*Server).putCommands, limit: 5, window: 20 * s},
		{method: "POST", pattern: "/applications/{app}/guilds/{guild}/commands", do: (*Server).postCommand, limit: 5, window: 20 * s},
		{method: "GET", pattern: "/applications/{app}/guilds/{guild}/commands/{command}", do: (*Server).getCommand, limit: 50, window: 20 * s},
		{method: "PATCH", pattern: "/applications/{app}/guilds/{guild}/commands/{command}", do: (*Server).patchCommand, limit: 5, window: 20 * s},
		{method: "DELETE", pattern: "/applications/{app}/guilds/{guild}/commands/{command}", do: (*Server).deleteCommand, limit: 5, window: 20 * s},

		{method: "POST", pattern: "/interactions/{id}/{token}/callback", open: true, do: (*Server).callback},
		{method: "POST", pattern: "/webhooks/{app}/{token}", open: true, do: (*Server).postHooked, limit: 5, window: 2 * s},
		{method: "GET", pattern: "/webhooks/{app}/{token}/messages/{message}", open: true, do: (*Server).getHooked, limit: 5, window: 2 * s},
		{method: "PATCH", pattern: "/webhooks/{app}/{token}/messages/{message}", open: true, do: (*Server).patchHooked, limit: 5, window: 2 * s},
		{method: "DELETE", pattern: "/webhooks/{app}/{token}/messages/{message}", open: true, do: (*Server).deleteHooked, limit: 5, window: 2 * s},

		{method: "GET", pattern: "/channels/{channel}", do: (*Server).getChannel, limit: 30, window: 30 * s},
		{method: "PATCH", pattern: "/channels/{channel}", do: (*Server).patchChannel, limit: 5, window: 15 * s},
		{method: "DELETE", pattern: "/channels/{channel}", do: (*Server).deleteChannel, limit: 5, window: 15 * s},
		{method: "GET", pattern: "/channels/{channel}/messages", do: (*Server).getMessages, limit: 5, window: 5 * s},
		{method: "POST", pattern: "/channels/{channel}/messages", do: (*Server).postMessage, limit: 5, window: 5 * s},
		{method: "GET", pattern: "/channels/{channel}/messages/{message}", do: (*Server).getMessage, limit: 5, window: 5 * s},
		{method: "PATCH", pattern: "/channels/{channel}/messages/{message}", do: (*Server).patchMessage, limit: 5, window: 5 * s},
		{method: "DELETE", pattern: "/channels/{channel}/messages/{message}", do: (*Server).deleteMessage, limit: 5, window: s},
		{method: "POST", pattern: "/channels/{channel}/messages/{message}/threads", do: (*Server).postThread, limit: 50, window: 300 * s},
		{method: "POST", pattern: "/channels/{channel}/threads", do: (*Server).postThread, limit: 50, window: 300 * s},
		{method: "PUT", pattern: "/channels/{channel}/thread-members/{user}", do: (*Server).putThreadMember, limit: 5, window: 5 * s},
		{method: "POST", pattern: "/channels/{channel}/typing", do: (*Server).postTyping, limit: 5, window: 5 * s},

		{method: "GET", pattern: "/guilds/{guild}", do: (*Server).getGuild, limit: 30, window: 30 * s},
		{method: "GET", pattern: "/guilds/{guild}/channels", do: (*Server).getGuildChannels, limit: 30, window: 30 * s},
		{method: "GET", pattern: "/guilds/{guild}/threads/active", do: (*Server).getThreads, limit: 30, window: 30 * s},
		{method: "GET", pattern: "/guilds/{guild}/members/{user}", do: (*Server).getMember, limit: 5, window: s},
	}
	for _, r := range all {
		r.words = strings.Split(r.pattern, "/")[1:]
	}
	return all
}()

// match finds the route of a path; the second result says whether the path is
// known for another method.
func match(method, path string) (*route, map[string]string, bool) {
	words := strings.Split(strings.TrimPrefix(path, "/"), "/")
	known := false
next:
	for _, r := range routes {
		if len(words) != len(r.words) {
			continue
		}
		arg := map[string]string{}
		for i, w := range r.words {
			if name, ok := strings.CutPrefix(w, "{"); ok {
				arg[strings.TrimSuffix(name, "}")] = words[i]
			} else if w != words[i] {
				continue next
			}
		}
		if r.method == method {
			return r, arg, true
		}
		known = true
	}
	return nil, nil, known
}

// agent is the User-Agent that Discord demands.
var agent = regexp.MustCompile(`^DiscordBot \(.+, .+\)`)

// rest serves /api/v9 and /api/v10.
func (s *Server) rest(w http.ResponseWriter, r *http.Request) {
	version, path, _ := strings.Cut(strings.TrimPrefix(r.URL.Path, "/api/"), "/")
	path = "/" + strings.TrimSuffix(path, "/")
	rt, arg, known := match(r.Method, path)
	q := &call{r: r, route: rt, arg: arg, body: wire.NewBody()}
	answer := func(status int, v any, err error) {
		var refused *wire.Refusal
		switch {
		case err == nil && status == 204:
			w.WriteHeader(204)
		case err == nil:
			wire.SendJSON(w, status, v)
		case errors.As(err, &refused):
			status = refused.Status
			refused.Write(w)
		default:
			s.log.Error().Err(err).Str("method", r.Method).Str("route", pattern(rt)).Msg("localcord failed")
			status = 500
			wire.SendJSON(w, 500, map[string]any{"message": "500: Internal Server Error", "code": 0})
		}
		if refused != nil {
			s.log.Debug().Int("status", status).Int("code", refused.Code).Str("method", r.Method).Str("route", pattern(rt)).Msg("refused")
		}
	}
	if !agent.MatchString(r.UserAgent()) {
		answer(0, nil, wire.ErrUserAgent)
		return
	}
	if version != "v9" && version != "v10" {
		answer(0, nil, wire.ErrAPIVersion)
		return
	}
	if rt == nil {
		if known {
			answer(0, nil, wire.ErrMethodNotAllowed)
			return
		}
		answer(0, nil, wire.ErrNotFound)
		return
	}
	lose, ok := s.trouble(w, r)
	if !ok {
		return
	}
	if !rt.open && r.Header.Get("Authorization") != "Bot "+s.token {
		s.mu.Lock()
		s.countInvalid()
		s.mu.Unlock()
		answer(0, nil, wire.ErrUnauthorized)
		return
	}
	if err := s.pace(w, q); err != nil {
		answer(0, nil, err)
		return
	}
	if err := s.refuse(q); err != nil {
		answer(0, nil, err)
		return
	}
	var err error
	q.body, err = wire.Decode(r)
	if err != nil {
		s.mu.Lock()
		s.tap(q, 0, nil, err)
		s.mu.Unlock()
		answer(0, nil, err)
		return
	}
	s.mu.Lock()
	var status int
	var v any
	if s.closed {
		err = &wire.Refusal{Status: 503, Message: "503: Service Unavailable"}
	} else if status, v, err = rt.do(s, q); err == nil {
		err = s.journal.failure()
	}
	if err == nil && status != 204 {
		// Encoded under the lock: what it points to may change.
		b, fault := json.Marshal(v)
		v, err = json.RawMessage(b), fault
	}
	s.tap(q, status, v, err)
	s.mu.Unlock()
	if lose {
		hangUp(w)
		return
	}
	answer(status, v, err)
}

func pattern(r *route) string {
	if r == nil {
		return ""
	}
	return r.pattern
}

// tap tells the observers of a call. The caller holds mu.
func (s *Server) tap(q *call, status int, v any, err error) {
	var refused *wire.Refusal
	if errors.As(err, &refused) {
		status, q.everyone, q.only = refused.Status, false, nil
	} else if err != nil {
		status = 500
	}
	if status == 401 || status == 403 || status == 429 {
		s.countInvalid()
	}
	if len(s.taps) == 0 {
		return
	}
	path := q.r.URL.Path
	if i := strings.Index(path, "/v"); i >= 0 {
		_, path, _ = strings.Cut(path[i+2:], "/")
		path = "/" + path
	}
	if q.r.URL.RawQuery != "" {
		path += "?" + q.r.URL.RawQuery
	}
	t := Request{Method: q.r.Method, Path: path, Body: q.body.JSON, Files: q.body.Uploads(), Status: status, Everyone: q.everyone, Only: q.only}
	if b, ok := v.(json.RawMessage); ok {
		t.Answer = b
	}
	if refused != nil {
		b, err := json.Marshal(refused.Body())
		if err != nil { // our own maps and structs: cannot be
			s.log.Error().Err(err).Msg("encode a refusal")
		}
		t.Answer = b
	}
	for _, f := range s.taps {
		f(t)
	}
}

// The endpoints that tell about the bot and the server.

func (s *Server) getMe(*call) (int, any, error) {
	return 200, struct {
		User
		MFA    bool   `json:"mfa_enabled"`
		Locale string `json:"locale"`
		Email  any    `json:"email"`
	}{s.bot, false, "en-US", nil}, nil
}

func (s *Server) getUser(q *call) (int, any, error) {
	if ID(q.arg["user"]) == s.app {
		return 200, s.bot, nil
	}
	p := s.person(ID(q.arg["user"]))
	if p == nil {
		return 0, nil, wire.ErrUnknownUser
	}
	return 200, p.user(), nil
}

func (s *Server) getApplication(*call) (int, any, error) {
	owner := s.people[0].user()
	return 200, map[string]any{
		"id": s.app, "name": s.bot.Username, "icon": nil, "description": "", "type": nil, "bot": s.bot, "bot_public": true, "bot_require_code_grant": false,
		"verify_key": strings.Repeat("0", 64), "flags": 0, "flags_new": "0", "redirect_uris": []any{}, "interactions_endpoint_url": nil,
		"role_connections_verification_url": nil, "owner": owner, "approximate_guild_count": 1, "approximate_user_install_count": 0,
		"approximate_user_authorization_count": 0, "explicit_content_filter": 0, "team": nil, "eligible_oauth2_scopes": []any{},
		"install_params": map[string]any{"scopes": []string{"bot", "applications.commands"}, "permissions": strconv.Itoa(invited)},
	}, nil
}

func (s *Server) getGuilds(*call) (int, any, error) {
	if s.presence == Removed {
		return 200, []any{}, nil
	}
	return 200, []any{map[string]any{
		"id": s.guild, "name": guildName, "icon": nil, "banner": nil, "owner": false, "permissions": strconv.Itoa(invited), "features": []any{},
	}}, nil
}

// guildWire is the server as Discord's JSON has it.
func (s *Server) guildWire() map[string]any {
	return map[string]any{
		"id": s.guild, "name": guildName, "icon": nil, "description": nil, "home_header": nil, "splash": nil, "discovery_splash": nil, "features": []any{},
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

func (s *Server) inGuild(q *call) error {
	if ID(q.arg["guild"]) != s.guild || s.presence == Removed {
		return wire.ErrUnknownGuild
	}
	if s.presence == Away {
		return wire.ErrMissingAccess
	}
	return nil
}

func (s *Server) getGuild(q *call) (int, any, error) {
	if err := s.inGuild(q); err != nil {
		return 0, nil, err
	}
	return 200, s.guildWire(), nil
}

func (s *Server) channelList(want func(*Channel) bool) []any {
	out := []any{}
	for _, id := range s.order {
		if c := s.channels[id]; want(c) {
			out = append(out, s.channelWire(c))
		}
	}
	return out
}

func (s *Server) getGuildChannels(q *call) (int, any, error) {
	if err := s.inGuild(q); err != nil {
		return 0, nil, err
	}
	return 200, s.channelList(func(c *Channel) bool { return c.Type == channelText }), nil
}

func (s *Server) getThreads(q *call) (int, any, error) {
	if err := s.inGuild(q); err != nil {
		return 0, nil, err
	}
	return 200, map[string]any{"threads": s.channelList(func(c *Channel) bool { return c.thread() && !c.Archived }), "members": []any{}, "has_more": false}, nil
}

func (s *Server) getMember(q *call) (int, any, error) {
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

// The endpoints of channels.

// channel finds the channel of a call, if the bot may see it and has the
// permissions asked for.
func (s *Server) channel(q *call, need uint64) (*Channel, error) {
	c := s.channels[ID(q.arg["channel"])]
	if c == nil {
		return nil, wire.ErrUnknownChannel
	}
	have := s.botPermissions(c)
	if have&permViewChannel == 0 || s.presence != Here && c.Type != channelDM {
		return nil, wire.ErrMissingAccess
	}
	if have&need != need {
		return nil, wire.ErrMissingPermissions
	}
	return c, nil
}

func (s *Server) getChannel(q *call) (int, any, error) {
	c, err := s.channel(q, 0)
	if err != nil {
		return 0, nil, err
	}
	return 200, s.channelWire(c), nil
}

func (s *Server) patchChannel(q *call) (int, any, error) {
	c, err := s.channel(q, 0)
	if err != nil {
		return 0, nil, err
	}
	if !c.thread() || c.Owner != s.app && s.botPermissions(c)&permManageThreads == 0 {
		return 0, nil, wire.ErrMissingPermissions
	}
	o := q.body.Object
	next := *c
	if o.IsSet("name") {
		next.Name = o.TrimmedString("name", 1, 100)
	}
	if o.IsSet("auto_archive_duration") {
		next.Archive = o.OneOf("auto_archive_duration", 60, 1440, 4320, 10080)
	}
	if o.IsSet("archived") {
		next.Archived = o.Bool("archived")
		next.ArchiveAt = stamp(time.Now())
	}
	if o.IsSet("locked") {
		if s.botPermissions(c)&permManageThreads == 0 {
			return 0, nil, wire.ErrMissingPermissions
		}
		next.Locked = o.Bool("locked")
	}
	if err := o.Form.Err(); err != nil {
		return 0, nil, err
	}
	if c.Archived && next.Archived {
		return 0, nil, wire.ErrThreadArchived
	}
	s.saveChannel(&next, true)
	return 200, s.channelWire(&next), nil
}

func (s *Server) deleteChannel(q *call) (int, any, error) {
	c, err := s.channel(q, permManageThreads)
	if err != nil {
		return 0, nil, err
	}
	if !c.thread() {
		return 0, nil, wire.ErrMissingPermissions // the invite does not ask for Manage Channels
	}
	w := s.channelWire(c)
	s.dropChannel(c)
	return 200, w, nil
}

// visible is a message of a channel that the bot may know of.
func (s *Server) visible(q *call, c *Channel) (*Message, error) {
	m := s.byID[ID(q.arg["message"])]
	if m == nil || m.Channel != c.ID || m.EphemeralFor != "" {
		return nil, wire.ErrUnknownMessage
	}
	return m, nil
}

func (s *Server) getMessages(q *call) (int, any, error) {
	c, err := s.channel(q, 0)
	if err != nil {
		return 0, nil, err
	}
	out := []any{}
	if s.botPermissions(c)&permHistory == 0 {
		return 200, out, nil
	}
	v := q.r.URL.Query()
	limit := 50
	if t := v.Get("limit"); t != "" {
		if limit, err = strconv.Atoi(t); err != nil || limit < 1 || limit > 100 {
			q.body.Form.Add("limit", "NUMBER_TYPE_MAX", "int value should be less than or equal to 100.")
			return 0, nil, q.body.Form.Err()
		}
	}
	all := slices.DeleteFunc(slices.Clone(s.posts[c.ID]), func(m *Message) bool {
		switch {
		case m.EphemeralFor != "":
			return true
		case v.Get("before") != "":
			return compareIDs(m.ID, ID(v.Get("before"))) >= 0
		case v.Get("after") != "":
			return compareIDs(m.ID, ID(v.Get("after"))) <= 0
		}
		return false
	})
	if len(all) > limit {
		if v.Get("after") != "" {
			all = all[:limit]
		} else {
			all = all[len(all)-limit:]
		}
	}
	for _, m := range slices.Backward(all) {
		out = append(out, s.wire(m))
	}
	return 200, out, nil
}

func (s *Server) getMessage(q *call) (int, any, error) {
	c, err := s.channel(q, permHistory)
	if err != nil {
		return 0, nil, err
	}
	m, err := s.visible(q, c)
	if err != nil {
		return 0, nil, err
	}
	return 200, s.wire(m), nil
}

// content looks whether the bot may put such things into a channel.
func (s *Server) content(c *Channel, d *wire.Draft) error {
	have := s.botPermissions(c)
	if len(d.Embeds) > 0 && have&permEmbed == 0 || len(d.FileOrder) > 0 && have&permAttach == 0 {
		return wire.ErrMissingPermissions
	}
	return nil
}

func (s *Server) postMessage(q *call) (int, any, error) {
	c, err := s.channel(q, 0)
	if err != nil {
		return 0, nil, err
	}
	need := uint64(permSend)
	if c.thread() {
		need = permSendInThreads
	}
	if s.botPermissions(c)&need == 0 {
		return 0, nil, wire.ErrMissingPermissions
	}
	if c.Type == channelDM && s.faults.closedDM(c.Recipient) {
		return 0, nil, wire.ErrCannotSendToUser
	}
	if c.Archived && c.Locked {
		return 0, nil, wire.ErrThreadLocked
	}
	d := wire.ReadMessage(q.body, q.body.Object, wire.ForMessage, nil)
	if err := q.body.Form.Err(); err != nil {
		return 0, nil, err
	}
	if d.Empty() {
		return 0, nil, wire.ErrEmptyMessage
	}
	if err := s.content(c, d); err != nil {
		return 0, nil, err
	}
	if d.EnforceNonce && d.Nonce != nil {
		for _, m := range slices.Backward(s.posts[c.ID]) {
			if time.Since(m.ID.Time()) > 5*time.Minute {
				break
			}
			if m.Author.ID == s.app && m.Nonce != nil && wire.Text(m.Nonce) == wire.Text(d.Nonce) {
				q.shows(s, m)
				return 200, s.wire(m), nil
			}
		}
	}
	m, err := s.post(c, d, origin{author: s.bot})
	if err != nil {
		return 0, nil, err
	}
	q.shows(s, m)
	return 200, s.wire(m), nil
}

func (s *Server) patchMessage(q *call) (int, any, error) {
	c, err := s.channel(q, 0)
	if err != nil {
		return 0, nil, err
	}
	old, err := s.visible(q, c)
	if err != nil {
		return 0, nil, err
	}
	if old.Author.ID != s.app {
		return 0, nil, wire.ErrOtherAuthor
	}
	if c.Archived {
		return 0, nil, wire.ErrThreadArchived
	}
	d := wire.ReadMessage(q.body, q.body.Object, wire.ForEdit, old)
	if err := q.body.Form.Err(); err != nil {
		return 0, nil, err
	}
	if err := s.content(c, d); err != nil {
		return 0, nil, err
	}
	if err := s.paceOld(old); err != nil {
		return 0, nil, err
	}
	m, err := s.edit(old, d)
	if err != nil {
		return 0, nil, err
	}
	q.shows(s, m)
	return 200, s.wire(m), nil
}

func (s *Server) deleteMessage(q *call) (int, any, error) {
	c, err := s.channel(q, 0)
	if err != nil {
		return 0, nil, err
	}
	m, err := s.visible(q, c)
	if err != nil {
		return 0, nil, err
	}
	if m.Author.ID != s.app && s.botPermissions(c)&permManageMessages == 0 {
		return 0, nil, wire.ErrMissingPermissions
	}
	s.drop(m)
	return 204, nil, nil
}

func (s *Server) postThread(q *call) (int, any, error) {
	c, err := s.channel(q, 0)
	if err != nil {
		return 0, nil, err
	}
	if c.Type != channelText {
		return 0, nil, wire.ErrChannelType
	}
	if s.botPermissions(c)&permThreads == 0 {
		return 0, nil, wire.ErrMissingPermissions
	}
	t := &Channel{Type: channelThread, Parent: c.ID, Owner: s.app, Archive: 4320, ArchiveAt: stamp(time.Now())}
	o := q.body.Object
	if o.Require("name") {
		t.Name = o.TrimmedString("name", 1, 100)
	}
	if o.IsSet("auto_archive_duration") {
		t.Archive = o.OneOf("auto_archive_duration", 60, 1440, 4320, 10080)
	}
	var start *Message
	if q.arg["message"] != "" {
		if start, err = s.visible(q, c); err != nil {
			return 0, nil, err
		}
		if s.channels[start.ID] != nil {
			return 0, nil, wire.ErrThreadExists
		}
	} else if n, ok := o.Int("type", 0, 20); ok && n != channelThread {
		return 0, nil, wire.ErrChannelType // a private thread needs a permission that the invite does not ask for
	}
	if err := o.Form.Err(); err != nil {
		return 0, nil, err
	}
	if start != nil {
		t.ID = start.ID
		s.newChannel(t)
		next := *start
		next.Flags |= wire.FlagThread
		s.update(&next)
	} else {
		t.ID = s.newID()
		s.newChannel(t)
	}
	q.everyone = true
	w := s.channelWire(t)
	w["member"] = map[string]any{"id": t.ID, "user_id": s.app, "join_timestamp": stamp(time.Now()), "flags": 1}
	return 201, w, nil
}

func (s *Server) putThreadMember(q *call) (int, any, error) {
	c, err := s.channel(q, permSendInThreads)
	if err != nil {
		return 0, nil, err
	}
	if !c.thread() {
		return 0, nil, wire.ErrChannelType
	}
	if q.arg["user"] != "@me" && s.person(ID(q.arg["user"])) == nil {
		return 0, nil, wire.ErrUnknownUser
	}
	return 204, nil, nil
}

func (s *Server) postTyping(q *call) (int, any, error) {
	c, err := s.channel(q, permSend)
	if err != nil {
		return 0, nil, err
	}
	s.tell(c.open, event{"type": "typing", "channel": c.ID, "user": s.app})
	return 204, nil, nil
}

// postDM opens the direct channel with a person. Discord opens it also where
// the person has closed DMs; the message is what it then refuses.
func (s *Server) postDM(q *call) (int, any, error) {
	o := q.body.Object
	if !o.Require("recipient_id") {
		return 0, nil, o.Form.Err()
	}
	id := o.ID("recipient_id")
	if err := o.Form.Err(); err != nil {
		return 0, nil, err
	}
	p := s.person(id)
	if p == nil {
		return 0, nil, wire.ErrRecipient
	}
	for _, c := range s.channels {
		if c.Type == channelDM && c.Recipient == id {
			return 200, s.channelWire(c), nil
		}
	}
	if err := s.paceDMs(); err != nil {
		return 0, nil, err
	}
	c := &Channel{ID: s.newID(), Type: channelDM, Name: s.bot.Username, Recipient: id}
	s.newChannel(c)
	return 200, s.channelWire(c), nil
}

// wait sleeps, or ends early with the request.
func wait(ctx context.Context, d time.Duration) {
	if d <= 0 {
		return
	}
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
	case <-ctx.Done():
	}
}
