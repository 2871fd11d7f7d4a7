package localcord

import (
	"encoding/json"
	"errors"
	"io"
	"maps"
	"net/http"
	"slices"
	"sync"
	"time"
	"unicode/utf8"

	"oneiros/bot/localcord/wire"
)

// An event is what the web client is told, see the package's comment.
type event map[string]any

// A stream is one open event stream, of one person or of several: a browser
// opens six connections to a server and no more, and a window shows five people.
type stream struct {
	users []ID

	mu    sync.Mutex
	queue []event
	ended bool
	wake  chan struct{}
}

func (t *stream) push(e event) {
	t.mu.Lock()
	t.queue = append(t.queue, e)
	t.mu.Unlock()
	t.ring()
}

func (t *stream) end() {
	t.mu.Lock()
	t.ended = true
	t.mu.Unlock()
	t.ring()
}

func (t *stream) ring() {
	select {
	case t.wake <- struct{}{}:
	default:
	}
}

// tell sends an event to the people for whom may is true. The caller holds mu.
func (s *Server) tell(may func(ID) bool, e event) {
	for t := range s.streams {
		to := slices.DeleteFunc(slices.Clone(t.users), func(u ID) bool { return !may(u) })
		if len(to) > 0 {
			with := maps.Clone(e)
			with["for"] = to
			t.push(with)
		}
	}
}

func (s *Server) tellOne(user ID, e event) { s.tell(func(u ID) bool { return u == user }, e) }

func (s *Server) tellAll(e event) {
	if e["type"] != "commands" {
		s.tell(func(ID) bool { return true }, e)
		return
	}
	for t := range s.streams { // each is told of the commands that they may use
		for _, u := range t.users {
			if p := s.person(u); p != nil {
				t.push(event{"type": "commands", "commands": s.commandsOf(p), "for": []ID{u}})
			}
		}
	}
}

func (s *Server) tellMessage(kind string, m *Message) {
	s.tell(func(u ID) bool { return s.sees(u, m) }, event{"type": kind, "channel": m.Channel, "message": m})
}

func (s *Server) tellChannel(kind string, c *Channel) {
	s.tell(c.open, event{"type": kind, "channel": c.local()})
}

// local is the channel as the web client gets it.
func (c *Channel) local() map[string]any {
	m := map[string]any{"id": c.ID, "name": c.Name, "type": c.Type, "parent": c.Parent}
	if c.thread() {
		m["archived"], m["locked"] = c.Archived, c.Locked
	}
	return m
}

func (p *person) local() map[string]any {
	return map[string]any{"id": p.ID, "name": p.Name, "color": p.Color, "locale": p.Locale, "owner": p.Owner, "gone": p.Gone}
}

func (s *Server) botState() map[string]any {
	return map[string]any{"id": s.app, "name": s.bot.Username, "online": s.isOnline()}
}

func (s *Server) commandsOf(p *person) []any {
	out := []any{}
	for _, c := range s.commands {
		if c.Permissions == nil || s.memberPermissions(p)&*c.Permissions == *c.Permissions {
			out = append(out, c.Wire(s.app, true))
		}
	}
	return out
}

// shownMessages is how many of a channel's last messages a page begins with.
const shownMessages = 100

// state is everything that a person sees; for nobody, who and what there is,
// without a message. The caller holds mu.
func (s *Server) state(p *person) map[string]any {
	channels, people, messages, commands := []any{}, []any{}, map[ID]any{}, []any{}
	if p != nil {
		commands = s.commandsOf(p)
		for _, id := range s.order {
			c := s.channels[id]
			if !c.open(p.ID) {
				continue
			}
			channels = append(channels, c.local())
			all := s.visibleTo(p.ID, id)
			messages[id] = all[max(0, len(all)-shownMessages):]
		}
	}
	for _, o := range s.people {
		people = append(people, o.local())
	}
	return map[string]any{
		"guild": map[string]any{"id": s.guild, "name": guildName, "locale": s.locale}, "channels": channels, "users": people,
		"bot": s.botState(), "commands": commands, "messages": messages, "faults": s.skies(),
	}
}

