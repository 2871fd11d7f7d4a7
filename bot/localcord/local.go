package localcord

import (
	"encoding/json"
	"errors"
	"io"
	"mime"
	"net/http"

	"oneiros/bot/localcord/wire"
)

// A localAPI serves the web client, see the package comment.
type localAPI struct{ controls }

// shownMessages is how many of a channel's last messages a page begins with.
const shownMessages = 100

// state is everything that a person sees; for nil, only the guild, the people and the
// bot. The caller holds mu.
func (s *localAPI) state(p *person) map[string]any {
	channels, people, messages, commands := []any{}, []any{}, map[ID]any{}, []any{}
	if p != nil {
		commands = s.commandsOf(p)
		for _, id := range s.order {
			c := s.channels[id]
			if !s.isOpen(c, p.ID) {
				continue
			}
			channels = append(channels, c.local())
			all := s.visibleTo(p.ID, id)
			messages[id] = all[max(0, len(all)-shownMessages):]
		}
	}
	for _, o := range s.people {
		people = append(people, s.local(o))
	}
	return map[string]any{
		"guild": map[string]any{"id": s.home().ID, "name": s.home().Name, "locale": s.home().Locale, "welcome": s.hello, "speed": s.speed, "roles": s.home().roles()}, "channels": channels, "users": people,
		"bot": s.botState(), "commands": commands, "messages": messages, "faults": s.faultState(), "voices": voiceRoom{&s.gateway, s.home()}.all(),
	}
}

// An action is the body of any POST of the local API.
type action struct {
	User        ID              `json:"user"`
	Channel     ID              `json:"channel"`
	Message     ID              `json:"message"`
	Interaction ID              `json:"interaction"`
	CustomID    string          `json:"custom_id"`
	Values      []string        `json:"values"`
	Fields      []Field         `json:"fields"`
	Name        *string         `json:"name"`
	Sub         string          `json:"sub"`
	Option      string          `json:"option"`
	Options     map[string]any  `json:"options"`
	Content     string          `json:"content"`
	Locale      *string         `json:"locale"`
	Nonce       json.RawMessage `json:"nonce"`
	Itself      bool            `json:"itself"` // the page does it for a person who plays by themselves
}

func (a *action) nonce() string {
	var t string
	if json.Unmarshal(a.Nonce, &t) == nil {
		return t
	}
	return string(a.Nonce)
}

func (a *action) name() string {
	if a.Name == nil {
		return ""
	}
	return *a.Name
}

// serveLocal serves the local API.
func (s *localAPI) serveLocal(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Cache-Control", "no-store")
	fail := func(status int, text string) { wire.SendJSON(w, status, map[string]any{"error": text}) }
	path := r.URL.Path[len("/local/"):]
	if r.Method == http.MethodGet {
		s.localGet(w, r, path, fail)
		return
	}
	if r.Method != http.MethodPost {
		fail(http.StatusMethodNotAllowed, "only GET and POST")
		return
	}
	if kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err != nil || kind != "application/json" {
		fail(http.StatusUnsupportedMediaType, "the body must be JSON and say so") // no form of a page can say so
		return
	}
	b, err := io.ReadAll(http.MaxBytesReader(w, r.Body, 1<<20))
	if err != nil {
		fail(http.StatusRequestEntityTooLarge, "the body is too large")
		return
	}
	if path == "faults" {
		if err := s.setFaults(b); err != nil {
			fail(http.StatusBadRequest, err.Error())
			return
		}
		wire.SendJSON(w, http.StatusOK, s.faultsNow())
		return
	}
	var a action
	if err := json.Unmarshal(b, &a); err != nil {
		fail(http.StatusBadRequest, "the body is not the JSON it should be")
		return
	}
	out, err := s.act(path, &a, r)
	var m clientError
	switch {
	case err == nil:
		wire.SendJSON(w, http.StatusOK, out)
	case errors.Is(err, wire.ErrNotFound):
		fail(http.StatusNotFound, "there is no such endpoint")
	case errors.As(err, &m):
		fail(http.StatusBadRequest, m.Error())
	default:
		s.log.Error().Err(err).Str("local", path).Msg("local call failed")
		fail(http.StatusInternalServerError, "localcord failed")
	}
}

