package rest

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"time"

	"oneiros/bot/localcord/wire"
)

// injectFaults applies the faults to a call. When ok is false, the call has ended.
// When lose is true, the call is carried out and its answer is lost.
func (s *API) injectFaults(w http.ResponseWriter, r *http.Request) (lose, ok bool) {
	s.w.Lock()
	f := s.w.Faults.On
	cut, fail := s.w.Faults.Hit("cut_rate", f.CutRate), s.w.Faults.Hit("error_rate", f.ErrorRate)
	lose = s.w.Faults.Hit("lost_rate", f.LostRate)
	unanswered := s.w.Faults.Hit("unanswered_rate", f.UnansweredRate)
	if f.Latency > 0 {
		s.w.Faults.Count("latency")
	}
	if f.Outage {
		s.w.Faults.Count("outage")
	}
	status := 0
	if fail {
		status = s.w.Faults.Status()
	}
	s.w.Unlock()
	wait(r.Context(), time.Duration(f.Latency)*time.Millisecond)
	switch {
	case unanswered:
		// net/http notices that the bot has gone only after the body was read.
		if _, err := io.Copy(io.Discard, r.Body); err == nil {
			<-r.Context().Done()
		}
		cutConnection(w)
		return false, false
	case cut:
		cutConnection(w)
		return false, false
	case f.Outage:
		status, fail = 503, true
	}
	if !fail {
		return lose, true
	}
	if status == 500 {
		wire.SendJSON(w, 500, map[string]any{"message": "500: Internal Server Error", "code": 0})
		return false, false
	}
	w.Header().Set("Content-Type", "text/html") // a proxy in front of Discord answers these, not in JSON
	w.WriteHeader(status)
	fmt.Fprintf(w, "<html><head><title>%d</title></head><body>upstream</body></html>", status) // an error means that the client has gone
	return false, false
}

// cutConnection cuts the connection of a request without an answer.
func cutConnection(w http.ResponseWriter) {
	h, ok := w.(http.Hijacker)
	if !ok {
		panic(http.ErrAbortHandler) // this ends the request as well, where the connection cannot be taken over
	}
	c, _, err := h.Hijack()
	if err != nil {
		panic(http.ErrAbortHandler)
	}
	if t, ok := c.(*net.TCPConn); ok {
		t.SetLinger(0) // the client sees a reset; without it, an ordinary end does as well
	}
	c.Close()
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
