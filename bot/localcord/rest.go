package localcord

import (
	"encoding/json"
	"errors"
	"net/http"
	"regexp"
	"strings"
	"time"

	"oneiros/bot/localcord/limit"
	"oneiros/bot/localcord/wire"
	"oneiros/bot/localcord/world"
)

// An api serves the REST API: its routes, its rate limits, and those who watch it.
type api struct {
	voiceAPI
	refusing map[*route]*refusing
	buckets  map[string]*limit.Bucket
	global   limit.Bucket // of all calls in a second
	calls    Calls
	invalid  limit.Bucket // of answers with 401, 403 and 429
	taps     []func(Request)
}

// refuse is the refusal that Refuse has asked for, if it has.
func (s *api) refuse(q *call) error {
	s.w.Lock()
	defer s.w.Unlock()
	f := s.refusing[q.route]
	if f == nil || f.left <= 0 {
		return nil
	}
	f.left--
	s.tap(q, 0, nil, f.with)
	return f.with
}

// isBot reports whether a call has the bot's token, and counts it when it does not.
func (s *api) isBot(q *call) bool {
	s.w.Lock()
	defer s.w.Unlock()
	token, is := strings.CutPrefix(q.r.Header.Get("Authorization"), "Bot ")
	is = is && s.w.IsToken(token)
	if !is {
		s.countInvalid()
	}
	return is
}

// A call is one request of the REST API on its way.
type call struct {
	r        *http.Request
	route    *route
	arg      map[string]string
	body     *wire.Body
	channel  ID // where its content is shown
	everyone bool
	only     []ID
}