// visibleTo are the messages of a channel that a person may see, oldest first.
func (s *Server) visibleTo(user, channel ID) []*Message {
	all := []*Message{}
	for _, m := range s.posts[channel] {
		if s.sees(user, m) {
			all = append(all, m)
		}
	}
	return all
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
func (s *Server) serveLocal(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Cache-Control", "no-store")
	fail := func(status int, text string) { wire.SendJSON(w, status, map[string]any{"error": text}) }
	if !samePage(r) {
		fail(http.StatusForbidden, "another site must not ask this")
		return
	}
	path := r.URL.Path[len("/local/"):]
	if r.Method == http.MethodGet {
		s.localGet(w, r, path, fail)
		return
	}
	if r.Method != http.MethodPost {
		fail(http.StatusMethodNotAllowed, "only GET and POST")
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
		wire.SendJSON(w, http.StatusOK, s.weather())
		return
	}
	var a action
	if err := json.Unmarshal(b, &a); err != nil {
		fail(http.StatusBadRequest, "the body is not the JSON it should be")
		return
	}
	out, err := s.act(path, &a, r)
	var m mistake
	switch {
	case err == nil:
		wire.SendJSON(w, http.StatusOK, out)
	case errors.Is(err, wire.ErrNotFound):
		fail(http.StatusNotFound, "there is no such endpoint")
	case errors.As(err, &m):
		fail(http.StatusBadRequest, m.Error())
	default:
		s.log.Error().Err(err).Str("local", path).Msg("localcord failed")
		fail(http.StatusInternalServerError, "localcord failed")
	}
}

func (s *Server) localGet(w http.ResponseWriter, r *http.Request, path string, fail func(int, string)) {
	if path == "faults" {
		wire.SendJSON(w, http.StatusOK, s.weather())
		return
	}
	if path == "people" { // what a window asks before it acts as anybody
		s.mu.Lock()
		people := []any{}
		for _, p := range s.people {
			people = append(people, p.local())
		}
		guild := map[string]any{"id": s.guild, "name": guildName}
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
			s.log.Error().Err(err).Msg("encode the state")
			fail(http.StatusInternalServerError, "localcord failed")
			return
		}
		wire.SendJSON(w, http.StatusOK, json.RawMessage(b))
	case "events":
		t := &stream{wake: make(chan struct{}, 1)}
		for _, u := range r.URL.Query()["user"] {
			if s.person(ID(u)) == nil {
				s.mu.Unlock()
				fail(http.StatusNotFound, "there is no such person")
				return
			}
			t.users = append(t.users, ID(u))
		}
		t.push(event{"type": "hello"})
		s.streams[t] = struct{}{}
		if s.closed {
			t.end()
		}
		s.mu.Unlock()
		s.serveEvents(w, r, t)
	default:
		s.mu.Unlock()
		fail(http.StatusNotFound, "there is no such endpoint")
	}
}

// serveEvents writes a stream until either side ends it.
func (s *Server) serveEvents(w http.ResponseWriter, r *http.Request, t *stream) {
	defer func() {
		s.mu.Lock()
		delete(s.streams, t)
		s.mu.Unlock()
	}()
	w.Header().Set("Content-Type", "text/event-stream")
	out := http.NewResponseController(w)
	alive := time.NewTicker(20 * time.Second)
	defer alive.Stop()
	for {
		var err error
		select {
		case <-r.Context().Done():
			return
		case <-alive.C:
			_, err = io.WriteString(w, ": alive\n\n")
		case <-t.wake:
			t.mu.Lock()
			queue, ended := t.queue, t.ended
			t.queue = nil
			t.mu.Unlock()
			for _, e := range queue {
				b, fault := json.Marshal(e)
				if fault != nil { // our own maps and structs: cannot be
					s.log.Error().Err(fault).Msg("encode an event")
					return
				}
				if _, err = w.Write(append(append([]byte("data: "), b...), '\n', '\n')); err != nil {
					return
				}
			}
			if ended {
				return
			}
		}
		if err == nil {
			err = out.Flush()
		}
		if err != nil {
			return // whoever listened has gone
		}
	}
}

// act does what a POST of the local API says.
func (s *Server) act(path string, a *action, r *http.Request) (any, error) {
	s.mu.Lock()
	p := s.person(a.User)
	if p == nil {
		s.mu.Unlock()
		return nil, mistake("there is no such person")
	}
	var x *interaction
	var out any = map[string]any{}
	var err error
	c := s.channels[a.Channel]
	if c != nil && !c.open(p.ID) {
		c = nil
	}
	needs := path == "command" || path == "complete" || path == "say"
	switch {
	case s.closed:
		err = mistake("the server has stopped")
	case path == "leave":
		err = s.leave(p, false)
	case path == "ban":
		err = s.leave(p, true)
	case path == "return":
		err = s.enter(p)
	case p.Gone && path != "user":
		err = errGone
	case needs && c == nil:
		err = mistake("there is no such channel")
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
	case path == "dismiss":
		err = s.dismiss(p, a.Message)
	case path == "user":
		if err = s.rename(p, a.Name, a.Locale); err == nil {
			out = map[string]any{"user": p.local()}
		}
	default:
		err = wire.ErrNotFound
	}
	if err == nil {
		err = s.journal.failure()
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

// say posts what a person writes.
func (s *Server) say(p *person, c *Channel, content string) (*Message, error) {
	if n := utf8.RuneCountInString(content); n == 0 || n > 2000 {
		return nil, mistake("a message has from 1 to 2000 characters")
	}
	if c.Locked {
		return nil, mistake("the thread is locked")
	}
	return s.post(c, &wire.Draft{Content: content}, origin{author: p.user()})
}

// dismiss takes an ephemeral message away from its one reader. The message
// stays for the token's holder: so it is at Discord, where dismissing happens
// in the client alone; here it is gone for good, which the bot must bear too.
func (s *Server) dismiss(p *person, id ID) error {
	m := s.byID[id]
	if m == nil || m.EphemeralFor != p.ID {
		return mistake("there is no such message")
	}
	s.drop(m)
	return nil
}

func (s *Server) rename(p *person, name, locale *string) error {
	if name != nil {
		if n := utf8.RuneCountInString(*name); n == 0 || n > 32 {
			return mistake("a name has from 1 to 32 characters")
		}
	}
	if locale != nil && !slices.Contains(wire.Locales, *locale) {
		return mistake("Discord does not speak that language")
	}
	if name != nil {
		p.Name = *name
	}
	if locale != nil {
		p.Locale = *locale
	}
	s.journal.put("person", p.ID, p)
	s.tellAll(event{"type": "user_update", "user": p.local()})
	s.change()
	return nil
}
