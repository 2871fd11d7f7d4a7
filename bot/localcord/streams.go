package localcord

import (
	"encoding/json"
	"io"
	"maps"
	"net/http"
	"slices"
	"sync"
	"time"
)

// eventStreams tell web clients what happens.
type eventStreams struct {
	world
	streams map[*stream]struct{}
}

// An event is what the web client is told, see the package comment.
type event map[string]any

// A stream is one open event stream, for one person or several. A browser opens at
// most six connections to a server, and a window shows five people.
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
func (s *eventStreams) tell(may func(ID) bool, e event) {
	for t := range s.streams {
		to := slices.DeleteFunc(slices.Clone(t.users), func(u ID) bool { return !may(u) })
		if len(to) > 0 {
			with := maps.Clone(e)
			with["for"] = to
			t.push(with)
		}
	}
}

func (s *eventStreams) tellOne(user ID, e event) { s.tell(func(u ID) bool { return u == user }, e) }

func (s *eventStreams) tellAll(e event) {
	if e["type"] != "commands" {
		s.tell(func(ID) bool { return true }, e)
		return
	}
	for t := range s.streams { // every person gets the commands that they may use
		for _, u := range t.users {
			if p := s.person(u); p != nil {
				t.push(event{"type": "commands", "commands": s.commandsOf(p), "for": []ID{u}})
			}
		}
	}
}

func (s *eventStreams) tellMessage(kind string, m *Message) {
	s.tell(func(u ID) bool { return s.sees(u, m) }, event{"type": kind, "channel": m.Channel, "message": m})
}

func (s *eventStreams) tellChannel(kind string, c *Channel) {
	s.tell(s.readers(c), event{"type": kind, "channel": c.local()})
}

func (s *eventStreams) commandsOf(p *person) []any {
	out := []any{}
	for _, c := range s.commands {
		g := s.home()
		if c.Guild != "" {
			g = s.guild(c.Guild)
		}
		if g.has(p.ID) && (c.Permissions == nil || g.permissions(p.ID)&*c.Permissions == *c.Permissions) {
			out = append(out, c.Wire(s.app, true))
		}
	}
	return out
}

// serveEvents writes a stream until either side ends it.
func (s *eventStreams) serveEvents(w http.ResponseWriter, r *http.Request, t *stream) {
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
			_, err = io.WriteString(w, "data: {\"type\":\"alive\"}\n\n")
		case <-t.wake:
			t.mu.Lock()
			queue, ended := t.queue, t.ended
			t.queue = nil
			t.mu.Unlock()
			for _, e := range queue {
				b, fault := json.Marshal(e)
				if fault != nil { // never: it is made of our own maps and structs
					s.log.Error().Err(fault).Msg("encode event failed")
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
			return // the client has gone
		}
	}
}

// tellFaults tells every person which faults are on. The caller holds mu.
func (s *eventStreams) tellFaults() {
	s.tellAll(event{"type": "faults", "faults": s.faultState()})
	s.change()
}