func (s *localAPI) localGet(w http.ResponseWriter, r *http.Request, path string, fail func(int, string)) {
	if path == "faults" {
		wire.SendJSON(w, http.StatusOK, s.faultsNow())
		return
	}
	if path == "people" { // the page asks this before it acts as any person
		s.mu.Lock()
		people := []any{}
		for _, p := range s.people {
			people = append(people, s.local(p))
		}
		guild := map[string]any{"id": s.home().ID, "name": s.home().Name}
		bot := s.botState()
		s.mu.Unlock()
		wire.SendJSON(w, http.StatusOK, map[string]any{"guild": guild, "bot": bot, "users": people})
		return
	}
	s.mu.Lock()
	user := ID(r.URL.Query().Get("user"))
	p := s.person(user)
	if p == nil && (user != "" || path != "state") {
		s.mu.Unlock()
		fail(http.StatusNotFound, "there is no such person")
		return
	}
	switch path {
	case "state":
		b, err := json.Marshal(s.state(p))
		s.mu.Unlock()
		if err != nil {
			s.log.Error().Err(err).Msg("encode state failed")
			fail(http.StatusInternalServerError, "localcord failed")
			return
		}
		wire.SendJSON(w, http.StatusOK, json.RawMessage(b))
	case "events":
		var users []ID
		for _, u := range r.URL.Query()["user"] {
			if s.person(ID(u)) == nil {
				s.mu.Unlock()
				fail(http.StatusNotFound, "there is no such person")
				return
			}
			users = append(users, ID(u))
		}
		t := s.streams.Open(users)
		if s.closed {
			t.End()
		}
		s.mu.Unlock()
		s.serveEvents(w, r, t)
	default:
		s.mu.Unlock()
		fail(http.StatusNotFound, "there is no such endpoint")
	}
}

// act does what a POST of the local API says.
func (s *localAPI) act(path string, a *action, r *http.Request) (any, error) {
	s.mu.Lock()
	p := s.person(a.User)
	if p == nil {
		s.mu.Unlock()
		return nil, clientError("there is no such person")
	}
	x, out, err := s.actAs(p, path, a)
	if x != nil && path != "complete" {
		p.itself = a.Itself
	}
	if err == nil {
		err = s.journal.Failure()
	}
	s.mu.Unlock()
	if err != nil || x == nil {
		return out, err
	}
	if path != "complete" {
		return map[string]any{"interaction": x.ID}, nil
	}
	select {
	case <-x.done:
	case <-r.Context().Done():
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	choices := x.choices
	if choices == nil {
		choices = []Choice{}
	}
	return map[string]any{"choices": choices}, nil
}

// actAs does what a person does. It returns the interaction that this is, and what else is
// answered. The caller holds mu.
func (s *localAPI) actAs(p *person, path string, a *action) (x *interaction, out any, err error) {
	out = map[string]any{}
	c := s.channels[a.Channel]
	if c != nil && !s.isOpen(c, p.ID) {
		c = nil
	}
	needs := path == "command" || path == "complete" || path == "say"
	switch {
	case s.closed:
		err = clientError("the server has stopped")
	case path == "leave":
		err = s.leave(s.home(), p, false)
	case path == "ban":
		err = s.leave(s.home(), p, true)
	case path == "return":
		err = s.enter(s.home(), p)
	case !s.isAnywhere(p) && path != "user":
		err = errGone
	case needs && c == nil:
		err = clientError("there is no such channel")
	case path == "direct":
		out = map[string]any{"channel": s.openDirect(p.ID).ID}
	case path == "press":
		x, err = s.press(p, a.Message, a.CustomID, a.Values, a.nonce())
	case path == "submit":
		x, err = s.submit(p, a.Interaction, a.Fields, a.nonce())
	case path == "command":
		x, err = s.command(p, c, a.name(), a.Sub, a.Options, "", a.nonce())
	case path == "complete":
		x, err = s.command(p, c, a.name(), a.Sub, a.Options, a.Option, a.nonce())
	case path == "say":
		var m *Message
		if m, err = s.say(p, c, a.Content); err == nil {
			out = map[string]any{"message": m}
		}
	case path == "voice":
		err = callVoice(&s.gateway, p, a.Channel)
	case path == "dismiss":
		err = s.dismiss(p, a.Message)
	case path == "user":
		if err = s.rename(p, a.Name, a.Locale); err == nil {
			out = map[string]any{"user": s.local(p)}
		}
	default:
		err = wire.ErrNotFound
	}
	return x, out, err
}