// shows notes who sees what the call made.
func (q *call) shows(c *Channel, m *Message) {
	q.channel = m.Channel
	switch {
	case m.EphemeralFor != "":
		q.only = []ID{m.EphemeralFor}
	case c != nil && c.Type == world.ChannelDM:
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
	open    bool // needs no authorization, and does not count for the global limit
	do      func(*api, *call) (int, any, error)
	limit   int // calls in each window, a guess where Discord does not say
	window  time.Duration
}

var routes = func() []*route {
	const s = time.Second
	all := []*route{
		{method: "GET", pattern: "/gateway", open: true, do: (*api).getGateway, limit: 50, window: s},
		{method: "GET", pattern: "/gateway/bot", do: (*api).getGatewayBot, limit: 2, window: 5 * s},
		{method: "GET", pattern: "/users/@me", do: (*api).getMe, limit: 30, window: 30 * s},
		{method: "GET", pattern: "/applications/@me", do: (*api).getApplication, limit: 30, window: 30 * s},
		{method: "GET", pattern: "/oauth2/applications/@me", do: (*api).getApplication, limit: 30, window: 30 * s},
		{method: "POST", pattern: "/users/@me/channels", do: (*api).postDM, limit: 10, window: 10 * s},
		{method: "GET", pattern: "/users/{user}", do: (*api).getUser, limit: 30, window: 30 * s},
		{method: "GET", pattern: "/users/@me/guilds", do: (*api).getGuilds, limit: 1, window: s},

		{method: "GET", pattern: "/applications/{app}/commands", do: (*api).listCommands, limit: 50, window: 20 * s},
		{method: "PUT", pattern: "/applications/{app}/commands", do: (*api).putCommands, limit: 5, window: 20 * s},
		{method: "POST", pattern: "/applications/{app}/commands", do: (*api).postCommand, limit: 5, window: 20 * s},
		{method: "GET", pattern: "/applications/{app}/commands/{command}", do: (*api).getCommand, limit: 50, window: 20 * s},
		{method: "PATCH", pattern: "/applications/{app}/commands/{command}", do: (*api).patchCommand, limit: 5, window: 20 * s},
		{method: "DELETE", pattern: "/applications/{app}/commands/{command}", do: (*api).deleteCommand, limit: 5, window: 20 * s},
		{method: "GET", pattern: "/applications/{app}/guilds/{guild}/commands", do: (*api).listCommands, limit: 50, window: 20 * s},
		{method: "PUT", pattern: "/applications/{app}/guilds/{guild}/commands", do: (*api).putCommands, limit: 5, window: 20 * s},
		{method: "POST", pattern: "/applications/{app}/guilds/{guild}/commands", do: (*api).postCommand, limit: 5, window: 20 * s},
		{method: "GET", pattern: "/applications/{app}/guilds/{guild}/commands/{command}", do: (*api).getCommand, limit: 50, window: 20 * s},
		{method: "PATCH", pattern: "/applications/{app}/guilds/{guild}/commands/{command}", do: (*api).patchCommand, limit: 5, window: 20 * s},
		{method: "DELETE", pattern: "/applications/{app}/guilds/{guild}/commands/{command}", do: (*api).deleteCommand, limit: 5, window: 20 * s},

		{method: "POST", pattern: "/interactions/{id}/{token}/callback", open: true, do: (*api).callback},
		{method: "POST", pattern: "/webhooks/{app}/{token}", open: true, do: (*api).postHooked, limit: 5, window: 2 * s},
		{method: "GET", pattern: "/webhooks/{app}/{token}/messages/{message}", open: true, do: (*api).getHooked, limit: 5, window: 2 * s},
		{method: "PATCH", pattern: "/webhooks/{app}/{token}/messages/{message}", open: true, do: (*api).patchHooked, limit: 5, window: 2 * s},
		{method: "DELETE", pattern: "/webhooks/{app}/{token}/messages/{message}", open: true, do: (*api).deleteHooked, limit: 5, window: 2 * s},

		{method: "GET", pattern: "/channels/{channel}", do: (*api).getChannel, limit: 30, window: 30 * s},
		{method: "PATCH", pattern: "/channels/{channel}", do: (*api).patchChannel, limit: 5, window: 15 * s},
		{method: "DELETE", pattern: "/channels/{channel}", do: (*api).deleteChannel, limit: 5, window: 15 * s},
		{method: "GET", pattern: "/channels/{channel}/messages", do: (*api).getMessages, limit: 5, window: 5 * s},
		{method: "POST", pattern: "/channels/{channel}/messages", do: (*api).postMessage, limit: 5, window: 5 * s},
		{method: "GET", pattern: "/channels/{channel}/messages/{message}", do: (*api).getMessage, limit: 5, window: 5 * s},
		{method: "PATCH", pattern: "/channels/{channel}/messages/{message}", do: (*api).patchMessage, limit: 5, window: 5 * s},
		{method: "DELETE", pattern: "/channels/{channel}/messages/{message}", do: (*api).deleteMessage, limit: 5, window: s},
		{method: "POST", pattern: "/channels/{channel}/messages/{message}/threads", do: (*api).postThread, limit: 50, window: 300 * s},
		{method: "POST", pattern: "/channels/{channel}/threads", do: (*api).postThread, limit: 50, window: 300 * s},
		{method: "PUT", pattern: "/channels/{channel}/thread-members/{user}", do: (*api).putThreadMember, limit: 5, window: 5 * s},
		{method: "POST", pattern: "/channels/{channel}/typing", do: (*api).postTyping, limit: 5, window: 5 * s},

		{method: "GET", pattern: "/guilds/{guild}", do: (*api).getGuild, limit: 30, window: 30 * s},
		{method: "GET", pattern: "/guilds/{guild}/channels", do: (*api).getGuildChannels, limit: 30, window: 30 * s},
		{method: "GET", pattern: "/guilds/{guild}/roles", do: (*api).getRoles, limit: 30, window: 30 * s},
		{method: "GET", pattern: "/guilds/{guild}/threads/active", do: (*api).getThreads, limit: 30, window: 30 * s},
		{method: "GET", pattern: "/guilds/{guild}/scheduled-events", do: (*api).getEvents, limit: 10, window: 10 * s},
		{method: "POST", pattern: "/guilds/{guild}/scheduled-events", do: (*api).postEvent, limit: 5, window: 60 * s},
		{method: "PATCH", pattern: "/guilds/{guild}/scheduled-events/{event}", do: (*api).patchEvent, limit: 5, window: 60 * s},
		{method: "DELETE", pattern: "/guilds/{guild}/scheduled-events/{event}", do: (*api).deleteEvent, limit: 5, window: 60 * s},
		{method: "GET", pattern: "/guilds/{guild}/voice-states/{user}", do: (*api).getVoiceState, limit: 10, window: 10 * s},
		{method: "GET", pattern: "/soundboard-default-sounds", do: (*api).getDefaultSounds, limit: 10, window: 10 * s},
		{method: "POST", pattern: "/channels/{channel}/send-soundboard-sound", do: (*api).postSound, limit: 5, window: 5 * s},
		{method: "GET", pattern: "/guilds/{guild}/members/{user}", do: (*api).getMember, limit: 5, window: s},
	}
	for _, r := range all {
		r.words = strings.Split(r.pattern, "/")[1:]
	}
	return all
}()

// match finds the route of a path. known reports whether the path exists, maybe for
// another method.
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

// agent is the User-Agent that Discord demands: an address and a version, and then
// anything.
var agent = regexp.MustCompile(`^DiscordBot \(https?://[^\s,()]+, [^\s,()]+\)( |$)`)

// rest serves /api/v9 and /api/v10.
func (s *api) rest(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Date", s.w.Now().UTC().Format(http.TimeFormat))
	q, err := s.routed(r)
	if err != nil {
		s.respond(w, q, 0, nil, err)
		return
	}
	lose, ok := s.injectFaults(w, r)
	if !ok {
		return
	}
	if err := s.admit(w, q); err != nil {
		s.respond(w, q, 0, nil, err)
		return
	}
	if q.body, err = wire.Decode(r); err != nil {
		s.w.Lock()
		s.tap(q, 0, nil, err)
		s.w.Unlock()
		s.respond(w, q, 0, nil, err)
		return
	}
	status, v, err := s.carryOutCall(q)
	if lose {
		cutConnection(w)
		return
	}
	s.respond(w, q, status, v, err)
}

// routed finds the route of a request.
func (s *api) routed(r *http.Request) (*call, error) {
	version, path, _ := strings.Cut(strings.TrimPrefix(r.URL.Path, "/api/"), "/")
	rt, arg, known := match(r.Method, "/"+strings.TrimSuffix(path, "/"))
	q := &call{r: r, route: rt, arg: arg, body: wire.NewBody()}
	switch {
	case !agent.MatchString(r.UserAgent()):
		return q, wire.ErrUserAgent
	case version != "v9" && version != "v10":
		return q, wire.ErrAPIVersion
	case rt == nil && known:
		return q, wire.ErrMethodNotAllowed
	case rt == nil:
		return q, wire.ErrNotFound
	}
	return q, nil
}

// admit refuses a call without the token, one beyond the rate limits, and one that
// Refuse has asked for.
func (s *api) admit(w http.ResponseWriter, q *call) error {
	if !q.route.open && !s.isBot(q) {
		return wire.ErrUnauthorized
	}
	if err := s.pace(w, q); err != nil {
		return err
	}
	return s.refuse(q)
}

// carryOutCall does what a call says. The answer is encoded under the lock, because
// what it points to may change.
func (s *api) carryOutCall(q *call) (status int, v any, err error) {
	s.w.Lock()
	defer s.w.Unlock()
	if s.w.Closed {
		err = &wire.Refusal{Status: 503, Message: "503: Service Unavailable"}
	} else if status, v, err = q.route.do(s, q); err == nil {
		err = s.w.Journal.Failure()
	}
	if err == nil && status != 204 {
		b, fault := json.Marshal(v)
		v, err = json.RawMessage(b), fault
	}
	s.tap(q, status, v, err)
	return status, v, err
}

// respond sends what became of a call.
func (s *api) respond(w http.ResponseWriter, q *call, status int, v any, err error) {
	var refused *wire.Refusal
	switch {
	case err == nil && status == 204:
		w.WriteHeader(204)
	case err == nil:
		wire.SendJSON(w, status, v)
	case errors.As(err, &refused):
		refused.Write(w)
		s.w.Log.Debug().Int("status", refused.Status).Int("code", refused.Code).Str("method", q.r.Method).Str("route", pattern(q.route)).Msg("call refused")
	default:
		s.w.Log.Error().Err(err).Str("method", q.r.Method).Str("route", pattern(q.route)).Msg("call failed")
		wire.SendJSON(w, 500, map[string]any{"message": "500: Internal Server Error", "code": 0})
	}
}

func pattern(r *route) string {
	if r == nil {
		return ""
	}
	return r.pattern
}
