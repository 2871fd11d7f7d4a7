package localcord

import (
	"encoding/json"
	"io"
	"net/http"
	"time"

	"oneiros/bot/localcord/stream"
)

// eventStreams tell web clients what happens.
type eventStreams struct {
	world
	streams stream.Streams
}

// tellCommands tells every person the commands that they may use. The caller holds mu.
func (s *eventStreams) tellCommands() {
	s.streams.TellEach(func(u ID) stream.Event {
		if p := s.person(u); p != nil {
			return stream.Event{"type": "commands", "commands": s.commandsOf(p)}
		}
		return nil
	})
}

func (s *eventStreams) tellMessage(kind string, m *Message) {
	s.streams.Tell(func(u ID) bool { return s.sees(u, m) }, stream.Event{"type": kind, "channel": m.Channel, "message": m})
}

func (s *eventStreams) tellChannel(kind string, c *Channel) {
	s.streams.Tell(s.readers(c), stream.Event{"type": kind, "channel": c.local()})
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
func (s *eventStreams) serveEvents(w http.ResponseWriter, r *http.Request, t *stream.Stream) {
	defer func() {
		s.mu.Lock()
		s.streams.Forget(t)
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
		case <-t.Wake():
			queue, ended := t.Take()
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
	s.streams.TellAll(stream.Event{"type": "faults", "faults": s.faultState()})
	s.change()
}
