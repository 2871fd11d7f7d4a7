// Package page is the local API, by which the page of the web client shows a Discord to people and
// acts for them: what each of them sees, what they do, and the switches of faults.
//
// Whatever a person gets here goes through [world.Messages.Sees]. What they do is checked by
// package interaction, as it is when a test does it. The package comment of localcord has the
// endpoints.
package page

import (
	"encoding/json"
	"errors"
	"io"
	"mime"
	"net/http"

	"oneiros/bot/localcord/control"
	"oneiros/bot/localcord/gateway"
	"oneiros/bot/localcord/interaction"
	"oneiros/bot/localcord/wire"
	"oneiros/bot/localcord/world"
)

// An API serves the web client, see the package comment of localcord.
type API struct {
	w       *world.World
	asked   *interaction.Interactions
	control *control.Control
	gateway *gateway.Gateway
	config  Config
	itself  map[wire.ID]bool // for whom the page made the latest interaction
}

// Config says what the web client offers.
type Config struct {
	Welcome string       // a command without options, as a button where a channel begins; "" for none
	Speed   float64      // how fast the clocks of the bot's matches run
	Restart func() error // ends the bot and starts it again; nil where that is not possible
}

// New serves the web client of a world.
func New(w *world.World, asked *interaction.Interactions, c *control.Control, g *gateway.Gateway, config Config) *API {
	return &API{w: w, asked: asked, control: c, gateway: g, config: config, itself: map[wire.ID]bool{}}
}

// PlaysItself reports whether the web client plays for a person: it made their latest
// interaction.
func (s *API) PlaysItself(user wire.ID) bool {
	s.w.Lock()
	defer s.w.Unlock()
	return s.itself[user]
}

// shownMessages is how many of a channel's last messages a page begins with.
const shownMessages = 100

// State is everything that a person sees; for nil, only the guild, the people and the
// bot. The caller holds the lock.
func (s *API) State(p *world.Person) map[string]any {
	channels, people, messages, commands := []any{}, []any{}, map[wire.ID]any{}, []any{}
	if p != nil {
		commands = s.w.Commands.Of(p)
		for _, c := range s.w.Channels.All() {
			if !s.w.Channels.IsOpen(c, p.ID) {
				continue
			}
			channels = append(channels, c.Local())
			all := s.w.Messages.VisibleTo(p.ID, c.ID)
			messages[c.ID] = all[max(0, len(all)-shownMessages):]
		}
	}
	for _, o := range s.w.People.All() {
		people = append(people, s.w.People.Local(o))
	}
	return map[string]any{
		"guild": map[string]any{"id": s.w.Guilds.Home().ID, "name": s.w.Guilds.Home().Name, "locale": s.w.Guilds.Home().Locale, "welcome": s.config.Welcome, "speed": s.config.Speed, "roles": s.w.Guilds.Home().WireRoles()}, "channels": channels, "users": people,
		"bot": s.w.BotState(), "commands": commands, "messages": messages, "faults": s.w.FaultState(), "voices": s.w.Voice(s.w.Guilds.Home()).All(),
	}
}

