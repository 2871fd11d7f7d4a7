// Package rest serves the REST API of Discord, v9 and v10: its endpoints, its limits, and its
// refusals with Discord's codes.
//
// # Why it stands apart
//
// What an endpoint may answer is data (package endpoint), and what comes of it is the world's or
// an interaction's matter. Left for here is a request: whether it is admitted, what its path and
// body say, what the bot may do there, and what is sent back. A [call] knows that, so a file of
// this package stands for itself: the endpoints of one topic need those of no other.
//
// It also does to requests what goes wrong at Discord ([fault.Switches]), refuses what a test
// asks it to refuse, and shows all calls of the bot to those who watch it ([API.Tap]).
package rest

import (
	"encoding/json"
	"errors"
	"net/http"
	"regexp"
	"strings"

	"oneiros/bot/localcord/endpoint"
	"oneiros/bot/localcord/interaction"
	"oneiros/bot/localcord/limit"
	"oneiros/bot/localcord/wire"
	"oneiros/bot/localcord/world"
)

// An API serves the REST API: its endpoints, its rate limits, and those who watch it.
type API struct {
	w        *world.World
	handlers map[string]handler // by the name of the endpoint
	refusing map[*endpoint.Endpoint]*refusing
	buckets  map[string]*limit.Bucket
	calls    Calls
	taps     []func(Request)

	// Spent is what the bot has used up of the limits of all its calls together.
	Spent Spent
}

// A handler does what a call asks for, and holds the lock. It returns the status and the answer,
// or a refusal.
type handler func(*call) (int, any, error)

// New serves a world and its interactions.
func New(w *world.World, asked *interaction.Interactions) *API {
	return &API{w: w, handlers: handlers(w, asked), refusing: map[*endpoint.Endpoint]*refusing{}, buckets: map[string]*limit.Bucket{}}
}

// agent is the User-Agent that Discord demands: an address and a version, and then
// anything.
var agent = regexp.MustCompile(`^DiscordBot \(https?://[^\s,()]+, [^\s,()]+\)( |$)`)

// ServeHTTP serves /api/v9 and /api/v10.
func (s *API) ServeHTTP(w http.ResponseWriter, r *http.Request) {
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
func (s *API) routed(r *http.Request) (*call, error) {
	version, path, _ := strings.Cut(strings.TrimPrefix(r.URL.Path, "/api/"), "/")
	rt, arg, known := endpoint.Find(r.Method, "/"+strings.TrimSuffix(path, "/"))
	q := &call{w: s.w, r: r, to: rt, arg: arg, body: wire.NewBody()}
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
func (s *API) admit(w http.ResponseWriter, q *call) error {
	if !q.to.Open && !s.isBot(q) {
		return wire.ErrUnauthorized
	}
	if err := s.pace(w, q); err != nil {
		return err
	}
	return s.refuse(q)
}

// isBot reports whether a call has the bot's token, and counts it when it does not.
func (s *API) isBot(q *call) bool {
	s.w.Lock()
	defer s.w.Unlock()
	token, is := strings.CutPrefix(q.r.Header.Get("Authorization"), "Bot ")
	is = is && s.w.IsToken(token)
	if !is {
		s.countInvalid()
	}
	return is
}

// carryOutCall does what a call says. The answer is encoded under the lock, because
// what it points to may change.
func (s *API) carryOutCall(q *call) (status int, v any, err error) {
	s.w.Lock()
	defer s.w.Unlock()
	if s.w.Closed {
		err = wire.ErrUnavailable
	} else if status, v, err = s.handlers[q.to.Name()](q); err == nil {
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
func (s *API) respond(w http.ResponseWriter, q *call, status int, v any, err error) {
	var refused *wire.Refusal
	switch {
	case err == nil && status == 204:
		w.WriteHeader(204)
	case err == nil:
		wire.SendJSON(w, status, v)
	case errors.As(err, &refused):
		refused.Write(w)
		s.w.Log.Debug().Int("status", refused.Status).Int("code", refused.Code).Str("method", q.r.Method).Str("route", q.pattern()).Msg("call refused")
	default:
		s.w.Log.Error().Err(err).Str("method", q.r.Method).Str("route", q.pattern()).Msg("call failed")
		wire.SendJSON(w, 500, map[string]any{"message": "500: Internal Server Error", "code": 0})
	}
}
