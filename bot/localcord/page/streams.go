package page

import (
	"encoding/json"
	"io"
	"net/http"
	"time"

	"oneiros/bot/localcord/stream"
)

// serveEvents writes a stream until either side ends it.
func (s *API) serveEvents(w http.ResponseWriter, r *http.Request, t *stream.Stream) {
	defer func() {
		s.w.Lock()
		s.w.Streams.Forget(t)
		s.w.Unlock()
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
					s.w.Log.Error().Err(fault).Msg("encode event failed")
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