// An action is the body of any POST of the local API.
type action struct {
	User        wire.ID             `json:"user"`
	Channel     wire.ID             `json:"channel"`
	Message     wire.ID             `json:"message"`
	Interaction wire.ID             `json:"interaction"`
	CustomID    string              `json:"custom_id"`
	Values      []string            `json:"values"`
	Fields      []interaction.Field `json:"fields"`
	Name        *string             `json:"name"`
	Sub         string              `json:"sub"`
	Option      string              `json:"option"`
	Options     map[string]any      `json:"options"`
	Content     string              `json:"content"`
	Locale      *string             `json:"locale"`
	Nonce       json.RawMessage     `json:"nonce"`
	Itself      bool                `json:"itself"` // the page does it for a person who plays by themselves
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

// ServeHTTP serves the local API.
func (s *API) ServeHTTP(w http.ResponseWriter, r *http.Request) {
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
	var m world.ClientError
	switch {
	case err == nil:
		wire.SendJSON(w, http.StatusOK, out)
	case errors.Is(err, wire.ErrNotFound):
		fail(http.StatusNotFound, "there is no such endpoint")
	case errors.As(err, &m):
		fail(http.StatusBadRequest, m.Error())
	default:
		s.w.Log.Error().Err(err).Str("local", path).Msg("local call failed")
		fail(http.StatusInternalServerError, "localcord failed")
	}
}

func (s *API) localGet(w http.ResponseWriter, r *http.Request, path string, fail func(int, string)) {
	if path == "faults" {
		wire.SendJSON(w, http.StatusOK, s.faultsNow())
		return
	}
	if path == "people" { // the page asks this before it acts as any person
		s.w.Lock()
		people := []any{}
		for _, p := range s.w.People.All() {
			people = append(people, s.w.People.Local(p))
		}
		guild := map[string]any{"id": s.w.Guilds.Home().ID, "name": s.w.Guilds.Home().Name}
		bot := s.w.BotState()
		s.w.Unlock()
		wire.SendJSON(w, http.StatusOK, map[string]any{"guild": guild, "bot": bot, "users": people})
		return
	}
	s.w.Lock()
	user := wire.ID(r.URL.Query().Get("user"))
	p := s.w.People.Find(user)
	if p == nil && (user != "" || path != "state") {
		s.w.Unlock()
		fail(http.StatusNotFound, "there is no such person")
		return
	}
	switch path {
	case "state":
		b, err := json.Marshal(s.State(p))
		s.w.Unlock()
		if err != nil {
			s.w.Log.Error().Err(err).Msg("encode state failed")
			fail(http.StatusInternalServerError, "localcord failed")
			return
		}
		wire.SendJSON(w, http.StatusOK, json.RawMessage(b))
	case "events":
		var users []wire.ID
		for _, u := range r.URL.Query()["user"] {
			if s.w.People.Find(wire.ID(u)) == nil {
				s.w.Unlock()
				fail(http.StatusNotFound, "there is no such person")
				return
			}
			users = append(users, wire.ID(u))
		}
		t := s.w.Streams.Open(users)
		if s.w.Closed {
			t.End()
		}
		s.w.Unlock()
		s.serveEvents(w, r, t)
	default:
		s.w.Unlock()
		fail(http.StatusNotFound, "there is no such endpoint")
	}
}

// act does what a POST of the local API says.
func (s *API) act(path string, a *action, r *http.Request) (any, error) {
	s.w.Lock()
	p := s.w.People.Find(a.User)
	if p == nil {
		s.w.Unlock()
		return nil, world.ClientError("there is no such person")
	}
	x, out, err := s.actAs(p, path, a)
	if x != nil && path != "complete" {
		s.itself[p.ID] = a.Itself
	}
	if err == nil {
		err = s.w.Journal.Failure()
	}
	s.w.Unlock()
	if err != nil || x == nil {
		return out, err
	}
	if path != "complete" {
		return map[string]any{"interaction": x.ID}, nil
	}
	select {
	case <-x.Done():
	case <-r.Context().Done():
	}
	s.w.Lock()
	defer s.w.Unlock()
	choices := x.Choices()
	if choices == nil {
		choices = []wire.Choice{}
	}
	return map[string]any{"choices": choices}, nil
}

// actAs does what a person does. It returns the interaction that this is, and what else is
// answered. The caller holds the lock.
func (s *API) actAs(p *world.Person, path string, a *action) (x *interaction.Interaction, out any, err error) {
	out = map[string]any{}
	c := s.w.Channels.Find(a.Channel)
	if c != nil && !s.w.Channels.IsOpen(c, p.ID) {
		c = nil
	}
	needs := path == "command" || path == "complete" || path == "say"
	switch {
	case s.w.Closed:
		err = world.ClientError("the server has stopped")
	case path == "leave":
		err = s.w.Guilds.Leave(s.w.Guilds.Home(), p, false)
	case path == "ban":
		err = s.w.Guilds.Leave(s.w.Guilds.Home(), p, true)
	case path == "return":
		err = s.w.Guilds.Enter(s.w.Guilds.Home(), p)
	case !s.w.People.IsAnywhere(p) && path != "user":
		err = world.ErrGone
	case needs && c == nil:
		err = world.ClientError("there is no such channel")
	case path == "direct":
		out = map[string]any{"channel": s.w.Channels.OpenDirect(p.ID).ID}
	case path == "press":
		x, err = s.asked.Client().Press(p, a.Message, a.CustomID, a.Values, a.nonce())
	case path == "submit":
		x, err = s.asked.Client().Submit(p, a.Interaction, a.Fields, a.nonce())
	case path == "command":
		x, err = s.asked.Client().Command(p, c, a.name(), a.Sub, a.Options, "", a.nonce())
	case path == "complete":
		x, err = s.asked.Client().Command(p, c, a.name(), a.Sub, a.Options, a.Option, a.nonce())
	case path == "say":
		var m *wire.Message
		if m, err = s.w.Messages.Say(p, c, a.Content); err == nil {
			out = map[string]any{"message": m}
		}
	case path == "voice":
		err = s.w.EnterVoice(p, a.Channel)
	case path == "dismiss":
		err = s.w.Messages.Dismiss(p, a.Message)
	case path == "user":
		if err = s.w.People.Rename(p, a.Name, a.Locale); err == nil {
			out = map[string]any{"user": s.w.People.Local(p)}
		}
	default:
		err = wire.ErrNotFound
	}
	return x, out, err
}
